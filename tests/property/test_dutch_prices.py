"""Big brackets: prices against weights, rows of bits against another library, and all against trying everything."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import pytest
from tests.oracle import slow_dutch
from tests.property.test_dutch import RARE, as_sets, paired
from tests.unit.dutch_vectors import ask, event_of, play, start, vectors, wanted, wild

from chuhe.tournament.bitrows import first_in_order, perfect
from chuhe.tournament.dutch import bracket, graph, pair, why, why_not
from chuhe.tournament.dutch.prices import tight


@pytest.fixture
def prices(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Prices for brackets of any size; the list tells of each whether it was paired so."""
    found: list[bool] = []

    def told(*args: object, **more: object) -> object:
        done = tight(*args, **more)  # type: ignore[arg-type]
        found.append(done is not None)
        return done

    monkeypatch.setattr(bracket, "BIG", 0)
    monkeypatch.setattr(graph, "BIG", 0)
    monkeypatch.setattr(graph, "tight", told)
    return found


@pytest.mark.parametrize("seed", [*range(60), *RARE])
def test_no_pairing_is_better_than_one_by_prices(seed: int, prices: list[bool]) -> None:
    chance = random.Random(seed)
    event = start(seed, chance.randint(4, 9), chance.randint(3, 8))
    for round in range(1, (event.rounds_total or 0) + 1):
        event = ask(event, chance)
        sheet = paired(event, round)
        assert as_sets(sheet) == slow_dutch.pair(event, round)
        if sheet is None:
            return
        event = play(event, sheet, chance)


@pytest.mark.parametrize("seed", range(120))
def test_nor_after_rounds_that_were_paired_by_no_rule(seed: int, prices: list[bool]) -> None:
    event = wild(seed)
    assert as_sets(paired(event, event.next_round)) == slow_dutch.pair(event, event.next_round)


@pytest.mark.parametrize("name", list(vectors()))
def test_prices_pair_as_the_other_program_pairs(name: str, prices: list[bool]) -> None:
    vector = vectors()[name]
    sheet = paired(event_of(vector), vector["round"])
    assert (None if sheet is None else sheet.pairings) == wanted(vector)


@pytest.mark.parametrize("seed", range(8))
def test_prices_pair_as_weights_do(
    seed: int, prices: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    event = start(seed, chance.randint(40, 120), chance.randint(4, 9))
    for _ in range(event.rounds_total or 0):
        event = ask(event, chance)
        sheet = pair(event)
        with monkeypatch.context() as patch:
            patch.setattr(bracket, "BIG", 10**9)
            patch.setattr(graph, "BIG", 10**9)
            assert pair(event) == sheet
        event = play(event, sheet, chance)
    assert sum(prices) > len(prices) / 2


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_quickly_is_what_the_whole_field_tells(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    event = start(seed, chance.randint(10, 30), 6)
    known = 0
    for round in range(1, 6):
        sheet = paired(event, round)
        if sheet is None:
            return
        here = [n for board in sheet.pairings for n in (board.red, board.black) if n is not None]
        for _ in range(6):
            one, two = chance.sample(here, 2)
            slow = why_not(event, one, two, round)
            with monkeypatch.context() as patch:
                patch.setattr(why, "BIG", 0)
                quick = why_not(event, one, two, round, most=0)
            if quick.code != "dutch.why.unknown":
                assert quick == slow
                known += 1
        event = play(event, sheet, chance)
    assert known


# ---------------------------------------------------------------- rows of bits


def rows_of(chance: random.Random, count: int, share: float) -> list[int]:
    rows = [0] * count
    for i, j in itertools.combinations(range(count), 2):
        if chance.random() < share:
            rows[i] |= 1 << j
            rows[j] |= 1 << i
    return rows


@pytest.mark.parametrize("seed", range(300))
def test_everybody_is_matched_if_it_is_possible(seed: int) -> None:
    chance = random.Random(seed)
    count = 2 * chance.randint(1, 20)
    rows = rows_of(chance, count, chance.choice([0.03, 0.06, 0.1, 0.2, 0.5]))
    allowed = nx.Graph()
    allowed.add_edges_from((i, j) for i in range(count) for j in range(i) if rows[i] >> j & 1)
    possible = 2 * len(nx.max_weight_matching(allowed, maxcardinality=True)) == count
    mates = perfect(rows)
    assert (mates is not None) == possible
    if mates is not None:
        assert all(mates[mates[i]] == i and rows[i] >> mates[i] & 1 for i in range(count))


@pytest.mark.parametrize("seed", range(200))
def test_the_first_in_order_is_found(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(0, 6)
    share = chance.random()
    rows = [
        sum(1 << j for j in range(count, 2 * count) if chance.random() < share)
        for _ in range(count)
    ]
    orders = itertools.permutations(range(count, 2 * count))
    best = next((o for o in orders if all(rows[i] >> o[i] & 1 for i in range(count))), None)
    lowers = sum(1 << j for j in range(count, 2 * count))
    found = first_in_order(rows, range(count), lowers)
    assert (None if found is None else tuple(found[i] for i in range(count))) == best
