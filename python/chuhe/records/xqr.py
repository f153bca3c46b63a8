"""XQR, XiangQi Replay: a small binary tree with a checksum; one game a file.

>>> game = Game(headers=[("Red", "胡荣华")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> data, losses = dumps(game)
>>> loads(data) == game, losses
(True, [])
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "xqr"
SUFFIXES = (".xqr",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of an XQR file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of an XQR file, and what the file cannot hold."""
    return written(NAME, [game])
