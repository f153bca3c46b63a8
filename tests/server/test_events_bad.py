"""Events and those who mean no good, or only come at the wrong moment."""

from __future__ import annotations

import concurrent.futures
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.conftest import Player, Server
from tests.server.event_hands import NAMES, Arbiter, begin, code, make

from chuhe.server.event_bodies import COMMANDS

# ---------------------------------------------------------------- who may


def test_nobody_but_an_arbiter_may_do_anything(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4)
    length = arbiter.view()["seq"]
    for do in COMMANDS:
        refused = stranger.http.post(arbiter.path("/do"), json={"do": do})
        assert (refused.status_code, code(refused)) == (403, "events.not_arbiter"), do
    for rest in ("/log", "/print/sheet", "/export/json", "/export/csv"):
        refused = stranger.http.get(arbiter.path(rest))
        assert (refused.status_code, code(refused)) == (403, "events.not_arbiter"), rest
    for rest in ("/key", "/players", "/boards", "/links"):
        refused = stranger.http.post(arbiter.path(rest), content=b"{}")
        assert (refused.status_code, code(refused)) == (403, "events.not_arbiter"), rest
    without = httpx.post(f"{player.server.url}{arbiter.path('/do')}", json={"do": "pair"})
    assert without.status_code == 403  # a program without a cookie
    assert arbiter.view()["seq"] == length


@pytest.mark.parametrize(
    "key", ["", "x", "A" * 43, "é" * 43, "A" * 100, "\u0000", "' OR 1=1 --", "%00", "../"]
)
def test_a_wrong_key_opens_nothing(player: Player, stranger: Player, key: str) -> None:
    arbiter = make(player)
    refused = stranger.http.post(arbiter.path("/join"), json={"key": key})
    assert (refused.status_code, code(refused)) == (403, "events.key")
    assert stranger.http.get(arbiter.path()).json()["you"] == ""


def test_the_key_of_one_event_does_not_open_another(player: Player, stranger: Player) -> None:
    one, other = make(player), make(player)
    refused = stranger.http.post(one.path("/join"), json={"key": other.key})
    assert refused.status_code == 403
    refused = stranger.http.post("/api/events/AAAAAAAAAAAA/join", json={"key": one.key})
    assert (refused.status_code, code(refused)) == (403, "events.key")  # says not whether it is


@pytest.mark.parametrize(
    "id",
    [
        *("AAAAAAAAAAAA", "..%2F..%2F..%2Fetc", "....", "%2e%2e%2ftables", "x" * 5000, "%00"),
        *("AAAAAAAAAAA%0A", "你好你好你好你好你好你好", "tables.sqlite", "-", "AAAAAAAAAAAA.chuhe"),
    ],
)
def test_no_name_leads_to_a_file(player: Player, id: str) -> None:
    answer = player.http.get(f"/api/events/{id}")
    assert answer.status_code in (400, 404), answer.text
    assert code(answer) in ("events.none", "not_found", "bad_request")
    answer = player.http.post(f"/api/events/{id}/do", json={"do": "pair"})
    assert answer.status_code in (400, 403, 404, 405)


def test_another_site_may_not_ask(player: Player) -> None:
    arbiter = begin(player, 4)
    for path, body in (
        (arbiter.path("/do"), {"do": "pair"}),
        ("/api/events", {"name": "x", "rounds": 3}),
        (arbiter.path("/key"), {}),
    ):
        refused = player.http.post(path, json=body, headers={"origin": "https://evil.example"})
        assert (refused.status_code, code(refused)) == (403, "bad_origin")
    strange = player.http.get(arbiter.path(), headers={"host": "evil.example"})
    assert strange.status_code == 403
    assert arbiter.view()["rounds"] == []


# ---------------------------------------------------------------- what may be said

