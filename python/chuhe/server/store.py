"""Where tables are kept: an append-only journal of events in SQLite.

``append`` returns when the events are on disk (WAL, ``synchronous=FULL``): what
was acknowledged after it survives ``kill -9`` and the loss of power. All
writing is done by one thread, which commits whatever has gathered in one
transaction, so that many tables share one wait for the disk.

The schema has a number (``PRAGMA user_version``) and a list of steps, each
run once, in one transaction; a file from a newer program is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_
from chuhe.server import event_keys, round_store
from chuhe.table import AnyEvent

__all__ = ["EVENT_LINKS", "EVENT_TABLES", "Conflict", "Row", "Store", "StoreError"]

add_messages(
    {
        "data_too_new": N_("{path} was written by a newer version of Chuhe (schema {version})"),
        "data_unreadable": N_("{path} cannot be used as a database: {why}"),
        "data_conflict": N_("another process has written to table {table}"),
    }
)

_T = TypeVar("_T")
#: So many waiting writes share a transaction at most.
GROUP = 64

_meta = sa.MetaData()
_tables = sa.Table(
    "tables",
    _meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("red", sa.Text, nullable=False),  # holders, as hashes
    sa.Column("black", sa.Text, nullable=False),
    sa.Column("deadline", sa.Float),  # set while a clock runs
    sa.Column("summary", sa.LargeBinary, nullable=False),  # JSON, for lists
)
_events = sa.Table(
    "events",
    _meta,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON of a chuhe.table event
)
_invites = sa.Table(
    "invites",
    _meta,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("side", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),  # hashed
)
#: Tables where boards of events are played, and the links of their players.
_event_meta = sa.MetaData()
EVENT_TABLES = sa.Table(
    "event_tables",
    _event_meta,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("event", sa.Text, nullable=False),
    sa.Column("section", sa.Text, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("red", sa.Integer, nullable=False),  # pairing numbers
    sa.Column("black", sa.Integer, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),  # nothing more is to come from it
)
EVENT_LINKS = sa.Table(
    "event_links",
    _event_meta,
    sa.Column("event", sa.Text, primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True),  # the place in the list of entries
    sa.Column("key", sa.Text, nullable=False),  # hashed
)
sa.Index("event_tables_board", EVENT_TABLES.c.event, EVENT_TABLES.c.section, EVENT_TABLES.c.round)
sa.Index("event_tables_told", EVENT_TABLES.c.told, sqlite_where=sa.text("NOT told"))
sa.Index("tables_red", _tables.c.red, _tables.c.updated)
sa.Index("tables_black", _tables.c.black, _tables.c.updated)
sa.Index("tables_deadline", _tables.c.deadline, sqlite_where=_tables.c.deadline.is_not(None))


def _first(connection: sa.Connection) -> None:
    _meta.create_all(connection)


def _event_boards(connection: sa.Connection) -> None:
    _event_meta.create_all(connection)


#: Step i leads from schema i to schema i + 1. Never change one that was released: add one.
MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (
    _first,
    _event_boards,
    event_keys.create,
    round_store.create,
)


class StoreError(ChuheError):
    """The data cannot be used."""


class Conflict(StoreError):
    """Somebody else has appended to the table: what we know of it is stale."""


class Row(msgspec.Struct, frozen=True):
    """What the list of tables knows about one."""

    id: str
    updated: float
    red: str
    black: str
    deadline: float | None
    summary: bytes


class Store:
    """The journal. ``Store(path)`` opens it, making or migrating the file as needed.

    Raises:
        StoreError: ``data_too_new``, ``data_unreadable``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._engine = _engine(path)
        self._decoder = msgspec.json.Decoder(AnyEvent)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        try:
            self._migrate()
        except sa.exc.DBAPIError as error:
            raise StoreError("data_unreadable", {"path": path, "why": str(error.orig)}) from error
        self._writer = threading.Thread(target=self._write, name="chuhe-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Finish what is being written and close the file."""
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()

    # --- writing ----------------------------------------------------------

    async def append(
        self,
        row: Row,
        seq: int,
        events: Sequence[AnyEvent],
        invites: dict[str, str] | None = None,
        also: Callable[[sa.Connection], None] | None = None,
    ) -> None:
        """Add ``events`` to the table's journal and return when they are on disk.

        Args:
            row: the table's new line in the list of tables.
            seq: the number of the first of the events.
            invites: hashed keys of open seats, for a new table.
            also: what more is written in the same transaction.

        Raises:
            Conflict: these numbers are taken. Nothing was written.
        """
        bodies = [
            {"table_id": row.id, "seq": seq + i, "body": msgspec.json.encode(event)}
            for i, event in enumerate(events)
        ]
        fields = msgspec.structs.asdict(row)

        def write(connection: sa.Connection) -> None:
            if seq == 1:
                connection.execute(_tables.insert().values(fields))
                for side, key in (invites or {}).items():
                    connection.execute(
                        _invites.insert().values(table_id=row.id, side=side, key=key)
                    )
            else:
                connection.execute(_tables.update().where(_tables.c.id == row.id).values(fields))
            connection.execute(_events.insert(), bodies)
            if also is not None:
                also(connection)

        try:
            await self.submit(write)
        except sa.exc.IntegrityError as error:
            raise Conflict("data_conflict", {"table": row.id}) from error

    async def submit(self, work: Callable[[sa.Connection], None]) -> None:
        """Do ``work`` in the transaction of the writer, and return when it is on disk.

        Raises:
            sqlalchemy.exc.IntegrityError: a row is there already; nothing of it was written.
        """
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        # Once queued it will be written, whether or not the asker still waits.
        await asyncio.shield(job.done)

    def _write(self) -> None:
        """The writer thread: one transaction for all that has gathered."""
        open_ = True
        while open_:
            jobs = [self._jobs.get()]
            with contextlib.suppress(queue.Empty):
                while len(jobs) < GROUP:
                    jobs.append(self._jobs.get_nowait())
            open_ = None not in jobs
            self._commit([job for job in jobs if job is not None])

    def _commit(self, jobs: list[_Job]) -> None:
        results: Sequence[Exception | None]
        try:
            with self._engine.begin() as connection:
                results = [_savepoint(connection, job) for job in jobs]
        except Exception as error:
            results = [error] * len(jobs)
        for job, result in zip(jobs, results, strict=True):
            job.finish(result)

    # --- reading ----------------------------------------------------------

    async def load(self, table_id: str) -> list[AnyEvent]:
        """The events of a table, oldest first; empty if there is no such table."""
        query = sa.select(_events.c.body).where(_events.c.table_id == table_id)
        rows = await self.read(query.order_by(_events.c.seq))
        return [self._decoder.decode(row.body) for row in rows]

    async def mine(self, holder: str, limit: int) -> list[Row]:
        """The tables where ``holder`` has a seat, newest first."""
        query = sa.select(_tables).where(sa.or_(_tables.c.red == holder, _tables.c.black == holder))
        rows = await self.read(query.order_by(_tables.c.updated.desc()).limit(limit))
        return [Row(**row._mapping) for row in rows]

    async def timed(self) -> list[str]:
        """The tables whose clock runs."""
        rows = await self.read(sa.select(_tables.c.id).where(_tables.c.deadline.is_not(None)))
        return [row.id for row in rows]

    async def invite(self, table_id: str, side: str) -> str | None:
        """The hashed key of an open seat, or None."""
        query = sa.select(_invites.c.key).where(
            _invites.c.table_id == table_id, _invites.c.side == side
        )
        rows = await self.read(query)
        return rows[0].key if rows else None

    async def read(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """The rows of a query."""

        def read() -> Sequence[sa.Row[Any]]:
            with self._engine.connect() as connection:
                # A reader does not need the write lock that `begin` takes.
                return connection.execution_options(chuhe_read=True).execute(query).all()

        return await asyncio.to_thread(read)

    # --- the file ------------------------------------------------------------

    def _migrate(self) -> None:
        with self._engine.begin() as connection:
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > len(MIGRATIONS):
                raise StoreError("data_too_new", {"path": self.path, "version": version})
            for step in MIGRATIONS[version:]:
                step(connection)
            connection.exec_driver_sql(f"PRAGMA user_version = {len(MIGRATIONS)}")


class _Job:
    """A write on its way to the writer thread, and the future that tells of it."""

    def __init__(
        self, work: Callable[[sa.Connection], None], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.work = work
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()

    def finish(self, error: Exception | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: Exception | None) -> None:
        if self.done.cancelled():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def _savepoint(connection: sa.Connection, job: _Job) -> Exception | None:
    """Do one job so that its failure leaves the rest of the group alone."""
    try:
        with connection.begin_nested():
            job.work(connection)
    except sa.exc.IntegrityError as error:
        return error
    return None


def _engine(path: Path) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        connect_args={"timeout": 10.0, "check_same_thread": False},
    )

    @sa.event.listens_for(engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def _(connection: sa.Connection) -> None:
        # A transaction that reads first and writes later fails at once when
        # another has written meanwhile; so writers take the lock at the start.
        reading = connection.get_execution_options().get("chuhe_read")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
