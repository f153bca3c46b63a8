"""Who may ask what, and which part of the procedure answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.rules import Termination, rule_set
from chuhe.table import claims, offers, play, rulings, sealing
from chuhe.table.commands import (
    Accept,
    Adjust,
    ArbiterCommand,
    CallArbiter,
    ClaimDraw,
    Command,
    Consent,
    Decline,
    OfferDraw,
    Play,
    PlayerCommand,
    PressClock,
    Resign,
    Seal,
    SetLevel,
    Sit,
    TakeBack,
    Tick,
    Touch,
    Wake,
)
from chuhe.table.common import LEVELS, MAX_TEXT, Answer, choose, color_of, ended
from chuhe.table.events import (
    SIDES,
    AnyEvent,
    ArbiterCalled,
    ClockSet,
    LevelSet,
    Refused,
    Seated,
    Side,
    other,
)

if TYPE_CHECKING:
    from chuhe.table.state import Table

__all__ = ["decide"]

add_messages(
    {
        "time_not_up": N_("the time is not up"),
        "bad_level": N_("the level is a number from 1 to 10"),
        "no_engine": N_("no engine sits at this table"),
        "seat_taken": N_("that seat is taken"),
        "already_called": N_("the arbiter has been called"),
    }
)


def decide(table: Table, command: Command, now: float) -> Answer:
    """What ``command`` leads to: see `Table.handle`."""
    if isinstance(command, Wake):
        running = table.clock is not None and table.clock.running is not None
        return [ClockSet(at=now)] if running else []
    if table.clock is not None and (seat := table.clock.flagged(now)) is not None:
        return _flag(table, SIDES[seat], now)
    match command:
        case Tick():
            return Refused("time_not_up") if command.who else []
        case Sit():
            return _sit(table, command, now)
    officiates = bool(table.arbiter) and command.who == table.arbiter
    if isinstance(command, ArbiterCommand):
        if not table.arbiter:
            return Refused("not_officiated")
        return rulings.decide(table, command, now) if officiates else Refused("not_arbiter")
    mine: list[Side] = list(SIDES) if officiates else table.sides_of(command.who)
    if not mine:
        return Refused("not_seated")
    if isinstance(command, SetLevel):
        return _set_level(table, command, now)
    if isinstance(command, TakeBack):
        return offers.take_back(table, command, table.sides_of(command.who), now)
    if table.outcome is not None:
        return Refused("game_over")
    return _player(table, command, mine, officiates, now)


def _player(
    table: Table, command: PlayerCommand, mine: list[Side], officiates: bool, now: float
) -> Answer:
    match command:
        case Play():
            return play.play(table, command, mine, officiates, now)
        case PressClock():
            return play.press_clock(table, command, mine, now)
        case Touch():
            return play.touch(table, command, mine, now)
        case Adjust():
            return play.adjust(table, command, mine, now)
        case Consent():
            return play.consent(table, command, mine, now)
        case Resign():
            side = choose(command.side, mine)
            if isinstance(side, Refused):
                return side
            return [ended(table, now, other(side), Termination.RESIGNATION)]
        case OfferDraw():
            return offers.offer_draw(table, command, mine, now)
        case Accept() | Decline():
            return offers.answer(table, command, mine, now)
        case ClaimDraw():
            return claims.claim_draw(table, command, mine, now)
        case CallArbiter():
            return _call_arbiter(table, command, mine, now)
        case Seal():
            return sealing.seal(table, command, mine, now)


def _flag(table: Table, side: Side, now: float) -> list[AnyEvent]:
    """The flag of ``side`` has fallen."""
    book = rule_set(table.rules)
    harmless = table.board.has_insufficient_material(color_of(other(side)))
    if harmless and book.flag_without_mating_material == "draw":
        why = N_("the time is up, and the opponent has no piece left that can win")
        article = "flag_without_mating_material"
        return [ended(table, now, None, Termination.TIME, article=article, reason=why)]
    return [ended(table, now, other(side), Termination.TIME)]


def _sit(table: Table, command: Sit, now: float) -> Answer:
    seat = table.seat(command.side)
    again = command.again and seat.kind == "human"
    if again and seat.holder == command.who:
        return []
    if seat.kind != "open" and not again:
        return Refused("seat_taken")
    return [Seated(at=now, side=command.side, holder=command.who, name=command.name)]


def _set_level(table: Table, command: SetLevel, now: float) -> Answer:
    if command.level not in LEVELS:
        return Refused("bad_level")
    if all(seat.kind != "engine" for seat in table.seats):
        return Refused("no_engine")
    return [] if command.level == table.level else [LevelSet(at=now, level=command.level)]


def _call_arbiter(table: Table, command: CallArbiter, mine: list[Side], now: float) -> Answer:
    if not table.arbiter:
        return Refused("not_officiated")
    side = choose(command.side, mine)
    if isinstance(side, Refused):
        return side
    if table.called is not None:
        return Refused("already_called")
    if len(command.reason) > MAX_TEXT:
        return Refused("text_too_long", {"limit": str(MAX_TEXT)})
    return [ArbiterCalled(at=now, side=side, reason=command.reason)]
