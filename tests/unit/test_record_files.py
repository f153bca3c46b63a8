"""Libraries and records of 象棋桥, and what servers left: read as they stand, whatever is broken."""

import io
import struct
import zlib

import pytest

from chuhe import records
from chuhe.errors import RecordError
from chuhe.game import Game
from chuhe.i18n import use_language
from chuhe.records import cbl, cbr, ccm, che, chn, mxq

INDEX, ENTRY = 66624, 276


def library(number: int = 4) -> bytearray:
    """A library of games that begin with different moves and have the titles 0, 1, 2 …"""
    games = []
    for i in range(number):
        game = Game(headers=[("Title", str(i))])
        game.add_line([f"{'acegi'[i % 5]}3{'acegi'[i % 5]}4"])
        games.append(game)
    games[0].headers["Library"] = "练习"
    return bytearray(cbl.dumps(games)[0])


def titles(data: bytes) -> list[str]:
    return [game.headers.get("Title", "") for game in records.read(bytes(data))]


# ---------------------------------------------------------------- libraries


def test_records_come_in_the_order_they_are_shown_without_deleted_ones() -> None:
    data = library()
    assert titles(data) == ["0", "1", "2", "3"]
    for place, order in enumerate((3, 0, 2, 1)):
        data[INDEX + ENTRY * place + 4] = order
    assert titles(data) == ["1", "3", "2", "0"]
    data[INDEX + ENTRY * 1] = 5  # deleted; the records after it stay where they are
    assert titles(data) == ["3", "2", "0"]
    games = list(records.read(bytes(data)))
    # What the library says of itself is with the first one.
    assert [game.headers.get("Library") for game in games] == ["练习", None, None]
    assert [game.uci_moves for game in games] == [["g3g4"], ["e3e4"], ["a3a4"]]


@pytest.mark.parametrize(("number", "places"), [(0, 128), (128, 128), (129, 256), (300, 384)])
def test_libraries_have_places_in_hundreds_and_twenty_eights(number: int, places: int) -> None:
    data, losses = cbl.dumps([Game(headers=[("Title", str(i))]) for i in range(number)])
    assert losses == []
    assert struct.unpack_from("<I", data, 60) == (places,)
    assert titles(data) == [str(i) for i in range(number)]


def test_long_records_take_several_blocks() -> None:
    games = [Game(headers=[("Title", str(i))]) for i in range(3)]
    games[1].root.comment = "长" * 5000
    data, _losses = cbl.dumps(games)
    assert len(data) == INDEX + 128 * ENTRY + 4096 * (1 + 3 + 1)
    again = list(records.read(data))
    assert again == games
    first = INDEX + 128 * ENTRY
    assert [game.place.offset for game in again] == [first, first + 4096, first + 4 * 4096]


def test_records_are_found_by_their_own_number_if_the_index_tells_a_wrong_place() -> None:
    data = library()
    data[INDEX + 8] = 9  # the first has nine blocks
    assert titles(data) == ["0", "1", "2", "3"]
    data[INDEX + 128 * ENTRY + 4096] = 0  # and the second is gone
    games = list(records.read(bytes(data)))
    assert [game.headers["Title"] for game in games] == ["0", "2", "3"]
    assert [p.code for p in games[0].problems] == ["record.record_lost"]


def test_no_record_is_read_twice() -> None:
    data = library(2)
    for place in range(2, 128):  # all the others are to be where the second is
        data[INDEX + ENTRY * place : INDEX + ENTRY * (place + 1)] = data[
            INDEX + ENTRY : INDEX + ENTRY * 2
        ]
    assert titles(data) == ["0", "1"]


def test_without_its_index_a_library_is_searched() -> None:
    data = library()
    struct.pack_into("<I", data, 60, 2**31)
    games = list(records.read(bytes(data)))
    assert [game.headers["Title"] for game in games] == ["0", "1", "2", "3"]
    assert games[0].problems[0].code == "record.index_lost"
    [alone] = records.read(bytes(data[:3000]))
    assert (alone.headers["Library"], alone.problems[0].code) == ("练习", "record.index_lost")


def test_a_library_without_records_keeps_its_words() -> None:
    game = Game(headers=[("Library", "空"), ("LibraryRemark", "一\n二")])
    data = bytearray(cbl.dumps([game])[0])
    data[INDEX] = 5
    [only] = records.read(bytes(data))
    assert dict(only.headers) == dict(game.headers)
    assert list(records.read(cbl.dumps([])[0])) == []


# ---------------------------------------------------------------- records


