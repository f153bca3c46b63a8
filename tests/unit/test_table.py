"""The table: what is granted, what is refused, and that its journal is the whole truth."""

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe import table as t
from chuhe.clock import Reading, TimeControl
from chuhe.errors import ParseError

TWO = (t.Seat("human", "a"), t.Seat("human", "b"))
ALONE = (t.Seat("human", "a"), t.Seat("human", "a"))
ENGINE = (t.Seat("human", "a"), t.Seat("engine", t.ENGINE))


def make(seats: tuple[t.Seat, t.Seat] = TWO, **more: Any) -> t.Table:
    table, _ = t.open_table("t", seats=seats, now=0.0, **more)
    return table


def do(table: t.Table, command: t.Command, now: float = 1.0) -> t.Table:
    """The table after a command that must be granted."""
    events = table.handle(command, now)
    assert not isinstance(events, t.Refused), events
    return table.after(events)


def play(table: t.Table, *moves: str, now: float = 1.0) -> t.Table:
    for move in moves:
        table = do(table, t.Play(table.seat(table.turn).holder, table.ply, move), now)
    return table


def end(table: t.Table) -> tuple[t.Side | None, str, str]:
    """Who won, how, and by which article."""
    assert table.outcome is not None
    return table.outcome.winner, table.outcome.termination, table.outcome.article


def code(table: t.Table, command: t.Command, now: float = 1.0) -> str | None:
    """The code of the refusal, None if granted."""
    answer = table.handle(command, now)
    return answer.code if isinstance(answer, t.Refused) else None


def test_a_move_is_played_and_seen() -> None:
    table = play(make(), "h2e2", "h9g7")
    assert (table.ply, table.turn, table.seq) == (2, "red", 3)
    assert table.board.fen().startswith("rnbakab1r/9/1c4nc1/")


def test_deciding_changes_nothing() -> None:
    table = make()
    before = (table.board.fen(), table.seq)
    table.handle(t.Play("a", 0, "h2e2"), 1.0)
    table.handle(t.Resign("a"), 1.0)
    assert (table.board.fen(), table.seq) == before


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (t.Play("c", 0, "h2e2"), "not_seated"),
        (t.Play("", 0, "h2e2"), "not_seated"),
        (t.Play("b", 0, "h9g7"), "not_your_turn"),
        (t.Play("a", 1, "h2e2"), "wrong_ply"),
        (t.Play("a", 0, "nonsense"), "bad_move"),
        (t.Play("a", 0, "h2h2"), "illegal_move"),
        (t.Play("a", 0, "b0d1"), "illegal_move"),
        (t.TakeBack("a", 0), "nothing_to_take_back"),
        (t.Accept("a", "draw"), "no_offer"),
        (t.Decline("b", "takeback"), "no_offer"),
        (t.ClaimDraw("a"), "not_claimable"),
        (t.SetLevel("a", 5), "no_engine"),
        (t.SetLevel("a", 11), "bad_level"),
        (t.Sit("c", "red"), "seat_taken"),
        (t.Tick("a"), "time_not_up"),
    ],
)
def test_what_is_refused_at_the_start(command: t.Command, expected: str) -> None:
    assert code(make(), command) == expected


def test_an_illegal_move_says_why() -> None:
    refused = make().handle(t.Play("a", 0, "b0d1"), 1.0)
    assert isinstance(refused, t.Refused)
    assert refused.facts["move"] == "b0d1"
    assert "c0" in refused.facts.values()  # the leg


def test_mate_ends_the_game_with_the_move() -> None:
    table = make(fen="4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1")
    events = table.handle(t.Play("a", 0, "b0b9"), 1.0)
    assert isinstance(events, list)
    assert [type(event) for event in events] == [t.Played, t.Ended]
    table = table.after(events)
    assert end(table) == ("red", "checkmate", "club.checkmate")
    assert code(table, t.Play("b", 1, "e9e8")) == "game_over"
    assert code(table, t.Resign("b")) == "game_over"


