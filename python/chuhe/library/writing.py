"""Games into the tables of a library, a batch a transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import sqlalchemy as sa

from chuhe import _core
from chuhe.errors import ChuheError
from chuhe.game import Game, RecordProblem
from chuhe.library import bulk, rows, sums
from chuhe.library.bulk import next_id, writing
from chuhe.library.names import name_key, path_key
from chuhe.library.removing import remove_games
from chuhe.library.schema import (
    PIECES,
    asides,
    events,
    game_materials,
    games,
    materials,
    players,
    positions,
    sources,
)

__all__ = ["Batch", "Loaded", "Source"]

#: A batch is written when it has so many positions or games.
BATCH_POSITIONS = 1_000_000
BATCH_GAMES = 20_000


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
class Source:
    """A row of `sources` to be."""

    path: str
    size: int
    mtime: int
    hash: str
    #: In the library since this import began to write.
    games: int
    id: int | None = None
    #: Path, games and hash of the row that is there.
    kept: tuple[str, int, str] | None = None
    #: Its games are to be replaced.
    changed: bool = False
    complete: bool = False
    problem: str | None = None
    #: Another program has read or removed it while this one was reading.
    others: bool = False


class Batch:
    """Games that wait for the next transaction."""

    def __init__(self, engine: sa.Engine, loaded: Loaded) -> None:
        self.engine = engine
        self.loaded = loaded
        self.clear()

    def clear(self) -> None:
        self.sources: dict[str, Source] = {}
        self.games: list[tuple[Source, Game]] = []
        self.plies = 0

    def add(self, source: Source, found: list[Game]) -> None:
        if source.others:
            return
        self.sources[source.path] = source  # the batch before may have ended amid the file
        self.games += [(source, game) for game in found]
        self.plies += sum(len(game._record.line(0)) + 1 for game in found)
        if self.plies >= BATCH_POSITIONS or len(self.games) >= BATCH_GAMES:
            self.write()

    def write(self) -> None:
        """Write what waits, in one transaction."""
        if not self.sources:
            return
        with writing(self.engine) as connection:
            self._leave_to_others(connection)
            changed = [s.id for s in self.sources.values() if s.changed and s.id is not None]
            self.loaded.removed += remove_games(connection, changed)
            self._write_sources(connection)
            if self.games:
                self._write_games(connection)
        for source in self.sources.values():
            source.changed = False
            source.kept = path_key(source.path), source.games, source.hash
        self.loaded.games += len(self.games)
        self.clear()

    def _leave_to_others(self, connection: sa.Connection) -> None:
        """Leave out the files that are not as they were when this import began."""
        before = {
            path: path_key(path) if source.kept is None else source.kept[0]
            for path, source in self.sources.items()
        }
        rows = dict[str, tuple[str, int, str]]()
        for paths in bulk.pieces_of(connection, sorted(set(before.values()))):
            query = sa.select(sources.c.path, sources.c.games, sources.c.hash)
            query = query.where(bulk.among(connection, sources.c.path, paths))
            rows |= {row.path: tuple(row) for row in connection.execute(query)}
        for path, source in list(self.sources.items()):
            if rows.get(before[path]) != source.kept:
                source.others = True
                del self.sources[path]
                if source.complete and source.problem is None:
                    self.loaded.files -= 1
                    self.loaded.unchanged += 1
        self.games = [(source, game) for source, game in self.games if not source.others]

    def _write_sources(self, connection: sa.Connection) -> None:
        number = next_id(connection, sources)
        added = Counter(source.path for source, _ in self.games)
        new, known = list[dict[str, Any]](), list[dict[str, Any]]()
        for path, source in self.sources.items():
            source.games += added[path]
            values = {
                "number": source.id or number,
                "path": path_key(path),
                "size": source.size,
                "mtime": source.mtime,
                "hash": source.hash,
                "games": source.games,
                "complete": int(source.complete),
                "problem": source.problem,
            }
            if source.id is None:
                source.id, number = number, number + 1
                new.append(values)
            else:
                known.append(values)
        if new:
            columns = ["id", *list(new[0])[1:]]
            bulk.insert(connection, sources, columns, [tuple(one.values()) for one in new])
        if known:
            query = sources.update().where(sources.c.id == sa.bindparam("number"))
            values = {name: sa.bindparam(name) for name in known[0] if name != "number"}
            connection.execute(query.values(values), known)

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
        bulk.insert(connection, games, columns, ([row[name] for name in columns] for row in made))
        _write_materials(connection, [entry[2] for entry in entries], first)
        bulk.insert(connection, positions, ("key", "game", "move", "ply"), _rows(batch))
        bulk.insert(connection, asides, ("key", "game", "ply"), batch.asides())
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
    numbers = bulk.numbers(connection, table, table.c.key, wanted)
    names: dict[str, str] = {}
    for row in made:
        for column in columns:
            names.setdefault(keys[row[column]], " ".join(row[column].replace("\0", " ").split()))
    number = next_id(connection, table)
    new = [key for key in wanted if key not in numbers]
    numbers.update(zip(new, range(number, number + len(new)), strict=True))
    bulk.insert(
        connection, table, ("id", "key", "name"), [(numbers[key], key, names[key]) for key in new]
    )
    for row in made:
        for column in columns:
            row[column] = numbers.get(keys[row[column]])


def _write_materials(
    connection: sa.Connection, found: list[list[tuple[str, int]]], first: int
) -> None:
    wanted = sorted({pieces for game in found for pieces, _ in game})
    numbers = bulk.numbers(connection, materials, materials.c.pieces, wanted)
    number = next_id(connection, materials)
    new = [pieces for pieces in wanted if pieces not in numbers]
    numbers.update(zip(new, range(number, number + len(new)), strict=True))
    bulk.insert(
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
    bulk.insert(connection, game_materials, ("material", "game", "ply"), met)
