"""csv: a position a row, with its title, its line of moves, and what other columns say.

>>> [game] = loads("title,hint,fen,moves\\n甲,b,4k4/9/9/9/9/9/9/9/R8/3K5 w,a1a9 e9e8".encode())
>>> dict(game.headers), game.uci_moves
({'Title': '甲', 'Hint': 'b'}, ['a1a9', 'e9e8'])
>>> print(dumps([game])[0].decode(), end="")
Title,Hint,Result,FEN,Moves
甲,b,*,4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1,a1a9 e9e8
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "csv"
SUFFIXES = (".csv",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of a csv file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of a csv file, and what the file cannot hold."""
    return written(NAME, games)
