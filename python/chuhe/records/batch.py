"""The same work on many files, on all cores or on other machines.

>>> import os, tempfile
>>> from pathlib import Path
>>> from chuhe.records.batch import map_files
>>> with tempfile.TemporaryDirectory() as folder:
...     files = [Path(folder, name) for name in ("a.pgn", "b.pgn", "none.pgn")]
...     sizes = [file.write_bytes(b"1. h2e2 *") for file in files[:2]]
...     found = [found for path, found in map_files(os.path.getsize, map(str, files), jobs=1)]
>>> found
[9, 9, FileNotFoundError(2, 'No such file or directory')]

The function gets a path and must be found by its name in a module (or be a
`functools.partial` of one that is): it is sent to other processes. What it
answers, and what it raises, comes back, in the order of the paths. A worker that
dies is told with the file it had, and another takes its place.

Processes are started afresh (``spawn``), so a program that calls this with
``jobs`` above 1 keeps its own start under ``if __name__ == "__main__":``.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NoReturn, TypeVar

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_, language, use_language

__all__ = ["BatchError", "cores", "map_files"]

T = TypeVar("T")
P = TypeVar("P")

#: Files handed to a worker ahead, so that it never waits.
AHEAD = 4
#: Seconds a worker has to end when it is told to.
PATIENCE = 2.0
#: Below so many files no processes are started unless they are asked for.
FEW = 64


class BatchError(ChuheError):
    """Work on a file failed, or no worker could be had.

    >>> BatchError("batch.died", {"how": "SIGKILL"}).facts["how"]
    'SIGKILL'
    """


def cores() -> int:
    """How many processor cores this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_files(
    function: Callable[[P], T],
    paths: Iterable[P],
    *,
    jobs: int | None = None,
    scheduler: str = "",
) -> Iterator[tuple[P, T | Exception]]:
    """``function(path)`` for every path, in order; for one that failed, the error.

    Args:
        function: picklable; see above.
        paths: any number of them, taken as they are needed; or other things that say
            what is to be done, such as pairs of paths.
        jobs: how many processes; 1 works in this one. If left out, as many as there
            are cores, but no more than this one for fewer than 64 files.
        scheduler: the address of a Dask scheduler, such as ``tcp://host:8786``; its
            workers must see the files by the same paths, and have this package.

    Errors of Chuhe and ``OSError`` come back as they were raised, others as a
    `BatchError` with the code ``batch.failed``; ``batch.died`` is a worker that ended
    over its file. No more results wait here than a few for each worker.

    Raises:
        BatchError: no worker can be started, the scheduler does not answer, or Dask
            is not installed.
        ValueError: ``jobs`` is below 1.
    """
    task = _Task(function, language())
    if scheduler:
        from chuhe.records.cluster import map_on_cluster

        return map_on_cluster(task, paths, scheduler)
    if jobs is None:
        paths = list(paths)
        jobs = cores() if len(paths) >= FEW else 1
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if jobs == 1:
        return ((path, task(path)) for path in paths)
    return _Pool(task, jobs).map(paths)


@dataclass(frozen=True)
class _Task(Generic[P, T]):
    """A function that answers with its errors, and speaks the language of whoever asked."""

    function: Callable[[P], T]
    language: str

    def __call__(self, path: P) -> T | Exception:
        with use_language(self.language):
            try:
                return self.function(path)
            except (ChuheError, OSError) as error:
                return error
            except Exception as error:
                return BatchError("batch.failed", {"error": f"{type(error).__name__}: {error}"})


@dataclass
class _Worker(Generic[P]):
    process: BaseProcess
    connection: Connection
    #: Numbers and paths of the files it has, the first one in work.
    files: deque[tuple[int, P]] = field(default_factory=deque)
    is_ready: bool = False


