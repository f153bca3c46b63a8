"""Games as trees: building, editing, notes, headers."""

import copy

import pytest

import chuhe
from chuhe.game import Eval, Game, Node
from chuhe.notation import Style


def sample() -> Game:
    game = Game(headers=[("Red", "甲"), ("Black", "乙")])
    game.add_line(["炮二平五", "马8进7", "马二进三"])
    first = game.root.next()
    assert first
    first.add_line(["h7e7", "H2+3"], before="顺炮", comment="稳健", nags=[1])
    return game


def test_main_line_and_variations() -> None:
    game = sample()
    assert game.uci_moves == ["h2e2", "h9g7", "h0g2"]
    assert [node.zh for node in game.mainline()] == ["炮二平五", "马8进7", "马二进三"]
    assert (game.count_variations(), game.count_comments()) == (1, 2)
    assert [node.zh for node in game.root.variations[0].variations] == ["马8进7", "炮8平5"]
    assert len(game.nodes()) == 6


def test_nodes_know_where_they_stand() -> None:
    game = sample()
    end = game.end()
    assert end.ply == 3
    assert end.is_main_line
    assert [node.zh for node in end.path()] == ["炮二平五", "马8进7", "马二进三"]
    assert end.parent and end.parent.next() == end
    assert end.parent != end
    assert len({end, game.end(), game.root}) == 2
    board = end.board()
    assert board.fen() == end.fen()
    assert [move.uci() for move in board.move_stack] == game.uci_moves
    assert game.root.move is None and game.root.parent is None and game.root.zh == ""


def test_editing_changes_the_order_and_cuts_lines_off() -> None:
    game = sample()
    first = game.root.variations[0]
    main, other = first.variations
    other.promote()
    assert first.variations == [other, main]
    other.demote()
    assert first.variations == [main, other]
    other.promote_to_main()
    assert game.uci_moves == ["h2e2", "h7e7", "h0g2"]
    main.remove()
    assert not main.is_attached
    assert game.count_variations() == 0
    with pytest.raises(chuhe.RecordError):
        game.root.remove()


def test_a_line_is_added_whole_or_not_at_all() -> None:
    game = Game()
    with pytest.raises(chuhe.IllegalMoveError) as caught:
        game.root.add_line([chuhe.Move.from_uci("h2e2"), chuhe.Move.from_uci("h2e2")])
    assert caught.value.move == "h2e2"
    with pytest.raises(chuhe.NotationError):
        game.root.add_variation("hello")
    assert len(game.nodes()) == 1


def test_notes() -> None:
    node = sample().end()
    node.comment, node.before, node.nags = "好", "前", [14, 5, 14]
    node.clock, node.elapsed, node.eval = 598.5, 1.25, Eval(-35, depth=20)
    assert (node.comment, node.before, node.nags) == ("好", "前", [14, 5])
    assert (node.clock, node.elapsed, node.eval) == (598.5, 1.25, Eval(-35, False, 20))
    node.clock = node.eval = None
    assert (node.clock, node.elapsed, node.eval) == (None, 1.25, None)
    for bad in ([0], [256]):
        with pytest.raises(ValueError, match="glyph"):
            node.nags = bad


def test_headers_are_an_ordered_mapping_that_ignores_case() -> None:
    headers = sample().headers
    headers["EVENT"] = "赛"
    headers["red"] = "丙"
    assert dict(headers) == {"Red": "丙", "Black": "乙", "EVENT": "赛"}
    del headers["black"]
    assert len(headers) == 2 and headers.get("Black") is None
    with pytest.raises(KeyError):
        del headers["Black"]
    with pytest.raises(KeyError):
        headers["Black"]


def test_results_are_checked() -> None:
    game = Game(result="1-0")
    for text, result in (("和棋", "1/2-1/2"), ("0-1", "0-1"), ("*", "*")):
        game.result = text
        assert game.result == result
    with pytest.raises(chuhe.RecordError):
        game.result = "2-0"


def test_starts_elsewhere_and_refuses_what_cannot_be_played() -> None:
    game = Game("4k4/9/9/9/9/9/9/9/R8/3K5 r")
    game.add_line(["车九进八", "e9e8"])
    assert game.start_fen.endswith(" w - - 0 1")
    with pytest.raises(chuhe.SetupError):
        Game("9/9/9/9/9/9/9/9/9/9 w")
    with pytest.raises(chuhe.FenError):
        Game("no")


def test_copies_are_equal_and_independent() -> None:
    game = sample()
    twin = game.copy()
    assert twin == game and twin.same_tree(game)
    twin.end().comment = "x"
    assert twin != game and not twin.same_tree(game)
    other = sample()
    other.headers["Event"] = "x"
    assert other != game and other.same_tree(game)
    other.headers["FEN"] = "told by the tree"
    del other.headers["Event"]
    assert other == game
    with pytest.raises(TypeError):
        hash(game)
    assert copy.copy(game.root) == game.root


@pytest.mark.parametrize("style", list(Style))
def test_texts_in_every_notation_play_the_same(style: Style) -> None:
    game = sample()
    again = Game()
    again.add_line(game.mainline_text(style))
    assert again.uci_moves == game.uci_moves
    assert game.end().text(style) == game.mainline_text(style)[-1]


def test_ten_thousand_siblings_and_a_line_of_a_thousand() -> None:
    game = Game()
    for _ in range(250):
        game.add_line(["a0a1", "a9a8", "a1a0", "a8a9"])
    for _ in range(10_000):
        game.root.add_variation(chuhe.Move.from_uci("h2e2"))
    assert (len(game.mainline()), game.count_variations()) == (1000, 10_000)
    assert isinstance(game.root.variations[-1], Node)
    assert game.copy() == game
