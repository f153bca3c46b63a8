"""The state of a table, and its rules of procedure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from chuhe import Board, Color, Move
from chuhe.clock import Clock, TimeControl
from chuhe.errors import ChuheError, IllegalMoveError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Outcome
from chuhe.table.commands import (
    Accept,
    ClaimDraw,
    Command,
    Decline,
    OfferDraw,
    Play,
    Resign,
    SetLevel,
    Sit,
    TakeBack,
    Tick,
    Wake,
)
from chuhe.table.events import (
    SIDES,
    AnyEvent,
    ClockSet,
    Ended,
    Kind,
    LevelSet,
    OfferClosed,
    Offered,
    Opened,
    Played,
    Refused,
    Seat,
    Seated,
    Side,
    TakenBack,
    other,
)

LEVELS = range(1, 11)
#: No game may grow without end in our memory.
MAX_PLIES = 2000
#: A side that was refused a draw waits so many plies before it asks again.
DRAW_OFFER_PAUSE = 10

Answer = list[AnyEvent] | Refused

add_messages(
    {
        "game_over": N_("the game is over"),
        "not_seated": N_("you have no seat at this table"),
        "not_your_turn": N_("it is not your turn"),
        "wrong_ply": N_("the position has changed meanwhile ({ply} moves have been played)"),
        "bad_move": N_("not a move: two squares are expected, such as h2e2"),
        "illegal_move": N_("{move} is not legal here"),
        "game_too_long": N_("the game has reached its greatest length of {limit} moves"),
        "nothing_to_take_back": N_("there is no move to take back"),
        "no_offer": N_("there is no such offer on the table"),
        "offer_pending": N_("an offer already lies on the table"),
        "offer_too_soon": N_("a draw was offered not long ago; play on first"),
        "not_claimable": N_("no draw can be claimed now"),
        "time_not_up": N_("the time is not up"),
        "bad_level": N_("the level is a number from 1 to 10"),
        "no_engine": N_("no engine sits at this table"),
        "side_needed": N_("you hold both seats: say for which side"),
        "seat_taken": N_("that seat is taken"),
        "not_officiated": N_("no arbiter officiates at this table"),
    }
)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer."""

    kind: Kind
    side: Side


