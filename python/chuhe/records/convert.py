"""Many files of games into one, or each into a file of its own; all of them or a selection.

>>> import io, tempfile
>>> from pathlib import Path
>>> from chuhe.records.select import Selection
>>> with tempfile.TemporaryDirectory() as folder:
...     paths = [str(Path(folder, name)) for name in ("a.pgn", "b.txt")]
...     for path, moves in zip(paths, ("1. 炮二平五 1-0", "1. 兵七进一 *")):
...         size = Path(path).write_text(moves, encoding="utf-8")
...     out = io.BytesIO()
...     recipe = Recipe("pgn", notation="iccs", selection=Selection(opening="兵七进一"))
...     parts = [part for path, part in convert_files(paths, out, recipe)]
>>> [(part.games, part.written) for part in parts], out.getvalue().decode().split()[-2:]
([(1, 0), (1, 1)], ['C3-C4', '*'])
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import BinaryIO

from chuhe.errors import ChuheError, RecordError, add_messages
from chuhe.game import Game, RecordProblem
from chuhe.i18n import N_
from chuhe.records import BY_THE_GAME, FORMATS, Loss, read, write
from chuhe.records.batch import map_files
from chuhe.records.output import JOINABLE, join_games, spare_path, whole_file
from chuhe.records.select import Selection

__all__ = [
    "Listener",
    "Part",
    "Recipe",
    "convert_each",
    "convert_files",
    "games_of",
    "is_for_asker",
]

#: A larger file is read game by game by whoever asked: memory must not depend on the input.
LARGE = 4_000_000

#: Hears of a file what is wrong in it, and what could not be written of it, game by game.
Listener = Callable[[str, RecordProblem | Loss], None]


@dataclass(frozen=True)
class Recipe:
    """Which games are written, and how."""

    format: str = "pgn"
    notation: str = "zh"
    encoding: str = "utf-8"
    #: Of the format, where it has some.
    version: int = 0
    #: All games if left out.
    selection: Selection | None = None
    #: Write those that the selection does not accept.
    inverted: bool = False

    def takes(self, game: Game) -> bool:
        """Whether the game is one of those."""
        return self.selection is None or self.selection.accepts(game) is not self.inverted

    def write(self, games: Iterable[Game], file: BinaryIO) -> Iterator[Loss]:
        """Write games as `chuhe.records.write` does, some at a time where that is possible."""
        if self.format in JOINABLE:
            style = {"notation": self.notation, "encoding": self.encoding}
            yield from join_games(games, file, self.format, **style)
        elif self.version:
            yield from write(games, file, self.format, encoding=self.encoding, version=self.version)
        else:
            yield from write(games, file, self.format, encoding=self.encoding)


@dataclass
class Part:
    """What came of one file."""

    games: int = 0
    written: int = 0
    faulty: int = 0
    #: What was wrong and what was lost, unless a listener was told.
    found: list[RecordProblem | Loss] = field(default_factory=list)
    data: bytes = b""
    #: It is for whoever asked to read it.
    is_large: bool = False


def games_of(path: str) -> Iterator[Game]:
    """The games of a file; ``-`` is standard input."""
    return read(sys.stdin.buffer if path == "-" else path)


def is_for_asker(path: str) -> bool:
    """Whether a file is not for a worker: standard input, and what is too large to send back.

    >>> is_for_asker("-")
    True
    """
    return path == "-" or os.path.getsize(path) > LARGE


def convert_files(
    paths: Iterable[str],
    out: BinaryIO,
    recipe: Recipe,
    *,
    listener: Listener | None = None,
    jobs: int | None = None,
    scheduler: str = "",
) -> Iterator[tuple[str, Part | Exception]]:
    """Write the games of many files into one; for a file that cannot be read, the error.

    Args:
        paths: of the files; ``-`` is standard input.
        out: where to, open for bytes. Of formats whose files can be joined, parts are
            written as they come; of others all games are held until the last.
        recipe: which games, and how.
        listener: hears what is wrong and lost, in the order of the games; without one it
            is in the parts.
        jobs: as in `chuhe.records.batch.map_files`.
        scheduler: likewise.

    Raises:
        RecordError: the format holds one game, and there are several; or nothing is
            written in it.
    """
    check_writable(recipe.format)
    joins = recipe.format in JOINABLE
    step = recipe if joins else replace(recipe, format="json", version=0)
    whole: list[Game] = []
    places: list[tuple[str, int]] = []
    for path, part in map_files(
        partial(_part_of, recipe=step, keep=not joins), paths, jobs=jobs, scheduler=scheduler
    ):
        if isinstance(part, Exception):
            yield path, part
            continue
        if part.is_large:
            try:
                part = _streamed(path, step, out if joins else None, whole, places, listener)
            except _Unreadable as unreadable:
                yield path, unreadable.error
                continue
        elif joins:
            out.write(part.data)
        else:
            whole += _unpacked(part.data, places, path)
        part.data = b""
        if listener:
            for found in part.found:
                listener(path, found)
            part.found = []
        if FORMATS[recipe.format].ONE_GAME and len(whole) > 1:
            raise RecordError("convert.one_game", {"format": recipe.format})
        yield path, part
    if not joins and not (FORMATS[recipe.format].ONE_GAME and not whole):
        for code, facts, game in recipe.write(whole, out):
            if listener and game < len(places):
                listener(places[game][0], Loss(code, facts, places[game][1]))


def convert_each(
    targets: Iterable[tuple[str, str]],
    recipe: Recipe,
    *,
    jobs: int | None = None,
    scheduler: str = "",
) -> Iterator[tuple[str, Part | Exception]]:
    """Write each file into one of its own; folders are made, and empty files are not.

    Args:
        targets: pairs of a file to read and one to write.
        recipe: which games, and how.
        jobs: as in `chuhe.records.batch.map_files`.
        scheduler: likewise; its workers write the files.
    """
    check_writable(recipe.format)
    work = partial(_convert_to, recipe=recipe)
    for (path, target), part in map_files(work, targets, jobs=jobs, scheduler=scheduler):
        if isinstance(part, Exception):
            with suppress(OSError):  # of a worker that died
                spare_path(target).unlink()
        yield path, part


def check_writable(format: str) -> None:
    """Raises RecordError if nothing is written in the format."""
    if format not in FORMATS or not FORMATS[format].WRITES:
        raise RecordError("record.not_written", {"format": format})


def _part_of(path: str, recipe: Recipe, keep: bool) -> Part:
    """The part a file has in a larger one; with ``keep`` only read, and written later."""
    if is_for_asker(path):
        return Part(is_large=True)
    file = io.BytesIO()
    part = Part()
    try:
        _write(path, recipe, file, part, part.found.append, losses=not keep)
    except _Unreadable as unreadable:
        raise unreadable.error from None
    part.data = file.getvalue()
    return part


def _convert_to(target: tuple[str, str], recipe: Recipe) -> Part:
    path, out = target
    part = Part()
    try:
        games = _Taken(path, recipe, part, part.found.append)
        if (first := next(games, None)) is None:
            return part
        os.makedirs(os.path.dirname(out) or ".", exist_ok=True)
        with whole_file(out) as file:
            _write_games(games.with_first(first), recipe, file, part.found.append)
    except _Unreadable as unreadable:
        raise unreadable.error from None
    return part


def _streamed(
    path: str,
    recipe: Recipe,
    out: BinaryIO | None,
    whole: list[Game],
    places: list[tuple[str, int]],
    listener: Listener | None,
) -> Part:
    """A large file, or standard input, game by game."""
    part = Part()
    tell = partial(listener, path) if listener else part.found.append
    if out is not None:
        _write(path, recipe, out, part, tell)
    else:
        games = _Taken(path, recipe, part, tell)
        for game in games:
            whole.append(game)
            places.append((path, games.number))
    return part


def _unpacked(data: bytes, places: list[tuple[str, int]], path: str) -> list[Game]:
    """Games that came as JSON, each after the number it has in its file."""
    if not data:
        return []
    games = list(read(data, format="json"))
    places += [(path, int(game.headers.pop(_NUMBER))) for game in games]
    return games


#: A header for the number of a game, on its way to the file it is written to.
_NUMBER = "ChuheNumber"

Tell = Callable[[RecordProblem | Loss], None]


class _Unreadable(Exception):
    """An error in reading, told apart from one in writing."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def games_or_error(path: str) -> Iterator[Game | Exception]:
    """The games of a file, and last the error if it cannot be read.

    >>> [type(found).__name__ for found in games_or_error("/no/such/file")]
    ['FileNotFoundError']
    """
    try:
        yield from games_of(path)
    except (ChuheError, OSError) as error:
        yield error


