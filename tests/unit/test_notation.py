"""Moves in words: the cases of the data file, the errors, whole lines."""

import json
from pathlib import Path
from typing import Any

import pytest

import chuhe
from chuhe import notation
from chuhe.i18n import use_language
from chuhe.notation import Style

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "notation.json").read_text(encoding="utf-8")
)
POSITIONS: dict[str, str] = DATA["positions"]
NAMES = [f"{case['source']}: {case['position']}" for case in DATA["cases"]]


@pytest.mark.parametrize("case", DATA["cases"], ids=NAMES)
def test_case(case: dict[str, Any]) -> None:
    board = chuhe.Board(POSITIONS[case["position"]])
    for text, move in case.get("read", {}).items():
        assert notation.parse(board, text).uci() == move, text
    for text, code in case.get("refuse", {}).items():
        with pytest.raises(chuhe.ChuheError) as caught:
            notation.parse(board, text)
        assert caught.value.code == code, text
        assert isinstance(caught.value, ValueError)
    for move, texts in case.get("write", {}).items():
        for style, text in texts.items():
            assert notation.write(board, chuhe.Move.from_uci(move), style) == text


@pytest.mark.parametrize("line", DATA["lines"], ids=lambda line: line["source"])
def test_line(line: dict[str, str]) -> None:
    moves = notation.parse_line(None, line["texts"].split())
    assert " ".join(move.uci() for move in moves) == line["uci"]


@pytest.mark.parametrize("style", list(Style))
def test_a_line_written_in_any_style_is_read_again(style: Style) -> None:
    moves = [chuhe.Move.from_uci(text) for text in DATA["lines"][2]["uci"].split()]
    texts = notation.write_line(None, moves, style)
    assert notation.parse_line(None, texts, style) == moves
    assert notation.parse_line(None, texts) == moves


def test_the_styles_here_are_those_of_the_core() -> None:
    texts = notation.all_notations(chuhe.Board(), chuhe.Move.from_uci("h2e2"))
    assert list(texts) == [style.value for style in Style]


@pytest.mark.parametrize(
    ("position", "text", "error", "english"),
    [
        (
            "start",
            "马八进六",
            "IllegalMoveError",
            "b0d1 is not legal here: the horse's leg is blocked at c0",
        ),
        (
            "horse pinned by a cannon",
            "马五进七",
            "IllegalMoveError",
            "e1c2 is not legal here: the king would be in check by the cannon on e7",
        ),
        (
            "horse pinned by the king",
            "马五进三",
            "IllegalMoveError",
            "e1g2 is not legal here: the kings would face each other",
        ),
        (
            "red cannons on e5 e2",
            "炮五平一",
            "AmbiguousMoveError",
            "'炮五平一' fits several legal moves: e5i5 e2i2",
        ),
        ("start", "炮二平", "NotationError", "'炮二平' is not a move in any notation known here"),
        (
            "start",
            "炮三平五",
            "IllegalMoveError",
            "炮三平五 is not legal here: red has no cannon on file 3",
        ),
    ],
)
def test_an_error_says_what_and_why(position: str, text: str, error: str, english: str) -> None:
    board = chuhe.Board(POSITIONS[position])
    with pytest.raises(getattr(chuhe, error)) as caught:
        notation.parse(board, text)
    with use_language("en"):
        assert str(caught.value) == english
    with use_language("zh-Hans"):
        chinese = str(caught.value)
        assert chinese != english
        assert caught.value.code not in chinese, "no Chinese message"
    assert board.fen() == caught.value.facts["fen"]


def test_an_ambiguous_text_names_its_candidates() -> None:
    board = chuhe.Board(POSITIONS["red cannons on e5 e2"])
    with pytest.raises(chuhe.AmbiguousMoveError) as caught:
        notation.parse(board, "C5=1")
    assert caught.value.candidates == ["e5i5", "e2i2"]


def test_half_a_surrogate_pair_is_no_move() -> None:
    with pytest.raises(chuhe.NotationError):
        notation.parse(chuhe.Board(), "炮二平\ud800")
    (line,) = notation.parse_batch([(None, ["h2e2", "\udfff"])])
    assert isinstance(line.error, chuhe.NotationError)


