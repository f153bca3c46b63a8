"""Text in a terminal: how wide it is, in which colour, broken into lines."""

import os
import re
import unicodedata
from collections.abc import Iterable

from chuhe.cli.common import colored
from chuhe.pictures.page import words
from chuhe.svg import clean

__all__ = [
    "Paint",
    "columns",
    "fill",
    "merged",
    "padded",
    "padded_to",
    "terminal_width",
    "wants_color",
]

_CODES = {
    "red": "31;1",
    "black": "1",
    "line": "2",
    "last": "32;1",
    "check": "41;97;1",
    "note": "36",
    "label": "33",
    "problem": "33;1",
    "here": "7",
    "title": "1",
    "dim": "2",
}
#: Kinds of text that may be broken inside.
BROKEN = frozenset({"note", "title", "problem", "plain"})


class Paint:
    """Colours text, or leaves it as it is.

    >>> Paint(False)("車", "red"), Paint(True)("車", "red")
    ('車', '\\x1b[31;1m車\\x1b[0m')
    """

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, kind: str) -> str:
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.on and text else text


def merged(line: str) -> str:
    """A line without colours that end only to begin again.

    >>> paint = Paint(True)
    >>> merged(paint("─", "line") + paint("┼", "line") + paint("車", "red"))
    '\\x1b[2m─┼\\x1b[0m\\x1b[31;1m車\\x1b[0m'
    """
    while (shorter := re.sub(r"(\x1b\[[\d;]+m)([^\x1b]*)\x1b\[0m\1", r"\1\2", line)) != line:
        line = shorter
    return line


def wants_color(wish: str) -> bool:
    """Whether to colour: ``always``, ``never``, or with ``auto`` only for a person who sees it."""
    return wish == "always" or (wish == "auto" and colored())


def columns(text: str, ambiguous: int = 1) -> int:
    """How many columns of a terminal a text takes, as ``wcwidth`` counts them.

    Args:
        text: without colours.
        ambiguous: how wide characters are that are narrow in the West and wide in old Chinese
            fonts, such as lines of boxes: 1 or 2.

    >>> columns("車9"), columns("┼─"), columns("┼─", 2), columns("e\u0301")
    (3, 2, 4, 1)
    """
    if text.isascii():
        return len(text)
    width = 0
    for char in text:
        kind = unicodedata.east_asian_width(char)
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if kind in "WF" else ambiguous if kind == "A" else 1
    return width


def padded(text: str, width: int, ambiguous: int = 1) -> str:
    """A text with spaces after it, so that it takes ``width`` columns."""
    return text + " " * (width - columns(text, ambiguous))


def padded_to(text: str, width: int) -> str:
    """As `padded`, of a text with colours."""
    return text + " " * max(1, width - columns(re.sub(r"\x1b\[[\d;]*m", "", text)))


def fill(
    tokens: Iterable[tuple[str, str]], width: int, paint: Paint, indent: str = "", first: str = ""
) -> list[str]:
    """Words, each with the kind of its colour, put into lines of a width.

    Notes are broken where such text may be; other words stay whole.

    Args:
        tokens: text and kind (empty for none); a space is put between two tokens.
        width: of a line; a longer word stands alone.
        paint: colours.
        indent: before each line.
        first: before the first one instead.

    >>> fill([("炮二平五", ""), ("马8进7", ""), ("马二进三", "")], 18, Paint(False), "  ")
    ['  炮二平五 马8进7', '  马二进三']
    """
    lines: list[str] = []
    start = first or indent
    current, used, space = start, columns(start), ""
    for token, kind in tokens:
        text = clean(token)
        for word in words(text) if kind in BROKEN else [text]:
            body = word.rstrip()
            need = columns(body)
            if used + len(space) + need > width and used > columns(indent):
                lines.append(current)
                current, used, space = indent, columns(indent), ""
            current += space + (paint(body, kind) if kind in _CODES else body)
            used += len(space) + need
            space = " " * (len(word) - len(body))
        space = " "
    if used > columns(start) or current != start:
        lines.append(current)
    return lines


def terminal_width(wish: int | None) -> int:
    """The width to write for: as wished, or that of the terminal; 80 in a pipe."""
    import shutil
    import sys

    if wish:
        return wish
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        return max(20, shutil.get_terminal_size((80, 24)).columns)
    return 80
