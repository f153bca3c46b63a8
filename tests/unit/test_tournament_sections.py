"""An event played in sections: groups, finals, a field that is split, the table over all.

Expected values are worked out by hand from the rules named.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chuhe.errors import ChuheError
from chuhe.i18n import use_language
from chuhe.tournament import groups
from chuhe.tournament.director import Director
from chuhe.tournament.director_sections import Agreed
from chuhe.tournament.journal import Journal
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.state import State, fold

Make = Callable[..., Director]


def clock() -> str:
    return "2026-11-30T09:00:00+08:00"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A new event with numbered players P1, P2 … on ``cup.chuhe``."""
    opened: list[Director] = []

    def made(players: int = 16, teams: str = "", **agreed: object) -> Director:
        agreed = {"name": "羊城杯", "seed": "cup", "system": "sections", **agreed}
        desk = Director.create(tmp_path / "cup.chuhe", clock=clock, **agreed)  # type: ignore[arg-type]
        opened.append(desk)
        listed: list[dict[str, object]] = [{"name": f"P{n}"} for n in range(1, players + 1)]
        for player, team in zip(listed, teams, strict=False):
            player["team"] = team
        desk.add_players(listed)
        desk.number("entry")
        return desk

    yield made
    for desk in opened:
        with desk:
            pass


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(ChuheError) as caught:
        call()
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert "{" not in str(caught.value) and caught.value.code not in str(caught.value)
    return caught.value.code


def lower_wins(desk: Director) -> None:
    """Pair a round; the player who came first on the list of entries wins everywhere."""
    desk.pair_round()
    state = desk.state
    round = state.rounds[-1]
    keys = []
    for board in round.missing:
        red, black = round.boards[board - 1]
        assert black is not None
        keys.append((board, "1" if state.by_number[red] < state.by_number[black] else "0"))
    desk.results(keys)


def play_out(desk: Director, *names: str) -> None:
    for desk.section in names:
        while len(desk.state.rounds) < desk.state.rules["rounds"]:
            lower_wins(desk)
    desk.section = ""


def names(state: State) -> list[str]:
    return [state.entrants[id].name for _number, id in sorted(state.by_number.items())]


def table(desk: Director) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in desk.overall().rows]


# ---------------------------------------------------------------- groups


def test_a_snake_of_sixteen_into_four_groups(make: Make) -> None:
    desk = make()
    done = desk.groups(4)
    assert [names(one) for one in desk.whole.sections.values()] == [
        ["P1", "P8", "P9", "P16"],
        ["P2", "P7", "P10", "P15"],
        ["P3", "P6", "P11", "P14"],
        ["P4", "P5", "P12", "P13"],
    ]
    assert list(desk.whole.sections) == ["A", "B", "C", "D"]
    assert len(done.entries) == 1 and len(done.notes) == 16
    for one in desk.whole.sections.values():
        assert one.system == "roundrobin" and one.rules["rounds"] == 3
        assert one.points == desk.whole.points


