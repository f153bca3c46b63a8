"""A knock-out as it stands: the plan, with the players and results of its rounds.

`grown` takes the plan, the seeds and the rounds of an event and says of every
match who plays, who goes on and who goes out.  Rounds that were paired are taken
as they are, even if they were changed by hand; what is to come follows from them.

>>> from chuhe.tournament.bracket_plan import single
>>> tree = grown(single(3), [7, 8, 9], [])
>>> [(node.planned.name, node.one, node.two, node.winner) for node in tree.nodes]
[('1.1', 7, None, 7), ('1.2', 8, 9, None), ('2.1', 7, None, None)]
>>> [node.planned.name for node in tree.ready]
['1.1', '1.2']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from chuhe.tournament.bracket_games import Fixture
from chuhe.tournament.bracket_plan import Plan, Planned, Source
from chuhe.tournament.state import Round

__all__ = ["Node", "Tree", "grown"]


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the plan, as far as it is known."""

    planned: Planned
    one: int | None = None
    """None: nobody, or not known yet (`known`)."""
    two: int | None = None
    known: tuple[bool, bool] = (False, False)
    """Whether it is known who comes from above and from below, be it nobody."""
    decided: bool = False
    winner: int | None = None
    loser: int | None = None
    needed: bool = True
    """Whether it is played at all: a second grand final need not be."""
    round: int | None = None
    """The round of the event in which it was paired."""
    board: int | None = None
    """Its board there, from 1."""
    key: str | None = None
    """The result of the board."""
    fixture: Fixture | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays in it, as far as is known."""
        return tuple(player for player in (self.one, self.two) if player is not None)


@dataclass(frozen=True)
class Tree:
    """A knock-out as it stands."""

    nodes: tuple[Node, ...]
    """In the order of the plan."""
    open: bool = False
    """Whether there will be matches that nobody has planned yet."""

    @cached_property
    def by_name(self) -> Mapping[str, Node]:
        """Name → match."""
        return {node.planned.name: node for node in self.nodes}

    @property
    def ready(self) -> tuple[Node, ...]:
        """The matches of the next stage that has any to be paired; byes among them."""
        ready = [
            node
            for node in self.nodes
            if node.round is None and all(node.known) and node.needed and _on_a_board(node)
        ]
        stage = min((node.planned.stage for node in ready), default=0)
        return tuple(node for node in ready if node.planned.stage == stage)

    @property
    def last(self) -> Node:
        """The match that decides the first place."""
        finals = [n for n in self.nodes if n.needed and n.planned.base == 1]
        return finals[-1]

    @property
    def champion(self) -> int | None:
        """Who has won it all, if that is known."""
        if self.open or not self.nodes:
            return None
        return self.last.winner if self.last.decided else None


def _on_a_board(node: Node) -> bool:
    """For lower places, and in a second final, nobody is paired alone."""
    return len(node.players) > (0 if node.planned.part in ("main", "losers", "final") else 1)


def grown(plan: Plan, seeds: Sequence[int], rounds: Sequence[Round]) -> Tree:
    """A knock-out after some rounds.

    Args:
        plan: all matches; each comes after those its players come from.
        seeds: the players, the first seed first.
        rounds: the rounds of the event, with their fixtures.
    """
    places = {
        fixture.name: (round, board)
        for round in rounds
        for board, fixture in enumerate(round.fixtures, 1)
    }
    nodes: dict[str, Node] = {}
    for planned in plan:
        node = _sides(planned, seeds, nodes)
        place = places.get(planned.name)
        nodes[planned.name] = _closed(node) if place is None else _paired(node, *place)
    return Tree(tuple(nodes.values()))


def _sides(planned: Planned, seeds: Sequence[int], nodes: Mapping[str, Node]) -> Node:
    """A match with whoever comes into it by the plan."""
    one, two = (_from(source, seeds, nodes) for source in (planned.one, planned.two))
    node = Node(planned, one[1], two[1], (one[0], two[0]))
    if planned.part != "reset":
        return node
    final = nodes[str(planned.one.of)]
    return replace(node, needed=not final.decided or final.winner not in (final.one, None))


def _from(
    source: Source, seeds: Sequence[int], nodes: Mapping[str, Node]
) -> tuple[bool, int | None]:
    """Whether it is known who comes from there, and who."""
    if source.kind == "seed":
        seed = int(source.of)
        return True, seeds[seed - 1] if seed <= len(seeds) else None
    node = nodes[str(source.of)]
    return node.decided, node.winner if source.kind == "winner" else node.loser


def _closed(node: Node) -> Node:
    """A match that was not paired: decided if it has one player or none."""
    if not all(node.known) or len(node.players) == 2:
        return node
    return replace(node, decided=True, winner=next(iter(node.players), None))


def _paired(node: Node, round: Round, board: int) -> Node:
    """A match as it stands on its board; the colours do not say who is drawn above."""
    red, black = round.boards[board - 1]
    below = {red == node.two, black is not None and black == node.one}
    one, two = (black, red) if True in below else (red, black)
    key = "bye" if black is None else round.results.get((red, black))
    winner = {"1": red, "+": red, "bye": red, "0": black, "-": black}.get(key or "")
    loser = next((p for p in (red, black) if p not in (winner, None)), None)
    return replace(
        node,
        one=one,
        two=two,
        known=(True, True),
        decided=key is not None,
        winner=winner,
        loser=loser if winner is not None else None,
        needed=True,
        round=round.number,
        board=board,
        key=key,
        fixture=round.fixtures[board - 1],
    )
