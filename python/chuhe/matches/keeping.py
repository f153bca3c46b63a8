"""Keeping a match: its games in a file of records, and what is needed to go on after a kill.

The state is a file of JSON lines: the plan first, then each game. A game is first written to the
records, then to the state, with the length the records have after it; both reach the disk before
the next game counts. So when a process is killed at any moment, the state tells what is whole:
a line without its end is dropped, and of the records whatever lies behind the last length.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

import msgspec

from chuhe.errors import ParseError, RecordError, add_messages
from chuhe.i18n import N_
from chuhe.matches.openings import Opening
from chuhe.matches.plan import Plan
from chuhe.matches.played import Played, record
from chuhe.records import FORMATS, format_of_name, write
from chuhe.records.output import JOINABLE, whole_file

__all__ = ["Head", "Keeper", "state_name"]

add_messages(
    {
        "match.state_bad": N_("line {line} of the state of the match makes no sense: {reason}"),
        "match.state_empty": N_("'{file}' is not the state of a match"),
        "match.state_busy": N_("another process plays the match of '{file}'"),
        "match.one_game": N_(
            "a file of the format {format} holds one game; name another kind of file"
        ),
        "match.no_format": N_("no games are written to files named like '{file}'"),
        "match.shrunk": N_(
            "the file of games '{file}' is shorter than it was; games are missing there"
        ),
    }
)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a state.

    Attributes:
        plan: what is played.
        names: what the engines are called.
        openings: the digest of the openings.
        made: the openings themselves, if they were made for this match.
        out: the file of records, empty if there is none.
        format: its format.
        notation: how moves are written there.
        version: of the state file.
    """

    plan: Plan
    names: tuple[str, ...]
    openings: str
    made: tuple[Opening, ...] = ()
    out: str = ""
    format: str = "pgn"
    notation: str = "zh"
    version: int = 1


class _Line(msgspec.Struct, frozen=True):
    game: Played
    #: The length of the file of records with this game, if games are added to its end.
    end: int = 0


def state_name(out: str) -> str:
    """The state that belongs to a file of records.

    >>> state_name("games.pgn")
    'games.pgn.match'
    """
    return f"{out}.match"


def format_of(out: str, format: str = "") -> str:
    """The format of a file of records, by its name if it is not told.

    Raises:
        RecordError: games are not written so, or only one in a file.
    """
    found = format or format_of_name(out)
    if found not in FORMATS or not FORMATS[found].WRITES:
        raise RecordError("match.no_format", {"file": out})
    if FORMATS[found].ONE_GAME:
        raise RecordError("match.one_game", {"format": found})
    return found


class Keeper:
    """The files of a match. Made by `begin` or `resume`; holds them until closed.

    Attributes:
        head: what the match is.
        games: those played before; and of formats that cannot grow, all.
    """

    def __init__(self, state: str, file: BinaryIO | None, head: Head) -> None:
        self.head = head
        self.games: list[Played] = []
        self._state = state
        self._file = file
        self._end = 0

    @classmethod
    def begin(cls, state: str, head: Head) -> Self:
        """Begin a match.

        Args:
            state: the file of its state; empty: nothing is kept but the records.
            head: what it is.

        Raises:
            FileExistsError: a file is there already.
            OSError: a file cannot be written.
        """
        if head.out:
            # Claimed before anything is played, and not written over.
            with open(head.out, "xb"):
                pass
        if not state:
            return cls("", None, head)
        try:
            file = open(state, "x+b")  # noqa: SIM115  held as long as the match lasts
        except OSError:
            if head.out:
                os.unlink(head.out)
            raise
        keeper = cls(state, file, head)
        _lock(file, state)
        keeper._write(msgspec.json.encode(head))
        return keeper

    @classmethod
    def resume(cls, state: str) -> Self:
        """Go on with a match.

        Raises:
            OSError: a file cannot be read or written.
            ParseError: it is not a state, is damaged, or in use; or games are missing in the
                file of records.
        """
        file = open(state, "r+b")  # noqa: SIM115  held as long as the match lasts
        try:
            _lock(file, state)
            head, lines, length = _read(file, state)
            file.truncate(length)
            file.seek(length)
            keeper = cls(state, file, head)
            keeper.games = [line.game for line in lines]
            keeper._end = lines[-1].end if lines else 0
            keeper._mend()
        except BaseException:
            file.close()
            raise
        return keeper

    def extend(self, plan: Plan, made: Sequence[Opening] = ()) -> None:
        """Go on with another number of games, and with more openings if they are made for it."""
        self.head = msgspec.structs.replace(self.head, plan=plan, made=tuple(made))
        self._rewrite()

    def add(self, played: Played) -> None:
        """Keep a game.

        Raises:
            OSError: a file cannot be written.
        """
        head = self.head
        if head.out and head.format not in JOINABLE:
            self.games.append(played)
        elif head.out:
            data = self._as_bytes([played])
            with open(head.out, "r+b") as out:
                out.seek(self._end)
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            self._end += len(data)
        if self._file is not None:
            self._write(msgspec.json.encode(_Line(played, self._end)))

    def close(self) -> None:
        """Finish the files. Formats that cannot grow are written now."""
        if self.head.out and self.head.format not in JOINABLE:
            with whole_file(self.head.out) as out:
                out.write(self._as_bytes(self.games))
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _as_bytes(self, games: Sequence[Played]) -> bytes:
        head = self.head
        engines = head.plan.engines
        found = []
        for played in games:
            sides = [engines[side].control.text() for side in (played.red, played.black)]
            control = sides[0] if sides[0] == sides[1] else " | ".join(sides)
            found.append(record(played, head.names, head.plan.event, control))
        file = io.BytesIO()
        for _loss in write(found, cast(BinaryIO, file), head.format, notation=head.notation):
            pass
        return file.getvalue()

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _rewrite(self) -> None:
        if self._file is None:
            return
        # Only the first line changes; what follows may be long, but this is done once.
        self._file.seek(0)
        _first, _newline, rest = self._file.read().partition(b"\n")
        with whole_file(self._state) as new:
            new.write(msgspec.json.encode(self.head) + b"\n" + rest)
        self._file.close()
        self._file = open(self._state, "r+b")  # noqa: SIM115
        _lock(self._file, self._state)
        self._file.seek(0, os.SEEK_END)

    def _mend(self) -> None:
        """Cut off what a killed process left behind the last whole game."""
        if not self.head.out or self.head.format not in JOINABLE:
            return
        path = Path(self.head.out)
        size = path.stat().st_size if path.exists() else 0
        if size < self._end:
            raise ParseError("match.shrunk", {"file": self.head.out})
        if not path.exists():
            path.touch()
        os.truncate(path, self._end)


def _read(file: BinaryIO, name: str) -> tuple[Head, list[_Line], int]:
    """The head, the games, and how long the whole lines are together."""
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    first, *rest = whole.split(b"\n")[:-1] or [b""]
    try:
        head = msgspec.json.decode(first, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ParseError("match.state_empty", {"file": name}) from error
    decoder = msgspec.json.Decoder(_Line)
    lines = []
    for number, line in enumerate(rest, 2):
        try:
            lines.append(decoder.decode(line))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            facts = {"line": number, "reason": str(error)}
            raise ParseError("match.state_bad", facts) from error
    return head, lines, len(whole)


def _lock(file: BinaryIO, name: str) -> None:
    """Two processes must not play the same match."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ParseError("match.state_busy", {"file": name}) from error
