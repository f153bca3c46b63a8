"""The bodies of requests about events; see ``docs/protocol-event.md``.

A command is one of a closed list, told apart by ``do``; ``run`` does it at a
`Director`'s desk.  What is answered is in `chuhe.server.event_objects`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from chuhe.server import event_bodies_more as more
from chuhe.server.event_command import (
    MOST_PLAYERS,
    Command,
    Entry,
    Fields,
    Line,
    Number,
    Players,
    RoundNumber,
    Who,
    Word,
    given,
    one_line,
)
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.players_in import Listed, duplicates, read_players

__all__ = [
    "COMMANDS",
    "MOST_PLAYERS",
    "AnyCommand",
    "Command",
    "Fields",
    "JoinEvent",
    "NewEvent",
    "NewKey",
    "given",
    "listed",
    "one_line",
]


class NewEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events``: the arguments of `Director.create`."""

    name: Line
    system: Word = "chinese"
    rounds: RoundNumber | None = None
    points: Word = ""
    tiebreaks: Line = ""
    unplayed: Word = ""
    drop: bool = False
    first_side: Literal["", "red", "black"] = ""
    seed: Annotated[str, Meta(max_length=1_000)] = ""
    options: dict[Word, Any] = field(default_factory=dict)
    city: Line = ""
    start: Word = ""
    end: Word = ""
    arbiter: Line = ""
    rules: Word = ""
    who: Word = ""


class JoinEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events/{id}/join``."""

    key: Annotated[str, Meta(max_length=100)]
    name: Word = ""


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events/{id}/key``."""

    alone: bool = False


class AddPlayers(Command, frozen=True, tag="players"):
    """Put players on the list."""

    text: Annotated[str, Meta(max_length=2_000_000)] = ""
    players: Annotated[tuple[Fields, ...], Meta(max_length=MOST_PLAYERS)] = ()

    def run(self, desk: Director) -> Answer:
        """Those pasted first."""
        if not self.text:
            return listed(desk, [given(one) for one in self.players], ())
        read = read_players(self.text)
        players = [*read.players, *(given(one) for one in self.players)]
        return listed(desk, players, read.unknown)


class ReadPlayers(Command, frozen=True, tag="players from a file"):
    """The same of a file that was read already; it cannot be asked for by this name."""

    read: Listed

    def run(self, desk: Director) -> Answer:
        """See `AddPlayers`."""
        return listed(desk, list(self.read.players), self.read.unknown)


class Edit(Command, frozen=True, tag="edit"):
    """Change what is known of a player."""

    player: Who
    fields: Fields

    def run(self, desk: Director) -> Answer:
        """See `Director.edit`."""
        return desk.edit(self.player, given(self.fields))


class CheckIn(Command, frozen=True, tag="check_in"):
    """Note who is here."""

    players: Players = ()
    present: bool = True

    def run(self, desk: Director) -> Answer:
        """See `Director.check_in`."""
        return desk.check_in(self.players, self.present)


class GiveNumbers(Command, frozen=True, tag="number"):
    """Give the numbers."""

    how: Word
    seed: Annotated[str, Meta(max_length=1_000)] = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.number`."""
        return desk.number(self.how, self.seed)


class Late(Command, frozen=True, tag="late"):
    """Take somebody in later."""

    player: Who
    fields: Fields = Fields()
    round: RoundNumber | None = None
    by_rating: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.late`."""
        if len(desk.state.entrants) >= MOST_PLAYERS:
            raise EventError("events.too_many_players", {"most": MOST_PLAYERS})
        fields = {name: value for name, value in given(self.fields).items() if name != "name"}
        return desk.late(self.player, fields, self.round, by_rating=self.by_rating)


class Bye(Command, frozen=True, tag="bye"):
    """Agree on a bye, or take it back."""

    player: Who
    round: RoundNumber
    kind: Word | None

    def run(self, desk: Director) -> Answer:
        """See `Director.bye`."""
        return desk.bye(self.player, self.round, self.kind)


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take a player out."""

    player: Who
    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.withdraw`."""
        return desk.withdraw(self.player, self.round)


class Forbid(Command, frozen=True, tag="forbid"):
    """No two of some players meet."""

    players: Annotated[list[Who], Meta(min_length=2, max_length=200)]
    first: RoundNumber = 1
    last: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.forbid`."""
        return desk.forbid(self.players, self.first, self.last)


class FoulSeen(Command, frozen=True, tag="foul"):
    """Enter a foul or a warning."""

    player: Who
    kind: Line
    round: RoundNumber | None = None
    count: Annotated[int, Meta(ge=0, le=9)] = 1
    note: Line = ""
    lose: bool = False
    reason: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.foul`."""
        return desk.foul(
            self.player,
            self.kind,
            round=self.round,
            count=self.count,
            note=self.note,
            lose=self.lose,
            reason=self.reason,
        )


