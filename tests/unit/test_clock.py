"""Clocks: the cases reported against other programs, and laws that always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.clock import Clock, ClockError, Reading, Stage, TimeControl

BYOYOMI = TimeControl(main=90, byoyomi=20, periods=1)


def clock(control: TimeControl, now: float = 0.0) -> Clock:
    return Clock.start((control, control), seat=0, now=now)


def play(clock: Clock, spent: list[float]) -> int | None:
    """Seat 0 uses these times, seat 1 none; the index at which seat 0's flag fell."""
    now = clock.since
    for index, seconds in enumerate(spent):
        now += seconds
        if clock.flagged(now) == 0:
            return index
        clock = clock.press(now).press(now)
    return None


def test_period_is_whole_again_after_each_move_made_inside_it() -> None:
    # Reported as pychess-variants 641, 1221, 346: 90 s + 20 s, moves of 90, 15, 19.9, 20.1 s.
    assert play(clock(BYOYOMI), [90, 15, 19.9, 20.1]) == 3


@pytest.mark.parametrize(
    ("control", "spent", "flag_at"),
    [
        (TimeControl(main=10), [4, 5.9], None),
        (TimeControl(main=10), [4, 6], 1),
        (TimeControl(main=10, increment=2), [9, 2.9, 1.9], None),
        (TimeControl(main=10, increment=2), [9, 3], 1),
        (TimeControl(per_move=60), [59.9] * 5, None),
        (TimeControl(per_move=60), [59.9, 60], 1),
        (TimeControl(main=600, per_move=60), [60], 0),
        (TimeControl(main=10, per_move=8, byoyomi=5, periods=1), [7, 7, 4.9, 4.9], None),
        (TimeControl(main=10, per_move=8, byoyomi=5, periods=1), [7, 8], 1),
        (TimeControl(main=10, byoyomi=5, periods=3), [10, 14.9, 4.9], None),
        (TimeControl(main=10, byoyomi=5, periods=3), [10, 14.9, 5], 2),
        (TimeControl(main=10, byoyomi=5, periods=3), [25], 0),
        (TimeControl(byoyomi=30, periods=1, main=0), [29.9, 29.9, 30.1], 2),
    ],
)
def test_when_the_flag_falls(control: TimeControl, spent: list[float], flag_at: int | None) -> None:
    assert play(clock(control), spent) == flag_at


def test_first_terminal_event_wins() -> None:
    # Reported as pychess-variants 2010: flag at 60.000, the move arrives at 60.050.
    running = clock(TimeControl(main=60))
    assert running.flagged(59.999) is None
    assert running.flagged(60.0) == 0
    with pytest.raises(ClockError) as error:
        running.press(60.05)
    assert error.value.code == "clock_time_is_up"


def test_periods_are_used_one_after_the_other() -> None:
    running = clock(TimeControl(main=10, byoyomi=5, periods=3))
    assert running.read(0, 9.0) == Reading(1.0, 3, 5.0, None)
    assert running.read(0, 14.0) == Reading(0.0, 3, 1.0, None)
    assert running.read(0, 16.0) == Reading(0.0, 2, 4.0, None)
    assert running.read(0, 25.0) == Reading(0.0, 0, 0.0, None)


def test_other_side_reads_the_same_however_long_one_thinks() -> None:
    running = clock(TimeControl(main=10, per_move=6))
    assert running.read(1, 5.0) == Reading(10, 0, None, 6)


def test_unequal_clocks_and_a_pause() -> None:
    odds = Clock.start((TimeControl(main=300), TimeControl(main=60)), seat=1, now=100.0)
    assert odds.deadline() == 160.0
    halted = odds.stop(130.0)
    assert halted.deadline() is None
    assert halted.flagged(1e9) is None
    assert halted.resume(1, 500.0).deadline() == 530.0
    with pytest.raises(ClockError):
        halted.press(131.0)


