"""Strangers at the pages of an event: reloads while typing, the way back, names nobody foresaw."""

import re

import pytest
from playwright.sync_api import expect
from tests.e2e.event_hands import Arbiter
from tests.e2e.hands import Contexts

pytestmark = [pytest.mark.browser, pytest.mark.long]

MARKUP = "<img src=x onerror=\"document.title='taken'\">'&\"</script>"
PEOPLE = [
    (MARKUP, "广东"),
    ("亚历山德罗维奇·康斯坦丁诺夫斯基·弗拉基米尔·尤里耶维奇", MARKUP),
    ("Wolfeschlegelsteinhausenbergerdorff-Rumpelstilzchenhausen", "X" * 60),
    ("{{7*7}} {name} %s", "内蒙古自治区呼伦贝尔市鄂伦春自治旗象棋协会代表队"),
    ("王天一", "杭州"),
    ("=1+1", "Berlin"),
]


def test_what_is_being_typed_survives_a_reload(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page = arbiter.page
    page.goto(f"{arbiter.hand.server.url}/#events")
    page.locator(".hall-head a[href='#events/new']").click()
    form = page.locator("form.newevent")
    form.locator("input[type=text]").first.fill("春季赛")
    form.locator("input[name=system][value=dutch]").check(force=True)
    form.locator("input[name=rounds]").fill("3")
    page.reload()
    expect(form.locator("input[type=text]").first).to_have_value("春季赛")
    expect(form.locator("input[name=system][value=dutch]")).to_be_checked()
    form.locator("button[type=submit]").click()
    expect(page.locator(".desk-head h1")).to_have_text("春季赛")
    # Nothing has been done that could be taken back.
    expect(page.get_by_role("button", name="撤销")).to_be_disabled()
    box = page.locator("section.card textarea")
    box.fill("许银川\n吕钦")
    page.reload()
    expect(box).to_have_value("许银川\n吕钦")
    page.get_by_role("button", name="添加 2 名棋手").click()
    expect(page.locator("table.players tbody tr")).to_have_count(2)
    expect(box).to_have_value("")
    # The way back leads past the form, which is done with, and a new one is empty.
    page.go_back()
    expect(page.get_by_role("heading", name="赛事", exact=True)).to_be_visible()
    page.locator(".hall-head a[href='#events/new']").click()
    expect(form.locator("input[type=text]").first).to_have_value("")


def test_the_keyboard_stays_at_the_line_of_what_comes_next(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    page, keys = arbiter.page, arbiter.page.keyboard
    arbiter.begin("键盘赛", "chinese", rounds=2)
    arbiter.paste([f"棋手{n}" for n in range(1, 5)])
    line = page.locator(".next")
    line.locator("button[name=entry]").focus()
    for told in ("棋手编号已排定", "第 1 轮已编排", "尚缺 2 台成绩"):
        keys.press("Enter")
        expect(line).to_contain_text(told)
        # Not on the next button: one press too many does nothing.
        expect(line).to_be_focused()
        keys.press("Enter")
        keys.press("Tab")
        expect(line.locator(":focus")).to_have_count(1)
    keys.press("Enter")
    expect(page.locator(".board-row:focus")).to_have_count(1)


def test_the_way_back_leads_to_no_address_with_the_key(contexts: Contexts) -> None:
    arbiter = Arbiter(contexts.hand())
    arbiter.begin("钥匙赛", "chinese", rounds=3)
    arbiter.tab("papers")
    link = arbiter.page.get_by_label(re.compile("裁判员链接")).input_value()
    page = contexts.hand().page
    page.goto(f"{arbiter.hand.server.url}/#events")
    expect(page.get_by_role("heading", name="赛事", exact=True)).to_be_visible()
    page.goto(link)
    page.get_by_label("您的姓名").fill("裁判乙")
    page.get_by_role("button", name="进入裁判席").click()
    expect(page.locator("nav.tabs")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="赛事", exact=True)).to_be_visible()
    # An event that is not there: said, with a way on.
    page.goto(f"{arbiter.hand.server.url}/#event/AAAAAAAAAAAA")
    expect(page.locator("main")).to_contain_text("没有这项赛事")
    page.locator("main a[href='#events']").click()
    expect(page.get_by_role("heading", name="赛事", exact=True)).to_be_visible()


def test_whoever_joins_sees_what_is_not_public_and_whoever_is_sent_away_does_not(
    contexts: Contexts,
) -> None:
    one = Arbiter(contexts.hand())
    one.begin("二席赛", "chinese", rounds=3)
    one.paste([f"棋手{n}" for n in range(1, 7)])
    one.number("entry")
    one.tab("papers")
    link = one.page.get_by_label(re.compile("裁判员链接")).input_value()
    two = contexts.hand().page
    two.goto(link)
    two.get_by_label("您的姓名").fill("裁判乙")
    two.get_by_role("button", name="进入裁判席").click()
    expect(two.locator(".next")).to_contain_text("编排第 1 轮")
    one.next("编排第 1 轮")
    # Not published yet, and seen at the other desk.
    expect(two.locator(".board-row")).to_have_count(3)
    # A new key, and the others out: their desk closes by itself.
    id = one.page.url.split("#event/")[1].split("/")[0]
    path = f"{one.hand.server.url}/api/events/{id}/key"
    assert one.page.request.post(path, data={"alone": True}).ok
    expect(two.get_by_text("这里是裁判席")).to_be_visible()
    expect(two.locator(".board-row")).to_have_count(0)


@pytest.mark.parametrize(
    "width", [360, *(pytest.param(width, marks=pytest.mark.long) for width in (768, 1280))]
)
def test_names_nobody_foresaw_stay_in_their_places(contexts: Contexts, width: int) -> None:
    hand = contexts.hand(width=width)
    arbiter = Arbiter(hand)
    page = hand.page
    arbiter.begin(f"公开赛 {MARKUP}", "chinese", rounds=3)
    arbiter.paste(["姓名\t单位", *(f"{_quoted(name)}\t{_quoted(team)}" for name, team in PEOPLE)])
    arbiter.number("entry")
    arbiter.pair(1, 3)
    arbiter.enter("1=0")
    id = page.url.split("#event/")[1].split("/")[0]
    places = ["desk/players", "desk/round", "desk/standings", "desk/agreed", "desk/log"]
    places += ["round", "standings", "cross", "players", "players/3", "screen"]
    for place in places:
        page.goto(f"{hand.server.url}/#event/{id}/{place}")
        shown = page.get_by_text("Wolfeschlegel", exact=False).locator("visible=true").first
        if place != "desk/agreed":
            expect(shown).to_be_visible()
        hand.assert_no_sideways_scroll()
        hand.shot(f"event-names-{place.replace('/', '-')}-{width}")
        assert page.title() != "taken"
        assert page.locator("img[src=x]").count() == 0
        # No name stands one character to a line.
        narrow: list[str] = page.eval_on_selector_all(
            ".grid tbody th:not(.n), .pairing .name, .board-row .who",
            "all => all.filter(e => e.innerText.length > 3 && e.getBoundingClientRect().width < 48)"
            ".map(e => e.innerText)",
        )
        assert narrow == [], place


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
