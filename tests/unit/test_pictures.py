"""Pictures: what is drawn, where, in which colours, and what a file holds."""

import builtins
import io
import re
import struct
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import chuhe
from chuhe import notation, pictures
from chuhe.errors import ParseError
from chuhe.pictures import fonts as fonts_module
from chuhe.pictures.page import broken
from chuhe.pictures.raster import PictureError
from chuhe.pieces import BLACK, RED, Piece
from chuhe.records import read
from chuhe.svg import BOARD_HEIGHT, BOARD_WIDTH, GLYPHS, THEMES, board_svg, definitions, line
from chuhe.svg.drawing import CELL, MARGIN
from chuhe.svg.outlines import OUTLINES

SPACE = "{http://www.w3.org/2000/svg}"


def played(*moves: str) -> chuhe.Board:
    board = chuhe.Board()
    for move in moves:
        board.push_text(move)
    return board


def game(*moves: str, headers: tuple[tuple[str, str], ...] = ()) -> chuhe.Game:
    found = chuhe.Game(headers=headers)
    found.add_line(moves)
    return found


def stands(svg: str) -> dict[str, tuple[float, float]]:
    """Square → where its piece is drawn, by the titles of the pieces."""
    found = {}
    for group in ET.fromstring(svg).iter(f"{SPACE}g"):
        title = group.find(f"{SPACE}title")
        circle = group.find(f"{SPACE}circle")
        if title is not None and circle is not None:
            name = (title.text or "").split()[1]
            found[name] = (float(circle.get("cx", 0)), float(circle.get("cy", 0)))
    return found


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def pixel(
    image: Image.Image, square: str, flipped: bool = False, dx: float = 0, dy: float = 0
) -> Any:
    """The colour of a board 480 wide at a square, so far aside of its middle."""
    file, rank = "abcdefghi".index(square[0]), int(square[1])
    if flipped:
        file, rank = 8 - file, 9 - rank
    return image.convert("RGB").getpixel(
        (round(MARGIN + CELL * file + dx), round(MARGIN + CELL * (9 - rank) + dy))
    )


def dots(image: Image.Image) -> list[tuple[int, ...]]:
    """The pixels of a coloured image, row by row."""
    data = image.tobytes()
    return list(zip(data[0::3], data[1::3], data[2::3], strict=True))


def color(text: str) -> tuple[int, int, int]:
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


boards = st.lists(st.integers(0, 200), max_size=80)


def random_board(choices: list[int]) -> chuhe.Board:
    board = chuhe.Board()
    for choice in choices:
        if not (moves := board.legal_moves):
            break
        board.push(moves[choice % len(moves)])
    return board


@given(boards, st.sampled_from(sorted(THEMES)), st.sampled_from(GLYPHS))
def test_a_flipped_board_is_the_board_turned_by_half(
    choices: list[int], theme: str, glyphs: Any
) -> None:
    board = random_board(choices)
    upright = stands(pictures.board_svg(board, theme=theme, glyphs=glyphs))
    turned = stands(pictures.board_svg(board, theme=theme, glyphs=glyphs, orientation=BLACK))
    assert (
        upright.keys()
        == turned.keys()
        == {chuhe.square_name(square) for square in board.piece_map()}
    )
    for square, (x, y) in upright.items():
        assert turned[square] == (BOARD_WIDTH - x, BOARD_HEIGHT - y)