BAD = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"pair"',
    b"\xff\xfe",
    b'{"do": "fly"}',
    b'{"do": ["pair"]}',
    b'{"round": 1}',
    b'{"do": "pair", "extra": 1}',
    b'{"do": "pair", "round": -1}',
    b'{"do": "pair", "round": 1e3}',
    b'{"do": "pair", "round": 99999999999999999999}',
    b'{"do": "pair", "section": 5}',
    b'{"do": "results", "results": []}',
    b'{"do": "results", "results": [[1]]}',
    b'{"do": "results", "results": [["1", "1"]]}',
    b'{"do": "results", "results": [[0, "1"]]}',
    b'{"do": "edit", "player": "1", "fields": {"id": 7}}',
    b'{"do": "edit", "player": "1", "fields": {"rating": 10000}}',
    b'{"do": "players", "players": [{"name": "a", "number": 1}]}',
    b'{"do": "foul", "player": "1", "kind": "x", "count": -1}',
    b'{"do": "pair", "once": "' + b"x" * 65 + b'"}',
    b'{"do": "players from a file", "read": {}}',
    b'{"do": "pair", "do": "number"}',
    b"[" * 100_000,
    b'{"do": "number", "how": ' + b"[" * 5000 + b"]" * 5000 + b"}",
]


@pytest.mark.parametrize("body", BAD, ids=lambda body: body[:40].decode("latin-1"))
def test_what_is_no_command_is_refused(player: Player, body: bytes) -> None:
    arbiter = begin(player, 4)
    length = arbiter.view()["seq"]
    refused = player.http.post(arbiter.path("/do"), content=body)
    assert refused.status_code == 400, refused.text
    assert code(refused) in ("bad_json", "bad_message", "too_deep")
    assert arbiter.view()["seq"] == length


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"do": "results", "results": [[1, "9"]]}, "director.result"),
    ({"do": "results", "results": [[99, "1"]]}, "desk.no_board"),
    ({"do": "results", "results": [[1, "1"], [2, "?"]]}, "director.result"),
    ({"do": "results", "results": [[1, "1"]], "round": 7}, "director.round"),
    ({"do": "edit", "player": "x", "fields": {"team": "y"}}, "director.no_player"),
    ({"do": "bye", "player": "1", "round": 1, "kind": "full"}, "director.round_from"),
    ({"do": "bye", "player": "1", "round": 2, "kind": "big"}, "director.bye"),
    ({"do": "number", "how": "rating"}, "director.paired"),
    ({"do": "players", "text": "新人"}, "director.numbered"),
    ({"do": "players", "text": "甲,乙\n丙,丁"}, "players.headings"),
    ({"do": "swap", "one": 1, "two": 1}, "desk.same"),
    ({"do": "swap", "one": 1, "two": 99}, "event.no_player"),
    ({"do": "turn", "board": 9}, "desk.no_board"),
    ({"do": "undo", "entry": 1}, "director.no_entry"),
    ({"do": "undo", "entry": 999}, "director.no_entry"),
    ({"do": "undo", "entry": 2}, "director.needed"),
    ({"do": "publish", "round": 2}, "director.round"),
    ({"do": "pair", "section": "决赛"}, "sections.unknown"),
    ({"do": "pair", "round": 4}, "events.round"),
    ({"do": "pair", "seq": 1}, "events.moved"),
    ({"do": "foul", "player": "1", "kind": "\n"}, "director.text"),
    ({"do": "decide", "board": 1, "winner": 1, "reason": "x"}, "knockout.no_matches"),
    ({"do": "line_up", "team": "1", "players": []}, "teams.no_event"),
    ({"do": "pause", "player": "1"}, "sections.no_pause"),
    ({"do": "game", "board": 1, "text": "not a game"}, ""),
]


@pytest.mark.parametrize(("body", "expected"), REFUSED, ids=lambda x: str(x)[:60])
def test_what_cannot_be_is_told_in_both_languages(
    player: Player, body: dict[str, Any], expected: str
) -> None:
    arbiter = begin(player, 4)
    arbiter.do("pair")
    length = arbiter.view()["seq"]
    refused = player.http.post(arbiter.path("/do"), json=body)
    assert refused.status_code == (409 if expected.startswith("events.") else 400), refused.text
    assert code(refused) == expected or not expected
    assert arbiter.view()["seq"] == length


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, "bad_message"),
        ({"name": ""}, "director.rounds"),
        ({"name": " \n", "rounds": 3}, "director.text"),
        ({"name": "x", "rounds": 0}, "bad_message"),
        ({"name": "x", "rounds": 100}, "director.rounds"),
        ({"name": "x", "rounds": 3, "system": "swiss"}, "desk.system"),
        ({"name": "x", "rounds": 3, "system": "roundrobin"}, "director.rounds_known"),
        ({"name": "x", "rounds": 3, "options": {"seed": 5}}, "chinese.option"),
        ({"name": "x", "rounds": 3, "options": {"nice": True}}, "chinese.option"),
        ({"name": "x", "rounds": 3, "tiebreaks": "LUCK"}, "tiebreak.unknown"),
        ({"name": "x", "rounds": 3, "points": "a:b"}, ""),
        ({"name": "x", "rounds": 3, "path": "/tmp/x"}, "bad_message"),
        ({"name": "x", "rounds": 3, "seed": "x" * 1001}, "bad_message"),
        ({"name": "x" * 501, "rounds": 3}, "bad_message"),
    ],
    ids=lambda x: str(x)[:50],
)
def test_an_event_that_cannot_be_is_not_made(
    player: Player, server: Server, body: dict[str, Any], expected: str
) -> None:
    folder = server.folder / "events"
    before = set(folder.glob("*")) if folder.exists() else set()
    refused = player.http.post("/api/events", json=body)
    assert refused.status_code == 400, refused.text
    assert code(refused) == expected or not expected
    assert (set(folder.glob("*")) if folder.exists() else set()) == before


