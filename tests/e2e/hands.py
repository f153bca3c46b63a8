"""A server that can be killed, and a hand that plays on its page."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "python" / "chuhe" / "server" / "static"
SHOTS = Path(__file__).parent / "shots"
CHROMIUM = os.environ.get("CHUHE_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--metrics-recording-only",
]

expect.set_options(timeout=10_000)


class Server:
    """``chuhe serve`` on a port of its own, which can be killed and started again."""

    def __init__(self, folder: Path, more: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.more = more
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, unless it runs already, and wait until it answers."""
        if self.process and self.process.poll() is None:
            return
        command = [sys.executable, "-m", "chuhe", "serve"]
        command += ["--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--data", str(self.folder), *self.more]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/api/info", timeout=2):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        """End the server as a power cut would."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


class Hand:
    """A player at one page: opens games, moves pieces, reads what the page shows."""

    def __init__(self, page: Page, server: Server, *, touch: bool = False) -> None:
        self.page = page
        self.server = server
        self.touch = touch

    def arrive(self) -> None:
        self.page.goto(self.server.url)
        expect(self.page.locator("cg-board piece")).to_have_count(32)

    def new_game(
        self,
        *,
        side: str = "both",
        level: int = 1,
        start: str = "",
        clock: str = "none",
        rules: str = "club",
    ) -> None:
        """Fill in the form for a new game and start it."""
        form = self.page.locator("form.newgame")
        if not form.is_visible():
            self.page.locator(".masthead nav button").first.click()
        expect(form).to_be_visible()
        form.locator(f"input[value={side}]").check(force=True)
        if side != "both":
            form.locator("input[type=range]").fill(str(level))
        form.locator("select[name=clock]").select_option(clock)
        form.locator("select[name=rules]").select_option(rules)
        if start:
            form.locator("summary").click()
            form.locator("textarea").fill(start)
        form.locator("button[type=submit]").click()
        expect(self.page.locator(".page.table .status")).to_be_visible()

    def at(self, square: str) -> tuple[float, float]:
        """Where ``square`` is on the page, whichever side sits below."""
        board = self.page.locator("cg-board").bounding_box()
        assert board
        column, row = "abcdefghi".index(square[0]), 9 - int(square[1])
        if "orientation-black" in (self.page.locator(".cg-wrap").get_attribute("class") or ""):
            column, row = 8 - column, 9 - row
        x = board["x"] + (column + 0.5) * board["width"] / 9
        return x, board["y"] + (row + 0.5) * board["height"] / 10

    def press(self, square: str) -> None:
        x, y = self.at(square)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def pick(self, square: str) -> None:
        """Press a piece until it is picked up: the board takes no press while a move is under way."""
        picked = self.page.locator("square.selected")
        for _ in range(4):
            self.press(square)
            try:
                expect(picked).to_have_count(1, timeout=2_500)
            except AssertionError:
                continue
            return
        expect(picked).to_have_count(1)

    def play(self, move: str) -> None:
        """Press the square of origin and the target, and wait until the move is in the list."""
        before = self.moves().count()
        self.pick(move[:2])
        self.press(move[2:])
        expect(self.moves()).to_have_count(before + 1)

    def drag(self, move: str) -> None:
        self.page.mouse.move(*self.at(move[:2]))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(move[2:]), steps=6)
        self.page.mouse.up()

    def moves(self) -> Locator:
        return self.page.locator(".moves button.move")

    def placement(self) -> dict[str, str]:
        """Square → letter of the piece drawn there."""
        drawn: list[list[str]] = self.page.eval_on_selector_all(
            "cg-board piece:not(.fading)", "pieces => pieces.map(p => [p.cgKey, p.className])"
        )
        found = {}
        for key, names in drawn:
            letter = re.search(r"\b([kabnrcp])-piece", names)
            assert letter
            text = letter[1].upper() if "white" in names else letter[1]
            found[f"{key[0]}{ord(key[1]) - ord('1')}"] = text
        return found

    def expect_piece(self, square: str, letter: str) -> None:
        """Wait until ``letter`` is drawn on ``square``: drawing is a frame behind the hand."""
        deadline = time.monotonic() + 5
        while self.placement().get(square) != letter:
            assert time.monotonic() < deadline, f"no {letter} on {square}"
            self.page.wait_for_timeout(20)

    def targets(self) -> int:
        return self.page.locator("square.move-dest").count()

    def shot(self, name: str) -> None:
        """A picture to look at, in tests/e2e/shots."""
        SHOTS.mkdir(exist_ok=True)
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=SHOTS / f"{name}.png")

    def assert_no_sideways_scroll(self) -> None:
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.page.evaluate("innerWidth")


class Contexts:
    """Makes pages; a script error or a breach of the content policy on any of them fails the test."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.open: list[BrowserContext] = []
        self.complaints: list[str] = []

    def hand(
        self, *, width: int = 1280, height: int = 800, touch: bool = False, locale: str = "zh-CN"
    ) -> Hand:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            locale=locale,
            permissions=["clipboard-read", "clipboard-write"],
        )
        self.open.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type == "error" and "Content Security Policy" in message.text
                else None
            ),
        )
        return Hand(page, self.server, touch=touch)
