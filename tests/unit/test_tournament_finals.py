"""Finals of those who come from sections, and a field that is split; worked out by hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, code_of, lower_wins, names, of_sections, play_out, table

from chuhe.i18n import use_language
from chuhe.tournament.director_sections import Agreed
from chuhe.tournament.prints import PRINTS


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_sections(tmp_path)


# ---------------------------------------------------------------- finals


def test_groups_and_a_crosswise_final(make: Make) -> None:
    """A1–B2, B1–A2, C1–D2, D1–C2; the winners of these pairs meet A with C or D (TOURNAMENTS)."""
    desk = make()
    desk.groups(4)
    assert code_of(lambda: desk.final(2)) == "sections.unfinished"
    play_out(desk, "A", "B", "C", "D")
    desk.final(2, name="决赛")
    desk.section = "决赛"
    desk.pair_round()
    state = desk.state
    met = {
        frozenset(state.entrant(n).name for n in board if n is not None)
        for board in state.rounds[0].boards
    }
    # First and second of the groups: P1 P8, P2 P7, P3 P6, P4 P5.
    assert met == {
        frozenset(pair) for pair in (("P1", "P7"), ("P2", "P8"), ("P3", "P5"), ("P4", "P6"))
    }


def test_a_round_robin_final_takes_all_first_ones_first(make: Make) -> None:
    desk = make()
    desk.groups(4)
    play_out(desk, "A", "B", "C", "D")
    desk.final(2, name="决赛", system="roundrobin")
    final = desk.whole.sections["决赛"]
    assert names(final) == ["P1", "P2", "P3", "P4", "P8", "P7", "P6", "P5"]
    assert final.rules["rounds"] == 7


def test_results_are_carried_over_between_those_who_met(make: Make) -> None:
    desk = make(8)
    desk.groups(2)  # A: P1 P4 P5 P8, B: P2 P3 P6 P7
    play_out(desk, "A", "B")
    then = {
        (state.entrant(red).name, state.entrant(black).name, key)
        for state in desk.whole.sections.values()
        for round in state.rounds
        for (red, black), key in round.results.items()
    }
    desk.final(2, name="决赛", system="roundrobin", carry=True)
    desk.section = "决赛"
    final = desk.whole.sections["决赛"]
    assert names(final) == ["P1", "P2", "P4", "P3"]
    carried = set()
    for _ in range(3):
        desk.pair_round()
        round = desk.state.rounds[-1]
        for (red, black), key in round.results.items():
            carried.add((final.entrant(red).name, final.entrant(black).name, key))
        assert [r.code for r in round.reasons].count("sections.carried") == len(round.results)
        desk.results([(board, "=") for board in round.missing])
    # As they were played, colours included, and nobody else.
    assert carried <= then
    assert {frozenset(game[:2]) for game in carried} == {
        frozenset(("P1", "P4")),
        frozenset(("P2", "P3")),
    }
    # Two draws each; P1 and P2 won their games of then, P4 and P3 lost them.
    assert {row.number: row.tallies[0].text for row in desk.standings().rows} == {
        1: "4.0",
        2: "4.0",
        3: "2.0",
        4: "2.0",
    }
    desk.section = ""
    assert code_of(lambda: desk.final(2, first=1, name="y", system="dutch", carry=True)) == (
        "sections.carry"
    )


def test_shared_places_wait_for_a_lot(make: Make) -> None:
    desk = make(4)
    desk.groups(1, system="dutch", rules=Agreed(rounds=1))
    desk.section = "A"
    desk.pair_round()
    desk.results([(1, "="), (2, "=")])
    desk.section = ""
    desk_code = code_of(lambda: desk.final(2, system="roundrobin"))
    assert desk_code == "sections.tied"
    done = desk.final(2, system="roundrobin", by_lot=True, name="x")
    assert "sections.by_lot" in [note.code for note in done.notes]
    first = names(desk.whole.sections["x"])
    desk.undo()
    desk.final(2, system="roundrobin", by_lot=True, name="x")
    assert names(desk.whole.sections["x"]) == first


def test_the_best_of_the_next_place_go_on_by_points_a_game(make: Make) -> None:
    """Thirds with 0 points of 2 games, 2 of 3 and 2 of 3: the two last go on, level."""
    desk = make(11)
    desk.groups(3)
    assert [names(one) for one in desk.whole.sections.values()] == [
        ["P1", "P6", "P7"],
        ["P2", "P5", "P8", "P11"],
        ["P3", "P4", "P9", "P10"],
    ]
    play_out(desk, "A", "B", "C")
    assert code_of(lambda: desk.final(2, best=2, name="x")) == "sections.tied_best"
    assert code_of(lambda: desk.final(2, best=4, name="x")) == "sections.few_best"
    desk.section = "B"
    for round in desk.state.rounds:  # P2 and P8 drew after all: 3 of 3 games
        for board, met in enumerate(round.boards, 1):
            if set(met) == {1, 3}:
                desk.results([(board, "=")], round=round.number, reason="it was a draw")
    desk.section = ""
    done = desk.final(2, best=2, name="x")
    told = [note.facts for note in done.notes if note.code == "sections.best"]
    assert [(f["name"], f["points"], f["games"], f["wins"]) for f in told] == [
        ("P8", "3.0", 3, 1),
        ("P9", "2.0", 3, 1),
    ]
    desk.section = "x"
    assert set(names(desk.state)) == {f"P{n}" for n in (1, 2, 3, 4, 5, 6, 8, 9)}
    assert names(desk.state)[:2] == ["P1", "P2"]
    desk.pair_round()
    belongs = {id: g for g in "ABC" for id in desk.whole.sections[g].entrants}
    for red, black in desk.state.rounds[0].boards:
        ids = [desk.state.by_number[n] for n in (red, black) if n is not None]
        assert belongs[ids[0]] != belongs[ids[1]]


def test_nobody_goes_on_twice(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    play_out(desk, "A", "B")
    desk.final(2, name="决赛", system="roundrobin")
    assert code_of(lambda: desk.final(2, name="again", system="roundrobin", after=["A", "B"])) == (
        "sections.gone_on"
    )
    assert desk.final(2, first=3, name="B组", system="roundrobin", after=["A", "B"]).done
    assert names(desk.whole.sections["B组"]) == ["P5", "P6", "P8", "P7"]


def test_groups_of_those_who_come_from_groups(make: Make) -> None:
    desk = make()
    desk.groups(4)
    play_out(desk, "A", "B", "C", "D")
    desk.groups(2, names=["一", "二"], after=["A", "B", "C", "D"], places=2)
    assert names(desk.whole.sections["一"]) == ["P1", "P4", "P8", "P5"]
    play_out(desk, "一", "二")
    desk.final(1, name="决赛", system="roundrobin")
    assert names(desk.whole.sections["决赛"]) == ["P1", "P2"]
    play_out(desk, "决赛")
    assert desk.overall().finished
    # First the final, then those of the second stage by place, then those of the first.
    assert table(desk) == [
        (1, "P1"),
        (2, "P2"),
        (3, "P3"),
        (3, "P4"),
        (5, "P5"),
        (5, "P6"),
        (7, "P7"),
        (7, "P8"),
        *[(9, f"P{n}") for n in range(9, 13)],
        *[(13, f"P{n}") for n in range(13, 17)],
    ]


# ---------------------------------------------------------------- the field is split


def test_a_swiss_of_nine_rounds_splits_before_the_last(make: Make) -> None:
    """WXC-18: the first two after round 8 play a final while the rest play round 9."""
    desk = make(14, system="chinese", rounds=9, tiebreaks="Z,A,B")
    for _ in range(8):
        lower_wins(desk)
    before = desk.standings(8)
    two = [row.number for row in before.rows[:2]]
    assert code_of(lambda: desk.split(8)) == "sections.round"
    desk.split(9, 2, name="决赛", system="roundrobin", by_lot=True)
    assert names(desk.whole.sections["决赛"]) == [f"P{n}" for n in two]
    desk.pair_round()
    here = {n for board in desk.state.rounds[8].boards for n in board}
    assert not here & set(two) and len(here - {None}) == 12
    desk.results([(board, "0") for board in desk.state.rounds[8].missing])
    # They keep what they had.
    event = desk.state.event()
    assert [event.score(n) for n in two] == [event.score(n, 8) for n in two]
    desk.section = "决赛"
    desk.pair_round()
    red, _black = desk.state.rounds[0].boards[0]
    desk.results([(1, "0" if red == 1 else "1")])  # the second one wins the final
    desk.section = ""
    found = desk.overall()
    assert found.finished
    assert [row.name for row in found.rows[:2]] == [f"P{two[1]}", f"P{two[0]}"]
    rest = [row for row in desk.standings().rows if row.number not in two]
    assert [row.name for row in found.rows[2:]] == [
        f"P{row.number}" for row in sorted(rest, key=lambda row: (row.place, row.number))
    ]
    assert [r.code for r in found.rows[0].reasons] == ["sections.went_on_main", "sections.place"]
    with use_language("en"):
        page = PRINTS["certificates"](desk.state, desk.standings(), 0)
    first, second = (page.index(f">P{n}</p>") for n in (two[1], two[0]))
    assert first < page.index("1st place") < second < page.index("2nd place")
    assert code_of(desk.pair_round) == "desk.over"


def test_the_first_eight_of_a_swiss_go_to_a_knock_out(make: Make) -> None:
    """The 8th Nanning-ASEAN event: 9 rounds, the first 8 to a knock-out; here 5 rounds."""
    desk = make(12, system="dutch", rounds=5)
    for _ in range(5):
        lower_wins(desk)
    going = [row.number for row in desk.standings().rows[:8]]
    desk.final(8, name="淘汰赛", by_lot=True)
    assert sorted(names(desk.whole.sections["淘汰赛"])) == sorted(f"P{n}" for n in going)
    desk.section = "淘汰赛"
    desk.pair_round()
    seeds = {frozenset(board) for board in desk.state.rounds[0].boards}
    assert seeds == {frozenset(pair) for pair in ((1, 8), (4, 5), (2, 7), (3, 6))}
