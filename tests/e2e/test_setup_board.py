"""The set-up board: pieces laid out by mouse, finger and keys, reasons, and the ways on from there."""

import re
from itertools import product
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect
from tests.e2e.hands import Contexts, Hand
from tests.e2e.test_access import faults

pytestmark = pytest.mark.browser

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
TWO_KINGS = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"


def setting_up(hand: Hand, fen: str | None = None) -> Hand:
    hand.page.goto(f"{hand.server.url}/#setup" + ("" if fen is None else f"?fen={quote(fen)}"))
    # Drawn, and judged: whatever comes next starts from there.
    expect(hand.page.locator(".page.setup .tray")).to_have_count(2)
    expect_fen(hand, START if fen is None else fen)
    expect(hand.page.locator(".reasons[aria-busy=false]")).to_be_visible()
    return hand


@pytest.fixture
def bench(contexts: Contexts) -> Hand:
    """A desktop page in Chinese with the two kings set up."""
    return setting_up(contexts.hand(), TWO_KINGS)


@pytest.fixture
def palm(contexts: Contexts) -> Hand:
    return setting_up(contexts.hand(width=390, height=844, touch=True), TWO_KINGS)


def box(hand: Hand) -> Locator:
    return hand.page.locator(".fenbox textarea")


def expect_fen(hand: Hand, fen: str) -> None:
    expect(box(hand)).to_have_value(fen)


def placement(fen: str) -> dict[str, str]:
    found = {}
    for row, rank in zip(fen.split()[0].split("/"), range(9, -1, -1), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found[f"{'abcdefghi'[file]}{rank}"] = letter
                file += 1
    return found


def expect_drawn(hand: Hand, fen: str) -> None:
    """The board shows what the text says."""
    expect_fen(hand, fen)
    for square, letter in placement(fen).items():
        hand.expect_piece(square, letter)
    expect(hand.page.locator("cg-board piece:not(.fading)")).to_have_count(len(placement(fen)))


def tray(hand: Hand, letter: str) -> Locator:
    return hand.page.locator(f'.tray button[data-letter="{letter}"]')


def middle(locator: Locator) -> tuple[float, float]:
    area = locator.bounding_box()
    assert area
    return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2


def drag(hand: Hand, start: tuple[float, float], end: tuple[float, float]) -> None:
    mouse = hand.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=8)
    mouse.up()