class _Taken:
    """The games of a file that a recipe takes, counted, what is wrong in them told."""

    def __init__(self, path: str, recipe: Recipe, part: Part, tell: Tell) -> None:
        self._games = games_or_error(path)
        self._recipe, self._part, self._tell = recipe, part, tell
        self._first: Game | None = None
        #: Which game of the file the last one was.
        self.number = -1

    def with_first(self, first: Game) -> _Taken:
        """The same with a game that had been taken already."""
        self._first = first
        return self

    def __iter__(self) -> _Taken:
        return self

    def __next__(self) -> Game:
        if self._first is not None:
            first, self._first = self._first, None
            return first
        while True:
            game = next(self._games)
            if isinstance(game, Exception):
                raise _Unreadable(game)
            self._part.games += 1
            if not self._recipe.takes(game):
                continue
            self._part.written += 1
            self.number = game.index
            if problems := game.problems:
                self._part.faulty += 1
                for problem in problems:
                    self._tell(problem)
            return game


def _write(
    path: str, recipe: Recipe, file: BinaryIO, part: Part, tell: Tell, losses: bool = True
) -> None:
    games: Iterator[Game] = _Taken(path, recipe, part, tell)
    if losses:
        _write_games(games, recipe, file, tell)
    else:
        for _loss in recipe.write(map(_numbered, games), file):
            pass


def _write_games(games: Iterator[Game], recipe: Recipe, file: BinaryIO, tell: Tell) -> None:
    """Write games; the number a loss is told with is that of the game in its file."""
    numbers: list[int] = []
    by_the_game = recipe.format in BY_THE_GAME

    def counted() -> Iterator[Game]:
        for game in games:
            if by_the_game:
                numbers.clear()
            numbers.append(game.index)
            if FORMATS[recipe.format].ONE_GAME and len(numbers) > 1:
                raise RecordError("convert.many_games", {"format": recipe.format})
            yield game

    for code, facts, game in recipe.write(counted(), file):
        tell(Loss(code, facts, numbers[0 if by_the_game else game]))


def _numbered(game: Game) -> Game:
    game.headers[_NUMBER] = str(game.index)
    return game


add_messages(
    {
        "convert.many_games": N_(
            "holds several games, and a file of the format {format} only one: use chuhe split"
        ),
        "convert.one_game": N_(
            "a file of the format {format} holds one game, and there are several: name a folder "
            "(dir/) for a file each, or use chuhe split where a file holds many"
        ),
    }
)
