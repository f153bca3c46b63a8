"""A search that is read while it goes on.

>>> import chuhe
>>> from chuhe.engines import Engine
>>> with Engine.builtin() as engine, engine.analysis(chuhe.Board(), lines=2) as analysis:
...     for info in analysis:
...         if info.depth >= 4 and info.line == 2:
...             break
>>> [found.line for found in analysis.lines]
[1, 2]
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Collection
from types import TracebackType
from typing import TYPE_CHECKING, Self

from chuhe._core import Move
from chuhe.board import Board
from chuhe.engines.words import Info, Limit

if TYPE_CHECKING:
    from chuhe.engines.face import Engine

__all__ = ["Analysis"]

#: So many lines wait to be read; older ones that nobody read are dropped.
_MOST_WAITING = 1000


class Analysis:
    """A search going on in a thread of its own. Made by `Engine.analysis`.

    Iterating, with ``for`` or ``async for``, gives each line as it is found, until the search
    ends. Leaving its ``with`` or ``async with`` block stops it and waits for that.

    Raises, where it is read, what the search raised: `EngineDied`, `EngineTimeout`, `EngineError`.
    """

    def __init__(
        self,
        engine: Engine,
        board: Board,
        limit: Limit,
        lines: int,
        only: Collection[Move] | None = None,
    ) -> None:
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._waiting: deque[Info] = deque(maxlen=_MOST_WAITING)
        self._best: dict[int, Info] = {}
        self._error: BaseException | None = None
        self._done = False
        self._sleepers: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        seen = board.copy()

        def run() -> None:
            found: list[Info] | None = None
            error: BaseException | None = None
            try:
                found = engine.analyse(
                    seen, limit, lines=lines, only=only, stop=self._stop, on_info=self._take
                )
            except BaseException as caught:  # handed to whoever reads
                error = caught
            with self._changed:
                if found is not None:
                    self._best = {info.line: info for info in found}
                self._error, self._done = error, True
                self._wake()

        self._thread = threading.Thread(target=run, name="analysis", daemon=True)
        self._thread.start()

    @property
    def lines(self) -> list[Info]:
        """The best lines so far, best first."""
        with self._changed:
            return [self._best[line] for line in sorted(self._best)]

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._done

    def stop(self) -> None:
        """Let the search end soon; the last lines can still be read."""
        self._stop.set()

    def wait(self) -> list[Info]:
        """Wait for the end of the search; the best lines, best first."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self.lines

    def _take(self, info: Info) -> None:
        with self._changed:
            self._waiting.append(info)
            self._best[info.line] = info
            self._wake()

    def _wake(self) -> None:
        self._changed.notify_all()
        for loop, event in self._sleepers:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
        self._sleepers.clear()

    def _ready(self) -> Info | None:
        """The next line waiting, None if the search has ended; called with the lock held."""
        if self._waiting:
            return self._waiting.popleft()
        if self._error is not None:
            raise self._error
        return None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._done)
            info = self._ready()
        if info is None:
            raise StopIteration
        return info

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        while True:
            with self._changed:
                if self._waiting or self._done:
                    info = self._ready()
                    break
                event = asyncio.Event()
                self._sleepers.append((asyncio.get_running_loop(), event))
            await event.wait()
        if info is None:
            raise StopAsyncIteration
        return info

    async def wait_async(self) -> list[Info]:
        """As `wait`, while other tasks go on. If cancelled, the search is stopped."""
        from chuhe.engines.face import _in_thread

        return await _in_thread(self.wait, self._stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._thread.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        from chuhe.engines.face import _in_thread

        self.stop()
        await _in_thread(self._thread.join, self._stop)
