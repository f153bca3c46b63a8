"""DhtmlXQ 东萍 UBB, as forums and pages hold it; several games a file.

>>> [game] = loads("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]".encode())
>>> game.mainline_text()
['炮二平五', '马8进7']
>>> print(dumps([game])[0].decode().splitlines()[5])
[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]

The sister format of 广东象棋网, DHJHtmlXQ, is read too.
"""

from __future__ import annotations

from collections.abc import Sequence

from chuhe import _core
from chuhe.game import Game
from chuhe.records.files import Loss, written

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "dumps", "loads"]

NAME = "dhtmlxq"
SUFFIXES = (".ubb",)
WRITES = True
TEXT = True
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of a DhtmlXQ file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]


def dumps(games: Sequence[Game], encoding: str = "utf-8") -> tuple[bytes, list[Loss]]:
    r"""Games as the bytes of a DhtmlXQ file, and what the file cannot hold.

    Characters the encoding has no place for become escapes of UBB:

    >>> dumps([Game(headers=[("Red", "红方")])], "big5")[0].splitlines()[3]
    b'[DhtmlXQ_red]\\u7EA2\xa4\xe8[/DhtmlXQ_red]'
    """
    return written(NAME, games, encoding=encoding)
