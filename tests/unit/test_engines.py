"""Engines of all manners, good and bad, behind the one face.

The programs are small Python scripts with one habit each.
"""

import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from chuhe import Board
from chuhe.engines import BuiltinEngine, EngineDied, EngineError, EngineTimeout, Limit, UciEngine
from chuhe.engines.dialect import Dialect, Protocol, losing_repetitions
from chuhe.errors import ParseError
from chuhe.pieces import BLACK, RED
from chuhe.rules import RULES

#: A program that answers; each test changes its habits.
PROGRAM = """
import sys, time
greeting, ok, ranks, letters = "uci", "uciok", 0, "NB"
options = ["option name Hash type spin default 16 min 1 max 64", "option name MultiPV type spin default 1 min 1 max 9"]
setup, heard = "", []

def best():
    # The probe's only move, or a move of the start position.
    probe = "3rrk3" in setup
    if probe and (("N " in setup) != (letters == "NB")):
        return "(none)"
    move = "i0h2" if probe else "h2e2"
    return move if ranks == 0 else "".join(str(int(c) + 1) if c.isdigit() else c for c in move)

def go(words):
    print("info depth 3 multipv 1 score cp 12 nodes 99 time 1 pv", best(), flush=True)
    print("bestmove", best(), flush=True)

HABIT
for line in sys.stdin:
    words = line.split()
    heard.append(line.strip())
    if words[0] == greeting:
        print("id name Tester")
        for option in options:
            print(option)
        print(ok, flush=True)
    elif words[0] in ("uci", "ucci"):
        print("Unknown command", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        setup = line
    elif words[0] == "go":
        go(words)
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def program(tmp_path: Path):
    """A function that writes a program with a habit and gives its command."""

    def write(habit: str = "") -> list[str]:
        path = tmp_path / "engine.py"
        path.write_text(PROGRAM.replace("HABIT", textwrap.dedent(habit)), encoding="utf-8")
        return [sys.executable, "-u", str(path)]

    return write


def test_a_plain_uci_program_plays(program) -> None:
    with UciEngine.popen(program()) as engine:
        assert engine.name == "Tester"
        assert engine.dialect == Dialect(Protocol.UCI, 0, "NB")
        result = engine.play(Board(), Limit(depth=1))
        assert result.move.uci() == "h2e2"
        assert result.info is not None and result.info.score.cp == 12
        assert [line.depth for line in engine.analyse(Board(), Limit(depth=1))] == [3]


def test_a_command_may_have_arguments(program) -> None:
    command = " ".join(program())
    with UciEngine.popen(f"{command} --book 'x y.obk'") as engine:
        assert "Hash" in engine.options


@pytest.mark.parametrize(
    ("habit", "dialect"),
    [
        ("ranks = 1", Dialect(Protocol.UCI, 1, "NB")),
        ("letters = 'HE'", Dialect(Protocol.UCI, 0, "HE")),
        ("greeting, ok = 'ucci', 'ucciok'", Dialect(Protocol.UCCI, 0, "NB")),
        (
            "greeting, ok, ranks, letters = 'ucci', 'ucciok', 1, 'HE'",
            Dialect(Protocol.UCCI, 1, "HE"),
        ),
    ],
)
def test_the_dialect_is_found_out(program, habit: str, dialect: Dialect) -> None:
    with UciEngine.popen(program(habit)) as engine:
        assert engine.dialect == dialect
        assert engine.play(Board(), Limit(depth=1)).move.uci() == "h2e2"


def test_a_program_that_ends_at_the_wrong_word_is_asked_again(program) -> None:
    habit = """
        greeting, ok = "ucci", "ucciok"
        first = sys.stdin.readline().strip()
        if first != "ucci":
            sys.exit()
        print("ucciok", flush=True)
    """
    with UciEngine.popen(program(habit)) as engine:
        assert engine.dialect.protocol is Protocol.UCCI


def test_options_not_offered_are_never_sent(program, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    habit = f"""
        options = []
        import atexit
        atexit.register(lambda: open({str(log)!r}, "w").write("\\n".join(heard)))
    """
    with UciEngine.popen(program(habit)) as engine:
        with pytest.raises(EngineError) as caught:
            engine.set_option("Hash", 8)
        assert caught.value.code == "engine.no_option"
        engine.analyse(Board(), Limit(depth=1), lines=3)
    assert "setoption" not in log.read_text()


def test_the_variant_is_told_where_there_is_a_choice(program, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    habit = f"""
        options = ["option name UCI_Variant type combo default chess var chess var xiangqi"]
        import atexit
        atexit.register(lambda: open({str(log)!r}, "w").write("\\n".join(heard)))
    """
    UciEngine.popen(program(habit)).close()
    assert "setoption name UCI_Variant value xiangqi" in log.read_text()


def test_an_engine_of_another_game_is_found_out(program) -> None:
    habit = """
        def best():
            return "e2e4"
    """
    with pytest.raises(EngineError) as caught:
        UciEngine.popen(program(habit))
    assert caught.value.code == "engine.not_xiangqi"
    assert "e2e4" in str(caught.value)


def test_a_program_that_speaks_neither_protocol_is_refused(program) -> None:
    with pytest.raises(EngineError) as caught:
        UciEngine.popen(program("greeting = 'xboard'"))
    assert caught.value.code == "engine.no_protocol"


def test_a_program_that_is_not_there_is_refused() -> None:
    for command in ("/no/such/program", "", "\0"):
        with pytest.raises(EngineError) as caught:
            UciEngine.popen(command)
        assert caught.value.code == "engine.not_started"


def probing(habit: str) -> str:
    """A habit shown only after the probe."""
    body = textwrap.indent(textwrap.dedent(habit), "        ")
    return f"""
