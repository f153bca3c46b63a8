"""Big brackets: the best pairing by prices, without a weighted matching.

What a pair is worth by the criteria hangs on a few things about each of the
two (`_kind`), so a bracket of a thousand players has some dozens of *kinds*.
Let each kind have a price such that the prices of no two together are less
than twice what they are worth as a pair.  Then no pairing is worth more than
half the prices of all players; and a pairing of all of them in which every
pair is worth exactly its prices, a *tight* one, is worth just that: it is the
best, and the best ones are the tight ones and no others.

Cheapest prices come from a transport problem of kinds (`_prices`).  What is
left is a graph without weights, and the order of article 4 is asked of that:
whom each of those moved down gets, then who changes halves, then whom the upper
half gets.  Where no tight pairing is found the answer is None, and the bracket
is paired by weights (`chuhe.tournament.dutch.bracket`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from chuhe.tournament.bitrows import augment, bits, first_in_order, perfect
from chuhe.tournament.dutch.criteria import Columns
from chuhe.tournament.dutch.entrants import Entrant

__all__ = ["Graph", "Tight", "tight", "tight_graph"]

#: So many exchanges of one player are tried.
_EXCHANGES = 2000

Kind = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Tight:
    """A bracket as it is to be paired; all numbers are places among its players."""

    pairs: tuple[tuple[int, int], ...]
    left: int | None
    """Who is left over, where the number is odd."""
    exchanged: tuple[int, ...]
    """Players of the lower half of the remainder that went to the upper."""
    total: int
    """What the pairs, and the bye, are worth together."""


def tight(
    players: Sequence[Entrant],
    movers: int,
    columns: Columns,
    takers: Collection[Entrant] | None,
    *,
    last_round: bool,
) -> Tight | None:
    """The pairing of a bracket in which everybody is paired, but one where the number is odd.

    Args:
        players: those moved down first, all in order.
        movers: how many are moved down; these are not paired with each other, and all are paired.
        columns: what a pair is worth.
        takers: of whom one gets the bye; None: one floats down, whoever it is.
        last_round: whether topscorers are favoured.

    Returns:
        The one the Dutch system prescribes; None if it was not found this way.
    """
    zones = (movers, len(players), len(players))
    graph = tight_graph(players, zones, columns, takers, last_round=last_round)
    if graph is None:
        return None
    return _Order(players, movers, graph.rows, len(players) % 2 == 1).found(columns, takers)


@dataclass(frozen=True, slots=True)
class Graph:
    """The tight pairs of some players."""

    rows: list[int]
    """A row of bits each; one more for nobody, where the number is odd."""
    total: int
    """What all pairs, and the bye, are worth together if everybody is paired so."""


def tight_graph(
    players: Sequence[Entrant],
    zones: tuple[int, int, int],
    columns: Columns,
    takers: Collection[Entrant] | None,
    *,
    last_round: bool,
) -> Graph | None:
    """The graph of the tight pairs; None if not even kinds can all be paired.

    Args:
        players: a bracket in order, then the next score group, then all others.
        zones: how many are moved down; how many the bracket has; how many with the next group.
        columns: what a pair is worth.
        takers: as for `tight`.
        last_round: whether topscorers are favoured.
    """
    kinds = _Kinds(players, zones, takers, last_round)
    prices = _prices(kinds.sizes, kinds.worth(columns))
    if prices is None:
        return None
    total = sum(price * size for price, size in zip(prices, kinds.sizes, strict=True))
    return Graph(kinds.rows(columns, prices), total // 2)


_MOVED, _RESIDENT, _NEXT, _REST = range(4)


class _Kinds:
    """The kinds of players of a bracket; the last one is nobody, where the number is odd."""

    def __init__(
        self,
        players: Sequence[Entrant],
        zones: tuple[int, int, int],
        takers: Collection[Entrant] | None,
        last_round: bool,
    ) -> None:
        self.players, self.takers = players, takers
        movers = zones[0]
        self.odd = len(players) % 2 == 1
        can_leave = {p.number for p in (players[movers:] if takers is None else takers)}
        places: dict[Kind, int] = {}
        self.kind: list[int] = []
        for i, player in enumerate(players):
            leaves = self.odd and player.number in can_leave
            games = len(player.sides) if leaves and takers is not None else 0
            zone = bisect_right(zones, i)
            more = _kind(player, last_round) if zone < _REST else _colour(player)
            key = (zone, leaves, games, *more)
            self.kind.append(places.setdefault(key, len(places)))
        self.keys = list(places)
        self.members: list[list[int]] = [[] for _ in self.keys]
        for i, kind in enumerate(self.kind):
            self.members[kind].append(i)
        self.sizes = [*map(len, self.members), *([1] if self.odd else [])]

    def worth(self, columns: Columns) -> list[list[int | None]]:
        """What a pair of two kinds is worth; None where there is no such pair."""
        heads = [self.players[members[0]] for members in self.members]
        table: list[list[int | None]] = [[None] * len(self.sizes) for _ in self.sizes]
        for a, one in enumerate(heads):
            for b in range(a, len(heads)):
                high, low = (one, heads[b]) if one.score >= heads[b].score else (heads[b], one)
                alone = a == b and len(self.members[a]) == 1
                zones = self.keys[a][0], self.keys[b][0]
                if alone or zones == (_MOVED, _MOVED) or not _like(high, low):
                    continue
                if _REST in zones:
                    worth = columns.below
                elif _NEXT in zones:
                    worth = columns.next(high, low)
                else:
                    worth = columns.inside(high, low)
                table[a][b] = table[b][a] = worth
            if self.odd and self.keys[a][1]:
                table[a][-1] = table[-1][a] = 0 if self.takers is None else columns.bye(one)
        return table

    def rows(self, columns: Columns, prices: Sequence[int]) -> list[int]:
        """The graph of the tight pairs, as rows of bits; nobody is the last row."""
        table = self.worth(columns)
        masks = [sum(1 << i for i in members) for members in self.members]
        if self.odd:
            masks.append(1 << len(self.players))
        near = [
            sum(
                mask
                for b, mask in enumerate(masks)
                if (worth := row[b]) is not None and prices[a] + prices[b] == 2 * worth
            )
            for a, row in enumerate(table)
        ]
        place = {player.number: i for i, player in enumerate(self.players)}
        rows = []
        for i, player in enumerate(self.players):
            row = near[self.kind[i]] & ~(1 << i)
            for number in player.barred:
                other = place.get(number)
                if other is not None:
                    row &= ~(1 << other)
            rows.append(row)
        return [*rows, near[-1]] if self.odd else rows


def _kind(player: Entrant, last_round: bool) -> Kind:
    """All about a player that a column, or a criterion of kinds, asks for."""
    key: Kind = (player.score, player.due, player.strength, player.floats)
    return (*key, player.difference, player.repeated, player.top) if last_round else key


def _colour(player: Entrant) -> Kind:
    """What C3 asks for."""
    return (player.due, player.absolute, player.top) if player.absolute else (None, False, False)


def _like(one: Entrant, two: Entrant) -> bool:
    """Whether two kinds may meet (C3); whom a player has met does not count here."""
    return one.due != two.due or not (one.absolute and two.absolute and not (one.top or two.top))


# ---------------------------------------------------------------- prices


def _prices(sizes: Sequence[int], worth: Sequence[Sequence[int | None]]) -> list[int] | None:
    """Prices of the kinds whose sum over all players is least; None if kinds cannot all be paired.

    Twice the players, once as givers and once as takers: a transport problem,
    solved by paths of least cost.  The price of a kind is what it costs as a
    giver and as a taker together.

    >>> _prices([1, 1], [[None, 5], [5, None]])
    [5, 5]
    >>> _prices([2, 2], [[3, 5], [5, 0]])
    [5, 5]
    """
    count = len(sizes)
    most = max((w for row in worth for w in row if w is not None), default=0)
    cost = [[None if w is None else most - w for w in row] for row in worth]
    supply, demand = list(sizes), list(sizes)
    flow = [[0] * count for _ in range(count)]
    giver, taker = [0] * count, [0] * count  # potentials
    for b in range(count):
        taker[b] = min((price for row in cost if (price := row[b]) is not None), default=0)
    while any(supply):
        path = _cheapest(cost, supply, demand, flow, giver, taker)
        if path is None:
            return None
        amount = min(
            supply[path[0][0]],
            demand[path[-1][1]],
            *(flow[a][b] for a, b, forward in path if not forward),
        )
        supply[path[0][0]] -= amount
        demand[path[-1][1]] -= amount
        for a, b, forward in path:
            flow[a][b] += amount if forward else -amount
    return [most + giver[a] - taker[a] for a in range(count)]


def _cheapest(
    cost: Sequence[Sequence[int | None]],
    supply: Sequence[int],
    demand: Sequence[int],
    flow: Sequence[Sequence[int]],
    giver: list[int],
    taker: list[int],
) -> list[tuple[int, int, bool]] | None:
    """The cheapest path from a supply to a demand, as arcs (giver, taker, forward).

    The potentials are raised by the distances, so that no arc has a negative cost afterwards.
    """
    count = len(supply)
    far: dict[int, int] = {}
    back: dict[int, int] = {}
    heap = [(0, a) for a in range(count) if supply[a]]
    near = {a: 0 for _, a in heap}
    end = None
    while heap:
        distance, node = heappop(heap)
        if node in far:
            continue
        far[node] = distance
        if node >= count and demand[node - count]:
            end = node
            break
        if node < count:
            for b, price in enumerate(cost[node]):
                if price is not None and count + b not in far:
                    new = distance + price + giver[node] - taker[b]
                    if new < near.get(count + b, new + 1):
                        near[count + b], back[count + b] = new, node
                        heappush(heap, (new, count + b))
        else:
            b = node - count
            for a in range(count):
                if flow[a][b] and a not in far and distance < near.get(a, distance + 1):
                    near[a], back[a] = distance, node
                    heappush(heap, (distance, a))
    if end is None:
        return None
    length = far[end]
    for a in range(count):
        giver[a] += min(far.get(a, length), length)
        taker[a] += min(far.get(count + a, length), length)
    arcs = []
    node = end
    while node in back:
        before = back[node]
        arcs.append(
            (before, node - count, True) if node >= count else (node, before - count, False)
        )
        node = before
    return arcs[::-1]


# ---------------------------------------------------------------- the order


class _Order:
    """The first in order of the tight pairings."""

    def __init__(self, players: Sequence[Entrant], movers: int, rows: list[int], odd: bool) -> None:
        self.players, self.movers, self.rows, self.odd = players, movers, rows, odd
        self.alive = (1 << len(rows)) - 1
        self.pairs: list[tuple[int, int]] = []

    def found(self, columns: Columns, takers: Collection[Entrant] | None) -> Tight | None:
        if self.movers and not self._pair_movers():
            return None
        nobody = len(self.players)
        remainder = [i for i in bits(self.alive) if i != nobody]
        half = len(remainder) // 2
        uppers, lowers = remainder[:half], sum(1 << i for i in remainder[half:])
        extra = [nobody] if self.odd else []
        mates = first_in_order(self.rows, [*uppers, *extra], lowers)
        if mates is None:
            changed = self._exchanged(remainder, half, extra)
            if changed is None:
                return None
            uppers, mates = changed
        left = mates.pop(nobody) if self.odd else None
        pairs = sorted([*self.pairs, *((u, mates[u]) for u in uppers)])
        total = sum(columns.inside(self.players[i], self.players[j]) for i, j in pairs)
        if left is not None and takers is not None:
            total += columns.bye(self.players[left])
        exchanged = tuple(i for i in uppers if i in set(remainder[half:]))
        return Tight(tuple(pairs), left, exchanged, total)

    def _pair_movers(self) -> bool:
        """Each mover in turn gets the highest resident that leaves a tight pairing of all."""
        mates = perfect(self.rows)
        if mates is None:
            return False
        for mover in range(self.movers):
            self.alive &= ~(1 << mover)
            for resident in bits(self.rows[mover] & self.alive):
                if self._given(mates, mover, resident):
                    break
            else:
                raise AssertionError("there was a pairing")
            self.alive &= ~(1 << resident)
            self.pairs.append((mover, resident))
        return True

    def _given(self, mates: list[int], mover: int, resident: int) -> bool:
        """Pair a mover with a resident, if the others can be paired then."""
        if resident == len(self.players):
            return False
        if mates[mover] == resident:
            return True
        one, two = mates[mover], mates[resident]
        mates[one] = mates[two] = -1
        if not augment(self.rows, mates, one, self.alive & ~(1 << resident)):
            mates[one], mates[two] = mover, resident
            return False
        mates[mover], mates[resident] = resident, mover
        return True

    def _exchanged(
        self, remainder: Sequence[int], half: int, extra: Sequence[int]
    ) -> tuple[list[int], dict[int, int]] | None:
        """One exchange, if it is enough: of the least difference, the lowest going down (4.3)."""
        tries = 0
        for difference in range(1, len(remainder)):
            for down in range(half - 1, -1, -1):
                up = down + difference
                if up < half:
                    break
                if up >= len(remainder):
                    continue
                tries += 1
                if tries > _EXCHANGES:
                    return None
                mates = self._halves(remainder, half, down, up, extra)
                if mates is not None:
                    uppers = sorted([*remainder[:down], *remainder[down + 1 : half], remainder[up]])
                    return uppers, mates
        return None

    def _halves(
        self, remainder: Sequence[int], half: int, down: int, up: int, extra: Sequence[int]
    ) -> dict[int, int] | None:
        uppers = sorted([*remainder[:down], *remainder[down + 1 : half], remainder[up]])
        lowers = sum(1 << i for i in [remainder[down], *remainder[half:]]) & ~(1 << remainder[up])
        rows = list(self.rows)
        for u in uppers:
            rows[u] = rows[u] >> (u + 1) << (u + 1)  # an upper is the higher one of a pair
        return first_in_order(rows, [*uppers, *extra], lowers)
