"""Moves of Chinese checkers, written from the rule text with cube coordinates and sets.

It shares nothing with the crate but the names of the points and the numbers of the cells (by
rows from the north).
"""

from __future__ import annotations

from collections.abc import Iterable

Cube = tuple[int, int, int]

ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
WAYS: tuple[Cube, ...] = tuple(
    (a, b, -a - b) for a in (-1, 0, 1) for b in (-1, 0, 1) if abs(a + b) < 2 and (a, b) != (0, 0)
)
OPPOSITE = {"S": "N", "N": "S", "SW": "NE", "NE": "SW", "NW": "SE", "SE": "NW"}


def _on_board(x: int, y: int, z: int) -> bool:
    """The star is two triangles laid over each other."""
    return max(x, y, z) <= 4 or min(x, y, z) >= -4


CELLS: list[Cube] = [
    (x, -x - z, z) for z in range(-8, 9) for x in range(-8, 9) if _on_board(x, -x - z, z)
]
NUMBER = {cube: number for number, cube in enumerate(CELLS)}


def point_of(cell: int) -> str | None:
    """The point of the star in which a cell lies; None in the middle."""
    x, y, z = CELLS[cell]
    marks = {"N": -z, "S": z, "NE": x, "SW": -x, "NW": y, "SE": -y}
    return next((point for point, depth in marks.items() if depth >= 5), None)


def _beyond(cube: Cube, way: Cube, steps: int) -> Cube:
    return (cube[0] + steps * way[0], cube[1] + steps * way[1], cube[2] + steps * way[2])


def _hop(cube: Cube, way: Cube, taken: set[Cube], hop: str) -> Cube | None:
    for pivot in range(1, 2 if hop == "adjacent" else 9):
        landing = _beyond(cube, way, 2 * pivot)
        if landing not in NUMBER:
            return None
        between = [_beyond(cube, way, step) for step in range(1, 2 * pivot)]
        if [c for c in between if c in taken] == [_beyond(cube, way, pivot)] and (
            landing not in taken
        ):
            return landing
    return None


def targets(cell: int, taken: Iterable[int], hop: str) -> set[int]:
    """Where a piece may go by the hop rule alone, free to stop anywhere."""
    start = CELLS[cell]
    others = {CELLS[other] for other in taken} - {start}
    steps = {c for way in WAYS if (c := _beyond(start, way, 1)) in NUMBER and c not in others}
    reached: set[Cube] = set()
    waiting = [start]
    while waiting:
        at = waiting.pop()
        # Several pivots may serve in one direction only one at a time: the only piece between.
        for way in WAYS:
            landing = _hop(at, way, others, hop)
            if landing is not None and landing not in reached:
                reached.add(landing)
                waiting.append(landing)
    return {NUMBER[c] for c in (steps | reached) - {start}}


def moves(pieces: dict[str, list[int]], seat: str, hop: str, stop: str) -> set[tuple[int, int]]:
    """All moves of a seat under a hop and a stop rule."""
    taken = [cell for cells in pieces.values() for cell in cells]
    own, target = seat, OPPOSITE[seat]
    found = set()
    for cell in pieces[seat]:
        for to in targets(cell, taken, hop):
            if stop != "free" and point_of(to) not in (None, own, target):
                continue
            leaves = point_of(cell) == target and point_of(to) != target
            if stop == "no_stop_no_leave" and leaves:
                continue
            found.add((cell, to))
    return found
