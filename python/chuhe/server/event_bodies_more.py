"""More commands: sections, matches of knock-outs, teams, records of games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from chuhe.server.event_command import (
    Command,
    Fields,
    Line,
    Name,
    Number,
    RoundNumber,
    Who,
    Word,
    given,
)
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.director_sections import Agreed

__all__ = [
    "AddReserve",
    "AttachGame",
    "BeginSection",
    "CloseSection",
    "Decide",
    "DrawGroups",
    "Final",
    "LineUp",
    "MakeTeams",
    "MatchGame",
    "MatchResults",
    "Pause",
    "Return",
    "SetTeam",
    "Split",
    "TeamBye",
    "TeamLate",
    "TeamReturn",
    "TeamWithdraw",
]

_MOST_NAMED = 64
Names = Annotated[tuple[Name, ...], Meta(max_length=_MOST_NAMED)]


class Return(Command, frozen=True, tag="return"):
    """Take a player in again who had withdrawn."""

    player: Who
    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.back`."""
        return desk.back(self.player, self.round)


# --- sections ----------------------------------------------------------------------


class _NewSection(Command, frozen=True, kw_only=True):
    """What is agreed about sections that are begun."""

    system: Word = "roundrobin"
    rounds: RoundNumber | None = None
    points: Word = ""
    tiebreaks: Line = ""
    unplayed: Word = ""
    drop: bool | None = None
    first_side: Literal["", "red", "black"] = ""
    options: dict[Word, Any] = field(default_factory=dict)

    @property
    def agreed(self) -> Agreed:
        """As the director takes it."""
        return Agreed(
            self.rounds,
            self.points,
            self.tiebreaks,
            self.unplayed,
            self.drop,
            self.first_side,
            self.options,
        )


class BeginSection(_NewSection, frozen=True, kw_only=True, tag="begin"):
    """Begin a section."""

    name: Name
    players: Annotated[tuple[Who, ...], Meta(max_length=5_000)] = ()

    def run(self, desk: Director) -> Answer:
        """See `Director.begin`."""
        return desk.begin(self.name, self.players, system=self.system, rules=self.agreed)


class DrawGroups(_NewSection, frozen=True, kw_only=True, tag="groups"):
    """Divide the players into groups, a section each."""

    groups: Annotated[int, Meta(ge=1, le=_MOST_NAMED)]
    how: Literal["snake", "pots", "lot"] = "snake"
    seed: Annotated[str, Meta(max_length=1_000)] = ""
    apart: bool = True
    names: Names = ()
    after: Names = ()
    places: Annotated[int, Meta(ge=0, le=5_000)] = 0
    by_lot: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.groups`."""
        return desk.groups(
            self.groups,
            how=self.how,
            seed=self.seed,
            apart=self.apart,
            names=self.names,
            after=self.after,
            places=self.places,
            system=self.system,
            rules=self.agreed,
            by_lot=self.by_lot,
        )


class Final(_NewSection, frozen=True, kw_only=True, tag="final"):
    """Begin a final of those who have certain places."""

    system: Word = "knockout"
    places: Annotated[int, Meta(ge=1, le=5_000)] = 2
    first: Annotated[int, Meta(ge=1, le=5_000)] = 1
    name: Name = ""
    after: Names = ()
    carry: bool = False
    by_lot: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.final`."""
        return desk.final(
            self.places,
            first=self.first,
            name=self.name,
            after=self.after,
            system=self.system,
            rules=self.agreed,
            carry=self.carry,
            by_lot=self.by_lot,
        )


class Split(_NewSection, frozen=True, kw_only=True, tag="split"):
    """Let the first ones play a final while the rest go on."""

    round: RoundNumber
    system: Word = "knockout"
    first: Annotated[int, Meta(ge=1, le=5_000)] = 2
    name: Name = ""
    by_lot: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.split`."""
        return desk.split(
            self.round,
            self.first,
            name=self.name,
            system=self.system,
            rules=self.agreed,
            by_lot=self.by_lot,
        )


class CloseSection(Command, frozen=True, tag="close"):
    """Close a section, or open it again."""

    reason: Line = ""
    closed: bool = True

    def run(self, desk: Director) -> Answer:
        """See `Director.close`."""
        return desk.close(self.reason, closed=self.closed)


