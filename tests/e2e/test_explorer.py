"""The opening explorer beside a record: moves of a library are seen, played, and their games opened."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand, Server
from tests.e2e.test_access import faults

from chuhe.library import Library

pytestmark = pytest.mark.browser

GAMES = """[Red "胡荣华"]
[Black "杨官璘"]
[Event "全国赛"]
[Date "1960.11.01"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0

[Red "吕钦"]
[Black "许银川"]
[Result "0-1"]

1. 炮二平五 炮8平5 0-1

[Red "赵国荣"]
[Result "1/2-1/2"]

1. 兵七进一 卒7进1 1/2-1/2
"""


@pytest.fixture(scope="module")
def server(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("explorer")
    file = folder / "games.pgn"
    file.write_text(GAMES, encoding="utf-8")
    with Library.open(folder / "games.chuhelib", create=True) as library:
        library.load([file])
    running = Server(folder, more=("--library", str(folder / "games.chuhelib")))
    running.start()
    yield running
    running.stop()


def at_start(hand: Hand) -> Hand:
    hand.page.goto(f"{hand.server.url}/#record?fen={START}")
    expect(hand.page.locator(".page.record")).to_be_visible()
    hand.page.locator(".explorer summary").click()
    return hand


START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w_-_-_0_1"


def test_moves_are_seen_and_played_and_a_game_is_opened(contexts: Contexts) -> None:
    hand = at_start(contexts.hand())
    explorer = hand.page.locator(".explorer")
    expect(explorer).to_contain_text("此局面见于 3 局")
    rows = explorer.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("炮二平五")
    expect(rows.nth(0).locator(".number").first).to_have_text("2")
    expect(rows.nth(0).locator(".resultbar")).to_have_accessible_name(
        "红胜 50 %，和 0 %，黑胜 50 %"
    )
    assert faults(hand) == []
    explorer.scroll_into_view_if_needed()
    hand.shot("explorer")
    rows.nth(0).get_by_role("button").click()
    hand.expect_piece("e2", "C")
    expect(explorer).to_contain_text("此局面见于 2 局")
    rows.get_by_role("button", name="炮8平5").click()
    hand.expect_piece("e7", "c")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("终局")
    hand.page.keyboard.press("Home")
    expect(explorer).to_contain_text("此局面见于 3 局")
    explorer.locator(".librarygames button", has_text="胡荣华").click()
    expect(hand.page.locator(".strip.red")).to_contain_text("胡荣华")
    expect(hand.page.locator(".stepper output")).to_have_text("0 / 4")
    expect(explorer).to_contain_text("此局面见于 3 局")


def test_on_a_phone_in_english_and_remembered_as_open(contexts: Contexts) -> None:
    hand = at_start(contexts.hand(width=390, height=844, touch=True, locale="en-GB"))
    explorer = hand.page.locator(".explorer")
    expect(explorer).to_contain_text("3 games had this position")
    hand.assert_no_sideways_scroll()
    explorer.get_by_role("checkbox").check()
    expect(explorer.locator("tbody tr")).to_have_count(2)
    hand.page.reload()
    expect(explorer).to_contain_text("3 games had this position")


def test_what_nobody_played(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.page.goto(f"{hand.server.url}/#record?fen=4k4/9/9/9/9/9/9/9/9/R2K5_w_-_-_0_1")
    hand.page.locator(".explorer summary").click()
    expect(hand.page.locator(".explorer")).to_contain_text("没有出现过此局面")
