"""A board as an SVG picture: small, plain, without any other file.

>>> import chuhe
>>> picture = board_svg(chuhe.Board().piece_map(), last=(64, 67), flipped=True)
>>> picture[:4], picture.count("<circle")
('<svg', 32)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from chuhe._core import square_file, square_name, square_rank
from chuhe.pieces import RED, Piece

__all__ = ["ARROWS", "BOARD_HEIGHT", "BOARD_WIDTH", "TEXT_STYLE", "board_svg"]

CELL = 50
MARGIN = 40
WIDTH, HEIGHT = 8 * CELL + 2 * MARGIN, 9 * CELL + 2 * MARGIN
INK, RED_INK, BLACK_INK = "#5b3a1a", "#b3261e", "#1c1b1a"
PAPER = "#f3dfb5"

#: The units a board is drawn in, before it is scaled to its size.
BOARD_WIDTH, BOARD_HEIGHT = WIDTH, HEIGHT

#: The kinds of arrow: colour and pattern of dashes, so that they differ without colour too.
ARROWS: Mapping[str, tuple[str, str]] = {
    "move": ("#2f7d4f", ""),
    "check": ("#b3261e", ""),
    "kill": ("#7b1fa2", "2 11"),
    "chase": ("#0b5cad", "14 8"),
    "exchange": ("#6d5a00", "14 6 2 6"),
    "follow": ("#5f6368", "6 8"),
}

#: How the letters of the pieces are set; a picture inside another, or in a page, needs it once.
TEXT_STYLE = (
    "text{text-anchor:middle;dominant-baseline:central;"
    "font-family:'LXGW WenKai','Kaiti SC','KaiTi','Noto Serif CJK SC',serif}"
)


def board_svg(
    pieces: Mapping[int, Piece],
    *,
    last: Sequence[int] | None = None,
    check: int | None = None,
    arrows: Iterable[tuple[int, int] | tuple[int, int, str]] = (),
    crossed: Collection[int] = (),
    flipped: bool = False,
    size: int = 480,
    at: tuple[int, int] | None = None,
) -> str:
    """The picture of some pieces on the board.

    Args:
        pieces: square → piece, as `chuhe.Board.piece_map` gives it.
        last: the squares of the last move, from and to, to be marked.
        check: the square of a king in check, to be marked.
        arrows: pairs of squares to draw an arrow between; a third member is
            the kind of arrow, one of `ARROWS`.
        crossed: squares of pieces that stand guard in vain, to be crossed out.
        flipped: whether Black sits at the bottom.
        size: the width in pixels; the height follows.
        at: where the board stands in a larger picture it is a part of, in the
            units of that picture.

    Returns:
        An ``<svg>`` element.
    """

    def place(square: int) -> tuple[int, int]:
        file, rank = square_file(square), square_rank(square)
        if flipped:
            file, rank = 8 - file, 9 - rank
        return MARGIN + CELL * file, MARGIN + CELL * (9 - rank)

    # A part of a larger picture has its name space and its style from that.
    head = 'xmlns="http://www.w3.org/2000/svg" role="img"'
    parts = [f"<style>{TEXT_STYLE}</style>"]
    if at is not None:
        head, parts = f'x="{at[0]}" y="{at[1]}"', []
    parts += [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _grid(),
        _numbers(flipped),
    ]
    parts += [_mark(*place(square), "#2f7d4f") for square in last or ()]
    if check is not None:
        parts.append(_mark(*place(check), RED_INK))
    parts += [_piece(piece, *place(square), square) for square, piece in sorted(pieces.items())]
    parts += [_cross(*place(square)) for square in sorted(crossed)]
    for start, end, *kind in arrows:
        parts.append(_arrow(place(start), place(end), *ARROWS[kind[0] if kind else "move"]))
    size_of_it = f'width="{size}" height="{size * HEIGHT // WIDTH}"'
    return "".join([f'<svg {head} viewBox="0 0 {WIDTH} {HEIGHT}" {size_of_it}>', *parts, "</svg>"])


def _grid() -> str:
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
    river = HEIGHT // 2
    words = "".join(
        f'<text x="{WIDTH // 2 + CELL * offset}" y="{river}" font-size="26" fill="{INK}">{glyph}</text>'
        for glyph, offset in zip("楚河漢界", (-3, -2, 2, 3), strict=True)
    )
    return f'<path d="{"".join(lines)}" fill="none" stroke="{INK}" stroke-width="1.2"/>{words}'


def _corners(file: int, row: int) -> str:
    """The small angles around a starting point of a cannon or pawn."""
    x, y = MARGIN + CELL * file, MARGIN + CELL * row
    return "".join(
        f"M{x + 4 * a} {y + 12 * b}v{-8 * b}h{8 * a}"
        for a in (-1, 1)
        for b in (-1, 1)
        if 0 <= file + a <= 8
    )


def _numbers(flipped: bool) -> str:
    """File numbers as each player counts them, from his own right."""
    red, black = "九八七六五四三二一", "123456789"
    below, above = (black[::-1], red[::-1]) if flipped else (red, black)
    return "".join(
        f'<text x="{MARGIN + CELL * i}" y="{y}" font-size="13" fill="{INK}">{glyph}</text>'
        for y, row in ((12, above), (HEIGHT - 12, below))
        for i, glyph in enumerate(row)
    )


def _piece(piece: Piece, x: int, y: int, square: int) -> str:
    ink = RED_INK if piece.color is RED else BLACK_INK
    name = escape(f"{piece.letter} {square_name(square)}")
    return (
        f"<g><title>{name}</title>"
        f'<circle cx="{x}" cy="{y}" r="21" fill="#fbf3dd" stroke="{ink}" stroke-width="2"/>'
        f'<text x="{x}" y="{y}" font-size="26" fill="{ink}">{piece.glyph}</text></g>'
    )


def _mark(x: int, y: int, color: str) -> str:
    return (
        f'<rect x="{x - 24}" y="{y - 24}" width="48" height="48" rx="6"'
        f' fill="{color}" fill-opacity=".25" stroke="{color}" stroke-width="2"/>'
    )


def _cross(x: int, y: int) -> str:
    """A piece that stands guard in vain: ringed with dashes, and a cross at its corner."""
    x1, y1 = x + 12, y - 24
    return (
        f'<g fill="none" stroke="{RED_INK}" stroke-linecap="round">'
        f'<circle cx="{x}" cy="{y}" r="24" stroke-dasharray="5 6" stroke-width="3"/>'
        f'<path d="M{x1} {y1}l14 14m0 -14l-14 14" stroke="#fffdf5" stroke-width="9"/>'
        f'<path d="M{x1} {y1}l14 14m0 -14l-14 14" stroke-width="5"/></g>'
    )


def _arrow(start: tuple[int, int], end: tuple[int, int], color: str, dashes: str) -> str:
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
        f'{line} stroke="#fffdf5" stroke-width="8" opacity=".7"/>'
        f'{line} stroke-width="5"{pattern}/><polygon points="{head}"/></g>'
    )
