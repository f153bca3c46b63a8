"""XQF, the files of XQStudio 象棋演播室: one game each, with variations and comments.

>>> from chuhe.game import Game
>>> game = Game(headers=[("Red", "胡荣华"), ("Black", "杨官璘")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> data, losses = dumps(game)
>>> data[:3], len(data), data[305:311].decode("gb18030"), losses
(b'XQ\\n', 1048, '胡荣华', [])
>>> loads(data) == game
True
>>> dumps(game, version=18)[0][:3]
b'XQ\\x12'

Read are the versions 1.0 and, encrypted, 1.1 to 1.8; written 1.0 and, with keys
that are all nothing, 1.8.
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "xqf"
SUFFIXES = (".xqf",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of an XQF file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game, version: int = 10) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of an XQF file, and what the file cannot hold.

    Args:
        game: what to write.
        version: 10 for 1.0, which all programs read; 18 for 1.8.

    Raises:
        ValueError: another version.
    """
    return written(NAME, [game], version)