def test_a_tandem_is_read_by_its_file_where_only_one_can_go() -> None:
    board = chuhe.Board("3k5/9/9/9/4C4/4P4/9/4C4/9/4K4 w - - 0 1")
    assert notation.parse(board, "炮五进三").uci() == "e5e8"


def test_reading_tells_of_doubts_and_a_hint_settles_them() -> None:
    board = chuhe.Board("3k5/9/6P2/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1")
    # The Federation's middle pawn of file 3, Fairy-Stockfish's third.
    reading = notation.read(board, "33=4")
    assert (reading.move.uci(), [move.uci() for move in reading.others]) == ("g6f6", ["g5f5"])
    assert notation.parse(board, "33=4", Style.WXF_DIGITS).uci() == "g5f5"
    # Both ways to count ranks give a legal move; ours goes first.
    start = chuhe.Board()
    assert notation.read(start, "i1i2").move.uci() == "i0i1"
    assert notation.read(start, "a0a1").others == []
    rook = chuhe.Board("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1")
    assert notation.parse(rook, "a1a3").uci() == "a1a3"
    both = chuhe.Board("3k5/9/9/9/9/9/9/9/R8/R3K4 w - - 0 1")
    assert notation.read(both, "a1b1").move.uci() == "a1b1"
    assert notation.parse(both, "a1b1", "uci10").uci() == "a0b0"


def test_an_unknown_style_is_refused_by_name() -> None:
    board = chuhe.Board()
    move = chuhe.Move.from_uci("h2e2")
    with pytest.raises(ValueError, match="no style 'klingon'"):
        notation.write(board, move, "klingon")
    with pytest.raises(ValueError, match="no style"):
        notation.parse(board, "h2e2", "klingon" * 1000)
    with pytest.raises(ValueError, match="no style"):
        notation.write_batch([], "")


def test_an_illegal_move_is_not_written() -> None:
    with pytest.raises(chuhe.IllegalMoveError) as caught:
        notation.write(chuhe.Board(), chuhe.Move.from_uci("b0d1"), Style.WXF)
    assert caught.value.code == "illegal.leg_blocked"
    with pytest.raises(chuhe.IllegalMoveError):
        notation.all_notations(chuhe.Board(), chuhe.Move.from_uci("e5e6"))
    moves = [chuhe.Move.from_uci(text) for text in ("h2e2", "h2e2")]
    with pytest.raises(chuhe.IllegalMoveError) as caught:
        notation.write_line(None, moves)
    assert caught.value.facts["ply"] == "2"


def test_a_line_may_start_anywhere() -> None:
    board = chuhe.Board()
    board.push_uci("h2e2")
    for start in (board, board.fen()):
        (move,) = notation.parse_line(start, ["马8进7"])
        assert notation.write_line(start, [move]) == ["马8进7"]
    with pytest.raises(chuhe.FenError):
        notation.parse_line("no fen", [])
    with pytest.raises(chuhe.SetupError):
        notation.parse_line("4k4/9/9/9/9/9/9/9/9/B3K4 w", [])
    with pytest.raises(TypeError):
        notation.parse_line(3, [])  # type: ignore[arg-type]


def test_one_bad_line_does_not_stop_the_others() -> None:
    good, bad, empty = notation.parse_batch(
        [(None, ["炮二平五"]), (None, ["炮二平五", "炮8平5", "炮五进四", "将相和"]), (None, [])]
    )
    assert (len(good.moves), good.error) == (1, None)
    assert [move.uci() for move in bad.moves] == ["h2e2", "h7e7", "e2e6"]
    assert isinstance(bad.error, chuhe.NotationError)
    assert bad.error.facts["ply"] == "4"
    assert (empty.moves, empty.error) == ([], None)


def test_ranks_of_a_line_are_counted_in_one_way() -> None:
    moves = ["h2e2", "h9g7", "h0g2", "i9h9"]
    from_one = ["h3e3", "h10g8", "h1g3", "i10h10"]
    assert [m.uci() for m in notation.parse_line(None, from_one)] == moves
    assert [m.uci() for m in notation.parse_line(None, [m.upper() for m in from_one])] == moves
    with pytest.raises(chuhe.MoveError):
        notation.parse_line(None, from_one, "uci")
