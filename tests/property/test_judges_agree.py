"""The judge against one in plain Python, on all known cases, under the Asian rules."""

from pathlib import Path

import pytest
from tests.oracle import slow_judge

from chuhe.arbiter import Arbiter
from chuhe.pieces import Color

CASES = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "data" / "repetition" / "cases.tsv")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_the_slow_judge_agrees(case: list[str]) -> None:
    moves = case[2].split()
    end = Arbiter("axf").replay(moves, case[1]).end
    if end is None or end.cycle is None:
        pytest.skip("no third occurrence")
    slow = slow_judge.loser(case[1], moves[: end.ply])
    winner = end.outcome.winner
    assert slow == (None if winner is None else winner is Color.BLACK)
