"""How games end, written from the text of docs/rules and for no other merit than that.

It shares nothing with the library: moves and checks are those of ``slow``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle import slow
from tests.oracle.slow import Board


class End(NamedTuple):
    """Who won ("red", "black" or None), how, and after how many plies."""

    winner: str | None
    termination: str
    ply: int


class Book(NamedTuple):
    """The rules of a book that are not the same in all."""

    rounds: int
    checks: int | None
    automatic: bool


BOOKS = {
    "club": Book(60, None, False),
    "wxf": Book(50, 10, False),
    "engine": Book(60, 10, True),
}


def first_end(
    board: Board, red: bool, moves: Sequence[str], book: Book
) -> tuple[End | None, int | None]:
    """The first end that needs no claim, and the first ply at which a draw may be claimed."""
    claim = None
    # Since the last capture: the positions, and for each ply who moved and whether it checked.
    positions = [(frozenset(board.items()), red)]
    acts: list[tuple[bool, bool]] = []
    for ply in range(len(moves) + 1):
        if ply:
            start, target = points(moves[ply - 1])
            capture = target in board
            board = slow.after(board, start, target)
            if capture:
                positions, acts = [], []
            else:
                acts.append((red, slow.in_check(board, not red)))
            red = not red
            positions.append((frozenset(board.items()), red))
        end = ending(board, red, positions, acts, book)
        if end:
            return End(*end, ply), claim
        whole = not book.automatic and len(acts) >= 2 * book.rounds
        if claim is None and whole:
            made = max(rounds(acts, True, book), rounds(acts, False, book))
            claim = ply if made >= book.rounds else None
    return None, claim


def ending(
    board: Board,
    red: bool,
    positions: list[tuple[frozenset[tuple[slow.Point, str]], bool]],
    acts: list[tuple[bool, bool]],
    book: Book,
) -> tuple[str | None, str] | None:
    waiting = "black" if red else "red"
    if not slow.legal(board, red):
        return waiting, "checkmate" if slow.in_check(board, red) else "stalemate"
    if positions.count(positions[-1]) == 3:
        cycle = acts[positions.index(positions[-1]) :]
        always = {
            side: all(check for mover, check in cycle if mover is side) for side in (True, False)
        }
        if always[True] and not always[False]:
            return "black", "perpetual_check"
        if always[False] and not always[True]:
            return "red", "perpetual_check"
        return None, "repetition"
    if book.automatic and rounds(acts, True, book) + rounds(acts, False, book) >= 2 * book.rounds:
        return None, "natural_limit"
    if not set("RNCP") & {letter.upper() for letter in board.values()}:
        return None, "dead_position"
    return None


def rounds(acts: list[tuple[bool, bool]], side: bool, book: Book) -> int:
    """A side's moves since the last capture, without its checks above the number that counts."""
    own = [check for mover, check in acts if mover is side]
    surplus = 0 if book.checks is None else max(0, sum(own) - book.checks)
    return len(own) - surplus


def points(move: str) -> tuple[slow.Point, slow.Point]:
    start, target = move[:2], move[2:]
    return ("abcdefghi".index(start[0]), int(start[1])), (
        "abcdefghi".index(target[0]),
        int(target[1]),
    )
