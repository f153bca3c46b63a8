"""Tables of 跳棋 on a real server."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.conftest import Player, Server

from chuhe.tiaoqi import read_record


def new(player: Player, players: list[str], **body: Any) -> dict[str, Any]:
    answer = player.http.post("/api/rounds", json={"players": players, **body})
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


@pytest.fixture
def other_player(server: Server) -> Iterator[Callable[[], Player]]:
    """More people at the server, who leave when the test ends."""
    with contextlib.ExitStack() as stack:

        def come() -> Player:
            player = Player(server)
            stack.callback(player.close)
            return player

        yield come


def view(player: Player, id: str) -> dict[str, Any]:
    return player.http.get(f"/api/rounds/{id}").json()["round"]  # type: ignore[no-any-return]


def do(player: Player, id: str, t: str, **fields: Any) -> httpx.Response:
    return player.http.post(f"/api/rounds/{id}/do", json={"t": t, **fields})


def test_two_people_and_an_engine_play(player: Player, other_player: Callable[[], Player]) -> None:
    made = new(player, ["human", "open", "engine"], level=2)
    id, key = made["round"]["id"], made["invites"]["1"]
    assert made["round"]["paths"]["d1"]["e5"] == ["d1", "e5"]
    early = do(player, id, "move", ply=0, move="d1e5")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "round.waiting")
    ben = other_player()
    bad = ben.http.post(f"/api/rounds/{id}/join", json={"seat": 1, "key": "no"})
    assert bad.status_code == 403
    seen = ben.http.post(f"/api/rounds/{id}/join", json={"seat": 1, "key": key, "name": "乙"})
    assert seen.json()["round"]["you"] == [1]
    assert do(ben, id, "move", ply=0, move="d1e5").json()["error"]["code"] == "not_your_turn"
    assert do(player, id, "move", ply=0, move="d1e5").status_code == 200
    at = view(ben, id)
    one = min(at["paths"])
    assert do(ben, id, "move", ply=1, move=one + min(at["paths"][one])).status_code == 200
    for _ in range(200):
        at = view(player, id)
        if len(at["moves"]) == 3:
            break
        time.sleep(0.05)
    assert [move["seat"] for move in at["moves"]] == [0, 1, 2]
    assert at["turn"] == 0 and at["moves"][0]["path"] == ["d1", "e5"]
    assert at["seats"][1]["player"] == "乙"
    assert at["seats"][0]["mark"] == {"round": 20, "need": 5, "moves_left": 19}
    taken = do(player, id, "takeback", ply=3).json()["error"]["code"]
    assert taken == "round.others"
    assert do(player, id, "resign").status_code == 200
    at = view(player, id)
    assert at["seats"][0]["standing"] == "out" and at["turn"] == 1
    record = player.http.get(f"/api/rounds/{id}/record?form=text").text
    assert read_record(record).moves[-1] == "resign:S"
    assert list(read_record(record).positions())[-1].text() == at["text"]


def test_what_cannot_be_asked(player: Player) -> None:
    for body in (
        {"players": ["engine", "engine"]},
        {"players": ["human"]},
        {"players": ["human"] * 7},
        {"players": ["human"] * 3, "pieces": 15},
        {"players": ["human"] * 2, "rules": "nonsense"},
        {"players": ["human"] * 2, "changed": {"cap": -1}},
        {"players": ["human"] * 2, "changed": {"marks": [[1, 2, 3]]}},
        {"players": ["human"] * 2, "more": 1},
    ):
        answer = player.http.post("/api/rounds", json=body)
        assert answer.status_code == 400, body
        assert answer.json()["error"]["text"]["zh"]
    assert player.http.get("/api/rounds/none").status_code == 404
    id = new(player, ["human", "human"])["round"]["id"]
    assert do(player, id, "dance").status_code == 400
    assert do(player, id, "move", ply=0, move="xx").json()["error"]["code"] == "tiaoqi.move"


def test_the_page_is_told_of_every_change(player: Player, server: Server) -> None:
    id = new(player, ["human", "human"])["round"]["id"]
    heard: list[int] = []
    ready = threading.Event()

    def listen() -> None:
        with httpx.stream("GET", f"{server.url}/api/rounds/{id}/live", timeout=10) as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    heard.append(json.loads(line[5:])["seq"])
                    ready.set()
                    if heard[-1] >= 2:
                        return

    thread = threading.Thread(target=listen)
    thread.start()
    assert ready.wait(5)
    do(player, id, "move", ply=0, move="d1e5")
    thread.join(5)
    assert heard == [1, 2]


def test_a_move_that_was_answered_survives_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path)
    player = Player(server)
    id = new(player, ["human", "human"])["round"]["id"]
    said = []
    for ply in range(3):
        at = view(player, id)
        one = min(at["paths"])
        move = one + min(at["paths"][one])
        assert do(player, id, "move", ply=ply, move=move).status_code == 200
        said.append(move)
        server.kill()
        server = Server(tmp_path)
        before, player = player, player.at(server)
        before.http.close()
        assert [move["move"] for move in view(player, id)["moves"]] == said
    player.close()
    server.stop()


def test_time_runs_out_also_while_nobody_looks(player: Player) -> None:
    clock = {"main": None, "increment": 0, "per_move": 0.3, "byoyomi": 0, "periods": 0}
    id = new(player, ["human", "human", "human"], clock=clock)["round"]["id"]
    for _ in range(100):
        at = view(player, id)
        if at["end"]:
            break
        time.sleep(0.05)
    assert at["end"]["cause"] == "time"
    assert at["end"]["places"] == [3, 2, 1]
    assert at["seats"][0]["text"]["zh"] == "超时"


@pytest.mark.parametrize("rules", ["equidistant", "western"])
def test_an_engine_plays_to_the_end(player: Player, rules: str) -> None:
    """We play what it would: the game ends, and its record plays through."""
    id = new(player, ["human", "engine"], rules=rules, level=1)["round"]["id"]
    from chuhe.tiaoqi import rules_named
    from chuhe.tiaoqi.position import from_text

    for _ in range(4000):
        at = view(player, id)
        if at["end"]:
            break
        if at["turn"] != 0:
            time.sleep(0.003)
            continue
        thought = from_text(at["text"], rules_named(rules)).think(level=2)
        assert thought is not None
        if do(player, id, "move", ply=len(at["moves"]), move=thought.best).status_code != 200:
            one = min(at["paths"])
            do(player, id, "move", ply=len(at["moves"]), move=one + min(at["paths"][one]))
    assert at["end"], at["text"]
    record = read_record(player.http.get(f"/api/rounds/{id}/record").text)
    assert record.result() == "-".join(str(place) for place in at["end"]["places"])
    assert player.http.get("/api/rounds").json()["rounds"][0]["over"]


def test_a_record_is_shown_and_told_where_it_cannot_go_on(player: Player) -> None:
    text = (
        '[Game "tiaoqi"]\n[Rules "western"]\n[Seats "S N"]\n[S "甲"]\n\n1. d1-e5 n1-m5\n2. c1-e1 *'
    )
    said = player.http.post("/api/rounds/read", json={"text": text}).json()
    assert [ply["path"] for ply in said["round"]["moves"]] == [["d1", "e5"], ["n1", "m5"]]
    assert said["round"]["seats"][0]["player"] == "甲"
    assert said["round"]["you"] == []
    assert "3" in said["problem"]["zh"]
    over = text.replace("2. c1-e1 *", "2. resign:N")
    said = player.http.post("/api/rounds/read", json={"text": over}).json()
    assert said["problem"] is None and said["round"]["end"]["places"] == [1, 2]
    bad = player.http.post("/api/rounds/read", json={"text": "炮二平五"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (400, "tiaoqi.record")


def test_options_are_kept_to(player: Player) -> None:
    """One may pass, a loser's pieces go, and what was so before is told."""
    changed = {"pass_allowed": True, "remove_out": True, "marks": [[1, 2]]}
    made = new(player, ["human"] * 3, changed=changed)["round"]
    id = made["id"]
    assert made["may_pass"] and made["gone"] == {}
    assert made["start"] == made["cells"] and len(made["start"]["S"]) == 10
    at = do(player, id, "move", ply=0, move="d1-e5").json()["round"]
    assert at["moves"][0]["move"] == "d1e5"
    assert at["seats"][0]["text"]["zh"] == "第1回合走完，出营 1 子；规定须有 2 子出营"
    assert (at["gone"], at["cells"]["S"]) == ({"S": 1}, [])
    assert len(at["start"]["S"]) == 10
    at = do(player, id, "move", ply=1, move="pass").json()["round"]
    assert at["moves"][1] == {"seat": 1, "move": "pass", "path": []}
    assert at["end"]["places"] == [3, 2, 1]
    assert not at["may_pass"] and at["gone"] == {"S": 1}
    record = read_record(player.http.get(f"/api/rounds/{id}/record?form=text").text)
    assert record.result() == "3-2-1" and record.changed == changed
    assert not new(player, ["human"] * 2)["round"]["may_pass"]


