"""Team events: who sits at which board, match points and board points, the table of teams.

>>> home, away = Team("沪", (1, 2, 3, 4)), Team("粤", (5, 6, 7, 8))
>>> boards(home, away)
(Pairing(red=1, black=5), Pairing(red=6, black=2), Pairing(red=3, black=7), Pairing(red=8, black=4))

Lists of teams within an individual event are made by `by_places`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Pairing, Points, Reason, Score

__all__ = [
    "CODES",
    "Encounter",
    "Options",
    "Placed",
    "Row",
    "Team",
    "boards",
    "by_places",
    "encounter",
    "lineup",
    "table",
]


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players in the fixed order of the boards, reserves last."""

    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed about a team event. All points are in tenths."""

    boards: int = 4
    points: Points = field(default_factory=lambda: Points.of("2:1:0"))
    """Of a game: the board points."""
    match: Points = field(default_factory=lambda: Points.of("2:1:0"))
    """Of a match: the match points, by who has more board points."""
    order: tuple[str, ...] = ("MP", "BP", "DE", "BB")
    """By what teams are ranked, one after the other: `CODES`."""


def lineup(team: Team, options: Options, here: Iterable[int] | None = None) -> tuple[int, ...]:
    """Who plays for a team: the first of those present, in the order of the boards.

    The order is fixed: nobody is passed over for a reserve, and those below move up.

    Args:
        team: the team.
        options: how many boards there are.
        here: who is present; everybody if None.

    Raises:
        PairingError: ``teams.stranger``: somebody is not of this team.

    >>> lineup(Team("沪", (1, 2, 3, 4, 5)), Options(boards=4), here=[5, 4, 3, 1])
    (1, 3, 4, 5)
    """
    present = set(team.players if here is None else here)
    strangers = sorted(present - set(team.players))
    if strangers:
        raise PairingError("teams.stranger", {"player": strangers[0], "team": team.name})
    return tuple(player for player in team.players if player in present)[: options.boards]


def boards(
    first: Team,
    second: Team,
    options: Options | None = None,
    here: Iterable[int] | None = None,
) -> tuple[Pairing, ...]:
    """The boards of a match: the team named first has Red on the odd boards.

    A board that one team cannot fill is a bye of the other's player.

    Raises:
        PairingError: ``teams.twice``: a player is in both teams.

    >>> boards(Team("沪", (1, 2)), Team("粤", (5,)), Options(boards=2))
    (Pairing(red=1, black=5), Pairing(red=2, black=None))
    """
    options = options or Options()
    both = sorted(set(first.players) & set(second.players))
    if both:
        raise PairingError("teams.twice", {"player": both[0]})
    present = None if here is None else set(here)
    sides = [
        lineup(team, options, None if present is None else present & set(team.players))
        for team in (first, second)
    ]
    pairings = []
    for board in range(max(map(len, sides))):
        one, two = (side[board] if board < len(side) else None for side in sides)
        if one is None or two is None:
            left = one if two is None else two
            assert left is not None
            pairings.append(Pairing(left))
        else:
            pairings.append(Pairing(one, two) if board % 2 == 0 else Pairing(two, one))
    return tuple(pairings)


@dataclass(frozen=True, slots=True)
class Encounter:
    """A match that has been played."""

    first: str
    second: str
    first_points: tuple[int, ...]
    """The board points of the team named first, board by board, in tenths."""
    second_points: tuple[int, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The board points of both teams."""
        return sum(self.first_points), sum(self.second_points)


