"""Moves of Chinese checkers, written from the rule text with cube coordinates and sets.

It shares nothing with the crate but the names of the points and the numbers of the cells (by
rows from the north).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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


def camp_of(cell: int, size: int) -> set[str]:
    """The camps that a cell lies in: ten cells, or fifteen with the five of the border row."""
    x, y, z = CELLS[cell]
    depths = {"S": z, "SW": -x, "NW": y, "N": -z, "NE": x, "SE": -y}
    points = list(depths)
    return {
        point
        for n, point in enumerate(points)
        if depths[point] >= (4 if size == 15 else 5)
        and depths[points[(n + 1) % 6]] <= 4
        and depths[points[n - 1]] <= 4
    }


def _chains(start: int, taken: set[Cube], rules: Any, may_land: Any) -> set[Cube]:
    """Where hops lead; `may_land` says where a hop may touch down."""
    longest = 1 if rules.hop == "adjacent" else 8
    spans = [range(1, longest + 1)]
    if not rules.mixed:
        spans = [range(n, n + 1) for n in range(1, longest + 1)]
    found: set[Cube] = set()
    for span in spans:
        seen, waiting = {CELLS[start]}, [CELLS[start]]
        while waiting:
            at = waiting.pop()
            for way in WAYS:
                for far in span:
                    line = [_beyond(at, way, n) for n in range(1, 2 * far + 1)]
                    landing = line.pop()
                    over = [cube for cube in line if cube in taken]
                    if landing not in NUMBER or over != [_beyond(at, way, far)]:
                        continue
                    if landing in taken or landing in seen or not may_land(NUMBER[landing]):
                        continue
                    seen.add(landing)
                    waiting.append(landing)
        found |= seen - {CELLS[start]}
    return found


def moves_by_rules(
    pieces: dict[str, list[int]], seat: str, rules: Any, camp: int
) -> set[tuple[int, int]]:
    """All moves of a seat under the fields of `chuhe.tiaoqi.Rules` that say where pieces go."""
    target = OPPOSITE[seat]
    everybody = {cell for cells in pieces.values() for cell in cells}
    squatters = {c for c in pieces.get(target, []) if target in camp_of(c, camp)}
    goal = {c for c in range(121) if target in camp_of(c, camp)}

    def foreign(cell: int) -> bool:
        return point_of(cell) not in (None, seat, target)

    def touches(cell: int) -> bool:
        return rules.stop != "no_entry" or not foreign(cell)

    found = set()
    for cell in pieces[seat]:
        others = {CELLS[c] for c in everybody - {cell}}
        ghost = others | ({CELLS[cell]} if rules.start_occupied else set())
        ends = _chains(cell, ghost, rules, touches)
        ends |= {c for way in WAYS if (c := _beyond(CELLS[cell], way, 1)) not in others}
        for end in (NUMBER[cube] for cube in ends if cube in NUMBER):
            if rules.stop != "free" and foreign(end):
                continue
            stays = rules.stop in ("no_stop_no_leave", "no_entry")
            if stays and target in camp_of(cell, camp) and target not in camp_of(end, camp):
                continue
            home = seat in camp_of(end, camp) and seat not in camp_of(cell, camp)
            if home and not rules.return_home:
                continue
            found.add((cell, end))
        rest = goal - set(pieces[seat]) - squatters
        if rules.swap and squatters and not rest and cell not in goal:
            for other in squatters:
                free = ghost - {CELLS[other]}
                near = any(_beyond(CELLS[cell], way, 1) == CELLS[other] for way in WAYS)
                if near or CELLS[other] in _chains(cell, free, rules, touches):
                    found.add((cell, other))
    return found
