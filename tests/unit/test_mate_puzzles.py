"""Forced mates: ``mate`` as a limit proves them, and proves that there are none."""

import csv
import json
from pathlib import Path

import pytest

from chuhe import Board
from chuhe.engines import BuiltinEngine, Limit

DATA = Path(__file__).parents[1] / "data"
MATES = json.loads((DATA / "mates.json").read_text(encoding="utf-8"))["mates"]
with open(DATA / "mate_puzzles.tsv", encoding="utf-8", newline="") as file:
    PUZZLES = list(csv.DictReader(file, delimiter="\t"))


def solve(fen: str, moves: int, nodes: int) -> int | None:
    """In how many moves the engine says the side to move mates, with the line played out."""
    with BuiltinEngine(hash_mb=1) as engine:
        lines = engine.analyse(Board(fen), Limit(mate=moves, nodes=nodes))
    mate = lines[0].score.mate
    if mate is None or mate <= 0:
        return None
    board = Board(fen)
    for move in lines[0].pv:
        board.push(move)
    assert len(lines[0].pv) < 2 * mate - 1 or not len(board.legal_moves)
    return mate


@pytest.mark.parametrize("case", MATES, ids=[case["english"] for case in MATES])
def test_a_pattern_takes_as_many_moves_as_it_takes(case: dict) -> None:
    assert solve(case["fen"], case["mate_in"], 200_000) == case["mate_in"]


@pytest.mark.parametrize("case", MATES, ids=[case["english"] for case in MATES])
def test_no_shorter_mate_is_told_of(case: dict) -> None:
    for moves in range(1, case["mate_in"]):
        with BuiltinEngine(hash_mb=1) as engine:
            lines = engine.analyse(Board(case["fen"]), Limit(mate=moves))
        # Refuted, and so ended by itself: the best move may still lead to a longer mate.
        assert lines[0].score.mate is None or lines[0].score.mate > moves


def test_the_puzzles_are_what_they_say() -> None:
    assert len(PUZZLES) > 1000
    assert len({row["fen"] for row in PUZZLES}) == len(PUZZLES)
    for row in PUZZLES:
        board = Board(row["fen"])
        assert board.is_legal(board.parse_uci(row["first"])), row
        assert 1 <= int(row["moves"]) <= 60
        assert row["kind"] in ("checks", "all")


SOME = [row for row in PUZZLES if int(row["moves"]) <= 12][::48]


@pytest.mark.parametrize("row", SOME, ids=[row["source"] for row in SOME])
def test_a_puzzle_is_solved(row: dict) -> None:
    assert solve(row["fen"], int(row["moves"]), 400_000) is not None


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_nearly_all_puzzles_are_solved(part: int) -> None:
    rows = PUZZLES[part::8]
    missed = [row for row in rows if solve(row["fen"], int(row["moves"]), 4_000_000) is None]
    assert len(missed) <= len(rows) // 50
