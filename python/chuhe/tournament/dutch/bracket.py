"""One pairing bracket: the best pairing by the criteria, then by order (articles 3 and 4).

All questions are put to one graph: the players of the bracket, and as many of
those below as the answer can hang on.  Three sizes of it are tried, the small
ones first, and each answers only what it can answer for certain:

``closed``
    the bracket alone. Enough if all its players can be paired in it, or all
    but one and any one, and all below can be paired with what it leaves.
``open``
    the bracket and the next score group. Enough if the rest of the round can
    be completed with those left over (C4).
``full``
    everybody, completion being the first column of the weight.
"""

from __future__ import annotations

from chuhe.tournament.dutch.completion import completes, floats_freely
from chuhe.tournament.dutch.entrants import Entrant
from chuhe.tournament.dutch.graph import BIG, Bracket, Graph, Paired, UnsureError

__all__ = ["BIG", "Bracket", "Paired", "cost_of", "pair_bracket", "quality"]


def pair_bracket(bracket: Bracket) -> Paired:
    """The pairing of a bracket that the Dutch system prescribes."""
    # Where the bye may come from this bracket C9 counts, and that needs everybody.
    bye_here = bracket.bye and bracket.bye[0].score >= bracket.residents[0].score
    if _stands_alone(bracket) and (not bye_here or len(bracket.members) % 2 == 0):
        try:
            return Graph(bracket, "closed").paired()
        except UnsureError:
            pass
    big = len(bracket.members) >= BIG and bool(bracket.below)
    done = Graph(bracket, "full").whole() if big else None
    if done:
        return done
    if bracket.rest and not bye_here:
        try:
            return Graph(bracket, "open").paired()
        except UnsureError:
            pass
    return Graph(bracket, "full").paired()


def _stands_alone(bracket: Bracket) -> bool:
    """Whether all below can be paired whatever happens here, if the fewest are left over."""
    below, rest = bracket.below, bracket.rest
    if len(bracket.members) % 2 == 0:
        return completes(below + rest, bracket.bye)
    return bool(below) and floats_freely(bracket.members, below, rest, bracket.bye)


def quality(bracket: Bracket, forced: tuple[int, int] | None = None) -> dict[str, int] | None:
    """How well the criteria can be kept, also if two players have to meet.

    Args:
        bracket: the bracket, the higher of the two being in it.
        forced: their numbers.

    Returns:
        The sums of the columns, the most important first; None if the round
        cannot be completed so.
    """
    return Graph(bracket, "full").quality(forced)


def cost_of(bracket: Bracket, paired: Paired, high: Entrant, low: Entrant) -> str | None:
    """The criterion that comes off worse if two have to meet, where it can be told quickly.

    It can of a bracket that was paired on its own, if the rest of it has a
    pairing by prices, or if it is even and the lower one is not in it.

    Args:
        bracket: the bracket.
        paired: how it was paired.
        high: a player of it.
        low: the other one, of it or from below.

    Returns:
        Its name; nothing if none comes off worse; None if it was not found this way.
    """
    pairing = Graph(bracket, paired.size)
    if paired.size == "open" or len(pairing.players) > pairing.end:
        return None
    if low not in bracket.members:
        if pairing.end % 2 or paired.floaters:
            return None
        # Somebody else is left over too; whether the round can be completed so is the question.
        rest = [
            p for p in (*bracket.members, *bracket.below, *bracket.rest) if p not in (high, low)
        ]
        movers = [mover for mover in bracket.movers if mover is not high]
        return "C6" if completes(rest, bracket.bye, apart=movers) else "C4"
    total = pairing.total_with(high, low)
    if total is None:
        return None
    forced = pairing.columns.split(total)
    return next((name for name in forced if forced[name] != paired.quality[name]), "").split(":")[0]