def test_giant_bodies_are_refused_and_big_lists_are_not(player: Player) -> None:
    arbiter = make(player)
    huge = b'{"do": "players", "text": "' + b"a" * (2 * 1024 * 1024) + b'"}'
    refused = player.http.post(arbiter.path("/do"), content=huge)
    assert (refused.status_code, code(refused)) == (413, "too_large")
    too_many = {"do": "players", "players": [{"name": f"n{n}"} for n in range(5001)]}
    refused = player.http.post(arbiter.path("/do"), json=too_many)
    assert (refused.status_code, code(refused)) == (400, "bad_message")
    many = "\n".join(f"棋手{n}" for n in range(5001))
    assert arbiter.refused("players", text=many) == (400, "events.too_many_players")
    answer = arbiter.do("players", text="\n".join(f"棋手{n}" for n in range(2000)))
    assert answer["done"] and len(arbiter.view()["players"]) == 2000
    again = arbiter.do("players", text="\n".join(f"棋手{n}" for n in range(2001)))
    assert again["done"] and len(again["notes"]) == 2000  # a list may be pasted again
    rest = "\n".join(f"新{n}" for n in range(3000))
    assert arbiter.refused("players", text=rest) == (400, "events.too_many_players")
    small = player.http.post("/api/events", content=b" " * 70_000 + b"{}")
    assert small.status_code == 413


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("/standings?after=x", "events.query"),
        ("/standings?after=-1", "events.query"),
        ("/standings?after=9999999999999", "events.query"),
        ("/standings?explain=１", "events.query"),
        ("/standings?section=nope", "sections.unknown"),
        ("/log?limit=a", "events.query"),
        ("/print/sheet?lang=fr", "events.query"),
        ("/print/sheet?round=99", "director.round"),
        ("/print/..%2F..", ""),
        ("/export/trf16?section=nope", "sections.unknown"),
        ("?section=nope", "sections.unknown"),
    ],
)
def test_bad_questions_are_answered(player: Player, rest: str, expected: str) -> None:
    arbiter = begin(player, 4)
    arbiter.do("pair")
    answer = player.http.get(arbiter.path(rest))
    assert answer.status_code in (400, 404), answer.text
    assert code(answer) == expected or not expected


def test_names_that_are_markup_or_formulas_stay_text(player: Player) -> None:
    arbiter = make(player, name="<b>杯</b>")
    names = ['<img src=x onerror="alert(1)">', "=1+1", "{name}", "%s", "'; DROP TABLE log; --"]
    arbiter.do("players", players=[{"name": name} for name in names])
    arbiter.do("number", how="entry")
    arbiter.do("pair")
    assert [one["name"] for one in arbiter.view()["players"]] == names
    log = player.http.get(arbiter.path("/log")).json()["entries"]
    assert "{name}" in log[1]["what"]["zh"]
    page = player.http.get(arbiter.path("/print/cards"))
    assert "<img" not in page.text and page.headers["content-security-policy"]
    assert "\n1,2,=1+1" not in player.http.get(arbiter.path("/export/csv")).text


# ---------------------------------------------------------------- at the wrong moment


def test_a_double_click_is_one_command(player: Player) -> None:
    arbiter = begin(player, 4)
    first = arbiter.do("pair", once="tap-1")
    again = arbiter.do("pair", once="tap-1")
    assert first == again and len(arbiter.view()["rounds"]) == 1
    assert arbiter.refused("foul", player="nobody", kind="x", once="tap-2")[0] == 400
    assert arbiter.do("foul", player="1", kind="x", once="tap-2")["done"]  # what was refused may


