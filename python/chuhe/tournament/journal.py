"""The file of an event: an append-only log of readable facts in one SQLite file.

Each row of ``log`` is one fact as JSON, with the time and who entered it; what
is true now is the fold of the rows (`chuhe.tournament.state`).  Nothing is ever
changed or removed: triggers in the file itself refuse it.  Several programs may
have the file open.  Whoever writes holds the only lock from reading what is
new to the commit, so a decision is always made on what stands in the file, and
what was committed is on the disk (WAL, ``synchronous=FULL``).

>>> import tempfile, pathlib
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name, "cup.chuhe")
>>> Journal.create(path, [{"do": "new", "name": "羊城杯"}], at="2026-11-30T09:00Z").close()
>>> with Journal(path) as journal:
...     [(entry.seq, entry.fact["name"]) for entry in journal.read()]
[(1, '羊城杯')]
>>> folder.cleanup()
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import EventError

__all__ = ["APPLICATION", "MAGIC", "VERSION", "Entry", "Fact", "Journal", "is_journal"]

Fact = Mapping[str, object]

#: In the head of the file, so that other SQLite files are not taken for events.
APPLICATION = 0x43485545  # "CHUE"
#: Of the layout; files of a later one are refused.
VERSION = 1
#: For so long a command waits for another one to finish writing.
PATIENCE = 20.0

#: With this every SQLite file begins.
MAGIC = b"SQLite format 3\0"
_LAYOUT = f"""
CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    fact TEXT NOT NULL CHECK (json_valid(fact))
) STRICT;
CREATE TRIGGER log_is_not_changed BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_is_not_cut BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the log."""

    seq: int
    """Counted from 1 without a gap."""
    at: str
    """When, as given by the program that wrote."""
    who: str
    """Who entered it; empty if not said."""
    fact: Fact
    """What: ``do`` names the kind of fact."""


def is_journal(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as an SQLite file does.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


class Journal:
    """An open file of an event.

    Args:
        path: the file.

    Raises:
        OSError: there is no such file, or it may not be read.
        EventError: ``journal.no_event``: something else; ``journal.newer``.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        _see_that_it_is_a_file(self.path)
        self._db = _opened(self.path, "rw")
        try:
            self._check()
        except BaseException:
            self._db.close()
            raise

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        facts: Sequence[Fact] = (),
        *,
        at: str = "",
        who: str = "",
    ) -> Journal:
        """A new file; it has its name only when the first facts are in it.

        Raises:
            FileExistsError: there is something of this name.
            FileNotFoundError: there is no such folder; it names the folder.
        """
        made = Path(path)
        if made.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        if not made.parent.is_dir():
            folder = os.path.join(made.parent, "")
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
        draft = made.with_name(f".{made.name}.{os.getpid()}")
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            db = _opened(draft, "rw")
            try:
                db.executescript("BEGIN IMMEDIATE;" + _LAYOUT + "COMMIT;")
                db.execute("PRAGMA journal_mode = WAL")
            finally:
                db.close()
            with cls(draft) as journal:
                journal.write(lambda: facts, at=at, who=who)
            os.link(draft, made)  # refuses a name that somebody took meanwhile
        finally:
            draft.unlink(missing_ok=True)
        return cls(made)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def last(self) -> int:
        """The number of the last row; 0 if there is none."""
        with _told(self.path):
            (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM log").fetchone()
        return int(last)

    def read(self, after: int = 0) -> list[Entry]:
        """The rows after one, in order; those already committed.

        Raises:
            EventError: ``journal.damaged``.
        """
        with _told(self.path):
            rows = self._db.execute(
                "SELECT seq, at, who, fact FROM log WHERE seq > ? ORDER BY seq", (after,)
            ).fetchall()
        entries = []
        for expected, (seq, at, who, text) in enumerate(rows, after + 1):
            try:
                fact = json.loads(text)
            except ValueError:
                fact = None
            if seq != expected or not isinstance(fact, dict) or not isinstance(fact.get("do"), str):
                raise EventError("journal.damaged", {"file": self.path.name, "why": f"log {seq}"})
            entries.append(Entry(seq, at, who, fact))
        return entries

    def write(self, decide: Callable[[], Sequence[Fact]], *, at: str, who: str = "") -> list[Entry]:
        """Append what ``decide`` answers, which it finds out while nobody else can write.

        Args:
            decide: reads what is new if it wants to, and answers facts, or
                raises: then nothing is written.
            at: the time.
            who: who enters it.

        Returns:
            The rows written. When this returns they are on the disk.

        Raises:
            EventError: ``journal.busy``: others have been writing for too long.
        """
        with _told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                facts = decide()
                (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM log").fetchone()
                entries = [Entry(seq, at, who, fact) for seq, fact in enumerate(facts, last + 1)]
                self._db.executemany(
                    "INSERT INTO log VALUES (?, ?, ?, ?)",
                    [(e.seq, e.at, e.who, _text(e.fact)) for e in entries],
                )
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        return entries

    def _check(self) -> None:
        with _told(self.path):
            (application,) = self._db.execute("PRAGMA application_id").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise EventError("journal.no_event", {"file": self.path.name})
        if version > VERSION:
            raise EventError("journal.newer", {"file": self.path.name})


def _see_that_it_is_a_file(path: Path) -> None:
    """Complain as the system does, without opening the file.

    To open and close it here would let go of the locks that SQLite holds for other
    connections of this process, and another process could take the WAL away from them.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.stat()
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with _told(path):
        # A server's threads use it one after the other.
        db = sqlite3.connect(
            uri, uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=False
        )
        db.execute("PRAGMA synchronous = FULL")
    return db


def _text(fact: Fact) -> str:
    text = json.dumps(fact, ensure_ascii=False, allow_nan=False)
    if text.isascii() or text.encode("utf-8", "ignore").decode("utf-8") == text:
        return text
    return json.dumps(fact, allow_nan=False)  # half a surrogate pair, which UTF-8 cannot say


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What SQLite complains of, as an error of ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise EventError("journal.busy", {"file": path.name}) from None
        raise EventError("journal.damaged", {"file": path.name, "why": str(error)}) from None
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_NOTADB:
            raise EventError("journal.no_event", {"file": path.name}) from None
        raise EventError("journal.damaged", {"file": path.name, "why": str(error)}) from None


add_messages(
    {
        "journal.no_event": N_("{file} is not a file of an event"),
        "journal.is_event": N_(
            "{file} is the file of an event: use pair-round and table, or export it as TRF first"
        ),
        "journal.newer": N_("{file} was written by a later version of this program"),
        "journal.damaged": N_("{file} cannot be used: {why}"),
        "journal.busy": N_("{file} is being written by somebody else; try again"),
    }
)
