"""The protocol of events is what its page says: addresses, commands, fields, codes, limits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chuhe.server import event_api, event_bodies, event_command, event_keys, event_objects, events
from chuhe.server.event_boards_api import HANDLERS as BOARD_HANDLERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol-event.md").read_text(encoding="utf-8")
TYPESCRIPT = ROOT / "web" / "src" / "tournament" / "protocol.ts"
SERVER = ROOT / "python" / "chuhe" / "server"
COMMON = {"section", "seq", "once", "dry"}
#: Written as `NewSection` on both pages.
SECTION = {
    *("system", "rounds", "points", "tiebreaks"),
    *("unplayed", "drop", "first_side", "options"),
}


def section(title: str) -> str:
    return re.split(r"^## ", PAGE.split(f"\n## {title}\n", 1)[1], maxsplit=1, flags=re.M)[0]


def fields(type: Any) -> dict[str, bool]:
    """Field → whether it may be left out."""
    return {field.name: not field.required for field in msgspec.structs.fields(type)}


def own_fields(command: Any) -> dict[str, bool]:
    """The fields of a command beside those every one has and those of a new section."""
    said = {name: free for name, free in fields(command).items() if name not in COMMON}
    if said.keys() > SECTION:
        said = {name: free for name, free in said.items() if name not in SECTION}
    return said


def test_the_addresses_are_those_of_the_page() -> None:
    on_page = set(re.findall(r"^\| `(GET|POST) (/api/events[^?`]*)", PAGE, re.M))
    handlers = [*event_api.EVENT_HANDLERS, *BOARD_HANDLERS]
    served = {
        (method, re.sub(r"\{(\w+):str\}", r"{\1}", path).replace("{event_id}", "{id}"))
        for handler in handlers
        for path in handler.paths
        for method in handler.http_methods
        if method in ("GET", "POST")
    }
    assert on_page == served


def test_the_commands_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?[^\\]) ?\| ", section("Commands"), re.M)
    on_page = {}
    for tag, cell in rows:
        if tag == "do":
            continue
        # `player` may stand alone for a field of that name.
        named = re.findall(r"`(\w+)(\?)?(?::[^`]*)?`", cell)
        on_page[tag] = {name: bool(free) for name, free in named}
    assert on_page == {tag: own_fields(type) for tag, type in event_bodies.COMMANDS.items()}


def test_what_every_command_may_carry_is_on_the_page() -> None:
    on_page = set(re.findall(r"^\* `(\w+)\?:", section("Commands"), re.M))
    assert on_page == set(fields(event_command.Command)) == COMMON


@pytest.mark.parametrize("name", ["EventView", "PlayerView", "Choices"])
def test_the_tables_of_fields_are_those_of_the_types(name: str) -> None:
    text = PAGE.split(f"\n**{name}**", 1)[1]
    table = re.match(r".*?\n\n(\|.*?)\n\n", text, re.S)
    assert table
    cells = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", table[1], re.M)
    on_page = {field for cell in cells for field in re.findall(r"`(\w+)`", cell)}
    assert on_page - {"field"} == set(fields(getattr(event_objects, name)))


@pytest.mark.parametrize(
    "name",
    [
        *("EventSummary", "SectionLine", "RoundView", "BoardView", "StandingsView"),
        *("StandingsRow", "Working", "Told", "FoulView", "ForbiddenView", "LogEntry", "DoAnswer"),
        *("SystemChoice", "OptionChoice", "Named", "CodeChoice", "ListChoice", "ResultChoice"),
        *("PrintChoice", "ExportChoice", "PlayerFields", "NewEvent", "NewSection"),
    ],
)
def test_the_smaller_objects_are_those_of_the_types(name: str) -> None:
    text = re.search(rf"\*\*{name}\*\*: `(\{{.*?\}})`", PAGE, re.S)
    assert text, name
    depth, outer = 0, ""
    for char in text[1]:
        depth += char in "{["
        outer += char if depth == 1 else ""
        depth -= char in "}]"
    on_page = set(re.findall(r'"(\w+)\??"(?=\s*[:,}])', outer + "}"))
    if name == "NewSection":
        assert on_page == SECTION
        return
    types = {"PlayerFields": event_command.Fields, "NewEvent": event_bodies.NewEvent}
    type = types.get(name) or getattr(event_objects, name)
    values = {"boards", "results", "flag", "count", "choice", "text", "json"}
    assert on_page - (values - set(fields(type))) == set(fields(type))


def test_every_code_of_ours_is_on_the_page_and_no_other() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SERVER.glob("event*.py"))
    raised = r'(?:ApiError\(\s*\d+,|EventError\()\s*"((?:events|boards)\.\w+)"'
    said = set(re.findall(raised, source))
    named = set(re.findall(r"`((?:events|boards)\.\w+)`", PAGE))
    assert said == named


def test_the_limits_are_those_of_the_page() -> None:
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", section("Limits of events"), re.M))
    numbers = {
        name: [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]
        for name, text in rows.items()
    }
    assert numbers["players in an event"] == [event_command.MOST_PLAYERS]
    assert numbers["entries in a log"] == [events.MOST_ENTRIES]
    assert numbers["the file of an event"][0] * 1024 * 1024 == events.MOST_BYTES
    assert numbers["new events"] == [int(event_api.NEW_BURST), events.MOST_EVENTS]
    assert event_api.NEW_RATE * 60 == 1
    assert numbers["arbiters of an event"] == [event_keys.MOST_ARBITERS]
    assert numbers["live streams"] == [event_api.STREAMS, event_api.STREAMS_A_PLACE]
    assert numbers["events in the list"] == [events.LISTED]


# ---------------------------------------------------------------- the pages' types


def interface(name: str) -> set[str]:
    body = re.search(
        rf"interface {name}(?: extends \w+)? {{\n(.*?)^}}",
        TYPESCRIPT.read_text(encoding="utf-8"),
        re.S | re.M,
    )
    assert body, name
    return set(re.findall(r"^  (\w+)\??:", body[1], re.M))


@pytest.mark.parametrize(
    "name",
    [name for name in event_objects.__all__ if name not in ("You", "EventSummaries", "KeyAnswer")],
)
def test_the_pages_know_the_same_fields(name: str) -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    type = getattr(event_objects, name)
    if name in ("Explained", "LogAnswer"):  # part of another there
        return
    assert interface(name) == set(fields(type))


def test_the_pages_know_the_same_commands() -> None:
    if not TYPESCRIPT.exists():
        pytest.skip("the pages are not in this checkout")
    union = TYPESCRIPT.read_text(encoding="utf-8").split("export type Command =", 1)[1]
    union = union.split(";\n\n", 1)[0]
    known: dict[str, set[str]] = {}
    for base, body in re.findall(r"\((\w+) & \{(.*?)\}\)", union, re.S):
        tag = re.search(r'do: "(\w+)"', body)
        assert tag
        names = set(re.findall(r"(\w+)\??:", body)) - {"do"}
        if base == "Change":
            names |= {"reason", "force"}
        known[tag[1]] = names
    assert known == {tag: set(own_fields(type)) for tag, type in event_bodies.COMMANDS.items()}
    assert interface("Asked") == COMMON and interface("NewSection") == SECTION
    assert interface("NewEvent") == set(fields(event_bodies.NewEvent))
    assert interface("PlayerFields") == set(fields(event_command.Fields))