@given(boards)
def test_a_mirrored_board_is_drawn_mirrored(choices: list[int]) -> None:
    pieces = random_board(choices).piece_map()
    mirrored = {square // 9 * 9 + 8 - square % 9: piece for square, piece in pieces.items()}
    plain = stands(board_svg(pieces))
    for square, (x, y) in stands(board_svg(mirrored)).items():
        other = "ihgfedcba"["abcdefghi".index(square[0])] + square[1]
        assert plain[other] == (BOARD_WIDTH - x, y)


@given(boards, st.sampled_from(sorted(THEMES)))
def test_every_character_drawn_is_defined_once(choices: list[int], theme: str) -> None:
    board = random_board(choices)
    svg = pictures.board_svg(board, theme=theme, caption="1. 炮二平五", title="Hu <&> Yang")
    root = ET.fromstring(svg)
    defined = [node.get("id") for node in root.iter(f"{SPACE}path") if node.get("id")]
    used = {node.get("href", "")[1:] for node in root.iter(f"{SPACE}use")}
    assert len(defined) == len(set(defined))
    assert set(defined) == used


def test_outlines_are_there_for_pieces_moves_and_ascii() -> None:
    for piece in [Piece(role, side) for role in chuhe.Role for side in (RED, BLACK)]:
        assert piece.glyph in OUTLINES
    for style in notation.Style:
        board = chuhe.Board()
        for _ in range(4):
            for move in board.legal_moves:
                text = notation.write(board, move, style)
                if "hant" not in style:
                    assert set(text) <= OUTLINES.keys(), text
            board.push(board.legal_moves[7])
    assert {chr(code) for code in range(33, 127)} <= OUTLINES.keys()


def test_marks_arrows_and_circles_are_drawn() -> None:
    board = played("炮二平五", "士4进5", "炮五进四")
    svg = pictures.board_svg(
        board,
        arrows=[(0, 9), (8, 17, "red"), (2, 20, "chase")],
        circles=[40, (41, "#123456")],
    )
    assert svg.count("fill-opacity") == 3  # two squares of the move, a king in check
    assert svg.count("<polygon") == 3
    assert svg.count('stroke-dasharray="14 8"') == 1
    assert svg.count("#123456") == 1
    assert pictures.board_svg(board, theme="paper").count("#b3261e") == 0
    for wrong in ("mud", "#12", "red;x", '"'):
        with pytest.raises(ParseError) as error:
            pictures.board_svg(board, arrows=[(0, 9, wrong)])
        assert error.value.code == "picture.color"
    with pytest.raises(ParseError):
        pictures.board_svg(board, theme="plaid")


def test_comments_of_pgn_draw() -> None:
    found = pictures.marks("good [%cal Gh2e2,Rb0c2] [%csl Ye4,Bzz,Ga9] move [%clk 0:01:00]")
    assert found.text == "good move"
    assert found.arrows == ((25, 22, "green"), (1, 20, "red"))
    assert found.circles == ((40, "yellow"), (81, "green"))
    # One rank 10, and all ranks are counted from 1.
    found = pictures.marks("[%cal Gh3e3][%csl Ra10,Ra0]")
    assert found.arrows == ((25, 22, "green"),)
    assert found.circles == ((81, "red"),)
    assert pictures.marks("[%csl Rj4] [unfinished %cal").text == "[unfinished %cal"


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("flipped", [False, True])
def test_pixels_have_the_colors_of_the_theme(theme: str, flipped: bool) -> None:
    board = played("炮二平五", "马8进7")
    svg = pictures.board_svg(board, theme=theme, orientation=BLACK if flipped else RED)
    image = opened(pictures.png(svg))
    assert image.size == (480, 530)
    look = THEMES[theme]

    def at(square: str, dx: float = 0, dy: float = 0) -> Any:
        return pixel(image, square, flipped, dx, dy)

    assert at("e4", 25 if not flipped else -25, 12) == color(look.board)
    # Just inside the ring of a disc, beside the character.
    assert at("a0", -16, 0) == color(look.red.fill)
    assert at("a9", -16, 0) == color(look.black.fill)
    # An empty crossing has its lines; the square that a piece left has its mark, others do not.
    assert at("e5", -10, 0) != color(look.board)
    assert at("h9", 15, 15) != color(look.board)
    assert at("h2", 15, 15) == color(look.board)
    # Red ink is somewhere in Red's general, none in Black's.
    inks = {side: getattr(look, side).ink for side in ("red", "black")}
    for square, side in (("e0", "red"), ("e9", "black")):
        seen = {at(square, dx, dy) for dx in range(-12, 13) for dy in range(-12, 13)}
        assert color(inks[side]) in seen
    assert at("e0", 0, 0) == at("e0", 0, 0)


def test_sizes_are_as_asked() -> None:
    board = chuhe.Board()
    assert opened(pictures.png(pictures.board_svg(board, size=333))).size == (333, 367)
    assert opened(pictures.png(pictures.board_svg(board), 120)).size[0] == 120
    with pytest.raises(PictureError) as error:
        pictures.png(pictures.board_svg(board), 50_000)
    assert error.value.code == "picture.too_large"


def frames(data: bytes) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """Box and delay of each frame of a GIF, read byte by byte."""
    assert data[:6] == b"GIF89a"
    at = 13 + (3 << ((data[10] & 7) + 1))
    delay = 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delay = struct.unpack("<H", data[at + 4 : at + 6])[0]
            at += 2
        else:
            box = struct.unpack("<HHHH", data[at + 1 : at + 9])
            assert not data[at + 9] & 0x80, "a palette of its own"
            yield box, delay
            at += 11
        while data[at]:
            at += data[at] + 1
        at += 1
    assert at == len(data) - 1


def test_a_gif_has_a_frame_a_ply_that_holds_what_changed() -> None:
    found = game("炮二平五", "马8进7", "炮五进四", "马7进5", headers=(("Red", "Hu"),))
    data = pictures.gif(found, delay=0.5, rest=2, look=pictures.Look(size=240))
    first, *others = frames(data)
    assert first[0] == (0, 0, *opened(data).size)
    assert [delay for _, delay in (first, *others)] == [50, 50, 50, 50, 200]
    for box, _ in others:
        assert box[2] * box[3] < 0.8 * first[0][2] * first[0][3]
    assert len(data) < 60_000
    # Put together, the last frame is the last position, drawn alone, but for its colours.
    image = opened(data)
    assert image.n_frames == 5
    image.seek(4)
    together = image.convert("RGB")
    whole = opened(
        pictures.png(
            pictures.page_svg(
                [list(pictures.game_diagrams(found))[-1]],
                look=pictures.Look(size=240),
                title="Hu — ?",
            )
        )
    ).convert("RGB")
    assert together.size == whole.size
    far = sum(
        max(abs(a - b) for a, b in zip(one, other, strict=True)) > 100
        for one, other in zip(dots(together), dots(whole), strict=True)
    )
    assert far < 0.001 * whole.width * whole.height


def test_a_game_that_stands_still_keeps_its_frames() -> None:
    one = pictures.Diagram(chuhe.Board().piece_map())
    data = pictures.frames_gif([one, one, one], look=pictures.Look(size=100), delay=0.1)
    assert [box for box, _ in frames(data)][1:] == [(0, 0, 1, 1)] * 2
    assert len(list(frames(pictures.frames_gif([one])))) == 1


def test_a_hundred_plies_are_a_small_gif() -> None:
    moves = ["炮二平五", "炮8平5", "车一进一", "车9进1", "马二进三", "马8进7"]
    moves += ["车一平六", "车9平4", "车六平四", "车4平6"]
    back = ["车四平六", "车6平4", "车六平四", "车4平6"]
    found = game(*moves, *(back * 23)[:90])
    data = pictures.gif(found)
    assert len(list(frames(data))) == 101
    assert len(data) < 1_000_000


def test_comments_and_arrows_are_in_moving_pictures_too() -> None:
    found = game("炮二平五", "马8进7")
    found.mainline()[0].comment = "[%cal Rh9g7] a comment that goes on for more than a line, " * 2
    data = pictures.gif(found, look=pictures.Look(size=200))
    plain = pictures.gif(game("炮二平五", "马8进7"), look=pictures.Look(size=200))
    assert opened(data).height > opened(plain).height
    image = opened(data)
    red = color("#b3261e")

    def reddish(frame: int) -> int:
        image.seek(frame)
        shown = image.convert("RGB").crop((0, 0, image.width, image.height // 2))
        return sum(max(abs(a - b) for a, b in zip(p, red, strict=True)) < 30 for p in dots(shown))

    assert reddish(1) > reddish(0) + 20
    assert reddish(2) == reddish(0)


def test_a_page_has_a_board_a_ply() -> None:
    found = game("炮二平五", "马8进7", "马二进三", headers=(("Red", "胡荣华"), ("Black", "杨官璘")))
    found.mainline()[1].comment = "屏风马"
    page = ET.fromstring(pictures.game_svg(found, columns=2))
    inner = page.findall(f"{SPACE}svg")
    assert [(node.get("x"), float(node.get("y", 0)) > 500) for node in inner] == [
        ("20", False),
        ("520", False),
        ("20", True),
        ("520", True),
    ]
    texts = [node.text for node in page.iter(f"{SPACE}text")]
    assert texts == ["胡荣华 — 杨官璘", "屏风马"]
    labels = [node.get("aria-label") for node in page.iter(f"{SPACE}g") if node.get("aria-label")]
    assert labels == ["1. 炮二平五", "1… 马8进7", "2. 马二进三"]
    with pytest.raises(ValueError):
        pictures.page_svg([])


def test_what_cannot_be_played_is_drawn_with_the_reason() -> None:
    found = next(read(b'[FEN "9/9/9/9/9/9/9/9/9/4K4 w"]\n\n*'))
    (one,) = pictures.game_diagrams(found)
    assert "黑方没有将帅" in one.comment
    assert found._repr_svg_().count("<circle") == 1


def test_boards_games_and_nodes_show_themselves_in_notebooks() -> None:
    found = game("炮二平五", "马8进7")
    assert found._repr_svg_() == found.end()._repr_svg_() == found.end().board().svg()
    assert found.root._repr_svg_() == chuhe.Board().svg() == chuhe.Board()._repr_svg_()


@given(
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=200), st.integers(20, 400)
)
def test_lines_are_broken_without_loss(text: str, width: int) -> None:
    lines = broken(text, 18, width)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(st.characters(), max_size=40))
def test_any_text_is_well_formed(text: str) -> None:
    markup = line(text, 0, 0, 16, "#000")
    ET.fromstring(f"<svg>{definitions(markup)}{markup}</svg>")
    ET.fromstring(pictures.board_svg({}, title=text, caption=text, comment=text))


# Fonts and packages that are not there.


def test_a_font_is_found_for_chinese_and_named_if_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    svg = pictures.board_svg(chuhe.Board(), title="胡荣华对杨官璘")
    dark = opened(pictures.png(svg, 480)).convert("L").crop((0, 0, 480, 50))
    assert min(dark.tobytes()) < 100
    monkeypatch.setattr(fonts_module, "folders", list)
    with pytest.raises(PictureError) as error:
        pictures.png(svg)
    assert error.value.code == "picture.no_font"
    assert "胡" in str(error.value) and "--font" in str(error.value)
    # Boards and moves need none.
    pictures.png(pictures.board_svg(chuhe.Board(), caption="1. 炮二平五", title="Hu - Yang"))
    told: list[PictureError] = []
    pictures.png(svg, notice=told.append)
    assert [one.code for one in told] == ["picture.no_font"]


def test_a_character_without_a_font_becomes_a_geta() -> None:
    told: list[PictureError] = []
    data = pictures.png(pictures.board_svg(chuhe.Board(), title="甲\ue123乙"), notice=told.append)
    assert "\ue123" in str(told[0])
    expected = pictures.png(pictures.board_svg(chuhe.Board(), title="甲〓乙"))
    assert opened(data).tobytes() == opened(expected).tobytes()


def test_a_file_that_is_no_font_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "font.ttf"
    file.write_bytes(b"nothing")
    with pytest.raises(PictureError) as error:
        pictures.png(pictures.board_svg(chuhe.Board(), title="胡荣华"), fonts=[str(file)])
    assert error.value.code == "picture.bad_font" and str(file) in str(error.value)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("resvg"):
            raise ImportError(f"No module named {name!r}")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    for made in (
        lambda: pictures.png(pictures.board_svg(chuhe.Board())),
        lambda: pictures.gif(game("炮二平五")),
    ):
        with pytest.raises(PictureError) as error:
            made()
        assert error.value.code == "picture.no_png"
        assert "pip install 'chuhe[png]'" in str(error.value)
    # SVG needs nothing.
    assert re.match("<svg", pictures.game_svg(game("炮二平五")))
