"""A score sheet in the format that the name of a file promises."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.records import dumps
from chuhe.scoresheet.html import sheet_html
from chuhe.scoresheet.record import sheet_game
from chuhe.scoresheet.sheet import Sheet
from chuhe.scoresheet.text import sheet_text
from chuhe.scoresheet.words import usual_style

__all__ = ["SHEET_FORMATS", "write_sheet"]

add_messages(
    {
        "sheet.format": N_("a score sheet is written as {known}, not as '{name}'"),
    }
)


def _pgn(sheet: Sheet) -> str:
    return dumps(sheet_game(sheet), "pgn", notation=usual_style()) + "\n"


def _json(sheet: Sheet) -> str:
    return json.dumps(sheet.to_json(), ensure_ascii=False, indent=1) + "\n"


#: Format, as the end of a file's name says it → how it is written.
SHEET_FORMATS: Mapping[str, Callable[[Sheet], str]] = {
    "txt": sheet_text,
    "html": sheet_html,
    "pgn": _pgn,
    "json": _json,
}


def write_sheet(sheet: Sheet, format: str = "txt") -> str:
    """The sheet as ``txt``, ``html``, ``pgn`` or ``json``.

    Raises:
        ParseError: ``sheet.format``: there is no such format.
    """
    try:
        writer = SHEET_FORMATS[format]
    except KeyError:
        known = ", ".join(SHEET_FORMATS)
        raise ParseError("sheet.format", {"name": format[:20], "known": known}) from None
    return writer(sheet)
