"""The pictures of ``chuhe show``."""

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image
from tests.unit.shown import Show, show_with

SPACE = "{http://www.w3.org/2000/svg}"
MOVES = "炮二平五 马8进7 马二进三 车9平8"


@pytest.fixture
def show(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Show:
    monkeypatch.chdir(tmp_path)
    return show_with(capfdbinary)


def test_all_formats_at_once(show: Show) -> None:
    told = show(
        *("-m", MOVES, "-o", "a.svg", "-o", "a.PNG", "-o", "a.gif"),
        *("--svg", "b", "--png", "c", "--gif", "d", "--size", 200),
    )
    assert (told.status, told.out, told.err) == (0, "", "")
    assert Path("a.svg").read_bytes() == Path("b").read_bytes()
    assert Path("a.PNG").read_bytes() == Path("c").read_bytes()
    assert Path("a.gif").read_bytes() == Path("d").read_bytes()
    root = ET.parse("a.svg").getroot()
    labels = [node.get("aria-label") for node in root.iter(f"{SPACE}g") if node.get("aria-label")]
    assert labels == ["2… 车9平8"]
    with Image.open("a.PNG") as image, Image.open("a.gif") as moving:
        assert image.format == "PNG"
        assert image.width == moving.width
        assert moving.n_frames == 5


def test_every_ply_on_a_page_or_in_a_file_of_its_own(show: Show) -> None:
    show("-m", MOVES, "--every", "-o", "page.svg", "--columns", 2)
    page = ET.parse("page.svg").getroot()
    assert len(page.findall(f"{SPACE}svg")) == 5
    assert (page.get("width"), page.get("viewBox", "").split()[2]) == ("510", "1020")
    show("-m", MOVES, "--every", "--step", 2, "-o", "ply-%02d.png", "--size", 100)
    assert sorted(p.name for p in Path().glob("ply*")) == [
        "ply-00.png",
        "ply-02.png",
        "ply-04.png",
    ]


def test_to_standard_output(show: Show) -> None:
    told = show("--png", "-", "--size", 100)
    assert told.data[:8] == b"\x89PNG\r\n\x1a\n"
    with Image.open(io.BytesIO(told.data)) as image:
        assert image.size == (100, 110)


def test_looks(show: Show) -> None:
    fen = "3k5/4P4/9/9/9/9/9/9/9/4K4 b"
    show(fen, "-o", "a.svg", "--title", "")
    show(
        *(fen, "-o", "b.svg", "--theme", "paper", "--black", "--glyphs", "letters"),
        *("--coordinates", "none", "--arrow", "e8e9:red", "--circle", "d9", "--title", "End"),
    )
    a, b = Path("a.svg").read_text(encoding="utf-8"), Path("b.svg").read_text(encoding="utf-8")
    assert "#f3dfb5" in a and "#f3dfb5" not in b
    assert 'id="u5e25"' in a and 'id="u5e25"' not in b  # 帥
    assert 'id="u4b"' in b  # K
    assert "<polygon" in b and "<title>End</title>" in b


def test_a_layout_that_cannot_be_played_is_drawn(show: Show) -> None:
    told = show("9/9/9/9/9/9/9/9/9/4K4 w", "-o", "a.svg")
    assert told.status == 1
    assert "! Not playable: black has no king" in told.err
    text = Path("a.svg").read_text(encoding="utf-8")
    assert 'aria-label="Not playable: black has no king"' in text


def test_arrows_of_comments_are_drawn(show: Show, tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    file.write_text("1. 炮二平五 {[%cal Gh9g7][%csl Re4] central} *", encoding="utf-8")
    show(file, "-o", "a.svg")
    text = Path("a.svg").read_text(encoding="utf-8")
    assert text.count("<polygon") == 1
    assert 'aria-label="central"' in text and "%cal" not in text
    told = show(file, "--width", 70)
    assert "central" in told.out and "%cal" not in told.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-o", "no/such/folder.svg"], "no/such/folder.svg: there is no such file"),
        (["-o", "a.png", "--font", "none.ttf", "--title", "胡荣华"], "none.ttf"),
        (["-o", "a.png", "--size", "10"], "--size"),
        (["-o", "a.gif", "--delay", "0"], "--delay"),
        (["--every", "-m", MOVES, "-o", "a.png", "--size", "4000", "--columns", "5"], "too large"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], complaint: str, show: Show) -> None:
    told = show(*words)
    assert (told.status, told.out) == (2, "")
    assert complaint in told.err
    assert "Traceback" not in told.err
