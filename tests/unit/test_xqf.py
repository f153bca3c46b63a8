"""XQF files as written, read by an independent reader (cchess) and byte by byte; and files as
an independent writer makes them."""

import struct
from pathlib import Path

import pytest
from cchess.read_xqf import read_from_xqf
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import slow_xqf

from chuhe import records
from chuhe.game import Game, Node
from chuhe.i18n import use_language
from chuhe.records.xqf import dumps, loads

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
    assert info["result"] == "0-1"
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
    assert [loss.code for loss in losses] == ["loss.cut", "loss.cut", "loss.header", "loss.marks"]
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert all(loss.text and "{" not in loss.text for loss in losses)


def test_a_long_title_runs_on_into_the_second_line() -> None:
    game = Game(headers=[("Title", "第04章 当头炮进七兵过河车攻屏风马" * 3), ("Subtitle", "x")])
    data, losses = dumps(game)
    assert data[80] > 63
    assert [loss.facts for loss in losses] == [{"name": "Subtitle"}]
    assert loads(data).headers["Title"] == game.headers["Title"]
    both = Game(headers=[("Title", "一" * 31), ("Subtitle", "二" * 31)])
    data, losses = dumps(both)
    assert losses == [] and loads(data) == both


@pytest.mark.parametrize("version", [10, 18])
def test_more_pieces_than_a_set_has_are_told(version: int) -> None:
    [game] = records.read(b'[FEN "3k5/9/P8/1P7/2P6/3P5/4P4/5P3/9/4K4 w"]\n\n*')
    data, losses = dumps(game, version=version)
    assert [(loss.code, loss.facts) for loss in losses] == [("loss.piece", {"square": "a7"})]
    assert loads(data).start_fen.startswith("3k5/9/9/1P7/")


def test_other_versions_are_not_written() -> None:
    with pytest.raises(ValueError, match="version 11"):
        dumps(Game(), version=11)


@st.composite
def trees(draw: st.DrawFn) -> tuple[Game, slow_xqf.Step]:
    """A game with comments and variations, and the same as the independent writer takes it."""
    game = Game(headers=[("Red", "许银川")])
    nodes = [game.root]
    for _ in range(draw(st.integers(0, 14))):
        parent = nodes[draw(st.one_of(st.just(-1), st.integers(0, len(nodes) - 1)))]
        moves = list(parent.board().legal_moves)
        nodes.append(parent.add_variation(draw(st.sampled_from(moves))))
    for node in nodes:
        node.comment = draw(st.sampled_from(["", "", "好", "过河车\n平炮", "a" * 300]))

    def step(node: Node) -> slow_xqf.Step:
        move = node.move.uci() if node.move else "a0a0"
        comment = node.comment.replace("\n", "\r\n")
        return slow_xqf.Step(move, comment, [step(one) for one in node.variations])

    return game, step(game.root)


@settings(max_examples=300, deadline=None)
@given(trees(), st.integers(10, 18), st.lists(st.integers(0, 255), min_size=8, max_size=8))
def test_files_of_every_version_with_any_keys_are_read(
    tree: tuple[Game, slow_xqf.Step], version: int, keys: list[int]
) -> None:
    game, root = tree
    data = slow_xqf.write(version, keys, root, "许银川")
    back = loads(data)
    assert back == game and not back.problems
    # What stands after the end of the tree means nothing.
    assert loads(data + b"\x80\xff" * 50) == game


def test_text_in_big5_is_known_by_what_it_says() -> None:
    data = bytearray(dumps(Game())[0])
    for place, text in ((80, "全國象棋個人賽第三輪"), (304, "胡榮華"), (320, "楊官璘")):
        name = text.encode("big5")
        data[place : place + 1 + len(name)] = bytes([len(name)]) + name
    game = next(records.read(bytes(data)))
    assert (game.headers["Title"], game.headers["Red"]) == ("全國象棋個人賽第三輪", "胡榮華")
    assert game.encoding == "big5"
    told = next(records.read(bytes(data), encoding="gb18030"))
    assert told.encoding == "gb18030" and told.headers["Red"] != "胡榮華"


