"""Tables of many seats in the server's database: an append-only journal, as for Xiangqi."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from chuhe.errors import ChuheError
from chuhe.roundtable import AnyRoundEvent

if TYPE_CHECKING:  # the store runs `create` when it opens its file
    from chuhe.server.store import Store

__all__ = ["Conflict", "RoundRow", "RoundStore", "create"]

_meta = sa.MetaData()
_rounds = sa.Table(
    "rounds",
    _meta,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deadline", sa.Float),  # set while a clock runs
    sa.Column("summary", sa.LargeBinary, nullable=False),  # JSON, for lists
)
_holders = sa.Table(
    "round_holders",
    _meta,
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
    sa.Column("who", sa.Text, primary_key=True),  # hashed
)
_events = sa.Table(
    "round_events",
    _meta,
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON of a chuhe.roundtable event
)
_invites = sa.Table(
    "round_invites",
    _meta,
    sa.Column("round_id", sa.Text, sa.ForeignKey("rounds.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),  # hashed
)
sa.Index("round_holders_who", _holders.c.who)
sa.Index("rounds_deadline", _rounds.c.deadline, sqlite_where=_rounds.c.deadline.is_not(None))


def create(connection: sa.Connection) -> None:
    """Make the tables."""
    _meta.create_all(connection)


class Conflict(ChuheError):
    """Somebody else has appended to the table."""


class RoundRow(msgspec.Struct, frozen=True):
    """What the list of tables knows about one."""

    id: str
    updated: float
    deadline: float | None
    summary: bytes


class RoundStore:
    """The journal of the tables of many seats."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._decoder = msgspec.json.Decoder(AnyRoundEvent)

    async def append(
        self,
        row: RoundRow,
        seq: int,
        events: Sequence[AnyRoundEvent],
        *,
        holders: Sequence[str] = (),
        invites: dict[int, str] | None = None,
    ) -> None:
        """Add events to a table's journal and return when they are on disk.

        Args:
            row: the table's new line in the list.
            seq: the number of the first of the events.
            events: what happened.
            holders: who has taken a seat.
            invites: hashed keys of open seats, for a new table.

        Raises:
            Conflict: these numbers are taken. Nothing was written.
        """
        bodies = [
            {"round_id": row.id, "seq": seq + n, "body": msgspec.json.encode(event)}
            for n, event in enumerate(events)
        ]
        fields = msgspec.structs.asdict(row)

        def write(connection: sa.Connection) -> None:
            if seq == 1:
                connection.execute(_rounds.insert().values(fields))
                for seat, key in (invites or {}).items():
                    connection.execute(
                        _invites.insert().values(round_id=row.id, seat=seat, key=key)
                    )
            else:
                connection.execute(_rounds.update().where(_rounds.c.id == row.id).values(fields))
            for who in holders:
                connection.execute(
                    _holders.insert().prefix_with("OR IGNORE").values(round_id=row.id, who=who)
                )
            connection.execute(_events.insert(), bodies)

        try:
            await self._store.submit(write)
        except sa.exc.IntegrityError as error:
            raise Conflict("data_conflict", {"table": row.id}) from error

    async def load(self, id: str) -> list[AnyRoundEvent]:
        """The events of a table, oldest first; empty if there is none."""
        query = sa.select(_events.c.body).where(_events.c.round_id == id)
        rows = await self._store.read(query.order_by(_events.c.seq))
        return [self._decoder.decode(row.body) for row in rows]

    async def mine(self, who: str, limit: int) -> list[bytes]:
        """The summaries of the tables where somebody has a seat, newest first."""
        query = (
            sa.select(_rounds.c.summary)
            .join(_holders, _holders.c.round_id == _rounds.c.id)
            .where(_holders.c.who == who)
        )
        rows = await self._store.read(query.order_by(_rounds.c.updated.desc()).limit(limit))
        return [row.summary for row in rows]

    async def timed(self) -> list[str]:
        """The tables whose clock runs."""
        query = sa.select(_rounds.c.id).where(_rounds.c.deadline.is_not(None))
        return [row.id for row in await self._store.read(query)]

    async def invite(self, id: str, seat: int) -> str | None:
        """The hashed key of an open seat, or None."""
        query = sa.select(_invites.c.key).where(_invites.c.round_id == id, _invites.c.seat == seat)
        rows = await self._store.read(query)
        return rows[0].key if rows else None
