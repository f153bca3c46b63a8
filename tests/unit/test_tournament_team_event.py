"""Events of teams as an organiser plays them on the command line."""

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.unit.team_run import TEN, TeamRun, keys_of

from chuhe.tournament import roundrobin, scheveningen
from chuhe.tournament.director import Director


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> TeamRun:
    return TeamRun(capfd, tmp_path / "cup.chuhe")


def counted(rounds: list[dict[str, Any]], teams: int) -> dict[int, list[float]]:
    """Match points and board points, counted from the matches as they are shown."""
    points = {team: [0.0, 0.0] for team in range(1, teams + 1)}
    for round in rounds:
        for match in round["matches"]:
            if match["away"] is None:
                points[match["home"]][0] += 2
                points[match["home"]][1] += 4
                continue
            boards = [board["points"] for board in match["boards"]]
            home, away = sum(b[0] for b in boards), sum(b[1] for b in boards)
            assert match["points"] == [home, away]
            points[match["home"]][1] += home
            points[match["away"]][1] += away
            points[match["home"]][0] += 2 if home > away else home == away
            points[match["away"]][0] += 2 if away > home else home == away
    return points


# ---------------------------------------------------------------- a Swiss


def test_ten_teams_on_four_boards_in_five_rounds(run: TeamRun) -> None:
    run.begin(
        "team-swiss", TEN, 5, "--rounds", 5, "--option", "boards=4", "--tiebreaks", "MP,GP,sb/c1"
    )
    assert run.json("team-make")["notes"][0]["text"] == "广东: 5 players"
    run("number", "--how", "rating")
    teams = run.json("teams")["teams"]
    assert [team["name"] for team in teams] == TEN
    assert [one["name"] for one in teams[0]["players"]] == [f"广东{b}" for b in range(1, 6)]
    assert [one["number"] for one in teams[1]["players"]] == [6, 7, 8, 9, 10]
    # The mean of boards 1 to 4 of the first team: 2600 − 5 × 2.5, and Python rounds 2587.5 up.
    assert teams[0]["rating"] == 2588
    rounds = []
    for number in range(1, 6):
        if number == 2:  # a reserve plays, those below move up
            run("line-up", "广东", "广东1", "广东3", "广东4", "广东5")
        shown = run.json("pair-round")
        assert len(shown["matches"]) == 5 and len(shown["pairs"]) == 20
        for match in shown["matches"]:
            if match["match"] % 2:
                run("match", match["match"], keys_of(match, number), "--home")
            else:  # the same by first movers, with the other command
                keys = [
                    key if board["red"] == board["home"] else {"1": "0", "0": "1"}.get(key, key)
                    for key, board in zip(keys_of(match, number), match["boards"], strict=True)
                ]
                typed = itertools.chain(
                    *((board["board"], k) for board, k in zip(match["boards"], keys, strict=True))
                )
                run("result", *typed)
        rounds.append(run.json("matches"))
        run("publish")
    assert run.json("pair-round", status=1)["error"]["code"] == "desk.over"
    met = Counter(
        frozenset((match["home"], match["away"])) for round in rounds for match in round["matches"]
    )
    assert len(met) == 25  # nobody twice
    ours = next(m for m in rounds[1]["matches"] if 1 in (m["home"], m["away"]))
    side = "home" if ours["home"] == 1 else "away"
    assert [board[side] for board in ours["boards"]] == [1, 3, 4, 5]
    for round in rounds:  # colours alternate by board: the home team moves first on 1 and 3
        for match in round["matches"]:
            first = [board["red"] == board["home"] for board in match["boards"]]
            assert first == [True, False, True, False]
    table = run.json("table")
    expected = counted(rounds, 10)
    assert sum(points[0] for points in expected.values()) == 5 * 5 * 2
    assert sum(points[1] for points in expected.values()) == 5 * 5 * 4 * 2
    for row in table["standings"]:
        assert [row["values"]["MP"], row["values"]["GP"]] == expected[row["team"]]
    order = [[*expected[row["team"]], row["values"]["EMGSB/C1"]] for row in table["standings"]]
    assert order == sorted(order, reverse=True)
    assert table["standings"][0]["name"] == "广东"
    assert table["standings"][0]["values"]["MP"] == 10  # the strongest wins all five
    working = run.json("team-table", "--explain", "广东")["standings"][0]["working"]
    parts = working["EMGSB/C1"]
    assert sum(part["value"] for part in parts if not part["cut"]) == order[0][2]
    assert [part["cut"] for part in parts].count(True) == 1
    told = run("team-table", "--explain", 1, lang="zh-Hans")
    assert "1 广东" in told and "MP 场分: 10" in told.replace("：", ": ")
    first = run.json("board-table", "--board", 1)["players"]
    assert first[0]["name"] == "广东1" and first[0]["games"] == 5
    other = run.json("team-table", "--tiebreaks", "GP", "--after", 2)
    assert other["round"] == 2 and [code["code"] for code in other["tiebreaks"]] == ["GP"]


