"""Any opening book: legal moves of some positions, or one typed error.

Inputs are books of ours with some of their bytes changed; the first pages of SQLite, with the
schema and the first entries, are what most of them change.
"""

import os
import sqlite3
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["chuhe"]):
    from chuhe.board import Board
    from chuhe.errors import RecordError
    from chuhe.i18n import use_language
    from chuhe.records.book import Book, position_number

SCHEMAS = (
    "CREATE TABLE bhobk (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER,"
    " vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB);"
    "CREATE INDEX idxkey ON bhobk (vkey)",
    "CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER,"
    " vdraw INTEGER, vlost INTEGER, vvalid INTEGER); CREATE TABLE ltext (lma TEXT)",
    "CREATE TABLE pfBook (vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER,"
    " vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo TEXT);"
    "CREATE INDEX idxkey ON pfBook (vkey)",
)
FOLDER = Path(tempfile.mkdtemp(prefix="chuhe-fuzz-"))
BOARDS = [Board(), Board()]
BOARDS[1].push_uci("h2e2")


def good(number: int, schema: str) -> bytes:
    path = FOLDER / f"good-{number}"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA page_size = 512")
        file.executescript(schema)
        table = "pfBook" if "pfBook" in schema else "bhobk"
        for board in BOARDS:
            for move in board.legal_moves:
                key = position_number(board)
                ends = [(12 - int(p[1])) * 16 + ord(p[0]) - 94 for p in (move.uci()[:2], move.uci()[2:])]  # fmt: skip
                file.execute(
                    f"INSERT INTO {table} (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid)"
                    " VALUES (?, ?, 1, 2, 3, 4, 1)",
                    (key - (key >> 63 << 64), ends[0] << 8 | ends[1]),
                )
    file.close()
    return path.read_bytes()


GOOD = [good(number, schema) for number, schema in enumerate(SCHEMAS)]


@atheris.instrument_func
def made_up(choose: atheris.FuzzedDataProvider) -> bytes:
    file = bytearray(choose.PickValueInList(GOOD))
    for _ in range(choose.ConsumeIntInRange(0, 12)):
        at = choose.ConsumeIntInRange(0, len(file) - 1 if choose.ConsumeBool() else 1535)
        new = choose.ConsumeBytes(choose.ConsumeIntInRange(1, 8))
        file[at : at + len(new)] = new
    if choose.ConsumeBool():
        del file[choose.ConsumeIntInRange(0, len(file)) :]
    return bytes(file)


@atheris.instrument_func
def one_input(data: bytes) -> None:
    choose = atheris.FuzzedDataProvider(data)
    language = choose.PickValueInList(["zh-Hans", "en"])
    path = FOLDER / "book"
    path.write_bytes(made_up(choose))
    try:
        with Book.open(path) as book:
            for board in BOARDS:
                for entry in book.moves(board, all=True):
                    assert board.is_legal(entry.move)
            assert len(book) >= 0
    except RecordError as error:
        with use_language(language):
            assert error.code.startswith("book.")
            assert str(error)


atheris.Setup(sys.argv, one_input)
try:
    atheris.Fuzz()
finally:
    for name in os.listdir(FOLDER):
        (FOLDER / name).unlink()
    FOLDER.rmdir()
