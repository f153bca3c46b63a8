"""Events of teams on paper, in the files for other programs, and as pages are told of them."""

import itertools
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.unit.team_run import TEN, TeamRun

from chuhe.i18n import use_language
from chuhe.tournament.director import Director
from chuhe.tournament.model import EventError
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.team_json import team_extra
from chuhe.tournament.trf import read_trf


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> TeamRun:
    return TeamRun(capfd, tmp_path / "cup.chuhe")


@pytest.fixture
def played(run: TeamRun) -> TeamRun:
    run.begin("team-swiss", ["广<东", *TEN[1:5]], 4, "--rounds", 3)
    run("number", "--how", "entry")
    for match in run.json("pair-round")["matches"]:
        if match["away"]:
            run("match", match["match"], "1=00", "--home")
    run("pair-round")
    return run


def test_prints_of_teams_are_whole_pages(played: TeamRun) -> None:
    made = set()
    with Director.open(played.event, clock=lambda: "") as desk:
        for lang, (what, made_of) in itertools.product(("en", "zh-Hans"), PRINTS.items()):
            if made_of.fits(desk.state):
                with use_language(lang):
                    page = made_of(desk.state, desk.standings(), 2)
                assert page.startswith("<!doctype html>") and page.endswith("</html>\n"), what
                assert "广<东" not in page
                made.add(what)
    assert made >= {"teams", "team-sheet", "match", "team-standings", "team-cross", "boards"}
    assert "team-places" not in made and "sheet" in made


def test_what_stands_on_the_prints(played: TeamRun) -> None:
    sheet = played("print", "match", "--round", 1)
    match = played.json("matches", "--round", 1)["matches"][0]
    assert "3 : 5" in sheet and sheet.count("captain of") == 4
    assert match["points"] == [3, 5]
    assert "Match sheets of round 2" in played("print", "match")
    assert "3 : 5" in played("print", "team-sheet", "--round", 1)
    assert "<th>场次</th>" in played("print", "team-sheet", lang="zh-Hans")
    table = played("print", "team-standings", lang="zh-Hans")
    assert "场分" in table and "第 1 轮后团体名次" in table
    assert "Board 4" in played("print", "boards")
    assert 'class="self"' not in played("print", "team-cross")


def test_the_log_and_the_list_of_teams_are_told(played: TeamRun) -> None:
    assert "teams listed" in played("log")
    assert "队伍" in played("log", lang="zh-Hans")
    told = played("teams", lang="zh-Hans")
    assert "1 广<东" in told
    shown = played("show")
    assert "2. " in shown and "[1]" in shown and "results missing" in shown


def test_a_withdrawal_with_open_boards_is_told(played: TeamRun) -> None:
    home = played.json("matches")["matches"][0]["home"]
    notes = played.json("team-withdraw", home)["notes"]
    assert [note["code"] for note in notes] == ["teams.still_open"]
    with Director.open(played.event, clock=lambda: "") as desk, pytest.raises(EventError):
        desk.team_withdraw("火星")


# ---------------------------------------------------------------- for other programs


