"""Teams: the fixed order of the boards, line-ups, matches and what they are worth.

>>> home, away = Team("沪", (1, 2, 3, 4), 1), Team("粤", (5, 6, 7, 8), 2)
>>> [(seat.red, seat.black) for seat in seats(home.players, away.players)]
[(1, 5), (6, 2), (3, 7), (8, 4)]

A `TeamEvent` is the whole event as plain data.  `met` tells what a team had of
its rounds, `as_event` makes an event whose players are the teams, for the Swiss
systems.  The table of the teams is made by `chuhe.tournament.team_standings`.
All points are in tenths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Cell, Event, Kind, Player, Points, Reason, Score

__all__ = [
    "MOST_BOARDS",
    "Colours",
    "Match",
    "Met",
    "Options",
    "Seat",
    "Team",
    "TeamEvent",
    "as_event",
    "line_up",
    "line_up_breaks",
    "seats",
]

#: Boards of a match; more are refused.
MOST_BOARDS = 20

Colours = Literal["alternate", "reversed", "home"]
"""Who moves first: the home team on odd boards, on even boards, or everywhere."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players in the fixed order of the boards, reserves last."""

    name: str
    players: tuple[int, ...]
    number: int = 0
    """By which the systems know it, from 1."""
    unit: str = ""
    """Two teams of one unit, such as a first and a second one, can be kept apart."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed about matches."""

    boards: int = 4
    points: Points = field(default_factory=lambda: Points.of("2:1:0"))
    """Of a game: the board points, 局分."""
    match: Points = field(default_factory=lambda: Points.of("2:1:0"))
    """Of a match: the match points, 场分, by who has more board points."""
    colours: Colours = "alternate"
    bye: tuple[int, int] | None = None
    """Match points and board points of a team that is left over. None: those of a
    won match, and of a draw on every board, which is our reading."""

    @property
    def left_over(self) -> tuple[int, int]:
        """What a team that is left over has of the round."""
        return self.bye or (self.match.win, self.boards * self.points.draw)


# ------------------------------------------------------------ line-ups


def line_up(
    team: Team, options: Options, here: Iterable[int] | None = None
) -> tuple[int | None, ...]:
    """Who plays for a team: the first of those present, in the order of the boards.

    Nobody is passed over for a reserve, and those below an absent player move up.

    Args:
        team: the team.
        options: how many boards there are.
        here: who is present; everybody if None.

    Returns:
        A player a board; None where there is nobody left.

    Raises:
        PairingError: ``teams.stranger``: somebody is not of this team.

    >>> line_up(Team("沪", (1, 2, 3, 4, 5)), Options(boards=4), here=[5, 4, 3])
    (3, 4, 5, None)
    """
    present = set(team.players if here is None else here)
    strangers = sorted(present - set(team.players))
    if strangers:
        raise PairingError("teams.stranger", {"player": strangers[0], "team": team.name})
    playing = [player for player in team.players if player in present][: options.boards]
    return (*playing, *(None,) * (options.boards - len(playing)))


def line_up_breaks(team: Team, options: Options, players: Sequence[int | None]) -> list[Reason]:
    """What a line-up breaks of the order of the boards; empty if nothing.

    Args:
        team: the team.
        options: how many boards there are.
        players: from board 1 on; None for a board left empty.

    Raises:
        PairingError: ``teams.stranger``; ``teams.doubled``: somebody stands twice;
            ``teams.too_many``: more players than boards.

    >>> [str(reason.code) for reason in line_up_breaks(Team("沪", (1, 2, 3)), Options(), [2, 1])]
    ['teams.order']
    """
    if len(players) > options.boards:
        raise PairingError("teams.too_many", {"team": team.name, "boards": options.boards})
    named = [player for player in players if player is not None]
    for player in named:
        if player not in team.players:
            raise PairingError("teams.stranger", {"player": player, "team": team.name})
        if named.count(player) > 1:
            raise PairingError("teams.doubled", {"player": player, "team": team.name})
    place = {player: at for at, player in enumerate(team.players, 1)}
    found = []
    for upper, lower in pairwise(named):
        if place[upper] > place[lower]:
            facts: dict[str, object] = {"team": team.name, "above": upper, "below": lower}
            found.append(Reason("teams.order", facts, (upper, lower)))
    empty = [board for board, player in enumerate(players, 1) if player is None]
    below = [
        board
        for board, player in enumerate(players, 1)
        if player and board > min(empty, default=board)
    ]
    if below:
        facts = {"team": team.name, "empty": empty[0], "board": below[0]}
        found.append(Reason("teams.gap", facts))
    return found


# ------------------------------------------------------------ matches


