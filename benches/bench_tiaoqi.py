"""Moves of 跳棋 generated a second, and how often that is what OpenSpiel's Python loop does.

    python benches/bench_tiaoqi.py [--peer PYTHON] [--rounds 3] [--json]

PYTHON is an interpreter that can ``import pyspiel`` (``pip install open_spiel`` into an
environment of its own); without one only our speed is shown. OpenSpiel moves hop by hop, so the
loop folds its hops to whole turns. Both sides count the same sequences of turns from the start,
adjacent hops, free stopping, and must agree. Each counts the moves of the last turn without
playing them. The best of the rounds, turn about in one run, one thread each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

#: Players, turns: large enough to time us, and small enough for a Python loop.
OWN = [(2, "adjacent", 5), (2, "equidistant", 4), (3, "adjacent", 4), (6, "equidistant", 4)]
SHARED = [(2, 3), (3, 3), (6, 3)]


def turns(state: Any) -> list[Any]:
    """The states after one whole turn, each once."""
    player, before = state.current_player(), board(state)
    ended: dict[str, Any] = {}
    hopping, seen = [state], set()
    while hopping:
        at = hopping.pop()
        for action in at.legal_actions():
            after = at.child(action)
            key = board(after)
            if after.current_player() != player or after.is_terminal():
                if key != before:
                    ended.setdefault(key, after)
            elif key not in seen:
                seen.add(key)
                hopping.append(after)
    return list(ended.values())


def board(state: Any) -> str:
    """The board's lines, without whose turn it is."""
    return "\n".join(line for line in str(state).split("\n")[:17])


def loop(state: Any, depth: int) -> int:
    """Sequences of turns, counted as a Python program with OpenSpiel does."""
    found = turns(state)
    return len(found) if depth == 1 else sum(loop(after, depth - 1) for after in found)


def peer_side() -> None:
    """Run in the peer's interpreter: answer counts and seconds for each line asked."""
    import pyspiel

    print("ready", flush=True)
    for line in sys.stdin:
        players, depth = map(int, line.split())
        state = pyspiel.load_game(f"chinese_checkers(players={players})").new_initial_state()
        start = time.perf_counter()
        count = loop(state, depth)
        print(count, time.perf_counter() - start, flush=True)


class Peer:
    """OpenSpiel in its own interpreter."""

    def __init__(self, python: str) -> None:
        try:
            self.process = subprocess.Popen(
                [python, __file__, "--peer-side"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        except OSError as error:
            sys.exit(f"{python}: {error.strerror}; expected a Python interpreter")
        if self.process.stdout is None or self.process.stdout.readline() != "ready\n":
            said = self.process.communicate()[1].strip().splitlines() or ["no word"]
            sys.exit(f"{python} cannot run OpenSpiel's loop: {said[-1]} (pip install open_spiel)")

    def count(self, players: int, depth: int) -> tuple[int, float]:
        """A count and the seconds it took."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{players} {depth}\n")
        self.process.stdin.flush()
        count, seconds = self.process.stdout.readline().split()
        return int(count), float(seconds)

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """A count and the seconds that one of it takes, repeated for at least a tenth of a second."""
    begun, times = time.perf_counter(), 0
    while True:
        count = work()
        times += 1
        spent = time.perf_counter() - begun
        if spent > 0.1:
            return count, spent / times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", help="a Python interpreter that can import pyspiel")
    parser.add_argument("--peer-side", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.peer_side:
        peer_side()
        return
    from chuhe._core import tiaoqi_perft

    rows: list[dict[str, Any]] = []
    for players, hop, depth in OWN:
        runs = [
            timed(lambda p=players, h=hop, d=depth: tiaoqi_perft(p, 10, h, "free", d))
            for _ in range(options.rounds)
        ]
        count, seconds = runs[0][0], min(seconds for _, seconds in runs)
        rows.append(
            {
                "players": players,
                "hop": hop,
                "depth": depth,
                "moves": count,
                "rate": count / seconds,
            }
        )
    if options.peer:
        peer = Peer(options.peer)
        for players, depth in SHARED:
            ours, theirs = [], []
            for _ in range(options.rounds):
                ours.append(
                    timed(lambda p=players, d=depth: tiaoqi_perft(p, 10, "adjacent", "free", d))
                )
                theirs.append(peer.count(players, depth))
            count = ours[0][0]
            if any(other != count for other, _ in theirs):
                sys.exit(f"{players} players, depth {depth}: {count} and {theirs[0][0]} differ")
            mine, other = (min(seconds for _, seconds in runs) for runs in (ours, theirs))
            rows.append(
                {
                    "players": players,
                    "hop": "adjacent",
                    "depth": depth,
                    "moves": count,
                    "rate": count / mine,
                    "peer_rate": count / other,
                    "ratio": other / mine,
                }
            )
        peer.close()
    if options.json:
        print(json.dumps(rows))
        return
    for row in rows:
        text = "{players} players, {hop}, depth {depth}: {moves} moves, ".format(**row)
        text += f"{row['rate'] / 1e6:.1f} M/s"
        if "ratio" in row:
            text += f"; OpenSpiel's loop {row['peer_rate'] / 1e3:.1f} k/s, ratio {row['ratio']:.0f}"
        print(text)


if __name__ == "__main__":
    main()
