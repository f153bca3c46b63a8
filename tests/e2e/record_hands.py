"""A hand at the page of a record: files handed over, moves played, what was saved read back."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from playwright.sync_api import Download, Locator, Page, expect
from tests.e2e.hands import Hand

from chuhe import records
from chuhe.game import Game


def sample() -> Game:
    """A game with variations in variations, comments and glyphs."""
    game = Game(headers=[("Title", "示例"), ("Red", "甲"), ("Black", "乙")], result="1-0")
    game.root.comment = "开局之前"
    game.add_line(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"])
    first = game.root.next()
    assert first
    first.comment = "中炮"
    other = first.add_line(["b9c7", "h0g2"], comment="另一种应法")
    other.nags = [1]
    assert other.parent
    other.parent.add_line(["b0c2"])
    game.root.add_variation("c3c4", comment="仙人指路")
    return game


def file_of(games: list[Game], format: str) -> bytes:
    file = io.BytesIO()
    list(records.write(games, file, format))
    return file.getvalue()


def hand_over(hand: Hand, data: bytes, name: str, event: str) -> None:
    """Drop a file on the page, or paste it; the largest take a while on a busy machine."""
    hand.page.evaluate(
        """([data, name, kind]) => {
            const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            const options = { bubbles: true, cancelable: true };
            const event = kind === "drop"
                ? new DragEvent("drop", { ...options, dataTransfer: transfer })
                : new ClipboardEvent("paste", { ...options, clipboardData: transfer });
            document.body.dispatchEvent(event);
        }""",
        [base64.b64encode(data).decode(), name, event],
    )
    expect(hand.page.locator(".reading")).to_have_count(0, timeout=60_000)
    expect(hand.page.locator(".page.record .tree")).to_be_visible()


def opened(hand: Hand, game: Game | None = None, format: str = "json") -> None:
    data = file_of([game or sample()], format)
    hand_over(hand, data, f"game.{format}", "drop")
    expect(hand.moves().first).to_be_visible()


def at(hand: Hand) -> Locator:
    """The move looked at."""
    return hand.page.locator(".tree [aria-current]")


def until(page: Page, promise: str) -> None:
    """Wait until ``promise`` comes to something true; `wait_for_function` takes the promise for it."""
    while not page.evaluate(promise):
        page.wait_for_timeout(50)


def press(hand: Hand, *keys: str) -> None:
    for key in keys:
        hand.page.keyboard.press(key)


def tool(hand: Hand, name: str) -> None:
    hand.page.get_by_role("toolbar").get_by_role("button", name=name).click()


def play(hand: Hand, move: str) -> None:
    """Play a move on the board; the piece stands there when the page has it in its tree."""
    hand.pick(move[:2])
    expect(hand.page.locator("square.move-dest").first).to_be_visible()
    hand.press(move[2:])


def save_pane(hand: Hand) -> Locator:
    hand.page.get_by_role("button", name="保存……").click()
    pane = hand.page.get_by_role("dialog")
    expect(pane.locator("button[type=submit]")).to_be_enabled()
    return pane


def saved(hand: Hand, format: str = "", whole: bool | None = None) -> tuple[Download, list[Game]]:
    """Save in a format; what was downloaded, and the games that Python reads in it."""
    pane = save_pane(hand)
    if format:
        pane.locator("select[name=format]").select_option(format)
        expect(pane.locator("button[type=submit]")).to_be_enabled()
    if whole is not None:
        pane.locator("select[name=whole]").select_option("whole" if whole else "one")
        expect(pane.locator("button[type=submit]")).to_be_enabled()
    with hand.page.expect_download() as waiting:
        pane.locator("button[type=submit]").click()
    expect(pane).to_have_count(0)
    download = waiting.value
    return download, list(records.read(Path(download.path()).read_bytes()))
