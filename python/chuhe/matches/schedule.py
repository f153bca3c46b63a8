"""Who plays whom with what, in which order.

Two games follow each other: the same opening with both colours. A round of such pairs goes through
all encounters before the next opening comes.

>>> [(f.red, f.black, f.round) for f in fixtures(2, 4)]
[(0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1)]
>>> [(f.red, f.black) for f in fixtures(3, 2, gauntlet=True)]
[(0, 1), (1, 0), (0, 2), (2, 0)]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Fixture", "encounters", "fixtures"]


class Fixture(NamedTuple):
    """One game to be played.

    Attributes:
        number: from 0; games of a pair are 2k and 2k + 1.
        round: which opening, from 0.
        red: which engine plays Red, from 0.
        black: which one plays Black.
    """

    number: int
    round: int
    red: int
    black: int

    @property
    def pair(self) -> int:
        """The number of the pair it belongs to."""
        return self.number // 2

    @property
    def turned(self) -> bool:
        """Whether it is the second game of its pair."""
        return self.number % 2 == 1


def encounters(engines: int, *, gauntlet: bool = False) -> list[tuple[int, int]]:
    """The pairs of engines that meet: all, or the first with each other one.

    >>> encounters(3), encounters(3, gauntlet=True)
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)])
    """
    firsts = range(1 if gauntlet else engines)
    return [(a, b) for a in firsts for b in range(a + 1, engines)]


def fixtures(engines: int, games: int, *, gauntlet: bool = False) -> Iterator[Fixture]:
    """All games of a match, in order.

    Args:
        engines: how many there are.
        games: how many games each encounter has; an odd number is one more.
        gauntlet: whether only the first engine meets the others.
    """
    meeting = encounters(engines, gauntlet=gauntlet)
    number = 0
    for round in range((games + 1) // 2):
        for first, second in meeting:
            yield Fixture(number, round, first, second)
            yield Fixture(number + 1, round, second, first)
            number += 2
