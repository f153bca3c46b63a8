"""A real server and a real Chromium for each test.

Debian's ``/usr/bin/chromium`` is driven; Playwright downloads nothing.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.e2e.hands import CHROMIUM, FLAGS, ROOT, STATIC, Contexts, Hand, Server


@pytest.fixture(scope="session")
def pages() -> None:
    """The built pages; built here only when they are missing."""
    if not (STATIC / "index.html").exists():
        if not (ROOT / "web" / "node_modules").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=ROOT / "web", check=True)
        subprocess.run(["npm", "run", "build"], cwd=ROOT / "web", check=True)


@pytest.fixture(scope="module")
def server(pages: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not shutil.which(CHROMIUM):
        pytest.fail(f"no browser at {CHROMIUM}: make browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def contexts(browser: Browser, server: Server) -> Iterator[Contexts]:
    server.start()  # a test before may have killed it
    made = Contexts(browser, server)
    yield made
    for context in made.open:
        context.close()
    assert made.complaints == []


@pytest.fixture
def desk(contexts: Contexts) -> Hand:
    """A desktop page in Chinese, with the first page open."""
    hand = contexts.hand()
    hand.arrive()
    return hand


@pytest.fixture(
    params=[(360, 640), pytest.param((390, 844), marks=pytest.mark.long)],
    ids=["360x640", "390x844"],
)
def phone(contexts: Contexts, request: pytest.FixtureRequest) -> Hand:
    """A phone-sized page with touch."""
    width, height = request.param
    hand = contexts.hand(width=width, height=height, touch=True)
    hand.arrive()
    return hand
