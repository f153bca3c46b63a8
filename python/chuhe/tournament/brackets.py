"""Where the seeds of a knock-out stand in the bracket.

>>> bracket(8)
(1, 8, 4, 5, 2, 7, 3, 6)
>>> bracket(5)
(1, 8, 4, 5, 2, 7, 3, 6)

Neighbours meet, then the winners of neighbouring pairs, and so on; seeds that
are missing (6, 7 and 8 in the second example) are byes for the best seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from chuhe.errors import add_messages
from chuhe.i18n import N_

__all__ = ["arranged", "bracket", "meeting_round"]


def bracket(players: int) -> tuple[int, ...]:
    """The seeds in the order of the bracket, which has the next power of two of places.

    Seeds 1 and 2 can meet in the final only, 1 to 4 not before the
    semi-finals, and so on.
    """
    order = [1]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for best in order for seed in (best, size + 1 - best)]
    return tuple(order)


def meeting_round(one: int, two: int) -> int:
    """In which round two places of the bracket meet if both win; places from 0.

    >>> meeting_round(0, 1), meeting_round(0, 2), meeting_round(3, 4)
    (1, 2, 3)
    """
    return (one ^ two).bit_length()


def arranged(players: Sequence[int], units: Mapping[int, str]) -> list[int]:
    """The players by seed, changed so that those of one unit meet as late as can be found.

    Players change places only within a group of seeds (3–4, 5–8, 9–16 …) and
    those with a bye only with those with a bye.  From the first round on, each
    player who could meet one of his unit in it, the best seed first, makes the
    exchange that lowers the number of such meetings in round one most, of equal
    ones that in round two, and so on; only exchanges that lower it are made.
    From round two on only units are looked at that are small enough to be kept
    apart until then.  That finds a good order, which is not proven to be the best.

    >>> arranged([11, 12, 13, 14, 15, 16, 17, 18], {11: "Shanghai", 18: "Shanghai"})
    [11, 12, 13, 14, 15, 18, 17, 16]
    """
    return list(_arranged(tuple(players), tuple((p, units[p]) for p in players if units.get(p))))


@lru_cache(maxsize=64)  # a knock-out that is built up from its log asks again and again
def _arranged(players: tuple[int, ...], units: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    return tuple(_Arranging(players, dict(units)).order)


class _Arranging:
    """An order of the players that is improved exchange by exchange."""

    def __init__(self, players: Sequence[int], units: Mapping[int, str]) -> None:
        self.order = list(players)
        self._units = units
        self._slot = {seed: at for at, seed in enumerate(bracket(len(players)))}
        self._rounds = (len(self._slot) - 1).bit_length()
        #: How many of a unit stand in a section: (unit, round, section) → number.  The
        #: players of one section have met each other after that round.
        self._standing: Counter[tuple[str, int, int]] = Counter()
        for seed, player in enumerate(players, 1):
            if player in units:
                self._stand(units[player], self._slot[seed], 1)
        sizes = Counter(units.values())
        for round in range(1, self._rounds):
            small = {u for u, n in sizes.items() if round == 1 or n <= len(self._slot) >> round}
            while sum(self._improve(seed, round, small) for seed in range(1, len(players) + 1)):
                pass

    def _stand(self, unit: str, slot: int, change: int) -> None:
        for round in range(self._rounds + 1):
            self._standing[unit, round, slot >> round] += change

    def _improve(self, seed: int, round: int, small: Container[str]) -> bool:
        """The best exchange for a seed who could meet one of his unit in a round, if one helps."""
        unit = self._units.get(self.order[seed - 1])
        slot = self._slot[seed]
        if unit not in small or unit is None or not self._meetings(unit, slot, slot)[round - 1]:
            return False
        best = min(((self._change(seed, n), n) for n in self._others(seed)), default=None)
        if best is None or best[0] >= [0] * self._rounds:
            return False
        self._exchange(seed, best[1])
        return True

    def _others(self, seed: int) -> list[int]:
        """With whom a seed may change places."""
        low = 1 << (seed - 1).bit_length() >> 1
        group = range(low + 1, min(2 * low, len(self.order)) + 1)
        return [n for n in group if n != seed and self._has_bye(n) == self._has_bye(seed)]

    def _has_bye(self, seed: int) -> bool:
        return len(self._slot) + 1 - seed > len(self.order)

    def _meetings(self, unit: str, slot: int, own: int) -> list[int]:
        """How many of his unit a player who stands in ``own`` could meet from a slot, by round."""
        near = [
            self._standing[unit, round, slot >> round] - (slot >> round == own >> round)
            for round in range(self._rounds + 1)
        ]
        return [after - before for before, after in pairwise(near)]

    def _change(self, one: int, two: int) -> list[int]:
        """What an exchange of two seeds adds to the meetings of each round."""
        units = [self._units.get(self.order[seed - 1]) for seed in (one, two)]
        change = [0] * self._rounds
        if units[0] == units[1]:
            return change
        slots = self._slot[one], self._slot[two]
        for unit, here, there in zip(units, slots, reversed(slots), strict=True):
            if unit is not None:
                before, after = self._meetings(unit, here, here), self._meetings(unit, there, here)
                change = [c + b - a for c, a, b in zip(change, before, after, strict=True)]
        return change

    def _exchange(self, one: int, two: int) -> None:
        order = self.order
        for seed, other in ((one, two), (two, one)):
            unit = self._units.get(order[seed - 1])
            if unit is not None:
                self._stand(unit, self._slot[seed], -1)
                self._stand(unit, self._slot[other], 1)
        order[one - 1], order[two - 1] = order[two - 1], order[one - 1]


add_messages(
    {
        "knockout.seeds": N_("bracket: {player}, seed {seed}, meets {opponent}, seed {other}"),
        "knockout.seeds_apart": N_(
            "bracket: {player}, seed {seed}, meets {opponent}, seed {other}; "
            "places were exchanged to keep units apart"
        ),
        "knockout.bye": N_("{player} has a bye as seed {seed}"),
    }
)
