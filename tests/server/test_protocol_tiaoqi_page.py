"""docs/protocol-tiaoqi.md says what the server and the page say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from chuhe.server import round_objects as ro
from chuhe.server.round_api import ROUND_HANDLERS
from chuhe.tiaoqi.words import _CAUSES, POINTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol-tiaoqi.md").read_text(encoding="utf-8")
TYPESCRIPT = ROOT / "web" / "src" / "tiaoqi" / "protocol.ts"
WISHES = {wish.__struct_config__.tag: wish for wish in get_args(ro.AnyRoundWish)}
OBJECTS = [
    ("NewRound", ro.NewRound),
    ("RoundView", ro.RoundView),
    ("RoundSeat", ro.RoundSeat),
    ("RoundPly", ro.RoundPly),
    ("RoundEnd", ro.RoundEnd),
    ("RoundSummary", ro.RoundSummary),
]


def fields(type: Any) -> dict[str, bool]:
    """Field → whether it may be left out."""
    return {field.name: not field.required for field in msgspec.structs.fields(type)}


def rows(title: str) -> list[list[str]]:
    section = re.split(r"^## ", PAGE.split(f"\n## {title}\n", 1)[1], maxsplit=1, flags=re.M)[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def named(cell: str) -> dict[str, bool]:
    return {name: mark == "?" for name, mark in re.findall(r"`(\w+)`(\??)", cell)}


@pytest.mark.parametrize(("name", "type"), OBJECTS)
def test_the_objects_are_those_of_the_page(name: str, type: Any) -> None:
    on_page: dict[str, bool] = {}
    for row in rows(name):
        on_page |= named(row[0])
    assert on_page == fields(type)


def test_the_wishes_are_those_of_the_page() -> None:
    table = {row[0].strip("`"): named(row[1]) for row in rows("Wishes") if row[0] != "`t`"}
    assert table == {tag: fields(wish) for tag, wish in WISHES.items()}


def test_the_smaller_objects_are_told_in_passing() -> None:
    mark = next(row[1] for row in rows("RoundSeat") if row[0] == "`mark`")
    assert set(named(mark)) == set(fields(ro.MarkView))
    join = next(row for row in rows_of_calls() if row[0] == "`POST /api/rounds/{id}/join`")
    asked = dict(re.findall(r'"(\w+)(\??)"', join[1]))
    assert {name: mark == "?" for name, mark in asked.items()} == fields(ro.JoinRound)


def test_every_cause_of_an_end_is_on_the_page() -> None:
    told = next(row[1] for row in rows("RoundEnd") if row[0].startswith("`cause`"))
    assert set(named(told)) == set(_CAUSES)


def rows_of_calls() -> list[list[str]]:
    lines = [line for line in PAGE.splitlines() if re.match(r"\| `(GET|POST) ", line)]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def test_the_calls_are_those_of_the_page() -> None:
    on_page = {row[0].strip("`").split("?")[0] for row in rows_of_calls()}
    known = {
        f"{method} {path}".replace("{round_id:str}", "{id}")
        for handler in ROUND_HANDLERS
        for path in handler.paths
        for method in handler.http_methods
        if method in ("GET", "POST")
    }
    assert on_page == known


@pytest.mark.parametrize(("interface", "type"), [*OBJECTS, ("Mark", ro.MarkView)])
def test_the_pages_know_the_same_fields(interface: str, type: Any) -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    text = TYPESCRIPT.read_text(encoding="utf-8")
    body = re.search(rf"interface {interface} {{\n(.*?)^}}", text, re.S | re.M)
    assert body
    assert set(re.findall(r"^  (\w+)\??:", body[1], re.M)) == set(fields(type))


def test_the_pages_know_the_same_closed_lists() -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    text = TYPESCRIPT.read_text(encoding="utf-8")
    wishes = text.split("type Wish =", 1)[1].split("\n\n", 1)[0]
    shapes = re.findall(r'\{ t: "(\w+)"([^}]*)\}', wishes)
    assert {tag: set(re.findall(r"(\w+)\??:", rest)) for tag, rest in shapes} == {
        tag: set(fields(wish)) for tag, wish in WISHES.items()
    }
    for name, members in (("Who", get_args(ro.Who)), ("Point", POINTS)):
        line = re.search(rf"type {name} = (.*);", text)
        assert line
        assert tuple(re.findall(r'"(\w+)"', line[1])) == members
