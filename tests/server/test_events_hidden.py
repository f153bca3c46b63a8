"""What is not published stays unknown to the public, whatever the system: all answers compared."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.server.conftest import Player
from tests.server.event_hands import Arbiter, begin, make


def answers(stranger: Player, arbiter: Arbiter, sections: list[str]) -> list[Any]:
    """All that the public is told of an event."""
    told: list[Any] = []
    for section in sections:
        query = {"section": section}
        view = stranger.http.get(arbiter.path(), params=query)
        told.append(view.json() | {"seq": 0})
        if view.status_code == 200:
            for number in [None, 1, 2, 5]:
                table = stranger.http.get(
                    arbiter.path("/standings"),
                    params=query if number is None else {**query, "explain": number},
                )
                told.append(table.json())
    told.append(stranger.http.get("/api/events").text.count(arbiter.id))
    return told


def unpublished(arbiter: Arbiter, section: str = "") -> None:
    """A round paired, played and written about in every way, and not published."""
    arbiter.do("pair", section=section)
    round = arbiter.view(section=section)["rounds"][-1]
    arbiter.do("foul", player="1", kind="秘密", count=2, section=section)
    chance = random.Random(len(round["boards"]))
    results = [[board, chance.choice("10")] for board in round["missing"]]
    if results:
        arbiter.do("results", results=results, section=section)
    arbiter.ask("withdraw", player=str(2 * round["number"]), section=section)
    arbiter.ask("bye", player="3", round=round["number"] + 1, kind="half", section=section)
    arbiter.ask("forbid", players=["4", "5"], section=section)


@pytest.mark.parametrize(
    ("system", "players"),
    [
        ("chinese", 9),
        ("knockout", 8),
        *(
            pytest.param(system, players, marks=pytest.mark.long)
            for system, players in (("dutch", 9), ("lots", 8), ("double", 8))
        ),
    ],
)
def test_an_unpublished_round_changes_nothing_the_public_is_told(
    player: Player, stranger: Player, system: str, players: int
) -> None:
    arbiter = begin(player, players, system=system, rounds=5 if players == 9 else None)
    for published in (False, True):
        if published:
            arbiter.do("pair")
            while arbiter.view()["rounds"][-1]["missing"]:
                arbiter.play("1")
            arbiter.do("publish")
        before = answers(stranger, arbiter, [""])
        unpublished(arbiter)
        after = answers(stranger, arbiter, [""])
        for one, other in zip(before, after, strict=True):
            assert one == other
        assert "秘密" not in json.dumps(after, ensure_ascii=False)
        arbiter.do("publish")
        assert answers(stranger, arbiter, [""]) != before


def test_an_unpublished_match_of_teams_changes_nothing(player: Player, stranger: Player) -> None:
    arbiter = make(player, system="team-swiss", rounds=3, options={"boards": 2})
    people = [{"name": f"棋手{n}", "team": f"{'甲乙丙丁'[n // 3]}队"} for n in range(12)]
    arbiter.do("players", players=people)
    arbiter.do("make_teams", by="entry")
    arbiter.do("number", how="entry")
    arbiter.do("pair")
    arbiter.play("1")
    arbiter.do("publish")
    before = answers(stranger, arbiter, [""])
    arbiter.do("line_up", team="1", players=["3", "2"], force=True)
    arbiter.ask("team_bye", team="4", round=3, kind="half")
    arbiter.do("pair")
    arbiter.do("match_results", match=1, keys="10")
    arbiter.play("=")
    arbiter.ask("team_withdraw", team="2", round=3)
    assert answers(stranger, arbiter, [""]) == before


def test_unpublished_sections_change_nothing(player: Player, stranger: Player) -> None:
    arbiter = make(player, rounds=None, system="sections")
    arbiter.do("players", text="\n".join(f"棋手{n}" for n in range(8)))
    arbiter.do("number", how="entry")
    names = ["", "A组", "B组", "决赛"]
    before = answers(stranger, arbiter, names)
    arbiter.do("groups", groups=2, names=names[1:3])
    for name in names[1:3]:
        for _ in range(3):
            arbiter.do("pair", section=name)
            missing = arbiter.view(section=name)["rounds"][-1]["missing"]
            arbiter.do("results", results=[[b, "1"] for b in missing], section=name)
    assert answers(stranger, arbiter, names) == before
    for name in names[1:3]:
        arbiter.do("publish", section=name)
    before = answers(stranger, arbiter, names)
    arbiter.do("final", places=2, name="决赛", by_lot=True)
    unpublished(arbiter, "决赛")
    assert answers(stranger, arbiter, names) == before
