"""Matchings of graphs whose rows are whole numbers: bit *j* of row *i* for an edge.

A graph of thousands of vertices, nearly all of them joined, is a few megabytes
so, and what is free among the neighbours of a vertex is one operation.

>>> rows = [0b0110, 0b0101, 0b1011, 0b0100]
>>> perfect(rows)
[1, 0, 3, 2]
>>> perfect([0b10, 0b01, 0b00]) is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["augment", "bits", "first_in_order", "lowest", "perfect"]


def lowest(row: int) -> int:
    """The place of the lowest bit of a row that is not empty."""
    return (row & -row).bit_length() - 1


def bits(row: int) -> Iterator[int]:
    """The places of the bits of a row, from the lowest."""
    while row:
        bit = row & -row
        yield bit.bit_length() - 1
        row ^= bit


def perfect(rows: Sequence[int], mates: list[int] | None = None) -> list[int] | None:
    """A matching of all vertices, the mate of each; None if there is none.

    Args:
        rows: the graph.
        mates: a matching to begin with, -1 for no mate; it is changed.
    """
    if mates is None:
        mates = _greedy(rows)
    alive = (1 << len(rows)) - 1
    for root in range(len(rows)):
        # Who cannot be matched now never will be (Berge), whatever else is.
        if mates[root] < 0 and not augment(rows, mates, root, alive):
            return None
    return mates


def _greedy(rows: Sequence[int]) -> list[int]:
    """A matching: those with the smallest choice first, each with the first who is free."""
    mates = [-1] * len(rows)
    free = (1 << len(rows)) - 1
    for one in sorted(range(len(rows)), key=lambda i: rows[i].bit_count()):
        if mates[one] < 0 and (choice := rows[one] & free):
            two = lowest(choice)
            mates[one], mates[two] = two, one
            free &= ~(1 << one | 1 << two)
    return mates


def augment(rows: Sequence[int], mates: list[int], root: int, alive: int) -> bool:
    """Match one more vertex by a path of Edmonds; False if there is no such path.

    Args:
        rows: the graph.
        mates: the matching, -1 for no mate; it is changed.
        root: a vertex without a mate.
        alive: the vertices that count; each other one stays as it is.
    """
    search = _Search(rows, mates, root, alive)
    end = search.grown()
    if end is None:
        return False
    search.turn(*end)
    return True


class _Search:
    """An alternating tree from a root: even vertices are reached by a matched edge."""

    def __init__(self, rows: Sequence[int], mates: list[int], root: int, alive: int) -> None:
        self.rows, self.mates, self.root, self.alive = rows, mates, root, alive
        self.even = 1 << root
        self.odd = 0
        self.parent: dict[int, int] = {}
        """Odd vertex → the even one it was reached from; in a blossom also of even ones."""
        self.base: dict[int, int] = {root: root}
        self.order = [root]

    def grown(self) -> tuple[int, int] | None:
        """An even vertex and a free neighbour of it; None if there are none."""
        at = 0
        while True:
            while at < len(self.order):
                found = self._reach(self.order[at])
                if found is not None:
                    return found
                at += 1
            if not self._shrink():
                return None

    def _reach(self, v: int) -> tuple[int, int] | None:
        rows, mates = self.rows, self.mates
        new = rows[v] & self.alive & ~(self.even | self.odd)
        while new:
            w = lowest(new)
            mate = mates[w]
            if mate < 0:
                return v, w
            self.parent[w] = v
            self.base[w], self.base[mate] = w, mate
            self.odd |= 1 << w
            self.even |= 1 << mate
            self.order.append(mate)
            new &= ~(1 << w | 1 << mate)
        return None

    def _shrink(self) -> bool:
        """Contract the blossoms of edges between even vertices; whether any vertex became even."""
        before = len(self.order)
        for v in self.order[:before]:
            for w in bits(self.rows[v] & self.alive & self.even):
                if self.base[v] != self.base[w]:
                    self._contract(v, w)
            if len(self.order) > before:
                return True
        return False

    def _contract(self, v: int, w: int) -> None:
        top = self._common(v, w)
        inside: set[int] = set()
        self._mark(v, w, top, inside)
        self._mark(w, v, top, inside)
        for x, base in self.base.items():
            if base in inside:
                self.base[x] = top
                if not self.even >> x & 1:
                    self.even |= 1 << x
                    self.odd &= ~(1 << x)
                    self.order.append(x)

    def _common(self, v: int, w: int) -> int:
        above = set()
        while True:
            v = self.base[v]
            above.add(v)
            if v == self.root or self.mates[v] < 0:
                break
            v = self.parent[self.mates[v]]
        while True:
            w = self.base[w]
            if w in above:
                return w
            w = self.parent[self.mates[w]]

    def _mark(self, v: int, child: int, top: int, inside: set[int]) -> None:
        while self.base[v] != top:
            mate = self.mates[v]
            inside |= {self.base[v], self.base[mate]}
            self.parent[v] = child
            child = mate
            v = self.parent[mate]

    def turn(self, v: int, w: int) -> None:
        """Exchange matched and other edges along the path from a free vertex to the root."""
        mates = self.mates
        while True:
            after = mates[v]
            mates[v], mates[w] = w, v
            if v == self.root:
                return
            w = after
            v = self.parent[w]


def first_in_order(
    rows: Sequence[int], uppers: Sequence[int], lowers: int
) -> dict[int, int] | None:
    """Of all matchings of uppers with lowers the first: the first upper has the lowest, and so on.

    Args:
        rows: the graph; of a row of an upper the bits of ``lowers`` count.
        uppers: in their order.
        lowers: the bits of as many lowers.

    Returns:
        Upper → lower; None if they cannot all be matched.

    >>> first_in_order([0b1100, 0b1000], [0, 1], 0b1100)
    {0: 2, 1: 3}
    >>> first_in_order([0b1100, 0b0100], [0, 1], 0b1100)
    {0: 3, 1: 2}
    """
    choice = {u: rows[u] & lowers for u in uppers}
    mates: dict[int, int] = {}
    owner: dict[int, int] = {}
    free = lowers
    for u in uppers:
        taken = _take(choice, owner, mates, u, free)
        if taken is None:
            return None
        free &= ~(1 << taken)
    left = lowers
    for u in uppers:
        has = mates[u]
        better = choice[u] & left & ((1 << has) - 1)
        while better:
            low = lowest(better)
            seen = _yield_to(choice, owner, mates, owner[low], has, left & ~(1 << low))
            if seen is None:
                mates[u], owner[low] = low, u
                break
            better &= ~(seen | 1 << low)
        left &= ~(1 << mates[u])
    return mates


def _take(
    choice: dict[int, int], owner: dict[int, int], mates: dict[int, int], u: int, free: int
) -> int | None:
    """Give an upper a lower, others yielding to it; the lower that was free before."""
    reached: dict[int, int] = {}
    seen = 0
    queue = [u]
    for v in queue:
        open_ = choice[v] & ~seen
        if now := open_ & free:
            taken = low = lowest(now)
            while True:
                before = mates.get(v)
                mates[v], owner[low] = low, v
                if before is None:
                    return taken
                low, v = before, reached[before]
        for low in bits(open_):
            reached[low] = v
            queue.append(owner[low])
        seen |= open_
    return None


def _yield_to(
    choice: dict[int, int],
    owner: dict[int, int],
    mates: dict[int, int],
    first: int,
    goal: int,
    open_: int,
) -> int | None:
    """Let an upper give up its lower, others yielding, until one takes the goal.

    Returns:
        None if it is done; else the lowers whose owners cannot reach the goal.
    """
    reached: dict[int, int] = {}
    seen = 0
    queue = [first]
    end = 1 << goal
    for v in queue:
        if choice[v] & end & open_:
            low = goal
            while True:
                before = mates[v]
                mates[v], owner[low] = low, v
                if v == first:
                    return None
                low, v = before, reached[before]
        new = choice[v] & open_ & ~seen
        for low in bits(new):
            reached[low] = v
            queue.append(owner[low])
        seen |= new
    return seen
