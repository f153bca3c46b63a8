"""axe-core finds nothing serious on any page, light or dark, in either language."""

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e.hands import ROOT, Contexts, Hand
from tests.e2e.test_records import opened

pytestmark = pytest.mark.browser

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def faults(hand: Hand) -> list[str]:
    """Serious and critical findings, each with the elements concerned."""
    # The content policy forbids scripts from elsewhere, so axe is evaluated, not linked.
    hand.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = hand.page.evaluate("axe.run(document).then(r => r.violations)")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
def test_no_serious_fault_of_access(contexts: Contexts, scheme: str, locale: str) -> None:
    hand = contexts.hand(locale=locale)
    hand.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    hand.arrive()
    assert faults(hand) == []
    hand.new_game(side="both")
    hand.play("h2e2")
    hand.press("h9")
    assert faults(hand) == []
    hand.press("h9")
    hand.shot(f"table-{scheme}-{locale}")
    hand.page.locator(".masthead nav button").first.click()
    expect(hand.page.locator("dialog")).to_be_visible()
    assert faults(hand) == []
    hand.shot(f"new-game-{scheme}-{locale}")
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("dialog")).to_have_count(0)
    opened(hand)
    assert faults(hand) == []
    hand.shot(f"record-{scheme}-{locale}")
