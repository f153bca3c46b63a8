"""The protocol is what its page says: the same closed lists, the same fields, the same codes."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chuhe.server import bodies, messages, objects

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
TYPESCRIPT = ROOT / "web" / "src" / "play" / "protocol.ts"


def section(title: str) -> str:
    return re.split(r"^## ", PAGE.split(f"\n## {title}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def rows(title: str) -> list[list[str]]:
    """The rows of the section's table, as cells; its header left out."""
    lines = [line for line in section(title).splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return [row for row in cells if row[0] != "`t`"]


def tagged(union: Any) -> dict[str, type]:
    return {member.__struct_config__.tag: member for member in union.__args__}


def fields(type: Any) -> dict[str, bool]:
    """Field → whether it may be left out."""
    return {field.name: not field.required for field in msgspec.structs.fields(type)}


CLIENT, SERVER = tagged(messages.AnyClientMessage), tagged(messages.AnyServerEvent)


def test_the_client_messages_are_those_of_the_page() -> None:
    on_page = {
        tag.strip("`"): dict(re.findall(r"`(\w+)(\?)?:", cell))
        for tag, cell, _ in rows("Client messages")
    }
    assert on_page == {
        tag: {name: "?" if free else "" for name, free in fields(type).items() if name != "id"}
        for tag, type in CLIENT.items()
    }


def test_the_server_events_are_those_of_the_page() -> None:
    table = rows("Server events")
    on_page = {tag.strip("`"): set(re.findall(r"`(\w+)", cell)) for tag, _, cell, _ in table}
    assert on_page == {tag: set(fields(type)) - {"seq"} for tag, type in SERVER.items()}
    stored = {row[0].strip("`") for row in table if row[1]}
    assert stored == {type.__struct_config__.tag for type in messages.STORED}


@pytest.mark.parametrize("name", ["Table", "Position", "MoveEntry", "Clock"])
def test_the_objects_are_those_of_the_page(name: str) -> None:
    text = section("Objects").split(f"**{name}**", 1)[1]
    table = re.match(r".*?\n\n(\|.*?)\n\n", text, re.S)
    assert table
    cells = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", table[1], re.M)
    on_page = {field for cell in cells for field in re.findall(r"`(\w+)`", cell)}
    assert on_page == set(fields(getattr(objects, name)))


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("Outcome", objects.Outcome),
        ("Problem", objects.Problem),
        ("NewTable", bodies.NewTable),
        ("Summary", bodies.Summary),
        ("Record", bodies.Record),
        ("GameView", bodies.GameView),
        ("Checked", bodies.Checked),
        ("MoveRead", bodies.MoveRead),
        ("Control", objects.Control),
    ],
)
def test_the_smaller_objects_are_those_of_the_page(name: str, type: Any) -> None:
    """`{"a": …, "b"}`: the keys of the outer braces, in any order."""
    text = re.search(rf"\*\*{name}\*\*: `(\{{.*?\}})`", PAGE, re.S)
    assert text
    depth, outer = 0, ""
    for char in text[1]:
        depth += char in "{["
        outer += char if depth == 1 else ""
        depth -= char in "}]"
    assert set(re.findall(r'"(\w+)\??"', outer)) >= set(fields(type))


def test_every_code_that_the_server_may_say_is_on_the_page() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("table", "server")
        for path in (ROOT / "python" / "chuhe" / folder).glob("*.py")
    )
    said = set(re.findall(r"(?:Refused|MessageError|ApiError)\(\s*(?:\d+, )?\"(\w+)\"", source))
    assert len(said) > 25
    missing = {code for code in said if f"`{code}`" not in PAGE}
    assert not missing


def test_the_pages_know_the_same_closed_lists() -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    text = TYPESCRIPT.read_text(encoding="utf-8")
    client = text.split("type ClientMessage", 1)[1].split(");", 1)[0]
    assert set(re.findall(r't: "(\w+)"', client)) == set(CLIENT)
    server = text.split("type Refused", 1)[1].split("STORED", 1)[0]
    assert set(re.findall(r'"(\w+)"', " ".join(re.findall(r"\bt: ([^;]+);", server)))) == set(
        SERVER
    )
    stored = text.split("STORED", 1)[1].split(";", 1)[0]
    assert set(re.findall(r'"(\w+)"', stored)) == {
        type.__struct_config__.tag for type in messages.STORED
    }


@pytest.mark.parametrize(
    ("interface", "type"),
    [
        ("Table", objects.Table),
        ("Position", objects.Position),
        ("MoveEntry", objects.MoveEntry),
        ("Outcome", objects.Outcome),
        ("Clock", objects.Clock),
        ("Control", objects.Control),
        ("Summary", bodies.Summary),
        ("GameView", bodies.GameView),
        ("RecordView", bodies.Record),
        ("Checked", bodies.Checked),
        ("NewTable", bodies.NewTable),
    ],
)
def test_the_pages_know_the_same_fields(interface: str, type: Any) -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    body = re.search(
        rf"interface {interface} {{\n(.*?)^}}", TYPESCRIPT.read_text("utf-8"), re.S | re.M
    )
    assert body
    assert set(re.findall(r"^  (\w+)\??:", body[1], re.M)) == set(fields(type))


def test_the_schema_is_printed_and_names_every_message() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "chuhe", "serve", "--schema"], capture_output=True, check=True
    )
    definitions = json.loads(done.stdout)["$defs"]
    for kind, members in (("ClientMessage", CLIENT), ("ServerEvent", SERVER)):
        names = [ref["$ref"].rsplit("/", 1)[1] for ref in definitions[kind]["anyOf"]]
        assert sorted(names) == sorted(type.__name__ for type in members.values())
        assert {definitions[name]["properties"]["t"]["enum"][0] for name in names} == set(members)
