"""What format a file is in, by its content."""

from __future__ import annotations

import os
from pathlib import Path

from chuhe import _core

__all__ = ["sniff"]

#: As much of a file as is looked at.
HEAD = 64 * 1024


def sniff(source: bytes | str | os.PathLike[str]) -> str | None:
    """The name of the format that bytes, or the file at a path, are in; None if none shows.

    Formats are named whether they are read here or not: ``pgn text wxf xqf cbr
    cbl cbl-old cbf xqr dhtmlxq pfc mxq che chn ccm epd csv eglib book``.

    Raises:
        OSError: the file cannot be read.

    >>> sniff(b"CCBridge Record\\0"), sniff(b"[Red \\"?\\"]"), sniff(b"hello")
    ('cbr', 'pgn', None)
    """
    if isinstance(source, bytes):
        return _core.sniff(source[:HEAD], len(source))
    path = Path(source)
    with path.open("rb") as file:
        return _core.sniff(file.read(HEAD), path.stat().st_size)
