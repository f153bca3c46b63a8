"""MXQ, the records of the server 弈天 and its board 象棋世家.

>>> words = ["某厅", "02-10-22", "甲-胜-乙", "1800", "1700", "认负", "Moves", "7C-4C", "Ends"]
>>> game = loads(b"".join(bytes([len(w.encode("gbk"))]) + w.encode("gbk") for w in words))
>>> game.headers["Red"], game.result, game.uci_moves
('甲', '1-0', ['h2e2'])
>>> loads(dumps(game)[0]) == game
True

Its games begin from the usual start; others cannot be written:

>>> try:
...     dumps(Game("4k4/9/9/9/9/9/9/9/R8/3K5 w"))
... except RecordError as error:
...     error.code
'record.usual_start_only'
"""

from __future__ import annotations

from chuhe import _core
from chuhe.board import is_start
from chuhe.errors import RecordError
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "mxq"
SUFFIXES = (".mxq",)
WRITES = True
TEXT = False
ONE_GAME = True


def loads(data: bytes) -> Game:
    """The game of a MXQ file."""
    return Game._of(next(iter(_core.RecordReader(data, NAME))), "", 0)


def dumps(game: Game) -> tuple[bytes, list[Loss]]:
    """A game as the bytes of a MXQ file, and what the file cannot hold.

    Raises:
        RecordError: the game does not begin from the usual start.
    """
    if not is_start(game.start_fen):
        raise RecordError("record.usual_start_only", {"format": NAME})
    return written(NAME, [game])
