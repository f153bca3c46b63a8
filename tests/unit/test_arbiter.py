"""The arbiter: natural limit, claims, first ends, bad input, many games at once."""

import random
from dataclasses import replace
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe import Board
from chuhe.arbiter import Arbiter, Replay, Ruling, termination_of
from chuhe.errors import ParseError
from chuhe.explain import cycle_lines, explain_illegal, explain_ruling
from chuhe.i18n import use_language
from chuhe.rules import RULES, RuleSet, Termination

#: Two rooks that go round, one over seven points and one over five: no position comes a
#: third time in 60 rounds, and nothing is attacked.
WALK_FEN = "5k2r/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
RED_WALK = ["a0a1", "a1a2", "a2a3", "a3a4", "a4b4", "b4b0", "b0a0"]
BLACK_WALK = ["i9i8", "i8i7", "i7i6", "i6i5", "i5i9"]


def walk(rounds: int) -> list[str]:
    pairs = zip(cycle(RED_WALK), cycle(BLACK_WALK), strict=False)
    return [move for pair in islice(pairs, rounds) for move in pair]


def test_sixty_rounds_may_be_claimed_and_do_not_end_the_game() -> None:
    replay = Arbiter("club").replay(walk(62), WALK_FEN)
    assert replay.illegal is None
    assert replay.end is None
    (claim,) = replay.claims
    assert (claim.termination, claim.ply, claim.claimable) == ("natural_limit", 120, True)
    assert replay.ruling() is None
    assert replay.ruling(claimed=True) is claim


def test_engine_rules_end_the_game_by_themselves_at_sixty_rounds() -> None:
    replay = Arbiter("engine").replay(walk(62), WALK_FEN)
    assert replay.claims == ()
    assert replay.end is not None
    assert (replay.end.termination, replay.end.ply) == ("natural_limit", 120)


def test_world_rules_give_the_claim_after_fifty_rounds() -> None:
    for rules in ("axf", "wxf"):
        (claim,) = Arbiter(rules).replay(walk(55), WALK_FEN).claims
        assert (claim.termination, claim.ply) == ("natural_limit", 100)


def test_nothing_can_be_claimed_a_move_too_early() -> None:
    assert Arbiter("club").replay(walk(60)[:119], WALK_FEN).claims == ()


def counted(replay: Replay, rules: RuleSet) -> int | None:
    """The ply at which the rounds are whole and a side has its number, counted move by move."""
    board = Board(replay.fen)
    moves = {"red": 0, "black": 0}
    checks = {"red": 0, "black": 0}
    for ply, uci in enumerate(replay.moves, 1):
        mover = str(board.turn)
        move = board.parse_uci(uci)
        if board.is_capture(move):
            moves = dict.fromkeys(moves, 0)
            checks = dict.fromkeys(checks, 0)
        else:
            moves[mover] += 1
            checks[mover] += board.gives_check(move)
        board.push(move)
        rounds = {
            side: moves[side] - max(0, checks[side] - (rules.counted_checks or 0))
            if rules.counted_checks is not None
            else moves[side]
            for side in moves
        }
        whole = min(moves.values()) >= (rules.natural_limit or 0)
        if whole and max(rounds.values()) >= (rules.natural_limit or 0):
            return ply
    return None


@pytest.mark.parametrize("checks", [None, 0, 3])
@pytest.mark.parametrize("seed", range(20))
def test_the_limit_is_claimable_when_a_slow_count_says_so(seed: int, checks: int | None) -> None:
    rules = replace(
        RULES["club"], natural_limit=8, counted_checks=checks, occurrences=0, dead_position=False
    )
    moves = random_game(random.Random(seed), 120)
    replay = Arbiter(rules).replay(moves, "3k5/9/9/9/9/9/9/4C4/9/R3K3R w")
    assert replay.is_legal
    first = replay.claims[0].ply if replay.claims else None
    assert first == counted(replay, rules)


def random_game(random: random.Random, plies: int) -> list[str]:
    """Legal moves, every second one a check where there is one; no mate."""
    board = Board("3k5/9/9/9/9/9/9/4C4/9/R3K3R w")
    while len(board.move_stack) < plies:
        legal = list(board.legal_moves)
        checks = [move for move in legal if board.gives_check(move)]
        board.push(random.choice(checks if checks and random.random() < 0.5 else legal))
        if not board.legal_moves:
            board.pop()
            break
    return [move.uci() for move in board.move_stack]


