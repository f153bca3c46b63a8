"""Tables when things go wrong beneath them: a stale server, a full disk, a failing engine."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from chuhe import table as t
from chuhe.server import tables as tables_module
from chuhe.server.jobs import Info, Jobs, Task
from chuhe.server.store import Conflict, Store
from chuhe.server.tables import Tables

ALONE = (t.Seat("human", "me"), t.Seat("human", "me"))
ENGINE = (t.Seat("human", "me"), t.Seat("engine", t.ENGINE))


class Page:
    """A watcher that keeps what it is told."""

    def __init__(self, who: str = "me") -> None:
        self.who = who
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes, *, droppable: bool = False) -> None:
        self.heard.append(json.loads(message))

    def kinds(self) -> list[str]:
        return [event["t"] for event in self.heard]

    async def until(self, kind: str) -> dict[str, Any]:
        for _ in range(500):
            for event in self.heard:
                if event["t"] == kind:
                    return event
            await asyncio.sleep(0.01)
        raise AssertionError(self.heard)


class Fails:
    """An engine that fails as often as it is told to, then plays."""

    left = 0

    def think(self, task: Task, stop: threading.Event, tell: Callable[[Info], None]) -> str:
        if Fails.left:
            Fails.left -= 1
            raise RuntimeError("no move")
        return "h9g7"


class Lies:
    """An engine whose moves are not legal."""

    def think(self, task: Task, stop: threading.Event, tell: Callable[[Info], None]) -> str:
        return "a0i9"


def run(tmp_path: Path, work: Callable[[Tables], Awaitable[None]], opponent: Any = None) -> None:
    async def whole() -> None:
        store = Store(tmp_path / "x.sqlite")
        jobs = None if opponent is None else Jobs(opponent, 1)
        tables = Tables(store, jobs, lambda: 1000.0)
        try:
            await work(tables)
        finally:
            await tables.close()
            if jobs is not None:
                jobs.close()
            store.close()

    asyncio.run(whole())


async def opened(tables: Tables, seats: Any = ALONE, **more: Any) -> Any:
    table, events = t.open_table("t", seats=seats, now=1000.0, **more)
    return await tables.open(table, events, {})


def test_a_stale_server_learns_what_another_has_written(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        live = await opened(tables)
        page = Page()
        tables.attach(live, page)
        other = Tables(tables.store, None, lambda: 1000.0)
        there = await other.get("t")
        assert there is not None
        assert await other.handle(there, t.Play("me", 0, "b2e2")) is None
        with pytest.raises(Conflict):
            await tables.handle(live, t.Play("me", 0, "h2e2"))
        assert page.kinds() == ["state"]
        assert [move["uci"] for move in page.heard[0]["table"]["moves"]] == ["b2e2"]
        assert await tables.handle(live, t.Play("me", 1, "h9g7")) is None
        assert page.heard[-1]["seq"] == 3

    run(tmp_path, work)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        live = await opened(tables)
        page = Page()
        tables.attach(live, page)
        whole = tables.store.append

        async def full(*args: Any) -> None:
            raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

        tables.store.append = full  # type: ignore[method-assign]
        with pytest.raises(sa.exc.OperationalError):
            await tables.handle(live, t.Play("me", 0, "h2e2"))
        assert (live.table.ply, page.heard) == (0, [])
        tables.store.append = whole  # type: ignore[method-assign]
        assert await tables.handle(live, t.Play("me", 0, "h2e2")) is None
        assert page.kinds() == ["played"]

    run(tmp_path, work)


def test_a_command_is_carried_out_though_its_asker_goes_away(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        live = await opened(tables)
        asker = asyncio.create_task(tables.handle(live, t.Play("me", 0, "h2e2")))
        await asyncio.sleep(0)
        asker.cancel()
        page = Page()
        tables.attach(live, page)
        await page.until("played")
        assert live.table.ply == 1
        assert await tables.handle(live, t.Play("me", 1, "h9g7")) is None

    run(tmp_path, work)


@pytest.mark.parametrize("opponent", [Fails, Lies])
def test_an_engine_that_fails_is_told_of_and_may_be_asked_again(
    tmp_path: Path, opponent: Any, caplog: pytest.LogCaptureFixture
) -> None:
    Fails.left = 1

    async def work(tables: Tables) -> None:
        live = await opened(tables, ENGINE)
        page = Page()
        tables.attach(live, page)
        assert await tables.handle(live, t.Play("me", 0, "h2e2")) is None
        assert (await page.until("error"))["code"] == "engine_failed"
        assert page.kinds() == ["played", "thinking", "thinking", "error"]
        assert live.job is None
        page.heard.clear()
        assert tables.move_now(live, "me") is None
        await page.until("played" if opponent is Fails else "error")
        assert await tables.handle(live, t.TakeBack("me", live.table.ply)) is None
        assert live.table.ply == 0

    run(tmp_path, work, opponent)
    assert caplog.records


def test_a_table_that_nobody_needs_is_forgotten_and_found_again(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        live = await opened(tables)
        page = Page()
        tables.attach(live, page)
        await tables.handle(live, t.Play("me", 0, "h2e2"))
        tables.forget_idle()
        assert await tables.get("t") is live
        tables.detach(live, page)
        tables.forget_idle()
        again, at_once = await asyncio.gather(tables.get("t"), tables.get("t"))
        assert again is not live
        assert again is at_once
        assert again is not None
        assert again.table == live.table
        assert again.line.moves == live.line.moves
        assert await tables.get("nothing") is None

    run(tmp_path, work)


def test_events_are_kept_for_those_who_come_back(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        live = await opened(tables)
        for _ in range(tables_module.REPLAY // 2 + 5):
            await tables.handle(live, t.Play("me", 0, "h2e2"))
            await tables.handle(live, t.TakeBack("me", 1))
        seq = live.table.seq
        assert live.since(seq) == []
        kept = live.since(seq - tables_module.REPLAY)
        assert kept is not None
        assert [json.loads(body)["seq"] for body in kept] == list(
            range(seq - tables_module.REPLAY + 1, seq + 1)
        )
        for last in (0, 1, seq - tables_module.REPLAY - 1, seq + 1, -1):
            assert live.since(last) is None

    run(tmp_path, work)


def test_a_socket_is_idle_when_nothing_goes_either_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chuhe.server import hub as hub_module
    from chuhe.server.security import Origins

    monkeypatch.setattr(hub_module, "SILENCE", 0.2)

    class Wire:
        def __init__(self) -> None:
            self.sent: list[str] = []

        async def receive(self) -> Any:
            await asyncio.sleep(100)

        async def send_text(self, text: bytes) -> None:
            self.sent.append(json.loads(text)["t"])

        async def close(self, code: int) -> None:
            self.sent.append(str(code))

    async def work(tables: Tables) -> None:
        live = await opened(tables)
        hub = hub_module.Hub(tables, Origins())
        wire: Any = Wire()
        connection = hub_module.Connection(wire, "me")
        tables.attach(live, connection)
        pump = asyncio.create_task(connection.pump())
        hear = asyncio.create_task(hub._hear(wire, connection, live))
        for ply in range(4):  # somebody plays for longer than the silence allowed
            await tables.handle(live, t.Play("me", ply, ["h2e2", "h9g7", "h0g2", "i9h9"][ply]))
            await asyncio.sleep(0.1)
        assert not hear.done()
        await asyncio.wait_for(asyncio.gather(hear, pump), 2)
        assert wire.sent == [*["played"] * 4, "closing", "1000"]

    run(tmp_path, work)
