"""The bodies of requests about the boards of an event; see "Boards" in ``docs/protocol-event.md``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chuhe.server.bodies import BookName
from chuhe.server.objects import Control, Side

#: The longest list of players in one request.
MOST = 10_000

SectionName = Annotated[str, Meta(max_length=100)]


class OpenBoards(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events/{id}/boards``."""

    section: SectionName = ""
    round: Annotated[int, Meta(ge=1, le=999)] | None = None
    """The last one paired if None."""
    clock: Control | None = None
    rules: BookName = ""
    """The rule book; that of the event, else ``club``, if empty."""


class NewLinks(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events/{id}/links``."""

    players: Annotated[list[int], Meta(max_length=MOST)]
    """Places in the list of entries."""


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/events/{id}/seat``."""

    key: Annotated[str, Meta(max_length=100)]
    sit: str | None = None
    """The table to sit down at; None only looks."""


class PlayerLink(Struct, frozen=True):
    """The secret of a player: the end of his address."""

    player: int
    number: int | None
    name: str
    team: str
    key: str


class BoardsOpened(Struct, frozen=True):
    """Answer of ``POST /api/events/{id}/boards``."""

    round: int
    opened: int
    """Tables made now."""
    links: list[PlayerLink]
    """Of those players who had none before. They are not told again."""


class LinksMade(Struct, frozen=True):
    """Answer of ``POST /api/events/{id}/links``."""

    links: list[PlayerLink]


class SeatBoard(Struct, frozen=True):
    """The board of a player in the last published round of a section."""

    section: str
    round: int
    board: int
    side: Side | None
    """None: a round without a game."""
    opponent: int | None
    opponent_name: str
    opponent_team: str
    table: str | None
    status: Literal["none", "waiting", "playing", "over"]
    here: bool
    """Whether the asker sits there."""
    result: str | None


class Seats(Struct, frozen=True):
    """Answer of ``POST /api/events/{id}/seat``."""

    player: int
    number: int | None
    name: str
    team: str
    event: str
    boards: list[SeatBoard]
