"""The drawing of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Literal, TypeAlias, get_args

from chuhe._core import square_file, square_name, square_rank
from chuhe.pieces import RED, Piece
from chuhe.svg.glyphs import centred, definitions
from chuhe.svg.themes import Disc, Theme, stroke, theme_of

__all__ = [
    "BOARD_HEIGHT",
    "BOARD_WIDTH",
    "COORDINATES",
    "GLYPHS",
    "TEXT_STYLE",
    "Arrow",
    "Circle",
    "board_svg",
]

CELL = 50
MARGIN = 40
WIDTH, HEIGHT = 8 * CELL + 2 * MARGIN, 9 * CELL + 2 * MARGIN

#: The units a board is drawn in, before it is scaled to its size.
BOARD_WIDTH, BOARD_HEIGHT = WIDTH, HEIGHT

#: How the letters around boards are set; a picture with such, or a page, needs it once.
TEXT_STYLE = (
    "text{text-anchor:middle;dominant-baseline:central;"
    "font-family:'LXGW WenKai','Kaiti SC','KaiTi','Noto Serif CJK SC',serif}"
)

#: Two squares, and a kind of `chuhe.svg.ARROWS`, a colour of `chuhe.svg.COLORS` or ``#rrggbb``.
Arrow: TypeAlias = tuple[int, int] | tuple[int, int, str]
#: A square, alone or with a colour.
Circle: TypeAlias = int | tuple[int, str]

#: What stands on the pieces: characters, the letters of WXF, or both.
Glyphs: TypeAlias = Literal["zh", "letters", "both"]
GLYPHS: tuple[str, ...] = get_args(Glyphs)
#: What stands around the board: the files as both sides count them, the names of the squares.
Coordinates: TypeAlias = Literal["numerals", "squares", "none"]
COORDINATES: tuple[str, ...] = get_args(Coordinates)

#: The letters of FEN → those that WXF writes moves with.
_WXF = {"B": "E", "N": "H"}


def board_svg(
    pieces: Mapping[int, Piece],
    *,
    last: Sequence[int] | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow] = (),
    circles: Iterable[Circle] = (),
    crossed: Collection[int] = (),
    flipped: bool = False,
    size: int = 480,
    at: tuple[float, float] | None = None,
    theme: str | Theme = "wood",
    glyphs: Glyphs = "zh",
    coordinates: Coordinates = "numerals",
) -> str:
    """The picture of some pieces on the board.

    Args:
        pieces: square → piece, as `chuhe.Board.piece_map` gives it.
        last: the squares of the last move, from and to, to be marked.
        check: the square of a king in check, to be marked.
        arrows: pairs of squares to draw an arrow between; a third member is
            the kind of arrow, one of `ARROWS`, or a colour.
        circles: squares to draw a ring around, each alone or with a colour.
        crossed: squares of pieces that stand guard in vain, to be crossed out.
        flipped: whether Black sits at the bottom.
        size: the width in pixels; the height follows.
        at: where the board stands in a larger picture it is a part of, in the
            units of that picture, which brings the `definitions`.
        theme: the colours, one of `THEMES` or its name.
        glyphs: what stands on the pieces.
        coordinates: what stands around the board.

    Returns:
        An ``<svg>`` element.

    Raises:
        ParseError: there is no such theme or colour.
    """
    look = theme_of(theme)

    def place(square: int) -> tuple[int, int]:
        file, rank = square_file(square), square_rank(square)
        if flipped:
            file, rank = 8 - file, 9 - rank
        return MARGIN + CELL * file, MARGIN + CELL * (9 - rank)

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{look.board}"/>', _grid(look)]
    parts += _around(flipped, coordinates, look)
    parts += [_mark(*place(square), look.last) for square in last or ()]
    if check is not None:
        parts.append(_mark(*place(check), look.check))
    for square, piece in sorted(pieces.items()):
        parts.append(_piece(piece, *place(square), square, look, glyphs))
    parts += [_cross(*place(square), look) for square in sorted(crossed)]
    for circle in circles:
        square, color = circle if isinstance(circle, tuple) else (circle, "green")
        parts.append(_ring(*place(square), stroke(color, look)[0], look))
    for start, end, *kind in arrows:
        parts.append(
            _arrow(place(start), place(end), *stroke(kind[0] if kind else "move", look), look)
        )
    inside = "".join(parts)
    if at is None:
        head, inside = 'xmlns="http://www.w3.org/2000/svg" role="img"', definitions(inside) + inside
    else:  # a part of a larger picture has its name space and the outlines from that
        head = f'x="{at[0]:g}" y="{at[1]:g}"'
    size_of_it = f'width="{size}" height="{size * HEIGHT // WIDTH}"'
    return f'<svg {head} viewBox="0 0 {WIDTH} {HEIGHT}" {size_of_it}>{inside}</svg>'


def _grid(look: Theme) -> str:
    """Ten lines across, nine down that stop at the river, and the palaces."""
    left, right, top, bottom = MARGIN, WIDTH - MARGIN, MARGIN, HEIGHT - MARGIN
    lines = [f"M{left} {top + CELL * row}H{right}" for row in range(10)]
    lines += [f"M{x} {top}V{bottom}" for x in (left, right)]
    for x in range(left + CELL, right, CELL):
        lines.append(f"M{x} {top}V{top + 4 * CELL}M{x} {bottom}V{bottom - 4 * CELL}")
    for y in (top, bottom - 2 * CELL):
        x, side = left + 3 * CELL, 2 * CELL
        lines.append(f"M{x} {y}l{side} {side}M{x + side} {y}l-{side} {side}")
    lines += [_corners(file, row) for file in (1, 7) for row in (2, 7)]
    lines += [_corners(file, row) for file in range(0, 9, 2) for row in (3, 6)]
    words = "".join(
        centred(glyph, WIDTH // 2 + CELL * offset, HEIGHT // 2, 26, look.lines)
        for glyph, offset in zip("楚河漢界", (-3, -2, 2, 3), strict=True)
    )
    grid = f'<path d="{"".join(lines)}" fill="none" stroke="{look.lines}" stroke-width="1.2"/>'
    if look.framed:
        grid += (
            f'<rect x="{left - 5}" y="{top - 5}" width="{right - left + 10}"'
            f' height="{bottom - top + 10}" fill="none" stroke="{look.lines}" stroke-width="3"/>'
        )
    return grid + words


def _corners(file: int, row: int) -> str:
    """The small angles around a starting point of a cannon or pawn."""
    x, y = MARGIN + CELL * file, MARGIN + CELL * row
    return "".join(
        f"M{x + 4 * a} {y + 12 * b}v{-8 * b}h{8 * a}"
        for a in (-1, 1)
        for b in (-1, 1)
        if 0 <= file + a <= 8
    )


def _around(flipped: bool, coordinates: Coordinates, look: Theme) -> list[str]:
    """File numbers as each player counts them, from his own right; or names of the squares."""
    signs: list[tuple[str, float, float]] = []
    if coordinates == "numerals":
        red, black = "九八七六五四三二一", "123456789"
        below, above = (black[::-1], red[::-1]) if flipped else (red, black)
        for y, row in ((10, above), (HEIGHT - 10, below)):
            signs += [(glyph, MARGIN + CELL * i, y) for i, glyph in enumerate(row)]
    elif coordinates == "squares":
        files, ranks = "abcdefghi", "9876543210"
        if flipped:
            files, ranks = files[::-1], ranks[::-1]
        # Letters of one line stand on it, not each in its own middle.
        signs = [(glyph, MARGIN + CELL * i, HEIGHT - 9) for i, glyph in enumerate(files)]
        signs += [(glyph, 8, MARGIN + CELL * i) for i, glyph in enumerate(ranks)]
    return [centred(glyph, x, y, 14, look.lines) for glyph, x, y in signs]


def _piece(piece: Piece, x: int, y: int, square: int, look: Theme, glyphs: Glyphs) -> str:
    disc = look.red if piece.color is RED else look.black
    letter = _WXF.get(piece.role.letter, piece.role.letter)
    name = escape(f"{piece.letter} {square_name(square)}")
    if glyphs == "zh":
        ink = centred(piece.glyph, x, y, 27, disc.ink)
    elif glyphs == "letters":
        ink = centred(letter, x, y, 30, disc.ink)
    else:
        ink = centred(piece.glyph, x, y - 5, 21, disc.ink) + centred(
            letter, x, y + 12, 12, disc.ink
        )
    return f"<g><title>{name}</title>{_disc(disc, x, y)}{ink}</g>"


def _disc(disc: Disc, x: int, y: int) -> str:
    circle = (
        f'<circle cx="{x}" cy="{y}" r="21" fill="{disc.fill}" stroke="{disc.ring}"'
        ' stroke-width="2"/>'
    )
    if disc.inner:
        d = f"M{x - 18.5} {y}a18.5 18.5 0 1 0 37 0a18.5 18.5 0 1 0 -37 0"
        circle += f'<path d="{d}" fill="none" stroke="{disc.inner}" stroke-width=".9"/>'
    return circle


def _mark(x: int, y: int, color: str) -> str:
    return (
        f'<rect x="{x - 24}" y="{y - 24}" width="48" height="48" rx="6"'
        f' fill="{color}" fill-opacity=".25" stroke="{color}" stroke-width="2"/>'
    )


def _ring(x: int, y: int, color: str, look: Theme) -> str:
    d = f"M{x - 24} {y}a24 24 0 1 0 48 0a24 24 0 1 0 -48 0"
    return (
        f'<g fill="none"><path d="{d}" stroke="{look.edge}" stroke-width="6" opacity=".7"/>'
        f'<path d="{d}" stroke="{color}" stroke-width="3.5"/></g>'
    )


def _cross(x: int, y: int, look: Theme) -> str:
    """A piece that stands guard in vain: ringed with dashes, and a cross at its corner."""
    x1, y1 = x + 12, y - 24
    return (
        f'<g fill="none" stroke="{look.check}" stroke-linecap="round">'
        f'<circle cx="{x}" cy="{y}" r="24" stroke-dasharray="5 6" stroke-width="3"/>'
        f'<path d="M{x1} {y1}l14 14m0 -14l-14 14" stroke="{look.edge}" stroke-width="9"/>'
        f'<path d="M{x1} {y1}l14 14m0 -14l-14 14" stroke-width="5"/></g>'
    )


def _arrow(
    start: tuple[int, int], end: tuple[int, int], color: str, dashes: str, look: Theme
) -> str:
    """A line that ends short of the target in a head; edged in light, to be seen on pieces."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x3, y3 = x2 - 14 * ux, y2 - 14 * uy
    head = " ".join(
        f"{x:.1f},{y:.1f}"
        for x, y in ((x2, y2), (x3 - 8 * uy, y3 + 8 * ux), (x3 + 8 * uy, y3 - 8 * ux))
    )
    line = f'<path d="M{x1} {y1}L{x3:.1f} {y3:.1f}" stroke-linecap="round"'
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<g stroke="{color}" fill="{color}" opacity=".9">'
        f'{line} stroke="{look.edge}" stroke-width="8" opacity=".7"/>'
        f'{line} stroke-width="5"{pattern}/><polygon points="{head}"/></g>'
    )
