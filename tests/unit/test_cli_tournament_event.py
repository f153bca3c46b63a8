"""``chuhe tournament new`` … ``undo``: the organiser's day on the command line."""

import io
import json
import re
from contextvars import copy_context
from pathlib import Path

import pytest
from tests.unit.event_run import Run

from chuhe.cli.main import main
from chuhe.tournament import logged

LIST = "姓名,单位,等级分\n许银川,广东,2600\n吕钦,广东,2590\n胡荣华,上海,2580\n赵国荣,黑龙江,2570\n柳大华,湖北,2500\n"


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return Run(capfd, tmp_path / "cup.chuhe")


@pytest.fixture
def cup(run: Run, tmp_path: Path) -> Run:
    """Five players with numbers."""
    (tmp_path / "players.csv").write_text(LIST, encoding="utf-8")
    run("new", "--name", "羊城杯", "--rounds", 3, "--seed", "cup", "--system", "dutch")
    run("players", tmp_path / "players.csv")
    run("number")
    return run


def test_a_day_from_the_list_to_the_table(cup: Run) -> None:
    assert cup.json("list")["players"][0] == {
        "entry": 1,
        "number": 1,
        "name": "许银川",
        "present": False,
        "withdrawn_from": None,
        "team": "广东",
        "rating": 2600,
    }
    pairs = cup.json("pair-round")["pairs"]
    assert [set(pair.values()) for pair in pairs] == [{1, 3}, {2, 4}, {5, None}]
    assert cup.json("result", 1, "1", 2, "-") == {"entries": [5, 6], "notes": []}
    shown = cup("show", lang="zh-Hans")
    assert "第 1 轮对阵表" in shown and "1 - 0" in shown and "− - +" in shown
    table = cup.json("table")
    assert table["round"] == 1
    assert cup.json("show")["missing"] == []
    assert "place" in cup("table", "--explain", 1)


def test_keys_go_board_by_board_and_a_dash_is_a_key(cup: Run) -> None:
    cup("pair-round")
    cup("result", "--keys", "_-")
    assert cup.json("show")["results"] == [None, "-", None]
    cup("result", 2, "-")
    assert cup.json("result", 1, "+")["entries"] == [6]
    assert "give a reason" in cup("result", 1, ".", status=2)
    cup("result", 1, ".", "--reason", "wrong board")
    assert cup.json("show")["missing"] == [1]


@pytest.mark.parametrize("words", [(), ("1",), ("x", "1"), ("1", "?"), ("99", "1"), ("3", "1")])
def test_bad_results_are_refused(cup: Run, words: tuple[str, ...]) -> None:
    cup("pair-round")
    assert cup("result", *words, status=2).startswith("chuhe: ")


def test_a_change_that_breaks_something_waits_for_force(cup: Run) -> None:
    cup("pair-round")
    assert "--force" in cup("swap", 1, 2, status=1)
    assert cup.json("swap", 1, 2, status=1)["entries"] == []
    cup("swap", 1, 2, "--force")
    cup("turn", 1, "--force")
    assert "has an opponent" in cup("join", 1, 5, status=2)


def test_withdrawal_bye_late_foul_forbid_edit(cup: Run) -> None:
    cup("bye", 3, 1, "--kind", "zero")
    cup("bye", "胡荣华", 1, "--kind", "none")
    cup("forbid", 1, 3)
    cup("withdraw", 4)
    cup("late", "王天一", "rating=2700", "单位=杭州")
    cup("foul", "王天一", "handphone", "--note", "move 12", "--by", "李")
    cup("edit", 2, "title=特级大师")
    assert "no such" not in cup("edit", 2, "age=30", status=2)
    pairs = cup.json("pair-round")["pairs"]
    here = sorted(n for pair in pairs for n in pair.values() if n is not None)
    assert here == [1, 2, 3, 5, 6]
    people = cup.json("list")["players"]
    assert people[-1]["team"] == "杭州" and people[-1]["number"] == 6


