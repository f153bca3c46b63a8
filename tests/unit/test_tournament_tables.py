"""Results that come from tables of a server: once, and not over what the arbiter entered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chuhe.tournament.director import Director
from chuhe.tournament.model import EventError
from chuhe.tournament.tables import open_tables, sides, table_result

PGN = '[Red "甲"]\n[Black "丙"]\n[Result "1-0"]\n\n1. 炮二平五 马8进7 1-0\n'


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Director]:
    with Director.create(
        tmp_path / "cup.chuhe", name="杯赛", rounds=3, seed="cup", clock=lambda: "09:00"
    ) as one:
        one.add_players([{"name": name} for name in "甲乙丙丁"])
        one.number("entry")
        one.pair_round()
        open_tables(one, 1, [(1, "t1"), (2, "t2")])
        yield one


def results(desk: Director) -> dict[Any, str]:
    return desk.state.rounds[0].results


def test_a_result_names_its_table_and_brings_the_record(desk: Director) -> None:
    pair = desk.state.rounds[0].boards[0]
    answer = table_result(desk, "t1", "1", "认输", PGN)
    assert [entry.fact["do"] for entry in answer.entries] == ["result", "game"]
    assert answer.entries[0].fact["table"] == "t1"
    assert answer.entries[0].fact["reason"] == "认输"
    assert results(desk) == {pair: "1"}
    assert desk.state.rounds[0].games[(*pair, 1)][0].count("炮二平五") == 1


@pytest.mark.parametrize("pgn", ["", "no record", '[Result "1-0"]\n\n1-0\n', "1. 帅五进九"])
def test_a_result_counts_without_a_record(desk: Director, pgn: str) -> None:
    answer = table_result(desk, "t1", "1", "认输", pgn)
    assert [entry.fact["do"] for entry in answer.entries] == ["result"]


def test_a_table_tells_its_result_once(desk: Director) -> None:
    entry = table_result(desk, "t1", "1", "认输").entries[0]
    assert not table_result(desk, "t1", "1", "认输").done
    desk.undo(entry.seq)
    answer = table_result(desk, "t1", "1", "认输")
    assert not answer.done and answer.notes[0].code == "tables.told"
    assert results(desk) == {}


def test_what_the_arbiter_entered_stands(desk: Director) -> None:
    desk.results([(1, "=")])
    answer = table_result(desk, "t1", "1", "认输")
    assert not answer.done and answer.notes[0].code == "tables.stands"
    assert set(results(desk).values()) == {"="}


def test_a_table_of_a_board_that_is_gone_says_nothing(desk: Director) -> None:
    desk.turn(1, force=True)
    answer = table_result(desk, "t1", "1", "认输")
    assert not answer.done and answer.notes[0].code == "tables.gone"
    assert list(desk.state.rounds[0].tables.values()) == ["t2"]


def test_opening_again_notes_nothing_new(desk: Director) -> None:
    assert not open_tables(desk, 1, [(1, "t1"), (2, "t2")]).done
    assert len(open_tables(desk, 1, [(1, "t1"), (2, "t9")]).entries[0].fact["tables"]) == 1  # type: ignore[arg-type]
    with pytest.raises(EventError, match="3"):
        open_tables(desk, 1, [(3, "t3")])


def test_a_correction_is_remembered_once_the_round_was_seen(desk: Director) -> None:
    desk.results([(1, "=")])
    desk.results([(1, "1")], reason="typed wrongly")
    assert not desk.state.rounds[0].corrected
    desk.publish()
    desk.results([(1, "0")], reason="protest")
    assert desk.state.rounds[0].corrected == {desk.state.rounds[0].boards[0]}


def test_the_first_mover_of_the_next_game_of_a_match(tmp_path: Path) -> None:
    with Director.create(
        tmp_path / "ko.chuhe",
        name="杯赛",
        system="knockout",
        seed="cup",
        options={"games": 2},
        clock=lambda: "09:00",
    ) as desk:
        desk.add_players([{"name": name} for name in "甲乙"])
        desk.number("entry")
        desk.pair_round()
        red, black = desk.state.rounds[0].boards[0]
        assert sides(desk.state, desk.state.rounds[0], 1) == (red, black)
        open_tables(desk, 1, [(1, "t1")])
        assert table_result(desk, "t1", "0", "将死").entries[0].fact["table"] == "t1"
        assert sides(desk.state, desk.state.rounds[0], 1) == (black, red)
        open_tables(desk, 1, [(1, "t2")])
        table_result(desk, "t2", "1", "将死")  # seen by the first mover of that game
        assert desk.state.rounds[0].results == {(red, black): "0"}
        assert sides(desk.state, desk.state.rounds[0], 1) is None


def test_a_draw_is_no_result_where_somebody_must_win(tmp_path: Path) -> None:
    with Director.create(
        tmp_path / "ko.chuhe", name="杯赛", system="lots", seed="cup", clock=lambda: "09:00"
    ) as desk:
        desk.add_players([{"name": name} for name in "甲乙"])
        desk.number("entry")
        desk.pair_round()
        open_tables(desk, 1, [(1, "t1")])
        with pytest.raises(EventError):
            table_result(desk, "t1", "=", "agreement")
