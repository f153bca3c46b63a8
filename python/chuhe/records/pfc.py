"""PFC of 鹏飞象棋: a tree of XML elements; no headers and no result.

>>> game = loads(b'<n version="2" m=""><n m="h2e2"><n m="h9g7" c="x"/></n></n>')
>>> game.mainline_text(), game.end().comment
(['炮二平五', '马8进7'], 'x')
>>> loads(dumps(game)[0]) == game
True
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "pfc"
SUFFIXES = (".pfc",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a PFC file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of a PFC file, and what the file cannot hold."""
    return written(NAME, [game])
