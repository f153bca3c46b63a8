"""``chuhe tournament``."""

import json
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.tournament import Event, Pairing, Player, Points, Score, Sheet
from chuhe.tournament.trf import read_trf, write_trf

DATA = Path(__file__).parents[1] / "data" / "tiebreaks" / "fide.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def chuhe(
    capfd: pytest.CaptureFixture[str], *words: object, lang: str = "en"
) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", lang, "tournament", *map(str, words)])
    told = capfd.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, told.out, told.err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Five players after one round, 2:1:0."""
    names = ["许银川", "胡荣华", "吕钦", "赵国荣", "柳大华"]
    event = Event(
        name="羊城杯",
        players=tuple(Player(n, name, 2600 - n) for n, name in enumerate(names, 1)),
        points=Points.of("2:1:0"),
        rounds_total=4,
        initial_side="red",
    )
    event = event.with_sheet(Sheet(1, (Pairing(1, 3), Pairing(4, 2), Pairing(5))))
    event = event.with_result(1, red=1, black=3, score=Score.WIN)
    event = event.with_result(1, red=4, black=2, score=Score.DRAW)
    path = tmp_path / "cup.trf"
    path.write_text(write_trf(event), encoding="utf-8")
    return path


#: Round 3 of an invented event and its pairing by bbpPairings 6.0.0 (16a000f).
ROUND_3 = """012 Xiangqi vector
001    1      Player 0001                       2500                             2.0    1     5 b 1     7 w 1
001    2      Player 0002                       2415                             1.0    3     6 w 0     8 b 1
001    3      Player 0003                       2378                             1.0    4     7 b 0     5 w 1
001    4      Player 0004                       2271                             2.0    2     8 w 1     6 b 1
001    5      Player 0005                       2207                             0.0    7     1 w 0     3 b 0
001    6      Player 0006                       2116                             1.0    5     2 b 1     4 w 0
001    7      Player 0007                       2030                             1.0    6     3 w 1     1 b 0
001    8      Player 0008                       2007                             0.0    8     4 b 0     2 w 0
XXR 7
XXC black1
"""
PAIRED = [(4, 1), (2, 3), (7, 6), (5, 8)]


def test_pair_as_json_names_the_first_mover_white(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(ROUND_3, encoding="utf-8")
    status, out, _ = chuhe(capfd, "pair", path, "--json")
    sheet = json.loads(out)
    assert status == 0
    assert sheet["round"] == 3
    assert [(pair["white"], pair["black"]) for pair in sheet["pairs"]] == PAIRED
    assert sheet["absent"] == []
    assert isinstance(sheet["reasons"], list)


def test_the_order_of_the_lines_may_rank_the_players(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``XXC rank``; the order is arbitrary, the pairing that of bbpPairings 6.0.0."""
    head, *lines = ROUND_3.splitlines()
    order = [7, 4, 2, 1, 8, 3, 6, 5]
    ranked = [head, *(lines[n - 1] for n in order), "XXR 7", "XXC rank black1"]
    path = tmp_path / "ranked.trf"
    path.write_text("\n".join(ranked), encoding="utf-8")
    _, out, _ = chuhe(capfd, "pair", path, "--json")
    pairs = [(pair["white"], pair["black"]) for pair in json.loads(out)["pairs"]]
    assert pairs == [(4, 1), (7, 6), (2, 3), (5, 8)]
    assert pairs != PAIRED
    for edition in ("16", "26"):
        written = chuhe(capfd, "convert", path, "--to", edition)[1]
        assert read_trf(written) == read_trf(path.read_bytes())


