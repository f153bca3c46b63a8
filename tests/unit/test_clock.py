"""Clocks: the cases reported against other programs, and laws that always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.clock import Clock, ClockError, Reading, TimeControl

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
