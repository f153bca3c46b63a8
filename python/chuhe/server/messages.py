"""The closed list of what passes between a page and the server, as small types.

``docs/protocol.md`` is the same list in words, and a test holds the two together.
Raw JSON is touched in ``parse`` and in ``parse_body``, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from chuhe.errors import MessageError, add_messages, describe
from chuhe.i18n import N_, use_language

MAX_MESSAGE = 4096

add_messages(
    {
        "bad_json": N_("not JSON: {why}"),
        "bad_message": N_("not a message of the protocol: {why}"),
        "binary_message": N_("a binary message; the protocol is JSON text"),
        "too_large": N_("larger than {limit} bytes"),
        "too_deep": N_("nested too deeply"),
        "rate_limited": N_("too many requests; wait a moment"),
        "no_such_table": N_("there is no such table"),
        "bad_origin": N_("a page of another site may not connect here"),
        "too_many_connections": N_("too many connections"),
        "engine_failed": N_("the engine failed; ask it to move again or take back"),
        "internal": N_("the server made a mistake; nothing was changed"),
        "wrong_table": N_("this connection is for another table"),
    }
)

Side = Literal["red", "black"]
Kind = Literal["draw", "takeback"]
Ply = Annotated[int, Meta(ge=0, le=100_000)]
Id = Annotated[int, Meta(ge=0, le=2**53)]


# --- client messages ---------------------------------------------------------


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", kw_only=True):
    """What a page may say. ``id`` comes back in the answer."""

    id: Id | None = None


class Resume(ClientMessage, frozen=True, tag="resume"):
    """Send me what I miss after ``last``."""

    last: Id


class Move(ClientMessage, frozen=True, tag="move"):
    """Play a move."""

    table: Annotated[str, Meta(max_length=40)]
    ply: Ply
    move: Annotated[str, Meta(max_length=20)]


class Takeback(ClientMessage, frozen=True, tag="takeback"):
    """Take back, or ask the opponent for it."""

    ply: Ply


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Give up."""

    side: Side | None = None


class OfferDraw(ClientMessage, frozen=True, tag="offer_draw"):
    """Offer a draw."""

    side: Side | None = None


class Accept(ClientMessage, frozen=True, tag="accept"):
    """Accept the open offer."""

    kind: Kind


class Decline(ClientMessage, frozen=True, tag="decline"):
    """Decline the open offer."""

    kind: Kind


class ClaimDraw(ClientMessage, frozen=True, tag="claim_draw"):
    """Claim the draw that the position allows."""


class ClaimTime(ClientMessage, frozen=True, tag="claim_time"):
    """Say that the opponent's time is up."""


class SetLevel(ClientMessage, frozen=True, tag="set_level"):
    """Set the engine's level."""

    level: Annotated[int, Meta(ge=0, le=1000)]


class MoveNow(ClientMessage, frozen=True, tag="move_now"):
    """Ask a thinking engine to move."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Are you there?"""


AnyClientMessage = (
    Resume
    | Move
    | Takeback
    | Resign
    | OfferDraw
    | Accept
    | Decline
    | ClaimDraw
    | ClaimTime
    | SetLevel
    | MoveNow
    | Ping
)


# --- objects -----------------------------------------------------------------


class Text(Struct, frozen=True):
    """A sentence in both languages."""

    zh: str
    en: str


class Outcome(Struct, frozen=True):
    """How the game ended."""

    winner: Side | None
    result: str
    termination: str
    text: Text


class Problem(Struct, frozen=True):
    """Something wrong in what was given."""

    code: str
    text: Text
    facts: dict[str, str]
    place: str | None = None


class Captured(Struct, frozen=True):
    """Letters of each colour's pieces off the board, in order of capture."""

    red: list[str]
    black: list[str]


class Position(Struct, frozen=True):
    """All that a board on a page needs."""

    ply: int
    fen: str
    turn: Side
    dests: dict[str, list[str]]
    check: str | None
    checkers: list[str]
    last: tuple[str, str] | None
    captured: Captured
    claimable: Outcome | None


