"""What is shown of a knock-out: the picture of the bracket, why a place, the regulations."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.unit.desks import Make, better_wins, code_of, codes, of_knockouts

from chuhe.i18n import use_language
from chuhe.tournament.bracket_svg import sheets
from chuhe.tournament.bracket_view import (
    bracket_facts,
    bracket_page,
    bracket_svg,
)
from chuhe.tournament.desk import system_of
from chuhe.tournament.desk_knockout import tree_of
from chuhe.tournament.director import Director
from chuhe.tournament.prints_rules import regulations
from chuhe.tournament.tables import open_tables, table_result


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_knockouts(tmp_path)


def test_the_picture_is_xml_with_every_name_and_in_both_languages(make: Make) -> None:
    desk = make(6, third_place=True)
    desk.edit("1", {"name": "<许&银川>"})
    desk.pair_round()
    for language, final in (("zh-Hans", "决赛"), ("en", "Final")):
        with use_language(language):
            svg = bracket_svg(desk.state) or ""
        texts = [e.text or "" for e in ET.fromstring(svg).iter() if e.tag.endswith("text")]
        assert {"<许&银川>", "P2", "P3", "P4", "P5", "P6", final} <= set(texts)


def test_a_score_and_how_it_was_decided_stand_in_the_picture(make: Make) -> None:
    desk = make(2, chain=[{"name": "match", "games": 2}, {"name": "lot"}])
    desk.pair_round()
    desk.results([(1, "="), (1, "=")])
    with use_language("en"):
        svg = bracket_svg(desk.state) or ""
    assert re.findall(r'class="(?:win|out) end"[^>]*>([^<]*)<', svg) == ["1", "1"]
    assert ">lot</text>" in svg
    assert ">Champion</text>" in svg


def test_a_large_bracket_is_cut_into_sheets_with_every_match(make: Make) -> None:
    for system, players, most in (("knockout", 32, 1), ("knockout", 64, 3), ("double", 64, 4)):
        tree = tree_of(make(players, system).state)
        cut = sheets(tree)
        assert len(cut) == most
        assert {name for _heading, names in cut for name in names} == set(tree.by_name)


def test_the_page_for_paper_has_the_picture(make: Make) -> None:
    desk = make(8)
    desk.pair_round()
    with use_language("zh-Hans"):
        page = bracket_page(desk.state)
    assert page.count("<svg ") == 1 and "对阵图" in page


def test_lots_have_a_picture_too(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "lots.chuhe"
    with Director.create(path, name="x", seed="s", system="lots", clock=str) as desk:
        desk.add_players([{"name": f"P{n}"} for n in range(1, 14)])
        desk.number("entry")
        left = []
        while True:
            desk.pair_round()
            round = desk.state.rounds[-1]
            left.append(sum(n is not None for board in round.boards for n in board))
            facts = bracket_facts(desk.state)
            assert facts is not None and facts["champion"] is None
            desk.results([(board, "1") for board in round.missing])
            if left[-1] == 2:
                break
        assert left == [13, 7, 4, 2]  # the course of the club rules
        facts = bracket_facts(desk.state)
        assert facts is not None and facts["champion"] == desk.state.rounds[-1].boards[0][0]
        assert len(facts["matches"]) == 7 + 4 + 2 + 1
        ET.fromstring(bracket_svg(desk.state) or "")


def test_a_place_is_explained(make: Make) -> None:
    desk = make(4, third_place=True)
    why = system_of(desk.state).why_place
    assert why is not None
    better_wins(desk)
    assert codes(why(desk.state, 1, None)) == ["knockout.still_in"]
    assert codes(why(desk.state, 4, None)) == ["knockout.lost_once", "knockout.still_in"]
    better_wins(desk)
    assert codes(why(desk.state, 1, None)) == ["knockout.won_last"]
    assert codes(why(desk.state, 4, None)) == ["knockout.lost_once", "knockout.out_in"]
    assert codes(why(desk.state, 3, None)) == ["knockout.lost_once", "knockout.place_won"]
    plain = make(4)
    better_wins(plain)
    assert codes(why(plain.state, 4, None)) == ["knockout.out_in", "knockout.out_with"]
    two = make(2, "double")
    better_wins(two)
    better_wins(two)
    assert codes(why(two.state, 2, None)) == ["knockout.lost_once", "knockout.out_in"]


def test_a_draw_at_a_table_does_not_decide_a_knock_out_by_lots(tmp_path: Path) -> None:
    path = tmp_path / "lots.chuhe"
    with Director.create(path, name="x", seed="s", system="lots", clock=str) as desk:
        desk.add_players([{"name": "A"}, {"name": "B"}])
        desk.number("entry")
        desk.pair_round()
        open_tables(desk, 1, [(1, "t7")])
        assert code_of(lambda: table_result(desk, "t7", "=", "agreed")) == "director.needs_winner"
        assert table_result(desk, "t7", "0", "mate").done


def test_the_regulations_tell_the_deciders_and_the_places(make: Make) -> None:
    desk = make(8, chain="sudden-death", places=8)
    with use_language("en"):
        page = regulations(desk.state)
    assert "rapid game ×2, first mover by lot; blitz game ×2" in page
    assert "a draw wins for the second mover" in page
    assert "Who goes out later has the better place." in page
