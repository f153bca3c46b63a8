"""The pages of the rule books say what the rule books say."""

import re
import runpy
from pathlib import Path

import pytest

from chuhe.rules import RULES, Offence

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
filled = runpy.run_path(str(ROOT / "tools" / "rules_pages.py"))["filled"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tables_are_those_of_the_books(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "stale: make rules"


@pytest.mark.parametrize("name", RULES)
def test_every_book_has_a_page_with_its_matrix_and_its_clauses(name: str) -> None:
    page = ROOT / "docs" / "rules" / f"{re.sub('-(1999|2011|2020)$', '', name)}.md"
    text = page.read_text(encoding="utf-8")
    if name != "cxa":  # an alias
        assert re.search(rf"<!-- made: matrix [^>]*\b{name}\b", text)
    if name not in ("cxa", "cxa-2011"):  # 2011 differs from 2020 in the matrix alone
        assert f"<!-- made: clauses {name} -->" in text


@pytest.mark.parametrize("name", RULES)
def test_every_book_is_in_the_overview(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("offence", Offence)
def test_every_offence_is_in_the_overview(offence: Offence) -> None:
    assert f"`{offence}`" in (ROOT / "docs" / "rules" / "README.md").read_text(encoding="utf-8")


def test_a_stale_table_is_found() -> None:
    page = "before\n<!-- made: matrix club -->\n\n| old |\n\n<!-- end -->\nafter\n"
    made = filled(page)
    assert made != page and made.startswith("before") and made.endswith("after\n")
    assert "| old |" not in made and filled(made) == made
