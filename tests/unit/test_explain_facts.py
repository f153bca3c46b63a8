"""What an explanation says is so: every reason given in it, tried on the board.

Over all known repetitions, under books that look in each of the three ways. The reasons come from
the core; here each is tested by playing the capture it speaks of, with nothing but legal moves.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from chuhe import Board, Move, Role, parse_square, square_name
from chuhe.arbiter import Arbiter, Attack, CycleAct, Replay, Ruling
from chuhe.explain import explain
from chuhe.i18n import use_language

CASES = Path(__file__).parents[1] / "data" / "repetition" / "cases.tsv"
BOOKS = ("club", "cxa-2020", "axf", "engine", "count")


@cache
def rulings() -> tuple[tuple[str, Replay, Ruling], ...]:
    rows = [
        line.split("\t")
        for line in CASES.read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    found = []
    for book in BOOKS:
        replays = Arbiter(book).replay_all([(row[1], row[2].split()) for row in rows])
        for row, replay in zip(rows, replays, strict=True):
            if replay.end and replay.end.cycle:
                found.append((f"{row[0]} by {book}", replay, replay.end))
    return tuple(found)


def acts() -> Iterator[tuple[str, Replay, CycleAct]]:
    for name, replay, ruling in rulings():
        for act in ruling.evidence:
            yield f"{name}, ply {act.ply}", replay, act


def after(replay: Replay, ply: int, *, passed: bool = True) -> Board:
    """The board after a ply; the mover to move once more if ``passed``."""
    board = Board(replay.fen, strict=False)
    for uci in replay.moves[:ply]:
        board.push_uci(uci)
    placement, turn, *rest = board.fen().split()
    turn = {"w": "b", "b": "w"}[turn] if passed else turn
    return Board(" ".join([placement, turn, *rest]), strict=False)


def takes_back(board: Board, attack: Attack) -> list[str]:
    """Who can legally take back after the capture."""
    board = board.copy()
    board.push(Move(parse_square(attack.by), parse_square(attack.target)))
    target = parse_square(attack.target)
    return [square_name(move.from_square) for move in board.legal_moves if move.to_square == target]


def guards(board: Board, attack: Attack) -> set[str]:
    """Who attacks the square after the capture, able to take there legally or not; or did before."""
    taken = board.copy()
    taken.push(Move(parse_square(attack.by), parse_square(attack.target)))
    target = parse_square(attack.target)
    return {square_name(s) for s in taken.attackers(taken.turn, target)}


def is_capture(board: Board, attack: Attack) -> bool:
    return board.is_legal(Move(parse_square(attack.by), parse_square(attack.target)))


def test_all_ways_of_looking_and_all_natures_occur() -> None:
    natures = Counter(act.act for _name, _replay, act in acts())
    assert set(natures) == {
        "check",
        "kill",
        "chase",
        "exchange",
        "offer",
        "block",
        "follow",
        "idle",
    }
    reasons = {attack.why for _name, _replay, act in acts() for attack in act.attacks}
    assert reasons >= {
        "check",
        "mate",
        "rootless",
        "false_root_pinned",
        "false_root_king",
        "false_root_check",
        "false_root_screen",
        "stronger",
        "joint",
        "through_checks",
        "rooted",
        "mutual",
    }


def test_every_piece_named_stands_where_it_is_said_to() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            attacker, target = (board.piece_at(parse_square(s)) for s in (attack.by, attack.target))
            assert attacker and target, name
            assert (attacker.role, attacker.color) == (attack.by_role, act.side), name
            assert (target.role, target.color) == (attack.target_role, ~act.side), name
            if attack.guard:
                guard = board.piece_at(parse_square(attack.guard))
                assert guard and guard.color is ~act.side, name


def test_check_is_check_and_nothing_else_is() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply, passed=False)
        assert board.is_check() is (act.act == "check"), name
        kings = [attack for attack in act.attacks if attack.why == "check"]
        assert {a.by for a in kings} == {square_name(s) for s in board.checkers()}, name
        assert all(a.target_role is Role.KING for a in kings), name


def test_a_rootless_piece_can_be_taken_and_nobody_takes_back() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if attack.why == "rootless":
                assert is_capture(board, attack), name
                assert not takes_back(board, attack), name


def test_a_false_root_guards_and_yet_cannot_take_back() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if not attack.why.startswith("false_root"):
                continue
            assert is_capture(board, attack), name
            assert attack.guard, name
            assert attack.guard not in takes_back(board, attack), name
            if attack.why == "false_root_screen":
                assert attack.guard not in guards(board, attack), name
            else:
                assert attack.guard in guards(board, attack), (name, attack)


def test_a_capture_said_to_give_check_does() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if attack.why == "false_root_check":
                board.push(Move(parse_square(attack.by), parse_square(attack.target)))
                assert board.is_check(), name
                board.pop()


def test_a_piece_chased_by_a_lesser_one_is_a_rook_or_stands_by_the_computer_rule() -> None:
    for name, _replay, act in acts():
        for attack in act.attacks:
            if attack.why == "stronger" and "engine" not in name and "club" not in name:
                assert attack.target_role is Role.ROOK or "cxa" in name, name
                assert attack.by_role is not Role.ROOK, name


def test_a_joint_chase_begins_with_the_capture_or_with_a_check() -> None:
    seen = Counter[str]()
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if attack.why not in ("joint", "through_checks"):
                continue
            first = Move.from_uci(attack.first)
            assert board.is_legal(first), name
            if first.to_square == parse_square(attack.target) and attack.why == "joint":
                taker = Attack(
                    square_name(first.from_square),
                    attack.by_role,
                    attack.target,
                    attack.target_role,
                    "",
                )
                # Either somebody takes back, and the exchange goes on, or nobody can.
                assert bool(attack.guard) <= bool(takes_back(board, taker)), name
                seen["capture"] += 1
            else:
                assert board.gives_check(first), name
                seen["check"] += 1
    assert seen["capture"] > 20
    assert seen["check"] > 20


def test_what_is_followed_has_a_root_that_takes_back() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if attack.why == "rooted":
                assert takes_back(board, attack), name


def test_an_exchange_is_of_one_kind_and_mutual() -> None:
    for name, replay, act in acts():
        board, now = after(replay, act.ply), after(replay, act.ply, passed=False)
        for attack in act.attacks:
            if attack.why == "mutual":
                assert attack.by_role is attack.target_role, name
                assert is_capture(board, attack), name
                back = Move(parse_square(attack.target), parse_square(attack.by))
                assert now.is_legal(back), name


def test_a_threat_of_mate_begins_with_a_check_or_mate() -> None:
    for name, replay, act in acts():
        board = after(replay, act.ply)
        for attack in act.attacks:
            if attack.why == "mate":
                move = Move.from_uci(attack.first)
                assert board.is_legal(move), name
                board.push(move)
                assert board.is_check() or board.is_checkmate(), name
                board.pop()


def test_mate_is_said_to_come_next_exactly_if_it_does() -> None:
    for name, replay, ruling in rulings():
        with use_language("en"):
            lines = explain(replay, ruling, others=False).acts
        evidence = {act.ply: act for act in ruling.evidence}
        for line in lines:
            if line.act != "kill":
                continue
            board = after(replay, line.ply)
            board.push_uci(evidence[line.ply].attacks[0].first)
            assert ("would mate next" in line.words) is board.is_checkmate(), (name, line.text)


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_every_ply_is_told_with_all_it_attacks(language: str) -> None:
    for name, replay, ruling in rulings():
        evidence = {act.ply: act for act in ruling.evidence}
        with use_language(language):
            found = explain(replay, ruling, others=False)
        told = [line.ply for line in found.acts if not line.repeats]
        for line in found.acts:
            if line.repeats:
                first, last, *_of = line.repeats
                told += range(first, last + 1)
                continue
            act = evidence[line.ply]
            assert {(square_name(a.start)) for a in line.arrows} == {a.by for a in act.attacks}
            assert (line.words == line.words.strip()) and "{" not in line.text, name
            assert line.text.isascii() is (language == "en"), line.text
        first, last = ruling.cycle or (0, 0)
        assert sorted(told) == list(range(first, last + 1)), name


def test_a_line_that_stands_for_a_loop_stands_for_an_equal_one() -> None:
    seen = 0
    for name, replay, ruling in rulings():
        evidence = {act.ply: act for act in ruling.evidence}
        for line in explain(replay, ruling, others=False).acts:
            if line.repeats:
                seen += 1
                first, last, of_first, of_last = line.repeats
                assert last - first == of_last - of_first, name
                for here, there in zip(
                    range(first, last + 1), range(of_first, of_last + 1), strict=True
                ):
                    assert replay.moves[here - 1] == replay.moves[there - 1], name
                    assert evidence[here].act == evidence[there].act, name
                    assert evidence[here].attacks == evidence[there].attacks, name
    assert seen > 100
