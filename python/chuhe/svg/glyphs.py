"""Characters drawn as outlines, each defined once in a picture and used where it stands.

>>> markup = centred("帥", 50, 50, 30, "#b3261e")
>>> markup
'<use href="#u5e25" fill="#b3261e" transform="translate(34.8 60.6) scale(.3)"/>'
>>> definitions(markup)[:32]
'<defs><path id="u5e25" d="M18.2 '
"""

from __future__ import annotations

import re
from html import escape

from chuhe.svg.outlines import OUTLINES

__all__ = ["centred", "clean", "definitions", "line", "text_width"]

#: What is not to be shown: control characters, which XML does not allow and a terminal would
#: obey, and those that turn the direction of writing.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def clean(text: str) -> str:
    """A text from a file without what must not reach a picture or a terminal.

    >>> clean("red\\x1b[2J wins\\n")
    'red[2J wins\\n'
    """
    return _UNSHOWN.sub("", text)


#: The letters that have no outline here, for those who have the font.
FONTS = "'LXGW WenKai','Kaiti SC','KaiTi','Noto Serif CJK SC',serif"

#: A character's ink is made smaller where it is wider or higher than this share of its size.
WIDEST = 0.94


def centred(char: str, x: float, y: float, size: float, fill: str) -> str:
    """A character with the middle of its ink at a point.

    Args:
        char: one that has an outline.
        x: the middle.
        y: likewise.
        size: of the em.
        fill: its colour.

    Raises:
        KeyError: it has no outline.
    """
    _, middle_x, middle_y, longest, _ = OUTLINES[char]
    scale = min(size / 100, WIDEST * size / longest)
    return _use(char, x - scale * middle_x, y - scale * middle_y, scale, fill)


def line(text: str, x: float, y: float, size: float, fill: str, *, start: bool = False) -> str:
    """A line of text: in outlines, or in the reader's font if a character has none.

    Args:
        text: what it says.
        x: its middle, or with ``start`` where it begins.
        y: its base line.
        size: of the em.
        fill: its colour.
        start: whether it begins at ``x``.

    >>> line("兵七进一", 0, 20, 16, "#000").count("<use")
    4
    >>> line("兵七进一，争先", 0, 20, 16, "#000")[:32]
    '<text x="0" y="20" font-size="16'
    """
    text = clean(text)
    if any(char not in OUTLINES for char in text.replace(" ", "")):
        anchor = "start" if start else "middle"
        style = f"font-family:{FONTS};text-anchor:{anchor};dominant-baseline:auto"
        return (
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" style="{style}">'
            f"{escape(text)}</text>"
        )
    left = x if start else x - text_width(text, size) / 2
    uses = []
    for char in text:
        if char != " ":
            uses.append(_use(char, left, y, size / 100, fill))
        left += text_width(char, size)
    return f'<g role="img" aria-label="{escape(text)}">{"".join(uses)}</g>'


def text_width(text: str, size: float) -> float:
    """How wide a line of text is; of characters without an outline, about how wide.

    >>> text_width("炮8平5", 16)
    51.2
    """
    return round(size * sum(_advance(char) for char in text) / 100, 1)


def _advance(char: str) -> float:
    if char in OUTLINES:
        return OUTLINES[char][0]
    if char == " ":
        return 30
    return 100 if ord(char) > 0x2E80 else 58


def _use(char: str, x: float, y: float, scale: float, fill: str) -> str:
    size = f"{scale:.4f}".strip("0").rstrip(".")
    return (
        f'<use href="#u{ord(char):x}" fill="{fill}"'
        f' transform="translate({x:.1f} {y:.1f}) scale({size})"/>'
    )


def definitions(markup: str) -> str:
    """The outlines of all characters that a picture uses; it needs them once, before or after.

    >>> definitions("<rect/>")
    ''
    """
    used = sorted({int(code, 16) for code in re.findall(r'href="#u([0-9a-f]+)"', markup)})
    if not used:
        return ""
    paths = (f'<path id="u{code:x}" d="{OUTLINES[chr(code)][4]}"/>' for code in used)
    return f"<defs>{''.join(paths)}</defs>"
