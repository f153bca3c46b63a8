"""Readers and writers over small files of our own, one for each dialect.

``tests/data/records/expected.json`` says what each holds. Real files are read
in ``tests/corpus``.
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest

import chuhe
from chuhe import records
from chuhe.game import Eval, Game
from chuhe.i18n import use_language
from chuhe.records import pgn, text

DATA = Path(__file__).parents[1] / "data" / "records"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads(
    (DATA / "expected.json").read_text(encoding="utf-8")
)
#: Headers that the tree and the result tell again.
STRUCTURAL = {"Game", "FEN", "Result"}


def facts(game: Game) -> dict[str, Any]:
    return {
        "format": game.format,
        "encoding": game.encoding,
        "fen": " ".join(game.start_fen.split()[:2]),
        "moves": " ".join(game.uci_moves),
        "result": game.result,
        "headers": {k: v for k, v in game.headers.items() if k not in STRUCTURAL},
        "variations": game.count_variations(),
        "comments": game.count_comments(),
        "problems": [[p.code, p.place.ply, p.place.line] for p in game.problems],
    }


def test_every_file_is_expected() -> None:
    assert {p.name for p in DATA.iterdir()} - {"expected.json"} == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_dialects(name: str) -> None:
    assert [facts(game) for game in records.read(DATA / name)] == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_all_ways_to_read_give_the_same(name: str) -> None:
    path = DATA / name
    games = list(records.read(str(path)))
    [many] = records.read_files([path])
    with path.open("rb") as file:
        for others in (list(records.read(path.read_bytes())), list(records.read(file)), many):
            assert others == games
    assert records.sniff(path) == records.sniff(path.read_bytes()) == games[0].format


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("format", ["pgn", "text"])
@pytest.mark.parametrize("notation", ["zh", "zh-hant", "wxf", "iccs", "uci10"])
def test_what_is_written_reads_the_same(name: str, format: str, notation: str) -> None:
    games = list(records.read(DATA / name))
    file = io.BytesIO()
    losses = list(records.write(games, file, format, notation=notation))
    again = list(records.read(file.getvalue(), format=format))
    said = {loss.game for loss in losses if loss.code == "loss.unread_said"}
    for number, (a, b) in enumerate(zip(games, again, strict=True)):
        assert a.uci_moves == b.uci_moves and a.result == b.result
        # Moves that cannot be played may have become a comment.
        assert a.same_tree(b) != (number in said)
    if not losses and format == "pgn":
        kept = [
            {k: v for k, v in g.headers.items() if k not in {*STRUCTURAL, "Format", "Variant"}}
            for g in (*games, *again)
        ]
        assert kept[: len(games)] == kept[len(games) :]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16-le"])
def test_encodings_are_written_and_found_again(encoding: str) -> None:
    game = Game(headers=[("Event", "全國賽"), ("Red", "陳甲"), ("Black", "李乙")])
    game.add_line(["炮二平五", "马8进7"]).comment = "平穩"
    file = io.BytesIO()
    assert not list(records.write([game] * 2, file, notation="zh-hant", encoding=encoding))
    data = file.getvalue() if encoding != "utf-16-le" else b"\xff\xfe" + file.getvalue()
    again = list(records.read(data))
    assert [(g.encoding, g == game) for g in again] == [(encoding, True)] * 2


def test_what_an_encoding_cannot_say_is_told() -> None:
    game = Game(headers=[("Red", "陈é")])
    file = io.BytesIO()
    [loss] = records.write([game], file, encoding="big5")
    assert loss.game == 0
    with use_language("en"):
        assert loss.text == "big5 has no place for the characters 陈é; the first is in line 2"
    assert b'[Red "??"]' in file.getvalue()


def test_what_plain_text_cannot_hold_is_told() -> None:
    game = Game(headers=[("Red", "甲"), ("TimeControl", "10-5-0"), ("Empty", "")])
    losses = list(records.write([game], io.BytesIO(), "text"))
    assert [(loss.code, loss.facts) for loss in losses] == [
        ("loss.header", {"name": "TimeControl"})
    ]


def test_annotations_in_comments() -> None:
    [game] = records.read(DATA / "variations.pgn")
    end = game.end()
    assert (end.clock, end.eval, end.comment) == (598, Eval(-35, False, 20), "出车")
    assert game.mainline()[0].nags == [1] and game.mainline()[3].nags == [14]
    alternative = game.root.variations[1]
    assert alternative.comment == "仙人指路"
    assert [node.zh for node in alternative.variations] == ["炮2平3", "卒7进1"]


def test_problems_tell_where_and_why() -> None:
    path = DATA / "illegal.pgn"
    first, second = records.read(path)
    [problem] = first.problems
    place = problem.place
    assert (place.path, place.game, place.ply, place.line) == (str(path), 0, 4, 3)
    assert path.read_bytes()[place.offset :].startswith("马7进8".encode())
    with use_language("en"):
        assert str(problem) == "马7进8 is not legal here: the horse's leg is blocked at g6"
    with use_language("zh-Hans"):
        assert "g6" in problem.text and "马7进8" in problem.text
    assert second.place.line == 5 and not second.problems


def test_places_are_bytes_in_every_encoding() -> None:
    data = (DATA / "illegal.pgn").read_text(encoding="utf-8")
    for encoding in ("gb18030", "big5"):
        move = "马7进8" if encoding == "gb18030" else "馬7進8"
        written = (
            data if encoding == "gb18030" else data.translate(str.maketrans("马进车", "馬進車"))
        )
        raw = written.encode(encoding)
        [problem] = next(records.read(raw)).problems
        assert raw[problem.place.offset :].startswith(move.encode(encoding))


def test_games_are_read_one_at_a_time() -> None:
    class Endless(io.RawIOBase):
        """PGN without an end; remembers how much of it was asked for."""

        given = 0

        def read(self, size: int = -1) -> bytes:
            self.given += size
            return (b'[Red "a"]\n1. h2e2 h9g7 *\n\n' * (size // 26 + 1))[: size // 26 * 26]

    source = Endless()
    games = records.read(source)  # type: ignore[arg-type]
    for _ in range(1000):
        assert len(next(games).uci_moves) == 2
    assert source.given < 2_000_000


def test_books_are_not_read_but_looked_up() -> None:
    with use_language("en"), pytest.raises(chuhe.RecordError, match="chuhe book") as caught:
        records.read(b"SQLite format 3\0")
    assert caught.value.code == "record.is_book"


def test_nothing_to_read() -> None:
    for data in (b"", b"\n\n", b"hello", b"\xff" * 100):
        with pytest.raises(chuhe.RecordError) as caught:
            records.read(data)
        assert caught.value.code == "record.no_game"
    with pytest.raises(FileNotFoundError, match="/no/such/file"):
        records.read("/no/such/file")
    with pytest.raises(IsADirectoryError):
        records.read(str(DATA))
    with pytest.raises(chuhe.RecordError):
        records.read(b'[A ""]', format="zip")
    with pytest.raises(ValueError, match="klingon"):
        records.read(b'[A ""]', encoding="klingon")
    with pytest.raises(chuhe.RecordError):
        records.dumps(Game(), "wxf")
    with pytest.raises(ValueError, match="smoke"):
        records.dumps(Game(), notation="smoke")


def test_an_error_of_the_file_is_the_error_raised() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise OSError(5, "the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        records.read(Broken())  # type: ignore[arg-type]


def test_texts_given_as_text() -> None:
    assert pgn.loads("1. 炮二平五 *")[0].uci_moves == ["h2e2"]
    assert text.loads("炮二平五\n马8进7")[0].uci_moves == ["h2e2", "h9g7"]
    assert pgn.loads("") == [] == text.loads("")
    assert pgn.loads("\ud800 1. 炮二平五")[0].uci_moves == ["h2e2"]