def test_what_is_missing_or_bad_is_told_with_its_place() -> None:
    game = Game()
    game.add_line(["h2e2", "h9g7", "h0g2"])
    data = bytearray(dumps(game)[0])
    cut = loads(bytes(data[:1052]))
    assert cut.uci_moves == ["h2e2", "h9g7", "h0g2"]  # the size of its comment is missing
    [problem] = cut.problems
    assert (problem.code, problem.place.offset) == ("record.cut_short", 1052)
    cut = loads(bytes(data[:1046]))
    assert cut.uci_moves == ["h2e2", "h9g7"]
    data[1032 + 8] = 24 + 99  # the second move comes from off the board
    [problem] = loads(bytes(data)).problems
    assert (problem.code, problem.place.ply, problem.place.offset) == ("record.off_board", 2, 1040)
    data[1032] = 24 + 0  # the first from a0, a rook through its pawn
    [problem] = loads(bytes(data)).problems
    assert problem.code.startswith("illegal.") and problem.place.ply == 1
    data = bytearray(dumps(Game(headers=[("Red", "许银川")]))[0])
    data[304] = 5  # half a character
    game = loads(bytes(data))
    assert [p.code for p in game.problems] == ["record.bad_bytes"]
    assert game.headers["Red"].startswith("许银")


def test_the_piece_that_moves_tells_the_side() -> None:
    game = Game("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1")
    game.add_line(["a0a9"])
    data = bytearray(dumps(game)[0])
    data[50] = 1
    back = loads(bytes(data))
    assert back.uci_moves == ["a0a9"] and back.start_fen == game.start_fen
    assert [p.code for p in back.problems] == ["record.wrong_side"]


@settings(max_examples=200, deadline=None)
@given(trees(), st.one_of(st.none(), st.integers(0, 2**64 - 1)))
def test_version_18_is_read_by_readers_that_know_the_files_of_xqstudio(
    tree: tuple[Game, slow_xqf.Step], seed: int | None
) -> None:
    game, root = tree
    data, losses = dumps(game, 18, seed)
    found = slow_xqf.read(data)
    assert not losses and found.length == len(data)
    assert found.red == "许银川" and found.squares == slow_xqf.START
    assert found.root.comment == root.comment and found.root.steps == root.steps
    assert loads(data) == game
    assert dumps(game, 18, seed)[0] == data


def test_keys_come_from_the_game_or_from_a_seed() -> None:
    game = Game(headers=[("Red", "许银川")])
    game.add_line(["h2e2", "h9g7"])
    other = Game(headers=[("Red", "许银川")])
    other.add_line(["h2e2", "b9c7"])
    keys = {dumps(game, 18)[0][3:16], dumps(other, 18)[0][3:16]}
    keys |= {dumps(game, 18, seed)[0][3:16] for seed in (0, 1, 2**64 - 1)}
    assert len(keys) == 5
    assert all(not any(key[1:5]) and all(key[5:]) and key[0] for key in keys)
    assert dumps(game, 10, 7) == dumps(game)
    assert not any(
        dumps(game, 18)[0][52:60]
    )  # neither the moves nor the place of the tree, as in XQStudio's


@pytest.mark.parametrize("seed", [None, 0, 1, 12345, 2**63])
def test_version_18_is_read_by_another_program(seed: int | None, tmp_path: Path) -> None:
    game = Game(MIDDLE, headers=[("Red", "许银川"), ("Black", "吕钦")], result="1-0")
    game.add_line(["e9f9", "d0e0"])
    game.end().comment = "正着\n第二行"
    game.root.comment = "残局"
    data, losses = dumps(game, 18, seed)
    back = read(data, tmp_path)
    assert losses == []
    assert back.init_board.to_fen().split()[0] == MIDDLE.split()[0]  # type: ignore[attr-defined]
    assert lines(back) == [["e9f9", "d0e0"]]
    assert back.annote == "残局"  # type: ignore[attr-defined]
    assert back.dump_moves()[0]["moves"][-1].annote == "正着\r\n第二行"  # type: ignore[attr-defined]
    assert back.info["red"] == "许银川"  # type: ignore[attr-defined]


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
