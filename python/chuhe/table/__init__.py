"""A table (桌): one game being played, as a pure state machine.

``handle(command, now)`` decides and changes nothing; ``apply(event)`` changes
and decides nothing. Between the two the caller writes the events down, so what
is on disk is always what was decided, and a table is rebuilt by applying its
events again (``Table.replay``). Nothing here waits, reads the time or sends.

>>> table, events = open_table("t1", seats=(Seat("human", "a"), Seat("human", "b")), now=0.0)
>>> table.handle(Play("a", ply=0, move="h2e2"), now=1.0)
[Played(side='red', move='h2e2', at=1.0)]
>>> table.handle(Play("b", ply=0, move="h9g7"), now=1.0).code
'not_your_turn'
"""

from __future__ import annotations

from chuhe.table.commands import (
    Accept,
    ClaimDraw,
    Command,
    Decline,
    OfferDraw,
    Play,
    Resign,
    SetLevel,
    Sit,
    TakeBack,
    Tick,
    Wake,
)
from chuhe.table.events import (
    ENGINE,
    SIDES,
    AnyEvent,
    ClockSet,
    Ended,
    Event,
    LevelSet,
    OfferClosed,
    Offered,
    Opened,
    Played,
    Refused,
    Seat,
    Seated,
    Side,
    TakenBack,
    other,
)
from chuhe.table.state import LEVELS, MAX_PLIES, Offer, Table, claimable, open_table

__all__ = [
    "ENGINE",
    "LEVELS",
    "MAX_PLIES",
    "SIDES",
    "Accept",
    "AnyEvent",
    "ClaimDraw",
    "ClockSet",
    "Command",
    "Decline",
    "Ended",
    "Event",
    "LevelSet",
    "Offer",
    "OfferClosed",
    "OfferDraw",
    "Offered",
    "Opened",
    "Play",
    "Played",
    "Refused",
    "Resign",
    "Seat",
    "Seated",
    "SetLevel",
    "Side",
    "Sit",
    "Table",
    "TakeBack",
    "TakenBack",
    "Tick",
    "Wake",
    "claimable",
    "open_table",
    "other",
]
