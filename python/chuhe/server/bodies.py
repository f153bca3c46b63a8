"""The bodies of HTTP requests and answers; see "HTTP" in ``docs/protocol.md``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chuhe.server.objects import (
    Control,
    MoveEntry,
    Outcome,
    Position,
    Problem,
    Seats,
    Side,
    Table,
    Text,
)

#: The name of a rule book; whether there is such a one is looked up where it is used.
BookName = Annotated[str, Meta(max_length=40)]


# --- asked ---------------------------------------------------------------------


class SeatKinds(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit where."""

    red: Literal["human", "engine", "open"] = "human"
    black: Literal["human", "engine", "open"] = "engine"


class RecordStart(Struct, frozen=True, forbid_unknown_fields=True):
    """Continue a recorded game."""

    text: str
    game: Annotated[int, Meta(ge=0)] = 0
    ply: Annotated[int, Meta(ge=0)] | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables``."""

    seats: SeatKinds = SeatKinds()
    level: Annotated[int, Meta(ge=1, le=10)] = 3
    fen: Annotated[str, Meta(max_length=200)] | None = None
    record: RecordStart | None = None
    rules: BookName = "club"
    clock: Control | None = None
    diagram: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/{id}/join``."""

    side: Side
    key: Annotated[str, Meta(max_length=100)]


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/records``."""

    text: str
    game: Annotated[int, Meta(ge=0)] = 0


class PositionText(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/positions``."""

    fen: Annotated[str, Meta(max_length=1000)]


class MoveText(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/moves``."""

    fen: Annotated[str, Meta(max_length=200)]
    text: Annotated[str, Meta(max_length=100)]


class RulingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/rulings``."""

    fen: Annotated[str, Meta(max_length=200)]
    moves: Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=2000)]
    rules: BookName = "club"


# --- answered ------------------------------------------------------------------


class Book(Struct, frozen=True):
    """A rule book one may play by."""

    name: str
    title: Text


class Info(Struct, frozen=True):
    """Answer of ``GET /api/info``."""

    version: str
    levels: int
    rules: list[str]
    books: list[Book]
    engine: bool


class TableAnswer(Struct, frozen=True):
    """A table and the number of its last event."""

    table: Table
    seq: int


class NewTableAnswer(Struct, frozen=True):
    """Answer of ``POST /api/tables``."""

    table: Table
    seq: int
    invites: dict[str, str]


class Summary(Struct, frozen=True):
    """A line in the list of my tables."""

    id: str
    created: float
    updated: float
    seats: Seats
    you: list[Side]
    level: int
    rules: str
    plies: int
    status: Literal["playing", "over"]
    outcome: Outcome | None
    fen: str


class Summaries(Struct, frozen=True):
    """Answer of ``GET /api/tables``."""

    tables: list[Summary]


class GameLine(Struct, frozen=True):
    """A game in the list of a file's games."""

    index: int
    headers: dict[str, str]
    plies: int
    problems: int


class GameView(Struct, frozen=True):
    """A recorded game to step through."""

    index: int
    headers: dict[str, str]
    comment: str | None
    start: Position
    moves: list[MoveEntry]
    positions: list[Position]
    result: str
    problems: list[Problem]


class Record(Struct, frozen=True):
    """Answer of ``POST /api/records``."""

    format: str
    games: list[GameLine]
    more: bool
    game: GameView | None
    problems: list[Problem]


class Checked(Struct, frozen=True):
    """Answer of ``POST /api/positions``."""

    ok: bool
    fen: str | None
    problems: list[Problem]
    position: Position | None


class MoveRead(Struct, frozen=True):
    """Answer of ``POST /api/moves``."""

    move: str | None
    problem: Problem | None


class RulingFound(Struct, frozen=True):
    """An end found on the board, or a draw that could have been claimed there."""

    ply: int
    claimable: bool
    outcome: Outcome


class Rulings(Struct, frozen=True):
    """Answer of ``POST /api/rulings``."""

    rules: str
    rulings: list[RulingFound]


class Fault(Struct, frozen=True):
    """What went wrong with an HTTP request."""

    code: str
    text: Text
    facts: dict[str, str]
    problems: list[Problem]


class FaultAnswer(Struct, frozen=True):
    """Answer of a request that failed."""

    error: Fault


#: All that are not part of another.
HTTP_TYPES = (
    NewTable,
    Join,
    RecordText,
    PositionText,
    MoveText,
    RulingsAsked,
    Info,
    TableAnswer,
    NewTableAnswer,
    Summaries,
    Record,
    Checked,
    MoveRead,
    Rulings,
    FaultAnswer,
)