@dataclass(frozen=True, slots=True)
class Seat:
    """A board of a match."""

    home: int | None
    """The home team's player; None: nobody, which is a loss without play."""
    away: int | None
    home_first: bool = True
    """Whether the home team's player moves first."""
    home_score: Score | None = None
    """None while the game is not finished, or where nobody sits opposite."""
    away_score: Score | None = None
    played: bool = True
    """False for a result without play."""

    @property
    def red(self) -> int | None:
        """Who moves first."""
        return self.home if self.home_first else self.away

    @property
    def black(self) -> int | None:
        """Who moves second."""
        return self.away if self.home_first else self.home

    @property
    def open(self) -> bool:
        """Whether a result is missing."""
        return self.home is not None and self.away is not None and self.home_score is None

    @property
    def over_the_board(self) -> bool:
        """Whether a game was played to its end."""
        return self.played and self.home_score is not None and not self.empty

    @property
    def empty(self) -> bool:
        """Whether somebody is missing on the board."""
        return self.home is None or self.away is None

    def scores(self) -> tuple[Score | None, Score | None]:
        """What home and away had of it, an empty chair included."""
        if not self.empty:
            return self.home_score, self.away_score
        won = (Score.WIN if self.away is None else Score.LOSS) if self.home else Score.LOSS
        other = (Score.WIN if self.home is None else Score.LOSS) if self.away else Score.LOSS
        return won, other

    def worth(self, points: Points) -> tuple[int, int]:
        """The board points of home and away."""
        worth = []
        for score, first in zip(self.scores(), (self.home_first, not self.home_first), strict=True):
            if score is None:
                worth.append(0)
            elif self.over_the_board:
                worth.append(points.game("red" if first else "black", score))
            else:
                worth.append(points.forfeit_win if score is Score.WIN else points.forfeit_loss)
        return worth[0], worth[1]