class Pair(Command, frozen=True, tag="pair"):
    """Pair the next round."""

    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.pair_round`; the server works a big round out elsewhere."""
        self.check(desk)
        return desk.pair_round()

    def check(self, desk: Director) -> None:
        """Refuse if another round would be paired than was meant.

        Raises:
            EventError: ``events.round``.
        """
        following = len(desk.state.rounds) + 1
        if self.round is not None and self.round != following:
            raise EventError("events.round", {"round": following, "asked": self.round})


class Swap(Command, frozen=True, tag="swap"):
    """Two players in each other's places."""

    one: Number
    two: Number
    reason: Line = ""
    force: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.swap`."""
        return desk.swap(self.one, self.two, reason=self.reason, force=self.force)


class Turn(Command, frozen=True, tag="turn"):
    """The colours of a board exchanged."""

    board: Number
    reason: Line = ""
    force: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.turn`."""
        return desk.turn(self.board, reason=self.reason, force=self.force)


class JoinPlayers(Command, frozen=True, tag="join"):
    """A board more."""

    red: Number
    black: Number
    reason: Line = ""
    force: bool = False

    def run(self, desk: Director) -> Answer:
        """See `Director.join`."""
        return desk.join(self.red, self.black, reason=self.reason, force=self.force)


class Results(Command, frozen=True, tag="results"):
    """Enter results."""

    results: Annotated[list[tuple[Number, Word]], Meta(min_length=1, max_length=MOST_PLAYERS)]
    round: RoundNumber | None = None
    reason: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.results`."""
        return desk.results(self.results, round=self.round, reason=self.reason)


class Publish(Command, frozen=True, tag="publish"):
    """The players have seen a round."""

    round: RoundNumber | None = None

    def run(self, desk: Director) -> Answer:
        """See `Director.publish`."""
        return desk.publish(self.round)


class Undo(Command, frozen=True, tag="undo"):
    """Undo an entry."""

    entry: Entry | None = None
    reason: Line = ""

    def run(self, desk: Director) -> Answer:
        """See `Director.undo`."""
        return desk.undo(self.entry, self.reason)


AnyCommand = (
    AddPlayers
    | Edit
    | CheckIn
    | GiveNumbers
    | Late
    | Bye
    | Withdraw
    | Forbid
    | FoulSeen
    | Pair
    | Swap
    | Turn
    | JoinPlayers
    | Results
    | Publish
    | Undo
    | more.Return
    | more.BeginSection
    | more.DrawGroups
    | more.Final
    | more.Split
    | more.CloseSection
    | more.Pause
    | more.MatchGame
    | more.Decide
    | more.AttachGame
    | more.MakeTeams
    | more.SetTeam
    | more.AddReserve
    | more.LineUp
    | more.MatchResults
    | more.TeamBye
    | more.TeamWithdraw
    | more.TeamReturn
    | more.TeamLate
)
#: ``do`` → command.
COMMANDS: dict[str, type[Command]] = {
    str(member.__struct_config__.tag): member for member in AnyCommand.__args__
}


def listed(desk: Director, players: list[Any], unknown: tuple[str, ...]) -> Answer:
    """Put players on the list, if there is room for them.

    Raises:
        EventError: ``events.too_many_players``, and as `Director.add_players`.
    """
    for place, player in enumerate(players, 1):
        if not player.get("name"):
            raise EventError("events.no_name", {"place": place})
    here = [{"name": one.name, **one.fields} for one in desk.whole.entrants.values()]
    if len(here) + len(duplicates(here, players)[0]) > MOST_PLAYERS:
        raise EventError("events.too_many_players", {"most": MOST_PLAYERS})
    answer = desk.add_players(players)
    passed = [Reason("players.column", {"name": name}) for name in unknown]
    return Answer(answer.entries, (*answer.notes, *passed))
