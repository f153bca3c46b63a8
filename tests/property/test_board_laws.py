"""What holds on every board: laws, tried on games that hypothesis makes up."""

import contextlib
import copy
import pickle

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import chuhe
from chuhe import Board, Setup

STARTS = [
    chuhe.START_FEN,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 3 40",
    "1nba1a1C1/C3k4/4b4/r1p6/p3p3p/P1P3B1c/6P1P/9/2c2K2R/RN1A2BN1 w - - 11 25",
    "3k5/4P4/9/9/3C5/9/3N5/9/9/4K4 b - - 0 1",
]


@st.composite
def games(draw: st.DrawFn) -> Board:
    """A board after some legal moves, drawn by their number."""
    board = Board(draw(st.sampled_from(STARTS)))
    for number in draw(st.lists(st.integers(0, 2**16), max_size=60)):
        moves = board.legal_moves
        if not moves:
            break
        board.push(moves[number % len(moves)])
    return board


# A busy machine is no fault of the board's.
laws = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@laws
@given(games())
def test_taking_back_restores_everything(board: Board) -> None:
    def seen() -> tuple[object, ...]:
        return board.fen(), board.key, board.piece_map(), list(board.legal_moves), board.checkers()

    for move in board.legal_moves:
        before = seen()
        board.push(move)
        assert board.pop() is move
        assert seen() == before
    replayed = Board(board.start_fen)
    states = []
    for move in board.move_stack:
        states.append((replayed.fen(), replayed.key, replayed.repetitions()))
        replayed.push(move)
    assert replayed == board
    while states:
        replayed.pop()
        assert (replayed.fen(), replayed.key, replayed.repetitions()) == states.pop()


@laws
@given(games())
def test_the_key_kept_is_the_key_made_anew(board: Board) -> None:
    anew = Board(board.fen())
    assert anew.key == board.key
    assert hash(anew) == hash(board)
    assert anew == board
    assert list(anew.legal_moves) == list(board.legal_moves)


@laws
@given(games())
def test_fen_round_trips(board: Board) -> None:
    fen = board.fen()
    assert Board(fen).fen() == Setup(fen).fen() == board.setup().position_fen() == fen


@laws
@given(games())
def test_a_mirror_changes_no_rule(board: Board) -> None:
    mirrored = board.mirror()
    assert set(mirrored.legal_moves) == {move.mirror() for move in board.legal_moves}
    assert mirrored.is_check() is board.is_check()
    assert mirrored.mirror() == board


@laws
@given(games())
def test_exchanged_colours_change_no_rule(board: Board) -> None:
    swapped = board.swap_colors()
    turned = {
        chuhe.Move(across(move.from_square), across(move.to_square)) for move in board.legal_moves
    }
    assert set(swapped.legal_moves) == turned
    assert swapped.turn is ~board.turn
    assert swapped.is_check() is board.is_check()
    assert swapped.swap_colors().piece_map() == board.piece_map()


def across(square: int) -> int:
    return chuhe.square(chuhe.square_file(square), 9 - chuhe.square_rank(square))


@laws
@given(games())
def test_what_a_move_does_is_foreseen(board: Board) -> None:
    for move in board.legal_moves:
        check, capture = board.gives_check(move), board.is_capture(move)
        assert capture is (move in board.captures())
        pieces = len(board.piece_map())
        board.push(move)
        assert board.is_check() is check is bool(board.checkers())
        assert len(board.piece_map()) == pieces - capture
        assert board.halfmove_clock == 0 or not capture
        board.pop()


@laws
@given(games())
def test_boards_survive_copying_and_pickling(board: Board) -> None:
    for other in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board
        assert other.move_stack == board.move_stack
        assert other.repetitions() == board.repetitions()
        assert other.outcome() == board.outcome()


@laws
@given(games())
def test_an_outcome_by_itself_means_the_same_in_every_language_of_the_doors(board: Board) -> None:
    outcome = board.outcome()
    if outcome is None:
        return
    assert outcome.result() in ("1-0", "0-1", "1/2-1/2")
    assert (outcome.winner is None) is (outcome.verdict == "draw")
    if not board.legal_moves:
        assert outcome.winner is ~board.turn
        assert outcome.termination in ("checkmate", "stalemate")


ANY_TEXT = st.text(st.characters(exclude_categories=()))


@laws
@given(ANY_TEXT)
@example("9/9/9/9/9/9/9/9/9/9")
@example("\ud800")
def test_any_text_is_a_position_or_a_typed_error(text: str) -> None:
    accepts(text)


FEN_LETTERS = "kabnrcpKABNRCPehEH123456789/ wrb-0"


@settings(laws, max_examples=600)
@given(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.integers(0, 90), st.sampled_from(FEN_LETTERS)), max_size=6),
)
def test_a_damaged_fen_is_a_position_or_a_typed_error(
    fen: str, edits: list[tuple[int, str]]
) -> None:
    for place, letter in edits:
        fen = fen[:place] + letter + fen[place + 1 :]
    accepts(fen)


def accepts(text: str) -> None:
    """Take it as strictly as possible, or say why not; never half."""
    with contextlib.suppress(chuhe.FenError):
        setup = Setup(text)
        assert Setup(setup.fen()) == setup
        if setup.problems():
            for door in (Board, lambda fen: setup.position_fen()):
                try:
                    door(text)
                except chuhe.SetupError as error:
                    assert error.problems == setup.problems()
                    assert str(error)
                else:
                    raise AssertionError("a set-up with problems was taken")
            with contextlib.suppress(chuhe.SetupError):
                assert len(Board(text, strict=False).legal_moves) >= 0
        else:
            assert Board(text).fen() == setup.fen()


@laws
@given(ANY_TEXT | st.text("abcdefghij0123456789", max_size=5))
def test_any_text_is_a_move_or_a_typed_error(text: str) -> None:
    board = Board()
    with contextlib.suppress(chuhe.NotationError, chuhe.IllegalMoveError):
        assert board.push_uci(text).uci() == text.lower()
        assert board.ply == 1
    with contextlib.suppress(chuhe.ParseError):
        assert chuhe.square_name(chuhe.parse_square(text)) == text.lower()
