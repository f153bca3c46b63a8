"""Files of games, written so that nothing half-written is ever seen.

>>> import tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder, "a.pgn")
...     with whole_file(path) as file:
...         written = file.write(b"1. h2e2 *")
...         path.exists()
...     path.exists()
False
True
"""

from __future__ import annotations

import errno
import io
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from chuhe.game import Game
from chuhe.records import BY_THE_GAME, FORMATS, Loss, write

__all__ = ["JOINABLE", "Names", "join_games", "safe_name", "spare_path", "whole_file"]

#: Formats whose files can be put one after the other, so that memory need not hold all games.
JOINABLE = frozenset({"pgn", "text", "wxf", "json", "dhtmlxq", "epd"})
#: Games written at once, of joinable formats.
AT_ONCE = 256


def spare_path(path: str | os.PathLike[str]) -> Path:
    """Where a file is written before it takes its place."""
    path = Path(path)
    return path.with_name(f".{path.name[:60]}.chuhe-part")


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write, which appears at ``path`` when the block ends well, and else not at all.

    What is there and no file, such as ``/dev/null``, is written to as it is.

    Raises:
        OSError: it cannot be written; with the name given.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as there:
            yield there
        return
    spare = spare_path(path)
    file: BinaryIO | None = None
    try:
        with open(spare, "wb") as file:
            yield file
        os.replace(spare, path)
    except BaseException as error:
        with suppress(OSError):
            spare.unlink()
        if isinstance(error, OSError) and (
            file is None or error.filename == str(spare) or _is_full(error)
        ):
            error.filename, error.filename2 = os.fspath(path), None
        raise


def _is_full(error: OSError) -> bool:
    """Whether the file being written has no room, which an error of writing tells without a name."""
    return error.filename is None and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def join_games(
    games: Iterable[Game],
    file: BinaryIO,
    format: str,
    *,
    notation: str = "zh",
    encoding: str = "utf-8",
) -> Iterator[Loss]:
    """As `chuhe.records.write`, some games at a time where files of the format can be joined.

    >>> file = io.BytesIO()
    >>> list(join_games([Game(), Game(result="1-0")], file, "json"))
    []
    >>> file.getvalue().count(b"\\n")
    2
    """
    if format not in JOINABLE or format in BY_THE_GAME:
        yield from write(games, file, format, notation=notation, encoding=encoding)
        return
    waiting, done = iter(games), 0
    while some := list(islice(waiting, AT_ONCE)):
        for code, facts, game in write(some, file, format, notation=notation, encoding=encoding):
            yield Loss(code, facts, done + game)
        done += len(some)


#: What Windows, macOS or a shell has no place for in a name.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
#: Bytes of UTF-8 that a name has at most, without its suffix.
_LONGEST = 180


def safe_name(text: str) -> str:
    """A text as a name that every file system takes.

    >>> safe_name('全国赛: 胡荣华/杨官璘?  '), safe_name(".."), safe_name("con"), safe_name("")
    ('全国赛_ 胡荣华_杨官璘_', '_', '_con', '_')
    """
    name = unicodedata.normalize("NFC", _UNSAFE.sub("_", " ".join(text.split())))
    name = name.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore")
    name = name.strip().rstrip(". ")
    if name.startswith("."):
        name = f"_{name.lstrip('.')}"
    return f"_{name}" if not name or _RESERVED.match(name) else name


class Names:
    """Names of files in use, so that no two of them are one, whatever the file system.

    >>> names = Names()
    >>> [names.new(name, ".pgn") for name in ("杯赛", "杯赛", "Cup", "cup")]
    ['杯赛.pgn', '杯赛 (2).pgn', 'Cup.pgn', 'cup (2).pgn']
    """

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def new(self, name: str, suffix: str) -> str:
        """The name with its suffix, and a number if it is in use."""
        folded = _folded(name + suffix)
        number = self._next.get(folded, 1)
        full = name + suffix if number == 1 else f"{name} ({number}){suffix}"
        while _folded(full) in self._used:
            number += 1
            full = f"{name} ({number}){suffix}"
        self._next[folded] = number + 1
        self._used.add(_folded(full))
        return full


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def suffix_of(format: str) -> str:
    """How names of files of a format end.

    >>> suffix_of("text")
    '.txt'
    """
    return FORMATS[format].SUFFIXES[0]


def written_bytes(games: Iterable[Game], format: str = "json") -> bytes:
    """Games as a file in memory; without losses in ``json``."""
    file = io.BytesIO()
    for _loss in join_games(games, cast(BinaryIO, file), format):
        pass
    return file.getvalue()
