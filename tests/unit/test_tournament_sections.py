"""An event played in sections: groups, finals, a field that is split, the table over all.

Expected values are worked out by hand from the rules named.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, clock, code_of, lower_wins, names, of_sections, play_out

from chuhe.i18n import use_language
from chuhe.tournament import groups
from chuhe.tournament.director import Director
from chuhe.tournament.director_sections import Agreed
from chuhe.tournament.journal import Journal
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.state import fold


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_sections(tmp_path)


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


def test_who_withdraws_or_comes_before_the_draw(make: Make) -> None:
    desk = make(9)
    desk.withdraw("P1")
    desk.late("新人")
    desk.groups(3)
    assert [names(one) for one in desk.whole.sections.values()] == [
        ["P2", "P7", "P8"],
        ["P3", "P6", "P9"],
        ["P4", "P5", "新人"],
    ]
    assert code_of(lambda: desk.withdraw("P2")) == "desk.sections"
    desk.section = "A"
    assert desk.withdraw("P2").done


def test_teams_do_not_play_in_sections(make: Make) -> None:
    desk = make(4)
    for system in ("team-swiss", "scheveningen", "sections"):
        assert code_of(lambda system=system: desk.begin("x", system=system)) == "sections.system"


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


@pytest.mark.parametrize(("language", "words"), [("en", "seed: cup"), ("zh-Hans", "种子：cup")])
def test_groups_and_the_table_over_all_are_printed(make: Make, language: str, words: str) -> None:
    desk = make(8, "AABBCCDD")
    assert not PRINTS["overall"].fits(desk.state) and not PRINTS["groups"].fits(desk.state)
    desk.groups(2, how="pots", names=["<甲>", "乙"])
    with use_language(language):
        page = PRINTS["groups"](desk.state, desk.standings(), 0)
        assert words in page and "&lt;甲&gt;" in page and "P8 (D)" in page
        desk.section = "乙"
        assert PRINTS["overall"].fits(desk.state)
        page = PRINTS["overall"](desk.state, desk.standings(), 0)
        assert all(f"P{n}<" in page for n in range(1, 9))
