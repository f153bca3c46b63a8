"""The procedure of play: moves, touched pieces, adjusting, the pressing of the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from chuhe._core import Move, parse_square
from chuhe.errors import ChuheError, IllegalMoveError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, Termination, rule_set
from chuhe.table.claims import refuses_change
from chuhe.table.commands import Adjust, Consent, Play, PressClock, Touch
from chuhe.table.common import (
    MAX_PLIES,
    Answer,
    choose,
    ended,
    ended_as,
    illegal_facts,
    side_of,
)
from chuhe.table.events import (
    Adjusted,
    AnyEvent,
    Bound,
    ClockPressed,
    OfferClosed,
    Played,
    Refused,
    Side,
    Touched,
    other,
)
from chuhe.table.fouls import penalise
from chuhe.touch import obligation

if TYPE_CHECKING:
    from chuhe.table.state import Table

add_messages(
    {
        "bad_move": N_("not a move: two squares are expected, such as h2e2"),
        "illegal_move": N_("{move} is not legal here"),
        "game_too_long": N_("the game has reached its greatest length of {limit} moves"),
        "touched": N_("a piece was touched: {moves} may be played, not {move}"),
        "touch_off": N_("this rule book does not bind touched pieces"),
        "touch_what": N_("the squares of the touched pieces are expected, each once"),
        "clock_not_pressed": N_("the clock has not been pressed yet"),
        "no_press": N_("the clock is not pressed at this table: a move does it"),
        "nothing_to_press": N_("there is no move after which you could press the clock"),
        "adjust_pending": N_("the opponent has been asked already whether a piece may be adjusted"),
        "adjust_now": N_("pieces are adjusted in one's own time"),
        "nothing_to_consent": N_("you were not asked whether a piece may be adjusted"),
    }
)


def play(table: Table, command: Play, mine: Sequence[Side], officiates: bool, now: float) -> Answer:
    """A move made on the board 落子生根: it stands if it is legal."""
    side = command.side or (table.turn if table.turn in mine else mine[0])
    if side not in mine:
        return Refused("not_seated")
    if table.paused:
        return Refused("paused")
    # What the arbiter types is no act of a player: he gives the foul himself.
    punished = table.officiated and not officiates
    if side != table.turn:
        if punished and table.ply and command.ply == table.ply:
            return penalise(table, side, Offence.TWO_MOVES, now, command.move[:20]) or Refused(
                "not_your_turn"
            )
        return Refused("not_your_turn")
    if command.ply != table.ply:
        return Refused("wrong_ply", {"ply": str(table.ply)})
    if table.unpressed:
        return Refused("clock_not_pressed")
    if table.ply >= MAX_PLIES:
        return Refused("game_too_long", {"limit": str(MAX_PLIES)})
    try:
        move = Move.from_uci(command.move)
    except ChuheError:
        return Refused("bad_move", {"move": command.move[:20]})
    return move_events(table, move, punished, now)


def move_events(table: Table, move: Move, punished: bool, now: float) -> Answer:
    """The events of a move of the side to move: it stands, is a fault, or is refused."""
    side = table.turn
    try:
        table.board.push(move)
    except IllegalMoveError as error:
        refused = Refused("illegal_move", illegal_facts(move.uci(), error))
        return (punished and _illegal(table, move, error.code, now)) or refused
    try:
        outcome = table.board.outcome(table.rules)
        repeats = table.board.repetitions() > 1
    finally:
        table.board.pop()
    if table.bound is not None and move.uci() not in table.bound:
        facts = {"move": move.uci(), "moves": " ".join(table.bound)}
        return Refused("touched", facts)
    events: list[AnyEvent] = []
    if table.offer and (table.offer.kind == "takeback" or table.offer.side != side):
        events.append(OfferClosed(at=now, kind=table.offer.kind, side=side, how="lapsed"))
    events.append(Played(at=now, side=side, move=move.uci()))
    if repeats and table.order is not None and table.order.side == side:
        # The arbiter's order goes before what the judge would say of the repetition.
        events += refuses_change(table.after(events), table.order, now)
    if outcome is not None and (later := table.after(events)).outcome is None:
        events.append(ended_as(later, outcome, now))
    return events


def _illegal(table: Table, move: Move, code: str, now: float) -> list[AnyEvent]:
    """A move against the rules of movement: the position before it stands.

    Club rules 8(五), [1999 5.8]. The piece has been touched, and must move if it can.
    """
    if code == "illegal.no_piece":
        return []  # nothing was moved
    side = table.turn
    if code == "illegal.kings_face" and rule_set(table.rules).facing_kings == "loss":
        why = N_("the kings were left facing each other")
        termination = Termination.ILLEGAL_MOVE
        article = "facing_kings"
        return [ended(table, now, other(side), termination, article=article, reason=why)]
    events = penalise(table, side, Offence.ILLEGAL_MOVE, now, move.uci())
    later = table.after(events)
    if not events or later.outcome is not None or rule_set(table.rules).touch == "off":
        return events
    square = move.uci()[:2]
    piece = table.board.piece_at(move.from_square)
    if piece is None or piece.color is not table.board.turn or square in table.touched:
        return events
    found = obligation(table.board, [*_indices(table.touched), move.from_square], _order(table))
    squares = (*table.touched, square)
    events.append(Touched(at=now, side=side, squares=squares))
    events.append(_bound(side, found.moves, found.kind, now))
    return events


def press_clock(table: Table, command: PressClock, mine: Sequence[Side], now: float) -> Answer:
    """The clock is pressed after a move: the opponent's time begins."""
    side = choose(command.side or (table.on_clock if table.on_clock in mine else None), mine)
    if isinstance(side, Refused):
        return side
    if not table.press_clock or table.clock is None:
        return Refused("no_press")
    if table.paused:
        return Refused("paused")
    if not table.unpressed or side != table.on_clock:
        return Refused("nothing_to_press")
    return [ClockPressed(at=now, side=side)]


