"""Any workbook is read or refused with an error of ours, in bounded time."""

import io
import zipfile
from datetime import date, datetime, time

import openpyxl
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import ParseError
from chuhe.tournament.players_in import read_players
from chuhe.tournament.xlsx_in import rows_of
from chuhe.tournament.xlsx_out import book

TEXT = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
    ),
    max_size=12,
)
VALUE = st.one_of(
    st.none(),
    TEXT,
    st.integers(-(10**9), 10**9),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.booleans(),
    st.datetimes(datetime.fromisoformat("1901-01-01"), datetime.fromisoformat("9999-01-01")).map(
        lambda d: d.replace(microsecond=0)
    ),
    st.dates(date(1901, 1, 1), date(9999, 1, 1)),
    st.times().map(lambda t: time(t.hour, t.minute, t.second)),
    st.sampled_from(("姓名", "等级分", "name", "#REF!", "=1+1", "2600")),
)


def taken(data: bytes) -> None:
    try:
        listed = read_players(data)
    except ParseError as error:
        assert str(error)
    else:
        assert listed.players and all(p["name"] for p in listed.players)


def saved(rows: list[list[object]]) -> bytes:
    made, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        made.active.append(row)
    made.save(file)
    return file.getvalue()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(VALUE, max_size=5), max_size=8))
def test_any_cells_are_read_or_refused(rows: list[list[object]]) -> None:
    taken(saved(rows))


GOOD = saved([["姓名", "等级分"], ["许银川", 2600], ["吕钦", 2590]])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.binary(max_size=4)), max_size=6))
def test_any_damage_to_the_file_is_told(changes: list[tuple[int, bytes]]) -> None:
    data = bytearray(GOOD)
    for place, new in changes:
        data[place : place + len(new)] = new
    taken(bytes(data))


PARTS = {
    name: zipfile.ZipFile(io.BytesIO(GOOD)).read(name)
    for name in zipfile.ZipFile(io.BytesIO(GOOD)).namelist()
}


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(PARTS)),
    st.floats(0, 1, exclude_max=True),
    st.sampled_from(
        (b"", b"<", b">", b'"', b"9", b"-", b"A", b"</row>", b"<row>", b'r="XFD9"', b"\xff")
    ),
    st.integers(0, 12),
)
def test_any_damage_to_a_part_is_told(part: str, place: float, new: bytes, gone: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in PARTS.items():
            at = int(len(content) * place)
            archive.writestr(
                name, content[:at] + new + content[at + gone :] if name == part else content
            )
    taken(file.getvalue())


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=1, max_size=6))
def test_texts_come_back_as_they_were_written(rows: list[list[str]]) -> None:
    try:
        _name, back = rows_of(book([("x", [list(row) for row in rows])]))
    except ParseError as error:
        assert error.code == "players.fault"
        return
    told = [[cell.strip() for cell in row] for row in rows]
    for row in told:
        while row and not row[-1]:
            row.pop()
    assert [row for _n, row in back] == [row for row in told if row]
