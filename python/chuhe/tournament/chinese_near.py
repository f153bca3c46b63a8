"""Big fields of the Chinese Swiss: which boards are looked at.

All boards of 5,000 players are twelve million.  In a field of more than `MANY`
only *near* ones are looked at: of equal points those not far from the partner
whom the scheme gives, and the ends of neighbouring groups of points.  The sheet
is the best one of these boards; that no other board would do better is not
proven then.

>>> partner(FirstRound.HALF, 1, 8), partner(FirstRound.ENDS, 1, 8), partner(FirstRound.ADJACENT, 1, 8)
(5, 6, 0)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from chuhe.tournament.bitrows import perfect
from chuhe.tournament.chinese_options import FirstRound

__all__ = ["MANY", "can_pair", "near", "partner"]

#: Up to so many players every board is looked at.
MANY = 1000

#: So many groups below are looked at for those who float.
_GROUPS = 3


def partner(scheme: FirstRound, at: int, size: int) -> int:
    """The place whom the scheme gives to a place of a group, both from 0."""
    match scheme:
        case FirstRound.HALF | FirstRound.HALVES:
            half = size // 2
            return at + half if at < half else at - half
        case FirstRound.ENDS:
            return size - 1 - at
        case _:
            return at ^ 1


def near(
    groups: Sequence[Sequence[int]],
    scheme: FirstRound,
    width: int,
    may_meet: Callable[[int, int], bool],
) -> list[tuple[int, int]]:
    """The boards that are looked at, each as its two players, the smaller one first.

    Args:
        groups: the players of each number of points, the most points first, each in the order
            of the scheme.
        scheme: how those of a group are put together.
        width: how far from the scheme.
        may_meet: whether two may meet at all.
    """
    found: set[tuple[int, int]] = set()
    for g, group in enumerate(groups):
        size = len(group)
        for at, one in enumerate(group):
            middle = partner(scheme, at, size)
            for two in group[max(0, middle - width) : middle + width + 1]:
                if one != two:
                    found.add((one, two) if one < two else (two, one))
        last = group[-width:]
        for lower in groups[g + 1 : g + 1 + _GROUPS]:
            found.update(
                (one, two) if one < two else (two, one) for one in last for two in lower[:width]
            )
    return sorted(pair for pair in found if may_meet(*pair))


def can_pair(here: Sequence[int], apart: Mapping[int, frozenset[int]]) -> bool:
    """Whether all of these can be paired, if nobody meets those he is kept apart from.

    >>> can_pair([1, 2], {}), can_pair([1, 2], {1: frozenset({2}), 2: frozenset({1})})
    (True, False)
    """
    place = {number: i for i, number in enumerate(here)}
    everybody = (1 << len(here)) - 1
    rows = []
    for i, number in enumerate(here):
        row = everybody ^ (1 << i)
        for other in apart.get(number, ()):
            if other in place:
                row &= ~(1 << place[other])
        rows.append(row)
    return perfect(rows) is not None