def encounter(
    first: Team,
    second: Team,
    results: Sequence[tuple[Pairing, Score]],
    options: Options | None = None,
) -> Encounter:
    """A match from the results of its boards, each from Red's side; a bye is a win without play.

    Raises:
        PairingError: ``teams.boards``: a board is not between these two teams, or
            there are more boards than agreed.

    >>> red, black = Pairing(1, 5), Pairing(6, 2)
    >>> results = [(red, Score.WIN), (black, Score.DRAW)]
    >>> encounter(Team("沪", (1, 2)), Team("粤", (5, 6)), results).score
    (30, 10)
    """
    options = options or Options()
    one: list[int] = []
    two: list[int] = []
    points = options.points
    if len(results) > options.boards:
        raise PairingError("teams.boards", {"first": first.name, "second": second.name})
    for pairing, score in results:
        red, black = pairing.red, pairing.black
        red_is_first = red in first.players
        other = second if red_is_first else first
        if not red_is_first and red not in second.players:
            raise PairingError("teams.boards", {"first": first.name, "second": second.name})
        if black is None:
            got = points.forfeit_win, points.forfeit_loss
        elif black in other.players:
            got = points.game("red", score), points.game("black", score.reverse)
        else:
            raise PairingError("teams.boards", {"first": first.name, "second": second.name})
        one.append(got[0] if red_is_first else got[1])
        two.append(got[1] if red_is_first else got[0])
    return Encounter(first.name, second.name, tuple(one), tuple(two))


# ------------------------------------------------------------ the table


@dataclass(frozen=True, slots=True)
class Row:
    """A team in the table."""

    place: int
    """Shared with those who are equal in everything."""
    team: str
    values: tuple[tuple[str, int], ...]
    """Code and value in the agreed order; counts as they are, points in tenths."""

    def value(self, code: str) -> int:
        """One of the values.

        Raises:
            KeyError: it is not in the agreed order.
        """
        return dict(self.values)[code]


def table(
    teams: Sequence[Team], encounters: Sequence[Encounter], options: Options | None = None
) -> tuple[Row, ...]:
    """The table of the teams, best first.

    Raises:
        PairingError: ``teams.code``: the order has a code that is not known;
            ``teams.unknown``: a match of a team that is not in the event.

    >>> teams = [Team("沪", (1, 2)), Team("粤", (3, 4))]
    >>> rows = table(teams, [Encounter("沪", "粤", (20, 10), (0, 10))])
    >>> [(row.place, row.team, row.value("MP"), row.value("BP")) for row in rows]
    [(1, '沪', 20, 30), (2, '粤', 0, 10)]
    """
    options = options or Options()
    for code in options.order:
        if code not in CODES:
            raise PairingError("teams.code", {"text": code, "known": " ".join(CODES)})
    names = [team.name for team in teams]
    for met in encounters:
        for name in (met.first, met.second):
            if name not in names:
                raise PairingError("teams.unknown", {"team": name})
    groups = [names] if names else []
    values: dict[str, list[tuple[str, int]]] = {name: [] for name in names}
    for code in options.order:
        split: list[list[str]] = []
        for group in groups:
            counted = {
                name: CODES[code](name, encounters, options, frozenset(group)) for name in group
            }
            for name, value in counted.items():
                values[name].append((code, value))
            split += [
                [name for name in group if counted[name] == value]
                for value in sorted(set(counted.values()), reverse=True)
            ]
        groups = split
    rows, place = [], 1
    for group in groups:
        rows += [Row(place, name, tuple(values[name])) for name in group]
        place += len(group)
    return tuple(rows)


_Count = Callable[[str, Sequence[Encounter], Options, frozenset[str]], int]


def _seen(name: str, encounters: Sequence[Encounter]) -> list[tuple[str, list[int], list[int]]]:
    """The matches of a team: against whom, own board points, the other's."""
    seen = []
    for met in encounters:
        if met.first == name:
            seen.append((met.second, list(met.first_points), list(met.second_points)))
        elif met.second == name:
            seen.append((met.first, list(met.second_points), list(met.first_points)))
    return seen


def _match(own: int, other: int, options: Options) -> int:
    points = options.match
    return points.win if own > other else points.loss if own < other else points.draw


def _match_points(
    name: str, encounters: Sequence[Encounter], options: Options, _tied: frozenset[str]
) -> int:
    return sum(_match(sum(own), sum(theirs), options) for _, own, theirs in _seen(name, encounters))


def _board_points(
    name: str, encounters: Sequence[Encounter], _options: Options, _tied: frozenset[str]
) -> int:
    return sum(sum(own) for _, own, _ in _seen(name, encounters))


