"""Whether players can all be paired, and who of them gets the bye (C1 to C5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from chuhe.tournament.dutch.entrants import Entrant
from chuhe.tournament.matching import heaviest

__all__ = ["bye_score", "completes", "floats_freely"]

#: So many players of the next score group are tried as opponents of a floater.
_TRIES = 12


def completes(
    players: Sequence[Entrant],
    bye: Collection[Entrant] = (),
    apart: Collection[Entrant] = (),
) -> bool:
    """Whether all players can be paired within the absolute criteria (C1 to C3).

    Args:
        players: who is to be paired.
        bye: of whom one is left over, where the number is odd.
        apart: players who are not paired with each other: those moved down.
    """
    if len(players) % 2:
        if not bye:
            return False
    else:
        bye = ()
    graph = _graph(players, bye, apart)
    mates: list[int | None] = [None] * len(graph)
    # Those with the smallest choice first; what this leaves is put right below.
    for one in sorted(range(len(graph)), key=lambda i: len(graph[i])):
        if mates[one] is None:
            free = next((two for two in graph[one] if mates[two] is None), None)
            if free is not None:
                mates[one], mates[free] = free, one
    for one in range(len(graph)):
        if mates[one] is None and not _rematch(graph, mates, one):
            return _perfect(graph)
    return True


def bye_score(players: Sequence[Entrant]) -> int | None:
    """The lowest score that can have the bye so that all others are paired (C2, C5).

    None if no pairing exists at all. For an even number the answer is 0 or None.
    """
    if len(players) % 2 == 0:
        return 0 if completes(players) else None
    for score in sorted({player.score for player in players if player.bye}):
        if completes(players, [p for p in players if p.bye and p.score == score]):
            return score
    return None


def floats_freely(
    members: Sequence[Entrant],
    below: Sequence[Entrant],
    rest: Sequence[Entrant],
    bye: Collection[Entrant],
) -> bool:
    """Whether it does not matter below who of a bracket is its only floater.

    It does not if any of them can be paired in the next bracket while of all
    others there at most one is left over, and the round can be completed (C4,
    C8). A false answer means that it was not found, not that it is not so.
    """
    staying = list(below)
    if len(below) % 2 == 0:
        left = next((p for p in below[: -_TRIES - 1 : -1] if completes((p, *rest), bye)), None)
        if left is None:
            return False
        staying.remove(left)
    elif not completes(rest, bye):
        return False
    waiting = list(members)
    for opponent in staying[:: -(-len(staying) // _TRIES) or 1]:
        meeting = [player for player in waiting if player.may_meet(opponent)]
        if meeting and completes([p for p in staying if p is not opponent]):
            waiting = [player for player in waiting if player not in meeting]
        if not waiting:
            return True
    return False


def _graph(
    players: Sequence[Entrant], bye: Collection[Entrant], apart: Collection[Entrant]
) -> list[list[int]]:
    kept_apart = frozenset(player.number for player in apart)
    graph: list[list[int]] = [[] for _ in players]
    for i, one in enumerate(players):
        moved = one.number in kept_apart
        for j in range(i + 1, len(players)):
            two = players[j]
            if one.may_meet(two) and not (moved and two.number in kept_apart):
                graph[i].append(j)
                graph[j].append(i)
    if bye:
        taker = len(players)
        graph.append([i for i, player in enumerate(players) if player in bye])
        for i in graph[taker]:
            graph[i].append(taker)
    return graph


def _rematch(graph: list[list[int]], mates: list[int | None], one: int) -> bool:
    """Find a mate for one by parting another pair, if that is enough."""
    for two in graph[one]:
        loose = mates[two]
        if loose is None:
            mates[one], mates[two] = two, one
            return True
        for free in graph[loose]:
            if mates[free] is None and free != one:
                mates[one], mates[two] = two, one
                mates[loose], mates[free] = free, loose
                return True
    return False


def _perfect(graph: list[list[int]]) -> bool:
    edges = [(i, j, 1) for i, row in enumerate(graph) for j in row if i < j]
    return None not in heaviest(len(graph), edges)
