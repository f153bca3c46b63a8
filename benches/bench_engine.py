"""Measure the built-in engine: node signature, speed, how quickly it stops, mates, random games.

    python benches/bench_engine.py [--json]

The signature is the number of nodes of a fixed task; it is the same on every machine.
Use a release build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from chuhe import RED, Board
from chuhe._core import engine_bench
from chuhe.engines import BuiltinEngine, Limit

MATES = Path(__file__).resolve().parent.parent / "tests" / "data" / "mates.json"


def signature() -> int:
    """The node count of the engine's own bench."""
    told: list[str] = []
    engine_bench(told.append)
    found = re.search(r"bench: (\d+) nodes", told[-1])
    if found is None:
        raise AssertionError(told[-1])
    return int(found[1])


def speed(seconds: float = 3.0) -> int:
    """Nodes a second from the start position, one thread."""
    start = time.perf_counter()
    lines = BuiltinEngine(hash_mb=64).analyse(Board(), Limit(time=seconds))
    return round(lines[0].nodes / (time.perf_counter() - start))


def stop_ms(times: int = 10) -> list[float]:
    """Milliseconds from ``stop`` to ``bestmove``, through the pipes of another process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "chuhe", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if process.stdin is None or process.stdout is None:
        raise AssertionError
    waits = []
    for _ in range(times):
        process.stdin.write("position startpos\ngo infinite\n")
        process.stdin.flush()
        time.sleep(0.3)
        start = time.perf_counter()
        process.stdin.write("stop\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("bestmove"):
            pass
        waits.append((time.perf_counter() - start) * 1000)
    process.stdin.write("quit\n")
    process.stdin.close()
    process.wait(5)
    return waits


def mates() -> tuple[int, int, int]:
    """Mate patterns found with the fewest moves, of how many, and the nodes it took."""
    found = nodes = 0
    cases = json.loads(MATES.read_text("utf-8"))["mates"]
    for case in cases:
        lines = BuiltinEngine(hash_mb=1).analyse(
            Board(case["fen"]), Limit(depth=12, mate=case["mate_in"])
        )
        found += lines[0].score.mate == case["mate_in"]
        nodes += lines[0].nodes
    return found, len(cases), nodes


def against_random(games: int = 100) -> tuple[int, int, int]:
    """Wins, draws and losses against a random mover, at 3,000 nodes a move."""
    numbers = random.Random(2026)
    results = [0, 0, 0]
    for game in range(games):
        engine, board = BuiltinEngine(hash_mb=1), Board()
        while (outcome := board.outcome("engine")) is None and len(board.move_stack) < 400:
            if (board.turn is RED) == (game % 2 == 0):
                board.push(engine.play(board, Limit(nodes=3000)).move)
            else:
                board.push(numbers.choice(list(board.legal_moves)))
        winner = None if outcome is None else outcome.winner
        won = (winner is RED) == (game % 2 == 0)
        results[1 if winner is None else 0 if won else 2] += 1
    return results[0], results[1], results[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    waits = stop_ms()
    found, count, nodes = mates()
    wins, draws, losses = against_random()
    figures = {
        "signature": signature(),
        "nodes_per_second": speed(),
        "stop_ms_median": round(statistics.median(waits), 1),
        "stop_ms_worst": round(max(waits), 1),
        "mates_found": f"{found}/{count}",
        "mates_nodes": nodes,
        "against_random": f"+{wins} ={draws} -{losses}",
    }
    if args.json:
        print(json.dumps({"bench": "engine", **figures}))
        return
    for name, value in figures.items():
        print(f"{name:>18} {value}")


if __name__ == "__main__":
    main()
