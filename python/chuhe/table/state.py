"""The state of a table: a fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Self

import msgspec

from chuhe._core import Move
from chuhe.board import Board
from chuhe.clock import Clock, TimeControl
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, Penalty, rule_set
from chuhe.table.commands import Command
from chuhe.table.common import Answer, index_of, side_of
from chuhe.table.decide import decide
from chuhe.table.events import (
    SIDES,
    Adjourned,
    Adjusted,
    AnyEvent,
    ArbiterCalled,
    Bound,
    ChangeOrdered,
    ClaimRejected,
    ClockAdjusted,
    ClockPressed,
    ClockSet,
    Continued,
    Corrected,
    Ended,
    FoulGiven,
    Kind,
    LevelSet,
    OfferClosed,
    Offered,
    Opened,
    Paused,
    Played,
    Resumed,
    Sealed,
    SealedOpened,
    Seat,
    Seated,
    SetupCorrected,
    Side,
    TakenBack,
    Touched,
    Warned,
    WentBack,
    other,
)

add_messages({"table.json": N_("this is no saved table: {why}")})

_TOUCHING = (Offence.TOUCH_CANNOT_MOVE, Offence.TOUCH_CANNOT_TAKE)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer."""

    kind: Kind
    side: Side


@dataclass(frozen=True, slots=True)
class Turn:
    """What lay on the table before a move: see the fields of `Table`."""

    touched: tuple[str, ...] = ()
    bound: tuple[str, ...] | None = None
    touch_fouled: bool = False
    may_adjust: tuple[str, ...] = ()
    order: ChangeOrdered | None = None
    offer: Offer | None = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling, and whether it still stands."""

    id: int
    event: FoulGiven | Warned | ChangeOrdered | Ended
    ply: int
    """How many moves had been played."""
    corrected: str | None = None
    """Why it was undone; None while it stands."""


@dataclass
class Table:
    """The state of one table. See the text of `chuhe.table`.

    ``handle(command, now)`` decides, ``apply(event)`` changes.
    """

    id: str
    board: Board = field(default_factory=Board)
    seats: tuple[Seat, Seat] = (Seat("open"), Seat("open"))
    rules: str = "club"
    level: int = 3
    control: tuple[TimeControl, TimeControl] | None = None
    clock: Clock | None = None
    outcome: Ended | None = None
    offer: Offer | None = None
    seq: int = 0
    created: float = 0.0
    updated: float = 0.0
    last_draw_offer: dict[Side, int] = field(default_factory=dict)
    """Side → the ply of its last draw offer."""
    last_offerer: Side | None = None
    """Who offered a draw last."""
    officiated: bool = False
    """Whether the book's procedure applies: touched pieces bind, faults are punished."""
    arbiter: str = ""
    """The holder who officiates; he may also give any player's command."""
    press_clock: bool = False
    """Whether a player's clock runs until he presses it."""
    takebacks: bool = True
    """Whether a move may be taken back by agreement, if the table is casual."""
    unpressed: bool = False
    """Whether a move was made and the clock not pressed yet."""
    paused: bool = False
    adjourned: bool = False
    sealed: Sealed | None = None
    """The sealed move, until it is opened."""
    touched: tuple[str, ...] = ()
    """The squares touched in this turn, in the order that counts."""
    bound: tuple[str, ...] | None = None
    """The moves left to the side to move after touching; None: all of them."""
    touch_fouled: bool = False
    """Whether touching has been punished in this turn."""
    asked: Adjusted | None = None
    """The piece somebody wants to adjust, until the opponent answers."""
    may_adjust: tuple[str, ...] = ()
    """The squares that may be touched in this turn to adjust."""
    past_turns: dict[int, Turn] = field(default_factory=dict)
    """Ply → what lay on the table before the move after it: it does again after going back."""
    lapsed: Offer | None = None
    """The offer that lapses with the move being made."""
    called: Side | None = None
    """Who has called the arbiter, until he rules."""
    order: ChangeOrdered | None = None
    """Who has been told to change, until he does."""
    rulings: tuple[Ruled, ...] = ()

    @classmethod
    def replay(cls, id: str, events: Iterable[AnyEvent]) -> Self:
        """The table that these events made."""
        table = cls(id)
        for event in events:
            table.apply(event)
        return table

    # --- reading --------------------------------------------------------

    @property
    def ply(self) -> int:
        """Moves made so far."""
        ply: int = self.board.ply
        return ply

    @property
    def turn(self) -> Side:
        """The side to move."""
        return side_of(self.board.turn)

    @property
    def on_clock(self) -> Side:
        """The side in whose time we are: it has not pressed the clock yet, or is to move."""
        return other(self.turn) if self.unpressed else self.turn

    def seat(self, side: Side) -> Seat:
        """The seat of a side."""
        return self.seats[SIDES.index(side)]

    def sides_of(self, who: str) -> list[Side]:
        """The sides that ``who`` may move: none, one or both."""
        return [side for side in SIDES if who and self.seat(side).holder == who]

    def deadline(self) -> float | None:
        """When a ``Tick`` is due, or None."""
        return self.clock.deadline() if self.clock is not None else None

    @property
    def next_ruling(self) -> int:
        """The number that the next ruling gets."""
        return len(self.rulings) + 1

    @property
    def ledger(self) -> dict[Side, tuple[FoulGiven, ...]]:
        """The offences of each side that were punished and stand."""
        found = [r.event for r in self.rulings if r.corrected is None]
        fouls = [event for event in found if isinstance(event, FoulGiven)]
        return {side: tuple(foul for foul in fouls if foul.side == side) for side in SIDES}

    def fouls(self, side: Side) -> int:
        """How many fouls count against a side."""
        return sum(Penalty(foul.penalty).fouls for foul in self.ledger[side])

    def handle(self, command: Command, now: float) -> Answer:
        """What ``command`` leads to at ``now``: events to be stored and applied, or a refusal.

        The flag is looked at first: a command that comes after it fell finds
        the game lost on time, whatever it was.
        """
        return decide(self, command, now)

    # --- keeping --------------------------------------------------------

    def to_json(self) -> bytes:
        """The whole state, for `from_json`."""
        return msgspec.json.encode(self, enc_hook=_write_board)

    @classmethod
    def from_json(cls, text: bytes | str) -> Self:
        """The table that `to_json` wrote.

        Raises:
            ParseError: ``table.json``: it is no saved table, and why.

        >>> Table.from_json(Table("t1").to_json()) == Table("t1")
        True
        """
        try:
            table = msgspec.json.decode(text, type=cls, dec_hook=_read_board)
            rule_set(table.rules)
            if table.clock is not None and not table.clock.fits(len(SIDES)):
                raise ValueError("the clock is not one of two seats")
        except (msgspec.DecodeError, ValueError) as error:
            raise ParseError("table.json", {"why": str(error)}) from error
        return table

    def after(self, events: Iterable[AnyEvent]) -> Self:
        """The table as it will be after ``events``; this one stays as it is."""
        later = replace(self, board=self.board.copy())
        for event in events:
            later.apply(event)
        return later

    # --- changing -------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Change the state by one event that ``handle`` decided."""
        match event:
            case Opened() | Seated() | LevelSet():
                self._apply_seating(event)
            case Played() | TakenBack() | WentBack() | SetupCorrected():
                self._apply_position(event)
            case Offered():
                self.offer = Offer(event.kind, event.side)
                if event.kind == "draw":
                    self.last_draw_offer = self.last_draw_offer | {event.side: self.ply}
                    self.last_offerer = event.side
            case OfferClosed():
                self.lapsed = self.offer if event.how == "lapsed" else None
                self.offer = None
            case Touched():
                self.touched = event.squares
            case Bound():
                self.bound = event.moves or None
            case Adjusted():
                self.asked = event if event.how == "asked" else None
                if event.how == "allowed":
                    self.may_adjust = (*self.may_adjust, event.square)
            case ArbiterCalled():
                self.called = event.side
            case ClaimRejected():
                pass
            case FoulGiven() | Warned() | ChangeOrdered() | Ended() | Corrected():
                self._apply_ruling(event)
            case _:
                self._apply_clock(event)
        self.seq += 1
        self.updated = event.at

    def _apply_seating(self, event: Opened | Seated | LevelSet) -> None:
        match event:
            case Opened():
                # What may be played from was decided when the table was made; a diagram may, too.
                self.board = Board(event.fen, strict=False)
                for text in event.moves:
                    self.board.push(Move.from_uci(text))
                self.seats, self.rules, self.level = event.seats, event.rules, event.level
                self.control, self.press_clock = event.control, event.press_clock
                self.takebacks = event.takebacks
                self.officiated, self.arbiter = event.officiated, event.arbiter
                self.created = event.at
                self._start_clock(event.at)
            case Seated():
                seats = list(self.seats)
                seats[SIDES.index(event.side)] = Seat("human", event.holder, event.name)
                self.seats = (seats[0], seats[1])
                self._start_clock(event.at)
            case LevelSet():
                self.level = event.level

    def _apply_position(self, event: Played | TakenBack | WentBack | SetupCorrected) -> None:
        begun = self._turn_begins(event)
        match event:
            case Played():
                self.board.push(Move.from_uci(event.move))
                if self.order and self.order.side == event.side and self.board.repetitions() == 1:
                    self.order = None  # he has changed
                self._move_made(event.at)
                return
            case TakenBack() | WentBack():
                self._go_back(event.ply)
            case SetupCorrected():
                self.board = Board(event.fen)
                self.last_draw_offer, self.last_offerer = {}, None
        self.offer, self.order = begun.offer, begun.order
        self.unpressed = False
        if self.outcome is not None:
            self._mark(self.outcome.id, getattr(event, "reason", ""))
            self.outcome = None
            self.paused = self.paused or not isinstance(event, TakenBack)
        if self.clock is not None:
            seat = index_of(self.board)
            turn = self.clock.turn_to if self.paused else self.clock.resume
            self.clock = turn(seat, event.at)

    def _turn_begins(self, event: Played | TakenBack | WentBack | SetupCorrected) -> Turn:
        """A new turn, or what lay on the table in that to which the arbiter goes back."""
        turn, past = Turn(), self.past_turns
        match event:
            case Played():
                offer = self.offer or self.lapsed
                now = Turn(
                    self.touched, self.bound, self.touch_fouled, self.may_adjust, self.order, offer
                )
                past = past | ({self.ply: now} if now != turn else {})
            case WentBack():
                turn = past.get(event.ply, turn)
                if turn.order is not None and self.rulings[turn.order.id - 1].corrected is not None:
                    turn = replace(turn, order=None)
                past = {ply: then for ply, then in past.items() if ply < event.ply}
            case _:
                past = {}
        self.past_turns, self.lapsed, self.asked = past, None, None
        self.touched, self.bound = turn.touched, turn.bound
        self.touch_fouled, self.may_adjust = turn.touch_fouled, turn.may_adjust
        return turn

    def _move_made(self, now: float) -> None:
        """The clock after a move: pressed, or waiting to be; at once if the move was sealed."""
        sealed, self.sealed = self.sealed, None
        if self.clock is None:
            return
        if sealed is not None:
            self.clock = self.clock.go_on(now).press(now).stop(now)
        elif self.press_clock:
            self.unpressed = True
        else:
            self.clock = self.clock.press(now)

    def _go_back(self, ply: int) -> None:
        undone = dict.fromkeys(SIDES, 0)
        if self.unpressed:  # the last move has not been counted yet
            undone[self.on_clock] = -1
        while self.ply > ply:
            self.board.pop()
            undone[self.turn] += 1
        if self.clock is not None:
            for seat, side in enumerate(SIDES):
                self.clock = self.clock.unmake(seat, undone[side])
        # A draw offered in what never happened is no bar to another.
        kept = {side: at for side, at in self.last_draw_offer.items() if at <= ply}
        self.last_draw_offer = kept
        if self.last_offerer not in kept:
            self.last_offerer = next(iter(kept), None)

    def _apply_ruling(self, event: FoulGiven | Warned | ChangeOrdered | Ended | Corrected) -> None:
        if isinstance(event, Corrected):
            self._mark(event.id, event.reason)
            if self.order is not None and self.order.id == event.id:
                self.order = None
            if event.reopens:
                self.outcome, self.paused = None, True
            return
        self.rulings = (*self.rulings, Ruled(self.next_ruling, event, self.ply))
        match event:
            case FoulGiven():
                self.touch_fouled = self.touch_fouled or event.offence in _TOUCHING
            case ChangeOrdered():
                self.order = event
            case Ended():
                self.outcome, self.offer = event, None
                if self.clock is not None:
                    self.clock = self.clock.stop(event.at)
        if not isinstance(event, Ended):
            self.called = None

    def _apply_clock(
        self,
        event: ClockPressed
        | ClockSet
        | ClockAdjusted
        | Paused
        | Continued
        | Adjourned
        | Resumed
        | Sealed
        | SealedOpened,
    ) -> None:
        if isinstance(event, SealedOpened):
            if event.fault:
                self.sealed = None
            return
        clock, now = self.clock, event.at
        match event:
            case ClockPressed():
                self.unpressed = False
                self.clock = clock and clock.press(now)
            case ClockSet():
                self.clock = clock and clock.forgive(now)
            case ClockAdjusted():
                seat = SIDES.index(event.side)
                self.clock = clock and clock.set(seat, event.seconds, now, event.periods)
            case Continued() | Resumed():
                self.paused = self.adjourned = False
                self.clock = clock and clock.go_on(now)
            case _:
                self.paused, self.called = True, None
                self.adjourned = self.adjourned or isinstance(event, Adjourned)
                if isinstance(event, Sealed):
                    self.sealed = event
                self.clock = clock and clock.stop(now)

    def _mark(self, id: int, why: str) -> None:
        """Strike out a ruling; number 0, of an old journal, is the last."""
        at = (id or len(self.rulings)) - 1
        struck = replace(self.rulings[at], corrected=why)
        self.rulings = (*self.rulings[:at], struck, *self.rulings[at + 1 :])

    def _start_clock(self, now: float) -> None:
        """Start the clock once everybody sits."""
        if self.control and self.clock is None and all(s.kind != "open" for s in self.seats):
            clock = Clock.start(self.control, index_of(self.board), now)
            self.clock = clock.stop(now) if self.paused or self.outcome else clock


class _SavedBoard(msgspec.Struct):
    """A board as it is written: where it began, and the moves from there."""

    start: str
    moves: list[str]


def _write_board(thing: Any) -> Any:
    if isinstance(thing, Board):
        return _SavedBoard(thing.start_fen, [move.uci() for move in thing.move_stack])
    raise NotImplementedError(type(thing))


def _read_board(kind: type, thing: Any) -> Any:
    if not issubclass(kind, Board):
        raise NotImplementedError(kind)
    saved = msgspec.convert(thing, _SavedBoard)
    board = Board(saved.start, strict=False)
    for text in saved.moves:
        board.push_uci(text)
    return board