class _Pool(Generic[P, T]):
    """Worker processes, each with a pipe, so that it is known who has which file."""

    def __init__(self, task: _Task[P, T], jobs: int) -> None:
        self._task = task
        self._jobs = jobs
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker[P]] = []
        self._results: dict[int, tuple[P, T | Exception]] = {}

    def map(self, paths: Iterable[P]) -> Iterator[tuple[P, T | Exception]]:
        waiting = enumerate(paths)
        again: deque[tuple[int, P]] = deque()  # what a worker that died had before it
        given = due = 0
        try:
            while True:
                while due in self._results:
                    yield self._results.pop(due)
                    due += 1
                while given < due + self._jobs * AHEAD * 2 or again:
                    worker = self._idlest()
                    if worker is None:
                        break
                    file = again.popleft() if again else next(waiting, None)
                    if file is None:
                        break
                    given = max(given, file[0] + 1)
                    worker.files.append(file)
                    self._send(worker, file)
                if not any(worker.files for worker in self._workers):
                    return
                again.extend(self._receive())
        finally:
            self._stop()

    def _idlest(self) -> _Worker[P] | None:
        """Who has the fewest files, unless all have enough."""
        if len(self._workers) < self._jobs and all(worker.files for worker in self._workers):
            self._workers.append(self._start())
        worker = min(self._workers, key=lambda worker: len(worker.files))
        return worker if len(worker.files) < AHEAD else None

    def _start(self) -> _Worker[P]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._task), daemon=True)
        with _no_interrupt():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    @staticmethod
    def _send(worker: _Worker[P], file: tuple[int, P]) -> None:
        with suppress(OSError):  # it may just have died; that shows when it is listened to
            worker.connection.send(file)

    def _receive(self) -> Iterator[tuple[int, P]]:
        """Take in what workers say; files of one that died, but for its first, are handed back."""
        for said in wait([worker.connection for worker in self._workers]):
            worker = next(worker for worker in self._workers if worker.connection is said)
            try:
                answer = worker.connection.recv()
            except (EOFError, OSError):
                yield from self._bury(worker)
                continue
            if not worker.is_ready:
                worker.is_ready = True
                continue
            number, path = worker.files.popleft()
            self._results[number] = path, answer

    def _bury(self, worker: _Worker[P]) -> Iterator[tuple[int, P]]:
        worker.process.join()
        worker.connection.close()
        self._workers.remove(worker)
        how = _how(worker.process.exitcode or 0)
        if not worker.is_ready:
            raise BatchError("batch.not_started", {"how": how})
        number, path = worker.files.popleft()
        self._results[number] = path, BatchError("batch.died", {"how": how})
        yield from worker.files

    def _stop(self) -> None:
        """End all workers; one with nothing to do ends by itself when its pipe closes."""
        for worker in self._workers:
            if worker.files:
                worker.process.terminate()
            worker.connection.close()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()
            worker.process.close()
        self._workers.clear()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits; processes started now never see it, not even while they begin."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how(status: int) -> str:
    """How a process ended.

    >>> _how(-9), _how(3)
    ('SIGKILL', '3')
    """
    try:
        return signal.Signals(-status).name
    except ValueError:
        return str(status)


def _work(connection: Connection, task: _Task[Any, Any]) -> None:
    """What a worker does all its life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started it
    signal.signal(signal.SIGTERM, _leave)
    try:
        connection.send(True)
        while True:
            _number, path = connection.recv()
            answer = task(path)
            try:
                connection.send(answer)
            except (TypeError, AttributeError, ValueError) as error:  # it cannot be pickled
                connection.send(BatchError("batch.failed", {"error": str(error)}))
    except (EOFError, OSError):  # whoever started it has gone
        return


def _leave(_signal: int, _frame: object) -> NoReturn:
    sys.exit(1)  # so that what is open is closed, and half-written files are removed


add_messages(
    {
        "batch.died": N_("the worker that had this file died ({how})"),
        "batch.failed": N_("the work on this file failed: {error}"),
        "batch.no_scheduler": N_("no scheduler answers at {address}"),
        "batch.not_installed": N_(
            "this needs Dask, which is not installed: pip install 'chuhe[batch]'"
        ),
        "batch.not_started": N_("no worker process could be started ({how})"),
    }
)
