"""eglib: ``title|FEN|moves``; the lines of one position are its variations.

>>> fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w"
>>> [game] = loads(f"甲|{fen}|a1a9,e9e8,a9a8\\n甲|{fen}|a1a8".encode())
>>> game.uci_moves, game.count_variations()
(['a1a9', 'e9e8', 'a9a8'], 1)
>>> len(dumps([game])[0].splitlines())
2
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "eglib"
SUFFIXES = (".eglib",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of an eglib file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of an eglib file, and what the file cannot hold."""
    return written(NAME, games)
