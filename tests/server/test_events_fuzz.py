"""Commands at random, sensible and not: each is done or refused with a code, and the file stays whole."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from chuhe.errors import ChuheError
from chuhe.server import event_bodies as b
from chuhe.server import messages as m
from chuhe.server.event_commands import Commands
from chuhe.server.event_shown import Shown
from chuhe.server.events import Events
from chuhe.server.store import Store
from chuhe.tournament.director import Director

WORDS = [
    "",
    "1",
    "2",
    "3",
    "7",
    "99",
    "-1",
    "许银川",
    "甲队",
    "x",
    "全",
    "A组",
    "\u0000",
    "½",
    "=",
    "{x}",
]
NUMBERS = [0, 1, 1, 2, 2, 3, 4, 5, 8, 99, 1_000_000]
SYSTEMS = ["chinese", "dutch", "roundrobin", "lots", "knockout", "double", "sections", "arena"]
TEAMS = ["team-roundrobin", "team-swiss", "scheveningen"]
FIELDS: dict[str, Any] = {
    "player": lambda r: r.choice(WORDS),
    "players": lambda r: [r.choice(WORDS) for _ in range(r.randint(0, 4))],
    "fields": lambda r: r.choice([{}, {"rating": 5}, {"name": "新"}, {"team": "甲队"}]),
    "round": lambda r: r.choice([None, 1, 2, 3, 9]),
    "kind": lambda r: r.choice([None, "full", "half", "zero", "x"]),
    "how": lambda r: r.choice(["rating", "lot", "entry", "snake", "pots"]),
    "results": lambda r: [[r.choice(NUMBERS), r.choice("10=+-xo.?")] for _ in range(3)],
    "system": lambda r: r.choice(SYSTEMS + TEAMS),
    "section": lambda r: r.choice(["", "", "", "A组", "决赛"]),
    "names": lambda r: r.choice([[], ["A组", "B组"], ["A组", "A组"]]),
    "after": lambda r: r.choice([[], ["A组"], ["nope"]]),
    "options": lambda r: r.choice([{}, {"cycles": 2}, {"seed": "s"}, {"x": 1}]),
    "unit": lambda r: r.choice([None, "甲"]),
    "winner": lambda r: r.choice([None, 1, 2, 99]),
    "keys": lambda r: r.choice(["1", "1=0", "????", ""]),
    "first_side": lambda r: r.choice(["", "red"]),
    "data": lambda r: "",
    "entry": lambda r: r.choice([None, 2, 3, 5, 8]),
}


def body(do: str, chance: random.Random) -> bytes:
    """A command with fields of the right kinds, more or less."""
    said: dict[str, Any] = {"do": do}
    for name, type in b.COMMANDS[do].__annotations__.items():
        if name in FIELDS and chance.random() < 0.8:
            said[name] = FIELDS[name](chance)
        elif "bool" in str(type):
            said[name] = chance.random() < 0.5
        elif "Number" in str(type) or "int" in str(type):
            said[name] = chance.choice(NUMBERS)
        elif chance.random() < 0.8:
            said[name] = chance.choice(WORDS)
    if chance.random() < 0.3:
        said["section"] = FIELDS["section"](chance)
    if chance.random() < 0.1:
        said["dry"] = True
    return json.dumps(said).encode()


async def storm(folder: Path, system: str, seed: int, count: int) -> tuple[int, int]:
    """How many commands were done, and how many refused."""
    chance = random.Random(seed)
    store = Store(folder / "tables.sqlite")
    events = Events(store)
    done = refused = 0
    try:
        rounds = 5 if system in ("chinese", "dutch", "team-swiss") else None
        new = b.NewEvent(name="杯", system=system, rounds=rounds)
        id, _ = await events.create(new, "seed", "me", 0.0)
        live, commands = await events.find(id), Commands(events)
        people = [b.Fields(name=f"棋手{n}", team=f"{'甲乙丙丁'[n % 4]}队") for n in range(8)]
        await commands.do(live, b.AddPlayers(players=tuple(people)), "me")
        usual = ["pair", "results", "publish", "number", "match_results", "swap", "withdraw"]
        for _ in range(count):
            do = chance.choice(usual if chance.random() < 0.5 else list(b.COMMANDS))
            raw = body(do, chance)
            try:
                command: Any = m.parse_body(raw, b.AnyCommand)  # type: ignore[arg-type]
                done += (await commands.do(live, command, "me")).done
            except ChuheError as error:
                assert str(error) != error.code, raw  # it has a sentence
                refused += 1
            except Exception as error:
                raise AssertionError(raw) from error
        shown = Shown(id)
        names = ["", *await events.read(live, lambda desk: list(desk.whole.sections))]
        for section in names:
            await events.read(
                live,
                lambda desk, name=section: shown.for_arbiter(desk, name, "", []),  # type: ignore[misc]
            )
        await events.read(live, lambda desk: shown.look(desk, public=True))
    finally:
        await events.close()
        store.close()
    with Director.open(folder / "events" / f"{id}.chuhe", clock=str) as desk:
        assert len(desk.entries) >= done
    return done, refused


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", SYSTEMS + TEAMS)
def test_every_command_is_done_or_refused(tmp_path: Path, system: str, seed: int) -> None:
    done, refused = asyncio.run(storm(tmp_path, system, seed, 120))
    assert done >= 3 and refused >= 3
