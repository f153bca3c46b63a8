"""Files into a library: read on several threads, written by one, a batch a transaction.

A program that is killed loses the batch it was at; the next import goes on behind the last game
that was written.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import re
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuhe import _core
from chuhe.errors import ChuheError
from chuhe.game import Game, RecordProblem
from chuhe.library import rows, sums
from chuhe.library.names import name_key
from chuhe.library.schema import (
    PIECES,
    LibraryError,
    events,
    game_materials,
    games,
    materials,
    players,
    positions,
    sources,
)
from chuhe.records import read

__all__ = ["Loaded", "load", "remove_sources", "vanished"]

#: A batch is written when it has so many positions or games.
BATCH_POSITIONS = 1_000_000
BATCH_GAMES = 20_000
#: Games handed from a reading thread to the writing one at a time, and how many times ahead.
CHUNK = 256
AHEAD = 8

Told = Callable[[str, int], None]


@dataclass
class Loaded:
    """What an import has done."""

    #: Files read, left alone because they are as before, and not readable.
    files: int = 0
    unchanged: int = 0
    unreadable: dict[str, ChuheError | OSError] = field(default_factory=dict)
    #: Games written, and those removed because their file had changed.
    games: int = 0
    removed: int = 0
    #: Games with something wrong in them, and how often what was wrong.
    faulty: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    #: The first of each kind.
    examples: dict[str, RecordProblem] = field(default_factory=dict)


@dataclass
class _File:
    """A file on its way into the library."""

    path: str
    size: int
    mtime: int
    known: Any = None  # its row
    #: What the thread says that reads it: games, and at the end None or what is wrong.
    said: queue.Queue[list[Game] | Exception | None] = field(
        default_factory=lambda: queue.Queue(AHEAD)
    )
    hash: str = ""
    #: Games of it that are in the library already.
    skip: int = 0
    same: bool = False


def load(
    engine: sa.Engine,
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    told: Told | None = None,
) -> Loaded:
    """Read files into a library; see `Library.load`."""
    loaded = Loaded()
    names = list(dict.fromkeys(os.path.abspath(path) for path in paths))
    batch = _Batch(engine, loaded)
    stop = threading.Event()
    pool = ThreadPoolExecutor(max_workers=max(1, jobs or len(os.sched_getaffinity(0))))
    try:
        for file in _read_ahead(engine, names, pool, stop, loaded, told):
            _take(file, batch, loaded)
            if told is not None:
                told(file.path, loaded.games)
        batch.write()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
    return loaded


def _read_ahead(
    engine: sa.Engine,
    names: list[str],
    pool: ThreadPoolExecutor,
    stop: threading.Event,
    loaded: Loaded,
    told: Told | None,
) -> Iterator[_File]:
    """The files to be read, each with a thread at work on it; several at a time."""
    with engine.connect() as connection:
        kept = {row.path: row for row in connection.execute(sa.select(sources))}
    waiting: deque[_File] = deque()
    for name in names:
        known = kept.get(path_text(name))
        try:
            status = os.stat(name)
        except OSError as error:
            loaded.unreadable[name] = error
            continue
        file = _File(name, status.st_size, status.st_mtime_ns, known)
        if known and known.complete and (known.size, known.mtime) == (file.size, file.mtime):
            loaded.unchanged += 1
            if told is not None:
                told(name, loaded.games)
            continue
        pool.submit(_read, file, stop)
        waiting.append(file)
        if len(waiting) >= 64:
            yield waiting.popleft()
    yield from waiting


def _read(file: _File, stop: threading.Event) -> None:
    """Read a file in a thread of its own."""
    try:
        with open(file.path, "rb") as source:
            file.hash = hashlib.file_digest(
                source, lambda: hashlib.blake2b(digest_size=16)
            ).hexdigest()
        if file.known is not None and file.known.hash == file.hash:
            file.same = bool(file.known.complete)
            file.skip = file.known.games
        if not file.same:
            # Text of no known form is no game either, so only the reader knows.
            found = islice(read(file.path), file.skip, None)
            while chunk := list(islice(found, CHUNK)):
                if not _say(file, chunk, stop):
                    return
        _say(file, None, stop)
    except Exception as error:
        _say(file, error, stop)


def _say(file: _File, what: list[Game] | Exception | None, stop: threading.Event) -> bool:
    """Hand it over; False when nobody listens any more."""
    while not stop.is_set():
        try:
            file.said.put(what, timeout=0.2)
        except queue.Full:
            continue
        return True
    return False


def _take(file: _File, batch: _Batch, loaded: Loaded) -> None:
    """What the reading thread says of a file, into the batch."""
    source: _Source | None = None
    while True:
        said = file.said.get()
        if isinstance(said, OSError) and not file.hash:
            loaded.unreadable[file.path] = said  # what is known of it stays
            return
        if source is None:
            source = batch.source(file)
        if isinstance(said, list):
            batch.add(source, said)
            continue
        if file.same:
            loaded.unchanged += 1
        elif said is None:
            loaded.files += 1
        else:
            if not isinstance(said, ChuheError | OSError):
                raise said
            loaded.unreadable[file.path] = said
            source.problem = _problem(said)
        source.complete = True
        batch.sources[file.path] = source  # its last games may have gone with a batch
        return


def _problem(error: ChuheError | OSError) -> str:
    if isinstance(error, ChuheError):
        return json.dumps([error.code, error.facts], ensure_ascii=False, default=str)
    return json.dumps(["os", {"errno": error.errno, "why": error.strerror}], ensure_ascii=False)


@dataclass
class _Source:
    """A row of `sources` to be."""

    file: _File
    #: In the library since this import began to write.
    games: int
    id: int | None
    #: Its games are to be replaced.
    changed: bool
    complete: bool = False
    problem: str | None = None


class _Batch:
    """Games that wait for the next transaction."""

    def __init__(self, engine: sa.Engine, loaded: Loaded) -> None:
        self.engine = engine
        self.loaded = loaded
        self.clear()

    def clear(self) -> None:
        self.sources: dict[str, _Source] = {}
        self.games: list[tuple[_Source, Game]] = []
        self.plies = 0

    def source(self, file: _File) -> _Source:
        known = file.known
        source = self.sources.get(file.path)
        if source is None:
            changed = known is not None and known.hash != file.hash
            source = _Source(file, file.skip, known.id if known else None, changed)
            self.sources[file.path] = source
        return source

    def add(self, source: _Source, found: list[Game]) -> None:
        self.sources[source.file.path] = source  # the batch before may have ended amid the file
        self.games += [(source, game) for game in found]
        self.plies += sum(len(game._record.line(0)) + 1 for game in found)
        if self.plies >= BATCH_POSITIONS or len(self.games) >= BATCH_GAMES:
            self.write()

    def write(self) -> None:
        """Write what waits, in one transaction."""
        if not self.sources:
            return
        with writing(self.engine) as connection:
            changed = [s.id for s in self.sources.values() if s.changed and s.id is not None]
            self.loaded.removed += remove_games(connection, changed)
            self._write_sources(connection)
            if self.games:
                self._write_games(connection)
        for source in self.sources.values():
            source.changed = False
        self.loaded.games += len(self.games)
        self.clear()

    def _write_sources(self, connection: sa.Connection) -> None:
        number = next_id(connection, sources)
        added = Counter(source.file.path for source, _ in self.games)
        for path, source in self.sources.items():
            source.games += added[path]
            file = source.file
            values = {
                "path": path_text(path),
                "size": file.size,
                "mtime": file.mtime,
                "hash": file.hash,
                "games": source.games,
                "complete": int(source.complete),
                "problem": source.problem,
            }
            if source.id is None:
                source.id, number = number, number + 1
                connection.execute(sources.insert().values(id=source.id, **values))
            else:
                query = sources.update().where(sources.c.id == source.id)
                connection.execute(query.values(**values))

    def _write_games(self, connection: sa.Connection) -> None:
        first = next_id(connection, games)
        found = [game for _, game in self.games]
        facts = [rows.facts_of(game) for game in found]
        batch = _core.IndexBatch()
        entries = batch.add(
            first,
            [game._record for game in found],
            [rating for rating, _ in facts],
            [date for _, date in facts],
        )
        made = [rows.row_of(*one) for one in zip(found, facts, entries, strict=True)]
        for number, (row, (source, game)) in enumerate(zip(made, self.games, strict=True), first):
            row["id"], row["source"] = number, source.id
            if game._record.problems():
                self._tell_problems(game)
        _number_names(connection, made, players, ("red", "black"))
        _number_names(connection, made, events, ("event",))
        columns = [column.name for column in games.columns]
        sums.bulk(connection, games, columns, ([row[name] for name in columns] for row in made))
        _write_materials(connection, [entry[2] for entry in entries], first)
        sums.bulk(connection, positions, ("key", "game", "move", "ply"), _rows(batch))
        sums.add(connection, batch)

    def _tell_problems(self, game: Game) -> None:
        found = {problem.code: problem for problem in reversed(game.problems)}
        self.loaded.faulty += 1
        self.loaded.problems.update(found.keys())
        for code, problem in found.items():
            self.loaded.examples.setdefault(code, problem)


def _rows(batch: _core.IndexBatch) -> Iterator[tuple[int, int, int, int]]:
    some = (batch.rows(start, 50_000) for start in range(0, len(batch), 50_000))
    return chain.from_iterable(some)


def _number_names(
    connection: sa.Connection, made: list[dict[str, Any]], table: sa.Table, columns: Sequence[str]
) -> None:
    """Put the numbers of names in their place, new ones for new names."""
    keys = {name: name_key(name) for name in {row[column] for row in made for column in columns}}
    wanted = sorted(set(keys.values()) - {""})
    numbers = _numbers(connection, table, table.c.key, wanted)
    names: dict[str, str] = {}
    for row in made:
        for column in columns:
            names.setdefault(keys[row[column]], " ".join(row[column].replace("\0", " ").split()))
    number = next_id(connection, table)
    new = [key for key in wanted if key not in numbers]
    numbers.update(zip(new, range(number, number + len(new)), strict=True))
    sums.bulk(
        connection, table, ("id", "key", "name"), [(numbers[key], key, names[key]) for key in new]
    )
    for row in made:
        for column in columns:
            row[column] = numbers.get(keys[row[column]])


def _numbers(
    connection: sa.Connection, table: sa.Table, column: sa.Column[Any], wanted: Sequence[str]
) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for some in sums.chunks(wanted):
        query = sa.select(column, table.c.id).where(column.in_(some))
        numbers.update((value, number) for value, number in connection.execute(query))
    return numbers


def _write_materials(
    connection: sa.Connection, found: list[list[tuple[str, int]]], first: int
) -> None:
    wanted = sorted({pieces for game in found for pieces, _ in game})
    numbers = _numbers(connection, materials, materials.c.pieces, wanted)
    number = next_id(connection, materials)
    new = [pieces for pieces in wanted if pieces not in numbers]
    numbers.update(zip(new, range(number, number + len(new)), strict=True))
    sums.bulk(
        connection,
        materials,
        ("id", "pieces", *PIECES),
        [(numbers[pieces], pieces, *rows.material_row(pieces)) for pieces in new],
    )
    met = sorted(
        (numbers[pieces], number, min(ply, 2**15 - 1))
        for number, game in enumerate(found, first)
        for pieces, ply in game
    )
    sums.bulk(connection, game_materials, ("material", "game", "ply"), met)


def next_id(connection: sa.Connection, table: sa.Table) -> int:
    """The number of the next row of a table."""
    query = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0))
    return int(connection.execute(query).scalar_one()) + 1


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that is alone in writing."""
    with engine.execution_options(chuhe_write=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(4855012)"))
        yield connection


# --- removing ------------------------------------------------------------------


def remove_sources(engine: sa.Engine, numbers: Sequence[int]) -> int:
    """Remove files and their games; how many games that were."""
    with writing(engine) as connection:
        removed = remove_games(connection, numbers)
        for some in sums.chunks(numbers):
            connection.execute(sources.delete().where(sources.c.id.in_(some)))
        _remove_unused(connection)
    return removed


def remove_some(engine: sa.Engine, numbers: Sequence[int]) -> int:
    """Remove games by their numbers; how many there were."""
    removed = 0
    with writing(engine) as connection:
        kept, touched = sums.known(connection), set[int]()
        for some in sums.chunks(sorted(set(numbers))):
            query = sa.select(games.c.id, games.c.start, games.c.moves).where(games.c.id.in_(some))
            found = connection.execute(query).all()
            touched |= _remove_index(connection, found) & kept
            connection.execute(games.delete().where(games.c.id.in_(some)))
            removed += len(found)
        sums.recount(connection, sorted(touched))
        _remove_unused(connection)
    return removed


def path_text(path: str) -> str:
    r"""A path as text that a database takes, though its bytes may be in no known encoding.

    >>> path_text("games/\udcc6\udce5.pgn")
    'games/\\xc6\\xe5.pgn'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _is_there(text: str) -> bool:
    """Whether there is a file of this `path_text`."""
    raw = re.sub(
        rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()), text.encode()
    )
    return os.path.exists(text) or os.path.exists(raw)


def vanished(engine: sa.Engine, folders: Iterable[str | os.PathLike[str]]) -> list[int]:
    """The numbers of files that were in these folders, or named so, and are there no more."""
    places = [Path(path_text(os.path.abspath(folder))) for folder in folders]
    with engine.connect() as connection:
        kept = connection.execute(sa.select(sources.c.id, sources.c.path)).all()
    return [
        row.id
        for row in kept
        if any(Path(row.path).is_relative_to(place) for place in places) and not _is_there(row.path)
    ]


def remove_games(connection: sa.Connection, numbers: Sequence[int]) -> int:
    """Remove the games of some sources with all that is indexed of them."""
    removed = 0
    kept = sums.known(connection) if numbers else set()
    touched: set[int] = set()
    for source in numbers:
        query = sa.select(games.c.id, games.c.start, games.c.moves).where(games.c.source == source)
        for some in sums.chunks(connection.execute(query).all(), 5000):
            touched |= _remove_index(connection, some) & kept
            removed += len(some)
        connection.execute(games.delete().where(games.c.source == source))
    sums.recount(connection, sorted(touched))
    return removed


def _remove_index(connection: sa.Connection, some: Sequence[Any]) -> set[int]:
    """Remove the positions and materials of games; the keys of those positions."""
    found: set[tuple[int, int]] = set()
    met: list[dict[str, Any]] = []
    for row in some:
        try:
            record = _core.unpack_record(row.start, bytes(row.moves))
        except (ChuheError, ValueError) as error:
            raise LibraryError(
                "library.corrupt", {"path": str(connection.engine.url.database), "why": str(error)}
            ) from error
        batch = _core.IndexBatch()
        [entry] = batch.add(row.id, [record], [0], [0])
        found.update((key, game) for key, game, _, _ in batch.rows(0, len(batch)))
        met += [{"pieces": pieces, "number": row.id} for pieces, _ in entry[2]]
    if not some:
        return set()
    connection.execute(
        positions.delete().where(
            positions.c.key == sa.bindparam("of"), positions.c.game == sa.bindparam("number")
        ),
        [{"of": key, "number": game} for key, game in sorted(found)],
    )
    wanted = _numbers(
        connection, materials, materials.c.pieces, sorted({one["pieces"] for one in met})
    )
    connection.execute(
        game_materials.delete().where(
            game_materials.c.material == sa.bindparam("of"),
            game_materials.c.game == sa.bindparam("number"),
        ),
        [{"of": wanted[one["pieces"]], "number": one["number"]} for one in met],
    )
    return {key for key, _ in found}


def _remove_unused(connection: sa.Connection) -> None:
    """Remove the players and events of no game."""
    for table, columns in ((players, (games.c.red, games.c.black)), (events, (games.c.event,))):
        unused = sa.and_(
            *(
                ~sa.exists(sa.select(sa.literal(1)).where(column == table.c.id))
                for column in columns
            )
        )
        connection.execute(table.delete().where(unused))
