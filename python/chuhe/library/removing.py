"""Games and files out of a library, with all that is indexed of them."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuhe import _core
from chuhe.errors import ChuheError
from chuhe.library import bulk, rows, sums
from chuhe.library.bulk import writing
from chuhe.library.names import key_bytes, path_key
from chuhe.library.schema import (
    LibraryError,
    asides,
    events,
    game_materials,
    games,
    materials,
    players,
    positions,
    sources,
)

#: What is needed of a game to remove what is indexed of it.
_whole = sa.select(games.c.id, games.c.start, games.c.moves, games.c.record)

__all__ = ["is_there", "remove_games", "remove_some", "remove_sources", "vanished"]


def remove_sources(engine: sa.Engine, numbers: Sequence[int]) -> int:
    """Remove files and their games; how many games that were."""
    with writing(engine) as connection:
        removed = remove_games(connection, numbers)
        for some in bulk.pieces_of(connection, numbers):
            connection.execute(sources.delete().where(bulk.among(connection, sources.c.id, some)))
        _remove_unused(connection)
    return removed


def remove_some(engine: sa.Engine, numbers: Sequence[int]) -> int:
    """Remove games by their numbers; how many there were."""
    removed = 0
    with writing(engine) as connection:
        kept, touched = sums.known(connection), set[int]()
        for some in bulk.pieces_of(connection, sorted(set(numbers))):
            query = _whole.where(bulk.among(connection, games.c.id, some))
            found = connection.execute(query).all()
            touched |= _remove_index(connection, found) & kept
            connection.execute(games.delete().where(bulk.among(connection, games.c.id, some)))
            removed += len(found)
        sums.recount(connection, sorted(touched))
        _remove_unused(connection)
    return removed


def is_there(text: str) -> bool:
    """Whether there is a file of this `path_key`."""
    return os.path.exists(text) or os.path.exists(key_bytes(text))


def vanished(engine: sa.Engine, folders: Iterable[str | os.PathLike[str]]) -> list[int]:
    """The numbers of files that were in these folders, or named so, and are there no more."""
    places = [Path(path_key(os.path.abspath(folder))) for folder in folders]
    with engine.connect() as connection:
        kept = connection.execute(sa.select(sources.c.id, sources.c.path)).all()
    return [
        row.id
        for row in kept
        if any(Path(row.path).is_relative_to(place) for place in places) and not is_there(row.path)
    ]


def remove_games(connection: sa.Connection, numbers: Sequence[int]) -> int:
    """Remove the games of some sources with all that is indexed of them."""
    removed = 0
    kept = sums.known(connection) if numbers else set()
    touched: set[int] = set()
    for source in numbers:
        query = _whole.where(games.c.source == source)
        for some in bulk.chunks(connection.execute(query).all(), 5000):
            touched |= _remove_index(connection, some) & kept
            removed += len(some)
        connection.execute(games.delete().where(games.c.source == source))
    sums.recount(connection, sorted(touched))
    return removed


def _remove_index(connection: sa.Connection, some: Sequence[Any]) -> set[int]:
    """Remove the positions and materials of games; the keys of those positions."""
    found, aside = set[tuple[int, int]](), list[tuple[int, int]]()
    met: list[tuple[str, int]] = []
    for row in some:
        try:
            record = rows.record_of(row.start, row.moves, row.record)
        except (ChuheError, ValueError, zlib.error) as error:
            raise LibraryError(
                "library.corrupt", {"path": str(connection.engine.url.database), "why": str(error)}
            ) from error
        batch = _core.IndexBatch()
        [entry] = batch.add(row.id, [record], [0], [0])
        found.update((key, game) for key, game, _, _ in batch.rows(0, len(batch)))
        aside += [(key, game) for key, game, _ in batch.asides()]
        met += [(pieces, row.id) for pieces, _ in entry[2]]
    wanted = bulk.numbers(
        connection, materials, materials.c.pieces, sorted({pieces for pieces, _ in met})
    )
    had = [(wanted[pieces], game) for pieces, game in met]
    bulk.delete(connection, positions, positions.c.key, sorted(found))
    bulk.delete(connection, asides, asides.c.key, sorted(aside))
    bulk.delete(connection, game_materials, game_materials.c.material, sorted(had))
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
