"""``chuhe book``, and what ``chuhe info`` is to tell of a book."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.unit.test_book import START, make

from chuhe.cli.book import facts, lines
from chuhe.cli.main import main
from chuhe.i18n import use_language
from chuhe.records.book import position_number

Said = pytest.CaptureFixture[str]


def run(said: Said, *words: str) -> tuple[int, str, str]:
    with use_language("en"), pytest.raises(SystemExit) as stop:
        main(words)
    told = said.readouterr()
    return int(stop.value.code or 0), told.out, told.err


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make(tmp_path / "start.obk", "obk", START, "正着")


def test_a_position_is_looked_up(path: Path, capsys: Said) -> None:
    status, out, _err = run(capsys, "book", str(path))
    assert status == 0
    rows = out.splitlines()
    assert rows[0].startswith("rnbakabnr/") and len(rows) == 3
    assert rows[1] == "相三进五  g0e2      50  won 1, drawn 1, lost 0: 75.0 %  正着"
    assert rows[2].split()[:3] == ["炮二平五", "h2e2", "30"]
    status, out, _err = run(capsys, "book", str(path), "--moves", "炮二平五", "--json")
    answer = json.loads(out)
    assert (status, answer["book"], answer["illegal"]) == (0, "obk", 0)
    assert answer["moves"] == [
        {
            "move": "h9g7",
            "chinese": "马8进7",
            "score": 7,
            "wins": 0,
            "draws": 0,
            "losses": 0,
            "memo": "正着",
            "valid": True,
        }
    ]
    status, out, _err = run(capsys, "book", str(path), "--all")
    assert "switched off" in out
    fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w"
    status, out, _err = run(capsys, "book", str(path), "--fen", fen)
    assert status == 0 and "The book has no move here." in out


def test_what_is_wrong_is_told(path: Path, tmp_path: Path, capsys: Said) -> None:
    from chuhe.board import Board

    with sqlite3.connect(path) as file:
        number = position_number(Board())
        file.execute("INSERT INTO bhobk (vkey, vmove) VALUES (?, 1)", (number,))
    file.close()
    status, out, _err = run(capsys, "book", str(path))
    assert status == 1 and "1 entries of this position are no legal move" in out
    status, _out, err = run(capsys, "book", str(tmp_path / "none"))
    assert status == 2 and "there is no such file" in err
    status, _out, err = run(capsys, "book", str(path), "--fen", "x")
    assert status == 2 and err.startswith("chuhe: ")
    status, _out, err = run(capsys, "book", str(path), "--moves", "h2e2 h2e2")
    assert status == 2 and err.startswith("chuhe: ")
    path.write_bytes(path.read_bytes()[:5000])
    status, _out, err = run(capsys, "book", str(path))
    assert status == 2 and "damaged" in err


def test_what_a_book_is_in_a_line_or_two(path: Path) -> None:
    with use_language("en"):
        first, second = lines(str(path))
    assert first.endswith("opening book OBK (BingHe), 5 moves of positions")
    assert second.split() == ["first", "moves:", "相三进五", "炮二平五"]
    assert facts(str(path)) == {
        "format": "book",
        "book": "obk",
        "entries": 5,
        "start_moves": ["g0e2", "h2e2"],
    }