def test_exports_have_the_teams(played: TeamRun, tmp_path: Path) -> None:
    whole = json.loads(played("export", "--to", "json"))
    assert [team["name"] for team in whole["teams"]] == ["广<东", *TEN[1:5]]
    assert len(whole["matches"]) == 2 and whole["team_standings"]["round"] == 1
    assert {board["result"] for board in whole["matches"][0]["matches"][0]["boards"]} <= set("10=")
    trf = played("export", "--to", "trf16")
    # Columns 5 to 36 the name, then players of four columns each, a blank between them.
    line = next(line for line in trf.splitlines() if line.startswith("013"))
    assert line[4:36].strip() == "广<东" and line[36:].split() == ["1", "2", "3", "4"]
    assert (line[36:40], line[41:45]) == ("   1", "   2")
    assert [code for code, _ in read_trf(trf).head].count("013") == 5
    later = played("export", "--to", "trf26").splitlines()
    assert "013" not in {line[:3] for line in later} and "352 WBWB" in later
    assert "362  W 2.0    D 1.0    L 0.0" in later
    # Columns: 5-7 number, 9-40 name, 55-60 match points, 62-67 board points, 69-71 place, from 74
    # players; the fifth team was left over in round 1: a won match and four draws.
    line = next(line for line in later if line.startswith("310   5"))
    assert [line[8:40].strip(), line[54:60].strip(), line[61:67].strip()] == ["河北", "2", "4"]
    assert line[68:71].strip() == "3" and line[73:77] == "  17" and line[78:82] == "  18"
    # Columns 5-8 and 10-13 what it is worth, then a team a round: the fifth, then the fourth.
    (left,) = (line for line in later if line.startswith("320"))
    assert [left[4:8].strip(), left[9:13].strip(), left[14:17].strip()] == ["2", "4", "5"]
    assert len(left) == 21 and left[18:21].strip() in set("1234")
    book = tmp_path / "x.xlsx"
    played("export", "--to", "xlsx", "-o", book)
    sheets = load_workbook(book)
    table = list(sheets["Team standings"].iter_rows(values_only=True))
    assert table[0][:5] == ("place", "No.", "team name", "match points", "board points")
    assert len(table) == 6
    matches = list(sheets["Matches"].iter_rows(values_only=True))
    # A heading; in round 1 two matches of four boards and a bye, in round 2 the same.
    assert len(matches) == 1 + 2 * 9
    assert sum(row[-1] + row[-2] for row in matches[1:] if row[-1] is not None) == 2 * 4 * 2
    players = list(sheets["Lists of the boards"].iter_rows(values_only=True))
    assert len(players) == 1 + 16  # of the team left over in round 1 nobody has sat yet


def test_pages_are_told_of_teams(played: TeamRun) -> None:
    with Director.open(played.event, clock=lambda: "") as desk:
        extra = team_extra(desk.state)
    assert extra is not None
    assert extra["codes"][0] == {"code": "MP", "name": {"zh": "场分", "en": "match points"}}
    # 1=00 of the home team: the two visiting teams won, 5 : 3, before the one left over (4).
    assert [row["tallies"][:2] for row in extra["rows"][:3]] == [["2", "5"], ["2", "5"], ["2", "4"]]
    first = extra["matches"][0]
    assert (first["round"], first["table"], first["boards"]) == (1, 1, [1, 2, 3, 4])
    assert first["points"] == ["3", "5"]
    assert extra["matches"][-1]["away"] is None and extra["matches"][-1]["boards"] == []


def test_players_are_told_with_the_team_they_play_for(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:2], 4, "--rounds", 1, "--option", "boards=2")
    run("team-set", "混合队", "广东1", "湖北1")
    run("team-set", "二队", "湖北2", "广东2")
    run("number", "--how", "entry")
    run("pair-round")
    sheet = run("print", "sheet")
    # The other two of each unit make teams of their own when numbers are given.
    assert [sheet.count(f"<td>{name}</td>") for name in ("混合队", "二队", "广东", "湖北")] == [
        2
    ] * 4
    assert '<td>混合队</td><td class="name">广东1</td>' in sheet
    note = run.json("number", "--how", "entry", status=2)["error"]
    assert note["code"] == "director.paired"


def test_files_tell_of_boards_and_matches_without_play(run: TeamRun) -> None:
    run.begin("team-roundrobin", TEN[:4], 3, "--option", "boards=3")
    run("number", "--how", "entry")
    for _ in (1, 2):
        for match in run.json("pair-round")["matches"]:
            run("match", match["match"], "110", "--home")
    run("line-up", 1, "广东1", "广东2")
    note = run.json("team-withdraw", 4)["notes"][0]
    assert note["code"] == "teams.stands"  # two of three played
    run("pair-round")
    three = run.json("matches")["matches"]
    later = run("export", "--to", "trf26").splitlines()
    # Berger, round 3: 2-4 and 3-1. Nobody of team 4 comes; board 3 of team 1 is empty.
    assert [(m["home"], m["away"]) for m in three] == [(2, 4), (3, 1)]
    assert "330 +-   3   2   4" in later
    rows = {line[14:47].strip(): line[89:] for line in later if line.startswith("001")}
    assert rows["湖北1"].endswith("0000 - +") and rows["上海3"].endswith("0000 - +")
    assert "win without play" in run("print", "cards")
