"""What a side could take for nothing, by the Asian and World rules and the rule of engine matches.

Each capture and each answer is tried out. A check that stands already is left aside: an attack that
stood before a check and stands again when it is answered is nothing new, and whether a guard can
take back is asked apart from a check that has to be answered first. A check that the capture
itself brings about does count.
"""

from __future__ import annotations

from functools import lru_cache

from . import slow
from .slow_play import REMEMBERED, Place, Point, Step, counts, freeze, is_red, made, thaw

#: Who chases what although it is rooted.
ABOVE = {
    "axf": {"R": "NC"},
    "engine": {"R": "NCAB", "N": "AB", "C": "AB"},
}


@lru_cache(REMEMBERED)
def checkers(place: Place, red: bool) -> frozenset[Point]:
    """Who attacks a side's king; the other king if they face."""
    board = thaw(place)
    king = slow.king_of(board, red)
    found = {
        point
        for point, piece in place
        if is_red(piece) is not red and king in slow.steps(board, point)
    }
    return frozenset(found | ({slow.king_of(board, not red)} if slow.kings_face(board) else set()))


def reaches(place: Place, red: bool, old: frozenset[Point]) -> list[Step]:
    """The captures of a side that leave its king in no check that is not of old."""
    board = thaw(place)
    return [
        (start, target)
        for start, piece in place
        if is_red(piece) is red
        for target in slow.steps(board, start)
        if target in board and board[target] not in "Kk"
        if checkers(made(place, (start, target)), red) <= old
    ]


@lru_cache(REMEMBERED)
def threatened(place: Place, red: bool, book: str) -> frozenset[Point]:
    """Where a side, were it to move, could take something for nothing."""
    board = thaw(place)
    own, others = checkers(place, red), checkers(place, not red)
    back = set(reaches(place, not red, others))
    found = set()
    for start, target in reaches(place, red, own):
        attacker, victim = board[start].upper(), board[target].upper()
        if attacker in "KP" or not counts(board[target], target):
            continue
        if attacker == victim and (target, start) in back:
            continue
        taken = made(place, (start, target))
        rooted = any(to == target for _, to in reaches(taken, not red, others))
        if not rooted or attacker in ABOVE[book].get(victim, ""):
            found.add(target)
    return frozenset(found)


def pinned_by_horse(place: Place, rook: Point) -> bool:
    """Whether taking the rook off the board lets a horse check its king."""
    board = thaw(place)
    piece = board[rook]
    horse = "n" if is_red(piece) else "N"
    without = freeze({point: p for point, p in place if point != rook})
    fresh = checkers(without, is_red(piece)) - checkers(place, is_red(piece))
    return piece in "Rr" and any(board[point] == horse for point in fresh)
