"""Cases that programs got wrong, each named; where it was reported stands in the data."""

import json
from pathlib import Path

import pytest
from tests.oracle import slow

import chuhe

DATA = Path(__file__).parents[1] / "data"
CASES = [json.loads(line) for line in (DATA / "legality.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict) -> None:
    if "problems" in case:
        with pytest.raises(chuhe.SetupError) as refused:
            chuhe.Board(case["fen"])
        assert [problem.code for problem in refused.value.problems] == case["problems"]
        return
    board = chuhe.Board(case["fen"], strict=case.get("strict", True))
    for move in case["moves"]:
        board.push_uci(move)
    legal = sorted(move.uci() for move in board.legal_moves)
    assert legal == slow.legal_uci(board.fen())
    for name, expected in case.items():
        match name:
            case "legal_count":
                assert len(board.legal_moves) == expected
            case "legal":
                assert legal == sorted(expected)
            case "legal_from":
                for square, moves in expected.items():
                    assert [move for move in legal if move.startswith(square)] == sorted(moves)
            case "illegal":
                move, code = expected
                before = board.fen()
                with pytest.raises(chuhe.IllegalMoveError) as refused:
                    board.push_uci(move)
                assert refused.value.code == code
                assert board.fen() == before
            case "check":
                assert board.is_check() is expected
            case "checkmate":
                assert board.is_checkmate() is expected
            case "outcome":
                outcome = board.outcome()
                assert (outcome and [outcome.verdict, outcome.termination]) == expected
            case "cannot_win":
                found = [color for color in chuhe.Color if board.has_insufficient_material(color)]
                assert found == expected


PERFT = [
    (name, fen, int(depth), int(nodes))
    for line in (DATA / "perft.epd").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
    for name, fen, *counts in [line.split("; ")]
    for depth, nodes in (count.removeprefix("D").split() for count in counts)
]


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(fen, depth, nodes, id=f"{name}-{depth}")
        for name, fen, depth, nodes in PERFT
        if nodes <= 5_000_000
    ],
)
def test_perft(fen: str, depth: int, nodes: int) -> None:
    assert chuhe.perft(fen, depth) == nodes


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(fen, depth, nodes, id=f"{name}-{depth}")
        for name, fen, depth, nodes in PERFT
        if nodes <= 20_000
    ],
)
def test_the_slow_oracle_itself_counts_right(fen: str, depth: int, nodes: int) -> None:
    assert slow.perft(*slow.read(fen), depth) == nodes
