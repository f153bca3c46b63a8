"""The graph of one pairing bracket, narrowed step by step until one pairing is left.

It comes in the three sizes that `chuhe.tournament.dutch.bracket` tells of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from chuhe.tournament.dutch.completion import completes
from chuhe.tournament.dutch.criteria import Columns, bracket_columns
from chuhe.tournament.dutch.entrants import Entrant
from chuhe.tournament.dutch.prices import Tight, tight
from chuhe.tournament.dutch.whole import whole
from chuhe.tournament.matching import heaviest

__all__ = ["BIG", "Bracket", "Graph", "Paired", "UnsureError"]

Pair = tuple[int, int]

#: From so many players on a bracket is first tried by prices.
BIG = 100

#: As many bits as the fast matching takes; an order is asked for in pieces that fit.
_BITS = 118


@dataclass(frozen=True, slots=True)
class Bracket:
    """What there is to pair: all players left, the bracket's first."""

    movers: tuple[Entrant, ...]
    """Moved down into it (MDPs), in order."""
    residents: tuple[Entrant, ...]
    """The players of its score group, in order."""
    below: tuple[Entrant, ...]
    """The next score group."""
    rest: tuple[Entrant, ...]
    """All below that."""
    bye: tuple[Entrant, ...]
    """Who can get the bye of the round (C2, C5); empty for an even number."""
    last_round: bool

    @property
    def members(self) -> tuple[Entrant, ...]:
        """All of the bracket."""
        return self.movers + self.residents


@dataclass(frozen=True, slots=True)
class Paired:
    """What became of a bracket."""

    pairs: tuple[tuple[Entrant, Entrant], ...]
    """Higher and lower, in the order of the higher."""
    floaters: tuple[Entrant, ...]
    """Left over; one of them at most gets the bye."""
    quality: dict[str, int]
    """The sums of the criteria's columns."""
    exchanged: tuple[Entrant, ...]
    """Players of the lower half of the remainder that went to the upper."""
    size: str
    """``closed``, ``open`` or ``full``."""


class UnsureError(Exception):
    """The graph is too small for a certain answer."""


