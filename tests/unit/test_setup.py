"""What can be laid out, and everything that keeps it from being played."""

import copy
import pickle

import pytest

import chuhe
from chuhe import BLACK, RED, Piece, Role, Setup
from chuhe.i18n import use_language


def problems(fen: str) -> list[str]:
    return [problem.code for problem in Setup(fen).problems()]


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("9/9/9/9/9/9/9/9/9/9 w", ["setup.king_missing"] * 2),
        ("3kk4/9/9/9/9/9/9/9/9/4K4 w", ["setup.too_many"]),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", ["setup.kings_face"]),
        ("3k5/9/9/9/9/9/9/9/4K4/9 w", []),
        ("3k5/9/9/9/9/9/4K4/9/9/9 w", ["setup.misplaced"]),
        ("k8/9/9/9/9/9/9/9/9/4K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/9/9/9/9/9/A3K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/9/9/9/9/9/3AKA3 w", []),
        ("3k5/9/9/9/9/9/9/9/4A4/4KA3 w", []),
        ("3k5/9/9/9/9/9/9/9/9/1B2K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/2b6/9/9/9/9/4K4 w", []),
        ("3k5/9/9/9/9/2b6/9/9/9/4K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", ["setup.misplaced"]),
        ("3k5/9/9/9/1P7/9/9/9/9/4K4 w", []),
        ("3k4P/9/9/9/9/9/9/9/9/4K4 w", []),
        ("3k5/9/9/p8/p8/9/9/9/9/4K4 w", ["setup.pawns_doubled"]),
        ("3k5/9/9/9/9/p8/p8/9/9/4K4 w", []),
        ("3k5/9/9/P1P1P1P1P/9/P8/9/9/9/4K4 w", ["setup.too_many"]),
        ("3k5/9/9/9/9/9/9/9/RRR6/4K4 w", ["setup.too_many"]),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", ["setup.opponent_in_check"]),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 b", []),
    ],
)
def test_every_reason_is_given(fen: str, expected: list[str]) -> None:
    assert problems(fen) == expected


def test_all_reasons_come_at_once_and_the_layout_is_kept() -> None:
    fen = "3kk4/9/9/9/9/P8/P8/9/P8/RRR1K4 w - - 0 1"
    with pytest.raises(chuhe.SetupError) as refused:
        chuhe.Board(fen)
    codes = [problem.code for problem in refused.value.problems]
    assert codes == problems(fen)
    assert set(codes) == {"setup.too_many", "setup.misplaced", "setup.pawns_doubled"}
    assert refused.value.fen == fen
    assert Setup(refused.value.fen).piece_at(chuhe.A0) == Piece(Role.ROOK, RED)


def test_reasons_are_told_in_both_languages() -> None:
    setup = Setup("4k4/9/9/9/9/9/9/9/9/B3K4 w")
    with use_language("en"):
        assert [str(problem) for problem in setup.problems()] == [
            "red elephant can never stand on a0",
            "the kings on e0 and e9 face each other",
        ]
    with use_language("zh-Hans"):
        assert str(setup.problems()[0]) == "红方象不可能在 a0"
        with pytest.raises(chuhe.SetupError, match="将帅照面"):
            setup.position_fen()


def test_an_editor_builds_a_position_piece_by_piece() -> None:
    setup = Setup()
    assert setup.piece_map() == {}
    setup.set_piece_at(chuhe.E0, Piece(Role.KING, RED))
    setup.set_piece_at(chuhe.D9, Piece(Role.KING, BLACK))
    setup.set_piece_at(chuhe.A5, Piece.from_letter("H"))
    setup.turn = BLACK
    setup.halfmove_clock, setup.fullmove_number = 7, 30
    assert setup.position_fen() == "3k5/9/9/9/N8/9/9/9/9/4K4 b - - 7 30"
    setup.set_piece_at(chuhe.A5, None)
    assert setup.piece_at(chuhe.A5) is None
    assert chuhe.Board(setup.position_fen()).setup() == setup


def test_mirrors_of_a_layout() -> None:
    setup = Setup("3k5/9/9/9/N8/9/9/9/9/4K4 w - - 0 1")
    assert setup.mirror().fen() == "5k3/9/9/9/8N/9/9/9/9/4K4 w - - 0 1"
    assert setup.swap_colors().fen() == "4k4/9/9/9/9/n8/9/9/9/3K5 b - - 0 1"
    assert setup.mirror().mirror() == setup == setup.swap_colors().swap_colors()


def test_layouts_are_values() -> None:
    setup = Setup.start()
    assert setup.fen() == chuhe.START_FEN
    assert pickle.loads(pickle.dumps(setup)) == setup
    other = copy.copy(setup)
    other.set_piece_at(0, None)
    assert other != setup != "a layout"
    assert repr(setup) == f"Setup('{chuhe.START_FEN}')"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "fen.empty"),
        ("   ", "fen.empty"),
        ("9/9/9", "fen.ranks"),
        ("9/" * 12, "fen.ranks"),
        ("rnbakabnr/8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "fen.files"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR", "fen.files"),
        ("rnbqkabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "fen.letter"),
        (chuhe.START_FEN.replace(" w", " x"), "fen.side"),
        (chuhe.START_FEN.replace(" 0 1", " zero 1"), "fen.counter"),
        (chuhe.START_FEN.replace(" 0 1", " -1 1"), "fen.counter"),
        (chuhe.START_FEN + " e3", "fen.extra"),
        ("9" * 100_000, "fen.too_long"),
        ("\x00\x1b[2J", "fen.ranks"),
    ],
)
def test_what_is_no_fen_says_why(text: str, code: str) -> None:
    for reader in (Setup, chuhe.Board):
        with pytest.raises(chuhe.FenError) as refused:
            reader(text)
        assert refused.value.code == code
        assert isinstance(refused.value, ValueError)
        for language in ("en", "zh-Hans"):
            with use_language(language):
                assert code not in str(refused.value), "it has a sentence"


def test_dialects_of_archives_read_alike() -> None:
    placement = chuhe.START_FEN.split()[0]
    letters = placement.translate(str.maketrans("nNbB", "hHeE"))
    for text in (placement, f"{letters} r", f"{placement} w - -", f"{placement} r 1"):
        assert chuhe.Board(text).fen() == chuhe.START_FEN
