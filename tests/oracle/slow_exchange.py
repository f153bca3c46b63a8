"""What a side wins by captures and checks if the opponent passes (CXA 2020, clauses 29.1-29.4).

A line is played out: the side captures or checks, the other takes back, answers the check, takes
what the capture has opened to it, or checks and takes; and so on until nobody wants to go on.

Readings, where the text leaves a choice:

* If the opponent passes, what he could have won elsewhere does not count against a capture, unless
  the piece he takes is one that the exchange needs: two hanging pieces do not answer each other.
  Before the ply he has all his answers: stepping back until a capture is safe makes it new (main 8;
  ref 12, 20, 39).
* A general takes part on the point attacked; what it takes elsewhere when an exchange is over is
  its own affair (ref 32).
* Like against like, each able to take the other, is an offer to exchange (兑); no chase comes of it.
* Values (28.x): a rook two of horse and cannon, a horse as a cannon, an advisor as an elephant. How
  many advisors make a horse is not in the text we have; our reading: two. A pawn over the river
  *floats*: won for nothing it is a gain, but a pawn for pieces or pieces for a pawn is none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from . import slow
from .slow_kill import mates
from .slow_play import (
    REMEMBERED,
    Place,
    Point,
    Step,
    captures,
    checked,
    checks,
    counts,
    is_red,
    legal,
    made,
    thaw,
)

VALUE = {"R": 4, "C": 2, "N": 2, "A": 1, "B": 1}
MATE = 100
#: How many plies a line goes on at most, and how many of them may be checks that take nothing.
PLIES, CHECKS = 8, 2
NONE: frozenset[Step] = frozenset()


class Tally(NamedTuple):
    """What a side has won so far, less what it has lost."""

    pieces: int = 0
    pawns: int = 0

    def with_taken(self, piece: str, point: Point, sign: int) -> Tally:
        if piece in "Pp":
            return Tally(self.pieces, self.pawns + sign * counts(piece, point))
        return Tally(self.pieces + sign * VALUE[piece.upper()], self.pawns)

    def worth(self) -> int:
        """A pawn against a piece smaller than a rook makes no gain for either side."""
        if self.pieces * self.pawns < 0 and abs(self.pieces) < VALUE["R"]:
            return 0
        return self.pieces + self.pawns


class Line(NamedTuple):
    """What stays the same while a line is played: whose attack, and captures nobody thinks of."""

    red: bool
    left_out: frozenset[Step] = NONE
    #: A piece that captures nothing more, a point that the opponent does not capture on.
    still: Point | None = None
    #: Where the attacker's general may take.
    general: Point | None = None
    spared: Point | None = None

    def has(self, step: Step, piece: str, own: bool) -> bool:
        left_out = step[0] == self.still if own else step[1] == self.spared
        elsewhere = own and piece in "Kk" and self.general not in (None, step[1])
        return not left_out and not elsewhere and step not in self.left_out


def follow(
    place: Place,
    mover: bool,
    step: Step,
    tally: Tally,
    line: Line,
    plies: int = PLIES,
    free: int = CHECKS,
    low: int = -MATE,
    high: int = MATE,
) -> int:
    """The worth of a move and all that comes of it, for the side that attacks."""
    victim = thaw(place).get(step[1])
    if victim is not None:
        tally = tally.with_taken(victim, step[1], 1 if mover is line.red else -1)
    return settle(made(place, step), not mover, tally, line, plies - 1, free, low, high)


@lru_cache(REMEMBERED)
def settle(
    place: Place, mover: bool, tally: Tally, line: Line, plies: int, free: int, low: int, high: int
) -> int:
    """The worth for the attacker if the side to move does its best, by captures and checks."""
    own = mover is line.red
    if plies == PLIES - 1 and mates(place, mover):
        return -MATE
    if plies <= 0:
        return tally.worth()
    if checked(place, mover):
        best = -MATE if own else MATE
        moves = [(step, free) for step in legal(place, mover)]
    else:
        best = tally.worth()
        takes = captures(place, mover)
        moves = [(step, free) for step in takes if line.has(step, thaw(place)[step[0]], own)]
        if free:
            moves += [(step, free - 1) for step in checks(place, mover) if step not in takes]
    for step, left in moves:
        if own:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
        value = follow(place, mover, step, tally, line, plies, left, low, high)
        best = max(best, value) if own else min(best, value)
    return best


@lru_cache(REMEMBERED)
def offers(place: Place) -> frozenset[Step]:
    """Captures of like by like that the other could make as well: 兑."""
    board = thaw(place)
    return frozenset(
        (start, target)
        for start, piece in place
        if piece not in "KkPp"
        for target in slow.steps(board, start)
        if board.get(target, "").upper() == piece.upper()
        and (start, target) in captures(place, is_red(piece))
        and (target, start) in captures(place, not is_red(piece))
    )


@lru_cache(REMEMBERED)
def hanging(place: Place, red: bool) -> frozenset[Step]:
    """The captures by which a side, were it to move, would win something."""
    return frozenset(
        step for step in captures(place, red) if follow(place, red, step, Tally(), Line(red)) > 0
    )


def gain(place: Place, red: bool, step: Step, answered: bool) -> int:
    """What a capture or check wins for a side to move; the opponent passes or has his answers."""
    if answered:
        board = thaw(place)
        own = frozenset(pair for pair in offers(place) if is_red(board[pair[0]]) is red)
        return follow(place, red, step, Tally(), Line(red, own))
    target = step[1] if step[1] in thaw(place) else None
    line = Line(red, offers(place) | hanging(place, not red), general=target)
    worth = follow(place, red, step, Tally(), line)
    if worth <= 0:
        return worth
    needed = frozenset(
        pair
        for pair in hanging(place, not red)
        if pair[1] != step[0]
        and follow(place, red, step, Tally(), line._replace(still=pair[1])) < worth
    )
    return follow(place, red, step, Tally(), line._replace(left_out=line.left_out - needed))


def evens_out_elsewhere(place: Place, red: bool, step: Step) -> bool:
    """Whether a capture, itself for nothing, opens another piece to an equal one, not to a better.

    "A pinned piece that can only win less than it loses is idle" (main 23): so not one that wins
    as much (ref 27).
    """
    line = Line(red, offers(place) | hanging(place, not red), spared=step[1])
    return (
        thaw(place)[step[1]] not in "Pp"
        and not any(target == step[1] for _, target in captures(made(place, step), not red))
        and follow(place, red, step, Tally(), line) == 0
    )


class Gains(NamedTuple):
    """What a side to move wins: for each capture at once its worth, and the best through checks."""

    direct: dict[Step, int]
    by_checks: int


@lru_cache(REMEMBERED)
def gains(place: Place, red: bool, answered: bool = False) -> Gains:
    board = thaw(place)
    direct = {
        step: gain(place, red, step, answered)
        for step in captures(place, red)
        if counts(board[step[1]], step[1]) and step not in offers(place)
    }
    for step, worth in direct.items():
        if worth == 0 and evens_out_elsewhere(place, red, step):
            direct[step] = 1
    by_checks = [
        gain(place, red, step, answered)
        for step in checks(place, red)
        if step[1] not in board or not counts(board[step[1]], step[1])
    ]
    return Gains(direct, max([0, *by_checks]))