class Graph:
    """The graph of a bracket.

    Args:
        bracket: the bracket.
        size: ``closed``, ``open`` or ``full``. A graph that is too small for a certain
            answer raises `UnsureError` when it is asked.
    """

    def __init__(self, bracket: Bracket, size: str) -> None:
        self.bracket = bracket
        self.size = size
        self.players = bracket.members
        if size != "closed":
            self.players += bracket.below
        if size == "full":
            self.players += bracket.rest
        self.first = len(bracket.movers)
        self.end = len(bracket.members)
        self.columns = self._columns()
        self.vertices = len(self.players) + 1
        self.fixed: list[Pair] = []
        self.weights: dict[Pair, int] = {}
        self.mates: list[int | None] = []
        self.certain: set[frozenset[int]] = set()
        self.exchanged: list[int] = []

    def paired(self) -> Paired:
        """Narrow by the steps of articles 3 and 4; what is left is the answer."""
        done = self._natural() or self._tight()
        if done:
            return done
        self.weights = self._weights()
        self._solve()
        quality = self.columns.split(self._sum())
        self._choose_movers()
        self._pair_movers()
        self._pair_remainder()
        pairs = sorted(self.fixed)
        taken = {i for pair in pairs for i in pair}
        members = self.players[: self.end]
        return Paired(
            tuple((members[i], members[j]) for i, j in pairs),
            tuple(member for i, member in enumerate(members) if i not in taken),
            quality,
            tuple(members[i] for i in self.exchanged),
            self.size,
        )

    def quality(self, forced: tuple[int, int] | None) -> dict[str, int] | None:
        """How well the criteria can be kept by a round in which these two meet."""
        self.weights = self._weights()
        if forced:
            wanted = {i for i, player in enumerate(self.players) if player.number in forced}
            self._keep(lambda i, j: len(wanted & {i, j}) != 1)
        self._solve()
        if None in self.mates[: len(self.players)]:
            return None
        return self.columns.split(self._sum())

    def _natural(self) -> Paired | None:
        """The upper half against the lower half as they stand, if no criterion wants more.

        Nothing comes before it in order, so nothing else need be looked at.
        """
        if self.first or len(self.players) > self.end or self.size == "open":
            return None
        half, members, columns = self.end // 2, self.players, self.columns
        pairs = tuple(zip(members[:half], members[half : 2 * half], strict=True))
        if not all(high.may_meet(low) for high, low in pairs):
            return None
        left = members[2 * half :]
        total = sum(columns.inside(*pair) for pair in pairs)
        if self.size == "full":
            if any(player not in self.bracket.bye for player in left):
                return None
            total += sum(map(columns.bye, left))
        if total != columns.size - 1:
            return None
        return Paired(pairs, left, columns.split(total), (), self.size)

    def _tight(self) -> Paired | None:
        """A big bracket by prices (`chuhe.tournament.dutch.prices`), if it is one of its own."""
        bracket, members = self.bracket, self.players
        if len(members) < BIG or len(members) > self.end or self.size == "open":
            return None
        takers = bracket.bye if self.size == "full" else None
        if takers is not None and not set(takers).isdisjoint(bracket.movers):
            return None
        found = self._priced(members, self.first, takers)
        if found is None:
            return None
        return Paired(
            tuple((members[i], members[j]) for i, j in found.pairs),
            () if found.left is None else (members[found.left],),
            self.columns.split(found.total),
            tuple(members[i] for i in found.exchanged),
            self.size,
        )

    def whole(self) -> Paired | None:
        """A big bracket by prices of everybody (`chuhe.tournament.dutch.whole`)."""
        bracket, players = self.bracket, self.players
        zones = (self.first, self.end, self.end + len(bracket.below))
        last_round = bracket.last_round
        found = whole(players, zones, self.columns, bracket.bye, last_round=last_round)
        if found is None:
            return None
        taken = {i for pair in found.pairs for i in pair}
        return Paired(
            tuple((players[i], players[j]) for i, j in found.pairs),
            tuple(p for i, p in enumerate(players[: self.end]) if i not in taken),
            self.columns.split(found.total),
            tuple(players[i] for i in found.exchanged),
            self.size,
        )

    def _priced(
        self, members: Sequence[Entrant], movers: int, takers: Collection[Entrant] | None
    ) -> Tight | None:
        last_round = self.bracket.last_round
        return tight(members, movers, self.columns, takers, last_round=last_round)

    def total_with(self, high: Entrant, low: Entrant) -> int | None:
        """What the best pairing of a bracket on its own is worth if two meet; None: not found."""
        takers = self.bracket.bye if self.size == "full" else None
        if takers is not None and not set(takers).isdisjoint(self.bracket.movers):
            return None
        rest = [player for player in self.players if player not in (high, low)]
        movers = self.first - (high in self.bracket.movers)
        found = self._priced(rest, movers, takers)
        return None if found is None else found.total + self.columns.inside(high, low)

    # ------------------------------------------------------------ the graph

    def _columns(self) -> Columns:
        bracket = self.bracket
        full = self.size == "full"
        return bracket_columns(
            bracket.movers,
            bracket.residents,
            () if self.size == "closed" else bracket.below,
            last_round=bracket.last_round,
            everybody=(len(self.players) + 1) // 2 if full else 0,
            bye=bracket.bye if full and self._ends_with_the_bye() else (),
        )

    def _ends_with_the_bye(self) -> bool:
        """Whether C9 counts: nobody floats down but the one who gets the bye."""
        bracket = self.bracket
        if not bracket.bye or bracket.bye[0].score < bracket.residents[0].score:
            return False
        return (
            len(bracket.members) % 2 == 1
            and completes(bracket.members, bracket.bye, apart=bracket.movers)
            and completes(bracket.below + bracket.rest)
        )

    def _weights(self) -> dict[Pair, int]:
        columns, players, end = self.columns, self.players, self.end
        next_end = end + len(self.bracket.below)
        weights: dict[Pair, int] = {}
        for i, high in enumerate(players):
            for j in range(max(i + 1, self.first), len(players)):
                low = players[j]
                if high.may_meet(low):
                    if j < end:
                        weight = columns.inside(high, low)
                    elif j < next_end:
                        weight = columns.next(high, low)
                    else:
                        weight = columns.below
                    weights[i, j] = weight
        if self.size == "full":
            left = {player.number for player in self.bracket.bye}
            for i, player in enumerate(players):
                if player.number in left:
                    weights[i, len(players)] = columns.bye(player)
        return weights

    def _solve(self, order: Callable[[int, int], int] | None = None, size: int = 1) -> None:
        """Find the best pairing; among equals the one whose pairs' ``order`` sums highest.

        ``size`` is more than that sum can be. Only pairs of the bracket are asked for an order.
        """
        self.mates = self._best_mates(order, size)
        self._check()

    def _best_mates(
        self, order: Callable[[int, int], int] | None = None, size: int = 1
    ) -> list[int | None]:
        inside = self.end
        if order is None:
            edges = [(i, j, weight) for (i, j), weight in self.weights.items()]
        else:
            edges = [
                (i, j, weight * size + (order(i, j) if j < inside else 0))
                for (i, j), weight in self.weights.items()
            ]
        mates = heaviest(self.vertices, edges)
        for i, j in self.fixed:
            mates[i], mates[j] = j, i
        return mates

    def _check(self) -> None:
        """Whether the round can be completed from here, where the graph does not show it."""
        if self.size == "full":
            return
        loose = frozenset(i for i in range(len(self.players)) if self.mates[i] is None)
        if loose in self.certain:
            return
        if self.size == "closed":
            if len(loose) > self.end % 2:
                raise UnsureError
        else:
            left = tuple(self.players[i] for i in sorted(loose)) + self.bracket.rest
            movers = [m for i, m in enumerate(self.bracket.movers) if i in loose]
            if not completes(left, self.bracket.bye, apart=movers):
                raise UnsureError
        self.certain.add(loose)

    def _sum(self) -> int:
        """How good the present pairing of those not yet fixed is."""
        weights = self.weights
        return sum(weights.get((i, j), 0) for i, j in enumerate(self.mates) if j is not None)

    def _inside(self, i: int) -> bool:
        """Whether this player is now paired within the bracket."""
        mate = self.mates[i]
        return mate is not None and mate < self.end

    def _keep(self, wanted: Callable[[int, int], bool]) -> None:
        """Take out of the graph what is no longer wanted."""
        self.weights = {pair: w for pair, w in self.weights.items() if wanted(*pair)}

    def _fix(self, pairs: Collection[Pair]) -> None:
        """These pairs are certain; their players leave the graph."""
        gone = {i for pair in pairs for i in pair}
        self.fixed += pairs
        self._keep(lambda i, j: i not in gone and j not in gone)

    def _room(self) -> int:
        """How many bits an order may take so that the matching stays fast."""
        most = max(self.weights.values(), default=0)
        return _BITS - most.bit_length()

    # ------------------------------------------------------------ the steps

    def _choose_movers(self) -> None:
        """Which of those moved down are paired: the highest that can be (article 3.2)."""
        groups: dict[int, list[int]] = {}
        for i, mover in enumerate(self.bracket.movers):
            groups.setdefault(mover.score, []).append(i)
        for group in groups.values():
            paired = sum(map(self._inside, group))
            if 0 < paired < len(group):
                self._lexicographic(group)
            chosen = {i for i in group if self._inside(i)}
            others = set(group) - chosen
            self._keep(
                lambda i, j, chosen=chosen, others=others: (  # type: ignore[misc]
                    not (i in chosen and j >= self.end) and not (i in others and j < self.end)
                )
            )

    def _lexicographic(self, group: Sequence[int]) -> None:
        """Pair as many of the first of these within the bracket as can be, in their order."""
        place = {i: len(group) - 1 - k for k, i in enumerate(group)}
        self._solve(lambda i, j: 1 << place[i] if i in place else 0, 1 << len(group))

    def _pair_movers(self) -> None:
        """Each mover in turn gets the highest resident that he can have (article 4.2)."""
        movers = [i for i in range(self.first) if self._inside(i)]
        self._pair_in_order(movers, range(self.first, self.end))

    def _pair_in_order(self, uppers: Sequence[int], lowers: Sequence[int]) -> None:
        """The first in order of all pairings: the first upper has the best lower, and so on."""
        uppers, free = list(uppers), list(lowers)
        while uppers:
            digit = len(free) + 1
            count = max(1, self._room() // digit.bit_length())
            now, uppers = uppers[:count], uppers[count:]
            factor = {i: digit ** (len(now) - 1 - k) for k, i in enumerate(now)}
            value = {j: len(free) - k for k, j in enumerate(free)}
            self._solve(
                lambda i, j, factor=factor, value=value: (  # type: ignore[misc]
                    factor[i] * value[j] if i in factor and j in value else 0
                ),
                digit ** len(now),
            )
            done = [(i, mate) for i in now if (mate := self.mates[i]) is not None]
            self._fix(done)
            taken = {j for _, j in done}
            free = [j for j in free if j not in taken]

    def _pair_remainder(self) -> None:
        """Exchanges, then transpositions, of those not paired with a mover (article 4.3, 4.2)."""
        taken = {i for pair in self.fixed for i in pair}
        remainder = [i for i in range(self.first, self.end) if i not in taken]
        half = sum(self._inside(i) for i in remainder) // 2
        if not half:
            return
        best, everything = self._sum(), self.weights
        uppers = list(remainder[:half])
        self._split(uppers, remainder)
        self.mates = self._best_mates()
        if self._sum() == best:
            self._check()
        else:
            self.weights = everything
            uppers = self._exchange(remainder, half)
            self._split(uppers, remainder)
        self.exchanged = [i for i in uppers if i in set(remainder[half:])]
        self._pair_in_order(uppers, [i for i in remainder if i not in set(uppers)])

    def _split(self, uppers: Collection[int], remainder: Sequence[int]) -> None:
        """Leave of the remainder only pairs of an upper and, below him, a lower player."""
        above, members = set(uppers), set(remainder)
        self._keep(
            lambda i, j: (
                (i in above and j in members and j not in above)
                if i in above or (j < self.end and i in members)
                else j not in above
            )
        )

    def _exchange(self, remainder: Sequence[int], half: int) -> list[int]:
        """The upper half, after the exchanges needed (article 4.3).

        The fewest exchanges; then those of the least difference between the
        players that change sides; then the lowest go down, and last the
        highest come up. An upper player is the higher one of a pair.
        """
        place = {i: k for k, i in enumerate(remainder)}
        count = len(remainder)
        big = half * count + 1

        def order(i: int, j: int) -> int:
            if i not in place:
                return 0
            return (big if place[i] < half else 0) + count - place[i]

        size = big * (half + 1)
        self._solve(order, size)
        uppers = self._uppers(remainder)
        going = half - sum(place[i] < half for i in uppers)
        if going:
            before = self.weights
            self.weights = {
                (i, j): w * size + (order(i, j) if j < self.end else 0)
                for (i, j), w in before.items()
            }
            gone = self._go_down(remainder[:half], going)
            come = self._come_up(remainder[half:], going)
            uppers = self._uppers(remainder)
            assert gone.isdisjoint(uppers) and come.issubset(uppers)
            self.weights = {pair: before[pair] for pair in self.weights}
        return uppers

    def _uppers(self, remainder: Sequence[int]) -> list[int]:
        return [i for i in remainder if self._inside(i) and (self.mates[i] or 0) > i]

    def _go_down(self, uppers: Sequence[int], going: int) -> set[int]:
        """Who of the upper half goes down: from the lowest, whoever can."""
        gone: set[int] = set()
        for i in reversed(uppers):
            if len(gone) == going:
                break
            if i in self._uppers(uppers):
                self._solve(lambda a, b, i=i: int(a != i), 1 << len(uppers).bit_length())  # type: ignore[misc]
            if i not in self._uppers(uppers):
                gone.add(i)
                self._keep(lambda a, b, i=i: a != i or b >= self.end)  # type: ignore[misc]
        return gone

    def _come_up(self, lowers: Sequence[int], coming: int) -> set[int]:
        """Who of the lower half comes up: from the highest, whoever can."""
        come: set[int] = set()
        for i in lowers:
            if len(come) == coming:
                break
            if i not in self._uppers(lowers):
                self._solve(lambda a, b, i=i: int(a == i), 2)  # type: ignore[misc]
            if i in self._uppers(lowers):
                come.add(i)
                self._keep(lambda a, b, i=i: b != i and (a != i or b < self.end))  # type: ignore[misc]
        return come
