"""Work on files by the workers of a Dask scheduler; see `chuhe.records.batch.map_files`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from chuhe.records.batch import BatchError

__all__ = ["map_on_cluster"]

T = TypeVar("T")
P = TypeVar("P")

#: Seconds to wait for the scheduler.
PATIENCE = 10


def map_on_cluster(
    task: Callable[[P], T | Exception], paths: Iterable[P], scheduler: str
) -> Iterator[tuple[P, T | Exception]]:
    """As `map_files`, by the workers of the Dask scheduler at this address.

    Raises:
        BatchError: Dask is not installed, or no scheduler answers.
    """
    try:
        import distributed
    except ImportError as error:
        raise BatchError("batch.not_installed") from error
    dask: Any = distributed  # half of it has types
    try:
        client = dask.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise BatchError("batch.no_scheduler", {"address": scheduler}) from error
    with client:
        yield from _mapped(dask, client, task, iter(paths))


def _mapped(
    dask: Any, client: Any, task: Callable[[P], T | Exception], paths: Iterator[P]
) -> Iterator[tuple[P, T | Exception]]:
    def submit(path: P) -> tuple[P, Any]:
        return path, client.submit(task, path, pure=False)

    flying: deque[tuple[P, Any]] = deque()
    try:
        while True:
            room = 4 + 2 * sum(client.nthreads().values()) - len(flying)
            flying.extend(map(submit, islice(paths, max(0, room))))
            if not flying:
                return
            path, future = flying.popleft()
            try:
                found = future.result()
            except dask.KilledWorker:
                # Dask blames all files that its dead workers had: try this one by itself.
                for _path, other in flying:
                    other.exception()  # waits for it
                found = _alone(dask, submit(path)[1])
            yield path, found
    finally:
        client.cancel([future for _path, future in flying])


def _alone(dask: Any, future: Any) -> Any:
    try:
        return future.result()
    except dask.KilledWorker:
        return BatchError("batch.died", {"how": "Dask: KilledWorker"})
