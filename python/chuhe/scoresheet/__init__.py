"""The score sheet 记录表 of an officiated game: made from the table's events, written four ways.

>>> from chuhe.i18n import use_language
>>> from chuhe.table import Play, Seat, open_table
>>> table, events = open_table("t", seats=(Seat("human", "a"), Seat("human", "b")), now=0.0)
>>> events += table.handle(Play("a", ply=0, move="h2e2"), now=5.0)
>>> with use_language("en"):
...     sheet = make_sheet(events, {"Red": "Jia"})
...     print(write_sheet(sheet, "pgn"))    # doctest: +ELLIPSIS
[Game "Chinese Chess"]
[Red "Jia"]
...
"""

from __future__ import annotations

from chuhe.scoresheet.html import sheet_html
from chuhe.scoresheet.record import sheet_game
from chuhe.scoresheet.sheet import Note, Remark, Row, Sheet, clock_words, make_sheet
from chuhe.scoresheet.text import sheet_text, text_width
from chuhe.scoresheet.words import (
    book_words,
    ending_words,
    event_words,
    move_words,
    side_words,
)
from chuhe.scoresheet.write import SHEET_FORMATS, write_sheet

__all__ = [
    "SHEET_FORMATS",
    "Note",
    "Remark",
    "Row",
    "Sheet",
    "book_words",
    "clock_words",
    "ending_words",
    "event_words",
    "make_sheet",
    "move_words",
    "sheet_game",
    "sheet_html",
    "sheet_text",
    "side_words",
    "text_width",
    "write_sheet",
]
