"""The Asian rules of repetition, written from their text and for no other merit than to be read.

It shares nothing with the library: boards are those of `slow`, every capture and every answer to
it is tried out.
"""

from __future__ import annotations

from itertools import pairwise

from .slow import Board, Point, after, in_check, king_of, legal, read, steps

LETTERS = "abcdefghi"


def points(move: str) -> tuple[Point, Point]:
    """Where a move goes from and to."""
    return (LETTERS.index(move[0]), int(move[1])), (LETTERS.index(move[2]), int(move[3]))


def is_red(piece: str) -> bool:
    return piece.isupper()


def counts(piece: str, point: Point) -> bool:
    """Whether a piece can be chased: no king, no pawn at home."""
    if piece in "Pp":
        return point[1] >= 5 if is_red(piece) else point[1] <= 4
    return piece not in "Kk"


def threatened(board: Board, red: bool, in_a_check: bool) -> set[Point]:
    """Where a side, were it to move, could take something for nothing."""
    found = set()
    for start, target in legal(board, red):
        victim = board.get(target)
        attacker = board[start].upper()
        if victim is None or not counts(victim, target) or attacker in "KP":
            continue
        if attacker == victim.upper() and (target, start) in legal(board, not red):
            continue
        taken = after(board, start, target)
        if in_a_check:
            answered = any(
                target in steps(taken, guard)
                for guard, piece in taken.items()
                if is_red(piece) is not red
            )
        else:
            answered = any(to == target for _, to in legal(taken, not red))
        if not answered or (attacker in "NC" and victim.upper() == "R"):
            found.add(target)
    return found


def pinned_by_horse(board: Board, rook: Point) -> bool:
    """Whether taking the rook off the board lets a horse check its king."""
    piece = board[rook]
    king = king_of(board, is_red(piece))
    horse = "n" if is_red(piece) else "N"
    without = {point: p for point, p in board.items() if point != rook}
    return piece in "Rr" and any(
        king in steps(without, point) and king not in steps(board, point)
        for point, p in board.items()
        if p == horse
    )


class Side:
    """What all plies of one side have in common; everything, before the first."""

    def __init__(self) -> None:
        self.checks = True
        self.chased: set[int] | None = None
        self.pinned: set[int] | None = None

    def add(self, check: bool, chased: set[int], pinned: set[int]) -> None:
        self.checks &= check
        self.chased = chased if self.chased is None else self.chased & chased
        self.pinned = pinned if self.pinned is None else self.pinned & pinned

    def fault(self) -> int:
        """Check, chase of a rook pinned by a horse, chase, nothing."""
        return 3 if self.checks else 2 if self.pinned else 1 if self.chased else 0


def loser(fen: str, moves: list[str]) -> bool | None:
    """Who loses a cycle from the first to the third occurrence: True is Red, None a draw."""
    board, red = read(fen)
    boards = [board]
    for move in moves:
        boards.append(after(boards[-1], *points(move)))
    last = [ply for ply in range(len(boards)) if boards[ply] == boards[-1]]
    last = [ply for ply in last if (len(moves) - ply) % 2 == 0][-3:]
    start = last[0]

    def judged(first: int, end: int) -> bool | None:
        sides = {True: Side(), False: Side()}
        names = {point: n for n, point in enumerate(boards[first])}
        for ply in range(first, end):
            mover = red if ply % 2 == 0 else not red
            old = {names[p] for p in threatened(boards[ply], mover, in_a_check=False)}
            source, target = points(moves[ply])
            names[target] = names.pop(source)
            now = boards[ply + 1]
            check = in_check(now, not mover)
            fresh = {p for p in threatened(now, mover, check) if names[p] not in old}
            pinned = {names[p] for p in fresh if pinned_by_horse(now, p)}
            sides[mover].add(check, {names[p] for p in fresh}, pinned)
        a, b = sides[True].fault(), sides[False].fault()
        return None if a == b else a > b

    whole = judged(start, len(moves))
    loops = [judged(a, b) for a, b in pairwise(last)]
    return whole if all(part == whole for part in loops) else None
