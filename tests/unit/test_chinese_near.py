"""Big fields of the Chinese Swiss: near boards against all boards."""

import random
from dataclasses import replace

import pytest

from chuhe.tournament import Event, Forbidden, Player, Score, Sheet, chinese
from chuhe.tournament import chinese_round as rounds
from chuhe.tournament.chinese_check import _worse
from chuhe.tournament.matching import heaviest


def played(event: Event, sheet: Sheet, chance: random.Random) -> Event:
    event = event.with_sheet(sheet)
    rows = [list(row) for row in event.cells]
    at = sheet.round - 1
    for board in sheet.pairings:
        if board.black is not None:
            score = chance.choice(list(Score))
            for one, own in ((board.red, score), (board.black, score.reverse)):
                rows[one - 1][at] = replace(rows[one - 1][at], score=own)
    return replace(event, cells=tuple(map(tuple, rows)))


@pytest.mark.parametrize("scheme", list(chinese.FirstRound))
@pytest.mark.parametrize("players", [100, 131])
def test_near_boards_cost_no_more_than_all(
    players: int, scheme: chinese.FirstRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(players)
    options = chinese.Options(seed="cup", within=scheme, first_round=scheme)
    teams = [f"T{chance.randrange(12)}" for _ in range(players)]
    event = Event(
        players=tuple(Player(n, team=team) for n, team in enumerate(teams, 1)),
        rounds_total=4,
        forbidden=(Forbidden((1, 51)), Forbidden((2, 3))),
    )
    for number in range(1, 5):
        full = chinese.Round(event, number, options)
        best, bye = full.match()
        with monkeypatch.context() as patch:
            patch.setattr(rounds, "MANY", 0)
            sheet = chinese.pair(event, number, options)
        boards = [(p.red, p.black) for p in sheet.pairings if p.black is not None]
        assert full.total(boards) == full.total(best)
        assert [p.red for p in sheet.pairings if p.black is None] == ([bye] if bye else [])
        assert all(full.may_meet(*board) for board in boards)
        event = played(event, sheet, chance)


def test_where_near_boards_pair_nobody_all_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    # The first 60 may meet the last 60 only, and not those the scheme is near to.
    apart = tuple(
        Forbidden((one, two))
        for one in range(1, 61)
        for two in range(61, 121)
        if abs(two - one - 60) < 50
    )
    halves = (Forbidden(tuple(range(1, 61))), Forbidden(tuple(range(61, 121))))
    event = Event(players=tuple(Player(n) for n in range(1, 121)), forbidden=apart + halves)
    full = chinese.Round(event, 1)
    here = list(full.players)
    possible = None not in heaviest(120, [(i, j, 1) for i, j in full._edges(here)])
    monkeypatch.setattr(rounds, "MANY", 0)
    assert (chinese.Round(event, 1).least(here) is not None) == possible


@pytest.mark.parametrize("seed", range(60))
def test_who_can_be_paired_is_told_as_by_weights(seed: int) -> None:
    chance = random.Random(seed)
    count = 2 * chance.randint(1, 6)
    pairs = [(a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1)]
    barred = chance.sample(pairs, chance.randint(0, len(pairs)))
    event = Event(
        players=tuple(Player(n) for n in range(1, count + 1)),
        forbidden=tuple(Forbidden(pair) for pair in barred),
    )
    this = chinese.Round(event, 1)
    here = list(this.players)
    mates = heaviest(count, [(i, j, 1) for i, j in this._edges(here)])
    assert this._can_pair(here) == (None not in mates)


def test_a_sheet_that_is_better_than_the_best_near_one_is_not_called_worse() -> None:
    assert _worse(chinese.Cost(points=100, order=9), chinese.Cost(points=200, order=1)) is None
    worse = _worse(chinese.Cost(points=200), chinese.Cost(points=100))
    assert worse is not None and worse.code == "chinese.check_points"


def test_a_thousand_and_more_are_paired() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 1202)))
    sheet = chinese.pair(event, 1)
    assert len(sheet.pairings) == 601
    assert {abs(p.red - p.black) for p in sheet.pairings if p.black is not None} == {600}
