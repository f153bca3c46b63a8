"""The next round of an event: whether it can be paired now, and its sheet."""

from __future__ import annotations

from chuhe.errors import PairingError
from chuhe.tournament.checker import checkable, wrong_points
from chuhe.tournament.dutch import pair
from chuhe.tournament.model import Event, Sheet

__all__ = ["next_sheet"]


def next_sheet(event: Event, round: int | None = None) -> Sheet:
    """Pair a round by the system of the event.

    Args:
        event: the event.
        round: the next round if None; one already on record is paired again
            from the rounds before it.

    Raises:
        PairingError: ``no_valid_pairing``; ``pairing.unfinished``: a result of an
            earlier round is missing; ``pairing.over``: all rounds have been
            paired; ``pairing.round``; ``pairing.points``: the totals of the file are
            not those of its results, so it cannot be right; and as `checkable`.
    """
    checkable(event)
    wanted = event.next_round if round is None else round
    if not 1 <= wanted <= event.next_round:
        raise PairingError("pairing.round", {"most": event.next_round, "round": wanted})
    if event.rounds_total is not None and wanted > event.rounds_total:
        raise PairingError("pairing.over", {"rounds": event.rounds_total})
    for earlier in range(event.rounds_finished + 1, wanted):
        for pairing in event.sheet(earlier).pairings:
            if pairing.black is not None and event.cell(pairing.red, earlier).score is None:
                raise PairingError(
                    "pairing.unfinished",
                    {"red": pairing.red, "black": pairing.black, "round": earlier},
                )
    for wrong in wrong_points(event):
        raise PairingError("pairing.points", wrong.facts)
    return pair(event, wanted)
