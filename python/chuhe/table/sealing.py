"""Breaking off and taking up again: the sealed move 封棋, adjournment 打挂, pauses.

Of a sealed move nothing is kept but the hash of a salt and the move. Opened, it must
be the move that was sealed, and legal; club rules of 2015 二.1(四): else its side loses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chuhe._core import Move
from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, rule_set
from chuhe.table.commands import Adjourn, Continue, OpenSealed, Pause, ResumeGame, Seal
from chuhe.table.common import MAX_TEXT, Answer, commitment
from chuhe.table.events import (
    Adjourned,
    AnyEvent,
    Continued,
    Paused,
    Refused,
    Resumed,
    Sealed,
    SealedOpened,
    Side,
)
from chuhe.table.fouls import penalise
from chuhe.table.play import move_events

if TYPE_CHECKING:
    from chuhe.table.state import Table

_HASH = re.compile(r"[0-9a-f]{64}")

add_messages(
    {
        "no_sealing": N_("no moves are sealed under this rule book"),
        "bad_commitment": N_("the hash of salt and move is expected: 64 digits of 0–9, a–f"),
        "sealed_unopened": N_("a sealed move has not been opened"),
        "nothing_sealed": N_("no move is sealed"),
        "already_paused": N_("the game is paused already"),
        "not_paused": N_("the game is not paused"),
        "adjourned": N_("the game is adjourned"),
        "not_adjourned": N_("the game is not adjourned"),
        "clock_empty": N_("the side to move has no time left: set its clock first"),
    }
)


def seal(table: Table, command: Seal, mine: Sequence[Side], now: float) -> Answer:
    """The side to move seals its move; its clock stops."""
    side = command.side or (table.turn if table.turn in mine else mine[0])
    if side not in mine:
        return Refused("not_seated")
    if not table.officiated:
        return Refused("not_officiated")
    if not rule_set(table.rules).sealed_moves:
        return Refused("no_sealing")
    if table.sealed is not None:
        return Refused("sealed_unopened")
    if side != table.turn:
        return Refused("not_your_turn")
    if table.unpressed:
        return Refused("clock_not_pressed")
    if not _HASH.fullmatch(command.commitment):
        return Refused("bad_commitment")
    return [Sealed(at=now, side=side, commitment=command.commitment)]


def open_sealed(table: Table, command: OpenSealed, now: float) -> Answer:
    """The sealed move is opened and judged; play goes on when the game is resumed."""
    sealed = table.sealed
    if sealed is None:
        return Refused("nothing_sealed")
    if table.clock is not None and not table.clock.can_go_on():
        return Refused("clock_empty")
    if len(command.salt) > MAX_TEXT:
        return Refused("text_too_long", {"limit": str(MAX_TEXT)})
    text = command.move[:20]
    fault = ""
    if commitment(command.salt, command.move) != sealed.commitment:
        fault = N_("this is not the move that was sealed")
    else:
        fault = _fault(table, command.move)
    opened: list[AnyEvent] = [
        SealedOpened(at=now, side=sealed.side, move=text, salt=command.salt, fault=fault)
    ]
    if fault:
        later = table.after(opened)
        return opened + penalise(later, sealed.side, Offence.SEALED_WRONG, now, text)
    made = move_events(table, Move.from_uci(command.move), False, now)
    return made if isinstance(made, Refused) else opened + made


def _fault(table: Table, text: str) -> str:
    """Why a sealed move does not stand; empty if it does."""
    try:
        move = Move.from_uci(text)
    except ChuheError:
        return N_("the sealed move is not clear, or not legal")
    if not table.board.is_legal(move):
        return N_("the sealed move is not legal")
    if table.bound is not None and move.uci() not in table.bound:
        return N_("the sealed move is not one of a piece that was touched")
    return ""


def adjourn(table: Table, command: Adjourn, now: float) -> Answer:
    """The game is broken off, whether or not a move was sealed."""
    if table.adjourned:
        return Refused("adjourned")
    return [Adjourned(at=now, reason=command.reason)]


def pause(table: Table, command: Pause, now: float) -> Answer:
    """Clocks and play stand still."""
    return Refused("already_paused") if table.paused else [Paused(at=now, reason=command.reason)]


def go_on(table: Table, command: Continue | ResumeGame, now: float) -> Answer:
    """Play goes on after a pause, or an adjourned game is resumed."""
    resuming = isinstance(command, ResumeGame)
    if not table.paused:
        return Refused("not_adjourned" if resuming else "not_paused")
    if resuming != table.adjourned:
        return Refused("not_adjourned" if resuming else "adjourned")
    if table.sealed is not None:
        return Refused("sealed_unopened")
    if table.clock is not None and not table.clock.can_go_on():
        return Refused("clock_empty")
    return [Resumed(at=now) if resuming else Continued(at=now)]
