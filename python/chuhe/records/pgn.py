"""PGN, in all the dialects of Xiangqi archives.

>>> games = loads("[Red \\"胡荣华\\"]\\n\\n1. 炮二平五 {中炮} 马8进7 (1... 炮8平5) 1-0")
>>> games[0].headers["Red"], games[0].count_variations(), games[0].result
('胡荣华', 1, '1-0')
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "pgn"
SUFFIXES = (".pgn",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(text: str | bytes) -> list[Game]:
    """The games of a PGN text; bytes may be in any encoding."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(game: Game, notation: str = "zh") -> str:
    """A game as PGN, with its moves in a notation named as in `chuhe.notation`."""
    return game._record.write(NAME, notation)[0]