def test_publish_undo_and_log(cup: Run) -> None:
    cup("pair-round")
    cup("publish")
    assert "reason" in cup("undo", status=2)
    cup("undo", "--reason", "too early")
    cup("undo", "--reason", "again")
    assert "no round has been paired" in cup("show", status=2)
    log = cup.json("log")["log"]
    assert [e["counts"] for e in log] == [True, True, True, False, False, True, True]
    assert "(undone)" in cup("log") and "（已撤销）" in cup("log", lang="zh-Hans")


def test_lots_are_shown_card_by_card(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "--name", "x", "--system", "lots", "--option", "no_second_bye=true", "--seed", "s")
    names = io.TextIOWrapper(io.BytesIO("".join(f"P{n}\n" for n in range(1, 14)).encode()))
    monkeypatch.setattr("sys.stdin", names)
    run("players")
    run("number", "--how", "lot")
    shown = run("pair-round")
    assert shown.count(" draws ") == 13 and " draws K" in shown
    assert len(run.json("show")["pairs"]) == 7


@pytest.mark.parametrize("what", ["sheet", "tables", "slips", "cross", "standings", "cards"])
def test_prints_go_to_a_file_or_out(cup: Run, what: str, tmp_path: Path) -> None:
    cup("pair-round")
    page = cup("print", what)
    cup("print", what, "-o", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").strip() == page.strip()
    assert "<!doctype html>" in page
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_exports_and_the_doors_read_what_is_exported(
    cup: Run, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cup("pair-round")
    cup("result", "--keys", "1=")
    cup("export", "--to", "csv", "-o", tmp_path / "x.csv")
    assert json.loads(cup("export", "--to", "json"))["rules"]["seed"] == "cup"
    for edition in ("trf16", "trf26"):
        file = tmp_path / f"{edition}.trf"
        cup("export", "--to", edition, "-o", file)
        door = Run(capfd, file)
        assert door.json("check")["right"] is True
        pairs = door.json("pair")["pairs"]
    assert pairs == cup.json("pair-round")["pairs"]
    for command in ("pair", "standings", "check"):
        assert cup.json(command, status=2)["error"]["code"] == "journal.is_event"


def test_bad_files_and_words_are_told_plainly(run: Run, tmp_path: Path) -> None:
    assert "no such file" in run("show", status=2)
    run.event.write_text("hello")
    assert "is not a file of an event" in run("show", status=2)
    error = run.json("table", status=2)["error"]
    assert error["code"] == "journal.no_event"
    run.event.unlink()
    assert "rounds" in run("new", "--name", "x", status=2)
    assert "no such option" in run(
        "new", "--name", "x", "--rounds", 3, "--option", "baku=1", status=2
    )
    assert not run.event.exists()
    run("new", "--name", "x", "--rounds", 3)
    assert run("new", "--name", "y", "--rounds", 3, status=2).startswith("chuhe: ")
    assert "no numbers" in run("pair-round", status=2)
    assert "no round" in run("swap", 1, 2, status=2)
    (tmp_path / "bad.csv").write_text("姓名,等级分\n许银川,many\n", encoding="utf-8")
    assert "line 2" in run("players", tmp_path / "bad.csv", status=2)
    assert "no round has been paired" in run("print", "sheet", status=2)
    assert "not written as 'pdf'" in run("export", "--to", "pdf", status=2)
    assert "不能写成“pdf”" in run("export", "--to", "pdf", lang="zh-Hans", status=2)
    for command in ("table", "list", "log"):
        run(command)
    assert "no numbers" in run("export", status=2)
    run("export", "--to", "csv")
    lost = run("export", "--to", "csv", "-o", tmp_path / "none" / "x.csv", status=2)
    assert lost == f"chuhe: {tmp_path / 'none' / 'x.csv'}: there is no such file\n"


def test_every_command_is_in_the_table_of_the_page() -> None:
    from chuhe.cli import tournament_event
    from chuhe.cli.typer_words import App

    group = App()
    tournament_event.add(group)
    names = {command.name for command in group.registered_commands}
    page = (Path(__file__).parents[2] / "docs" / "tournament-event.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([a-z-]+) EVENT", page.split("## Commands")[1].split("### ")[0]))
    assert names == told


def test_what_is_logged_and_undone_is_told_in_the_language(cup: Run) -> None:
    cup("pair-round")
    assert "第 5–6 条" in cup("result", 1, "1", 2, "=", lang="zh-Hans")
    assert "in the log: 7" in cup("foul", 1, "illegal move")
    assert "（犯规）" in cup("undo", lang="zh-Hans")
    words = [line.split("  ")[2].split("：")[0] for line in cup("log", lang="zh-Hans").splitlines()]
    assert words[:5] == ["开办赛事", "登记棋手", "排定编号", "编排", "结果"]
    assert words[6:] == ["（已撤销）犯规", "撤销"]


def test_every_entry_that_can_be_written_has_a_word() -> None:
    sources = Path(logged.__file__).parent.glob("*.py")
    written = {
        do for path in sources for do in re.findall(r'"do": "(\w+)"', path.read_text("utf-8"))
    }
    assert written == set(logged.ENTRY_WORDS)


def test_a_table_says_what_its_letters_are(cup: Run) -> None:
    cup("pair-round")
    cup("result", 1, "1", 2, "=")
    assert cup("table", lang="zh-Hans").splitlines()[-1].startswith("PTS 积分，BH/C1 对手分")
    assert "BH Buchholz" in cup("print", "standings")


def test_every_option_of_new_is_explained(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        copy_context().run(main, ["--lang", "zh-Hans", "tournament", "new", "--help"])
    told = capfd.readouterr().out
    assert all(word in told for word in ("比赛地点", "开赛日期", "结束日期", "裁判长"))


def test_an_event_is_not_begun_twice(cup: Run) -> None:
    assert "已有同名文件" in cup("new", "--name", "y", "--rounds", 3, lang="zh-Hans", status=2)


def test_who_is_out_of_a_knockout_is_not_called_absent(run: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(LIST, encoding="utf-8")
    run("new", "--name", "x", "--system", "lots", "--seed", "s")
    run("players", tmp_path / "players.csv")
    run("number")
    run("pair-round")
    run("result", 1, "1", 2, "0")
    run("pair-round")
    page = run("print", "cards", lang="zh-Hans")
    assert page.count("已淘汰") == 2 and "缺席" not in page


def test_a_win_without_play_is_marked_in_the_cross_table(cup: Run) -> None:
    cup("pair-round")
    cup("result", 1, "+", 2, "=")
    assert "1弃" in cup("print", "cross", lang="zh-Hans") and "1f" in cup("print", "cross")


def test_who_is_free_in_a_round_robin_is_not_called_absent(run: Run, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(LIST, encoding="utf-8")
    run("new", "--name", "x", "--system", "roundrobin", "--seed", "s")
    run("players", tmp_path / "players.csv")
    run("number")
    run("pair-round")
    page = run("print", "cards", lang="zh-Hans")
    assert page.count("无对局") == 1 and "缺席" not in page


def test_check_tells_of_a_round_paired_before_a_correction(
    cup: Run, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    cup("pair-round")
    cup("result", 1, "1", 2, "1")
    cup("pair-round")
    told = cup("result", "--round", 1, 1, "0", 2, "0", "--reason", "misread")
    assert "was paired with the old result" in told
    cup("export", "--to", "trf26", "-o", tmp_path / "cup.trf")
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", "en", "tournament", "check", str(tmp_path / "cup.trf")])
    assert stop.value.code == 1
    assert "round 2: " in capfd.readouterr().out
