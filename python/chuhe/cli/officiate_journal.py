"""The journal of an officiated game: a line of JSON for each command, on the disk before its answer.

The first line names the game; every other line is one command with all its events, so that
a command is there as a whole or not at all. A last line that was cut off by a crash was never
answered, and is taken out when the journal is opened again.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Self

import msgspec

from chuhe.errors import ChuheError, ParseError, add_messages
from chuhe.i18n import N_
from chuhe.scoresheet import Note
from chuhe.table import AnyEvent

__all__ = ["Entry", "Heading", "Journal"]

#: Longer journals are not ours: a game of 2000 moves has some 400 kB.
LARGEST = 64 * 1024 * 1024

add_messages(
    {
        "journal.exists": N_("{file} is there already: --resume goes on with it"),
        "journal.in_use": N_("{file} is being written by another chuhe officiate"),
        "journal.not_one": N_("{file} is no journal of chuhe officiate"),
        "journal.line": N_("line {line} of the journal {file} is damaged"),
    }
)


class Heading(msgspec.Struct, frozen=True):
    """The first line: which game this is the journal of."""

    chuhe: str = "officiate"
    version: int = 1
    headers: dict[str, str] = {}


class Entry(msgspec.Struct, frozen=True):
    """A command as it was typed, and what it led to. The move of a seal is left out."""

    at: float
    input: str
    events: tuple[AnyEvent | Note, ...]


class Journal:
    """A journal open for writing; made by `create` or `reopen`."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._encoder = msgspec.json.Encoder()

    @classmethod
    def create(cls, path: Path, headers: Mapping[str, str]) -> Self:
        """A new journal.

        Raises:
            ChuheError: ``journal.exists``: there is a file of this name; nothing is overwritten.
            OSError: it cannot be written.
        """
        try:
            file = open(path, "xb", buffering=0)  # noqa: SIM115 - closed by close()
        except FileExistsError:
            raise ChuheError("journal.exists", {"file": str(path)}) from None
        _lock(file, path)
        journal = cls(file)
        journal._write(Heading(headers=dict(headers)))
        _keep_name(path)
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple[Self, Heading, list[Entry]]:
        """The journal of a game to go on with, and what is in it.

        Raises:
            ParseError: ``journal.not_one``, ``journal.line``: it is not a journal, or damaged
                before its last line.
            ChuheError: ``journal.in_use``.
            OSError: it cannot be read or written.
        """
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by close()
        try:
            _lock(file, path)
            data = file.read(LARGEST)
            whole = data[: data.rfind(b"\n") + 1]
            heading, entries = _read(whole, path)
            if len(whole) < len(data):
                file.truncate(len(whole))
            file.seek(0, os.SEEK_END)
        except BaseException:
            file.close()
            raise
        return cls(file), heading, entries

    def append(self, entry: Entry) -> None:
        """Write an entry to the disk; when this returns it is there.

        Raises:
            OSError: it could not be written, and the journal is as before.
        """
        self._write(entry)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, line: msgspec.Struct) -> None:
        before = self._file.tell()
        data = memoryview(self._encoder.encode(line) + b"\n")
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(before)
            self._file.seek(before)
            raise


def _read(data: bytes, path: Path) -> tuple[Heading, list[Entry]]:
    lines = data.split(b"\n")[:-1]
    decoder = msgspec.json.Decoder(Entry)
    try:
        heading = msgspec.json.decode(lines[0], type=Heading)
    except (IndexError, msgspec.MsgspecError, UnicodeDecodeError):
        raise ParseError("journal.not_one", {"file": str(path)}) from None
    if heading.chuhe != "officiate" or heading.version != 1:
        raise ParseError("journal.not_one", {"file": str(path)})
    entries = []
    for number, line in enumerate(lines[1:], 2):
        try:
            entries.append(decoder.decode(line))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise ParseError("journal.line", {"line": number, "file": str(path)}) from None
    return heading, entries


def _lock(file: IO[bytes], path: Path) -> None:
    """One writer at a time, where the system can see to it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ChuheError("journal.in_use", {"file": str(path)}) from None


def _keep_name(path: Path) -> None:
    """The file's name is on the disk too, where folders can be synchronised."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