def test_an_odd_team_is_left_over_and_absent_ones_are_not_paired(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:5], 4, "--rounds", 4, "--option", "pairing=dutch")
    run("number")
    run("team-bye", "上海", 2, "--kind", "half")
    shown = run.json("pair-round")
    bye = [match["home"] for match in shown["matches"] if match["away"] is None]
    assert bye == [5]  # the last one, by the Dutch system
    for match in shown["matches"]:
        if match["away"]:
            run("match", match["match"], "1111", "--home")
    table = {row["team"]: row["values"] for row in run.json("table")["standings"]}
    assert (table[5]["MP"], table[5]["GP"]) == (2, 4)  # a win, and a draw on every board
    assert run.json("pair-round")["matches"][-1]["away"] is not None  # four are left
    matches = run.json("matches")
    assert matches["not_paired"] == {"3": "half_bye"}
    met = {team for match in matches["matches"] for team in (match["home"], match["away"])}
    assert met == {1, 2, 4, 5}
    run("team-withdraw", "河北")
    for match in matches["matches"]:
        run("match", match["match"], "1111", "--home")
    table = {row["team"]: row["values"] for row in run.json("table")["standings"]}
    run("pair-round")
    after = run.json("matches")
    assert all(5 not in (m["home"], m["away"]) for m in after["matches"])
    assert after["not_paired"] == {"5": "zero_bye"}
    # A bye worth a draw: one match point, a draw on every board.
    assert table[3]["MP"] - (2 if 3 in winners(shown) else 0) == 1


def winners(shown: dict[str, Any]) -> set[int]:
    """Who won a round in which all home teams won."""
    return {match["home"] for match in shown["matches"] if match["away"]}


# ---------------------------------------------------------------- a round robin