class Pause(Command, frozen=True, tag="pause"):
    """Let a player of an arena rest, or play again."""

    player: Who
    paused: bool = True

    def run(self, desk: Director) -> Answer:
        """See `Director.pause`."""
        return desk.pause(self.player, self.paused)


# --- matches and games ---------------------------------------------------------------


class MatchGame(Command, frozen=True, tag="match_game"):
    """Correct a game of a match."""

    board: Number
    game: Number
    key: Word
    round: RoundNumber | None = None
    reason: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.match_game`."""
        return desk.match_game(
            self.board, self.game, self.key, round=self.round, reason=self.reason
        )


class Decide(Command, frozen=True, tag="decide"):
    """Say who goes on in a match."""

    board: Number
    winner: Number | None
    reason: Line
    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.decide`."""
        return desk.decide(self.board, self.winner, reason=self.reason, round=self.round)


class AttachGame(Command, frozen=True, tag="game"):
    """Attach the record of a game to a board, or take it away."""

    board: Number
    text: Annotated[str, Meta(max_length=500_000)] = ""
    data: Annotated[bytes, Meta(max_length=500_000)] = b""
    round: RoundNumber | None = None
    number: Number = 1
    pick: Annotated[int, Meta(ge=0, le=100_000)] = 0

    def run(self, desk: Director) -> Answer:
        """See `Director.game`."""
        record = self.data or self.text.encode() or None
        return desk.game(self.board, record, round=self.round, number=self.number, pick=self.pick)


# --- teams ---------------------------------------------------------------------------


class MakeTeams(Command, frozen=True, tag="make_teams"):
    """Make teams of the units on the list."""

    by: Word = "board"

    def run(self, desk: Director) -> Answer:
        """See `Director.make_teams`."""
        return desk.make_teams(self.by)


class SetTeam(Command, frozen=True, tag="set_team"):
    """Make a team, or give it another order of the boards."""

    name: Name
    players: Annotated[list[Who], Meta(max_length=100)]
    unit: Name | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.set_team`."""
        return desk.set_team(self.name, self.players, self.unit)


class AddReserve(Command, frozen=True, tag="add_reserve"):
    """Put a player below all others of a team."""

    team: Name
    player: Who
    fields: Fields = Fields()

    def run(self, desk: Director) -> Answer:
        """See `Director.add_reserve`."""
        fields = {name: value for name, value in given(self.fields).items() if name != "name"}
        return desk.add_reserve(self.team, self.player, fields)


class LineUp(Command, frozen=True, tag="line_up"):
    """Say who sits where for a team."""

    team: Name
    players: Annotated[list[Name], Meta(max_length=100)]
    round: RoundNumber | None = None
    reason: Line = ""
    force: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.line_up`."""
        return desk.line_up(
            self.team, self.players, round=self.round, reason=self.reason, force=self.force
        )


class MatchResults(Command, frozen=True, tag="match_results"):
    """Enter the boards of a match of teams by one key each."""

    match: Number
    keys: Annotated[str, Meta(max_length=200)]
    home: bool = False
    round: RoundNumber | None = None
    reason: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.match_results`."""
        return desk.match_results(
            self.match, self.keys, home=self.home, round=self.round, reason=self.reason
        )


class TeamBye(Command, frozen=True, tag="team_bye"):
    """Agree that a team is not paired in a round, or take it back."""

    team: Name
    round: RoundNumber
    kind: Word | None

    def run(self, desk: Director) -> Answer:
        """See `Director.team_bye`."""
        return desk.team_bye(self.team, self.round, self.kind)


class TeamWithdraw(Command, frozen=True, tag="team_withdraw"):
    """Take a team out."""

    team: Name
    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.team_withdraw`."""
        return desk.team_withdraw(self.team, self.round)


class TeamReturn(Command, frozen=True, tag="team_return"):
    """Take a team in again that had withdrawn."""

    team: Name
    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.team_back`."""
        return desk.team_back(self.team, self.round)


class TeamLate(Command, frozen=True, tag="team_late"):
    """Take a team into a Swiss after the numbers were given."""

    name: Name
    players: Annotated[list[Name], Meta(max_length=100)]
    round: RoundNumber | None = None
    unit: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.team_late`."""
        return desk.team_late(self.name, self.players, self.round, self.unit)
