"""The older libraries of 象棋桥, which are compressed; read only.

What is known of them is what one library shows, so some texts that were empty
there have only numbers for names: the headers ``Cbl1`` to ``Cbl10``.

>>> import zlib
>>> name = "练习".encode("gb18030")
>>> library = len(name).to_bytes(4, "little") + name + bytes(16) + b"2009-02-01 17:14:02" * 2
>>> loads(b"CCBridge" + bytes(12) + zlib.compress(library + bytes(8)))
[]
"""

from __future__ import annotations

from chuhe import _core
from chuhe.game import Game

__all__ = ["NAME", "ONE_GAME", "SUFFIXES", "TEXT", "WRITES", "loads"]

NAME = "cbl-old"
SUFFIXES = (".cbl",)
WRITES = False
TEXT = False
ONE_GAME = False


def loads(data: bytes) -> list[Game]:
    """The games of an older CBL file."""
    return [Game._of(record, "", i) for i, record in enumerate(_core.RecordReader(data, NAME))]
