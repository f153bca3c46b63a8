"""Measure the built-in engine: node signature, speed, how quickly it stops, mates, random games.

    python benches/bench_engine.py [--json] [--by-hand] [--peer ENGINE]... [--speed-only]

A peer is a program of UCI or UCCI, named as for ``chuhe match -e``: its command, or words such as
``"cmd=./other option.Hash=64"``. Speeds are positions in a second of the *processor time* that each
program spent, one thread each, in turns over the same positions; the median of several rounds. What a
program counts as a position is its own affair.

The signature is the number of nodes of a fixed task; it is the same on every machine.
Use a release build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from chuhe import RED, Board
from chuhe._core import engine_bench
from chuhe.engines import BuiltinEngine, Engine, EngineError, Limit
from chuhe.engines.process import ProcessEngine
from chuhe.matches import read_engine

MATES = Path(__file__).resolve().parent.parent / "tests" / "data" / "mates.json"
OWN = f"{sys.executable} -m chuhe engine"

#: Openings, middle games and an ending, none of them decided or forced.
POSITIONS = (
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKABR1 w - - 0 1",
    "r2akab1r/3n5/4b1n1c/p1p1p1p1p/1c7/2P1P4/P5P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
    "2bak4/4a4/4b4/p3p1r1p/2p6/6P2/P1P1P3P/2N1B4/9/R2AKAB2 w - - 0 1",
)
SIZE = 500_000


def signature() -> int:
    """The node count of the engine's own bench."""
    told: list[str] = []
    engine_bench(told.append)
    found = re.search(r"bench: (\d+) nodes", told[-1])
    if found is None:
        raise AssertionError(told[-1])
    return int(found[1])


def processor_time(pid: int) -> float:
    """Seconds a process has spent in its own code, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def one_round(engine: ProcessEngine) -> float | None:
    """Positions a second over all `POSITIONS`; None if the program does not tell."""
    nodes, told, start = 0, 0, processor_time(engine.pid)
    engine.new_game()
    for fen in POSITIONS:
        lines = engine.analyse(Board(fen), Limit(nodes=SIZE))
        seen = lines[0].nodes if lines else 0
        # A program need not tell once more at its end; it stops when it has looked at so many.
        nodes += max(seen, SIZE)
        told += seen
    spent = processor_time(engine.pid) - start
    return nodes / spent if told and spent else None


def speeds(peers: list[str], by_hand: bool, rounds: int) -> dict[str, list[float]]:
    """Positions in a second of processor time, for each program, of each round."""
    wanted = {"chuhe": f"cmd='{OWN}'"}
    if by_hand:
        wanted["chuhe by hand"] = f"cmd='{OWN}' 'option.Use NNUE=false'"
    engines: dict[str, ProcessEngine] = {}
    for name, words in [*wanted.items(), *(("", peer) for peer in peers)]:
        one = read_engine(words)
        engine = Engine.popen(one.command, options=one.options, cwd=one.dir or None)
        if not isinstance(engine, ProcessEngine):
            raise AssertionError(engine)
        for option, value in (("Threads", 1), ("Hash", 64)):
            try:
                engine.set_option(option, value)
            except EngineError:
                continue  # it has no such option
        engines[name or one.name or engine.name] = engine
    found: dict[str, list[float]] = {name: [] for name in engines}
    for _round in range(rounds):
        for name, engine in engines.items():
            speed = one_round(engine)
            if speed is not None:
                found[name].append(speed)
    for engine in engines.values():
        engine.close()
    return found


class Talk:
    """Our engine as a program, and how long it takes to answer."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            OWN.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci\n", "uciok")

    def ask(self, words: str, answer: str, pause: float = 0.0) -> float:
        """Milliseconds until the answer, after the last line of the words."""
        if self.process.stdin is None or self.process.stdout is None:
            raise AssertionError
        *first, last = words.splitlines(keepends=True)
        self.process.stdin.write("".join(first))
        self.process.stdin.flush()
        time.sleep(pause)
        start = time.perf_counter()
        self.process.stdin.write(last)
        self.process.stdin.flush()
        while not self.process.stdout.readline().startswith(answer):
            pass
        return (time.perf_counter() - start) * 1000

    def close(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.write("quit\n")
            self.process.stdin.close()
        self.process.wait(5)


def stop_ms(times: int = 5) -> list[float]:
    """Milliseconds from ``stop`` to ``bestmove``, through the pipes of another process."""
    talk = Talk()
    waits = [
        talk.ask(f"position fen {fen}\ngo infinite\nstop\n", "bestmove", pause=0.3)
        for fen in POSITIONS
        for _time in range(times)
    ]
    talk.close()
    return waits


def hash_ms(megabytes: int = 100, times: int = 7) -> list[float]:
    """Milliseconds to take so much memory for positions and to have searched in it."""
    talk = Talk()
    waits = []
    for _time in range(times):
        talk.ask("setoption name Hash value 1\nposition startpos\ngo depth 1\n", "bestmove")
        words = f"setoption name Hash value {megabytes}\nposition startpos\ngo depth 1\n"
        start = time.perf_counter()
        talk.ask(words, "bestmove")
        waits.append((time.perf_counter() - start) * 1000)
    talk.close()
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


def answers() -> dict[str, object]:
    """How quickly it does what does not depend on how well it plays."""
    figures: dict[str, object] = {}
    measures: tuple[tuple[str, Callable[[], list[float]]], ...] = (
        ("stop_ms", stop_ms),
        ("hash_100_mb_ms", hash_ms),
    )
    for name, measure in measures:
        waits = measure()
        figures[f"{name}_median"] = round(statistics.median(waits), 1)
        figures[f"{name}_worst"] = round(max(waits), 1)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--by-hand", action="store_true", help="our evaluation by hand too")
    parser.add_argument("--peer", action="append", default=[], metavar="ENGINE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--speed-only", action="store_true", help="no games, mates and answers")
    args = parser.parse_args()
    figures: dict[str, object] = {"signature": signature()}
    measured = speeds(args.peer, args.by_hand, args.rounds)
    first = statistics.median(measured["chuhe"])
    for name, found in measured.items():
        median = statistics.median(found) if found else None
        figures[f"nodes_per_second {name}"] = None if median is None else round(median)
        if median is not None and name != "chuhe":
            figures[f"chuhe / {name}"] = round(first / median, 2)
    if not args.speed_only:
        found_mates, count, nodes = mates()
        wins, draws, losses = against_random()
        figures |= answers()
        figures |= {
            "mates_found": f"{found_mates}/{count}",
            "mates_nodes": nodes,
            "against_random": f"+{wins} ={draws} -{losses}",
        }
    if args.json:
        print(json.dumps({"bench": "engine", **figures}))
        return
    width = max(map(len, figures))
    for name, value in figures.items():
        print(f"{name:>{width}} {'does not tell' if value is None else value}")


if __name__ == "__main__":
    main()