def seats(
    home: Sequence[int | None], away: Sequence[int | None], colours: Colours = "alternate"
) -> tuple[Seat, ...]:
    """The boards of a match from the line-ups of both teams; the shorter one is filled up.

    Raises:
        PairingError: ``teams.twice``: a player stands in both.

    >>> [(seat.red, seat.black) for seat in seats((1, 2), (5,), "reversed")]
    [(5, 1), (2, None)]
    """
    both = sorted({player for player in home if player} & {player for player in away if player})
    if both:
        raise PairingError("teams.twice", {"player": both[0]})
    most = max(len(home), len(away))
    rows = [(*line, *(None,) * (most - len(line))) for line in (home, away)]
    return tuple(
        Seat(one, two, colours == "home" or (board % 2 == 0) == (colours == "alternate"))
        for board, (one, two) in enumerate(zip(*rows, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a round, or, without ``away``, the bye of a team."""

    home: int
    away: int | None
    seats: tuple[Seat, ...] = ()

    @property
    def open(self) -> bool:
        """Whether results are missing."""
        return any(seat.open for seat in self.seats)

    @property
    def over_the_board(self) -> bool:
        """Whether any game was played; a match without one is a forfeit."""
        return any(seat.over_the_board or seat.open for seat in self.seats)

    def score(self, points: Points) -> tuple[int, int]:
        """The board points of home and away."""
        worth = [seat.worth(points) for seat in self.seats]
        return sum(one for one, _ in worth), sum(two for _, two in worth)


@dataclass(frozen=True, slots=True)
class Met:
    """What a team had of a round."""

    round: int
    opponent: int | None
    """Number of the other team; None: none."""
    home: bool
    own: tuple[int, ...]
    """Board points by board; empty without a match."""
    other: tuple[int, ...]
    match_points: int
    board_points: int
    kind: Kind
    """``game``: a match; ``forfeit``: one in which nobody played; or the kind of the bye."""
    score: Score | None = None
    """How the match ended; None while it is not finished, and for byes."""
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class TeamEvent:
    """An event of teams."""

    teams: tuple[Team, ...]
    """In order of their numbers."""
    rounds: tuple[tuple[Match, ...], ...] = ()
    options: Options = field(default_factory=Options)
    out: Mapping[tuple[int, int], Kind] = field(default_factory=dict)
    """(team, round) → the bye of a team that was not paired."""
    struck: frozenset[int] = frozenset()
    """Teams whose results are annulled."""
    fouls: Mapping[int, int] = field(default_factory=dict)
    """Team → fouls of its players."""

    @cached_property
    def _index(self) -> dict[int, Team]:
        return {team.number: team for team in self.teams}

    def team(self, number: int) -> Team:
        """The team of a number.

        Raises:
            PairingError: ``teams.unknown``.
        """
        try:
            return self._index[number]
        except KeyError:
            raise PairingError("teams.unknown", {"team": number}) from None

    @property
    def finished(self) -> int:
        """The last round up to which all results are there."""
        for number, matches in enumerate(self.rounds, 1):
            if any(match.open and not self._is_struck(match) for match in matches):
                return number - 1
        return len(self.rounds)

    @cached_property
    def met(self) -> Mapping[int, tuple[Met, ...]]:
        """Team → its rounds, all of them."""
        rows: dict[int, list[Met]] = {team.number: [] for team in self.teams}
        for number, matches in enumerate(self.rounds, 1):
            seen: dict[int, Met] = {}
            for match in matches:
                if not self._is_struck(match):
                    seen.update(self._seen(number, match))
            for team, row in rows.items():
                row.append(seen.get(team) or self._absent(team, number))
        return {team: tuple(row) for team, row in rows.items()}

    def points(self, team: int, after: int | None = None) -> tuple[int, int]:
        """Match points and board points after a round, or after the last one paired."""
        rows = self.met[team][:after]
        return sum(m.match_points for m in rows), sum(m.board_points for m in rows)

    def _is_struck(self, match: Match) -> bool:
        return bool(self.struck & {match.home, match.away})

    def _absent(self, team: int, round: int) -> Met:
        kind = self.out.get((team, round), Kind.UNPAIRED)
        share = {Kind.FULL_BYE: "full_bye", Kind.HALF_BYE: "half_bye"}.get(kind)
        match_points = getattr(self.options.match, share) if share else 0
        games = getattr(self.options.points, share) * self.options.boards if share else 0
        return Met(round, None, False, (), (), match_points, games, kind)

    def _seen(self, round: int, match: Match) -> dict[int, Met]:
        options = self.options
        if match.away is None:
            points, games = options.left_over
            return {match.home: Met(round, None, False, (), (), points, games, Kind.PAB)}
        worth = [seat.worth(options.points) for seat in match.seats]
        home, away = tuple(one for one, _ in worth), tuple(two for _, two in worth)
        kind = Kind.GAME if match.over_the_board else Kind.FORFEIT
        scores = (None, None) if match.open else _scores(match, sum(home), sum(away))
        sides = ((match.home, match.away, home, away), (match.away, match.home, away, home))
        return {
            team: Met(
                round,
                other,
                team == match.home,
                own,
                theirs,
                0 if score is None else _worth(options.match, team == match.home, score, kind),
                sum(own),
                kind,
                score,
                match.seats,
            )
            for (team, other, own, theirs), score in zip(sides, scores, strict=True)
        }


def _scores(match: Match, home: int, away: int) -> tuple[Score, Score]:
    if home == away:
        # Nobody of either team came: both have lost, as two players would have.
        came = match.over_the_board or any(Score.WIN in seat.scores() for seat in match.seats)
        both = Score.DRAW if came else Score.LOSS
        return both, both
    won = Score.WIN if home > away else Score.LOSS
    return won, won.reverse


def _worth(match: Points, home: bool, score: Score, kind: Kind) -> int:
    return match.cell(Cell(0, "red" if home else "black", score, kind))


def as_event(event: TeamEvent, base: Event, ratings: Mapping[int, int] | None = None) -> Event:
    """An event whose players are the teams, as the systems take it.

    Args:
        event: the event of teams.
        base: what holds beside: name, rounds announced, first side, absences of
            teams, teams that may not meet.
        ratings: team → its rating.

    The home team counts as the one that moves first.
    """
    points = replace(event.options.match, pab=event.options.left_over[0])
    players = tuple(
        Player(team.number, team.name, rating=(ratings or {}).get(team.number, 0), team=team.unit)
        for team in event.teams
    )
    cells = []
    for team in event.teams:
        row = []
        for met in event.met[team.number]:
            side: Literal["red", "black"] = "red" if met.home else "black"
            if met.opponent is None:
                row.append(Cell(kind=met.kind))
            else:
                row.append(Cell(met.opponent, side, met.score, met.kind))
        cells.append(tuple(row))
    return replace(base, players=players, cells=tuple(cells), points=points)


add_messages(
    {
        "teams.stranger": N_("player {player} is not of the team {team}"),
        "teams.twice": N_("player {player} is in both teams"),
        "teams.doubled": N_("player {player} stands twice in the line-up of {team}"),
        "teams.too_many": N_("{team}: a line-up has {boards} boards"),
        "teams.unknown": N_("no team {team} takes part"),
        "teams.order": N_("{team}: {above} sits above {below}, against the order of the boards"),
        "teams.gap": N_("{team}: board {empty} is empty and board {board} is not"),
    }
)
