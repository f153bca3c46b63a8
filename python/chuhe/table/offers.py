"""Offers: of a draw, by the book's policy; and of a takeback, at casual tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, RuleSet, Termination, rule_set
from chuhe.table.commands import Accept, Decline, OfferDraw, TakeBack
from chuhe.table.common import Answer, choose, ended
from chuhe.table.events import OfferClosed, Offered, Refused, Side, TakenBack, other
from chuhe.table.fouls import penalise

if TYPE_CHECKING:
    from chuhe.table.state import Table

#: At a casual table a side that was refused a draw waits so many plies before it asks again.
DRAW_OFFER_PAUSE = 10

add_messages(
    {
        "nothing_to_take_back": N_("there is no move to take back"),
        "no_takeback": N_("a move that was made stands"),
        "no_offer": N_("there is no such offer on the table"),
        "offer_stands": N_("an offer of a draw is not taken back"),
        "offer_pending": N_("an offer already lies on the table"),
        "offer_too_soon": N_("a draw was offered not long ago; play on first"),
        "offer_own_time": N_("a draw is offered in one's own time"),
        "offer_after_move": N_("a draw is offered after one's own move"),
        "draw_too_early": N_("no draw may be agreed before {rounds} rounds are played"),
    }
)


def take_back(table: Table, command: TakeBack, mine: Sequence[Side], now: float) -> Answer:
    """At a casual table: at once from an engine, by an offer from a person."""
    if table.officiated or not table.takebacks:
        return Refused("no_takeback" if mine else "not_seated")
    if not mine:
        return Refused("not_seated")
    if table.outcome is not None and table.outcome.termination == "time":
        return Refused("game_over")
    if command.ply != table.ply:
        return Refused("wrong_ply", {"ply": str(table.ply)})
    if table.paused:
        return Refused("paused")
    side = table.turn if len(mine) == 2 else mine[0]
    back = 1 if len(mine) == 2 or table.turn != side else 2
    if back > table.ply:
        return Refused("nothing_to_take_back")
    if _person_opposite(table, side):
        if table.outcome is not None:
            return Refused("game_over")
        if table.offer is not None:
            return Refused("offer_pending")
        return [Offered(at=now, kind="takeback", side=side)]
    return [TakenBack(at=now, side=side, ply=table.ply - back)]


def offer_draw(table: Table, command: OfferDraw, mine: Sequence[Side], now: float) -> Answer:
    """Offer a draw, or accept the one that lies on the table."""
    if len(mine) == 2 and not table.officiated:
        return [ended(table, now, None, Termination.AGREEMENT)]
    side = choose(command.side, mine)
    if isinstance(side, Refused):
        return side
    offer = table.offer
    if offer is not None and offer.kind == "draw" and offer.side != side:  # both want it
        return answer(table, Accept(command.who, "draw", side), mine, now)
    if table.officiated:
        return _offer_by_the_book(table, side, now)
    if offer is not None:
        return Refused("offer_pending")
    last = table.last_draw_offer.get(side)
    if last is not None and table.ply < last + DRAW_OFFER_PAUSE:
        return Refused("offer_too_soon")
    return [Offered(at=now, kind="draw", side=side)]


def _offer_by_the_book(table: Table, side: Side, now: float) -> Answer:
    book = rule_set(table.rules)
    if table.paused and not table.adjourned:
        return Refused("paused")
    if book.draw_min_rounds is not None and table.ply < 2 * book.draw_min_rounds:
        return Refused("draw_too_early", {"rounds": str(book.draw_min_rounds)})
    # Between the sessions of an adjourned game it is nobody's time.
    when = "any" if table.adjourned else book.draw_offer_when
    if when == "own_time" and side != table.on_clock:
        return Refused("offer_own_time")
    if when == "after_move" and not _has_just_moved(table, side):
        return Refused("offer_after_move")
    if table.offer is not None or _repeated(table, side, book):
        code = "offer_pending" if table.offer is not None else "offer_too_soon"
        return penalise(table, side, Offence.REPEATED_OFFER, now) or Refused(code)
    return [Offered(at=now, kind="draw", side=side)]


def _has_just_moved(table: Table, side: Side) -> bool:
    """After the own move: before the clock is pressed, or where that is not done, at all."""
    if table.clock is not None and table.press_clock:
        return table.unpressed and side == table.on_clock
    return table.ply > 0 and side != table.turn


def _repeated(table: Table, side: Side, book: RuleSet) -> bool:
    """Whether ``side`` may not offer again: the other has not offered since, or too soon."""
    match book.draw_offer_again:
        case "alternate":
            return table.last_offerer == side
        case "pause":
            last = table.last_draw_offer.get(side)
            return last is not None and table.ply < last + book.draw_offer_pause
        case _:
            return False


def answer(table: Table, command: Accept | Decline, mine: Sequence[Side], now: float) -> Answer:
    """The offer is accepted, declined, or, if it is a takeback of one's own, withdrawn."""
    offer = table.offer
    if offer is None or offer.kind != command.kind:
        return Refused("no_offer")
    both = table.officiated and len(mine) == 2
    side = command.side or (other(offer.side) if both else mine[0])
    if side not in mine:
        return Refused("not_seated")
    accepted = isinstance(command, Accept)
    own = offer.side == side
    if own and (accepted or offer.kind == "draw"):  # neither may take a draw offer back
        return Refused("no_offer" if accepted else "offer_stands")
    how: Literal["accepted", "declined"] = "accepted" if accepted else "declined"
    closed = OfferClosed(at=now, kind=offer.kind, side=side, how=how)
    if not accepted:
        return [closed]
    if offer.kind == "draw":
        return [closed, ended(table, now, None, Termination.AGREEMENT)]
    back = 1 if table.turn != offer.side else 2
    return [closed, TakenBack(at=now, side=offer.side, ply=table.ply - back)]


def _person_opposite(table: Table, side: Side) -> bool:
    """Whether someone else, a person, sits opposite and must be asked."""
    opposite = table.seat(other(side))
    return opposite.kind != "engine" and opposite.holder != table.seat(side).holder
