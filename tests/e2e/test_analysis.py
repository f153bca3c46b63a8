"""The engine beside a record: lines, arrows, threat, hint, a whole game, and after a game at a table."""

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.e2e.hands import Contexts, Hand
from tests.e2e.record_hands import opened, play, press, saved
from tests.e2e.test_access import faults

from chuhe.game import Game

pytestmark = pytest.mark.browser

#: Red mates by h2-e2; a pause of his lets Black go on.
MATE = "3aka3/9/4C4/9/9/9/9/7C1/9/3K5_w"


START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR_w"


def blunders() -> Game:
    """A cannon is given for a pawn at the third move."""
    game = Game(headers=[("Red", "甲"), ("Black", "乙")])
    game.add_line(["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"])
    game.mainline()[4].nags = [3]
    return game


def panel(hand: Hand) -> Locator:
    return hand.page.locator(".analysis")


def from_mate(hand: Hand) -> Hand:
    hand.page.goto(f"{hand.server.url}/#record?fen={MATE}")
    expect(panel(hand)).to_be_visible()
    return hand


def test_lines_bar_and_arrows_follow_the_position(contexts: Contexts) -> None:
    hand = from_mate(contexts.hand())
    expect(hand.page.locator(".evalbar")).to_have_count(0)
    press(hand, "a", "1")
    first = panel(hand).locator(".lines li").first
    expect(first).to_contain_text("#1")
    expect(first.get_by_role("button")).to_have_text("炮二平五")
    bar = hand.page.get_by_role("meter")
    expect(bar).to_have_attribute("aria-valuenow", "100")
    expect(bar).to_have_attribute("aria-valuetext", "红方 1 步成杀")
    expect(hand.page.locator(".overlay .arrow.best")).to_have_count(1)
    press(hand, "3")
    expect(panel(hand).locator(".lines li")).to_have_count(3)
    expect(hand.page.locator(".overlay .arrow.other")).to_have_count(2)
    assert faults(hand) == []
    hand.shot("analysis")
    first.get_by_role("button").click()
    hand.expect_piece("e2", "C")
    expect(panel(hand)).to_contain_text("对局在此结束")
    press(hand, "a")
    expect(panel(hand).locator(".lines")).to_have_count(0)
    expect(hand.page.locator(".overlay .arrow.best")).to_have_count(0)


def test_the_depth_grows_and_a_page_that_moves_on_is_not_answered_for_before(
    contexts: Contexts,
) -> None:
    hand = contexts.hand()
    hand.arrive()
    opened(hand, blunders())
    expect(panel(hand)).to_be_visible()
    press(hand, "a")
    depth = panel(hand).locator("p.depth")

    expect(depth).to_contain_text(re.compile(r"深度 \d+$"))
    before = int("".join(filter(str.isdigit, depth.inner_text())))
    deeper = "|".join(str(n) for n in range(before + 1, 31))
    expect(depth).to_contain_text(re.compile(rf"深度 ({deeper})$"), timeout=20_000)
    press(hand, "ArrowRight")
    expect(panel(hand).locator(".lines li").first.get_by_role("button")).to_have_text(
        re.compile(r"^(车|马|炮|卒|象|士|将|前|后)")
    )
    # Black is to move: his move is in his numbers.
    expect(panel(hand).locator(".lines li").first).not_to_contain_text("炮二平五")


def test_threat_and_hint(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.page.goto(f"{hand.server.url}/#record?fen={MATE.replace('_w', '_b')}")
    expect(panel(hand)).to_be_visible()
    press(hand, "t")
    expect(panel(hand)).to_contain_text("若由对方走")
    expect(panel(hand).locator(".lines li").first).to_contain_text("炮二平五")
    expect(hand.page.locator(".overlay .arrow.threat").first).to_be_visible()
    press(hand, "t", "a")
    expect(hand.page.locator(".overlay .arrow")).to_have_count(0)
    hand = from_mate(contexts.hand(locale="en-GB"))
    # A hint does not end the analysis.
    press(hand, "t")
    expect(panel(hand).locator(".lines li").first).to_be_visible()
    press(hand, "h")
    expect(hand.page.locator("p.unseen")).to_have_text("Hint: C2=5", timeout=20_000)
    expect(panel(hand)).to_contain_text("depth")
    expect(panel(hand)).not_to_contain_text("ended")
    press(hand, "t", "a")
    panel(hand).get_by_role("button", name="Hint").click()
    expect(hand.page.locator("p.unseen")).to_have_text("Hint: C2=5")
    expect(hand.page.locator(".overlay .arrow.best")).to_have_count(1)
    expect(panel(hand).locator(".lines")).to_have_count(0)


def test_a_whole_game_fills_graph_glyphs_and_lines_and_is_saved(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.arrive()
    opened(hand, blunders())
    panel(hand).get_by_role("button", name="分析全局").click()
    expect(panel(hand)).to_contain_text("准确度", timeout=60_000)
    expect(hand.page.locator(".evalgraph circle")).not_to_have_count(0)
    assert faults(hand) == []
    hand.shot("analysis-game")
    graph = hand.page.locator(".evalgraph svg")
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] * 0.6, "y": box["height"] / 2})
    hand.expect_piece("e6", "C")  # after the third of five moves
    expect(hand.page.locator(".evalgraph figcaption")).to_contain_text("第 3 着后")
    download, [game] = saved(hand, "pgn")
    assert download.suggested_filename.endswith(".pgn")
    third = game.mainline()[2]
    assert set(third.nags) & {2, 4} and "更好" in third.comment
    assert all(node.eval is not None for node in game.mainline())
    assert third.parent and len(third.parent.variations) == 2
    assert game.mainline()[4].nags == [3]  # what stood there stays
    press(hand, "Control+z")
    expect(hand.page.locator(".evalgraph circle")).to_have_count(0)


