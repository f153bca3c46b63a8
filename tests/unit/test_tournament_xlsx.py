"""Workbooks in and out: lists of players, the whole event."""

import io
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from chuhe.errors import ParseError
from chuhe.i18n import use_language
from chuhe.tournament import xlsx_in
from chuhe.tournament.director import Director
from chuhe.tournament.players_in import read_players
from chuhe.tournament.xlsx_out import workbook

Rows = list[list[object]]


def made(rows: Rows, title: str = "名单", **more: Rows) -> bytes:
    """A workbook as openpyxl writes it, formulas and all."""
    book = openpyxl.Workbook()
    first = book.active
    first.title = title
    for name, content in {title: rows, **more}.items():
        sheet = first if name == title else book.create_sheet(name)
        for row in content:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(data: bytes, name: str, change: object) -> bytes:
    """The same workbook with a part changed by a function, or added as it is."""
    old, file = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            if part == name and callable(change):
                content = change(content)
            new.writestr(part, content)
        if isinstance(change, bytes):
            new.writestr(name, change)
    return file.getvalue()


def refused(data: bytes, sheet: str = "") -> ParseError:
    with pytest.raises(ParseError) as told:
        read_players(data, sheet)
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert str(told.value) and "{" not in str(told.value)
    return told.value


# ---------------------------------------------------------------- in


def test_numbers_dates_and_blanks_are_read_as_a_person_sees_them() -> None:
    listed = read_players(
        made(
            [
                ["羊城杯报名表"],
                [],
                ["序号", "姓名", "单位", "等级分", "出生日期", "证号", "性别"],
                [1, "许银川", "广东", 2600, date(1975, 9, 3), 12345678.0, "男"],
                [2, "唐 丹", None, 2500.4, 1990, "A-7", "女"],
                [None, None, None, None],
                [3, 42, "x", "２４００", "1991-02", None, None],
            ]
        )
    )
    assert listed.players == (
        {
            "name": "许银川",
            "team": "广东",
            "rating": 2600,
            "birth": "1975-09-03",
            "fide_id": "12345678",
            "sex": "m",
        },
        {"name": "唐 丹", "rating": 2500, "birth": "1990", "fide_id": "A-7", "sex": "w"},
        {"name": "42", "team": "x", "rating": 2400, "birth": "1991-02"},
    )
    assert listed.unknown == ("序号",)


def test_the_sheet_is_the_first_or_the_one_named() -> None:
    data = made([["姓名"], ["甲"]], second=[["name"], ["乙"]])
    assert [p["name"] for p in read_players(data).players] == ["甲"]
    assert [p["name"] for p in read_players(data, "second").players] == ["乙"]
    error = refused(data, "third")
    assert error.code == "players.sheet" and error.facts["known"] == "名单, second"


def test_names_alone_need_no_heading() -> None:
    assert [p["name"] for p in read_players(made([["甲"], ["乙"]])).players] == ["甲", "乙"]


HEAD: list[object] = ["姓名", "等级分"]


@pytest.mark.parametrize(
    ("rows", "code", "cell"),
    [
        ([HEAD, ["甲", 1], ["乙", "二千"]], "players.rating_cell", "B3"),
        ([HEAD, ["甲", date(2020, 1, 1)]], "players.rating_cell", "B2"),
        ([HEAD, ["甲", True]], "players.rating_cell", "B2"),
        ([HEAD, [], [], [None, 2000]], "players.name_cell", "A4"),
        ([HEAD, ["甲" * 201, 1]], "players.long_cell", "A2"),
        ([["a", "b"], ["甲", 1]], "players.headings_cell", "A1"),
        ([HEAD, ["甲", "#REF!"]], "players.fault", "B2"),
        ([HEAD, ["甲", "=1+1"]], "players.formula", "B2"),
        ([HEAD, ["=A9", 1]], "players.formula", "A2"),
        ([], "players.empty", None),
        ([HEAD], "players.empty", None),
    ],
)
def test_what_is_wrong_is_told_with_sheet_and_cell(rows: Rows, code: str, cell: str | None) -> None:
    error = refused(made(rows))
    assert error.code == code
    assert error.facts.get("cell") == cell
    if cell:
        assert error.facts["sheet"] == "名单"


def test_a_formula_with_its_value_in_the_file_is_its_value() -> None:
    data = with_part(
        made([HEAD, ["甲", "=2000+500"]]),
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace(b"<v />", b"<v>2500</v>").replace(b"<v></v>", b"<v>2500</v>"),
    )
    assert read_players(data).players[0]["rating"] == 2500


def test_other_files_are_told_from_workbooks() -> None:
    assert refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)).code == "players.xls"
    assert refused(b"PK\x03\x04 and nothing more").code == "players.xlsx"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "姓名")
    assert refused(file.getvalue()).code == "players.xlsx"


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    data = with_part(made([HEAD, ["甲", 1]]), "xl/bomb.xml", bytes(xlsx_in.MOST_UNPACKED + 1))
    assert len(data) < 100_000
    assert refused(data).code == "players.unpacked"


