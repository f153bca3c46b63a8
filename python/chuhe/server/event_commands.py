"""Commands of arbiters: done once, on what stands in the file, and answered.

The pairing of a big event is worked out in a process of its own, beside the
commands of others; if they wrote meanwhile it is worked out again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from chuhe.server import event_bodies as b
from chuhe.server import event_objects as e
from chuhe.server import event_views as views
from chuhe.server.api import ApiError
from chuhe.server.event_desk import EventDesk
from chuhe.server.event_process import pdf_of, proposed
from chuhe.server.events import Events, LiveEvent, using
from chuhe.tournament.director import Answer
from chuhe.tournament.journal import Fact
from chuhe.tournament.logged import MovedError

__all__ = ["Commands"]

_T = TypeVar("_T")

#: Events with more players are paired in a process of their own.
IN_THREAD = 60
#: Pairings (and PDFs) made at the same time, and how many more may wait.
PAIRINGS, WAITING = 2, 8
#: So often a round is worked out anew because somebody wrote meanwhile.
TRIES = 5
#: Answers to commands that may come again: how many of an event, for how many seconds.
ANSWERS, REMEMBERED = 1_000, 3_600.0


class Commands:
    """What arbiters ask of the events of a server."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self._pairings = asyncio.Semaphore(PAIRINGS)
        self._waiting = 0

    async def do(self, live: LiveEvent, command: b.Command, who: str) -> e.DoAnswer:
        """Carry out a command to its end, even if the asker goes away.

        Args:
            live: the event.
            command: what is asked.
            who: the hash of an arbiter.

        Raises:
            ApiError: ``events.moved``, ``events.busy`` …
            ChuheError: it is refused.
        """
        if not command.once:
            return await asyncio.shield(self.events.spawn(self._do(live, command, who)))
        at, now, answers = (who, command.once), time.monotonic(), live.answers
        while answers and (
            len(answers) > ANSWERS or next(iter(answers.values()))[0] < now - REMEMBERED
        ):
            answers.popitem(last=False)
        if at not in answers:
            task = self.events.spawn(self._do(live, command, who))
            answers[at] = (now, task)
            task.add_done_callback(lambda done: _unless_refused(live, at, done))
        return await asyncio.shield(answers[at][1])

    async def _do(self, live: LiveEvent, command: b.Command, who: str) -> e.DoAnswer:
        name = live.arbiters.get(who, "")
        if isinstance(command, b.Pair):
            return await self._pair(live, command, name)

        def work(desk: EventDesk) -> e.DoAnswer:
            _fresh(desk, command)
            return _answer(desk, command.run(desk))

        return await self.events.write(live, work, name, command.section, command.dry)

    async def _pair(self, live: LiveEvent, command: b.Pair, name: str) -> e.DoAnswer:
        def look(desk: EventDesk) -> int:
            _fresh(desk, command)
            command.check(desk)
            return len(desk.state.by_number)

        if self._waiting >= WAITING:
            raise ApiError(503, "events.busy")
        self._waiting += 1
        try:
            async with live.pairing, self._pairings:
                for _ in range(TRIES):
                    players = await self.events.read(live, look, command.section)
                    seen, fact = await self._proposed(live, command.section, players)

                    def take(desk: EventDesk, seen: int = seen, fact: Fact = fact) -> e.DoAnswer:
                        return _answer(desk, desk.take(seen, fact))

                    with contextlib.suppress(MovedError):
                        return await self.events.write(
                            live, take, name, command.section, command.dry
                        )
        finally:
            self._waiting -= 1
        raise ApiError(409, "events.moved")

    async def _proposed(self, live: LiveEvent, section: str, players: int) -> tuple[int, Fact]:
        if players <= IN_THREAD:
            return await self.events.read(live, EventDesk.proposal, section)
        with using(live):
            return await self._elsewhere(proposed(live.path, section))

    async def pdf(self, page: bytes) -> bytes:
        """A page as PDF, made in a process of its own.

        Raises:
            ApiError: ``events.busy``.
            EventError: ``prints.no_pdf``.
        """
        if self._waiting >= WAITING:
            raise ApiError(503, "events.busy")
        self._waiting += 1
        try:
            async with self._pairings:
                return await self._elsewhere(pdf_of(page))
        finally:
            self._waiting -= 1

    async def _elsewhere(self, work: Coroutine[Any, Any, _T]) -> _T:
        child = self.events.spawn_child(work)
        try:
            return await child
        except asyncio.CancelledError:
            if self.events.stopped:
                raise ApiError(503, "events.busy") from None
            raise


def _fresh(desk: EventDesk, command: b.Command) -> None:
    """Refuse what was said of an event that has gone on."""
    if command.seq is not None and desk.length > command.seq:
        raise ApiError(409, "events.moved")


def _answer(desk: EventDesk, answer: Answer) -> e.DoAnswer:
    return e.DoAnswer(
        done=answer.done,
        seq=desk.length,
        notes=[views.told(note) for note in answer.notes],
        entries=[entry.seq for entry in answer.entries],
        facts=[dict(fact) for fact in desk.tried],
    )


def _unless_refused(live: LiveEvent, at: tuple[str, str], done: asyncio.Task[Any]) -> None:
    """What was refused may be asked again."""
    if done.cancelled() or done.exception() is not None:
        live.answers.pop(at, None)
