"""Positions one can look things up by, and the captures and checks in them.

On `slow`'s moves; nothing of the library. All is remembered, because the judges ask again and
again about the same few positions of a cycle.
"""

from __future__ import annotations

from functools import lru_cache

from . import slow
from .slow import Board, Point

Place = frozenset[tuple[Point, str]]
Step = tuple[Point, Point]
LETTERS = "abcdefghi"
REMEMBERED = 200_000


def points(move: str) -> Step:
    """Where a move goes from and to."""
    return (LETTERS.index(move[0]), int(move[1])), (LETTERS.index(move[2]), int(move[3]))


def freeze(board: Board) -> Place:
    return frozenset(board.items())


@lru_cache(REMEMBERED)
def thaw(place: Place) -> Board:
    """The board of a place, to be read only."""
    return dict(place)


def made(place: Place, step: Step) -> Place:
    return freeze(slow.after(thaw(place), *step))


def is_red(piece: str) -> bool:
    return piece.isupper()


@lru_cache(REMEMBERED)
def checked(place: Place, red: bool) -> bool:
    return slow.in_check(thaw(place), red)


@lru_cache(REMEMBERED)
def legal(place: Place, red: bool) -> tuple[Step, ...]:
    return tuple(sorted(slow.legal(thaw(place), red)))


@lru_cache(REMEMBERED)
def captures(place: Place, red: bool) -> tuple[Step, ...]:
    """The legal captures of a side, were it to move."""
    board = thaw(place)
    return tuple(
        sorted(
            (start, target)
            for start, piece in place
            if is_red(piece) is red
            for target in slow.steps(board, start)
            if target in board and board[target] not in "Kk"
            if not checked(made(place, (start, target)), red)
        )
    )


@lru_cache(REMEMBERED)
def checks(place: Place, red: bool) -> tuple[Step, ...]:
    """The legal moves of a side that give check."""
    board = thaw(place)
    found = []
    for start, piece in place:
        if is_red(piece) is not red:
            continue
        for target in slow.steps(board, start):
            if board.get(target, "") in ("K", "k"):
                continue
            then = made(place, (start, target))
            if checked(then, not red) and not checked(then, red):
                found.append((start, target))
    return tuple(sorted(found))


def counts(piece: str, point: Point) -> bool:
    """Whether a piece is material that can be chased: no king, no pawn that has not crossed."""
    if piece in "Pp":
        return point[1] >= 5 if is_red(piece) else point[1] <= 4
    return piece not in "Kk"
