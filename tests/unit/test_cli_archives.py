"""`chuhe convert` over folders, `merge`, `split`, `filter` and `dedupe`, as a person calls them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chuhe import records

DATA = Path(__file__).parents[1] / "data" / "records"
HU = """[Event "个人赛"]
[Red "胡荣华"]
[Black "杨官璘"]
[Date "1980.11.03"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0
"""
XU = """[Event "杯赛: A/B"]
[Red "许银川"]
[Black "吕钦"]
[Date "2003.05.??"]

1. 兵七进一 卒7进1 {对兵} 1/2-1/2
"""


def chuhe(*args: object, stdin: bytes = b"", lang: str = "en") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chuhe", "--lang", lang, *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(command, done.returncode, out, err)


def players(path: Path) -> list[str]:
    return [game.headers.get("Red", "") for game in records.read(path)]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Two games in two files of two folders, and one of them again with more headers."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.pgn").write_text(HU, encoding="utf-8")
    (folder / "deep" / "b.pgn").write_text(XU, encoding="utf-8")
    (folder / "deep" / "b.txt").write_text(
        "红方：许银川\n黑方：吕钦\n轮次：第3轮\n\n1. 兵七进一 卒7进1\n", encoding="utf-8"
    )
    return folder


def test_a_folder_becomes_a_folder_with_a_file_each(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = chuhe("convert", archive, f"{out}/", "--to", "xqf")
    assert result.returncode == 0
    found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*"))
    assert found == ["a.xqf", "deep/b.txt.xqf", "deep/b.xqf"]
    assert players(out / "deep" / "b.xqf") == ["许银川"]
    assert "files: 3, games: 3, written: 3" in result.stderr


def test_the_version_of_xqf_can_be_chosen(archive: Path, tmp_path: Path) -> None:
    for version, byte in (("10", 10), ("18", 18)):
        out = tmp_path / f"{version}.xqf"
        assert chuhe("convert", archive / "a.pgn", out, "--xqf-version", version).returncode == 0
        assert out.read_bytes()[:3] == b"XQ" + bytes([byte])
        assert players(out) == ["胡荣华"]
    refused = chuhe("convert", archive / "a.pgn", tmp_path / "a.pgn", "--xqf-version", "18")
    assert (refused.returncode, "goes with the format xqf" in refused.stderr) == (2, True)


def test_the_shell_completes_formats_and_notations() -> None:
    from chuhe.cli import records_words as words

    assert words._complete_format("cb") == ["cbr", "cbl", "cbf"]
    assert words.complete_notation("zh") and words._complete_encoding("g") == ["gb18030"]


def test_files_that_are_there_are_not_written_over_unasked(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.pgn").write_text("mine")
    result = chuhe("convert", archive, out, "--to", "pgn")
    assert result.returncode == 2
    assert f"1 file is there already, {out / 'a.pgn'}; --force" in result.stderr
    assert (out / "a.pgn").read_text() == "mine"
    assert chuhe("convert", archive, out, "--to", "pgn", "--force").returncode == 0
    assert players(out / "a.pgn") == ["胡荣华"]


def test_no_file_read_is_written_over_by_another(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1. 兵七进一 *", encoding="utf-8")
    (tmp_path / "a.pgn").write_text(HU, encoding="utf-8")
    result = chuhe("convert", tmp_path, tmp_path, "--to", "pgn", "--force")
    assert result.returncode == 0
    assert players(tmp_path / "a.pgn") == ["胡荣华"]
    assert (tmp_path / "a.txt.pgn").exists()


def test_the_folders_of_a_pattern_are_kept(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert chuhe("convert", f"{archive}/**/*.pgn", f"{out}/", "--to", "text").returncode == 0
    assert (out / "a.txt").exists() and (out / "deep" / "b.txt").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_however_many_work_the_file_is_the_same(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "broken.pgn").write_bytes(bytes(range(256)))
    for suffix in ("pgn", "csv"):
        out = tmp_path / f"out.{suffix}"
        result = chuhe("convert", DATA, tmp_path / "broken.pgn", out, "--jobs", jobs, "-v")
        assert result.returncode == 2
        assert "1 file left out" in result.stderr
        reference = tmp_path / f"reference.{suffix}"
        with reference.open("wb") as file:
            games = (game for path in sorted(DATA.iterdir()) for game in _games(path))
            list(records.write(games, file, suffix))
        assert out.read_bytes() == reference.read_bytes()
    assert len(list(tmp_path.iterdir())) == 5


def _games(path: Path) -> list[Any]:
    known = {suffix for module in records.FORMATS.values() for suffix in module.SUFFIXES}
    known |= {".htm", ".html"}  # those at hand all hold games
    if path.suffix.lower() not in known:
        return []
    return list(records.read(path))


def test_losses_are_told_by_their_kind(tmp_path: Path) -> None:
    source = tmp_path / "many.pgn"
    source.write_text('[Clock "1"]\n1. 炮二平五 马8进6 *\n\n' * 5, encoding="utf-8")
    result = chuhe("convert", source, "-", "--to", "text")
    lines = result.stderr.splitlines()
    assert sum("not kept: the header Clock" in line for line in lines) == 3
    assert "       5 × the header Clock (first: " in result.stderr
    assert "5 games with something wrong in the record:" in result.stderr
    every = chuhe("convert", source, "-", "--to", "text", "--verbose")
    assert sum("not kept: the header Clock" in line for line in every.stderr.splitlines()) == 5
    report = json.loads(chuhe("convert", source, tmp_path / "out.txt", "--json", "-q").stdout)
    assert (report["games"], report["faulty"], report["losses"][0]["count"]) == (5, 5, 5)
    assert report["faults"][0]["code"] == "illegal.leg_blocked"


def test_losses_of_a_game_among_others_have_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(f"{XU}\n{HU}", encoding="utf-8")
    result = chuhe("filter", tmp_path / "a.pgn", tmp_path / "out.epd", "--player", "胡荣华")
    assert f"{tmp_path}/a.pgn#1: not kept:" in result.stderr
    assert "#0" not in result.stderr


def test_a_file_of_many_games_is_told_and_the_others_go_on(archive: Path, tmp_path: Path) -> None:
    (archive / "two.pgn").write_text(f"{HU}\n{XU}", encoding="utf-8")
    result = chuhe("convert", archive, f"{tmp_path}/out/", "--to", "xqf")
    assert result.returncode == 2
    assert f"{archive}/two.pgn: holds several games, and a file of the format xqf" in result.stderr
    assert len(list((tmp_path / "out").rglob("*.xqf"))) == 3


def test_info_sums_up(archive: Path) -> None:
    result = chuhe("info", "--totals", archive)
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "files: 3, games: 3"
    assert "results: Red wins 1, draw 1, unknown 1" in lines
    assert "years: 1980 to 2003" in lines
    assert "       2  许银川" in lines
    facts = json.loads(chuhe("info", "--json", archive, DATA / "illegal.pgn", "-j", 2).stdout)
    assert (facts["games"], facts["faulty"], facts["files"]) == (5, 1, 4)
    assert facts["openings"]["兵七进一 卒7进1"] == 2
    assert facts["faults"][0]["first"] == f"{DATA / 'illegal.pgn'}#0"
    everything = chuhe("info", archive).stdout
    assert "#0  胡荣华 – 杨官璘  1-0  4 plies" in everything and "files: 3, games: 3" in everything


def test_judge_says_the_same_however_many_judge() -> None:
    one, *others = [chuhe("judge", "--json", DATA, *jobs) for jobs in ((), ("-j", 1), ("-j", 2))]
    assert one.stdout and all(other.stdout == one.stdout for other in others)
    assert {other.returncode for other in others} == {one.returncode}
    refused = chuhe("judge", DATA / "iccs.pgn", "--html", "x.html", "-j", 2)
    assert (refused.returncode, "--html does not go with" in refused.stderr) == (2, True)


def test_merge_puts_games_in_the_order_of_the_names(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.cbl"
    assert chuhe("merge", archive / "deep", archive / "a.pgn", out).returncode == 0
    assert players(out) == ["许银川", "许银川", "胡荣华"]
    assert chuhe("merge", archive, tmp_path / "one.xqf").returncode == 2
    assert chuhe("merge", archive, tmp_path, "--to", "pgn").returncode == 2


def test_split_a_file_a_game(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    name = "{number:03} {date} {red}-{black}"
    assert chuhe("split", archive, out, "--name", name, "--to", "xqf").returncode == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "001 1980.11.03 胡荣华-杨官璘.xqf",
        "002 2003.05. 许银川-吕钦.xqf",
        "003 许银川-吕钦.xqf",
    ]
    again = chuhe("split", archive, out, "--name", name, "--to", "xqf")
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    assert len(list(out.iterdir())) == 3


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("event", ["unknown.pgn", "个人赛.pgn", "杯赛_ A_B.pgn"]),
        ("red", ["胡荣华.pgn", "许银川.pgn"]),
        ("year", ["1980.pgn", "2003.pgn", "unknown.pgn"]),
        ("result", ["Red wins.pgn", "draw.pgn", "unknown.pgn"]),
        ("opening", ["兵七进一 卒7进1.pgn", "炮二平五 马8进7.pgn"]),
    ],
)
def test_split_by_what_games_have_in_common(
    by: str, names: list[str], archive: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert chuhe("split", archive, out, "--by", by).returncode == 0
    assert sorted(path.name for path in out.iterdir()) == names
    assert sum(len(players(path)) for path in out.iterdir()) == 3


def test_split_by_number_into_files_that_cannot_be_joined(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert chuhe("split", archive, out, "--every", 2, "--to", "cbl").returncode == 0
    assert [players(path) for path in sorted(out.iterdir())] == [["胡荣华", "许银川"], ["许银川"]]
    folders = tmp_path / "folders"
    assert chuhe("split", archive, folders, "--every", 2, "--to", "cbr").returncode == 0
    assert len(list((folders / "0001").iterdir())) == 2


def test_filter_writes_what_is_wanted_and_not_the_rest(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert chuhe("filter", archive, out, "--player", "许", "--result", "draw").returncode == 0
    assert players(out) == ["许银川"]
    assert chuhe("filter", archive, out, "--player", "许", "--not").returncode == 0
    assert players(out) == ["胡荣华"]
    result = chuhe("filter", archive, "-", "--opening", "C2=5", "-q")
    assert "胡荣华" in result.stdout and "许银川" not in result.stdout


def test_filter_counts_and_lists(archive: Path) -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1p3p/6p2/2P6/P3P1P1P/1C5C1/9/RNBAKABNR"
    assert chuhe("filter", archive, "--position", fen, "--count").stdout == "2\n"
    listed = chuhe("filter", archive, "--text", "对兵", "--list")
    assert listed.stdout == (
        f"{archive}/deep/b.pgn#0  许银川 – 吕钦  1/2-1/2  2 plies  2003.05.??  杯赛: A/B\n"
    )
    [line] = chuhe("filter", archive, "--red", "胡", "--list", "--json").stdout.splitlines()
    assert json.loads(line)["black"] == "杨官璘"


@pytest.mark.parametrize(
    "args",
    [
        ("--material", "RP"),
        ("--position", "x"),
        ("--opening", "smoke"),
        ("--result", "2-0"),
        ("--since", "soon"),
        (),
    ],
)
def test_filter_says_what_it_does_not_understand(args: tuple[str, ...]) -> None:
    result = chuhe("filter", DATA / "iccs.pgn", *args)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("chuhe: ")


def test_dedupe_keeps_the_richest(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    result = chuhe("dedupe", archive, out)
    assert result.returncode == 0
    assert "games that are there more than once: 1; records dropped: 1" in result.stderr
    games = list(records.read(out))
    assert [game.headers["Red"] for game in games] == ["胡荣华", "许银川"]
    assert games[1].count_comments() == 1 and "Round" not in games[1].headers
    chuhe("dedupe", archive, out, "--join")
    assert list(records.read(out))[1].headers["Round"] == "第3轮"


def test_dedupe_lists(archive: Path) -> None:
    [line] = chuhe("dedupe", archive, "--list", "--json").stdout.splitlines()
    group = json.loads(line)
    assert group["kept"]["path"].endswith("b.pgn")
    assert [dropped["headers"]["Round"] for dropped in group["dropped"]] == ["第3轮"]
    assert "kept     " in chuhe("dedupe", archive, "--list").stdout
    assert chuhe("dedupe", "-", "--list").returncode == 2
