"""What can be looked at from the arbiter's desk: board, clocks, ledger, rulings, sheet, rules."""

from pathlib import Path
from typing import TYPE_CHECKING

from chuhe._core import parse_square, square_name
from chuhe.board import Board
from chuhe.cli.officiate_args import find_squares, offence_lines
from chuhe.cli.officiate_said import Said, shown
from chuhe.cli.officiate_show import board_lines
from chuhe.cli.officiate_words import Typed, help_for, help_page
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_, _, plural
from chuhe.rules import rule_set
from chuhe.scoresheet import (
    clock_words,
    event_words,
    make_sheet,
    move_words,
    sheet_text,
    side_words,
    write_sheet,
)
from chuhe.table import SIDES, Bound, FoulGiven, Side, Table, Touched, Warned, other
from chuhe.touch import obligation

if TYPE_CHECKING:
    from chuhe.cli.officiate_desk import Desk

__all__ = [
    "LOOKS",
    "bound_lines",
    "clocks",
    "limit_words",
    "pending_lines",
    "prompt_words",
    "repetition_words",
    "round_of",
    "sheet_file",
    "standing_lines",
    "status_lines",
    "unpressed_words",
]


add_messages({"desk.no_help": N_("there is no command '{text}': help lists them")})


def round_of(board: Board) -> int:
    """The number of the round whose move is to be made, counted on the sheet."""
    first_is_black = (board.ply % 2 == 0) == (board.turn == "black")
    return (board.ply + first_is_black) // 2 + 1


def prompt_words(table: Table) -> tuple[str, str]:
    """What stands before the arbiter's line, and whose colour it has."""
    if table.outcome is not None:
        return _("over"), "dim"
    words = f"{round_of(table.board)}. {side_words(table.turn)}"
    pending = [
        word
        for word, is_so in (
            (_("stopped"), table.paused),
            (_("bound by a touch"), table.bound is not None),
            (_("a draw is offered"), table.offer is not None),
            (_("press the clock"), table.unpressed),
        )
        if is_so
    ]
    if pending:
        words = f"{words} ({_(', ').join(pending)})"
    return words, "dim" if table.paused else table.turn


def clocks(table: Table, now: float) -> list[str]:
    """What both clocks show, and which runs."""
    if table.clock is None:
        return [_("This table has no clock.")]
    running = table.clock.running
    lines = []
    for seat, side in enumerate(SIDES):
        state = _("running") if running == seat else ""
        lines.append(f"{side_words(side)}  {clock_words(table, side, now)}  {state}".rstrip())
    if running is None:
        lines.append(_("Both clocks stand."))
    return lines


def limit_words(table: Table) -> str:
    """How far the natural limit is; empty where the book has none."""
    limit = rule_set(table.rules).natural_limit
    if limit is None:
        return ""
    rounds, counted = table.board.halfmove_clock // 2, _counted(table)
    if counted < rounds:
        return _(
            "Rounds without a capture: {n}; but for checks too many {counted} of {limit}.",
            n=rounds,
            counted=counted,
            limit=limit,
        )
    return _("Rounds without a capture: {n} of {limit}.", n=rounds, limit=limit)


def repetition_words(table: Table) -> str:
    """How often the position on the board has stood."""
    times = table.board.repetitions()
    return _(
        "The position on the board stands for time {n}; {most} are needed.",
        n=times,
        most=rule_set(table.rules).occurrences,
    )


def _counted(table: Table) -> int:
    """The rounds without a capture, as the book counts checks."""
    book, board = rule_set(table.rules), table.board.copy()
    plies: int = board.halfmove_clock
    moves: dict[Side, int] = dict.fromkeys(SIDES, 0)
    checks = dict(moves)
    while board.ply and board.halfmove_clock:
        check = board.is_check()
        board.pop()
        side: Side = "red" if board.turn == "red" else "black"
        moves[side] += 1
        checks[side] += check
    unseen = plies - sum(moves.values())
    first: Side = "red" if board.turn == "red" else "black"
    moves[first] += unseen // 2
    moves[other(first)] += unseen - unseen // 2
    if book.counted_checks is not None:
        for side in SIDES:
            moves[side] -= max(0, checks[side] - book.counted_checks)
    return sum(moves.values()) // 2 if book.limit_automatic else max(moves.values())


def standing_lines(table: Table) -> list[str]:
    """Why play stands still, and what makes it go on; nothing while it goes on."""
    if table.sealed is not None:
        side = side_words(table.sealed.side)
        return [_("A move sealed by {side} lies here; to open it: open MOVE CODE", side=side)]
    if table.adjourned:
        return [_("The game is adjourned; to go on: resume")]
    return [_("Play stands still; to go on: continue")] if table.paused else []


def unpressed_words(table: Table) -> str:
    """That a move was made, and the clock must still be pressed."""
    side = side_words(table.on_clock)
    return _("{side} has not pressed the clock yet; to do it: press", side=side)


def status_lines(table: Table, now: float) -> list[str]:
    """How the game stands, in a few lines."""
    board, lines = table.board, []
    if table.outcome is not None:
        words = event_words(table.outcome, board, table.rules)
        lines.append(_("The game is over: {words}", words=words))
    else:
        lines.append(
            _("Round {n}, {side} to move.", n=round_of(board), side=side_words(table.turn))
        )
    if table.outcome is None:
        lines += pending_lines(table)
    if table.clock is not None:
        lines += clocks(table, now)
    if words := limit_words(table):
        lines.append(words)
    return lines + _fouls(table)


