"""The heaviest matching of a graph: who is paired with whom, exact to the last bit.

All pairing rules of this package come down to weights: a sum over the pairs
that is greatest for the pairing the rule wants.  Floating point would lose
what is written in the low bits, so weights are Python integers of any size.
"""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import rustworkx

__all__ = ["heaviest"]

#: rustworkx counts in 128 bits and needs some to spare: duals are doubled sums of weights.
_FAST_BITS = 120

Edge = tuple[int, int, int]


def heaviest(vertices: int, edges: Iterable[Edge]) -> list[int | None]:
    """The matching whose weights sum highest: the mate of each vertex, None for none.

    Args:
        vertices: how many there are, 0 to ``vertices - 1``.
        edges: two vertices and the weight of their pair; at most one edge a
            pair. What is not listed cannot be matched, and neither is an edge
            of weight 0 or less.

    >>> heaviest(4, [(0, 1, 5), (1, 2, 6), (2, 3, 5)])
    [1, 0, 3, 2]
    >>> heaviest(3, [(0, 1, 1 << 200), (1, 2, (1 << 200) + 1)])
    [None, 2, 1]
    """
    kept = [edge for edge in edges if edge[2] > 0]
    most = max((edge[2] for edge in kept), default=0)
    pairs = _fast(vertices, kept) if most.bit_length() <= _FAST_BITS else _exact(kept)
    mates: list[int | None] = [None] * vertices
    for one, other in pairs:
        mates[one], mates[other] = other, one
    return mates


def _fast(vertices: int, edges: list[Edge]) -> Iterable[tuple[int, int]]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(edges)
    return rustworkx.max_weight_matching(graph, weight_fn=int)


def _exact(edges: list[Edge]) -> Iterable[tuple[int, int]]:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs: Iterable[tuple[int, int]] = nx.max_weight_matching(graph)
    return pairs
