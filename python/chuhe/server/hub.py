"""The sockets: who is connected to which table, and what they say.

``Connection`` has one queue of waiting messages and one task that sends them, so
a page that reads slowly delays nobody; ``Hub.serve`` is the life of one socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketException

from chuhe import table as t
from chuhe.errors import ChuheError, MessageError
from chuhe.server import messages as m
from chuhe.server import objects as o
from chuhe.server.limits import Bucket
from chuhe.server.security import Origins, player_of
from chuhe.server.tables import LiveTable, Tables

__all__ = ["Connection", "Hub"]

log = logging.getLogger("chuhe.server")

RATE, BURST = 20.0, 40.0
#: After so many messages over the rate in a row the socket is closed.
PATIENCE = 100
WAITING = 256
#: Updates that may be lost are lost when so many messages wait already.
WAITING_DROPPABLE = 32
SOCKETS = 2000
SOCKETS_A_SEAT = 20
#: A page says ``ping`` after 15 s without traffic; a socket that is silent for so long is dead.
SILENCE = 60.0
#: A page that does not take a message for so long is gone, too.
SEND_TIMEOUT = 30.0

GOING_AWAY, POLICY, TRY_AGAIN = 1001, 1008, 1013


class Connection:
    """One socket at one table, from the server's side."""

    def __init__(self, socket: WebSocket[Any, Any, Any], who: str) -> None:
        self.who = who
        self._socket = socket
        self._queue: asyncio.Queue[bytes | _Close] = asyncio.Queue()
        self._closing = False
        self.sent = time.monotonic()

    def send(self, message: bytes, *, droppable: bool = False) -> None:
        """Queue a message. When too many wait the socket is closed as ``slow``."""
        waiting = self._queue.qsize()
        if self._closing or (droppable and waiting >= WAITING_DROPPABLE):
            return
        if waiting >= WAITING:
            # The page reconnects and gets what it missed: nothing is lost by forgetting.
            while not self._queue.empty():
                self._queue.get_nowait()
            self.close(TRY_AGAIN)
            return
        self._queue.put_nowait(message)

    def tell(self, event: m.ServerEvent) -> None:
        """Queue an event."""
        self.send(m.encode(event))

    def close(self, code: int) -> None:
        """Close the socket after what is queued already."""
        if not self._closing:
            self._closing = True
            self._queue.put_nowait(_Close(code))

    async def pump(self) -> None:
        """Send what is queued, until the socket is to be closed."""
        while True:
            item = await self._queue.get()
            if isinstance(item, _Close):
                await self._socket.close(item.code)
                return
            async with asyncio.timeout(SEND_TIMEOUT):
                await self._socket.send_text(item)
            self.sent = time.monotonic()


class _Close:
    def __init__(self, code: int) -> None:
        self.code: Final = code


