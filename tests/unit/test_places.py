"""Events at tables of four, by places."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.errors import ChuheError
from chuhe.tournament.places import PlacesEvent, read_places


def event(players: int, **more: int) -> PlacesEvent:
    return PlacesEvent.new("杯", [f"p{n}" for n in range(1, players + 1)], seed="s", **more)


def test_fourteen_draw_three_suits_of_four_and_two_kings() -> None:
    """Cards 1–4 of three suits and two kings: three tables, the first two of each and the kings."""
    drawn = event(14).drawn()
    round = drawn.rounds[0]
    assert [len(table.seats) for table in round.tables] == [4, 4, 4]
    assert len(round.byes) == 2
    assert drawn.course() == (14, 8, 4)
    for table in (1, 2, 3):
        drawn = drawn.placed(table, (4, 1, 2, 3))
    through = drawn.going_on()
    assert through[:2] == (round.tables[0].seats[1], round.tables[0].seats[2])
    assert through[-2:] == round.byes
    second = drawn.drawn()
    assert (len(second.rounds[1].tables), second.rounds[1].byes) == (2, ())
    for table in (1, 2):
        second = second.placed(table, (1, 2, 3, 4))
    final = second.drawn().placed(1, (2, 1, 4, 3))
    assert final.over
    seats = final.rounds[2].tables[0].seats
    assert final.standings()[:4] == [(1, seats[1]), (2, seats[0]), (3, seats[3]), (4, seats[2])]
    # Thirds of the second round share fifth, its fourths seventh; thirds of the first ninth.
    assert [place for place, _ in final.standings()[4:]] == [5, 5, 7, 7, 9, 9, 9, 12, 12, 12]
    with pytest.raises(ChuheError) as caught:
        final.drawn()
    assert caught.value.code == "places.over"


def test_nobody_has_a_second_bye_while_another_had_none() -> None:
    for seed in range(60):
        one = PlacesEvent.new("x", [f"p{n}" for n in range(7)], seed=seed, per_table=3)
        one = one.drawn()
        for table in range(1, 3):
            one = one.placed(table, (1, 2, 3))
        two = one.drawn()  # five: one table of three, two byes
        assert not set(two.rounds[1].byes) & set(one.rounds[0].byes)


def test_places_that_cannot_be() -> None:
    drawn = event(8).drawn()
    for places in ((1, 2, 3), (1, 2, 3, 5), (0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 3, 4)):
        with pytest.raises(ChuheError) as caught:
            drawn.placed(1, places)
        assert caught.value.code == "places.places"
    shared = drawn.placed(1, (1, 2, 2, 4)).placed(2, (1, 1, 3, 3))
    with pytest.raises(ChuheError) as caught:
        shared.drawn()
    assert caught.value.code == "places.tied"
    assert shared.placed(1, (1, 2, 3, 4)).drawn().course() == (8, 4)
    with pytest.raises(ChuheError) as caught:
        drawn.drawn()
    assert caught.value.code == "places.missing"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "x"},
        {"players": ["a", "a"]},
        {"players": "ab"},
        {"per_table": 9},
        {"rounds": [{"tables": [], "byes": []}]},
        {"rounds": 7},
        {"seed": ""},
    ],
)
def test_a_file_that_was_changed_is_refused(change: dict[str, object]) -> None:
    said = json.loads(event(9).drawn().json())
    with pytest.raises(ChuheError):
        read_places(json.dumps({**said, **change}))


@given(st.integers(2, 60), st.integers(2, 6), st.data())
def test_every_event_comes_to_an_end(players: int, per_table: int, data: st.DataObject) -> None:
    advance = data.draw(st.integers(1, per_table - 1))
    now = event(players, per_table=per_table, advance=advance)
    expected = now.course()
    for left in expected:
        assert len(now.going_on()) == left
        now = now.drawn()
        seated = [one for table in now.rounds[-1].tables for one in table.seats]
        assert sorted((*seated, *now.rounds[-1].byes)) == sorted(
            set(seated) | set(now.rounds[-1].byes)
        )
        for number, table in enumerate(now.rounds[-1].tables, 1):
            order = data.draw(st.permutations(range(1, len(table.seats) + 1)))
            now = now.placed(number, order)
    assert now.over
    assert sorted(one for _, one in now.standings()) == list(range(1, players + 1))
    assert read_places(now.json()) == now
