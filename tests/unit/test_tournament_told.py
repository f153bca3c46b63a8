"""What an organiser is told: messages that name the next step, in units that people count in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, codes, of_names, play

from chuhe.cli.tournament_event_desk import fields_of
from chuhe.errors import ChuheError
from chuhe.i18n import use_language
from chuhe.tournament.exports import trf_text
from chuhe.tournament.log_text import sentence
from chuhe.tournament.players_in import read_players
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.prints_rules import regulations


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_names(tmp_path)


def test_a_board_without_a_game_is_told_from_one_that_is_not_there(make: Make) -> None:
    desk = make(5, system="chinese", rounds=3)
    desk.pair_round()
    with use_language("zh-Hans"):
        with pytest.raises(ChuheError, match=r"第 3 台没有对局：\d 号轮空"):
            desk.results([(3, "1")])
        with pytest.raises(ChuheError, match="没有第 4 台；本轮有第 1 至 3 台"):
            desk.results([(4, "1")])


def test_an_option_that_cannot_be_is_answered_by_those_that_can(make: Make) -> None:
    with use_language("zh-Hans"):
        with pytest.raises(ChuheError, match="units；可用的有：never first always"):
            make(4, system="chinese", rounds=3, options={"units": "sometimes"})
        with pytest.raises(ChuheError, match="nice；可用的有：first_round first_colours"):
            make(4, system="chinese", rounds=3, options={"nice": "yes"})


def test_differences_in_points_are_told_in_points(make: Make) -> None:
    desk = make(8, system="chinese", rounds=5)
    play(desk)  # first movers win: four have 2 points, four none
    desk.pair_round()
    first, last = desk.state.rounds[-1].boards[0], desk.state.rounds[-1].boards[-1]
    with use_language("en"):
        told = {str(n) for one in first for two in last for n in desk.swap(one, two).notes}
    assert "differences in points are greater: squares sum to 8, 0 can be reached" in told


@pytest.mark.parametrize(
    ("system", "drawn"), [("dutch", True), ("chinese", False), ("knockout", False), ("lots", False)]
)
def test_the_regulations_tell_the_first_colour_only_where_it_decides(
    make: Make, system: str, drawn: bool
) -> None:
    desk = make(4, system=system, rounds=3 if system in ("dutch", "chinese") else None)
    with use_language("en"):
        assert ("Number 1 begins as" in regulations(desk.state)) == drawn


def test_the_regulations_tell_the_rule_book_by_its_title_and_its_number_of_fouls(
    make: Make,
) -> None:
    desk = make(4, system="chinese", rounds=3, rules="club")
    with use_language("zh-Hans"):
        page = regulations(desk.state)
    assert "棋规：棋社规则" in page
    assert "一局中犯规满 2 次者判负。" in page


def test_the_log_is_told_in_words(make: Make) -> None:
    desk = make(4, system="knockout", rounds=None, options={"games": 2, "first": "higher"})
    desk.pair_round()
    desk.results([(1, "1")])
    desk.results([(1, "=")])  # in game 2 the other one moves first
    desk.withdraw("4")
    with use_language("zh-Hans"):
        told = [sentence(entry, desk.whole) for entry in desk.entries]
    one, four = (f"{n} {desk.state.entrant(n).name}" for n in (1, 4))
    assert f"对抗中的一局：第 1 轮，第 1 局，{one} 1 - 0 {four}" in told
    assert f"对抗中的一局：第 1 轮，第 2 局，{four} ½ - ½ {one}" in told
    assert any(text.startswith(f"退出：{four[2:]}，第 ") for text in told)


def test_a_changed_result_is_told_with_what_it_was_and_why(make: Make) -> None:
    desk = make(4, system="chinese", rounds=3)
    desk.pair_round()
    desk.results([(1, "1")])
    desk.results([(1, "0")], reason="登错")
    desk.publish()
    with use_language("zh-Hans"):
        told = [sentence(entry, desk.whole) for entry in desk.entries]
    assert told[-2].endswith("，原为 1 - 0，理由：登错") and " 0 - 1 " in told[-2]
    assert told[-1] == "公布：第 1 轮，对阵"


def test_who_is_out_already_is_not_taken_out_again(make: Make) -> None:
    desk = make(6, system="dutch", rounds=3)
    play(desk)
    assert desk.withdraw("2").done
    play(desk)
    again = desk.withdraw("2")
    assert not again.done and codes(again) == ["director.already"]


def test_a_trf_has_no_byes_after_the_last_round(make: Make) -> None:
    desk = make(6, system="dutch", rounds=2)
    play(desk)
    play(desk)
    desk.withdraw("2")
    row = next(
        line for line in trf_text(desk.state, desk.standings()).splitlines() if line[4:8] == "   2"
    )
    assert "0000 - Z" not in row


def test_columns_on_paper_say_what_the_chinese_letters_stand_for(make: Make) -> None:
    desk = make(4, system="chinese", rounds=3, tiebreaks="Z,A,BH")
    play(desk)
    with use_language("zh-Hans"):
        page = PRINTS["standings"](desk.state, desk.standings(), 1)
    assert "<th>总分</th><th>对手分</th><th>BH</th>" in page.replace(' class="fig"', "")


@pytest.mark.parametrize("birth", ["1990", "1990-01-05", "19900105", "5.1.1990", "１９９０年1月"])
def test_a_birth_with_a_year_is_taken(birth: str) -> None:
    assert read_players(f"姓名\t出生\n甲\t{birth}").players[0]["birth"] == birth


def test_a_birth_without_a_year_is_told_where_it_stands() -> None:
    with use_language("zh-Hans"):
        with pytest.raises(ChuheError, match="第 2 行：出生应为日期或年份，实为“abc”"):
            read_players("姓名\t出生\n甲\tabc")
        with pytest.raises(ChuheError, match=r"^出生应为日期或年份，实为“abc”"):
            fields_of(["出生=abc"])  # there is no line 2 where fields are typed
        with pytest.raises(ChuheError, match=r"^等级分应为数字，实为“-5”"):
            fields_of(["rating=-5"])
