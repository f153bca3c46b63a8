"""The built-in engine finds every verified mate pattern."""

import json
from pathlib import Path

import pytest

from chuhe import Board
from chuhe.engines import BuiltinEngine, Limit

DATA = Path(__file__).parents[1] / "data" / "mates.json"
MATES = json.loads(DATA.read_text(encoding="utf-8"))["mates"]


def mates_by_force(board: Board, moves: int) -> bool:
    """Whether the side to move wins in so many moves, found by trying everything."""
    for move in board.legal_moves:
        board.push(move)
        replies = board.legal_moves
        won = not len(replies)
        if not won and moves > 1:
            for reply in replies:
                board.push(reply)
                won = mates_by_force(board, moves - 1)
                board.pop()
                if not won:
                    break
        board.pop()
        if won:
            return True
    return False


def test_there_are_28_patterns() -> None:
    assert len(MATES) == 28
    assert sum(case["stalemate"] for case in MATES) == 1


@pytest.mark.parametrize("case", MATES, ids=[case["english"] for case in MATES])
def test_the_mate_is_found_and_as_quick_as_there_is(case: dict) -> None:
    with BuiltinEngine() as engine:
        lines = engine.analyse(Board(case["fen"]), Limit(depth=14, mate=case["mate_in"]))
    assert lines[0].score.mate is not None
    assert 0 < lines[0].score.mate <= case["mate_in"]
    board = Board(case["fen"])
    for move in lines[0].pv:
        board.push(move)
    assert not len(board.legal_moves), "the line ends in mate"


@pytest.mark.parametrize("case", MATES, ids=[case["english"] for case in MATES])
def test_the_data_say_the_truth(case: dict) -> None:
    board = Board(case["fen"])
    moves = case["mate_in"]
    assert mates_by_force(board, moves)
    assert moves == 1 or not mates_by_force(board, moves - 1)
    for text in case["line"]:
        board.push_uci(text)
    assert board.is_stalemate() == case["stalemate"]
    assert board.is_checkmate() != case["stalemate"]
