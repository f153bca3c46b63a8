"""Times in words: what is read, what is written, and that the two agree."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.clock import ClockError, Stage, TimeControl
from chuhe.clock_text import (
    describe_time_control,
    parse_duration,
    parse_time_control,
    parse_time_controls,
    write_duration,
    write_time_control,
)
from chuhe.errors import ParseError
from chuhe.i18n import use_language


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("90+30", TimeControl(main=5400, increment=30)),
        ("90分+30秒", TimeControl(main=5400, increment=30)),
        ("1:30:00 + 30s", TimeControl(main=5400, increment=30)),
        ("１０分", TimeControl(main=600)),
        ("60分，每步加30秒", TimeControl(main=3600, increment=30)),
        ("60m+30s byoyomi 1x30", TimeControl(main=3600, increment=30, byoyomi=30, periods=1)),
        ("0 + 3×30", TimeControl(main=0, byoyomi=30, periods=3)),
        ("20m 读秒30秒", TimeControl(main=1200, byoyomi=30, periods=1)),
        ("40/90m,20/30m", TimeControl(main=5400, moves=40, stages=(Stage(20, 1800),))),
        (
            "40着90分钟+30秒，15分钟",
            TimeControl(main=5400, increment=30, moves=40, stages=(Stage(None, 900),)),
        ),
        ("40/2h", TimeControl(main=7200, moves=40)),
        ("每步60秒", TimeControl(main=None, per_move=60)),
        ("60s/move", TimeControl(main=None, per_move=60)),
        (
            "局时60分 加秒30 步时60 读秒3x30",
            TimeControl(main=3600, increment=30, per_move=60, byoyomi=30, periods=3),
        ),
    ],
)
def test_time_controls_are_read(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    "text", ["", "   ", "soon", "90+30 foo", "90++30", "1|2|3", "-5", "40/", "9" * 300]
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_time_controls(text)


@pytest.mark.parametrize(
    "text", ["0", "9999999h", "60m,20m", "0/90", "40/90 3x30", "40/90,60,20/30"]
)
def test_what_no_clock_can_be_set_to_is_refused(text: str) -> None:
    with pytest.raises(ClockError):
        parse_time_control(text)


def test_two_sides_may_have_different_times() -> None:
    red, black = parse_time_controls("60分｜30分")
    assert (red.main, black.main) == (3600, 1800)


seconds = st.integers(1, 100_000).map(float)


@given(
    main=st.none() | seconds,
    increment=st.integers(0, 600).map(float),
    per_move=st.none() | seconds,
    byoyomi=st.integers(1, 600).map(float),
    periods=st.integers(0, 9),
)
def test_what_is_written_is_read_back(
    main: float | None, increment: float, per_move: float | None, byoyomi: float, periods: int
) -> None:
    if main is None:
        increment, periods, per_move = 0.0, 0, per_move or 60.0
    control = TimeControl(
        main=main,
        increment=increment,
        per_move=per_move,
        byoyomi=byoyomi if periods else 0.0,
        periods=periods,
    )
    assert parse_time_control(write_time_control(control)) == control
    with use_language("zh-Hans"):
        assert describe_time_control(control)


@given(st.floats(0, 1e6))
def test_a_duration_is_read_back_to_the_second(time: float) -> None:
    shown = parse_duration(write_duration(time))
    assert shown == max(0, math.ceil(time - 1e-6))


@pytest.mark.parametrize("text", ["", "soon", "12:3", "1:2:3:4", "-1", "12:30x"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_duration(text)


@given(
    main=seconds,
    moves=st.integers(1, 100),
    stages=st.lists(st.tuples(st.integers(1, 100), seconds), max_size=3),
    rest=st.none() | seconds,
    increment=st.integers(0, 600).map(float),
)
def test_stages_are_read_back(
    main: float,
    moves: int,
    stages: list[tuple[int, float]],
    rest: float | None,
    increment: float,
) -> None:
    later = [Stage(*stage) for stage in stages] + ([Stage(None, rest)] if rest else [])
    control = TimeControl(main=main, increment=increment, moves=moves, stages=tuple(later))
    assert parse_time_control(write_time_control(control)) == control
