"""Opening books of other programs: OBK, YFK and pfBook, which are SQLite files.

>>> import sqlite3, tempfile
>>> from chuhe.board import Board
>>> path = tempfile.mkdtemp() + "/small.obk"
>>> with sqlite3.connect(path) as file:
...     _ = file.execute("CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER)")
...     _ = file.execute("INSERT INTO bhobk VALUES (7101337512282506414, 0xAAA7, 30)")
>>> book = Book.open(path)
>>> book.kind, len(book)
('obk', 1)
>>> [(entry.move.uci(), entry.score) for entry in book.moves(Board())]
[('h2e2', 30)]

A book holds moves by position, and a number for each position that cannot be read
backwards: one asks it what it says of a position, and cannot list its positions.
"""

from __future__ import annotations

import math
import os
import sqlite3
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from chuhe import _core
from chuhe.errors import RecordError, add_messages
from chuhe.i18n import N_
from chuhe.records.book_keys import key

__all__ = ["Book", "BookMove", "position_number"]

#: The tables of books, and what a book with such a table is called.
TABLES = {"bhobk": "obk", "pfbook": "pfbook"}
#: Columns there may be besides the position and the move, in the order of `BookMove`.
COLUMNS = ("vscore", "vwin", "vdraw", "vlost", "vmemo", "vvalid")

#: Steps of SQLite for one question; a look through ten million entries takes some 10⁸.
STEPS = 400_000_000
_STEPS_AT_ONCE = 1_000_000
#: Entries of one position; more are not looked at.
MOST = 1000
#: What is allowed in a file that anybody may have made.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}

#: What the module of SQLite raises; the latter where its complaint quotes what is no text.
FAULTS = (sqlite3.Error, UnicodeDecodeError)


class BookMove(NamedTuple):
    """What a book says of a move."""

    move: _core.Move
    #: As the maker of the book rates it; of two, the higher is the better.
    score: int
    #: Games with this move, won, drawn and lost by whoever played it.
    wins: int
    draws: int
    losses: int
    memo: str
    #: Whether the book wants it played: its maker can switch moves off.
    valid: bool


def position_number(board: _core.Board) -> int:
    """The number by which books name a position, from 0 to 2⁶⁴ - 1.

    >>> from chuhe.board import Board
    >>> position_number(Board())
    7101337512282506414
    """
    return _number(board, mirrored=False)


def _number(board: _core.Board, *, mirrored: bool) -> int:
    placement, turn, *_counters = board.fen().split()
    return key(placement, red_moves=turn == "w", mirrored=mirrored)