def test_a_position_that_is_mate_is_over_at_once() -> None:
    table = make(fen="1R2k4/R8/9/9/9/9/9/9/9/5K3 b - - 0 1")
    assert table.outcome is not None
    assert table.outcome.termination == "checkmate"


def test_resigning() -> None:
    assert end(do(make(), t.Resign("b"))) == ("red", "resignation", "club.resignation")
    assert code(make(ALONE), t.Resign("a")) == "side_needed"
    assert end(do(make(ALONE), t.Resign("a", "red")))[0] == "black"
    assert code(make(), t.Resign("a", "black")) == "not_seated"


def test_a_draw_needs_both() -> None:
    table = do(play(make(), "h2e2"), t.OfferDraw("a"))
    assert table.offer == t.Offer("draw", "red")
    assert code(table, t.Accept("a", "draw")) == "no_offer"  # not one's own
    assert code(table, t.Decline("a", "draw")) == "offer_stands"  # nor taken back
    assert code(table, t.OfferDraw("a")) == "offer_pending"
    for agree in (t.Accept("b", "draw"), t.OfferDraw("b")):
        done = do(table, agree)
        assert end(done) == (None, "agreement", "club.agreement")


def test_a_draw_offer_lapses_when_the_other_moves_but_not_by_ones_own_move() -> None:
    table = do(make(), t.OfferDraw("a"))
    table = play(table, "h2e2")
    assert table.offer is not None
    table = play(table, "h9g7")
    assert table.offer is None
    assert code(table, t.OfferDraw("a")) == "offer_too_soon"


def test_takeback_from_a_person_is_asked_for() -> None:
    table = play(make(), "h2e2", "h9g7", "h0g2")
    asked = do(table, t.TakeBack("a", 3))
    assert asked.ply == 3
    assert code(asked, t.Accept("a", "takeback")) == "no_offer"
    assert do(asked, t.Accept("b", "takeback")).ply == 2
    assert do(asked, t.Decline("b", "takeback")).offer is None
    assert do(asked, t.Decline("a", "takeback")).offer is None  # thought better of it
    both = do(do(table, t.TakeBack("b", 3)), t.Accept("a", "takeback"))
    assert both.ply == 1  # where Black is to move


def test_takeback_from_the_engine_is_granted() -> None:
    table = play(make(ENGINE), "h2e2")
    assert do(table, t.TakeBack("a", 1)).ply == 0
    table = play(table, "h9g7")
    assert do(table, t.TakeBack("a", 2)).ply == 0


def test_takeback_reopens_a_finished_game_against_the_engine() -> None:
    table = make(ENGINE, fen="4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1")
    over = play(table, "b0b9")
    again = do(over, t.TakeBack("a", 1))
    assert again.outcome is None
    assert again.ply == 0
    people = play(make(fen="4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1"), "b0b9")
    assert code(people, t.TakeBack("a", 1)) == "game_over"


def test_black_cannot_take_back_the_engines_first_move() -> None:
    table = play(make((t.Seat("engine", t.ENGINE), t.Seat("human", "b"))), "h2e2")
    assert code(table, t.TakeBack("b", 1)) == "nothing_to_take_back"


