"""Real DhtmlXQ, CBF, XQR, EPD, eglib, csv and JSON files against what they are known to hold.

The collection lies beside the checkout where there is one. It has a truth for
DhtmlXQ and CBF; an XQR stands there beside its PGN, and the lists are held
against a plain reading of their lines.
"""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from chuhe import records
from chuhe.game import Game

RECORDS = Path(__file__).parents[3] / "shared" / "records"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not (RECORDS / "truth.jsonl").exists(),
        reason="the collection of records does not lie beside the checkout",
    ),
]

#: Results as wxf.ca writes them, which the reader behind the truth did not know.
LETTERS = {"W": "1-0", "L": "0-1", "D": "1/2-1/2"}
#: One variation ends in a move into check; its words are kept.
BROKEN = {"dhtmlxq/vschess/dhtmlxq.txt": 1}

Truth = dict[str, Any]


@pytest.fixture(scope="module")
def truth() -> list[Truth]:
    lines = (RECORDS / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [t for t in map(json.loads, lines) if t["format"] in ("dhtmlxq", "cbf")]


@pytest.fixture(scope="module")
def games(truth: list[Truth]) -> dict[str, Game]:
    found = {}
    for t in truth:
        [found[t["path"]]] = records.read(RECORDS / t["path"])
    return found


def test_trees_and_results(truth: list[Truth], games: dict[str, Game]) -> None:
    assert len(truth) == 15
    for t in truth:
        game = games[t["path"]]
        assert game.format == t["format"]
        assert game.uci_moves == t["moves"], t["path"]
        assert game.start_fen.split()[:2] == t["fen"].split()[:2]
        assert (game.count_variations(), game.count_comments()) == (
            t["n_variations"],
            t["n_comments"],
        )
        assert game.result == LETTERS.get(t["headers"].get("result", ""), t["result"])
        assert len(game.problems) == BROKEN.get(t["path"], 0)


def test_headers(truth: list[Truth], games: dict[str, Game]) -> None:
    for t in truth:
        told = {v for k, v in t["headers"].items() if k not in ("_encoding", "fen", "recordresult")}
        assert told <= set(games[t["path"]].headers.values()), t["path"]


def test_xqr_equals_its_twin() -> None:
    [game] = records.read(RECORDS / "xqr" / "xqr" / "res" / "1.xqr")
    [twin] = records.read(RECORDS / "pgn" / "xqr" / "res" / "1.pgn")
    assert game.uci_moves == twin.uci_moves and len(game.uci_moves) > 400
    assert game.result == twin.result == "1-0"
    assert game.headers["Red"] == twin.headers["Red"] or game.headers["Red"] in str(twin.headers)
    assert not game.problems


def decoded(field: bytes, codec: str) -> str:
    """A field as UTF-8 or in the codec of its place; a wrong guess shows in odd letters."""
    try:
        text = field.decode("utf-8")
    except UnicodeDecodeError:
        return field.decode(codec)
    return field.decode(codec) if any("\x80" <= c < "\u0800" for c in text) else text


def test_epd_of_xqwizard_in_two_encodings() -> None:
    files = sorted((RECORDS / "epd" / "xqwizard").rglob("*.EPD"))
    assert len(files) == 10
    total = 0
    for path in files:
        lines = [line for line in path.read_bytes().splitlines() if line.strip()]
        found = list(records.read(path))
        assert len(found) == len(lines)
        total += len(found)
        for line, game in zip(lines, found, strict=True):
            fen, titles = line.split(b" ; ")
            assert game.start_fen == fen.decode().strip() and game.format == "epd"
            parts = titles.split(b"|", 1)
            assert game.headers["Title"] == decoded(parts[0], "gb18030").strip()
            if len(parts) == 2:
                assert game.headers["TraditionalTitle"] == decoded(parts[1], "big5hkscs").strip()
            assert {p.code.split(".")[0] for p in game.problems} <= {"setup"}
    assert total == 1808


def test_eglib_lines_are_legal_and_whole() -> None:
    total = 0
    for path in sorted((RECORDS / "epd" / "cchess").rglob("*.eglib")):
        rows = [
            row.split("|") for row in path.read_text(encoding="utf-8").splitlines() if row.strip()
        ]
        found = list(records.read(path))
        groups: list[tuple[str, str, list[list[str]]]] = []
        for title, fen, *moves in rows:
            line = moves[0].split(",") if moves else []
            if line and groups and groups[-1][:2] == (title, fen):
                groups[-1][2].append(line)
            else:
                groups.append((title, fen, [line] if line else []))
        assert len(found) == len(groups)
        for (title, fen, lines), game in zip(groups, found, strict=True):
            total += 1
            assert game.headers["Title"] == title.strip()
            assert game.start_fen.split()[0] == fen.split()[0]
            assert {p.code.split(".")[0] for p in game.problems} <= {"setup", "record"}
            for line in lines:  # every line is in the tree
                node = game.root
                for move in line:
                    node = next(n for n in node.variations if str(n.move) == move)
            assert game.uci_moves == (lines[0] if lines else [])
    assert total == 1827


def test_csv_rows_are_legal_and_whole() -> None:
    total = 0
    for path in sorted((RECORDS / "csv").rglob("*.csv")):
        rows = [row for row in path.read_bytes().splitlines()[1:] if row.strip()]
        found = list(records.read(path))
        assert len(found) == len(rows)
        total += len(found)
        for row, game in zip(rows, found, strict=True):
            assert not game.problems, (path, row)
            lines = row.rsplit(b",", 1)[1].decode().split("|")
            assert game.uci_moves == lines[0].split()
            assert game.headers["Title"] == decoded(row.split(b",")[0], "gb18030").strip()
    assert total == 7579


def test_json_of_others() -> None:
    counts = {}
    for path in sorted((RECORDS / "json").rglob("*.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        found = list(records.read(path))
        counts[path.name] = sum(bool(game.problems) for game in found)
        assert [game.headers.get("Title") for game in found] == [e["title"] for e in expected]
        for game, entry in zip(found, expected, strict=True):
            if not game.problems:
                assert game.start_fen.split()[:2] == entry["fen"].split()[:2]
    # Nine positions of one file have ten points in a row.
    assert counts == {
        "puzzles.json": 0,
        "puzzles_verified.json": 9,
        "puzzles_verified_sorted.json": 0,
    }


@pytest.mark.parametrize("format", ["json", "dhtmlxq", "cbf", "xqr", "pfc"])
def test_written_and_read_again(games: dict[str, Game], format: str) -> None:
    for path, game in games.items():
        file = io.BytesIO()
        losses = list(records.write([game], file, format))
        [again] = records.read(file.getvalue())
        assert again.same_tree(game), (path, format)
        assert format == "pfc" or again.result == game.result
        if format == "json":
            assert again == game and not losses


def test_trees_of_other_formats_go_through(games: dict[str, Game]) -> None:
    """The largest PGNs and XQFs there, to DhtmlXQ and CBF and back."""
    paths = sorted(
        (p for part in ("pgn", "xqf") for p in (RECORDS / part).rglob("*") if p.is_file()),
        key=lambda p: -p.stat().st_size,
    )[:20]
    compared = 0
    for path in paths:
        for game in list(records.read(path))[:5]:
            for format in ("json", "dhtmlxq", "cbf", "xqr"):
                file = io.BytesIO()
                losses = {loss.code for loss in records.write([game], file, format)}
                [again] = records.read(file.getvalue())
                if "loss.before_joined" in losses or "loss.marks" in losses:
                    assert again.uci_moves == game.uci_moves
                    assert again.count_variations() == game.count_variations()
                else:
                    assert again.same_tree(game), (path, format)
                compared += 1
    assert compared >= 80


def test_no_file_is_taken_for_another() -> None:
    kinds = {"cbf": "cbf", "csv": "csv", "dhtmlxq": "dhtmlxq", "json": "json", "xqr": "xqr"}
    for folder, kind in kinds.items():
        for path in (RECORDS / folder).rglob("*"):
            assert path.is_dir() or records.sniff(path) == kind, path
    for path in (RECORDS / "epd").rglob("*"):
        if path.is_file():  # the first line tells; both are read alike
            has_moves = re.search(rb"\|[a-i]\d[a-i]\d", path.read_bytes().splitlines()[0])
            assert records.sniff(path) == ("eglib" if has_moves else "epd"), path
