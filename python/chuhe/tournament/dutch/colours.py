"""Who moves first (article 5.2 of C.04.3)."""

from __future__ import annotations

from chuhe.tournament.dutch.entrants import Entrant, Strength, other
from chuhe.tournament.model import Side

__all__ = ["allocate"]


def allocate(one: Entrant, two: Entrant, initial: Side) -> tuple[Entrant, Entrant, str]:
    """The pair as (Red, Black), and the article that decided.

    Args:
        one: a player.
        two: his opponent.
        initial: what odd numbers get where nobody has a preference.
    """
    high, low = sorted((one, two), key=lambda entrant: entrant.place)
    side, article = _side(high, low, initial)
    return (high, low, article) if side == "red" else (low, high, article)


def _side(high: Entrant, low: Entrant, initial: Side) -> tuple[Side, str]:
    """The colour of the higher ranked one."""
    if high.due is None and low.due is None:
        return (initial if high.rank % 2 else other(initial)), "5.2.5"
    if high.due is None:
        assert low.due is not None
        return other(low.due), "5.2.1"
    if low.due is None or high.due != low.due:
        return high.due, "5.2.1"
    wish = high.due
    if _claim(high) != _claim(low):
        return (wish if _claim(high) > _claim(low) else other(wish)), "5.2.2"
    for mine, his in zip(reversed(high.sides), reversed(low.sides), strict=False):
        if mine != his:
            return his, "5.2.3"
    return wish, "5.2.4"


def _claim(entrant: Entrant) -> tuple[Strength, int]:
    """The stronger preference is granted; of two absolute ones the wider difference."""
    wide = abs(entrant.difference) if entrant.absolute else 0
    return entrant.strength, wide
