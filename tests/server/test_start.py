"""``chuhe play`` and ``chuhe serve`` as somebody starts them."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

ENV = {**os.environ, "CHUHE_LANG": "en"} | {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


class Started:
    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chuhe", *args],
            env=ENV,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.text = ""

    def until(self, pattern: str) -> re.Match[str]:
        assert self.process.stdout is not None
        while not (found := re.search(pattern, self.text)):
            line = self.process.stdout.readline()
            assert line, self.text
            self.text += line
        return found

    def stop(self, sig: int = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(sig)
        rest, _ = self.process.communicate(timeout=15)
        return self.process.returncode, self.text + rest


@pytest.fixture
def started() -> Iterator[Any]:
    running: list[Started] = []

    def start(*args: str) -> Started:
        running.append(Started(*args))
        return running[-1]

    yield start
    for one in running:
        one.process.kill()
        one.process.communicate()


@pytest.fixture
def busy() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_play_prints_its_address_and_stops_at_ctrl_c(started: Any, tmp_path: Path) -> None:
    play = started("play", "--port", "0", "--data", str(tmp_path / "data"))
    url = play.until(r"http://localhost:\d+/")[0]
    with httpx.Client(base_url=url) as http:
        assert http.get("/api/info").json()["engine"] is True
        assert http.get("/").status_code in (200, 503)  # 503 says that the pages are not built
        assert http.post("/api/tables", json={}).status_code == 201
    status, text = play.stop()
    assert (status, "Traceback" in text) == (0, False)
    assert "The games are kept" in text
    assert (tmp_path / "data" / "tables.sqlite").exists()


def test_play_a_second_time_points_to_the_first(started: Any, tmp_path: Path) -> None:
    first = started("play", "--port", "0", "--data", str(tmp_path))
    url = first.until(r"http://localhost:\d+/")[0]
    second = started("play", "--port", "0", "--data", str(tmp_path))
    assert second.until(r"running already: (\S+)")[1] == url
    assert second.process.wait(10) == 0
    third = started("serve", "--port", "0", "--data", str(tmp_path))
    third.until("in use")
    assert third.process.wait(10) == 2
    assert first.stop(signal.SIGTERM)[0] == 0


def test_play_takes_the_next_port_when_one_is_taken(
    started: Any, tmp_path: Path, busy: int
) -> None:
    play = started("play", "--port", str(busy), "--data", str(tmp_path))
    port = int(play.until(r"http://localhost:(\d+)/")[1])
    assert busy < port <= busy + 20
    play.stop()


def test_serve_says_that_its_port_is_taken(started: Any, tmp_path: Path, busy: int) -> None:
    serve = started("serve", "--port", str(busy), "--data", str(tmp_path))
    serve.until(f"port {busy} is taken")
    assert serve.process.wait(10) == 2


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("--host", "203.0.113.7"), "cannot listen"),
        (("--data", "/dev/null/x"), "/dev/null"),
        (("--log-level", "loud"), "loud"),
        (("--port", "99999"), "65535"),
    ],
)
def test_serve_with_options_that_cannot_work(started: Any, args: Any, expected: str) -> None:
    options = ("--port", "0", *args) if "--port" not in args else args
    serve = started("serve", *options)
    text, _ = serve.process.communicate(timeout=15)
    assert serve.process.returncode == 2
    assert expected in text
    assert "Traceback" not in text


def test_serve_answers_to_its_name_alone(started: Any, tmp_path: Path) -> None:
    serve = started(
        "serve", "--port", "0", "--data", str(tmp_path), "--origin", "https://club.example/"
    )
    url = serve.until(r"http://127.0.0.1:\d+/")[0]
    for host, status in (("club.example", 200), ("evil.example", 403), ("localhost", 200)):
        assert httpx.get(url + "api/info", headers={"Host": host}).status_code == status
    headers = {"Host": "club.example", "Origin": "https://club.example"}
    assert httpx.post(url + "api/tables", json={}, headers=headers).status_code == 201


def test_the_built_in_engine_plays_a_game_at_the_table(started: Any, tmp_path: Path) -> None:
    """Level 1 against level 1's own moves for our side would be a match; here we shuffle a rook."""
    play = started("play", "--port", "0", "--data", str(tmp_path))
    url = play.until(r"http://localhost:\d+/")[0].rstrip("/")
    import json

    from websockets.sync.client import connect

    with httpx.Client(base_url=url) as http:
        table = http.post("/api/tables", json={"level": 3}).json()["table"]
        cookie = "; ".join(f"{k}={v}" for k, v in http.cookies.items())
        with connect(
            f"{url.replace('http', 'ws')}/ws?table={table['id']}",
            additional_headers={"Cookie": cookie},
            proxy=None,
        ) as ws:
            position = json.loads(ws.recv(10))["table"]["position"]
            begun = time.monotonic()
            for _ in range(20):
                origin = min(position["dests"])
                move = origin + position["dests"][origin][0]
                say = {"t": "move", "table": table["id"], "ply": position["ply"], "move": move}
                ws.send(json.dumps(say))
                over = False
                while True:
                    event = json.loads(ws.recv(10))
                    assert event["t"] in ("played", "thinking", "ended"), event
                    over = over or event["t"] == "ended"
                    if event["t"] == "played":
                        position = event["position"]
                        if position["turn"] == "red" and position["dests"]:
                            break
                    if over:  # mated, which is told after the move
                        break
                if over:
                    break
            # Such play may be mated early: the table then says so.
            assert over or position["ply"] == 40
            assert time.monotonic() - begun < 60

        # At full strength it thinks for seconds, says what it finds, and stops when told.
        table = http.post(
            "/api/tables", json={"level": 10, "seats": {"red": "engine", "black": "human"}}
        )
        with connect(
            f"{url.replace('http', 'ws')}/ws?table={table.json()['table']['id']}",
            additional_headers={"Cookie": cookie},
            proxy=None,
        ) as ws:
            while not (event := json.loads(ws.recv(10))).get("pv"):
                assert event["t"] in ("state", "thinking")
            begun = time.monotonic()
            ws.send('{"t": "move_now"}')
            while event["t"] != "played":
                event = json.loads(ws.recv(10))
            assert time.monotonic() - begun < 1.5
    assert play.stop()[0] == 0
