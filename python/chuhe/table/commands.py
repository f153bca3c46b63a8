"""What may be asked of a table.

``who`` is the hash of the asker's secret, or ``ENGINE``. A player's command may name
the ``side`` it is given for: who holds both seats must, and the arbiter of the table
may give any player's command for either side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chuhe.table.events import Kind, Side

# --- players --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Play ``move``, seen as the one after ``ply`` moves. The hand has left the piece 落子."""

    who: str
    ply: int
    move: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class PressClock:
    """Press the clock after one's move, at a table where that is done."""

    who: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """Touch pieces 摸子, in this order or, with ``kind`` ``both``, at once."""

    who: str
    squares: tuple[str, ...]
    kind: Literal["in_turn", "both"] = "in_turn"
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Straighten the piece on a square 摆正棋子.

    ``consent`` None asks the opponent where the book wants that; True says that he was asked
    and agreed, False that it was done without; both are for the arbiter to enter.
    """

    who: str
    square: str
    consent: bool | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Consent:
    """Answer the opponent who asked to adjust a piece."""

    who: str
    granted: bool = True
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back to where the asker is to move; ``ply`` moves are seen."""

    who: str
    ply: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up; ``side`` is needed from who holds both seats."""

    who: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw."""

    who: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the offer on the table."""

    who: str
    kind: Kind
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the offer on the table, or withdraw one's own takeback."""

    who: str
    kind: Kind
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Claim the draw that the rules give on demand.

    ``of`` says by what: the natural limit 自然限着, a repetition 不变作和, or either.
    """

    who: str
    side: Side | None = None
    of: Literal["", "limit", "repetition"] = ""


@dataclass(frozen=True, slots=True)
class CallArbiter:
    """Ask the arbiter to come."""

    who: str
    reason: str = ""
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal the next move 封棋: ``commitment`` is ``commitment(salt, move)`` of it, nothing more."""

    who: str
    commitment: str
    side: Side | None = None


# --- the table -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Set the engine's level."""

    who: str
    level: int


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat. Whether the invitation is good is the caller's business.

    ``again``: the seat is that of the asker, who has come with another secret.
    """

    who: str
    side: Side
    name: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """Look at the clock: sent by the timer at ``deadline()``, or by a player who claims."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Wake:
    """The table is back after a restart."""


# --- the arbiter -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foul:
    """Punish an offence, one of ``chuhe.rules.Offence``, as the rule book has it."""

    who: str
    side: Side
    offence: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Warn:
    """Warn a player."""

    who: str
    side: Side
    note: str


@dataclass(frozen=True, slots=True)
class Declare:
    """End the game by decision: ``termination`` is one of ``chuhe.rules.Termination``."""

    who: str
    winner: Side | None
    termination: str
    reason: str
    both_lose: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop play and both clocks."""

    who: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Continue:
    """Let play and the clock go on after a pause."""

    who: str


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the time a side has left; ``periods`` as well if it is given."""

    who: str
    side: Side
    seconds: float
    periods: int | None = None


@dataclass(frozen=True, slots=True)
class Adjourn:
    """Break the game off, to be resumed later; the move may have been sealed."""

    who: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Take an adjourned game up again."""

    who: str


@dataclass(frozen=True, slots=True)
class OpenSealed:
    """Open the sealed move: what it was, and the salt it was sealed with."""

    who: str
    move: str
    salt: str


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go back to the position after ``ply`` moves, where an irregularity arose."""

    who: str
    ply: int
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectSetup:
    """Play on from another position: the board was set up wrongly."""

    who: str
    fen: str
    reason: str


@dataclass(frozen=True, slots=True)
class Late:
    """A player is late, or has come so many minutes late."""

    who: str
    side: Side
    minutes: float


@dataclass(frozen=True, slots=True)
class Correct:
    """Undo an earlier ruling: a foul, a warning, an order, an end of the game."""

    who: str
    ruling_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class OrderChange:
    """Tell a side to change 变着: repeating the position once more loses."""

    who: str
    side: Side
    reason: str = ""


PlayerCommand = (
    Play
    | PressClock
    | Touch
    | Adjust
    | Consent
    | Resign
    | OfferDraw
    | Accept
    | Decline
    | ClaimDraw
    | CallArbiter
    | Seal
)
ArbiterCommand = (
    Foul
    | Warn
    | Declare
    | Pause
    | Continue
    | SetClock
    | Adjourn
    | ResumeGame
    | OpenSealed
    | GoBack
    | CorrectSetup
    | Late
    | Correct
    | OrderChange
)
Command = PlayerCommand | ArbiterCommand | TakeBack | SetLevel | Sit | Tick | Wake
