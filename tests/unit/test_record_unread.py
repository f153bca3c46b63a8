"""Moves that cannot be played: read, kept, counted, written back, or told as lost."""

import io
import json

import pytest

from chuhe import records
from chuhe.game import Game
from chuhe.i18n import use_language
from chuhe.records import FORMATS

#: 1. h2e2, then a horse that may not go so, with a move after it and one beside that, and a second
#: alternative that can be played.
TREE = {
    "chuhe": 1,
    "moves": [
        {"move": "h2e2"},
        {"move": "h9h8", "comment": "错着", "nags": [2, 14]},
        {"move": "h0g2"},
        {"move": "b0c2", "after": 2, "comment": "another"},
        {"move": "h9g7", "after": 1},
    ],
}
SQUARES = ["xqf", "cbr", "cbl", "cbf", "xqr", "pfc", "dhtmlxq"]


def tree() -> Game:
    (game,) = records.read(json.dumps(TREE).encode())
    return game


def written(game: Game, format: str) -> tuple[Game, dict[str, str]]:
    file = io.BytesIO()
    losses = {loss.code: loss.text for loss in records.write([game], file, format)}
    (again,) = records.read(file.getvalue(), format=format)
    return again, losses


def test_they_are_kept_with_their_comments_and_counted() -> None:
    game = tree()
    assert game.uci_moves == ["h2e2", "h9g7"]
    assert game.mainline()[0].unread == "h9h8? $14 {错着} h0g2 | b0c2 {another}"
    assert (game.count_variations(), game.count_comments(), game.count_unread()) == (2, 2, 3)
    assert [problem.code for problem in game.problems] == ["illegal.geometry"]
    assert "another" in game.mainline()[0].unread and game.end().unread == ""


def test_json_loses_nothing_and_tells_them_again() -> None:
    game = tree()
    again, losses = written(game, "json")
    assert again.same_tree(game) and not losses
    [problem] = again.problems
    assert (problem.code, problem.place.ply) == ("record.unread", 2)
    assert not again.same_tree(Game()) and written(again, "json")[0] == again


@pytest.mark.parametrize("format", SQUARES)
def test_formats_of_squares_have_them_back(format: str) -> None:
    for move in TREE["moves"]:  # type: ignore[attr-defined] # a list
        move.pop("nags", None)
    game = tree()
    again, losses = written(game, format)
    assert not losses
    assert again.same_tree(game)
    assert [problem.code for problem in again.problems] == ["illegal.geometry"]


def test_moves_in_words_cannot_be_written_as_squares() -> None:
    (game,) = records.read("1. 炮二平五 马8进7 2. 马二进九! {错} 车9平8 *".encode())
    again, losses = written(game, "xqf")
    assert again.uci_moves == game.uci_moves and again.count_unread() == 0
    with use_language("en"):
        _, losses = written(game, "xqf")
    assert losses == {"loss.unread": "moves that cannot be played: 马二进九! {错} 车9平8"}
    assert set(written(game, "wxf")[1]) == {"loss.comments"}
    assert "loss.unread" in written(game, "epd")[1]


@pytest.mark.parametrize("format", ["pgn", "text"])
def test_texts_go_on_with_them(format: str) -> None:
    text = "1. 炮二平五 (1. 兵七进一 卒7进1 2. 马八进一 {不能} 3. 车一进一) 马8进7 2. 马二进九! {错} 车9平8"
    (game,) = records.read(text.encode())
    assert (game.count_unread(), game.count_variations(), game.count_comments()) == (4, 1, 2)
    again, losses = written(game, format)
    assert again.same_tree(game) and not losses


@pytest.mark.parametrize("format", ["pgn", "text"])
def test_in_other_places_they_become_a_comment(format: str) -> None:
    again, losses = written(tree(), format)
    assert set(losses) == {"loss.unread_said"}
    assert again.uci_moves == ["h2e2", "h9g7"] and not again.problems
    comment = again.mainline()[0].comment
    assert "h9h8" in comment and "b0c2" in comment and "错着" in comment


def test_words_among_them_stay_words() -> None:
    (game,) = records.read(b"1. h2e2 h9h8 black resigns h0g2")
    assert game.mainline()[0].unread == "h9h8 {black resigns} h0g2"


def test_nothing_can_be_played_without_kings() -> None:
    (game,) = records.read(b'[FEN "9/9/9/9/9/9/9/9/R8/9 w"]\n\n1. a1a9 a9a8 *\n', format="pgn")
    assert not game.is_playable and game.root.unread == "a1a9 a9a8"
    again, _ = written(game, "json")
    assert again.same_tree(game)


def test_every_format_that_is_written_says_what_becomes_of_them() -> None:
    for name, module in FORMATS.items():
        if module.WRITES:
            again, losses = written(tree(), name)
            told = {"loss.unread", "loss.unread_said"}
            if name == "mxq":  # here they are alternatives
                told = {"loss.variations"}
            assert again.count_unread() or told & set(losses), name
