"""CBF, the XML of 象棋桥 CCBridge: one game a file.

>>> game = Game(headers=[("Title", "第一局")], result="1-0")
>>> node = game.add_line(["炮二平五"])
>>> data, losses = dumps(game)
>>> data.decode("utf-8-sig").splitlines()[-4:-2]
['  <Move value="00-00" />', '  <Move value="77-47" end="1" />']
>>> loads(data) == game, losses
(True, [])
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "cbf"
SUFFIXES = (".cbf",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a CBF file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of a CBF file, and what the file cannot hold."""
    return written(NAME, [game])
