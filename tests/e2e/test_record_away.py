"""Records when something is in the way: no server, another tab, files that are no records."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.hands import Contexts, Hand
from tests.e2e.record_hands import at, opened, play, press, sample, saved, until

pytestmark = pytest.mark.browser


def test_edits_go_on_without_the_server_and_the_board_is_live_again_with_it(
    contexts: Contexts,
) -> None:
    hand = contexts.hand()
    hand.arrive()
    opened(hand)
    away = hand.page.locator(".away")
    expect(away).to_have_count(0)
    hand.server.kill()
    press(hand, "End")
    expect(away).to_contain_text("连不上服务器")
    # What is known here can be walked and changed.
    hand.page.locator("textarea.comment").fill("断线时写的")
    expect(hand.page.locator(".tree .comment").last).to_have_text("断线时写的")
    expect(hand.page.get_by_role("button", name="未保存")).to_be_visible()
    hand.page.get_by_role("toolbar").get_by_role("button", name="撤销").click()
    hand.page.get_by_role("toolbar").get_by_role("button", name="重做").click()
    expect(hand.page.locator("textarea.comment")).to_have_value("断线时写的")
    hand.page.get_by_role("button", name="保存……").click()
    pane = hand.page.get_by_role("dialog")
    expect(pane.get_by_role("status")).to_contain_text("连不上服务器")
    expect(pane.locator("button[type=submit]")).to_be_disabled()
    # Back again, without anything being pressed: the file can be saved, the board takes moves.
    hand.server.start()
    expect(pane.locator("button[type=submit]")).to_be_enabled()
    expect(away).to_have_count(0)
    press(hand, "Escape")
    expect(pane).to_have_count(0)
    play(hand, "c6c5")
    expect(hand.moves()).to_have_count(10)
    _, [game] = saved(hand)
    last = game.mainline()[-2]
    assert (last.comment, game.uci_moves[-1]) == ("断线时写的", "c6c5")


def test_a_copied_tab_keeps_its_edits_apart(contexts: Contexts) -> None:
    hand = contexts.hand()
    hand.arrive()
    opened(hand)
    with hand.page.expect_popup() as opening:
        hand.page.evaluate("open(location.href)")
    other = Hand(opening.value, hand.server)
    expect(other.page.locator(".notice")).to_contain_text("副本")
    expect(other.moves()).to_have_count(9)
    press(other, "End", "Delete")
    expect(other.moves()).to_have_count(8)
    press(hand, "ArrowRight", "Delete")
    expect(hand.moves()).to_have_count(1)
    for one, count in ((hand, 1), (other, 8)):
        leave_and_come_back(one.page)
        expect(one.moves()).to_have_count(count)


KEPT = """() => new Promise((resolve) => {
    const request = indexedDB.open("chuhe", 1);
    request.onsuccess = () => {
        const store = request.result.transaction("headings").objectStore("headings");
        const entry = store.get(sessionStorage.getItem("chuhe.record.tab"));
        entry.onsuccess = () => {
            request.result.close();
            resolve(Boolean(entry.result?.dirty));
        };
    };
})"""


def leave_and_come_back(page: Page) -> None:
    """Reload once the browser's database has what was changed."""
    page.on("dialog", lambda dialog: dialog.accept())
    until(page, KEPT)
    page.reload()


def drop(hand: Hand, *files: bytes) -> None:
    hand.page.evaluate(
        """(all) => {
            const transfer = new DataTransfer();
            all.forEach((data, index) => {
                const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
                transfer.items.add(new File([bytes], `file${index + 1}.pgn`));
            });
            const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
            document.body.dispatchEvent(new DragEvent("dragover", options));
            document.body.dispatchEvent(new DragEvent("drop", options));
        }""",
        [base64.b64encode(data).decode() for data in files],
    )