def test_a_limit_reached_anew_after_a_capture_is_reported_anew() -> None:
    rules = replace(RULES["club"], natural_limit=1, occurrences=0)
    fen = "3k5/9/9/9/9/9/9/p8/9/R3K4 w"
    replay = Arbiter(rules).replay(["e0e1", "d9d8", "a0a2", "d8d9", "a2a3"], fen)
    assert replay.illegal is None
    assert [claim.ply for claim in replay.claims] == [2, 5]


def test_a_claim_that_stands_does_not_hide_the_end_of_the_game() -> None:
    fen = "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w - - 130 70"
    replay = Arbiter("club").replay(["b4e4"], fen)
    assert [claim.termination for claim in replay.claims] == ["natural_limit"]
    assert replay.end is not None
    assert replay.end.termination == "checkmate"


def test_every_ruling_carries_article_clause_and_evidence() -> None:
    fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
    end = Arbiter("wxf").replay(["i8i9", "e9e8", "i9i8", "e8e9"] * 2, fen).end
    assert isinstance(end, Ruling)
    assert end.article == "wxf.perpetual_check"
    assert end.clause.text
    assert end.cycle == (1, 8)
    assert [act.act == "check" for act in end.evidence] == [True, False] * 4


def test_what_came_before_the_cycle_does_not_matter() -> None:
    fen = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
    cycle = ["i8i9", "e9e8", "i9i8", "e8e9"] * 2
    late = Arbiter().replay(["i8h8", "b0b1", "h8i8", "b1b0", *cycle], fen)
    assert late.end is not None
    # The position had stood at the start too, so the cycle that decides is a shorter walk away.
    assert (late.end.termination, late.end.ply) == ("repetition", 8)
    assert late.end.cycle == (1, 8)


def test_bad_games_are_told_not_raised() -> None:
    bad = [
        (None, ["h2e2", "h2e2"]),
        (None, ["zz", "h2e2"]),
        (None, [""]),
        (None, ["\ud800"]),
        ("", ["h2e2"]),
        ("no fen", []),
        ("9/9/9/9/4R4/9/9/9/9/3K5 w", ["e5e6"]),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", []),
    ]
    for replay in Arbiter().replay_all(bad):
        assert not replay.is_legal
        problems = [*replay.setup, *([replay.illegal.problem] if replay.illegal else [])]
        assert all(str(problem) and problem.code for problem in problems)


def test_moves_are_tried_from_a_position_that_cannot_arise() -> None:
    replay = Arbiter().replay(["e1a1"], "4k4/9/9/9/9/9/9/9/4R4/4K4 w")
    assert [problem.code for problem in replay.setup] == ["setup.opponent_in_check"]
    assert replay.illegal is not None
    assert replay.illegal.problem.code == "illegal.kings_face"


def test_a_game_of_endless_length_is_cut_off() -> None:
    rules = replace(RULES["club"], occurrences=0, natural_limit=None)
    replay = Arbiter(rules).replay(walk(15_000), WALK_FEN)
    assert replay.illegal is not None
    assert replay.illegal.ply == 20_001
    assert replay.illegal.problem.code == "judge.too_long"


def test_many_games_at_once_are_judged_as_one_by_one() -> None:
    games = [(None, random_start(seed)) for seed in range(50)]
    arbiter = Arbiter("engine")
    assert arbiter.replay_all(games) == [arbiter.replay(moves) for _, moves in games]


def random_start(seed: int) -> list[str]:
    chance = random.Random(seed)
    board = Board()
    moves = []
    for _ in range(200):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = chance.choice(legal)
        moves.append(move.uci())
        board.push(move)
    return moves


def test_the_opening_of_the_five_six_cannons_is_legal() -> None:
    """The annotated opening: 五六炮 against 屏风马, seven rounds."""
    text = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 炮八平六 卒7进1 马八进七 车1平2 车九平八 炮2进4 兵七进一 马7进6"
    board = Board()
    for move in text.split():
        board.push_chinese(move)
    replay = Arbiter().replay([move.uci() for move in board.move_stack])
    assert replay.is_legal
    assert replay.end is None
    assert board.fen().split()[:2] == [
        "1rbakabr1/9/2n4c1/p1p1p3p/5np2/2P6/Pc2P1P1P/2N1C1N2/9/1RBAKABR1".replace(
            "2N1C1N2", "2NCC1N2"
        ),
        "w",
    ]


