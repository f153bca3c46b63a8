"""What an event on its file gives away: prints, TRF, CSV, JSON."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, code_of, of_names, play

from chuhe.i18n import use_language
from chuhe.tournament.director import Director
from chuhe.tournament.exports import csv_text, json_text, trf_text
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.rounds import next_sheet
from chuhe.tournament.trf import read_trf


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_names(tmp_path)


def full(make: Make) -> Director:
    desk = make(7, system="dutch", rounds=3, facts={"city": "广州 <b>&"})
    desk.edit("1", {"name": "<script>alert(1)</script>", "team": '"广东"'})
    for key in ("1", "=", "x"):
        play(desk, key)
    return desk


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("what", ["sheet", "tables", "slips", "standings", "cross", "cards"])
def test_prints_are_whole_pages_without_foreign_markup(
    make: Make, what: str, language: str
) -> None:
    desk = full(make)
    with use_language(language):
        page = PRINTS[what](desk.state, desk.standings(), 2)
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")
    assert f'<html lang="{language}">' in page and "@page" in page
    assert "<script" not in page and "<b>&" not in page and "&lt;script&gt;" in page
    assert "吕钦" in page
    for tag in ("table", "tr", "td", "th", "div", "ul", "li"):
        assert len(re.findall(f"<{tag}[ >]", page)) == page.count(f"</{tag}>"), tag
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    widths = {len(re.findall("<t[dh]", row)) for row in rows}
    assert len(widths) == 1
    chinese = {"对阵表", "台卡", "成绩单", "交叉表", "名次表", "编排卡"}
    assert any(word in page for word in chinese) == (language == "zh-Hans")


def test_cross_table_of_a_round_robin_has_a_square(make: Make) -> None:
    desk = make(4, system="roundrobin", rounds=None)
    for key in ("1", "=", "+"):
        play(desk, key)
    page = PRINTS["cross"](desk.state, desk.standings(), 3)
    assert page.count('class="self"') == 4
    assert "2弃" in page


def test_trf_reads_back_as_the_same_event(make: Make) -> None:
    desk = full(make)
    desk.edit("1", {"name": "许银川", "team": "广东"})
    for edition in ("16", "26"):
        again = read_trf(trf_text(desk.state, desk.standings(), edition))  # type: ignore[arg-type]
        event = desk.state.event()
        assert again.cells == event.cells
        assert [p.name for p in again.players] == [p.name for p in event.players]
        assert [p.stated_rank for p in again.players] == [
            desk.standings().row(p.number).place for p in event.players
        ]


def test_a_trf_of_another_system_is_not_paired_as_a_dutch_one(make: Make) -> None:
    desk = make(4, system="chinese")
    play(desk)
    again = read_trf(trf_text(desk.state, desk.standings()))
    assert code_of(lambda: next_sheet(again)) == "pairing.system"


def test_csv_begins_with_the_mark_and_has_no_formula(make: Make) -> None:
    desk = full(make)
    desk.edit("2", {"name": "=1+1"})
    with use_language("zh-Hans"):
        text = csv_text(desk.state, desk.standings())
    assert text.startswith("\ufeff名次,编号,") and "\r\n" in text
    assert "'=1+1" in text
    assert len(text.strip().splitlines()) == 8


def test_json_has_everything(make: Make) -> None:
    desk = full(make)
    whole = json.loads(json_text(desk.state, desk.standings(), desk.entries))
    assert [len(whole[k]) for k in ("players", "rounds", "standings")] == [7, 3, 7]
    assert whole["rounds"][1]["boards"][0]["result"] == "="
    assert len(whole["log"]) == len(desk.entries)
