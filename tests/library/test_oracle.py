"""What a library answers is what a slow look through all its games finds."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.library.playouts import as_pgn, playouts
from tests.oracle.slow_library import (
    counts,
    happened,
    mirrored,
    mirrored_move,
    standing,
)

from chuhe.game import Game
from chuhe.library import Library, PositionReport, sums
from chuhe.library.schema import asides, events, game_materials, moves, players, positions
from chuhe.records import read
from chuhe.records.select import Selection

NewLibrary = Callable[[], Library]


@pytest.fixture(autouse=True, scope="module")
def few_are_many() -> Iterator[None]:
    """Sums are kept of positions with few games, so that both ways of counting are tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "MANY", 4)
        yield


def fill(library: Library, folder: Path, groups: list[list[Game]]) -> list[Game]:
    """Load games, a file and an import a group; the games as the files hold them."""
    for i, games in enumerate(groups):
        file = folder / f"{i}.pgn"
        file.write_text(as_pgn(games), encoding="utf-8")
        assert library.load([file]).games == len(games)
    return list(chain(*groups))


def tallied(report: PositionReport) -> dict[str, tuple[int, int, int, int]]:
    return {
        str(played.move) if played.move else "": (
            played.tally.games,
            played.tally.red,
            played.tally.draws,
            played.tally.black,
        )
        for played in report.moves
    }


def agree(library: Library, games: list[Game]) -> None:
    """Ask for every position of all games, also in a mirror, and compare."""
    slow = happened(games)
    # Every position of few games is much like another; those of many are all asked for.
    often = sorted(slow, key=lambda position: -sum(map(len, slow[position].values())))
    for position in [*often[:12], *often[12:][::17]]:
        by_move = slow[position]
        fen = f"{position} - - 0 1"
        report = library.position(fen, limit=1000)
        everybody = set(chain(*by_move.values()))
        total = report.total
        assert (total.games, total.red, total.draws, total.black) == counts(games, everybody)
        assert tallied(report) == {move: counts(games, some) for move, some in by_move.items()}
        shown = sorted((row.path[-5], row.number) for row in report.games)
        assert len(shown) == len(everybody) and report.next is None
        turned = mirrored(position)
        if turned == position:
            continue
        both = library.position(fen, limit=1000, mirror=True)
        expected = {move: counts(games, some) for move, some in by_move.items()}
        for move, some in slow.get(turned, {}).items():
            one, two = expected.get(mirrored_move(move), (0,) * 4), counts(games, some)
            expected[mirrored_move(move)] = tuple(a + b for a, b in zip(one, two, strict=True))  # type: ignore[assignment]
        assert tallied(both) == expected
        others = set(chain(*slow.get(turned, {}).values()))
        assert both.total.games == len(everybody) + len(others)
        assert len(both.games) == len(everybody | others)
    for kept in (False, True):  # nothing that is not there is found
        empty = library.position("4k4/9/9/9/9/9/9/9/9/3K5 w", mirror=kept)
        assert (empty.total.games, empty.moves, empty.games) == (0, (), ())


@given(st.integers(0, 10**6), st.lists(st.integers(0, 30), min_size=1, max_size=4))
@settings(max_examples=6)
def test_positions_of_all_games(
    new_library: NewLibrary, tmp_path_factory: pytest.TempPathFactory, seed: int, sizes: list[int]
) -> None:
    with new_library() as library:
        groups = [playouts(seed + i, size) for i, size in enumerate(sizes) if size]
        games = fill(library, tmp_path_factory.mktemp("files"), groups)
        agree(library, games)


