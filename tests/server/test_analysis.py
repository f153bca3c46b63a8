"""Analysis over HTTP: lines as they are found, whole games, limits, and an end when nobody reads."""

import asyncio
import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.test_explorer import asking

from chuhe import START_FEN, Board
from chuhe.analysis import win_share
from chuhe.engines import BuiltinEngine, Score
from chuhe.server.analysis import Analyses, game_of, look_at_game
from chuhe.server.analysis_bodies import Done, GameAsked

MATE = "3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with asking(tmp_path_factory.mktemp("analysis"), None) as client:
        client.get("/")  # makes the player
        yield client


@contextlib.contextmanager
def stream(client: httpx.Client, path: str, **asked: Any) -> Iterator[Iterator[Any]]:
    body = {"fen": START_FEN, "moves": [], **asked}
    with client.stream("POST", path, json=body) as answer:
        if answer.status_code != 200:
            answer.read()
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield map(json.loads, answer.iter_lines())


def position(client: httpx.Client, **asked: Any) -> list[Any]:
    with stream(client, "/api/analysis", **asked) as lines:
        return list(lines)


def test_lines_grow_deeper_and_can_be_played(client: httpx.Client) -> None:
    *found, done = position(client, lines=3, depth=5, moves=["h2e2"])
    assert done == {"t": "done", "why": "limit"}
    depths = [told["depth"] for told in found]
    assert depths == sorted(depths) and depths[-1] == 5
    last = found[-1]
    assert (last["t"], last["turn"], len(last["lines"])) == ("lines", "black", 3)
    for line in last["lines"]:
        board = Board()
        board.push_uci("h2e2")
        for move in line["moves"]:
            assert board.chinese(board.parse_uci(move["uci"])) == move["zh"]
            board.push_uci(move["uci"])
    # Seen from Red, the best line for Black has the lowest score.
    scores = [line["cp"] for line in last["lines"]]
    assert scores == sorted(scores)


def test_scores_are_seen_from_red(client: httpx.Client) -> None:
    [*_rest, red, _done] = position(client, fen=MATE, depth=4)
    assert (red["lines"][0]["mate"], red["lines"][0]["share"]) == (1, 1.0)
    lost = "rnbakabnr/9/9/9/9/9/9/9/4A4/4KA3 b"
    [*_rest, black, _done] = position(client, fen=lost, depth=3)
    best = black["lines"][0]
    assert best["share"] < 0.05 and (best["mate"] or -1) < 0
    if best["cp"] is not None:
        assert best["share"] == pytest.approx(win_share(Score(cp=best["cp"])), abs=1e-3)


def test_the_threat_is_what_the_other_side_would_do(client: httpx.Client) -> None:
    fen = MATE.replace(" w", " b")
    [*_rest, told, _done] = position(client, fen=fen, threat=True, depth=4)
    assert told["turn"] == "red" and told["lines"][0]["mate"] == 1
    checked = "3k5/9/9/9/9/9/9/9/9/3R1K3 b"
    assert position(client, fen=checked, threat=True) == [{"t": "done", "why": "check"}]


def test_a_game_that_is_over_is_not_looked_at(client: httpx.Client) -> None:
    mated = "3k5/4P4/9/9/9/9/9/9/9/4K4 b"
    assert position(client, fen=mated) == [{"t": "done", "why": "over"}]


def test_a_whole_game(client: httpx.Client) -> None:
    moves = ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"]
    with stream(client, "/api/analysis/game", moves=moves, nodes=3000) as lines:
        *scores, report, done = lines
    assert done["why"] == "limit" and report["complete"]
    assert [one["ply"] for one in scores] == [5, 4, 3, 2, 1, 0]
    assert [one["ply"] for one in report["moves"]] == [1, 2, 3, 4, 5]
    third = report["moves"][2]
    assert third["nag"] in (2, 4) and third["loss"] > 0.1  # a cannon for a pawn
    assert third["text"]["en"] and "更好" in third["text"]["zh"]
    board = Board()
    for move in moves[:2]:
        board.push_uci(move)
    for move in third["better"]:
        board.push_uci(move["uci"])
        assert move["check"] == board.is_check()
    assert report["red"]["accuracy"] < report["black"]["accuracy"]
    for said in third["text"].values():
        assert sum(bool(re.fullmatch(one, said)) for one in report["sentences"]) == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("", {"fen": "x", "moves": []}, 400, "fen.ranks"),
        ("", {"fen": "9/9/9/9/9/9/9/9/9/4K4 w", "moves": []}, 400, "bad_setup"),
        ("", {"fen": START_FEN, "moves": ["a0a5"]}, 400, "illegal"),
        ("", {"fen": START_FEN, "moves": ["zz"]}, 400, "move.uci"),
        ("", {"fen": START_FEN, "moves": [], "lines": 6}, 400, "bad_message"),
        ("", {"fen": START_FEN, "moves": [], "seconds": 600}, 400, "bad_message"),
        ("", {"fen": START_FEN, "moves": [], "depth": 0}, 400, "bad_message"),
        ("", {"fen": START_FEN, "moves": [], "rules": "nobody's"}, 400, "rules"),
        ("", {"fen": START_FEN, "moves": ["h2e2"] * 2001}, 400, "bad_message"),
        ("/game", {"fen": START_FEN, "moves": []}, 400, "bad_message"),
        ("/game", {"fen": START_FEN, "moves": ["h2e2"], "nodes": 10**9}, 400, "bad_message"),
        ("/game", {"fen": START_FEN, "moves": ["h2e2"] * 401}, 400, "bad_message"),
        ("/game", {"fen": START_FEN, "moves": ["h2e2", "h2e2"]}, 400, "illegal"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    client: httpx.Client, path: str, body: Any, status: int, code: str
) -> None:
    answer = client.post(f"/api/analysis{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"].startswith(code)) == (
        status,
        True,
    ), answer.text


