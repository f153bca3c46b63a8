"""Moves in words against slow writers, over thousands of positions, and against nonsense."""

import random

import pyffish
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import notation_slow, slow

import chuhe
from chuhe import notation

#: Characters of all notations, and some of none.
ALPHABET = "炮砲包车車俥马馬兵卒相象仕士帅將前中后後进進上退下平一二三四五九１９⒈⒉139０0+-=.:#!?xaAbBeEhHiIRCPNKG \u3000㊣\x00"


def game(seed: int, plies: int) -> list[chuhe.Board]:
    """The positions of a game of random moves, captures left out where possible."""
    chance = random.Random(seed)
    board = chuhe.Board()
    boards = []
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        boards.append(board.copy())
        quiet = [move for move in moves if not board.is_capture(move)]
        board.push(chance.choice(quiet or moves))
    return boards


def crowded(chance: random.Random) -> chuhe.Board:
    """A position with pawns of both sides heaped on one to three files, and other tandems."""
    while True:
        pieces: dict[tuple[int, int], str] = {}

        def put(
            letter: str, file: int, rank: int, pieces: dict[tuple[int, int], str] = pieces
        ) -> None:
            pieces.setdefault((file, rank), letter)

        put("K", chance.randrange(3, 6), chance.randrange(3))
        put("k", chance.randrange(3, 6), chance.randrange(7, 10))
        for red in (True, False):
            files = [chance.randrange(9) for _ in range(chance.randrange(1, 4))]
            for _ in range(5):
                ahead = chance.randrange(5, 10)
                put("P" if red else "p", chance.choice(files), ahead if red else 9 - ahead)
            for letter in "RNC":
                file = chance.randrange(9)
                for _ in range(chance.randrange(3)):
                    put(letter if red else letter.lower(), file, chance.randrange(10))
            for letter, points in (("A", ((3, 0), (3, 2))), ("B", ((2, 0), (2, 4)))):
                for file, rank in points[: chance.randrange(3)]:
                    put(letter if red else letter.lower(), file, rank if red else 9 - rank)
        fen = slow.write(pieces, chance.random() < 0.5)
        try:
            return chuhe.Board(fen)
        except chuhe.SetupError:
            continue


def check(board: chuhe.Board) -> int:
    """All legal moves in all styles are those of the slow writer, and are read again."""
    fen = board.fen()
    for move in board.legal_moves:
        texts = notation.all_notations(board, move)
        expected = notation_slow.every(fen, move.uci())
        assert {style: texts[style] for style in expected} == expected, (fen, move)
        for style, text in texts.items():
            assert notation.parse(board, text, style) == move, (fen, style, text)
    return len(board.legal_moves)


def test_all_moves_of_random_games() -> None:
    boards = [board for seed in range(12) for board in game(seed, 120)]
    assert sum(map(check, boards)) > 30_000


def test_all_moves_among_crowded_pawns() -> None:
    chance = random.Random(56)
    boards = [crowded(chance) for _ in range(1_500)]
    assert sum(map(check, boards)) > 20_000
    files = [
        sorted(sum(1 for s in board.pieces("pawn", color) if s % 9 == f) for f in range(9))[-2:]
        for board in boards
        for color in (chuhe.RED, chuhe.BLACK)
    ]
    shapes = {tuple(two) for two in files}
    assert {(0, 4), (0, 5), (1, 4), (2, 2), (2, 3), (0, 3), (1, 3)} <= shapes


def test_the_house_styles_need_no_hint() -> None:
    chance = random.Random(57)
    for board in [crowded(chance) for _ in range(300)]:
        for move in board.legal_moves:
            for style in ("zh", "zh-hant", "zh-b", "zh-hant-b", "wxf", "iccs", "uci", "san"):
                text = notation.write(board, move, style)
                assert notation.parse(board, text) == move, (board, style, text)


def test_fairy_stockfish_is_understood_and_agrees() -> None:
    chance = random.Random(58)
    boards = [*game(99, 60)[::4], *(crowded(chance) for _ in range(15))]
    for board in boards:
        fen = board.fen()
        for move in board.legal_moves:
            # It moves ranks from 1.
            theirs = notation.write(board, move, "uci10")
            text = pyffish.get_san("xiangqi", fen, theirs, False, pyffish.NOTATION_XIANGQI_WXF)
            assert notation.parse(board, text, "wxf-digits") == move, (fen, text)
            if text[0].isdigit():
                assert notation.write(board, move, "wxf-digits") == text
            san = pyffish.get_san("xiangqi", fen, theirs, False, pyffish.NOTATION_SAN)
            assert notation.write(board, move, "san10") == san, fen
            assert notation.parse(board, san, "san10") == move


