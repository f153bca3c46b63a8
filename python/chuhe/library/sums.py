"""How games went on at a position: counted when asked, and kept where many games are.

Kept sums are exact at any time. Which positions have them is nobody's business: those with
at least `MANY` games, and some that had them once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from chuhe import _core
from chuhe.library import bulk
from chuhe.library.schema import games, moves, positions

__all__ = ["ALL", "MANY", "add", "count", "known", "recount"]

#: Positions of fewer games are counted when asked.
MANY = 64
#: Instead of a move: the sum over all of them.
ALL = -1

_COLUMNS = ("key", "move", "games", "red", "draws", "black", "rated", "ratings", "last")


def known(connection: sa.Connection) -> set[int]:
    """The positions whose sums are kept."""
    return set(connection.execute(sa.select(moves.c.key).where(moves.c.move == ALL)).scalars())


def add(connection: sa.Connection, batch: _core.IndexBatch) -> None:
    """Keep the sums true after the rows of ``batch`` have been inserted."""
    kept = known(connection)
    # A position of a game here and there has its sums counted when asked, until a batch
    # brings two of them, or is small enough for all to be looked at.
    least = 1 if len(batch) < 50_000 else 2
    rows = batch.sums(least, kept)
    old = [row for row in rows if row[0] in kept]
    new = sorted({row[0] for row in rows if row[0] not in kept})
    greatest = "max" if connection.dialect.name == "sqlite" else "greatest"
    changes = [f"{name} = moves.{name} + excluded.{name}" for name in _COLUMNS[2:-1]]
    changes.append(f"last = {greatest}(moves.last, excluded.last)")
    end = f"ON CONFLICT (key, move) DO UPDATE SET {', '.join(changes)}"
    if old:
        bulk.insert(connection, moves, _COLUMNS, old, end=end)
    for keys in bulk.pieces_of(connection, new):
        many = (
            sa.select(positions.c.key)
            .where(bulk.among(connection, positions.c.key, keys))
            .group_by(positions.c.key)
            .having(sa.func.count() >= MANY)
        )
        recount(connection, list(connection.execute(many).scalars()))


def recount(connection: sa.Connection, keys: Sequence[int]) -> None:
    """Count the sums of some positions anew and keep them."""
    for some in bulk.pieces_of(connection, keys):
        connection.execute(moves.delete().where(bulk.among(connection, moves.c.key, some)))
        bulk.insert(connection, moves, _COLUMNS, list(count(connection, some)))


def count(
    connection: sa.Connection,
    keys: Sequence[int],
    where: Sequence[sa.ColumnElement[bool]] = (),
) -> Iterator[tuple[int, ...]]:
    """The sums of some positions, from the games themselves.

    Args:
        connection: where to ask.
        keys: of the positions.
        where: what the games must be.
    """
    in_keys = bulk.among(connection, positions.c.key, keys)
    met = sa.select(positions.c.key, positions.c.game).where(in_keys).distinct().subquery()
    each = sa.select(positions.c.key, positions.c.game, positions.c.move).where(in_keys).subquery()
    for rows, move in ((met, None), (each, each.c.move)):
        shown: list[sa.ColumnElement[int]] = [sa.literal(ALL) if move is None else move]
        query = (
            sa.select(rows.c.key, *shown, *_tallies())
            .join_from(rows, games, games.c.id == rows.c.game)
            .where(*where)
            .group_by(rows.c.key, *([] if move is None else [move]))
        )
        for row in connection.execute(query):
            yield tuple(int(value) for value in row)


def _tallies() -> list[sa.ColumnElement[int]]:
    """The columns of `moves` after the first two, counted over `games`."""
    results = [sa.func.sum(sa.case((games.c.result == value, 1), else_=0)) for value in (1, 2, 3)]
    rated = sa.func.sum(sa.case((games.c.rating > 0, 1), else_=0))
    return [
        sa.func.count(),
        *results,
        rated,
        sa.func.sum(games.c.rating),
        sa.func.max(games.c.date),
    ]
