"""Where the seeds of a knock-out stand in the bracket.

>>> bracket(8)
(1, 8, 4, 5, 2, 7, 3, 6)
>>> bracket(5)
(1, 8, 4, 5, 2, 7, 3, 6)

Neighbours meet, then the winners of neighbouring pairs, and so on; seeds that
are missing (6, 7 and 8 in the second example) are byes for the best seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    That finds a good order, which is not proven to be the best.

    >>> arranged([11, 12, 13, 14, 15, 16, 17, 18], {11: "Shanghai", 18: "Shanghai"})
    [11, 12, 13, 14, 15, 18, 17, 16]
    """
    return _Arranging(players, units).order


class _Arranging:
    """An order of the players that is improved exchange by exchange."""

    def __init__(self, players: Sequence[int], units: Mapping[int, str]) -> None:
        self.order = list(players)
        self._slot = {seed: at for at, seed in enumerate(bracket(len(players)))}
        self._rounds = (len(self._slot) - 1).bit_length()
        self._seat = {player: seed for seed, player in enumerate(players, 1)}
        self._unit = {player: units[player] for player in players if units.get(player)}
        self._mates: dict[str, list[int]] = {}
        for player, unit in self._unit.items():
            self._mates.setdefault(unit, []).append(player)
        for round in range(1, self._rounds):
            while self._improve(round):
                pass

    def _improve(self, round: int) -> bool:
        """One exchange for somebody who could meet one of his unit in a round, if there is one."""
        for seed in range(1, len(self.order) + 1):
            if not self._meetings(seed)[round]:
                continue
            changes = [(self._change(seed, other), other) for other in self._others(seed)]
            if changes and min(changes)[0] < [0] * (self._rounds + 1):
                self._exchange(seed, min(changes)[1])
                return True
        return False

    def _others(self, seed: int) -> list[int]:
        """With whom a seed may change places."""
        low = 1 << (seed - 1).bit_length() >> 1
        group = range(low + 1, min(2 * low, len(self.order)) + 1)
        return [n for n in group if n != seed and self._has_bye(n) == self._has_bye(seed)]

    def _has_bye(self, seed: int) -> bool:
        return len(self._slot) + 1 - seed > len(self.order)

    def _meetings(self, seed: int) -> list[int]:
        """How many of his unit who stands here could meet, by round."""
        count = [0] * (self._rounds + 1)
        player = self.order[seed - 1]
        for mate in self._mates.get(self._unit.get(player, ""), ()):
            if mate != player:
                count[meeting_round(self._slot[seed], self._slot[self._seat[mate]])] += 1
        return count

    def _change(self, one: int, two: int) -> list[int]:
        """What an exchange adds to the meetings of each round.

        A meeting of these two with each other would count twice before and
        after, which leaves the difference as it is.
        """
        before = [a + b for a, b in zip(self._meetings(one), self._meetings(two), strict=True)]
        self._exchange(one, two)
        after = [a + b for a, b in zip(self._meetings(one), self._meetings(two), strict=True)]
        self._exchange(one, two)
        return [b - a for a, b in zip(before, after, strict=True)]

    def _exchange(self, one: int, two: int) -> None:
        order, seat = self.order, self._seat
        order[one - 1], order[two - 1] = order[two - 1], order[one - 1]
        seat[order[one - 1]], seat[order[two - 1]] = one, two
