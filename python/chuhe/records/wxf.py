"""WXF files, as PlayOK and old servers write them.

>>> games = loads("FORMAT WXF\\nRED one ; 1200 ;;\\nSTART{\\n1. C2.5 h8+7 }END")
>>> games[0].headers["RedElo"], games[0].mainline_text("zh")
('1200', ['炮二平五', '马8进7'])
>>> print(dumps(games)[0].decode(), end="")
FORMAT  WXF
GAME
RED     one ; 1200 ;;
BLACK   ;;;
START{
 1. C2.5 h8+7
}END
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "wxf"
SUFFIXES = (".wxf",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(text: str | bytes) -> list[Game]:
    """The games of a WXF file; bytes may be in any encoding."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game]) -> tuple[bytes, list[Loss]]:
    """Games as the bytes of a WXF file, and what the file cannot hold."""
    return written(NAME, games)