def test_a_clock_set_back_takes_no_time_and_gives_none() -> None:
    running = clock(TimeControl(main=10), now=100.0)
    assert running.press(90.0).read(0, 90.0).main == 10


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"main": 0},
        {"main": 0, "increment": 5},
        {"main": -1},
        {"main": float("nan")},
        {"main": float("inf")},
        {"per_move": 0},
        {"main": 60, "periods": -1},
        {"main": 1e9},
        {"byoyomi": 30, "periods": 1},
    ],
)
def test_controls_without_sense_are_refused(fields: dict[str, float]) -> None:
    with pytest.raises(ClockError) as error:
        TimeControl(**fields)  # type: ignore[arg-type]
    assert error.value.code == "bad_time_control"


whole = st.integers(0, 1000).map(float)
controls = st.builds(
    TimeControl,
    main=whole.map(lambda x: x + 1),
    increment=whole,
    per_move=st.none() | whole.map(lambda x: x + 1),
    byoyomi=whole,
    periods=st.integers(0, 5),
)


@given(controls, st.lists(whole, max_size=20))
def test_flag_deadline_and_reading_agree(control: TimeControl, spent: list[float]) -> None:
    running = clock(control)
    now = 0.0
    for seconds in spent:
        deadline = running.deadline()
        assert deadline is not None
        assert running.flagged(deadline) == running.running
        assert running.flagged(deadline - 0.5) is None
        now += seconds
        assert running.running is not None
        shown = running.read(running.running, now)
        left = (shown.main or 0) + max(0, shown.periods - 1) * control.byoyomi
        left += shown.period or 0
        if shown.move is not None:
            left = min(left, shown.move)
        assert left == pytest.approx(max(0.0, deadline - now))
        if running.flagged(now) is not None:
            return
        running = running.press(now)


# --- so many moves in a time ----------------------------------------------------------

FORTY = TimeControl(main=90, moves=4, stages=(Stage(2, 30),))  # then two in thirty, and again


def test_the_next_stage_is_added_when_its_moves_are_made_and_time_left_is_kept() -> None:
    running = clock(FORTY)
    for spent, left, to_make in [(20, 70, 3), (20, 50, 2), (20, 30, 1), (20, 40, 2), (30, 10, 1)]:
        now = running.since + spent
        running = running.press(now).press(now)
        shown = running.read(0, now)
        assert (shown.main, shown.moves) == (left, to_make)
    now = running.since + 5
    assert running.press(now).read(0, now).main == 35  # the last stage begins again


@pytest.mark.parametrize(
    ("control", "spent", "flag_at"),
    [
        (FORTY, [22.5, 22.5, 22.5, 22.4], None),
        (FORTY, [22.5, 22.5, 22.5, 22.5], 3),  # the fourth move comes too late
        (FORTY, [20, 20, 20, 20, 39, 0.9], None),
        (FORTY, [20, 20, 20, 20, 39, 1], 5),
        (TimeControl(main=10, moves=1), [9.9] * 6, None),  # one in ten, again and again
        (TimeControl(main=10, moves=1, stages=(Stage(None, 20),)), [9, 20, 0.9], None),
        (TimeControl(main=10, moves=1, stages=(Stage(None, 20),)), [9, 20, 1], 2),
        (TimeControl(main=10, moves=2, increment=5, stages=(Stage(None, 1),)), [9, 5, 6.9], None),
        (TimeControl(main=10, moves=2, increment=5, stages=(Stage(None, 1),)), [9, 5, 7], 2),
    ],
)
def test_when_the_flag_falls_in_stages(
    control: TimeControl, spent: list[float], flag_at: int | None
) -> None:
    assert play(clock(control), spent) == flag_at


def test_moves_taken_back_must_be_made_again_in_the_stage() -> None:
    running = clock(FORTY)
    for _ in range(8):
        running = running.press(0.0)
    assert running.read(0, 0.0) == Reading(120, 0, None, None, 2)  # four moves are made
    back = running.unmake(0, 2)
    assert back.read(0, 0.0).moves == 4  # two again, and the two of the stage; no time is lost
    assert back.read(0, 0.0).main == 120


