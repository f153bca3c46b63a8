"""Records of games: files in any format to `chuhe.game.Game`, and back.

>>> games = list(read("1. 炮二平五 马8进7 2. 马二进三 *".encode()))
>>> games[0].mainline_text("wxf")
['C2=5', 'H8+7', 'H2+3']
>>> sniff("[Event \\"全国赛\\"]\\n1. 炮二平五".encode("gb18030"))
'pgn'
>>> print(dumps(games[0], "pgn", notation="iccs"))
[Game "Chinese Chess"]
[Result "*"]
[Format "ICCS"]
<BLANKLINE>
1. H2-E2 H9-G7 2. H0-G2 *

What a file is shows in its content, never in its name; so does its encoding.
Reading goes on after what is wrong: `Game.problems` tells where and what. Files
are read one game at a time, in constant memory.

Each format is a module of one shape (see `Writer`): `pgn`, `text`, `wxf`, `xqf`,
`cbr`, `cbl`, `cbl_old`, `mxq`, `che`, `chn`, `ccm`, `dhtmlxq`, `json`, `cbf`, `pfc`, `xqr`,
`epd`, `csv`, `eglib`.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol

from chuhe import _core
from chuhe.errors import ChuheError, RecordError, add_messages
from chuhe.game import Game
from chuhe.i18n import N_
from chuhe.records import (
    cbf,
    cbl,
    cbl_old,
    cbr,
    ccm,
    che,
    chn,
    csv,
    dhtmlxq,
    eglib,
    epd,
    json,
    mxq,
    pfc,
    pgn,
    text,
    wxf,
    xqf,
    xqr,
)
from chuhe.records.files import Loss, written
from chuhe.records.sniff import sniff

__all__ = [
    "BY_THE_GAME",
    "FORMATS",
    "Loss",
    "Source",
    "Writer",
    "dumps",
    "format_of_name",
    "read",
    "read_files",
    "save",
    "sniff",
    "write",
]

Source = bytes | str | os.PathLike[str] | BinaryIO
"""What can be read: the bytes themselves, a path, or a file open for bytes."""


class Writer(Protocol):
    """The shape of a format's module."""

    #: The format's name, as `sniff` says it.
    NAME: str
    #: How names of its files end, the usual one first.
    SUFFIXES: tuple[str, ...]
    #: Whether games can be written in it.
    WRITES: bool
    #: Whether its files are texts, in an encoding that can be chosen.
    TEXT: bool
    #: Whether a file holds one game.
    ONE_GAME: bool


_MODULES = (
    *(pgn, text, wxf, xqf, cbr, cbl, cbl_old, mxq, che, chn, ccm),
    *(dhtmlxq, json, cbf, pfc, xqr, epd, csv, eglib),
)
FORMATS: dict[str, Writer] = {module.NAME: module for module in _MODULES}
"""The formats read here, by name."""


def read(
    source: Source, *, format: str | None = None, encoding: str | None = None
) -> Iterator[Game]:
    """The games of a file, one after the other.

    Args:
        source: bytes, a path, or a file open for bytes.
        format: a name of `FORMATS`; found out from the content if left out.
        encoding: such as ``utf-8``, ``gb18030``, ``big5``; found out for each
            game if left out.

    Raises:
        OSError: the file cannot be read.
        RecordError: nothing of a record is found, or it is in a format that is
            known but not read; the error names it.
        TypeError: the file is open for text, so its encoding has been guessed already.
        ValueError: there is no such encoding.

    >>> [game.result for game in read("1. 炮二平五 1-0\\n\\n1. 兵七进一 0-1".encode())]
    ['1-0', '0-1']
    """
    if isinstance(source, io.TextIOBase):
        raise TypeError("games are read from a path, bytes, or a file open for bytes ('rb')")
    path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else ""
    reader = _core.RecordReader(source, format, encoding)
    if reader.format not in FORMATS:  # told here, not when the first game is asked for
        if reader.format == "book":
            raise RecordError("record.is_book")
        raise RecordError("record.format_not_read", {"format": reader.format})
    return (Game._of(record, path, index) for index, record in enumerate(reader))


def read_files(paths: Sequence[str | os.PathLike[str]]) -> list[list[Game] | ChuheError | OSError]:
    """The games of many files, read on all cores; for a file that cannot be read, the error.

    >>> read_files(["/no/such/file"])
    [FileNotFoundError(2, 'No such file or directory')]
    """
    results: list[list[Game] | ChuheError | OSError] = []
    for path, found in zip(paths, _core.read_many(list(paths)), strict=True):
        if isinstance(found, list):
            results.append([Game._of(record, os.fspath(path), i) for i, record in enumerate(found)])
        else:
            results.append(found)
    return results


def dumps(game: Game, format: str = "pgn", *, notation: str = "zh") -> str:
    """A game as text.

    Args:
        game: what to write.
        format: ``pgn`` or ``text``; other formats have a ``dumps`` in their modules.
        notation: a name of `chuhe.notation`, such as ``zh``, ``wxf``, ``iccs``, ``uci``.

    Raises:
        RecordError: games are not written in this format.
    """
    return _write(game, format, notation)[0].rstrip("\n")


