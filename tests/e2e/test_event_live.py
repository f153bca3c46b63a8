"""The public page of an event in a real browser: it follows, alone, what the arbiter enters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand, Server
from tests.e2e.test_access import faults

pytestmark = pytest.mark.browser

NAMES = ("许银川", "吕钦", "胡荣华", "赵国荣", "王天一", "郑惟桐", "汪洋", "蒋川", "洪智")
TEAMS = ("广东", "上海", "黑龙江")


class Event:
    """An event, run over HTTP by its arbiter."""

    def __init__(
        self,
        server: Server,
        name: str,
        names: Sequence[str] = NAMES,
        teams: Sequence[str] = TEAMS,
        **wish: Any,
    ) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=20)
        self.http.get("/")
        wish = {"name": name, "seed": "cup", "rounds": 4, "who": "裁判甲", "city": "广州"} | wish
        made = self.http.post("/api/events", json=wish)
        assert made.status_code == 201, made.text
        self.id: str = made.json()["event"]["id"]
        people = [{"name": n, "team": teams[i % len(teams)]} for i, n in enumerate(names)]
        self.do("players", players=people)
        self.do("number", how="entry")

    def do(self, command: str, **fields: Any) -> dict[str, Any]:
        answer = self.http.post(f"/api/events/{self.id}/do", json={"do": command, **fields})
        assert answer.status_code == 200, answer.text
        return answer.json()  # type: ignore[no-any-return]

    def round(self, keys: str = "") -> None:
        """Pair and publish a round; a key a board, for as many as are given."""
        self.do("pair")
        self.do("publish")
        if keys:
            self.do("results", results=[[board, key] for board, key in enumerate(keys, 1)])

    def board(self, board: int) -> dict[str, Any]:
        view = self.http.get(f"/api/events/{self.id}").json()
        return view["rounds"][-1]["boards"][board - 1]  # type: ignore[no-any-return]

    def names(self, board: int) -> tuple[str, str]:
        this = self.board(board)
        players = {
            p["number"]: p["name"]
            for p in self.http.get(f"/api/events/{self.id}").json()["players"]
        }
        return players[this["red"]], players[this["black"]]

    def show(self, hand: Hand, rest: str = "") -> None:
        """Open a part of the public page."""
        where = f"#event/{self.id}/{rest}" if rest else f"#event/{self.id}"
        hand.page.goto(self.server.url + "/" + where)
        expect(hand.page.locator(".livepage, .eventscreen")).to_be_visible()


@pytest.fixture
def make(server: Server) -> Iterator[Callable[..., Event]]:
    server.start()
    made: list[Event] = []

    def make_one(*args: Any, **wish: Any) -> Event:
        made.append(Event(server, *args, **wish))
        return made[-1]

    yield make_one
    for event in made:
        event.http.close()


def test_results_appear_without_a_reload(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("跟随赛")
    watcher = contexts.hand()
    event.show(watcher)
    page = watcher.page
    page.evaluate("window.mark = 'not reloaded'")
    expect(page.locator(".livepage")).to_contain_text("首轮尚未公布")

    event.do("pair")  # not published: the public sees nothing
    page.wait_for_timeout(700)
    expect(page.locator(".pairing")).to_have_count(0)
    event.do("publish")
    expect(page.locator(".pairing")).to_have_count(5)
    expect(page.locator(".pairing").first).to_contain_text(event.names(1)[0])
    expect(page.locator(".roundhead")).to_contain_text("还有 4 台未报成绩")

    event.do("results", results=[[1, "1"]])
    first = page.locator(".pairing").first
    expect(first.locator(".score strong")).to_contain_text("1–0")
    expect(first.locator(".fresh")).to_have_count(1)
    expect(first.locator(".won .name")).to_have_text(event.names(1)[0])

    # a correction is told as one
    expect(page.locator(".corrected")).to_have_count(0)
    event.do("results", results=[[1, "="]], reason="记录有误")
    expect(first.locator(".score strong")).to_contain_text("½–½")
    expect(first.locator(".corrected")).to_have_text("已更正")
    late = contexts.hand()  # who comes later is told, too
    event.show(late)
    expect(late.page.locator(".corrected")).to_have_count(1)

    event.do("results", results=[[2, "0"], [3, "1"], [4, "="]])
    expect(page.locator(".roundhead")).to_contain_text("成绩已齐")
    page.locator(".tabs a[href$='/standings']").click()
    expect(page.get_by_role("heading", name="第 1 轮后名次")).to_be_visible()
    event.do("pair")
    event.do("publish")
    page.locator(".tabs a[href$='/round']").click()
    expect(page.get_by_role("heading", name="第 2 轮")).to_be_visible()
    page.locator(".roundlinks a", has_text="1").click()
    expect(page.get_by_role("heading", name="第 1 轮")).to_be_visible()
    assert page.evaluate("window.mark") == "not reloaded"
    watcher.shot("live-round")


def test_the_page_comes_back_after_the_server_was_away(
    contexts: Contexts, make: Callable[..., Event], server: Server
) -> None:
    event = make("断线赛")
    event.round()
    watcher = contexts.hand()
    event.show(watcher)
    expect(watcher.page.locator(".tag.live")).to_have_text("实时")
    server.kill()
    expect(watcher.page.locator(".tag.warn")).to_contain_text("连接中断")
    server.start()
    event.do("results", results=[[2, "1"]])
    score = watcher.page.locator(".pairing").nth(1).locator(".score strong")
    expect(score).to_contain_text("1–0", timeout=20_000)
    expect(watcher.page.locator(".tag.live")).to_have_text("实时")


def test_standings_tell_where_each_figure_comes_from(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("名次赛")
    event.round("1=01")
    event.round("10=1")
    hand = contexts.hand()
    event.show(hand, "standings")
    page = hand.page
    rows: list[str] = page.locator("table.standings tbody tr th").all_inner_texts()
    answer = event.http.get(f"/api/events/{event.id}/standings").json()["standings"]
    by_number = dict(enumerate(NAMES, 1))
    assert rows == [by_number[row["number"]] for row in answer["rows"]]

    top = answer["rows"][0]["number"]
    told = event.http.get(f"/api/events/{event.id}/standings?explain={top}").json()["explain"]
    button = page.locator("button.place").first
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    working = page.locator(".working")
    expect(working.locator("dt")).to_have_count(len(told["lines"]))
    for line in told["lines"]:
        for part in line["parts"]:
            expect(working).to_contain_text(part["zh"])
    hand.shot("live-standings")
    assert faults(hand) == []


def test_a_player_is_found_with_his_opponents(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("棋手赛")
    event.round("1=01")
    event.round("1")
    hand = contexts.hand()
    event.show(hand)
    page = hand.page
    page.get_by_role("searchbox").fill("许银川")
    expect(page.locator(".pairing")).to_have_count(1)
    page.locator(".pairing a", has_text="许银川").click()
    page.get_by_role("searchbox").fill("")
    card = page.locator("section.player")
    expect(card).to_contain_text("许银川")
    rows = card.locator("tbody tr")
    expect(rows).to_have_count(2)
    assert faults(hand) == []
    hand.shot("live-player")
    page.get_by_role("searchbox").fill("没有这个人")
    expect(page.locator("table.grid tbody tr")).to_have_count(0)


@pytest.mark.long
def test_every_part_is_clean_in_both_languages(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("全貌赛")
    event.round("1=01")
    event.round("1")
    for locale, scheme in (("zh-CN", "light"), ("en-GB", "dark")):
        hand = contexts.hand(locale=locale)
        hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for part in ("round", "standings", "cross", "players", "players/1", "screen"):
            event.show(hand, part)
            if locale == "en-GB":
                words = hand.page.locator(".livepage .tabs, .eventscreen footer").inner_text()
                assert not re.search(r"[\u4e00-\u9fff]", words), words
            assert faults(hand) == [], part
            hand.shot(f"live-{part.replace('/', '-')}-{scheme}")


def test_the_cross_table_has_every_game(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("循环赛", NAMES[:6], system="roundrobin", rounds=None)
    for keys in ("1=0", "=11", "0=1"):
        event.round(keys)
    hand = contexts.hand()
    event.show(hand, "cross")
    square = hand.page.locator("table.square")
    cells: list[list[str]] = square.evaluate(
        "t => [...t.tBodies[0].rows].map(r => [...r.cells].map(c => c.querySelector('b')?.innerText ?? ''))"
    )
    played = [cell for row in cells for cell in row[2:-1] if cell]
    assert len(played) == 2 * 9
    assert played.count("½") == 2 * 3 and played.count("1") == played.count("0") == 6
    hand.shot("live-cross")


def test_lots_are_turned_over_card_by_card(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("抽签赛", NAMES[:7], system="lots", rounds=None)
    event.round()
    hand = contexts.hand()
    event.show(hand, "lots")
    page = hand.page
    expect(page.locator(".lot:not(.back)")).to_have_count(7)
    expect(page.locator(".lotpairs li")).to_have_count(4)
    assert faults(hand) == []
    page.get_by_role("button", name="重新逐张展示抽签").click()
    page.get_by_role("button", name="暂停").click()
    shown = page.locator(".lot:not(.back)").count()
    assert shown < 7
    expect(page.locator(".lotpairs")).to_have_count(0)
    page.get_by_role("button", name="下一张").click()
    expect(page.locator(".lot:not(.back)")).to_have_count(shown + 1)
    hand.shot("live-lots")
    page.get_by_role("button", name="全部翻开").click()
    expect(page.locator(".lotpairs li")).to_have_count(4)


def test_the_big_screen_turns_its_pages(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("大屏赛", [f"棋手{n}" for n in range(1, 41)])
    event.round("1" * 20)
    event.round("1=0")
    hand = contexts.hand(width=1920, height=1080)
    event.show(hand, "screen")
    page = hand.page
    expect(page.locator(".masthead")).to_be_hidden()
    lines = page.locator(".screenlines li")
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.screenlines li')).fontSize)"
    )
    assert size > 36, "read from the back of the hall"
    expect(lines.first).to_contain_text("1–0")
    pages = int((page.locator(".eventscreen footer").inner_text()).split("/")[1].split()[0])
    seen = set()
    for _ in range(pages):
        title = page.locator("header p").inner_text()
        seen |= {f"{title} {text}" for text in lines.all_inner_texts()}
        box = page.locator(".screenlines").bounding_box()
        last = lines.last.bounding_box()
        assert box and last and last["y"] + last["height"] <= 1080
        page.keyboard.press("ArrowRight")
    assert len(seen) == 20 + 40  # the boards, and the standings
    page.clock.install()
    page.reload()
    expect(page.locator(".eventscreen footer")).to_contain_text(f"1 / {pages}")
    page.clock.run_for(13_000)
    expect(page.locator(".eventscreen footer")).to_contain_text(f"2 / {pages}")
    hand.shot("live-screen")
    page.keyboard.press("Escape")
    expect(page.locator(".livepage")).to_be_visible()


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_a_phone_shows_it_all(phone: Hand, make: Callable[..., Event], locale: str) -> None:
    event = make("手机赛")
    event.round("1=01")
    event.round("1")
    phone.page.evaluate(f"localStorage.setItem('chuhe.language', '{locale[:2]}')")
    for part in ("round", "standings", "cross", "players", "players/1"):
        event.show(phone, part)
        phone.page.reload()
        expect(phone.page.locator(".livepage")).to_be_visible()
        phone.assert_no_sideways_scroll()
        width = phone.page.viewport_size["width"]  # type: ignore[index]
        phone.shot(f"live-phone-{part.replace('/', '-')}-{width}-{locale}")


def test_it_is_printed_without_buttons(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("打印赛")
    event.round("1=01")
    hand = contexts.hand()
    event.show(hand, "standings")
    hand.page.emulate_media(media="print")
    for hidden in (".masthead", ".tabs", ".finder", ".tools"):
        expect(hand.page.locator(hidden).first).to_be_hidden()
    expect(hand.page.locator("table.standings")).to_be_visible()
    # black on white, also where the screen is dark: backgrounds are not printed
    hand.page.emulate_media(media="print", color_scheme="dark")
    ink = "getComputedStyle(document.querySelector('table.standings td')).color"
    assert hand.page.evaluate(ink) == "rgb(0, 0, 0)"
    hand.page.emulate_media(media="screen")


def test_a_round_is_played_by_two_browsers(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("网上赛", NAMES[:4])
    event.round()
    links = event.http.post(
        f"/api/events/{event.id}/boards", json={"clock": {"main": 600, "increment": 5}}
    ).json()["links"]
    keys = {link["number"]: link["key"] for link in links}
    watcher = contexts.hand()
    event.show(watcher)
    expect(watcher.page.locator(".watch").first).to_be_visible()

    this = event.board(1)
    names = event.names(1)
    red, black = contexts.hand(), contexts.hand(width=390, height=844, touch=True)
    for hand, number in ((red, this["red"]), (black, this["black"])):
        event.show(hand, f"player/{keys[number]}")
        expect(hand.page.locator(".seat")).to_contain_text("第 1 轮 第 1 台")
        hand.shot(f"live-seat-{'red' if hand is red else 'black'}")
        assert faults(hand) == []
        hand.page.get_by_role("button", name="入座").click()
        expect(hand.page.locator(".page.table .status")).to_be_visible()
        # A move stands here, so nothing is offered that would take it back.
        expect(hand.page.get_by_role("button", name="认输")).to_be_visible()
        expect(hand.page.get_by_role("button", name="悔棋")).to_have_count(0)
    expect(red.page.locator(".clock.running")).to_have_count(1)
    expect(black.page.locator(".strip")).to_contain_text([names[0], names[1]])

    for ply, move in enumerate(["h2g2", "d9e8", "g2g6", "h7g7", "g6g9"]):
        (red, black)[ply % 2].play(move)
        expect((black, red)[ply % 2].moves()).to_have_count(ply + 1)
    expect(red.page.locator(".status.over")).to_contain_text("红胜：将死")
    expect(red.page.locator(".status.over").get_by_role("button")).to_have_count(0)
    score = watcher.page.locator(".pairing").first.locator(".score strong")
    expect(score).to_contain_text("1–0")
    watcher.page.locator(".pairing").first.locator(".watch").click()
    expect(watcher.moves()).to_have_count(5)
    watcher.shot("live-game")
    watcher.page.locator(".wayback").click()
    expect(watcher.page.locator(".livepage")).to_be_visible()
    red.page.locator(".wayback").click()
    expect(red.page.locator(".seat")).to_contain_text("结果：1–0")


def test_a_link_that_is_not_valid_says_so(contexts: Contexts, make: Callable[..., Event]) -> None:
    event = make("链接赛")
    hand = contexts.hand()
    event.show(hand, "player/" + "x" * 43)
    expect(hand.page.get_by_role("alert")).to_contain_text("此链接无效")


def test_the_arbiter_opens_the_boards_and_gives_out_links(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("开台赛", NAMES[:4])
    event.round()
    key = event.http.post(f"/api/events/{event.id}/key", json={}).json()["key"]
    desk = contexts.hand()
    page = desk.page
    page.goto(f"{event.server.url}/#event/{event.id}/desk/{key}")
    form = page.locator("form")
    form.locator("input").first.fill("裁判乙")
    form.locator("button[type=submit]").click()
    page.locator(".tabs a[href$='/round']").click()
    page.locator(".boardspanel summary").click()
    page.locator(".boardspanel select").first.select_option("5+3")
    page.get_by_role("button", name="为第 1 轮开台").click()
    slips = page.locator(".slips li")
    expect(slips).to_have_count(4)
    expect(page.locator(".boardspanel")).to_contain_text("已开 2 桌")
    desk.shot("live-boards-panel")
    assert faults(desk) == []

    page.get_by_role("button", name="全部复制").click()
    lines = str(page.evaluate("navigator.clipboard.readText()")).splitlines()
    assert [line.split("\t")[1] for line in lines] == list(NAMES[:4])
    player = contexts.hand()
    player.page.goto(lines[0].split("\t")[2])
    expect(player.page.locator(".seat h2")).to_contain_text(NAMES[0])
    player.page.get_by_role("button", name="入座").click()
    expect(player.page.locator(".page.table")).to_contain_text("（未到）")
    # on paper there is nothing but the slips
    page.emulate_media(media="print")
    expect(page.locator(".boardspanel summary")).to_be_hidden()
    expect(slips.first).to_be_visible()


def test_a_bracket_is_drawn_and_matches_tell_their_games(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("淘汰赛", NAMES[:6], system="knockout", rounds=None, options={"games": 2})
    event.round("10")
    hand = contexts.hand()
    event.show(hand)
    expect(hand.page.locator(".pairing").first.locator(".score")).to_contain_text("局分 1 : 0")
    hand.page.locator(".tabs a[href$='/bracket']").click()
    picture = hand.page.locator(".bracket img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 300")
    assert faults(hand) == []
    hand.shot("live-bracket")
    event.do("results", results=[[1, "1"], [2, "="]])
    hand.page.locator(".tabs a[href$='/round']").click()
    expect(hand.page.locator(".pairing").first.locator(".score")).to_contain_text("局分 1 : 1")


def test_teams_stand_by_their_matches(contexts: Contexts, make: Callable[..., Event]) -> None:
    teams = ("甲队", "乙队", "丙队", "丁队")
    event = make(
        "团体赛", NAMES[:8], teams, system="team-roundrobin", rounds=None, options={"boards": 2}
    )
    event.round("1=01")
    hand = contexts.hand()
    event.show(hand, "teams")
    expect(hand.page.locator(".tabs a[aria-current]")).to_have_text("团体")
    rows = hand.page.locator("section table.grid tbody tr")
    expect(rows.first).to_be_visible()
    expect(hand.page.locator(".matches li").first).to_be_visible()
    assert faults(hand) == []
    hand.shot("live-teams")


def test_sections_have_addresses_of_their_own(
    contexts: Contexts, make: Callable[..., Event]
) -> None:
    event = make("分组赛", NAMES[:8], system="sections", rounds=None)
    event.do("groups", groups=2, names=["甲组", "乙组"])
    for section, key in (("甲组", "1"), ("乙组", "0")):
        event.do("pair", section=section)
        event.do("publish", section=section)
        event.do("results", results=[[1, key]], section=section)
    hand = contexts.hand()
    event.show(hand)
    page = hand.page
    expect(page.locator(".livepage")).to_contain_text("各轮在上列各组中进行")
    sections = page.locator(".sections a")
    expect(sections).to_have_count(3)
    sections.nth(1).click()
    score = page.locator(".pairing").first.locator(".score strong")
    expect(score).to_contain_text("1–0")
    page.locator(".tabs a[href$='/players']").click()
    expect(page.locator("table.grid tbody tr")).to_have_count(4)
    assert faults(hand) == []
    hand.shot("live-sections")
    page.locator(".sections a").nth(2).click()
    expect(score).to_contain_text("0–1")
    page.reload()
    expect(score).to_contain_text("0–1")  # the address says which
    event.do("results", results=[[2, "="]], section="乙组")
    expect(page.locator(".pairing").nth(1).locator(".score strong")).to_contain_text("½–½")
    page.get_by_role("link", name="大屏幕").click()
    expect(page.locator(".eventscreen .screenboards")).to_contain_text("0–1")
    page.go_back()
    page.go_back()
    expect(page.locator(".livepage")).to_be_visible()