def test_an_unknown_rule_book_is_refused_by_name() -> None:
    with pytest.raises(ParseError) as caught:
        Arbiter("fide")
    assert caught.value.code == "rules.unknown"


@pytest.mark.parametrize(
    ("words", "termination"),
    [
        ("认负", Termination.RESIGNATION),
        ("{ 絕殺 }", Termination.CHECKMATE),
        ("困毙", Termination.STALEMATE),
        ("议和", Termination.AGREEMENT),
        ("超时判负。", Termination.TIME),
        ("Time forfeit", Termination.TIME),
        ("好棋", None),
        ("", None),
    ],
)
def test_words_of_records_for_an_end(words: str, termination: Termination | None) -> None:
    assert termination_of(words) is termination


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_every_kind_of_ruling_is_said_in_full(language: str) -> None:
    examples = [
        ("club", "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", ["i8i9", "e9e8", "i9i8", "e8e9"] * 2),
        ("cxa", "3k5/9/9/9/9/9/9/9/4A4/4K3R w", ["i0h0", "d9d8", "h0i0", "d8d9"] * 2),
        ("axf", "4k4/9/4N4/9/9/1C7/9/9/9/3K5 w", ["b4e4"]),
        ("wxf", "3k5/4P4/9/9/9/9/9/9/9/4K4 b", []),
        ("engine", WALK_FEN, walk(60)),
        ("wxf", WALK_FEN, walk(50)),
        ("club", "3k5/9/9/9/9/9/9/9/9/4K4 w", []),
    ]
    with use_language(language):
        for rules, fen, moves in examples:
            replay = Arbiter(rules).replay(moves, fen)
            rulings = [*replay.claims, *([replay.end] if replay.end else [])]
            assert len(rulings) == 1
            text = explain_ruling(replay, rulings[0])
            assert "{" not in text
            assert text.isascii() is (language == "en"), text
            lines = cycle_lines(replay, rulings[0])
            assert len(lines) == (8 if rulings[0].cycle else 0)
            assert all(line.isascii() is (language == "en") for line in lines)


def test_a_cycle_from_a_position_that_cannot_arise_is_told_too() -> None:
    fen = "4k4/8R/9/9/9/9/9/9/9/brBA1K3 w"  # a black elephant on Red's side
    replay = Arbiter().replay(["i8i9", "e9e8", "i9i8", "e8e9"] * 2, fen)
    assert replay.setup
    assert replay.end is not None
    assert len(cycle_lines(replay, replay.end)) == 8


def test_an_illegal_move_is_explained_with_its_place() -> None:
    replay = Arbiter().replay(["h2e2", "b9d8"])
    assert replay.illegal is not None
    with use_language("en"):
        assert explain_illegal(replay.illegal).startswith("Ply 2, b9d8, is not legal: ")
    with use_language("zh-Hans"):
        assert explain_illegal(replay.illegal).startswith("第2着 b9d8 不合规则：")


@given(
    fen=st.one_of(st.none(), st.text(max_size=80)),
    moves=st.lists(
        st.one_of(st.text(max_size=8), st.from_regex("[a-i][0-9][a-i][0-9]")), max_size=6
    ),
)
def test_whatever_is_given_is_answered(fen: str | None, moves: list[str]) -> None:
    replay = Arbiter().replay(moves, fen)
    assert len(replay.moves) <= len(moves)
    assert replay.is_legal is (not replay.setup and len(replay.moves) == len(moves))


def test_a_policy_that_is_none_is_named() -> None:
    with pytest.raises(ParseError, match="perpetual"):
        _ = RuleSet(name="mine", title="mine", repetition="perpetual").core


def test_the_moves_of_a_board_are_replayed_as_they_are() -> None:
    board = Board()
    board.push_uci("h2e2")
    board.push_uci("h9g7")
    assert Arbiter().replay(board.move_stack).moves == ("h2e2", "h9g7")
