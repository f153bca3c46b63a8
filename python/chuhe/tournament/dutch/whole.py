"""A big bracket that cannot be paired on its own: the whole field by prices.

The prices are those of `chuhe.tournament.dutch.prices`, of all players left in
the round.  The steps are those of `chuhe.tournament.dutch.bracket`, asked of the
graph of the tight pairs: what is wanted is kept if all can still be paired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from chuhe.tournament.bitrows import augment, bits, perfect
from chuhe.tournament.dutch.criteria import Columns
from chuhe.tournament.dutch.entrants import Entrant
from chuhe.tournament.dutch.prices import tight_graph

__all__ = ["Whole", "whole"]

#: So many exchanges of one player are tried.
_EXCHANGES = 200


@dataclass(frozen=True, slots=True)
class Whole:
    """A bracket as it is to be paired; all numbers are places among the players."""

    pairs: tuple[tuple[int, int], ...]
    exchanged: tuple[int, ...]
    total: int
    """What all pairs of the round, and the bye, are worth together."""


def whole(
    players: Sequence[Entrant],
    zones: tuple[int, int, int],
    columns: Columns,
    takers: Collection[Entrant],
    *,
    last_round: bool,
) -> Whole | None:
    """The pairing of a bracket with regard to everybody below.

    Args:
        players: the bracket in order, then the next score group, then all others.
        zones: how many are moved down; how many the bracket has; how many with the next group.
        columns: what a pair is worth.
        takers: of whom one gets the bye, where the number is odd.
        last_round: whether topscorers are favoured.

    Returns:
        The one the Dutch system prescribes; None if it was not found this way.
    """
    graph = tight_graph(players, zones, columns, takers, last_round=last_round)
    mates = None if graph is None else perfect(graph.rows)
    if graph is None or mates is None:
        return None
    steps = _Steps(players, zones, graph.rows, mates)
    steps.choose_movers()
    steps.pair_in_order(i for i in range(zones[0]) if steps.inside(i))
    exchanged = steps.pair_remainder()
    if exchanged is None:
        return None
    return Whole(tuple(sorted(steps.pairs)), exchanged, graph.total)


class _Steps:
    """The graph, and a pairing of all in it, narrowed step by step."""

    def __init__(
        self,
        players: Sequence[Entrant],
        zones: tuple[int, int, int],
        rows: list[int],
        mates: list[int],
    ) -> None:
        self.players, self.rows, self.mates = players, rows, mates
        self.first, self.end, _ = zones
        self.members = (1 << self.end) - 1
        self.alive = (1 << len(rows)) - 1
        self.pairs: list[tuple[int, int]] = []

    def inside(self, i: int) -> bool:
        """Whether this player is now paired within the bracket."""
        return self.mates[i] < self.end

    def choose_movers(self) -> None:
        """Which of those moved down are paired: the highest that can be (article 3.2).

        How many of each score, the criterion C7 has settled.
        """
        for i in range(self.first):
            if not self._narrow(i, self.members):
                self._narrow(i, ~self.members)

    def pair_in_order(self, uppers: Iterable[int]) -> None:
        """Each in turn gets the first of the bracket that he can have (article 4.2)."""
        for upper in list(uppers):
            self.alive &= ~(1 << upper)
            for lower in bits(self.rows[upper] & self.members & self.alive):
                if self._give(upper, lower):
                    break
            else:
                raise AssertionError("there was a pairing")
            self.alive &= ~(1 << lower)
            self.pairs.append((upper, lower))

    def pair_remainder(self) -> tuple[int, ...] | None:
        """Exchanges, then transpositions, of those not paired with a mover (articles 4.3, 4.2).

        Who of the lower half went up; None if one exchange is not enough.
        """
        remainder = [i for i in range(self.first, self.end) if self.alive >> i & 1]
        half = sum(map(self.inside, remainder)) // 2
        if not half:
            return ()
        for uppers in self._halves(remainder, half):
            if self._split(uppers, remainder):
                self.pair_in_order(uppers)
                return tuple(i for i in uppers if i in set(remainder[half:]))
        return None

    def _halves(self, remainder: Sequence[int], half: int) -> Iterable[list[int]]:
        """The upper half as it stands, then with one exchange, in their order."""
        yield list(remainder[:half])
        tries = 0
        for difference in range(1, len(remainder)):
            for down in range(half - 1, max(half - 1 - difference, -1), -1):
                if down + difference < len(remainder):
                    tries += 1
                    if tries > _EXCHANGES:
                        return
                    up = remainder[down + difference]
                    yield sorted([*remainder[:down], *remainder[down + 1 : half], up])

    def _split(self, uppers: Sequence[int], remainder: Sequence[int]) -> bool:
        """Leave of the remainder only pairs of an upper and, below him, a lower player."""
        above = sum(1 << i for i in uppers)
        below = sum(1 << i for i in remainder) & ~above
        rows, mates = list(self.rows), list(self.mates)
        for i in remainder:
            if above >> i & 1:
                rows[i] &= below & -(1 << i)
            else:
                rows[i] &= (above & ((1 << i) - 1)) | ~self.members
        # Whoever else had an upper for a neighbour has him no more.
        for i in bits(self.alive & ~(above | below)):
            rows[i] &= ~above
        loose = []
        for i in bits(self.alive):
            mate = mates[i]
            if mate >= 0 and not rows[i] >> mate & 1:
                mates[i] = mates[mate] = -1
                loose += [i, mate]
        for i in loose:
            if mates[i] < 0 and not augment(rows, mates, i, self.alive):
                return False
        self.rows, self.mates = rows, mates
        return True

    def _narrow(self, i: int, wanted: int) -> bool:
        """Let a player have these opponents only, if all can be paired then."""
        before = self.rows[i]
        gone = before & ~wanted
        self._cut(i, gone)
        mate = self.mates[i]
        if not gone >> mate & 1:
            return True
        self.mates[i] = self.mates[mate] = -1
        if self.rows[i] and augment(self.rows, self.mates, i, self.alive):
            return True
        self.mates[i], self.mates[mate] = mate, i
        self.rows[i] = before
        for j in bits(gone):
            self.rows[j] |= 1 << i
        return False

    def _cut(self, i: int, gone: int) -> None:
        self.rows[i] &= ~gone
        for j in bits(gone):
            self.rows[j] &= ~(1 << i)

    def _give(self, upper: int, lower: int) -> bool:
        """Pair two, if the others can be paired then."""
        if self.mates[upper] == lower:
            return True
        one, two = self.mates[upper], self.mates[lower]
        self.mates[one] = self.mates[two] = -1
        if not augment(self.rows, self.mates, one, self.alive & ~(1 << lower)):
            self.mates[one], self.mates[two] = upper, lower
            return False
        self.mates[upper], self.mates[lower] = lower, upper
        return True
