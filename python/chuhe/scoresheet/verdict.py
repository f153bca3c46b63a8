"""The end of a game in a sentence that says who won and what the other side did.

>>> from chuhe.i18n import use_language
>>> with use_language("en"):
...     verdict_words(Ended(at=0.0, winner="black", termination="resignation"))
'Black wins: Red resigned'
"""

from __future__ import annotations

from collections.abc import Mapping

from chuhe.explain.words import side as color_words
from chuhe.i18n import N_, _
from chuhe.pieces import Color
from chuhe.rules import Termination
from chuhe.table import Ended, other, outcome_of

__all__ = ["verdict_words"]

#: What the side that loses did. Mate, stalemate and decisions are no deed of its own.
_DEEDS: Mapping[Termination, str] = {
    Termination.RESIGNATION: N_("{side} resigned"),
    Termination.TIME: N_("{side} overstepped the time"),
    Termination.FOULS: N_("too many fouls by {side}"),
    Termination.ILLEGAL_MOVE: N_("an illegal move by {side}"),
    Termination.SEALED_MOVE: N_("a faulty sealed move by {side}"),
    Termination.ABSENCE: N_("{side} was late or absent"),
    Termination.DISCIPLINE: N_("a breach of discipline by {side}"),
    Termination.ABANDONMENT: N_("{side} left the game"),
    Termination.PERPETUAL_CHECK: N_("perpetual check by {side}"),
    Termination.PERPETUAL_CHASE: N_("perpetual chase by {side}"),
    Termination.PERPETUAL_KILL: N_("perpetual threat of mate by {side}"),
    Termination.MIXED_FORBIDDEN: N_("forbidden moves throughout by {side}"),
    Termination.CHECK_SERIES: N_("too many checks in a row by {side}"),
}


def verdict_words(ended: Ended) -> str:
    """Who won, and by what, without a full stop."""
    outcome = outcome_of(ended)
    deed = _DEEDS.get(outcome.termination)
    if ended.winner is None or deed is None:
        return str(outcome)
    reason = _(deed, side=color_words(Color(other(ended.winner))))
    if ended.winner == "red":
        return _("Red wins: {reason}", reason=reason)
    return _("Black wins: {reason}", reason=reason)