def pending_lines(table: Table) -> list[str]:
    """What lies on the table and waits to be followed or answered."""
    lines = standing_lines(table)
    if table.unpressed:
        lines.append(unpressed_words(table))
    if table.offer is not None:
        lines.append(_("{side} has offered a draw.", side=side_words(table.offer.side)))
    if table.asked is not None:
        lines.append(_("{side} waits to adjust a piece.", side=side_words(table.asked.side)))
    if table.called is not None:
        lines.append(_("{side} has called the arbiter.", side=side_words(table.called)))
    if table.order is not None:
        lines.append(_("{side} has been told to change.", side=side_words(table.order.side)))
    return lines + bound_lines(table)


def bound_lines(table: Table) -> list[str]:
    """What was touched in this turn, and what it binds to."""
    if not table.touched:
        return []
    board, side = table.board, table.turn
    touched = Touched(at=0.0, side=side, squares=table.touched)
    found = obligation(board, [parse_square(name) for name in table.touched], _order(table))
    bound = Bound(at=0.0, side=side, moves=table.bound or (), kind=found.kind)
    return [event_words(event, board, table.rules) for event in (touched, bound)]


def _order(table: Table) -> str:
    return rule_set(table.rules).touch


def _fouls(table: Table) -> list[str]:
    most = rule_set(table.rules).fouls_lose
    lines = []
    for side in SIDES:
        if count := table.fouls(side):
            words = plural("{side}: {n} foul", "{side}: {n} fouls", count, side=side_words(side))
            if most:
                words = _("{words}; {most} lose", words=words, most=most)
            lines.append(_("{outcome}.", outcome=words))
    return lines


def _status(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    return shown(*status_lines(desk.table, desk.hand.now()))


def _board(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    letters = typed.rest.lower() in ("letters", "字母")
    board = desk.table.board
    return shown(*board_lines(board, color=desk.color, letters=letters), fen=board.fen())


def _ledger(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    table = desk.table
    lines = []
    for side in SIDES:
        if not table.ledger[side]:
            lines.append(_("{side}: no foul.", side=side_words(side)))
        lines += [
            event_words(ruled.event, table.board, table.rules)
            for ruled in table.rulings
            if ruled.corrected is None
            and isinstance(ruled.event, FoulGiven | Warned)
            and ruled.event.side == side
        ]
    return shown(*lines, *_fouls(table))


def _rulings(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    table = desk.table
    lines = []
    for ruled in table.rulings:
        words = event_words(ruled.event, table.board, table.rules)
        if ruled.corrected is not None:
            words = _("{text} (undone)", text=words)
        if ruled.ply:
            words = _("after {n} moves: {words}", n=ruled.ply, words=words)
        lines.append(words)
    return shown(*(lines or [_("Nothing has been ruled.")]))


def _legal(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    table = desk.table
    start = find_squares(table.board, typed.rest) if typed.rest else []
    moves = [
        move
        for move in table.board.legal_moves
        if (not start or square_name(move.from_square) in start)
        and (table.bound is None or move.uci() in table.bound)
    ]
    words = [move_words(table.board, move.uci()) for move in moves]
    count = plural("{n} legal move", "{n} legal moves", len(moves))
    return shown(*filter(None, [count, "  ".join(words)]), moves=[move.uci() for move in moves])


def _rules(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    book = rule_set(desk.table.rules)
    lines = [_(book.title)]
    for name, clause in book.clauses.items():
        text = f"{clause.text} [{clause.article}]" if clause.article else clause.text
        if typed.rest.lower() in f"{name} {text}".lower():
            lines.append(f"· {text}")
    return shown(*lines)


def _sheet(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    sheet = make_sheet(desk.events, desk.headers)
    if not typed.rest:
        return shown(*sheet_text(sheet).splitlines(), sheet=sheet.to_json())
    path = Path(typed.rest)
    sheet_file(desk, path)
    return shown(_("The score sheet is in {file}.", file=path))


def sheet_file(desk: "Desk", path: Path) -> None:
    """Write the score sheet to a file; the end of its name says the format.

    Raises:
        ParseError: ``sheet.format``: the name promises none that is written.
        OSError: it cannot be written.
    """
    text = write_sheet(make_sheet(desk.events, desk.headers), path.suffix.lower().lstrip("."))
    path.write_text(text, encoding="utf-8")


def _help(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    if not typed.rest:
        return shown(*help_page())
    lines = help_for(typed.rest, offence_lines())
    if lines is None:
        raise ParseError("desk.no_help", {"text": typed.rest[:40]})
    return shown(*lines)


def _quit(desk: "Desk", typed: Typed, _line: str) -> list[Said]:
    desk.closed = True
    return []


#: What is looked at, by the name of the command.
LOOKS = {
    "status": _status,
    "board": _board,
    "ledger": _ledger,
    "rulings": _rulings,
    "legal": _legal,
    "rules": _rules,
    "sheet": _sheet,
    "help": _help,
    "quit": _quit,
}
