"""Time rulings on known repetitions, beside pyffish's in the same run.

    python benches/bench_judge.py [--rounds 5] [--json]

The repetitions are those of ``tests/data/repetition/cases.tsv``. Two things are
timed: a ruling on a board that holds the game, with all its evidence, under
each way of looking; and a whole game from its FEN, replayed and ruled on under
the Asian rules, beside pyffish, which offers just that (its rule is the Asian
one as well). The best round of each case counts; microseconds. Use a release
build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyffish

from chuhe import Board, Move
from chuhe.arbiter import Arbiter

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "repetition" / "cases.tsv"
BOOKS = ("axf", "engine", "club", "cxa-2020")


def cases() -> list[tuple[str, list[str]]]:
    """FEN and moves of each repetition that is complete."""
    lines = [line.split("\t") for line in DATA.read_text("utf-8").splitlines() if line[0] != "#"]
    return [(fields[1], fields[2].split()) for fields in lines]


def played(fen: str, moves: list[str]) -> Board:
    board = Board(fen, strict=False)
    for move in moves:
        board.push(Move.from_uci(move))
    return board


def best(call: Callable[[], object], rounds: int) -> float:
    """The quickest of some calls, in microseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) * 1e6


def figures(times: list[float]) -> dict[str, float]:
    return {"median": statistics.median(times), "worst": max(times)}


def from_one(move: str) -> str:
    """A move with ranks from 1, as pyffish has it: ``h9h8`` is ``h10h9``."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def fairy(fen: str, moves: list[str]) -> tuple[bool, int]:
    ended: tuple[bool, int] = pyffish.is_optional_game_end("xiangqi", fen, moves)
    return ended


def fairy_can(fen: str, moves: list[str]) -> bool:
    """Whether pyffish plays the game: of diagrams that cannot arise it refuses some."""
    try:
        fairy(fen, moves)
    except SystemError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rounds = options.rounds
    known = cases()
    boards = [played(fen, moves) for fen, moves in known]
    found: dict[str, dict[str, float]] = {}
    for book in BOOKS:
        times = [best(partial(board.judge, book), rounds) for board in boards]
        found[f"ruling, {book}"] = figures(times)
    arbiter = Arbiter("axf")
    both = [(fen, moves) for fen, moves in known if fairy_can(fen, [*map(from_one, moves)])]
    ours = [best(partial(arbiter.replay, moves, fen), rounds) for fen, moves in both]
    theirs = [best(partial(fairy, fen, [*map(from_one, moves)]), rounds) for fen, moves in both]
    found["replay and ruling, axf"] = figures(ours)
    found["pyffish, the same"] = figures(theirs)
    if options.json:
        print(json.dumps({"repetitions": len(known), "microseconds": found}))
        return
    print(f"{len(known)} repetitions, microseconds")
    for name, row in found.items():
        print(f"{name:<24} median {row['median']:>9.1f}  worst {row['worst']:>10.1f}")
    print(
        f"{len(both)} of them known to pyffish; pyffish / ours, replay and ruling: {sum(theirs) / sum(ours):.0f}"
    )


if __name__ == "__main__":
    main()
