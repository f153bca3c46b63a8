"""How a board looks: its colours, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_

__all__ = ["ARROWS", "COLORS", "THEMES", "Theme", "stroke", "theme_of"]

#: The kinds of arrow: colour and pattern of dashes, so that they differ without colour too.
ARROWS: Mapping[str, tuple[str, str]] = {
    "move": ("#2f7d4f", ""),
    "check": ("#b3261e", ""),
    "kill": ("#7b1fa2", "2 11"),
    "chase": ("#0b5cad", "14 8"),
    "exchange": ("#6d5a00", "14 6 2 6"),
    "follow": ("#5f6368", "6 8"),
}

#: Colours of arrows and circles by name.
COLORS: Mapping[str, str] = {
    "green": "#2f7d4f",
    "red": "#b3261e",
    "blue": "#0b5cad",
    "yellow": "#b98300",
}

_INKS = tuple(dict.fromkeys([*(color for color, _ in ARROWS.values()), *COLORS.values()]))
_BRIGHT = ("#6fcf97", "#ff6f59", "#d58bf2", "#6fb1ff", "#d3bd55", "#b9bec4", "#f2c14e")


@dataclass(frozen=True, slots=True)
class Disc:
    """How the pieces of a side look: the disc, its ring, the character."""

    fill: str
    ring: str
    ink: str
    #: A second ring inside; empty for none.
    inner: str = ""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board and of what stands around it."""

    board: str
    lines: str
    red: Disc
    black: Disc
    #: The squares of the last move.
    last: str
    #: A king in check.
    check: str
    #: What stands around the board.
    page: str
    text: str
    soft: str
    #: Whether a thick line goes around the lines, as in print.
    framed: bool = False
    #: Colours of arrows and circles → those that are seen on this board.
    inks: Mapping[str, str] = field(default_factory=dict)
    #: The edge of arrows and crosses.
    edge: str = "#fffdf5"


THEMES: Mapping[str, Theme] = {
    "wood": Theme(
        board="#f3dfb5",
        lines="#5b3a1a",
        red=Disc("#fbf3dd", "#b3261e", "#b3261e"),
        black=Disc("#fbf3dd", "#1c1b1a", "#1c1b1a"),
        last="#2f7d4f",
        check="#b3261e",
        page="#fffdf5",
        text="#2b2117",
        soft="#6b5d48",
    ),
    "paper": Theme(
        board="#ffffff",
        lines="#000000",
        red=Disc("#ffffff", "#000000", "#000000", "#000000"),
        black=Disc("#000000", "#000000", "#ffffff", "#ffffff"),
        last="#777777",
        check="#000000",
        page="#ffffff",
        text="#000000",
        soft="#444444",
        framed=True,
        inks=dict.fromkeys(_INKS, "#555555"),
        edge="#ffffff",
    ),
    "dark": Theme(
        board="#2d2720",
        lines="#a98d5f",
        red=Disc("#5a1f18", "#ff9c86", "#ffd9cf"),
        black=Disc("#151718", "#b9c4c9", "#eef3f5"),
        last="#7cc79a",
        check="#ff6f59",
        page="#1b1814",
        text="#efe6d3",
        soft="#b5a68c",
        inks=dict(zip(_INKS, _BRIGHT, strict=True)),
        edge="#15120e",
    ),
}
"""The themes by name: ``wood`` for screens, ``paper`` for print in black and white as in old
manuals (black pieces are dark discs), ``dark``."""


def theme_of(theme: str | Theme) -> Theme:
    """A theme by its name.

    Raises:
        ParseError: none has this name.
    """
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ParseError("picture.theme", {"text": theme, "known": ", ".join(THEMES)})
    return THEMES[theme]


def stroke(kind: str, theme: Theme) -> tuple[str, str]:
    """Colour and dashes of a kind of arrow, or of a colour by name or as ``#2f7d4f``.

    Raises:
        ParseError: it is none of these.

    >>> stroke("chase", THEMES["wood"]), stroke("red", THEMES["paper"])
    (('#0b5cad', '14 8'), ('#555555', ''))
    """
    if kind in ARROWS:
        color, dashes = ARROWS[kind]
    elif kind in COLORS:
        color, dashes = COLORS[kind], ""
    elif re.fullmatch("#(?:[0-9a-fA-F]{3}){1,2}", kind):
        return kind, ""
    else:
        known = ", ".join([*COLORS, "#rrggbb"])
        raise ParseError("picture.color", {"text": kind, "known": known})
    return theme.inks.get(color, color), dashes


add_messages(
    {
        "picture.theme": N_("no theme has the name '{text}'; there are {known}"),
        "picture.color": N_("'{text}' is no colour; there are {known}"),
    }
)
