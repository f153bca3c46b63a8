"""A set-up as a picture, to be saved."""

from __future__ import annotations

from chuhe import BLACK, RED, Board, Setup, pictures
from chuhe.errors import ParseError
from chuhe.svg import GLYPHS

__all__ = ["TYPES", "picture"]

TYPES: dict[str, str] = {"svg": "image/svg+xml", "png": "image/png"}
#: Pixels across.
WIDTH = 720


def picture(setup: Setup, format: str, *, below: str = "red", glyphs: str = "zh") -> bytes:
    """The picture of a set-up; a king in check is marked.

    Args:
        format: ``svg`` or ``png``.
        below: ``red`` or ``black``, who sits at the bottom.
        glyphs: on the pieces, as `chuhe.pictures.board_svg` knows them.

    Raises:
        ParseError: ``setup.choice``: an argument is none of its values.
        PictureError: the packages for PNG are not installed.

    >>> picture(Setup.start(), "svg")[:4], picture(Setup(), "png", below="black")[1:4]
    (b'<svg', b'PNG')
    """
    choices = [
        ("format", format, tuple(TYPES)),
        ("below", below, ("red", "black")),
        ("glyphs", glyphs, GLYPHS),
    ]
    for name, value, known in choices:
        if value not in known:
            facts = {"name": name, "value": value[:20], "known": ", ".join(known)}
            raise ParseError("setup.choice", facts)
    shown = setup if setup.barriers() else Board(setup.fen(), strict=False)
    svg = pictures.board_svg(
        shown,
        orientation=BLACK if below == "black" else RED,
        glyphs=glyphs,  # type: ignore[arg-type]
        size=WIDTH,
    )
    return svg.encode() if format == "svg" else pictures.png(svg)
