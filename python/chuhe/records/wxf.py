"""WXF files, as PlayOK and old servers write them; read only.

>>> game = loads("FORMAT WXF\\nRED one ; 1200 ;;\\nSTART{\\n1. C2.5 h8+7 }END")[0]
>>> game.headers["RedElo"], game.mainline_text("zh")
('1200', ['炮二平五', '马8进7'])
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "wxf"
SUFFIXES = (".wxf",)
WRITES = False
TEXT = True
ONE_GAME = False


def loads(text: str | bytes) -> list[Game]:
    """The games of a WXF file; bytes may be in any encoding."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]
