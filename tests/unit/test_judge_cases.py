"""Known games and what stands on the board: tests/data/judge/cases.json.

Every case is also tried in the mirror left to right, with the colours
exchanged, and after a quiet move of each side, none of which may matter.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chuhe import Board
from chuhe.arbiter import Arbiter, Replay

CASES = json.loads((Path(__file__).parents[1] / "data" / "judge" / "cases.json").read_text("utf-8"))
ARBITER = Arbiter("club")
EXCHANGED = {"red_wins": "black_wins", "black_wins": "red_wins"}

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"].replace(" ", "-"))


def verdict(replay: Replay) -> tuple[str | None, str | None, int | None]:
    if replay.end is None:
        return None, None, None
    return replay.end.outcome.verdict, replay.end.termination.value, replay.end.ply


def expected(case: dict[str, Any]) -> tuple[str | None, str | None, int | None]:
    return case["outcome"], case["termination"], case["at_ply"]


def fault(replay: Replay) -> dict[str, Any] | None:
    if replay.setup:
        return {"ply": 0, "code": replay.setup[0].code}
    if replay.illegal:
        return {"ply": replay.illegal.ply, "code": replay.illegal.problem.code}
    return None


@cases
def test_case(case: dict[str, Any]) -> None:
    replay = ARBITER.replay(case["moves"].split(), case["fen"])
    assert verdict(replay) == expected(case)
    assert fault(replay) == case.get("illegal")


@cases
def test_case_mirrored(case: dict[str, Any]) -> None:
    placement, *rest = case["fen"].split()
    fen = " ".join(["/".join(rank[::-1] for rank in placement.split("/")), *rest])
    files = str.maketrans("abcdefghi", "ihgfedcba")
    replay = ARBITER.replay(case["moves"].translate(files).split(), fen)
    assert verdict(replay) == expected(case)
    assert fault(replay) == case.get("illegal")


@cases
def test_case_with_colours_exchanged(case: dict[str, Any]) -> None:
    placement, turn, *rest = case["fen"].split()
    turned = "/".join(reversed(placement.swapcase().split("/")))
    fen = " ".join([turned, "b" if turn == "w" else "w", *rest])
    ranks = str.maketrans("0123456789", "9876543210")
    replay = ARBITER.replay(case["moves"].translate(ranks).split(), fen)
    outcome, termination, ply = expected(case)
    assert verdict(replay) == (EXCHANGED.get(outcome or "", outcome), termination, ply)
    assert fault(replay) == case.get("illegal")


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in CASES
        if case["at_ply"] and "illegal" not in case and "rnbak" not in case["fen"]
    ],
    ids=lambda case: case["name"].replace(" ", "-"),
)
def test_case_after_a_quiet_move_of_each_side(case: dict[str, Any]) -> None:
    for fen, first in before(case["fen"]):
        for earlier, zeroth in before(fen):
            replay = ARBITER.replay([zeroth, first, *case["moves"].split()], earlier)
            outcome, termination, ply = expected(case)
            if not occurs_early(replay, 2):
                assert verdict(replay) == (outcome, termination, ply + 2)
                return
    pytest.skip("nothing could move quietly into this position")


def occurs_early(replay: Replay, plies: int) -> bool:
    """Whether the cycle that was ruled on reaches back into the first plies."""
    return bool(replay.end and replay.end.cycle and replay.end.cycle[0] <= plies)


def before(fen: str) -> Iterator[tuple[str, str]]:
    """Positions from which one quiet move leads to ``fen``, and the moves."""
    board = Board(fen)
    mover = ~board.turn
    for square, piece in board.piece_map().items():
        if piece.color is not mover:
            continue
        for origin in set(range(90)) - board.piece_map().keys():
            squares = {**board.piece_map(), origin: piece}
            del squares[square]
            earlier = layout(squares, "w" if mover == "red" else "b")
            move = name(origin) + name(square)
            replay = ARBITER.replay([move], earlier)
            if replay.is_legal and not Board(earlier).is_check():
                yield earlier, move


def layout(squares: dict[int, Any], turn: str) -> str:
    ranks = []
    for rank in range(9, -1, -1):
        row = "".join(
            squares[rank * 9 + file].letter if rank * 9 + file in squares else "."
            for file in range(9)
        )
        for length in range(9, 0, -1):
            row = row.replace("." * length, str(length))
        ranks.append(row)
    return f"{'/'.join(ranks)} {turn} - - 0 1"


def name(square: int) -> str:
    return "abcdefghi"[square % 9] + str(square // 9)
