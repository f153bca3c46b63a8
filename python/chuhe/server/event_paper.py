"""Prints and exports of an event; all of it is made in a thread."""

from __future__ import annotations

from dataclasses import dataclass

import chuhe.tournament.prints_pdf  # noqa: F401 - for what it says of prints
from chuhe.i18n import use_language
from chuhe.server.event_desk import EventDesk
from chuhe.tournament import desk as systems
from chuhe.tournament.exports import EXPORTS, export_of
from chuhe.tournament.prints import PRINTS, print_of

__all__ = ["EXPORTS", "LANGUAGES", "PRINTS", "Paper", "exported", "printed"]


#: What ``lang`` may be.
LANGUAGES = {"zh": "zh-Hans", "en": "en"}


@dataclass(frozen=True, slots=True)
class Paper:
    """A file to be sent."""

    body: bytes
    media: str
    suffix: str


def printed(desk: EventDesk, what: str, round: int | None, lang: str) -> Paper:
    """A print of the desk's section.

    Args:
        desk: with the section chosen.
        what: its name.
        round: of which round; the last one if None.
        lang: ``zh`` or ``en``.

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
        return Paper(page.encode(), "text/html", ".html")


def exported(desk: EventDesk, format: str, lang: str) -> Paper:
    """The desk's section as a file for other programs.

    Raises:
        EventError: ``exports.unknown``, or it cannot be told in this format.
    """
    export, state = export_of(format), desk.state
    with use_language(LANGUAGES[lang]):
        body = export.make(state, systems.table_of(state), desk.entries)
    # The charset is added to texts by the application.
    return Paper(body, export.media.removesuffix("; charset=utf-8"), export.suffix)
