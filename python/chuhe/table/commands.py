"""What may be asked of a table. ``who`` is the hash of the asker's secret, or ``ENGINE``."""

from __future__ import annotations

from dataclasses import dataclass

from chuhe.table.events import Kind, Side


@dataclass(frozen=True, slots=True)
class Play:
    """Play ``move``, seen as the one after ``ply`` moves."""

    who: str
    ply: int
    move: str


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


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the offer on the table, or withdraw one's own takeback."""

    who: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """Claim the draw that the rules give on demand."""

    who: str


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Set the engine's level."""

    who: str
    level: int


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat. Whether the invitation is good is the caller's business."""

    who: str
    side: Side
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """Look at the clock: sent by the timer at ``deadline()``, or by a player who claims."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Wake:
    """The table is back after a restart."""


Command = (
    Play
    | TakeBack
    | Resign
    | OfferDraw
    | Accept
    | Decline
    | ClaimDraw
    | SetLevel
    | Sit
    | Tick
    | Wake
)
