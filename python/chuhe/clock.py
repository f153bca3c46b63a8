"""Chess clocks: time for the game, for the move, 读秒 and increment.

Nothing here reads the time: every call is told what time it is, in seconds of
whatever clock the caller keeps. All values are immutable, so a clock can be
kept beside each event of a game.

>>> clock = Clock.start((TimeControl(main=90, byoyomi=20, periods=1),) * 2, seat=0, now=0.0)
>>> clock.deadline()
110.0
>>> clock = clock.press(now=95.0)      # five seconds into the period: it is whole again
>>> clock.read(seat=0, now=95.0)
Reading(main=0.0, periods=1, period=20.0, move=None)
>>> clock.flagged(now=204.9), clock.flagged(now=205.0)   # the other side's 110 s
(None, 1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_

__all__ = ["Clock", "ClockError", "Reading", "TimeControl"]

#: The longest time anything here may be set to: a week for a move is not chess by clock.
LONGEST = 7 * 24 * 3600.0


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
class TimeControl:
    """How much time a player has.

    Args:
        main: seconds for the whole game (局时); None for no such limit.
        increment: seconds added to the main time after each move (加秒).
        per_move: most seconds for one move (步时); None for no such limit.
        byoyomi: seconds of one period after the main time is used up (读秒).
        periods: how many periods; a period in which a move is made is whole again.

    Raises:
        ClockError: ``bad_time_control`` when a value is negative, too large, or
            when nothing limits the time at all.

    Seeds: SEEDS §G 50–51 (each move limited; game time with increment; 读秒).

    >>> TimeControl(main=600, increment=5).limited()
    True
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

    def __post_init__(self) -> None:
        for name in ("main", "increment", "per_move", "byoyomi", "periods"):
            value = getattr(self, name)
            if value is not None and not (0 <= value <= LONGEST):  # NaN fails too
                raise ClockError("bad_time_control", {"field": name, "value": str(value)})
        if self.main is None and not self.per_move:
            raise ClockError("bad_time_control", {"field": "main", "value": "-"})
        if self.per_move == 0 or (self.main == 0 and not self.byoyomi * self.periods):
            raise ClockError("bad_time_control", {"field": "main", "value": "0"})

    def limited(self) -> bool:
        """Whether the game as a whole is limited, and not only each move."""
        return self.main is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one side's clock shows: seconds left of each kind.

    ``main`` is None without a limit for the game; ``period`` is None unless
    there are byo-yomi periods, ``move`` unless there is a limit for each move.
    """

    main: float | None
    periods: int
    period: float | None
    move: float | None


@dataclass(frozen=True, slots=True)
class _Left:
    """What a side has at the beginning of its turn."""

    control: TimeControl
    main: float | None
    periods: int

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
            return Reading(main, 0, None, move)
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
        return replace(self, main=shown.main + self.control.increment, periods=shown.periods)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of all seats at a table, at most one of them running.

    Seats are numbered in the order of play. Made by ``Clock.start``.
    """

    left: tuple[_Left, ...]
    running: int | None
    since: float

    @classmethod
    def start(cls, controls: tuple[TimeControl, ...], seat: int, now: float) -> Clock:
        """Clocks with their full time, that of ``seat`` running from ``now``.

        Args:
            controls: one for each seat; they may differ (time odds, 贴时).
        """
        return cls(tuple(_Left(c, c.main, c.periods) for c in controls), seat, now)

    def spent(self, now: float) -> float:
        """Seconds of the turn used so far; 0 while nothing runs.

        A time before the start of the turn (a clock set back) counts as 0.
        """
        return 0.0 if self.running is None else max(0.0, now - self.since)

    def deadline(self) -> float | None:
        """When the running clock's flag falls; None when none runs.

        >>> Clock.start((TimeControl(per_move=60),) * 2, 0, now=1000.0).deadline()
        1060.0
        """
        if self.running is None:
            return None
        return self.since + self.left[self.running].allowance()

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
        left = list(self.left)
        left[seat] = left[seat].after(self.spent(now))
        return Clock(tuple(left), (seat + 1) % len(left), now)

    def stop(self, now: float) -> Clock:
        """The clock halted: what the turn has used is taken off, nothing runs."""
        if self.running is None:
            return self
        left = list(self.left)
        shown = left[self.running].read(self.spent(now))
        left[self.running] = replace(left[self.running], main=shown.main, periods=shown.periods)
        return Clock(tuple(left), None, now)

    def resume(self, seat: int, now: float) -> Clock:
        """The clock running for ``seat`` from ``now``, a fresh turn."""
        return Clock(self.left, seat, now)

    def read(self, seat: int, now: float) -> Reading:
        """What the clock of ``seat`` shows at ``now``."""
        return self.left[seat].read(self.spent(now) if seat == self.running else 0.0)
