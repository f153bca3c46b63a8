"""Plain text 棋谱: numbered moves, headings between games.

>>> games = loads("胡荣华 先胜 杨官璘\\n1、炮二平五 马8进7\\n2、马二进三")
>>> games[0].headers["Black"], games[0].result, len(games[0].mainline())
('杨官璘', '1-0', 3)
>>> print(dumps(games[0]))
红方：胡荣华
黑方：杨官璘
<BLANKLINE>
  1. 炮二平五  马8进7
  2. 马二进三
红胜
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "text"
SUFFIXES = (".txt", ".text")
WRITES = True
TEXT = True
ONE_GAME = False


def loads(text: str | bytes) -> list[Game]:
    """The games of a text; bytes may be in any encoding."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(game: Game, notation: str = "zh") -> str:
    """A game as text, with its moves in a notation named as in `chuhe.notation`."""
    return game._record.write(NAME, notation)[0].rstrip("\n")