class Book:
    """An opening book, open for looking positions up.

    Close it when done with it, or use it in a ``with``.
    """

    #: The file.
    path: str
    #: ``obk`` of 兵河, ``yfk`` of 勇芳 or ``pfbook`` of 鹏飞.
    kind: str

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self._file = connection
        self._steps = 0
        self._index_knows: dict[bool, bool] = {}
        connection.set_progress_handler(self._step, _STEPS_AT_ONCE)
        with self._reading():
            self._table, self.kind, self._columns = self._schema()

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Book:
        """Open the book at a path, for reading only.

        Raises:
            OSError: the file cannot be read.
            RecordError: it is no book: ``book.not_sqlite``, ``book.no_table``,
                ``book.no_columns``; or a damaged one, ``book.damaged``.
        """
        name = os.fspath(path)
        if not stat.S_ISREG(os.stat(name).st_mode):
            raise RecordError("book.not_sqlite")
        with open(name, "rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise RecordError("book.not_sqlite")
        # Immutable: no journal beside it is believed, no lock is taken, nothing is written.
        uri = f"{Path(name).absolute().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            _distrust(connection)
            return cls(name, connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, FAULTS):
                raise _damaged(error) from None
            raise

    def moves(self, board: _core.Board, *, all: bool = False) -> list[BookMove]:
        """The legal moves the book has in a position, the best first.

        A book has a position or its mirror image; both are looked up.

        Args:
            board: the position.
            all: moves that are switched off too.

        Raises:
            RecordError: the file is damaged, or has so many entries and no index
                that looking takes too long (``book.too_long``).
        """
        found: dict[_core.Move, BookMove] = {}
        for entry in self._entries(board)[0]:
            if all or entry.valid:
                found.setdefault(entry.move, entry)
        return sorted(found.values(), key=lambda e: (-e.score, -e.wins, -e.draws, e.losses))

    def count_illegal(self, board: _core.Board) -> int:
        """How many entries of a position are no legal move there.

        Raises:
            RecordError: as `moves`.
        """
        return self._entries(board)[1]

    def __len__(self) -> int:
        """The number of entries: a move of a position each."""
        with self._reading():
            (number,) = self._file.execute(f"SELECT count(*) FROM {self._table}").fetchone()
        return int(number)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _entries(self, board: _core.Board) -> tuple[list[BookMove], int]:
        """The entries that are legal moves, and how many others there are."""
        entries, illegal = [], 0
        numbers = {_number(board, mirrored=mirrored): mirrored for mirrored in (True, False)}
        with self._reading():
            for number, mirrored in sorted(numbers.items(), key=lambda pair: pair[1]):
                for move, *facts, memo, valid in self._rows(number):
                    legal = _legal(board, move, mirrored=mirrored)
                    if legal is None:
                        illegal += 1
                        continue
                    score, wins, draws, losses = map(_whole, facts)
                    wanted = valid is None or _whole(valid) != 0
                    entries.append(BookMove(legal, score, wins, draws, losses, _text(memo), wanted))
        return entries, illegal

    def _rows(self, number: int) -> list[tuple[object, ...]]:
        signed = number - (1 << 64) if number >> 63 else number
        rows = self._rows_of(signed)
        if signed >= 0 or self.kind == "pfbook":
            return rows
        # OBK has numbers above 2⁶³ as the floating numbers of the same bits; some as no number.
        (real,) = struct.unpack("<d", struct.pack("<Q", number))
        if not math.isnan(real):
            rows += self._rows_of(real)
        return rows

    def _rows_of(self, number: float) -> list[tuple[object, ...]]:
        indexed = "" if self._index_serves(number < 0) else "NOT INDEXED"
        sql = f"SELECT vmove, {self._columns} FROM {self._table} {indexed} WHERE vkey = ?"
        return self._file.execute(f"{sql} LIMIT {MOST}", (number,)).fetchall()

    def _index_serves(self, negative: bool) -> bool:
        """Whether the index knows numbers below zero, or others: there are books around in which
        it does not, and those that made them look through the whole table."""
        if negative not in self._index_knows:
            sign = "<" if negative else ">="
            sql = f"SELECT vkey FROM {self._table} NOT INDEXED WHERE vkey {sign} 0 LIMIT 4"
            by_index = f"SELECT 1 FROM {self._table} WHERE vkey = ? LIMIT 1"
            numbers = self._file.execute(sql).fetchall()
            self._index_knows[negative] = all(
                self._file.execute(by_index, n).fetchone() for n in numbers
            )
        return self._index_knows[negative]

    def _schema(self) -> tuple[str, str, str]:
        """The table, the kind of book, and its columns as they are asked for."""
        sql = "SELECT name, rootpage FROM sqlite_master WHERE type = 'table' LIMIT 100"
        # A table without pages is a program's, such as none may call here.
        tables = {_text(name).lower() for name, page in self._file.execute(sql) if page}
        table = next((name for name in TABLES if name in tables), None)
        if table is None:
            raise RecordError("book.no_table", {"tables": ", ".join(sorted(tables)[:10])})
        # The last says whether the values of a column are computed.
        columns = {
            _text(row[1]).lower(): row[6]
            for row in self._file.execute(f"PRAGMA table_xinfo({table})")
        }
        missing = [name for name in ("vkey", "vmove") if columns.get(name) != 0]
        if missing:
            raise RecordError("book.no_columns", {"table": table, "columns": ", ".join(missing)})
        kind = TABLES[table]
        if kind == "obk" and "ltext" in tables:
            kind = "yfk"
        return table, kind, ", ".join(n if columns.get(n) == 0 else "NULL" for n in COLUMNS)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        self._steps = 0
        try:
            yield
        except FAULTS as error:
            if self._steps > STEPS:
                raise RecordError("book.too_long") from None
            raise _damaged(error) from None

    def _step(self) -> bool:
        self._steps += _STEPS_AT_ONCE
        return self._steps > STEPS


def _distrust(connection: sqlite3.Connection) -> None:
    """Allow nothing but reading, whatever stands in the file."""
    connection.text_factory = bytes
    for limit, value in LIMITS.items():
        connection.setlimit(limit, value)
    for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.set_authorizer(_allowed)


def _allowed(action: int, name: str | None, function: str | None, *_where: str | None) -> int:
    allowed = (
        action in (sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT)
        or (action == sqlite3.SQLITE_PRAGMA and name == "table_xinfo")
        or (action == sqlite3.SQLITE_FUNCTION and function == "count")
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _damaged(error: Exception) -> RecordError:
    return RecordError("book.damaged", {"text": str(error)})


def _legal(board: _core.Board, value: object, *, mirrored: bool) -> _core.Move | None:
    """The move of two bytes, from and to: OBK and pfBook have the first above, YFK below.

    Which it is shows in the move: only one of the two begins on a piece of the side to move.
    """
    if not isinstance(value, int) or not 0 <= value < 1 << 16:
        return None
    ends = (_square(value >> 8, mirrored), _square(value & 255, mirrored))
    for start, end in (ends, ends[::-1]):
        if start is not None and end is not None:
            move = _core.Move(start, end)
            if board.is_legal(move):
                return move
    return None


def _square(byte: int, mirrored: bool) -> int | None:
    """The square of a place on a board of 16 by 16, on which Black's left corner is 0x33."""
    row, file = (byte >> 4) - 3, (byte & 15) - 3
    if not (0 <= row < 10 and 0 <= file < 9):
        return None
    return _core.square(8 - file if mirrored else file, 9 - row)


def _whole(value: object) -> int:
    if isinstance(value, float):
        return int(value) if math.isfinite(value) else 0
    return value if isinstance(value, int) else 0


def _text(value: object) -> str:
    if not isinstance(value, bytes):
        return "" if value is None else str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("gb18030", "replace")


add_messages(
    {
        "book.damaged": N_("the opening book is damaged: {text}"),
        "book.no_columns": N_("no opening book: its table {table} has no {columns}"),
        "book.no_table": N_("no opening book: it has no table bhobk or pfBook; it has {tables}"),
        "book.not_sqlite": N_("no opening book: it is not a file of SQLite"),
        "book.too_long": N_("the opening book is too large to look through without an index"),
    }
)
