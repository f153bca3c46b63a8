"""A knock-out and a double elimination on the command line, as an organiser plays them."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.unit.event_run import Run


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(capfd, tmp_path / "cup.chuhe")


def begun(run: Run, tmp_path: Path, players: int, system: str, *options: str) -> None:
    lines = [f"P{n},{2600 - n}" for n in range(1, players + 1)]
    (tmp_path / "p.csv").write_text("\n".join(["name,rating", *lines]), encoding="utf-8")
    words = [word for option in ("first=higher", *options) for word in ("--option", option)]
    run("new", "--name", "Cup", "--seed", "cup", "--system", system, *words)
    run("players", tmp_path / "p.csv")
    run("number")


def test_a_knock_out_from_the_list_to_the_champion(run: Run, tmp_path: Path) -> None:
    begun(run, tmp_path, 5, "knockout", "games=2", "third_place=true", "chain=sudden-death")
    shown = run("pair-round")
    assert "bracket: 4, seed 4, meets 5, seed 5" in shown and "1 has a bye as seed 1" in shown
    assert run("games", 1).splitlines() == [
        "match 1.2, board 1",
        "4 P4  0 : 0  5 P5",
        "",
        "* match 1.2, game 1: 4 moves first against 5",
        "* 4 has Red in the first game",
        "* a draw is half a point to each",
    ]
    told = run("result", 1, "=")
    assert "5 moves first against 4" in told and "if it stays level, rapid games follow" in told
    told = run("games", 1, "=", lang="zh-Hans")
    assert "1.2 场第 3 局（快棋）" in told
    assert "½ - ½" in run("games", 1) and "1 - 1" in run("show")
    run("games", 1, "1", "=")
    run("pair-round")
    run("games", 1, "1", "0")  # the first named wins both
    run("games", 2, "1", "0")
    run("pair-round")
    run("result", 1, "1", 2, "1", 1, "0", 2, "0")
    table = [row["place"] for row in run.json("table")["standings"]]
    assert table == [1, 2, 3, 4, 5]
    assert "5 went out in match 1.2" in run("table", "--explain", 5)
    assert "all 3 rounds have been paired" in run("pair-round", status=1)


def test_corrections_need_a_reason_and_can_be_undone(run: Run, tmp_path: Path) -> None:
    begun(run, tmp_path, 2, "knockout", "games=3")
    run("pair-round")
    run("games", 1, "1", "1")
    assert "--reason" in run("games", 1, "0", "--game", 1, status=2)
    assert "one result" in run("games", 1, "0", "0", "--game", 1, "--reason", "x", status=2)
    assert "there is no game 4" in run("games", 1, "0", "--game", 4, "--reason", "x", status=2)
    assert "was '1', is now '0'" in run("games", 1, "0", "--game", 1, "--reason", "x")
    assert run.json("games", 1)["result"] == "0"
    run("undo")
    facts = run.json("games", 1)
    assert facts["result"] is None and facts["score"] == [1, 1]
    assert "（对抗中的一局）" in run("undo", lang="zh-Hans")
    words = run("log", lang="zh-Hans")
    assert "（已撤销）对抗中的一局" in words


def test_the_arbiter_decides(run: Run, tmp_path: Path) -> None:
    begun(run, tmp_path, 4, "knockout")
    run("pair-round")
    assert "sends 4 on: 1 did not come" in run("decide", 1, 4, "--reason", "1 did not come")
    assert "decided without play: − - +" in run("games", 1)
    assert "sends nobody on" in run("decide", 2, "none", "--reason", "neither came")
    assert "does not play on board 1" in run("decide", 1, 3, "--reason", "x", status=2)
    assert "no board 5; the round has boards 1 to 2" in run("games", 5, status=2)


def test_a_double_elimination(run: Run, tmp_path: Path) -> None:
    begun(run, tmp_path, 4, "double")
    for keys in ("11", "11", "1", "1"):
        run("pair-round")
        run("result", "--keys", keys)
    assert "has won" in run("pair-round", status=1)
    facts = run.json("bracket")
    assert facts["champion"] == 1
    names = [match["match"] for match in facts["matches"]]
    assert names == ["W1.1", "W1.2", "W2.1", "L1.1", "L2.1", "F1"]


@pytest.mark.parametrize("system", ["knockout", "double", "lots"])
def test_the_picture_as_a_file_and_on_paper(run: Run, tmp_path: Path, system: str) -> None:
    if system == "lots":
        (tmp_path / "p.csv").write_text("name\nP1\nP2\nP3", encoding="utf-8")
        run("new", "--name", "Cup", "--seed", "cup", "--system", system)
        run("players", tmp_path / "p.csv")
        run("number")
    else:
        begun(run, tmp_path, 6, system)
    run("pair-round")
    run("bracket", "-o", tmp_path / "b.svg", lang="zh-Hans")
    ET.parse(tmp_path / "b.svg")
    assert "P3" in (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert "<svg " in run("print", "bracket")
    assert "对阵图" in run("print", "bracket", lang="zh-Hans")


def test_an_event_without_a_bracket(run: Run, tmp_path: Path) -> None:
    run("new", "--name", "Cup", "--seed", "cup", "--system", "roundrobin")
    assert "no bracket" in run("bracket", status=2)
    begun_file = tmp_path / "p.csv"
    begun_file.write_text("name\nA\nB", encoding="utf-8")
    run("players", begun_file)
    run("number")
    run("pair-round")
    assert "no matches" in run("games", 1, status=2)
    assert "no matches" in run("decide", 1, 1, "--reason", "x", status=2)
