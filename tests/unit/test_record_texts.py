"""Formats of text and lists: what real files do, and what `convert` tells."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from chuhe import records
from chuhe.errors import RecordError
from chuhe.game import Game
from chuhe.records import cbf, csv, dhtmlxq, eglib, epd, json, pfc, read, save, xqr

DATA = Path(__file__).parents[1] / "data" / "records"


def convert(*args: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "chuhe", "--lang", "en", "convert", *map(str, args)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


def test_convert_tells_of_which_game_what_is_lost(tmp_path: Path) -> None:
    games = [Game(headers=[("Title", "a"), ("Red", "x")]), Game(result="1-0")]
    games[1].add_line(["h2e2"]).comment = "c"
    source, target = tmp_path / "two.json", tmp_path / "two.epd"
    source.write_bytes(json.dumps(games)[0])
    result = convert(source, target)
    assert result.returncode == 0
    assert result.stderr.decode().splitlines() == [
        f"{source}#0: not kept: the header Red",
        f"{source}#1: not kept: comments",
        f"{source}#1: not kept: the result",
        f"{source}#1: not kept: the moves",
    ]
    assert len(target.read_text(encoding="utf-8").splitlines()) == 2


def test_a_to_b_to_a_loses_nothing_that_b_holds(tmp_path: Path) -> None:
    [game] = records.read(DATA / "tree.pfc")
    for suffix in ("ubb", "cbf", "xqr", "json"):
        there, back = tmp_path / f"there.{suffix}", tmp_path / "back.pfc"
        assert convert(DATA / "tree.pfc", there).stderr.count(b"not kept") == 0
        convert(there, back)
        [again] = records.read(back)
        assert again.same_tree(game), suffix


@pytest.mark.parametrize("module", [cbf, pfc, xqr])
def test_a_file_holds_one_game(module: records.Writer) -> None:
    assert module.ONE_GAME
    for games in ([], [Game(), Game()]):
        with pytest.raises(RecordError) as error:
            list(records.write(games, io.BytesIO(), module.NAME))
        assert error.value.code == "record.one_game"


@pytest.mark.parametrize("module", [dhtmlxq, json, csv, eglib, epd])
def test_a_file_holds_many_games(module: records.Writer) -> None:
    games = [Game(headers=[("Title", str(i))]) for i in range(5)]
    file = io.BytesIO()
    assert not list(records.write(games, file, module.NAME))
    again = list(records.read(file.getvalue(), format=module.NAME))
    assert [game.headers["Title"] for game in again] == list("01234")
    assert [game.index for game in again] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5"])
def test_texts_in_an_encoding(encoding: str) -> None:
    game = Game(headers=[("Title", "第一局 胡榮華 𠮷"), ("Red", "甲")], result="1-0")
    game.add_line(["h2e2", "h9g7"]).comment = "屏風馬"
    file = io.BytesIO()
    losses = list(records.write([game], file, "dhtmlxq", encoding=encoding))
    [again] = records.read(file.getvalue())
    assert (again.encoding, losses) == (encoding, [])
    assert again.same_tree(game) and again.headers["Title"] == "第一局 胡榮華 𠮷"


def test_a_book_of_six_thousand_alternatives() -> None:
    """One start, two thousand lines of three moves each, all alternatives of one another."""
    game = Game()
    first = list(game.board().legal_moves)
    for a in first:
        node = game.root.add_variation(a)
        for b in list(node.board().legal_moves):
            node.add_variation(b)
    for module in (dhtmlxq, json, eglib):
        data, losses = module.dumps([game])
        [again] = module.loads(data)
        assert not losses and again.same_tree(game)
    assert game.count_variations() > 1900


def test_a_page_in_utf_16() -> None:
    text = "[DhtmlXQ][DhtmlXQ_title]題[/DhtmlXQ_title][DhtmlXQ_movelist]77[/DhtmlXQ_movelist]"
    data = ("好" * 100 + text).encode("utf-16")
    [game] = records.read(data)
    assert game.headers["Title"] == "題"
    assert [p.code for p in game.problems] == ["notation.not_a_move"]
    assert game.problems[0].place.offset <= len(data)


def test_a_wrong_encoding_is_told() -> None:
    data = "[DhtmlXQ][DhtmlXQ_title]题目[/DhtmlXQ_title][/DhtmlXQ]".encode("gb18030")
    [game] = records.read(data, encoding="utf-8")
    assert [p.code for p in game.problems] == ["record.bad_bytes"]
    assert game.problems[0].place.offset == data.index("题目".encode("gb18030"))


def test_games_are_saved_at_once_in_the_format_of_the_name(tmp_path: Path) -> None:
    game = Game(headers=[("Red", "胡荣华"), ("Clock", "1")])
    game.add_line(["炮二平五", "马8进7"])
    assert save(game, tmp_path / "a.json") == []
    assert list(read(tmp_path / "a.json")) == [game]
    assert [loss.code for loss in save([game, game], tmp_path / "a.txt")] == ["loss.header"] * 2
    assert sum(1 for _game in read(tmp_path / "a.txt")) == 2
    before = (tmp_path / "a.txt").read_bytes()
    with pytest.raises(RecordError):
        save([game, game], tmp_path / "a.txt", "xqf")
    assert (tmp_path / "a.txt").read_bytes() == before
    with pytest.raises(RecordError) as caught:
        save(game, tmp_path / "a.doc")
    assert caught.value.facts == {"format": ".doc"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.txt"]


def test_a_file_open_for_text_is_refused_with_the_reason() -> None:
    with pytest.raises(TypeError, match="open for bytes"):
        read(io.StringIO("1. h2e2 *"))  # type: ignore[arg-type]


def test_lists_are_known_again_by_what_parts_their_fields() -> None:
    game = Game("3ak4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1", headers=[("Red", "x"), ("Black", "y")])
    game.add_line(["e2e3"])
    for move in ("e2e4", "e2e5"):
        game.root.add_line([move])
    for format in ("csv", "eglib"):
        file = io.BytesIO()
        list(records.write([game], file, format))
        (found,) = records.read(file.getvalue())
        assert (found.format, found.start_fen) == (format, game.start_fen)
        assert [node.move.uci() for node in found.root.variations] == ["e2e3", "e2e4", "e2e5"]
