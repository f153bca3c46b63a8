"""The places of a knock-out: by the stage in which somebody went out.

>>> from chuhe.tournament.bracket_plan import single
>>> from chuhe.tournament.bracket_tree import grown
>>> groups(grown(single(3), [7, 8, 9], []), [7, 8, 9])
[[7, 8, 9]]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from chuhe.tournament.bracket_tree import Node, Tree
from chuhe.tournament.standings import Row, Standings

__all__ = ["groups", "out_in", "placed"]


def groups(tree: Tree, players: Sequence[int]) -> list[list[int]]:
    """The players from the top: who is still in, then those who went out, the last ones first.

    The match for the third place parts the losers of the semi-finals.
    """
    out = out_in(tree)
    still = [[player for player in players if player not in out]]
    stages = sorted(set(out.values()), reverse=True)
    return [
        group
        for group in [*still, *([p for p in players if out.get(p) == at] for at in stages)]
        if group
    ]


def out_in(tree: Tree) -> dict[int, tuple[int, int]]:
    """Player → the stage he went out in; the greater, the better his place."""
    out: dict[int, tuple[int, int]] = {}
    for node in tree.nodes:
        stage = node.planned.stage
        if not node.decided:
            continue
        if node.planned.part == "third":
            if node.winner is not None:
                out[node.winner] = (stage, -1)
            if node.loser is not None:
                out[node.loser] = (stage, -2)
        elif node.winner is None:
            out.update((player, (stage, 0)) for player in node.players)
        elif node.loser is not None and not _goes_on(tree, node):
            out[node.loser] = (stage, 0)
    return out


def _goes_on(tree: Tree, node: Node) -> bool:
    """Whether the loser of a match has another one to come."""
    return any(
        source.kind == "loser" and source.of == node.planned.name
        for other in tree.nodes
        if other.planned.part != "third" and other.needed
        for source in (other.planned.one, other.planned.two)
    )


def placed(table: Standings, tree: Tree) -> Standings:
    """A table whose places are those of a knock-out.

    Those who went out in one stage share a place, unless tie-breaks other than
    points were agreed: then these part them.

    Args:
        table: the table by points and tie-breaks.
        tree: the knock-out after the same round.
    """
    rows: list[Row] = []
    for group in groups(tree, sorted(row.number for row in table.rows)):
        place = len(rows) + 1
        some = sorted((table.row(number) for number in group), key=_key, reverse=True)
        for _figures, tied in groupby(some, key=_key):
            same = sorted(tied, key=lambda row: row.number)
            rows += [replace(row, place=place) for row in same]
            place += len(same)
    return replace(table, rows=tuple(rows))


def _key(row: Row) -> list[float]:
    return [tally.key for tally in row.tallies[1:]]
