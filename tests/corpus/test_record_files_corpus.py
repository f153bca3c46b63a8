"""Real XQF, CBR, CBL, MXQ and CHE files against what they are known to hold.

The collection lies beside the checkout where there is one. Its truth counts the
variations and comments of a file without playing them.
"""

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chuhe import records
from chuhe.game import Game
from chuhe.records import cbl, cbr, xqf

RECORDS = Path(__file__).parents[3] / "shared" / "records"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not (RECORDS / "truth.jsonl").exists(),
        reason="the collection of records does not lie beside the checkout",
    ),
]

#: Files in which a variation goes on with a move that stands twice; it is read as one.
TWICE = {
    "xqf/MyChess/中炮【马2进3】.XQF": 1,
    "xqf/XQMagic/Books/马炮争雄-黄少龙/08现代跳正马攻法.XQF": 1,
    "xqf/cchess_qt/棋谱文件/疑难文件.xqf/中炮【马8进7】.XQF": 2,
}
#: Files with moves in variations that cannot be played.
BROKEN_VARIATIONS = {
    "xqf/cchess/game_book/残局谱/江湖排局集成/第073局\u3000鸿门夜宴\u3000红先黑胜.xqf",
    "xqf/cchess_qt/棋谱文件/疑难文件.xqf/中炮【马8进7】.XQF",
    "xqf/cchess_qt/棋谱文件/疑难文件.xqf/中炮对屏风马.XQF",
    "xqf/cchess_qt/棋谱文件/疑难文件.xqf/仙人指路全集（史上最全最新版）.XQF",
    "xqf/cchess_qt/棋谱文件/疑难文件.xqf/黑用开局库.XQF",
}
#: Names of headers as the truth has them.
NAMES = {
    "redteam": "RedTeam",
    "blackteam": "BlackTeam",
    "redelo": "RedElo",
    "blackelo": "BlackElo",
    "redtime": "RedTime",
    "blacktime": "BlackTime",
    "timerule": "TimeControl",
    "class": "EventClass",
    "path": "Category",
}

Truth = dict[str, Any]


