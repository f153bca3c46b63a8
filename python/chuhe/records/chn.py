"""CHN, the records of 联众; from descriptions only, no file was at hand; read only.

>>> loads(bytes(188) + bytes([0, 0, 0, 0, 7, 0, 7, 0, 4, 0, 7, 0]) + bytes(20)).uci_moves
['h2e2']
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "chn"
SUFFIXES = (".chn",)
WRITES = False
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a CHN file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)
