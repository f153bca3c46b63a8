"""Whatever is sent: a typed answer, a bounded cost, and the server lives on."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from chuhe.server.hub import WAITING, WAITING_DROPPABLE, Connection


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "bad_json"),
        ("x", "bad_json"),
        ("{", "bad_json"),
        ("[]", "bad_message"),
        ("null", "bad_message"),
        ("{}", "bad_message"),
        ('{"t":"nonsense"}', "bad_message"),
        ('{"t":1}', "bad_message"),
        ('{"t":"move"}', "bad_message"),
        ('{"t":"move","table":"x","ply":0,"move":"h2e2","by":"red"}', "bad_message"),
        ('{"t":"move","table":"x","ply":"0","move":"h2e2"}', "bad_message"),
        ('{"t":"move","table":"x","ply":-1,"move":"h2e2"}', "bad_message"),
        ('{"t":"move","table":"x","ply":1e400,"move":"h2e2"}', "bad_message"),
        ('{"t":"move","table":"x","ply":0,"move":"%s"}' % ("h" * 100), "bad_message"),
        ('{"t":"resume","last":123456789012345678901234567890}', "bad_message"),
        ('{"t":"ping","id":9007199254740993000}', "bad_message"),
        ('{"t":"resign","side":"white"}', "bad_message"),
        ('{"t":"accept","kind":"money"}', "bad_message"),
        ('{"t":"ping"}{"t":"ping"}', "bad_json"),
        ('{"t":"ping","id":NaN}', "bad_json"),
        ("[" * 4000, "bad_message"),
        ('{"z":' + "[" * 4000 + ',"t":"ping"}', "too_deep"),
        ('{"t":"ping"' + " " * 5000 + "}", "too_large"),
        ("楚" * 2000, "too_large"),
        (b'{"t":"ping"}', "binary_message"),
        (b"\xff\xfe\x00", "binary_message"),
        ('{"t":"ping","id":"\\ud800"}', "bad_json"),
    ],
)
def test_what_is_no_message_is_answered_and_the_socket_lives(
    player: Any, raw: str | bytes, code: str
) -> None:
    page = player.join(player.alone())
    page.socket.send(raw)
    error = page.hear()
    assert (error["t"], error["code"], error["id"]) == ("error", code, None)
    assert error["text"]["zh"] != error["text"]["en"]
    assert len(json.dumps(error)) < 1000
    page.quiet()


def test_a_huge_message_closes_the_socket(player: Any) -> None:
    page = player.join(player.alone())
    page.socket.send("x" * 1_000_000)
    assert page.closed() == 1009


def test_a_frame_that_is_not_utf8_closes_the_socket(player: Any) -> None:
    page = player.join(player.alone())
    page.socket.send(b"\xff\xfe", text=True)
    assert page.closed() == 1007


def test_a_flood_is_slowed_and_then_cut_off(player: Any) -> None:
    page = player.join(player.alone())
    with contextlib.suppress(ConnectionClosed):
        for _ in range(300):
            page.say("ping")
    codes = []
    with pytest.raises(ConnectionClosed):
        while True:
            codes.append(page.hear()["t"])
    assert page.socket.close_code == 1008
    assert codes.count("error") == 100
    assert codes.count("pong") >= 40


def test_a_page_that_does_not_read_is_dropped() -> None:
    """Its messages wait in bounded memory; it will ask for what it missed."""

    class Wire:
        def __init__(self) -> None:
            self.sent: list[str] = []
            self.code: int | None = None

        async def send_text(self, text: str) -> None:
            self.sent.append(text)

        async def close(self, code: int) -> None:
            self.code = code

    async def scenario() -> None:
        wire = Wire()
        connection = Connection(wire, "")  # type: ignore[arg-type]
        for _ in range(WAITING_DROPPABLE):
            connection.send(b"event")
        connection.send(b"thinking", droppable=True)
        for _ in range(10 * WAITING):
            connection.send(b"event")
        await asyncio.wait_for(connection.pump(), 1)
        assert wire.code == 1013
        assert b"thinking" not in wire.sent
        assert len(wire.sent) < WAITING

    asyncio.run(scenario())


@pytest.mark.parametrize("table", ["", "nonsense", "../../etc/passwd", "x" * 3000, "%00", "'--"])
def test_an_unknown_table(player: Any, table: str) -> None:
    page = player.sit(table)
    assert page.hear()["code"] == "no_such_table"
    assert page.closed() == 1008
    response = player.http.get(f"/api/tables/{table.replace('/', '%2F') or 'x'}")
    assert response.status_code == 404
    assert "error" in response.json()


def test_pages_of_other_sites_are_kept_out(player: Any, server: Any) -> None:
    table = player.alone()
    page = player.sit(table, headers={"Origin": "https://evil.example"})
    assert page.hear()["code"] == "bad_origin"
    assert page.closed() == 1008
    for origin in (server.url, "https://club.example"):
        assert player.sit(table, headers={"Origin": origin}).hear()["t"] == "state"
    for origin in ("https://evil.example", "null", "http://[", "file://"):
        response = player.http.post("/api/tables", json={}, headers={"Origin": origin})
        assert (response.status_code, response.json()["error"]["code"]) == (403, "bad_origin")
    # DNS rebinding: a foreign name that resolves to us.
    for path in ("/", "/api/info", "/api/tables"):
        assert player.http.get(path, headers={"Host": "evil.example"}).status_code == 403


def test_too_many_sockets_at_one_table(player: Any, server: Any) -> None:
    table = player.alone()
    pages = [player.join(table) for _ in range(20)]
    refused = player.sit(table)
    assert refused.hear()["code"] == "too_many_connections"
    assert refused.closed() == 1008
    pages[0].socket.close()
    deadline = time.monotonic() + 5
    while player.sit(table).hear()["t"] != "state":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_secret_of_the_wrong_form_is_nobody(server: Any, player: Any) -> None:
    table = player.alone()
    for secret in ("", "x", "a" * 44, "%00" * 10, "é"):
        with connect(
            f"ws://127.0.0.1:{server.port}/ws?table={table}",
            additional_headers={"Cookie": f"chuhe_player={secret}"},
            proxy=None,
        ) as ws:
            assert json.loads(ws.recv())["table"]["you"] == []


def test_the_cookie_is_for_the_server_alone(server: Any) -> None:
    import httpx

    response = httpx.get(server.url + "/")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(server.url + "/", cookies=response.cookies).headers.get("set-cookie") is None
    for path in ("/api/info", "/api/tables", "/assets/main-abc123.js"):
        assert httpx.get(server.url + path).headers.get("set-cookie") is None
    made = httpx.post(server.url + "/api/tables", json={})
    assert len(made.cookies["chuhe_player"]) == 43
    data = (server.folder / "tables.sqlite").read_bytes()
    wal = (server.folder / "tables.sqlite-wal").read_bytes()
    assert response.cookies["chuhe_player"].encode() not in data + wal


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/x/y/z", 404),
        ("DELETE", "/api/tables", 405),
        ("PUT", "/api/info", 405),
        ("GET", "/missing.js", 404),
        ("GET", "/assets/../../conftest.py", 404),
        ("GET", "/..%2f..%2fconftest.py", 404),
        ("GET", "/%2e%2e/conftest.py", 404),
        ("GET", "/assets/%00.js", 404),
    ],
)
def test_addresses_that_lead_nowhere(server: Any, method: str, path: str, status: int) -> None:
    answer = raw(
        server, f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    assert int(answer.split()[1]) == status
    assert json.loads(answer.split("\r\n\r\n", 1)[1])["error"]["text"]["zh"]
    assert "Traceback" not in answer


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/api/positions", 70_000, 413),
        ("/api/tables", 2_200_000, 413),
        ("/api/records", 2_200_000, 413),
        ("/api/tables", 100_000, 400),
    ],
)
def test_bodies_that_are_too_large(player: Any, path: str, size: int, status: int) -> None:
    def chunks() -> Iterator[bytes]:  # no Content-Length to go by
        for _ in range(size // 1000):
            yield b"[" * 1000

    for content in (b"[" * size, chunks()):
        response = player.http.post(path, content=content)
        assert response.status_code == status
        assert response.json()["error"]["code"] in ("too_large", "too_deep", "bad_message")


def test_the_pages_are_served_with_caching(player: Any) -> None:
    index = player.http.get("/")
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    assert index.headers["cache-control"] == "no-cache"
    again = player.http.get("/", headers={"If-None-Match": index.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert player.http.get("/table/abc").text == index.text  # a page of ours, by its address
    script = player.http.get("/assets/main-abc123.js")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert "楚河" in script.text
    plain = player.http.get("/assets/main-abc123.js", headers={"Accept-Encoding": "identity"})
    assert plain.content == script.content


def test_a_plain_request_to_the_socket_and_a_socket_elsewhere(player: Any, server: Any) -> None:
    assert player.http.get("/ws").status_code in (400, 404, 405, 426)
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/elsewhere", proxy=None)


# --- anything at all ------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)
tags = st.sampled_from(
    [
        "resume",
        "move",
        "takeback",
        "resign",
        "offer_draw",
        "accept",
        "decline",
        "claim_draw",
        "claim_time",
        "set_level",
        "move_now",
        "ping",
        "state",
    ]
)
nearly = st.fixed_dictionaries(
    {"t": tags},
    optional={
        "id": st.integers(0, 99) | values,
        "last": st.integers(-1, 99) | values,
        "ply": st.integers(0, 3) | values,
        "move": st.sampled_from(["h2e2", "b9c7", "a0a1"]) | values,
        "side": st.sampled_from(["red", "black"]) | values,
        "kind": st.sampled_from(["draw", "takeback"]) | values,
        "level": st.integers(-1, 11) | values,
        "table": values,
    },
)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(nearly.map(json.dumps) | st.text(max_size=100) | st.binary(max_size=100), max_size=12)
)
def test_no_sequence_of_messages_breaks_the_server(player: Any, says: list[str | bytes]) -> None:
    if player.server.port not in SHARED:
        SHARED[player.server.port] = player.alone()
    page = player.join(SHARED[player.server.port])
    for say in says:
        try:
            page.socket.send(say)
        except UnicodeEncodeError:
            continue  # half a surrogate pair: no client can send it
    page.say("ping", id=4242)
    for _ in range(500):
        event = page.hear()
        assert event.get("code") != "internal"
        if event["t"] == "pong" and event["id"] == 4242:
            break
    page.socket.close()


#: One table for all examples, whatever state it has come to.
SHARED: dict[int, str] = {}


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(["/api/tables", "/api/positions", "/api/tables/x/join", "/api/records"]),
    st.binary(max_size=200) | values.map(lambda v: json.dumps(v).encode("utf-8", "replace")),
)
def test_no_body_breaks_the_server(player: Any, path: str, body: bytes) -> None:
    kind = "application/octet-stream" if path == "/api/records" else "application/json"
    response = player.http.post(path, content=body, headers={"Content-Type": kind})
    assert response.status_code in (200, 201, 400, 404, 429)
    response.json()


def raw(server: Any, request: str) -> str:
    """What comes back for bytes that no client library would send."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as wire:
        wire.sendall(request.encode())
        answer = b""
        while chunk := wire.recv(65536):
            answer += chunk
    return answer.decode()
