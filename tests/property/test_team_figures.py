"""The figures of teams against a slow count of everything, and against another program."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.slow_teams import SLOW_CODES, Slow
from tests.unit.team_matches import event_of, match

from chuhe.tournament.model import Points
from chuhe.tournament.team_standings import (
    team_standings,
)
from chuhe.tournament.team_tiebreaks import TeamTable, parse_code
from chuhe.tournament.teams import (
    Match,
    Options,
    TeamEvent,
)


@pytest.mark.parametrize("seed", range(60))
def test_random_events_counted_again_slowly(seed: int) -> None:
    rng = random.Random(seed)
    teams, boards = rng.randint(2, 9), rng.randint(2, 6)
    rounds: list[list[tuple[int, int, str]]] = []
    for _ in range(rng.randint(1, 6)):
        order = rng.sample(range(1, teams + 1), teams)
        pairs = [
            (one, two, "".join(rng.choices("1=0+-xo", (8, 8, 8, 1, 1, 1, 1), k=boards)))
            for one, two in zip(order[::2], order[1::2], strict=False)
        ]
        if rng.random() < 0.1:  # a match to which nobody came
            pairs[0] = (*pairs[0][:2], "x" * boards)
        rounds.append([*pairs, *([(order[-1], 0, "")] if teams % 2 else [])])
    event = event_of(
        *[
            [match(home, away, keys) if away else Match(home, None) for home, away, keys in row]
            for row in rounds
        ],
        boards=boards,
        teams=teams,
    )
    slow, table = Slow(teams, boards, rounds), TeamTable(event)
    tied = sorted(rng.sample(range(1, teams + 1), rng.randint(1, min(3, teams))))
    for code in SLOW_CODES:
        for team in tied:
            tally = table.tally(parse_code(code), team, tied)
            expected = slow.figure(code, team, tied)
            told = tally.values and tuple(value / tally.scale for value in tally.values)
            assert told == expected, (code, team)
    # Points: a match has as many board points as boards times a win, but for games both lost.
    lost = sum(2 * (key in "xo") for row in rounds for _, _, keys in row for key in keys)
    byes = sum(not away for row in rounds for _, away, _ in row)
    games = sum(len(row) for row in rounds) - byes
    assert sum(event.points(t)[1] for t in range(1, teams + 1)) == 10 * (
        2 * boards * games - lost + boards * byes
    )
    nobody = sum(keys == "x" * boards for row in rounds for _, _, keys in row if keys)
    assert sum(event.points(t)[0] for t in range(1, teams + 1)) == 20 * (games + byes - nobody)
    # The order: nobody stands above somebody who is better by the codes, one after the other.
    ranked = team_standings(event, ["MP", "GP", "MBH", "TBR"])
    keys = [
        tuple(slow.figure(code, row.team, []) for code in ("MP", "GP", "MBH", "TBR"))
        for row in ranked.rows
    ]
    assert keys == sorted(keys, reverse=True)
    assert [row.place for row in ranked.rows] == [keys.index(key) + 1 for key in keys]


# ---------------------------------------------------------------- the checker of FIDE's commission

CHECKED = json.loads(
    (Path(__file__).parents[1] / "data" / "tiebreaks" / "teams.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", CHECKED["events"], ids=lambda v: f"{v['teams']}x{v['boards']}")
def test_figures_of_another_program(vector: dict[str, Any]) -> None:
    boards = vector["boards"]
    made = event_of(
        *[
            [match(home, away, keys) for home, away, keys in matches]
            for matches in vector["rounds"]
        ],
        boards=boards,
        teams=vector["teams"],
    )
    options = Options(boards=boards, points=Points.of("1:0.5:0"))
    table = TeamTable(TeamEvent(made.teams, made.rounds, options))
    for team, figures in vector["figures"].items():
        for name, expected in zip(CHECKED["codes"], figures, strict=True):
            tally = table.tally(parse_code(name), int(team))
            assert tally.values is not None
            assert tally.values[0] / tally.scale == expected, (team, name)