def test_six_teams_all_meet_and_one_withdraws(run: TeamRun) -> None:
    run.begin("team-roundrobin", TEN[:6], 4, "--option", "boards=4")
    run("number", "--how", "entry")
    assert run.json("pair-round")["matches"][0]["home"] == 1
    berger = roundrobin.berger(6)
    rounds = []
    for number in range(1, 6):
        shown = run.json("show")
        pairs = [(match["home"], match["away"]) for match in shown["matches"]]
        assert pairs == list(berger[number - 1])
        for match in shown["matches"]:
            run("match", match["match"], keys_of(match, number), "--home")
        rounds.append(run.json("matches"))
        if number < 5:
            run("pair-round")
    expected = counted(rounds, 6)
    assert {tuple(sorted(pair)) for table in berger for pair in table} == set(
        itertools.combinations(range(1, 7), 2)
    )
    rows = run.json("table")["standings"]
    assert [row["team"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [[row["values"]["MP"], row["values"]["GP"]] for row in rows] == [
        expected[team] for team in range(1, 7)
    ]
    assert [row["values"]["MP"] for row in rows] == [10, 8, 6, 4, 2, 0]


@pytest.mark.parametrize(("after", "annulled"), [(2, True), (3, False)])
def test_the_half_of_the_matches_decides_what_a_withdrawal_means(
    run: TeamRun, after: int, annulled: bool
) -> None:
    # Six teams, five matches each: two played are fewer than half, three are not.
    run.begin("team-roundrobin", TEN[:6], 4)
    run("number", "--how", "entry")
    for number in range(1, after + 1):
        for match in run.json("pair-round")["matches"]:
            run("match", match["match"], keys_of(match, number), "--home")
    note = run.json("team-withdraw", 6)["notes"][0]
    assert note["code"] == ("teams.annulled" if annulled else "teams.stands")
    assert f"浙江 played {after} of 5" in note["text"]
    shown = run.json("pair-round")
    six = [match for match in shown["matches"] if 6 in (match["home"], match["away"])]
    if annulled:
        assert not six and len(shown["matches"]) == 2
        for row in run.json("table", "--after", after)["standings"]:
            if row["team"] == 6:
                assert (row["values"]["MP"], row["values"]["GP"]) == (0, 0)
    else:
        (match,) = six
        other = 1 if match["home"] == 6 else 0
        assert [board["points"][other] for board in match["boards"]] == [2, 2, 2, 2]
        assert match["done"] and match["points"][other] == 8
    missing = len(run.json("show")["missing"])
    assert missing == 8


# ---------------------------------------------------------------- Scheveningen


def test_each_of_one_team_meets_each_of_the_other(run: TeamRun) -> None:
    run.begin("scheveningen", TEN[:2], 4)
    run("number", "--how", "entry")
    games = Counter()
    for number, table in enumerate(scheveningen.table(4), 1):
        match = run.json("pair-round")["matches"][0]
        # Players of the first team have numbers 1 to 4, those of the second 5 to 8.
        expected = [(b.a, b.b + 4) if b.a_first else (b.b + 4, b.a) for b in table]
        assert [(board["red"], board["black"]) for board in match["boards"]] == expected
        games.update((board["home"], board["away"]) for board in match["boards"])
        run("match", 1, "1=0="[number - 1] * 4, "--home")
    assert len(games) == 16 and set(games.values()) == {1}
    # The first team won 4, drew 4, lost 4, drew 4: 8 + 4 + 0 + 4.
    rows = run.json("table")["standings"]
    assert [row["values"]["GP"] for row in rows] == [16, 16]
    assert rows[0]["place"] == 1
    assert run.json("pair-round", status=1)["error"]["code"] == "desk.over"
    run.event.unlink()
    run.begin("scheveningen", TEN[:3], 4)
    assert "needs two teams" in run("number", status=2)


def test_a_reserve_takes_one_place_in_a_scheveningen_match(run: TeamRun) -> None:
    run.begin("scheveningen", TEN[:2], 4, "--option", "boards=3")
    run("number", "--how", "entry")
    run("line-up", 1, "广东1", "广东4", "广东3")  # the reserve for the second player
    run("withdraw", "湖北1")
    match = run.json("pair-round")["matches"][0]
    # Table for three, round 1: A1-B1 A2-B2 B3-A3. The fourth of team 1 sits in place of its second
    # player; of team 2 (numbers 5 to 8) nobody sits in place of its first one.
    assert [(board["home"], board["away"]) for board in match["boards"]] == [
        (1, None),
        (4, 6),
        (3, 7),
    ]
    assert match["boards"][0]["points"] == [2, 0]


# ---------------------------------------------------------------- line-ups


def test_what_a_line_up_breaks_is_told(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:4], 5, "--rounds", 3)
    run("number", "--how", "entry")
    told = run("line-up", "广东", "广东2", "广东1", status=1)
    assert "广东2 sits above 广东1" in told and "--force" in told
    assert "湖北1 is not of the team 广东" in run("line-up", 1, "湖北1", status=2)
    assert "twice" in run("line-up", 1, "广东1", "广东1", status=2)
    assert "has 4 boards" in run("line-up", 1, *[f"广东{b}" for b in range(1, 6)], status=2)
    assert "board 1 is empty" in run("line-up", 1, "--", "-", "广东2", status=1)
    assert "no team '火星'" in run("line-up", "火星", "广东1", status=2)
    assert "nobody on board 3" in run("line-up", 1, "广东1", "广东2")
    shown = run.json("pair-round")
    texts = [reason["text"] for reason in shown["reasons"]]
    assert "1 广东 has nobody on board 3: lost without play" in texts
    assert any("1 广东 and 3 上海" in text for text in texts)  # by halves
    (match,) = (m for m in shown["matches"] if 1 in (m["home"], m["away"]))
    side, at = ("home", 0) if match["home"] == 1 else ("away", 1)
    assert [board[side] for board in match["boards"]] == [1, 2, None, None]
    assert [board["points"] and board["points"][at] for board in match["boards"]][2:] == [0, 0]
    # After the pairing, while nothing is entered: the boards of the match change with it.
    run("line-up", 1, "广东1", "广东3", "广东4", "广东5")
    (match,) = (m for m in run.json("matches")["matches"] if 1 in (m["home"], m["away"]))
    assert [board[side] for board in match["boards"]] == [1, 3, 4, 5]
    run("publish")
    assert "give a reason" in run("line-up", 1, "广东1", "广东2", "广东3", "广东4", status=2)
    run("line-up", 1, "广东1", "广东2", "广东3", "广东4", "--reason", "印错")
    run("match", match["match"], "1===")
    assert "has results" in run("line-up", 1, "广东1", "--round", 1, "--force", status=2)
    run("undo")
    run("undo")
    run("undo")
    run("undo")
    run("undo", "--reason", "印对了")  # the line-up
    (match,) = (m for m in run.json("matches")["matches"] if 1 in (m["home"], m["away"]))
    assert [board[side] for board in match["boards"]] == [1, 3, 4, 5]


def test_a_free_order_is_a_matter_of_agreement(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:4], 4, "--rounds", 3, "--option", "line_up=free")
    run("number", "--how", "entry")
    run("line-up", 1, "广东4", "广东3", "广东2", "广东1")
    match = run.json("pair-round")["matches"][0]
    side = "home" if match["home"] == 1 else "away"
    assert [board[side] for board in match["boards"]] == [4, 3, 2, 1]


