"""The board as text: grid, palaces, river, the last move in brackets, a king in check marked."""

from collections.abc import Mapping
from dataclasses import dataclass

from chuhe.cli.show_text import Paint, merged, padded
from chuhe.pieces import RED, Piece

__all__ = ["BOARD_COLUMNS", "TextLook", "board_lines"]

#: How wide the lines of a board are at most.
BOARD_COLUMNS = 39

_WXF = {"B": "E", "N": "H"}
_RED_FILES, _RED_DIGITS, _BLACK_FILES = "九八七六五四三二一", "987654321", "123456789"
_NAMES = "abcdefghi"

#: Crossings by row (first, before the river, after it, last, others): left edge, middle, right.
_CROSSINGS = {0: "┌┬┐", 4: "├┴┤", 5: "├┬┤", 9: "└┴┘"}
_CROSSING = "├┼┤"

#: Diagonals of the palaces: after which row, between which files → rising or falling.
_DIAGONALS = {
    (row, file): "╲" if (row % 7 == 0) == (file == 3) else "╱"
    for row in (0, 1, 7, 8)
    for file in (3, 4)
}
_ASCII = {"╲": "\\", "╱": "/", "│": "|", "─": "-"}


@dataclass(frozen=True, slots=True)
class TextLook:
    """How boards are written.

    Args:
        letters: pieces as letters of WXF, small ones for Black.
        ascii: nothing but ASCII, letters too.
        wide: for terminals that take two columns for the lines of boxes.
        flipped: Black at the bottom.
    """

    letters: bool = False
    ascii: bool = False
    wide: bool = False
    flipped: bool = False


def board_lines(
    pieces: Mapping[int, Piece],
    *,
    last: tuple[int, int] | None = None,
    check: int | None = None,
    look: TextLook | None = None,
    paint: Paint | None = None,
) -> list[str]:
    """The lines of a board.

    Args:
        pieces: square → piece.
        last: the squares of the last move.
        check: the square of a king in check.
        look: how it is written.
        paint: colours; none if left out.

    >>> import chuhe
    >>> print("\\n".join(board_lines(chuhe.Board().piece_map())[:5]))
        1   2   3   4   5   6   7   8   9
     9  車──馬──象──士──將──士──象──馬──車
        │   │   │   │ ╲ │ ╱ │   │   │   │
     8  ├───┼───┼───┼───┼───┼───┼───┼───┤
        │   │   │   │ ╱ │ ╲ │   │   │   │
    """
    return _Text(pieces, last or (), check, look or TextLook(), paint or Paint(False)).lines()


class _Text:
    """A board being written: cells of four columns, two for a piece and two up to the next."""

    def __init__(
        self,
        pieces: Mapping[int, Piece],
        last: tuple[int, ...],
        check: int | None,
        look: TextLook,
        paint: Paint,
    ) -> None:
        self.pieces, self.last, self.check = pieces, last, check
        self.flipped, self.ascii = look.flipped, look.ascii
        self.letters = look.letters or look.ascii
        self.wide = look.wide and not look.ascii
        self.paint = paint

    def lines(self) -> list[str]:
        red = _RED_DIGITS if self.letters else _RED_FILES
        above, below, names = _BLACK_FILES, red, _NAMES
        if self.flipped:
            above, below, names = red[::-1], _BLACK_FILES[::-1], _NAMES[::-1]
        lines = [self._files(above)]
        for row in range(10):
            lines.append(merged(self._row(row)))
            if row < 9:
                lines.append(merged("    " + self._between(row)))
        return [*lines, self._files(below), self.paint(self._files(names), "dim")]

    def _files(self, names: str) -> str:
        return "    " + "".join(padded(name, 4) for name in names).rstrip()

    def _row(self, row: int) -> str:
        rank = row if self.flipped else 9 - row
        files = range(8, -1, -1) if self.flipped else range(9)
        squares = [9 * rank + file for file in files]
        text = self.paint(f" {rank} ", "dim") + self._bracket(squares[0], 0)
        for at, square in enumerate(squares):
            text += self._cell(square, row, at)
            if at < 8:
                text += self._gap(square, squares[at + 1])
            elif not self._is_short(square):
                text += self._bracket(square, 1)
        return text.rstrip()

    def _is_short(self, square: int) -> bool:
        """Whether what stands there takes one column, so that a bracket follows it at once."""
        if square not in self.pieces:
            return not self.wide
        return self.letters

    def _cell(self, square: int, row: int, at: int) -> str:
        piece = self.pieces.get(square)
        if piece is None:
            sign = self._crossing(row, at)
        else:
            color = "red" if piece.color is RED else "black"
            sign = self._letter(piece) if self.letters else piece.glyph
            sign = self.paint(sign, "check" if square == self.check else color)
        if not self._is_short(square):
            return sign
        after = self._bracket(square, 1)
        if after == " " and at < 8 and not self.wide:
            after = self._line("─")
        return sign + after

    def _letter(self, piece: Piece) -> str:
        letter = _WXF.get(piece.role.letter, piece.role.letter)
        return letter if piece.color is RED else letter.lower()

    def _crossing(self, row: int, at: int) -> str:
        if self.ascii:
            return self.paint("+", "line")
        signs = _CROSSINGS.get(row, _CROSSING)
        return self.paint(signs[(at > 0) + (at == 8)], "line")

    def _gap(self, left: int, right: int) -> str:
        """The two columns between two cells."""
        closing = " " if self._is_short(left) else self._bracket(left, 1)
        opening = self._bracket(right, 0)
        if not self.wide:
            dash = self._line("─")
            return "".join(dash if sign == " " else sign for sign in (closing, opening))
        return self._line("─") if closing == opening == " " else closing + opening

    def _bracket(self, square: int, closing: int) -> str:
        if square == self.check:
            return self.paint("!", "check")
        if square in self.last:
            return self.paint("[]"[closing], "last")
        return " "

    def _between(self, row: int) -> str:
        """The line under a row: files, diagonals of the palaces, the river."""
        line = self._line("│")
        if row == 4:
            return line + self._river() + line
        text = line
        for file in range(8):
            diagonal = _DIAGONALS.get((row, file))
            if self.wide:
                text += self._line(diagonal) if diagonal else "  "
            else:
                text += f" {self._line(diagonal)} " if diagonal else "   "
            text += line
        return text

    def _river(self) -> str:
        width = 30 if self.wide else 31
        if self.letters:
            words = "   Chu River      Han Border"
        else:
            words = (
                "   楚  河              漢  界" if not self.wide else "  楚  河              漢  界"
            )
        return self.paint(padded(words, width), "line")

    def _line(self, sign: str) -> str:
        return self.paint(_ASCII[sign] if self.ascii else sign, "line")
