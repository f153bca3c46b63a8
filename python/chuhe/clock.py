"""Chess clocks: time for the game, for the move, for so many moves, 读秒 and increment.

Nothing here reads the time: every call is told what time it is, in seconds of
whatever clock the caller keeps. All values are immutable, so a clock can be
kept beside each event of a game.

>>> clock = Clock.start((TimeControl(main=90, byoyomi=20, periods=1),) * 2, seat=0, now=0.0)
>>> clock.deadline()
110.0
>>> clock = clock.press(now=95.0)      # five seconds into the period: it is whole again
>>> clock.read(seat=0, now=95.0)
Reading(main=0.0, periods=1, period=20.0, move=None, moves=None)
>>> clock.flagged(now=204.9), clock.flagged(now=205.0)   # the other side's 110 s
(None, 1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_

__all__ = ["Clock", "ClockError", "Reading", "Stage", "TimeControl"]

#: The longest time anything here may be set to: a week for a move is not chess by clock.
LONGEST = 7 * 24 * 3600.0
#: No stage has more moves, and no control more stages or periods than `LONGEST` counts.
MOST_MOVES = 1000
MOST_STAGES = 10


add_messages(
    {
        "bad_time_control": N_("a time control cannot have {value} as {field}"),
        "clock_not_running": N_("no clock is running"),
        "clock_time_is_up": N_("the time is up"),
    }
)


class ClockError(ChuheError, ValueError):
    """A time control that makes no sense, or a clock used when it does not run."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Time added when the moves of the stage before are made: for so many moves, or the rest.

    Raises:
        ClockError: ``bad_time_control``: no move, or no sensible time.

    >>> Stage(20, 1800)
    Stage(moves=20, seconds=1800)
    """

    moves: int | None
    """Moves to be made in it; None: the rest of the game."""
    seconds: float

    def __post_init__(self) -> None:
        if self.moves is not None and not 1 <= self.moves <= MOST_MOVES:
            raise ClockError("bad_time_control", {"field": "moves", "value": str(self.moves)})
        if not 0 < self.seconds <= LONGEST:
            raise ClockError("bad_time_control", {"field": "stages", "value": str(self.seconds)})


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a player has.

    Args:
        main: seconds for the whole game (局时); None for no such limit.
        increment: seconds added to the main time after each move (加秒).
        per_move: most seconds for one move (步时); None for no such limit.
        byoyomi: seconds of one period after the main time is used up (读秒).
        periods: how many periods; a period in which a move is made is whole again.
        moves: how many moves must be made in the main time (限时限着); None: all.
        stages: what comes when they are made. The time left over is kept. A last
            stage of so many moves begins again when they are made; so does the
            main time if ``moves`` has no stages.

    Raises:
        ClockError: ``bad_time_control`` when a value is negative, too large, when
            nothing limits the time at all, or when stages and 读秒 are mixed.

    >>> TimeControl(main=600, increment=5).limited()
    True
    >>> forty = TimeControl(main=5400, moves=40, stages=(Stage(20, 1800),))
    >>> forty.stage(0), forty.stage(1), forty.stage(7)
    (Stage(moves=40, seconds=5400), Stage(moves=20, seconds=1800), Stage(moves=20, seconds=1800))
    >>> TimeControl(main=None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    chuhe.clock.ClockError: ...
    """

    main: float | None = None
    increment: float = 0.0
    per_move: float | None = None
    byoyomi: float = 0.0
    periods: int = 0
    moves: int | None = None
    stages: tuple[Stage, ...] = ()

    def __post_init__(self) -> None:
        for name in ("main", "increment", "per_move", "byoyomi", "periods"):
            value = getattr(self, name)
            if value is not None and not (0 <= value <= LONGEST):  # NaN fails too
                raise ClockError("bad_time_control", {"field": name, "value": str(value)})
        if self.main is None and not self.per_move:
            raise ClockError("bad_time_control", {"field": "main", "value": "-"})
        if self.per_move == 0 or (self.main == 0 and not self.byoyomi * self.periods):
            raise ClockError("bad_time_control", {"field": "main", "value": "0"})
        if self.moves is not None:
            if not 1 <= self.moves <= MOST_MOVES:
                raise ClockError("bad_time_control", {"field": "moves", "value": str(self.moves)})
            if not self.main or self.periods:
                raise ClockError("bad_time_control", {"field": "moves", "value": str(self.moves)})
        endless = any(stage.moves is None for stage in self.stages[:-1])
        if endless or (self.stages and self.moves is None) or len(self.stages) > MOST_STAGES:
            raise ClockError(
                "bad_time_control", {"field": "stages", "value": str(len(self.stages))}
            )

    def stage(self, index: int) -> Stage | None:
        """The stage of that number, the main time being 0; None if all moves are one stage."""
        if self.moves is None or self.main is None:
            return None
        stages = (Stage(self.moves, self.main), *self.stages)
        return stages[min(index, len(stages) - 1)]

    def limited(self) -> bool:
        """Whether the game as a whole is limited, and not only each move."""
        return self.main is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one side's clock shows: seconds left of each kind.

    ``main`` is None without a limit for the game; ``period`` is None unless
    there are byo-yomi periods, ``move`` unless there is a limit for each move.
    ``moves`` is the number of moves to be made before time is added, None if none is.
    """

    main: float | None
    periods: int
    period: float | None
    move: float | None
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class _Left:
    """What a side has at the beginning of its turn."""

    control: TimeControl
    main: float | None
    periods: int
    stage: int = 0
    made: int = 0  # moves of the stage; below 0 when moves were taken back into the one before

    def allowance(self) -> float:
        """Seconds until the flag falls, when nothing of the turn is used yet."""
        per_move = math.inf if self.control.per_move is None else self.control.per_move
        if self.main is None:
            return per_move
        return min(per_move, self.main + self.periods * self.control.byoyomi)

    def read(self, spent: float) -> Reading:
        """What is shown when ``spent`` seconds of the turn are used."""
        c = self.control
        move = None if c.per_move is None else max(0.0, c.per_move - spent)
        if self.main is None:
            return Reading(None, 0, None, move)
        main = max(0.0, self.main - spent)
        over = max(0.0, spent - self.main)
        if not c.periods:
            return Reading(main, 0, None, move, self._to_make())
        used = min(self.periods, int(over // c.byoyomi)) if c.byoyomi else self.periods
        periods = self.periods - used
        period = c.byoyomi - (over - used * c.byoyomi) if periods else 0.0
        return Reading(main, periods, period, move)

    def after(self, spent: float) -> _Left:
        """What is left after a move that took ``spent`` seconds, in time."""
        if self.main is None:
            return self
        shown = self.read(spent)
        assert shown.main is not None
        later = replace(self, main=shown.main + self.control.increment, periods=shown.periods)
        return later._count()

    def taking(self, spent: float) -> _Left:
        """What is left when ``spent`` seconds are used and no move was made."""
        shown = self.read(spent)
        return replace(self, main=shown.main, periods=shown.periods)

    def _to_make(self) -> int | None:
        stage = self.control.stage(self.stage)
        return None if stage is None or stage.moves is None else stage.moves - self.made

    def _count(self) -> _Left:
        """One move more; when the stage is done, the time of the next is added."""
        to_make = self._to_make()
        if to_make is None:
            return self
        if to_make > 1:
            return replace(self, made=self.made + 1)
        following = self.control.stage(self.stage + 1)
        assert following is not None and self.main is not None
        main = self.main + following.seconds
        return replace(self, main=main, stage=self.stage + 1, made=0)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats at a table, at most one of them running.

    Seats are numbered in the order of play. Made by ``Clock.start``.

    Args:
        left: what each seat had at the beginning of the turn.
        running: the seat whose clock runs; None when none does.
        since: when it began to run.
        used: seconds of the turn used before that, between pauses.
        halted: the seat whose turn it was when the clock was stopped.
    """

    left: tuple[_Left, ...]
    running: int | None
    since: float
    used: float = 0.0
    halted: int | None = None

    @classmethod
    def start(cls, controls: tuple[TimeControl, ...], seat: int, now: float) -> Clock:
        """Clocks with their full time, that of ``seat`` running from ``now``.

        Args:
            controls: one for each seat; they may differ (time odds, 贴时).
        """
        return cls(tuple(_Left(c, c.main, c.periods) for c in controls), seat, now)

    @property
    def on_turn(self) -> int | None:
        """The seat whose turn it is, whether its clock runs or stands."""
        return self.halted if self.running is None else self.running

    def spent(self, now: float) -> float:
        """Seconds of the turn used so far.

        A time before the start of the turn (a clock set back) counts as 0.
        """
        return self.used + (0.0 if self.running is None else max(0.0, now - self.since))

    def deadline(self) -> float | None:
        """When the running clock's flag falls; None when none runs.

        >>> Clock.start((TimeControl(per_move=60),) * 2, 0, now=1000.0).deadline()
        1060.0
        """
        if self.running is None:
            return None
        return self.since + self.left[self.running].allowance() - self.used

    def flagged(self, now: float) -> int | None:
        """The seat whose time is up, or None. At the deadline it *is* up."""
        deadline = self.deadline()
        return self.running if deadline is not None and now >= deadline else None

    def press(self, now: float) -> Clock:
        """The clock after the side to move has moved: the next seat's runs.

        Raises:
            ClockError: ``clock_time_is_up`` if the flag fell before ``now``;
                ``clock_not_running`` if no clock runs. The caller asks ``flagged`` first.
        """
        if self.running is None:
            raise ClockError("clock_not_running", {})
        if self.flagged(now) is not None:
            raise ClockError("clock_time_is_up", {"seat": str(self.running)})
        seat = self.running
        left = self._with(seat, self.left[seat].after(self.spent(now)))
        return Clock(left, (seat + 1) % len(left), now)

    def stop(self, now: float) -> Clock:
        """The clock halted, to go on where it stands with `go_on`.

        >>> clock = Clock.start((TimeControl(main=60, per_move=30),) * 2, 0, now=0.0)
        >>> clock.stop(20.0).go_on(500.0).deadline()
        510.0
        """
        if self.running is None:
            return self
        return Clock(self.left, None, now, self.spent(now), self.running)

    def go_on(self, now: float) -> Clock:
        """The clock running again after `stop`; the turn has used what it had.

        Raises:
            ClockError: ``clock_not_running`` if it was not stopped.
        """
        if self.running is not None or self.halted is None:
            raise ClockError("clock_not_running", {})
        return Clock(self.left, self.halted, now, self.used)

    def resume(self, seat: int, now: float) -> Clock:
        """The clock running for ``seat`` from ``now``, a fresh turn.

        What the turn before has used is taken off: it did not end with a move.
        """
        return replace(self.turn_to(seat, now), running=seat, halted=None)

    def turn_to(self, seat: int, now: float) -> Clock:
        """A fresh turn of ``seat``, its clock standing; else as `resume`."""
        left = self.left
        if (before := self.on_turn) is not None:
            left = self._with(before, left[before].taking(self.spent(now)))
        return Clock(left, None, now, 0.0, seat)

    def forgive(self, now: float) -> Clock:
        """The clock as if it had run from ``now`` only: nobody could have played meanwhile."""
        return self if self.running is None else replace(self, since=now)

    def unmake(self, seat: int, moves: int) -> Clock:
        """The clock when moves of ``seat`` are taken back: they must be made again in the stage."""
        left = self.left[seat]
        if left.control.stage(left.stage) is None or not moves:
            return self
        return replace(self, left=self._with(seat, replace(left, made=left.made - moves)))

    def set(self, seat: int, seconds: float, now: float, periods: int | None = None) -> Clock:
        """The clock with ``seconds`` left to ``seat`` at ``now``, as an arbiter sets it.

        Args:
            seconds: of the main time; of the move if nothing else is limited.
            periods: byo-yomi periods left; None leaves them as they are.

        Raises:
            ClockError: ``bad_time_control``: no such time, or more periods than there are.

        >>> clock = Clock.start((TimeControl(main=600),) * 2, 0, now=0.0)
        >>> clock.set(0, 120, now=100.0).deadline()
        220.0
        """
        left = self.left[seat]
        if not 0 <= seconds <= LONGEST:  # NaN fails too
            raise ClockError("bad_time_control", {"field": "seconds", "value": str(seconds)})
        if periods is not None and not 0 <= periods <= left.control.periods:
            raise ClockError("bad_time_control", {"field": "periods", "value": str(periods)})
        spent = self.spent(now) if seat == self.on_turn else 0.0
        if left.main is None:
            per_move = left.control.per_move
            assert per_move is not None
            if seconds > per_move or seat != self.on_turn:
                raise ClockError("bad_time_control", {"field": "seconds", "value": str(seconds)})
            return replace(self, used=per_move - seconds, since=now)
        if left.control.per_move is not None and spent >= left.control.per_move:
            # The time of the move is up: the arbiter gives the turn anew.
            again = replace(left, main=seconds)
            return replace(self, left=self._with(seat, again), used=0.0, since=now)
        if spent > left.main:  # in a period: what the periods have lost is lost
            spent_periods = left.read(spent).periods
            left = replace(left, periods=spent_periods)
        set_to = replace(left, main=seconds + spent)
        if periods is not None:
            set_to = replace(set_to, periods=periods)
        return replace(self, left=self._with(seat, set_to))

    def fits(self, seats: int) -> bool:
        """Whether this is a clock for so many seats: true of all that `start` made for them."""
        known = (None, *range(seats))
        return len(self.left) == seats and self.running in known and self.halted in known

    def can_go_on(self) -> bool:
        """Whether the side whose turn it is has any time left."""
        seat = self.on_turn
        return seat is None or self.left[seat].allowance() > self.used

    def read(self, seat: int, now: float) -> Reading:
        """What the clock of ``seat`` shows at ``now``."""
        return self.left[seat].read(self.spent(now) if seat == self.on_turn else 0.0)

    def _with(self, seat: int, left: _Left) -> tuple[_Left, ...]:
        return (*self.left[:seat], left, *self.left[seat + 1 :])