def test_a_player_who_is_gone_is_passed_over(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:4], 5, "--rounds", 3)
    run("number", "--how", "entry")
    run("withdraw", "广东2")
    match = run.json("pair-round")["matches"][0]
    side = "home" if match["home"] == 1 else "away"
    assert [board[side] for board in match["boards"]] == [1, 3, 4, 5]


# ---------------------------------------------------------------- teams and changes by hand


def test_teams_are_made_by_hand_and_changed(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:3], 4, "--rounds", 2)
    run("team-set", "红队", "广东1", "湖北1", "上海1", "广东2", "--unit", "粤鄂沪")
    run("team-make", "--order", "rating")
    teams = {
        team["name"]: [one["name"] for one in team["players"]]
        for team in run.json("teams")["teams"]
    }
    assert teams["红队"] == ["广东1", "湖北1", "上海1", "广东2"]
    assert teams["广东"] == ["广东3", "广东4"]
    run("team-set", "广东", "广东4", "湖北1")  # a player leaves another team
    teams = {
        team["name"]: [one["name"] for one in team["players"]]
        for team in run.json("teams")["teams"]
    }
    assert teams["广东"] == ["广东4", "湖北1"] and "湖北1" not in teams["红队"]
    assert run("team-set", "广东", "广东4", "湖北1") == "* it is so already\n"
    run("team-set", "上海")  # dissolved
    run("number", "--how", "entry")
    assert "numbers are given" in run("team-set", "广东", "广东4", status=2)
    note = run.json("team-add", "广东", "新人", "rating=2000")["notes"][0]
    assert note["code"] == "director.late"
    last = run.json("teams")["teams"]
    members = next(team for team in last if team["name"] == "广东")["players"]
    assert members[-1]["name"] == "新人" and members[-1]["rating"] == 2000
    assert "has a number already" in run("team-add", "广东", "新人", status=2)


def test_changes_by_hand_are_of_teams(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:6], 4, "--rounds", 3)
    run("number", "--how", "entry")
    first = run.json("pair-round")
    pairs = [(match["home"], match["away"]) for match in first["matches"]]
    (a, b), (c, d), *_ = pairs
    run("swap", a, c)
    now = run.json("matches")["matches"]
    assert [(m["home"], m["away"]) for m in now][:2] == [(c, b), (a, d)]
    assert now[0]["boards"][0]["home"] == 4 * (c - 1) + 1
    run("turn", 1)
    now = run.json("matches")["matches"]
    assert (now[0]["home"], now[0]["away"]) == (b, c)
    assert now[0]["boards"][0]["red"] == 4 * (b - 1) + 1  # the colours turn with it
    for match in now:
        run("match", match["match"], "1111", "--home")
    run("pair-round")
    second = run.json("matches")["matches"]
    one = second[0]
    rival = next(  # whom the home team has met in round 1
        m["away"] if m["home"] == one["home"] else m["home"]
        for m in now
        if one["home"] in (m["home"], m["away"])
    )
    told = run("swap", one["away"], rival, status=1)
    assert "have met in round 1" in told
    run("swap", one["away"], rival, "--force")
    run("match", 1, "1___", "--home")
    assert "has results in this round" in run("turn", 1, status=2)
    assert "expected a match" in run("turn", 9, status=2)


