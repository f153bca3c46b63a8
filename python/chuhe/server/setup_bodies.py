"""The bodies of the set-up board; see "Set-ups" in ``docs/protocol.md``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chuhe.server.objects import Problem, Side, Text


class SetupText(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/setup``."""

    text: Annotated[str, Meta(max_length=20_000)]


class Reason(Struct, frozen=True):
    """Why a set-up is no position, and the squares that this is about."""

    code: str
    text: Text
    squares: list[str]
    bars: bool
    """Whether it forbids play altogether; else the set-up cannot arise, and may be played as a diagram."""


class Standing(Struct, frozen=True):
    """How the side to move stands."""

    turn: Side
    state: Literal["free", "check", "checkmate", "stalemate"]
    text: Text
    moves: int
    """Its legal moves."""
    king: str
    checkers: list[str]
    winnable: bool
    """Whether either side has a piece left that can win."""


class SetupView(Struct, frozen=True):
    """Answer of ``POST /api/setup``."""

    fen: str | None
    moves: int
    """How many moves behind the position were played to reach this."""
    problem: Problem | None
    """Why the text is no set-up at all; then there is nothing else."""
    reasons: list[Reason]
    playable: bool
    legal: bool
    standing: Standing | None


class Start(Struct, frozen=True):
    """A set-up to begin with."""

    name: Text
    note: Text | None
    fen: str


class Starts(Struct, frozen=True):
    """Answer of ``GET /api/setup/starts``."""

    set: str
    """The letters of a full set, both sides."""
    start: str
    handicaps: list[Start]
    endings: list[Start]
    mates: list[Start]


SETUP_TYPES = (SetupText, SetupView, Starts)
