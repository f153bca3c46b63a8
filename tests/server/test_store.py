"""The journal: what is appended is there, in order, once, and readable by later versions."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from chuhe import table as t
from chuhe.server.store import MIGRATIONS, Conflict, Row, Store, StoreError

SEATS = (t.Seat("human", "me"), t.Seat("open"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    one = Store(tmp_path / "deep" / "x.sqlite")
    yield one
    one.close()


def row(id: str = "t", updated: float = 1.0, deadline: float | None = None) -> Row:
    return Row(id, updated, "me", "", deadline, b"{}")


def opened() -> list[t.AnyEvent]:
    return t.open_table("t", seats=SEATS, now=1.0)[1]


MOVE = t.Played(at=2.0, side="red", move="h2e2")


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await work()

    asyncio.run(whole())


def test_every_kind_of_event_comes_back_as_it_was(store: Store) -> None:
    events: list[t.AnyEvent] = [
        *opened(),
        t.Seated(at=2.0, side="black", holder="you", name="乙"),
        MOVE,
        t.TakenBack(at=3.0, side="red", ply=0),
        t.Offered(at=4.0, kind="draw", side="red"),
        t.OfferClosed(at=5.0, kind="draw", side="black", how="declined"),
        t.LevelSet(at=6.0, level=9),
        t.ClockSet(at=7.0),
        t.Touched(at=8.0, side="red", squares=("h2", "h9")),
        t.Bound(at=8.0, side="red", moves=("h2h9",), kind="take"),
        t.Adjusted(at=8.0, side="red", square="h2", how="without"),
        t.ClockPressed(at=8.0, side="red"),
        t.ArbiterCalled(at=8.0, side="black", reason="三次重复"),
        t.FoulGiven(at=8.0, id=1, side="red", offence="two_moves", penalty="foul", count=1, ply=3),
        t.Warned(at=8.0, side="red", note="请安静", id=2),
        t.ClaimRejected(at=8.0, side="black", reason="not_claimable"),
        t.Sealed(at=8.0, side="red", commitment="0" * 64),
        t.SealedOpened(at=8.0, side="red", move="h2e2", salt="s", fault=""),
        t.Adjourned(at=8.0, reason="午餐"),
        t.Resumed(at=8.0),
        t.Paused(at=8.0, reason=""),
        t.Continued(at=8.0),
        t.ClockAdjusted(at=8.0, side="red", seconds=60.5, periods=2),
        t.WentBack(at=8.0, ply=4, reason="漏着"),
        t.SetupCorrected(at=8.0, fen="4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"),
        t.Corrected(at=8.0, id=1, reason="误判", reopens=True),
        t.ChangeOrdered(at=8.0, side="black", id=3, termination="perpetual_chase"),
        t.Ended(at=8.5, winner=None, termination="discipline", both_lose=True, id=4, cause=1),
    ]
    assert {type(event) for event in events} == set(t.AnyEvent.__args__)  # type: ignore[attr-defined]

    async def work() -> None:
        await store.append(row(), 1, events, {"black": "hash"})
        assert await store.load("t") == events
        assert await store.load("another") == []
        assert await store.invite("t", "black") == "hash"
        assert await store.invite("t", "red") is None

    run(work)


def test_a_number_is_given_once(store: Store) -> None:
    async def work() -> None:
        await store.append(row(), 1, opened())
        await store.append(row(), 2, [MOVE])
        with pytest.raises(Conflict):
            await store.append(row(), 2, [MOVE, MOVE])
        with pytest.raises(Conflict):
            await store.append(row(), 1, opened())
        assert len(await store.load("t")) == 2

    run(work)


def test_one_bad_write_leaves_those_beside_it_alone(store: Store) -> None:
    async def work() -> None:
        await store.append(row(), 1, opened())
        writes = [store.append(row(f"t{i}"), 1, opened()) for i in range(100)]
        writes.insert(50, store.append(row(), 1, opened()))
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(x) for x in results if x is not None] == [Conflict]
        assert len(await store.mine("me", 500)) == 101

    run(work)


def test_a_write_goes_on_when_its_asker_has_gone(store: Store) -> None:
    async def work() -> None:
        await store.append(row(), 1, opened())
        task = asyncio.create_task(store.append(row(), 2, [MOVE]))
        await asyncio.sleep(0)
        task.cancel()
        await store.append(row("another"), 1, opened())
        assert await store.load("t") == [*opened(), MOVE]

    run(work)


def test_lists_are_newest_first_and_timed_tables_are_known(store: Store) -> None:
    async def work() -> None:
        for i, deadline in enumerate((None, 5.0, None)):
            await store.append(row(f"t{i}", float(i), deadline), 1, opened())
        assert [r.id for r in await store.mine("me", 2)] == ["t2", "t1"]
        assert await store.mine("you", 5) == []
        assert await store.timed() == ["t1"]
        await store.append(row("t1", 9.0), 2, [MOVE])
        assert await store.timed() == []

    run(work)


def test_what_is_written_is_on_the_disk(tmp_path: Path) -> None:
    """Every commit waits for the disk, and readers do not wait for writers."""
    store = Store(tmp_path / "x.sqlite")
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError) as error:
        Store(path)
    assert error.value.code == "data_too_new"


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"not a database " * 100)
    with pytest.raises(StoreError) as error:
        Store(path)
    assert error.value.code == "data_unreadable"
    assert path.read_bytes().startswith(b"not a database")


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    first = Store(path)
    asyncio.run(first.append(row(), 1, opened()))
    first.close()
    second = Store(path)
    assert asyncio.run(second.load("t")) == opened()
    second.close()
