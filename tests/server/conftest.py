"""Real server processes, and a client that speaks the protocol."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

SCRIPT = Path(__file__).with_name("serve_for_tests.py")
PATIENCE = 10.0


class Server:
    """A server process on a free port."""

    def __init__(self, folder: Path, delay: float = 0.0) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(folder), str(delay)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.communicate()[1])
        self.port = int(line)
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As ``kill -9``."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """As SIGTERM; what the server wrote to stderr."""
        self.process.terminate()
        errors = self.process.communicate(timeout=PATIENCE)[1]
        assert self.process.returncode == 0, errors
        return errors


class Page:
    """A socket at a table; events are dicts."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table

    def say(self, t: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"t": t, **fields}))

    def move(self, ply: int, move: str) -> None:
        self.say("move", table=self.table, ply=ply, move=move)

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        return json.loads(self.socket.recv(timeout))  # type: ignore[no-any-return]

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next event of one of these kinds; others are passed over."""
        for _ in range(1000):
            event = self.hear()
            if event["t"] in kinds:
                return event
        raise AssertionError(f"no {kinds}")

    def ask(self, t: str, *kinds: str, **fields: Any) -> dict[str, Any]:
        """Say something and wait for an answer of one of these kinds."""
        self.say(t, **fields)
        return self.until(*kinds)

    def quiet(self) -> None:
        """Nothing more was sent to us before now."""
        self.say("ping", id=77)
        assert self.hear() | {"now": 0, "seq": 0} == {"t": "pong", "id": 77, "now": 0, "seq": 0}

    def closed(self) -> int | None:
        """The close code, after whatever is still sent."""
        with contextlib.suppress(ConnectionClosed):
            for _ in range(10_000):
                self.socket.recv(PATIENCE)
        return self.socket.close_code


class Player:
    """Somebody with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.http.get("/")
        self._stack = contextlib.ExitStack()

    def at(self, server: Server) -> Player:
        """The same somebody at another server process."""
        player = Player.__new__(Player)
        player.server = server
        player.http = httpx.Client(
            base_url=server.url, timeout=PATIENCE, cookies=dict(self.http.cookies)
        )
        player._stack = contextlib.ExitStack()
        self._stack.callback(player.close)
        return player

    def new_table(self, **body: Any) -> dict[str, Any]:
        response = self.http.post("/api/tables", json=body)
        assert response.status_code == 201, response.text
        return response.json()  # type: ignore[no-any-return]

    def alone(self, **body: Any) -> str:
        """A table with both seats ours; its id."""
        both = {"red": "human", "black": "human"}
        return str(self.new_table(seats=both, **body)["table"]["id"])

    def sit(self, table: str, last: int | None = None, **options: Any) -> Page:
        """A socket at a table, before its first event is read."""
        query = f"table={table}" + ("" if last is None else f"&last={last}")
        headers = dict(options.pop("headers", {}))
        headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        socket = self._stack.enter_context(
            connect(
                f"ws://127.0.0.1:{self.server.port}/ws?{query}",
                additional_headers=headers,
                proxy=None,
                max_size=None,
                close_timeout=0.5,
                **options,
            )
        )
        return Page(socket, table)

    def join(self, table: str, **options: Any) -> Page:
        """A socket at a table, its snapshot read."""
        page = self.sit(table, **options)
        assert page.hear()["t"] == "state"
        return page

    def close(self) -> None:
        self._stack.close()
        self.http.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on the same data, one after the other."""
    servers: list[Server] = []

    def start_one(delay: float = 0.0) -> Server:
        servers.append(Server(tmp_path / "data", delay))
        return servers[-1]

    yield start_one
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a file; it must have nothing to complain about."""
    one = Server(tmp_path_factory.mktemp("data"))
    yield one
    assert one.stop() == ""


@pytest.fixture
def player(server: Server) -> Iterator[Player]:
    one = Player(server)
    yield one
    one.close()


@pytest.fixture
def stranger(server: Server) -> Iterator[Player]:
    one = Player(server)
    yield one
    one.close()


@pytest.fixture
def someone() -> Iterator[Callable[[Server], Player]]:
    """Makes players at a server of the test's own."""
    players: list[Player] = []

    def make(server: Server) -> Player:
        players.append(Player(server))
        return players[-1]

    yield make
    for one in players:
        one.close()
