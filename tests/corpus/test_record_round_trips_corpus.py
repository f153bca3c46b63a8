"""Real files through the formats that are written: each in its own, and from each to each.

``CHUHE_ALL_RECORDS=1`` takes every file; otherwise a part of them, the same each time, that takes
some seconds. What must come back and what must be told is that of
`tests/property/test_record_round_trips.py`, which is not repeated here: of real games the main
line, the variations, the comments and the result are compared.
"""

import io
import os
from pathlib import Path

import pytest

from chuhe import records
from chuhe.game import Game
from chuhe.records import FORMATS

RECORDS = Path(__file__).parents[3] / "shared" / "records"
ALL = os.environ.get("CHUHE_ALL_RECORDS") == "1"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not (RECORDS / "truth.jsonl").exists(),
        reason="the collection of records does not lie beside the checkout",
    ),
]

WRITTEN = sorted(name for name, module in FORMATS.items() if module.WRITES)
#: What formats cannot hold of a tree, as `docs/records.md` says.
WITHOUT_VARIATIONS = {"wxf", "mxq", "epd"}
WITHOUT_COMMENTS = {"wxf", "epd", "csv", "eglib"}
WITHOUT_RESULT = {"pfc", "epd", "eglib"}


def files() -> list[Path]:
    found = sorted(p for p in RECORDS.rglob("*") if p.is_file() and p.parent != RECORDS)
    return found if ALL else found[::12]


@pytest.fixture(scope="module")
def games() -> dict[Path, list[Game]]:
    paths = files()
    return {
        path: found
        for path, found in zip(paths, records.read_files(paths), strict=True)
        if isinstance(found, list)
    }


def written(games: list[Game], format: str) -> tuple[list[Game], set[str]]:
    file = io.BytesIO()
    codes = {loss.code for loss in records.write(games, file, format)}
    return list(records.read(file.getvalue(), format=format)), codes


def test_every_file_is_read(games: dict[Path, list[Game]]) -> None:
    assert len(games) == len(files())


def test_a_file_in_its_own_format_comes_back(games: dict[Path, list[Game]]) -> None:
    compared = 0
    for path, found in games.items():
        format = str(found[0].format) if found else ""
        if format not in WRITTEN:
            continue
        again, codes = written(found, format)
        assert len(again) == len(found), path
        for before, after in zip(found, again, strict=True):
            compared += 1
            assert before.same_tree(after), (path, before, codes)
            assert before.result == after.result or format in WITHOUT_RESULT, path
            lost = [
                k
                for k, v in before.headers.items()
                if after.headers.get(k) != v and k not in STRUCTURAL
            ]
            assert not lost or codes & OF_HEADERS, (path, lost)
    assert compared > 700


#: Headers that the game tells again.
STRUCTURAL = {"Game", "FEN", "SetUp", "Result", "Format", "Variant"}
OF_HEADERS = {"loss.header", "loss.cut", "loss.signs", "loss.line_ends"}

#: Moves that cannot be played became a comment or were left out.
OF_UNREAD = {"loss.unread", "loss.unread_said"}


def can_hold(game: Game, format: str) -> bool:
    usual = game.start_fen.split()[:2] == Game().start_fen.split()[:2]
    return usual or format != "mxq"


@pytest.mark.long
@pytest.mark.parametrize("there", WRITTEN)
def test_from_each_format_to_each_and_back(games: dict[Path, list[Game]], there: str) -> None:
    """A, then B, then A: of a few games of every format, among them the largest."""
    by_format: dict[str, list[Game]] = {}
    for found in games.values():
        for game in found[:2]:
            by_format.setdefault(str(game.format), []).append(game)
    for home, found in by_format.items():
        if home not in WRITTEN:
            continue
        found.sort(key=lambda game: -len(game.uci_moves))
        for game in found if ALL else found[:: max(1, len(found) // 6)]:
            if not can_hold(game, there):
                continue
            [abroad], codes = written([game], there)
            assert abroad.start_fen.split()[:2] == game.start_fen.split()[:2]
            if game.is_playable and there != "epd":
                assert abroad.uci_moves == game.uci_moves
            same_tree = abroad.same_tree(game)
            assert same_tree or codes, (home, there, game.place)
            # As many of the moves that cannot be played may be told as comments, or be lost.
            unread = game.count_unread() if codes & OF_UNREAD else 0
            if there not in WITHOUT_VARIATIONS and "loss.twins" not in codes:
                assert 0 <= game.count_variations() - abroad.count_variations() <= unread
            if there not in {*WITHOUT_COMMENTS, "mxq"} and "loss.before_joined" not in codes:
                assert abs(abroad.count_comments() - game.count_comments()) <= unread
            assert abroad.result == game.result or there in WITHOUT_RESULT
            if can_hold(abroad, home):
                [back], _ = written([abroad], home)
                assert back.same_tree(abroad), (home, there, game.place)
                if same_tree:
                    assert back.same_tree(game)