def test_results_of_a_match_are_checked(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:4], 3, "--rounds", 3)  # a player short of four boards
    run("number", "--how", "entry")
    run("pair-round")
    assert "at most, got 5" in run("match", 1, "11111", status=2)
    assert "somebody is missing" in run("match", 1, "1111", status=2)
    assert "is no result" in run("match", 1, "1?", status=2)
    assert "expected a match" in run("match", 3, "1", status=2)
    run("match", 1, "_1_")
    assert len(run.json("show")["missing"]) == 5
    assert "give a reason" in run("match", 1, "_0_", status=2)
    run("match", 1, "_0_", "--reason", "看错")
    assert run("match", 1, "_0_") == "* it is so already\n"
    # A fourth board without anybody is lost by both, and is not among the boards.
    assert len(run.json("show")["pairs"]) == 6


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("boards=0", "1 to 20 boards"),
        ("boards=x", "no option 'boards'"),
        ("colours=blue", "no option 'colours'"),
        ("match=2:1", "2:1"),
        ("ranking=MP,XX", "'XX' is no tie-break"),
        ("bye=2:x", "such as 2:4"),
        ("unmet=most", "no option 'unmet'"),
        ("first_round=up", "no such option or value: first_round"),
    ],
)
def test_options_are_checked(run: TeamRun, option: str, told: str) -> None:
    words = ("--system", "team-swiss", "--rounds", 3, "--option", option)
    assert told in run("new", "--name", "x", *words, status=2)
    assert not run.event.exists()


def test_options_reach_the_systems(run: TeamRun) -> None:
    # With first_round=adjacent the Chinese system lets 1 meet 2 and 3 meet 4.
    run.begin(
        "team-swiss",
        TEN[:4],
        2,
        "--rounds",
        2,
        "--option",
        "boards=2",
        "--option",
        "first_round=adjacent",
        "--option",
        "colours=home",
    )
    run("number", "--how", "entry")
    matches = run.json("pair-round")["matches"]
    assert [{m["home"], m["away"]} for m in matches] == [{1, 2}, {3, 4}]
    assert all(board["red"] == board["home"] for m in matches for board in m["boards"])


def test_the_lot_says_who_is_at_home(tmp_path: Path) -> None:
    homes = set()
    for seed in range(8):
        with Director.create(
            tmp_path / f"{seed}.chuhe",
            name="x",
            seed=str(seed),
            clock=lambda: "",
            system="team-swiss",
            rounds=3,
            options={"boards": 1, "home": "lot", "first_round": "adjacent"},
        ) as desk:
            desk.add_players([{"name": n, "team": n} for n in "甲乙丙丁"])
            desk.number("entry")
            desk.pair_round()
            desk.undo()
            again = (
                [(m.home, m.away) for m in desk.state.rounds[0].team_matches]
                if desk.state.rounds
                else None
            )
            assert again is None
            desk.pair_round()
            round = desk.state.rounds[0]
            homes.add(tuple(match.home for match in round.team_matches))
            assert sum(reason.code == "teams.home_lot" for reason in round.reasons) == 2
    assert homes <= {(1, 3), (1, 4), (2, 3), (2, 4)} and len(homes) > 1


def test_commands_of_teams_need_an_event_of_teams(run: TeamRun) -> None:
    run("new", "--name", "x", "--rounds", 3)
    for words in (("team-make",), ("team-table",), ("board-table",), ("team-set", "x")):
        assert "no event of teams" in run(*words, status=2)
    run.event.unlink()
    run("new", "--name", "x", "--rounds", 3, "--system", "team-swiss")
    assert "to make teams of" in run("team-make", status=2)
    assert "two teams" in run("number", status=2)
    assert "no teams yet" in run("teams")


# ---------------------------------------------------------------- teams of an individual event


