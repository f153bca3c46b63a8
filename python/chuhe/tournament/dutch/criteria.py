"""The quality criteria C6 to C21 as one weight a pair (article 2 of C.04.3).

A pairing of a bracket is better the fewer of the criteria it fails, an earlier
one counting more than all later ones together.  Each criterion becomes a
*column*: a small number a pair, such that the sum over the pairs of the round
is greatest where the criterion is met best.  `Columns.weight` packs the
columns of a pair into one integer, each with as many places as its greatest
sum needs, so that comparing sums of weights compares the criteria in order.

Columns that are the same for every pairing of the bracket are left out; that
keeps the weights small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chuhe.tournament.dutch.entrants import Entrant, Strength

__all__ = ["Column", "Columns", "bracket_columns"]

Worth = Callable[[Entrant, Entrant], int]


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion, or one score of one."""

    name: str
    """``C12``; ``C4`` stands above all: everybody has to be paired."""
    most: int
    """The sum over all pairs never exceeds this."""
    inside: Worth | None = None
    """What a pair of the bracket is worth: (higher, lower)."""
    next: Worth | None = None
    """What a pair is worth whose lower player is of the next score group."""
    bye: Callable[[Entrant], int] | None = None
    """What it is worth that this player gets the bye."""
    each: int = 0
    """What every pair of the round is worth, and the bye."""


class Columns:
    """The columns of a bracket, packed."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = tuple(column for column in columns if column.most > 0)
        factor = 1
        factors = []
        for column in reversed(self.columns):
            factors.append(factor)
            factor *= column.most + 1
        self.size = factor
        """One more than the greatest sum of weights."""
        factors.reverse()
        paired = list(zip(self.columns, factors, strict=True))
        self._inside = [(c.inside, f) for c, f in paired if c.inside]
        self._next = [(c.next, f) for c, f in paired if c.next]
        self._bye = [(c.bye, f) for c, f in paired if c.bye]
        self.below = sum(c.each * f for c, f in paired)
        """The weight of a pair further down."""

    def inside(self, high: Entrant, low: Entrant) -> int:
        """The weight of a pair of the bracket."""
        return self.below + sum(worth(high, low) * f for worth, f in self._inside)

    def next(self, high: Entrant, low: Entrant) -> int:
        """The weight of a pair whose lower player is of the next score group."""
        return self.below + sum(worth(high, low) * f for worth, f in self._next)

    def bye(self, entrant: Entrant) -> int:
        """The weight of the bye's going to this player."""
        return self.below + sum(worth(entrant) * f for worth, f in self._bye)

    def split(self, total: int) -> dict[str, int]:
        """A sum of weights taken apart again, by the names of the columns."""
        sums: list[tuple[str, int]] = []
        for column in reversed(self.columns):
            total, value = divmod(total, column.most + 1)
            sums.append((column.name, value))
        return dict(reversed(sums))


