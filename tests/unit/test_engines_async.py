"""Engines in ``async`` code and read while they search; and the ways a program can hurt."""

import asyncio
import os
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.unit import fake_engines

from chuhe import Board, Move
from chuhe.engines import (
    BuiltinEngine,
    Engine,
    EngineDied,
    EngineError,
    EngineTimeout,
    Info,
    Limit,
    UciEngine,
    XboardEngine,
)

#: Searches until it is told to stop, telling of deeper and deeper lines.
ENDLESS = """
    import select
    def habit(words):
        depth = 0
        while True:
            depth += 1
            say(f"info depth {depth} multipv 1 score cp {depth} pv {choose()}")
            ready, _, _ = select.select([sys.stdin], [], [], 0.02)
            if ready and sys.stdin.readline().strip() == "stop":
                break
        answer()
"""


def test_one_face_makes_all_engines(tmp_path: Path) -> None:
    command = fake_engines.write(tmp_path, "one")
    with Engine.builtin(level=3) as builtin, Engine.popen(command) as program:
        assert isinstance(builtin, BuiltinEngine) and isinstance(program, UciEngine)
        for engine in (builtin, program):
            assert isinstance(engine, Engine)
            engine.set_option("hash", 8)
            engine.new_game()
            assert engine.play(Board(), Limit(nodes=100)).move in Board().legal_moves
    with Engine.popen(fake_engines.write_xboard(tmp_path, "old"), protocol="xboard") as old:
        assert isinstance(old, XboardEngine) and old.name == "Old Fake"
        board = Board()
        board.push_uci("h2e2")
        for _ in range(3):  # it is brought to the same position again
            assert old.play(board, Limit(time=0.2)).move in board.legal_moves
        assert [info.score.cp for info in old.analyse(board, Limit(time=0.2))] == [25]


def test_a_path_may_have_spaces(tmp_path: Path) -> None:
    script = tmp_path / "my engine"
    command = fake_engines.write(tmp_path, "inner")
    script.write_text(f"#!/bin/sh\nexec {command}\n")
    script.chmod(0o755)
    with Engine.popen(script) as engine:
        assert engine.name == "Fake"


def test_options_of_the_builtin_engine_are_checked() -> None:
    engine = Engine.builtin()
    for name, value, code in (
        ("Hash", "many", "engine.bad_option"),
        ("Threads", 0, "engine.bad_option"),
        ("Skill Level", 11, "engine.bad_option"),
        ("Colour", "red", "engine.no_option"),
    ):
        with pytest.raises(EngineError) as caught:
            engine.set_option(name, value)
        assert caught.value.code == code


def test_lines_are_read_while_the_search_goes_on(tmp_path: Path) -> None:
    for engine in (Engine.builtin(), Engine.popen(fake_engines.write(tmp_path, "e", ENDLESS))):
        with engine, engine.analysis(Board()) as analysis:
            depths = []
            for info in analysis:
                depths.append(info.depth)
                if info.depth >= 4:
                    assert not analysis.done, "it would have gone on"
                    break
        assert depths == sorted(depths) and analysis.done
        assert [info.line for info in analysis.lines] == [1]


def test_several_lines_are_told_best_first() -> None:
    with Engine.builtin() as engine:
        analysis = engine.analysis(Board(), Limit(depth=5), lines=3)
        told = list(analysis)
        best = analysis.wait()
    assert {info.line for info in told} == {1, 2, 3}
    assert [info.line for info in best] == [1, 2, 3]
    values = [info.score.value() for info in best]
    assert values == sorted(values, reverse=True)
    assert len({info.pv[0] for info in best}) == 3


def test_async_search_lets_other_tasks_run_and_several_search_at_once(tmp_path: Path) -> None:
    command = fake_engines.write(tmp_path, "e", ENDLESS)

    async def main() -> tuple[int, list[Move]]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        ticking = asyncio.create_task(tick())
        programs = [await Engine.popen_async(command) for _ in range(2)]
        for program in programs:
            assert isinstance(program, UciEngine)
            program.timeout = 0.5  # they go on until they are told to stop
        engines = [Engine.builtin(), Engine.builtin(), *programs]
        before = ticks
        found = await asyncio.gather(
            *(engine.play_async(Board(), Limit(time=0.3)) for engine in engines)
        )
        after = ticks
        ticking.cancel()
        for engine in engines:
            async with engine:
                pass
        return after - before, [result.move for result in found]

    ticks, moves = asyncio.run(main())
    assert ticks > 10
    assert len(moves) == 4 and all(move in Board().legal_moves for move in moves)


