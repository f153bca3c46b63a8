"""CBR, the records of 象棋桥 CCBridge: one game each, with variations and comments.

>>> from chuhe.game import Game
>>> game = Game(headers=[("Red", "胡荣华"), ("RedTeam", "上海")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> data, losses = dumps(game)
>>> data[:15], losses, loads(data) == game
(b'CCBridge Record', [], True)

Read are the usual layout and, from descriptions only, the older one; written is
the usual one.
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "cbr"
SUFFIXES = (".cbr",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a CBR file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of a CBR file, and what the file cannot hold."""
    return written(NAME, [game])
