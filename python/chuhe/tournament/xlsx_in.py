"""Rows of a spreadsheet, as texts: XLSX as Excel, WPS and LibreOffice write it.

>>> from chuhe.tournament.xlsx_out import book
>>> rows_of(book([("名单", [["姓名", "等级分"], ["许银川", 2600]])]))
('名单', [(1, ['姓名', '等级分']), (2, ['许银川', '2600'])])

A file from anybody is read in bounded time and memory: the packed and the
unpacked size, the rows and the columns are limited before anything is read,
and XML whose entities grow is refused.
"""

from __future__ import annotations

import io
import math
import re
import warnings
import zipfile
from datetime import date, datetime, time, timedelta
from typing import Any

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "MOST_UNPACKED", "cell_name", "is_workbook", "rows_of"]

#: A workbook of more bytes, once unpacked, is refused: 9,999 players need a tenth of this.
MOST_UNPACKED = 24_000_000
#: Rows after these are refused, …
MOST_ROWS = 20_000
#: … columns after these are not looked at.
MOST_COLUMNS = 64
_MOST_PARTS = 500

_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def is_workbook(data: bytes) -> bool:
    """Whether bytes begin like a workbook, XLSX or the older XLS.

    >>> is_workbook(b"PK\\x03\\x04"), is_workbook("姓名".encode())
    (True, False)
    """
    return data.startswith((b"PK\x03\x04", _OLD))


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets name it; both are counted from 1.

    >>> cell_name(7, 3), cell_name(1, 28)
    ('C7', 'AB1')
    """
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def rows_of(data: bytes, sheet: str = "") -> tuple[str, list[tuple[int, list[str]]]]:
    """A sheet's name and its rows that are not blank, each with its number.

    Numbers are as they are shown without a format, dates as ``2010-05-01``,
    formulas as the value that stands in the file for them.

    Args:
        data: the file.
        sheet: which; the first one if empty.

    Raises:
        ParseError: ``players.xls``, ``players.xlsx``, ``players.unpacked``, ``players.sheet``,
            ``players.rows``, ``players.formula``, ``players.fault``.
    """
    if data.startswith(_OLD):
        raise ParseError("players.xls")
    formulas = _checked(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that are no use to us
            name, cells = _read(data, sheet, values=True)
            if formulas and any(None in row for _n, row in cells):
                _no_open_formula(name, cells, _read(data, name, values=False)[1])
    except ParseError:
        raise
    except Exception as error:  # a damaged part shows as anything at all
        raise ParseError("players.xlsx", {"why": type(error).__name__}) from None
    rows = []
    for number, row in cells:
        texts = [
            _text(value, name, number, column).strip() for column, value in enumerate(row, start=1)
        ]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            rows.append((number, texts))
    return name, rows


def _checked(data: bytes) -> bool:
    """Whether there are formulas; refuses what is too large before it is unpacked.

    The sizes in the list of parts bind: zipfile unpacks no more of a part than its size there.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if len(parts) > _MOST_PARTS or size > MOST_UNPACKED:
                raise ParseError("players.unpacked", {"most": MOST_UNPACKED})
            names = {part.filename for part in parts}
            if len(names) < len(parts):
                raise ParseError("players.xlsx", {"why": "parts of one name"})
            return any(
                b"<f" in archive.read(name) for name in names if "worksheets/sheet" in name.lower()
            )
    except ParseError:
        raise
    except Exception as error:
        raise ParseError("players.xlsx", {"why": type(error).__name__}) from None


def _read(data: bytes, wanted: str, *, values: bool) -> tuple[str, list[tuple[int, list[Any]]]]:
    import openpyxl

    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=values, keep_links=False
    )
    try:
        sheets = {sheet.title: sheet for sheet in book.worksheets}
        if wanted and wanted not in sheets:
            raise ParseError("players.sheet", {"text": wanted[:40], "known": ", ".join(sheets)})
        if not sheets:
            raise ParseError("players.empty")
        name = wanted or next(iter(sheets))
        rows = []
        # One row more than allowed, to see whether there is one.
        read = sheets[name].iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)
        for number, row in enumerate(read, 1):
            if number > MOST_ROWS:
                raise ParseError("players.rows", {"sheet": name, "most": MOST_ROWS})
            if any(value is not None for value in row) or not values:
                rows.append((number, list(row)))
        return name, rows
    finally:
        book.close()


def _no_open_formula(
    name: str, values: list[tuple[int, list[Any]]], formulas: list[tuple[int, list[Any]]]
) -> None:
    """Refuse a formula whose value the file does not hold: it would be read as blank."""
    known = dict(values)
    for number, row in formulas:
        for column, formula in enumerate(row):
            if isinstance(formula, str) and formula.startswith("="):
                value = known.get(number, [])
                if number in known and (column >= len(value) or value[column] is None):
                    cell = cell_name(number, column + 1)
                    raise ParseError("players.formula", {"sheet": name, "cell": cell})


def _text(value: object, sheet: str, row: int, column: int) -> str:
    where = {"sheet": sheet, "cell": cell_name(row, column)}
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return str(int(value)) if value.is_integer() else f"{value:.15g}"
        case float():
            raise ParseError("players.fault", {**where, "text": str(value)})
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
        case str() if re.fullmatch(r"#(NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A)", value):
            raise ParseError("players.fault", {**where, "text": value})
        case _:
            return str(value)


add_messages(
    {
        "players.xls": N_("an old workbook (XLS); save it as XLSX or CSV"),
        "players.xlsx": N_("the workbook cannot be read ({why})"),
        "players.unpacked": N_("the workbook unpacks to more than {most} bytes"),
        "players.sheet": N_("there is no sheet '{text}'; there are: {known}"),
        "players.rows": N_("sheet {sheet}: more than {most} rows"),
        "players.formula": N_(
            "sheet {sheet}, cell {cell}: a formula whose value is not in the file; open and save"
            " it in a spreadsheet program"
        ),
        "players.fault": N_(
            "sheet {sheet}, cell {cell}: the spreadsheet has the fault {text} there"
        ),
    }
)
