"""Moves, checks and ends against two generators that share no line with ours."""

import itertools
import re

import pyffish
import pytest
from tests.oracle import slow, walks

import chuhe

SEEDS = range(12)


def positions(seed: int, count: int) -> list[str]:
    """Every other from a random game, the rest with pieces thrown on the board."""
    games = itertools.chain.from_iterable(walks.played(1000 * seed + i) for i in itertools.count())
    pairs = zip(itertools.islice(games, 0, None, 3), walks.scattered(seed), strict=False)
    return list(itertools.islice(itertools.chain.from_iterable(pairs), count))


def moves_of(fen: str) -> list[str]:
    return sorted(move.uci() for move in chuhe.Board(fen).legal_moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_and_checks_are_those_of_the_slow_generator(seed: int) -> None:
    for fen in positions(seed, 300):
        board = chuhe.Board(fen)
        slow_board, red = slow.read(fen)
        expected = slow.legal_uci(fen)
        assert moves_of(fen) == expected, fen
        checked = slow.in_check(slow_board, red)
        assert board.is_check() is checked, fen
        assert board.is_checkmate() is (checked and not expected), fen
        assert board.is_stalemate() is (not checked and not expected), fen
        captures = [uci for uci in expected if square_of(uci[2:]) in slow_board]
        assert sorted(map(str, board.captures())) == captures, fen


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_are_those_of_fairy_stockfish(seed: int) -> None:
    for fen in positions(100 + seed, 200):
        assert moves_of(fen) == sorted(map(from_rank_one, pyffish.legal_moves("xiangqi", fen, [])))


@pytest.mark.parametrize("seed", SEEDS)
def test_attackers_are_the_pieces_that_could_take_there(seed: int) -> None:
    for fen in positions(200 + seed, 12):
        board = chuhe.Board(fen)
        pieces, _ = slow.read(fen)
        for color, target in itertools.product(chuhe.Color, chuhe.SQUARES):
            red = color is chuhe.RED
            point = (target % 9, target // 9)
            # A piece of the other side is put there, so that it can be taken at all.
            laid = {**pieces, point: "r" if red else "R"}
            expected = sorted(
                9 * rank + file
                for (file, rank), letter in pieces.items()
                if letter.isupper() is red and (file, rank) != point
                if point in slow.steps(laid, (file, rank))
            )
            assert board.attackers(color, target) == expected, (fen, color, target)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_refusal_names_the_fault_of_its_move(seed: int) -> None:
    """Legal by its own way of moving, but refused: then it is the own king's safety; and back."""
    for fen in positions(300 + seed, 4):
        board = chuhe.Board(fen)
        pieces, red = slow.read(fen)
        legal = set(slow.legal_uci(fen))
        for start, target in itertools.product(chuhe.SQUARES, repeat=2):
            move = chuhe.Move(start, target)
            why = board.why_illegal(move)
            assert (why is None) is (move.uci() in legal) is board.is_legal(move)
            if why is None:
                continue
            origin, goal = (start % 9, start // 9), (target % 9, target // 9)
            own = origin in pieces and pieces[origin].isupper() is red
            reachable = own and goal in slow.steps(pieces, origin)
            unsafe = why.code in ("illegal.kings_face", "illegal.king_in_check")
            assert reachable is unsafe, (fen, move, why)
            if why.code == "illegal.kings_face":
                assert slow.kings_face(slow.after(pieces, origin, goal))
            if "square" in why.facts and why.code.endswith("_blocked"):
                assert square_of(str(why.facts["square"])) in pieces


def square_of(name: str) -> slow.Point:
    return "abcdefghi".index(name[0]), int(name[1:])


def from_rank_one(uci: str) -> str:
    """Fairy-Stockfish counts ranks from 1 to 10."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), uci)
