"""The checker finds what differs, and nothing else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import Cell, Event, Kind, Pairing, Player, Score, Sheet
from chuhe.tournament.checker import check
from chuhe.tournament.rounds import next_sheet
from chuhe.tournament.trf import read_trf

DATA = Path(__file__).parents[1] / "data" / "tiebreaks" / "fide.jsonl"
EVENTS = {
    case["event"]: read_trf(case["trf"])
    for case in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
}


@pytest.mark.parametrize("name", EVENTS)
def test_events_paired_by_another_program_are_right(name: str) -> None:
    report = check(EVENTS[name])
    assert report.rounds == EVENTS[name].rounds_paired > 4
    assert report.found == ()


def test_two_opponents_exchanged_are_found_in_their_round_and_after() -> None:
    event = EVENTS["t1_n12_r7"]
    a, b = event.sheet(7).pairings[:2]
    cells = [list(row) for row in event.cells]

    def put(red: int, black: int) -> None:
        cells[red - 1][6] = Cell(black, "red", Score.WIN, Kind.GAME)
        cells[black - 1][6] = Cell(red, "black", Score.LOSS, Kind.GAME)

    put(a.red, b.black or 0)
    put(b.red, a.black or 0)
    players = tuple(replace(p, stated_points=None, stated_rank=None) for p in event.players)
    report = check(replace(event, cells=tuple(map(tuple, cells)), players=players))
    assert {found.code for found in report.found} == {"check.pair"}
    assert {frozenset(found.players) for found in report.found} == {
        frozenset((a.red, b.black)),
        frozenset((b.red, a.black)),
    }


def test_colors_exchanged_are_found() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 5)), initial_side="red")
    report = check(event.with_sheet(Sheet(1, (Pairing(3, 1), Pairing(4, 2)))))
    assert [(found.code, found.players) for found in report.found] == [("check.colors", (3, 1))]
    with use_language("en"):
        assert str(report.found[0]) == "round 1: 3 should have been second mover against 1"


def test_a_bye_for_the_wrong_one_is_found() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 4)), initial_side="red")
    report = check(event.with_sheet(Sheet(1, (Pairing(1, 3), Pairing(2)))))
    assert [found.code for found in report.found] == ["check.pair", "check.bye"]


def test_wrong_points_and_places_are_found() -> None:
    event = EVENTS["t6_n8_r5"]
    wrong = replace(event.players[0], stated_points=45)
    report = check(replace(event, players=(wrong, *event.players[1:])))
    assert [(f.code, f.facts["stated"], f.facts["counted"]) for f in report.found] == [
        ("check.points", "4.5", "4.0")
    ]
    first, second, *others = event.players
    swapped = (replace(first, stated_rank=8), second, *others)
    assert "check.order" in {f.code for f in check(replace(event, players=swapped)).found}


def test_places_are_checked_by_the_tie_breaks_named() -> None:
    case = json.loads(DATA.read_text(encoding="utf-8").splitlines()[3])
    event = read_trf(case["trf"])
    players = tuple(replace(p, stated_rank=case["places"][str(p.number)]) for p in event.players)
    event = replace(event, players=players)
    assert check(event, case["codes"]).right
    third, sixth = (next(p for p in players if p.stated_rank == n) for n in (3, 4))
    changed = {third.number: 4, sixth.number: 3}
    event = replace(
        event,
        players=tuple(
            replace(p, stated_rank=changed.get(p.number, p.stated_rank)) for p in players
        ),
    )
    found = check(event, case["codes"]).found
    assert {f.players[0] for f in found if f.code == "check.place"} == set(changed)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"system": "FIDE_BURSTEIN"}, "pairing.system"),
        ({"head": (("013", " a team"),)}, "pairing.teams"),
        ({"system": "FIDE_DUTCH_2017"}, "pairing.system"),
        ({"head": (("299", " W  1.0    1    2"),)}, "pairing.abnormal"),
    ],
)
def test_what_is_not_followed_here_is_refused(change: dict, code: str) -> None:
    event = replace(EVENTS["t6_n8_r5"], **change)
    for ask in (check, next_sheet):
        with pytest.raises(PairingError) as caught:
            ask(event)
        assert caught.value.code == code


def test_a_round_is_not_paired_before_the_last_one_is_finished() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 5)), rounds_total=3)
    event = event.with_sheet(next_sheet(event))
    with pytest.raises(PairingError) as caught:
        next_sheet(event)
    assert caught.value.code == "pairing.unfinished"
    assert next_sheet(event, 1) == next_sheet(Event(players=event.players, rounds_total=3))


def test_a_file_whose_totals_are_wrong_is_not_paired() -> None:
    """As when it does not say that a win is worth two points."""
    event = Event(players=tuple(Player(n, stated_points=0) for n in (1, 2)), rounds_total=3)
    event = event.with_sheet(next_sheet(event)).with_result(1, red=1, black=2, score=Score.WIN)
    first, second = event.players
    event = replace(event, players=(replace(first, stated_points=20), second))
    with pytest.raises(PairingError) as caught:
        next_sheet(event)
    assert caught.value.code == "pairing.points"
    assert caught.value.facts["stated"] == "2.0"


def test_no_round_after_the_last_one() -> None:
    event = EVENTS["t6_n8_r5"]
    assert event.rounds_total == event.rounds_paired == 5
    with pytest.raises(PairingError) as caught:
        next_sheet(event)
    assert caught.value.code == "pairing.over"
    with pytest.raises(PairingError) as caught:
        next_sheet(event, 9)
    assert caught.value.code == "pairing.round"