def save(
    games: Game | Iterable[Game],
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    notation: str = "zh",
    encoding: str = "utf-8",
    version: int = 0,
) -> list[Loss]:
    """Write a game, or several, to a file, which appears when it is complete.

    Args:
        games: what to write.
        path: where to; what is there is written over.
        format: as in `write`; by the name of the file if left out.
        notation, encoding, version: as in `write`.

    Returns:
        What the file cannot hold.

    Raises:
        OSError: the file cannot be written.
        RecordError: as `write`; or the name promises no format.
        ValueError: as `write`.

    >>> import tempfile
    >>> game = Game(headers=[("Red", "胡荣华")])
    >>> node = game.add_line(["炮二平五", "马8进7"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     losses = save(game, f"{folder}/a.xqf")
    ...     losses, next(read(f"{folder}/a.xqf")) == game
    ([], True)
    """
    from chuhe.records.output import whole_file

    if format is None and (format := format_of_name(path)) is None:
        raise RecordError("record.not_written", {"format": Path(path).suffix or os.fspath(path)})
    if isinstance(games, Game):
        games = [games]
    with whole_file(path) as file:
        return list(
            write(games, file, format, notation=notation, encoding=encoding, version=version)
        )


def write(
    games: Iterable[Game],
    file: BinaryIO,
    format: str = "pgn",
    *,
    notation: str = "zh",
    encoding: str = "utf-8",
    version: int = 0,
) -> Iterator[Loss]:
    """Write games to a file open for bytes; they are written as the result is iterated over.

    `save` writes to a path, at once.

    Args:
        games: taken one at a time by PGN and plain text, so they may come straight from
            `read`; other formats need them all at once.
        file: where to.
        format: a name of `FORMATS` whose module has ``WRITES``.
        notation: as in `dumps`; only where moves stand as words.
        encoding: of formats that are text; characters it has no place for become ``?``,
            escapes or fields in UTF-8, as the format allows.
        version: of the format where it has some: 10 or 18 of XQF; 0 is the usual one.

    Returns:
        What the file could not hold.

    Raises:
        RecordError: games are not written in this format, its files hold one game, or
            no game from such a start.
        ValueError: there is no such notation, encoding or version.

    >>> import io
    >>> file = io.BytesIO()
    >>> game = Game(headers=[("Red", "胡榮華")])
    >>> [loss.code for loss in write([game], file, encoding="big5")]
    []
    >>> file.getvalue().decode("big5").splitlines()[1]
    '[Red "胡榮華"]'
    """
    if format not in BY_THE_GAME:
        yield from _write_whole(list(games), file, format, encoding, version)
        return
    lines = 0
    for index, game in enumerate(games):
        words, losses = _write(game, format, notation)
        data, unsaid = _core.encode_text(words, encoding)
        file.write(data)
        for _, facts in unsaid:
            facts["line"] = int(str(facts["line"])) + lines
        lines += words.count("\n")
        for code, facts in [*losses, *unsaid]:
            yield Loss(code, facts, index)


BY_THE_GAME = ("pgn", "text")
"""Formats written a game at a time; all others are a file at a time."""


def _write_whole(
    games: list[Game], file: BinaryIO, format: str, encoding: str, version: int
) -> Iterator[Loss]:
    module = FORMATS.get(format)
    if module is None or not module.WRITES:
        raise RecordError("record.not_written", {"format": format})
    if module.ONE_GAME and len(games) != 1:
        raise RecordError("record.one_game", {"format": format, "games": len(games)})
    if format == mxq.NAME:
        data, losses = mxq.dumps(games[0])
    else:
        data, losses = written(format, games, version, encoding=encoding)
    file.write(data)
    yield from losses


def _write(
    game: Game, format: str, notation: str
) -> tuple[str, list[tuple[str, dict[str, object]]]]:
    if format not in BY_THE_GAME:
        raise RecordError("record.not_written", {"format": format})
    return game._record.write(format, notation)


def format_of_name(name: str | os.PathLike[str]) -> str | None:
    """The format that the end of a file's name promises; for files still to be written.

    >>> format_of_name("games.PGN"), format_of_name("games.zip")
    ('pgn', None)
    """
    suffix = Path(name).suffix.lower()
    return next((format for format, module in FORMATS.items() if suffix in module.SUFFIXES), None)


add_messages(
    {
        "loss.before": N_(
            "a comment before a move of the main line became one after the move before it"
        ),
        "loss.braces": N_("braces in comments were replaced by full-width ones"),
        "loss.characters": N_(
            "{encoding} has no place for the characters {characters}; the first is in line {line}"
        ),
        "loss.encoding": N_("which encoding it is in does not show: say {encoding} when reading"),
        "loss.header": N_("the header {name}"),
        "loss.line_ends": N_("line ends in the header {name}"),
        "loss.root_notes": N_("glyphs on the start position"),
        "loss.unread": N_("moves that cannot be played: {text}"),
        "loss.unread_said": N_("moves that cannot be played became a comment: {text}"),
    }
)