class MoveEntry(Struct, frozen=True):
    """One move in a list of moves."""

    ply: int
    uci: str
    zh: str
    wxf: str
    iccs: str
    side: Side
    piece: str
    captured: str | None
    check: str | None
    fen: str
    comment: str | None = None
    nags: list[int] = []
    variations: int = 0


class SeatView(Struct, frozen=True):
    """Who sits, without secrets."""

    kind: Literal["human", "engine", "open"]
    name: str


class Seats(Struct, frozen=True):
    """Both seats."""

    red: SeatView
    black: SeatView


class Control(Struct, frozen=True, forbid_unknown_fields=True):
    """A time control in seconds; see ``chuhe.clock.TimeControl``."""

    main: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    byoyomi: float = 0.0
    periods: int = 0


class Reading(Struct, frozen=True):
    """What one clock shows."""

    main: float | None
    periods: int
    period: float | None
    move: float | None


class Clock(Struct, frozen=True):
    """Both clocks at one instant."""

    control: Control
    running: Side | None
    at: float
    red: Reading
    black: Reading


class OpenOffer(Struct, frozen=True):
    """An offer on the table."""

    kind: Kind
    by: Side


class Can(Struct, frozen=True):
    """What this connection may ask for now."""

    takeback: bool
    resign: bool
    offer_draw: bool
    claim_draw: bool
    claim_time: bool


class Table(Struct, frozen=True):
    """A table as one connection sees it."""

    id: str
    created: float
    updated: float
    seats: Seats
    you: list[Side]
    level: int
    rules: str
    start: Position
    moves: list[MoveEntry]
    position: Position
    status: Literal["playing", "over"]
    outcome: Outcome | None
    offer: OpenOffer | None
    thinking: bool
    clock: Clock | None
    can: Can


# --- server events -----------------------------------------------------------


class ServerEvent(Struct, frozen=True, tag_field="t", kw_only=True):
    """What the server may say."""

    seq: int


class State(ServerEvent, frozen=True, tag="state"):
    """A snapshot."""

    table: Table


class Resumed(ServerEvent, frozen=True, tag="resumed"):
    """Exactly ``missed`` stored events follow."""

    missed: int


class Played(ServerEvent, frozen=True, tag="played"):
    """A move was made."""

    by: Side
    move: MoveEntry
    position: Position
    clock: Clock | None


class TakenBack(ServerEvent, frozen=True, tag="taken_back"):
    """The game went back."""

    by: Side
    ply: int
    position: Position
    clock: Clock | None


class Ended(ServerEvent, frozen=True, tag="ended"):
    """The game is over."""

    outcome: Outcome
    clock: Clock | None


class Offered(ServerEvent, frozen=True, tag="offered"):
    """An offer lies on the table."""

    kind: Kind
    by: Side


class OfferClosed(ServerEvent, frozen=True, tag="offer_closed"):
    """The offer is gone."""

    kind: Kind
    by: Side
    how: Literal["accepted", "declined", "lapsed"]


class LevelSet(ServerEvent, frozen=True, tag="level_set"):
    """The engine's level changed."""

    level: int


class ClockSet(ServerEvent, frozen=True, tag="clock_set"):
    """A new reading of the clocks."""

    clock: Clock


class Seated(ServerEvent, frozen=True, tag="seated"):
    """Someone took an open seat; with the last one the clocks start."""

    seats: Seats
    clock: Clock | None


class Thinking(ServerEvent, frozen=True, tag="thinking"):
    """The engine began, found something, or stopped."""

    on: bool
    depth: int | None = None
    score: int | None = None
    pv: list[str] = []


class Refused(ServerEvent, frozen=True, tag="refused"):
    """A wish that is not granted."""

    id: int | None
    cmd: str
    code: str
    text: Text
    facts: dict[str, str]


class Error(ServerEvent, frozen=True, tag="error"):
    """What came was not a message."""

    id: int | None
    code: str
    text: Text
    facts: dict[str, str]


