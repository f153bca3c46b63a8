"""Where games begin: from the opening, and where a repetition is near."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.oracle import cycles, slow
from tests.oracle.walks import ANYWHERE, PALACE, STANDING

import chuhe
from chuhe.board import START_FEN

DATA = Path(__file__).parents[1] / "data"
#: What games begin with, by weight.
KINDS = {"opening": 4, "endgame": 2, "loop": 2, "case": 2}


class Start(NamedTuple):
    """A position and the moves that led to it."""

    kind: str
    fen: str
    moves: tuple[str, ...]


def table(path: Path) -> list[list[str]]:
    """The lines of a file of columns."""
    lines = path.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


class Starts:
    """Chooses starts; the same ones for the same numbers.

    Args:
        loops: how many random repetitions to choose from.
    """

    def __init__(self, loops: int) -> None:
        self.loops = [(board.fen(), found) for board, found in islice(cycles.loops(5), loops)]
        known = table(DATA / "repetition" / "cases.tsv")
        self.cases = [
            (fen, tuple(moves.split()))
            for _, fen, moves, *_ in known
            if not chuhe.Setup(fen).problems()
        ]
        self.material = [(one, other) for one, other, _ in table(DATA / "endgame_material.tsv")]

    def choose(self, rng: random.Random) -> Start:
        """Some start."""
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        match kind:
            case "opening":
                return Start(kind, START_FEN, opening(rng))
            case "endgame":
                return Start(kind, endgame(rng, *rng.choice(self.material)), ())
            case "loop":
                fen, ways = rng.choice(self.loops)
                moves = (*rng.choice(ways), *rng.choice(ways))
            case _:
                fen, moves = rng.choice(self.cases)
        return Start(kind, fen, moves[: rng.randrange(len(moves))])


def opening(rng: random.Random) -> tuple[str, ...]:
    """Some random plies."""
    while True:
        board = chuhe.Board()
        for _ in range(rng.randint(4, 12)):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        if board.legal_moves:
            return tuple(move.uci() for move in board.move_stack)


def endgame(rng: random.Random, attacker: str, defender: str) -> str:
    """These pieces at random on squares where they can stand, either side's."""
    flipped = rng.random() < 0.5
    while True:
        board: slow.Board = {}
        for letters, black in ((attacker, flipped), (defender, not flipped)):
            for letter in "K" + letters:
                x, y = rng.choice(PALACE if letter == "K" else STANDING.get(letter, ANYWHERE))
                board[x, 9 - y if black else y] = letter.lower() if black else letter
        setup = chuhe.Setup(f"{slow.write(board, rng.random() < 0.5)} - - 0 1")
        if len(board) == len(attacker + defender) + 2 and not setup.problems():
            return setup.fen()
