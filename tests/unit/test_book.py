"""Opening books made here after their description: what is looked up in them, and what is refused.

That positions have the numbers real books name them by is held against cchess, which carries the
table of the programs, and against the number of the start in books that are around.
"""

import os
import random
import sqlite3
import struct
from collections.abc import Iterable
from pathlib import Path

import pytest
from cchess import ChessBoard
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import records
from chuhe.board import Board
from chuhe.errors import RecordError
from chuhe.i18n import use_language
from chuhe.records import book as books
from chuhe.records.book import Book, position_number

OBK = """
CREATE TABLE bhobk (id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER,
    vscore INTEGER, vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB,
    vindex INTEGER);
CREATE INDEX idxkey ON bhobk (vkey);
"""
YFK = """
CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER, vdraw INTEGER,
    vlost INTEGER, vvalid INTEGER, vindex INTEGER);
CREATE TABLE ltext (lma TEXT);
"""
PFBOOK = """
CREATE TABLE pfBook (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER,
    vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);
CREATE TABLE bookVersion (key TEXT, version TEXT);
"""
SCHEMAS = {"obk": OBK, "yfk": YFK, "pfbook": PFBOOK}

#: Board, move, score, wins, draws, losses, switched on.
Entry = tuple[Board, str, int, int, int, int, int]


def code(kind: str, move: str) -> int:
    """A move as two bytes: OBK and pfBook begin with where it starts, YFK ends with it."""
    ends = [
        (12 - int(rank)) * 16 + 3 + ord(file) - ord("a")
        for file, rank in (list(move[:2]), list(move[2:]))
    ]
    first, second = ends if kind != "yfk" else reversed(ends)
    return first << 8 | second


def stored(kind: str, number: int) -> float:
    """A number of 64 bits as a book has it."""
    if number < 1 << 63:
        return number
    if kind == "pfbook":
        return number - (1 << 64)
    real: float = struct.unpack("<d", struct.pack("<Q", number))[0]
    return real


def make(path: Path, kind: str, entries: Iterable[Entry], memo: object = None) -> Path:
    with sqlite3.connect(path) as file:
        file.executescript(SCHEMAS[kind])
        table = "pfBook" if kind == "pfbook" else "bhobk"
        for board, move, *facts in entries:
            names = "vkey, vmove, vscore, vwin, vdraw, vlost, vvalid"
            values: list[object] = [stored(kind, position_number(board)), code(kind, move), *facts]
            if kind != "yfk":
                names, values = f"{names}, vmemo", [*values, memo]
            marks = ", ".join("?" * len(values))
            file.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)
    file.close()
    return path


def after(moves: str) -> Board:
    board = Board()
    for move in moves.split():
        board.push_uci(move)
    return board


START: list[Entry] = [
    (Board(), "h2e2", 30, 6, 2, 2, 1),
    (Board(), "g0e2", 50, 1, 1, 0, 1),
    (Board(), "a0a1", 99, 0, 0, 9, 0),
    (after("h2e2"), "h9g7", 7, 0, 0, 0, 1),
    (after("c3c4"), "b7c7", 5, 1, 2, 3, 1),
]


@pytest.mark.parametrize("kind", list(SCHEMAS))
def test_moves_come_best_first_and_those_switched_off_only_on_demand(
    kind: str, tmp_path: Path
) -> None:
    with Book.open(make(tmp_path / "any.name", kind, START, "正着".encode())) as book:
        assert (book.kind, len(book)) == (kind, 5)
        found = book.moves(Board())
        assert [(e.move.uci(), e.score, e.wins, e.draws, e.losses) for e in found] == [
            ("g0e2", 50, 1, 1, 0),
            ("h2e2", 30, 6, 2, 2),
        ]
        assert found[0].memo == ("" if kind == "yfk" else "正着")
        everything = book.moves(Board(), all=True)
        assert [(e.move.uci(), e.valid) for e in everything] == [
            ("a0a1", False),
            ("g0e2", True),
            ("h2e2", True),
        ]
        assert [e.move.uci() for e in book.moves(after("h2e2"))] == ["h9g7"]
        assert book.moves(after("h2e2 h9g7")) == []


@pytest.mark.parametrize("kind", list(SCHEMAS))
def test_the_mirror_image_of_a_position_is_known(kind: str, tmp_path: Path) -> None:
    with Book.open(make(tmp_path / "book", kind, START)) as book:
        assert [e.move.uci() for e in book.moves(after("b2e2"))] == ["b9c7"]
        assert [e.move.uci() for e in book.moves(after("g3g4"))] == ["h7g7"]


