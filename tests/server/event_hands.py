"""Hands at an event over HTTP, for the tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from tests.server.conftest import PATIENCE, Player, Server

NAMES = [
    "许银川",
    "吕钦",
    "胡荣华",
    "赵国荣",
    "柳大华",
    "陶汉明",
    "王天一",
    "郑惟桐",
    "蒋川",
    "谢靖",
]


class Arbiter:
    """Somebody at the desk of an event."""

    def __init__(self, player: Player, id: str, key: str = "") -> None:
        self.player, self.id, self.key = player, id, key
        self.http = player.http

    def path(self, rest: str = "") -> str:
        return f"/api/events/{self.id}{rest}"

    def ask(self, do: str, **fields: Any) -> httpx.Response:
        return self.http.post(self.path("/do"), json={"do": do, **fields})

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        response = self.ask(do, **fields)
        assert response.status_code == 200, response.text
        return response.json()  # type: ignore[no-any-return]

    def refused(self, do: str, **fields: Any) -> tuple[int, str]:
        response = self.ask(do, **fields)
        return response.status_code, code(response)

    def view(self, **query: str) -> dict[str, Any]:
        response = self.http.get(self.path(), params=query)
        assert response.status_code == 200, response.text
        return response.json()  # type: ignore[no-any-return]

    def play(self, key: str = "1") -> None:
        """Give every open board of the last round a result."""
        round = self.view()["rounds"][-1]
        self.do("results", results=[[board, key] for board in round["missing"]])


def code(response: httpx.Response) -> str:
    """The code of a refusal; both sentences are there."""
    error = response.json()["error"]
    assert error["text"]["zh"] and error["text"]["en"], error
    assert any(char >= "\u4e00" for char in error["text"]["zh"]), error
    return str(error["code"])


def make(player: Player, **fields: Any) -> Arbiter:
    """A new event."""
    body = {"name": "羊城杯", "rounds": 3, "seed": "cup", "who": "王裁判", **fields}
    response = player.http.post("/api/events", json=body)
    assert response.status_code == 201, response.text
    answer = response.json()
    return Arbiter(player, answer["event"]["id"], answer["key"])


def begin(player: Player, count: int = 5, **fields: Any) -> Arbiter:
    """A new event with numbered players."""
    arbiter = make(player, **fields)
    names = NAMES[:count] if count <= len(NAMES) else [f"棋手{n}" for n in range(1, count + 1)]
    arbiter.do("players", text="\n".join(names))
    arbiter.do("number", how="entry")
    return arbiter


class Ear:
    """A live stream; `seqs` grows in a thread of its own."""

    def __init__(self, server: Server, id: str, cookies: dict[str, str] | None = None) -> None:
        self.seqs: list[int] = []
        self.ended = threading.Event()
        self._begun = threading.Event()
        self._url = f"{server.url}/api/events/{id}/live"
        self._cookies = cookies or {}
        self._stop = False
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()
        assert self._begun.wait(PATIENCE)

    def _hear(self) -> None:
        try:
            with (
                httpx.Client(timeout=30, cookies=self._cookies) as http,
                http.stream("GET", self._url) as response,
            ):
                assert response.headers["content-type"].startswith("text/event-stream")
                for line in response.iter_lines():
                    if line.startswith("data: "):
                        self.seqs.append(json.loads(line[6:])["seq"])
                        self._begun.set()
                    if self._stop:
                        return
        except httpx.TransportError:
            pass
        finally:
            self._begun.set()
            self.ended.set()

    def until(self, found: Callable[[int], bool], patience: float = PATIENCE) -> float:
        """Seconds until a seq was heard."""
        began = time.monotonic()
        while not any(map(found, self.seqs)):
            assert time.monotonic() - began < patience, self.seqs
            time.sleep(0.01)
        return time.monotonic() - began

    def close(self) -> None:
        self._stop = True


@contextmanager
def ear(server: Server, arbiter: Arbiter | str) -> Iterator[Ear]:
    """Somebody who follows an event: one of its arbiters, or by its id the public."""
    if isinstance(arbiter, str):
        one = Ear(server, arbiter)
    else:
        one = Ear(server, arbiter.id, dict(arbiter.http.cookies))
    try:
        yield one
    finally:
        one.close()
