"""The tables in memory: command in, journal written, pages told, clocks and engines kept going.

One lock a table holds the order: decide, write, change, tell. Only what is
written is told. A table that nobody watches and that waits for nobody is
forgotten here and read again from the journal when it is wanted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

import sqlalchemy as sa

from chuhe import table as t
from chuhe.errors import ChuheError
from chuhe.server import bodies as b
from chuhe.server import messages as m
from chuhe.server import objects as o
from chuhe.server import views
from chuhe.server.jobs import Info, Job, Jobs, Task, accepts_draw
from chuhe.server.store import Conflict, Row, Store

__all__ = ["LiveTable", "Tables", "Watcher"]

log = logging.getLogger("chuhe.server")

#: So many events of a table are kept for pages that reconnect; more are a snapshot.
REPLAY = 200
#: Seconds until a clock is looked at again when that could not be written down.
RETRY = 5.0
#: With so many tables in memory those that nobody needs are dropped at once.
CROWDED = 2000
#: Seconds between two reports of a thinking engine.
INFO_PAUSE = 0.25


class Watcher(Protocol):
    """A connection, as a table sees it."""

    who: str

    def send(self, message: bytes, *, droppable: bool = False) -> None:
        """Queue a message; never waits."""
        ...


class LiveTable:
    """A table in memory, and what hangs on it."""

    def __init__(self, table: t.Table) -> None:
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.job: Job | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.last_score: int | None = None
        self.told_info = 0.0
        self.reset(table)

    def reset(self, table: t.Table) -> None:
        """Start from ``table``, whatever was known before."""
        self.table = table
        self.line = views.Line(table.board, table.rules, ruled=True)
        for move in table.board.move_stack:
            self.line.push(move.uci())
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=REPLAY)
        self._told_end: tuple[t.Ended | None, o.Outcome | None] | None = None

    @property
    def has_engine(self) -> bool:
        """Whether an engine sits here."""
        return any(seat.kind == "engine" for seat in self.table.seats)

    @property
    def engine_to_move(self) -> bool:
        """Whether the game waits for an engine."""
        return self.table.outcome is None and self.table.seat(self.table.turn).kind == "engine"

    @property
    def outcome(self) -> o.Outcome | None:
        """How the game ended, with the ruling; made once for an end, however many ask."""
        end = self.table.outcome
        if self._told_end is None or self._told_end[0] is not end:
            table = self.table
            self._told_end = end, views.end_of_table(end, table.board, table.rules)
        return self._told_end[1]

    def view(self, who: str, now: float) -> o.Table:
        """The table as ``who`` sees it."""
        table = self.table
        over = table.outcome is not None
        position = self.line.position(over=over)
        return o.Table(
            id=table.id,
            created=table.created,
            updated=table.updated,
            seats=views.seats_view(table.seats),
            you=table.sides_of(who),
            level=table.level,
            rules=table.rules,
            start=self.line.start,
            moves=self.line.moves,
            position=position,
            status="over" if over else "playing",
            outcome=self.outcome,
            offer=None if table.offer is None else o.OpenOffer(table.offer.kind, table.offer.side),
            thinking=self.job is not None,
            clock=views.clock_view(table.clock, table.control, now),
            can=self._can(who, position, now),
        )

    def _can(self, who: str, position: o.Position, now: float) -> o.Can:
        """What ``who`` would be granted: found by asking the table itself."""

        def granted(command: t.Command) -> bool:
            return not isinstance(self.table.handle(command, now), t.Refused)

        mine = self.table.sides_of(who)
        side = mine[0] if mine else None
        return o.Can(
            takeback=granted(t.TakeBack(who, self.table.ply)),
            resign=granted(t.Resign(who, side)),
            offer_draw=granted(t.OfferDraw(who, side)),
            claim_draw=granted(t.ClaimDraw(who)),
            claim_time=bool(mine) and granted(t.Tick(who)),
        )

    def state(self, who: str, now: float) -> m.State:
        """A snapshot for ``who``."""
        return m.State(seq=self.table.seq, table=self.view(who, now))

    def since(self, last: int) -> list[bytes] | None:
        """The events after ``last``, or None when only a snapshot will do."""
        seq = self.table.seq
        if last == seq:
            return []
        if not 0 < last < seq or not self.recent or self.recent[0][0] > last + 1:
            return None
        return [body for number, body in self.recent if number > last]

    def tell(self, event: m.ServerEvent, *, droppable: bool = False) -> None:
        """Send an event to all who watch."""
        body = m.encode(event)
        for watcher in list(self.watchers):
            watcher.send(body, droppable=droppable)


class Tables:
    """All tables of one server process.

    Args:
        now: the time in seconds; runs evenly (see ``app.steady_clock``).
        jobs: the engines; None when there are none.
    """

    def __init__(self, store: Store, jobs: Jobs | None, now: Callable[[], float]) -> None:
        self.store, self.jobs, self.now = store, jobs, now
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        #: Called with every table whose game has ended, when that is on disk.
        self.on_end: Callable[[LiveTable], None] | None = None

    # --- finding ------------------------------------------------------------

    async def get(self, table_id: str) -> LiveTable | None:
        """The table of this id, read from the journal if need be; None if there is none."""
        live = self._live.get(table_id)
        if live is not None:
            return live
        task = self._loading.get(table_id)
        if task is None:
            task = self._spawn(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable | None:
        events = await self.store.load(table_id)
        if not events:
            return None
        if len(self._live) >= CROWDED:
            self.forget_idle()
        live = self._live[table_id] = LiveTable(t.Table.replay(table_id, events))
        if live.table.deadline() is not None:  # it was running when the server stopped
            await self._handle(live, t.Wake())
        return live

    async def wake(self) -> None:
        """At the start: take up the tables whose clocks were running."""
        for table_id in await self.store.timed():
            live = await self.get(table_id)
            if live is not None:
                self._think(live)

    def forget_idle(self) -> None:
        """Drop the tables that nobody needs in memory."""
        for table_id, live in list(self._live.items()):
            idle = not live.watchers and live.job is None and not live.lock.locked()
            if idle and live.table.deadline() is None:
                del self._live[table_id]

    # --- changing ---------------------------------------------------------------

    async def open(
        self,
        table: t.Table,
        events: Sequence[t.AnyEvent],
        invites: dict[str, str],
        also: Callable[[sa.Connection], None] | None = None,
    ) -> LiveTable:
        """Write a new table down, with what ``also`` writes, and take it up."""
        live = LiveTable(table)
        await self.store.append(_row(live), 1, events, invites, also)
        self._live[table.id] = live
        self._set_timer(live)
        return live

    async def handle(self, live: LiveTable, command: t.Command) -> t.Refused | None:
        """Carry out ``command``: None when done (and written), or why not.

        It is carried out to the end even if the asker goes away meanwhile.

        Raises:
            StoreError: it could not be written; nothing has changed.
        """
        return await asyncio.shield(self._spawn(self._handle(live, command)))

    async def _handle(self, live: LiveTable, command: t.Command) -> t.Refused | None:
        async with live.lock:
            now = self.now()
            answer = live.table.handle(command, now)
            if isinstance(answer, t.Refused):
                return answer
            if answer:
                await self._commit(live, answer)
        return None

    async def _commit(self, live: LiveTable, events: Sequence[t.AnyEvent]) -> None:
        """Write, change, tell; in this order, under the table's lock."""
        before = live.table
        after = before.after(events)
        try:
            await self.store.append(_row(live, after), before.seq + 1, events)
        except Conflict:
            live.reset(t.Table.replay(before.id, await self.store.load(before.id)))
            for watcher in list(live.watchers):
                watcher.send(m.encode(live.state(watcher.who, self.now())))
            raise
        if any(isinstance(event, t.Played | t.TakenBack | t.Ended) for event in events):
            self._stop_thinking(live)
        live.table = after
        if any(isinstance(event, t.Ended) for event in events):
            # To hear what every rule book says may take a tenth of a second.
            await asyncio.to_thread(lambda: live.outcome)
            if self.on_end is not None:
                self.on_end(live)
        for seq, event in enumerate(events, before.seq + 1):
            message = _told(live, seq, event)
            if message is not None:
                body = m.encode(message)
                live.recent.append((seq, body))
                for watcher in list(live.watchers):
                    watcher.send(body)
        self._set_timer(live)
        self._think(live)
        if any(isinstance(event, t.Offered) for event in events):
            self._answer_offer(live)

    # --- clocks ---------------------------------------------------------------------

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is not None and not self._closed:
            delay = max(0.0, deadline - self.now())
            live.timer = asyncio.get_running_loop().call_later(delay, self._ring, live)

    def _ring(self, live: LiveTable) -> None:
        """The timer went off: perhaps a hair early, so look again after."""

        async def tick() -> None:
            try:
                await self._handle(live, t.Tick())
            except Exception:  # such as a full disk: the flag has fallen all the same
                log.exception("the clock of table %s could not be looked at", live.table.id)
                await asyncio.sleep(RETRY)
            if live.table.deadline() is not None:
                self._set_timer(live)

        self._spawn(tick())

    # --- engines ----------------------------------------------------------------------

    def attach(self, live: LiveTable, watcher: Watcher) -> None:
        """A page has come: it is told all from now on; an engine goes on where it was."""
        live.watchers.add(watcher)
        self._think(live)

    def detach(self, live: LiveTable, watcher: Watcher) -> None:
        """A page has gone."""
        live.watchers.discard(watcher)

    def move_now(self, live: LiveTable, who: str) -> t.Refused | None:
        """Make a thinking engine move; start it again if it had failed."""
        if not live.table.sides_of(who):
            return t.Refused("not_seated")
        if not live.engine_to_move:
            return t.Refused("no_engine")
        if live.job is None:
            self._think(live)
        else:
            live.job.stop.set()
        return None

    def _think(self, live: LiveTable) -> None:
        """Put an engine to work if the game waits for one."""
        if self.jobs is None or self._closed or live.job is not None or not live.engine_to_move:
            return
        if live.table.ply >= t.MAX_PLIES:
            return
        table = live.table
        deadline = table.deadline()
        task = Task(
            fen=table.board.start_fen,
            moves=tuple(move.uci() for move in table.board.move_stack),
            rules=table.rules,
            level=table.level,
            seconds=None if deadline is None else max(0.02, (deadline - self.now()) / 30),
        )
        job = self.jobs.start(task, lambda info: self._found(live, job, info))
        live.job = job
        live.tell(m.Thinking(seq=table.seq, on=True))
        self._spawn(self._play_for(live, job))

    async def _play_for(self, live: LiveTable, job: Job) -> None:
        """Wait for an engine's move and play it, unless the game has gone elsewhere."""
        try:
            move = await job.move
        except Exception:
            log.exception("the engine failed at table %s", live.table.id)
            move = None
        if live.job is not job:
            return  # stale: the move was taken back, or the game is over
        if move is not None:
            if job.last is not None:
                live.last_score = job.last.score
            command = t.Play(t.ENGINE, len(job.task.moves), move)
            try:
                refused = await self._handle(live, command)
            except Exception:  # such as a full disk
                log.exception("the engine's move could not be kept at table %s", live.table.id)
            else:
                if refused is None or live.job is not job:
                    return
                log.error("engine's move %s refused at table %s: %s", move, live.table.id, refused)
        self._stop_thinking(live)
        fault = o.text("engine_failed", {})
        live.tell(m.Error(seq=live.table.seq, id=None, code="engine_failed", text=fault, facts={}))

    def _found(self, live: LiveTable, job: Job, info: Info) -> None:
        now = self.now()
        if live.job is job and now >= live.told_info + INFO_PAUSE:
            live.told_info = now
            live.tell(
                m.Thinking(
                    seq=live.table.seq,
                    on=True,
                    depth=info.depth,
                    score=info.score,
                    pv=list(info.pv[:12]),
                ),
                droppable=True,
            )

    def _stop_thinking(self, live: LiveTable) -> None:
        if live.job is not None:
            live.job.stop.set()
            live.job = None
            live.tell(m.Thinking(seq=live.table.seq, on=False))

    def _answer_offer(self, live: LiveTable) -> None:
        """An engine answers a draw offer from what it thought of its last move."""
        offer = live.table.offer
        if offer is None or live.table.seat(t.other(offer.side)).kind != "engine":
            return
        yes = accepts_draw(live.last_score, live.table.ply)
        command = (t.Accept if yes else t.Decline)(t.ENGINE, offer.kind)
        self._spawn(self._handle(live, command))

    # --- ending ----------------------------------------------------------------------

    async def close(self) -> None:
        """Stop timers and engines and finish what is being written."""
        self._closed = True
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
            if live.job is not None:
                live.job.stop.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        with contextlib.suppress(asyncio.CancelledError):
            error = task.exception()
            if error is not None and not isinstance(error, ChuheError):
                log.error("a task failed", exc_info=error)