def old_record(moves: list[tuple[str, int]], side: int = 1) -> bytes:
    """The older layout, as its description has it: moves with what their flags say."""
    data = bytearray(1958)
    data[:16] = b"CCBridge Record\0"
    data[19] = 1
    for place, text in ((52, "古谱"), (948, "甲"), (1172, "乙"), (1340 + 24, "2100")):
        data[place : place + 2 * len(text)] = text.encode("utf-16-le")
    data[1820], data[1856] = 2, side
    board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
    cells = "".join("." * int(c) if c.isdigit() else c for c in board.replace("/", ""))
    for i, piece in enumerate(cells):
        if piece != ".":
            role = "RNBAKCP".index(piece.upper()) + 1
            data[1864 + i] = role + (0x10 if piece.isupper() else 0x20)
    data += bytes([0 if moves else 1, 0, 0, 0])
    for move, flags in moves:
        squares = [16 * (ord(f) - ord("a")) + 9 - int(r) for f, r in (move[:2], move[2:])]
        data += bytes([flags, 0, *squares])
        if flags & 4:
            comment = "注解".encode("utf-16-le")
            data += struct.pack("<I", len(comment)) + comment
    return bytes(data)


def test_the_older_layout_is_read() -> None:
    data = old_record([("h2e2", 0), ("h9g7", 3), ("b9c7", 5)])
    game = cbr.loads(data)
    assert game.uci_moves == ["h2e2", "h9g7"] and not game.problems
    assert (game.count_variations(), game.count_comments()) == (1, 1)
    assert dict(game.headers) == {"Title": "古谱", "Red": "甲", "Black": "乙", "BlackElo": "2100"}
    assert game.result == "0-1"


def test_the_number_of_the_first_round_is_kept() -> None:
    game = Game("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 22")
    game.add_line(["d9d8"])
    data, losses = cbr.dumps(game)
    assert losses == [] and cbr.loads(data) == game
    game = Game("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 22")
    assert [loss.code for loss in cbr.dumps(game)[1]] == ["loss.counters"]


def test_what_is_missing_or_bad_in_a_record_is_told() -> None:
    game = Game()
    game.add_line(["h2e2", "h9g7"])
    game.end().comment = "马护中卒"
    data = bytearray(cbr.dumps(game)[0])
    assert len(data) == 2214 + 4 * 3 + 4 + 8
    for end, moves in ((2217, 0), (2218, 0), (2222, 1), (2226, 2), (2230, 2), (2236, 2)):
        cut = cbr.loads(bytes(data[:end]))
        assert [p.code for p in cut.problems] == ["record.cut_short"], end
        assert len(cut.uci_moves) == moves
    data[2222] = 8
    [problem] = cbr.loads(bytes(data)).problems
    assert (problem.code, problem.place.offset) == ("record.bad_tree", 2222)
    data[2222], data[2224] = 5, 200
    [problem] = cbr.loads(bytes(data)).problems
    assert (problem.code, problem.place.ply) == ("record.off_board", 2)
    data[19] = 3
    assert "record.newer_version" in {p.code for p in cbr.loads(bytes(data)).problems}


def test_what_a_field_cuts_is_told() -> None:
    game = Game(headers=[("Red", "许" * 40), ("Library", "甲"), ("ECCO", "B11")])
    data, losses = cbr.dumps(game)
    assert [loss.code for loss in losses] == ["loss.cut", "loss.header", "loss.header"]
    assert cbr.loads(data).headers["Red"] == "许" * 31
    _data, losses = cbl.dumps([Game(), game])
    assert {(loss.code, loss.game) for loss in losses} == {("loss.cut", 1), ("loss.header", 1)}
    # Only the first game of a library speaks for it.
    assert [loss.facts["name"] for loss in losses if loss.code == "loss.header"] == [
        "Library",
        "ECCO",
    ]
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert all(loss.text and "{" not in loss.text for loss in losses)


def test_one_game_a_file() -> None:
    for format in ("xqf", "cbr"):
        with pytest.raises(RecordError) as caught:
            list(records.write([Game(), Game()], io.BytesIO(), format))
        assert caught.value.code == "record.one_game"
    with pytest.raises(RecordError) as caught:
        list(records.write([Game()], io.BytesIO(), "che"))
    assert caught.value.code == "record.not_written"


def old_library(*packed: bytes) -> bytes:
    """An older library of records, as the one seen has it."""

    def text(words: str) -> bytes:
        data = words.encode("gb18030")
        return struct.pack("<I", len(data)) + data

    times = b"2009-02-01 17:14:02" + b"2009-02-01 17:14:05"
    bytes_ = (
        text("残局") + bytes(16) + times + struct.pack("<II", len(packed), 0) + b"".join(packed)
    )
    return b"CCBridge" + struct.pack("<III", 21, 3, len(bytes_)) + zlib.compress(bytes_)


