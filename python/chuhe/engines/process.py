"""A program with which one talks in lines, whatever they mean."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence

from chuhe.engines.face import Engine
from chuhe.errors import EngineDied, EngineError, EngineTimeout

__all__ = ["Command", "ProcessEngine", "words_of"]

#: All that is said to programs (``<``) and by them (``>``), at the level of debugging.
_LOG = logging.getLogger("chuhe.engines")

Command = str | os.PathLike[str] | Sequence[str]
"""How a program is named: a shell-like line, a path, or the program and its arguments."""

#: Longest line read from a program; the rest of it is taken for another line.
_LONGEST_LINE = 1 << 16
#: So many lines wait to be read; a program that says more waits until they are.
_MOST_LINES = 20_000


def words_of(command: Command) -> list[str]:
    """A command as the program and its arguments. A path is the name of a program, spaces and all.

    >>> from pathlib import Path
    >>> words_of("chuhe engine"), words_of(Path("my engines/one"))
    (['chuhe', 'engine'], ['my engines/one'])
    """
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError as error:  # a quotation mark without its other half
            facts = {"name": command, "reason": str(error)}
            raise EngineError("engine.not_started", facts) from error
    return [os.fspath(command)] if isinstance(command, os.PathLike) else list(command)


class ProcessEngine(Engine):
    """An engine that is a program of its own: what does not depend on the protocol.

    Attributes:
        name: what the program calls itself.
        timeout: seconds it may take to answer beyond what the limit allows.
    """

    name: str

    def __init__(self, words: Sequence[str], name: str, timeout: float, cwd: str | None) -> None:
        self.name = name
        self.timeout = timeout
        self._process = _start(words, name, cwd)
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._said: deque[str] = deque(maxlen=5)
        self._gone = threading.Event()
        self._searching = threading.Lock()
        self._reader = threading.Thread(target=self._read, name=f"{name} reader", daemon=True)
        self._reader.start()

    def __repr__(self) -> str:
        state = f"pid {self.pid}" if self.is_alive else "ended"
        return f"<{type(self).__name__} {self.name!r}, {state}>"

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the program still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        if self.is_alive:
            with contextlib.suppress(EngineError):
                self._send("stop")
                self._send("quit")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
        self._kill()

    @contextlib.contextmanager
    def _search_of_its_own(self) -> Iterator[None]:
        """Only one search at a time: two would read each other's answers.

        Raises:
            EngineError: another one runs, in another thread.
        """
        if not self._searching.acquire(blocking=False):
            raise EngineError("engine.busy", {"name": self.name})
        try:
            yield
        finally:
            self._searching.release()

    def _send(self, line: str) -> None:
        stream = self._process.stdin
        _LOG.debug("%s (%d) < %s", self.name, self.pid, line)
        try:
            if stream is None or stream.closed:
                raise EngineError("engine.closed", {"name": self.name})
            stream.write(f"{line}\n".encode())
            stream.flush()
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile, by another thread
            raise self._died() from error

    def _read(self) -> None:
        """In a thread of its own: lines into the queue, ``None`` at the end."""
        stream = self._process.stdout
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                while raw := stream.readline(_LONGEST_LINE):
                    if not self._put(raw.decode("utf-8", "replace").strip()):
                        return
        self._put(None)

    def _put(self, line: str | None) -> bool:
        """Queue a line once there is room; False if nobody will read it any more."""
        while not self._gone.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.2)
                return True
        return False

    def _next_line(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time.

        Raises:
            EngineDied: there will be no more lines.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            if self._gone.is_set():
                raise self._died() from None
            return None
        if line is None:
            self._gone.set()
            raise self._died()
        if line:
            _LOG.debug("%s (%d) > %s", self.name, self.pid, line)
            self._note(line)
        return line

    def _note(self, line: str) -> None:
        """Keep what might tell why it ends; the lines it found do not."""
        if line and (not line.startswith("info ") or line.startswith("info string")):
            self._said.append(line[:200])

    def _waiting_lines(self) -> list[str]:
        """What was said since it was last listened to."""
        said: list[str] = []
        with contextlib.suppress(queue.Empty):
            while True:
                line = self._lines.get_nowait()
                if line is None:
                    self._gone.set()
                    break
                _LOG.debug("%s (%d) > %s", self.name, self.pid, line)
                said.append(line)
        return said

    def _until(self, first_word: str, seconds: float, command: str) -> Iterator[str]:
        """Lines up to and with the one that begins so.

        Raises:
            EngineTimeout: it did not come in time.
        """
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = self._next_line(left)
            if line is None:
                continue
            yield line
            if line.split(maxsplit=1)[:1] == [first_word] or line == "nobestmove":
                return
        facts = {"name": self.name, "command": command, "seconds": seconds}
        raise EngineTimeout("engine.timeout", facts)

    def _died(self) -> EngineDied:
        status: int | str | None = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = code = self._process.wait(1.0)
            with contextlib.suppress(ValueError):
                status = signal.Signals(-code).name if code < 0 else code
        facts = {"name": self.name, "status": status, "said": self._last_words()}
        return EngineDied("engine.died", facts)

    def _last_words(self) -> str:
        """What it said before it ended, read or not."""
        if not self.is_alive:
            self._reader.join(0.5)
        for line in self._waiting_lines():
            self._note(line)
        return " | ".join(self._said)

    def _kill(self) -> None:
        self._gone.set()
        if self.is_alive:
            # With the programs it started: a script's engine would go on without it.
            with contextlib.suppress(OSError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        self._reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout):
            # Closing what another thread still reads from would wait for it.
            if stream is None or (stream is self._process.stdout and self._reader.is_alive()):
                continue
            with contextlib.suppress(OSError):
                stream.close()


def processors() -> list[int]:
    """The processors this program may use; none where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin(pid: int, cpu: int) -> None:
    """Keep a process, all its threads, to one processor; 0 is the thread that calls.

    Where the system knows no such thing, or the process has ended, nothing is done.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    threads = [pid]
    with contextlib.suppress(OSError):
        threads = [int(name) for name in os.listdir(f"/proc/{pid}/task")] if pid else [0]
    for thread in threads:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(thread, {cpu})


def _start(words: Sequence[str], name: str, cwd: str | None) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            # Ctrl-C is ours to deal with; and it can be ended with all it started.
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EngineError("engine.not_started", {"name": name, "reason": reason}) from error
