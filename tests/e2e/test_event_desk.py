"""Whole events at the arbiter's desk, in the browser, against what the command line says of them."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.event_hands import Arbiter, chuhe
from tests.e2e.hands import Contexts

pytestmark = pytest.mark.browser

NAMES = [
    "许银川",
    "吕钦",
    "胡荣华",
    "赵国荣",
    "柳大华",
    "徐天红",
    "陶汉明",
    "于幼华",
    "洪智",
    "蒋川",
    "王天一",
    "郑惟桐",
    "孟辰",
]
TEAMS = ["广东", "上海", "黑龙江", "湖北", "江苏", "吉林"]


def test_thirteen_players_knocked_out_by_lots(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    arbiter.begin("淘汰赛", "lots", seed="spring cup")
    arbiter.paste(NAMES)
    arbiter.number("entry")
    # The same lots as anybody draws from the seed.
    lots = chuhe("lots", "--players", "13", "--seed", "spring cup")

    for round, (players, keys) in enumerate([(13, "101101"), (7, "011"), (4, "10"), (2, "0")], 1):
        arbiter.pair(round, players // 2)
        expect(page.locator(".unpaired .bye")).to_have_count(players % 2)
        page.get_by_role("button", name="逐张翻看抽签").click()
        expect(page.locator("dialog .drawn li")).to_have_count(players)
        if round == 1:
            assert page.locator("dialog .lotpairs li").count() == len(lots["pairs"])
            drawn = page.locator("dialog .drawn li").all_inner_texts()
            for card, text in zip(lots["cards"], drawn, strict=True):
                assert NAMES[card["player"] - 1] in text
                assert (str(card["rank"]) if card["rank"] else "K") in text
            arbiter.hand.shot("event-desk-lots")
        page.keyboard.press("Escape")
        if round == 1:
            # The red card moves first.
            pairs = [pair for pair in lots["pairs"] if pair["black"] is not None]
            for row, pair in zip(arbiter.boards().all(), pairs, strict=True):
                red, black = row.locator(".who").all_inner_texts()
                assert NAMES[pair["white"] - 1] in red and NAMES[pair["black"] - 1] in black
            # A knock-out needs a winner: the server says so, and nothing is entered.
            page.locator(".board-row").first.click()
            page.keyboard.press("=")
            expect(page.locator(".notice")).to_be_visible()
            expect(page.locator(".result.none")).to_have_count(6)
        arbiter.enter(keys)
        if round < 4:
            arbiter.next("公布成绩")

    expect(page.locator(".next")).to_contain_text("全部轮次已赛完")
    _red, black = arbiter.boards().first.locator(".who").all_inner_texts()
    winner = next(name for name in NAMES if name in black)  # the final went 0-1
    rows = arbiter.standings()
    assert (rows[0][0], rows[0][2]) == ("1", winner)
    # Places are shared by those who lost in one round: 1, 2, 3 3, 5 5 5, 8 …
    assert [row[0] for row in rows] == ["1", "2", "3", "3", "5", "5", "5"] + ["8"] * 6


def test_nine_rounds_of_thirty_with_byes_a_withdrawal_and_a_correction(
    contexts: Contexts, tmp_path: Path
) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    arbiter.begin("羊城杯", "chinese", rounds=9, seed="cup", unplayed="chinese")
    people = [f"棋手{n:02}\t{TEAMS[n % 6]}\t{2600 - 7 * n}" for n in range(1, 31)]
    arbiter.paste(["姓名\t单位\t等级分", *people])
    expect(page.locator("table.players tbody tr")).to_have_count(30)
    arbiter.paste(["姓名\t单位\t等级分", people[4], "迟到者\t广东\t2000"])
    expect(page.locator("table.players tbody tr")).to_have_count(31)
    expect(page.locator(".said")).to_contain_text("棋手05")  # he was there already
    # One does not come: those who are here get numbers.
    page.get_by_role("button", name="全部报到").click()
    expect(page.locator("table.players input:checked")).to_have_count(31)
    page.get_by_label("迟到者 已报到").click()
    expect(page.locator("table.players input:checked")).to_have_count(30)
    arbiter.number("rating")

    # A bye agreed beforehand, and one who leaves after the fifth round.
    page.get_by_role("button", name="棋手07").click()
    page.locator("dialog").get_by_label("轮次").select_option("3")
    page.locator("dialog button[name=half]").click()
    expect(page.locator("dialog")).to_contain_text("第 3 轮轮空")
    page.keyboard.press("Escape")

    for round in range(1, 10):
        arbiter.pair(round, 14 if round == 3 or round > 5 else 15)
        here = 14 if round == 3 or round > 5 else 15
        keys = ("1=01+0=1-=10x1=" * 2)[round : round + here]
        arbiter.enter(keys)
        arbiter.next("公布成绩")
        expect(page.locator(".tag.live")).to_have_text("成绩已公布")
        if round == 5:
            arbiter.tab("players")
            page.get_by_role("button", name="棋手11").click()
            page.locator("dialog").get_by_role("button", name="退出").click()
            expect(page.locator("dialog")).to_contain_text("第 6 轮起退出")
            page.keyboard.press("Escape")
            arbiter.tab("round")

    # A published result is corrected: only with a reason, which the log keeps.
    page.locator(".rounds button").nth(3).click()
    expect(page.get_by_role("heading", name="第 4 轮", exact=True)).to_be_visible()
    row = arbiter.boards().nth(2)
    was = row.locator(".result").inner_text()
    row.click()
    page.keyboard.press("0" if was != "0–1" else "1")
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    arbiter.hand.shot("event-desk-correction")
    dialog.locator("input").fill("双方签字有误")
    page.keyboard.press("Enter")
    expect(row.locator(".result")).not_to_have_text(was)
    expect(row.locator(".result.pending")).to_have_count(0)
    arbiter.tab("log")
    expect(page.locator(".log li").first).to_contain_text("双方签字有误")

    # The table is what the command line makes of the exported file, a path of its own.
    rows = arbiter.standings()
    arbiter.hand.shot("event-desk-standings")
    file = tmp_path / "cup.trf"
    arbiter.export("trf26", file)
    again = chuhe("standings", str(file), "--unplayed", "chinese")
    assert again["round"] == 9
    told = [
        [row["place"], row["player"], row["name"], *row["values"].values()]
        for row in again["standings"]
    ]
    shown = [[int(row[0]), int(row[1]), row[2], *map(float, row[4:])] for row in rows]
    assert shown == told
    assert len(rows) == 30


def test_a_seeded_knock_out_goes_through_its_deciders(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    arbiter.begin("邀请赛", "knockout", seed="deciders")
    arbiter.paste([f"棋手{n}" for n in range(1, 5)])
    arbiter.number("entry")
    arbiter.pair(1, 2)
    arbiter.next("录入成绩")
    page.keyboard.press("1")
    expect(page.locator(".result").first).to_have_text("1–0红胜")
    # A draw on board 2: the match goes on with the next stage, whose first mover is shown red.
    second = page.locator(".board-row").nth(1)
    before = [name.split()[1] for name in second.locator(".who").all_inner_texts()]
    page.keyboard.press("=")
    expect(page.locator(".versus")).to_contain_text("第 2 局：快棋加赛")
    first = page.locator(".versus button").first.inner_text().strip()
    assert first == before[1]  # colours change
    page.keyboard.press("1")
    expect(page.locator(".next")).to_contain_text("第 1 轮成绩已齐")
    # He won the rapid game; his place on the board is the second.
    expect(second.locator(".result")).to_have_text("0–1黑胜")
    # The rapid game was heard wrongly: corrected with a reason, the other one goes on.
    page.get_by_label("第 2 局结果").select_option("0")
    page.locator("dialog input").fill("听错")
    page.keyboard.press("Enter")
    expect(second.locator(".result")).to_have_text("1–0红胜")
    # The first cannot have been won, as the second was played: refused, and what stands is shown.
    page.get_by_label("第 1 局结果").select_option("1")
    page.locator("dialog input").fill("漏记")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("第 1 局")
    expect(page.get_by_label("第 1 局结果")).to_have_value("=")
    arbiter.tab("bracket")
    expect(page.get_by_role("img")).to_be_visible()
    arbiter.hand.shot("event-desk-bracket")


def test_groups_and_their_final(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    arbiter.begin("分组赛", "sections", seed="groups")
    arbiter.paste(["姓名\t等级分", *(f"棋手{n}\t{2000 - n}" for n in range(1, 9))])
    page.locator(".next button[name=rating]").click()
    page.locator(".next a").click()
    page.get_by_text("抽签分组", exact=True).click()
    page.locator("button[name=groups]").click()
    expect(page.locator("table.grid tbody tr")).to_have_count(3)
    for group in (1, 2):
        arbiter.tab("sections")
        page.locator("table.grid tbody button").nth(group).click()
        for round in range(1, 4):
            arbiter.pair(round, 2)
            arbiter.enter("10")
    arbiter.tab("sections")
    page.get_by_text("各组前几名进入决赛").click()
    page.locator("button[name=final]").click()
    expect(page.locator("table.grid tbody tr")).to_have_count(4)
    page.locator("table.grid tbody button").nth(3).click()
    arbiter.pair(1, 2)


def test_teams_meet_board_by_board(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    arbiter.begin("团体赛", "team-swiss", rounds=2, seed="teams")
    rows = [f"{team}{n}\t{team}\t{2000 - n}" for n in range(1, 5) for team in TEAMS[:4]]
    arbiter.paste(["姓名\t单位\t等级分", *rows])
    expect(page.locator("table.players tbody tr")).to_have_count(16)
    arbiter.tab("teams")
    page.locator("button[name=make_teams]").click()
    arbiter.number("rating")
    arbiter.pair(1, 8)
    arbiter.enter("11110000")
    arbiter.tab("teams")
    expect(page.locator(".matches li")).to_have_count(2)
    points = page.locator(".matches b").all_inner_texts()
    # Four boards each, two points a board.
    assert all(sum(map(int, text.split(" : "))) == 8 for text in points)