def old_entry(title: str, moves: list[tuple[int, str, str]], side: int = 1) -> bytes:
    """Red has the king on e0 and a rook on a0, Black the king on d9; a blank after every character."""

    def text(words: str) -> bytes:
        data = words.encode("gb18030")
        return struct.pack("<I", len(data)) + data

    squares = bytearray(32)
    squares[0], squares[4], squares[16 + 4] = 0x1A, 0x5A, 0x41
    body = bytes(squares) + struct.pack("<III", 4, 0, 1) + text(title) + bytes(24)
    body += struct.pack("<I", 3) + bytes(16) + text(" ".join("开局。")) + bytes([side])
    body += b"2009-02-01 17:14:04" * 2 + struct.pack("<I", len(moves))
    for ply, move, _ in moves:
        places = [16 * (ord(f) - ord("a")) + 9 - int(r) for f, r in (move[:2], move[2:])]
        body += struct.pack("<H4B", ply, *places, 0x66, 0)
    body += b"".join((" ".join(words) + "\r\n").encode("gb18030") for _, _, words in moves)
    return struct.pack("<I", len(body) + 4) + body


def test_older_libraries_are_read() -> None:
    moves = [
        (1, "a0a9", "叫将"),
        (2, "d9d8", ""),
        (3, "a9a8", "x"),
        (2, "d9e9", ""),
        (1, "a0b0", "缓"),
    ]
    data = old_library(old_entry("单车例胜", moves), old_entry("黑先", [(1, "d9d8", "")], side=0))
    assert records.sniff(data) == "cbl-old"
    one, two = records.read(data)
    assert one.headers["Library"] == "残局" and "Library" not in two.headers
    assert (one.headers["Title"], one.result, one.root.comment) == ("单车例胜", "1/2-1/2", "开局。")
    assert one.uci_moves == ["a0a9", "d9d8", "a9a8"]
    assert [n.comment for n in one.mainline()] == ["叫将", "", "x"]
    assert [n.move.uci() for n in one.root.variations if n.move] == ["a0a9", "a0b0"]
    assert two.uci_moves == ["d9d8"] and not two.problems
    # In the variation the king stays in check: told, and not played.
    assert [(p.code, p.place.ply) for p in one.problems] == [("illegal.king_in_check", 2)]
    cut = list(records.read(data[:-30]))
    assert cut and cut[0].problems[-1].code == "record.cut_short"
    assert [p.code for g in records.read(data[:24]) for p in g.problems] == ["record.cut_short"]


# ---------------------------------------------------------------- what servers left


def strings(*words: str, encoding: str = "gbk") -> bytes:
    return b"".join(bytes([len(w.encode(encoding))]) + w.encode(encoding) for w in words)


def test_mxq_tells_players_grades_result_and_comments() -> None:
    head = ("聚义堂", "2003年6月12日", "甲-乙(2弦)-负-丙(7f)", "1774", "1707", "3", "50", "认负")
    data = strings(*head, "Moves", "7C-4C", "7J-6H", "Ends", "好棋", "CommentsEnd")
    assert records.sniff(data) == "mxq"
    game = mxq.loads(data)
    told = dict(game.headers)
    assert (told["Red"], told["RedGrade"], told["Black"], told["BlackGrade"]) == (
        "甲-乙",
        "2弦",
        "丙",
        "7f",
    )
    assert (told["RedElo"], told["Termination"], game.result) == ("1774", "认负", "0-1")
    assert game.uci_moves == ["h2e2", "h9g7"] and game.count_comments() == 1
    assert not game.problems


def test_mxq_in_big5() -> None:
    head = ("聚義堂", "2003年6月12日", "臺灣棋士(2弦)-勝-廣東棋手(7f)", "1774", "1707")
    game = mxq.loads(strings(*head, "Moves", "Ends", encoding="big5"))
    assert (game.encoding, game.headers["Black"], game.result) == ("big5", "廣東棋手", "1-0")


def test_mxq_without_its_end_is_told() -> None:
    data = strings("厅", "日", "甲-和-乙", "Moves", "7C-4C", "7J-6H")
    game = mxq.loads(data[:-2])
    assert game.uci_moves == ["h2e2"] and game.result == "1/2-1/2"
    assert "record.off_board" in {p.code for p in game.problems}


def test_che_counts_columns_from_reds_right() -> None:
    data = b"1 3 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0"
    game = che.loads(data)
    assert game.uci_moves == ["h0g2", "b7e7"]
    assert [p.code for p in game.problems] == ["record.cut_short"]
    assert records.sniff(data) == "che"


def test_a_board_turned_round_is_turned_back() -> None:
    def moves(*of: tuple[int, int, int, int]) -> bytes:
        return b"".join(struct.pack("<16H", 0, 0, *m, *[9] * 10) for m in of)

    upright = bytes(188) + moves((7, 7, 4, 7), (7, 0, 6, 2))
    turned = bytes(188) + moves((1, 2, 4, 2), (1, 9, 2, 7))
    for data in (upright, turned):
        assert records.sniff(data) == "chn"
        assert chn.loads(data).uci_moves == ["h2e2", "h9g7"]
    assert ccm.loads(bytes([1, 0, 0, 1, 4, 2, 2, 0, 0, 0, 1, 2, 9, 7, 0])).uci_moves == [
        "h2e2",
        "h9g7",
    ]
