"""`chuhe.records.select`: each criterion, with games that have it and games that have not."""

import pickle

import pytest

from chuhe.errors import ChuheError
from chuhe.game import Game
from chuhe.records.select import Material, Selection, dates_of, result_of

GAME = Game(
    headers=[
        ("Event", "1980年全国象棋个人赛"),
        ("Date", "1980.11.03"),
        ("Round", "第5轮"),
        ("Red", "上海 胡荣华"),
        ("Black", "广东 Yang Guanlin"),
        ("ECCO", "C41"),
        ("Opening", "中炮对屏风马"),
    ],
    result="1-0",
)
GAME.add_line(["炮二平五", "马8进7", "马二进三", "车9平8"]).comment = "双方布阵"
GAME.root.next().next().add_variation("兵七进一").comment = "先进兵"  # type: ignore[union-attr]
AFTER_TWO = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR"
MIRRORED = "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR"
IN_VARIATION = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C4/9/RNBAKABNR"
ENDGAME = Game("3ak4/9/9/9/9/9/9/9/9/R2K5 w")

TAKEN = [
    {},
    {"player": "胡荣华"},
    {"player": ("柳大华", "yang")},
    {"red": "上海"},
    {"black": "GUANLIN"},
    {"event": "个人赛"},
    {"event": "第5轮"},
    {"result": "1-0"},
    {"result": "红胜"},
    {"least_plies": 4, "most_plies": 4},
    {"opening": "炮二平五 马8进7"},
    {"opening": "1. 炮二平五 马8进7 2.马二进三"},
    {"opening": "h2e2 h9g7"},
    {"opening": "C2=5,H8+7"},
    {"opening": "炮八平五 马2进3", "mirror": True},
    {"position": AFTER_TWO},
    {"position": f"{AFTER_TWO} w - - 2 2"},
    {"position": MIRRORED, "mirror": True},
    {"position": IN_VARIATION, "variations": True},
    {"material": "RRNNCCAABBPPPPP/rrnnccaabbppppp"},
    {"material": "RR+/rr+"},
    {"text": "布阵"},
    {"text": "先进兵"},
    {"text": "屏风"},
    {"since": "1980", "until": "1980"},
    {"since": "1980-11-03", "until": "1980-11-03"},
    {"until": "1980-12"},
    {"ecco": "c4"},
    {"ecco": "屏风马"},
]
LEFT = [
    {"player": "柳大华"},
    {"red": "Yang"},
    {"black": "胡荣华"},
    {"event": "团体"},
    {"result": "draw"},
    {"least_plies": 5},
    {"most_plies": 3},
    {"opening": "炮二平五 马2进3"},
    {"opening": "炮八平五"},
    {"opening": "炮二平五 马8进7 马二进三 车9平8 车一平二"},
    {"position": f"{AFTER_TWO} b"},
    {"position": MIRRORED},
    {"position": IN_VARIATION},
    {"material": "R/r"},
    {"text": "绝杀"},
    {"since": "1980-11-04"},
    {"until": "1979"},
    {"ecco": "D"},
    {"player": "胡荣华", "result": "0-1"},
]


@pytest.mark.parametrize("wanted", TAKEN, ids=str)
def test_games_that_have_it_are_taken(wanted: dict[str, object]) -> None:
    selection = Selection(**wanted)  # type: ignore[arg-type]
    assert selection.accepts(GAME)
    assert pickle.loads(pickle.dumps(selection)) == selection


@pytest.mark.parametrize("wanted", LEFT, ids=str)
def test_games_that_have_it_not_are_left(wanted: dict[str, object]) -> None:
    assert not Selection(**wanted).accepts(GAME)  # type: ignore[arg-type]


def test_an_opening_is_played_from_the_usual_start() -> None:
    game = Game("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w")
    game.add_line(["炮二平五"])
    assert not Selection(opening="炮二平五").accepts(game)


@pytest.mark.parametrize(
    "wanted",
    [
        {"result": "2-0"},
        {"since": "yesterday"},
        {"material": "RP"},
        {"material": "RX/r"},
        {"position": "x/9"},
        {"opening": "马二进四"},
        {"opening": "smoke"},
    ],
    ids=str,
)
def test_what_is_not_understood_is_told_at_once(wanted: dict[str, object]) -> None:
    with pytest.raises(ChuheError):
        Selection(**wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("R/aa", False),
        ("R/a", True),
        ("R/", False),
        ("R/~", True),
        ("R+/a", True),
        ("车/士", True),
        ("KR/ka", True),
        ("RR+/a", False),
        ("~/a", False),
        ("+/+", True),
    ],
)
def test_material(text: str, accepted: bool) -> None:
    assert Material(text).accepts("KR/ka") is accepted
    assert Selection(material=text).accepts(ENDGAME) is accepted


@pytest.mark.parametrize(
    ("headers", "first", "last"),
    [
        ({"Date": "1980.11.03"}, (1980, 11, 3), (1980, 11, 3)),
        ({"Date": "1980-11"}, (1980, 11, 1), (1980, 11, 31)),
        ({"Date": "1980年11月3日"}, (1980, 11, 3), (1980, 11, 3)),
        ({"Date": "19801103"}, (1980, 11, 3), (1980, 11, 3)),
        ({"Date": "1980.??.??"}, (1980, 1, 1), (1980, 12, 31)),
        ({"Date": "????.??.??", "Event": "2009年甲级联赛"}, (2009, 1, 1), (2009, 12, 31)),
        ({"Event": "Championship, Beijing 2006"}, (2006, 1, 1), (2006, 12, 31)),
        ({"Title": "1990 杯赛 12-15"}, (1990, 1, 1), (1990, 12, 31)),
    ],
)
def test_dates(headers: dict[str, str], first: object, last: object) -> None:
    assert dates_of(Game(headers=headers.items())) == (first, last)


def test_no_date_and_results_in_words() -> None:
    for words in ("第12345局", "第1999局", "#10步杀2016", "2088", "编号 1500"):
        assert dates_of(Game(headers=[("Event", words)])) is None
    assert [result_of(text) for text in ("黑胜", "DRAW", "*")] == ["0-1", "1/2-1/2", "*"]
