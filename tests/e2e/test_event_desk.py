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
                red, black = NAMES[pair["white"] - 1], NAMES[pair["black"] - 1]
                assert f"{red} 对 {black}" in (row.get_attribute("aria-label") or "")
            # A knock-out needs a winner: the server says so, and nothing is entered.
            page.locator(".board-row").first.click()
            page.keyboard.press("=")
            expect(page.locator(".notice")).to_be_visible()
            expect(page.locator(".result.none")).to_have_count(6)
        arbiter.enter(keys)
        if round < 4:
            arbiter.next("公布成绩")

    expect(page.locator(".next")).to_contain_text("全部轮次已赛完")
    final = arbiter.boards().first.get_attribute("aria-label") or ""
    winner = next(name for name in NAMES if f"对 {name}" in final)
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
