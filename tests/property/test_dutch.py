"""The Dutch system against trying everything, and its ways against each other."""

from __future__ import annotations

import random

import pytest
from tests.oracle import slow_dutch
from tests.unit.dutch_vectors import ask, event_of, play, start, vectors, wild

from chuhe.errors import PairingError
from chuhe.tournament import Event, Sheet
from chuhe.tournament.dutch import pair, rounds
from chuhe.tournament.dutch.graph import Graph


def as_sets(sheet: Sheet | None) -> tuple[set[frozenset[int]], int | None] | None:
    if sheet is None:
        return None
    games = {frozenset({b.red, b.black}) for b in sheet.pairings if b.black is not None}
    byes = [b.red for b in sheet.pairings if b.black is None]
    return games, byes[0] if byes else None  # type: ignore[return-value]


def paired(event: Event, round: int) -> Sheet | None:
    try:
        return pair(event, round)
    except PairingError:
        return None


#: Events in which a criterion decides that seldom does: C9 C11 C15 C17 C18 C19 C20 C21.
RARE = [219, 3735, 279, 6244, 295, 302, 205, 1017]


@pytest.mark.parametrize("seed", [*range(120), *RARE])
def test_no_pairing_is_better_by_the_articles(seed: int) -> None:
    chance = random.Random(seed)
    event = start(seed, chance.randint(2, 9), chance.randint(3, 8))
    for round in range(1, (event.rounds_total or 0) + 1):
        event = ask(event, chance)
        sheet = paired(event, round)
        assert as_sets(sheet) == slow_dutch.pair(event, round)
        if sheet is None:
            return
        event = play(event, sheet, chance)


# In the last three C10 or C17 decides.
@pytest.mark.parametrize("seed", [*range(200), 1275, 1685, 24800])
def test_not_even_after_rounds_that_were_paired_by_no_rule(seed: int) -> None:
    event = wild(seed)
    assert as_sets(paired(event, event.next_round)) == slow_dutch.pair(event, event.next_round)


SMALL = [name for name, vector in vectors().items() if vector["players"] <= 9]


@pytest.mark.parametrize("name", SMALL)
def test_the_slow_way_agrees_with_the_other_program(name: str) -> None:
    vector = vectors()[name]
    event, round = event_of(vector), vector["round"]
    assert slow_dutch.pair(event, round) == as_sets(paired(event, round))


@pytest.mark.parametrize("seed", range(12))
def test_the_small_graphs_answer_as_the_whole_field_does(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    event = start(seed, chance.randint(20, 60), chance.randint(4, 9))
    for _ in range(event.rounds_total or 0):
        event = ask(event, chance)
        sheet = pair(event)
        with monkeypatch.context() as patch:
            whole = lambda bracket: Graph(bracket, "full").paired()  # noqa: E731
            patch.setattr(rounds, "pair_bracket", whole)
            assert pair(event).pairings == sheet.pairings
        event = play(event, sheet, chance)