def test_files_that_cannot_be_opened_are_named_with_the_reason(desk: Hand) -> None:
    notice = desk.page.locator(".notice.error")
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url))
    drop(desk, b"")
    expect(notice).to_have_text("file1.pgn: 文件是空的。")
    desk.page.evaluate(
        """() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(20_000_000)], "large.pgn"));
            const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
            document.body.dispatchEvent(new DragEvent("drop", options));
        }"""
    )
    expect(notice).to_contain_text("large.pgn: 文件有 20 MB")
    assert not [url for url in asked if "/api/records" in url]  # no use in sending them
    drop(desk, b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    expect(notice).to_contain_text("file1.pgn: ")
    expect(desk.page.locator(".page.start")).to_be_visible()


def test_of_several_files_dropped_the_first_is_opened_and_that_is_told(desk: Hand) -> None:
    drop(desk, "1. 炮二平五 马8进7".encode(), "1. 兵七进一".encode())
    expect(desk.moves()).to_have_text(["炮二平五", "马8进7"])
    expect(desk.page.locator(".notice")).to_contain_text("2 个文件")


def test_the_way_back_leads_to_the_record_before(desk: Hand) -> None:
    opened(desk)
    press(desk, "ArrowRight", "ArrowRight")
    expect(at(desk)).to_have_text("马8进7")
    drop(desk, "1. 兵七进一".encode())
    expect(desk.moves()).to_have_text(["兵七进一"])
    desk.page.go_back()
    expect(desk.moves()).to_have_count(9)
    expect(at(desk)).to_have_text("马8进7")
    desk.page.go_forward()
    expect(desk.moves()).to_have_text(["兵七进一"])
    desk.page.go_back()
    expect(desk.moves()).to_have_count(9)
    desk.page.reload()
    expect(desk.moves()).to_have_count(9)
    expect(at(desk)).to_have_text("马8进7")
    desk.page.go_back()
    expect(desk.page.locator(".page.start")).to_be_visible()


def test_a_file_may_be_dropped_on_any_page(desk: Hand) -> None:
    for number, name in enumerate(("setup", "tiaoqi", "events")):
        desk.page.goto(f"{desk.server.url}/#{name}")
        expect(desk.page.locator(".page.record")).to_have_count(0)
        moves = ["炮二平五", "马8进7", "马二进三"][: number + 1]
        drop(desk, f"1. {' '.join(moves)}".encode())
        expect(desk.page.locator(".page.record")).to_be_visible()
        expect(desk.moves()).to_have_text(moves)
        desk.page.go_back()
        expect(desk.page.locator(".page.record")).to_have_count(0)


def test_while_a_file_is_dragged_the_page_says_what_it_is_for(desk: Hand) -> None:
    desk.page.evaluate(
        """() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["x"], "x.pgn"));
            const options = { bubbles: true, cancelable: true, dataTransfer: transfer };
            document.body.dispatchEvent(new DragEvent("dragover", options));
        }"""
    )
    said = "getComputedStyle(document.body, '::after').content"
    assert "棋谱" in desk.page.evaluate(said)
    desk.page.evaluate("document.body.dispatchEvent(new DragEvent('dragleave', {bubbles: true}))")
    assert desk.page.evaluate(said) == "none"


def test_pieces_alone_are_a_position_with_red_to_move(desk: Hand) -> None:
    desk.page.evaluate("navigator.clipboard.writeText('3k5/9/9/9/9/9/9/9/R8/1R2K4\\n')")
    press(desk, "Control+v")
    expect(desk.page.locator("cg-board piece")).to_have_count(4)
    play(desk, "a1a2")
    expect(at(desk)).to_have_text("车九进一")
    assert [game.uci_moves for game in saved(desk, "pgn")[1]] == [["a1a2"]]


def test_what_is_saved_is_opened_again_here(desk: Hand) -> None:
    for format in ("xqf", "text", "mxq"):
        opened(desk)
        download, [game] = saved(desk, format)
        assert game.uci_moves == sample().uci_moves
        press(desk, "Home", "ArrowRight", "Delete")
        expect(desk.moves()).to_have_count(1)  # the variation
        drop(desk, Path(download.path()).read_bytes())
        expect(desk.moves()).to_have_count(5 if format == "mxq" else 9)  # an mxq holds one line