@pytest.mark.parametrize(
    "fields",
    [
        {"moves": 40},
        {"main": 60, "moves": 0},
        {"main": 60, "moves": 10**9},
        {"main": 60, "moves": 10, "byoyomi": 30, "periods": 1},
        {"main": 60, "stages": (Stage(None, 30),)},
        {"main": 60, "moves": 10, "stages": (Stage(None, 30), Stage(10, 30))},
        {"main": 60, "moves": 10, "stages": (Stage(10, 30),) * 11},
    ],
)
def test_stages_without_sense_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ClockError) as error:
        TimeControl(**fields)  # type: ignore[arg-type]
    assert error.value.code == "bad_time_control"


@pytest.mark.parametrize("fields", [(0, 10.0), (5, 0.0), (5, float("nan")), (None, 1e9)])
def test_a_stage_without_sense_is_refused(fields: tuple[int | None, float]) -> None:
    with pytest.raises(ClockError):
        Stage(*fields)


# --- pauses and the arbiter's hand ------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "rest"),
    [
        (TimeControl(main=60), 35),
        (TimeControl(per_move=30), 5),
        (TimeControl(main=10, byoyomi=20, periods=1), 5),
        (TimeControl(main=10, byoyomi=10, periods=3), 15),
    ],
)
def test_a_pause_takes_no_time_and_gives_none(control: TimeControl, rest: float) -> None:
    halted = clock(control).stop(10.0).go_on(100.0).stop(115.0)
    assert halted.deadline() is None
    assert halted.read(0, 1e6) == halted.read(0, 115.0)
    assert halted.go_on(1000.0).deadline() == 1000.0 + rest


def test_what_does_not_stand_cannot_go_on() -> None:
    with pytest.raises(ClockError):
        clock(BYOYOMI).go_on(1.0)


def test_a_pause_in_a_period_does_not_make_it_whole_but_a_move_does() -> None:
    running = clock(TimeControl(main=0, byoyomi=20, periods=1)).stop(15.0).go_on(50.0)
    assert running.deadline() == 55.0
    assert running.press(54.0).read(0, 54.0) == Reading(0.0, 1, 20.0, None)


@pytest.mark.parametrize(
    ("control", "at", "seconds", "deadline"),
    [
        (TimeControl(main=60), 10.0, 300.0, 310.0),
        (TimeControl(main=60), 10.0, 0.0, 10.0),
        (TimeControl(main=60, per_move=30), 10.0, 300.0, 30.0),  # the move goes on
        (TimeControl(per_move=30), 10.0, 5.0, 15.0),
        (TimeControl(main=10, byoyomi=20, periods=1), 15.0, 7.0, 42.0),
        (TimeControl(main=10, byoyomi=20, periods=2), 35.0, 7.0, 62.0),  # one period is gone
    ],
)
def test_the_arbiter_sets_the_clock_that_runs(
    control: TimeControl, at: float, seconds: float, deadline: float
) -> None:
    assert clock(control).set(0, seconds, at).deadline() == pytest.approx(deadline)


def test_the_arbiter_sets_the_other_clock_and_gives_periods_back() -> None:
    running = clock(TimeControl(main=10, byoyomi=20, periods=3)).set(1, 99.0, 5.0, periods=1)
    assert running.read(1, 5.0) == Reading(99.0, 1, 20.0, None)
    assert running.deadline() == 70.0
    for seconds, periods in [(-1.0, None), (float("nan"), None), (1e9, None), (5.0, 4), (5.0, -1)]:
        with pytest.raises(ClockError):
            running.set(1, seconds, 5.0, periods)
    only_moves = clock(TimeControl(per_move=30))
    for seat, seconds in [(0, 31.0), (1, 10.0)]:  # nothing but the running move is limited
        with pytest.raises(ClockError):
            only_moves.set(seat, seconds, 5.0)


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(main=60),
        TimeControl(per_move=60),
        TimeControl(main=600, per_move=60),
        TimeControl(main=40, byoyomi=20, periods=1),
    ],
)
def test_an_empty_clock_cannot_go_on_until_it_is_set(control: TimeControl) -> None:
    halted = clock(control).stop(60.0)
    assert not halted.can_go_on()
    again = halted.set(0, 30.0, 100.0)
    assert again.can_go_on()
    assert again.go_on(200.0).deadline() == 230.0