def test_moves_of_the_position_itself_go_before_those_of_its_mirror_image(tmp_path: Path) -> None:
    entries: list[Entry] = [
        (after("b2e2"), "b9c7", 9, 0, 0, 0, 1),
        (after("h2e2"), "h9g7", 7, 0, 0, 0, 1),
        (after("b2e2"), "h9g7", 8, 0, 0, 0, 1),
    ]
    with Book.open(make(tmp_path / "book", "obk", entries)) as book:
        found = [(e.move.uci(), e.score) for e in book.moves(after("h2e2"))]
    assert found == [("b9c7", 8), ("h9g7", 7)]


@pytest.mark.parametrize("kind", list(SCHEMAS))
def test_numbers_with_the_highest_bit_are_found(kind: str, tmp_path: Path) -> None:
    """OBK stores them as floating numbers."""
    entries: list[Entry] = []
    generator = random.Random(kind)
    while len(entries) < 40:
        board = Board()
        for _ in range(generator.randrange(2, 40)):
            board.push(generator.choice(list(board.legal_moves)))
            if not board.legal_moves:
                break
        moves = [move.uci() for move in board.legal_moves]
        number = position_number(board)
        if moves and (number >> 63) and (number >> 52) & 2047 != 2047:
            entries.append((Board(board.fen()), generator.choice(moves), 1, 2, 3, 4, 1))
    with Book.open(make(tmp_path / "book", kind, entries)) as book:
        for board, move, *_ in entries:
            assert move in [e.move.uci() for e in book.moves(board)]


def test_a_book_whose_index_knows_no_negative_numbers_is_looked_through(tmp_path: Path) -> None:
    board = after("h2e2 h9g7")
    moves = [move.uci() for move in board.legal_moves]
    while position_number(board) < 1 << 63:
        board.push(list(board.legal_moves)[3])
        moves = [move.uci() for move in board.legal_moves]
    path = make(tmp_path / "book", "obk", [(board, moves[0], 1, 0, 0, 0, 1), *START])
    with sqlite3.connect(path) as file:  # the index is made to be of another column
        file.execute("DROP INDEX idxkey")
        file.execute("CREATE INDEX idxkey ON bhobk (vindex)")
        file.execute("PRAGMA writable_schema = ON")
        file.execute("UPDATE sqlite_master SET sql = replace(sql, 'vindex)', 'vkey)') "
                     "WHERE name = 'idxkey'")  # fmt: skip
    file.close()
    with Book.open(path) as book:
        assert [e.move.uci() for e in book.moves(board)] == [moves[0]]


def test_entries_that_are_no_move_are_counted(tmp_path: Path) -> None:
    entries: list[Entry] = [
        *START,
        (Board(), "a0a5", 1, 0, 0, 0, 1),
        (Board(), "h9g7", 1, 0, 0, 0, 1),
    ]
    path = make(tmp_path / "book", "obk", entries)
    with sqlite3.connect(path) as file:
        number = position_number(Board())
        for move in (None, -1, 1 << 40, "x", 0, 0xFFFF, 1.5):
            file.execute("INSERT INTO bhobk (vkey, vmove) VALUES (?, ?)", (number, move))
    file.close()
    with Book.open(path) as book:
        assert len(book.moves(Board())) == 2
        assert book.count_illegal(Board()) == 9


@pytest.mark.parametrize(
    ("memo", "text"),
    [(b"\xd5\xfd\xd7\xc5", "正着"), ("正着", "正着"), (7, "7"), (None, ""), (b"\xff", "\ufffd")],
)
def test_memos_are_read_in_any_encoding(memo: object, text: str, tmp_path: Path) -> None:
    with Book.open(make(tmp_path / "book", "obk", START, memo)) as book:
        assert book.moves(Board())[0].memo == text


def test_odd_values_are_numbers(tmp_path: Path) -> None:
    path = make(tmp_path / "book", "obk", [])
    with sqlite3.connect(path) as file:
        file.execute(
            "INSERT INTO bhobk (vkey, vmove, vscore, vwin, vdraw, vlost) VALUES (?,?,?,?,?,?)",
            (position_number(Board()), 0xAAA7, 2.75, "many", float("inf"), None),
        )
    file.close()
    with Book.open(path) as book:
        [entry] = book.moves(Board())
    assert entry[1:] == (2, 0, 0, 0, "", True)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 100), max_size=60))
def test_positions_have_the_numbers_of_another_program(choices: list[int]) -> None:
    board = Board()
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    other = ChessBoard(" ".join(board.fen().split()[:2]))
    assert position_number(board) == other.zhash() & (2**64 - 1)
    mirror = Board(board.setup().mirror().position_fen())
    assert books._number(board, mirrored=True) == position_number(mirror)


def test_facts_of_books_that_are_around() -> None:
    """The number of the start, and moves there and after the first, as several programs tell
    them of books they come with."""
    assert position_number(Board()) == 7101337512282506414
    for value, move in ((43687, "h2e2"), (51623, "g0e2"), (38277, "c3c4")):
        assert code("pfbook", move) == value
    assert code("obk", "h9g7") == 0x3A59


