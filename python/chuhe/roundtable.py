"""One game of any `GameKind` being played, by two players or more.

Like `chuhe.table`, which officiates Xiangqi, it is pure: commands in, events out,
time an argument, and the state is a fold of the events.  It sees a game only
through `chuhe.protocol`.

>>> from chuhe.tiaoqi import Tiaoqi
>>> seats = (Seat("human", "anna"), Seat("human", "ben"), Seat("engine", ENGINE))
>>> table, events = open_round("t1", Tiaoqi(), seats=seats, now=0.0)
>>> table.handle(Play("ben", 0, "d1e5"), 1.0).code
'not_your_turn'
>>> for event in table.handle(Play("anna", 0, "d1e5"), 1.0):
...     table.apply(event)
>>> table.ply, table.turn
(1, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

import msgspec

from chuhe.clock import Clock, TimeControl
from chuhe.errors import ChuheError, MoveError, ParseError, add_messages
from chuhe.i18n import N_
from chuhe.protocol import GameKind, Position

__all__ = [
    "ENGINE",
    "AnyRoundEvent",
    "ClockStarted",
    "LevelSet",
    "Opened",
    "Play",
    "Played",
    "Refused",
    "Resign",
    "Retired",
    "RoundCommand",
    "RoundTable",
    "Seat",
    "Seated",
    "SetLevel",
    "Sit",
    "TakeBack",
    "TakenBack",
    "Tick",
    "Wake",
    "open_round",
]

#: Who sits in an engine's seat.
ENGINE = "engine"
LEVELS = range(1, 11)
#: No game may grow without end in our memory.
MOST_PLIES = 5000
MOST_NAME = 40


class Seat(msgspec.Struct, frozen=True):
    """Who plays; ``holder`` is the hash of his secret, ``"engine"``, or empty while open."""

    kind: Literal["human", "engine", "open"]
    holder: str = ""
    name: str = ""


# --- events ---------------------------------------------------------------------


class RoundEvent(msgspec.Struct, frozen=True, tag_field="e", kw_only=True):
    """Something that happened, at an instant."""

    at: float


class Opened(RoundEvent, frozen=True, tag="opened"):
    """The table was set up."""

    game: str
    """The name of the `GameKind`."""
    options: str
    """What the game was made with, as JSON: the kind reads it."""
    start: str
    """The position as text."""
    seats: tuple[Seat, ...]
    level: int = 3
    control: TimeControl | None = None


class Seated(RoundEvent, frozen=True, tag="seated"):
    """Somebody took an open seat."""

    seat: int
    holder: str
    name: str = ""


class Played(RoundEvent, frozen=True, tag="played"):
    """A legal move was made."""

    seat: int
    move: str


class Retired(RoundEvent, frozen=True, tag="retired"):
    """A player resigned or ran out of time; the others may play on."""

    seat: int
    cause: Literal["resigned", "time"]


class TakenBack(RoundEvent, frozen=True, tag="taken_back"):
    """The game went back to where it stood after ``ply`` moves."""

    ply: int


class LevelSet(RoundEvent, frozen=True, tag="level_set"):
    """The engine's level changed."""

    level: int


class ClockStarted(RoundEvent, frozen=True, tag="clock_started"):
    """The running turn begins anew: the server was away, which costs nobody time."""


AnyRoundEvent = Opened | Seated | Played | Retired | TakenBack | LevelSet | ClockStarted


class Refused(msgspec.Struct, frozen=True):
    """Why a command is not carried out."""

    code: str
    facts: dict[str, str] = {}


# --- commands -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move."""

    who: str
    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up, for a seat if one holds several."""

    who: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Go back to where the asker, or anybody if all are his, moved last."""

    who: str
    ply: int


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat."""

    who: str
    seat: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Set the engine's level."""

    who: str
    level: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Has anybody's time run out?"""


@dataclass(frozen=True, slots=True)
class Wake:
    """The server is back."""


RoundCommand = Play | Resign | TakeBack | Sit | SetLevel | Tick | Wake
Answer = list[AnyRoundEvent] | Refused


