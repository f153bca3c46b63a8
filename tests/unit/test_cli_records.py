"""`chuhe info` and `chuhe convert`, as a script calls them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data" / "records"


def chuhe(
    *args: object, stdin: bytes = b"", lang: str = "en"
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "chuhe", "--lang", lang, *map(str, args)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def lines(result: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_info_gives_a_json_line_a_game() -> None:
    path = DATA / "illegal.pgn"
    result = chuhe("info", "--jsonl", path, DATA / "book.txt")
    assert (result.returncode, result.stderr) == (1, b"")
    first, second, third, _ = lines(result)
    assert first == {
        "path": str(path),
        "index": 0,
        "format": "pgn",
        "encoding": "utf-8",
        "fen": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "moves": ["h2e2", "h9g7", "h0g2"],
        "result": "1-0",
        "headers": {"Game": "Chinese Chess", "Red": "a"},
        "n_variations": 0,
        "n_comments": 0,
        "problems": [
            {
                "place": {"ply": 4, "line": 3, "offset": 74},
                "code": "illegal.leg_blocked",
                "text": "马7进8 is not legal here: the horse's leg is blocked at g6",
            }
        ],
    }
    assert (second["index"], second["problems"]) == (1, [])
    assert (third["format"], third["headers"]["Red"]) == ("text", "甲市赵一")


def test_info_for_people() -> None:
    result = chuhe("info", DATA / "illegal.pgn", lang="zh-Hans")
    text = result.stdout.decode()
    assert "#0  a – ?  1-0  3 着，0 个变着，0 条注解" in text
    assert "第 3 行，第 4 着: 马7进8 不合规则：马腿在 g6 被蹩" in text
    assert text.endswith("共 2 局，其中 1 局有问题\n")


def test_exit_status() -> None:
    good = DATA / "iccs.pgn"
    assert chuhe("info", good).returncode == 0
    assert chuhe("info", good, DATA / "illegal.pgn").returncode == 1
    result = chuhe("info", "--jsonl", good, "/no/such/file", DATA / "illegal.pgn")
    assert result.returncode == 2
    assert len(lines(result)) == 3
    assert result.stderr == b"chuhe: /no/such/file: there is no such file\n"
    assert chuhe("info").returncode == 2


def test_info_reads_folders_patterns_and_standard_input(tmp_path: Path) -> None:
    count = len(lines(chuhe("info", "--jsonl", DATA)))
    assert count > len(list(DATA.iterdir())) - 2
    assert len(lines(chuhe("info", "--jsonl", DATA / "*.wxf"))) == 1
    [game] = lines(chuhe("info", "--jsonl", "-", stdin=(DATA / "chinese_big5.pgn").read_bytes()))
    assert (game["path"], game["encoding"], len(game["moves"])) == ("-", "big5", 8)


def test_what_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for name, data, said in (
        ("empty.pgn", b"", "nothing of a record of games is found here"),
        ("noise.pgn", bytes(range(256)) * 9, "nothing of a record of games is found here"),
        (
            "a.obk",
            b"SQLite format 3\0" + bytes(99),
            "the opening book is damaged: file is not a database",
        ),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        result = chuhe("info", path)
        assert (result.returncode, result.stdout) == (2, b"")
        assert result.stderr.decode() == f"chuhe: {path}: {said}\n"


def test_convert_there_and_back(tmp_path: Path) -> None:
    text, again = tmp_path / "games.txt", tmp_path / "games.pgn"
    assert chuhe("convert", DATA / "chinese_gb18030.pgn", DATA / "iccs.pgn", text).returncode == 0
    assert "  1. 炮二平五  马8进7 {马护中卒}\n" in text.read_text(encoding="utf-8")
    args = ("convert", text, again, "--notation", "zh-hant", "--encoding", "big5")
    assert chuhe(*args).returncode == 0
    assert "2. 馬二進三" in again.read_text(encoding="big5")
    games = lines(chuhe("info", "--jsonl", again))
    assert [len(game["moves"]) for game in games] == [6, 4]
    assert games[0]["n_comments"] == 3


def test_convert_to_files_of_fields_and_back(tmp_path: Path) -> None:
    library, again = tmp_path / "games.CBL", tmp_path / "games.pgn"
    assert (
        chuhe("convert", DATA / "chinese_gb18030.pgn", DATA / "iccs.pgn", library).returncode == 0
    )
    games = lines(chuhe("info", "--jsonl", library))
    assert [(game["format"], len(game["moves"])) for game in games] == [("cbl", 6), ("cbl", 4)]
    assert chuhe("convert", library, again).returncode == 0
    one = tmp_path / "one.xqf"
    result = chuhe("convert", library, one)
    assert (result.returncode, one.exists()) == (2, False)
    assert "holds one game, and there are several: name a folder" in result.stderr.decode()
    assert chuhe("convert", DATA / "iccs.pgn", one).returncode == 0
    [game] = lines(chuhe("info", "--jsonl", one))
    assert game["moves"] == games[1]["moves"]


def test_convert_tells_what_is_lost(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[TimeControl "1"]\n1. 炮二平五 马8进6 *\n', encoding="utf-8")
    result = chuhe("convert", source, "-", "--to", "text")
    assert result.returncode == 1
    assert result.stdout.decode() == "  1. 炮二平五 马8进6\n\n"
    told = result.stderr.decode().splitlines()
    assert told[0].startswith(f"{source}#0: 马8进6 is not legal here")
    assert told[1:] == [f"{source}#0: not kept: the header TimeControl"]


def test_convert_may_write_over_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes((DATA / "ucci.pgn").read_bytes())
    assert chuhe("convert", path, path, "--notation", "wxf").returncode == 0
    assert "1. C2=5 H8+7" in path.read_text(encoding="utf-8")
    assert [p.name for p in tmp_path.iterdir()] == ["a.pgn"]
    missing = tmp_path / "none" / "a.pgn"
    result = chuhe("convert", path, missing)
    assert (result.returncode, result.stderr.decode()) == (
        2,
        f"chuhe: {missing}: there is no such file\n",
    )


def test_convert_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    source = DATA / "iccs.pgn"
    for args in (
        (source,),
        (source, tmp_path / "a.zip"),
        (source, tmp_path / "a.che"),
        (source, tmp_path / "a.pgn", "--notation", "smoke"),
        (source, tmp_path / "a.pgn", "--encoding", "klingon"),
    ):
        result = chuhe("convert", *args)
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr and result.stderr
    assert not list(tmp_path.iterdir())
