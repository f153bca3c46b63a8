"""Groups, finals, a split field and an arena on the command line, as an organiser plays them."""

import json
from pathlib import Path

import pytest
from tests.unit.event_run import Run


class SectionRun(Run):
    """With a way to play a round."""

    def round(self, section: str = "") -> None:
        """Pair a round; who stands higher in the list of the event wins."""
        where = ("--section", section) if section else ()
        pairs = self.json("pair-round", *where)["pairs"]
        place = {
            row["number"]: int(row["name"][1:]) for row in self.json("list", *where)["players"]
        }
        words: list[object] = []
        for board, pair in enumerate(pairs, 1):
            if pair["black"] is not None:
                words += [board, "1" if place[pair["white"]] < place[pair["black"]] else "0"]
        if words:
            self("result", *words, *where)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> SectionRun:
    return SectionRun(capfd, tmp_path / "cup.chuhe")


def listed(run: SectionRun, tmp_path: Path, players: int, **new: object) -> None:
    lines = [f"P{n},{'甲乙丙丁'[n % 4]},{2600 - n}" for n in range(1, players + 1)]
    (tmp_path / "p.csv").write_text("\n".join(["姓名,单位,等级分", *lines]), encoding="utf-8")
    options = [word for name, value in new.items() for word in (f"--{name}", value)]
    run("new", "--name", "羊城杯", "--seed", "cup", *options)
    run("players", tmp_path / "p.csv")
    run("number")


def test_sixteen_players_four_groups_and_a_knock_out_to_the_winner(
    run: SectionRun, tmp_path: Path
) -> None:
    listed(run, tmp_path, 16, system="sections")
    drawn = run("groups", 4, "--how", "pots")
    assert drawn.count("group A") >= 4 and "pot 4" in drawn
    assert run("sections", "--draw").count("pot ") == 4
    for group in "ABCD":
        for _ in range(3):
            run.round(group)
        assert "羊城杯 A" in run("table", "--section", "A")
    assert "第 1 轮" in run("show", "--section", "B", "--round", 1, lang="zh-Hans")
    tops = {}
    for group in "ABCD":
        rows = run.json("table", "--section", group)["standings"]
        tops[group] = [row["name"] for row in rows[:2]]
    run("final", "--places", 2, "--name", "决赛")
    first = run.json("pair-round", "--section", "决赛")
    names = {row["number"]: row["name"] for row in run.json("list", "--section", "决赛")["players"]}
    met = {frozenset((names[p["white"]], names[p["black"]])) for p in first["pairs"]}
    for one, two in ("AB", "CD"):
        assert frozenset((tops[one][0], tops[two][1])) in met
        assert frozenset((tops[two][0], tops[one][1])) in met
    run("undo")
    for _ in range(3):
        run.round("决赛")
    overall = run.json("overall")
    assert overall["finished"] is True
    rows = overall["overall"]
    assert rows[0]["name"] == "P1" and rows[0]["place"] == 1
    assert [row["place"] for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5, *[9] * 4, *[13] * 4]
    assert "由“A”晋级“决赛”" in run("overall", lang="zh-Hans")
    assert "  总名次表\n" in run("table", lang="zh-Hans")
    assert [row["place"] for row in run.json("table")["standings"]] == [
        row["place"] for row in rows
    ]
    assert "P1" in run("print", "standings", "--section", "决赛")
    assert "P16" not in run("export", "--to", "csv", "--section", "决赛")
    assert {e["fact"]["section"] for e in run.json("log", "--section", "A")["log"]} == {"A"}
    assert "desk.sections" in json.dumps(run.json("pair-round", status=1))


def test_a_swiss_of_nine_rounds_is_split_before_the_last(run: SectionRun, tmp_path: Path) -> None:
    listed(run, tmp_path, 12, system="chinese", rounds=9)
    for _ in range(8):
        run.round()
    two = [row["name"] for row in run.json("table")["standings"][:2]]
    told = run("split", "--round", 9, "--first", 2, "--system", "roundrobin", "--name", "冠亚军")
    assert f"1: {two[0]}" in told and f"2: {two[1]}" in told
    assert "in another section from round 9" in run("list")
    run.round()
    run("pair-round", "--section", "冠亚军")
    run("result", 1, "1", "--section", "冠亚军")
    rows = run.json("overall")["overall"]
    assert {row["name"] for row in rows[:2]} == set(two)
    assert rows[0]["section"] == "冠亚军" and rows[2]["section"] == ""
    assert len(rows) == 12


def test_two_finals_with_results_carried_over(run: SectionRun, tmp_path: Path) -> None:
    listed(run, tmp_path, 8, system="sections")
    run("groups", 2, "--name", "东", "--name", "西", "--mixed")
    for group in ("东", "西"):
        for _ in range(3):
            run.round(group)
    run("final", "--places", 2, "--system", "roundrobin", "--carry", "--name", "决赛")
    run(*("final", "--places", 2, "--from-place", 3, "--name", "第5–8名"), "--system", "roundrobin")
    shown = ""
    for final in ("决赛", "第5–8名"):
        for _ in range(3):
            run.round(final)
            shown += run("show", "--section", final, lang="zh-Hans")
    assert "成绩带入" in shown
    rows = run.json("overall")
    assert rows["finished"] is True
    assert [(row["place"], row["name"]) for row in rows["overall"]] == [
        (n, f"P{n}") for n in range(1, 9)
    ]


def test_an_arena_evening(run: SectionRun, tmp_path: Path) -> None:
    listed(run, tmp_path, 5, system="arena", option="streaks=true")
    pairs = run.json("pair-round")["pairs"]
    assert len(pairs) == 2
    assert "no two who may meet are free" in run("pair-round", status=1)
    run("late", "P9")
    second = run("pair-round")  # who waited and the late comer; the others are playing
    assert "P9" in second and "Not paired" not in second
    assert "still played: round 1, board 1: " in second
    assert [(b["round"], b["board"]) for b in run.json("show")["still_played"]] == [
        (1, 1),
        (1, 2),
    ]
    run("result", 2, "1", "--round", 1)
    run("result", 1, "=", "--round", 2)
    run("pause", "P9")
    run("pause", "P9", "--back")
    run("pair-round")
    run("close", "--reason", "21:00")
    assert "closed" in run("pair-round", status=1)
    run("result", 1, "1")
    assert "P9" in run("table")
    run("close", "--open")


def test_what_is_wrong_is_told(run: SectionRun, tmp_path: Path) -> None:
    listed(run, tmp_path, 6, system="sections")
    assert "there are: –" in run("show", "--section", "A", status=2)
    run("groups", 2)
    assert "there are: A, B" in run("show", "--section", "C", status=2)
    assert "A: results are still missing" in run("final", status=1)
    error = run.json("groups", 9, status=2)["error"]
    assert error["code"] == "groups.players"
    assert "已有组别“A”" in run("section", "A", "P1", "P2", status=2, lang="zh-Hans")
    assert run.json("section", "友谊赛", "P1", "P2", "--system", "dutch", "--rounds", 1)["entries"]
    assert "pairs whole rounds" in run("pause", "1", "--section", "A", status=2)
