"""The hand of an arbiter at the page of an event."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect
from tests.e2e.hands import Hand


def chuhe(*words: str) -> dict[str, Any]:
    """What ``chuhe tournament … --json`` answers."""
    command = [sys.executable, "-m", "chuhe", "tournament", *words, "--json"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


class Arbiter:
    """Runs an event at the desk as a person does: pastes, presses buttons, types results."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.page = hand.page

    def begin(
        self,
        name: str,
        system: str,
        *,
        rounds: int | None = None,
        seed: str = "",
        unplayed: str = "",
    ) -> None:
        """From the first page to the desk of a new event."""
        self.page.goto(self.hand.server.url)
        self.page.locator(".masthead a[href='#events']").click()
        self.page.locator(".hall-head a[href='#events/new']").click()
        form = self.page.locator("form.newevent")
        form.locator("input[type=text]").first.fill(name)
        form.locator(f"input[name=system][value={system}]").check(force=True)
        if rounds is not None:
            form.locator("input[name=rounds]").fill(str(rounds))
        form.get_by_label("您的姓名").fill("裁判甲")
        if unplayed:
            form.locator("summary").first.click()
            form.get_by_label("未对局轮次").select_option(unplayed)
        if seed:
            form.locator("summary").last.click()
            form.get_by_label("抽签种子").fill(seed)
        form.locator("button[type=submit]").click()
        expect(self.page.locator(".desk-head h1")).to_have_text(name)

    def paste(self, rows: Sequence[str]) -> None:
        """Put players on the list, by the box for rows of a spreadsheet."""
        self.page.locator("section.card textarea").fill("\n".join(rows))
        self.page.get_by_role("button", name=re.compile("^添加 [1-9][0-9]* 名棋手$")).click()

    def next(self, name: str) -> None:
        """Press a button of the line that says what comes next."""
        self.page.locator(".next").get_by_role("button", name=name, exact=True).click()

    def number(self, how: str) -> None:
        """Give the numbers: ``rating``, ``lot`` or ``entry``."""
        self.page.locator(f".next button[name={how}]").click()
        expect(self.page.locator(".next")).to_contain_text("编排第 1 轮")

    def tab(self, name: str) -> None:
        self.page.locator(f".tabs a[href$='/{name}']").click()

    def boards(self) -> Locator:
        return self.page.locator(".board-row")

    def pair(self, round: int, boards: int) -> None:
        """Pair a round and publish it."""
        self.next(f"编排第 {round} 轮")
        expect(self.page.get_by_role("heading", name=f"第 {round} 轮", exact=True)).to_be_visible()
        expect(self.boards()).to_have_count(boards)
        self.next(f"公布第 {round} 轮")
        expect(self.page.locator(".tag.live")).to_have_text("对阵已公布")

    def enter(self, keys: str) -> None:
        """Type the results of the boards, a key a board, from the first that has none."""
        self.next("录入成绩")
        expect(self.page.locator(".board-row:focus")).to_have_count(1)
        for key in keys:
            self.page.keyboard.press(key)
        expect(self.page.locator(".result.none, .result.pending")).to_have_count(0)

    def export(self, format: str, path: Path) -> None:
        """Fetch a file for other programs by its link."""
        self.tab("papers")
        link = self.page.locator(f"a[href*='/export/{format}']")
        with self.page.expect_download() as download:
            link.click()
        download.value.save_as(path)

    def standings(self) -> list[list[str]]:
        """Place, number, name … of every row, as shown."""
        self.tab("standings")
        table = self.page.locator("table.standings")
        expect(table).to_be_visible()
        rows: list[list[str]] = table.evaluate(
            "t => [...t.tBodies[0].rows].map(r => [...r.cells].map(c => c.innerText.trim()))"
        )
        return rows
