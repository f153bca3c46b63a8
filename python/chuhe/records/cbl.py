"""CBL, the libraries of 象棋桥 CCBridge: many games in one file.

>>> from chuhe.game import Game
>>> games = [Game(headers=[("Title", f"第{i}局")]) for i in "一二三"]
>>> games[0].headers["Library"] = "练习"
>>> data, losses = dumps(games)
>>> losses, loads(data) == games
([], True)

Deleted records are left out; the others come in the order the library shows
them. What a library says of itself stands with its first game, in the headers
``Library``, ``LibrarySource``, ``LibraryCreator``, ``LibraryCreatorEmail``,
``LibraryCreated``, ``LibraryModified`` and ``LibraryRemark``.
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "cbl"
SUFFIXES = (".cbl",)
WRITES = True
TEXT = False
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of a CBL file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of a CBL file, and what the file cannot hold."""
    return written(NAME, games)
