"""Playing one game: two engines, their clocks, and our arbiter."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from chuhe._core import Move
from chuhe.board import Board
from chuhe.engines import BuiltinEngine, Engine, Info, Limit, PlayResult, XboardEngine
from chuhe.errors import EngineError, EngineTimeout
from chuhe.matches.adjudicate import Adjudicator
from chuhe.matches.books import OwnBook
from chuhe.matches.openings import Opening
from chuhe.matches.plan import Plan, Timer
from chuhe.matches.played import Played, Said
from chuhe.matches.schedule import Fixture
from chuhe.pieces import RED

__all__ = ["Halted", "Player", "fault_of", "play_game"]


class Halted(Exception):
    """The match was stopped during the game, which does not count."""


@dataclass
class Player:
    """An engine at the board.

    Attributes:
        engine: it.
        timer: its clock.
        broken: whether it must be started anew.
        ponders: whether it thinks while the other side does.
        book: its own book of openings.
    """

    engine: Engine
    timer: Timer
    broken: bool = False
    ponders: bool = False
    book: OwnBook | None = None


class _Alarm:
    """A signal to move at once: when the match is stopped, or a move has taken too long."""

    def __init__(self, halt: threading.Event, deadline: float | None) -> None:
        self._halt, self._deadline = halt, deadline

    def is_set(self) -> bool:
        return self._halt.is_set() or self.rung

    @property
    def rung(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline


def fault_of(error: Exception) -> str:
    """The word of `FAULTS` for what an engine raised.

    >>> from chuhe.errors import EngineDied
    >>> fault_of(EngineDied("engine.died")), fault_of(EngineError("engine.no_move"))
    ('crash', 'illegal')
    """
    if isinstance(error, EngineTimeout):
        return "hang"
    if isinstance(error, EngineError) and error.code in ("engine.illegal_move", "engine.no_move"):
        return "illegal"
    return "crash"


def play_game(
    fixture: Fixture,
    opening: Opening,
    red: Player,
    black: Player,
    plan: Plan,
    halt: threading.Event,
    on_move: Callable[[Board, Move], None] | None = None,
) -> Played:
    """Play a game to its end.

    Args:
        fixture: which game it is.
        opening: how it begins.
        red: who plays Red.
        black: who plays Black.
        plan: rule book, limits, adjudication.
        halt: when it is set, the game is given up.
        on_move: is called with the board before each move and the move.

    Raises:
        Halted: ``halt`` was set.
    """
    try:
        return _play(fixture, opening, red, black, plan, halt, on_move)
    finally:
        for player in (red, black):
            if player.ponders and not player.broken:
                try:
                    player.engine.stop_pondering()
                except EngineError:  # its game is over: that costs it nothing but its process
                    player.broken = True


def _play(
    fixture: Fixture,
    opening: Opening,
    red: Player,
    black: Player,
    plan: Plan,
    halt: threading.Event,
    on_move: Callable[[Board, Move], None] | None,
) -> Played:
    board = opening.board()
    judge = Adjudicator(plan.resign, plan.draw, len(board.move_stack))
    said: list[Said] = []
    started = time.monotonic()

    def over(result: int, reason: str, detail: str = "") -> Played:
        return Played(
            number=fixture.number,
            round=fixture.round,
            red=fixture.red,
            black=fixture.black,
            result=result,
            reason=reason,
            detail=detail[:300],
            fen=opening.fen,
            moves=tuple(move.uci() for move in board.move_stack),
            opening=len(opening.moves),
            said=tuple(said),
            date=time.strftime("%Y-%m-%d"),
            seconds=round(time.monotonic() - started, 3),
        )

    while True:
        # An engine has no hand to claim with: what can be claimed is.
        outcome = board.outcome(plan.rules, claim=True)
        if outcome is not None:
            won = {None: 0, RED: 1}.get(outcome.winner, -1)
            return over(won, outcome.termination.value)
        if len(board.move_stack) >= plan.longest:
            return over(0, "too_long")
        sign = 1 if board.turn is RED else -1
        mover, other = (red, black) if sign == 1 else (black, red)
        seed = plan.seed * 1_000_003 + fixture.number * 1009 + len(board.move_stack)
        known = None if mover.book is None else mover.book.move(board, random.Random(seed))
        if known is not None:
            said.append(Said(0.0, left=_left(mover.timer), book=True))
            if on_move is not None:
                on_move(board, known)
            board.push(known)
            judge.note(None)
            continue
        limit = mover.timer.limit(board.turn, other.timer)
        timed = limit.time is not None or limit.clocks is not None
        begun = time.monotonic()
        alarm = _Alarm(halt, None if timed else begun + plan.stall)
        try:
            found = _ask(mover.engine, board, limit, alarm, seed)
        except (EngineError, ValueError) as error:
            if halt.is_set():
                raise Halted from error
            fault = fault_of(error)
            mover.broken = fault != "illegal" or not _answers(mover.engine)
            return over(-sign, fault, str(error))
        # Our own work before it was told to think, such as finding forbidden moves, costs it nothing.
        spent = time.monotonic() - begun if found.seconds is None else found.seconds
        if halt.is_set():
            raise Halted
        in_time = mover.timer.spend(spent) and not alarm.rung
        said.append(_said(found.info, spent, mover.timer))
        if on_move is not None:
            on_move(board, found.move)
        board.push(found.move)
        if not in_time:
            return over(-sign, "time", f"{spent:.2f} s")
        verdict = judge.note(None if found.info is None else found.info.score)
        if verdict is not None and board.outcome(plan.rules, claim=True) is None:
            return over(sign * verdict, "resigns" if verdict else "level")
        if mover.ponders:
            _ponder(mover, other, board, found.ponder)


def _ponder(mover: Player, other: Player, board: Board, reply: Move | None) -> None:
    """Let who has just moved think on; what goes wrong shows when it is asked again."""
    expected = board.copy()
    if reply is not None and board.is_legal(reply):
        expected.push(reply)
    elif not isinstance(mover.engine, XboardEngine):  # that one decides by itself
        return
    with contextlib.suppress(EngineError):
        mover.engine.ponder(expected, mover.timer.limit(expected.turn, other.timer))


def _ask(engine: Engine, board: Board, limit: Limit, alarm: _Alarm, seed: int) -> PlayResult:
    if isinstance(engine, BuiltinEngine):
        return engine.play(board, limit, stop=alarm, seed=seed % 2**64)
    return engine.play(board, limit, stop=alarm)


def _answers(engine: Engine) -> bool:
    """Whether an engine that played an illegal move is still of use."""
    try:
        engine.new_game()
    except EngineError:
        return False
    return True


def _left(timer: Timer) -> float | None:
    return round(timer.left, 3) if timer.control.base is not None else None


def _said(info: Info | None, spent: float, timer: Timer) -> Said:
    left = _left(timer)
    if info is None:
        return Said(round(spent, 3), left=left)
    score = info.score
    return Said(round(spent, 3), score.cp, score.mate, info.depth, info.nodes, left)
