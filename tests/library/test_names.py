"""Names of people in both kinds of characters, and what a library knows of them."""

from pathlib import Path

import pytest

from chuhe.errors import ParseError
from chuhe.library import Library, LibraryError
from chuhe.library.names import name_key, simplified
from chuhe.records.select import Selection

PGN = """\
[Event "1980年全國象棋個人賽"]
[Date "1980.05.03"]
[Red "胡榮華"]
[Black "楊官璘"]
[RedElo "2500"]
[BlackElo "2400"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0

[Event "全国象棋个人赛"]
[Date "1981.??.??"]
[Red "杨 官 璘"]
[Black "胡荣华"]
[ECCO "B00"]
[Opening "中炮局"]

1. 炮二平五 炮8平5 {列炮} 1/2-1/2

[Event "友谊赛"]
[Red "胡荣华"]
[Black "吕钦"]
[Remark "a \\"quoted\\" word"]

1. 兵七进一 卒7进1 2. 炮二平三 0-1

[Red "吕钦"]
[Black "吕欣"]
[Date "2001-06-07"]

1. 炮八平五 马2进3 *
"""


@pytest.fixture
def filled(library: Library, tmp_path: Path) -> Library:
    file = tmp_path / "games.pgn"
    file.write_text(PGN, encoding="utf-8")
    assert library.load([file]).games == 4
    return library


def numbers(library: Library, **wanted: object) -> list[int]:
    return [row.number for row in library.search(Selection(**wanted))][::-1]  # type: ignore[arg-type]


def test_one_person_in_both_kinds_of_characters(filled: Library) -> None:
    assert filled.info().players == 4
    for name in ("胡荣华", "胡榮華", " 胡 荣华"):
        report = filled.player(name)
        assert report.name == "胡榮華"  # as first met
        assert (report.red.games, report.black.games, report.games) == (2, 1, 3)
        assert (report.red.red, report.red.black, report.black.draws) == (1, 1, 1)
        assert report.score == 0.5
        assert report.years == {0: 1, 1980: 1, 1981: 1}
        assert [(o.name, o.games, o.won, o.drawn, o.lost) for o in report.opponents] == [
            ("楊官璘", 2, 1, 1, 0),
            ("吕钦", 1, 0, 0, 1),
        ]
        assert {(o.color, o.name) for o in report.openings} == {
            ("red", "炮二平五 马8进7"),
            ("black", "B00 中炮局"),
            ("red", "兵七进一 卒7进1"),
        }
    assert filled.player("官璘").games == 2  # a part that is nobody else's


def test_nobody_and_too_many(filled: Library) -> None:
    for name in ("许银川", "", "?"):
        with pytest.raises(LibraryError) as caught:
            filled.player(name)
        assert caught.value.code == "library.no_player"
    with pytest.raises(LibraryError) as caught:
        filled.player("吕")
    assert caught.value.code == "library.many_players"
    assert "吕欣" in str(caught.value) and "吕钦" in str(caught.value)
    assert filled.player("吕钦").games == 2


def test_searching_by_words(filled: Library) -> None:
    assert numbers(filled, player="胡荣华") == [0, 1, 2]
    assert numbers(filled, red=("胡榮華",)) == [0, 2]
    assert numbers(filled, red=("胡榮華", "吕")) == [0, 2, 3]
    assert numbers(filled, black="楊官璘") == [0]
    assert numbers(filled, event="全国象棋个人赛") == [0, 1]
    assert numbers(filled, result="draw") == [1]
    assert numbers(filled, result="*") == [3]
    assert numbers(filled, player="%") == numbers(filled, player="_") == []
    assert numbers(filled, text="列炮") == [1]
    assert numbers(filled, text='"quoted"') == [2]
    assert numbers(filled, text="100%") == []
    assert numbers(filled, ecco="b0") == numbers(filled, ecco="炮局") == [1]


def test_searching_by_dates_and_length(filled: Library) -> None:
    assert numbers(filled, since="1980", until="1980") == [0]
    assert numbers(filled, since="1980-06") == [1, 3]
    assert numbers(filled, since="1981-06", until="1981-06-30") == [1]  # perhaps then
    assert numbers(filled, until="1980-05-02") == []
    assert numbers(filled, since="2001-06-07", until="2001-06-07") == [3]
    assert numbers(filled, least_plies=3) == [0, 2]
    assert numbers(filled, least_plies=3, most_plies=3) == [2]


def test_searching_by_moves_and_positions(filled: Library) -> None:
    assert numbers(filled, opening="炮二平五") == [0, 1]
    assert numbers(filled, opening="1. C2=5 H8+7") == [0]
    assert numbers(filled, opening="炮二平五", mirror=True) == [0, 1, 3]
    fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
    assert numbers(filled, position=fen) == numbers(filled, position=fen.split()[0]) == [0]
    assert numbers(filled, position=fen, mirror=True) == [0, 3]
    assert numbers(filled, opening="炮二平五", result="1-0", player="楊官璘") == [0]


def test_what_is_searched_by_the_library_is_what_a_selection_accepts(filled: Library) -> None:
    rows = filled.search(Selection())
    games = {row.number: filled.game(row.id) for row in rows}
    for wanted in (
        {"result": "0-1"},
        {"since": "1981"},
        {"until": "1980-12-31"},
        {"opening": "炮二平五", "mirror": True},
        {"material": "AABBNNRRCCPPPPP/+"},
        {"material": "RR/rr"},
        {"least_plies": 4},
        {"ecco": "b"},
        {"text": "炮"},
        {"player": ("吕",)},
    ):
        selection = Selection(**wanted)  # type: ignore[arg-type]
        expected = sorted(number for number, game in games.items() if selection.accepts(game))
        assert numbers(filled, **wanted) == expected, wanted


def test_bad_wishes_are_refused(filled: Library) -> None:
    with pytest.raises(ParseError):
        filled.material("nonsense")
    assert [row.number for row in filled.material("AABBNNRRCCPPPPP/aabbnnrrccppppp")] == [
        3,
        2,
        1,
        0,
    ]


def test_ratings_are_averaged(filled: Library) -> None:
    report = filled.position(filled.game(1).start_fen)
    assert (report.total.rated, report.total.rating) == (1, 2450)
    assert report.total.last_date == "2001-06-07"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("胡榮華", "胡荣华"),
        ("李來群", "李来群"),
        ("趙國榮", "赵国荣"),
        ("許銀川", "许银川"),
        ("呂欽", "吕钦"),
        ("柳大華", "柳大华"),
        ("於幼華", "于幼华"),
        ("陳孝堃", "陈孝堃"),
        ("蔣川", "蒋川"),
        ("ＬＩＵ Dahua", "liu  dahua"),
    ],
)
def test_names_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_simplified_characters_stay() -> None:
    assert simplified("许银川对赵鑫鑫，2001") == "许银川对赵鑫鑫，2001"
