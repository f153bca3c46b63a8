"""What is asked and answered about records that are edited on a page."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from chuhe.server.bodies import GameLine
from chuhe.server.objects import MoveEntry, NamedMove, Position, Problem, Text

__all__ = [
    "RECORD_TYPES",
    "Format",
    "Formats",
    "LineAsked",
    "Note",
    "Opened",
    "PositionAt",
    "SaveAsked",
    "Saved",
    "Score",
    "TreeMove",
    "TreeView",
]

#: So many moves lead to a position that is asked for.
MAX_PLIES = 2000


# --- asked ---------------------------------------------------------------------


class LineAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/records/position``."""

    fen: Annotated[str, Meta(max_length=200)]
    moves: Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=MAX_PLIES)]


class SaveAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/records/save``."""

    format: Annotated[str, Meta(max_length=20)]
    games: Annotated[dict[int, Raw], Meta(max_length=1000)]
    source: bytes | None = None
    notation: Literal["zh", "zh-hant", "wxf", "iccs", "uci"] = "zh"
    encoding: Literal["utf-8", "gb18030", "big5"] = "utf-8"


# --- answered ------------------------------------------------------------------


class Score(Struct, frozen=True, omit_defaults=True):
    """An engine's opinion, as in JSON files of games."""

    score: int | None = None
    mate: int | None = None
    depth: int | None = None


class Unread(Struct, frozen=True, omit_defaults=True):
    """A move of a file that cannot be played, named as in JSON files of games."""

    move: str
    after: int | None = None
    comment: str = ""


class Note(Struct, frozen=True, omit_defaults=True):
    """All that is said of one node, named as in JSON files of games."""

    comment: str = ""
    before: str = ""
    nags: list[int] = []
    clock: int | None = None
    elapsed: int | None = None
    eval: Score | None = None
    unread: list[Unread] = []


class TreeMove(NamedMove, frozen=True):
    """A move as it is called in some position, and whether it gives check there."""

    check: bool


class TreeView(Struct, frozen=True):
    """A recorded game with all its variations."""

    index: int
    headers: dict[str, str]
    result: str
    fen: str
    playable: bool
    moves: list[TreeMove]
    nodes: list[int]
    after: list[tuple[int, int]]
    notes: dict[int, Note]
    problems: list[Problem]


class Opened(Struct, frozen=True):
    """Answer of ``POST /api/records/open``."""

    format: str
    encoding: str
    games: list[GameLine]
    more: bool
    game: TreeView


class PositionAt(Struct, frozen=True):
    """Answer of ``POST /api/records/position``."""

    position: Position
    move: MoveEntry | None


class Format(Struct, frozen=True):
    """A format that records are written in."""

    name: str
    suffix: str
    text: bool
    one_game: bool


class Formats(Struct, frozen=True):
    """Answer of ``GET /api/records/formats``."""

    formats: list[Format]


class Saved(Struct, frozen=True):
    """Answer of ``POST /api/records/save``."""

    format: str
    suffix: str
    data: bytes
    losses: list[Text]


RECORD_TYPES = (LineAsked, SaveAsked, Opened, PositionAt, Formats, Saved)
