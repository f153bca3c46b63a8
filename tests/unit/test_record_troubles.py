"""What other programs are known to get wrong, and what their users asked for: none of it happens here.

Named after the issue of the program, or after the package cchess of PyPI.
"""

import io

import pytest

from chuhe import records
from chuhe.errors import RecordError
from chuhe.game import Game
from chuhe.records import pgn, wxf, xqf

#: Two pawns on each of two files.
PAWNS = "3k5/9/9/P1P6/P1P6/9/9/9/9/4K4 w"


def first(moves: str, fen: str = "") -> list[str]:
    tag = f'[FEN "{fen}"]\n\n' if fen else ""
    [game] = records.read(f"{tag}{moves} *".encode(), format="pgn")
    assert not game.problems, [problem.text for problem in game.problems]
    return game.uci_moves


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-8"])
def test_cchess_opens_files_in_the_encoding_of_the_machine(encoding: str) -> None:
    """So do python-chess#983 and #283; three games, of which it reads one."""
    text = '[Red "胡榮華"]\n\n1. 炮二平五 馬8進7 {好} (1... 炮8平5) *\n\n'
    found = list(records.read((text * 3).encode(encoding)))
    assert [(g.encoding, g.headers["Red"]) for g in found] == [(encoding, "胡榮華")] * 3
    assert {(g.count_variations(), g.count_comments()) for g in found} == {(1, 1)}


@pytest.mark.parametrize(
    "text",
    [
        "砲二平五",
        "包二平五",
        "炮２平５",
        "炮2平5",
        "C2=5",
        "C2.5",
        "c2.5",
        "H2-E2",
        "h2e2",
        "h3e3",
        "Che2",
    ],
)
def test_cchess_does_not_know_all_signs(text: str) -> None:
    other = {"h3e3": "h8e8", "h2e2": "h7e7", "H2-E2": "H7-E7", "Che2": "Che7"}.get(text, "炮8平5")
    after = {"h3e3": "e3e7", "h2e2": "e2e6", "H2-E2": "E2-E6"}.get(text, "炮五进四")
    assert first(f"1. {text} {other} 2. {after}") == ["h2e2", "h7e7", "e2e6"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("車九進一", "a0a1"),
        ("俥九进一", "a0a1"),
        ("馬二上三", "h0g2"),
        ("傌八進七", "b0c2"),
        ("仕六进五", "d0e1"),
        ("士六進五", "d0e1"),
        ("帥五進一", "e0e1"),
    ],
)
def test_cchess_knows_one_glyph_of_a_piece(text: str, move: str) -> None:
    assert first(f"1. {text}") == [move]


def test_cchess_takes_the_wrong_elephant() -> None:
    """象3进5 with elephants on c9 and c5: only one of them can go to e7."""
    fen = "2bak4/4a4/9/9/2b6/9/9/9/9/4K4 b"
    assert first("1... 象3进5", fen) == ["c9e7"]


def test_cchess_loses_letters_and_counters_of_a_fen() -> None:
    fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 12 30"
    [game] = records.read(f'[FEN "{fen}"]\n\n*'.encode())
    assert game.start_fen == (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 12 30"
    )


def test_cchess_loses_comments_with_a_bad_byte() -> None:
    game = Game()
    game.add_line(["h2e2"]).comment = "好棋"
    data = xqf.dumps(game)[0]
    good = "好棋".encode("gb18030")
    again = xqf.loads(data.replace(good, good[:-1] + b"\xff"))
    assert again.end().comment.startswith("好\ufffd")
    assert [problem.code for problem in again.problems] == ["record.bad_bytes"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("前兵七平八", "c6b6"),
        ("前七平八", "c6b6"),
        ("一兵平六", "c6d6"),  # of all on such files, from the right, from the front
        ("二兵平六", "c5d5"),
        ("三兵平八", "a6b6"),
        ("四兵平八", "a5b5"),
    ],
)
def test_python_chinese_chess_3_and_4_numbered_pawns(text: str, move: str) -> None:
    """And public-Xiangqi#45."""
    assert first(f"1. {text}", PAWNS) == [move]


