"""The tables of many seats in memory: command in, journal written, pages told.

As `chuhe.server.tables` does for Xiangqi: one lock a table holds the order
decide, write, change, tell; what is not written is not told.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, cast

import msgspec

from chuhe import roundtable as r
from chuhe.clock import TimeControl
from chuhe.errors import ChuheError
from chuhe.protocol import GameKind
from chuhe.server import round_objects as ro
from chuhe.server.event_streams import Streams
from chuhe.server.jobs import Jobs
from chuhe.server.round_store import Conflict, RoundRow, RoundStore
from chuhe.server.round_views import Paths, round_view, summary
from chuhe.tiaoqi import Position, Rules, Tiaoqi, rules_named

__all__ = ["LiveRound", "Rounds"]

log = logging.getLogger("chuhe.server")

#: Seconds until a clock is looked at again when that could not be written down.
RETRY = 5.0
#: The most seconds that the built-in player thinks.
LONGEST = 3.0


def kind_of(game: str, options: str) -> GameKind:
    """The game of a table from its name and its options.

    Raises:
        ParseError: there are no such rules.
    """
    said = json.loads(options)
    rules = Rules.from_fields(said["changed"], rules_named(said["rules"]))
    return Tiaoqi(rules, pieces=said["pieces"])


class LiveRound:
    """A table in memory, and what hangs on it."""

    def __init__(self, table: r.RoundTable) -> None:
        self.table = table
        self.paths = Paths(table)
        self.lock = asyncio.Lock()
        self.streams = Streams()
        self.stop: threading.Event | None = None
        self.timer: asyncio.TimerHandle | None = None

    @property
    def engine_to_move(self) -> bool:
        """Whether the game waits for an engine."""
        table = self.table
        waiting = any(seat.kind == "open" for seat in table.seats)
        return not table.over and not waiting and table.seats[table.turn].kind == "engine"

    def view(self, who: str, now: float) -> ro.RoundView:
        """The table as ``who`` sees it."""
        return round_view(self.table, who, now, paths=self.paths, thinking=self.stop is not None)


class Rounds:
    """All tables of many seats of one server process.

    Args:
        store: their journal.
        jobs: the threads in which engines think; None without engines.
        now: the time in seconds.
    """

    def __init__(self, store: RoundStore, jobs: Jobs | None, now: Callable[[], float]) -> None:
        self.store, self.jobs, self.now = store, jobs, now
        self._live: dict[str, LiveRound] = {}
        self._loading = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # --- finding ------------------------------------------------------------

    async def get(self, id: str) -> LiveRound | None:
        """The table of this id, read from the journal if need be; None if there is none."""
        live = self._live.get(id)
        if live is not None:
            return live
        async with self._loading:
            if id in self._live:
                return self._live[id]
            events = await self.store.load(id)
            if not events:
                return None
            table = await asyncio.to_thread(r.RoundTable.replay, id, events, kind_of)
            live = self._live[id] = LiveRound(table)
        if table.deadline() is not None:  # it was running when the server stopped
            await self._handle(live, r.Wake())
        self._think(live)
        return live

    async def wake(self) -> None:
        """At the start: take up the tables whose clocks were running."""
        for id in await self.store.timed():
            await self.get(id)

    def forget_idle(self) -> None:
        """Drop the tables that nobody needs in memory."""
        for id, live in list(self._live.items()):
            idle = not live.streams.open and live.stop is None and not live.lock.locked()
            if idle and live.table.deadline() is None:
                del self._live[id]

    # --- changing -------------------------------------------------------------

    async def open(self, wanted: ro.NewRound, who: str, invites: dict[int, str]) -> LiveRound:
        """A new table.

        Args:
            wanted: what was asked for.
            who: who asked: the seats of people are his.
            invites: seat → the hashed key of an open seat.

        Raises:
            ParseError: such a game cannot be.
        """
        options = {"rules": wanted.rules, "changed": wanted.changed, "pieces": wanted.pieces}
        text = json.dumps(options)
        holders = {"human": who, "engine": r.ENGINE, "open": ""}
        clock = wanted.clock
        table, events = r.open_round(
            secrets.token_urlsafe(9),
            kind_of("tiaoqi", text),
            seats=[r.Seat(kind, holders[kind]) for kind in wanted.players],
            now=self.now(),
            options=text,
            level=wanted.level,
            control=None
            if clock is None
            else TimeControl(
                clock.main, clock.increment, clock.per_move, clock.byoyomi, clock.periods
            ),
        )
        live = LiveRound(table)
        await self.store.append(_row(table), 1, events, holders=[who], invites=invites)
        self._live[table.id] = live
        self._after(live)
        return live

    async def handle(self, live: LiveRound, command: r.RoundCommand) -> r.Refused | None:
        """Carry out a command: None when done and written, or why not.

        Raises:
            ChuheError: it could not be written; nothing has changed.
        """
        return await asyncio.shield(self._spawn(self._handle(live, command)))

    async def _handle(self, live: LiveRound, command: r.RoundCommand) -> r.Refused | None:
        async with live.lock:
            answer = live.table.handle(command, self.now())
            if isinstance(answer, r.Refused):
                return answer
            if answer:
                await self._commit(live, answer)
        return None

    async def _commit(self, live: LiveRound, events: Sequence[r.AnyRoundEvent]) -> None:
        before = live.table
        after = before.after(events)
        holders = [event.holder for event in events if isinstance(event, r.Seated)]
        try:
            await self.store.append(_row(after), before.seq + 1, events, holders=holders)
        except Conflict:
            stored = await self.store.load(before.id)
            live.table = r.RoundTable.replay(before.id, stored, kind_of)
            live.paths = Paths(live.table)
            live.streams.tell(live.table.seq, live.table.seq)
            raise
        for event in events:
            if isinstance(event, r.TakenBack):
                live.paths.cut(event.ply)
        if any(not isinstance(event, r.LevelSet) for event in events):
            self._stop_thinking(live)
        live.table = after
        self._after(live)

    def _after(self, live: LiveRound) -> None:
        self._set_timer(live)
        self._think(live)
        live.streams.tell(live.table.seq, live.table.seq)

    # --- clocks -----------------------------------------------------------------

    def _set_timer(self, live: LiveRound) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline()
        if deadline is not None and not self._closed:
            delay = max(0.0, deadline - self.now())
            live.timer = asyncio.get_running_loop().call_later(delay, self._ring, live)

    def _ring(self, live: LiveRound) -> None:
        async def tick() -> None:
            try:
                await self._handle(live, r.Tick())
            except Exception:  # such as a full disk: the time is up all the same
                log.exception("the clock of round %s could not be looked at", live.table.id)
                await asyncio.sleep(RETRY)
            if live.table.deadline() is not None:
                self._set_timer(live)

        self._spawn(tick())

    # --- engines ------------------------------------------------------------------

    def move_now(self, live: LiveRound, who: str) -> r.Refused | None:
        """Make a thinking engine move; start it again if it had failed."""
        if not live.table.seats_of(who):
            return r.Refused("not_seated")
        if not live.engine_to_move:
            return r.Refused("no_engine")
        if live.stop is None:
            self._think(live)
        else:
            live.stop.set()
        return None

    def _think(self, live: LiveRound) -> None:
        if self.jobs is None or self._closed or live.stop is not None or not live.engine_to_move:
            return
        table, stop = live.table, threading.Event()
        position = cast(Position, table.position)
        deadline = table.deadline()
        left = LONGEST if deadline is None else max(0.02, (deadline - self.now()) / 10)

        def work() -> str:
            seconds = min(LONGEST, left) if table.level >= 6 or left < LONGEST else None
            found = position.think(
                level=table.level, seconds=seconds, seed=secrets.randbits(32), stop=stop
            )
            return "pass" if found is None else found.best

        live.stop = stop
        self._spawn(self._play_for(live, stop, table.ply, self.jobs.run(work)))

    async def _play_for(
        self, live: LiveRound, stop: threading.Event, ply: int, move: asyncio.Future[str]
    ) -> None:
        try:
            chosen = await move
        except Exception:
            log.exception("the player failed at round %s", live.table.id)
            chosen = ""
        if live.stop is not stop:
            return  # the game has gone elsewhere
        live.stop = None
        if chosen:
            refused = await self._handle(live, r.Play(r.ENGINE, ply, chosen))
            if refused is None:
                return
            log.error("move %s refused at round %s: %s", chosen, live.table.id, refused)
        live.streams.tell(live.table.seq, live.table.seq)

    def _stop_thinking(self, live: LiveRound) -> None:
        if live.stop is not None:
            live.stop.set()
            live.stop = None

    # --- ending --------------------------------------------------------------------

    async def close(self) -> None:
        """Stop clocks and engines, end streams, finish what is being written."""
        self._closed = True
        for live in self._live.values():
            live.streams.close()
            if live.timer is not None:
                live.timer.cancel()
            if live.stop is not None:
                live.stop.set()
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


def _row(table: r.RoundTable) -> RoundRow:
    return RoundRow(
        id=table.id,
        updated=table.updated,
        deadline=table.deadline(),
        summary=msgspec.json.encode(summary(table)),
    )
