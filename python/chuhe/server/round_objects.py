"""What is said of tables of 跳棋; see ``docs/protocol-tiaoqi.md``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from chuhe.server.objects import Control, Reading, Text

Who = Literal["human", "engine", "open"]

# --- asked ---------------------------------------------------------------------


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/rounds``: who sits where, in the order of play, and the rules."""

    players: Annotated[list[Who], Meta(min_length=2, max_length=6)]
    rules: Annotated[str, Meta(max_length=40)] = "equidistant"
    changed: dict[str, Any] = {}
    pieces: Literal[10, 15] = 10
    level: Annotated[int, Meta(ge=1, le=6)] = 3
    clock: Control | None = None


class RoundMove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="move"):
    """Play a move."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]
    move: Annotated[str, Meta(max_length=12)]


class RoundResign(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="resign"):
    """Give up."""

    seat: Annotated[int, Meta(ge=0, le=5)] | None = None


class RoundTakeback(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="takeback"):
    """Take back."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]


class RoundLevel(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="set_level"):
    """Set the engine's level."""

    level: Annotated[int, Meta(ge=1, le=6)]


class RoundMoveNow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="move_now"):
    """Let a thinking engine move at once."""


AnyRoundWish = RoundMove | RoundResign | RoundTakeback | RoundLevel | RoundMoveNow


class JoinRound(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/rounds/{id}/join``."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    key: Annotated[str, Meta(max_length=100)]
    name: Annotated[str, Meta(max_length=40)] = ""


class RoundRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/rounds/read``."""

    text: str


# --- answered ------------------------------------------------------------------


class MarkView(Struct, frozen=True):
    """The next mark of the camp-leaving rule."""

    round: int
    need: int
    moves_left: int


class RoundSeat(Struct, frozen=True):
    """A player and how he stands."""

    point: str
    name: Text
    kind: Who
    player: str
    standing: Literal["playing", "arrived", "out"]
    text: Text | None
    rounds: int
    left_home: int
    distance: int
    mark: MarkView | None
    reading: Reading | None


class RoundPly(Struct, frozen=True):
    """A move that was made, with the cells that it touched."""

    seat: int
    move: str
    path: list[str]


class RoundEnd(Struct, frozen=True):
    """How the game ended."""

    cause: str
    text: Text
    places: list[int]
    scores: list[float]


class RoundView(Struct, frozen=True):
    """A table as the asker sees it."""

    id: str
    seq: int
    created: float
    updated: float
    rules: str
    changed: dict[str, Any]
    hop: str
    pieces: int
    level: int
    seats: list[RoundSeat]
    you: list[int]
    turn: int
    start: dict[str, list[str]]
    gone: dict[str, int]
    cells: dict[str, list[str]]
    may_pass: bool
    paths: dict[str, dict[str, list[str]]]
    moves: list[RoundPly]
    text: str
    end: RoundEnd | None
    thinking: bool
    may_take_back: bool
    running: int | None
    at: float


class RoundAnswer(Struct, frozen=True):
    """Answer of ``GET /api/rounds/{id}`` and of whatever changed it."""

    round: RoundView


class RoundRead(Struct, frozen=True):
    """Answer of ``POST /api/rounds/read``: the game as a table without an id, and what stopped it."""

    round: RoundView
    problem: Text | None


class NewRoundAnswer(Struct, frozen=True):
    """Answer of ``POST /api/rounds``: the table, and the keys of its open seats."""

    round: RoundView
    invites: dict[str, str]


class RoundSummary(Struct, frozen=True):
    """A line in the list of my tables."""

    id: str
    updated: float
    players: list[Who]
    rules: str
    plies: int
    over: bool


class RoundSummaries(Struct, frozen=True):
    """Answer of ``GET /api/rounds``."""

    rounds: list[RoundSummary]


ROUND_TYPES = (
    NewRound,
    JoinRound,
    RoundRecord,
    RoundRead,
    RoundAnswer,
    NewRoundAnswer,
    RoundSummaries,
)