def test_many_clicks_at_once_are_one_command(player: Player) -> None:
    arbiter = begin(player, 6)
    url, cookies = f"{player.server.url}{arbiter.path('/do')}", dict(player.http.cookies)
    bodies = [{"do": "foul", "player": "1", "kind": "x", "once": "same"}] * 8
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda b: httpx.post(url, json=b, cookies=cookies).json(), bodies))
    assert all(answer == answers[0] for answer in answers)
    assert len(arbiter.view()["fouls"]) == 1
    bodies = [{"do": "pair"}] * 6  # without: the first pairs, the others are told why not
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda b: httpx.post(url, json=b, cookies=cookies).json(), bodies))
    assert sorted(bool(answer.get("done")) for answer in answers) == [False] * 5 + [True]
    assert len(arbiter.view()["rounds"]) == 1


def test_who_looks_at_an_old_page_does_nothing_by_mistake(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 4)
    stranger.http.post(arbiter.path("/join"), json={"key": arbiter.key})
    seen = arbiter.view()["seq"]
    stranger.http.post(
        arbiter.path("/do"), json={"do": "edit", "player": "1", "fields": {"team": "x"}}
    )
    assert arbiter.refused("pair", seq=seen) == (409, "events.moved")
    assert arbiter.do("pair", seq=seen + 1)["done"]


def test_two_arbiters_do_not_overwrite_each_other(player: Player, stranger: Player) -> None:
    arbiter = begin(player, 8)
    stranger.http.post(arbiter.path("/join"), json={"key": arbiter.key, "name": "李裁判"})
    arbiter.do("pair")
    boards = [1, 2, 3, 4]

    def enter(who: Player, key: str) -> list[int]:
        url, cookies = f"{who.server.url}{arbiter.path('/do')}", dict(who.http.cookies)
        return [
            httpx.post(
                url, json={"do": "results", "results": [[board, key]]}, cookies=cookies
            ).status_code
            for board in boards
        ]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        one, two = pool.map(enter, (player, stranger), ("1", "0"))
    # Of two different results for a board one stands, and the other is refused.
    assert all({a, b} == {200, 400} for a, b in zip(one, two, strict=True)), (one, two)
    log = player.http.get(arbiter.path("/log")).json()["entries"]
    entered = [entry for entry in log if entry["do"] == "result"]
    assert len(entered) == 4 and {entry["fact"]["was"] for entry in entered} == {None}


def test_many_write_at_once_and_the_command_line_too(player: Player, server: Server) -> None:
    arbiter = begin(player, 40)
    arbiter.do("pair")
    path = server.folder / "events" / f"{arbiter.id}.chuhe"
    url, cookies = f"{server.url}{arbiter.path('/do')}", dict(player.http.cookies)
    command = [sys.executable, "-m", "chuhe", "tournament", "result", str(path)]

    def over_http(board: int) -> bool:
        body = {"do": "results", "results": [[board, "1"]]}
        return httpx.post(url, json=body, cookies=cookies, timeout=30).status_code == 200

    def by_command(board: int) -> bool:
        return subprocess.run([*command, str(board), "="], capture_output=True).returncode == 0

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        done = [pool.submit(over_http, board) for board in range(1, 16)]
        done += [pool.submit(by_command, board) for board in range(16, 21)]
        assert all(one.result() for one in done)
    boards = arbiter.view()["rounds"][0]["boards"]
    assert [board["result"] for board in boards] == ["1"] * 15 + ["="] * 5
    log = player.http.get(arbiter.path("/log"), params={"limit": 5000}).json()["entries"]
    assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))


# ---------------------------------------------------------------- limits, files that go


SERVE = [sys.executable, "-m", "chuhe", "serve", "--lang", "en", "--port", "0", "--data"]


