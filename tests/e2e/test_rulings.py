"""The arbiter on the page: the warning, the question before a fatal move, the ruling, the rule books."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand, Server
from tests.e2e.test_access import faults
from tests.e2e.test_records import opened

pytestmark = pytest.mark.browser

#: A rook chases a cannon that nobody guards, from one side of the board to the other.
CHASE = "3k5/9/9/9/c8/6R2/9/9/9/5K3 w - - 0 1"
ROUND = ["g4a4", "a5g5", "a4g4", "g5a5"]
#: Red checks for ever; after a whole round it is to move again.
CHECK = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1"
#: One more round without a capture, and a draw may be claimed.
NEAR_LIMIT = "3k5/9/9/9/c8/6R2/9/9/9/5K3 w - - 118 60"


def record(moves: list[str]) -> str:
    text = " ".join(f"{move[:2]}-{move[2:]}".upper() for move in moves)
    return f'[Game "Chinese Chess"]\n[Format "ICCS"]\n[FEN "{CHASE}"]\n\n{text} *'


def warned(hand: Hand) -> None:
    """A game where Red is to move and has one move that loses."""
    hand.new_game(side="both", start=record([*ROUND, ROUND[0]]))
    expect(hand.moves()).to_have_count(5)
    hand.play(ROUND[1])
    expect(hand.page.locator(".warning")).to_be_visible()


def ask(hand: Hand) -> None:
    """Try the move that loses."""
    hand.press("a4")
    expect(hand.page.locator("square.selected")).to_have_count(1)
    hand.press("g4")
    expect(hand.page.locator("dialog")).to_be_visible()


def lose(hand: Hand) -> None:
    ask(hand)
    hand.page.locator("dialog button.danger").click()
    expect(hand.moves()).to_have_count(7)
    hand.play("g5a5")
    expect(hand.page.locator(".ruling")).to_be_visible()


def test_a_perpetual_chase_from_the_warning_to_the_ruling(desk: Hand) -> None:
    desk.new_game(side="both", start=CHASE)
    page = desk.page
    for move in ROUND[:3]:
        desk.play(move)
        expect(page.locator(".warning")).to_have_count(0)
    for move in [*ROUND[3:], *ROUND[:2]]:
        desk.play(move)
    warning = page.locator(".warning")
    expect(warning).to_contain_text("红方须变着")
    expect(warning).to_contain_text("长捉")
    expect(page.locator(".overlay .cross")).to_have_attribute("data-square", "g4")
    expect(page.locator("[aria-live=polite]")).to_contain_text("长捉")
    assert faults(desk) == []
    desk.shot("warning-desktop")
    # The move is asked about, and not made when one thinks better of it.
    ask(desk)
    expect(page.locator("dialog")).to_contain_text("车九平三")
    expect(page.locator("dialog")).to_contain_text("黑胜：长捉")
    assert faults(desk) == []
    desk.shot("fatal-desktop")
    page.get_by_role("button", name="另走别着").click()
    expect(page.locator("dialog")).to_have_count(0)
    desk.expect_piece("a4", "R")
    expect(desk.moves()).to_have_count(6)
    lose(desk)
    expect(page.locator(".status.over")).to_contain_text("黑胜")
    ruling = page.locator(".ruling")
    expect(ruling).to_contain_text("长捉")
    expect(ruling).to_contain_text("红方")
    expect(ruling).to_contain_text("黑方")
    expect(page.locator(".warning, .overlay .cross")).to_have_count(0)
    # Each ply of the cycle shows its position with what it attacks.
    ruling.locator(".acts button").first.click()
    desk.expect_piece("a4", "R")
    expect(page.locator(".stepper output")).to_have_text("1 / 8")
    expect(page.locator(".overlay .arrow.chase")).to_have_count(1)
    expect(ruling.locator("[aria-current=step]")).to_have_count(1)
    ruling.locator(".acts button").nth(1).click()
    expect(page.locator(".overlay .arrow")).to_have_count(0)
    # The second round is one line; its plies have the arrows of the first.
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stepper output")).to_have_text("7 / 8")
    expect(page.locator(".overlay .arrow.chase")).to_have_count(1)
    ruling.locator("summary").last.click()
    expect(ruling.locator(".others li").first).to_be_visible()
    assert faults(desk) == []
    desk.shot("ruling-desktop")
    page.reload()
    expect(page.locator(".ruling")).to_contain_text("长捉")


def test_a_way_out_is_shown_on_the_board_and_lifts_the_warning(desk: Hand) -> None:
    warned(desk)
    page = desk.page
    ways = page.locator(".ways li button")
    expect(ways).to_have_count(6)
    page.get_by_role("button", name=re.compile("还有")).click()
    expect(ways).to_have_count(18)
    ways.first.hover()
    expect(page.locator(".overlay .arrow.way")).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(".overlay .arrow.way")).to_have_count(0)
    ways.nth(2).focus()
    expect(page.locator(".overlay .arrow.way")).to_have_count(1)
    page.get_by_role("button", name="ICCS").click()
    expect(ways.first).to_have_text(re.compile("^[A-I][0-9]-[A-I][0-9]$"))
    desk.play("a4a0")
    expect(page.locator(".warning, .overlay .cross, .overlay .arrow")).to_have_count(0)


def test_a_fatal_move_by_keyboard_alone(desk: Hand) -> None:
    warned(desk)
    keys, focused = desk.page.keyboard, desk.page.locator(":focus")

    def try_it() -> None:
        """Pick the rook up and carry it along its rank."""
        desk.page.locator(".points [data-square=a4]").focus()
        keys.press("Enter")
        for _ in range(6):
            keys.press("ArrowRight")
        expect(focused).to_have_attribute("aria-label", "g4，可走，但走则判负")
        keys.press("Enter")
        expect(desk.page.locator("dialog")).to_be_visible()

    try_it()
    keys.press("Escape")
    expect(desk.page.locator("dialog")).to_have_count(0)
    expect(focused).to_have_attribute("data-square", "g4")
    expect(desk.moves()).to_have_count(6)
    try_it()
    # From the cross over "another move" to "all the same".
    for _ in range(2):
        keys.press("Tab")
    expect(focused).to_have_class("danger")
    keys.press("Enter")
    expect(desk.moves()).to_have_count(7)


@pytest.mark.parametrize("typed", ["a4g4", "车九平三"])
def test_a_fatal_move_that_is_typed_is_asked_about_too(desk: Hand, typed: str) -> None:
    warned(desk)
    desk.page.locator(".typed input").fill(typed)
    desk.page.locator(".typed input").press("Enter")
    expect(desk.page.locator("dialog")).to_be_visible()
    expect(desk.moves()).to_have_count(6)


def test_the_warning_comes_back_with_the_server(desk: Hand, server: Server) -> None:
    warned(desk)
    server.kill()
    expect(desk.page.locator(".connection")).to_be_visible()
    server.start()
    expect(desk.page.locator(".connection")).to_have_count(0, timeout=15_000)
    desk.page.reload()
    expect(desk.page.locator(".warning")).to_contain_text("长捉")
    lose(desk)


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
@pytest.mark.parametrize(
    "size",
    [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)],
    ids=["360x640", "390x844"],
)
def test_warning_and_ruling_on_a_phone(
    contexts: Contexts, size: tuple[int, int], locale: str
) -> None:
    hand = contexts.hand(width=size[0], height=size[1], touch=True, locale=locale)
    hand.arrive()
    warned(hand)
    hand.assert_no_sideways_scroll()
    who = "红方须变着" if locale == "zh-CN" else "Red must vary"
    # Who must vary is told on the first screen.
    expect(hand.page.locator(".warning h2")).to_have_text(re.compile(who))
    expect(hand.page.locator(".warning h2")).to_be_in_viewport(ratio=1)
    assert faults(hand) == []
    hand.shot(f"warning-phone-{size[0]}-{locale}")
    way = hand.page.locator(".ways button").first
    way.tap()
    expect(hand.page.locator(".overlay .arrow.way")).to_have_count(1)
    # It is looked at, not played.
    expect(hand.moves()).to_have_count(6)
    hand.page.evaluate("scrollTo(0, 0)")
    lose(hand)
    hand.assert_no_sideways_scroll()
    assert faults(hand) == []
    how = "长捉" if locale == "zh-CN" else "perpetual chase"
    expect(hand.page.locator(".status.over")).to_contain_text(how)
    hand.shot(f"ruling-phone-{size[0]}-{locale}")
    hand.page.locator(".acts button").first.tap()
    expect(hand.page.locator(".overlay .arrow.chase")).to_have_count(1)


def test_a_perpetual_check_in_english(contexts: Contexts) -> None:
    hand = contexts.hand(locale="en-GB")
    hand.arrive()
    hand.new_game(side="both", start=CHECK)
    for move in ["i8i9", "e9e8", "i9i8", "e8e9", "i8i9", "e9e8"]:
        hand.play(move)
    expect(hand.page.locator(".warning")).to_contain_text("Perpetual check")
    hand.pick("i9")
    hand.press("i8")
    expect(hand.page.locator("dialog")).to_contain_text("Black wins: perpetual check")
    hand.page.get_by_role("button", name=re.compile("all the same")).click()
    expect(hand.moves()).to_have_count(7)
    hand.play("e8e9")
    ruling = hand.page.locator(".ruling")
    expect(ruling).to_contain_text("Perpetual check")
    ruling.locator(".acts button").first.click()
    expect(hand.page.locator(".overlay .arrow.check")).to_have_count(1)
    assert faults(hand) == []
    hand.shot("ruling-english")


def test_a_claim_shows_the_rounds_counted(desk: Hand) -> None:
    desk.new_game(side="both", start=NEAR_LIMIT)
    for move in ROUND[:2]:
        desk.play(move)
    expect(desk.page.locator(".status .claim")).to_contain_text("60")
    desk.page.get_by_role("button", name="提请判和").click()
    expect(desk.page.locator(".status.over")).to_contain_text("和棋")
    expect(desk.page.locator(".ruling")).to_contain_text("60")


def test_the_rule_book_is_chosen_and_shown_and_decides(desk: Hand) -> None:
    # Web sites count checks in a row; a chase is nothing to them.
    desk.new_game(side="both", start=CHASE, rules="count")
    title = desk.page.locator(".moves-head .book")
    expect(title).to_have_text("网站规则")
    for move in ROUND * 2:
        desk.play(move)
    expect(desk.page.locator(".warning, .status.over:is(.red, .black)")).to_have_count(0)
    desk.page.reload()
    expect(title).to_have_text("网站规则")
    desk.page.locator(".masthead nav button").first.click()
    books = desk.page.locator("form.newgame select[name=rules]")
    # It is remembered, like the other wishes.
    expect(books).to_have_value("count")
    expect(books.locator("option[value=club]")).to_have_text("棋社规则")


def test_the_rulings_of_a_record_under_the_book_one_chooses(desk: Hand) -> None:
    opened(desk, record(ROUND * 2))
    page = desk.page
    verdicts = page.locator(".verdicts")
    expect(verdicts).to_contain_text("红方长捉")
    verdicts.get_by_role("button", name="第 8 着后").click()
    expect(page.locator(".stepper output")).to_have_text("8 / 8")
    verdicts.locator(".acts button").first.click()
    expect(page.locator(".stepper output")).to_have_text("1 / 8")
    expect(page.locator(".overlay .arrow.chase")).to_have_count(1)
    assert faults(desk) == []
    desk.shot("record-ruling")
    verdicts.locator("select").select_option("count")
    # The others' verdicts below it may still speak of a chase.
    expect(verdicts.get_by_role("heading", level=3)).to_have_text("和棋：不变作和")
    expect(page.locator(".overlay .arrow")).to_have_count(0)


def test_a_game_that_nothing_ends_says_so(desk: Hand) -> None:
    opened(desk, record(ROUND))
    expect(desk.page.locator(".verdicts")).to_contain_text("盘面上没有可判终局之处")


def test_the_board_has_the_keyboard_when_a_game_starts(desk: Hand) -> None:
    desk.new_game(side="both")
    expect(desk.page.locator(":focus")).to_have_attribute("data-square", "e0")
    desk.page.keyboard.press("ArrowUp")
    expect(desk.page.locator(":focus")).to_have_attribute("data-square", "e1")
    # After a press on the board the page's own keys count again.
    desk.play("h2e2")
    desk.page.keyboard.press("ArrowLeft")
    expect(desk.page.locator(".stepper output")).to_have_text("0 / 1")


def test_a_window_gives_the_keyboard_back(desk: Hand) -> None:
    button = desk.page.locator(".masthead nav button").nth(1)
    button.focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("dialog")).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_no_button_of_a_phone_lies_beside_the_screen(phone: Hand) -> None:
    phone.new_game(side="red", level=1)
    size = phone.page.viewport_size
    assert size
    boxes = phone.page.eval_on_selector_all(
        ".controls :is(button, a, select)",
        "all => all.map(e => e.getBoundingClientRect()).filter(r => r.width)"
        ".map(r => [r.left, r.right])",
    )
    assert len(boxes) >= 9
    assert all(left >= 0 and right <= size["width"] for left, right in boxes)
    phone.shot(f"buttons-{size['width']}")