def test_pair_prints_the_sheet_of_the_next_round(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(ROUND_3.replace("Player 0004", "许银川     "), encoding="utf-8")
    status, out, err = chuhe(capfd, "pair", path, lang="zh-Hans")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Xiangqi vector  第 3 轮对阵表"
    assert lines[2].split() == ["台次", "先手", "积分", "后手", "积分"]
    assert lines[3] == "1     4 许银川       2.0   –  1 Player 0001  2.0"


def test_a_round_on_record_is_paired_again(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    _, out, _ = chuhe(capfd, "pair", file, "--round", 1, "--json")
    assert json.loads(out)["pairs"] == [
        {"white": 1, "black": 3},
        {"white": 4, "black": 2},
        {"white": 5, "black": None},
    ]


def test_no_pairing_is_an_answer_with_status_1(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    event = Event(players=(Player(1), Player(2)), rounds_total=2)
    event = event.with_sheet(Sheet(1, (Pairing(1, 2),)))
    event = event.with_result(1, red=1, black=2, score=Score.DRAW)
    path = tmp_path / "stuck.trf"
    path.write_text(write_trf(event), encoding="utf-8")
    status, out, _ = chuhe(capfd, "pair", path, "--json")
    assert status == 1
    error = json.loads(out)["error"]
    assert error["code"] == "no_valid_pairing"
    assert error["facts"]["round"] == 2
    status, out, err = chuhe(capfd, "pair", path)
    assert (status, out) == (1, "")
    assert err.startswith("chuhe: ")


def test_a_missing_result_keeps_the_next_round_back(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    event = Event(players=(Player(1), Player(2), Player(3)), rounds_total=2)
    path = tmp_path / "open.trf"
    path.write_text(write_trf(event.with_sheet(Sheet(1, (Pairing(1, 2), Pairing(3))))))
    status, out, _ = chuhe(capfd, "pair", path, "--json")
    assert status == 1
    assert json.loads(out)["error"]["code"] == "pairing.unfinished"


def test_a_damaged_file_is_told_with_its_place(
    capfd: pytest.CaptureFixture[str], file: Path
) -> None:
    text = file.read_text(encoding="utf-8").replace("2599", "25x9")
    file.write_text(text, encoding="utf-8")
    status, out, _ = chuhe(capfd, "standings", file, "--json")
    assert status == 2
    error = json.loads(out)["error"]
    assert error["code"] == "trf.rating"
    assert (error["facts"]["line"], error["facts"]["column"]) == (2, 49)
    for command in ("pair", "standings", "check", "convert"):
        status, out, err = chuhe(capfd, command, file)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert "line 2, column 49" in err


def test_a_file_that_is_not_there(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = chuhe(capfd, "pair", tmp_path / "none.trf")
    assert (status, out) == (2, "")
    assert "there is no such file" in err
    status, out, _ = chuhe(capfd, "pair", tmp_path / "none.trf", "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == "file.unreadable"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["event"])
def test_standings_as_json_have_all_figures(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, case: dict
) -> None:
    path = tmp_path / "event.trf"
    path.write_text(case["trf"].replace("\n", "\r"), encoding="utf-8", newline="")
    codes = ",".join(case["codes"][1:])
    status, out, _ = chuhe(capfd, "standings", path, "--tiebreaks", codes, "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["tiebreaks"] == case["codes"]
    for row in answer["standings"]:
        expected = map(float, case["figures"][str(row["player"])])
        assert [row["values"][code] for code in case["codes"]] == list(expected)
        assert row["place"] == case["places"][str(row["player"])]


def test_standings_for_people_take_the_chinese_list_where_a_win_is_two(
    capfd: pytest.CaptureFixture[str], file: Path
) -> None:
    _, out, _ = chuhe(capfd, "standings", file, lang="zh-Hans")
    lines = out.splitlines()
    assert lines[0] == "羊城杯  第 1 轮后名次表"
    assert lines[2].split() == ["名次", "棋手", *"ZACDEFH"]
    # 1 and 5 are tied in all. 2 and 4 drew, and 2 was second mover: F, more is better.
    assert [line.split()[:2] for line in lines[3:-2]] == [
        ["1", "1"], ["1", "5"], ["3", "2"], ["4", "4"], ["5", "3"],
    ]  # fmt: skip
    assert lines[3].split()[3:] == ["2.0", "0.0", "1", "0", "0", "0", "0"]


def test_standings_explain_a_player(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    _, out, _ = chuhe(capfd, "standings", file, "--tiebreaks", "BH", "--explain", 1)
    assert "1 许银川: place 2" in out
    assert "BH Buchholz: 0.0" in out
    assert "    round 1: 3 吕钦 has 0.0" in out
    _, out, _ = chuhe(capfd, "standings", file, "--tiebreaks", "BH", "--explain", 1, "--json")
    row = next(row for row in json.loads(out)["standings"] if row["player"] == 1)
    assert row["working"]["BH"] == [
        {"round": 1, "opponent": 3, "value": 0.0, "cut": False, "text": "round 1: 3 吕钦 has 0.0"}
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--tiebreaks", "BH,XX"], "tiebreak.unknown"),
        (["--tiebreaks", "BH,BH"], "tiebreak.twice"),
        (["--unplayed", "english"], "tiebreak.unplayed"),
        (["--explain", "99"], "event.no_player"),
    ],
)
def test_wrong_wishes_are_told(
    capfd: pytest.CaptureFixture[str], file: Path, words: list[str], code: str
) -> None:
    status, out, _ = chuhe(capfd, "standings", file, *words, "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code


def test_check_agrees_or_tells_what_differs(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    status, out, _ = chuhe(capfd, "check", file)
    assert status == 0
    assert out == "1 round paired again, all points counted again: no difference\n"
    status, out, _ = chuhe(capfd, "check", file, "--json")
    assert json.loads(out) == {"rounds": 1, "right": True, "differences": []}
    text = file.read_text(encoding="utf-8").replace(" 2.0 ", " 1.0 ", 1)
    file.write_text(text, encoding="utf-8")
    status, out, _ = chuhe(capfd, "check", file)
    assert status == 1
    assert "player 1 has 2.0 points, the file says 1.0" in out


def test_lots_can_be_repeated_from_their_seed(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, _ = chuhe(capfd, "lots", "--players", 13, "--seed", "S", "--json")
    assert status == 0
    drawn = json.loads(out)
    assert drawn["seed"] == "S"
    assert len(drawn["pairs"]) == 7
    assert drawn["course"] == [13, 7, 4, 2]
    assert chuhe(capfd, "lots", "--players", 13, "--seed", "S", "--json")[1] == out
    assert chuhe(capfd, "lots", "--players", 13, "--seed", "T", "--json")[1] != out


def test_lots_without_a_seed_tell_the_one_they_took(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = chuhe(capfd, "lots", "--players", 7, "--json")
    again = chuhe(capfd, "lots", "--players", 7, "--seed", json.loads(out)["seed"], "--json")[1]
    assert again == out


@pytest.mark.parametrize("players", [-1, 0, 1, 100_000])
def test_lots_need_players(capfd: pytest.CaptureFixture[str], players: int) -> None:
    status, out, _ = chuhe(capfd, "lots", "--players", players, "--seed", "S", "--json")
    assert status in (1, 2)
    assert json.loads(out)["error"]["code"] == "lots.players"


def test_convert_writes_the_other_edition(capfd: pytest.CaptureFixture[str], file: Path) -> None:
    status, out, _ = chuhe(capfd, "convert", file, "--to", "26")
    assert status == 0
    assert "142 4\n152 W\n162" in out
    again = read_trf(out)
    assert again == read_trf(file.read_bytes())
    status, out, _ = chuhe(capfd, "convert", file)
    assert out == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_help_is_in_one_language(capfd: pytest.CaptureFixture[str], lang: str) -> None:
    status, out, err = chuhe(capfd, lang=lang)
    assert (status, err) == (0, "")
    for command in ("pair", "standings", "check", "lots", "convert"):
        assert command in out
        status, told, _ = chuhe(capfd, command, "--help", lang=lang)
        assert status == 0
        assert ("选项" in told) == (lang == "zh-Hans")
