"""Rulings against a slow judge written from the rule text, on random games full of cycles."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from tests.oracle import rulings_slow, slow

from chuhe.arbiter import Arbiter, Replay
from chuhe.rules import RULES

#: Few pieces, so that games are long, checks frequent and positions come again.
STARTS = [
    "4k4/4a4/9/9/9/9/9/9/4A4/3K4R w",
    "3k5/9/9/9/9/9/9/4C4/9/R3K3r w",
    "2bak4/4a4/9/9/9/2n6/9/4B4/4A4/3K1AR2 w",
    "4k4/9/3P5/9/9/9/9/9/4p4/5K3 b",
    "3ak4/9/9/9/4r4/9/9/9/9/2BK1A2R b",
]


@cache
def cyclic_game(seed: int) -> tuple[str, tuple[str, ...]]:
    """A legal game in which the sides like to go back, and one of them to check."""
    chance = random.Random(seed)
    fen = STARTS[seed % len(STARTS)]
    board, red = slow.read(fen)
    moves: list[str] = []
    stubborn = chance.choice((0.3, 0.8, 0.97))
    checker = chance.choice((True, False))
    while len(moves) < 40 and (legal := slow.legal(board, red)):
        back = [(t, s) for s, t in map(rulings_slow.points, moves[-2:-1]) if (t, s) in legal]
        wanted = back
        if red is checker:
            checks = [move for move in legal if slow.in_check(slow.after(board, *move), not red)]
            wanted = [move for move in back if move in checks] or checks or back
        move = chance.choice(wanted if wanted and chance.random() < stubborn else legal)
        moves.append(slow.uci(*move))
        board, red = slow.after(board, *move), not red
    return fen, tuple(moves)


def found(replay: Replay) -> tuple[rulings_slow.End | None, int | None]:
    claim = replay.claims[0].ply if replay.claims else None
    if replay.end is None:
        return None, claim
    winner = replay.end.outcome.winner
    return rulings_slow.End(
        winner and str(winner), str(replay.end.termination), replay.end.ply
    ), claim


@pytest.mark.parametrize("name", rulings_slow.BOOKS)
def test_rulings_are_those_of_the_slow_judge(name: str) -> None:
    games = [cyclic_game(seed) for seed in range(150)]
    seen: Counter[str | None] = Counter()
    for (fen, moves), replay in zip(games, Arbiter(name).replay_all(games), strict=True):
        assert replay.is_legal
        expected = rulings_slow.first_end(*slow.read(fen), moves, rulings_slow.BOOKS[name])
        assert found(replay) == expected, (fen, moves)
        seen[expected[0] and expected[0].termination] += 1
    assert min(seen["repetition"], seen["perpetual_check"]) >= 10, seen


@pytest.mark.parametrize("automatic", [True, False])
def test_natural_limits_are_those_of_the_slow_judge(automatic: bool) -> None:
    """With numbers that short games reach."""
    book = rulings_slow.Book(rounds=6, checks=2, automatic=automatic)
    rules = replace(RULES["club"], natural_limit=6, counted_checks=2, limit_automatic=automatic)
    reached = 0
    for seed in range(150):
        fen, moves = cyclic_game(seed)
        end, claim = rulings_slow.first_end(*slow.read(fen), moves, book)
        assert found(Arbiter(rules).replay(moves, fen)) == (end, claim), (fen, moves)
        reached += bool(claim) or bool(end and end.termination == "natural_limit")
    assert reached >= 10