def touch(table: Table, command: Touch, mine: Sequence[Side], now: float) -> Answer:
    """Pieces are touched; what must now be played follows the order of the book.

    The arbiter's touch of nothing: the pieces were only brushed, which is no touching,
    club rules of 2015 1.4.
    """
    side = command.side or (table.turn if table.turn in mine else mine[0])
    if (refused := _may_touch(table, side, mine)) is not None:
        return refused
    squares = command.squares
    if not squares and len(mine) == 2 and table.touched:
        return [Touched(at=now, side=side, squares=()), Bound(at=now, side=side)]
    if not squares or len(set(squares)) != len(squares) or len(squares) > 32:
        return Refused("touch_what")
    for square in squares:
        if (refused := _no_piece(table, square)) is not None:
            return refused
    if command.kind == "both" and not table.touched:  # [1999 5.5]: as the opponent's first
        squares = tuple(sorted(squares, key=lambda s: _color_side(table, s) == table.turn))
    new = tuple(s for s in squares if s not in table.touched and s not in table.may_adjust)
    if not new:
        return []
    events: list[AnyEvent] = []
    if table.asked is not None and table.asked.square in new:  # did not wait for the answer
        events.append(Adjusted(at=now, side=side, square=table.asked.square, how="without"))
        offence = Offence.ADJUST_WITHOUT_CONSENT
        events += penalise(table.after(events), side, offence, now, table.asked.square)
    return events + _touching(table.after(events), side, new, now)


def adjust(table: Table, command: Adjust, mine: Sequence[Side], now: float) -> Answer:
    """A piece is to be straightened: with consent [1999 5.6], in one's own time."""
    side = command.side or (table.turn if table.turn in mine else mine[0])
    if side not in mine:
        return Refused("not_seated")
    if not table.officiated:
        return Refused("not_officiated")
    if table.paused:
        return Refused("paused")
    if (refused := _no_piece(table, command.square)) is not None:
        return refused
    if command.consent is False and rule_set(table.rules).adjust_needs_consent:
        return _adjusted_without(table, side, command.square, now)
    if side != table.on_clock:
        return Refused("adjust_now")
    if command.square in table.may_adjust:
        return []
    if command.consent is None and rule_set(table.rules).adjust_needs_consent:
        if table.asked is not None:
            return Refused("adjust_pending")
        return [Adjusted(at=now, side=side, square=command.square, how="asked")]
    if command.consent and len(mine) < 2:  # a player cannot consent for the other
        return Refused("not_arbiter")
    return [Adjusted(at=now, side=side, square=command.square, how="allowed")]


def consent(table: Table, command: Consent, mine: Sequence[Side], now: float) -> Answer:
    """The opponent says whether a piece may be adjusted."""
    asked = table.asked
    if asked is None or (command.side or other(asked.side)) == asked.side:
        return Refused("nothing_to_consent")
    if other(asked.side) not in mine:
        return Refused("nothing_to_consent")
    how: Literal["allowed", "refused"] = "allowed" if command.granted else "refused"
    return [Adjusted(at=now, side=asked.side, square=asked.square, how=how)]


def _adjusted_without(table: Table, side: Side, square: str, now: float) -> list[AnyEvent]:
    """Straightening without consent is touching; some books punish it besides."""
    events: list[AnyEvent] = [Adjusted(at=now, side=side, square=square, how="without")]
    events += penalise(table, side, Offence.ADJUST_WITHOUT_CONSENT, now, square)
    later = table.after(events)
    binds = rule_set(table.rules).touch != "off" and not table.unpressed
    if later.outcome is None and binds and side == table.turn and square not in table.touched:
        events += _touching(later, side, (square,), now)
    return events


def _touching(table: Table, side: Side, new: Sequence[str], now: float) -> list[AnyEvent]:
    """The touch, what it binds to, and what it is punished with."""
    if table.outcome is not None:
        return []
    squares = (*table.touched, *new)
    found = obligation(table.board, _indices(squares), _order(table))
    events: list[AnyEvent] = [Touched(at=now, side=side, squares=squares)]
    events.append(_bound(side, found.moves, found.kind, now))
    if found.offence is not None and not table.touch_fouled:
        events += penalise(table, side, found.offence, now, squares[0])
    return events


def _may_touch(table: Table, side: Side, mine: Sequence[Side]) -> Refused | None:
    if side not in mine:
        return Refused("not_seated")
    if not table.officiated:
        return Refused("not_officiated")
    if rule_set(table.rules).touch == "off":
        return Refused("touch_off")
    if table.paused:
        return Refused("paused")
    if side != table.turn:
        return Refused("not_your_turn")
    return Refused("clock_not_pressed") if table.unpressed else None


def _no_piece(table: Table, square: str) -> Refused | None:
    try:
        index = parse_square(square)
    except ChuheError:
        return Refused("bad_square", {"square": square[:20]})
    if table.board.piece_at(index) is None:
        return Refused("touch.empty", {"square": square})
    return None


def _bound(side: Side, moves: tuple[Move, ...] | None, kind: str, now: float) -> Bound:
    return Bound(at=now, side=side, moves=tuple(move.uci() for move in moves or ()), kind=str(kind))


def _order(table: Table) -> str:
    return rule_set(table.rules).touch


def _indices(squares: Sequence[str]) -> list[int]:
    return [parse_square(square) for square in squares]


def _color_side(table: Table, square: str) -> Side:
    piece = table.board.piece_at(parse_square(square))
    assert piece is not None
    return side_of(piece.color)