@pytest.fixture(scope="module")
def truth() -> list[Truth]:
    lines = (RECORDS / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = ("xqf", "cbr", "cbl", "mxq", "che")
    return [t for t in map(json.loads, lines) if t["format"] in kinds]


@pytest.fixture(scope="module")
def games(truth: list[Truth]) -> dict[str, list[Game]]:
    paths = sorted({t["path"] for t in truth})
    found = records.read_files([RECORDS / path for path in paths])
    assert not [f for f in found if not isinstance(f, list)]
    return {path: f for path, f in zip(paths, found, strict=True) if isinstance(f, list)}


def live(data: bytes) -> dict[int, int]:
    """The places of the live records of a library, and their numbers with the deleted ones."""
    (capacity,) = struct.unpack_from("<I", data, 60)
    places, at, number = {}, 66624 + 276 * capacity, 0
    for i in range(capacity):
        state, _order, blocks = struct.unpack_from("<3I", data, 66624 + 276 * i)
        if state:
            if state == 7:
                places[at] = number
            number += 1
            at += 4096 * blocks
    return places


@pytest.fixture(scope="module")
def pairs(truth: list[Truth], games: dict[str, list[Game]]) -> list[tuple[Truth, Game]]:
    """What is known of a game, and the game; the truth holds the deleted records too."""
    found = []
    for t in truth:
        if t["format"] != "cbl":
            [game] = games[t["path"]]
            found.append((t, game))
    of_libraries = {(t["path"], t["index"]): t for t in truth if t["format"] == "cbl"}
    deleted = 0
    for path in sorted({path for path, _ in of_libraries}):
        numbers = live((RECORDS / path).read_bytes())
        assert len(games[path]) == len(numbers)
        deleted += sum(p == path for p, _ in of_libraries) - len(numbers)
        found += [(of_libraries[path, numbers[game.place.offset]], game) for game in games[path]]
    assert deleted == 28
    return found


def test_main_lines_starts_and_results(pairs: list[tuple[Truth, Game]]) -> None:
    wrong = [
        t["path"]
        for t, game in pairs
        if game.uci_moves != (t["moves"] if t["legal"] != "fen rejected" else [])
        or game.start_fen.split()[:2] != t["fen"].split()[:2]
        or game.result != t["result"]
    ]
    assert len(pairs) > 4000
    assert not wrong


def test_where_games_go_wrong(pairs: list[tuple[Truth, Game]]) -> None:
    """Illegal moves at their ply, layouts without kings, a side told wrong; nothing else."""
    for t, game in pairs:
        codes = {p.code for p in game.problems}
        if t["legal"] == "fen rejected":
            assert codes == {"setup.king_missing"} and not game.is_playable
        elif "illegal" in t["legal"]:
            [problem] = [p for p in game.problems if p.code.startswith("illegal.")]
            assert problem.place.ply == int(re.split("[@:]", t["legal"])[1]) + 1
        elif t["path"] not in BROKEN_VARIATIONS:
            usual = {"record.wrong_side", "record.bad_bytes", "setup.opponent_in_check"}
            assert codes - {"record.move_twice"} <= usual
        twice = sum(p.code == "record.move_twice" for p in game.problems)
        assert twice == TWICE.get(t["path"], 0)
        assert ("record.wrong_side" in codes) == any("side fixed" in w for w in t["warnings"])


def test_variations_and_comments(pairs: list[tuple[Truth, Game]]) -> None:
    wrong = []
    for t, game in pairs:
        expected = (t["n_variations"], t["n_comments"])
        found = (game.count_variations(), game.count_comments())
        wrong += [(t["path"], found, expected)] if found != expected else []
    assert not wrong


def test_what_cannot_be_played_is_kept(pairs: list[tuple[Truth, Game]]) -> None:
    for t, game in pairs:
        kept = game.count_unread()
        if "illegal" in t["legal"]:
            # In the main line at least the moves that the file goes on with.
            assert kept >= t["n_recorded"] - len(t["moves"])
        else:
            assert (kept > 0) == (t["path"] in BROKEN_VARIATIONS), t["path"]


def told(t: Truth) -> Iterator[tuple[str, str]]:
    for name, value in t["headers"].items():
        if t["format"] == "cbl" and name == "author":
            yield "Creator", value.strip()
        elif name not in ("xqf_version", "type", "titleB", "event" if t["format"] == "mxq" else ""):
            yield NAMES.get(name, name.capitalize()), value.strip()


def test_headers(pairs: list[tuple[Truth, Game]]) -> None:
    wrong = []
    for t, game in pairs:
        for name, value in told(t):
            found = game.headers.get(name, "")
            if name == "Title" and t["format"] == "xqf" and len(value) > 30:
                # The truth ends where the field does; such titles run on into the next.
                value = value.rstrip("\ufffd")
                found = found[: len(value)].strip()
            # A full-width blank that old GBK writes in another way; control characters go.
            value = re.sub("[\x00-\x1f\x7f]", "", value.replace("\ue5e5", "\u3000")).strip()
            if found != value:
                wrong.append((t["path"], name, found, value))
    assert not wrong


def test_written_and_read_again(pairs: list[tuple[Truth, Game]]) -> None:
    def same(before: Game, after: Game, losses: list[records.Loss]) -> None:
        assert before.same_tree(after), before.place
        assert before.result == after.result
        lost = {str(loss.facts.get("name")) for loss in losses}
        for name, value in before.headers.items():
            assert name in lost or after.headers[name] == value, (before.place, name)

    whole = [game for _, game in pairs]
    for game in whole:
        for version in (10, 18):
            data, losses = xqf.dumps(game, version)
            if all(loss.code in ("loss.header", "loss.cut") for loss in losses):
                same(game, xqf.loads(data), losses)
        data, losses = cbr.dumps(game)
        same(game, cbr.loads(data), losses)
    data, losses = cbl.dumps(whole)
    again = cbl.loads(data)
    assert len(again) == len(whole)
    for before, after in zip(whole, again, strict=True):
        same(before, after, losses)