def test_repetition_and_perpetual_check_end_the_game() -> None:
    table = play(make(), *["b0c2", "b9c7", "c2b0", "c7b9"] * 2)
    assert end(table) == (None, "repetition", "club.repetition")
    table = make(fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    table = play(table, *["i8i9", "e9e8", "i9i8", "e8e9"] * 2)
    assert end(table) == ("black", "perpetual_check", "club.perpetual_check")


def test_the_natural_limit_is_claimed() -> None:
    fen = "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 120 90"
    table = make(fen=fen)
    assert table.outcome is None
    assert code(table, t.ClaimDraw("a")) == "not_your_turn"
    done = do(table, t.ClaimDraw("b"))
    assert end(done) == (None, "natural_limit", "club.natural_limit")
    assert make(fen=fen, rules="engine").outcome is not None


def test_a_move_after_the_flag_is_not_played() -> None:
    control = (TimeControl(main=60),) * 2
    table = make(control=control)
    table = play(table, "h2e2", now=0.0)
    assert table.deadline() == 60.0
    events = table.handle(t.Play("b", 1, "h9g7"), 60.05)
    assert isinstance(events, list)
    assert [type(event) for event in events] == [t.Ended]  # no move: reported as CLK-01
    assert end(table.after(events)) == ("red", "time", "club.time")
    assert table.handle(t.Tick(), 59.0) == []
    over = do(table, t.Tick(), 60.0)
    assert over.deadline() is None
    assert code(over, t.TakeBack("b", 1)) == "game_over"


def test_time_while_the_server_was_away_costs_nobody() -> None:
    table = play(make(control=(TimeControl(main=60),) * 2), "h2e2", now=1.0)
    woken = table.after(table.handle(t.Wake(), 1000.0))  # type: ignore[arg-type]
    assert woken.outcome is None
    assert woken.deadline() == 1060.0
    assert make().handle(t.Wake(), 5.0) == []


def test_an_open_seat_is_taken_once_and_starts_the_clock() -> None:
    seats = (t.Seat("human", "a"), t.Seat("open"))
    table = make(seats, control=(TimeControl(main=60),) * 2)
    assert table.deadline() is None
    sat = do(table, t.Sit("b", "black"), 100.0)
    assert sat.sides_of("b") == ["black"]
    assert sat.deadline() == 160.0
    assert code(sat, t.Sit("c", "black")) == "seat_taken"


def test_a_game_has_a_greatest_length() -> None:
    table = make(ALONE, rules="club")
    table.board.push_uci("h2e2")
    limit = t.MAX_PLIES
    while table.ply < limit:  # straight on the board: no rule ends it meanwhile
        table.board.push(table.board.legal_moves[0])
        if table.board.is_checkmate() or table.board.is_stalemate():
            table.board.pop()
            table.board.push(table.board.legal_moves[-1])
    assert code(table, t.Play("a", limit, "h2e2")) == "game_too_long"


# --- the journal is the whole truth -------------------------------------------

people = st.sampled_from(["a", "b", "c", t.ENGINE, ""])
side = st.sampled_from([None, "red", "black"])
kind = st.sampled_from(["draw", "takeback"])


@st.composite
def commands(draw: st.DrawFn, table: t.Table) -> t.Command:
    """Mostly sensible: usually a legal move by the side to move, sometimes anything."""
    who = draw(people)
    if draw(st.integers(0, 3)):
        moves = list(table.board.legal_moves)
        if moves:
            move = draw(st.sampled_from(moves))
            return t.Play(table.seat(table.turn).holder, table.ply, move.uci())
    return draw(
        st.one_of(
            st.builds(t.TakeBack, who=people, ply=st.just(table.ply)),
            st.builds(t.Resign, who=st.just(who), side=side),
            st.builds(t.OfferDraw, who=people, side=side),
            st.builds(t.Accept, who=people, kind=kind),
            st.builds(t.Decline, who=people, kind=kind),
            st.builds(t.ClaimDraw, who=people),
            st.builds(t.SetLevel, who=people, level=st.integers(-1, 12)),
            st.builds(t.Sit, who=people, side=st.sampled_from(["red", "black"])),
            st.builds(t.Play, who=people, ply=st.integers(-1, 5), move=st.text(max_size=5)),
            st.builds(t.Tick, who=people),
            st.just(t.Wake()),
        )
    )


controls = st.none() | st.sampled_from(
    [TimeControl(main=30), TimeControl(per_move=10), TimeControl(main=5, byoyomi=5, periods=2)]
)
seatings = st.sampled_from([TWO, ALONE, ENGINE, (t.Seat("human", "a"), t.Seat("open"))])


@settings(max_examples=200, deadline=None)
@given(st.data(), seatings, controls)
def test_replaying_the_events_gives_the_same_table(
    data: st.DataObject, seats: tuple[t.Seat, t.Seat], control: TimeControl | None
) -> None:
    table, journal = t.open_table(
        "t", seats=seats, now=0.0, control=None if control is None else (control, control)
    )
    now = 0.0
    for _ in range(data.draw(st.integers(1, 25))):
        now += data.draw(st.sampled_from([0.0, 0.5, 3.0, 9.0]))
        command = data.draw(commands(table))
        answer = table.handle(command, now)
        if isinstance(answer, t.Refused):
            continue
        table = table.after(answer)
        journal += answer
        if table.outcome is not None:
            assert table.offer is None
            assert table.deadline() is None
    again = t.Table.replay("t", journal)
    assert again == table
    assert again.board.move_stack == table.board.move_stack
    assert again.seq == len(journal)


# --- what was stored earlier, and what is stored now ---------------------------------------

#: As the server of the first issue wrote it, by its own code: event types without later fields.
JOURNAL = Path(__file__).parents[1] / "data" / "table" / "journal-0.jsonl"


def stored() -> list[t.AnyEvent]:
    decoder = msgspec.json.Decoder(t.AnyEvent)
    return [decoder.decode(line) for line in JOURNAL.read_bytes().splitlines()]


def test_a_journal_of_an_earlier_version_still_reads() -> None:
    table = t.Table.replay("t", stored())
    # The numbers are those that the earlier version gave.
    assert table.clock is not None
    assert table.clock.read(0, 530.0) == Reading(592.0, 3, 30.0, None)
    assert table.clock.read(1, 530.0) == Reading(583.0, 3, 30.0, None)
    assert (table.ply, table.seq, table.level) == (3, 13, 5)
    assert table.last_draw_offer == {"black": 2}
    assert end(table) == ("red", "resignation", "")
    assert not table.officiated
    assert t.Table.from_json(table.to_json()) == table


def test_every_event_and_its_fields_are_written_and_read() -> None:
    decoder = msgspec.json.Decoder(t.AnyEvent)
    for event in [
        t.FoulGiven(at=1.0, id=1, side="red", offence="late", penalty="foul", count=1),
        t.Bound(at=1.0, side="red", moves=("a0a1",), kind="move"),
        t.Corrected(at=1.0, id=1, reason="why", reopens=True),
        t.Ended(at=1.0, winner=None, termination="discipline", both_lose=True, id=3, cause=2),
        t.ClockAdjusted(at=1.0, side="red", seconds=5.0, periods=2),
        t.ChangeOrdered(at=1.0, side="red", id=1, termination="perpetual_check"),
    ]:
        assert decoder.decode(msgspec.json.encode(event)) == event


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[]",
        b'{"id": 5}',
        b'{"id": "t", "board": {}}',
        b'{"id": "t", "board": {"start": "nonsense", "moves": []}}',
        b'{"id": "t", "board": {"start": "3k5/9/9/9/9/9/9/9/9/4K4 w", "moves": ["a0a1"]}}',
        b'{"id": "t", "board": {"start": "3k5/9/9/9/9/9/9/9/9/4K4 w", "moves": 5}}',
        b'{"id": "t", "board": 5}',
        b'{"id": "t", "control": [{"main": -1}, {"main": 5}]}',
        b'{"id": "t", "rules": "no such book"}',
        b'{"id": "t", "clock": {"left": [], "running": null, "since": 0}}',
        b'{"id": "t", "clock": {"left": [], "running": 0, "since": 0}}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_saved_table_is_said(text: bytes) -> None:
    with pytest.raises(ParseError) as error:
        t.Table.from_json(text)
    assert error.value.code == "table.json"


def test_a_move_costs_the_same_late_in_the_game() -> None:
    """No copying of what has happened: 1500 moves on, `after` still takes microseconds."""
    early = make(ALONE)
    late = make(ALONE)
    for text in ["b0c2", "b9c7", "c2b0", "c7b9"] * 375:  # straight on the board: nothing ends it
        late.board.push_uci(text)
    played = t.Offered(at=1.0, kind="draw", side="red")

    def seconds(table: t.Table) -> float:
        best = 1.0
        for _ in range(20):
            begun = time.perf_counter()
            for _ in range(50):
                table.after([played])
            best = min(best, (time.perf_counter() - begun) / 50)
        return best

    assert seconds(late) < 20 * seconds(early) + 1e-4