def _told(live: LiveTable, seq: int, event: t.AnyEvent) -> m.ServerEvent | None:
    """What pages are told of a stored event. Follows the line of moves as it goes."""
    table = live.table

    def clock() -> o.Clock | None:
        return views.clock_view(table.clock, table.control, event.at)

    match event:
        case t.Played():
            entry = live.line.push(event.move)
            return m.Played(
                seq=seq, by=event.side, move=entry, position=live.line.position(), clock=clock()
            )
        case t.TakenBack():
            live.line.cut(event.ply)
            return m.TakenBack(
                seq=seq,
                by=event.side,
                ply=event.ply,
                position=live.line.position(),
                clock=clock(),
            )
        case t.Ended():
            outcome = live.outcome
            assert outcome is not None
            return m.Ended(seq=seq, outcome=outcome, clock=clock())
        case t.Offered():
            return m.Offered(seq=seq, kind=event.kind, by=event.side)
        case t.OfferClosed():
            return m.OfferClosed(seq=seq, kind=event.kind, by=event.side, how=event.how)
        case t.LevelSet():
            return m.LevelSet(seq=seq, level=event.level)
        case t.ClockSet():
            reading = clock()
            assert reading is not None
            return m.ClockSet(seq=seq, clock=reading)
        case t.Seated():
            return m.Seated(seq=seq, seats=views.seats_view(table.seats), clock=clock())
        case _:  # the making of the table; the rest is of officiated tables
            return None


def _row(live: LiveTable, table: t.Table | None = None) -> Row:
    """The line of a table in the list of tables."""
    table = table or live.table
    summary = b.Summary(
        id=table.id,
        created=table.created,
        updated=table.updated,
        seats=views.seats_view(table.seats),
        you=[],
        level=table.level,
        rules=table.rules,
        plies=table.ply,
        status="playing" if table.outcome is None else "over",
        outcome=views.end_of_table(table.outcome),
        fen=table.board.fen(),
    )
    red, black = (seat.holder for seat in table.seats)
    return Row(table.id, table.updated, red, black, table.deadline(), m.encode(summary))