def _direct(
    name: str, encounters: Sequence[Encounter], options: Options, tied: frozenset[str]
) -> int:
    """Match points against those still tied, once all of these have met."""
    met = {frozenset((one.first, one.second)) for one in encounters}
    if any(frozenset((a, b)) not in met for a in tied for b in tied if a != b):
        return 0
    return sum(
        _match(sum(own), sum(theirs), options)
        for other, own, theirs in _seen(name, encounters)
        if other in tied
    )


def _won(
    name: str, encounters: Sequence[Encounter], _options: Options, _tied: frozenset[str]
) -> int:
    return sum(sum(own) > sum(theirs) for _, own, theirs in _seen(name, encounters))


def _berlin(
    name: str, encounters: Sequence[Encounter], options: Options, _tied: frozenset[str]
) -> int:
    """Berlin: a board's points count as often as there are boards from it down."""
    return sum(
        points * (options.boards - board)
        for _, own, _ in _seen(name, encounters)
        for board, points in enumerate(own)
    )


#: What teams are ranked by.
CODES: Mapping[str, _Count] = {
    "MP": _match_points,
    "BP": _board_points,
    "DE": _direct,
    "WON": _won,
    "BB": _berlin,
}


# ------------------------------------------------------------ teams within an individual event


@dataclass(frozen=True, slots=True)
class Placed:
    """A team ranked by the places of its players."""

    place: int | None
    """None: too few players to be ranked. Shared with those who are equal in everything."""
    team: str
    counted: tuple[int, ...]
    """The places that count, best first."""
    reason: Reason

    @property
    def total(self) -> int:
        """Their sum; the lower the better."""
        return sum(self.counted)


def by_places(
    places: Mapping[int, int],
    teams: Sequence[Team],
    counted: int = 2,
    tie: Literal["best", "next"] = "best",
) -> tuple[Placed, ...]:
    """Teams by the sum of individual places, as world championships have it.

    The lower sum is better; of equal sums the team with the best placed player
    (with ``tie="next"``, of equal ones, the one with the better second player,
    and so on).  A team with fewer players than count is not ranked.

    Args:
        places: player → place in the individual table.
        teams: the teams; only players with a place count.
        counted: how many players of each.
        tie: how equal sums are told apart.

    >>> rows = by_places({1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, [Team("沪", (2, 3)), Team("粤", (1, 4)),
    ...     Team("京", (5,))])
    >>> [(row.place, row.team, row.counted) for row in rows]
    [(1, '粤', (1, 4)), (2, '沪', (2, 3)), (None, '京', (5,))]
    """
    rows = []
    for team in teams:
        best = tuple(sorted(places[p] for p in team.players if p in places)[:counted])
        rows.append((team.name, best))
    full = [(name, best) for name, best in rows if len(best) == counted]

    def key(best: tuple[int, ...]) -> tuple[int, ...]:
        return (sum(best), *(best[:1] if tie == "best" else best))

    ranked = []
    keys = sorted(key(best) for _, best in full)
    for name, best in sorted(full, key=lambda row: key(row[1])):
        facts: dict[str, object] = {
            "team": name,
            "places": " + ".join(map(str, best)),
            "sum": sum(best),
            "best": best[0] if best else 0,
        }
        ranked.append(Placed(keys.index(key(best)) + 1, name, best, Reason("teams.places", facts)))
    for name, best in rows:
        if len(best) < counted:
            facts = {"team": name, "players": len(best), "least": counted}
            ranked.append(Placed(None, name, best, Reason("teams.too_few", facts)))
    return tuple(ranked)


add_messages(
    {
        "teams.stranger": N_("player {player} is not of the team {team}"),
        "teams.twice": N_("player {player} is in both teams"),
        "teams.boards": N_("these are not the boards of a match between {first} and {second}"),
        "teams.code": N_("'{text}' is nothing teams are ranked by; known are {known}"),
        "teams.unknown": N_("no team {team} takes part"),
        "teams.places": N_("{team}: places {places} = {sum}, the best is {best}"),
        "teams.too_few": N_("{team}: {players} players have a place, {least} are needed"),
    }
)
