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

__all__ = ["best_places", "groups", "placed", "why_place"]


#: The place of those who did not come at all: behind all others.
_NOT_HERE = 1 << 30


def groups(tree: Tree, players: Sequence[int]) -> list[list[int]]:
    """The players from the top: who share places as far as is known."""
    here = {player for node in tree.nodes for player in node.players}
    best = {player: 1 if player in here else _NOT_HERE for player in players}
    best |= best_places(tree)[0]
    levels = sorted(set(best.values()))
    return [[player for player in players if best[player] == level] for level in levels]


def best_places(tree: Tree) -> tuple[dict[int, int], frozenset[int]]:
    """Player → the best place he can have, and who has no match to come."""
    best: dict[int, int] = {}
    out: set[int] = set()
    next_base = _next_base(tree)
    for node in tree.nodes:
        planned = node.planned
        if not (node.decided and node.needed):
            continue
        if node.winner is None:
            best.update(dict.fromkeys(node.players, planned.out))
            out.update(node.players)
            continue
        best[node.winner] = planned.base
        if node.loser is not None:
            goes_on = next_base.get(planned.name)
            best[node.loser] = planned.out if goes_on is None else goes_on
            if goes_on is None:
                out.add(node.loser)
    return best, frozenset(out)


def _next_base(tree: Tree) -> dict[int | str, int]:
    """The matches whose losers have another one to come → the best place they can still have."""
    return {
        source.of: node.planned.base
        for node in tree.nodes
        if node.needed
        for source in (node.planned.one, node.planned.two)
        if source.kind == "loser"
    }


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
    best, out = best_places(tree)
    stay = _next_base(tree)
    leads = {
        str(source.of)
        for node in tree.nodes
        if node.needed
        for source in (node.planned.one, node.planned.two)
        if source.kind == "winner"
    }
    for node in tree.nodes:
        name, base = node.planned.name, node.planned.base
        facts: dict[str, object] = {"player": player, "match": name, "place": base}
        if not (node.decided and node.needed) or player not in node.players:
            continue
        if node.winner is None:
            found.append(Reason("knockout.out_both", facts, (player,)))
        elif node.winner != player:
            code = "knockout.lost_once" if name in stay else "knockout.out_in"
            found.append(Reason(code, facts, (player,)))
        elif base > 1 and name not in leads:
            found.append(Reason("knockout.place_won", facts, (player,)))
    if player == tree.champion:
        facts = {"player": player, "match": tree.last.planned.name}
        found.append(Reason("knockout.won_last", facts, (player,)))
    elif not any(player in node.players for node in tree.nodes):
        found.append(Reason("knockout.not_here", {"player": player}, (player,)))
    elif not found or found[-1].code == "knockout.lost_once":
        found.append(Reason("knockout.still_in", {"player": player}, (player,)))
    same = tuple(p for p in sorted(out - {player}) if best[p] == best.get(player))
    if same and player in out:
        told = ", ".join(map(str, same))
        found.append(Reason("knockout.out_with", {"players": told}, (player, *same)))
    return found


def _key(row: Row) -> list[float]:
    return [tally.key for tally in row.tallies[1:]]


add_messages(
    {
        "knockout.place_won": N_("{player} won match {match}, for place {place}"),
        "knockout.out_both": N_("{player} went out in match {match}, which nobody won"),
        "knockout.lost_once": N_("{player} lost match {match} and stayed in"),
        "knockout.out_in": N_("{player} went out in match {match}"),
        "knockout.won_last": N_("{player} won match {match}, and so everything"),
        "knockout.not_here": N_("{player} withdrew before the first round"),
        "knockout.still_in": N_("{player} has not gone out"),
        "knockout.out_with": N_("in the same round went out: {players}"),
    }
)
