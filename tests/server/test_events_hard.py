"""Events under load and when the power goes: nothing acknowledged is lost, nobody else waits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.server.conftest import Player, Server
from tests.server.event_hands import begin, ear, make

from chuhe.server.events import Events
from chuhe.server.store import Store
from chuhe.tournament.director import Director
from chuhe.tournament.journal import Journal


def test_an_acknowledged_command_outlives_kill_9(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    arbiter = begin(someone(server), 120, system="dutch", rounds=3, points="1:0.5:0")
    arbiter.do("pair")
    acknowledged: dict[int, str] = {}
    lock = threading.Lock()

    def enter(boards: list[int]) -> None:
        url, cookies = f"{server.url}{arbiter.path('/do')}", dict(arbiter.http.cookies)
        for board in boards:
            key = random.Random(board).choice("10=")
            body = {"do": "results", "results": [[board, key]]}
            try:
                answer = httpx.post(url, json=body, cookies=cookies, timeout=10)
            except httpx.TransportError:
                return  # the power is gone
            if answer.status_code == 200:
                with lock:
                    acknowledged[board] = key

    threads = [threading.Thread(target=enter, args=([*range(n, 61, 3)],)) for n in (1, 2, 3)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 60
    while len(acknowledged) < 20:
        assert time.monotonic() < end
        time.sleep(0.002)
    server.kill()
    for thread in threads:
        thread.join()
    assert 20 <= len(acknowledged) < 60
    with Director.open(server.folder / "events" / f"{arbiter.id}.chuhe", clock=str) as desk:
        round = desk.state.round(1)
        kept = {b: round.results.get(pair) for b, pair in enumerate(round.boards, 1)}  # type: ignore[arg-type]
    assert {board: kept[board] for board in acknowledged} == acknowledged
    again = start()
    boards = arbiter.player.at(again).http.get(arbiter.path()).json()["rounds"][0]["boards"]
    assert {b["board"]: b["result"] for b in boards} == kept


def test_another_program_that_ends_takes_nothing_away(player: Player, server: Server) -> None:
    """The last connection of a process removes the WAL, unless ours is known to be there."""
    arbiter = begin(player, 4)
    path = server.folder / "events" / f"{arbiter.id}.chuhe"
    player.http.get("/api/events")
    for n in range(3):
        with Journal(path) as journal:
            assert journal.last == arbiter.view()["seq"]
        arbiter.do("foul", player="1", kind=f"犯规{n}")
        subprocess.run(
            [sys.executable, "-m", "chuhe", "tournament", "foul", str(path), "2", f"警告{n}"],
            check=True,
            capture_output=True,
        )
    assert len(arbiter.view()["fouls"]) == 6
    with Director.open(path, clock=str) as desk:
        assert len(desk.state.fouls) == 6


def test_a_thousand_players_are_paired_while_games_go_on(player: Player, stranger: Player) -> None:
    arbiter = make(player, system="dutch", rounds=5, points="1:0.5:0")
    chance = random.Random(7)
    people = [{"name": f"棋手{n}", "rating": chance.randint(1000, 2700)} for n in range(1000)]
    arbiter.do("players", players=people)
    arbiter.do("number", how="rating")
    arbiter.do("pair")
    results = [[board, chance.choice("10=")] for board in range(1, 501)]
    arbiter.do("results", results=results)
    table = stranger.alone()
    page = stranger.join(table)
    cookies, url = dict(player.http.cookies), f"{player.server.url}{arbiter.path('/do')}"
    answers: list[httpx.Response] = []
    pairing = threading.Thread(
        target=lambda: answers.append(
            httpx.post(url, json={"do": "pair"}, cookies=cookies, timeout=300)
        )
    )
    pairing.start()
    began, waits, ply, meanwhile = time.monotonic(), [], 0, 0
    line = ["h2e2", "h9g7", "e2h2", "g7h9"]
    while pairing.is_alive() or ply < 8:
        if ply < 60:
            at = time.monotonic()
            page.move(ply, line[ply % 4])
            if page.until("played", "refused")["t"] == "played":
                waits.append(time.monotonic() - at)
                ply += 1
            else:
                break
        at = time.monotonic()
        assert stranger.http.get("/api/info").status_code == 200
        waits.append(time.monotonic() - at)
        meanwhile += not answers
        if len(waits) % 10 == 0:  # who looks at the event waits neither
            at = time.monotonic()
            assert stranger.http.get(arbiter.path()).status_code == 200
            waits.append(time.monotonic() - at)
    took = time.monotonic() - began
    pairing.join()
    assert answers[0].status_code == 200, answers[0].text
    assert len(arbiter.view()["rounds"][1]["boards"]) == 500
    print(
        f"paired in {took:.1f} s; {len(waits)} answers, median {statistics.median(waits):.4f} s,"
        f" longest {max(waits):.3f} s"
    )
    assert meanwhile >= 3  # moves made and answered before the pairing was


def test_a_round_is_worked_out_again_if_somebody_wrote_meanwhile(
    player: Player,
) -> None:
    arbiter = begin(player, 300, system="dutch", rounds=3, points="1:0.5:0")
    url, cookies = f"{player.server.url}{arbiter.path('/do')}", dict(player.http.cookies)
    answers: list[httpx.Response] = []
    pairing = threading.Thread(
        target=lambda: answers.append(
            httpx.post(url, json={"do": "pair"}, cookies=cookies, timeout=120)
        )
    )
    pairing.start()
    # Before it is read, while it is worked out, or just too late: never half.
    withdrawn = arbiter.ask("withdraw", player="300", round=1)
    pairing.join()
    assert answers[0].json()["done"], answers[0].text
    boards = arbiter.view()["rounds"][0]["boards"]
    seated = {n for board in boards for n in (board["red"], board["black"])}
    assert (300 in seated) == (withdrawn.status_code == 400), withdrawn.text


def test_the_server_stops_at_once_while_it_pairs_and_streams(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    player = someone(server)
    arbiter = begin(player, 1500, system="dutch", rounds=3, points="1:0.5:0")
    url, cookies = f"{server.url}{arbiter.path('/do')}", dict(player.http.cookies)
    answers: list[httpx.Response] = []

    def pair() -> None:
        with contextlib.suppress(httpx.TransportError):
            answers.append(httpx.post(url, json={"do": "pair"}, cookies=cookies, timeout=300))

    with ear(server, arbiter) as one, ear(server, arbiter.id) as other:
        pairing = threading.Thread(target=pair)
        pairing.start()
        deadline = time.monotonic() + 20
        while not children(server.process.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        busy = children(server.process.pid)
        errors = server.stop()
        assert one.ended.wait(3) and other.ended.wait(3)
        pairing.join(5)
        assert not pairing.is_alive()
    assert "Traceback" not in errors
    assert busy, "it was paired before we looked"
    for pid in busy:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    again = start()
    assert arbiter.player.at(again).http.get(arbiter.path()).json()["rounds"] == []


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_five_hundred_follow_and_a_result_reaches_them(player: Player, server: Server) -> None:
    arbiter = begin(player, 30)
    arbiter.do("pair")
    arbiter.do("publish")
    count = 500

    async def follow() -> tuple[float, float]:
        heard = asyncio.Semaphore(0)
        opened = asyncio.Semaphore(0)

        async def one() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(
                f"GET {arbiter.path('/live')} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            )
            seen: set[int] = set()
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    seen.add(json.loads(line[6:])["seq"])
                    (opened if len(seen) == 1 else heard).release()
                    if len(seen) == 2:
                        break
            writer.close()

        tasks = [asyncio.create_task(one()) for _ in range(count)]
        for _ in range(count):
            await opened.acquire()
        used = cpu(server.process.pid)
        await asyncio.sleep(2)
        idle = (cpu(server.process.pid) - used) / 2
        at = time.monotonic()
        await asyncio.to_thread(arbiter.do, "results", results=[[1, "1"]])
        for _ in range(count):
            await heard.acquire()
        took = time.monotonic() - at
        await asyncio.gather(*tasks)
        return idle, took

    idle, took = asyncio.run(asyncio.wait_for(follow(), 60))
    print(f"500 streams: {idle:.1%} of a core while nothing happens, all told after {took:.2f} s")
    assert idle < 0.25
    assert player.http.get("/api/info").status_code == 200


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_stream_says_nothing_when_nothing_is_new(player: Player, server: Server) -> None:
    arbiter = begin(player, 4)
    with ear(server, arbiter) as one:
        time.sleep(1.5)
        assert len(one.seqs) == 1
        arbiter.do("pair", dry=True)
        time.sleep(1.2)
        assert len(one.seqs) == 1
        seq = arbiter.do("pair")["seq"]
        one.until(lambda heard: heard == seq)
        assert one.seqs == sorted(set(one.seqs))


def test_a_writer_that_does_not_let_go_stops_nobody_else(player: Player, server: Server) -> None:
    """Another program holds the lock of one file; games and other events go on."""
    held, free = begin(player, 4), begin(player, 4)
    path = server.folder / "events" / f"{held.id}.chuhe"
    lock = sqlite3.connect(path, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    answers: list[httpx.Response] = []
    cookies, url = dict(player.http.cookies), f"{server.url}{held.path('/do')}"
    waiting = [
        threading.Thread(
            target=lambda: answers.append(
                httpx.post(url, json={"do": "foul", "player": "1", "kind": "x"}, cookies=cookies)
            )
        )
        for _ in range(3)
    ]
    for thread in waiting:
        thread.start()
    time.sleep(0.5)
    assert free.do("pair")["done"]
    assert held.view()["seq"] == 3  # who looks need not wait either
    assert player.http.get("/api/info").status_code == 200
    assert answers == []  # those at the held file still wait
    lock.execute("ROLLBACK")
    lock.close()
    for thread in waiting:
        thread.join(20)
    assert [answer.status_code for answer in answers] == [200] * 3


def test_files_that_nobody_uses_are_closed_and_opened_again(tmp_path: Path) -> None:
    from chuhe.server import event_bodies as b
    from chuhe.server import events as module

    async def many() -> None:
        store = Store(tmp_path / "tables.sqlite")
        events = Events(store)
        try:
            ids = []
            for n in range(70):
                wanted = b.NewEvent(name=f"杯{n}", rounds=3)
                ids.append((await events.create(wanted, "seed", "me", float(n)))[0])
            for id in ids:
                assert await events.work(id, lambda desk: desk.state.rules["name"], reading=True)
            assert len(events._live) <= module.OPEN
            first = await events.find(ids[0])
            await events.forget_idle(0)
            assert events._live == {}
            name = await events.read(first, lambda desk: desk.state.rules["name"])
            assert name == "杯0"  # what was found before it was closed still serves
            assert len(await events.summaries("me", 100)) == 70
        finally:
            await events.close()
            store.close()

    asyncio.run(many())


def test_a_full_log_takes_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from chuhe.server import event_bodies as b
    from chuhe.server import events as module
    from chuhe.server.api import ApiError
    from chuhe.server.event_commands import Commands

    async def fill() -> None:
        store = Store(tmp_path / "tables.sqlite")
        events = Events(store)
        try:
            id, _ = await events.create(b.NewEvent(name="杯", rounds=3), "seed", "me", 0.0)
            live, commands = await events.find(id), Commands(events)
            await commands.do(live, b.AddPlayers(text="许银川\n吕钦"), "me")
            for limit, value in (("MOST_ENTRIES", 2), ("MOST_BYTES", 1000)):
                with monkeypatch.context() as patch:
                    patch.setattr(module, limit, value)
                    with pytest.raises(ApiError) as refused:
                        await commands.do(live, b.GiveNumbers(how="entry"), "me")
                    assert refused.value.code == "events.log_full"
            assert (await commands.do(live, b.GiveNumbers(how="entry"), "me")).done
        finally:
            await events.close()
            store.close()

    asyncio.run(fill())


def test_signals_of_a_stop_leave_the_file_whole(
    start: Callable[..., Server], someone: Callable[[Server], Player]
) -> None:
    server = start()
    arbiter = begin(someone(server), 8)
    arbiter.do("pair")
    server.process.send_signal(signal.SIGINT)
    server.process.communicate(timeout=10)
    assert server.process.returncode == 0
    path = server.folder / "events" / f"{arbiter.id}.chuhe"
    assert not path.with_name(f"{path.name}-wal").exists()  # closed in order: one file to copy
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
