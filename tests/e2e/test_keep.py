"""Nothing is lost: reload, a broken line, a killed server; two pages at one table."""

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import Contexts, Hand, Server

pytestmark = pytest.mark.browser


def test_a_reload_in_the_middle_keeps_the_game(desk: Hand) -> None:
    desk.new_game(side="both")
    for move in ["h2e2", "h9g7", "h0g2"]:
        desk.play(move)
    before = desk.placement()
    desk.page.reload()
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7", "马二进三"])
    assert desk.placement() == before
    desk.play("i9h9")


def test_a_killed_server_loses_nothing_and_the_page_finds_it_again(
    desk: Hand, server: Server
) -> None:
    desk.new_game(side="both")
    for move in ["h2e2", "h9g7"]:
        desk.play(move)
    server.kill()
    expect(desk.page.locator(".connection")).to_be_visible()
    desk.shot("reconnecting")
    server.start()
    expect(desk.page.locator(".connection")).to_have_count(0, timeout=15_000)
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7"])
    desk.play("h0g2")
    desk.page.reload()
    expect(desk.moves()).to_have_count(3)


def test_a_move_made_while_the_line_is_down_arrives_afterwards(desk: Hand, server: Server) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    server.kill()
    expect(desk.page.locator(".connection")).to_be_visible()
    desk.pick("h9")
    desk.press("g7")
    desk.expect_piece("g7", "n")
    server.start()
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7"], timeout=15_000)


def test_a_second_page_at_the_table_sees_every_move(contexts: Contexts) -> None:
    first = contexts.hand()
    first.arrive()
    first.new_game(side="both")
    first.play("h2e2")
    watcher = contexts.hand()
    watcher.page.goto(first.page.url)
    expect(watcher.moves()).to_have_count(1)
    first.play("h9g7")
    expect(watcher.moves()).to_have_count(2)
    # Without a seat there is nothing to move and nothing to resign.
    watcher.press("h2")
    assert watcher.targets() == 0
    expect(watcher.page.get_by_role("button", name="认输")).to_have_count(0)


def test_the_first_page_lists_my_games(desk: Hand) -> None:
    desk.new_game(side="both")
    desk.play("h2e2")
    desk.page.locator(".brand").click()
    game = desk.page.locator(".games li a").first
    expect(game).to_contain_text("已走 1 着")
    desk.shot("first-page-with-games")
    game.click()
    expect(desk.moves()).to_have_count(1)
