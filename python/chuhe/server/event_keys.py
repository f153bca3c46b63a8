"""Which events are served, and who is an arbiter of them: tables of the server's database.

An event made here is the file ``events/<id>.chuhe`` beside the database; one
that was named at the start keeps its place in ``path``.  Of keys and of
arbiters only hashes are stored.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from chuhe.server.security import hashed, new_secret

if TYPE_CHECKING:  # the store runs `create` when it opens its file
    from chuhe.server.store import Store

__all__ = ["Hosted", "Keys", "create"]

#: So many names of arbiters are kept of one event.
MOST_ARBITERS = 100
_ID = re.compile(r"[A-Za-z0-9_-]{12}")

_meta = sa.MetaData()
_hosted = sa.Table(
    "hosted",
    _meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("path", sa.Text, nullable=False),  # empty: made here
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # hashed
)
_arbiters = sa.Table(
    "arbiters",
    _meta,
    sa.Column("event", sa.Text, sa.ForeignKey("hosted.id"), primary_key=True),
    sa.Column("who", sa.Text, primary_key=True),  # hashed
    sa.Column("name", sa.Text, nullable=False),
)
sa.Index("hosted_made", _hosted.c.made)
sa.Index("arbiters_who", _arbiters.c.who)


def create(connection: sa.Connection) -> None:
    """Make the tables."""
    _meta.create_all(connection)


@dataclass(frozen=True, slots=True)
class Hosted:
    """An event that is served."""

    id: str
    path: str
    """Where the file is; empty for one made here."""
    made: float


class Keys:
    """The events of a server and their arbiters.

    Args:
        store: the database.
        folder: where events made here are.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self.folder = folder

    def path(self, event: Hosted) -> Path:
        """The file of an event. Its name is never from a request: only ids of ours are rows."""
        return Path(event.path) if event.path else self.folder / f"{event.id}.chuhe"

    async def find(self, id: str) -> Hosted | None:
        """The event of this id, or None."""
        if not _ID.fullmatch(id):
            return None
        rows = await self._store.read(_events().where(_hosted.c.id == id))
        return _row(rows[0]) if rows else None

    async def count(self) -> int:
        """How many events were made here."""
        query = sa.select(sa.func.count()).where(_hosted.c.path == "").select_from(_hosted)
        return int((await self._store.read(query))[0][0])

    async def newest(self, limit: int) -> list[Hosted]:
        """The events, the newest first."""
        rows = await self._store.read(_events().order_by(_hosted.c.made.desc()).limit(limit))
        return [_row(row) for row in rows]

    async def mine(self, who: str) -> set[str]:
        """The events of which somebody is an arbiter."""
        rows = await self._store.read(sa.select(_arbiters.c.event).where(_arbiters.c.who == who))
        return {row.event for row in rows}

    async def add(self, id: str, now: float, who: str, name: str) -> str:
        """Take up an event made here; the key is answered, and its maker is an arbiter."""
        key = new_secret()

        def write(connection: sa.Connection) -> None:
            row = {"id": id, "path": "", "made": now, "key": hashed(key)}
            connection.execute(_hosted.insert().values(row))
            connection.execute(_arbiters.insert().values(event=id, who=who, name=name))

        await self._store.submit(write)
        return key

    async def serve(self, path: Path, now: float) -> tuple[str, str]:
        """Take up a file of the organiser, with a new key; the id is the same at each start."""
        key, whole = new_secret(), str(path.resolve())
        rows = await self._store.read(_events().where(_hosted.c.path == whole))
        id = str(rows[0].id) if rows else new_id()

        def write(connection: sa.Connection) -> None:
            if not rows:
                row = {"id": id, "path": whole, "made": now, "key": hashed(key)}
                connection.execute(_hosted.insert().values(row))
            else:
                _set_key(connection, id, key)

        await self._store.submit(write)
        return id, key

    async def new_key(self, id: str, alone: str = "") -> str:
        """Another key in place of the old one.

        Args:
            alone: who remains an arbiter; everybody if empty.
        """
        key = new_secret()

        def write(connection: sa.Connection) -> None:
            _set_key(connection, id, key)
            if alone:
                others = (_arbiters.c.event == id) & (_arbiters.c.who != alone)
                connection.execute(_arbiters.delete().where(others))

        await self._store.submit(write)
        return key

    async def fits(self, id: str, key: str) -> bool:
        """Whether a key is that of an event; takes the same time whether or not."""
        rows = await self._store.read(sa.select(_hosted.c.key).where(_hosted.c.id == id))
        kept = str(rows[0].key) if rows else hashed("")
        return secrets.compare_digest(kept, hashed(key)) and bool(rows)

    async def arbiters(self, id: str) -> dict[str, str]:
        """The arbiters of an event by their hash, with their names."""
        query = sa.select(_arbiters.c.who, _arbiters.c.name).where(_arbiters.c.event == id)
        query = query.order_by(sa.text("rowid"))  # as they came
        return {row.who: row.name for row in await self._store.read(query)}

    async def join(self, id: str, who: str, name: str) -> bool:
        """Make somebody an arbiter, or give him another name; False if there are too many."""
        known = await self.arbiters(id)
        others = {other for hash, other in known.items() if hash != who}
        if who not in known and len(known) >= MOST_ARBITERS:
            return False
        called, n = name, 1
        while called in others:
            n += 1
            called = f"{name or 'Arbiter'} {n}"

        def write(connection: sa.Connection) -> None:
            row = (_arbiters.c.event == id) & (_arbiters.c.who == who)
            connection.execute(_arbiters.delete().where(row))
            connection.execute(_arbiters.insert().values(event=id, who=who, name=called))

        await self._store.submit(write)
        return True


def new_id() -> str:
    """A name for an event that nobody guesses."""
    return secrets.token_urlsafe(9)


def _row(row: sa.Row[Any]) -> Hosted:
    return Hosted(row.id, row.path, row.made)


def _events() -> sa.Select[tuple[str, str, float]]:
    return sa.select(_hosted.c.id, _hosted.c.path, _hosted.c.made)


def _set_key(connection: sa.Connection, id: str, key: str) -> None:
    connection.execute(_hosted.update().where(_hosted.c.id == id).values(key=hashed(key)))
