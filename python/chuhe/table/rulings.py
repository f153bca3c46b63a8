"""What the arbiter of a table may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chuhe.board import Board
from chuhe.clock import ClockError
from chuhe.errors import ChuheError, SetupError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Offence, Penalty, Termination, rule_set
from chuhe.table import sealing
from chuhe.table.claims import change_termination
from chuhe.table.commands import (
    Adjourn,
    ArbiterCommand,
    Continue,
    Correct,
    CorrectSetup,
    Declare,
    Foul,
    GoBack,
    Late,
    OpenSealed,
    OrderChange,
    Pause,
    ResumeGame,
    SetClock,
    Warn,
)
from chuhe.table.common import MAX_RULINGS, MAX_TEXT, Answer, clause_of, ended, ended_as
from chuhe.table.events import (
    SIDES,
    AnyEvent,
    ChangeOrdered,
    ClockAdjusted,
    Corrected,
    Ended,
    FoulGiven,
    Refused,
    SetupCorrected,
    Warned,
    WentBack,
    other,
)
from chuhe.table.fouls import penalise

if TYPE_CHECKING:
    from chuhe.table.state import Ruled, Table

#: What the board itself says: no arbiter undoes it, he takes back the moves that led to it.
ON_THE_BOARD = (Termination.CHECKMATE, Termination.STALEMATE, Termination.DEAD_POSITION)
#: Ends that come with a move: going back to before it takes them back.
BY_MOVES = (
    *ON_THE_BOARD,
    Termination.PERPETUAL_CHECK,
    Termination.PERPETUAL_CHASE,
    Termination.PERPETUAL_KILL,
    Termination.MIXED_FORBIDDEN,
    Termination.CHECK_SERIES,
    Termination.REPETITION,
    Termination.NATURAL_LIMIT,
)
_NEVER_DRAWN = (
    Termination.PERPETUAL_CHECK,
    Termination.PERPETUAL_CHASE,
    Termination.PERPETUAL_KILL,
    Termination.MIXED_FORBIDDEN,
    Termination.CHECK_SERIES,
    Termination.RESIGNATION,
    Termination.FOULS,
    Termination.ILLEGAL_MOVE,
    Termination.SEALED_MOVE,
    Termination.ABSENCE,
    Termination.DISCIPLINE,
    Termination.ABANDONMENT,
    Termination.FORFEIT,
)
_ALWAYS_DRAWN = (
    Termination.REPETITION,
    Termination.NATURAL_LIMIT,
    Termination.DEAD_POSITION,
    Termination.AGREEMENT,
)
#: The clause by which the arbiter finds that nobody can win, club rules 5(一).
THEORETICAL_DRAW = "theoretical_draw"
#: Nobody can be kept waiting longer.
_LONGEST_WAIT = 24 * 60

add_messages(
    {
        "too_many_rulings": N_("there have been {limit} rulings in this game: no more are kept"),
        "bad_side": N_("a side is red or black, got '{side}'"),
        "bad_offence": N_("'{offence}' is no offence that is known here"),
        "no_penalty": N_("this rule book does not punish that: warn the player or decide the game"),
        "bad_termination": N_("'{termination}' is no end of a game that is known here"),
        "bad_outcome": N_("a game cannot end so by {termination}"),
        "on_the_board": N_("the position on the board says so: go back before the last move"),
        "no_clock": N_("no clocks are used at this table"),
        "bad_clock_time": N_("a clock cannot be set to {value}"),
        "nothing_to_go_back": N_("go back to a number of moves from 0 to {most}"),
        "setup_unplayable": N_("no game can be played from this position"),
        "bad_minutes": N_("a number of minutes from 0 to {most} is expected"),
        "late_after_start": N_("that side has made a move already"),
        "no_such_ruling": N_("there is no ruling of this number"),
        "already_corrected": N_("that ruling does not stand any more: to restore it, rule again"),
    }
)


def decide(table: Table, command: ArbiterCommand, now: float) -> Answer:
    """What a command of the table's arbiter leads to."""
    if (refused := _wanting(table, command)) is not None:
        return refused
    match command:
        case Correct():
            return _correct(table, command, now)
        case GoBack():
            return _go_back(table, command, now)
    if table.outcome is not None:
        return Refused("game_over")
    match command:
        case Foul():
            return _foul(table, command, now)
        case Warn():
            id = table.next_ruling
            return [Warned(at=now, side=command.side, note=command.note, id=id)]
        case OrderChange():
            return _order_change(table, command, now)
        case Late():
            return _late(table, command, now)
        case Declare():
            return _declare(table, command, now)
        case Pause():
            return sealing.pause(table, command, now)
        case Continue() | ResumeGame():
            return sealing.go_on(table, command, now)
        case Adjourn():
            return sealing.adjourn(table, command, now)
        case OpenSealed():
            return sealing.open_sealed(table, command, now)
        case SetClock():
            return _set_clock(table, command, now)
        case CorrectSetup():
            return _correct_setup(table, command, now)


