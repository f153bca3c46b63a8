"""Random positions, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.oracle import slow

PALACE = [(file, rank) for file in (3, 4, 5) for rank in (0, 1, 2)]
STANDING = {
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    # Uncrossed pawns are left out: two of them must not share a file.
    "P": [(file, rank) for file in range(9) for rank in range(5, 10)],
}
ANYWHERE = [(file, rank) for file in range(9) for rank in range(10)]


def played(seed: int, length: int = 120) -> Iterator[str]:
    """The positions of one random game; captures are liked, so that boards empty."""
    rng = random.Random(seed)
    board, red = slow.read(slow.START)
    for _ in range(length):
        moves = slow.legal(board, red)
        if not moves:
            return
        captures = [move for move in moves if move[1] in board]
        board = slow.after(
            board, *rng.choice(captures if captures and rng.random() < 0.3 else moves)
        )
        red = not red
        yield f"{slow.write(board, red)} - - 0 1"


def scattered(seed: int) -> Iterator[str]:
    """Positions with pieces thrown on the board: odd pins and screens that games rarely have."""
    rng = random.Random(seed)
    while True:
        board: slow.Board = {}
        for flip in (False, True):
            letters = rng.sample("AABBNNRRCCPPPPP", rng.randint(1, 12))
            for letter in ["K", *letters]:
                places = PALACE if letter == "K" else STANDING.get(letter, ANYWHERE)
                free = [p for p in places if turned(p, flip) not in board]
                if free:
                    board[turned(rng.choice(free), flip)] = letter.lower() if flip else letter
        red = rng.random() < 0.5
        if not slow.kings_face(board) and not slow.in_check(board, not red):
            yield f"{slow.write(board, red)} - - 0 1"


def turned(point: slow.Point, flip: bool) -> slow.Point:
    return (point[0], 9 - point[1]) if flip else point
