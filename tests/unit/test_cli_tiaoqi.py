"""``chuhe tiaoqi``: the doors for scripts, and what people type wrongly."""

from __future__ import annotations

import json
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from chuhe.cli.main import main
from chuhe.errors import ParseError
from chuhe.tiaoqi import Rules, start

VECTORS = Path(__file__).parents[1] / "data" / "tiaoqi" / "vectors.txt"
LINES = [
    line.split()
    for line in VECTORS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def run(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", "zh-Hans", "tiaoqi", *map(str, words)])
    told = capfd.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, told.out, told.err


def asked(capfd: pytest.CaptureFixture[str], *words: object) -> Any:
    code, out, err = run(capfd, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_the_counts_from_the_start(capfd: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in LINES if line[0] == "start"]
    assert len(lines) == 26
    for _, players, pieces, hop, stop, counts in lines:
        for depth, count in enumerate(counts.split(",")[:3], 1):
            words = ("--players", players, "--pieces", pieces, "--hop", hop, "--stop", stop)
            assert asked(capfd, "perft", depth, *words)["nodes"] == int(count)


def test_the_moves_of_positions_by_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in LINES if line[0] == "position"]
    assert len(lines) > 40
    for _, players, turn, pieces, hop, counts, *said in lines:
        seat = start(seats=int(players)).points[int(turn)]
        words = (
            "--players",
            players,
            "--seat",
            seat,
            "--cells",
            pieces.replace(".", ","),
            "--hop",
            hop,
        )
        found = asked(capfd, "moves", *words, "--stop", "free")
        assert len(found["moves"]) == len(found["texts"]) == int(counts.split(",")[0])
        if said and said[0] != "-":
            expected = {tuple(map(int, move.split("-"))) for move in said[0].split(",")}
            assert {tuple(move) for move in found["moves"]} == expected
        # The rows say the same position again.
        again = asked(capfd, "moves", found["rows"], "--seat", seat, "--hop", hop, "--stop", "free")
        assert again["moves"] == found["moves"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("perft", 3, "--players", 3, "--pieces", 15), "无法这样开局"),
        (("perft", 2, "--hop", "fly"), "adjacent equidistant"),
        (("perft", 2, "--stop", "here"), "no_stop_no_leave"),
        (("moves", "garbage"), "17"),
        (("moves", "--cells", "1,1;2"), "“1”"),
        (("moves", "--cells", "121"), "“121”"),
        (("moves", "--cells", "1;2;3"), "3 方"),
        (("moves", "--seat", "X"), "S SW NW N NE SE"),
        (("moves", "--players", 3, "--pieces", 15), "无法这样开局"),
        (("rules", "nope"), "western"),
        (("record", "no such file"), "no such file"),
    ],
)
def test_what_is_wrong_is_said(
    capfd: pytest.CaptureFixture[str], words: tuple[object, ...], told: str
) -> None:
    code, out, err = run(capfd, *words)
    assert (code, out) == (2, "")
    assert told in err and "Traceback" not in err


def test_a_record_is_played_through_and_written_anew(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Seats "S N"]\n[S "甲"]\n\n1. d1-e5 n1-m5\n2. resign:N *', encoding="utf-8")
    said = asked(capfd, "record", file)
    assert said["end"] == {"cause": "resigned", "places": [1, 2], "scores": [1.0, 0.0]}
    code, out, _ = run(capfd, "record", file, "--to", "json")
    assert code == 0 and json.loads(out)["result"] == "1-2"
    code, out, _ = run(capfd, "record", file)
    assert "1. 南方 甲" in out and "2. 北方 认输" in out
    file.write_text('{"game": "tiaoqi", "moves": ["d1e5", "d1e5"]}', encoding="utf-8")
    said = run(capfd, "record", file)
    assert said[0] == 1 and "第 2 着" in said[1]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"hop": "fly"}, "tiaoqi.field"),
        ({"mixed": 1}, "tiaoqi.field"),
        ({"cap": 70_000}, "tiaoqi.field"),
        ({"cap": -1}, "tiaoqi.field"),
        ({"marks": ((5, 1), (3, 2))}, "tiaoqi.marks"),
        ({"marks": ((-1, 2),)}, "tiaoqi.marks"),
        ({"marks": ((1, 2, 3),)}, "tiaoqi.marks"),
        ({"partners": True}, "tiaoqi.pairs"),
    ],
)
def test_rules_made_by_hand_are_looked_at(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(ParseError) as error:
        start(Rules(**fields))
    assert error.value.code == code


def test_nobody_sits_there() -> None:
    assert start(Rules(marks=[[20, 5]])).standing("S").mark  # type: ignore[arg-type]
    for seat in ("NW", -1, 2, "x"):
        with pytest.raises(ParseError):
            start().standing(seat)
