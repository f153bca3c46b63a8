"""`chuhe.records.output`: files that can be joined, names, files that appear when complete."""

import io
import os
import sys
from pathlib import Path

import pytest

from chuhe.game import Game
from chuhe.records import FORMATS, read, write
from chuhe.records.output import JOINABLE, Names, join_games, safe_name, whole_file

DATA = Path(__file__).parents[1] / "data" / "records"


def games() -> list[Game]:
    """Games of all kinds, from the files of the tests."""
    known = {suffix for module in FORMATS.values() for suffix in module.SUFFIXES}
    files = [path for path in sorted(DATA.iterdir()) if path.suffix in known]
    return [game for path in files for game in read(path)]


@pytest.mark.parametrize("format", sorted(JOINABLE))
def test_files_joined_are_the_file_of_all_games(format: str) -> None:
    together, apart = io.BytesIO(), io.BytesIO()
    losses = [tuple(loss) for loss in write(games(), together, format)]
    one_by_one = []
    for number, game in enumerate(games()):
        one_by_one += [
            (loss.code, loss.facts, number) for loss in join_games([game], apart, format)
        ]
    assert apart.getvalue() == together.getvalue()
    assert one_by_one == losses
    if format not in ("pgn", "text"):
        many = io.BytesIO()
        found = list(join_games(games() * 12, many, format))
        assert many.getvalue() == together.getvalue() * 12
        assert len(found) == len(losses) * 12
        assert max((loss.game for loss in found), default=0) <= len(games()) * 12


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("全国赛/第1轮", "全国赛_第1轮"),
        ("a:b*c?d", "a_b_c_d"),
        ("..", "_"),
        (".hidden", "_hidden"),
        ("NUL", "_NUL"),
        ("com1.txt", "_com1.txt"),
        ("dots...", "dots"),
        ("  two   blanks\n", "two blanks"),
        ("", "_"),
        ("\x00", "_"),
    ],
)
def test_names_are_safe(text: str, name: str) -> None:
    assert safe_name(text) == name


def test_long_names_are_cut_between_characters() -> None:
    name = safe_name("象" * 200)
    assert set(name) == {"象"} and len(name.encode()) <= 180


def test_numbers_of_names_do_not_collide_with_names() -> None:
    names = Names()
    given = ["a", "a (2)", "a", "A", "a (2)"]
    made = [names.new(name, ".pgn") for name in given]
    assert made == ["a.pgn", "a (2).pgn", "a (3).pgn", "A (4).pgn", "a (2) (2).pgn"]


def test_a_file_that_fails_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt), whole_file(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert [p.name for p in tmp_path.iterdir()] == ["a.pgn"]
    assert path.read_text() == "before"
    with pytest.raises(OSError) as caught, whole_file(tmp_path / "none" / "a.pgn"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "a.pgn")


@pytest.mark.skipif(sys.platform == "win32", reason="no such devices")
def test_devices_are_written_to_and_not_replaced() -> None:
    with whole_file(os.devnull) as file:
        file.write(b"nothing")
    assert not os.path.isfile(os.devnull)
