"""Read and write moves in words from Python, by style: moves a second.

    python benches/bench_notation.py [--games 2000] [--rounds 3] [--json]

Games of random moves, 100 plies each, are written and read in one batch call;
the best of the rounds counts. ``one core`` does the same under one thread
(``RAYON_NUM_THREADS=1`` in a process of its own), ``one by one`` is a call a
move on a board. Use a release build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

import chuhe
from chuhe import notation
from chuhe.notation import Style

PLIES = 100


def games(number: int) -> list[list[chuhe.Move]]:
    chance = random.Random(1)
    played = []
    for _ in range(number):
        board = chuhe.Board()
        for _ in range(PLIES):
            moves = board.legal_moves
            if not moves:
                break
            board.push(moves[chance.randrange(len(moves))])
        played.append(board.move_stack)
    return played


def best(rounds: int, work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def measure(number: int, rounds: int) -> dict[str, dict[str, float]]:
    """Moves a second, by style and way."""
    played = games(number)
    total = sum(map(len, played))
    lines = [(None, moves) for moves in played]
    found: dict[str, dict[str, float]] = {}
    for style in Style:
        texts = notation.write_batch(lines, style)
        written = [(None, line) for line in texts]
        assert [line.moves for line in notation.parse_batch(written, style)] == played
        found[style.value] = {
            "write": total / best(rounds, lambda style=style: notation.write_batch(lines, style)),
            "parse": total
            / best(
                rounds, lambda style=style, written=written: notation.parse_batch(written, style)
            ),
        }
    board, move = chuhe.Board(), chuhe.Move.from_uci("h2e2")
    calls = range(100_000)
    found["one by one"] = {
        "write": len(calls) / best(rounds, lambda: [notation.write(board, move) for _ in calls]),
        "parse": len(calls)
        / best(rounds, lambda: [notation.parse(board, "炮二平五") for _ in calls]),
    }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measure(args.games, args.rounds)))
        return
    command = [
        sys.executable,
        __file__,
        "--measure",
        f"--games={args.games}",
        f"--rounds={args.rounds}",
    ]
    results = {}
    for name, threads in (("one core", "1"), ("all cores", "0")):
        environment = os.environ | {"RAYON_NUM_THREADS": threads}
        results[name] = json.loads(subprocess.check_output(command, env=environment))
    if args.json:
        print(json.dumps(results))
        return
    for name, found in results.items():
        print(f"{name}, {args.games} games: moves/s")
        for style, speeds in found.items():
            print(
                f"  {style:<12} write {speeds['write']:>12,.0f}   parse {speeds['parse']:>12,.0f}"
            )


if __name__ == "__main__":
    main()
