"""Arrows and circles: as they are typed, and as they stand in the comments of PGN.

>>> found = marks("先手 [%cal Gh2e2,Rb9c7][%csl Ye4] 好棋")
>>> found.text, found.arrows, found.circles
('先手 好棋', ((25, 22, 'green'), (82, 65, 'red')), ((40, 'yellow'),))
"""

from __future__ import annotations

import re
from typing import NamedTuple

from chuhe._core import square_name
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.svg import ARROWS, COLORS, THEMES, clean
from chuhe.svg.themes import stroke

__all__ = ["Marks", "marks", "parse_arrow", "parse_circle"]

_LETTERS = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
_TAG = re.compile(r"\[%c[as]l\s+([^\]]*)\]")
_SIGN = re.compile(r"([GRBY])([a-i]\d{1,2})([a-i]\d{1,2})?")
#: Tags for programs, such as clocks, that are nothing for a reader.
_OTHER_TAG = re.compile(r"\[%\w+\s[^\]]*\]")


class Marks(NamedTuple):
    """What a comment says, and what it draws."""

    #: The comment without its tags.
    text: str
    #: From, to, colour.
    arrows: tuple[tuple[int, int, str], ...]
    #: Square, colour.
    circles: tuple[tuple[int, str], ...]


def marks(comment: str) -> Marks:
    """A comment taken apart: ``[%cal Gh2e2]`` is an arrow, ``[%csl Re4]`` a circle.

    Colours are G, R, B and Y. Ranks are counted from 0; from 1 if one of the squares of the
    comment is on a rank 10. What is not understood is passed over.
    """
    signs = [
        found for tag in _TAG.findall(comment) for found in _SIGN.findall(tag.replace(" ", ""))
    ]
    first = int(any(name[1:] == "10" for sign in signs for name in sign[1:]))
    arrows: list[tuple[int, int, str]] = []
    circles: list[tuple[int, str]] = []
    for letter, *names in signs:
        squares = [_square(name, first) for name in names if name]
        if None in squares:
            continue
        known = [square for square in squares if square is not None]
        if len(known) == 2:
            arrows.append((known[0], known[1], _LETTERS[letter]))
        else:
            circles.append((known[0], _LETTERS[letter]))
    text = _OTHER_TAG.sub("", clean(comment))
    text = re.sub(r"[ \t]{2,}", " ", text).strip()
    return Marks(text, tuple(arrows), tuple(circles))


def _square(name: str, first: int) -> int | None:
    rank = int(name[1:]) - first
    return 9 * rank + "abcdefghi".index(name[0]) if 0 <= rank <= 9 else None


def parse_arrow(text: str) -> tuple[int, int, str]:
    """An arrow as it is typed: two squares, and if wanted a colour or a kind.

    Raises:
        ParseError: it is none.

    >>> parse_arrow("h2e2"), parse_arrow("h2e2:red"), parse_arrow("a0a9:chase")
    ((25, 22, 'move'), (25, 22, 'red'), (0, 81, 'chase'))
    """
    squares, _, kind = text.partition(":")
    found = re.fullmatch("([a-i][0-9])-?([a-i][0-9])", squares.strip().lower())
    if found is None:
        raise ParseError("picture.arrow", {"text": text[:40]})
    start, end = (_square(name, 0) or 0 for name in found.groups())
    if start == end:
        raise ParseError("picture.arrow", {"text": text[:40]})
    return start, end, _color(kind.strip(), "move")


def parse_circle(text: str) -> tuple[int, str]:
    """A circle as it is typed: a square, and if wanted a colour.

    Raises:
        ParseError: it is none.

    >>> parse_circle("e4"), parse_circle("E4:#06f")
    ((40, 'green'), (40, '#06f'))
    """
    square, _, color = text.partition(":")
    if not re.fullmatch("[a-i][0-9]", square.strip().lower()):
        raise ParseError("picture.circle", {"text": text[:40], "example": square_name(40)})
    return _square(square.strip().lower(), 0) or 0, _color(color.strip(), "green")


def _color(text: str, usual: str) -> str:
    color = _LETTERS.get(text, text) or usual
    if color not in ARROWS and color not in COLORS:
        stroke(color, THEMES["wood"])  # raises if it is no colour
    return color


add_messages(
    {
        "picture.arrow": N_("'{text}' is no arrow: write two squares, such as h2e2 or h2e2:red"),
        "picture.circle": N_("'{text}' is no circle: write a square, such as {example}"),
    }
)
