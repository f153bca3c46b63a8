"""Thinking while the other side does, moves to choose from, options; programs left, started, ended."""

import logging
import sys
import time
from pathlib import Path

import pytest
from tests.unit import fake_engines

from chuhe import Board, Move
from chuhe.engines import (
    Engine,
    EngineDied,
    EngineError,
    EngineTimeout,
    Limit,
    UciEngine,
    XboardEngine,
)
from chuhe.engines.dialect import Dialect, Option, Protocol, read_option

QUICK = Limit(time=0.2)


def after(board: Board, *moves: Move | None) -> Board:
    later = board.copy()
    for move in moves:
        assert move is not None
        later.push(move)
    return later


def words(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8").split()


def test_the_expected_reply_is_a_hit_and_any_other_a_miss(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    with Engine.popen(fake_engines.write_pondering(tmp_path, "e", log)) as engine:
        board = Board()
        first = engine.play(board, QUICK, ponder=True)
        board = after(board, first.move, first.ponder)
        assert engine.play(board, QUICK).move in board.legal_moves
        assert words(log) == ["go", "ponder", "ponderhit"]
        log.unlink()
        second = engine.play(board, QUICK, ponder=True)
        board = after(board, second.move)
        other = next(move for move in board.legal_moves if move != second.ponder)
        board = after(board, other)
        # What it answers to being stopped is not taken for its move here.
        assert engine.play(board, QUICK).move in board.legal_moves
        assert words(log) == ["go", "ponder", "stop", "go"]


def test_whatever_else_is_asked_ends_pondering(tmp_path: Path) -> None:
    log = tmp_path / "heard"
    with Engine.popen(fake_engines.write_pondering(tmp_path, "e", log)) as engine:
        for deed in (
            engine.new_game,
            engine.stop_pondering,
            lambda: engine.set_option("Hash", 8),
            lambda: engine.analyse(Board(), QUICK),
            lambda: engine.ponder(after(Board(), Move.from_uci("b2e2")), QUICK),
        ):
            engine.ponder(after(Board(), Move.from_uci("h2e2")), QUICK)
            deed()
            assert words(log)[:2] == ["ponder", "stop"]
            engine.stop_pondering()
            log.unlink()


def test_an_answer_that_comes_too_early_is_the_answer(tmp_path: Path) -> None:
    """Some programs see a mate and do not wait for the other side's move."""
    log = tmp_path / "heard"
    early = "say(f'bestmove {choose()}'); note('early'); return"
    with Engine.popen(fake_engines.write_pondering(tmp_path, "e", log, early)) as engine:
        board = after(Board(), Move.from_uci("h2e2"))
        for _ in range(3):
            engine.ponder(board, QUICK)
            assert engine.play(board, QUICK).move in board.legal_moves
            engine.ponder(board, QUICK)
            assert engine.play(Board(), QUICK).move in Board().legal_moves


@pytest.mark.parametrize(
    ("deed", "error"),
    [("sys.exit(4)", EngineDied), ("time.sleep(60)", EngineTimeout)],
)
def test_what_goes_wrong_while_pondering_is_told_at_the_next_move(
    tmp_path: Path, deed: str, error: type[EngineError]
) -> None:
    log = tmp_path / "heard"
    with Engine.popen(fake_engines.write_pondering(tmp_path, "e", log, deed)) as engine:
        assert isinstance(engine, UciEngine)
        engine.timeout = 0.5
        board = after(Board(), Move.from_uci("h2e2"))
        engine.ponder(board, QUICK)
        with pytest.raises(error):
            engine.play(board, QUICK)
        with pytest.raises(EngineError):
            engine.play(board, QUICK)


def test_the_builtin_engine_ponders_and_can_be_asked_anything_meanwhile() -> None:
    board = after(Board(), Move.from_uci("h2e2"))
    with Engine.builtin() as engine:
        for deed in (
            lambda: engine.play(board, Limit(depth=3)),
            lambda: engine.analyse(Board(), Limit(depth=3)),
            engine.new_game,
            lambda: engine.set_option("Hash", 4),
        ):
            engine.ponder(board, Limit(depth=3))
            deed()
        engine.ponder(board, Limit(depth=3))
    with pytest.raises(EngineError):
        engine.ponder(board, Limit(depth=3))


def test_an_xboard_program_that_ponders_is_told_only_the_other_sides_move(tmp_path: Path) -> None:
    seen = tmp_path / "xboard"
    command = fake_engines.write_xboard(tmp_path, "old", log=seen)
    with Engine.popen(command, protocol="xboard") as engine:
        board = Board()
        board.push(engine.play(board, QUICK, ponder=True).move)
        seen.write_text("")
        board.push(next(iter(board.legal_moves)))
        board.push(engine.play(board, QUICK, ponder=True).move)
        assert "go" not in words(seen) and "force" not in words(seen)
        # Another game: it is told all.
        assert engine.play(Board(), QUICK).move in Board().legal_moves
        assert {"easy", "force", "new", "go"} <= set(words(seen))


def test_only_some_moves_may_be_chosen(tmp_path: Path) -> None:
    wanted = [Move.from_uci("a0a1"), Move.from_uci("i0i1")]
    with Engine.builtin() as engine:
        assert engine.play(Board(), Limit(depth=3), only=wanted).move in wanted
        found = engine.analyse(Board(), Limit(depth=3), lines=5, only=wanted)
        assert {info.pv[0] for info in found} == set(wanted)
        with engine.analysis(Board(), Limit(depth=3), only=wanted[:1]) as analysis:
            assert [info.pv[0] for info in analysis.wait()] == wanted[:1]
        with pytest.raises(EngineError):
            engine.play(Board(), Limit(depth=3), only=[Move.from_uci("a0a9")])
    told = Dialect(first_rank=1).go(Board(), Limit(depth=3), only=wanted)
    assert told == "go depth 3 searchmoves a1a2 i1i2"
    ucci = Dialect(Protocol.UCCI)
    assert "searchmoves" not in ucci.go(Board(), Limit(depth=3), only=wanted)
    banned = ucci.position(Board(), only=wanted)[1].split()
    assert banned[0] == "banmoves" and len(banned) == 1 + 44 - 2 and "a0a1" not in banned
    with Engine.popen(fake_engines.write(tmp_path, "e")) as engine:
        with pytest.raises(EngineError) as caught:
            engine.play(Board(), QUICK, only=[])
        assert caught.value.code == "engine.no_choice"
    with (
        Engine.popen(fake_engines.write_xboard(tmp_path, "old"), protocol="xboard") as engine,
        pytest.raises(EngineError) as caught,
    ):
        engine.play(Board(), QUICK, only=wanted)
    assert caught.value.code == "engine.cannot_choose"


def test_an_option_is_not_sent_with_a_value_it_cannot_have(tmp_path: Path) -> None:
    with Engine.popen(fake_engines.write(tmp_path, "e")) as engine:
        for value in (0, 65, "many", None, True):
            with pytest.raises(EngineError) as caught:
                engine.set_option("Hash", value)
            assert caught.value.code == "engine.bad_option"
            assert caught.value.facts["value"] == value
        engine.set_option("Hash", "64")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        (
            "option name Style type combo default Very Solid var Very Solid var Risky",
            Option("Style", "combo", "Very", ("Very Solid", "Risky")),
        ),
        ("option usebook type check default true", Option("usebook", "check", "true")),
        (
            "option name Skill type spin default -3 min -20 max 20",
            Option("Skill", "spin", "-3", (), -20, 20),
        ),
        ("option newgame type button", Option("newgame", "button", "")),
    ],
)
def test_options_are_read(line: str, option: Option) -> None:
    assert read_option(line) == option


