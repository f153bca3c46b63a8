"""The class of a ply under the Chinese rules: 将, 杀, 捉, or 闲 for all the rest."""

from __future__ import annotations

from typing import NamedTuple

from . import slow
from .slow_exchange import MATE, VALUE, Gains, gains
from .slow_kill import threatens
from .slow_play import Place, Point, Step, captures, checked, made, thaw


class Act(NamedTuple):
    """What a ply does; a chase is single (捉车, 捉无根) or joint (联合捉, 捉少根)."""

    kind: str
    joint: bool = False

    @property
    def forbidden(self) -> bool:
        return self.kind != "闲"


IDLE = Act("闲")


class Reply(NamedTuple):
    """The opponent's last move, and where it was made."""

    place: Place
    step: Step


def act(place: Place, red: bool, step: Step, last: Reply | None = None) -> Act:
    """The class of a ply, the heavier one if it has several."""
    then = made(place, step)
    if checked(then, not red):
        return Act("将")
    # Evading a check with the general is idle whatever comes of it (main 13, 17).
    if checked(place, red) and thaw(place)[step[0]] in "Kk":
        return IDLE
    if threatens(place, then, red):
        return Act("杀")
    return chase(place, then, red, step, last)


def chase(before: Place, then: Place, red: bool, step: Step, last: Reply | None) -> Act:
    """The chase of a ply: what it wins and could not have won instead of this ply."""
    old, new = gains(before, red, answered=True), gains(then, red)
    stood = standing(before, red) if checked(before, red) else frozenset()
    board = thaw(then)
    fresh = [
        taking
        for taking, worth in new.direct.items()
        if worth > best_on(before, old, taking[1])
        and board[taking[0]] not in "KkPp"
        and taking not in stood
        and not (taking[0] == step[1] and (step[0], taking[1]) in stood)
        and not left_hanging(before, red, taking[1], worth, last)
    ]
    if any(not is_joint(then, red, taking) for taking in fresh):
        return Act("捉")
    stands = [worth for taking, worth in new.direct.items() if taking not in fresh]
    # A mate that was there is another thing than a piece to be won.
    known = [w for w in (old.by_checks, *stands, *old.direct.values()) if w < MATE]
    through = MATE > new.by_checks > max([0, *known]) and not checked(before, red)
    return Act("捉", joint=True) if fresh or through else IDLE


def left_hanging(before: Place, red: bool, victim: Point, worth: int, last: Reply | None) -> bool:
    """Whether the opponent's own move has made the threat (ref 21, 22, 37)."""
    if last is None or best_on(before, gains(before, red), victim) < worth:
        return False
    earlier = last.step[0] if victim == last.step[1] else victim
    return best_on(last.place, gains(last.place, red), earlier) < worth


def standing(place: Place, red: bool) -> frozenset[Step]:
    """The captures of a side in check that the check alone forbids it: they are nothing new."""
    board = thaw(place)
    return frozenset(
        (start, target)
        for start, piece in place
        if piece.isupper() is red
        for target in slow.steps(board, start)
        if target in board
    )


def best_on(place: Place, old: Gains, square: Point) -> int:
    """The most that is won on a point; what general and pawns win by themselves is no chase."""
    board = thaw(place)
    return max(
        [0]
        + [
            worth
            for step, worth in old.direct.items()
            if step[1] == square and board[step[0]] not in "KkPp"
        ]
    )


def is_joint(place: Place, red: bool, step: Step) -> bool:
    """Whether the victim has a root and is no more than its captor: only an exchange wins it."""
    board = thaw(place)
    captor, victim = (board[point].upper() for point in step)
    taken_back = any(target == step[1] for _, target in captures(made(place, step), not red))
    return taken_back and VALUE.get(captor, 0) >= VALUE.get(victim, 0)
