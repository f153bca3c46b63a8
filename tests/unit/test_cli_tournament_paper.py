"""``chuhe tournament print --pdf``, ``players --sheet``, ``game``, ``export``: paper on the command line."""

import io
import zipfile
from contextvars import copy_context
from pathlib import Path

import openpyxl
import pypdf
import pytest

from chuhe.cli.main import main
from chuhe.tournament.exports import EXPORTS
from chuhe.tournament.xlsx_out import book


class Run:
    """The command on one file of an event."""

    def __init__(self, capfdbinary: pytest.CaptureFixture[bytes], event: Path) -> None:
        self.capfd = capfdbinary
        self.event = event

    def raw(self, command: str, *words: object, status: int = 0) -> bytes:
        line = ["--lang", "en", "tournament", command, str(self.event), *map(str, words)]
        with pytest.raises(SystemExit) as stop:
            copy_context().run(main, line)
        told = self.capfd.readouterr()
        assert stop.value.code == status, told
        assert b"Traceback" not in told.err
        return told.out + told.err

    def __call__(self, command: str, *words: object, status: int = 0) -> str:
        return self.raw(command, *words, status=status).decode()


@pytest.fixture
def cup(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> Run:
    """Four players from the second sheet of a workbook, one round paired."""
    run = Run(capfdbinary, tmp_path / "cup.chuhe")
    run("new", "--name", "羊城杯", "--rounds", 3, "--seed", "cup", "--end", "2026-12-05")
    names = ("许银川", "吕钦", "胡荣华", "赵国荣")
    (tmp_path / "list.xlsx").write_bytes(
        book(
            [
                ("notes", [["remember the clocks"]]),
                ("名单", [["姓名", "性别"], *([name, "女"] for name in names)]),
            ]
        )
    )
    run("players", tmp_path / "list.xlsx", "--sheet", "名单")
    run("number", "--how", "entry")
    run("pair-round")
    return run


def test_a_workbook_is_told_from_text_and_its_faults_by_cell(cup: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.xlsx").write_bytes(book([("x", [["姓名", "等级分"], ["甲", "many"]])]))
    new = Run(cup.capfd, tmp_path / "new.chuhe")
    new("new", "--name", "x", "--rounds", 3)
    assert "sheet x, cell B2" in new("players", tmp_path / "bad.xlsx", status=2)
    assert "there is no sheet 'y'" in new(
        "players", tmp_path / "bad.xlsx", "--sheet", "y", status=2
    )
    assert "甲" not in new("list")


@pytest.mark.parametrize("words", [("--pdf", "-o"), ("-o",)])
def test_a_print_becomes_pdf_by_option_or_by_name(
    cup: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    name = tmp_path / ("sheet.bin" if "--pdf" in words else "sheet.PDF")
    cup("print", "sheet", *words, name)
    assert "许银川" in pypdf.PdfReader(name).pages[0].extract_text()


def test_pdf_goes_to_standard_output_untouched(cup: Run) -> None:
    data = cup.raw("print", "starting", "--pdf")
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 1


def test_certificates_for_places_and_groups(cup: Run, tmp_path: Path) -> None:
    cup("result", 1, 1, 2, 1)
    name = tmp_path / "c.pdf"
    cup("print", "certificates", "--places", 1, "--group", "女子组:sex=w:1", "-o", name)
    texts = [page.extract_text() for page in pypdf.PdfReader(name).pages]
    own = ["女子组" in text for text in texts]
    assert own == sorted(own) and own.count(True) == own.count(False) > 0
    assert all("1st place" in text and "2026-12-05" in text for text in texts)
    assert "NAME:FIELD=VALUE" in cup("print", "certificates", "--group", "x", status=2)


def test_what_cannot_be_printed_is_told(cup: Run) -> None:
    assert "there are: sheet" in cup("print", "poster", status=2)
    assert "nothing for the print 'teams'" in cup("print", "teams", status=2)


@pytest.mark.parametrize("format", EXPORTS)
def test_every_format_is_written(cup: Run, tmp_path: Path, format: str) -> None:
    cup("result", 1, 1, 2, 1)
    name = tmp_path / f"out{EXPORTS[format].suffix}"
    cup("export", "--to", format, "-o", name)
    assert name.exists()
    assert format in cup("export", "--help")


def test_games_go_in_and_out(cup: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("1. 炮二平五 马8进7 2. 马二进三", encoding="gb18030")
    assert "no result is entered yet" in cup("game", 1, game)
    assert "several games" in cup("game", 1, _twice(tmp_path), status=2)
    cup("game", 1, tmp_path / "two.pgn", "--pick", 2)
    cup("export", "--to", "xqf", "-o", tmp_path / "games")
    (file,) = (tmp_path / "games").glob("*.xqf")
    assert file.name.startswith("r01-b01-")
    cup("export", "--to", "xqf", "-o", tmp_path / "games.zip")
    assert zipfile.ZipFile(tmp_path / "games.zip").namelist() == [file.name]
    assert '[Event "羊城杯"]' in cup("export", "--to", "pgn")
    assert "taken away" in cup("game", 1, "--remove")
    assert cup("export", "--to", "pgn") == ""


def _twice(folder: Path) -> Path:
    name = folder / "two.pgn"
    name.write_text('[Red "a"]\n\n1. 炮二平五 *\n\n[Red "b"]\n\n1. 兵七进一 *\n', encoding="utf-8")
    return name


def test_a_workbook_is_written(cup: Run, tmp_path: Path) -> None:
    cup("export", "--to", "xlsx", "-o", tmp_path / "cup.xlsx")
    made = openpyxl.load_workbook(tmp_path / "cup.xlsx")
    assert made["Players"].cell(2, 2).value == "许银川"