def test_a_bomb_that_lies_about_its_size_is_not_unpacked_either() -> None:
    name = b"xl/workbook.xml"
    big = with_part(made([HEAD, ["甲", 1]]), name.decode(), lambda text: text + b" " * 50_000_000)
    place = big.rindex(name)  # in the list of parts; the size is 22 bytes before the name
    lying = big[: place - 22] + (2000).to_bytes(4, "little") + big[place - 18 :]
    assert refused(lying).code in ("players.xlsx", "players.unpacked")


def test_entities_that_grow_are_refused() -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    data = with_part(
        made([HEAD, ["甲", 1]]),
        "xl/workbook.xml",
        lambda text: text[: text.index(b"<workbook")] + laughs + text[text.index(b"<workbook") :],
    )
    assert refused(data).code == "players.xlsx"


def test_far_cells_and_many_rows_cost_nothing() -> None:
    def sheet(rows: bytes) -> bytes:
        return with_part(
            made([HEAD, ["甲", 1]]),
            "xl/worksheets/sheet1.xml",
            lambda text: text.replace(b"</sheetData>", rows + b"</sheetData>"),
        )

    far = b'<row r="3"><c r="A3" t="inlineStr"><is><t>x</t></is></c><c r="XFD3"><v>1</v></c></row>'
    assert len(read_players(sheet(far)).players) == 2
    last = b'<row r="1048576"><c r="A1048576"><v>7</v></c></row>'
    assert refused(sheet(last)).code == "players.rows"


# ---------------------------------------------------------------- out


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Director]:
    with Director.create(
        tmp_path / "cup.chuhe",
        name="羊城杯",
        seed="cup",
        rounds=3,
        system="chinese",
        clock=lambda: "",
    ) as desk:
        people = ("许银川", "=SUM(A1:A9)", "+1", "@x", "-2")
        desk.add_players(
            [
                {"name": n, "team": '=HYPERLINK("x")', "rating": 2000 + i, "birth": "1990-01-02"}
                for i, n in enumerate(people)
            ]
        )
        desk.number("entry")
        for keys in ("1=", "+o"):
            desk.pair_round()
            desk.results(list(enumerate(keys, 1)))
        yield desk


def opened(desk: Director) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(workbook(desk.state, desk.standings())))


def test_a_workbook_has_the_event_and_can_be_read_back(cup: Director) -> None:
    with use_language("zh-Hans"):
        data = workbook(cup.state, cup.standings())
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["棋手", "第 1 轮", "第 2 轮", "名次表", "交叉表", "算式"]
    listed = read_players(data)
    assert [p["name"] for p in listed.players] == [p.name for p in cup.state.event().players]
    assert listed.players[0] == {
        "name": "许银川",
        "team": '=HYPERLINK("x")',
        "rating": 2000,
        "birth": "1990-01-02",
    }
    with use_language("en"):
        assert len(read_players(workbook(cup.state, cup.standings())).players) == 5


def test_nothing_in_a_workbook_is_a_formula(cup: Director) -> None:
    book = opened(cup)
    texts = [
        cell
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    ]
    assert not [cell for cell in texts if cell.data_type == "f"]
    assert sum(cell.value == "=SUM(A1:A9)" for cell in texts) >= 4
    raw = zipfile.ZipFile(io.BytesIO(workbook(cup.state, cup.standings())))
    assert not any(b"<f>" in raw.read(name) for name in raw.namelist())


def test_standings_are_numbers_and_explained(cup: Director) -> None:
    with use_language("en"):
        book = opened(cup)
    rows = list(book["Standings"].iter_rows(values_only=True))
    table = cup.standings()
    assert rows[0][4:] == tuple(map(str, table.codes))
    for shown, row in zip(rows[1:], table.rows, strict=True):
        assert shown[:2] == (row.place, row.number)
        assert [float(v) for v in shown[4:]] == [float(t.text) for t in row.tallies]
    working = list(book["Working"].iter_rows(values_only=True))
    assert len(working) == 1 + len(table.rows) * len(table.codes)
    assert any("against" in str(row[6]) for row in working)


def test_control_characters_do_not_break_a_workbook(tmp_path: Path) -> None:
    with Director.create(tmp_path / "x", name="x", seed="x", rounds=2, clock=lambda: "") as desk:
        desk.add_players([{"name": "a\x01b", "team": "\ud800"}, {"name": "c"}])
        desk.number("entry")
        book = opened(desk)
    assert book.worksheets[0].cell(2, 2).value == "ab"


def test_sections_have_sheets_of_their_own(tmp_path: Path) -> None:
    with Director.create(
        tmp_path / "x", name="x", seed="x", system="sections", clock=lambda: ""
    ) as desk:
        desk.add_players([{"name": f"P{n}"} for n in range(6)])
        desk.number("entry")
        desk.groups(2, names=["甲/组", "乙组"])
        for name in desk.whole.sections:
            desk.section = name
            desk.pair_round()
            desk.results([(board, "1") for board in desk.state.round(1).missing])
        whole = desk.whole
        with use_language("zh-Hans"):
            data = workbook(whole, desk.standings())
        alone = opened(desk)
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert "甲 组 第 1 轮" in book.sheetnames and "乙组 名次表" in book.sheetnames
    assert len(list(book["总名次表"].iter_rows())) == 7
    assert len(alone.sheetnames) == 5
