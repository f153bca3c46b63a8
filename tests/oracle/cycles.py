"""Random repetitions, the same in every run: both sides leave and come back, and like to attack.

Legal moves are the library's, for speed; what is made of them is judged elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import NamedTuple

from tests.oracle import slow
from tests.oracle.walks import ANYWHERE, PALACE, STANDING

import chuhe

#: Elephants and advisors are rarer than what attacks.
LETTERS = "RRRCCCNNNPPAABB"
LENGTHS = (4, 4, 6, 6, 8, 10)
#: How many positions a search for a way back looks at before it gives up.
PATIENCE = 40


class Cycle(NamedTuple):
    """A game that ends with the third occurrence of its first position."""

    fen: str
    moves: tuple[str, ...]


def layouts(rng: random.Random) -> Iterator[chuhe.Board]:
    """Few pieces, in positions that can be played."""
    while True:
        board: slow.Board = {}
        for flip in (False, True):
            for letter in ["K", *rng.sample(LETTERS, rng.randint(1, 6))]:
                point = rng.choice(PALACE if letter == "K" else STANDING.get(letter, ANYWHERE))
                if flip:
                    point = (point[0], 9 - point[1])
                board.setdefault(point, letter.lower() if flip else letter)
        setup = chuhe.Setup(f"{slow.write(board, rng.random() < 0.5)} - - 0 1")
        if not setup.problems():
            yield chuhe.Board(setup.fen())


class Search:
    """One search for a way from a position back to itself, without captures."""

    def __init__(self, rng: random.Random, board: chuhe.Board, length: int) -> None:
        self.rng, self.board, self.length = rng, board.copy(), length
        self.home = slow.read(board.fen())[0]
        self.left = PATIENCE
        #: How much either side cares for attacking, and for moving what is attacked.
        self.greed = {True: rng.choice((0, 3, 8)), False: rng.choice((0, 3, 8))}

    def find(self) -> tuple[str, ...] | None:
        return self.go(dict(self.home), self.length, ())

    def go(self, at: slow.Board, left: int, path: tuple[str, ...]) -> tuple[str, ...] | None:
        if left == 0:
            return path if at == self.home else None
        self.left -= 1
        if self.left < 0:
            return None
        red = self.board.turn is chuhe.RED
        away = sum(self.home.get(p) != piece for p, piece in at.items() if piece.isupper() is red)
        if away > (left + 1) // 2:
            return None
        attacked = {
            target
            for point, piece in at.items()
            if piece.isupper() is not red
            for target in slow.steps(at, point)
        }
        moves = []
        for move in self.board.legal_moves:
            start = (move.from_square % 9, move.from_square // 9)
            target = (move.to_square % 9, move.to_square // 9)
            if target in at:
                continue
            then = slow.after(at, start, target)
            back = self.home.get(target) == at[start] and self.home.get(start) != at[start]
            wish = 50.0 * back if 2 * away > (left - 1) // 2 else 0.0
            if greed := self.greed[red] * self.rng.random():
                touched = sum(point in at for point in slow.steps(then, target))
                wish += greed * (touched + 3 * (start in attacked))
                wish += 2 * greed * self.board.gives_check(move)
            moves.append((wish + self.rng.random(), move, then))
        moves.sort(key=lambda item: -item[0])
        for _, move, then in moves[:5]:
            self.board.push(move)
            found = self.go(then, left - 1, (*path, move.uci()))
            self.board.pop()
            if found is not None:
                return found
        return None


def loops(seed: int) -> Iterator[tuple[chuhe.Board, list[tuple[str, ...]]]]:
    """Positions with some ways back to them."""
    rng = random.Random(seed)
    for board in layouts(rng):
        ways = (Search(rng, board, rng.choice(LENGTHS)).find() for _ in range(4))
        if found := sorted({way for way in ways if way}):
            yield board, found


def cycles(seed: int) -> Iterator[Cycle]:
    """Games that end with a third occurrence, of one loop gone through twice or of two loops."""
    for board, found in loops(seed):
        for first, second in product(found, repeat=2):
            yield Cycle(board.fen(), (*first, *second))


@cache
def source() -> tuple[Iterator[Cycle], list[Cycle]]:
    """All that have been made so far, and where more come from."""
    return cycles(1), []


def some(number: int) -> list[Cycle]:
    """The first so many random repetitions."""
    more, known = source()
    known += islice(more, max(0, number - len(known)))
    return known[:number]