def test_sections_have_numbers_rounds_and_tables_of_their_own(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    desk.section = "B"  # P2, P3, P6, P7 by the snake
    desk.pair_round()
    assert desk.state.rounds[0].boards == [(1, 4), (2, 3)]  # the Berger table of four
    desk.results([(1, "0"), (2, "=")])
    assert desk.state.event().name == "羊城杯 B"
    assert [(row.number, row.tallies[0].text) for row in desk.standings().rows] == [
        (4, "2.0"),
        (3, "1.0"),
        (2, "1.0"),
        (1, "0.0"),
    ]
    desk.section = "A"
    assert desk.state.rounds == [] and len(desk.whole.sections["B"].rounds) == 1
    desk.section = ""
    assert desk.whole.rounds == []
    assert code_of(desk.pair_round) == "desk.sections"
    desk.section = "C"
    assert code_of(desk.pair_round) == "sections.unknown"


def test_names_of_players_are_the_same_in_all_sections(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    desk.edit("P7", {"name": "吕钦", "rating": 2600})
    player = desk.whole.sections["B"].event().player(4)
    assert (player.name, player.rating) == ("吕钦", 2600)
    desk.section = "B"
    desk.edit("4", {"name": "P7"})
    assert desk.whole.entrants[7].name == "P7"


def test_numbers_in_a_group_can_be_drawn_before_its_first_round(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    desk.section = "A"
    desk.number("lot")
    assert sorted(names(desk.state)) == ["P1", "P4", "P5", "P8"]
    drawn = names(desk.state)
    desk.pair_round()
    assert code_of(lambda: desk.number("lot")) == "director.paired"
    assert names(desk.state) == drawn and names(desk.whole) == [f"P{n}" for n in range(1, 9)]


def test_units_are_kept_apart_unless_mixed(make: Make) -> None:
    desk = make(8, "AABBCCDD")
    desk.groups(2, how="snake")  # P1 and P2 are of pot 1: as the snake has it they part
    for one in desk.whole.sections.values():
        teams = [entrant.fields["team"] for entrant in one.entrants.values()]
        assert sorted(teams) == ["A", "B", "C", "D"]


def test_the_snake_gives_way_to_units_only_where_it_must(make: Make) -> None:
    # By the snake P1 and P4 would meet in A; so P3 and P4 change places. P5 and P8 stay.
    desk = make(8, "x..x")
    desk.edit("P2", {"team": "y"})
    desk.edit("P3", {"team": "z"})
    done = desk.groups(2)
    assert names(desk.whole.sections["A"]) == ["P1", "P3", "P5", "P8"]
    assert [note.facts["player"] for note in done.notes if note.code == "groups.parted"] == [
        "P3",
        "P4",
    ]
    desk.undo()
    desk.groups(2, apart=False)
    assert names(desk.whole.sections["A"]) == ["P1", "P4", "P5", "P8"]


@pytest.mark.parametrize("how", ["lot", "pots"])
def test_a_draw_is_on_the_file_and_drawn_again(make: Make, how: str) -> None:
    desk = make(12, "AAABBBCCCDDD")
    desk.groups(3, how=how)  # type: ignore[arg-type]
    fact = desk.entries[-1].fact
    drawn = groups.from_json(fact["draw"])
    assert [list(members) for members in drawn.groups] == [
        [one.id for one in section.entrants.values()] for section in desk.whole.sections.values()
    ]
    assert drawn.mates == 0 and len(groups.show(drawn)) == (12 if how == "lot" else 16)
    tampered = {**fact["draw"], "cards": fact["draw"]["cards"][::-1]}  # type: ignore[dict-item, index]
    assert code_of(lambda: groups.from_json(tampered)) == "groups.record"
    assert code_of(lambda: groups.from_json({"how": "lot"})) == "groups.record"


def test_what_cannot_be_grouped_is_refused(make: Make) -> None:
    desk = make(6)
    for call, code in (
        (lambda: desk.groups(4), "groups.players"),
        (lambda: desk.groups(0), "groups.number"),
        (lambda: desk.groups(2, names=["x"]), "sections.names"),
        (lambda: desk.groups(2, names=["x", "x"]), "sections.name"),
        (lambda: desk.groups(2, system="keizer"), "desk.system"),
        (lambda: desk.groups(2, system="dutch"), "director.rounds"),
        (lambda: desk.begin("x", ["P1"]), "director.few"),
        (lambda: desk.begin("x", ["P1", "P1"]), "sections.twice"),
        (lambda: desk.begin(" "), "director.text"),
        (lambda: desk.final(), "sections.unfinished"),
        (lambda: desk.final(0), "sections.places"),
    ):
        assert code_of(call) == code
    assert not desk.whole.sections
    assert desk.begin("快棋", rules=Agreed(points="3:1:0", tiebreaks="Z,C")).done
    assert desk.whole.sections["快棋"].points.win == 30
    assert code_of(lambda: desk.begin("快棋")) == "sections.name"


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


# ---------------------------------------------------------------- log, undo, old files


def test_one_undo_takes_a_draw_of_groups_back(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    desk.undo()
    assert desk.whole.sections == {}
    desk.undo(desk.entries[-1].seq)
    assert list(desk.whole.sections) == ["A", "B"]
    desk.section = "A"
    desk.pair_round()
    drawn = next(e.seq for e in desk.entries if e.fact["do"] == "groups")
    assert code_of(lambda: desk.undo(drawn)) == "director.needed"


def test_undo_in_a_section_takes_its_own_last_entry(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    for desk.section in ("A", "B"):
        desk.pair_round()
    desk.section = "A"
    desk.results([(1, "1")])
    desk.section = "B"
    desk.undo()
    assert desk.state.rounds == []
    assert desk.whole.sections["A"].rounds[0].results
    assert code_of(desk.undo) == "director.nothing"


def test_a_published_round_of_a_section_is_not_changed_silently(make: Make) -> None:
    desk = make(8)
    desk.groups(2)
    desk.section = "A"
    desk.pair_round()
    desk.results([(1, "1"), (2, "1")])
    desk.publish()
    seq = next(e.seq for e in desk.entries if e.fact["do"] == "result")
    assert code_of(lambda: desk.undo(seq)) == "director.published"
    assert desk.undo(seq, reason="录错").done


def test_the_file_folds_to_the_same_sections(make: Make, tmp_path: Path) -> None:
    desk = make(8)
    desk.groups(2, how="pots")
    play_out(desk, "A", "B")
    desk.final(1, name="决赛", system="roundrobin")
    play_out(desk, "决赛")
    desk.section = "A"
    desk.foul("1", "late")
    with Journal(tmp_path / "cup.chuhe") as journal:
        again = fold(journal.read())
    assert again.sections.keys() == desk.whole.sections.keys()
    for name, section in again.sections.items():
        assert section.event() == desk.whole.sections[name].event()
    assert [e.fact.get("section") for e in desk.entries][-1] == "A"


def test_a_file_without_sections_reads_as_before(tmp_path: Path) -> None:
    facts: list[dict[str, object]] = [
        {"do": "new", "name": "x", "system": "dutch", "rounds": 3, "points": "2:1:0"},
        {"do": "players", "players": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]},
        {"do": "number", "order": [2, 1]},
        {"do": "pair", "round": 1, "boards": [[1, 2]], "out": {}},
        {"do": "result", "round": 1, "red": 1, "black": 2, "result": "1"},
    ]
    Journal.create(tmp_path / "old.chuhe", facts).close()
    with Director.open(tmp_path / "old.chuhe", clock=clock) as desk:
        assert desk.state is desk.whole and desk.state.sections == {}
        assert desk.state.event().score(1) == 20 and desk.state.title == "x"


def test_a_section_that_does_not_fit_the_log_is_refused(tmp_path: Path) -> None:
    start: list[dict[str, object]] = [
        {"do": "new", "name": "x", "system": "sections", "points": "2:1:0"},
        {"do": "players", "players": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]},
    ]
    section = {"do": "section", "name": "A", "system": "dutch", "players": [1, 2]}
    for n, wrong in enumerate(
        (
            [{**section, "players": [1, 3]}],
            [{**section, "name": ""}],
            [section, section],
            [{"do": "pair", "section": "A", "round": 1, "boards": [], "out": {}}],
        )
    ):
        Journal.create(tmp_path / f"{n}.chuhe", [*start, *wrong]).close()
        with Director.open(tmp_path / f"{n}.chuhe", clock=clock) as desk:
            assert code_of(lambda desk=desk: desk.whole) == "director.log"


def test_a_closed_section_is_finished(make: Make) -> None:
    desk = make(4)
    desk.groups(1, system="dutch", rules=Agreed(rounds=3))
    desk.section = "A"
    lower_wins(desk)
    lower_wins(desk)
    assert not desk.overall().finished
    desk.close("雨")
    assert code_of(desk.pair_round) == "desk.closed"
    assert desk.overall().finished
    desk.close(closed=False)
    lower_wins(desk)
    assert not desk.close(closed=False).done


def test_late_comers_and_withdrawals_in_a_section(make: Make) -> None:
    desk = make(9)
    desk.groups(1, system="dutch", rules=Agreed(rounds=4), names=["公开组"])
    desk.section = "公开组"
    lower_wins(desk)
    desk.late("新人")
    assert desk.whole.entrants[10].name == "新人"
    assert desk.state.by_number[10] == 10 and desk.whole.entrants[10].number is None
    desk.withdraw("P9")
    lower_wins(desk)
    here = {n for board in desk.state.rounds[1].boards for n in board}
    assert 10 in here and 9 not in here
    assert desk.whole.entrants[9].gone is None
    assert code_of(lambda: desk.late("P3")) == "director.has_number"
    assert code_of(lambda: desk.pause("P3")) == "sections.no_pause"


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_prints_name_the_section(make: Make, language: str) -> None:
    desk = make(8)
    desk.groups(2, names=["甲组", "乙组"])
    play_out(desk, "甲组", "乙组")
    with use_language(language):
        page = PRINTS["standings"](desk.whole, desk.standings(), 0)
        assert "P8" in page
        desk.section = "乙组"
        for what in ("sheet", "standings", "cross", "cards"):
            page = PRINTS[what](desk.state, desk.standings(), 1)
            assert "乙组" in page and "P7" in page and "P8" not in page