@dataclass
class RoundTable:
    """The state of one table: ``handle`` decides, ``apply`` changes.

    Args:
        id: its name.
        kind: the game.
    """

    id: str
    kind: GameKind
    seats: tuple[Seat, ...] = ()
    options: str = ""
    level: int = 3
    control: TimeControl | None = None
    clock: Clock | None = None
    seq: int = 0
    created: float = 0.0
    updated: float = 0.0
    moves: list[tuple[int, str]] = field(default_factory=list)
    """Who moved, and how."""
    past: list[Position] = field(default_factory=list)
    """The position before every move, and the present one last."""
    retired: list[tuple[int, str, int]] = field(default_factory=list)
    """Who went out, why, and after how many moves."""

    @classmethod
    def replay(
        cls, id: str, events: Iterable[AnyRoundEvent], kind: Callable[[str, str], GameKind]
    ) -> Self:
        """The table that these events made.

        Args:
            kind: makes the game from its name and its options.
        """
        table: Self | None = None
        for event in events:
            if table is None:
                if not isinstance(event, Opened):
                    raise ParseError("round.opened", {})
                table = cls(id, kind(event.game, event.options))
            table.apply(event)
        if table is None:
            raise ParseError("round.opened", {})
        return table

    # ------------------------------------------------------------ reading

    @property
    def position(self) -> Position:
        """How the game stands."""
        return self.past[-1]

    @property
    def ply(self) -> int:
        """Moves made."""
        return len(self.moves)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.position.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome() is not None

    def seats_of(self, who: str) -> list[int]:
        """The seats that ``who`` may move."""
        return [n for n, seat in enumerate(self.seats) if who and seat.holder == who]

    def deadline(self) -> float | None:
        """When a `Tick` is due."""
        return None if self.clock is None else self.clock.deadline()

    # ------------------------------------------------------------ deciding

    def handle(self, command: RoundCommand, now: float) -> Answer:
        """What a command leads to: events to be applied, or why not."""
        if isinstance(command, Wake):
            running = self.clock is not None and self.clock.running is not None
            return [ClockStarted(at=now)] if running else []
        if self.clock is not None and (late := self.clock.flagged(now)) is not None:
            return [Retired(at=now, seat=late, cause="time")]
        match command:
            case Tick():
                return []
            case Sit():
                return self._sit(command, now)
        mine = self.seats_of(command.who)
        if not mine:
            return Refused("not_seated")
        match command:
            case SetLevel():
                if command.level not in LEVELS:
                    return Refused("bad_level")
                return [LevelSet(at=now, level=command.level)]
            case TakeBack():
                return self._take_back(command, mine, now)
        if self.over:
            return Refused("game_over")
        if isinstance(command, Resign):
            return self._resign(command, mine, now)
        return self._play(command, mine, now)

    def _sit(self, command: Sit, now: float) -> Answer:
        if command.who and command.seat in self.seats_of(command.who):
            return []  # he opened his link again
        if not 0 <= command.seat < len(self.seats) or self.seats[command.seat].kind != "open":
            return Refused("seat_taken")
        # Nothing that turns a line around or breaks it.
        name = "".join(c for c in command.name if c.isprintable())[:MOST_NAME]
        return [Seated(at=now, seat=command.seat, holder=command.who, name=name)]

    def _play(self, command: Play, mine: Sequence[int], now: float) -> Answer:
        if command.ply != self.ply:
            return Refused("wrong_ply", {"ply": str(self.ply)})
        if self.turn not in mine:
            return Refused("not_your_turn")
        if any(seat.kind == "open" for seat in self.seats):
            return Refused("round.waiting")
        if self.ply >= MOST_PLIES:
            return Refused("round.long")
        try:
            self.position.play(command.move)
        except (MoveError, ParseError) as error:
            return _refused(error)
        return [Played(at=now, seat=self.turn, move=command.move)]

    def _resign(self, command: Resign, mine: Sequence[int], now: float) -> Answer:
        seat = command.seat
        if seat is not None and seat not in mine:
            return Refused("not_seated")
        if seat is not None:
            mine = [seat]
        elif self.turn in mine:
            mine = [self.turn]
        refused = Refused("not_seated")
        for one in mine:  # the first of them that is still playing
            try:
                self.position.retire(one, "resigned")
            except MoveError as error:
                refused = _refused(error)
                continue
            return [Retired(at=now, seat=one, cause="resigned")]
        return refused

    def _take_back(self, command: TakeBack, mine: Sequence[int], now: float) -> Answer:
        if command.ply != self.ply:
            return Refused("wrong_ply", {"ply": str(self.ply)})
        others = [s for n, s in enumerate(self.seats) if n not in mine and s.kind != "engine"]
        if others:
            return Refused("round.others")
        back = next((n for n in range(self.ply - 1, -1, -1) if self.moves[n][0] in mine), None)
        if back is None:
            return Refused("nothing_to_take_back")
        return [TakenBack(at=now, ply=back)]

    # ------------------------------------------------------------ folding

    def apply(self, event: AnyRoundEvent) -> None:
        """Take one event."""
        self.seq += 1
        self.updated = event.at
        match event:
            case Opened():
                self.created = event.at
                self.seats, self.options, self.level = event.seats, event.options, event.level
                self.control = event.control
                self.past = [self.kind.start(event.start, len(event.seats))]
                self._start_clock(event.at)
            case Seated():
                seats = list(self.seats)
                seats[event.seat] = Seat("human", event.holder, event.name)
                self.seats = tuple(seats)
                self._start_clock(event.at)
            case Played():
                self.moves.append((event.seat, event.move))
                self.past.append(self.position.play(event.move))
                self._turn_clock(event.at, moved=True)
            case Retired():
                self.past[-1] = self.position.retire(event.seat, event.cause)
                self.retired.append((event.seat, event.cause, self.ply))
                self._turn_clock(event.at, moved=False)
            case TakenBack():
                del self.moves[event.ply :]
                del self.past[event.ply + 1 :]
                self.retired = [one for one in self.retired if one[2] <= event.ply]
                if self.clock is not None:
                    self.clock = self.clock.resume(self.turn, event.at)
            case LevelSet():
                self.level = event.level
            case ClockStarted():
                if self.clock is not None:
                    self.clock = self.clock.forgive(event.at)

    def after(self, events: Sequence[AnyRoundEvent]) -> RoundTable:
        """This table with more events; this one stays as it is."""
        then = RoundTable(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        then.moves, then.past = list(self.moves), list(self.past)
        then.retired = list(self.retired)
        for event in events:
            then.apply(event)
        return then

    def _start_clock(self, now: float) -> None:
        waiting = any(seat.kind == "open" for seat in self.seats)
        if self.control is not None and self.clock is None and not waiting and not self.over:
            self.clock = Clock.start((self.control,) * len(self.seats), self.turn, now)

    def _turn_clock(self, now: float, *, moved: bool) -> None:
        if self.clock is None:
            return
        if moved and self.clock.flagged(now) is None and self.clock.running is not None:
            self.clock = self.clock.press(now)
        if self.over:
            self.clock = self.clock.stop(now)
        elif self.clock.on_turn != self.turn:
            self.clock = self.clock.resume(self.turn, now)


def open_round(
    id: str,
    kind: GameKind,
    *,
    seats: Sequence[Seat],
    now: float,
    options: str = "{}",
    start: str | None = None,
    level: int = 3,
    control: TimeControl | None = None,
) -> tuple[RoundTable, list[AnyRoundEvent]]:
    """A new table and the event that made it.

    Args:
        id: its name.
        kind: the game.
        seats: who sits where, in the order of play.
        now: the time.
        options: what the kind was made with, so that it can be made again.
        start: the text of another start.
        level: of the engines.
        control: the time of every player.

    Raises:
        ParseError: ``round.seats``: not so many play this game; or the start is none.
    """
    if len(seats) not in kind.seats:
        known = " ".join(str(number) for number in kind.seats)
        raise ParseError("round.seats", {"seats": len(seats), "known": known})
    text = kind.start(start, len(seats)).text()
    opened = Opened(
        at=now,
        game=kind.name,
        options=options,
        start=text,
        seats=tuple(seats),
        level=level,
        control=control,
    )
    table = RoundTable(id, kind)
    table.apply(opened)
    return table, [opened]


def _refused(error: ChuheError) -> Refused:
    return Refused(error.code, {name: str(value) for name, value in error.facts.items()})


add_messages(
    {
        "round.opened": N_("the journal of a table begins with its opening"),
        "round.seats": N_("{seats} cannot play this game; {known} can"),
        "round.waiting": N_("not everybody has come yet"),
        "round.long": N_("the game has grown too long"),
        "round.others": N_("moves are taken back only where nobody else plays"),
    }
)