def test_a_new_question_ends_the_one_before(client: httpx.Client) -> None:
    with stream(client, "/api/analysis", seconds=60, depth=40) as first:
        assert next(first)["t"] == "lines"
        assert position(client, depth=2)[-1] == {"t": "done", "why": "limit"}
        *_rest, done = first
    assert done == {"t": "done", "why": "replaced"}


def test_engines_stop_when_nobody_reads(tmp_path: Path) -> None:
    with asking(tmp_path, None) as one:
        one.get("/")
        base = one.base_url
        # More pages than there are engines come and go: each finds one free.
        for _ in range(12):
            with (
                httpx.Client(base_url=base, timeout=20) as other,
                stream(other, "/api/analysis", seconds=60, depth=40) as lines,
            ):
                assert next(lines)["t"] == "lines"
            time.sleep(0.3)


def test_too_many_at_once_are_refused(tmp_path: Path) -> None:
    with asking(tmp_path, None) as one, contextlib.ExitStack() as stack:
        codes = []
        for _ in range(10):
            other = stack.enter_context(httpx.Client(base_url=one.base_url, timeout=20))
            other.get("/")
            request = other.build_request(
                "POST",
                "/api/analysis",
                json={"fen": START_FEN, "moves": [], "seconds": 60, "depth": 40},
            )
            answer = other.send(request, stream=True)
            stack.callback(answer.close)
            codes.append(answer.status_code)
            if answer.status_code != 200:
                assert json.loads(answer.read())["error"]["code"] == "analysis_busy"
        # Half of the engines, of which there are as many as cores, four at least.
        assert codes == sorted(codes) and 2 <= codes.count(200) <= 8 and codes[-1] == 503


def test_one_address_does_not_take_all_engines() -> None:
    async def ask() -> list[bool]:
        analyses = Analyses(workers=6)
        ended = threading.Event()

        def work(*_all: object) -> Done:
            ended.wait(30)
            return Done("limit")

        places = ["a", "a", "a", "a", "b", "b", "b", "c"]
        begun = [
            analyses.begin(f"player {n}", place, "position", work) is not None
            for n, place in enumerate(places)
        ]
        ended.set()
        analyses.close()
        return begun

    # Three of six for each, and six in all.
    assert asyncio.run(ask()) == [True, True, True, False, True, True, True, False]


def test_a_game_that_takes_too_long_is_told_of_as_far_as_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chuhe.server.analysis.LONGEST", 0.0)
    asked = GameAsked(START_FEN, ["h2e2", "h9g7", "h0g2"], 100)
    told: list[Any] = []
    done = look_at_game(asked, game_of(asked))(BuiltinEngine(), threading.Event(), told.append)
    *scores, report = told
    assert done == Done("limit") and [one.ply for one in scores] == [3]
    assert (report.complete, report.moves) == (False, [])


def test_the_rule_book_that_was_asked_for_decides(client: httpx.Client) -> None:
    # Red gives check for ever: he loses under the rules of clubs, and not yet where all is counted.
    fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w"
    moves = ["a0a9", "d9d8", *["a9a8", "d8d9", "a8a9", "d9d8"] * 2]
    told = {}
    for rules in ("club", "count"):
        *rest, done = position(client, fen=fen, moves=moves, depth=2, rules=rules)
        told[rules] = (done["why"], len(rest) > 0)
    assert told == {"club": ("over", False), "count": ("limit", True)}


def test_the_server_says_whether_it_has_an_engine(client: httpx.Client) -> None:
    assert client.get("/api/analysis").json() == {"analysis": True}
