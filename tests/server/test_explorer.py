"""The opening explorer over HTTP: what the games of a library played."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from chuhe import START_FEN, Board
from chuhe.library import Library
from chuhe.records import read

GAMES = """[Red "胡荣华"]
[Black "杨官璘"]
[Event "全国赛"]
[Date "1960.11.01"]
[Result "1-0"]

1. 炮二平五 {中炮} 马8进7 (1... 炮8平5) 2. 马二进三 1-0

[Red "吕钦"]
[Result "0-1"]

1. 炮二平五 炮8平5 0-1

[Red "许银川"]
[Result "1/2-1/2"]

1. 炮八平五 马2进3 1/2-1/2
"""


@contextmanager
def asking(folder: Path, library: Path | None) -> Iterator[httpx.Client]:
    """A client of ``chuhe serve``, in a process of its own."""
    command = [sys.executable, "-m", "chuhe", "--lang", "en", "serve", "--port", "0"]
    command += ["--data", str(folder / "data"), "--log-level", "warning"]
    command += [] if library is None else ["--library", str(library)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        with httpx.Client(base_url=found[0], timeout=20) as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=20)


def loaded(folder: Path, text: str = GAMES) -> Path:
    file = folder / "games.pgn"
    file.write_text(text, encoding="utf-8")
    place = folder / "games.chuhelib"
    with Library.open(place, create=True) as library:
        library.load([file])
    return place


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("explorer")
    with asking(folder, loaded(folder)) as client:
        yield client


def explore(client: Any, **asked: Any) -> Any:
    answer = client.post("/api/explorer", json={"fen": START_FEN, **asked})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_moves_results_and_games_of_a_position(client: Any) -> None:
    assert client.get("/api/explorer").json() == {"library": True}
    found = explore(client)
    assert found["total"]["games"] == 3
    assert {m["move"]["zh"]: m["tally"]["games"] for m in found["moves"]} == {
        "炮二平五": 2,
        "炮八平五": 1,
    }
    first = found["moves"][0]
    assert first["move"] == {"uci": "h2e2", "zh": "炮二平五", "wxf": "C2=5", "iccs": "H2-E2"}
    assert first["tally"] == {
        "games": 2,
        "red": 1,
        "draws": 0,
        "black": 1,
        "score": 0.5,
        "last": "1960-11-01",
    }
    assert {game["red"] for game in found["games"]} == {"胡荣华", "吕钦", "许银川"}
    assert found["next"] is None
    [mirrored] = explore(client, mirror=True)["moves"]
    assert mirrored["tally"]["games"] == 3


def test_the_end_of_games_is_told_and_what_nobody_played_is_empty(client: Any) -> None:
    board = Board()
    for move in ("h2e2", "h7e7"):
        board.push_uci(move)
    found = explore(client, fen=board.fen())
    assert [(m["move"], m["tally"]["black"]) for m in found["moves"]] == [(None, 1)]
    nowhere = explore(client, fen="4k4/9/9/9/9/9/9/9/9/4K4 w")
    assert (nowhere["total"]["games"], nowhere["moves"], nowhere["games"]) == (0, [], [])


def test_a_game_of_the_library_is_fetched_whole(client: Any) -> None:
    number = next(g["id"] for g in explore(client)["games"] if g["red"] == "胡荣华")
    answer = client.get(f"/api/explorer/games/{number}")
    assert answer.status_code == 200
    [game] = read(answer.content)
    assert game.uci_moves == ["h2e2", "h9g7", "h0g2"]
    assert game.headers["Event"] == "全国赛"
    assert len(game.mainline()[0].variations) == 2


def test_games_come_in_pages(tmp_path: Path) -> None:
    text = "".join(f'[Red "甲{n}"]\n\n1. 炮二平五 马8进7 *\n\n' for n in range(30))
    with asking(tmp_path, loaded(tmp_path, text)) as client:
        seen, before = [], None
        while True:
            page = explore(client, **({} if before is None else {"before": before}))
            seen += [game["red"] for game in page["games"]]
            before = page["next"]
            if before is None:
                break
    assert len(seen) == len(set(seen)) == 30


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"fen": "x"}, 400, "fen.ranks"),
        ({"fen": "9/9/9/9/9/9/9/9/9/4K4 w"}, 400, "bad_setup"),
        ({"fen": "9" * 201}, 400, "bad_message"),
        ({"fen": START_FEN, "before": -1}, 400, "bad_message"),
        ({"fen": START_FEN, "before": 2**60}, 400, "bad_message"),
        ({"fen": START_FEN, "more": 1}, 400, "bad_message"),
        ({}, 400, "bad_message"),
    ],
)
def test_bad_questions_are_refused(client: Any, body: Any, status: int, code: str) -> None:
    answer = client.post("/api/explorer", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize("number", ["999", "0", str(2**60), "9" * 40, "-1", "-" + "9" * 40, "x"])
def test_no_such_game(client: Any, number: str) -> None:
    answer = client.get(f"/api/explorer/games/{number}")
    assert answer.status_code == 404, answer.text


def test_what_is_no_library_is_not_served(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "chuhe", "--lang", "en", "serve", "--port", "0"]
    command += ["--data", str(tmp_path), "--library", str(tmp_path / "absent.chuhelib")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "there is no library" in done.stderr and "Traceback" not in done.stderr


def test_a_server_without_a_library_says_so(tmp_path: Path) -> None:
    with asking(tmp_path, None) as client:
        assert client.get("/api/explorer").json() == {"library": False}
        answer = client.post("/api/explorer", json={"fen": START_FEN})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_library")
        assert client.get("/api/explorer/games/1").status_code == 404


def test_a_library_that_is_damaged_is_no_end_of_the_server(tmp_path: Path) -> None:
    library = loaded(tmp_path)
    with asking(tmp_path, library) as client:
        explore(client)
        for file in tmp_path.glob("games.chuhelib*"):
            file.write_bytes(b"no database any more" * 5000)
        answer = client.post("/api/explorer", json={"fen": START_FEN})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "library_failed")
        assert str(tmp_path) not in answer.text
        assert client.get("/api/info").status_code == 200
