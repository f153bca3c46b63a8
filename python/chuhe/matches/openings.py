"""Which openings the games begin with.

>>> usual = builtin()
>>> len(usual), usual[0].text()
(303, 'h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5')
>>> order = shuffled(len(usual), seed=3)
>>> sorted(order) == list(range(len(usual))), order == shuffled(len(usual), seed=3)
(True, True)
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from chuhe.board import START_FEN, Board
from chuhe.engines import BuiltinEngine, Limit
from chuhe.errors import ChuheError, RecordError, add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_
from chuhe.matches.books import OwnBook
from chuhe.records import read

__all__ = ["Opening", "builtin", "digest", "from_book", "from_file", "randomly", "shuffled"]

#: A random opening is taken if our engine, looking so deep, gives neither side more than this.
_DEPTH, _EVEN = 8, 80

add_messages(
    {
        "match.no_opening": N_("no game of the file '{file}' can be an opening: {reason}"),
    }
)


class Opening(NamedTuple):
    """Where a game begins, and the moves that are made for the engines."""

    fen: str = START_FEN
    moves: tuple[str, ...] = ()

    def text(self) -> str:
        """Its moves as they are played."""
        return " ".join(self.moves)

    def board(self) -> Board:
        """The board the engines begin on."""
        board = Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board


def builtin(plies: int | None = None) -> list[Opening]:
    """The openings that come with Chuhe, the most usual first.

    Args:
        plies: only so many moves of them; what is the same then comes once.

    >>> [opening.text() for opening in builtin(1)][:2]
    ['h2e2', 'c3c4']
    """
    source = files("chuhe.matches").joinpath("openings.txt").read_text(encoding="utf-8")
    lines = (line for line in source.splitlines() if line and not line.startswith("#"))
    return _distinct(Opening(START_FEN, tuple(line.split()[:plies])) for line in lines)


def from_file(path: str | os.PathLike[str], plies: int | None = None) -> list[Opening]:
    """The openings of a file of games or positions, in any format.

    Args:
        path: the file.
        plies: only so many moves of each game; all if left out. Variations are openings too if
            they have as many.

    Games that cannot be played, and ones that are over by then, are left out.

    Raises:
        OSError: the file cannot be read.
        RecordError: there is no opening in it.
    """
    found: list[Opening] = []
    problem = ""
    for game in read(path):
        if not game.is_playable:
            problem = problem or next((str(p) for p in game.problems), "")
            continue
        for moves in _ways(game, plies):
            opening = Opening(game.start_fen, moves)
            try:
                if opening.board().outcome() is None:
                    found.append(opening)
            except ChuheError as error:
                problem = problem or str(error)
    if not found:
        facts = {"file": os.fspath(path), "reason": problem or "-"}
        raise RecordError("match.no_opening", facts)
    return _distinct(found)


def _ways(game: Game, plies: int | None) -> Iterator[tuple[str, ...]]:
    """The first moves of a game, and those of its variations that go as far."""
    yield tuple(game.uci_moves[:plies])
    if plies is None or not game.count_variations():
        return
    ahead: list[tuple[Node, tuple[str, ...]]] = [(game.root, ())]
    while ahead:
        node, moves = ahead.pop()
        if len(moves) == plies:
            yield moves
            continue
        ahead.extend(
            (child, (*moves, child.move.uci()))
            for child in reversed(node.variations)
            if child.move is not None
        )


def from_book(
    path: str | os.PathLike[str],
    count: int,
    plies: int,
    seed: int,
    before: Sequence[Opening] = (),
) -> list[Opening]:
    """So many different openings that a book of OBK, YFK or pfBook leads to, or all found.

    Args:
        path: the book.
        count: how many.
        plies: moves of each, both sides counted; fewer where the book ends.
        seed: decides which: a move is the likelier, the better the book rates it.
        before: openings found before, with which the list begins.

    Raises:
        OSError: the file cannot be read.
        RecordError: it is no book, or knows no opening.
    """
    book, numbers = OwnBook(path, plies), random.Random(seed + 1_000_003 * len(before))
    found = dict.fromkeys(before)
    for _try in range(20 * count):
        if len(found) >= count:
            break
        board = Board()
        while (move := book.move(board, numbers)) is not None:
            board.push(move)
        if board.move_stack and board.outcome() is None:
            found[Opening(START_FEN, tuple(m.uci() for m in board.move_stack))] = None
    book.close()
    if not found:
        raise RecordError("match.no_opening", {"file": os.fspath(path), "reason": "-"})
    return list(found)


def randomly(count: int, plies: int, seed: int, before: Sequence[Opening] = ()) -> list[Opening]:
    """So many different openings of random moves that our engine thinks about even.

    Args:
        count: how many.
        plies: moves of each, both sides counted.
        seed: decides which.
        before: openings found before, with which the list begins.

    >>> [len(opening.moves) for opening in randomly(2, plies=4, seed=1)]
    [4, 4]
    """
    numbers = random.Random(seed + 1_000_003 * len(before))
    found = dict.fromkeys(before)
    with BuiltinEngine() as judge:
        for _try in range(1000 * count):
            if len(found) == count:
                break
            board = Board()
            for _ply in range(plies):
                if moves := list(board.legal_moves):
                    board.push(numbers.choice(moves))
            value = judge.analyse(board, Limit(depth=_DEPTH))
            if value and abs(value[0].score.value()) <= _EVEN:
                found[Opening(START_FEN, tuple(m.uci() for m in board.move_stack))] = None
    return list(found)


def shuffled(count: int, seed: int) -> list[int]:
    """The numbers below ``count`` in an order that only the seed decides."""
    order = list(range(count))
    random.Random(seed).shuffle(order)
    return order


def digest(openings: Sequence[Opening]) -> str:
    """What tells one list of openings from another."""
    text = "\n".join(f"{opening.fen}|{opening.text()}" for opening in openings)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _distinct(openings: Iterable[Opening]) -> list[Opening]:
    return list(dict.fromkeys(openings))