def bracket_columns(
    movers: Sequence[Entrant],
    residents: Sequence[Entrant],
    below: Sequence[Entrant],
    *,
    last_round: bool,
    everybody: int = 0,
    bye: Sequence[Entrant] = (),
) -> Columns:
    """The columns of a bracket.

    Args:
        movers: the players moved down into it (MDPs).
        residents: the players of its score group.
        below: those of the next score group; empty if nobody floats.
        last_round: whether topscorers may break C3, so that C10 and C11 count.
        everybody: how many pairs complete the round, where the weight is to see to it (C4).
        bye: of whom the bracket's only downfloater is chosen, if he gets the bye (C9).
    """
    pairs = min(len(residents), (len(movers) + len(residents)) // 2)
    moved = sorted({mover.score for mover in movers}, reverse=True)
    columns = [Column("C4", everybody, each=1), Column("C6", pairs, _one)]
    count = Counter(mover.score for mover in movers)
    columns += [Column(f"C7:{s}", count[s], _of_score(s)) for s in moved]
    if below:
        columns.append(Column("C8", len(below), next=_one))
        count[residents[0].score] += len(residents)
        columns += [
            Column(f"C8:{score}", count[score], next=_of_score(score))
            for score in [*moved, residents[0].score]
        ]
    games = {played: place for place, played in enumerate(sorted({len(e.sides) for e in bye}))}
    columns.append(
        Column("C9", max(games.values(), default=0), bye=lambda e: games.get(len(e.sides), 0))
    )
    if last_round:
        columns += [Column("C10", pairs, _imbalance), Column("C11", pairs, _third)]
    members = [*movers, *residents]
    if any(member.due for member in members):
        columns += [Column("C12", pairs, _preference), Column("C13", pairs, _strong)]
    for back, down, up in ((0, "C14", "C15"), (1, "C16", "C17")):
        sank = sum(resident.floats[back] == "down" for resident in residents)
        rose = any(resident.floats[back] == "up" for resident in residents)
        columns.append(Column(down, sank, _sank(back)))
        columns.append(Column(up, pairs if movers and rose else 0, _not_rising(back)))
    for back, down, up in ((0, "C18", "C19"), (1, "C20", "C21")):
        rose = any(resident.floats[back] == "up" for resident in residents)
        for s in moved:
            sank = sum(m.score == s and m.floats[back] == "down" for m in movers)
            columns.append(Column(f"{down}:{s}", sank, _sank_from(back, s)))
        for s in moved:
            most = sum(m.score == s for m in movers) if rose else 0
            columns.append(Column(f"{up}:{s}", most, _not_rising_to(back, s)))
    return Columns(columns)


def _one(high: Entrant, low: Entrant) -> int:
    return 1


def _of_score(score: int) -> Worth:
    """C7 and the same for the next bracket: the higher the score paired, the better."""
    return lambda high, low: high.score == score


def _imbalance(high: Entrant, low: Entrant) -> int:
    """C10: no topscorer, nor his opponent, gets a colour difference beyond two."""
    return not (high.due == low.due and abs(high.difference) > 1 and abs(low.difference) > 1)


def _third(high: Entrant, low: Entrant) -> int:
    """C11: no topscorer, nor his opponent, gets the same colour three times running."""
    if high.due != low.due or not high.absolute or not low.absolute:
        return 1
    mine, his = abs(high.difference), abs(low.difference)
    if mine == his:
        return high.repeated is None or high.repeated != low.repeated
    denied = low if mine > his else high
    return denied.repeated is None or denied.repeated == denied.due


def _preference(high: Entrant, low: Entrant) -> int:
    """C12: the fewest players who do not get their colour."""
    return high.due is None or high.due != low.due


def _strong(high: Entrant, low: Entrant) -> int:
    """C13: the fewest players who do not get a colour strongly preferred."""
    return (
        high.due != low.due
        or min(high.strength, low.strength) < Strength.STRONG
        or (high.absolute and low.absolute)
    )


def _sank(back: int) -> Worth:
    """C14, C16: the fewest residents float down who did so one (two) rounds back."""
    return lambda high, low: (
        (low.floats[back] == "down") + (high.score == low.score and high.floats[back] == "down")
    )


def _rises(high: Entrant, low: Entrant, back: int) -> bool:
    return high.score > low.score and low.floats[back] == "up"


def _not_rising(back: int) -> Worth:
    """C15, C17: the fewest players float up who did so one (two) rounds back."""
    return lambda high, low: not _rises(high, low, back)


def _sank_from(back: int, score: int) -> Worth:
    """C18, C20: moved-down players who sank one (two) rounds back are paired, high scores first."""
    return lambda high, low: high.score == score and high.floats[back] == "down"


def _not_rising_to(back: int, score: int) -> Worth:
    """C19, C21: the least score differences of those who float up again."""
    return lambda high, low: high.score == score and not _rises(high, low, back)
