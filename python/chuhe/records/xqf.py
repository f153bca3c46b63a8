"""XQF, the files of XQStudio 象棋演播室: one game each, with variations and comments.

>>> from chuhe.game import Game
>>> game = Game(headers=[("Red", "胡荣华"), ("Black", "杨官璘")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> data, losses = dumps(game)
>>> data[:3], len(data), data[305:311].decode("gb18030"), losses
(b'XQ\\n', 1048, '胡荣华', [])
>>> loads(data) == game
True
>>> encrypted, losses = dumps(game, version=18)
>>> encrypted[:3], encrypted[1024:] == data[1024:], loads(encrypted) == game
(b'XQ\\x12', False, True)

Read are the versions 1.0 and, encrypted, 1.1 to 1.8; written 1.0 and, with keys
as XQStudio makes them, 1.8.
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


def dumps(game: Game, version: int = 10, seed: int | None = None) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of an XQF file, and what the file cannot hold.

    Args:
        game: what to write.
        version: 10 for 1.0, which is plain; 18 for 1.8, which is encrypted and what
            XQStudio writes.
        seed: what the keys of a version 1.8 come from, up to 64 bits; the game itself
            if left out, so that it always gives the same file.

    Raises:
        ValueError: another version.
    """
    return written(NAME, [game], version, seed)