VARIANTS = {
    "炮": "砲包砤", "车": "車俥砗硨", "马": "馬傌", "兵": "卒", "卒": "兵", "相": "象", "象": "相",
    "仕": "士", "士": "仕", "帅": "帥将將", "将": "將帅帥", "进": "進上", "退": "下", "后": "後",
    "一": "1１壹", "二": "2２贰貳", "三": "3３叁參", "四": "4４肆", "五": "5５伍",
    "六": "6６陆陸", "七": "7７柒", "八": "8８捌", "九": "9９玖",
    "1": "一１", "2": "二２", "3": "三３", "4": "四４", "5": "五５", "6": "六６", "7": "七７",
    "8": "八８", "9": "九９", "C": "cＣ", "R": "rＲ", "H": "hNn", "E": "eBb", "P": "pSs", "A": "aＡ",
    "K": "kG", "=": ".＝．", "+": "＋", "-": "－−",
}  # fmt: skip


@pytest.mark.parametrize("style", ["zh", "zh-b", "wxf"])
def test_variants_of_the_signs_mean_the_same(style: str) -> None:
    chance = random.Random(59)
    boards = [*game(7, 60), *(crowded(chance) for _ in range(200))]
    for board in boards:
        for move in board.legal_moves:
            text = notation.write(board, move, style)
            signs = [chance.choice([sign, *VARIANTS.get(sign, "")]) for sign in text]
            # Pieces of Red and Black share glyphs, but not the pawn's place word.
            varied = chance.choice(["", " ", "\u3000"]).join(signs) + chance.choice(
                ["", "!", "+", " ?"]
            )
            assert notation.parse(board, varied) == move, (board, text, varied)


@pytest.mark.parametrize("style", ["zh", "wxf"])
def test_the_piece_may_come_before_its_place(style: str) -> None:
    """炮前平三 for 前炮平三, +C=1 for C+=1."""
    chance = random.Random(60)
    turned = 0
    for board in [crowded(chance) for _ in range(300)]:
        for move in board.legal_moves:
            text = notation.write(board, move, style)
            if text[0] in "前中后" or text[1] in "+-":
                if text[0] in "+-" or text[0].isdigit():
                    continue
                turned += 1
                assert notation.parse(board, text[1] + text[0] + text[2:]) == move, (board, text)
    assert turned > 1000


@given(st.text(alphabet=ALPHABET, max_size=12) | st.text(max_size=40))
def test_any_text_gives_a_legal_move_or_an_error(text: str) -> None:
    chance = random.Random(61)
    for board in [chuhe.Board(), *(crowded(chance) for _ in range(4))]:
        try:
            assert board.is_legal(notation.parse(board, text))
        except chuhe.ChuheError as error:
            assert len(str(error)) < 300
            assert error.code not in str(error), "no message for this code"


def test_a_huge_text_is_refused_in_a_few_words() -> None:
    board = chuhe.Board()
    for text in (
        "炮" * 5_000_000,
        "0" * 10_000_000,
        " " * 10_000_000,
        "炮二平五" + " " * 10_000_000,
    ):
        with pytest.raises(chuhe.NotationError) as caught:
            notation.parse(board, text)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("style", ["zh", "wxf", "wxf-digits", "zh-hant-b"])
def test_a_board_turned_round_says_the_same_for_the_other_side(style: str) -> None:
    to_black = str.maketrans("帥仕相兵帅一二三四五六七八九", "將士象卒将123456789")
    chance = random.Random(62)
    for board in [crowded(chance) for _ in range(200)]:
        turned = board.mirror().swap_colors()
        for move in board.legal_moves:
            there = chuhe.Move(89 - move.from_square, 89 - move.to_square)
            here, other = (notation.write(b, m, style) for b, m in ((board, move), (turned, there)))
            if style.startswith("zh"):
                # 一兵 is 一卒: place words are Chinese for both sides.
                here, other = (text.translate(to_black) for text in (here, other))
            assert here == other
