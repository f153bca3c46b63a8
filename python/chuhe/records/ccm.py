"""CCM, the records of 中国游戏中心; from descriptions only, no file was at hand; read only.

>>> loads(bytes([1, 0, 0, 7, 4, 7, 7, 0])).uci_moves
['h2e2']
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "ccm"
SUFFIXES = (".ccm",)
WRITES = False
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a CCM file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)
