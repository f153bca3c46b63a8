"""The board as a user of Python meets it."""

import copy
import pickle
import random
import threading
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

import pytest

import chuhe
from chuhe import BLACK, RED, Board, Move, Piece, Role, Termination
from chuhe.i18n import use_language

MATED = "4k4/9/4N4/9/4C4/9/9/9/9/3K5 b - - 0 1"


def played(*moves: str, fen: str | None = None) -> Board:
    board = Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


def test_a_new_board_is_the_start_of_a_game() -> None:
    board = Board()
    assert board.fen() == board.start_fen == chuhe.START_FEN
    assert board.turn is RED
    assert (board.ply, board.halfmove_clock, board.fullmove_number) == (0, 0, 1)
    assert len(board.legal_moves) == 44
    assert len(board.piece_map()) == 32
    assert board.outcome() is None


def test_moves_are_played_and_taken_back() -> None:
    moves = ["b2b4", "h9g7", "b4e4"]
    board = played(*moves)
    assert [move.uci() for move in board.move_stack] == moves
    assert board.peek().uci() == "b4e4"
    assert (board.ply, board.halfmove_clock, board.fullmove_number) == (3, 3, 2)
    assert board.is_check(), "the pawn on e6 is the cannon's screen"
    assert [chuhe.square_name(square) for square in board.checkers()] == ["e4"]
    assert not board.is_checkmate()
    assert board.pop().uci() == "b4e4"
    assert (board.ply, board.halfmove_clock, board.fullmove_number) == (2, 2, 2)
    while board.ply:
        board.pop()
    assert board == Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_legal_moves_are_a_collection() -> None:
    board = Board()
    legal = board.legal_moves
    moves = list(legal)
    assert len(moves) == len(set(moves)) == len(legal) == 44
    assert Move.from_uci("h2e2") in legal
    assert Move.from_uci("h2h9") in legal
    assert Move.from_uci("b0d1") not in legal
    assert "h2e2" not in legal
    assert legal[0] == moves[0]
    assert legal[-1] == moves[-1]
    with pytest.raises(IndexError):
        legal[44]
    assert random.Random(1).choice(legal) in moves
    assert bool(legal) is True
    assert "h2e2" in repr(legal)
    board.push(moves[0])
    assert len(legal) == 44, "a list once made stays as it is"
    assert not Board(MATED).legal_moves


def test_captures_are_the_legal_moves_that_take() -> None:
    board = Board()
    assert sorted(map(str, board.captures())) == ["b2b9", "h2h9"]
    assert board.is_capture(Move.from_uci("h2h9"))
    assert not board.is_capture(Move.from_uci("h2h8"))