@dataclass
class Table:
    """The state of one table: a fold of its events. See the module's text."""

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
        return _side(self.board.turn)

    def seat(self, side: Side) -> Seat:
        """The seat of a side."""
        return self.seats[SIDES.index(side)]

    def sides_of(self, who: str) -> list[Side]:
        """The sides that ``who`` may move: none, one or both."""
        return [side for side in SIDES if who and self.seat(side).holder == who]

    def deadline(self) -> float | None:
        """When a ``Tick`` is due, or None."""
        return self.clock.deadline() if self.clock is not None else None

    # --- deciding -------------------------------------------------------

    def handle(self, command: Command, now: float) -> Answer:
        """What ``command`` leads to at ``now``: events to be stored and applied, or a refusal.

        The flag is looked at first: a command that comes after it fell finds
        the game lost on time, whatever it was.
        """
        if isinstance(command, Wake):
            running = self.clock is not None and self.clock.running is not None
            return [ClockSet(at=now)] if running else []
        if self.clock is not None and (seat := self.clock.flagged(now)) is not None:
            return [Ended(at=now, winner=other(SIDES[seat]), termination="time")]
        match command:
            case Tick():
                return Refused("time_not_up") if command.who else []
            case Sit():
                return self._sit(command, now)
        mine = self.sides_of(command.who)
        if not mine:
            return Refused("not_seated")
        if isinstance(command, SetLevel):
            return self._set_level(command, now)
        if isinstance(command, TakeBack):
            return self._take_back(command, mine, now)
        if self.outcome is not None:
            return Refused("game_over")
        match command:
            case Play():
                return self._play(command, mine, now)
            case Resign():
                return self._resign(command, mine, now)
            case OfferDraw():
                return self._offer_draw(command, mine, now)
            case Accept() | Decline():
                return self._answer(command, mine, now)
            case ClaimDraw():
                return self._claim_draw(mine, now)
        return Refused("not_officiated")

    def _play(self, command: Play, mine: Sequence[Side], now: float) -> Answer:
        if self.turn not in mine:
            return Refused("not_your_turn")
        if command.ply != self.ply:
            return Refused("wrong_ply", {"ply": str(self.ply)})
        if self.ply >= MAX_PLIES:
            return Refused("game_too_long", {"limit": str(MAX_PLIES)})
        try:
            move = Move.from_uci(command.move)
        except ChuheError:
            return Refused("bad_move", {"move": command.move[:20]})
        side = self.turn
        try:
            self.board.push(move)
        except IllegalMoveError as error:
            return Refused("illegal_move", _illegal(move.uci(), error))
        try:
            outcome = self.board.outcome(self.rules)
        finally:
            self.board.pop()
        events: list[AnyEvent] = []
        if self.offer and (self.offer.kind == "takeback" or self.offer.side != side):
            events.append(OfferClosed(at=now, kind=self.offer.kind, side=side, how="lapsed"))
        events.append(Played(at=now, side=side, move=move.uci()))
        if outcome is not None:
            events.append(_ended(outcome, now))
        return events

    def _take_back(self, command: TakeBack, mine: Sequence[Side], now: float) -> Answer:
        if self.outcome is not None and self.outcome.termination == "time":
            return Refused("game_over")
        if command.ply != self.ply:
            return Refused("wrong_ply", {"ply": str(self.ply)})
        side = self.turn if len(mine) == 2 else mine[0]
        back = 1 if len(mine) == 2 or self.turn != side else 2
        if back > self.ply:
            return Refused("nothing_to_take_back")
        if self._person_opposite(side):
            if self.outcome is not None:
                return Refused("game_over")
            if self.offer is not None:
                return Refused("offer_pending")
            return [Offered(at=now, kind="takeback", side=side)]
        return [TakenBack(at=now, side=side, ply=self.ply - back)]

    def _resign(self, command: Resign, mine: Sequence[Side], now: float) -> Answer:
        side = _choose(command.side, mine)
        if isinstance(side, Refused):
            return side
        return [Ended(at=now, winner=other(side), termination="resignation")]

    def _offer_draw(self, command: OfferDraw, mine: Sequence[Side], now: float) -> Answer:
        if len(mine) == 2:
            return [Ended(at=now, winner=None, termination="agreement")]
        side = _choose(command.side, mine)
        if isinstance(side, Refused):
            return side
        if self.offer is not None:
            if self.offer == Offer("draw", other(side)):  # both want it
                return self._answer(Accept(command.who, "draw"), mine, now)
            return Refused("offer_pending")
        last = self.last_draw_offer.get(side)
        if last is not None and self.ply < last + DRAW_OFFER_PAUSE:
            return Refused("offer_too_soon")
        return [Offered(at=now, kind="draw", side=side)]

    def _answer(self, command: Accept | Decline, mine: Sequence[Side], now: float) -> Answer:
        offer = self.offer
        if offer is None or offer.kind != command.kind:
            return Refused("no_offer")
        side = mine[0]
        accepted = isinstance(command, Accept)
        own = offer.side == side
        if own and (accepted or offer.kind == "draw"):  # neither may take a draw offer back
            return Refused("no_offer")
        how: Literal["accepted", "declined"] = "accepted" if accepted else "declined"
        closed = OfferClosed(at=now, kind=offer.kind, side=side, how=how)
        if not accepted:
            return [closed]
        if offer.kind == "draw":
            return [closed, Ended(at=now, winner=None, termination="agreement")]
        back = 1 if self.turn != offer.side else 2
        return [closed, TakenBack(at=now, side=offer.side, ply=self.ply - back)]

    def _claim_draw(self, mine: Sequence[Side], now: float) -> Answer:
        if self.turn not in mine:
            return Refused("not_your_turn")
        outcome = claimable(self.board, self.rules)
        return Refused("not_claimable") if outcome is None else [_ended(outcome, now)]

    def _set_level(self, command: SetLevel, now: float) -> Answer:
        if command.level not in LEVELS:
            return Refused("bad_level")
        if all(seat.kind != "engine" for seat in self.seats):
            return Refused("no_engine")
        return [] if command.level == self.level else [LevelSet(at=now, level=command.level)]

    def _sit(self, command: Sit, now: float) -> Answer:
        if self.seat(command.side).kind != "open":
            return Refused("seat_taken")
        return [Seated(at=now, side=command.side, holder=command.who, name=command.name)]

    def _person_opposite(self, side: Side) -> bool:
        """Whether someone else, a person, sits opposite and must be asked."""
        opposite = self.seat(other(side))
        return opposite.kind != "engine" and opposite.holder != self.seat(side).holder

    # --- changing -------------------------------------------------------

    def after(self, events: Iterable[AnyEvent]) -> Self:
        """The table as it will be after ``events``; this one stays as it is."""
        later = replace(self, board=self.board.copy())
        for event in events:
            later.apply(event)
        return later

    def apply(self, event: AnyEvent) -> None:
        """Change the state by one event that ``handle`` decided."""
        match event:
            case Opened():
                self.board = Board(event.fen)
                for text in event.moves:
                    self.board.push(Move.from_uci(text))
                self.seats, self.rules, self.level = event.seats, event.rules, event.level
                self.control = event.control
                self.created = event.at
                self._start_clock(event.at)
            case Seated():
                seats = list(self.seats)
                seats[SIDES.index(event.side)] = Seat("human", event.holder, event.name)
                self.seats = (seats[0], seats[1])
                self._start_clock(event.at)
            case Played():
                self.board.push(Move.from_uci(event.move))
                if self.clock is not None:
                    self.clock = self.clock.press(event.at)
            case TakenBack():
                while self.ply > event.ply:
                    self.board.pop()
                self.outcome = self.offer = None
                self._turn_clock(event.at)
                # A draw offered in what never happened is no bar to another.
                self.last_draw_offer = {
                    side: ply for side, ply in self.last_draw_offer.items() if ply <= event.ply
                }
            case Offered():
                self.offer = Offer(event.kind, event.side)
                if event.kind == "draw":
                    self.last_draw_offer = self.last_draw_offer | {event.side: self.ply}
            case OfferClosed():
                self.offer = None
            case LevelSet():
                self.level = event.level
            case ClockSet():
                if self.clock is not None and self.clock.running is not None:
                    self.clock = self.clock.resume(self.clock.running, event.at)
            case Ended():
                self.outcome, self.offer = event, None
                if self.clock is not None:
                    self.clock = self.clock.stop(event.at)
        self.seq += 1
        self.updated = event.at

    def _start_clock(self, now: float) -> None:
        """Start the clock once everybody sits."""
        if self.control and self.clock is None and all(s.kind != "open" for s in self.seats):
            self.clock = Clock.start(self.control, _index(self.board), now)

    def _turn_clock(self, now: float) -> None:
        if self.clock is not None:
            self.clock = self.clock.stop(now).resume(_index(self.board), now)


