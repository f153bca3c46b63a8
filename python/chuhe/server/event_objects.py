"""What is answered about events; see "The view" in ``docs/protocol-event.md``."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from chuhe.server.objects import Text

__all__ = [
    "BoardView",
    "Choices",
    "CodeChoice",
    "DoAnswer",
    "EventSummaries",
    "EventSummary",
    "EventView",
    "Explained",
    "ExportChoice",
    "ForbiddenView",
    "FoulView",
    "KeyAnswer",
    "ListChoice",
    "LogAnswer",
    "LogEntry",
    "Named",
    "NewEventAnswer",
    "OptionChoice",
    "PlayerView",
    "PrintChoice",
    "ResultChoice",
    "RoundView",
    "SectionLine",
    "StandingsAnswer",
    "StandingsRow",
    "StandingsView",
    "SystemChoice",
    "Told",
    "Working",
    "You",
]

You = Literal["arbiter", ""]


class Named(Struct, frozen=True):
    """A name for programs and what it is called."""

    name: str
    text: Text


class Told(Struct, frozen=True):
    """A sentence and its code."""

    code: str
    text: Text
    players: list[int]


# --- choices ---------------------------------------------------------------------


class OptionChoice(Struct, frozen=True):
    """An option of a system."""

    name: str
    text: Text
    kind: Literal["flag", "count", "choice", "text", "json"]
    default: Any
    choices: list[Named]


class SystemChoice(Struct, frozen=True):
    """A pairing system."""

    name: str
    text: Text
    about: Text
    rounds: bool
    teams: bool
    points: str
    tiebreaks: list[str]
    options: list[OptionChoice]


class CodeChoice(Struct, frozen=True):
    """A tie-break."""

    code: str
    name: Text


class ListChoice(Struct, frozen=True):
    """A list of tie-breaks."""

    name: str
    text: Text
    codes: list[str]


class ResultChoice(Struct, frozen=True):
    """A key of a result."""

    key: str
    short: str
    text: Text


class PrintChoice(Struct, frozen=True):
    """A print."""

    name: str
    text: Text
    round: bool


class ExportChoice(Struct, frozen=True):
    """An export."""

    name: str
    text: Text
    suffix: str


class Choices(Struct, frozen=True):
    """Answer of ``GET /api/events/choices``."""

    systems: list[SystemChoice]
    tiebreaks: list[CodeChoice]
    team_tiebreaks: list[CodeChoice]
    lists: list[ListChoice]
    unplayed: list[Named]
    results: list[ResultChoice]
    numbering: list[Named]
    byes: list[Named]
    fields: list[Named]
    prints: list[PrintChoice]
    exports: list[ExportChoice]
    pdf: bool


# --- an event --------------------------------------------------------------------


class EventSummary(Struct, frozen=True):
    """A line in the list of events."""

    id: str
    name: str
    city: str
    start: str
    end: str
    system: str
    players: int
    rounds: int
    rounds_total: int | None
    you: You


class EventSummaries(Struct, frozen=True):
    """Answer of ``GET /api/events``."""

    events: list[EventSummary]


class SectionLine(Struct, frozen=True):
    """A section in the list of sections."""

    name: str
    system: str
    players: int
    rounds: int
    closed: bool


class PlayerView(Struct, frozen=True):
    """A player of a section."""

    id: int
    number: int | None
    name: str
    team: str
    rating: int
    title: str
    federation: str
    sex: str
    birth: str
    fide_id: str
    present: bool
    first: int
    gone: int | None
    annulled: bool
    byes: dict[str, str]
    fouls: int
    points: str


class BoardView(Struct, frozen=True):
    """A board of a round."""

    board: int
    red: int
    black: int | None
    result: str | None
    points: tuple[str, str | None]
    struck: bool
    corrected: bool
    table: str | None


class RoundView(Struct, frozen=True):
    """A round."""

    number: int
    published: Literal["", "boards", "results"]
    boards: list[BoardView]
    out: dict[str, str]
    missing: list[int]
    reasons: list[Told]
    lots: dict[str, Any] | None


class StandingsRow(Struct, frozen=True):
    """A line of the standings."""

    place: int
    number: int
    tallies: list[str]
    dropped: list[str]


class StandingsView(Struct, frozen=True):
    """The standings after a round."""

    after: int
    codes: list[CodeChoice]
    rows: list[StandingsRow]


class FoulView(Struct, frozen=True):
    """A line of the ledger of fouls."""

    id: int
    number: int | None
    round: int
    kind: str
    count: int
    note: str


class ForbiddenView(Struct, frozen=True):
    """Who may not meet."""

    ids: list[int]
    first: int
    last: int | None


class EventView(Struct, frozen=True):
    """An event, as one section of it and the caller have it."""

    id: str
    seq: int
    name: str
    city: str
    start: str
    end: str
    arbiter: str
    you: You
    who: str
    arbiters: list[str]
    sections: list[SectionLine]
    section: str
    system: str
    rounds_total: int | None
    rules: str
    points: str
    tiebreaks: list[str]
    seed: str
    options: dict[str, Any]
    numbered: str
    over: bool
    players: list[PlayerView]
    rounds: list[RoundView]
    standings: StandingsView | None
    fouls: list[FoulView]
    forbidden: list[ForbiddenView]
    can: list[str]
    next: Told | None
    prints: list[str]
    extra: dict[str, Any]


# --- other answers ------------------------------------------------------------------


class NewEventAnswer(Struct, frozen=True):
    """Answer of ``POST /api/events``."""

    event: EventView
    key: str


class KeyAnswer(Struct, frozen=True):
    """Answer of ``POST /api/events/{id}/key``."""

    key: str


class DoAnswer(Struct, frozen=True):
    """What came of a command."""

    done: bool
    seq: int
    notes: list[Told]
    entries: list[int]
    facts: list[dict[str, Any]]


class Working(Struct, frozen=True):
    """Where a figure comes from."""

    code: str
    name: Text
    value: str
    parts: list[Text]


class Explained(Struct, frozen=True):
    """The figures of a player."""

    number: int
    lines: list[Working]


class StandingsAnswer(Struct, frozen=True):
    """Answer of ``GET /api/events/{id}/standings``."""

    standings: StandingsView
    explain: Explained | None


class LogEntry(Struct, frozen=True):
    """An entry of the log."""

    seq: int
    at: str
    who: str
    section: str
    do: str
    what: Text
    undone: bool
    undoes: list[int]
    fact: dict[str, Any]


class LogAnswer(Struct, frozen=True):
    """Answer of ``GET /api/events/{id}/log``."""

    entries: list[LogEntry]
