"""A book of openings of one engine's own, out of which it plays until the book ends.

>>> from chuhe import Board
>>> import tempfile, random
>>> path = tempfile.mkdtemp() + "/games.pgn"
>>> with open(path, "w", encoding="utf-8") as file:
...     _ = file.write("1. 炮二平五 马8进7 *")
>>> book = OwnBook(path)
>>> book.move(Board(), random.Random(1)).uci()
'h2e2'
"""

from __future__ import annotations

import os
import random
import threading
from collections import Counter

from chuhe._core import Move
from chuhe.board import Board
from chuhe.errors import RecordError, add_messages
from chuhe.i18n import N_
from chuhe.records import read
from chuhe.records.book import Book, position_number

__all__ = ["OwnBook", "is_book"]

#: So many plies of a recorded game are taken for opening.
_PLIES_OF_GAMES = 40

add_messages({"match.no_book": N_("there are no opening moves in the file '{file}'")})


def is_book(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a book of a program, not one of games.

    Raises:
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


class OwnBook:
    """A book that several games may look into at once.

    Args:
        path: a book of OBK, YFK or pfBook; or a file of games in any format, which count as often
            as they have a move.
        plies: the first moves of a game, both sides counted, for which it is used; None: all.

    Raises:
        OSError: the file cannot be read.
        RecordError: it is no book and holds no games.
    """

    def __init__(self, path: str | os.PathLike[str], plies: int | None = None) -> None:
        self._plies = plies
        self._lock = threading.Lock()
        self._games: dict[int, Counter[str]] = {}
        self._book = Book.open(path) if is_book(path) else None
        if self._book is None:
            self._gather(path)

    def move(self, board: Board, numbers: random.Random) -> Move | None:
        """A move of the book, by chance, the likelier the better it is rated; None without one.

        Moves that are rated at nothing or less are played only if there are no others.
        """
        if self._plies is not None and len(board.move_stack) >= self._plies:
            return None
        known = self._known(board)
        good = [(move, weight) for move, weight in known if weight > 0]
        if good:
            moves, weights = zip(*good, strict=True)
            chosen: Move = numbers.choices(moves, weights)[0]
            return chosen
        return numbers.choice(known)[0] if known else None

    def close(self) -> None:
        """Close the file."""
        if self._book is not None:
            with self._lock:
                self._book.close()

    def _known(self, board: Board) -> list[tuple[Move, int]]:
        if self._book is not None:
            with self._lock:
                return [(entry.move, entry.score) for entry in self._book.moves(board)]
        known = []
        for text, count in sorted(self._games.get(position_number(board), {}).items()):
            move = Move.from_uci(text)
            if board.is_legal(move):
                known.append((move, count))
        return known

    def _gather(self, path: str | os.PathLike[str]) -> None:
        for game in read(path):
            if not game.is_playable:
                continue
            board = Board(game.start_fen)
            for text in game.uci_moves[:_PLIES_OF_GAMES]:
                self._games.setdefault(position_number(board), Counter())[text] += 1
                board.push_uci(text)
        if not self._games:
            raise RecordError("match.no_book", {"file": os.fspath(path)})