def open_table(
    id: str,
    *,
    seats: tuple[Seat, Seat],
    now: float,
    fen: str | None = None,
    moves: Sequence[str] = (),
    rules: str = "club",
    level: int = 3,
    control: tuple[TimeControl, TimeControl] | None = None,
) -> tuple[Table, list[AnyEvent]]:
    """A new table and the events that made it.

    Args:
        fen: where the game starts; the usual start when None.
        moves: moves already made from there, as UCI.

    Raises:
        FenError, SetupError, MoveError: the game cannot start so.
    """
    board = Board() if fen is None else Board(fen)
    start = board.fen()
    for text in moves:
        board.push(Move.from_uci(text))
    opened = Opened(
        at=now,
        fen=start,
        moves=tuple(moves),
        seats=seats,
        rules=rules,
        level=level,
        control=control,
    )
    events: list[AnyEvent] = [opened]
    if (outcome := board.outcome(rules)) is not None:
        events.append(_ended(outcome, now))
    return Table.replay(id, events), events


def claimable(board: Board, rules: str) -> Outcome | None:
    """The end that a player may claim now, or None.

    >>> claimable(Board(), "club") is None
    True
    """
    found = board.judge(rules, claim=True)
    return board.outcome(rules, claim=True) if found is not None and found.claimable else None


def _index(board: Board) -> int:
    return 0 if board.turn is Color.RED else 1


def _side(color: Color) -> Side:
    return "red" if color is Color.RED else "black"


def _choose(side: Side | None, mine: Sequence[Side]) -> Side | Refused:
    if side is None:
        return mine[0] if len(mine) == 1 else Refused("side_needed")
    return side if side in mine else Refused("not_seated")


def _ended(outcome: Outcome, now: float) -> Ended:
    winner = None if outcome.winner is None else _side(outcome.winner)
    return Ended(at=now, winner=winner, termination=outcome.termination.value)


def _illegal(move: str, error: IllegalMoveError) -> dict[str, str]:
    facts = {name: str(value) for name, value in error.facts.items() if name != "fen"}
    return facts | {"move": move, "reason": error.code}
