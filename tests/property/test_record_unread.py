"""Games made up in which moves cannot be played, through every format that is written."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import Board, records
from chuhe.game import Game
from chuhe.records import FORMATS

#: Words that are no move, moves that are none here, and perhaps some that are.
TEXTS = st.sampled_from(
    ["a0a9", "e0e9", "h2h9", "i0i4", "马二进九", "车9平8?", "兵七进一", "H2+9", "x", "…", "{", "九"]
)
COMMENTS = st.sampled_from(["", "", "好", "a b", "(", "}", "1. 炮二平五"])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game in JSON, with moves kept unread at some of its nodes."""
    moves: list[dict[str, object]] = []
    board = Board()
    for _ in range(draw(st.integers(0, 6))):
        move = draw(st.sampled_from(list(board.legal_moves)))
        board.push(move)
        moves.append({"move": move.uci()})
    start: dict[str, object] = {}
    for note in [start, *moves]:
        if draw(st.integers(0, 3)) == 0:
            note["unread"] = [
                {"move": draw(TEXTS), "comment": draw(COMMENTS), "after": draw(st.integers(0, i))}
                if draw(st.booleans())
                else {"move": draw(TEXTS)}
                for i in range(draw(st.integers(1, 4)))
            ]
    if moves and draw(st.booleans()):
        first = next(iter(Board().legal_moves)).uci()
        moves.append({"move": first, "after": 0, "unread": [{"move": draw(TEXTS)}]})
    tree = {"chuhe": 1, "start": start, "moves": moves}
    (game,) = records.read(json.dumps(tree).encode())
    return game


@pytest.mark.parametrize("format", sorted(n for n, module in FORMATS.items() if module.WRITES))
@given(game=games())
@settings(max_examples=50, deadline=None)
def test_the_tree_comes_back_and_what_does_not_is_told(format: str, game: Game) -> None:
    file = io.BytesIO()
    codes = {loss.code for loss in records.write([game], file, format)}
    (again,) = records.read(file.getvalue(), format=format)
    if format == "json":
        assert again == game
    if format != "epd":
        # Nothing that could not be played is played, unless it could be there after all.
        assert again.uci_moves[: len(game.uci_moves)] == game.uci_moves
    lost = {"loss.unread", "loss.unread_said"} & codes
    if game.count_unread() and not again.count_unread() and format not in ("wxf", "mxq"):
        assert lost or again.count_variations() > game.count_variations() - game.count_unread()
    if not game.count_unread():
        assert not lost