class Pong(ServerEvent, frozen=True, tag="pong"):
    """The answer to ``ping``."""

    id: int | None
    now: float


class Closing(ServerEvent, frozen=True, tag="closing"):
    """The socket will be closed; reconnect."""

    why: Literal["restart", "idle"]


AnyServerEvent = (
    State
    | Resumed
    | Played
    | TakenBack
    | Ended
    | Offered
    | OfferClosed
    | LevelSet
    | ClockSet
    | Seated
    | Thinking
    | Refused
    | Error
    | Pong
    | Closing
)
#: The events that are stored and numbered.
STORED = (Played, TakenBack, Ended, Offered, OfferClosed, LevelSet, ClockSet, Seated)


# --- HTTP bodies ---------------------------------------------------------------


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
    rules: Literal["club", "cxa", "axf", "wxf", "engine"] = "club"
    clock: Control | None = None


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


# --- HTTP answers --------------------------------------------------------------


class Info(Struct, frozen=True):
    """Answer of ``GET /api/info``."""

    version: str
    levels: int
    rules: list[str]
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


class Fault(Struct, frozen=True):
    """What went wrong with an HTTP request."""

    code: str
    text: Text
    facts: dict[str, str]
    problems: list[Problem]


class FaultAnswer(Struct, frozen=True):
    """Answer of a request that failed."""

    error: Fault


HTTP_TYPES = (
    NewTable,
    Join,
    RecordText,
    PositionText,
    Info,
    TableAnswer,
    NewTableAnswer,
    Summaries,
    Record,
    Checked,
    FaultAnswer,
)

_client = msgspec.json.Decoder(AnyClientMessage)
_encoder = msgspec.json.Encoder()
_T = TypeVar("_T")


def parse(raw: str | bytes) -> AnyClientMessage:
    """The message in ``raw``, as it came from the socket.

    Raises:
        MessageError: ``binary_message``, ``too_large``, ``bad_json``, ``too_deep`` or
            ``bad_message``, with the reason as a fact.

    >>> parse('{"t": "ping", "id": 7}')
    Ping(id=7)
    >>> parse('{"t": "pong"}')  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    MessageError: ...
    """
    if isinstance(raw, bytes):
        raise MessageError("binary_message", {})
    # A character is at least a byte: so long a text need not be encoded to be refused.
    if len(raw) > MAX_MESSAGE or len(data := raw.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise MessageError("too_large", {"limit": MAX_MESSAGE})
    return _decode(_client, data)


def parse_body(raw: bytes, type: type[_T]) -> _T:
    """The body of an HTTP request as ``type``.

    Raises:
        MessageError: as ``parse``.
    """
    return _decode(msgspec.json.Decoder(type), raw)


def encode(message: Struct) -> bytes:
    """``message`` as JSON."""
    return _encoder.encode(message)


def text(code: str, facts: Mapping[str, object]) -> Text:
    """The sentence for a code in both languages."""
    return both(lambda: describe(code, facts))


def both(say: Callable[[], str]) -> Text:
    """What ``say`` returns, in both languages."""
    with use_language("zh-Hans"):
        zh = say()
    with use_language("en"):
        return Text(zh, say())


def schema() -> dict[str, Any]:
    """JSON Schema of all messages, events and HTTP bodies, one definition a type."""
    _, parts = msgspec.json.schema_components(
        [AnyClientMessage, AnyServerEvent, *HTTP_TYPES], ref_template="#/$defs/{name}"
    )
    names = {kind: [t.__name__ for t in union.__args__] for kind, union in UNIONS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": parts
        | {
            kind: {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in members]}
            for kind, members in names.items()
        },
    }


#: The two closed lists by name.
UNIONS: dict[str, Any] = {"ClientMessage": AnyClientMessage, "ServerEvent": AnyServerEvent}


def _decode(decoder: msgspec.json.Decoder[_T], data: bytes) -> _T:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise MessageError("bad_message", {"why": str(error)}) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MessageError("bad_json", {"why": str(error)}) from None
    except RecursionError:
        raise MessageError("too_deep", {}) from None
