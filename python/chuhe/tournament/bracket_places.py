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

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.bracket_tree import Tree
from chuhe.tournament.model import Reason
from chuhe.tournament.standings import Row, Standings

__all__ = ["groups", "out_in", "placed", "why_place"]


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
    stay = _stay(tree)
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
        elif node.loser is not None and node.planned.name not in stay:
            out[node.loser] = (stage, 0)
    return out


def _stay(tree: Tree) -> frozenset[int | str]:
    """The matches whose losers have another one to come."""
    return frozenset(
        source.of
        for node in tree.nodes
        if node.planned.part != "third" and node.needed
        for source in (node.planned.one, node.planned.two)
        if source.kind == "loser"
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


def why_place(tree: Tree, player: int) -> list[Reason]:
    """Why somebody has his place: where he went out, and with whom."""
    found: list[Reason] = []
    out, stay = out_in(tree), _stay(tree)
    for node in tree.nodes:
        facts: dict[str, object] = {"player": player, "match": node.planned.name}
        third = node.planned.part == "third"
        if third and node.decided and player in (node.winner, node.loser):
            code = "knockout.third_won" if player == node.winner else "knockout.third_lost"
            found.append(Reason(code, facts, (player,)))
        elif node.decided and node.winner is None and player in node.players:
            found.append(Reason("knockout.out_both", facts, (player,)))
        elif node.loser == player:
            code = "knockout.lost_once" if node.planned.name in stay else "knockout.out_in"
            found.append(Reason(code, facts, (player,)))
    if player == tree.champion:
        facts = {"player": player, "match": tree.last.planned.name}
        found.append(Reason("knockout.won_last", facts, (player,)))
    elif player not in out:
        found.append(Reason("knockout.still_in", {"player": player}, (player,)))
    same = tuple(p for p, at in out.items() if at == out.get(player) and p != player)
    if same:
        told = ", ".join(map(str, sorted(same)))
        found.append(Reason("knockout.out_with", {"players": told}, (player, *sorted(same))))
    return found


def _key(row: Row) -> list[float]:
    return [tally.key for tally in row.tallies[1:]]


add_messages(
    {
        "knockout.third_won": N_("{player} won the match for the third place"),
        "knockout.third_lost": N_("{player} lost the match for the third place"),
        "knockout.out_both": N_("{player} went out in match {match}, which nobody won"),
        "knockout.lost_once": N_("{player} lost match {match} and stayed in"),
        "knockout.out_in": N_("{player} went out in match {match}"),
        "knockout.won_last": N_("{player} won match {match}, and so everything"),
        "knockout.still_in": N_("{player} has not gone out"),
        "knockout.out_with": N_("in the same round went out: {players}"),
    }
)
