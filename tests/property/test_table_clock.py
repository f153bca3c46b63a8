"""The clock against one that counts every second by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.clock import Clock, Reading, Stage, TimeControl

seconds = st.integers(1, 40)
controls = (
    st.builds(TimeControl, main=seconds, increment=st.integers(0, 5), per_move=st.none() | seconds)
    | st.builds(TimeControl, per_move=seconds)
    | st.builds(
        TimeControl,
        main=st.integers(0, 20),
        byoyomi=st.integers(1, 10),
        periods=st.integers(1, 4),
        increment=st.integers(0, 3),
        per_move=st.none() | seconds,
    )
    | st.builds(
        TimeControl,
        main=seconds,
        moves=st.integers(1, 3),
        increment=st.integers(0, 2),
        stages=st.sampled_from(
            [(), (Stage(1, 5),), (Stage(2, 9), Stage(1, 3)), (Stage(2, 9), Stage(None, 20))]
        ),
    )
)
deeds = st.lists(
    st.tuples(st.sampled_from(["press", "press", "press", "pause"]), st.integers(0, 15)),
    max_size=40,
)


@dataclass
class ByHand:
    """One side's clock, a second at a time, written from the words of the rules."""

    control: TimeControl
    main: float | None = None
    periods: int = 0
    period: float = 0.0
    move: float | None = None
    made: int = 0
    quotas: list[tuple[int | None, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        c = self.control
        self.main, self.periods, self.period, self.move = c.main, c.periods, c.byoyomi, c.per_move
        if c.moves is not None and c.main is not None:
            self.quotas = [(c.moves, c.main), *((s.moves, s.seconds) for s in c.stages)]

    def tick(self) -> None:
        if self.move is not None:
            self.move -= 1
        if self.main is None:
            return
        if self.main > 0:
            self.main -= 1
        elif self.periods:
            self.period -= 1
            if self.period == 0:
                self.periods -= 1
                self.period = self.control.byoyomi if self.periods else 0.0

    def is_up(self) -> bool:
        if self.move is not None and self.move <= 0:
            return True
        return self.main is not None and self.main <= 0 and not self.periods

    def moved(self) -> None:
        self.move = self.control.per_move
        if self.main is None:
            return
        self.main += self.control.increment
        self.period = self.control.byoyomi if self.periods else 0.0
        if self.quotas and self.quotas[0][0] is not None:
            self.made += 1
            if self.made == self.quotas[0][0]:
                self.made = 0
                if len(self.quotas) > 1:
                    self.quotas.pop(0)
                self.main += self.quotas[0][1]

    def shows(self) -> Reading:
        quota = self.quotas[0][0] if self.quotas else None
        to_make = None if quota is None else quota - self.made
        if self.main is None:
            return Reading(None, 0, None, self.move)
        period = self.period if self.control.periods else None
        return Reading(self.main, self.periods, period, self.move, to_make)


@settings(max_examples=300, deadline=None)
@given(controls, controls, deeds)
def test_the_clock_agrees_with_counting(
    red: TimeControl, black: TimeControl, script: list[tuple[str, int]]
) -> None:
    clock = Clock.start((red, black), 0, 0.0)
    hands = [ByHand(red), ByHand(black)]
    seat, now = 0, 0
    for deed, wait in script:
        for _ in range(wait):
            now += 1
            hands[seat].tick()
            up = hands[seat].is_up()
            assert (clock.flagged(now) == seat) == up
            if up:
                assert clock.deadline() == now
                return
        assert [clock.read(i, now) for i in (0, 1)] == [hand.shows() for hand in hands]
        if deed == "press":
            clock = clock.press(now)
            hands[seat].moved()
            seat = 1 - seat
        else:
            halted = clock.stop(now)
            now += 7
            assert [halted.read(i, now) for i in (0, 1)] == [hand.shows() for hand in hands]
            clock = halted.go_on(now)
