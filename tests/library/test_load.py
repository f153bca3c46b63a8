"""Files into a library: again, changed, gone, damaged, and with the program killed in between."""

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.library.playouts import as_pgn, playouts

from chuhe import _core
from chuhe.game import Game
from chuhe.library import Library, LibraryError, writing
from chuhe.library import load as loading
from chuhe.library.names import key_text
from chuhe.records import FORMATS, read
from chuhe.records.select import Selection


def write(path: Path, seed: int, number: int) -> list[Game]:
    games = playouts(seed, number)
    path.write_text(as_pgn(games), encoding="utf-8")
    return games


def test_a_file_as_before_is_left_alone(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    write(file, 1, 5)
    assert library.load([file]).games == 5
    loaded = library.load([file, file])
    assert (loaded.games, loaded.files, loaded.unchanged) == (0, 0, 1)
    os.utime(file, (1, 1))  # the same bytes at another time
    loaded = library.load([file])
    assert (loaded.games, loaded.unchanged) == (0, 1)
    assert library.info().games == 5


def test_a_changed_file_is_read_anew(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    write(file, 1, 5)
    library.load([file])
    write(file, 2, 8)
    loaded = library.load([file])
    assert (loaded.games, loaded.removed) == (8, 5)
    assert [game == back for game, back in zip(playouts(2, 8), all_games(library), strict=True)]


def test_games_go_with_a_file_that_was_moved(library: Library, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "新 的"
    old.mkdir()
    for name, seed in (("a.pgn", 1), ("b.pgn", 2), ("twin.pgn", 1)):
        write(old / name, seed, 5)
    paths = [old / name for name in ("a.pgn", "b.pgn", "twin.pgn")]
    assert library.load(paths).games == 15
    before = [(row.id, row.number) for row in library.search(Selection())]
    old.rename(new)
    loaded = library.load(sorted(new.iterdir()))
    assert (loaded.games, loaded.removed, loaded.unchanged) == (0, 0, 3)
    rows = library.search(Selection())
    assert [(row.id, row.number) for row in rows] == before
    assert {row.path for row in rows} == {str(path) for path in new.iterdir()}
    assert library.load(sorted(new.iterdir())).unchanged == 3
    # A copy of a file that is still there is another file.
    (new / "copy.pgn").write_bytes((new / "b.pgn").read_bytes())
    assert library.load([new / "copy.pgn"]).games == 5


def all_games(library: Library) -> list[Game]:
    rows = library.search(Selection())
    return [library.game(row.id) for row in reversed(rows)]


def test_files_of_one_import_come_in_their_order(library: Library, tmp_path: Path) -> None:
    files = [tmp_path / f"{i:02}.pgn" for i in range(30)]
    for i, file in enumerate(files):
        write(file, i, 1 + i % 3)
    told: list[str] = []
    library.load(files, jobs=4, told=lambda path, games: told.append(path))
    assert told == [str(file) for file in files]
    paths = [row.path for row in reversed(library.search(Selection()))]
    assert paths == sorted(paths)


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(library: Library, tmp_path: Path) -> None:
    good, bad, none = tmp_path / "a.pgn", tmp_path / "b.xqf", tmp_path / "c.pgn"
    write(good, 1, 3)
    bad.write_bytes(b"\0" * 100)
    loaded = library.load([bad, none, good])
    assert loaded.games == 3
    assert sorted(loaded.unreadable) == [str(bad), str(none)]
    assert isinstance(loaded.unreadable[str(none)], FileNotFoundError)
    assert library.info().unreadable == 1


def test_problems_are_summed_up(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    text = '[Red "甲"]\n\n1. 炮二平五 马8进7 2. 帅五进五 *\n\n[Red "乙"]\n\n1. 炮二平五 车9进9 *\n'
    file.write_text(text, encoding="utf-8")
    loaded = library.load([file])
    assert loaded.games == loaded.faulty == library.info().faulty == 2
    assert sum(loaded.problems.values()) == 2
    for code in loaded.problems:
        assert loaded.examples[code].place.path == str(file)
    [second, first] = library.search(Selection())
    assert [row.plies for row in (first, second)] == [2, 1]


def test_a_file_that_can_be_read_no_more_keeps_its_games(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.pgn"
    write(file, 1, 3)
    library.load([file])
    os.utime(file, (1, 1))

    def refuse(path: str, mode: str = "r") -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(loading, "open", refuse, raising=False)
    loaded = library.load([file])
    assert isinstance(loaded.unreadable[str(file)], PermissionError)
    assert library.info().games == 3


def test_one_format_after_the_other(library: Library, tmp_path: Path) -> None:
    """Whatever a format holds comes back from the library as it was read."""
    games = [game for game in playouts(4, 12) if game.uci_moves]
    files = []
    for name, module in FORMATS.items():
        if module.WRITES:
            written = _core.write_file(name, [game._record for game in games[:1]])
            if written is not None:
                file = tmp_path / f"one-{name}{module.SUFFIXES[0]}"
                file.write_bytes(written[0])
                if len(list(read(file))) == 1:  # lists of positions leave out a game
                    files.append(file)
    assert len(files) > 8
    library.load(files)
    for file, back in zip(files, all_games(library), strict=True):
        [game] = read(file)
        assert back == game, file
        assert back.start_fen == game.start_fen


SCRIPT = """
import sys
from chuhe.library import Library, load, writing
writing.BATCH_GAMES = 100
load.CHUNK = 50
with Library.open(sys.argv[1], create=True) as library:
    print("open", flush=True)
    library.load(sys.argv[2:])
"""


def test_an_import_that_was_killed_goes_on(place: str, tmp_path: Path) -> None:
    files = [tmp_path / "a.pgn", tmp_path / "b.pgn", tmp_path / "c.pgn"]
    for i, file in enumerate(files):
        write(file, i, 700)
    with Library.open(place, create=True) as library:
        words = [sys.executable, "-c", SCRIPT, place, *map(str, files)]
        for wanted in (1, 800, 1300):  # killed three times, in the middle of files
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            end = time.monotonic() + 60
            while library.count(Selection()) < wanted and process.poll() is None:
                assert time.monotonic() < end
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait()
        kept = library.count(Selection())
        assert 1300 <= kept <= 2100
        loaded = library.load(files)
        assert loaded.games == 2100 - kept and loaded.removed == 0
        rows = list(reversed(library.search(Selection())))
        assert [(row.path, row.number) for row in rows] == [
            (str(file), number) for file in files for number in range(700)
        ]
        fens = {game.start_fen for game in playouts(0, 30)}
        for fen in fens:
            expected = [
                game for file in files for game in read(file) if fen.split()[:2] == begun(game)
            ]
            assert library.position(fen).total.games >= len(expected) > 0


def begun(game: Game) -> list[str]:
    return game.start_fen.split()[:2]


def test_names_of_files_in_another_encoding(library: Library, tmp_path: Path) -> None:
    name = os.fsdecode("象棋".encode("gbk") + b".pgn")
    file = tmp_path / name
    try:
        write(file, 1, 3)
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    assert library.load([file]).games == 3
    assert library.load([file]).unchanged == 1
    path = library.search(Selection())[0].path
    assert path.endswith(r"\xcf\xf3\xc6\xe5.pgn")
    assert key_text(path).endswith("象棋.pgn")
    assert library.remove_vanished([tmp_path]) == 0
    file.unlink()
    assert library.remove_vanished([tmp_path]) == 3


def test_two_programs_may_write(place: str, tmp_path: Path) -> None:
    files = [tmp_path / "a.pgn", tmp_path / "b.pgn"]
    for i, file in enumerate(files):
        write(file, i, 600)
    Library.open(place, create=True).close()
    both = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, place, str(file)], stdout=subprocess.DEVNULL
        )
        for file in files
    ]
    assert [process.wait() for process in both] == [0, 0]
    with Library.open(place, write=True) as library:
        assert library.info().games == 1200
        assert library.load(files).unchanged == 2


def test_two_programs_may_write_the_same(place: str, tmp_path: Path) -> None:
    """Each file is in once, whoever of the two wrote it, or began to."""
    files = [tmp_path / f"{i}.pgn" for i in range(4)]
    for i, file in enumerate(files):
        write(file, i, 250)
    Library.open(place, create=True).close()
    words = [sys.executable, "-c", SCRIPT, place, *map(str, files)]
    both = [subprocess.Popen(words, stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    with Library.open(place, write=True) as library:
        assert library.load(files).removed == 0
        rows = list(reversed(library.search(Selection())))
        expected = [(str(file), number) for file in files for number in range(250)]
        assert sorted((row.path, row.number) for row in rows) == expected


def test_what_another_program_does_to_a_file_amid_its_import_stays_done(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "a.pgn", tmp_path / "b.pgn"
    write(file, 1, 12)
    write(other, 2, 3)
    monkeypatch.setattr(writing, "BATCH_GAMES", 5)
    monkeypatch.setattr(loading, "CHUNK", 5)
    waiting = writing.Batch.write
    done = list[int]()

    def interfered(batch: writing.Batch) -> None:
        waiting(batch)
        if not done and batch.loaded.games == 5:
            done.append(1)
            with Library.open(place, write=True) as library:
                assert library.remove([file]) == 5

    monkeypatch.setattr(writing.Batch, "write", interfered)
    with Library.open(place, create=True) as library:
        loaded = library.load([file, other])
        assert (loaded.games, loaded.files, loaded.unchanged) == (8, 1, 1)
        assert {row.path for row in library.search(Selection())} == {str(other)}


def test_a_name_of_nothing_is_refused(library: Library) -> None:
    with pytest.raises(LibraryError) as caught:
        library.game(7)
    assert caught.value.code == "library.no_game"
    assert library.remove(["/no/such/file"]) == 0


def test_the_tables_are_as_the_page_tells(tmp_path: Path) -> None:
    """Another program needs nothing but the page."""
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
    [query] = re.findall("```sql\n(.*?)```", page, re.DOTALL)
    file, place = tmp_path / "a.pgn", tmp_path / "own.chuhelib"
    games = write(file, 3, 60)
    with Library.open(place, create=True) as library:
        library.load([file])
    with contextlib.closing(sqlite3.connect(place)) as connection:
        found = {(id, move) for id, _, move in connection.execute(query)}
        head = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in HEAD]
        schema = "SELECT value FROM info WHERE name = 'schema'"
        assert connection.execute(schema).fetchone() == ("1",)
    assert head == [0x4348554C, 1]
    usual = Game().start_fen
    first = {
        (number, _core.move_number(game.uci_moves[0]) if game.uci_moves else 0)
        for number, game in enumerate(games, 1)
        if game.start_fen == usual
    }
    assert first and first <= found


HEAD = ("application_id", "user_version")
