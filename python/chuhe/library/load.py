"""Files into a library: read on several threads, written by one, a batch a transaction.

A program that is killed loses the batch it was at; the next import goes on behind the last game
that was written.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import sqlalchemy as sa

from chuhe.errors import ChuheError
from chuhe.game import Game
from chuhe.library import bulk
from chuhe.library.names import path_key
from chuhe.library.removing import is_there
from chuhe.library.schema import games, sources
from chuhe.library.writing import Batch, Loaded, Source
from chuhe.records import read
from chuhe.records.batch import cores

__all__ = ["Loaded", "load"]

#: Games handed from a reading thread to the writing one at a time, and how many times ahead.
CHUNK = 256
AHEAD = 8

Told = Callable[[str, int], None]


@dataclass
class _File:
    """A file on its way into the library."""

    path: str
    size: int
    mtime: int
    known: Any = None  # its row
    #: What the thread says that reads it: games, and at the end None or what is wrong.
    said: queue.Queue[list[Game] | Exception | None] = field(
        default_factory=lambda: queue.Queue(AHEAD)
    )
    hash: str = ""
    #: Games of it that are in the library already.
    skip: int = 0
    same: bool = False


class _Kept:
    """The files that a library knows."""

    def __init__(self, engine: sa.Engine) -> None:
        with engine.connect() as connection:
            rows = connection.execute(sa.select(sources)).all()
        self.of_path = {row.path: row for row in rows}
        self._of_hash: dict[str, list[Any]] = defaultdict(list)
        for row in rows:
            if row.complete:
                self._of_hash[row.hash].append(row)
        self._lock = threading.Lock()

    def moved(self, hash: str) -> Any:
        """The row of a file with this content that is where it was no more; once each."""
        with self._lock:
            rows = self._of_hash.get(hash, [])
            for row in rows:
                if not is_there(row.path):
                    rows.remove(row)
                    return row
        return None


def load(
    engine: sa.Engine,
    paths: Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None = None,
    told: Told | None = None,
) -> Loaded:
    """Read files into a library; see `Library.load`."""
    loaded = Loaded()
    names = list(dict.fromkeys(os.path.abspath(path) for path in paths))
    batch = Batch(engine, loaded)
    stop = threading.Event()
    pool = ThreadPoolExecutor(max_workers=jobs or cores())
    try:
        for file in _read_ahead(engine, names, pool, stop, loaded, told):
            _take(file, batch, loaded)
            if told is not None:
                told(file.path, loaded.games)
        batch.write()
        if loaded.games or loaded.removed:
            bulk.settle(engine, games.metadata.tables.values())
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
    return loaded


def _read_ahead(
    engine: sa.Engine,
    names: list[str],
    pool: ThreadPoolExecutor,
    stop: threading.Event,
    loaded: Loaded,
    told: Told | None,
) -> Iterator[_File]:
    """The files to be read, each with a thread at work on it; several at a time."""
    kept = _Kept(engine)
    waiting: deque[_File] = deque()
    for name in names:
        known = kept.of_path.get(path_key(name))
        try:
            status = os.stat(name)
        except OSError as error:
            loaded.unreadable[name] = error
            continue
        file = _File(name, status.st_size, status.st_mtime_ns, known)
        if known and known.complete and (known.size, known.mtime) == (file.size, file.mtime):
            loaded.unchanged += 1
            if told is not None:
                told(name, loaded.games)
            continue
        pool.submit(_read, file, kept, stop)
        waiting.append(file)
        if len(waiting) >= 64:
            yield waiting.popleft()
    yield from waiting


def _read(file: _File, kept: _Kept, stop: threading.Event) -> None:
    """Read a file in a thread of its own."""
    try:
        with open(file.path, "rb") as source:
            file.hash = hashlib.file_digest(
                source, lambda: hashlib.blake2b(digest_size=16)
            ).hexdigest()
        if file.known is None:
            file.known = kept.moved(file.hash)
        if file.known is not None and file.known.hash == file.hash:
            file.same = bool(file.known.complete)
            file.skip = file.known.games
        if not file.same:
            # Text of no known form is no game either, so only the reader knows.
            found = islice(read(file.path), file.skip, None)
            while chunk := list(islice(found, CHUNK)):
                if not _say(file, chunk, stop):
                    return
        _say(file, None, stop)
    except Exception as error:
        _say(file, error, stop)


def _say(file: _File, what: list[Game] | Exception | None, stop: threading.Event) -> bool:
    """Hand it over; False when nobody listens any more."""
    while not stop.is_set():
        try:
            file.said.put(what, timeout=0.2)
        except queue.Full:
            continue
        return True
    return False


def _take(file: _File, batch: Batch, loaded: Loaded) -> None:
    """What the reading thread says of a file, into the batch."""
    source: Source | None = None
    while True:
        said = file.said.get()
        if isinstance(said, OSError) and not file.hash:
            loaded.unreadable[file.path] = said  # what is known of it stays
            return
        if source is None:
            source = _source(file)
        if isinstance(said, list):
            batch.add(source, said)
            continue
        if file.same or source.others:
            loaded.unchanged += 1
        elif said is None:
            loaded.files += 1
        else:
            if not isinstance(said, ChuheError | OSError):
                raise said
            loaded.unreadable[file.path] = said
            source.problem = _problem(said)
        source.complete = True
        batch.add(source, [])  # its last games may have gone with a batch
        return


def _source(file: _File) -> Source:
    known = file.known
    changed = known is not None and known.hash != file.hash
    source = Source(file.path, file.size, file.mtime, file.hash, file.skip, changed=changed)
    if known is not None:
        source.id, source.kept = known.id, (known.path, known.games, known.hash)
    return source


def _problem(error: ChuheError | OSError) -> str:
    if isinstance(error, ChuheError):
        return json.dumps([error.code, error.facts], ensure_ascii=False, default=str)
    return json.dumps(["os", {"errno": error.errno, "why": error.strerror}], ensure_ascii=False)
