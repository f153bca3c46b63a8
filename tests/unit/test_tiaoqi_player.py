"""The built-in player of 跳棋 from Python: limits, lots, races, matches."""

import json
import os
import subprocess
import sys
import threading
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.tiaoqi import Position, start
from chuhe.tiaoqi.position import from_text

ROOT = Path(__file__).parents[2]


def midgame(seats: int, moves: int, rules: str = "equidistant") -> Position:
    at = start(rules, seats=seats)
    while at.ply < moves:
        thought = at.think(level=1, seed=3)
        assert thought is not None
        at = at.play(thought.best)
    return at


@pytest.mark.parametrize(("seats", "moves"), [(2, 12), (2, 40), (3, 24), (6, 30)])
def test_the_same_nodes_find_the_same(seats: int, moves: int) -> None:
    at = midgame(seats, moves)
    found = at.think(nodes=500)
    assert found is not None
    assert found == at.think(nodes=500)
    assert found.nodes <= 700
    at.play(found.best)


def test_lots_differ_by_seed_and_only_for_the_careless() -> None:
    at = midgame(2, 12)
    careless = {at.think(level=1, seed=seed).best for seed in range(30)}  # type: ignore[union-attr]
    careful = {at.think(level=3, seed=seed).best for seed in range(5)}  # type: ignore[union-attr]
    assert len(careless) > 1
    assert len(careful) == 1


@pytest.mark.parametrize("seats", [2, 6])
def test_a_stopped_thought_answers(seats: int) -> None:
    at = midgame(seats, 12)
    stop = threading.Event()
    stop.set()
    found = at.think(level=6, seconds=60, stop=stop)
    assert found is not None
    at.play(found.best)


def test_the_way_home_is_played_as_told() -> None:
    """Two pieces short of the camp, the other army far away."""
    rows = "A/AA/AAA/AA2/13/5AA5/11/10/9/10/11/12/4DDDDD4/DDDD/D2/2/1"
    at = from_text(f"{rows} AD A 40,40 10", "adjacent")
    found = at.think(level=6, nodes=100_000)
    assert found is not None and found.race is not None
    moves, shortest = found.race
    assert shortest and moves == len(found.pv)
    for move in found.pv:
        at = at.play(move)
        if at.end is not None:
            break
        # The north steps about meanwhile; nobody is in anybody's way.
        answer = at.think(level=2)
        assert answer is not None
        at = at.play(answer.best)
    assert at.standing("S").standing == "arrived"


def match(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What ``chuhe tiaoqi match`` prints."""
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["tiaoqi", "match", "--lang", "en", *words])
    out, err = capsys.readouterr()
    assert stop.value.code == 0, err
    return out


def test_a_match_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["3", "1", "--games", "4", "--nodes", "500", "--json"]
    told = json.loads(match(capsys, *words))
    assert [player["level"] for player in told["players"]] == [3, 1]
    for some in (told["players"], list(told["seats"].values())):
        assert sum(one["points"] for one in some) == 4
        assert all(sum(one["places"]) == 4 for one in some)
    assert sum(told["ends"].values()) == 4
    assert told["players"][0]["points"] > told["players"][1]["points"]
    assert json.loads(match(capsys, *words)) == told


def test_a_match_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    told = match(capsys, "1", "1", "2", "--games", "3", "--nodes", "50", "--opening", "1")
    assert told.count("places") == 6


def test_the_bench_says_what_the_peer_lacks(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("raise ImportError('no OpenSpiel here')")
    bench = ROOT / "benches" / "bench_tiaoqi.py"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, bench, "--rounds", "1", "--peer"]
    done = subprocess.run(
        [*command, sys.executable], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 1
    assert "no OpenSpiel here" in done.stderr and "pip install open_spiel" in done.stderr
    done = subprocess.run(
        [*command, str(tmp_path / "nowhere")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "expected a Python interpreter" in done.stderr
