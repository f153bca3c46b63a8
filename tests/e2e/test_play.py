"""Games played on the page: to mate by clicks, by touch, by keyboard, against the engine."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand

pytestmark = pytest.mark.browser

#: Both cannons on one file: the rear one gives check, the front one forbids every screen.
DOUBLE_CANNON = ["h2e2", "a6a5", "e2e6", "i6i5", "b2b4", "a5a4", "b4e4"]
#: Two rooks drive the king to the top of the palace; the red king guards the middle file.
TWO_ROOKS = "3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1"


def test_a_whole_game_from_the_start_to_mate_by_clicks(desk: Hand) -> None:
    desk.new_game(side="both")
    for move in DOUBLE_CANNON:
        desk.play(move)
    expect(desk.moves()).to_have_text(
        ["炮二平五", "卒1进1", "炮五进四", "卒9进1", "炮八进二", "卒1进1", "炮八平五"]
    )
    status = desk.page.locator(".status.over")
    expect(status).to_contain_text("红胜")
    expect(status).to_contain_text("将死")
    expect(desk.page.locator("square.check")).to_have_count(1)
    desk.shot("end-of-game-desktop")


def test_no_piece_moves_after_the_end(desk: Hand) -> None:
    # elephantchess#303: pieces could still be moved when the game was over.
    desk.new_game(side="both")
    for move in DOUBLE_CANNON:
        desk.play(move)
    expect(desk.page.locator(".status.over")).to_be_visible()
    before = desk.placement()
    desk.press("a0")
    assert desk.targets() == 0
    desk.press("a1")
    desk.drag("i9i8")
    assert desk.placement() == before
    expect(desk.moves()).to_have_count(7)


def test_mate_from_a_position_a_few_moves_before_it(desk: Hand) -> None:
    desk.new_game(side="both", start=TWO_ROOKS)
    for move in ["b0b9", "d9d8", "a1a8", "d8d7", "b9b7"]:
        desk.play(move)
    expect(desk.page.locator(".status.over")).to_contain_text("红胜")


def test_dragging_moves_a_piece_and_shows_where_it_may_go(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.page.mouse.move(*desk.at("b0"))
    desk.page.mouse.down()
    expect(desk.page.locator("square.move-dest")).to_have_count(2)
    desk.page.mouse.move(*desk.at("c2"), steps=5)
    desk.page.mouse.up()
    expect(desk.moves()).to_have_text(["马八进七"])
    desk.expect_piece("c2", "N")
    expect(desk.page.locator("square.last-move")).to_have_count(2)


@pytest.mark.parametrize("typed", ["b0d1", "B0-D1"])
def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(
    desk: Hand, typed: str
) -> None:
    desk.new_game(side="both")
    before = desk.placement()
    desk.page.locator(".typed input").fill(typed)
    desk.page.locator(".typed button").click()
    notice = desk.page.locator(".notice.error")
    expect(notice).to_be_visible()
    # The advisor on d0 … no: the horse's leg at c0 is the elephant's.
    expect(notice).to_contain_text("c0")
    assert desk.placement() == before
    expect(desk.moves()).to_have_count(0)
    desk.shot("refused")
    desk.play("h2e2")


def test_moves_are_typed_in_any_notation(desk: Hand) -> None:
    desk.new_game(side="both")
    for count, typed in enumerate(["炮二平五", "马8进7", "N2+3", "R9=8"], start=1):
        desk.page.locator(".typed input").fill(typed)
        desk.page.locator(".typed input").press("Enter")
        expect(desk.moves()).to_have_count(count)
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7", "马二进三", "车9平8"])
    desk.page.locator(".typed input").fill("炮九平八")
    desk.page.locator(".typed input").press("Enter")
    expect(desk.page.locator(".notice.error")).to_be_visible()
    expect(desk.moves()).to_have_count(4)


def test_taking_back_and_resigning(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    desk.play("h9g7")
    desk.page.get_by_role("button", name="悔棋").click()
    expect(desk.moves()).to_have_count(1)
    desk.expect_piece("h9", "n")
    desk.page.get_by_role("button", name="认输").click()
    desk.page.get_by_role("button", name="继续下").click()
    expect(desk.page.locator(".status.over")).to_have_count(0)
    desk.page.get_by_role("button", name="认输").click()
    desk.page.get_by_role("button", name="黑方认输").click()
    expect(desk.page.locator(".status.over")).to_contain_text("红胜")


def test_the_board_turns_by_180_degrees_with_its_numbers(desk: Hand) -> None:
    desk.new_game(side="both")
    bottom, top = desk.page.locator(".numerals.bottom"), desk.page.locator(".numerals.top")
    expect(bottom).to_have_text("九八七六五四三二一")
    desk.page.get_by_role("button", name="翻转棋盘").click()
    expect(bottom).to_have_text("987654321")
    expect(top).to_have_text("一二三四五六七八九")
    assert desk.at("a9")[0] > desk.at("i9")[0]
    desk.play("h2e2")
    desk.expect_piece("e2", "C")


def test_the_engine_answers_at_level_one(desk: Hand) -> None:
    desk.new_game(side="red", level=1)
    expect(desk.page.locator(".strip.black")).to_contain_text("引擎 1 级")
    desk.pick("h2")
    desk.press("e2")
    expect(desk.moves()).to_have_count(2, timeout=20_000)
    expect(desk.page.locator(".status")).to_contain_text("轮到你走")
    desk.shot("against-the-engine")
    desk.page.get_by_role("button", name="悔棋").click()
    expect(desk.moves()).to_have_count(0)


def test_the_engine_answers_a_draw_offer(desk: Hand) -> None:
    desk.new_game(side="red", level=1)
    desk.pick("h2")
    desk.press("e2")
    expect(desk.moves()).to_have_count(2, timeout=20_000)
    desk.page.get_by_role("button", name="提和").click()
    answer = desk.page.locator(".notice, .status.over").first
    expect(answer).to_be_visible(timeout=20_000)
    expect(answer).to_have_text(re.compile("拒绝|和棋"))


def test_clocks_stand_beside_their_players_and_the_running_one_counts(desk: Hand) -> None:
    desk.new_game(side="both", clock="20b3x30")
    red, black = desk.page.locator(".strip.red .clock"), desk.page.locator(".strip.black .clock")
    expect(black).to_have_text("20:00×3")
    desk.play("h2e2")
    expect(desk.page.locator(".strip.black .clock.running")).to_be_visible()
    expect(black).to_have_text("19:58×3", timeout=5_000)
    stopped = red.inner_text()
    desk.shot("clocks")
    desk.page.wait_for_timeout(1200)
    assert red.inner_text() == stopped


def test_black_sits_below_and_the_engine_begins(desk: Hand) -> None:
    desk.new_game(side="black", level=1)
    expect(desk.page.locator(".cg-wrap.orientation-black")).to_be_visible()
    expect(desk.moves()).to_have_count(1, timeout=20_000)
    # A pawn: no first move of Red takes it or keeps it from going.
    desk.pick("e6")
    desk.press("e5")
    expect(desk.moves()).to_have_count(3, timeout=20_000)


def test_touch_on_a_phone(phone: Hand) -> None:
    phone.new_game(side="both")
    phone.assert_no_sideways_scroll()
    for move in DOUBLE_CANNON[:-1]:
        phone.play(move)
    phone.assert_no_sideways_scroll()
    size = phone.page.viewport_size
    assert size
    shot = f"phone-{size['width']}x{size['height']}"
    phone.shot(shot)
    # The whole board and the buttons are on the first screen, without scrolling.
    assert phone.page.evaluate("scrollY") == 0
    board = phone.page.locator(".board").bounding_box()
    assert board and board["x"] >= 0 and board["x"] + board["width"] <= size["width"]
    for name in ["悔棋", "认输", "翻转棋盘"]:
        expect(phone.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    phone.play(DOUBLE_CANNON[-1])
    expect(phone.page.locator(".status.over")).to_contain_text("红胜")
    phone.shot(f"{shot}-end")
    phone.page.get_by_role("button", name="悔棋").tap()
    expect(phone.moves()).to_have_count(6)


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_the_smallest_phone(contexts: Contexts, locale: str) -> None:
    hand = contexts.hand(width=320, height=568, touch=True, locale=locale)
    hand.arrive()
    hand.assert_no_sideways_scroll()
    hand.new_game(side="both")
    # The start button lies below the board; the game itself begins at the top of the page.
    assert hand.page.evaluate("scrollY") == 0
    hand.assert_no_sideways_scroll()
    hand.play("h2e2")


def test_a_finger_on_the_board_does_not_scroll_the_page(phone: Hand) -> None:
    phone.new_game(side="both")
    touch = phone.page.locator(".board").evaluate("node => getComputedStyle(node).touchAction")
    assert touch == "none"


def test_a_game_by_keyboard_alone(desk: Hand) -> None:
    desk.new_game(side="both")
    keys = desk.page.keyboard
    desk.page.locator(".points [tabindex='0']").focus()
    focused = desk.page.locator(":focus")
    expect(focused).to_have_attribute("data-square", "e0")
    for key in ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"]:
        keys.press(key)
    expect(focused).to_have_attribute("aria-label", "红炮 h2")
    keys.press("Enter")
    expect(focused).to_have_attribute("aria-selected", "true")
    for _ in range(3):
        keys.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-label", "e2，可走")
    keys.press("Enter")
    expect(desk.moves()).to_have_text(["炮二平五"])
    expect(desk.page.locator("[aria-live=polite]")).to_have_text("红方 炮二平五")


def test_the_spoken_text_follows_the_language(contexts: Contexts) -> None:
    hand = contexts.hand(locale="en-GB")
    hand.arrive()
    hand.new_game(side="both")
    hand.play("b2b9")
    expect(hand.page.locator("[aria-live=polite]")).to_have_text(
        "red cannon from b2 to b9, takes black horse"
    )
    expect(hand.page.locator(".strip.red .captured")).to_have_attribute(
        "aria-label", re.compile("black horse")
    )


def test_a_phone_shows_at_once_how_to_start(phone: Hand) -> None:
    expect(phone.page.locator("form.newgame button[type=submit]")).to_be_in_viewport(ratio=1)


def test_a_phone_on_its_side_shows_at_once_how_to_start(contexts: Contexts) -> None:
    phone = contexts.hand(width=667, height=375, touch=True)
    phone.arrive()
    expect(phone.page.locator("form.newgame button[type=submit]")).to_be_in_viewport(ratio=1)
