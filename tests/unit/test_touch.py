"""Touch-move 摸子走子, article by article, and against the articles written out once more."""

import random

import pytest

from chuhe import Board, Move, parse_square, square_name
from chuhe.errors import ParseError
from chuhe.rules import Offence
from chuhe.touch import ORDERS, Duty, obligation

# Red: king d0, rooks a5 and i0, pawn a4, which the rook before it keeps from moving.
# Black: king f9, horse i8 (only i0 can take it), pawn e5 (only a5 can).
FEN = "5k3/8n/9/9/R3p4/P8/9/9/9/3K4R w"
CHECK = "4k4/9/9/9/9/4r4/9/9/9/R2AK4 w"  # the rook on a0 cannot help; advisor and king can


def touch(names: str, order: str = "official", fen: str = FEN, together: bool = False) -> object:
    """Kind, what it offends against, and the moves left; ``a5*`` stands for all moves of a5."""
    board = Board(fen)
    squares = [parse_square(name) for name in names.split()]
    found = obligation(board, squares, order, together=together)
    if found.moves is None:
        return found.kind.value, found.offence and found.offence.value
    left = {move.uci() for move in found.moves}
    assert found.offence is None
    for square in squares:
        own = {m.uci() for m in board.legal_moves if m.from_square == square}
        if left == own:
            return found.kind.value, f"{square_name(square)}*"
    return found.kind.value, " ".join(sorted(left))


@pytest.mark.parametrize(
    ("article", "touched", "expected"),
    [
        ("5.1", "a5", ("move", "a5*")),
        ("5.1, cannot move", "a4", ("free", "touch_cannot_move")),
        ("5.2", "e5", ("take", "a5e5")),
        ("5.2, cannot be taken", "f9", ("free", "touch_cannot_take")),
        ("5.3a", "a5 e5", ("take_with", "a5e5")),
        ("5.3b", "a5 i8", ("move", "a5*")),
        ("5.3c", "a4 i8", ("take", "i0i8")),
        ("5.3d", "a4 f9", ("free", "touch_cannot_move")),
        ("5.4a", "e5 a5", ("take_with", "a5e5")),
        ("5.4b", "i8 a5", ("take", "i0i8")),
        ("5.4c", "f9 a5", ("move", "a5*")),
        ("5.4d", "f9 a4", ("free", "touch_cannot_take")),
    ],
)
def test_the_official_order(article: str, touched: str, expected: tuple[str, str]) -> None:
    assert touch(touched) == expected


@pytest.mark.parametrize("touched", ["a5 i8", "i8 a5"])
def test_both_at_once_counts_as_the_opponents_first(touched: str) -> None:
    assert touch(touched, together=True) == ("take", "i0i8")  # [1999 5.5]


@pytest.mark.parametrize("touched", ["a5 i8", "i8 a5"])
@pytest.mark.parametrize("together", [False, True])
def test_the_club_of_2015_has_one_order(touched: str, together: bool) -> None:
    assert touch(touched, "club-2015", together=together) == ("move", "a5*")


def test_of_several_pieces_the_first_that_can_follow_must() -> None:
    assert touch("a4 i0 a5") == ("move", "i0*")
    assert touch("f9 i8 e5") == ("take", "i0i8")
    assert touch("i0 a5 e5") == ("take_with", "a5e5")


def test_a_touched_piece_that_does_not_answer_check_cannot_move() -> None:
    assert touch("a0", fen=CHECK) == ("free", "touch_cannot_move")
    assert touch("d0", fen=CHECK) == ("move", "d0*")


def test_nothing_binds_where_touching_is_off_or_nothing_was_touched() -> None:
    assert touch("a5", "off") == ("free", None)
    assert touch("") == ("free", None)


def test_what_cannot_be_touched_is_said() -> None:
    with pytest.raises(ParseError) as error:
        touch("b5")
    assert error.value.code == "touch.empty"
    with pytest.raises(ParseError) as error:
        touch("a5", "house")
    assert error.value.code == "touch.order"


def test_every_duty_and_order_is_used() -> None:
    assert {"official", "club-2015", "off"} == set(ORDERS)
    assert all(duty.text for duty in Duty)


def by_the_text(board: Board, own: int, enemy: int, own_first: bool) -> set[Move] | None:
    """The articles 5.3 and 5.4 word by word, for one piece of each side."""
    legal = set(board.legal_moves)
    with_it = {m for m in legal if (m.from_square, m.to_square) == (own, enemy)}
    if with_it:
        return with_it
    moves_it = {m for m in legal if m.from_square == own}
    others_take = {m for m in legal if m.to_square == enemy and m.from_square != own}
    if own_first:
        return moves_it or others_take or None
    return others_take or moves_it or None


@pytest.mark.parametrize("seed", range(20))
def test_on_positions_of_random_games_the_articles_are_kept(seed: int) -> None:
    chance = random.Random(seed)
    board = Board()
    for _ in range(chance.randrange(120)):
        moves = list(board.legal_moves)
        if not moves:
            board.pop()
            break
        board.push(chance.choice(moves))
    men = board.piece_map()
    mine = [square for square, piece in men.items() if piece.color is board.turn]
    theirs = [square for square, piece in men.items() if piece.color is not board.turn]
    for own in mine:
        for enemy in theirs:
            for order, touched, together, own_first in [
                ("official", [own, enemy], False, True),
                ("official", [enemy, own], False, False),
                ("official", [own, enemy], True, False),
                ("club-2015", [enemy, own], False, True),
            ]:
                found = obligation(board, touched, order, together=together)
                expected = by_the_text(board, own, enemy, own_first)
                assert (None if found.moves is None else set(found.moves)) == expected
                assert (found.offence is None) == (expected is not None)
        alone = {m for m in board.legal_moves if m.from_square == own}
        found = obligation(board, [own], "official")
        assert set(found.moves or ()) == alone
        assert found.offence == (None if alone else Offence.TOUCH_CANNOT_MOVE)
