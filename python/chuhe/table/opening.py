"""How a table comes to be."""

from __future__ import annotations

from collections.abc import Sequence

from chuhe._core import Move
from chuhe.board import Board
from chuhe.clock import TimeControl
from chuhe.rules import RuleSet, book_text, rule_set
from chuhe.table.common import ended_as
from chuhe.table.events import AnyEvent, Opened, Seat
from chuhe.table.state import Table

__all__ = ["open_table"]


def open_table(
    id: str,
    *,
    seats: tuple[Seat, Seat],
    now: float,
    fen: str | None = None,
    moves: Sequence[str] = (),
    rules: str | RuleSet = "club",
    level: int = 3,
    control: tuple[TimeControl, TimeControl] | None = None,
    officiated: bool = False,
    arbiter: str = "",
    press_clock: bool = False,
    takebacks: bool = True,
    diagram: bool = False,
) -> tuple[Table, list[AnyEvent]]:
    """A new table and the events that made it.

    Args:
        fen: where the game starts; the usual start when None.
        moves: moves already made from there, as UCI.
        rules: the rule book, by name; one of one's own is kept as `chuhe.rules.book_text` has it.
        control: Red's and Black's time; they may differ (贴时).
        officiated: whether the procedure of the book applies: touched pieces bind, and
            faults are punished. At a casual table they are refused.
        arbiter: the holder who officiates; nobody does if empty.
        press_clock: whether a player's clock runs until he presses it.
        takebacks: whether a move may be taken back by agreement at a casual table.
        diagram: whether the game may start from what cannot arise, such as facing kings, as long
            as it can be played (see `chuhe.Setup.barriers`). Engines expect positions that can.

    Raises:
        FenError, SetupError, MoveError: the game cannot start so.
        ParseError: there is no such rule book.
    """
    name = book_text(rule_set(rules))
    board = Board() if fen is None else Board(fen, strict=not diagram)
    start = board.fen()
    for text in moves:
        board.push(Move.from_uci(text))
    outcome = board.outcome(rules)
    opened = Opened(
        at=now,
        fen=start,
        moves=tuple(moves),
        seats=seats,
        rules=name,
        level=level,
        control=control,
        officiated=officiated,
        arbiter=arbiter,
        press_clock=press_clock,
        takebacks=takebacks,
    )
    events: list[AnyEvent] = [opened]
    if outcome is not None:
        events.append(ended_as(Table.replay(id, events), outcome, now))
    return Table.replay(id, events), events