def test_a_record_from_another_start_is_shown_from_there(player: Player) -> None:
    setup = "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/4A8/1AAA/AAA/AA/A AD D 1,0 10"
    record = {"game": "tiaoqi", "setup": setup, "moves": ["n1-m5"]}
    said = player.http.post("/api/rounds/read", json={"text": json.dumps(record)}).json()["round"]
    assert "e5" in said["start"]["S"] and "d1" not in said["start"]["S"]
    assert [ply["move"] for ply in said["moves"]] == ["n1m5"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["S", "SW"]},
        {"seats": ["N", "S"]},
        {"pieces": 7},
        {"tags": {"Rules": "western"}},
        {"tags": {"a b": "c"}},
        {"names": {"X": "c"}},
        {"changed": {"marks": 5}},
        {"changed": {"marks": [[n, 1] for n in range(1, 30)]}},
        {"changed": {"partners": True}},
    ],
)
def test_records_that_say_something_else_are_refused(player: Player, wrong: Any) -> None:
    text = json.dumps({"game": "tiaoqi", "moves": ["d1e5"], **wrong})
    answer = player.http.post("/api/rounds/read", json={"text": text})
    assert answer.status_code == 400
    assert answer.json()["error"]["text"]["zh"]


def test_strangers_may_look_and_nothing_else(
    player: Player, other_player: Callable[[], Player]
) -> None:
    made = new(player, ["human", "open"])
    id, key = made["round"]["id"], made["invites"]["1"]
    stranger = other_player()
    for wish in (
        {"t": "move", "ply": 0, "move": "d1e5"},
        {"t": "resign", "seat": 0},
        {"t": "takeback", "ply": 0},
        {"t": "set_level", "level": 6},
        {"t": "move_now"},
    ):
        answer = stranger.http.post(f"/api/rounds/{id}/do", json=wish)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_seated")
    assert view(stranger, id)["you"] == [] and view(stranger, id)["paths"] == {}
    assert do(player, id, "resign", seat=1).json()["error"]["code"] == "not_seated"
    join = f"/api/rounds/{id}/join"
    for seat, said in ((0, key), (1, key[:-1]), (1, "")):
        answer = stranger.http.post(join, json={"seat": seat, "key": said})
        assert answer.status_code == 403
    ben = other_player()
    for _ in range(2):  # the same link twice
        assert ben.http.post(join, json={"seat": 1, "key": key}).json()["round"]["you"] == [1]
    answer = stranger.http.post(join, json={"seat": 1, "key": key})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "seat_taken")


def test_an_engine_that_was_thinking_when_the_server_died_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    player = Player(server)
    id = new(player, ["human", "engine", "engine"], level=6)["round"]["id"]
    assert do(player, id, "move", ply=0, move="d1e5").status_code == 200
    server.kill()
    server = Server(tmp_path)
    before, player = player, player.at(server)
    before.http.close()
    for _ in range(400):
        at = view(player, id)
        if len(at["moves"]) == 3:
            break
        do(player, id, "move_now")
        time.sleep(0.05)
    assert at["turn"] == 0
    player.close()
    server.stop()
