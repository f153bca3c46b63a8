"""Real records against what they are known to hold.

The collection lies beside the checkout where there is one; its ``truth.jsonl``
was made with other readers. Counters of the start position are not compared:
the truth has none.
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

#: Moves in full-width letters and signs, which the readers behind the truth did not know.
FULL_WIDTH = {
    "pgn/wukong-xiangqi/opening_book_generator/bulk_games.pgn",
    "pgn/wukong-xiangqi/xiangqi_pgn_parser/single_game.pgn",
}
#: The same games in coordinates.
TWIN = "pgn/wukong-xiangqi/xqdb/games_pgn/bulk_games_uci.pgn"
#: Where its maker took －Ｐ＋１, the rear pawn of two, for the front one.
TWIN_WRONG = {"LIU DianZhong LIU DaHua Jiafun Cup National Champion 1997": 70}

Truth = dict[str, Any]
Games = dict[tuple[str, int], Game]


@pytest.fixture(scope="module")
def truth() -> list[Truth]:
    lines = (RECORDS / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [t for t in map(json.loads, lines) if t["format"] in ("pgn", "wxf")]


@pytest.fixture(scope="module")
def games() -> Games:
    files = [
        p
        for part in ("pgn", "wxf", "text")
        for p in sorted((RECORDS / part).rglob("*"))
        if p.is_file()
    ]
    found: Games = {}
    for path, read in zip(files, records.read_files(files), strict=True):
        assert isinstance(read, list), (path, read)
        for index, game in enumerate(read):
            found[path.relative_to(RECORDS).as_posix(), index] = game
    return found


def name(truth: Truth) -> tuple[str, int]:
    return truth["path"], truth["index"] or 0


def start(fen: str) -> list[str]:
    return fen.split()[:2]


def test_main_lines(truth: list[Truth], games: Games) -> None:
    wrong = []
    for t in truth:
        game = games[name(t)]
        moves = t["moves"] if t["path"] not in FULL_WIDTH else game.uci_moves
        if game.uci_moves != moves or start(game.start_fen) != start(t["fen"]):
            wrong.append(name(t))
    assert len(truth) > 3500
    assert not wrong


def test_full_width_games_equal_their_twins(games: Games) -> None:
    def key(game: Game) -> str:
        return " ".join(game.headers[name] for name in ("Red", "Black", "Event"))

    twins = {key(game): game for (path, _), game in games.items() if path == TWIN}
    compared = 0
    for (path, _), game in games.items():
        if path not in FULL_WIDTH:
            continue
        if twin := twins.get(key(game)):
            until = TWIN_WRONG.get(key(game))
            assert game.uci_moves[:until] == twin.uci_moves[:until]
            assert len(game.uci_moves) == len(twin.uci_moves)
            assert not game.problems
            compared += 1
    assert compared >= 15


def test_where_games_go_wrong(truth: list[Truth], games: Games) -> None:
    """Illegal moves at their ply; starts that cannot be played; nothing else."""
    seen = 0
    for t in truth:
        game = games[name(t)]
        if t["legal"] == "fen rejected":
            assert not game.is_playable
            assert {p.code.split(".")[0] for p in game.problems} == {"setup"}
            seen += 1
        elif t["legal"] != "all legal":
            ply = int(re.split("[@:]", t["legal"])[1])
            assert [p.place.ply for p in game.problems] == [ply + 1]
            assert game.problems[0].code.startswith("illegal.")
            seen += 1
        else:
            assert not game.problems, name(t)
    assert seen == 3


def test_results_variations_and_comments(truth: list[Truth], games: Games) -> None:
    def ours(game: Game) -> tuple[str, int, int]:
        return game.result, game.count_variations(), game.count_comments()

    wrong = [
        (name(t), ours(games[name(t)]))
        for t in truth
        if ours(games[name(t)]) != (t["result"], t["n_variations"], t["n_comments"])
    ]
    assert not wrong


def test_headers(truth: list[Truth], games: Games) -> None:
    wrong = []
    for t in truth:
        if games[name(t)].format == "pgn":  # one file named so is plain text
            expected = {k: v.strip() for k, v in t["headers"].items() if k[0] != "_"}
            found = {k.lower(): v for k, v in games[name(t)].headers.items()}
            if found != expected:
                wrong.append((name(t), found, expected))
    assert not wrong


def test_texts_are_legal_and_whole(games: Games) -> None:
    of_text = {key: game for key, game in games.items() if key[0].startswith("text/")}
    assert not [key for key, game in of_text.items() if game.problems]
    for path in (RECORDS / "text").rglob("象棋排位赛*.txt"):
        text = path.read_text(encoding="gb18030")
        here = [g for (p, _), g in of_text.items() if (RECORDS / p) == path]
        # Each game has a heading that tells its result, and a first move with the number 1.
        assert (
            len(here) == len(re.findall("红先[胜负和]", text)) == len(re.findall(r"\s1\. ", text))
        )
        moves = re.findall("[车马炮兵卒相象仕士帅将前后中].[进退平][一二三四五六七八九１-９]", text)
        assert sum(len(g.uci_moves) for g in here) == len(moves)
        assert all(g.headers["Red"] and g.headers["Black"] and g.result != "*" for g in here)


@pytest.mark.parametrize("format", ["pgn", "text"])
def test_written_and_read_again(games: Games, format: str) -> None:
    originals = [game for game in games.values() if game.is_playable]
    file = io.BytesIO()
    losses = list(records.write(originals, file, format))
    lost = {loss.game for loss in losses}
    assert not lost or format == "text"  # plain text has no place for every header
    again = list(records.read(file.getvalue(), format=format))
    assert len(again) == len(originals)
    for i, (before, after) in enumerate(zip(originals, again, strict=True)):
        assert before.same_tree(after), (i, before)
        assert before.result == after.result
        assert i in lost or before == after or format == "text"
