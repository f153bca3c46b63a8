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


class Ended(Event, frozen=True, tag="ended"):
    """The game is over."""

    winner: Side | None
    termination: str


AnyEvent = (
    Opened | Seated | Played | TakenBack | Offered | OfferClosed | LevelSet | ClockSet | Ended
)


class Refused(msgspec.Struct, frozen=True):
    """A command that is not granted, and why; nothing has changed."""

    code: str
    facts: dict[str, str] = {}
