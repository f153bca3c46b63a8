"""Time the board's calls against pyffish and PyPI's cchess, turn about in one run.

    python benches/bench_python.py [--rounds 5] [--json]

Every call is made on each position of ``tests/data/perft.epd``; a round is all
positions once for the slow peers, often enough to be measured for us, and the
best round counts. Figures are microseconds a call. What stands beside our call
is the nearest thing the peer offers: pyffish has no board and is given a FEN
each time; cchess lists moves that may leave the king in check, so its list is
sifted by its own test. Use a release build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import cchess
import pyffish

import chuhe

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "perft.epd"
FENS = [
    line.split("; ")[1]
    for line in DATA.read_text("utf-8").splitlines()
    if line[:1] not in ("", "#")
]
Call = Callable[[], object]


def ours(fen: str) -> dict[str, Call]:
    board = chuhe.Board(fen)
    move = board.legal_moves[0]

    def push_pop() -> None:
        board.push(move)
        board.pop()

    return {
        "legal moves": lambda: list(board.legal_moves),
        "push and pop": push_pop,
        "is_check": board.is_check,
        "FEN in": lambda: chuhe.Board(fen),
        "FEN out": board.fen,
    }


def fairy(fen: str) -> dict[str, Call]:
    move = pyffish.legal_moves("xiangqi", fen, [])[0]
    return {
        "legal moves": lambda: pyffish.legal_moves("xiangqi", fen, []),
        "push and pop": lambda: pyffish.get_fen("xiangqi", fen, [move]),
        "is_check": lambda: pyffish.gives_check("xiangqi", fen, []),
        # Reading and writing are one call here. ``validate_fen`` only looks at the text.
        "FEN in": lambda: pyffish.get_fen("xiangqi", fen, []),
        "FEN out": lambda: pyffish.get_fen("xiangqi", fen, []),
    }


def plain(fen: str) -> dict[str, Call]:
    board = cchess.ChessBoard(fen)
    first = chuhe.Board(fen).legal_moves[0].uci()
    start, end = cchess.iccs2pos(first)

    def legal() -> list[object]:
        return [move for move in board.create_moves() if not board.is_checked_move(*move)]

    return {
        "legal moves": legal,
        # It keeps no moves: one goes back by keeping a copy.
        "push and pop": lambda: board.copy().move(start, end),
        "is_check": board.is_checking,
        "FEN in": lambda: cchess.ChessBoard(fen),
        "FEN out": board.to_fen,
    }


def round_of(calls: list[Call], times: int) -> float:
    """Microseconds a call, over all positions."""
    start = time.perf_counter()
    for call in calls:
        for _ in range(times):
            call()
    return (time.perf_counter() - start) / (times * len(calls)) * 1e6


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Best microseconds of each call, by kind and by whose it is."""
    players = {"chuhe": (ours, 1000), "pyffish": (fairy, 2), "cchess": (plain, 2)}
    made = {name: [make(fen) for fen in FENS] for name, (make, _) in players.items()}
    found: dict[str, dict[str, float]] = {}
    for kind in made["chuhe"][0]:
        best = dict.fromkeys(players, float("inf"))
        for _ in range(rounds):
            for name, (_, times) in players.items():
                calls = [position[kind] for position in made[name]]
                best[name] = min(best[name], round_of(calls, times))
        found[kind] = best
    return found


def agree() -> None:
    """The lists timed are the same moves, or the figures would mean nothing."""
    for fen in FENS:
        legal = sorted(move.uci() for move in chuhe.Board(fen).legal_moves)
        peer = pyffish.legal_moves("xiangqi", fen, [])
        shifted = [re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move) for move in peer]
        assert legal == sorted(shifted), fen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    agree()
    found = measure(options.rounds)
    if options.json:
        print(json.dumps({"positions": len(FENS), "microseconds": found}))
        return
    print(f"microseconds a call, best of {options.rounds} rounds over {len(FENS)} positions")
    print(f"{'':14}{'chuhe':>10}{'pyffish':>10}{'ratio':>9}{'cchess':>10}{'ratio':>9}")
    for kind, us in found.items():
        print(
            f"{kind:14}{us['chuhe']:10.3f}"
            f"{us['pyffish']:10.0f}{us['pyffish'] / us['chuhe']:8.0f}x"
            f"{us['cchess']:10.0f}{us['cchess'] / us['chuhe']:8.0f}x"
        )


if __name__ == "__main__":
    main()