def _wanting(table: Table, command: ArbiterCommand) -> Refused | None:
    """What is wrong with the command as such: texts, side, too many rulings."""
    side = getattr(command, "side", "red")
    if side not in SIDES:
        return Refused("bad_side", {"side": str(side)[:20]})
    text = getattr(command, "reason", getattr(command, "note", ""))
    if len(text) > MAX_TEXT:
        return Refused("text_too_long", {"limit": str(MAX_TEXT)})
    if isinstance(command, Declare | GoBack | CorrectSetup | Correct) and not text.strip():
        return Refused("reason_needed")
    # An end must always be possible.
    if table.next_ruling > MAX_RULINGS and isinstance(command, Foul | Warn | OrderChange):
        return Refused("too_many_rulings", {"limit": str(MAX_RULINGS)})
    return None


def _foul(table: Table, command: Foul, now: float) -> Answer:
    try:
        offence = Offence(command.offence)
    except ValueError:
        return Refused("bad_offence", {"offence": command.offence[:40]})
    ends_as = None
    if offence is Offence.REFUSES_CHANGE:
        ends_as = change_termination(table, command.side)
        if table.order is not None and table.order.side == command.side:
            ends_as = Termination(table.order.termination)
    events = penalise(table, command.side, offence, now, command.note, ends_as=ends_as)
    return events or Refused("no_penalty")


def _order_change(table: Table, command: OrderChange, now: float) -> Answer:
    ordered = ChangeOrdered(
        at=now,
        side=command.side,
        reason=command.reason,
        id=table.next_ruling,
        termination=change_termination(table, command.side).value,
    )
    return [ordered]


def _late(table: Table, command: Late, now: float) -> Answer:
    """Late arrival 迟到: at the limit of the book the game is lost, before it only time is."""
    if not 0 <= command.minutes <= _LONGEST_WAIT:  # NaN fails too
        return Refused("bad_minutes", {"most": str(_LONGEST_WAIT)})
    moved = (table.ply + (command.side != table.turn)) // 2
    if moved:
        return Refused("late_after_start")
    note = f"{command.minutes:g}′"
    limit = rule_set(table.rules).late_forfeit_minutes
    if limit is not None and command.minutes >= limit:
        article = "late_forfeit_minutes"
        winner = other(command.side)
        return [ended(table, now, winner, Termination.ABSENCE, article=article, reason=note)]
    article = f"{table.rules}.penalties.{Offence.LATE.value}"
    warned = Warned(
        at=now,
        side=command.side,
        note=note,
        id=table.next_ruling,
        offence=Offence.LATE.value,
        article=article,
    )
    return [warned]


def _declare(table: Table, command: Declare, now: float) -> Answer:
    """The arbiter decides the game 裁定."""
    if command.winner is not None and command.winner not in SIDES:
        return Refused("bad_side", {"side": str(command.winner)[:20]})
    try:
        termination = Termination(command.termination)
    except ValueError:
        return Refused("bad_termination", {"termination": command.termination[:40]})
    drawn = command.winner is None and not command.both_lose
    impossible = (
        termination in (Termination.CHECKMATE, Termination.STALEMATE)
        or (command.both_lose and command.winner is not None)
        or (drawn and termination in _NEVER_DRAWN)
        or (not drawn and termination in _ALWAYS_DRAWN)
    )
    if impossible:
        return Refused("bad_outcome", {"termination": termination.value})
    known = clause_of(f"{table.rules}.{termination.value}") is not None
    article = "" if known else Termination.DECISION.value
    if drawn and termination is Termination.DEAD_POSITION:  # the board has not said so by itself
        article = THEORETICAL_DRAW
    elif drawn and termination is Termination.TIME:
        article = "flag_without_mating_material"
    end = ended(
        table,
        now,
        command.winner,
        termination,
        article=article,
        reason=command.reason,
        both_lose=command.both_lose,
    )
    return [end]


