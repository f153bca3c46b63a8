"""XQF files as written, read by an independent reader (cchess) and byte by byte."""

import struct
from pathlib import Path

import pytest
from cchess.read_xqf import read_from_xqf
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import records
from chuhe.game import Game
from chuhe.i18n import use_language
from chuhe.records.xqf_write import dumps

MIDDLE = "4k4/4a4/3a5/9/9/9/9/2C6/4K4/3R5 b - - 0 1"


def read(data: bytes, folder: Path) -> object:
    path = folder / "game.xqf"
    path.write_bytes(data)
    return read_from_xqf(str(path))


def lines(game: object) -> list[list[str]]:
    """The lines of a game as cchess has read them, main line first."""
    return [[move.to_iccs() for move in line["moves"]] for line in game.dump_moves()]  # type: ignore[attr-defined]


def test_players_result_moves_and_comments_are_read_by_another_program(tmp_path: Path) -> None:
    game = Game(
        headers=[("Event", "羊城杯"), ("Red", "许银川"), ("Black", "吕钦"), ("Site", "广州")],
        result="0-1",
    )
    node = game.add_line(["炮二平五", "马8进7", "马二进三"])
    node.comment = "正着\n第二行"
    game.root.comment = "开局"
    data, losses = dumps(game)
    assert losses == []
    back = read(data, tmp_path)
    info = back.info  # type: ignore[attr-defined]
    assert (info["red"], info["black"], info["event"]) == ("许银川", "吕钦", "羊城杯")
    assert info["result"] == "0-1" and info["title"] == "许银川 先负 吕钦"
    assert lines(back) == [["h2e2", "h9g7", "h0g2"]]
    assert back.annote == "开局"  # type: ignore[attr-defined]
    last = back.dump_moves()[0]["moves"][-1]  # type: ignore[attr-defined]
    assert last.annote == "正着\r\n第二行"
    assert records.sniff(data) == "xqf"


def test_variations_are_kept_in_their_order(tmp_path: Path) -> None:
    game = Game()
    game.add_line(["h2e2", "h9g7", "h0g2"])
    second = game.root.add_variation("c3c4")
    second.add_line(["c6c5"])
    game.root.next().add_variation("b9c7")  # type: ignore[union-attr]
    game.root.add_variation("b0c2")
    data, _losses = dumps(game)
    got = {tuple(line) for line in lines(read(data, tmp_path))}
    assert got == {("h2e2", "h9g7", "h0g2"), ("h2e2", "b9c7"), ("c3c4", "c6c5"), ("b0c2",)}
    assert lines(read(data, tmp_path))[0] == ["h2e2", "h9g7", "h0g2"]
    assert struct.unpack("<I", data[52:56]) == (8,)  # the root and seven moves


def test_a_layout_of_its_own_is_kept(tmp_path: Path) -> None:
    game = Game(MIDDLE)
    game.add_line(["e9f9"])
    data, _losses = dumps(game)
    back = read(data, tmp_path)
    fen = back.init_board.to_fen()  # type: ignore[attr-defined]
    assert fen.split()[0] == MIDDLE.split()[0]
    assert data[64] == 2 and data[50] == 1


def test_the_start_of_a_full_game_has_every_piece_in_its_slot() -> None:
    data, _losses = dumps(Game())
    red = [80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3]
    black = [9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86]
    assert list(data[16:48]) == red + black
    assert len(data) == 1032 and data[1024:1028] == b"\x18\x20\x00\xff"
    assert sum(data[12:16]) % 256 == 0


def test_what_does_not_fit_is_cut_at_a_character_and_told() -> None:
    game = Game(headers=[("Red", "a" + "许" * 20), ("RedTeam", "广东"), ("Black", "𠮷" * 9)])
    game.add_line(["h2e2"]).nags = [1]
    data, losses = dumps(game)
    assert data[304] == 15 and data[305:320].decode("gb18030") == "a" + "许" * 7
    assert data[320] == 12 and data[321:333].decode("gb18030") == "𠮷" * 3
    title = data[81 : 81 + data[80]] + data[145 : 145 + data[144]]
    assert title.decode("gb18030").startswith("a" + "许" * 20)
    assert [loss.code for loss in losses] == [
        "loss.xqf_cut",
        "loss.xqf_cut",
        "loss.header",
        "loss.xqf_marks",
    ]
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert all(loss.text and "{" not in loss.text for loss in losses)


TEXT = st.text(st.characters(codec="utf-8"), max_size=80)


@settings(max_examples=60, deadline=None)
@given(red=TEXT, event=TEXT, comment=TEXT, data=st.data())
def test_any_game_reads_back(
    tmp_path_factory: pytest.TempPathFactory,
    red: str,
    event: str,
    comment: str,
    data: st.DataObject,
) -> None:
    game = Game(headers=[("Red", red), ("Event", event)])
    node = game.root
    for _ply in range(data.draw(st.integers(1, 30))):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(moves[data.draw(st.integers(0, len(moves) - 1))])
    node.comment = comment
    written, _losses = dumps(game)
    back = read(written, tmp_path_factory.mktemp("xqf"))
    assert lines(back) == [game.uci_moves]
    told = back.dump_moves()[0]["moves"][-1].annote or ""  # type: ignore[attr-defined]
    assert told == node.comment.replace("\n", "\r\n")