def swipe(hand: Hand, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A real touch from one point to another."""
    session = hand.page.context.new_cdp_session(hand.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    for step in range(1, 7):
        share = step / 6
        x = start[0] + (end[0] - start[0]) * share
        touch("touchMove", (x, start[1] + (end[1] - start[1]) * share))
    touch("touchEnd")
    session.detach()


def reason(hand: Hand, code: str) -> Locator:
    return hand.page.locator(f'.reasons li[data-code="setup.{code}"]')


def rings(hand: Hand, kind: str) -> set[str]:
    found = hand.page.locator(f".ring.{kind}").evaluate_all("all => all.map(e => e.dataset.square)")
    return set(found)


def expect_no_reason(hand: Hand) -> None:
    expect(hand.page.locator(".reasons .good")).to_be_visible()
    expect(hand.page.locator(".reasons li")).to_have_count(0)
    expect(hand.page.locator(".ring:is(.fault, .odd)")).to_have_count(0)


def test_pieces_are_dragged_on_to_the_board_about_it_and_off_it(bench: Hand) -> None:
    expect(tray(bench, "R")).to_have_accessible_name(re.compile("红车.*2"))
    drag(bench, middle(tray(bench, "R")), bench.at("i4"))
    expect_drawn(bench, "4k4/9/9/9/9/8R/9/9/9/3K5 w - - 0 1")
    expect(tray(bench, "R").locator("span")).to_have_text("1")
    drag(bench, bench.at("i4"), bench.at("a7"))
    expect_drawn(bench, "4k4/9/R8/9/9/9/9/9/9/3K5 w - - 0 1")
    # On to another piece: that one is gone.
    drag(bench, middle(tray(bench, "c")), bench.at("a7"))
    expect_drawn(bench, "4k4/9/c8/9/9/9/9/9/9/3K5 w - - 0 1")
    expect(tray(bench, "R").locator("span")).to_have_text("2")
    drag(bench, bench.at("a7"), (20, 400))
    expect_drawn(bench, TWO_KINGS)
    # Beside the board from the tray: nothing happens; and a drag is no choice of a tool.
    drag(bench, middle(tray(bench, "R")), (20, 400))
    expect_fen(bench, TWO_KINGS)
    expect(bench.page.locator('.tray [aria-pressed="true"]')).to_have_count(0)


def test_pieces_are_stamped_picked_up_and_removed_by_the_right_button(bench: Hand) -> None:
    tray(bench, "P").click()
    expect(tray(bench, "P")).to_have_attribute("aria-pressed", "true")
    for square in ("a3", "c3", "e3"):
        bench.page.mouse.click(*bench.at(square))
    expect_drawn(bench, "4k4/9/9/9/9/9/P1P1P4/9/9/3K5 w - - 0 1")
    bench.page.mouse.click(*bench.at("c3"))  # the same once more takes it away
    expect_drawn(bench, "4k4/9/9/9/9/9/P3P4/9/9/3K5 w - - 0 1")
    bench.page.keyboard.press("Escape")
    expect(tray(bench, "P")).to_have_attribute("aria-pressed", "false")
    bench.page.mouse.click(*bench.at("a3"))
    expect(bench.page.locator(".ring.picked")).to_have_count(1)
    bench.page.mouse.click(*bench.at("a6"))
    expect_drawn(bench, "4k4/9/9/P8/9/9/4P4/9/9/3K5 w - - 0 1")
    expect(bench.page.locator(".ring.picked")).to_have_count(0)
    bench.page.mouse.click(*bench.at("a6"), button="right")
    expect_drawn(bench, "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1")
    bench.page.get_by_role("button", name="擦除").click()
    bench.page.mouse.click(*bench.at("e3"))
    expect_drawn(bench, TWO_KINGS)


REASONS = [
    ("king_missing", "9/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "fault", set(), True),
    ("too_many", "4k4/9/9/9/9/9/9/9/9/3KK4 w - - 0 1", "fault", {"d0", "e0"}, True),
    ("too_many", "4k4/9/9/9/9/9/9/9/9/3K2RRR w - - 0 1", "odd", {"g0", "h0", "i0"}, False),
    ("kings_face", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "odd", {"e0", "e9"}, False),
    ("opponent_in_check", "4k4/9/9/9/4R4/9/9/9/9/3K5 w - - 0 1", "odd", {"e5", "e9"}, False),
    ("misplaced", "4k4/9/9/9/9/9/9/9/9/B2K5 w - - 0 1", "odd", {"a0"}, False),
    ("pawns_doubled", "4k4/9/9/9/9/P8/P8/9/9/3K5 w - - 0 1", "odd", {"a3", "a4"}, False),
]


def test_each_reason_is_told_marked_and_gone_again(bench: Hand) -> None:
    action = bench.page.locator(".onward button")
    for code, fen, kind, squares, bars in REASONS:
        expect_no_reason(bench)
        box(bench).fill(fen)
        expect(reason(bench, code)).to_have_count(1)
        expect(bench.page.locator(f".ring.{kind}")).to_have_count(len(squares))
        assert rings(bench, kind) == squares
        assert bool(reason(bench, code).locator("em").count()) == bars
        expect(action.nth(0)).to_be_disabled()  # the engine
        for index in (1, 2, 3):
            expect(action.nth(index)).to_be_enabled(enabled=not bars)
        bench.page.get_by_role("button", name="撤销").click()
        expect_drawn(bench, TWO_KINGS)
        expect_no_reason(bench)
        expect(action.nth(0)).to_be_enabled()


def test_several_reasons_stand_together_and_one_is_pointed_at(bench: Hand) -> None:
    box(bench).fill("4k4/9/9/9/9/P8/P8/9/9/B3K4 w - - 0 1")
    expect(bench.page.locator(".reasons li")).to_have_count(3)
    expect(bench.page.locator(".ring.odd")).to_have_count(5)
    bench.shot("setup-reasons")
    reason(bench, "misplaced").get_by_role("button").click()
    expect(bench.page.locator(".ring.odd")).to_have_count(1)
    assert rings(bench, "odd") == {"a0"}
    # Mending by hand: each piece moved takes its reason along.
    drag(bench, bench.at("a0"), bench.at("c0"))
    expect(bench.page.locator(".reasons li")).to_have_count(2)
    drag(bench, bench.at("a4"), bench.at("a5"))
    expect(bench.page.locator(".reasons li")).to_have_count(1)
    drag(bench, bench.at("e0"), bench.at("d0"))
    expect_no_reason(bench)


def test_how_the_position_stands(bench: Hand) -> None:
    for fen, said in (
        ("4k4/9/4N4/9/9/4C4/9/9/9/3K5 b - - 0 1", "轮到黑方走，已被将死"),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", "困毙判负"),
        ("4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1", "轮到黑方走，正被 e5 的子将军；合法着法 1 种"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "没有能取胜的子力"),
    ):
        box(bench).fill(fen)
        expect(bench.page.locator(".page.setup .status")).to_contain_text(said)


def test_text_of_others_is_read_and_what_cannot_be_read_says_why(bench: Hand) -> None:
    box(bench).fill("position startpos moves h2e2 h9g7")
    expect(bench.page.locator(".fenbox .good")).to_contain_text("2")
    bench.expect_piece("e2", "C")
    box(bench).blur()
    expect_fen(bench, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2")
    box(bench).fill("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
    bench.expect_piece("h2", "C")
    box(bench).blur()
    expect_drawn(bench, START)
    box(bench).fill("rnbakabnr/9/1x5c1")
    expect(bench.page.locator(".fenbox .wrong")).to_contain_text("FEN")
    expect(bench.page.locator("cg-board piece:not(.fading)")).to_have_count(32)
    # Pasted anywhere on the page.
    bench.page.locator(".fenbox textarea").blur()
    bench.page.evaluate(f"navigator.clipboard.writeText('position fen {TWO_KINGS}')")
    bench.page.keyboard.press("Control+V")
    expect_drawn(bench, TWO_KINGS)
    bench.page.get_by_role("button", name="复制局面").click()
    expect(bench.page.locator(".notice.info")).to_be_visible()
    assert bench.page.evaluate("navigator.clipboard.readText()") == TWO_KINGS


def test_a_link_leads_to_the_position_and_a_reload_keeps_it(bench: Hand) -> None:
    bench.page.get_by_role("button", name="复制链接").click()
    expect(bench.page.locator(".notice.info")).to_be_visible()
    link = bench.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{bench.server.url}/#setup?fen=4k4/9/9/9/9/9/9/9/9/3K5_w_-_-_0_1"
    tray(bench, "R").click()
    bench.page.mouse.click(*bench.at("i9"))
    fen = "4k3R/9/9/9/9/9/9/9/9/3K5 w - - 0 1"
    expect_fen(bench, fen)
    bench.page.reload()
    expect_drawn(bench, fen)
    bench.page.goto(f"{bench.server.url}/#/setup?fen=9/9/9/9/9/9/9/9/9/9+b")
    expect_drawn(bench, "9/9/9/9/9/9/9/9/9/9 b - - 0 1")
    bench.page.goto(f"{bench.server.url}/#setup?fen=nonsense")
    expect(bench.page.locator(".fenbox .wrong")).to_be_visible()
    expect(box(bench)).to_have_value("nonsense")


def test_the_whole_board_is_cleared_swapped_mirrored_turned_and_undone(bench: Hand) -> None:
    def press(name: str) -> None:
        bench.page.locator(".layingout").get_by_role("button", name=name, exact=True).click()

    fen = "3ak4/9/9/9/9/P8/9/9/9/2B1K3R w - - 0 1"
    box(bench).fill(fen)
    expect_drawn(bench, fen)
    press("红黑互换")
    swapped = "2b1k3r/9/9/9/p8/9/9/9/9/3AK4 b - - 0 1"
    expect_drawn(bench, swapped)
    press("左右镜像")
    expect_drawn(bench, "r3k1b2/9/9/9/8p/9/9/9/9/4KA3 b - - 0 1")
    press("清空棋盘")
    expect_drawn(bench, "9/9/9/9/9/9/9/9/9/9 b - - 0 1")
    press("起始局面")
    expect_drawn(bench, START)
    press("翻转棋盘")
    expect(bench.page.locator(".cg-wrap")).to_have_class(re.compile("orientation-black"))
    drag(bench, bench.at("a0"), bench.at("a1"))
    expect(tray(bench, "R")).to_be_visible()
    expect_fen(bench, START.replace("9/RNB", "R8/1NB").replace(" 0 1", " 0 1"))
    for _ in range(5):
        bench.page.keyboard.press("Control+Z")
    expect_drawn(bench, fen)
    bench.page.keyboard.press("Control+Y")
    expect_drawn(bench, swapped)
    bench.page.get_by_role("button", name="黑方").click()
    bench.page.get_by_role("button", name="红方").click()
    expect_fen(bench, swapped.replace(" b ", " w "))
    bench.page.get_by_text("计数").click()
    bench.page.locator("input[name=halfmove]").fill("12")
    bench.page.locator("input[name=fullmove]").fill("30")
    bench.page.locator("input[name=fullmove]").press("Enter")
    expect_fen(bench, swapped.replace(" b - - 0 1", " w - - 12 30"))


def test_everything_by_keyboard(bench: Hand) -> None:
    keys = bench.page.keyboard
    keys.press("ArrowUp")  # from nowhere: the board takes the keyboard, at e0
    cell = bench.page.locator('.points button[data-square="e0"]')
    expect(cell).to_be_focused()
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    keys.press("Shift+R")
    expect_drawn(bench, "4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1")
    expect(bench.page.locator('.points button[data-square="f1"]')).to_have_accessible_name(
        re.compile("红车 f1")
    )
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("Enter")
    expect_drawn(bench, "4k4/9/9/9/9/9/9/5R3/9/3K5 w - - 0 1")
    keys.press("ArrowUp")
    keys.press("h")
    expect_drawn(bench, "4k4/9/9/9/9/9/5n3/5R3/9/3K5 w - - 0 1")
    keys.press("Delete")
    keys.press("ArrowDown")
    keys.press("Backspace")
    expect_drawn(bench, TWO_KINGS)
    # A tool by its letter, used by Enter on square after square.
    bench.page.locator("body").evaluate("() => document.activeElement.blur()")
    keys.press("Shift+P")
    expect(tray(bench, "P")).to_have_attribute("aria-pressed", "true")
    keys.press("ArrowUp")
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("Enter")
    expect_drawn(bench, "4k4/9/9/9/9/9/5P3/5P3/9/3K5 w - - 0 1")
    expect(reason(bench, "misplaced")).to_have_count(2)
    expect(bench.page.locator('.points button[data-square="f2"]')).to_have_accessible_name(
        re.compile("原因")
    )


def test_what_one_may_begin_with(bench: Hand) -> None:
    begin = bench.page.locator("select[name=begin]")
    begin.select_option(label="让九子")
    expect_drawn(bench, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1")
    expect_no_reason(bench)
    begin.select_option(label="七星聚会，《竹香斋象戏谱》")
    expect_drawn(bench, "4rk3/3P5/4bP3/9/9/8P/9/1p2p2C1/3p1p3/4K1RR1 w - - 0 1")
    expect_no_reason(bench)


def test_the_engine_plays_on_from_here(bench: Hand) -> None:
    fen = "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1"
    box(bench).fill(fen)
    expect_drawn(bench, fen)
    bench.page.get_by_role("button", name="人机对弈").click()
    form = bench.page.locator("dialog form.newgame")
    expect(form.locator("textarea")).to_have_value(fen)
    form.locator("input[value=red]").check(force=True)
    form.locator("button[type=submit]").click()
    expect(bench.page.locator(".page.table")).to_be_visible()
    bench.press("a0")
    bench.press("a8")
    expect(bench.moves()).to_have_count(2)


def test_a_diagram_that_cannot_arise_is_played_at_one_screen_and_written_down(bench: Hand) -> None:
    fen = "4k4/9/9/9/9/9/9/9/9/4K3P w - - 0 1"
    box(bench).fill(fen)
    expect(bench.page.locator(".reasons li")).to_have_count(2)
    bench.page.get_by_role("button", name="打开为棋谱").click()
    expect(bench.page.locator(".page.record")).to_be_visible()
    bench.expect_piece("i0", "P")
    bench.page.go_back()
    expect_drawn(bench, fen)
    bench.page.get_by_role("button", name="同屏对弈").click()
    expect(bench.page.locator(".page.table")).to_be_visible()
    bench.play("e0d0")
    bench.play("e9e8")
    expect(bench.moves()).to_have_count(2)


def test_a_friend_is_invited_and_plays(contexts: Contexts, bench: Hand) -> None:
    fen = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
    box(bench).fill(fen)
    expect_drawn(bench, fen)
    bench.page.get_by_role("button", name="邀好友对弈").click()
    bench.page.locator("dialog").get_by_role("button", name="红方").click()
    link = bench.page.locator("dialog input.invitation").input_value()
    bench.page.get_by_role("button", name="前往棋盘").click()
    expect(bench.page.locator(".page.table")).to_be_visible()
    friend = contexts.hand()
    friend.page.goto(link)
    expect(friend.page.locator(".page.table")).to_be_visible()
    expect(friend.page).to_have_url(re.compile(r"#t/"))
    expect(friend.page.locator(".cg-wrap")).to_have_class(re.compile("orientation-black"))
    bench.play("a0a9")
    expect(friend.moves()).to_have_count(1)
    friend.play("e9e8")
    expect(bench.moves()).to_have_count(2)


def test_fingers_drag_press_and_rest(palm: Hand) -> None:
    palm.assert_no_sideways_scroll()
    swipe(palm, middle(tray(palm, "N")), palm.at("b5"))
    expect_drawn(palm, "4k4/9/9/9/1N7/9/9/9/9/3K5 w - - 0 1")
    swipe(palm, palm.at("b5"), palm.at("h3"))
    expect_drawn(palm, "4k4/9/9/9/9/9/7N1/9/9/3K5 w - - 0 1")
    tray(palm, "p").tap()
    palm.page.touchscreen.tap(*palm.at("a5"))
    expect_drawn(palm, "4k4/9/9/9/p8/9/7N1/9/9/3K5 w - - 0 1")
    tray(palm, "p").tap()
    palm.page.touchscreen.tap(*palm.at("a5"))
    expect(palm.page.locator(".ring.picked")).to_have_count(1)
    palm.page.touchscreen.tap(*palm.at("a4"))
    expect_drawn(palm, "4k4/9/9/9/9/p8/7N1/9/9/3K5 w - - 0 1")
    # A finger that rests on a piece takes it away, and puts nothing down when it leaves.
    session = palm.page.context.new_cdp_session(palm.page)
    x, y = palm.at("a4")
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    session.send("Input.dispatchTouchEvent", touch)
    expect_drawn(palm, "4k4/9/9/9/9/9/7N1/9/9/3K5 w - - 0 1")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    swipe(palm, palm.at("h3"), (200, 800))
    expect_drawn(palm, TWO_KINGS)
    palm.shot("setup-phone")


@pytest.mark.parametrize(
    ("width", "locale", "scheme"),
    [
        (1280, "zh-CN", "light"),
        (360, "en-GB", "dark"),
        *(
            pytest.param(*ways, marks=pytest.mark.long)
            for ways in product((1280, 360), ("zh-CN", "en-GB"), ("light", "dark"))
        ),
    ],
)
def test_no_serious_fault_of_access(
    contexts: Contexts, width: int, locale: str, scheme: str
) -> None:
    hand = contexts.hand(width=width, height=800, touch=width < 400, locale=locale)
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    setting_up(hand, "3kk4/9/9/9/4R4/P8/P8/9/9/B3K4 w - - 0 1")
    expect(hand.page.locator(".reasons li.bars")).to_have_count(1)
    for details in hand.page.locator(".layingout summary").all():
        details.click()
    tray(hand, "R").click()
    assert faults(hand) == []
    hand.assert_no_sideways_scroll()
    hand.shot(f"setup-{width}-{scheme}-{locale}")


def test_the_way_to_the_board_is_found(desk: Hand) -> None:
    desk.page.locator(".masthead").get_by_role("link", name="摆谱").click()
    expect_drawn(desk, START)
    expect_no_reason(desk)
    expect(desk.page.locator(".page.setup .status")).to_contain_text("44")
    # Keys of other pages are not heard here, and ours not there.
    desk.page.locator(".brand").click()
    expect(desk.page.locator(".page.start")).to_be_visible()
    desk.page.locator(".card").get_by_role("link", name="摆谱").click()
    expect_drawn(desk, START)


def test_the_start_of_a_record_is_set_up_anew(bench: Hand) -> None:
    bench.page.get_by_role("button", name="打开为棋谱").click()
    expect(bench.page.locator(".page.record")).to_be_visible()
    bench.page.get_by_role("button", name="起始局面").click()
    expect_drawn(bench, TWO_KINGS)
    tray(bench, "R").click()
    bench.page.mouse.click(*bench.at("a0"))
    expect_fen(bench, "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1")
    bench.page.get_by_role("button", name="用作棋谱起始局面").click()
    expect(bench.page.locator(".page.record")).to_be_visible()
    bench.expect_piece("a0", "R")
    bench.play("a0a9")
