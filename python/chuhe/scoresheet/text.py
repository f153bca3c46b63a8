"""The score sheet as plain text, two columns of moves as on paper."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from chuhe.board import is_start
from chuhe.i18n import _
from chuhe.scoresheet.sheet import Remark, Row, Sheet
from chuhe.scoresheet.words import side_words

__all__ = [
    "HEADINGS",
    "fouls_line",
    "header_lines",
    "padded",
    "remark_words",
    "rounds",
    "sheet_text",
    "signatures",
    "text_width",
    "wrapped",
]

#: Columns of the sheet.
WIDTH = 72

#: Headers that have a name on the sheet, in their order.
HEADINGS = ("Event", "Site", "Date", "Round", "Table", "Red", "Black", "Arbiter")


def sheet_text(sheet: Sheet) -> str:
    """The score sheet as text: heading, moves with clocks, remarks in their places, signatures."""
    lines = [_centred(_("Score sheet")), ""]
    lines += header_lines(sheet)
    lines.append("─" * WIDTH)
    lines.append(_columns("", side_words("red"), side_words("black")))
    lines += _body(sheet)
    lines.append("─" * WIDTH)
    if sheet.verdict:
        lines.append(_("Result: {result}", result=f"{sheet.result}  {sheet.verdict[0]}"))
        for line in sheet.verdict[1:]:
            lines += wrapped(line, indent=2)
    else:
        lines.append(_("Result: {result}", result=_("the game goes on")))
    if any(sheet.fouls.values()):
        lines.append(fouls_line(sheet))
    lines += ["", signatures()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def header_lines(sheet: Sheet) -> list[str]:
    """What stands above the moves."""
    names = {
        "Event": _("Event"),
        "Site": _("Place"),
        "Date": _("Date"),
        "Round": _("Round"),
        "Table": _("Table"),
        "Red": side_words("red"),
        "Black": side_words("black"),
        "Arbiter": _("Arbiter"),
    }
    known = [(name, sheet.headers.get(name, "")) for name in HEADINGS]
    lines = [_("{name}: {text}", name=names[name], text=text) for name, text in known if text]
    lines.append(_("{name}: {text}", name=_("Rules"), text=sheet.rules_title))
    if sheet.time_words:
        lines.append(_("{name}: {text}", name=_("Time"), text=sheet.time_words))
    if not is_start(sheet.fen):
        lines.append(_("{name}: {text}", name=_("Start"), text=sheet.fen))
    return lines


def fouls_line(sheet: Sheet) -> str:
    """The fouls of both sides."""
    return _(
        "Fouls: {red} {first}, {black} {second}",
        red=side_words("red"),
        first=sheet.fouls.get("red", 0),
        black=side_words("black"),
        second=sheet.fouls.get("black", 0),
    )


def signatures() -> str:
    """The line to sign on."""
    return "   ".join(
        f"{name} ____________" for name in (side_words("red"), side_words("black"), _("Arbiter"))
    )


def rounds(sheet: Sheet) -> Iterator[tuple[int, Row | None, Row | None, list[Remark]]]:
    """The sheet by rounds: number, Red's move, Black's move, and what is told after them.

    A round is broken in two where something is told between its moves.
    """
    yield 0, None, None, sheet.told(0)
    number = 1
    first: Row | None = None
    for row in sheet.rows:
        told = sheet.told(row.ply)
        if row.side == "red":
            if told:
                yield number, row, None, told
            else:
                first = row
        else:
            yield number, first, row, told
            first = None
            number += 1
    if first is not None:
        yield number, first, None, []


def _body(sheet: Sheet) -> list[str]:
    lines = []
    for number, red, black, told in rounds(sheet):
        if red or black:
            lines.append(_columns(f"{number}.", _cell(red, "…"), _cell(black, "")))
        for remark in told:
            lines += wrapped(remark_words(remark), indent=6)
    return lines


def _cell(row: Row | None, empty: str) -> str:
    if row is None:
        return empty
    offer = " (=)" if row.offer else ""
    return f"{padded(row.text + offer, 14)}{row.clock_text}"


def remark_words(remark: Remark) -> str:
    """A remark as it stands on the sheet: marked, and told if it was undone."""
    mark = "※" if remark.id else "·"
    text = _("{text} (undone)", text=remark.text) if remark.undone else remark.text
    return f"{mark} {text}"


def _columns(number: str, red: str, black: str) -> str:
    return f"{padded(number, 6)}{padded(red, 33)}{black}"


def text_width(text: str) -> int:
    """How many columns a text takes where Chinese characters take two.

    >>> text_width("炮2平5")
    6
    """
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def padded(text: str, columns: int) -> str:
    """``text`` and blanks, so many columns in all; at least one blank."""
    return text + " " * max(1, columns - text_width(text))


def wrapped(text: str, *, indent: int = 0, columns: int = WIDTH) -> list[str]:
    """A text in lines of so many columns, broken at blanks or between Chinese characters.

    >>> wrapped("Red offers a draw.", indent=2, columns=14)
    ['  Red offers a', '    draw.']
    """
    first = " " * (indent + len(text) - len(text.lstrip()))
    lines, line = [], first
    for word in _WORDS.findall(text.strip()):
        if text_width((line + word).rstrip()) > columns and line.strip():
            lines.append(line.rstrip())
            line = first + "  "
            word = word.lstrip()
        line += word
    return [*lines, line.rstrip()]


#: A stretch that is not broken: blanks and Latin words, or one Chinese character with the
#: punctuation that may not begin a line.
_WORDS = re.compile(r"\s*(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[，。；：、）！？〕”]*|\s+")


def _centred(text: str) -> str:
    return " " * max(0, (WIDTH - text_width(text)) // 2) + text
