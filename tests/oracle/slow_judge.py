"""Who loses a repetition, under every rule book, written from the texts to be read.

It shares nothing with the library: boards are those of `slow`, acts those of `slow_direct` and
`slow_acts`, every capture and every answer is tried out. Sides are True for Red, False for Black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .slow import read
from .slow_acts import Act, Reply, act
from .slow_direct import checkers, pinned_by_horse, threatened
from .slow_play import Place, Step, checked, freeze, made, points, thaw

BOOKS = ("axf", "wxf", "engine", "count", "club", "cxa-2020")
CHINESE = ("club", "cxa-2020")


class Ply(NamedTuple):
    """A ply of a repetition: who played what where."""

    before: Place
    red: bool
    step: Step

    @property
    def after(self) -> Place:
        return made(self.before, self.step)

    @property
    def check(self) -> bool:
        return checked(self.after, not self.red)


def plies(fen: str, moves: Sequence[str]) -> list[Ply]:
    board, red = read(fen)
    place, found = freeze(board), []
    for move in moves:
        found.append(Ply(place, red, points(move)))
        place, red = found[-1].after, not red
    return found


def occurrences(game: Sequence[Ply]) -> list[int]:
    """After how many plies the position at the end stood, the end included."""
    end, red = game[-1].after, not game[-1].red
    return [n for n, ply in enumerate(game) if (ply.before, ply.red) == (end, red)] + [len(game)]


def loser(fen: str, moves: Sequence[str], book: str) -> bool | None:
    """Who loses at the third occurrence of the position after the moves; None is a draw."""
    game = plies(fen, moves)
    times = occurrences(game)[-3:]
    whole = game[times[0] :]
    if book in CHINESE:
        acts = [(ply.red, a) for ply, a in zip(whole, classes(whole), strict=True)]
        sides = {side: [a for mover, a in acts if mover is side] for side in (True, False)}
        return club(sides) if book == "club" else cxa(sides)
    if book == "count":
        return None
    if book == "engine":
        return engine(whole)
    # Every loop by itself has to say the same as the whole (D80).
    verdict = asian(whole)
    loops = [asian(game[a:b]) for a, b in pairwise(times)]
    return verdict if all(part == verdict for part in loops) else None


# ---------------------------------------------------------------- by captures


class Chases(NamedTuple):
    """What every ply of a side chases anew, as piece numbers; rooks pinned by a horse apart."""

    chased: frozenset[int]
    pinned: frozenset[int]


def numbered(cycle: Sequence[Ply]) -> Iterator[tuple[Ply, dict[tuple[int, int], int]]]:
    """Each ply with the number of the piece on every point after it."""
    names = {point: n for n, point in enumerate(thaw(cycle[0].before))}
    for ply in cycle:
        start, target = ply.step
        names[target] = names.pop(start)
        yield ply, dict(names)


def chases(cycle: Sequence[Ply], side: bool, book: str) -> Chases:
    chased: list[frozenset[int]] = []
    pinned: list[frozenset[int]] = []
    for ply, names in numbered(cycle):
        if ply.red is side:
            # The mover's own ply moves none of what it attacks, so points tell the same pieces.
            new = threatened(ply.after, side, book) - threatened(ply.before, side, book)
            chased.append(frozenset(names[point] for point in new))
            pinned.append(frozenset(names[p] for p in new if pinned_by_horse(ply.after, p)))
    return Chases(frozenset.intersection(*chased), frozenset.intersection(*pinned))


def heavier(red: int, black: int) -> bool | None:
    """The side with the heavier fault loses."""
    return None if red == black else red > black


def asian(cycle: Sequence[Ply]) -> bool | None:
    """AXF, WXF: perpetual check, then chase of a rook pinned by a horse, then any other chase."""

    def fault(side: bool) -> int:
        if all(ply.check for ply in cycle if ply.red is side):
            return 3
        found = chases(cycle, side, "axf")
        return 2 if found.pinned else 1 if found.chased else 0

    return heavier(fault(True), fault(False))


def engine(cycle: Sequence[Ply]) -> bool | None:
    """All checks lose; else any check in the window is a draw; else the chase of one piece."""
    always = [all(ply.check for ply in cycle if ply.red is side) for side in (True, False)]
    if any(always):
        return heavier(*always)
    if any(ply.check for ply in cycle):
        return None
    return heavier(*(bool(chases(cycle, side, "engine").chased) for side in (True, False)))


# ---------------------------------------------------------------- by play


def classes(cycle: Sequence[Ply]) -> list[Act]:
    """The class of each ply of a repetition; before its first ply came its last."""
    lasts = [Reply(ply.before, ply.step) for ply in (cycle[-1], *cycle[:-1])]
    return [act(*ply, last) for ply, last in zip(cycle, lasts, strict=True)]


def cxa(sides: dict[bool, list[Act]]) -> bool | None:
    """The two-sided table of 2020: a side all of whose plies are 将, 杀 or 捉 must change."""
    forbidden = {side: all(a.forbidden for a in acts) for side, acts in sides.items()}
    if not all(forbidden.values()):
        return heavier(forbidden[True], forbidden[False])
    checking = {side: all(a.kind == "将" for a in acts) for side, acts in sides.items()}
    if checking[True] != checking[False]:
        return checking[True]
    # A joint chase, or one of an under-rooted piece, is the lesser breach.
    joint = {side: any(a.joint for a in acts) for side, acts in sides.items()}
    return heavier(joint[False], joint[True])


def club(sides: dict[bool, list[Act]]) -> bool | None:
    """长捉, 长将, 长杀 or 一将一杀, and nothing else, is forbidden; both sides forbidden: a draw."""

    def forbidden(acts: list[Act]) -> bool:
        kinds = {a.kind for a in acts}
        return kinds == {"捉"} or kinds <= {"将", "杀"}

    return heavier(forbidden(sides[True]), forbidden(sides[False]))


# ---------------------------------------------------------------- by number


def counted_out(fen: str, moves: Sequence[str], most: Sequence[int] = (6, 12, 18)) -> int | None:
    """`count`: after how many plies somebody has checked once too often in a row.

    6 times with one piece, 12 with two, 18 with three or more. Our reading: a check is given by
    the pieces that attack the king after the ply.
    """
    series: dict[bool, list[frozenset[int]]] = {True: [], False: []}
    game = plies(fen, moves)
    for n, (ply, names) in enumerate(numbered(game), 1):
        run = series[ply.red]
        if not ply.check:
            run.clear()
            continue
        run.append(frozenset(names[point] for point in checkers(ply.after, not ply.red)))
        pieces = len(frozenset.union(*run))
        if len(run) > most[min(pieces, len(most)) - 1]:
            return n
    return None