def test_a_cancelled_search_leaves_the_engine_fit_for_the_next(tmp_path: Path) -> None:
    command = fake_engines.write(tmp_path, "e", ENDLESS)

    async def main(engine: Engine) -> None:
        async with engine:
            for search in (
                engine.play_async(Board(), Limit()),
                engine.analyse_async(Board(), Limit(), lines=2),
            ):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(search, 0.2)
            board = Board()
            board.push_uci("h2e2")
            found = await asyncio.wait_for(engine.analyse_async(board, Limit(time=0.1)), 8)
            assert found[0].pv[0] in board.legal_moves

    asyncio.run(main(Engine.builtin()))
    program = Engine.popen(command)
    assert isinstance(program, UciEngine)
    program.timeout = 1.0
    asyncio.run(main(program))


def test_lines_are_read_in_async_code() -> None:
    async def main() -> list[Info]:
        told: list[Info] = []
        async with Engine.builtin() as engine:
            heard: list[int] = []
            await engine.play_async(
                Board(), Limit(depth=3), on_info=lambda info: heard.append(threading.get_ident())
            )
            assert set(heard) == {threading.get_ident()}, "called in the loop"
            async with engine.analysis(Board(), lines=2) as analysis:
                async for info in analysis:
                    told.append(info)
                    if len(told) == 6:
                        break
            full = engine.analysis(Board(), Limit(depth=3))
            assert [info async for info in full][-1].depth == 3
            assert (await full.wait_async())[0].depth == 3
        return told

    assert len(asyncio.run(main())) == 6


def test_what_goes_wrong_in_a_search_is_raised_where_it_is_read(tmp_path: Path) -> None:
    dies = fake_engines.write(tmp_path, "dies", "def habit(words):\n    say('ouch'); sys.exit(9)\n")

    async def read() -> None:
        async with (
            await Engine.popen_async(dies) as engine,
            engine.analysis(Board()) as analysis,
        ):
            async for _info in analysis:
                pass

    with pytest.raises(EngineDied) as caught:
        asyncio.run(read())
    assert caught.value.facts["status"] == 9 and "ouch" in str(caught.value)
    with Engine.popen(dies) as engine, pytest.raises(EngineDied):
        list(engine.analysis(Board()))
    with Engine.popen(dies) as engine, pytest.raises(EngineDied):
        asyncio.run(engine.play_async(Board(), Limit(time=0.1)))


def test_a_program_that_hangs_is_killed_with_what_it_started(tmp_path: Path) -> None:
    """A script whose child holds the pipe: killing the script alone would leave it, and us waiting."""
    pids = tmp_path / "pids"
    habit = f"""
    import os, subprocess
    def habit(words):
        child = subprocess.Popen(["sleep", "600"])
        open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
        time.sleep(600)
    """
    engine = Engine.popen(fake_engines.write(tmp_path, "hangs", habit))
    assert isinstance(engine, UciEngine)
    engine.timeout = 0.4
    start = time.monotonic()
    with pytest.raises(EngineTimeout):
        engine.play(Board(), Limit(time=0.1))
    assert time.monotonic() - start < 5
    time.sleep(0.2)
    for pid in map(int, pids.read_text().split()):
        state = Path(f"/proc/{pid}/stat")
        assert not state.exists() or state.read_text().split()[2] == "Z", "still there"
    with pytest.raises(EngineError):
        engine.play(Board(), Limit(time=0.1))


def test_two_searches_of_one_program_at_once_are_refused(tmp_path: Path) -> None:
    command = fake_engines.write(tmp_path, "e", ENDLESS)
    with Engine.popen(command) as engine, engine.analysis(Board()) as analysis:
        next(analysis)
        with pytest.raises(EngineError) as caught:
            engine.play(Board(), Limit(time=0.1))
        assert caught.value.code == "engine.busy"


def test_a_start_that_is_cancelled_leaves_no_program(tmp_path: Path) -> None:
    pids = tmp_path / "pid"
    mute = tmp_path / "mute.py"
    mute.write_text(
        f"import os, time\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}} ')\ntime.sleep(600)\n"
    )

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(
                Engine.popen_async([sys.executable, str(mute)], timeout=1.0), 0.5
            )

    asyncio.run(main())
    for pid in map(int, pids.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_output_nobody_reads_does_not_fill_the_memory(tmp_path: Path) -> None:
    habit = """
    import threading
    def chatter():
        while True:
            print("info string chatter", flush=False)
    def habit(words):
        answer()
        threading.Thread(target=chatter, daemon=True).start()
    """
    with Engine.popen(fake_engines.write(tmp_path, "chatter", habit)) as engine:
        assert isinstance(engine, UciEngine)
        engine.play(Board(), Limit(time=0.1))
        time.sleep(1)
        assert engine._lines.qsize() <= 20_000
