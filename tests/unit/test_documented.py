"""What is offered is documented: names, commands, pages; and what is documented is there."""

import re
from pathlib import Path

import pytest

import chuhe
from chuhe.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TEXT = {path: path.read_text(encoding="utf-8") for path in PAGES}
PYTHON_PAGE = TEXT[ROOT / "docs" / "python.md"]


@pytest.mark.parametrize("name", chuhe.__all__)
def test_every_public_name_is_on_the_python_page(name: str) -> None:
    if re.fullmatch("[A-I][0-9]", name):
        name = "A0"  # the ninety squares are named together
    assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", PYTHON_PAGE)


@pytest.mark.parametrize("name", chuhe.__all__)
def test_every_public_class_and_function_has_a_docstring(name: str) -> None:
    thing = getattr(chuhe, name)
    if callable(thing):
        assert thing.__doc__ and len(thing.__doc__.strip()) > 10


@pytest.mark.parametrize("readme", ["README.md", "README.en.md"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_both_readmes(command: str, readme: str) -> None:
    assert f"chuhe {command}" in TEXT[ROOT / readme]


@pytest.mark.parametrize("readme", ["README.md", "README.en.md"])
def test_no_readme_promises_a_command_that_is_not_there(readme: str) -> None:
    promised = set(re.findall(r"^chuhe (\w+)", TEXT[ROOT / readme], re.MULTILINE))
    assert promised <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_registered(command: str) -> None:
    assert (ROOT / "python" / "chuhe" / "cli" / f"{command}.py").exists()


def test_every_make_target_in_the_pages_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    for path, text in TEXT.items():
        named = set(re.findall(r"`make ([a-z-]+)", text)) | set(
            re.findall(r"^make ([a-z-]+)", text, re.MULTILINE)
        )
        assert named <= targets, (path, named - targets)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", TEXT[page]):
        file = (page.parent / target) if target else page
        assert file.exists(), f"{page.name}: {target}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{page.name}: #{anchor}"


def test_every_page_is_in_the_index() -> None:
    index = TEXT[ROOT / "docs" / "README.md"]
    for page in (ROOT / "docs").rglob("*.md"):
        if page.name != "README.md":
            assert f"({page.relative_to(ROOT / 'docs').as_posix()})" in index, page.name


def test_both_readmes_have_the_same_sections_and_examples() -> None:
    chinese, english = TEXT[ROOT / "README.md"], TEXT[ROOT / "README.en.md"]
    for pattern in (r"^#+ ", r"^```", r"^chuhe \w+", r"^\* "):
        count = [len(re.findall(pattern, text, re.MULTILINE)) for text in (chinese, english)]
        assert count[0] == count[1], pattern


def anchors(text: str) -> set[str]:
    """The anchors a Markdown page offers, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
