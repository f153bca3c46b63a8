"""Many rows at a time, in the way each kind of database does it best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

__all__ = [
    "among",
    "chunks",
    "delete",
    "insert",
    "next_id",
    "numbers",
    "on_server",
    "pieces_of",
    "settle",
    "writing",
]

#: So many values stand in one question to SQLite, and in one to PostgreSQL.
_AT_ONCE, _AT_ONCE_SERVER = 500, 20_000


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that is alone in writing."""
    with engine.execution_options(chuhe_write=True).begin() as connection:
        if on_server(connection):
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(4855012)"))
        yield connection


def settle(engine: sa.Engine, tables: Iterable[sa.Table]) -> None:
    """Have a server look at what has become of the tables; else it plans by what they were."""
    with engine.begin() as connection:
        if on_server(connection):
            for table in tables:
                connection.execute(sa.text(f"ANALYZE {table.name}"))


def on_server(connection: sa.Connection) -> bool:
    """Whether it is PostgreSQL."""
    return connection.dialect.name == "postgresql"


def chunks(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """The values, so many at a time.

    >>> list(chunks([1, 2, 3], 2))
    [[1, 2], [3]]
    """
    return (values[at : at + size] for at in range(0, len(values), size))


def pieces_of(connection: sa.Connection, values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The values, as many at a time as one question should hold."""
    return chunks(values, _AT_ONCE_SERVER if on_server(connection) else _AT_ONCE)


def among(
    connection: sa.Connection, column: sa.ColumnElement[Any], values: Sequence[Any]
) -> sa.ColumnElement[bool]:
    """That a column is one of these; an array where a list of thousands takes long to read."""
    if not on_server(connection):
        return column.in_(values)
    given = sa.bindparam(None, list(values), type_=ARRAY(column.type))
    return column == sa.any_(given)


def insert(
    connection: sa.Connection,
    table: sa.Table,
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    end: str = "",
) -> None:
    """Insert many rows, as fast as the database can.

    Args:
        connection: in a transaction.
        table: where to.
        columns: which the values of a row are.
        rows: taken as they are written.
        end: of the statement, such as ``ON CONFLICT DO NOTHING``.
    """
    names = ", ".join(f'"{name}"' for name in columns)
    raw = connection.connection.driver_connection
    assert raw is not None
    if not on_server(connection):
        values = ", ".join("?" * len(columns))
        cursor = raw.cursor()
        cursor.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({values}) {end}", rows)
        cursor.close()
        return
    into = f"coming_{table.name}" if end else table.name
    with raw.cursor() as cursor:
        if end:
            cursor.execute(
                f"CREATE TEMPORARY TABLE IF NOT EXISTS {into} (LIKE {table.name}) "
                "ON COMMIT DELETE ROWS"
            )
        with cursor.copy(f"COPY {into} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        if end:
            cursor.execute(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {into} {end}")
            cursor.execute(f"TRUNCATE {into}")


def delete(
    connection: sa.Connection,
    table: sa.Table,
    column: sa.Column[int],
    pairs: Sequence[tuple[int, int]],
) -> None:
    """Delete many rows.

    Args:
        connection: in a transaction.
        table: which has a column ``game``.
        column: another of its columns.
        pairs: the values of this column and of ``game``.
    """
    raw = connection.connection.driver_connection
    assert raw is not None
    name = column.name
    if not on_server(connection):
        cursor = raw.cursor()
        cursor.executemany(f"DELETE FROM {table.name} WHERE {name} = ? AND game = ?", pairs)
        cursor.close()
        return
    with raw.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE going (value bigint, game integer)")
        with cursor.copy("COPY going FROM STDIN") as copy:
            for pair in pairs:
                copy.write_row(pair)
        cursor.execute("ANALYZE going")
        cursor.execute(
            f"DELETE FROM {table.name} USING going "
            f"WHERE {table.name}.{name} = going.value AND {table.name}.game = going.game"
        )
        cursor.execute("DROP TABLE going")


def numbers(
    connection: sa.Connection, table: sa.Table, column: sa.Column[Any], wanted: Sequence[str]
) -> dict[str, int]:
    """The numbers of the rows whose column has one of these values."""
    found: dict[str, int] = {}
    for some in pieces_of(connection, wanted):
        query = sa.select(column, table.c.id).where(among(connection, column, some))
        found.update((value, number) for value, number in connection.execute(query))
    return found


def next_id(connection: sa.Connection, table: sa.Table) -> int:
    """The number of the next row of a table."""
    query = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0))
    return int(connection.execute(query).scalar_one()) + 1
