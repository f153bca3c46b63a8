"""``chuhe tournament places``, as an afternoon of the club."""

from __future__ import annotations

import json
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.tiaoqi import Record, start


def run(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", "zh-Hans", "tournament", "places", *map(str, words)])
    told = capfd.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, told.out, told.err


def test_an_afternoon(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names, event = tmp_path / "names.txt", tmp_path / "star.json"
    names.write_text("\n".join(f"棋手{n}" for n in range(1, 10)), encoding="utf-8")
    assert run(capfd, "new", event, names, "--seed", "s", "--name", "星形杯")[1] == (
        "9 名棋手：9 → 5 → 3\n"
    )
    assert run(capfd, "new", event, names, "--seed", "s")[0] == 2
    code, out, _ = run(capfd, "draw", event)
    assert code == 0 and out.count("抽得") == 9 and "轮空：" in out
    code, _, err = run(capfd, "draw", event)
    assert (code, "第1桌" in err or "1" in err) == (2, True)
    assert run(capfd, "result", event, 1, 1, 2, 3)[0] == 2
    assert run(capfd, "result", event, 3, 1, 2, 3, 4)[0] == 2
    assert run(capfd, "result", event, 1, 1, 2, 3, 4)[0] == 0
    # The second table was played on the computer.
    at, moves = start(seats=4), []
    while at.end is None:
        thought = at.think(level=2)
        assert thought is not None
        moves.append(thought.best)
        at = at.play(thought.best)
    record = Record(seats=4, moves=tuple(moves))
    (tmp_path / "game.json").write_text(record.json(), encoding="utf-8")
    code, out, _ = run(capfd, "result", event, 2, "--record", tmp_path / "game.json", "--json")
    assert json.loads(out)["rounds"][0]["tables"][1]["places"] == list(at.end.places)
    if len(set(at.end.places)) < 4:  # a shared place would have to be played off
        run(capfd, "result", event, 2, 1, 2, 3, 4)
    for table in ((1, 2, 3, 4), (2, 3, 1)):
        assert run(capfd, "draw", event)[0] == 0
        assert run(capfd, "result", event, 1, *table)[0] == 0
    code, out, _ = run(capfd, "show", event)
    assert code == 0 and out.count("棋手") == 3 + 9
    assert run(capfd, "draw", event)[0] == 2


def test_a_file_that_is_none(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").write_text("{}", encoding="utf-8")
    code, _, err = run(capfd, "show", tmp_path / "a")
    assert (code, "Traceback" in err) == (2, False)
    assert run(capfd, "show", tmp_path / "none")[0] == 2