def test_targets_by_square() -> None:
    dests = Board().dests()
    assert sorted(dests["h0"]) == ["g2", "i2"]
    assert sum(map(len, dests.values())) == 44


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("b0d1", "illegal.leg_blocked", "马腿在 c0 被蹩"),
        ("e5e6", "illegal.no_piece", "e5 没有棋子"),
        ("h9g7", "illegal.not_your_piece", "h9 的马是黑方的"),
        ("a0a3", "illegal.own_piece", "己方的兵卒"),
        ("a0a4", "illegal.path_blocked", "a3"),
        ("a0b1", "illegal.geometry", "车不能这样走"),
        ("a3b3", "illegal.pawn_sideways", "过河"),
        ("a3a2", "illegal.pawn_backward", "后退"),
        ("b2b7", "illegal.no_screen", "炮架"),
        ("d0c1", "illegal.leaves_palace", "九宫"),
        ("h2h2", "illegal.no_movement", "没有移动"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(move: str, code: str, words: str) -> None:
    board = Board()
    why = board.why_illegal(Move.from_uci(move))
    assert why is not None
    assert why.code == code
    for door in (
        lambda: board.push(Move.from_uci(move)),
        lambda: board.push_uci(move),
        lambda: board.parse_uci(move),
    ):
        with pytest.raises(chuhe.IllegalMoveError) as refused:
            door()
        error = refused.value
        assert (error.code, error.move, error.fen) == (code, move, chuhe.START_FEN)
        assert isinstance(error, ValueError)
        with use_language("zh-Hans"):
            assert words in str(error)
            assert words in error.reason
        assert pickle.loads(pickle.dumps(error)).facts == error.facts
    assert board == Board()
    assert board.ply == 0
    assert not board.is_legal(Move.from_uci(move))


def test_leaving_the_king_in_check_names_the_piece() -> None:
    board = Board("3k5/9/9/9/4r4/9/9/9/4A4/4K4 w")
    with pytest.raises(chuhe.IllegalMoveError) as refused:
        board.push_uci("e1f2")
    assert refused.value.facts["square"] == "e5"
    assert refused.value.facts["role"] == "rook"


@pytest.mark.parametrize("text", ["", "h2", "h2e", "h2e22", "j0a0", "h2ea", "炮二平五", "a" * 9999])
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    with pytest.raises(chuhe.NotationError) as refused:
        Board().push_uci(text)
    assert len(str(refused.value)) < 200


def test_mate_and_stalemate() -> None:
    mate = Board(MATED)
    assert (mate.is_check(), mate.is_checkmate(), mate.is_stalemate()) == (True, True, False)
    assert mate.outcome() == chuhe.Outcome(RED, Termination.CHECKMATE)
    stalemate = Board("3k5/4P4/9/9/9/9/9/9/9/4K4 b")
    assert not stalemate.is_check()
    assert stalemate.is_stalemate()
    assert not stalemate.is_checkmate()
    assert stalemate.outcome() == chuhe.Outcome(RED, Termination.STALEMATE)


def test_repetition_and_perpetual_check() -> None:
    quiet = played(*["h0g2", "h9g7", "g2h0", "g7h9"] * 2)
    assert quiet.repetitions() == 3
    assert quiet.outcome() == chuhe.Outcome(None, Termination.REPETITION)
    quiet.pop()
    assert quiet.outcome() is None
    checks = played(*["i8i9", "e9e8", "i9i8", "e8e9"] * 2, fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    assert checks.outcome() == chuhe.Outcome(BLACK, Termination.PERPETUAL_CHECK)
    judgement = checks.judge()
    assert judgement is not None
    assert judgement.cycle == (1, 8)
    assert judgement.evidence == [(ply, "check" if ply % 2 else "idle") for ply in range(1, 9)]


@pytest.mark.parametrize(
    ("rules", "plies", "claim", "ended"),
    [
        ("club", 120, False, False),
        ("club", 120, True, True),
        ("club", 118, True, False),
        ("cxa", 120, True, True),
        ("wxf", 100, True, True),
        ("wxf", 100, False, False),
        ("axf", 98, True, False),
        ("axf", 100, True, True),
        ("engine", 120, False, True),
        ("engine", 100, True, False),
    ],
)
def test_the_natural_limit_of_each_rule_book(
    rules: str, plies: int, claim: bool, ended: bool
) -> None:
    board = Board(f"3k5/9/9/9/9/9/9/9/9/R3K4 w - - {plies} 90")
    outcome = board.outcome(rules, claim=claim)
    assert (outcome is not None) is ended
    if outcome:
        assert (outcome.result(), outcome.termination) == ("1/2-1/2", Termination.NATURAL_LIMIT)


def test_a_limit_nobody_claims_does_not_hide_a_dead_position() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/9/4K4 w - - 120 90")
    assert board.outcome() == chuhe.Outcome(None, Termination.DEAD_POSITION)
    claimed = board.outcome(claim=True)
    assert claimed is not None
    assert claimed.termination is Termination.NATURAL_LIMIT


def test_an_unknown_rule_book_is_named() -> None:
    with pytest.raises(chuhe.ParseError, match="fide"):
        Board().outcome("fide")


def test_pieces_and_attackers() -> None:
    board = Board()
    assert board.piece_at(chuhe.E0) == Piece(Role.KING, RED)
    assert board.piece_at(chuhe.E5) is None
    assert board.pieces(Role.CANNON, BLACK) == [chuhe.B7, chuhe.H7]
    assert board.king(BLACK) == chuhe.E9
    assert board.attackers(RED, chuhe.H9) == [chuhe.H2]
    assert board.attackers(RED, chuhe.C2) == [chuhe.B0]
    assert board.attackers("red", chuhe.E1) == [chuhe.D0, chuhe.E0, chuhe.F0]


@pytest.mark.parametrize("square", [-1, 90, 10**30])
def test_a_number_that_is_no_square_is_refused(square: int) -> None:
    with pytest.raises(chuhe.ParseError):
        Board().piece_at(square)
    with pytest.raises(chuhe.ParseError):
        Move(square, 0)


def test_wrong_types_are_refused() -> None:
    for wrong in (
        lambda: Board().piece_at("e0"),
        lambda: Board().push("h2e2"),
        lambda: Board(5),
        lambda: Board().attackers("green", 0),
        lambda: Board().king(None),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_copies_are_independent() -> None:
    board = played("h2e2", "h9g7")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert type(other) is Board
        assert other == board
        assert other.move_stack == board.move_stack
        other.push_uci("h0g2")
        assert other != board
        assert board.ply == 2
    assert board.copy(stack=False).move_stack == []
    assert board.copy(stack=False).start_fen == board.fen()


def test_boards_travel_with_their_history() -> None:
    board = played("h2e2", "h9g7", "h0g2")
    back = pickle.loads(pickle.dumps(board))
    assert type(back) is Board
    assert back == board
    assert back.move_stack == board.move_stack
    assert back.start_fen == board.start_fen
    back.pop()
    assert back != board


def test_boards_of_a_class_of_ones_own_stay_of_it() -> None:
    class Mine(Board):
        def __init__(self, fen: str | None = None, *, name: str = "mine") -> None:
            self.name = name

    board = Mine()
    board.push_uci("h2e2")
    assert type(board.copy()) is Mine
    assert type(board.mirror()) is Mine
    assert board.mirror().piece_at(chuhe.E2) == Piece(Role.CANNON, RED)


def test_equality_and_hash_follow_the_position() -> None:
    one, two = played("b2d2", "h9g7", "h0g2"), played("h0g2", "h9g7", "b2d2")
    assert one == two
    assert hash(one) == hash(two)
    assert one.key == two.key
    assert one != played("h2e2")
    assert one != "a board"
    assert Board("3k5/9/9/9/9/9/9/9/9/4K4 w").key != Board("3k5/9/9/9/9/9/9/9/9/4K4 b").key


def test_moves_are_values() -> None:
    move = Move(chuhe.H2, chuhe.E2)
    assert move is Move.from_uci("h2e2")
    assert (move.from_square, move.to_square, move.uci(), str(move)) == (25, 22, "h2e2", "h2e2")
    assert repr(move) == "Move.from_uci('h2e2')"
    assert move.mirror().uci() == "b2e2"
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.deepcopy(move) is move
    assert move != "h2e2"
    assert sorted([Move(3, 4), Move(1, 2)])[0] == Move(1, 2)
    assert len({Move(a, b) for a in range(90) for b in range(90)}) == 8100


def test_squares_by_name() -> None:
    assert range(90) == chuhe.SQUARES
    for square in chuhe.SQUARES:
        name = chuhe.square_name(square)
        assert chuhe.parse_square(name) == square == getattr(chuhe, name.upper())
        assert chuhe.square(chuhe.square_file(square), chuhe.square_rank(square)) == square
    for wrong in ("", "a", "a10", "j0", "ａ0"):
        with pytest.raises(chuhe.ParseError):
            chuhe.parse_square(wrong)
    with pytest.raises(chuhe.ParseError):
        chuhe.square(9, 0)


def test_pictures() -> None:
    board = played("b2b9", "a9b9", "h2h4", "h9g7", "h4e4")
    assert str(board).splitlines()[5] == ". . . . C . . . ."
    assert board.unicode().splitlines()[5] == "・楚河・・・漢界・"
    assert board.unicode(flipped=True).splitlines()[0] == "俥傌相仕帥仕相傌俥"[::-1]
    picture = board._repr_svg_()
    root = ET.fromstring(picture)
    assert root.tag.endswith("svg")
    assert not [node for node in root.iter() if node.tag.endswith("text")]  # no font is needed
    used = [chr(int(node.get("href")[2:], 16)) for node in root.iter() if node.get("href")]
    assert "".join(used[:4]) == "楚河漢界"
    assert "".join(used).endswith("砲馬砲車象士將士象車")  # the horse of b9 was taken
    # Two pieces were taken; the last move's two squares and the king in check are marked.
    assert picture.count("<circle") == 30
    assert picture.count("fill-opacity") == 3
    assert board.svg(flipped=True, arrows=((0, 89),)) != picture


def test_a_diagram_that_cannot_arise_is_played_on_request() -> None:
    fen = "3k5/9/9/2p1P4/3p5/3N5/9/9/9/4K4 w - - 0 1"
    with pytest.raises(chuhe.SetupError):
        Board(fen)
    board = Board(fen, strict=False)
    board.push_uci("d4b5")
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    assert board.copy() == board
    with pytest.raises(chuhe.SetupError):
        Board("9/9/9/9/9/9/9/9/9/4K4", strict=False)


def test_set_fen_and_reset() -> None:
    board = played("h2e2")
    board.set_fen(MATED)
    assert (board.fen(), board.ply) == (MATED, 0)
    with pytest.raises(chuhe.FenError):
        board.set_fen("nonsense")
    assert board.fen() == MATED
    board.reset()
    assert board == Board()


def test_batches_answer_as_single_boards_do() -> None:
    fens = [chuhe.START_FEN, MATED, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"]
    assert chuhe.legal_moves_batch(fens) == [list(Board(fen).legal_moves) for fen in fens]
    assert chuhe.legal_moves_batch([Board(fens[0]), fens[1]])[0] == list(Board().legal_moves)
    assert chuhe.perft_batch(fens, 3) == [chuhe.perft(fen, 3) for fen in fens]
    assert chuhe.legal_moves_batch([]) == []
    assert Board().perft(0) == 1
    with pytest.raises(chuhe.FenError):
        chuhe.legal_moves_batch([fens[0], "nonsense"])


def test_independent_boards_play_in_threads() -> None:
    def walk(seed: int) -> str:
        rng, board = random.Random(seed), Board()
        while board.legal_moves and board.ply < 150:
            board.push(rng.choice(board.legal_moves))
        return board.fen()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(walk, range(32))) == list(map(walk, range(32)))


@pytest.mark.parametrize("depth", [101, 2**32 - 1])
def test_a_depth_no_count_reaches_is_refused(depth: int) -> None:
    for count in (
        lambda: Board().perft(depth),
        lambda: chuhe.perft(chuhe.START_FEN, depth),
        lambda: chuhe.perft_batch([chuhe.START_FEN], depth),
    ):
        with pytest.raises(chuhe.ParseError) as refused:
            count()
        assert refused.value.code == "perft.depth"


def test_a_board_shared_by_threads_never_breaks() -> None:
    """What each thread sees is its own affair; no call may fail in a way Python cannot catch."""
    board = Board()
    faults: list[BaseException] = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(2000):
            try:
                board.push(rng.choice(list(board.legal_moves)))
                assert board == board.copy()
                board.pop()
            except (ValueError, IndexError, RuntimeError):
                pass
            except BaseException as fault:
                faults.append(fault)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [fault for fault in faults if not isinstance(fault, AssertionError)] == []
    list(board.legal_moves)


def test_python_runs_while_perft_counts() -> None:
    done = threading.Event()
    counts: list[int] = []

    def count() -> None:
        counts.append(chuhe.perft(chuhe.START_FEN, 5))
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    ticks = 0
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert counts == [133312995]
    assert ticks > 10
