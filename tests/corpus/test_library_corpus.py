"""All real records in a library: every game comes back, and positions are found as by looking."""

import os
from collections import defaultdict
from pathlib import Path

import pytest

from chuhe.game import Game
from chuhe.library import Library
from chuhe.library.explore import signed
from chuhe.records import read_files
from chuhe.records.select import Selection

RECORDS = Path(__file__).parents[3] / "shared" / "records"
pytestmark = [
    pytest.mark.long,
    pytest.mark.corpus,
    pytest.mark.skipif(not RECORDS.is_dir(), reason="no collection of records beside the checkout"),
]


def test_every_real_game_comes_back(tmp_path: Path) -> None:
    paths = [str(path) for path in sorted(RECORDS.rglob("*")) if path.is_file()]
    paths = [path for path in paths if os.path.getsize(path) < 4_000_000]
    with Library.open(tmp_path / "real.chuhelib", create=True) as library:
        loaded = library.load(paths)
        rows = library.search(Selection())[::-1]
        assert len(rows) == loaded.games > 10_000
        kept = zip(rows, library.games([row.id for row in rows]), strict=True)
        ends: dict[int, int] = defaultdict(int)
        met: dict[int, int] = defaultdict(int)
        for at in range(0, len(paths), 64):
            for path, found in zip(
                paths[at : at + 64], read_files(paths[at : at + 64]), strict=True
            ):
                for game in found if isinstance(found, list) else []:
                    row, back = next(kept)
                    assert (row.path, row.number) == (path, game.index)
                    assert back == game, (path, game.index)
                    assert list(back.headers.items()) == list(game.headers.items())
                    count(game, met, ends)
        assert next(kept, None) is None
        often = sorted(met, key=lambda key: -met[key])
        with library._reading() as connection:
            for key in [*often[:300], *often[300::997]]:
                assert totals(connection, key) == (met[key], ends[key])


def count(game: Game, met: dict[int, int], ends: dict[int, int]) -> None:
    keys = game._record.keys()
    for key in set(keys):
        met[key] += 1
    ends[keys[-1]] += 1


def totals(connection: object, key: int) -> tuple[int, int]:
    """Games that had a position, and those that ended there."""
    from chuhe.library.explore import _sums

    found = {row[1]: row[2] for row in _sums(connection, [signed(key)], ())}  # type: ignore[arg-type]
    return found[-1], found.get(0, 0)
