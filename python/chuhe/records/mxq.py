"""MXQ, the records of the server 弈天; read only.

>>> words = ["某厅", "02-10-22", "甲-胜-乙", "1800", "1700", "认负", "Moves", "7C-4C", "Ends"]
>>> game = loads(b"".join(bytes([len(w.encode("gbk"))]) + w.encode("gbk") for w in words))
>>> game.headers["Red"], game.result, game.uci_moves
('甲', '1-0', ['h2e2'])
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "mxq"
SUFFIXES = (".mxq",)
WRITES = False
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a MXQ file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)
