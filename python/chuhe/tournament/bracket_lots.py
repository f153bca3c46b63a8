"""A knock-out by lots as a bracket: who met whom, and where the winners went.

Here nothing is planned beforehand: each round is drawn anew among those who are
left.  Seen from the end it is a bracket nevertheless.
"""

from __future__ import annotations

from collections.abc import Mapping

from chuhe.tournament.bracket_plan import Planned, Source
from chuhe.tournament.bracket_tree import Node, Tree
from chuhe.tournament.state import Round, State

__all__ = ["lots_tree"]


def lots_tree(state: State) -> Tree:
    """The rounds drawn so far as a bracket; boards are named ``round.board``."""
    nodes: list[Node] = []
    won: dict[int, str] = {}
    for round in state.rounds:
        here = [_node(round, board, won) for board in range(1, len(round.boards) + 1)]
        won = {node.winner: node.planned.name for node in here if node.winner is not None}
        nodes += here
    last = state.rounds[-1] if state.rounds else None
    done = last is not None and not last.missing and len(won) < 2
    return Tree(tuple(nodes), open=not done)


def _node(round: Round, board: int, won: Mapping[int, str]) -> Node:
    red, black = round.boards[board - 1]
    key = "bye" if black is None else round.results.get((red, black))
    winner = {"1": red, "+": red, "bye": red, "0": black, "-": black}.get(key or "")
    loser = black if winner == red else red
    planned = Planned(
        f"{round.number}.{board}",
        round.number,
        _source(red, won),
        Source("seed", 0) if black is None else _source(black, won),
        "main",
        round.number,
    )
    return Node(
        planned,
        red,
        black,
        (True, True),
        decided=key is not None,
        winner=winner,
        loser=None if winner is None else loser,
        round=round.number,
        board=board,
        key=key,
    )


def _source(player: int, won: Mapping[int, str]) -> Source:
    """The board he won in the round before; his number in the first one."""
    return Source("winner", won[player]) if player in won else Source("seed", player)
