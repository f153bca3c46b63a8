"""Who follows an event: one line to each when there is something new."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Container, Iterator

__all__ = ["Listener", "Streams"]

#: Seconds without news after which a comment is sent, so that a dead connection shows.
QUIET = 15.0


class Listener:
    """One stream."""

    def __init__(self, arbiter: bool, who: str | None = None) -> None:
        self.arbiter, self.who = arbiter, who
        self.seq = -1
        self.closed = False
        self._news = asyncio.Event()

    def tell(self, seq: int) -> None:
        """There is news, unless it is told already. What was not sent yet is forgotten."""
        if seq != self.seq:
            self.seq = seq
            self._news.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._news.set()

    async def lines(self) -> AsyncIterator[bytes]:
        """What is sent."""
        yield b"retry: 2000\n\n"
        while not self.closed:
            try:
                async with asyncio.timeout(QUIET):
                    await self._news.wait()
            except TimeoutError:
                yield b": \n\n"
                continue
            self._news.clear()
            if not self.closed:
                yield b'data: {"seq": %d}\n\n' % self.seq


class Streams:
    """All streams of an event."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    @property
    def open(self) -> bool:
        """Whether anybody follows."""
        return bool(self._listeners)

    @property
    def public(self) -> bool:
        """Whether anybody follows who is no arbiter."""
        return any(not listener.arbiter for listener in self._listeners)

    def __len__(self) -> int:
        return len(self._listeners)

    @contextlib.contextmanager
    def joined(self, arbiter: bool, who: str | None = None) -> Iterator[Listener]:
        """A new stream, for as long as it lasts."""
        listener = Listener(arbiter, who)
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def tell(self, seq: int, public_seq: int) -> None:
        """Tell arbiters and the public how far it has come."""
        for listener in self._listeners:
            listener.tell(seq if listener.arbiter else public_seq)

    def dismiss(self, arbiters: Container[str | None]) -> None:
        """End the streams of those who are no arbiters any more; they come back as the public."""
        for listener in list(self._listeners):
            if listener.arbiter and listener.who not in arbiters:
                listener.close()

    def close(self) -> None:
        """End all streams."""
        for listener in list(self._listeners):
            listener.close()
