"""JSON of our own: everything a game holds, a game a line.

>>> game = Game(headers=[("Red", "胡荣华")])
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> node.nags = [1]
>>> data, losses = dumps([game])
>>> print(data.decode().rstrip())
{"chuhe":1,"headers":{"Red":"胡荣华"},"result":"*","start":{},"moves":[{"move":"h2e2"},{"move":"h9g7","nags":[1]}]}
>>> loads(data) == [game], losses
(True, [])

Lists of positions of other programs are read too: objects with a ``fen``.
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "json"
SUFFIXES = (".json", ".jsonl")
WRITES = True
TEXT = False
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of a JSON file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of a JSON file, and what the file cannot hold."""
    return written(NAME, games)