class Hub:
    """All sockets of this process."""

    def __init__(self, tables: Tables, origins: Origins) -> None:
        self.tables = tables
        self.origins = origins
        self._connections: dict[Connection, LiveTable] = {}
        self._places: Counter[tuple[str, str]] = Counter()

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """The life of one socket."""
        await socket.accept()
        connection = Connection(socket, player_of(dict(socket.cookies)) or "")
        pump = asyncio.create_task(connection.pump())
        listen = asyncio.create_task(self._listen(socket, connection))
        try:
            await asyncio.wait({pump, listen}, return_when=asyncio.FIRST_COMPLETED)
            if listen.done():  # we have had enough: say what is left to say, then close
                connection.close(1000)
                await asyncio.wait({pump}, timeout=SEND_TIMEOUT)
        finally:
            for task in (pump, listen):
                task.cancel()
            for result in await asyncio.gather(pump, listen, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, _GONE):
                    log.error("a socket failed", exc_info=result)

    async def close(self) -> None:
        """Tell all pages to come back later, and let them go."""
        for connection, live in list(self._connections.items()):
            connection.tell(m.Closing(seq=live.table.seq, why="restart"))
            connection.close(GOING_AWAY)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                while self._connections:
                    await asyncio.sleep(0.02)

    # --- one socket -----------------------------------------------------------

    async def _listen(self, socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
        query = socket.query_params
        fault, live = await self._admit(socket, str(query.get("table", "")))
        if fault is not None or live is None:
            connection.tell(_error(0, None, MessageError(fault or "no_such_table", {})))
            connection.close(POLICY)
            return
        place = (live.table.id, _address(socket))
        self._places[place] += 1
        self._connections[connection] = live
        try:
            last = str(query.get("last", ""))
            await self._welcome(live, connection, int(last) if _is_number(last) else 0)
            await self._hear(socket, connection, live)
        finally:
            self.tables.detach(live, connection)
            del self._connections[connection]
            self._places[place] -= 1
            if not self._places[place]:
                del self._places[place]

    async def _admit(
        self, socket: WebSocket[Any, Any, Any], table_id: str
    ) -> tuple[str | None, LiveTable | None]:
        """The table asked for, or why the socket is not wanted."""
        headers = socket.headers
        host = headers.get("host", "")
        if not self.origins.host_ok(host) or not self.origins.origin_ok(
            headers.get("origin"), host
        ):
            return "bad_origin", None
        if len(self._connections) >= SOCKETS:
            return "too_many_connections", None
        if self._places[table_id, _address(socket)] >= SOCKETS_A_SEAT:
            return "too_many_connections", None
        return None, await self.tables.get(table_id[:64])

    async def _welcome(self, live: LiveTable, connection: Connection, last: int) -> None:
        """Bring a page up to date. Under the lock, so that nothing falls between."""
        async with live.lock:
            missed = live.since(last)
            if missed is None:
                connection.tell(live.state(connection.who, self.tables.now()))
            else:
                connection.tell(m.Resumed(seq=live.table.seq, missed=len(missed)))
                for body in missed:
                    connection.send(body)
            self.tables.attach(live, connection)
            if missed is not None and live.has_engine:
                # Not stored, so not among what was missed.
                connection.tell(m.Thinking(seq=live.table.seq, on=live.job is not None))

    async def _hear(
        self, socket: WebSocket[Any, Any, Any], connection: Connection, live: LiveTable
    ) -> None:
        bucket = Bucket(RATE, BURST, BURST, self.tables.now())
        patience = PATIENCE
        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    event = await socket.receive()
            except TimeoutError:
                if time.monotonic() - connection.sent < SILENCE:
                    continue
                connection.tell(m.Closing(seq=live.table.seq, why="idle"))
                connection.close(1000)
                return
            if event["type"] != "websocket.receive":
                return
            if not bucket.take(self.tables.now()):
                patience -= 1
                connection.tell(_error(live.table.seq, None, MessageError("rate_limited", {})))
                if patience <= 0:
                    connection.close(POLICY)
                    return
                continue
            raw = event.get("text")
            await self._obey(
                connection, live, raw if raw is not None else event.get("bytes") or b""
            )

    async def _obey(self, connection: Connection, live: LiveTable, raw: str | bytes) -> None:
        """Carry out one message and tell the sender if it was not granted."""
        try:
            message = m.parse(raw)
        except MessageError as error:
            connection.tell(_error(live.table.seq, None, error))
            return
        try:
            refused = await self._dispatch(connection, live, message)
        except ChuheError as error:
            log.error("table %s: %s", live.table.id, error)
            refused = None
            connection.tell(_error(live.table.seq, message.id, MessageError("internal", {})))
        except Exception:
            log.exception("table %s: %r", live.table.id, message)
            refused = None
            connection.tell(_error(live.table.seq, message.id, MessageError("internal", {})))
        if refused is not None:
            connection.tell(
                m.Refused(
                    seq=live.table.seq,
                    id=message.id,
                    cmd=str(type(message).__struct_config__.tag),
                    code=refused.code,
                    text=_refusal_text(refused),
                    facts=refused.facts,
                )
            )

    async def _dispatch(
        self, connection: Connection, live: LiveTable, message: m.AnyClientMessage
    ) -> t.Refused | None:
        who = connection.who
        match message:
            case m.Ping():
                now = self.tables.now()
                connection.tell(m.Pong(seq=live.table.seq, id=message.id, now=now))
                return None
            case m.Resume():
                await self._welcome(live, connection, message.last)
                return None
            case m.MoveNow():
                return self.tables.move_now(live, who)
            case m.Move() if message.table != live.table.id:
                return t.Refused("wrong_table")
        return await self.tables.handle(live, _command(message, who))


def _command(message: m.AnyClientMessage, who: str) -> t.Command:
    """What a message asks of the table."""
    match message:
        case m.Move():
            return t.Play(who, message.ply, message.move)
        case m.Takeback():
            return t.TakeBack(who, message.ply)
        case m.Resign():
            return t.Resign(who, message.side)
        case m.OfferDraw():
            return t.OfferDraw(who, message.side)
        case m.Accept():
            return t.Accept(who, message.kind)
        case m.Decline():
            return t.Decline(who, message.kind)
        case m.ClaimDraw():
            return t.ClaimDraw(who)
        case m.ClaimTime():
            return t.Tick(who or "-")
        case m.SetLevel():
            return t.SetLevel(who, message.level)
        case m.Ping() | m.Resume() | m.MoveNow():
            raise AssertionError(message)


def _refusal_text(refused: t.Refused) -> o.Text:
    """Why, in words: of an illegal move, the rule that forbids it."""
    reason = refused.facts.get("reason")
    return o.text(reason or refused.code, refused.facts)


def _error(seq: int, id: int | None, error: ChuheError) -> m.Error:
    facts = {name: str(value) for name, value in error.facts.items()}
    return m.Error(
        seq=seq, id=id, code=error.code, text=o.text(error.code, error.facts), facts=facts
    )


def _address(socket: WebSocket[Any, Any, Any]) -> str:
    return socket.client.host if socket.client else "?"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15


#: What happens when a page simply goes away.
_GONE = (WebSocketException, TimeoutError, OSError, asyncio.CancelledError)