def bad(path: Path, script: str) -> Path:
    with sqlite3.connect(path) as file:
        file.executescript(script)
    file.close()
    return path


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("CREATE TABLE games (id)", "book.no_table"),
        ("CREATE TABLE t (vkey, vmove); CREATE VIEW bhobk AS SELECT * FROM t", "book.no_table"),
        ("CREATE VIRTUAL TABLE bhobk USING fts5(vkey, vmove)", "book.no_table"),
        ("CREATE TABLE bhobk (vkey)", "book.no_columns"),
        ("CREATE TABLE bhobk (vkey, x, vmove AS (hex(zeroblob(x))))", "book.no_columns"),
        ("CREATE TABLE bhobk (vkey AS (1) STORED, vmove)", "book.no_columns"),
    ],
)
def test_other_files_of_sqlite_are_refused(script: str, problem: str, tmp_path: Path) -> None:
    path = bad(tmp_path / "file", script)
    with pytest.raises(RecordError) as caught:
        Book.open(path)
    assert caught.value.code == problem
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert str(caught.value) and "{" not in str(caught.value)


def test_computed_columns_are_not_asked_for(tmp_path: Path) -> None:
    path = bad(
        tmp_path / "file",
        "CREATE TABLE bhobk (vkey, vmove, vscore AS (length(zeroblob(900))), vwin);"
        "INSERT INTO bhobk VALUES (7101337512282506414, 43687, 3)",
    )
    with Book.open(path) as book:
        [entry] = book.moves(Board())
    assert (entry.score, entry.wins) == (0, 3)


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"", b"SQLite", b"[Event]\n" * 99):
        path.write_bytes(content)
        with pytest.raises(RecordError) as caught:
            Book.open(path)
        assert caught.value.code == "book.not_sqlite"
    with pytest.raises(FileNotFoundError):
        Book.open(tmp_path / "none")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError):
        Book.open(tmp_path / "pipe")
    with pytest.raises(RecordError):
        Book.open(tmp_path)


def test_a_journal_beside_it_is_not_believed_and_nothing_is_written(tmp_path: Path) -> None:
    path = make(tmp_path / "book ?#%.obk", "obk", START)
    before = path.read_bytes()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA journal_mode = WAL")
    file.close()
    path.with_name(path.name + "-wal").write_bytes(b"junk")
    path.chmod(0o444)
    names = sorted(p.name for p in tmp_path.iterdir())
    with Book.open(path) as book:
        assert len(book.moves(Board())) == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == names
    assert len(path.read_bytes()) == len(before)


def test_what_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = bad(
        tmp_path / "book",
        "CREATE TABLE bhobk (vkey, vmove);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
        "INSERT INTO bhobk SELECT i, i FROM n",
    )
    monkeypatch.setattr(books, "STEPS", 1)
    monkeypatch.setattr(books, "_STEPS_AT_ONCE", 1000)
    with Book.open(path) as book, pytest.raises(RecordError) as caught:
        book.moves(Board())
    assert caught.value.code == "book.too_long"


def test_records_tell_where_a_book_is_looked_up(tmp_path: Path) -> None:
    path = make(tmp_path / "a.obk", "obk", START)
    with pytest.raises(RecordError) as caught:
        records.read(path)
    assert caught.value.code == "record.is_book"
    [error] = records.read_files([path])
    assert isinstance(error, RecordError) and error.code == "record.is_book"


def test_a_schema_of_bytes_that_are_no_text_is_a_damaged_one(tmp_path: Path) -> None:
    path = make(tmp_path / "book", "obk", START)
    path.write_bytes(
        path.read_bytes().replace(b"CREATE TABLE bhobk", b"CR\xbe\xbf\xbeE TABLE bhobk")
    )
    with pytest.raises(RecordError) as caught:
        Book.open(path)
    assert caught.value.code == "book.damaged" and str(caught.value)


FILES: list[bytes] = []


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_no_bytes_break_it(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    if not FILES:
        folder = tmp_path_factory.mktemp("good")
        FILES.extend(make(folder / kind, kind, START, b"x").read_bytes() for kind in SCHEMAS)
    file = bytearray(data.draw(st.sampled_from(FILES)))
    places = st.one_of(st.integers(0, 119), st.integers(0, len(file) - 1))
    for _ in range(data.draw(st.integers(1, 8))):
        file[data.draw(places)] = data.draw(st.integers(0, 255))
    del file[data.draw(st.one_of(st.just(len(file)), st.integers(0, len(file)))) :]
    path = tmp_path_factory.mktemp("bad") / "book"
    path.write_bytes(bytes(file))
    try:
        with Book.open(path) as book:
            assert len(book) >= 0
            for entry in book.moves(Board(), all=True):
                assert Board().is_legal(entry.move)
    except RecordError as error:
        assert error.code.startswith("book.") and str(error)
