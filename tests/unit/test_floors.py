"""The floors of the house: a module imports only what stands below it.

The table is that of docs/architecture.md.  ``i18n`` stands on floor 1: texts
are needed everywhere.  A name taken from the package's own face,
``chuhe/__init__.py``, counts as taken from the part the face has it from.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "chuhe"

FLOORS = {
    1: {"_core", "errors", "protocol", "i18n", "pieces", "squares"},
    2: {"game", "notation", "board", "rules", "svg"},
    3: {"records", "tiaoqi", "pictures"},
    4: {"arbiter", "clock", "clock_text", "touch"},
    5: {"table", "roundtable", "explain", "engines"},
    6: {"scoresheet", "tournament", "library", "matches", "analysis", "study"},
    7: {"cli", "server"},
}
FLOOR = {part: floor for floor, parts in FLOORS.items() for part in parts}

#: Narrower than the floors: what a part may not import although it stands below.
FORBIDDEN = {
    "clock": {"_core", "game", "notation", "board", "records", "rules"},
    "tournament": {"_core", "server"},
    "game": {"records"},
    "server": {"cli"},
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The part of the house a file belongs to: its first name below ``chuhe``."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py").removesuffix(".pyi")


def imported_names(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name, for every import of ours in a file; those in functions count too."""
    package = ["chuhe", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "chuhe")


@cache
def face() -> dict[str, str]:
    """Name → part, for every name the package's face has from a part."""
    names = (name.split(".") for _, name in imported_names(PACKAGE / "__init__.py"))
    return {name[-1]: name[1] for name in names if len(name) > 1}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part, for every import of ours in a file."""
    for line, name in imported_names(path):
        parts = name.split(".")
        first = parts[1] if len(parts) > 1 else "__init__"
        yield line, first if first in FLOOR else face().get(first, first)


def test_every_part_has_a_floor() -> None:
    parts = {part_of(path) for path in modules()} - {"__init__", "__main__"}
    assert parts <= FLOOR.keys(), f"not in the table: {parts - FLOOR.keys()}"


def test_the_table_is_the_one_in_the_documentation() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([^|]*) \|", page, re.MULTILINE)
    assert {int(floor): set(re.findall(r"`(\w+)`", parts)) for floor, parts in rows} == FLOORS


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_do_not_point_up(path: Path) -> None:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    wrong = []
    for line, other in imports(path):
        up = FLOOR.get(other, 99) > FLOOR[part]
        if other != part and (up or other in FORBIDDEN.get(part, set())):
            wrong.append(f"{path}:{line}: {part} (floor {FLOOR[part]}) imports {other}")
    assert not wrong, "\n".join(wrong)


def test_no_part_needs_itself_by_a_detour() -> None:
    needs: dict[str, set[str]] = {}
    for path in modules():
        part = part_of(path)
        if part not in ("__init__", "__main__"):
            needs.setdefault(part, set()).update({other for _, other in imports(path)} - {part})
    TopologicalSorter(needs).prepare()  # raises CycleError, which names the circle


CRATES_BELOW = {
    "chuhe-core": set(),
    "chuhe-records": {"chuhe-core"},
    "chuhe-engine": {"chuhe-core"},
    "chuhe-train": {"chuhe-core", "chuhe-engine"},
    "chuhe-tiaoqi": set(),
    "chuhe-py": {"chuhe-core", "chuhe-records", "chuhe-engine", "chuhe-tiaoqi"},
}


def test_crates_depend_only_on_those_below() -> None:
    found = {}
    for manifest in sorted((ROOT / "crates").glob("*/Cargo.toml")):
        crate = tomllib.loads(manifest.read_text(encoding="utf-8"))
        ours = {name for name in crate.get("dependencies", {}) if name.startswith("chuhe-")}
        found[crate["package"]["name"]] = ours
    assert found.keys() == CRATES_BELOW.keys()
    for crate, ours in found.items():
        assert ours <= CRATES_BELOW[crate], crate


def test_the_core_needs_no_other_crate() -> None:
    text = (ROOT / "crates" / "chuhe-core" / "Cargo.toml").read_text(encoding="utf-8")
    assert not tomllib.loads(text).get("dependencies")


def web_imports(path: Path) -> Iterator[str]:
    """The folder under web/src each relative import of a file leads to."""
    source = ROOT / "web" / "src"
    for found in re.finditer(
        r"""(?:from|import)\s*\(?["'](\.[^"']*)["']""", path.read_text("utf-8")
    ):
        target = (path.parent / found[1]).resolve()
        if target.is_relative_to(source):
            yield target.relative_to(source).parts[0]


def test_the_board_on_the_page_knows_no_other_part() -> None:
    files = sorted((ROOT / "web" / "src" / "board").rglob("*.ts*"))
    assert files
    for path in files:
        assert set(web_imports(path)) <= {"board"}, path
