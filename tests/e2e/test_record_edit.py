"""Records edited on the page: walked, changed, saved in every format, and read back."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand
from tests.e2e.record_hands import at, opened, play, press, sample, save_pane, saved, tool, until
from tests.e2e.test_access import faults

from chuhe import records
from chuhe.game import Game

pytestmark = pytest.mark.browser


def test_the_tree_is_walked_by_keys_and_by_pressing_moves(desk: Hand) -> None:
    opened(desk)
    steps = desk.page.locator(".stepper output")
    expect(steps).to_have_text("0 / 5")
    expect(desk.page.locator(".branches button")).to_have_text(["炮二平五", "兵七进一"])
    press(desk, "ArrowRight")
    expect(at(desk)).to_have_text("炮二平五")
    expect(desk.page.locator(".editor textarea.comment")).to_have_value("中炮")
    press(desk, "ArrowRight", "ArrowDown")
    expect(at(desk)).to_contain_text("马2进3")
    desk.expect_piece("c7", "n")
    expect(steps).to_have_text("2 / 3")
    press(desk, "ArrowRight")
    expect(at(desk)).to_contain_text("马二进三")
    press(desk, "ArrowDown")
    expect(at(desk)).to_contain_text("马八进七")
    press(desk, "ArrowUp", "ArrowLeft")
    expect(at(desk)).to_contain_text("马2进3")
    # → goes on along the line one came from, Home leads back to the main line.
    press(desk, "ArrowLeft", "ArrowRight")
    expect(at(desk)).to_contain_text("马2进3")
    press(desk, "Home")
    expect(at(desk)).to_have_count(0)
    press(desk, "End")
    expect(at(desk)).to_have_text("车一平二")
    desk.moves().filter(has_text="兵七进一").click()
    desk.expect_piece("c4", "P")
    expect(desk.page.locator(".branches")).to_have_text("到此为止。")
    desk.shot("record-tree")


def test_moves_played_on_the_board_are_followed_or_become_variations(desk: Hand) -> None:
    opened(desk)
    play(desk, "h2e2")
    expect(at(desk)).to_have_text("炮二平五")
    expect(desk.moves()).to_have_count(9)
    play(desk, "b9a7")
    expect(at(desk)).to_contain_text("马2进1")
    expect(desk.moves()).to_have_count(10)
    play(desk, "g3g4")
    expect(desk.moves()).to_have_count(11)
    press(desk, "Control+z", "Control+z")
    expect(desk.moves()).to_have_count(9)
    expect(at(desk)).to_have_text("炮二平五")
    press(desk, "Control+y")
    expect(desk.moves()).to_have_count(10)
    expect(at(desk)).to_contain_text("马2进1")
    _, [game] = saved(desk)
    first = game.root.next()
    assert first
    assert [node.zh for node in first.variations] == ["马8进7", "马2进3", "马2进1"]


def test_variations_are_moved_and_deleted(desk: Hand) -> None:
    opened(desk)
    desk.moves().filter(has_text="马2进3").click()
    tool(desk, "变例上移")
    expect(desk.page.locator(".tree .round button.move").nth(1)).to_contain_text("马2进3")
    tool(desk, "撤销")
    desk.moves().filter(has_text="兵七进一").click()
    tool(desk, "设为主变")
    expect(desk.moves().first).to_contain_text("兵七进一")
    expect(desk.page.get_by_role("toolbar").get_by_role("button", name="设为主变")).to_be_disabled()
    tool(desk, "变例下移")
    expect(desk.moves().first).to_contain_text("炮二平五")
    desk.moves().filter(has_text="马8进7").click()
    tool(desk, "删除后续着法")
    expect(desk.moves()).to_have_count(6)
    expect(desk.page.locator(".notice")).to_contain_text("已删 3 着")
    press(desk, "Delete")
    expect(desk.moves()).to_have_count(5)
    expect(at(desk)).to_have_text("炮二平五")
    press(desk, "Control+z", "Control+z")
    expect(desk.moves()).to_have_count(9)
    _, [game] = saved(desk)
    assert game == sample()


def edit_all(hand: Hand) -> Game:
    """Edit the sample by hand in all ways that every format can hold; what should have come of it."""
    opened(hand)
    press(hand, "End")
    play(hand, "b9c7")
    expect(at(hand)).to_contain_text("马2进3")
    hand.page.locator(".editor textarea.comment").fill("布局已定")
    hand.moves().filter(has_text="兵七进一").click()
    play(hand, "g6g5")
    expect(at(hand)).to_contain_text("卒7进1")
    press(hand, "ArrowLeft")
    hand.page.locator(".editor textarea.comment").fill("先手试探")
    hand.page.get_by_role("button", name="对局信息").click()
    pane = hand.page.get_by_role("dialog")
    pane.locator("input[name=Event]").fill("友谊赛")
    pane.locator("input[name=Red]").fill("丁")
    pane.locator("select[name=result]").select_option("1/2-1/2")
    pane.get_by_role("button", name="完成").click()
    expect(hand.page.locator(".headers")).to_contain_text("友谊赛")
    expect(hand.page.locator(".headers")).to_contain_text("和棋")
    expect(hand.page.locator(".strip.red")).to_contain_text("丁")
    wanted = sample()
    node = wanted.add_line(["b9c7"])
    node.comment = "布局已定"
    variation = wanted.root.variations[1]
    variation.add_variation("g6g5")
    variation.comment = "先手试探"
    wanted.headers["Event"], wanted.headers["Red"] = "友谊赛", "丁"
    wanted.result = "1/2-1/2"
    return wanted


@pytest.mark.parametrize(
    "format",
    [
        "json",
        "xqf",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("pgn", "cbl", "dhtmlxq")),
    ],
)
def test_what_was_edited_is_saved_in_every_format(desk: Hand, format: str) -> None:
    wanted = edit_all(desk)
    download, [game] = saved(desk, format)
    assert game.format == format
    suffix = {"dhtmlxq": "ubb"}.get(format, format)
    assert download.suggested_filename == f"game.{suffix}"
    if format not in ("json", "pgn"):  # which hold no glyphs, and are said not to
        for node in wanted.nodes():
            node.nags = []
    assert game.same_tree(wanted)
    assert game.result == wanted.result
    for name in ("Title", "Event", "Red", "Black"):
        assert game.headers[name] == wanted.headers[name]
    if format == "json":
        assert game == wanted


def test_a_result_that_is_changed_is_changed_everywhere(desk: Hand) -> None:
    opened(desk, format="pgn")
    desk.page.get_by_role("button", name="对局信息").click()
    pane = desk.page.get_by_role("dialog")
    pane.locator("select[name=result]").select_option("0-1")
    pane.get_by_role("button", name="完成").click()
    expect(desk.page.locator(".headers")).to_contain_text("黑胜")
    _, [game] = saved(desk, "pgn")
    assert (game.result, game.headers["Result"], game.problems) == ("0-1", "0-1", [])


def test_glyphs_and_comments_before_moves(desk: Hand) -> None:
    opened(desk)
    press(desk, "ArrowRight")
    desk.page.locator(".editor summary").click()
    group = desk.page.get_by_role("group", name="着法评价")
    group.get_by_role("button", name="妙着").click()
    group.get_by_role("button", name="好棋").click()
    desk.page.get_by_role("group", name="局势评价").get_by_role("button", name="红方优势").click()
    desk.page.locator("textarea.before").fill("先看这着")
    expect(at(desk)).to_have_text("炮二平五!±")
    expect(desk.page.locator(".tree .comment")).to_have_text(
        ["开局之前", "先看这着", "中炮", "另一种应法"][:3]
    )
    _, [game] = saved(desk)
    first = game.root.next()
    assert first
    assert (first.nags, first.before, first.comment) == ([1, 16], "先看这着", "中炮")
    # Typed in one go, it is undone in one go.
    press(desk, "Control+z")
    expect(desk.page.locator("textarea.before")).to_have_value("")
    expect(at(desk)).to_have_text("炮二平五!±")
    press(desk, "Control+z")
    expect(at(desk)).to_have_text("炮二平五!")


def test_the_page_says_before_saving_what_the_format_cannot_hold(desk: Hand) -> None:
    opened(desk)
    pane = save_pane(desk)
    expect(pane.locator(".losses")).to_have_text("全部内容都能保存。")
    pane.locator("select[name=format]").select_option("xqf")
    expect(pane.locator(".losses li")).to_contain_text("评注符号")
    desk.shot("record-save")
    assert faults(desk) == []
    press(desk, "Escape")
    expect(pane).to_have_count(0)
    press(desk, "Control+s")
    expect(pane).to_be_visible()


def test_a_record_is_begun_from_nothing_and_from_a_position(desk: Hand) -> None:
    desk.page.locator(".masthead nav button").nth(1).click()
    desk.page.get_by_role("button", name="新建棋谱").click()
    expect(desk.page.locator(".tree .empty")).to_be_visible()
    play(desk, "h2e2")
    expect(desk.moves()).to_have_text(["炮二平五"])
    fen = "3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1"
    desk.page.goto(f"{desk.server.url}/#record?fen={fen.replace(' ', '%20')}")
    expect(desk.page.locator("cg-board piece")).to_have_count(4)
    expect(desk.moves()).to_have_count(0)
    play(desk, "a1a9")
    expect(desk.moves().first).to_contain_text("车九进八")
    expect(desk.moves().locator(".checks")).to_have_count(1)
    # Another start below the moves: what cannot be played from it goes, and undo brings it back.
    other = "3k5/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1"
    desk.page.goto(f"{desk.server.url}/#record?start={other.replace(' ', '_')}")
    expect(desk.page.locator("cg-board piece")).to_have_count(3)
    expect(desk.moves()).to_have_count(0)
    expect(desk.page.locator(".notice")).to_contain_text("1")
    press(desk, "Control+z")
    expect(desk.moves()).to_have_count(1)
    expect(desk.page.locator("cg-board piece")).to_have_count(4)


def test_the_start_of_a_record_is_laid_out_on_the_set_up_board(desk: Hand) -> None:
    opened(desk)
    desk.page.get_by_role("button", name="起始局面").click()
    desk.page.get_by_role("button", name="用作棋谱起始局面").click()
    expect(desk.page.locator(".page.record")).to_be_visible()
    expect(desk.moves()).to_have_count(9)


def test_the_record_is_copied_as_pgn_and_ubb(desk: Hand) -> None:
    opened(desk)
    for name, format in (("复制 PGN", "pgn"), ("复制 UBB", "dhtmlxq")):
        desk.page.evaluate("navigator.clipboard.writeText('')")
        desk.page.get_by_role("button", name=name).click()
        until(desk.page, "navigator.clipboard.readText().then((text) => text.length > 0)")
        text = desk.page.evaluate("navigator.clipboard.readText()")
        [game] = records.read(text.encode())
        assert game.format == format
        assert game.uci_moves == sample().uci_moves
        assert game.count_variations() == 3


def test_an_edited_record_on_a_phone(contexts: Contexts) -> None:
    hand = contexts.hand(width=390, height=844, touch=True)
    hand.arrive()
    opened(hand)
    hand.assert_no_sideways_scroll()
    hand.page.locator(".branches button").nth(1).tap()
    expect(hand.page.locator(".remark")).to_have_text("仙人指路")
    hand.page.get_by_role("button", name=re.compile("上一着")).tap()
    hand.page.get_by_role("button", name=re.compile("下一着")).tap()
    expect(hand.page.locator(".remark")).to_have_text("仙人指路")
    play(hand, "g6g5")
    expect(hand.moves()).to_have_count(10)
    for place in (".stepper", ".branches"):
        box = hand.page.locator(place).bounding_box()
        assert box and box["y"] + box["height"] <= 844
    hand.shot("record-edit-phone")
    hand.page.get_by_role("toolbar").get_by_role("button", name="撤销").tap()
    expect(hand.moves()).to_have_count(9)
    hand.assert_no_sideways_scroll()


@pytest.mark.parametrize(
    ("locale", "scheme"),
    [
        ("zh-CN", "light"),
        ("en-GB", "dark"),
        pytest.param("zh-CN", "dark", marks=pytest.mark.long),
        pytest.param("en-GB", "light", marks=pytest.mark.long),
    ],
)
def test_no_serious_fault_of_access_on_an_edited_record(
    contexts: Contexts, locale: str, scheme: str
) -> None:
    hand = contexts.hand(locale=locale)
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    hand.arrive()
    opened(hand)
    press(hand, "ArrowRight", "ArrowRight")
    hand.page.locator(".editor summary").click()
    assert faults(hand) == []
    hand.shot(f"record-edit-{scheme}-{locale}")
    hand.page.locator(".headline .quiet").click()
    expect(hand.page.get_by_role("dialog")).to_be_visible()
    assert faults(hand) == []
