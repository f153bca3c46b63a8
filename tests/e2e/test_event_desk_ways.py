"""The arbiter's desk in everybody's hands: keyboard alone, a phone, two at once, a broken line, axe."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.event_hands import Arbiter
from tests.e2e.hands import Contexts, Hand, Server
from tests.e2e.test_access import faults

pytestmark = [pytest.mark.browser, pytest.mark.long]

PEOPLE = [
    "姓名\t单位\t等级分",
    *(f"棋手{n}\t{'甲乙丙'[n % 3]}队\t{2500 - n}" for n in range(1, 10)),
]
TABS = ["players", "round", "standings", "sections", "agreed", "papers", "log"]


def with_a_round(hand: Hand) -> Arbiter:
    """An event of nine whose first round is published."""
    arbiter = Arbiter(hand)
    arbiter.begin("周末赛", "chinese", rounds=3, seed="ways")
    arbiter.paste(PEOPLE)
    arbiter.number("rating")
    arbiter.pair(1, 4)
    return arbiter


def arbiters_link(page: Page) -> str:
    page.locator(".tabs a[href$='/papers']").click()
    link: str = page.get_by_label(re.compile("裁判员链接")).input_value()
    return link


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_no_serious_fault_of_access_at_the_desk(contexts: Contexts, scheme: str) -> None:
    hand = contexts.hand()
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    arbiter = with_a_round(hand)
    for tab in TABS:
        arbiter.tab(tab)
        expect(hand.page.locator(f".tabs a[href$='/{tab}']")).to_have_attribute(
            "aria-current", "page"
        )
        hand.page.wait_for_load_state("networkidle")
        assert faults(hand) == []
        hand.shot(f"event-desk-{tab}-{scheme}")
    arbiter.tab("players")
    hand.page.get_by_role("button", name="棋手3").click()
    expect(hand.page.locator("dialog")).to_be_visible()
    assert faults(hand) == []
    hand.page.keyboard.press("Escape")
    hand.page.goto(f"{hand.server.url}/#events/new")
    expect(hand.page.locator("form.newevent")).to_be_visible()
    for summary in hand.page.locator("form.newevent summary").all():
        summary.click()
    assert faults(hand) == []
    # The other language, without leaving the page.
    hand.page.locator(".masthead .language").click()
    expect(hand.page.locator("h1")).to_have_text("New event")
    assert faults(hand) == []
    hand.page.goto(f"{hand.server.url}/#events")
    expect(hand.page.locator(".tile").first).to_contain_text("you are an arbiter")
    assert faults(hand) == []


def test_a_round_by_keyboard_alone(contexts: Contexts) -> None:
    arbiter = with_a_round(contexts.hand())
    page, keys = arbiter.page, arbiter.page.keyboard
    results = page.locator(".result")
    # Tab leads from the tab of the rounds over the round's own buttons to the board in hand.
    page.locator(".tabs a[aria-current]").focus()
    for _ in range(12):
        keys.press("Tab")
        if page.locator(".board-row:focus").count():
            break
    expect(page.locator(".board-row").first).to_be_focused()
    keys.type("1=x")
    expect(page.locator(".board-row").nth(3)).to_be_focused()
    expect(results).to_have_text(["1–0红胜", "½–½和", re.compile("^– : –"), re.compile("^…")])
    # Walking back, taking back: u undoes the last entry, a full stop clears a result, with a reason.
    keys.press("ArrowUp")
    expect(page.locator(".board-row").nth(2)).to_be_focused()
    expect(page.locator(".result.pending")).to_have_count(0)
    keys.press("u")
    expect(results.nth(2)).to_have_text(re.compile("^…"))
    keys.press("Home")
    keys.press(".")
    expect(page.locator("dialog")).to_be_visible()
    keys.type("听错")
    keys.press("Enter")
    expect(results.first).to_have_text(re.compile("^…"))
    # The keyboard comes back to the boards.
    expect(page.locator(".board-row").first).to_be_focused()


def test_two_arbiters_at_once_lose_nothing(contexts: Contexts) -> None:
    one = with_a_round(contexts.hand())
    link = arbiters_link(one.page)
    one.tab("round")
    two = Arbiter(contexts.hand())
    two.page.goto(link)
    two.page.get_by_label("您的姓名").fill("裁判乙")
    two.page.get_by_role("button", name="进入裁判席").click()
    expect(two.boards()).to_have_count(4)
    # The key has left the address.
    assert link.rsplit("/", 1)[1] not in two.page.url
    # One types a name while the other enters results: they come in, and the name stays.
    one.tab("players")
    one.page.get_by_role("button", name="棋手4").click()
    title = one.page.locator("dialog").get_by_label("称号")
    title.fill("特级")
    two.next("录入成绩")
    two.page.keyboard.type("10")
    expect(two.page.locator(".result.none")).to_have_count(2)
    expect(one.page.locator(".next")).to_contain_text("尚缺 2 台成绩")
    expect(title).to_have_value("特级")
    expect(title).to_be_focused()
    one.page.keyboard.type("大师")
    one.page.locator("dialog").get_by_role("button", name="保存").click()
    one.page.keyboard.press("Escape")
    expect(two.page.locator(".result.none")).to_have_count(2)
    # Both enter the same board otherwise: the second is asked for a reason, and may leave it.
    one.tab("round")
    one.boards().first.click()
    one.page.keyboard.press("=")
    dialog = one.page.locator("dialog")
    expect(dialog).to_contain_text("1–0")
    dialog.get_by_role("button", name="保持原样").click()
    expect(one.page.locator(".result").first).to_have_text("1–0红胜")
    one.tab("log")
    expect(one.page.locator(".log li").filter(has_text="裁判乙")).to_have_count(2)


def test_results_typed_while_the_server_is_away_arrive(contexts: Contexts, server: Server) -> None:
    arbiter = with_a_round(contexts.hand())
    arbiter.next("录入成绩")
    server.kill()
    arbiter.page.keyboard.type("10=1")
    expect(arbiter.page.locator(".result.pending")).to_have_count(4)
    expect(arbiter.page.locator(".tag.warn")).to_be_visible()
    server.start()
    expect(arbiter.page.locator(".result.pending")).to_have_count(0, timeout=20_000)
    expect(arbiter.page.locator(".next")).to_contain_text("第 1 轮成绩已齐")
    expect(arbiter.page.locator(".tag.warn")).to_have_count(0, timeout=20_000)


def test_what_a_change_breaks_is_told_before_it_is_made(contexts: Contexts) -> None:
    arbiter = with_a_round(contexts.hand())
    page = arbiter.page
    before = page.locator(".board-row .who").all_inner_texts()
    page.get_by_role("button", name="调换棋手").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("另一方").select_option("5")
    expect(dialog.locator(".breaks li, .good").first).to_be_visible()
    arbiter.hand.shot("event-desk-breaks")
    dialog.get_by_role("button", name="保持原样").click()
    assert page.locator(".board-row .who").all_inner_texts() == before
    # Colours turned: the round is published, so it is asked why.
    page.get_by_role("button", name="对调先后手").click()
    dialog.locator("input").fill("误排")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    red, black = before[:2]
    expect(page.locator(".board-row").first.locator(".who").first).to_have_text(black)
    expect(page.locator(".board-row").first.locator(".who").last).to_have_text(red)


@pytest.mark.parametrize(
    "size",
    [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)],
    ids=["360x640", "390x844"],
)
def test_the_desk_fits_a_phone(contexts: Contexts, size: tuple[int, int]) -> None:
    hand = contexts.hand(width=size[0], height=size[1], touch=True)
    arbiter = with_a_round(hand)
    page = hand.page
    page.locator(".board-row").first.tap()
    for name in ("红胜", "黑胜", "和", "红胜"):
        button = page.locator(".pad").get_by_role("button", name=name, exact=True)
        button.tap()
    expect(page.locator(".result.none, .result.pending")).to_have_count(0)
    hand.shot(f"event-desk-phone-{size[0]}")
    # The window of a player, opened from the board in hand, says whose it is.
    name = page.locator(".versus button").first
    whose = name.inner_text().strip()
    name.tap()
    expect(page.locator("dialog h2")).to_contain_text(whose)
    expect(page.locator("dialog h2")).to_be_visible()
    page.locator("dialog .dialog-head button").tap()
    expect(page.locator("dialog")).to_have_count(0)
    for tab in TABS:
        arbiter.tab(tab)
        expect(page.locator(f".tabs a[href$='/{tab}']")).to_have_attribute("aria-current", "page")
        hand.assert_no_sideways_scroll()
    page.goto(f"{hand.server.url}/#events/new")
    expect(page.locator("form.newevent")).to_be_visible()
    hand.assert_no_sideways_scroll()
    page.locator(".masthead .language").tap()
    hand.assert_no_sideways_scroll()


def test_the_small_business_of_a_day(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    dialog = page.locator("dialog")
    arbiter.begin("月赛", "chinese", rounds=4, seed="small")
    # Players from a file; its bytes are GB18030, as spreadsheets in China write them.
    page.locator("input[type=file]").set_input_files(
        {"name": "名单.csv", "mimeType": "text/csv", "buffer": "\n".join(PEOPLE).encode("gb18030")}
    )
    page.get_by_role("button", name="添加 9 名棋手").click()
    expect(page.locator("table.players tbody tr")).to_have_count(9)
    # Two who may not meet in round 1 as they otherwise would: the first of each half.
    arbiter.tab("agreed")
    page.locator("section.card select").first.select_option("1")
    page.locator("section.card select").last.select_option("5")
    page.get_by_role("button", name="约定两人不相遇").click()
    expect(page.locator(".reasons li")).to_contain_text("棋手1")
    arbiter.number("rating")
    arbiter.pair(1, 4)
    for row in arbiter.boards().all():
        names = " ".join(row.locator(".who").all_inner_texts())
        assert not ("棋手1" in names and "棋手5" in names)
    # A foul, from the board: it is in the ledger.
    page.locator(".versus button").first.click()
    dialog.get_by_label("事由").fill("摸子不走")
    dialog.get_by_role("button", name="记录犯规").click()
    expect(dialog).to_contain_text("犯规 1 次")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    arbiter.tab("agreed")
    expect(page.locator("table.grid tbody tr")).to_contain_text("摸子不走")
    # Somebody comes late, somebody leaves and comes back.
    arbiter.tab("players")
    page.get_by_role("button", name="迟到补报").click()
    page.get_by_label("姓名").fill("来迟了")
    page.get_by_role("button", name="接纳").click()
    expect(page.locator("table.players tbody tr").last).to_contain_text("第 2 轮起参赛")
    page.get_by_role("button", name="棋手2").click()
    dialog.locator("button[name=withdraw]").click()
    expect(dialog).to_contain_text("第 2 轮起退出")
    dialog.locator("button[name=return]").click()
    expect(dialog.locator("button[name=withdraw]")).to_be_visible()
    page.keyboard.press("Escape")
    arbiter.tab("round")
    arbiter.enter("1-0=")
    arbiter.pair(2, 5)
    # All of it can be undone from the log, the newest first; what is published wants a reason.
    arbiter.tab("log")
    page.locator(".log li").first.get_by_role("button", name="撤销").click()
    dialog.locator("input").fill("公布过早")
    page.keyboard.press("Enter")
    expect(page.locator(".log li").nth(1)).to_have_class("undone")
    expect(page.locator(".next")).to_contain_text("核对后请公布")
    page.locator(".log li").first.get_by_role("button", name="恢复").click()
    expect(page.locator(".next")).to_contain_text("尚缺 5 台成绩")
    # Every print of the event opens, every file can be had.
    arbiter.tab("papers")
    expect(page.locator(".links a").nth(10)).to_be_visible()
    links = page.locator(".links a").evaluate_all("all => all.map(a => a.href)")
    papers = [link for link in links if "/print/" in link and "pdf" not in link]
    assert len(papers) > 5
    for link in papers:
        opened = page.request.get(link)
        assert opened.ok and "月赛" in opened.text()
    for link in links:
        if "/export/" in link and not ("pgn" in link or "xqf" in link):
            assert page.request.get(link).ok
