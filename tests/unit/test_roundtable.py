"""The table of many seats, with 跳棋 on it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe import roundtable as r
from chuhe.clock import TimeControl
from chuhe.errors import ParseError
from chuhe.protocol import GameKind
from chuhe.tiaoqi import Rules, Tiaoqi


def made(name: str, options: str) -> GameKind:
    assert name == "tiaoqi"
    return Tiaoqi(Rules.from_fields(json.loads(options)))


def opened(*holders: str, **more: Any) -> r.RoundTable:
    seats = [
        r.Seat("engine", r.ENGINE) if h == "engine" else r.Seat("human" if h else "open", h)
        for h in holders
    ]
    return r.open_round("t", Tiaoqi(), seats=seats, now=0.0, **more)[0]


def do(table: r.RoundTable, command: Any, now: float = 1.0) -> Any:
    answer = table.handle(command, now)
    if isinstance(answer, r.Refused):
        return answer.code
    for event in answer:
        table.apply(event)
    return [type(event).__name__ for event in answer]


def test_moves_go_round_and_only_in_turn() -> None:
    table = opened("a", "b", "c")
    assert do(table, r.Play("b", 0, "d1e5")) == "not_your_turn"
    assert do(table, r.Play("x", 0, "d1e5")) == "not_seated"
    assert do(table, r.Play("a", 0, "d1g1")) == "tiaoqi.unreachable"
    assert do(table, r.Play("a", 0, "炮二平五")) == "tiaoqi.move"
    assert do(table, r.Play("a", 0, "d1e5")) == ["Played"]
    assert do(table, r.Play("b", 0, "m1l1")) == "wrong_ply"
    assert table.turn == 1


def test_an_open_seat_is_waited_for_and_taken_once() -> None:
    table = opened("a", "", control=TimeControl(per_move=60))
    assert do(table, r.Play("a", 0, "d1e5")) == "round.waiting"
    assert table.deadline() is None
    assert do(table, r.Sit("b", 1, "乙"), 5.0) == ["Seated"]
    assert do(table, r.Sit("c", 1)) == "seat_taken"
    assert do(table, r.Sit("c", 7)) == "seat_taken"
    assert do(table, r.Sit("b", 1, "丙")) == []
    assert table.seats[1].name == "乙"
    assert table.deadline() == 65.0


def test_sixty_seconds_a_move_and_the_others_play_on() -> None:
    table = opened("a", "b", "c", control=TimeControl(per_move=60))
    assert do(table, r.Play("a", 0, "d1e5"), 59.0) == ["Played"]
    assert table.deadline() == 119.0
    assert do(table, r.Tick(), 118.9) == []
    assert do(table, r.Tick(), 119.0) == ["Retired"]
    assert table.turn == 2 and not table.over
    assert table.deadline() == 179.0
    # A move that comes too late is no move.
    assert do(table, r.Play("c", 1, "m13l12"), 180.0) == ["Retired"]
    assert table.over
    assert table.position.outcome() == (1.0, 0.0, 0.5)
    assert table.deadline() is None


def test_moves_are_taken_back_from_engines_only() -> None:
    table = opened("a", "engine", "engine")
    do(table, r.Play("a", 0, "d1e5"))
    for who in (1, 2):
        move = table.position.legal()
        one = min(move)
        table.apply(r.Played(at=2.0, seat=who, move=one + move[one][0]))
    assert do(table, r.TakeBack("a", 3)) == ["TakenBack"]
    assert (table.ply, table.turn) == (0, 0)
    assert do(table, r.TakeBack("a", 0)) == "nothing_to_take_back"
    both = opened("a", "b")
    do(both, r.Play("a", 0, "d1e5"))
    assert do(both, r.TakeBack("a", 1)) == "round.others"
    alone = opened("a", "a")
    do(alone, r.Play("a", 0, "d1e5"))
    assert do(alone, r.TakeBack("a", 1)) == ["TakenBack"]


def test_giving_up_leaves_the_board_to_the_others() -> None:
    table = opened("a", "b", "c")
    assert do(table, r.Resign("b")) == ["Retired"]
    assert do(table, r.Resign("b")) == "tiaoqi.over"
    assert do(table, r.Play("a", 0, "d1e5")) == ["Played"]
    assert table.turn == 2
    assert do(table, r.Resign("c")) == ["Retired"]
    assert do(table, r.Play("a", 1, "d2e6")) == "game_over"


def test_who_holds_several_seats_gives_up_one_that_plays() -> None:
    table = opened("a", "b", "a", "a")
    do(table, r.Play("a", 0, "d1e5"))
    for seat in (0, 2, 3):
        assert table.turn == 1
        assert do(table, r.Resign("a")) == ["Retired"]
        assert table.retired[-1][0] == seat
    assert do(table, r.Resign("a")) == "game_over"
    assert do(opened("a", "b", "a"), r.Resign("a", 1)) == "not_seated"


def test_a_name_stays_on_its_line() -> None:
    table = opened("a", "")
    do(table, r.Sit("b", 1, "一\u202e\n二" + "x" * 80))
    assert table.seats[1].name == ("一二" + "x" * 80)[:40]


def test_seats_and_levels_that_cannot_be() -> None:
    with pytest.raises(ParseError):
        opened("a")
    table = opened("a", "engine")
    assert do(table, r.SetLevel("a", 11)) == "bad_level"
    assert do(table, r.SetLevel("a", 6)) == ["LevelSet"]


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 9999)), max_size=40), st.integers(2, 6))
def test_a_table_is_what_its_events_say(steps: list[tuple[int, int]], seats: int) -> None:
    holders = [r.Seat("human", f"p{n % 3}") for n in range(seats)]
    control = TimeControl(per_move=50)
    table, events = r.open_round("t", Tiaoqi(), seats=holders, now=0.0, control=control)
    now = 0.0
    for kind, pick in steps:
        now += pick % 55 if kind == 7 else 1
        legal = [one + two for one, to in table.position.legal().items() for two in to]
        who = f"p{pick % 3}"
        command: Any = {
            0: r.Resign(who),
            1: r.TakeBack(who, table.ply),
            2: r.Tick(),
            3: r.Wake(),
        }.get(kind)
        if command is None:
            move = legal[pick % len(legal)] if legal else "d1e5"
            command = r.Play(f"p{table.turn % 3}", table.ply, move)
        answer = table.handle(command, now)
        if not isinstance(answer, r.Refused):
            before = table.position.text()
            then = table.after(answer)
            assert table.position.text() == before
            events += answer
            table = then
    said = msgspec.json.decode(msgspec.json.encode(events), type=list[r.AnyRoundEvent])
    again = r.RoundTable.replay("t", said, made)
    assert again.position.text() == table.position.text()
    assert again.clock == table.clock
    assert (again.seq, again.moves) == (table.seq, table.moves)
    if table.over:
        assert table.deadline() is None
