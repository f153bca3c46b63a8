"""`chuhe library`, as a person and as a script call it."""

import io
import json
import shlex
from contextlib import redirect_stderr, redirect_stdout
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.library.test_names import PGN

from chuhe.cli.main import main
from chuhe.records import read


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def chuhe(*args: object, lang: str = "en", place: object = None) -> Done:
    words = ["--lang", lang, "library", *map(str, args)]
    if place is not None:
        words += ["--library", str(place)]
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
        copy_context().run(main, words)
    assert isinstance(stop.value.code, int)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))  # type: ignore[attr-defined]
    return Done(stop.value.code, *texts)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "files").mkdir()
    (folder / "files" / "games.pgn").write_text(PGN, encoding="utf-8")
    result = chuhe("import", folder / "files", place=folder / "own.chuhelib")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "4 games read from 1 files; 0 files are as before\n"
    return folder / "own.chuhelib"


def answer(*args: object, place: Path, status: int = 0) -> Any:
    result = chuhe(*args, "--json", place=place)
    assert (result.returncode, result.stderr) == (status, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_again_and_damaged(place: Path, tmp_path: Path) -> None:
    files = place.parent / "files"
    result = answer("import", files, place=place)
    assert result == [
        {
            "files": 0,
            "unchanged": 1,
            "unreadable": [],
            "games": 0,
            "removed": 0,
            "faulty": 0,
            "problems": {},
        }
    ]
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. 炮二平五 马8进7 2. 帅五进五 *", encoding="utf-8")
    none = tmp_path / "none.pgn"
    done = chuhe("import", bad, none, place=tmp_path / "other")
    assert done.returncode == 2
    assert f"{none}: there is no such file" in done.stderr
    assert "1 games with problems:" in done.stdout and f"{bad}#0" in done.stdout
    bad.unlink()
    [done_json] = answer("import", tmp_path, "--prune", place=tmp_path / "other")
    assert done_json["removed"] == 1


def test_position(place: Path) -> None:
    [found] = answer("position", "--moves", "炮二平五", "--limit", "1", place=place)
    assert found["fen"].startswith("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")
    assert {m["move"]: m["games"] for m in found["moves"]} == {"h9g7": 1, "h7e7": 1}
    assert found["total"] == {
        "games": 2,
        "red": 1,
        "draws": 1,
        "black": 0,
        "score": 0.75,
        "rating": 2450,
        "last": "1981",
    }
    assert len(found["games"]) == 1 and found["next"] == found["games"][0]["id"]
    [rest] = answer("position", "--moves", "炮二平五", "--after", str(found["next"]), place=place)
    assert [game["number"] for game in rest["games"]] == [0] and rest["next"] is None
    [both] = answer("position", found["fen"], "--mirror", place=place)
    assert both["total"]["games"] == 3
    [one] = answer("position", "--red", "胡榮華", "--result", "red", place=place)
    assert [(m["text"], m["games"]) for m in one["moves"]] == [("炮二平五", 1)]
    nothing = chuhe("position", "4k4/9/9/9/9/9/9/9/9/3K5 w", place=place)
    assert (nothing.returncode, nothing.stderr) == (1, "")


def test_positions_of_variations(place: Path, tmp_path: Path) -> None:
    file, library = tmp_path / "varied.pgn", tmp_path / "varied"
    text = "1. 炮二平五 (1. 兵七进一 卒7进1) 马8进7 *\n\n1. 兵七进一 卒7进1 *\n\n1. 炮八平五 *\n"
    file.write_text(text, encoding="utf-8")
    assert chuhe("import", file, place=library).returncode == 0
    [found] = answer("position", "--moves", "兵七进一", place=library)
    assert (found["total"]["games"], found["aside"]) == (1, 1)
    shown = chuhe("position", "--moves", "兵七进一", place=library).stdout.splitlines()[-1]
    assert shown.startswith("1 more games have it in variations: chuhe library search")
    words = shlex.split(shown.partition("chuhe library ")[2])
    assert [row["number"] for row in answer(*words, place=library)] == [1, 0]
    words.remove("--variations")
    assert [row["number"] for row in answer(*words, place=library)] == [1]
    assert "variations" not in chuhe("position", place=library).stdout


def test_position_for_people(place: Path) -> None:
    text = chuhe("position", place=place, lang="zh-Hans").stdout
    first = text.splitlines()[1].split()
    assert first[:2] == ["炮二平五", "2"]
    assert "75.0%" in first and "\x1b" not in text
    assert "胡榮華" in text and "1980-05-03" in text


def test_search_and_player(place: Path) -> None:
    found = answer("search", "--player", "胡荣华", "--min-plies", "3", place=place)
    assert [row["number"] for row in found] == [2, 0]
    assert answer("search", "--event", "全国象棋个人赛", "--count", place=place) == [{"count": 2}]
    assert answer("search", "--red", "许银川", place=place, status=1) == []
    page = chuhe("search", "--limit", "2", place=place).stdout
    assert "More follow: --after" in page
    [player] = answer("player", "胡荣华", place=place)
    assert (player["name"], player["games"], player["score"]) == ("胡榮華", 3, 0.5)
    shown = chuhe("player", "胡荣华", place=place).stdout
    assert "胡榮華: 3 games, score 50.0%" in shown and "楊官璘" in shown
    refused = chuhe("player", "许银川", place=place)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "chuhe: the library knows no player '许银川'\n"


def test_game_and_export(place: Path, tmp_path: Path) -> None:
    [row] = answer("search", "--text", "列炮", place=place)
    text = chuhe("game", row["id"], place=place).stdout
    assert "列炮" in text and '[Opening "中炮局"]' in text
    [game] = answer("game", row["id"], place=place)
    assert game["headers"]["Red"] == "杨 官 璘"
    target = tmp_path / "out.pgn"
    done = chuhe("export", target, "--player", "胡荣华", place=place)
    assert (done.returncode, done.stderr) == (0, "")
    original = list(read(place.parent / "files" / "games.pgn"))
    assert list(read(target)) == original[:3]
    standard = chuhe("export", "-", "--red", "吕钦", "--notation", "uci", place=place)
    assert "b2e2" in standard.stdout
    assert chuhe("export", tmp_path / "out.what", place=place).returncode == 2
    assert chuhe("game", "99", place=place).returncode == 2


def test_info_dedupe_remove(place: Path, tmp_path: Path) -> None:
    [info] = answer("info", place=place)
    assert (info["games"], info["players"], info["years"]) == (4, 4, [1980, 2001])
    assert "Size" in chuhe("info", place=place).stdout
    other, more = tmp_path / "other", tmp_path / "same.pgn"
    more.write_text(PGN.replace("胡榮華", "某人").replace("列炮", ""), encoding="utf-8")
    chuhe("import", place.parent / "files", more, place=other)
    groups = answer("dedupe", "--min-plies", "2", place=other, status=1)
    assert [len(group) for group in groups] == [2, 2, 2, 2]
    assert groups[1][0]["path"].endswith("games.pgn")  # it has the comment
    assert (
        "4 games are there 4 times too often"
        in chuhe("dedupe", "--min-plies", "2", place=other).stdout
    )
    shown = chuhe("dedupe", "--min-plies", "2", "--remove", place=other)
    assert "4 games removed" in shown.stdout
    assert answer("dedupe", "--min-plies", "2", place=other) == []
    assert answer("remove", place.parent / "files", more, place=other) == [{"removed": 4}]
    assert chuhe("remove", more, place=other).returncode == 1


def test_no_library(tmp_path: Path) -> None:
    for words in (["info"], ["position"], ["search"], ["dedupe"], ["remove", "x"]):
        done = chuhe(*words, place=tmp_path / "none")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"chuhe: there is no library at {tmp_path / 'none'}\n"


def test_the_library_of_the_environment(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CHUHE_LIBRARY", str(place))
    assert json.loads(chuhe("info", "--json").stdout)["games"] == 4
    monkeypatch.delenv("CHUHE_LIBRARY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "chuhe" / "games.chuhelib"
    assert chuhe("info").stderr == f"chuhe: there is no library at {own}\n"
    assert chuhe("import", place.parent / "files").returncode == 0
    assert own.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["search", "--result", "nobody"],
        ["search", "--material", "xyz"],
        ["search", "--since", "yesterday"],
        ["search", "--opening", "炮二平五 炮九平五"],
        ["position", "nonsense"],
        ["position", "--notation", "klingon"],
        ["export", "-", "--to", "nothing"],
        ["what"],
    ],
)
def test_wrong_words(place: Path, words: list[str]) -> None:
    done = chuhe(*words, place=None if words == ["what"] else place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("chuhe: ") and "Traceback" not in done.stderr


def test_help_speaks_one_language() -> None:
    for command in ("import", "position", "search", "export", "dedupe"):
        text = chuhe(command, "--help").stdout
        assert text and not any("一" <= sign <= "鿿" for sign in text)
