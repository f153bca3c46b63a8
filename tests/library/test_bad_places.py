"""What is no library, or cannot be used as one, is told with its reason."""

import os
import sqlite3
import threading
from pathlib import Path

import pytest
from tests.library.playouts import as_pgn, playouts
from tests.library.postgres import Cluster

from chuhe.library import Library, LibraryError, schema
from chuhe.records.select import Selection


def code_of(place: str | Path, **how: bool) -> str:
    with pytest.raises(LibraryError) as caught:
        Library.open(place, **how)
    assert str(caught.value) and "{" not in str(caught.value)
    return caught.value.code


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A library with some games."""
    path, file = tmp_path / "games.chuhelib", tmp_path / "games.pgn"
    file.write_text(as_pgn(playouts(1, 40)), encoding="utf-8")
    with Library.open(path, create=True) as library:
        library.load([file])
    return path


def test_there_is_none(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none") == "library.absent"
    assert not (tmp_path / "none").exists()


def test_a_folder_and_files_of_other_kinds(tmp_path: Path) -> None:
    assert code_of(tmp_path) == "library.not_library"
    for content in (b"x", b"1. h2e2 *\n" * 50):
        (tmp_path / "text").write_bytes(content)
        assert code_of(tmp_path / "text") == "library.not_library"
        assert code_of(tmp_path / "text", create=True) == "library.not_library"
        assert (tmp_path / "text").read_bytes() == content
    (tmp_path / "empty").touch()
    assert code_of(tmp_path / "empty") == "library.not_library"
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE games (id)")
    other.close()
    assert code_of(tmp_path / "other", create=True) == "library.not_library"


def test_a_newer_schema(made: Path) -> None:
    with sqlite3.connect(made) as connection:
        connection.execute(f"PRAGMA user_version = {schema.SCHEMA + 1}")
    connection.close()
    assert code_of(made) == code_of(made, create=True) == "library.newer"


@pytest.mark.parametrize(("at", "to"), [(100, 4000), (8192, None), (40_000, 80_000)])
def test_a_damaged_file(made: Path, at: int, to: int | None) -> None:
    data = bytearray(made.read_bytes())
    data[at:to] = b"\xa5" * len(data[at:to])
    made.write_bytes(data)
    with pytest.raises(LibraryError) as caught, Library.open(made) as library:
        for row in library.search(Selection(), limit=40):
            library.game(row.id)
        library.position(playouts(1, 1)[0].start_fen)
        for _ in range(40):
            library.info()
        library.remove_games(list(range(40)))
    assert caught.value.code in ("library.corrupt", "library.not_library")


def test_a_file_cut_short(made: Path) -> None:
    data = made.read_bytes()
    made.write_bytes(data[: len(data) // 2])
    with pytest.raises(LibraryError) as caught, Library.open(made) as library:
        library.search(Selection())
        library.remove_games(list(range(40)))
    assert caught.value.code == "library.corrupt"


def test_a_locked_file(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "PATIENCE", 0.1)
    other = sqlite3.connect(made, isolation_level=None)
    with Library.open(made, write=True) as library:
        other.execute("BEGIN IMMEDIATE")
        try:
            assert code_of(made, write=True) == "library.busy"
            assert library.info().games == 40  # reading goes on
            with pytest.raises(LibraryError) as caught:
                library.remove_games([1])
            assert caught.value.code == "library.busy"
        finally:
            other.close()


def test_a_library_opened_to_read_is_not_written_to(place: str | Path) -> None:
    with Library.open(place, create=True):
        pass
    with Library.open(place) as library:
        for change in (lambda: library.remove_games([1]), lambda: library.load([__file__])):
            with pytest.raises(LibraryError) as caught:
                change()
            assert caught.value.code == "library.read_only"


def test_a_folder_that_cannot_be_written_to(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tests run as root, who may write anywhere; so the question is answered for others.
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    before = made.read_bytes()
    with Library.open(made) as library:
        assert library.info().games == 40
        assert library.search(Selection(), limit=1)
    assert made.read_bytes() == before
    assert code_of(made, write=True) == "library.read_only"
    with Library.open(made) as library, pytest.raises(LibraryError) as caught:
        library.remove_games([1])
    assert caught.value.code == "library.read_only"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert code_of(tmp_path / "file" / "games", create=True) in (
        "library.read_only",
        "library.unreachable",
    )


def test_reading_goes_on_while_somebody_writes(made: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.pgn"
    more.write_text(as_pgn(playouts(2, 400)), encoding="utf-8")
    with Library.open(made) as reader, Library.open(made, write=True) as writer:
        work = threading.Thread(target=writer.load, args=([more],))
        work.start()
        seen = {reader.info().games for _ in range(30)}
        work.join()
        assert seen <= {40, 440} and reader.info().games == 440


@pytest.mark.xdist_group("postgres")
def test_databases_that_are_none(cluster: Cluster) -> None:
    assert code_of(cluster.new()) == "library.absent"
    assert code_of(cluster.url("nothing")) == "library.unreachable"
    assert code_of("postgresql+psycopg://u:secret@/x?host=/no/such") == "library.unreachable"
    for url in ("postgresql+nothing://x/y", "postgresql://u:secret@host:port/x"):
        assert code_of(url) == "library.unreachable"
    for url in ("oracle+nothing://x/y", "mysql://x/y", "sqlite:////tmp/x", "://"):
        assert code_of(url, create=True) == "library.other_database"
    for kind in ("postgres", "postgresql"):
        url = cluster.new().replace("postgresql+psycopg", kind)
        with Library.open(url, create=True) as library:
            assert library.info().games == 0
        with Library.open(url) as library:
            assert library.info().games == 0
    url = cluster.new()
    library = Library.open(url, create=True)
    with library._engine.begin() as connection:
        connection.execute(schema.info.update().values(value="99"))
    library.close()
    assert code_of(url) == "library.newer"
    other = cluster.new()
    library = Library.open(other, create=True)
    with library._engine.begin() as connection:
        schema.info.drop(connection)
    library.close()
    assert code_of(other, create=True) == "library.not_library"


def test_a_password_is_not_shown() -> None:
    shown = schema.told("postgresql+psycopg://me:secret@host/games")
    assert "secret" not in shown and "me" in shown