def test_teams_by_the_places_of_their_players(run: TeamRun, tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(
        "姓名,单位\n甲一,甲\n乙一,乙\n乙二,乙\n甲二,甲\n丙一,丙\n", encoding="utf-8"
    )
    run("new", "--name", "个人赛", "--system", "roundrobin", "--seed", "s")
    run("players", tmp_path / "list.csv")
    run("number", "--how", "entry")
    for _ in range(5):  # the lower number wins always: places 1 to 5
        pairs = run.json("pair-round")["pairs"]
        for board, pair in enumerate(pairs, 1):
            if pair["black"] is not None:
                run("result", board, "1" if pair["white"] < pair["black"] else "0")
    rows = run.json("team-places")["teams"]
    # 甲: 1 + 4, 乙: 2 + 3, both 5: the best place decides. 丙 has one player only.
    assert [(row["place"], row["team"], row["total"]) for row in rows] == [
        (1, "甲", 5),
        (2, "乙", 5),
        (None, "丙", 5),
    ]
    rows = run.json("team-places", "--missing", "last")["teams"]
    assert (rows[2]["place"], rows[2]["counted"]) == (3, [5, 6])
    rows = run.json("team-places", "--count", "points")["teams"]
    # Four wins and one: 8 + 2; three and two: 6 + 4.
    assert [(row["team"], row["counted"]) for row in rows[:2]] == [("甲", [8, 2]), ("乙", [6, 4])]
    assert "at least one player" in run("team-places", "--size", 0, status=2)
    assert "choices" in run("team-places", "--missing", "x", status=2)
    page = run("print", "team-places", lang="zh-Hans")
    assert "甲一 1, 甲二 4" in page


# ---------------------------------------------------------------- late, back, one unit


def test_a_team_comes_late_and_another_comes_back(run: TeamRun) -> None:
    run.begin("team-swiss", TEN[:4], 4, "--rounds", 5)
    run("number", "--how", "entry")
    for match in run.json("pair-round")["matches"]:
        run("match", match["match"], "1111", "--home")
    run("team-withdraw", 4)
    note = run.json("team-late", "迟到队", *"甲乙丙丁")["notes"][0]
    assert note["text"] == "迟到队 has number 5"
    assert "a team 迟到队 already" in run("team-late", "迟到队", "戊", status=2)
    assert "has a number already" in run("team-late", "x", "广东1", status=2)
    assert "twice" in run("team-late", "x", "戊", "戊", status=2)
    shown = run.json("pair-round")["matches"]
    assert {team for m in shown for team in (m["home"], m["away"])} == {1, 2, 3, 5}
    late = next(m for m in shown if 5 in (m["home"], m["away"]))
    side = "home" if late["home"] == 5 else "away"
    assert [board[side] for board in late["boards"]] == [17, 18, 19, 20]
    for match in shown:
        run("match", match["match"], "1111", "--home")
    assert "has not withdrawn" in run("team-return", 1, status=2)
    run("team-return", "黑龙江")
    shown = run.json("pair-round")["matches"]
    assert 4 in {team for m in shown for team in (m["home"], m["away"])}
    rows = {row["team"]: row["values"]["MP"] for row in run.json("table")["standings"]}
    assert sum(rows.values()) == 8  # two rounds of two matches
    robin = run.event.with_name("robin.chuhe")
    run.event = robin
    run.begin("team-roundrobin", TEN[:4], 4)
    run("number")
    assert "takes nobody in" in run("team-late", "x", "戊", status=2)


def test_two_teams_of_one_unit_are_kept_apart(run: TeamRun) -> None:
    # By halves 1 would meet 3, who is of the same unit.
    run.begin("team-swiss", TEN[:4], 4, "--rounds", 3)
    run("team-make")
    run("team-set", "广东", *[f"广东{b}" for b in range(1, 5)], "--unit", "粤")
    run("team-set", "上海", *[f"上海{b}" for b in range(1, 5)], "--unit", "粤")
    run("number", "--how", "entry")
    shown = run.json("pair-round")["matches"]
    assert {1, 3} not in [{m["home"], m["away"]} for m in shown]
    assert "both of 粤" in run(
        "swap", 3, shown[0]["away"] if shown[0]["home"] == 1 else shown[0]["home"], status=1
    )
