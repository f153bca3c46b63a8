"""WXF and MXQ: what they hold comes back, what they do not hold is told."""

import io

import pytest

from chuhe import records
from chuhe.errors import RecordError
from chuhe.game import Eval, Game
from chuhe.records import mxq, wxf


def lost(game: Game, format: str) -> tuple[Game, set[str]]:
    file = io.BytesIO()
    losses = list(records.write([game], file, format))
    assert all(loss.text for loss in losses)
    [again] = records.read(file.getvalue())
    assert again.format == format
    return again, {loss.code for loss in losses}


def annotated(start: str | None = None) -> Game:
    game = Game(start, [("Red", "甲"), ("Black", "乙"), ("Weather", "晴")], "1-0")
    moves = ["h2e2", "h9g7", "h0g2"] if start is None else ["a1a9"]
    end = game.add_line(moves)
    end.nags, end.comment, end.eval = [1, 14], "好", Eval(30, False, None)
    game.root.add_variation(game.board().legal_moves[5])
    return game


def test_wxf_holds_a_line_with_signs() -> None:
    again, codes = lost(annotated(), "wxf")
    assert codes == {"loss.variations", "loss.comments", "loss.marks"}
    assert again.end().nags == [1]
    assert (again.uci_moves, again.result) == (["h2e2", "h9g7", "h0g2"], "1-0")
    assert [(k, again.headers[k]) for k in ("Red", "Black", "Weather")] == [
        ("Red", "甲"),
        ("Black", "乙"),
        ("Weather", "晴"),
    ]


def test_wxf_holds_starts() -> None:
    again, _ = lost(annotated("4k4/9/9/9/9/9/9/9/R8/3K5 w"), "wxf")
    assert again.start_fen == "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
    game = Game("4k4/9/9/9/9/9/9/9/R8/3K5 b - - 3 22")
    game.add_line(["e9e8", "a1a8"])
    again, codes = lost(game, "wxf")
    assert (again.start_fen, codes) == ("4k4/9/9/9/9/9/9/9/R8/3K5 b - - 0 1", {"loss.counters"})
    assert again.uci_moves == game.uci_moves


def test_wxf_holds_many_games() -> None:
    games = [Game(headers=[("Red", str(i))]) for i in range(4)]
    games[2].add_line(["炮二平五", "炮8平5", "炮五进四"])
    data, losses = wxf.dumps(games)
    again = wxf.loads(data)
    assert again == games and not losses
    assert [game.index for game in again] == [0, 1, 2, 3]


def test_wxf_tells_pieces_on_a_file_apart_in_small_letters() -> None:
    fen = "3k5/4c4/4c4/9/9/4p4/3pp4/3pp4/4R4/3KR4 b"
    for move in Game(fen).board().legal_moves:
        game = Game(fen)
        game.add_line([move])
        again, codes = lost(game, "wxf")
        assert again == game and not codes


def test_mxq_holds_no_other_start() -> None:
    game = annotated("4k4/9/9/9/9/9/9/9/R8/3K5 w")
    for write in (
        lambda: mxq.dumps(game),
        lambda: list(records.write([game], io.BytesIO(), "mxq")),
    ):
        with pytest.raises(RecordError) as caught:
            write()
        assert caught.value.code == "record.usual_start_only"


def test_mxq_tells_what_it_does_not_hold() -> None:
    game = annotated()
    again, codes = lost(game, "mxq")
    assert codes == {"loss.variations", "loss.marks", "loss.header"}
    assert (again.end().comment, again.uci_moves) == ("好", game.uci_moves)
    game.root.comment = "开局"
    game.headers["Termination"] = "12"
    again, codes = lost(game, "mxq")
    assert "loss.comment_places" in codes
    assert again.end().comment == "开局\n好"
    assert "Termination" not in again.headers


def test_mxq_breaks_long_lines() -> None:
    game = Game(headers=[("Red", "甲" * 100)])
    game.add_line(["h2e2"]).comment = "好" * 300
    again, codes = lost(game, "mxq")
    assert codes == {"loss.broken_lines", "loss.cut"}
    assert again.end().comment.replace("\n", "") == "好" * 300
    assert "甲" * 40 in again.headers["Red"]


def test_a_page_about_mxq_is_no_mxq() -> None:
    assert records.sniff(b"Moves of this game:\n1. h2e2 h9g7 2. h0g2\nEnds here") == "text"
    assert records.sniff(b"x\nMoves\n7C-4C\nEnds\nCommentsEnd") == "mxq"
