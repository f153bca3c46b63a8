"""Diagrams that cannot arise: whatever `Setup.barriers` lets pass can be played to an end."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import Color, Piece, Role, Setup, SetupError
from chuhe import table as t

#: Any pieces anywhere; most have a king of each side.
LAYOUTS = st.tuples(
    st.lists(
        st.tuples(st.integers(0, 89), st.sampled_from("ABNRCPabnrcp") | st.sampled_from("KkKkRr")),
        max_size=40,
    ),
    st.integers(0, 89),
    st.integers(0, 89),
    st.sampled_from(list(Color)),
)


@settings(max_examples=300, deadline=None)
@given(LAYOUTS, st.lists(st.integers(0, 10_000), max_size=40))
def test_what_nothing_forbids_is_played_by_two_persons(
    layout: tuple[list[tuple[int, str]], int, int, Color], choices: list[int]
) -> None:
    pieces, red, black, turn = layout
    setup = Setup()
    for square, letter in [*pieces, (red, "K"), (black, "k")]:
        setup.set_piece_at(square, Piece.from_letter(letter))
    setup.turn = turn
    barriers, problems = setup.barriers(), setup.problems()
    assert all(problem in problems for problem in barriers)
    seats = (t.Seat("human", "a"), t.Seat("human", "a"))
    try:
        table, events = t.open_table("x", seats=seats, now=0.0, fen=setup.fen(), diagram=True)
    except SetupError as error:
        assert barriers
        assert error.problems == problems
        return
    assert not barriers
    for ply, choice in enumerate(choices, 1):
        legal = table.board.legal_moves
        if table.outcome is not None or not legal:
            break
        move = legal[choice % len(legal)]
        taken = table.board.piece_at(move.to_square)
        assert taken is None or taken.role is not Role.KING
        side = "red" if table.board.turn is Color.RED else "black"
        more = table.handle(t.Play("a", ply - 1, move.uci(), side), float(ply))
        assert not isinstance(more, t.Refused), more
        events += more
        table = table.after(more)
    assert t.Table.replay("x", events).board == table.board
