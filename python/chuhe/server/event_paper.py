"""Prints and exports of an event; all of it is made in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chuhe.i18n import use_language
from chuhe.server.api import ApiError
from chuhe.server.event_desk import EventDesk
from chuhe.tournament import desk as systems
from chuhe.tournament import exports
from chuhe.tournament.journal import Entry
from chuhe.tournament.prints import PRINTS, print_of
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State

__all__ = ["EXPORTS", "LANGUAGES", "PRINTS", "Paper", "exported", "printed"]


@dataclass(frozen=True, slots=True)
class Export:
    """A form in which an event leaves for other programs."""

    title: str
    suffix: str
    media: str
    make: Callable[[State, Standings, Sequence[Entry]], bytes]


_TEXT = "text/plain; charset=utf-8"
#: Name → export.
EXPORTS: dict[str, Export] = {
    "trf16": Export("TRF16", ".trf", _TEXT, lambda s, t, _: exports.trf_text(s, t, "16").encode()),
    "trf26": Export("TRF26", ".trf", _TEXT, lambda s, t, _: exports.trf_text(s, t, "26").encode()),
    "csv": Export(
        "CSV", ".csv", "text/csv; charset=utf-8", lambda s, t, _: exports.csv_text(s, t).encode()
    ),
    "json": Export(
        "JSON",
        ".json",
        "application/json",
        lambda s, t, entries: exports.json_text(s, t, entries).encode(),
    ),
}
#: What ``lang`` may be.
LANGUAGES = {"zh": "zh-Hans", "en": "en"}


@dataclass(frozen=True, slots=True)
class Paper:
    """A file to be sent."""

    body: bytes
    media: str
    suffix: str


def printed(desk: EventDesk, what: str, round: int | None, lang: str, *, pdf: bool) -> Paper:
    """A print of the desk's section.

    Args:
        desk: with the section chosen.
        what: its name.
        round: of which round; the last one if None.
        lang: ``zh`` or ``en``.
        pdf: whether as PDF.

    Raises:
        EventError: there is no such print here, or no such round.
    """
    state = desk.state
    number = len(state.rounds) if round is None else round
    with use_language(LANGUAGES[lang]):
        made = print_of(what, state)
        if made.of_round:
            state.round(number)
        page = made(state, systems.table_of(state), number)
        if not pdf:
            return Paper(page.encode(), "text/html; charset=utf-8", ".html")
        from chuhe.tournament.prints_pdf import to_pdf

        return Paper(to_pdf(page), "application/pdf", ".pdf")


def exported(desk: EventDesk, format: str, lang: str) -> Paper:
    """The desk's section as a file for other programs.

    Raises:
        ApiError: ``events.export``.
        EventError: it cannot be told in this format.
    """
    if format not in EXPORTS:
        raise ApiError(404, "events.export", {"text": format[:40], "known": ", ".join(EXPORTS)})
    export, state = EXPORTS[format], desk.state
    with use_language(LANGUAGES[lang]):
        body = export.make(state, systems.table_of(state), desk.entries)
    return Paper(body, export.media, export.suffix)
