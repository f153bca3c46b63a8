"""The closed list of what passes between a page and the server, as small types.

``docs/protocol.md`` is the same list in words, and a test holds the two together.
Raw JSON is touched in ``parse`` and in ``parse_body``, and nowhere else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from chuhe.errors import MessageError, add_messages
from chuhe.i18n import N_
from chuhe.server.analysis_bodies import ANALYSIS_TYPES
from chuhe.server.bodies import HTTP_TYPES
from chuhe.server.explorer_bodies import EXPLORER_TYPES
from chuhe.server.objects import Clock, Kind, MoveEntry, Outcome, Position, Seats, Side, Table, Text
from chuhe.server.records_bodies import RECORD_TYPES
from chuhe.server.setup_bodies import SETUP_TYPES

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


def schema() -> dict[str, Any]:
    """JSON Schema of all messages, events and HTTP bodies, one definition a type."""
    _, parts = msgspec.json.schema_components(
        [
            AnyClientMessage,
            AnyServerEvent,
            *HTTP_TYPES,
            *RECORD_TYPES,
            *SETUP_TYPES,
            *EXPLORER_TYPES,
            *ANALYSIS_TYPES,
        ],
        ref_template="#/$defs/{name}",
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
