"""CHE, the records of QQ象棋; read only.

>>> loads(b"1 2 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0").uci_moves
['h0g2', 'b7e7']
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "che"
SUFFIXES = (".che",)
WRITES = False
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a CHE file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)