def test_all_that_is_said_can_be_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG, logger="chuhe.engines"),
        Engine.popen(fake_engines.write(tmp_path, "e")) as engine,
    ):
        engine.play(Board(), QUICK)
    said = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("Fake") and "< go movetime 200" in line for line in said)
    assert any("> bestmove" in line for line in said)


def test_a_search_left_by_an_error_or_by_ctrl_c_is_stopped(tmp_path: Path) -> None:
    """Its answer must not be taken for that of the next search, nor be waited for."""
    habit = f"""
    import os, signal
    def habit(words):
        if "infinite" not in words:
            return answer()
        say(f"info depth 1 score cp 1 nodes 1 pv {{choose()}}")
        if os.path.exists({str(tmp_path / "ctrl-c")!r}):
            os.kill(os.getppid(), signal.SIGINT)
        assert sys.stdin.readline() == "stop\\n"
        say("bestmove a0a9")
    """

    def fail(_info: object) -> None:
        raise KeyError("mine")

    with Engine.popen(fake_engines.write(tmp_path, "e", habit)) as engine:
        with pytest.raises(KeyError, match="mine"):
            engine.play(Board(), Limit(), on_info=fail)
        assert engine.play(Board(), QUICK).move in Board().legal_moves
        (tmp_path / "ctrl-c").touch()
        with pytest.raises(KeyboardInterrupt):
            engine.play(Board(), Limit())
        assert engine.play(Board(), QUICK).move in Board().legal_moves


def test_a_program_is_taken_for_what_it_speaks(tmp_path: Path) -> None:
    command = fake_engines.write_xboard(tmp_path, "old")
    with Engine.popen(command) as engine:
        assert isinstance(engine, XboardEngine) and "Old Fake" in repr(engine)
    assert "ended" in repr(engine)
    script = tmp_path / "broken.py"
    script.write_text("raise SystemExit('a library is missing')")
    with pytest.raises(EngineError, match="a library is missing") as caught:
        Engine.popen([sys.executable, str(script)])
    assert caught.value.code == "engine.no_protocol"


def test_what_a_program_said_before_its_end_is_told_without_the_lines_it_found(
    tmp_path: Path,
) -> None:
    habit = """
    import os, signal
    def habit(words):
        say(f"info depth 1 score cp 1 nodes 1 pv {choose()}")
        say("out of memory")
        os.kill(os.getpid(), signal.SIGKILL)
    """
    with (
        Engine.popen(fake_engines.write(tmp_path, "e", habit)) as engine,
        pytest.raises(EngineDied) as caught,
    ):
        engine.play(Board(), QUICK)
    assert caught.value.facts["status"] == "SIGKILL"
    assert str(caught.value.facts["said"]).endswith("out of memory")
    assert "info depth" not in str(caught.value)


def test_what_we_do_before_a_program_thinks_is_not_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*_args: object) -> list[Move]:
        time.sleep(0.6)
        return []

    with Engine.popen(fake_engines.write(tmp_path, "e")) as engine:
        assert isinstance(engine, UciEngine)
        engine.dialect.protocol = Protocol.UCCI
        monkeypatch.setattr("chuhe.engines.dialect.losing_repetitions", slowly)
        before = time.monotonic()
        found = engine.play(Board(), Limit(nodes=5))
        wall = time.monotonic() - before
    assert found.seconds is not None and 0 < found.seconds < wall - 0.55
