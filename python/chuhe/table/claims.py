"""Claims of a draw, and the duty to change 变着 in a repetition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from chuhe import _core
from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, Termination, rule_set
from chuhe.table.commands import ClaimDraw
from chuhe.table.common import Answer, claimable, color_of, ended_as
from chuhe.table.events import AnyEvent, ChangeOrdered, ClaimRejected, Refused, Side
from chuhe.table.fouls import penalise

if TYPE_CHECKING:
    from chuhe.table.state import Table

add_messages({"not_claimable": N_("no draw can be claimed now")})

_UNTRUE = {
    "": N_("no draw can be claimed now"),
    "limit": N_("the natural limit has not been reached"),
    "repetition": N_("the position has not been repeated so often that it is a draw"),
}


def claim_draw(table: Table, command: ClaimDraw, mine: Sequence[Side], now: float) -> Answer:
    """A draw is claimed; it is counted, and an untrue claim is a foul, club rules 8(二).

    Either side may claim 5(三), also while the other thinks. That a repetition was claimed
    in vain no book punishes. At a casual table claims are made in one's own time, and one that
    is untrue is refused.
    """
    side = command.side or (table.on_clock if table.on_clock in mine else mine[0])
    if side not in mine:
        return Refused("not_seated")
    if side != table.on_clock and not table.officiated:
        return Refused("not_your_turn")
    if table.paused:
        return Refused("paused")
    outcome = claimable(table.board, table.rules)
    if outcome is not None:
        return [ended_as(table, outcome, now)]
    if not table.officiated:
        return Refused("not_claimable")
    rejected: list[AnyEvent] = [ClaimRejected(at=now, side=side, reason=_UNTRUE[command.of])]
    if command.of == "repetition":
        return rejected
    return rejected + penalise(table, side, Offence.FALSE_CLAIM, now)


def change_termination(table: Table, side: Side) -> Termination:
    """How the game ends if ``side`` does not change: by what the judge sees in its moves."""
    warning = _core.warning(table.board, rule_set(table.rules).core)
    if warning is not None and warning.loser is color_of(side):
        return Termination(warning.judgement.termination)
    return Offence.REFUSES_CHANGE.termination


def refuses_change(table: Table, order: ChangeOrdered, now: float) -> list[AnyEvent]:
    """The side that was told to change has repeated the position: it loses, by the usual book."""
    offence = Offence.REFUSES_CHANGE
    how = Termination(order.termination) if order.termination else None
    return penalise(table, order.side, offence, now, order.reason, ends_as=how)
