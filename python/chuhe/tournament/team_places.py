"""Teams within an individual event: by the sum of their players' places, or of their points.

>>> rows = by_places({1: 1, 2: 2, 3: 3, 4: 4, 5: 5},
...     [Team("沪", (2, 3)), Team("粤", (1, 4)), Team("京", (5,))])
>>> [(row.place, row.team, row.counted) for row in rows]
[(1, '粤', (1, 4)), (2, '沪', (2, 3)), (None, '京', (5,))]

The rules of the 18th World Championship (VIII.a) are those without any option:
two players count, the lower sum is better, then the best individual place, and
a team with fewer than two players is not ranked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Player, Reason
from chuhe.tournament.teams import Team

__all__ = ["Missing", "Placed", "by_places", "by_points", "units"]

Missing = Literal["out", "last"]
"""A team with too few players: not ranked, or each missing one counts as after the last."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A team ranked by its players."""

    place: int | None
    """None: too few players to be ranked. Shared with those who are equal in everything."""
    team: str
    counted: tuple[int, ...]
    """The places (or the points, in tenths) that count, best first."""
    reason: Reason
    players: tuple[int, ...] = ()
    """Who they are, in the same order; a missing one is not named."""

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(self.counted)


def units(players: Iterable[Player]) -> tuple[Team, ...]:
    """The teams of an individual event: the players of one unit, in the order of their numbers.

    >>> units([Player(1, team="沪"), Player(2), Player(3, team="沪")])
    (Team(name='沪', players=(1, 3), number=0, unit=''),)
    """
    members: dict[str, list[int]] = {}
    for player in players:
        if player.team:
            members.setdefault(player.team, []).append(player.number)
    return tuple(Team(name, tuple(numbers)) for name, numbers in members.items())


def by_places(
    places: Mapping[int, int],
    teams: Sequence[Team],
    counted: int = 2,
    tie: Literal["best", "next"] = "best",
    missing: Missing = "out",
) -> tuple[Placed, ...]:
    """Teams by the sum of individual places, as world championships have it.

    Args:
        places: player → place in the individual table.
        teams: the teams; only players with a place count.
        counted: how many players of each, the best placed ones.
        tie: of equal sums the team with the best placed player is better; with
            ``next``, of equal ones, the one with the better second player, and so on.
        missing: ``last``: a missing player counts as placed after the last.

    Raises:
        PairingError: ``teams.counted``: fewer than one.
    """
    after = max(places.values(), default=0) + 1
    rows = []
    for team in teams:
        best = sorted((places[p], p) for p in team.players if p in places)[: _checked(counted)]
        values = [place for place, _ in best]
        if missing == "last" and best:
            values += [after] * (counted - len(values))
        rows.append((team.name, tuple(values), tuple(p for _, p in best)))

    def key(best: tuple[int, ...]) -> tuple[int, ...]:
        return (sum(best), *(best[:1] if tie == "best" else best))

    def told(name: str, best: tuple[int, ...]) -> Reason:
        places = " + ".join(map(str, best))
        facts = {"team": name, "places": places, "sum": sum(best), "best": best[0]}
        return Reason("teams.places", facts)

    return _ranked(rows, counted, key, told)


def by_points(
    points: Mapping[int, int],
    teams: Sequence[Team],
    counted: int = 2,
    tie: Literal["best", "next"] = "best",
    missing: Missing = "out",
) -> tuple[Placed, ...]:
    """Teams by the sum of individual points, the higher the better; else as `by_places`.

    Args:
        points: player → points, in tenths.
        teams: the teams.
        counted: how many players of each, those with most points.
        tie: as `by_places`, by points.
        missing: ``last``: a missing player counts nothing.

    >>> rows = by_points({1: 20, 2: 0, 3: 10}, [Team("沪", (1, 2)), Team("粤", (3,))])
    >>> [(row.place, row.team, row.total) for row in rows]
    [(1, '沪', 20), (None, '粤', 10)]
    """
    rows = []
    for team in teams:
        best = sorted((-points[p], p) for p in team.players if p in points)[: _checked(counted)]
        values = [-value for value, _ in best]
        if missing == "last" and best:
            values += [0] * (counted - len(values))
        rows.append((team.name, tuple(values), tuple(p for _, p in best)))

    def key(best: tuple[int, ...]) -> tuple[int, ...]:
        return (-sum(best), *(-value for value in (best[:1] if tie == "best" else best)))

    def told(name: str, best: tuple[int, ...]) -> Reason:
        each = " + ".join(f"{value // 10}.{value % 10}" for value in best)
        total = f"{sum(best) // 10}.{sum(best) % 10}"
        return Reason("teams.points", {"team": name, "points": each, "sum": total})

    return _ranked(rows, counted, key, told)


def _checked(counted: int) -> int:
    if counted < 1:
        raise PairingError("teams.counted")
    return counted


def _ranked(
    rows: Sequence[tuple[str, tuple[int, ...], tuple[int, ...]]],
    counted: int,
    key: Callable[[tuple[int, ...]], tuple[int, ...]],
    told: Callable[[str, tuple[int, ...]], Reason],
) -> tuple[Placed, ...]:
    """Full teams by their key, then those with too few players."""
    full = [row for row in rows if len(row[1]) == counted]
    keys = sorted(key(best) for _, best, _ in full)
    ranked = [
        Placed(keys.index(key(best)) + 1, name, best, told(name, best), players)
        for name, best, players in sorted(full, key=lambda row: key(row[1]))
    ]
    for name, best, players in rows:
        if len(best) < counted:
            facts = {"team": name, "players": len(best), "least": counted}
            ranked.append(Placed(None, name, best, Reason("teams.too_few", facts), players))
    return tuple(ranked)


add_messages(
    {
        "teams.counted": N_("at least one player of each team counts"),
        "teams.places": N_("{team}: places {places} = {sum}, the best is {best}"),
        "teams.points": N_("{team}: points {points} = {sum}"),
        "teams.too_few": N_("{team}: {players} players have a place, {least} are needed"),
    }
)
