"""The board: a position with its history."""

from __future__ import annotations

from chuhe import _core

__all__ = ["START_FEN", "Board"]

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


class Board(_core.Board):
    """A position with its history."""

    __slots__ = ()
