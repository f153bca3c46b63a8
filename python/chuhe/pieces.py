"""The words of the board: colours, kinds of piece, pieces."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

__all__ = ["BLACK", "RED", "Color", "Piece", "Role"]


class Color(StrEnum):
    """A side. Red moves first.

    >>> ~Color.RED
    <Color.BLACK: 'black'>
    >>> str(Color.BLACK)
    'black'
    """

    RED = "red"
    BLACK = "black"

    def __invert__(self) -> Color:
        return Color.BLACK if self is Color.RED else Color.RED


RED, BLACK = Color.RED, Color.BLACK


class Role(StrEnum):
    """A kind of piece.

    >>> Role.HORSE.letter
    'N'
    """

    KING = "king"
    ADVISOR = "advisor"
    ELEPHANT = "elephant"
    HORSE = "horse"
    ROOK = "rook"
    CANNON = "cannon"
    PAWN = "pawn"

    @property
    def letter(self) -> str:
        """The upper-case letter of FEN: K A B N R C P."""
        return _LETTERS[self]


_LETTERS = dict(zip(Role, "KABNRCP", strict=True))
_ROLES = {letter: role for role, letter in _LETTERS.items()} | {
    "E": Role.ELEPHANT,
    "H": Role.HORSE,
}


class Piece(NamedTuple):
    """A piece of one side.

    >>> Piece(Role.CANNON, RED).letter
    'C'
    >>> Piece.from_letter("h")
    Piece(role=<Role.HORSE: 'horse'>, color=<Color.BLACK: 'black'>)
    >>> str(Piece(Role.KING, RED)), Piece(Role.KING, BLACK).glyph
    ('K', '將')
    """

    role: Role
    color: Color

    @property
    def letter(self) -> str:
        """The letter of FEN, upper case for Red."""
        return self.role.letter if self.color is RED else self.role.letter.lower()

    @property
    def glyph(self) -> str:
        """The character on the piece, in its traditional form."""
        glyphs = "帥仕相傌俥炮兵" if self.color is RED else "將士象馬車砲卒"
        return glyphs[list(Role).index(self.role)]

    @classmethod
    def from_letter(cls, letter: str) -> Piece:
        """The piece of a FEN letter; ``E`` is read as elephant, ``H`` as horse.

        Raises:
            ValueError: no piece has this letter.
        """
        role = _ROLES.get(letter.upper())
        if role is None:
            raise ValueError(f"no piece has the letter {letter!r}")
        return cls(role, RED if letter.isupper() else BLACK)

    def __str__(self) -> str:
        return self.letter
