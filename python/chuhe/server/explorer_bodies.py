"""The bodies of the opening explorer; see "The opening explorer" in ``docs/protocol.md``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from chuhe.server.objects import NamedMove


class ExplorerAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/explorer``."""

    fen: Annotated[str, Meta(max_length=200)]
    mirror: bool = False
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """The ``next`` of the page of games before."""


class Tally(Struct, frozen=True):
    """How games ended."""

    games: int
    red: int
    draws: int
    black: int
    score: float | None
    """Red's share of the points, where the result is known."""
    last: str
    """When it was last played; empty if not known."""


class ExplorerMove(Struct, frozen=True):
    """A move played at the position; null where games ended."""

    move: NamedMove | None
    tally: Tally


class ExplorerGame(Struct, frozen=True):
    """A game that had the position."""

    id: int
    red: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    ply: int | None
    """After so many plies it stood there."""
    mirrored: bool


class Explored(Struct, frozen=True):
    """Answer of ``POST /api/explorer``."""

    total: Tally
    moves: list[ExplorerMove]
    games: list[ExplorerGame]
    next: int | None


class Explorer(Struct, frozen=True):
    """Answer of ``GET /api/explorer``."""

    library: bool


EXPLORER_TYPES = (ExplorerAsked, Explored, Explorer)
