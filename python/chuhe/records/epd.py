"""EPD: a position and its title a line.

>>> [game] = loads("4k4/9/9/9/9/9/9/9/R8/3K5 w ; 单车胜".encode())
>>> game.headers["Title"], game.start_fen
('单车胜', '4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1')
>>> print(dumps([game])[0].decode(), end="")
4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1 ; 单车胜

Lines with the title first, ``title|FEN``, are read too, and of two titles the one in
traditional characters becomes the header ``TraditionalTitle``.
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "epd"
SUFFIXES = (".epd",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of an EPD file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of an EPD file, and what the file cannot hold."""
    return written(NAME, games)
