"""The events of a server: their files held open, commands done in order, those who watch told.

Everything that touches a file runs in threads of our own, so that neither the
loop nor the tables wait for it.  An event has two desks at its file: at one
commands are done, one after the other; at the other one looks.  What is new in
the file, whoever wrote it, is found by one watcher an event while anybody
follows it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from chuhe.errors import ChuheError
from chuhe.i18n import use_language
from chuhe.server import event_bodies as b
from chuhe.server import event_objects as e
from chuhe.server.api import ApiError
from chuhe.server.event_desk import EventDesk
from chuhe.server.event_keys import Hosted, Keys, new_id
from chuhe.server.event_shown import Sent, Shown, sent
from chuhe.server.event_streams import Streams
from chuhe.server.store import Store
from chuhe.tournament.director import Director

__all__ = ["Events", "LiveEvent", "using"]

log = logging.getLogger("chuhe.server")
_T = TypeVar("_T")

THREADS = 4
#: Events kept open that nobody follows, and for how many seconds.
OPEN, IDLE = 64, 300.0
MOST_ENTRIES, MOST_BYTES = 200_000, 64 * 1024 * 1024
MOST_EVENTS = 5_000
LISTED = 200
#: Seconds between two looks at a file that somebody follows, and after one.
POLL, PAUSE = 0.5, 0.1


class LiveEvent:
    """An event whose file is open."""

    def __init__(self, hosted: Hosted, path: Path, arbiters: dict[str, str]) -> None:
        self.id, self.hosted, self.path = hosted.id, hosted, path
        self.arbiters = arbiters
        self.writing, self.reading, self.pairing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self.hand: EventDesk | None = None
        self.eye: EventDesk | None = None
        self.shown = Shown(hosted.id)
        self.streams = Streams()
        self.wake = asyncio.Event()
        self.grown = 0
        self.watcher: asyncio.Task[None] | None = None
        self.answers: OrderedDict[tuple[str, str], tuple[float, asyncio.Task[e.DoAnswer]]] = (
            OrderedDict()
        )
        self.used = time.monotonic()
        self.users = 0

    @property
    def busy(self) -> bool:
        """Whether it must stay open."""
        return bool(self.users or self.watcher)


class Events:
    """All events of one server process.

    Args:
        store: the database; events made here are files in ``events`` beside it.
    """

    def __init__(self, store: Store) -> None:
        self.keys = Keys(store, store.path.parent / "events")
        self._live: dict[str, LiveEvent] = {}
        self._opening: dict[str, asyncio.Task[LiveEvent]] = {}
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="chuhe-events")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._children: set[asyncio.Task[Any]] = set()
        self._lines: dict[str, tuple[object, e.EventSummary, e.EventSummary]] = {}
        self.stopped = False
        #: Called with the id of an event whose file has grown.
        self.on_grown: Callable[[str], Coroutine[Any, Any, None]] | None = None
        self.served: set[str] = set()
        """Events named at the start."""

    # ------------------------------------------------------------ finding

    async def find(self, id: str) -> LiveEvent:
        """The event of this id, its file open.

        Raises:
            ApiError: ``events.none``.
            ChuheError: the file cannot be used.
        """
        live = self._live.get(id)
        if live is None:
            task = self._opening.get(id)
            if task is None:
                task = self.spawn(self._open(id))
                self._opening[id] = task
                task.add_done_callback(lambda _: self._opening.pop(id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _open(self, id: str) -> LiveEvent:
        hosted = None if self.stopped else await self.keys.find(id)
        if hosted is None:
            raise ApiError(404, "events.none")
        if hosted.path and id not in self.served:
            raise ApiError(404, "events.not_served")
        live = LiveEvent(hosted, self.keys.path(hosted), await self.keys.arbiters(id))
        try:
            live.hand, live.eye = await self.thread(lambda: _desks(live.path))
        except OSError:
            raise ApiError(404, "events.none") from None
        await self.forget_idle(OPEN - 1)
        self._live[id] = live
        return live

    async def forget_idle(self, most: int = OPEN) -> None:
        """Close the files that nobody needs open."""
        idle = sorted(
            (live for live in self._live.values() if not live.busy), key=lambda live: live.used
        )
        now = time.monotonic()
        for live in idle:
            old = len(self._live) > most or now - live.used > IDLE
            if old and not live.busy and self._live.pop(live.id, None) is live:
                await self._let_go(live)

    async def _let_go(self, live: LiveEvent) -> None:
        """Close the file; whoever found the event before opens it again."""
        async with live.reading, live.writing:
            await self.thread(lambda: _close(live))

    # ------------------------------------------------------------ making

    async def create(self, wanted: b.NewEvent, seed: str, who: str, now: float) -> tuple[str, str]:
        """A new event; its id and key.

        Raises:
            ApiError: ``events.many``.
            ChuheError: something is not as it can be.
        """
        if await self.keys.count() >= MOST_EVENTS:
            raise ApiError(429, "events.many")
        id = new_id()
        path = self.keys.folder / f"{id}.chuhe"

        def make() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            EventDesk.create(
                path,
                name=wanted.name,
                seed=wanted.seed or seed,
                clock=_clock,
                system=wanted.system,
                rounds=wanted.rounds,
                points=wanted.points,
                tiebreaks=wanted.tiebreaks,
                unplayed=wanted.unplayed,
                drop=wanted.drop,
                first_side=wanted.first_side,
                options=wanted.options,
                facts={name: getattr(wanted, name) for name in ("city", "start", "end", "arbiter")},
                rules=wanted.rules,
                who=wanted.who,
            )._journal.close()

        await self.thread(make)
        return id, await self.keys.add(id, now, who, wanted.who)

    async def serve(self, path: Path, now: float) -> tuple[str, str]:
        """Serve a file of the organiser; its id and a new key.

        Raises:
            OSError, ChuheError: it is no file of an event.
        """
        await self.thread(lambda: Director.open(path, clock=_clock)._journal.close())
        id, key = await self.keys.serve(path, now)
        self.served.add(id)
        return id, key

    async def join(self, live: LiveEvent, who: str, name: str) -> None:
        """Make somebody an arbiter.

        Raises:
            ApiError: ``events.many_arbiters``.
        """
        if not await self.keys.join(live.id, who, name):
            raise ApiError(429, "events.many_arbiters")
        live.arbiters = await self.keys.arbiters(live.id)

    async def new_key(self, live: LiveEvent, alone: str) -> str:
        """Another key; with ``alone`` nobody else remains an arbiter."""
        key = await self.keys.new_key(live.id, alone)
        live.arbiters = await self.keys.arbiters(live.id)
        live.streams.dismiss(live.arbiters)
        return key

    # ------------------------------------------------------------ reading

    async def work(
        self,
        event: str,
        work: Callable[[Director], _T],
        *,
        who: str = "",
        section: str = "",
        reading: bool = False,
    ) -> _T:
        """Do something at the desk of an event, off the loop.

        Args:
            event: which event.
            work: is given the desk.
            who: who enters what it enters.
            section: in which section.
            reading: whether it only looks: then it waits for no command.

        Raises:
            ApiError: ``events.none``.
            ChuheError: what ``work`` raises.
        """
        live = await self.find(event)
        if reading:
            return await self.read(live, work, section)
        return await asyncio.shield(self.spawn(self.write(live, work, who, section)))

    async def read(self, live: LiveEvent, work: Callable[[EventDesk], _T], section: str = "") -> _T:
        """Look at an event."""

        def look() -> _T:
            if live.eye is None:  # closed, because it was not used for long
                live.eye = EventDesk.open(live.path, clock=_clock)
            live.eye.speak_as("", section)
            return work(live.eye)

        with using(live):
            async with live.reading:
                return await self.thread(look)

    async def write(
        self,
        live: LiveEvent,
        work: Callable[[EventDesk], _T],
        who: str,
        section: str,
        dry: bool = False,
    ) -> _T:
        def do() -> _T:
            desk = live.hand = live.hand or EventDesk.open(live.path, clock=_clock)
            if desk.length >= MOST_ENTRIES or live.path.stat().st_size > MOST_BYTES:
                facts: dict[str, object] = {"most": MOST_ENTRIES, "bytes": MOST_BYTES}
                raise ApiError(400, "events.log_full", facts)
            desk.speak_as(who, section, dry=dry)
            return work(desk)

        with using(live):
            async with live.writing:
                try:
                    return await self.thread(do)
                finally:
                    live.wake.set()

    # ------------------------------------------------------------ views

    def see(self, live: LiveEvent, desk: EventDesk, section: str, who: str) -> Sent:
        """The view of a section as the caller has it; called in a thread."""
        if who not in live.arbiters:
            return live.shown.for_public(desk, section)
        return sent(self.full_view(live, desk, section, who))

    def full_view(self, live: LiveEvent, desk: EventDesk, section: str, who: str) -> e.EventView:
        """The view of a section for an arbiter; called in a thread."""
        names = list(live.arbiters.values())
        return live.shown.for_arbiter(desk, section, live.arbiters.get(who, ""), names)

    async def summaries(self, who: str, limit: int) -> list[e.EventSummary]:
        """The events that the caller may know of, the newest first."""
        mine = await self.keys.mine(who)
        found: list[e.EventSummary] = []
        for hosted in await self.keys.newest(LISTED):
            own, served = hosted.id in mine, hosted.id in self.served
            if hosted.path and not (own or served):
                continue  # it was served once, and is not now
            try:
                public, full = await self._summary(hosted)
            except (ChuheError, OSError):  # the file is gone, or no event any more
                continue
            if own or served or public.rounds:
                found.append(full if own else public)
            if len(found) >= limit:
                break
        return found

    async def _summary(self, hosted: Hosted) -> tuple[e.EventSummary, e.EventSummary]:
        path = self.keys.path(hosted)
        stamp = _stamp(path)
        kept = self._lines.get(hosted.id)
        if kept is None or kept[0] != stamp:
            live = await self.find(hosted.id)

            def look(desk: EventDesk) -> tuple[e.EventSummary, e.EventSummary]:
                return live.shown.summary(desk, ""), live.shown.summary(desk, "arbiter")

            kept = self._lines[hosted.id] = (stamp, *await self.read(live, look))
        return kept[1], kept[2]

    # ------------------------------------------------------------ watching

    def watch(self, live: LiveEvent) -> None:
        """See that what is new in the file is told to those who follow the event."""
        if live.watcher is None and not self.stopped:
            live.watcher = self.spawn(self._watch(live))

    async def _watch(self, live: LiveEvent) -> None:
        try:
            while live.streams.open and not self.stopped:
                began = time.monotonic()
                live.wake.clear()
                await self._look(live)
                # A burst is told once; an event that is slow to look at is looked at less often.
                await asyncio.sleep(min(2.0, max(PAUSE, 2 * (time.monotonic() - began))))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await live.wake.wait()
        finally:
            live.watcher = None

    async def _look(self, live: LiveEvent) -> None:
        public = live.streams.public
        try:
            await self.read(live, lambda desk: live.shown.look(desk, public=public))
        except ChuheError as error:
            log.warning("event %s cannot be read: %s", live.id, error)
        else:
            live.streams.tell(live.shown.seq, live.shown.public_seq)
            if live.shown.seq != live.grown:
                live.grown = live.shown.seq
                self._grown(live)

    def _grown(self, live: LiveEvent) -> None:
        if self.on_grown is not None and not self.stopped:
            self.spawn(self.on_grown(live.id))

    # ------------------------------------------------------------ ending

    def stop(self) -> None:
        """End all live streams and whatever is being paired; nothing more is begun."""
        self.stopped = True
        for child in self._children:
            child.cancel()
        for live in self._live.values():
            live.streams.close()
            live.wake.set()

    async def close(self) -> None:
        """Finish what is being written and close the files."""
        self.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        for live in self._live.values():
            if not live.users:
                await self._let_go(live)
        self._live.clear()
        self._pool.shutdown(wait=False)

    async def thread(self, work: Callable[[], _T]) -> _T:
        """Do something in a thread; texts it makes are in English, the key of the catalogues."""

        def in_english() -> _T:
            with use_language("en"):
                return work()

        return await asyncio.get_running_loop().run_in_executor(self._pool, in_english)

    def spawn_child(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin something that is given up when the server stops."""
        task = self.spawn(work)
        self._children.add(task)
        task.add_done_callback(self._children.discard)
        return task

    def spawn(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Begin something that is done to its end."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _desks(path: Path) -> tuple[EventDesk, EventDesk]:
    hand = EventDesk.open(path, clock=_clock)
    try:
        return hand, EventDesk.open(path, clock=_clock)
    except BaseException:
        hand.let_go()
        raise


def _close(live: LiveEvent) -> None:
    for desk in (live.hand, live.eye):
        if desk is not None:
            desk.let_go()
    live.hand = live.eye = None


@contextlib.contextmanager
def using(live: LiveEvent) -> Iterator[None]:
    """Keep an event open meanwhile."""
    live.users += 1
    try:
        yield
    finally:
        live.users -= 1
        live.used = time.monotonic()


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _stamp(path: Path) -> object:
    """Another one when a file was written to."""
    found = []
    for name in (path, path.with_name(f"{path.name}-wal")):
        try:
            stat = name.stat()
            found.append((stat.st_mtime_ns, stat.st_size))
        except OSError:
            found.append((0, 0))
    return found