def test_stopped_early_it_keeps_what_was_found(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.arrive()
    game = Game()
    game.add_line(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "a3a4", "a6a5"])
    opened(hand, game)
    panel(hand).get_by_role("button", name="分析全局").click()
    expect(panel(hand).locator("progress")).to_have_attribute("value", re.compile("[1-9]"))
    panel(hand).get_by_role("button", name="停止").click()
    expect(panel(hand).get_by_role("button", name="分析全局")).to_be_visible()
    _download, [kept] = saved(hand, "json")
    scored = [node for node in kept.mainline() if node.eval is not None]
    assert scored and not any(node.nags for node in kept.mainline())


def test_analysed_again_nothing_stands_twice(contexts: Contexts) -> None:
    """A second look may find something else; what the first one said makes room for it."""
    hand = contexts.hand()
    hand.arrive()
    opened(hand, blunders())
    whole = panel(hand).get_by_role("button", name="分析全局")
    whole.click()
    expect(panel(hand)).to_contain_text("准确度", timeout=60_000)
    expect(hand.page.locator(".tree .glyph.fault").first).to_be_visible()
    with hand.page.expect_response("**/api/analysis/game"):
        whole.click()
    expect(whole).to_be_visible(timeout=60_000)  # not while it works
    _download, [kept] = saved(hand, "json")
    nodes = kept.mainline()
    assert "更好" in nodes[2].comment
    for node in nodes:
        assert node.comment.count("更好") <= 1
        assert len(set(node.nags)) == len(node.nags)
        assert node.parent and len(node.parent.variations) <= 2


def test_the_rule_book_of_the_page_decides(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.arrive()
    game = Game("3k5/9/9/9/9/9/9/9/9/R3K4 w")
    game.add_line(["a0a9", "d9d8", *["a9a8", "d8d9", "a8a9", "d9d8"] * 2])
    opened(hand, game)
    expect(panel(hand)).to_be_visible()
    press(hand, "End", "a")
    expect(panel(hand)).to_contain_text("对局在此结束")
    hand.page.locator(".verdicts select").select_option("count")
    expect(panel(hand).locator(".lines li").first).to_be_visible()
    expect(panel(hand)).not_to_contain_text("对局在此结束")


def test_two_pages_of_one_player_do_not_quarrel(contexts: Contexts) -> None:
    one = contexts.hand()
    one.page.goto(f"{one.server.url}/#record?fen={START}")
    expect(panel(one)).to_be_visible()
    press(one, "a")
    expect(panel(one).locator(".lines li").first).to_be_visible()
    other = one.page.context.new_page()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    other.goto(f"{one.server.url}/#record?fen={START}")
    expect(other.locator(".analysis")).to_be_visible()
    other.keyboard.press("a")
    expect(panel(one)).to_contain_text("您的另一页面正在分析")
    expect(other.locator(".lines li").first).to_be_visible()
    expect(other.locator("p.depth")).to_contain_text("深度")
    assert not [url for url in asked if url.endswith("/api/analysis")]
    other.close()


def test_after_a_game_at_a_table(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    analyse = desk.page.get_by_role("button", name="分析", exact=True)
    expect(analyse).to_have_count(0)  # not while it is being played
    desk.page.get_by_role("button", name="认输").click()
    desk.page.get_by_role("button", name="黑方认输").click()
    analyse.click()
    expect(desk.page.locator(".page.record")).to_be_visible()
    expect(panel(desk).locator(".lines li").first).to_be_visible()
    play(desk, "h9g7")  # a variation is tried
    desk.expect_piece("g7", "n")


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(contexts: Contexts, locale: str, scheme: str) -> None:
    hand = from_mate(contexts.hand(width=360, height=640, touch=True, locale=locale))
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    name = "分析" if locale == "zh-CN" else "Analysis"
    panel(hand).get_by_role("button", name=name, exact=True).click()
    expect(panel(hand).locator(".lines li").first).to_contain_text("#1")
    hand.assert_no_sideways_scroll()
    assert faults(hand) == []
    hand.shot(f"analysis-phone-{locale}-{scheme}")


def test_the_analysis_ends_with_the_page(contexts: Contexts) -> None:
    """One player's streams end one another; others find engines free when pages were left."""
    for _ in range(4):
        hand = from_mate(contexts.hand())
        hand.page.goto(f"{hand.server.url}/#record?fen={START}")
        press(hand, "a")
        expect(panel(hand).locator(".lines li").first).to_be_visible()
        hand.page.close()