@contextmanager
def command_server(folder: Path, *words: str) -> Iterator[tuple[str, list[str]]]:
    """`chuhe serve` as it is, and what it says when it is ready."""
    process = subprocess.Popen(
        [*SERVE, str(folder), *words, "--log-level", "error"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        said = [process.stderr.readline()]
        while len(said) < 1 + 2 * words.count("--event"):
            said.append(process.stderr.readline())
        yield said[0].split()[-1].rstrip("/"), said[1:]
    finally:
        process.terminate()
        process.communicate(timeout=10)
        assert process.returncode == 0


def test_events_and_keys_are_not_to_be_had_without_end(tmp_path: Path) -> None:
    with command_server(tmp_path) as (url, _), httpx.Client(base_url=url) as http:
        http.get("/")
        made = [http.post("/api/events", json={"name": "x", "rounds": 3}) for _ in range(32)]
        assert [answer.status_code for answer in made][:30] == [201] * 30
        assert (made[-1].status_code, code(made[-1])) == (429, "rate_limited")
        id = made[0].json()["event"]["id"]
        tried = [http.post(f"/api/events/{id}/join", json={"key": "x" * 43}) for _ in range(15)]
        assert [answer.status_code for answer in tried][:10] == [403] * 10
        assert tried[-1].status_code == 429


def test_a_file_of_the_organiser_is_served_with_its_links(tmp_path: Path) -> None:
    file = tmp_path / "杯 赛.chuhe"
    chuhe = [sys.executable, "-m", "chuhe", "tournament"]
    for words in (["new", str(file), "--name", "杯赛", "--rounds", "3"], ["list", str(file)]):
        subprocess.run([*chuhe, *words], check=True, capture_output=True)
    links = []
    for _ in range(2):
        with command_server(tmp_path / "data", "--event", str(file)) as (url, said):
            public, desk = (line.split()[-1] for line in said)
            assert public.startswith(f"{url}/#event/") and desk.startswith(f"{public}/desk/")
            id, key = public.rsplit("/", 1)[1], desk.rsplit("/", 1)[1]
            links.append((id, key))
            with httpx.Client(base_url=url) as http:
                http.get("/")
                assert [e["id"] for e in http.get("/api/events").json()["events"]] == [id]
                join = http.post(f"/api/events/{id}/join", json={"key": links[0][1]})
                assert join.status_code == (200 if len(links) == 1 else 403)
                join = http.post(f"/api/events/{id}/join", json={"key": key, "name": "老王"})
                assert join.status_code == 200
                body = {"do": "players", "text": f"棋手{len(links)}"}
                assert http.post(f"/api/events/{id}/do", json=body).json()["done"]
    assert links[0][0] == links[1][0] and links[0][1] != links[1][1]
    listed = subprocess.run(
        [*chuhe, "list", str(file), "--json"], check=True, capture_output=True
    ).stdout
    assert [one["name"] for one in json.loads(listed)["players"]] == ["棋手1", "棋手2"]
    with command_server(tmp_path / "data") as (url, _):  # served no more: not in the list
        assert httpx.get(f"{url}/api/events").json() == {"events": []}
        answer = httpx.get(f"{url}/api/events/{links[0][0]}")  # nor by its address
        assert (answer.status_code, code(answer)) == (404, "events.not_served")


@pytest.mark.parametrize("what", ["nothing", "folder", "text", "tables"])
def test_what_is_no_event_is_not_served(tmp_path: Path, what: str) -> None:
    file = tmp_path / "x"
    if what == "folder":
        file.mkdir()
    elif what == "text":
        file.write_text("001 not a database", encoding="utf-8")
    elif what == "tables":
        with command_server(tmp_path / "other"):
            pass
        file = tmp_path / "other" / "tables.sqlite"
    done = subprocess.run(
        [*SERVE, str(tmp_path / "d"), "--event", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2 and done.stderr.startswith("chuhe: ")
    assert "Traceback" not in done.stderr


def test_an_event_whose_file_is_gone_is_none(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    player = someone(server)
    kept, gone = make(player, name="在"), make(player, name="不在")
    assert server.stop() == ""
    for file in (server.folder / "events").glob(f"{gone.id}.chuhe*"):
        file.unlink()
    again = start()
    back = player.at(again)
    answer = back.http.get(gone.path())
    assert (answer.status_code, code(answer)) == (404, "events.none")
    assert [line["id"] for line in back.http.get("/api/events").json()["events"]] == [kept.id]
    (server.folder / "events" / f"{gone.id}.chuhe").write_bytes(b"not a database at all" * 100)
    answer = back.http.get(gone.path())
    assert (answer.status_code, code(answer)) == (500, "journal.no_event")
    arbiter = Arbiter(back, kept.id)
    assert arbiter.do("players", text="\n".join(NAMES))["done"]