plain_go = go
def go(words):
    if "3rrk3" in setup:
        plain_go(words)
    else:
{body}
"""


@pytest.mark.parametrize(
    ("habit", "error", "code"),
    [
        ("print('thinking', flush=True); sys.exit(3)", EngineDied, "engine.died"),
        ("time.sleep(60)", EngineTimeout, "engine.timeout"),
        ("print('bestmove (none)', flush=True)", EngineError, "engine.no_move"),
        ("print('nobestmove', flush=True)", EngineError, "engine.no_move"),
        ("print('bestmove', flush=True)", EngineError, "engine.no_move"),
        ("print('bestmove a0a9', flush=True)", EngineError, "engine.illegal_move"),
        ("print('bestmove 炮二平五', flush=True)", EngineError, "engine.illegal_move"),
    ],
)
def test_misbehaviour_has_a_name(program, habit: str, error: type, code: str) -> None:
    with UciEngine.popen(program(probing(habit))) as engine:
        engine.timeout = 0.7
        start = time.monotonic()
        with pytest.raises(error) as caught:
            engine.play(Board(), Limit(time=0.1))
        assert caught.value.code == code
        assert time.monotonic() - start < 5
        if code == "engine.died":
            assert caught.value.facts["status"] == 3
            assert "thinking" in str(caught.value.facts["said"])
            with pytest.raises(EngineError):
                engine.play(Board(), Limit(time=0.1))
        if code == "engine.no_move":
            assert caught.value.facts["count"] == 44


def test_a_flood_of_nonsense_is_survived(program) -> None:
    habit = """
        for n in range(300):
            print("info depth x score pv zz", "\\x00" * 50, "info" * 20)
            print("info score cp 5 pv a0a9 " + "x" * 100)
        print("bestmove h2e2", flush=True)
    """
    with UciEngine.popen(program(probing(habit))) as engine:
        assert engine.play(Board(), Limit(time=0.1)).move.uci() == "h2e2"


def test_a_search_without_limit_ends_at_the_signal(program) -> None:
    habit = """
        import threading
        def go(words):
            if "3rrk3" in setup:
                print("bestmove i0h2", flush=True)
            else:
                while sys.stdin.readline().strip() != "stop":
                    pass
                print("bestmove h2e2", flush=True)
    """
    signal = threading.Event()
    with UciEngine.popen(program(habit)) as engine:
        threading.Timer(0.2, signal.set).start()
        start = time.monotonic()
        assert engine.play(Board(), Limit(), stop=signal).move.uci() == "h2e2"
        assert time.monotonic() - start < 2


def test_ucci_gets_the_game_since_the_last_capture_and_forbidden_moves() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1")
    for text in ["a0a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9"]:
        board.push_uci(text)
    # The rook has checked all the time; to check on a9 would be the third occurrence.
    assert [move.uci() for move in losing_repetitions(board)] == ["a8a9"]
    setup, ban = Dialect(Protocol.UCCI, 1).position(board)
    assert setup.startswith("position fen 4k4/") and setup.endswith("a9a10 e10e9 a10a9 e9e10")
    assert ban == "banmoves a9a10"
    assert len(Dialect(Protocol.UCI).position(board)) == 1
    capture = Board()
    for text in ("h2e2", "h9g7", "e2e6"):
        capture.push_uci(text)
    assert "moves" not in Dialect(Protocol.UCCI).position(capture)[0]
    assert "moves" in Dialect(Protocol.UCI).position(capture)[0]


def test_clocks_are_told_in_each_protocol() -> None:
    limit = Limit(clocks={RED: 60.0, BLACK: 30.0}, increments={RED: 1.0, BLACK: 2.0})
    assert Dialect().go(Board(), limit) == "go wtime 60000 winc 1000 btime 30000 binc 2000"
    assert Dialect(Protocol.UCCI).go(Board(), limit) == "go time 60000 increment 1000"
    assert Dialect(Protocol.UCCI).go(Board(), Limit(time=0.5)) == "go time 500 movestogo 1"


# --- the built-in engine


def test_the_builtin_engine_stops_at_the_signal() -> None:
    signal = threading.Event()
    engine = BuiltinEngine()
    threading.Timer(0.2, signal.set).start()
    start = time.monotonic()
    result = engine.play(Board(), Limit(), stop=signal)
    assert result.move in Board().legal_moves
    assert time.monotonic() - start < 1.5


def test_the_builtin_engine_lets_other_threads_run() -> None:
    done = threading.Event()
    counted = [0]

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    BuiltinEngine().play(Board(), Limit(time=0.3))
    done.set()
    other.join()
    assert counted[0] > 20


def test_several_builtin_engines_search_at_once() -> None:
    moves = []

    def work() -> None:
        moves.append(BuiltinEngine(hash_mb=1).play(Board(), Limit(depth=5)).move)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4 and len(set(moves)) == 1


def test_an_error_in_the_callback_ends_the_search_and_is_raised() -> None:
    def fail(_info: object) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        BuiltinEngine().play(Board(), Limit(), on_info=fail)


def test_the_builtin_engine_knows_the_history() -> None:
    """The side that is better does not walk into the third repetition."""
    board = Board("3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1")
    for text in ("a0a1", "d9d8", "a1a0", "d8d9", "a0a1", "d9d8", "a1a0"):
        board.push_uci(text)
    board.push_uci("d8d9")
    assert board.outcome() is not None, "this would have been the third time"
    board.pop()
    board.pop()
    move = BuiltinEngine().play(board, Limit(depth=6)).move
    assert move.uci() != "a1a0"


def test_no_move_is_an_error_for_play_and_an_empty_list_for_analyse() -> None:
    mated = Board("4k4/9/4N4/9/9/4C4/9/9/9/3K5 b")
    engine = BuiltinEngine()
    with pytest.raises(EngineError) as caught:
        engine.play(mated, Limit(depth=2))
    assert caught.value.code == "engine.game_over"
    assert engine.analyse(mated, Limit(depth=2)) == []


def test_levels_are_checked_and_a_closed_engine_says_so() -> None:
    for level in (0, 11):
        with pytest.raises(ValueError, match="level"):
            BuiltinEngine(level=level)
    engine = BuiltinEngine(level=1)
    engine.close()
    with pytest.raises(EngineError) as caught:
        engine.play(Board(), Limit(depth=1))
    assert caught.value.code == "engine.closed"


def test_a_seed_repeats_the_choice_of_a_weak_level() -> None:
    engine = BuiltinEngine(level=2)

    def play(seed: int) -> str:
        engine.new_game()
        return engine.play(Board(), Limit(), seed=seed).move.uci()

    assert [play(seed) for seed in range(12)] == [play(seed) for seed in range(12)]
    assert len({play(seed) for seed in range(12)}) > 1


#: Red is mated unless he checks for ever. (A report about Fairy-Stockfish, issue 49.)
CHECKER = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1"
#: Black loses unless the rook chases the cannon for ever. (Fairy-Stockfish, issue 570.)
CHASER = "3a5/5k3/6nC1/p5p2/4R4/6P2/7r1/3AB4/4A4/4K1B2 w - - 0 1"


def played(fen: str, moves: str) -> Board:
    board = Board(fen)
    for move in moves.split():
        board.push_uci(move)
    return board


@pytest.mark.parametrize(
    ("fen", "moves", "fatal", "losing"),
    [
        (CHECKER, "i8i9 e9e8 i9i8 e8e9 i8i9 e9e8", "i9i8", {"club", "axf", "cxa-2020", "engine"}),
        (CHASER, "h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7", "i3h3", {"club", "axf", "cxa-2020"}),
    ],
    ids=["check", "chase"],
)
def test_the_builtin_engine_plays_by_the_rules_of_repetition(
    fen: str, moves: str, fatal: str, losing: set[str]
) -> None:
    board = played(fen, moves)
    engine = BuiltinEngine()
    for rules in sorted(losing):
        for level in (1, 5, 10):
            found = engine.play(board, Limit(depth=5), level=level, rules=rules, seed=level)
            assert found.move.uci() != fatal, (rules, level)
        [line] = engine.analyse(board, Limit(depth=5), rules=rules)
        assert line.score.value() < -300, rules
    # Where nobody is at fault, the same moves save the game.
    house = replace(RULES["club"], name="house", repetition="draw")
    found = engine.play(board, Limit(depth=5), rules=house)
    assert found.move.uci() == fatal
    assert found.info is not None and found.info.score.value() == 0


def test_the_builtin_engine_keeps_its_rule_book() -> None:
    board = played(CHASER, "h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7")
    house = replace(RULES["club"], name="house", repetition="draw")
    assert BuiltinEngine(rules=house).play(board, Limit(depth=5)).move.uci() == "i3h3"
    assert BuiltinEngine(rules="axf").play(board, Limit(depth=5)).move.uci() != "i3h3"
    assert BuiltinEngine().rules is RULES["club"]
    with pytest.raises(ParseError):
        BuiltinEngine(rules="nobody's")


def test_a_program_is_told_the_rule_of_repetition_it_knows(program, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    habit = f"""
        options.append("option name Repetition Rule type combo default SkyRule var SkyRule var AsianRule")
        import atexit
        atexit.register(lambda: open({str(log)!r}, "w").write("\\n".join(heard)))
    """
    for rules, told in (("axf", True), ("club", False)):
        with UciEngine.popen(program(habit), rules=rules) as engine:
            engine.play(Board(), Limit(depth=1))
        heard = log.read_text(encoding="utf-8")
        assert ("setoption name Repetition Rule value AsianRule" in heard) is told
        assert heard.count("Repetition Rule") == told


def test_a_ucci_program_is_told_the_moves_banned_by_the_rule_book() -> None:
    board = played(CHASER, "h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7")
    assert [move.uci() for move in losing_repetitions(board, "axf")] == ["i3h3"]
    assert losing_repetitions(board, "count") == []
    commands = Dialect(Protocol.UCCI).position(board, "axf")
    assert commands[1:] == ["banmoves i3h3"]


def test_our_own_program_takes_every_policy_by_name() -> None:
    with UciEngine.popen([sys.executable, "-m", "chuhe", "engine"], rules="cxa-2020") as engine:
        option = engine.options["Repetition Rule"]
        assert {book.repetition for book in RULES.values()} <= set(option.choices)
        board = played(CHASER, "h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7")
        assert engine.play(board, Limit(depth=5)).move.uci() != "i3h3"
        engine.set_option("Repetition Rule", "draw")
        assert engine.play(board, Limit(depth=5)).move.uci() == "i3h3"
