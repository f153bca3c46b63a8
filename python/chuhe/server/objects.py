"""What messages are made of: positions, moves, outcomes, clocks, a whole table.

The section "Objects" of ``docs/protocol.md`` says what each field means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from chuhe.errors import describe
from chuhe.i18n import use_language

Side = Literal["red", "black"]
Kind = Literal["draw", "takeback"]


class Text(Struct, frozen=True):
    """A sentence in both languages."""

    zh: str
    en: str


class Arrow(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """What a ruling points at: who attacks what."""

    start: str
    end: str
    kind: Literal["check", "kill", "chase", "exchange", "follow"]


class RulingAct(Struct, frozen=True):
    """What one ply of a repeated cycle did; or several that repeat earlier ones."""

    ply: int
    last: int
    text: Text
    arrows: list[Arrow]
    crossed: list[str]
    same_as: int | None


class Ruling(Struct, frozen=True):
    """Why the board ends a game, by a rule book."""

    ply: int
    rules: str
    title: Text
    cycle: Text
    verdict: Text
    sides: list[Text]
    clause: Text
    acts: list[RulingAct]
    others: list[Text]


class Outcome(Struct, frozen=True):
    """How the game ended."""

    winner: Side | None
    result: str
    termination: str
    text: Text
    reason: Text | None = None
    ruling: Ruling | None = None


class NamedMove(Struct, frozen=True):
    """A move by its squares and in the three notations."""

    uci: str
    zh: str
    wxf: str
    iccs: str


class Warning(Struct, frozen=True):
    """The next repetition loses: who must vary, and how."""

    loser: Side
    outcome: Outcome
    text: Text
    fatal: list[NamedMove]
    ways_out: list[NamedMove]


class Problem(Struct, frozen=True):
    """Something wrong in what was given."""

    code: str
    text: Text
    facts: dict[str, str]
    place: Text | None = None


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
    warning: Warning | None = None


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


def text(code: str, facts: Mapping[str, object]) -> Text:
    """The sentence for a code in both languages."""
    return both(lambda: describe(code, facts))


def both(say: Callable[[], str]) -> Text:
    """What ``say`` returns, in both languages."""
    with use_language("zh-Hans"):
        zh = say()
    with use_language("en"):
        return Text(zh, say())
