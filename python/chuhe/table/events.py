"""What may happen at a table: its journal, event by event, and refusals."""

from __future__ import annotations

from typing import Literal

import msgspec

from chuhe.clock import TimeControl

Side = Literal["red", "black"]
Kind = Literal["draw", "takeback"]

SIDES: tuple[Side, Side] = ("red", "black")
#: Who sits in an engine's seat.
ENGINE = "engine"


def other(side: Side) -> Side:
    """The opposite side."""
    return "black" if side == "red" else "red"


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side.

    ``holder`` is the hash of the holder's secret, ``"engine"``, or empty while
    the seat is ``open``.
    """

    kind: Literal["human", "engine", "open"]
    holder: str = ""
    name: str = ""


class Event(msgspec.Struct, frozen=True, tag_field="e", kw_only=True):
    """Something that happened at a table, at an instant. Events are what is stored."""

    at: float


class Opened(Event, frozen=True, tag="opened"):
    """The table was set up: start position, moves already made, seats, rules, time."""

    fen: str
    moves: tuple[str, ...]
    seats: tuple[Seat, Seat]
    rules: str
    level: int
    control: tuple[TimeControl, TimeControl] | None
    officiated: bool = False
    arbiter: str = ""
    press_clock: bool = False
    takebacks: bool = True


class Seated(Event, frozen=True, tag="seated"):
    """Someone took an open seat."""

    side: Side
    holder: str
    name: str = ""


class Played(Event, frozen=True, tag="played"):
    """A legal move was made."""

    side: Side
    move: str


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The game went back to the position after ``ply`` moves, and is in play."""

    side: Side
    ply: int


class Offered(Event, frozen=True, tag="offered"):
    """An offer was laid on the table."""

    kind: Kind
    side: Side


class OfferClosed(Event, frozen=True, tag="offer_closed"):
    """The offer was accepted, declined, or lapsed with a move."""

    kind: Kind
    side: Side
    how: Literal["accepted", "declined", "lapsed"]


class LevelSet(Event, frozen=True, tag="level_set"):
    """The engine's level changed."""

    level: int


class ClockSet(Event, frozen=True, tag="clock_set"):
    """The running turn begins anew: the server was away, which costs nobody time."""


class Touched(Event, frozen=True, tag="touched"):
    """Pieces were touched: squares in the order that counts, all of this turn."""

    side: Side
    squares: tuple[str, ...]


class Bound(Event, frozen=True, tag="bound"):
    """What the touch binds to: the moves that are left. Empty: the player is free."""

    side: Side
    moves: tuple[str, ...] = ()
    kind: str = ""


class Adjusted(Event, frozen=True, tag="adjusted"):
    """A piece is to be straightened, was asked about, or was straightened without asking."""

    side: Side
    square: str
    how: Literal["asked", "allowed", "refused", "without"] = "allowed"


class ClockPressed(Event, frozen=True, tag="clock_pressed"):
    """The clock was pressed: the opponent's runs."""

    side: Side


class ArbiterCalled(Event, frozen=True, tag="arbiter_called"):
    """A player wants the arbiter."""

    side: Side
    reason: str = ""


class FoulGiven(Event, frozen=True, tag="foul_given"):
    """An offence was punished. ``count``: the fouls of the side, this one included."""

    id: int
    side: Side
    offence: str
    penalty: str
    count: int
    article: str = ""
    note: str = ""
    ply: int = 0


class Warned(Event, frozen=True, tag="warned"):
    """A player was warned."""

    side: Side
    note: str = ""
    id: int = 0
    offence: str = ""
    article: str = ""


class ClaimRejected(Event, frozen=True, tag="claim_rejected"):
    """A claim proved untrue."""

    side: Side
    reason: str = ""


class Sealed(Event, frozen=True, tag="sealed"):
    """A move was sealed; only its hash is known."""

    side: Side
    commitment: str


class SealedOpened(Event, frozen=True, tag="sealed_opened"):
    """The sealed move was opened. ``fault``: why it does not stand; empty if it does."""

    side: Side
    move: str
    salt: str = ""
    fault: str = ""


class Adjourned(Event, frozen=True, tag="adjourned"):
    """The game was broken off."""

    reason: str = ""


class Resumed(Event, frozen=True, tag="resumed"):
    """The game was taken up again."""


class Paused(Event, frozen=True, tag="paused"):
    """Play and clocks stand still."""

    reason: str = ""


class Continued(Event, frozen=True, tag="continued"):
    """Play and the clock go on."""


class ClockAdjusted(Event, frozen=True, tag="clock_adjusted"):
    """The arbiter set a clock."""

    side: Side
    seconds: float
    periods: int | None = None


class WentBack(Event, frozen=True, tag="went_back"):
    """The arbiter put the game back to the position after ``ply`` moves."""

    ply: int
    reason: str = ""


class SetupCorrected(Event, frozen=True, tag="setup_corrected"):
    """The board was set up anew; the moves before it no longer count."""

    fen: str
    reason: str = ""


class Corrected(Event, frozen=True, tag="corrected"):
    """An earlier ruling was undone. ``reopens``: the game is in play again, paused."""

    id: int
    reason: str = ""
    reopens: bool = False


class ChangeOrdered(Event, frozen=True, tag="change_ordered"):
    """A side must change; if it repeats the position, the game ends by ``termination``."""

    side: Side
    reason: str = ""
    id: int = 0
    termination: str = ""


class Ended(Event, frozen=True, tag="ended"):
    """The game is over.

    Args:
        winner: None is a draw, unless ``both_lose``.
        termination: one of ``chuhe.rules.Termination``.
        article: the stable name of the article applied, such as ``club.time``; older
            journals have none.
        reason: the arbiter's words, or a text of the catalogues: ``_(reason)`` shows either.
        id: the number of the ruling.
        cause: the number of the foul that ended the game, 0 if none did.
    """

    winner: Side | None
    termination: str
    article: str = ""
    reason: str = ""
    both_lose: bool = False
    id: int = 0
    cause: int = 0


AnyEvent = (
    Opened
    | Seated
    | Played
    | TakenBack
    | Offered
    | OfferClosed
    | LevelSet
    | ClockSet
    | Touched
    | Bound
    | Adjusted
    | ClockPressed
    | ArbiterCalled
    | FoulGiven
    | Warned
    | ClaimRejected
    | Sealed
    | SealedOpened
    | Adjourned
    | Resumed
    | Paused
    | Continued
    | ClockAdjusted
    | WentBack
    | SetupCorrected
    | Corrected
    | ChangeOrdered
    | Ended
)


class Refused(msgspec.Struct, frozen=True):
    """A command that is not granted, and why; nothing has changed."""

    code: str
    facts: dict[str, str] = {}