def _set_clock(table: Table, command: SetClock, now: float) -> Answer:
    if table.clock is None:
        return Refused("no_clock")
    try:
        table.clock.set(SIDES.index(command.side), command.seconds, now, command.periods)
    except ClockError as error:
        return Refused("bad_clock_time", {"value": str(error.facts["value"])})
    seconds, periods = command.seconds, command.periods
    return [ClockAdjusted(at=now, side=command.side, seconds=seconds, periods=periods)]


def _go_back(table: Table, command: GoBack, now: float) -> Answer:
    """Back to where an irregularity arose [1999 5.8]; an end that came with a move goes, too."""
    end = table.outcome
    if end is not None and (end.cause or end.termination not in BY_MOVES or _declared(end)):
        return Refused("game_over")
    if table.sealed is not None:
        return Refused("sealed_unopened")
    if not 0 <= command.ply < table.ply:
        return Refused("nothing_to_go_back", {"most": str(table.ply - 1)})
    return [WentBack(at=now, ply=command.ply, reason=command.reason)]


def _correct_setup(table: Table, command: CorrectSetup, now: float) -> Answer:
    """Play goes on from another position; what was played on the wrong one is gone."""
    if table.sealed is not None:
        return Refused("sealed_unopened")
    try:
        board = Board(command.fen[:MAX_TEXT])
    except ChuheError as error:
        problem = error.problems[0] if isinstance(error, SetupError) else error
        facts = {name: str(value) for name, value in problem.facts.items()}
        return Refused("setup_unplayable", facts | {"reason": problem.code})
    events: list[AnyEvent] = [SetupCorrected(at=now, fen=board.start_fen, reason=command.reason)]
    outcome = board.outcome(table.rules)
    if outcome is not None:
        events.append(ended_as(table.after(events), outcome, now))
    return events


def _declared(end: Ended) -> bool:
    """Whether the arbiter found that nobody can win, and not the board."""
    return end.article.endswith(f".{THEORETICAL_DRAW}")


def _correct(table: Table, command: Correct, now: float) -> Answer:
    """An earlier ruling is undone: its foul is struck out, the game it ended is in play again.

    A foul and the end that it led to are one ruling. A foul that was struck out
    also undoes an end by too many fouls for which it counted.
    """
    if not 1 <= command.ruling_id <= len(table.rulings):
        return Refused("no_such_ruling")
    ruled = table.rulings[command.ruling_id - 1]
    if ruled.corrected is not None:
        return Refused("already_corrected")
    if isinstance(ruled.event, Ended):
        if Termination(ruled.event.termination) in ON_THE_BOARD and not _declared(ruled.event):
            return Refused("on_the_board")
        struck = [ruled.event.cause] if ruled.event.cause else []
    else:
        struck = [ruled.id]
    end = _end_undone(table, ruled, struck)
    ids = struck + ([end.id] if end is not None else [])
    return [
        Corrected(at=now, id=id, reason=command.reason, reopens=end is not None and id == end.id)
        for id in ids
    ]


def _end_undone(table: Table, ruled: Ruled, struck: list[int]) -> Ended | None:
    """The end of the game that falls with these rulings."""
    end = table.outcome
    if end is None:
        return None
    if end.id == ruled.id or end.cause in struck:
        return end
    foul, limit = ruled.event, rule_set(table.rules).fouls_lose
    if not isinstance(foul, FoulGiven) or end.termination != Termination.FOULS or limit is None:
        return None
    left = table.fouls(foul.side) - Penalty(foul.penalty).fouls
    counted = end.cause and end.winner == other(foul.side)
    return end if counted and left < limit else None
