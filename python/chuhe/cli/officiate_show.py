"""What an arbiter sees in the terminal: the board, sides and clocks, in colours where it may."""

import os
import sys

from chuhe.board import Board
from chuhe.i18n import _
from chuhe.pieces import RED, Piece

__all__ = ["board_lines", "paint", "wants_color"]

_CODES = {"red": "31;1", "black": "36", "note": "33", "ruling": "35;1", "dim": "2", "bold": "1"}

_FILES = [*"abcdefghi"]
_RED_FILES = [*"九八七六五四三二一"]


def wants_color() -> bool:
    """Whether a person looks who has not asked for plain text."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def paint(text: str, kind: str, color: bool) -> str:
    """``text`` in the colour of its kind, if there is to be colour.

    >>> paint("red", "red", False)
    'red'
    """
    code = _CODES.get(kind)
    return f"\x1b[{code}m{text}\x1b[0m" if color and code and text else text


def board_lines(board: Board, *, color: bool = False, letters: bool = False) -> list[str]:
    """The board with files as both sides count them, the last move in brackets, check marked.

    Args:
        letters: the pieces as letters of FEN instead of characters.

    >>> print("\\n".join(board_lines(Board())[:4]))
             1   2   3   4   5   6   7   8   9
       9     車  馬  象  士  將  士  象  馬  車
       8     ·   ·   ·   ·   ·   ·   ·   ·   ·
       7     ·   砲  ·   ·   ·   ·   ·   砲  ·
    """
    pieces = board.piece_map()
    last = board.peek() if board.ply else None
    checked = board.king(board.turn) if board.is_check() else None
    lines = [_row("", [str(file) for file in range(1, 10)])]
    for rank in range(9, -1, -1):
        cells = []
        for file in range(9):
            square = 9 * rank + file
            mark = "  "
            if last and square in (last.from_square, last.to_square):
                mark = "[]"
            if square == checked:
                mark = "!!"
            cells.append(_cell(pieces.get(square), mark, color, letters))
        lines.append(f"   {rank}    " + "".join(cells).rstrip())
        if rank == 5:
            lines.append(paint(_row("", ["", "楚", "河", "", "", "", "漢", "界"]), "dim", color))
    lines.append(_row("", _RED_FILES))
    lines.append(paint(_row("", _FILES), "dim", color))
    if checked is not None:
        lines.append(_("Check!"))
    return lines


def _row(head: str, cells: list[str]) -> str:
    return (f"   {head:<6}" + "".join(cell + " " * (4 - _columns(cell)) for cell in cells)).rstrip()


def _columns(cell: str) -> int:
    return sum(2 if ord(c) > 0x2E80 else 1 for c in cell)


def _cell(piece: Piece | None, mark: str, color: bool, letters: bool) -> str:
    """Four columns: a mark, the piece, a mark."""
    glyph = "·" if piece is None else piece.letter if letters else piece.glyph
    rest = " " * (2 - _columns(glyph))
    if piece is not None:
        glyph = paint(glyph, "red" if piece.color is RED else "black", color)
    return f"{mark[0]}{glyph}{mark[1]}{rest}"
