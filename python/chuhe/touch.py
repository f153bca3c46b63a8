"""Touch-move 摸子走子: what a player must play who has touched pieces.

>>> from chuhe import Board, parse_square
>>> board = Board("4k4/9/9/9/4p4/9/9/9/9/R2K4R w")
>>> touched = [parse_square("a0"), parse_square("e5")]      # a rook, then a pawn it cannot take
>>> found = obligation(board, touched, "official")
>>> found.kind, len(found.moves)
(<Duty.MOVE: 'move'>, 11)

The orders, in the words of the books:

``official``
    The Chinese rules of 1999, 5.1–5.5, and the club rules 9(二)–(五).  Own piece
    first, then the opponent's: take with it, else move it, else take with another,
    else play freely.  Opponent's first, or both at once: take with it, else take
    with another, else move it, else play freely.
``club-2015``
    The first of these orders whatever was touched first.
``off``
    A touch binds to nothing.

Our reading where the books are silent: of several pieces of one side the first
that can follow must; and it is a foul to touch what can neither be moved nor
taken only if nothing else that was touched can be followed either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from chuhe._core import Move, square_name
from chuhe.board import Board
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_, _
from chuhe.rules import Offence

__all__ = ["ORDERS", "Duty", "Obligation", "obligation"]

#: The orders known, by the name of `RuleSet.touch`.
ORDERS = ("official", "club-2015", "off")

add_messages(
    {
        "touch.order": N_("expected an order of touching of {known}, got '{name}'"),
        "touch.empty": N_("there is no piece on {square}"),
    }
)


class Duty(StrEnum):
    """What touched pieces oblige to."""

    TAKE_WITH = "take_with"
    """以所触己子吃所触对方之子: the touched piece takes the touched one."""
    MOVE = "move"
    """走所触己子: the touched piece moves."""
    TAKE = "take"
    """吃所触对方之子: any piece takes the touched one."""
    FREE = "free"
    """自由行棋: nothing touched can be followed, or nothing binds."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_DUTIES[self])


_DUTIES = {
    Duty.TAKE_WITH: N_("the touched piece must take the touched piece"),
    Duty.MOVE: N_("the touched piece must move"),
    Duty.TAKE: N_("the touched piece must be taken"),
    Duty.FREE: N_("any move may be played"),
}


@dataclass(frozen=True, slots=True)
class Obligation:
    """What must be played."""

    moves: tuple[Move, ...] | None
    """The moves that are left; None: all of them."""
    kind: Duty
    offence: Offence | None = None
    """What it is to have touched this, if it is an offence."""


_NOTHING = Obligation(None, Duty.FREE)


def obligation(
    board: Board, touched: Sequence[int], order: str, *, together: bool = False
) -> Obligation:
    """What the side to move must play after touching pieces.

    Args:
        board: the position in which they were touched.
        touched: their squares, the first touched first.
        order: ``official``, ``club-2015`` or ``off``: see the module's text.
        together: whether they were touched at once [1999 5.5].

    Returns:
        The moves that are left, all legal; with an offence if there are none.

    Raises:
        ParseError: ``touch.order``: there is no such order; ``touch.empty``: there
            is no piece on a square.

    >>> from chuhe import parse_square
    >>> board = Board("4k4/9/9/9/4p4/9/9/9/9/R2K4R w")
    >>> obligation(board, [parse_square("e9")], "official")     # the king cannot be taken
    Obligation(moves=None, kind=<Duty.FREE: 'free'>, offence=<Offence.TOUCH_CANNOT_TAKE: 'touch_cannot_take'>)
    """
    if order not in ORDERS:
        raise ParseError("touch.order", {"name": order, "known": ", ".join(ORDERS)})
    mine, theirs = _sorted(board, touched)
    if order == "off" or not touched:
        return _NOTHING
    legal = tuple(board.legal_moves)
    take_with = _first(
        tuple(move for move in legal if move.from_square == own and move.to_square == taken)
        for own in mine
        for taken in theirs
    )
    move = _first(tuple(move for move in legal if move.from_square == own) for own in mine)
    take = _first(tuple(move for move in legal if move.to_square == taken) for taken in theirs)

    own_first = order == "club-2015" or (not together and touched[0] in mine)
    second, third = (Duty.MOVE, move), (Duty.TAKE, take)
    if not own_first:
        second, third = third, second
    for kind, moves in ((Duty.TAKE_WITH, take_with), second, third):
        if moves:
            return Obligation(moves, kind)
    first = touched[0] in mine
    offence = Offence.TOUCH_CANNOT_MOVE if first else Offence.TOUCH_CANNOT_TAKE
    return Obligation(None, Duty.FREE, offence)


def _sorted(board: Board, touched: Iterable[int]) -> tuple[list[int], list[int]]:
    """Squares of one's own pieces and of the opponent's, each in order."""
    mine: list[int] = []
    theirs: list[int] = []
    for square in touched:
        piece = board.piece_at(square)
        if piece is None:
            raise ParseError("touch.empty", {"square": square_name(square)})
        (mine if piece.color is board.turn else theirs).append(square)
    return mine, theirs


def _first(candidates: Iterable[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The first that is not empty, or the empty one."""
    return next((moves for moves in candidates if moves), ())
