"""Engines at work for tables, in a pool of threads beside the event loop.

The engine releases Python's lock while it searches, so pages are served
meanwhile. A job that nobody wants any more is told to stop; its answer, if one
still comes, is for whoever awaits it, and the table drops what is stale.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Info", "Job", "Jobs", "Opponent", "Task", "accepts_draw"]


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine has found so far. ``score`` is for the side to move, in centipawns."""

    depth: int
    score: int
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A move wanted: the game so far, never a bare position, and how hard to try.

    ``seconds`` is the most time that the clock allows, None without a clock.
    """

    fen: str
    moves: tuple[str, ...]
    rules: str
    level: int
    seconds: float | None


class Opponent(Protocol):
    """What a table needs of an engine. Called in a worker thread, one task at a time."""

    def think(self, task: Task, stop: threading.Event, tell: Callable[[Info], None]) -> str:
        """The move to play, as UCI; soon after ``stop`` is set."""
        ...


@dataclass
class Job:
    """One search: ``await job.move``; ``job.stop.set()`` for a move at once."""

    task: Task
    move: asyncio.Future[str] = field(init=False)
    stop: threading.Event = field(default_factory=threading.Event)
    last: Info | None = None


class Jobs:
    """The pool.

    Args:
        make: makes one opponent; called once in each worker thread.
        workers: searches at the same time; by default one core is left to the server.
    """

    def __init__(self, make: Callable[[], Opponent], workers: int | None = None) -> None:
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._make = make
        self._local = threading.local()
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="chuhe-engine")

    def start(self, task: Task, tell: Callable[[Info], None]) -> Job:
        """Begin a search.

        Args:
            tell: called in the event loop with what is found on the way.
        """
        loop = asyncio.get_running_loop()
        job = Job(task)

        def report(info: Info) -> None:
            job.last = info
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell, info)

        def work() -> str:
            if not hasattr(self._local, "opponent"):
                self._local.opponent = self._make()
            opponent: Opponent = self._local.opponent
            return opponent.think(task, job.stop, report)

        job.move = loop.run_in_executor(self._pool, work)
        return job

    def run(self, work: Callable[[], str]) -> asyncio.Future[str]:
        """Do other work of an engine's kind in the same threads.

        Args:
            work: called in a thread; it must end soon after its owner tells it to.
        """
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Take no more tasks. Those running must have been stopped by their owners."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def accepts_draw(score: int | None, ply: int) -> bool:
    """Whether an engine agrees to a draw, from its score at its last move.

    It does when it stands worse, or when nothing has happened for long.

    >>> accepts_draw(-80, 10), accepts_draw(0, 10), accepts_draw(0, 120), accepts_draw(None, 120)
    (True, False, True, False)
    """
    if score is None:
        return False
    return score <= -50 or (ply >= 100 and abs(score) <= 20)