@given(st.integers(0, 10**6))
@settings(max_examples=3)
def test_positions_after_files_have_changed_and_gone(
    new_library: NewLibrary, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("files")
    first, second, third = (playouts(seed + i, 20) for i in range(3))
    with new_library() as library:
        fill(library, folder, [first, second])
        (folder / "0.pgn").write_text(as_pgn(third), encoding="utf-8")
        loaded = library.load([folder / "0.pgn", folder / "1.pgn"])
        assert (loaded.games, loaded.removed, loaded.unchanged) == (20, 20, 1)
        agree(library, [*second, *third])
        assert library.remove([folder / "1.pgn"]) == 20
        agree(library, third)
        some = [row.id for row in library.search(Selection(), limit=7)]
        assert library.remove_games([*some, 10**6]) == 7
        agree(library, third[:13])
        (folder / "0.pgn").unlink()
        assert library.remove_vanished([folder]) == 13
        info = library.info()
        assert (info.games, info.players, info.events, info.files) == (0, 0, 0, 0)


@given(st.integers(0, 10**6))
@settings(max_examples=4)
def test_games_come_back_as_they_were(
    new_library: NewLibrary, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    file = tmp_path_factory.mktemp("files") / "games.pgn"
    file.write_text(as_pgn(playouts(seed, 25)), encoding="utf-8")
    with new_library() as library:
        library.load([file])
        rows = library.search(Selection())
        assert [row.number for row in rows] == list(range(24, -1, -1))
        for row, game in zip(reversed(rows), read(file), strict=True):
            back = library.game(row.id)
            assert back == game
            assert back.headers == game.headers
            assert back.index == game.index and back.place.path == str(file)


@given(st.integers(0, 10**6))
@settings(max_examples=3)
def test_materials_of_all_games(
    new_library: NewLibrary, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    with new_library() as library:
        games = fill(library, tmp_path_factory.mktemp("files"), [playouts(seed, 40)])
        for pieces in sorted({pieces for game in games for pieces in game._record.materials()}):
            expected = [i for i, game in enumerate(games) if pieces in game._record.materials()]
            found = [row.number for row in library.material(pieces)]
            assert found == expected[::-1]
            at_least = [
                i
                for i, game in enumerate(games)
                if any(
                    all(other.count(sign) >= pieces.count(sign) for sign in set(pieces))
                    for other in game._record.materials()
                )
            ]
            found = [row.number for row in library.material(pieces.replace("/", "+/") + "+")]
            assert found == at_least[::-1]


@given(st.integers(0, 10**6))
@settings(max_examples=4)
def test_positions_of_variations(
    new_library: NewLibrary, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    with new_library() as library:
        games = fill(library, tmp_path_factory.mktemp("files"), [playouts(seed, 40)])
        for left in (games, games[:20]):
            somewhere: dict[str, set[int]] = defaultdict(set)
            for number, game in enumerate(games):
                for node in game.nodes() if game in left else []:
                    somewhere[standing(node.fen())].add(number)
            main = happened(left)
            for position, expected in somewhere.items():
                fen = f"{position} - - 0 1"
                rows = library.search(Selection(position=fen, variations=True))
                assert sorted(row.number for row in rows) == sorted(expected)
                played = set(chain(*main.get(position, {}).values()))
                report = library.position(fen)
                assert (report.total.games, report.aside) == (
                    len(played),
                    len(expected) - len(played),
                )
            rows = library.search(Selection())
            library.remove_games([row.id for row in rows if row.number >= 20])
        library.remove_games([row.id for row in library.search(Selection())])
        with library._engine.begin() as connection:
            for table in (positions, asides, moves, game_materials, players, events):
                assert connection.execute(sa.select(table)).all() == []


@pytest.mark.parametrize("at", ["start", "later"])
def test_games_of_a_position_come_in_pages(library: Library, tmp_path: Path, at: str) -> None:
    games = fill(library, tmp_path, [playouts(5, 30), playouts(6, 30)])
    slow = happened(games)
    by_size = sorted(slow, key=lambda position: -sum(map(len, slow[position].values())))
    position = by_size[0 if at == "start" else 3]
    fen = f"{position} - - 0 1"
    everything = library.position(fen, limit=1000)
    seen, before = list[int](), None
    while True:
        page = library.position(fen, limit=7, before=before)
        assert page.total == everything.total
        seen += [row.id for row in page.games]
        before = page.next
        if before is None:
            break
    assert seen == [row.id for row in everything.games]
    assert seen == sorted(set(seen), reverse=True)
    row = everything.games[0]
    nodes = library.game(row.id)
    assert row.ply is not None
    path = [nodes.root, *nodes.mainline()]
    assert standing(path[row.ply].fen()) == position


def test_positions_of_some_games_only(library: Library, tmp_path: Path) -> None:
    games = fill(library, tmp_path, [playouts(8, 80)])
    some = [game for game in games if game.result == "1-0"]
    slow = happened(some)
    for position, by_move in sorted(slow.items())[::5]:
        report = library.position(f"{position} - - 0 1", selection=Selection(result="1-0"))
        assert tallied(report) == {move: counts(some, found) for move, found in by_move.items()}
        assert all(row.result == "1-0" for row in report.games)