def test_python_chinese_chess_pawns_of_black() -> None:
    fen = "4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b"
    assert first("1... 一卒进1", fen) == ["c3c2"]


def test_fairy_stockfish_395_two_files_of_two_pawns() -> None:
    for move in Game(PAWNS).board().legal_moves:
        for notation in ("wxf", "wxf-digits", "zh", "zh-b"):
            one = Game(PAWNS)
            one.add_line([move])
            assert pgn.loads(pgn.dumps(one, notation))[0] == one


def test_fairy_stockfish_152_and_elephantchess_177_san_tells_pieces_apart() -> None:
    fen = "3ak4/4a4/9/9/9/4R4/9/9/4R4/3AKA3 w"
    for move in Game(fen).board().legal_moves:
        game = Game(fen)
        game.add_line([move])
        assert pgn.loads(pgn.dumps(game, "san"))[0] == game


def test_pychess_variants_437_playok_writes_black_small() -> None:
    [game] = wxf.loads("FORMAT WXF\nSTART{\n 1. P3+1 c8.7   2. E7+5 c2.5 }END\n")
    assert game.uci_moves == ["g3g4", "h7g7", "c0e2", "b7e7"] and not game.problems


def test_liground_187_a_fen_of_pieces_only() -> None:
    [game] = records.read(b"4k4/9/9/9/9/9/9/9/R8/3K5\n")
    assert game.start_fen == "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
    assert not game.problems


def test_xiangqi_js_12_a_fen_that_is_the_usual_start() -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    [game] = records.read(f'[FEN "{fen}"]\n\n1. 炮二平五 *'.encode())
    assert game.uci_moves == ["h2e2"]
    assert "FEN" not in records.dumps(game)


def test_xiangqi_setup_2_wxf_with_a_start() -> None:
    [game] = wxf.loads("FORMAT WXF\nFEN 4k4/9/9/9/9/9/9/9/R8/3K5 r\nSTART{\nR9+8 }END")
    assert game.uci_moves == ["a1a9"]


@pytest.mark.parametrize(
    "format", ["xqf", "cbr", "cbl", "cbf", "dhtmlxq", "pfc", "xqr", "json", "pgn", "text"]
)
def test_vschess_11_many_first_moves(format: str) -> None:
    """And public-Xiangqi#62, walker8088/cchess#8: six alternatives, each with its own line."""
    game = Game()
    for move in ("h2e2", "b2e2", "c3c4", "g3g4", "b0c2", "c0e2"):
        node = game.root.add_variation(move)
        node.comment = move
        node.add_line(["h9g7", "h0g2"] if move != "b0c2" else ["h9g7"])
    file = io.BytesIO()
    assert not list(records.write([game], file, format))
    [again] = records.read(file.getvalue())
    assert again.same_tree(game) and len(again.root.variations) == 6


def test_public_xiangqi_57_text_of_xqstudio() -> None:
    text = (
        "----------------------------------------------------\n"
        "  1. 炮二平五  马８进７    2. 马二进三  卒７进１\n"
        "----------------------------------------------------\n"
        "棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)\n"
    )
    [game] = records.read(text.encode("gb18030"))
    assert game.uci_moves == ["h2e2", "h9g7", "h0g2", "g6g5"]


def test_records_that_are_known_and_not_read_are_named() -> None:
    with pytest.raises(RecordError) as caught:
        records.read(b"\x07\x0d\x01\x03Cup\x02\x00\x03\x00")
    assert (caught.value.code, caught.value.facts["format"]) == ("record.format_not_read", "egf")
    with pytest.raises(RecordError) as caught:
        records.read(b"\xac\xed\x00\x05sr")
    assert caught.value.code == "record.no_game"
