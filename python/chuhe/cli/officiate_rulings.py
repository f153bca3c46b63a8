"""What the arbiter does: rulings, decisions, corrections, clocks, the sealed move."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from chuhe.arbiter import Arbiter
from chuhe.board import Board
from chuhe.cli.officiate_args import (
    find_offence,
    named_side,
    nothing_more,
    side_in,
    take_number,
)
from chuhe.cli.officiate_looks import clocks, pending_lines
from chuhe.cli.officiate_players import Deed
from chuhe.cli.officiate_said import ARBITER, Said, shown
from chuhe.cli.officiate_words import Typed
from chuhe.clock_text import parse_duration
from chuhe.errors import ChuheError, ParseError, add_messages
from chuhe.i18n import N_, _
from chuhe.notation import parse
from chuhe.pieces import Color
from chuhe.rules import Offence, Termination, rule_set
from chuhe.scoresheet import Note, make_sheet, side_words
from chuhe.table import (
    SIDES,
    Adjourn,
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
    Seal,
    SetClock,
    Side,
    Table,
    Tick,
    Warn,
    commitment,
    other,
)

if TYPE_CHECKING:
    from chuhe.cli.officiate_desk import Desk

__all__ = ["RULINGS"]

add_messages(
    {
        "desk.reason": N_("an arbiter's decision needs a reason"),
        "desk.winner": N_("say who wins: red, black, draw or both (both lose); got '{text}'"),
        "desk.live": N_("the clocks run by themselves here: wait is for scripts and --by-hand"),
        "desk.not_sealed": N_("no sealed move lies here"),
        "desk.seal_differs": N_(
            "this move and this code do not fit the seal: look at both once more;"
            " if the paper says so: open wrong REASON"
        ),
        "desk.note": N_("say what is to be noted"),
        "desk.no_moves": N_("no move has been made yet"),
        "desk.fen": N_("say the position as a FEN"),
    }
)

_WRONG = ("wrong", "有误")
_BOTH = ("both", "双方")


def _foul(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = named_side(typed)
    offence, note = find_offence(rest)
    return desk.give(Foul(ARBITER, side, offence.value, note), line)


def _warn(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, note = named_side(typed)
    return desk.give(Warn(ARBITER, side, note), line)


def _change(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, reason = named_side(typed)
    warning = Arbiter(rule_set(desk.table.rules)).warning(desk.table.board)
    said = desk.give(OrderChange(ARBITER, side, reason), line)
    if said[-1].kind == "event" and (warning is None or warning.loser.value != side):
        words = _(
            "From the moves it is not seen so far that {side} breaks the rules of repetition.",
            side=side_words(side),
        )
        said.append(Said("hint", [words]))
    return said


def _flag(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    """Where the clocks run here, they are looked at; else the arbiter has seen it."""
    side, reason = side_in(typed)
    table = desk.table
    if table.clock is not None and desk.hand.pass_time is None:
        return desk.give(Tick(ARBITER), line)
    loser = side or table.on_clock
    winner: Side | None = other(loser)
    book = rule_set(table.rules)
    if book.flag_without_mating_material == "draw" and _cannot_win(table, other(loser)):
        winner = None
    reason = reason or N_("the arbiter has seen the flag fall")
    return desk.give(Declare(ARBITER, winner, Termination.TIME.value, reason), line)


def _cannot_win(table: Table, side: Side) -> bool:
    harmless: bool = table.board.has_insufficient_material(Color(side))
    return harmless


def _late(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = named_side(typed)
    return desk.give(Late(ARBITER, side, parse_duration(rest, unit=60.0) / 60), line)


def _absent(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return _loses(desk, typed, line, Termination.ABSENCE, N_("the player did not come"))


def _abandon(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return _loses(desk, typed, line, Termination.ABANDONMENT, N_("the player left the game"))


def _discipline(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return _loses(desk, typed, line, Termination.DISCIPLINE, "")


def _loses(
    desk: "Desk", typed: Typed, line: str, how: Termination, usual_reason: str
) -> list[Said]:
    first, *others = typed.rest.split(maxsplit=1) or [""]
    winner: Side | None = None
    if both := first.lower() in _BOTH:
        reason = others[0] if others else ""
    else:
        side, reason = named_side(typed)
        winner = other(side)
    reason = reason or usual_reason
    if not reason:
        raise ParseError("desk.reason")
    return desk.give(Declare(ARBITER, winner, how.value, reason, both_lose=both), line)


def _declare(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    for words in _THEORY:
        if typed.rest.lower().startswith(words):
            reason = typed.rest[len(words) :].strip(" :：,，") or N_("the position was examined")
            dead = Termination.DEAD_POSITION.value
            return desk.give(Declare(ARBITER, None, dead, reason), line)
    winner, both, reason = _decided(typed)
    if not reason:
        raise ParseError("desk.reason")
    how = Termination.DECISION.value
    return desk.give(Declare(ARBITER, winner, how, reason, both_lose=both), line)


#: A draw because neither side can win in theory.
_THEORY = ("theory", "理论和棋", "理论和")
#: How a decision may be said, the longer words first.
_DECISIONS: Mapping[str, tuple[Side | None, bool]] = {
    "both": (None, True),
    "双方判负": (None, True),
    "双方负": (None, True),
    "draw": (None, False),
    "和棋": (None, False),
    "平局": (None, False),
    "和": (None, False),
    "red loses": ("black", False),
    "black loses": ("red", False),
    "red wins": ("red", False),
    "black wins": ("black", False),
    "红方胜": ("red", False),
    "黑方胜": ("black", False),
    "红方负": ("black", False),
    "黑方负": ("red", False),
    "红胜": ("red", False),
    "黑胜": ("black", False),
    "红负": ("black", False),
    "黑负": ("red", False),
    "red": ("red", False),
    "black": ("black", False),
}


def _decided(typed: Typed) -> tuple[Side | None, bool, str]:
    for words, (winner, both) in _DECISIONS.items():
        if typed.rest.lower().startswith(words):
            return winner, both, typed.rest[len(words) :].strip(" :：,，")
    raise ParseError("desk.winner", {"text": typed.rest[:40]})


def _correct(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    number, reason = take_number(typed.rest)
    reason = reason or N_("the ruling was wrong")
    return standing(desk, desk.give(Correct(ARBITER, number, reason), line))


def _back(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    ply, reason = take_number(typed.rest)
    reason = reason or N_("an irregularity arose there")
    if not desk.table.ply:
        raise ParseError("desk.no_moves")
    then = _clocks_then(desk, ply)
    said = desk.give(GoBack(ARBITER, ply, reason), line)
    if said[-1].kind == "event" and then:
        said.append(Said("hint", [then]))
    return standing(desk, said)


def _clocks_then(desk: "Desk", ply: int) -> str:
    """What the clocks showed after so many moves, for the arbiter to set them again."""
    if desk.table.clock is None:
        return ""
    rows = make_sheet(desk.events, desk.headers).rows[:ply]
    shown = {row.side: row.clock_text for row in rows if row.clock_text}
    words = [
        _("{side} {time}", side=side_words(side), time=shown[side])
        for side in SIDES
        if side in shown
    ]
    if not words:
        return ""
    return _(
        "The clocks showed then: {times}. To set one: clock SIDE TIME", times=_(", ").join(words)
    )


def _undo(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    nothing_more(typed, typed.rest)
    paused = desk.table.paused
    reason = N_("the move was entered wrongly")
    if not desk.table.ply:
        raise ParseError("desk.no_moves")
    said = desk.give(GoBack(ARBITER, desk.table.ply - 1, reason), line)
    if desk.table.paused and not paused:
        said += desk.give(Continue(ARBITER), "")
    return standing(desk, said)


def _setup(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    fen, reason = _fen(typed.rest)
    reason = reason or N_("the pieces had been set up wrongly")
    return standing(desk, desk.give(CorrectSetup(ARBITER, fen, reason), line))


def _fen(text: str) -> tuple[str, str]:
    """A FEN with as many of its fields as are there, and the reason after it."""
    words = text.split()
    if not words:
        raise ParseError("desk.fen")
    fields = 1
    if len(words) > 1 and words[1] in ("w", "r", "b"):
        fields = 2
        while fields < min(len(words), 6) and (
            words[fields] == "-" or (words[fields].isascii() and words[fields].isdigit())
        ):
            fields += 1
    return " ".join(words[:fields]), " ".join(words[fields:])


def standing(desk: "Desk", said: list[Said]) -> list[Said]:
    """After a game was reopened its clocks stand: that must not be forgotten."""
    if said and said[-1].kind != "refused" and desk.table.outcome is None:
        said += [Said("hint", [line]) for line in pending_lines(desk.table)]
    return said


def _note(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    if not typed.rest:
        raise ParseError("desk.note")
    return desk.keep([Note(desk.hand.now(), typed.rest)], line)


# --- clocks and interruptions ---------------------------------------------------------


def _clock(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = side_in(typed)
    if side is None and not rest:
        return shown(*clocks(desk.table, desk.hand.now()))
    if side is None:
        raise ParseError("desk.side")
    return desk.give(SetClock(ARBITER, side, parse_duration(rest)), line)


def _pause(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Pause(ARBITER, typed.rest), line)


def _continue(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    nothing_more(typed, typed.rest)
    return desk.give(Continue(ARBITER), line)


def _adjourn(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Adjourn(ARBITER, typed.rest), line)


def _resume(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    nothing_more(typed, typed.rest)
    return desk.give(ResumeGame(ARBITER), line)


def _seal(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, text = side_in(typed)
    side = side or desk.table.turn
    if not text and desk.hand.ask_unseen is not None:
        name = side_words(side)
        text = desk.hand.ask_unseen(_("{side}, your move (it is not shown): ", side=name))
    if not text.strip():
        raise ParseError("desk.move_missing")
    code = desk.hand.code()
    seal = commitment(code, _sealed_text(desk.table.board, text))
    # The line itself is not kept: it may hold the move.
    said = desk.give(Seal(ARBITER, seal, side), typed.word.name)
    if said[-1].kind != "refused":
        spaced = "-".join(code[i : i + 4] for i in range(0, len(code), 4))
        words = _("Into the envelope with the move, and nowhere else: the code {code}", code=spaced)
        said.append(Said("hint", [words], {"code": code}))
    return said


def _open(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    sealed = desk.table.sealed
    if sealed is None:
        raise ParseError("desk.not_sealed")
    first, *others = typed.rest.split(maxsplit=1) or [""]
    if first.lower() in _WRONG:
        note = others[0] if others else ""
        return desk.give(Foul(ARBITER, sealed.side, Offence.SEALED_WRONG.value, note), line)
    move, _blank, code = typed.rest.rpartition(" ")
    code = code.replace("-", "").lower()
    text = _sealed_text(desk.table.board, move)
    if commitment(code, text) != sealed.commitment:
        raise ParseError("desk.seal_differs")
    return standing(desk, desk.give(OpenSealed(ARBITER, text, code), line, move))


def _sealed_text(board: Board, text: str) -> str:
    """A sealed move as UCI if it is one here, otherwise as it was written."""
    try:
        return parse(board, text).uci()
    except ChuheError:
        return "".join(text.split())


def _wait(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    if desk.hand.pass_time is None:
        raise ParseError("desk.live")
    desk.hand.pass_time(parse_duration(typed.rest))
    return desk.give(Tick(), line)


#: Every command by its name.
RULINGS: Mapping[str, Deed] = {
    "foul": _foul,
    "warn": _warn,
    "change": _change,
    "flag": _flag,
    "late": _late,
    "absent": _absent,
    "abandon": _abandon,
    "discipline": _discipline,
    "declare": _declare,
    "correct": _correct,
    "back": _back,
    "undo": _undo,
    "setup": _setup,
    "note": _note,
    "clock": _clock,
    "pause": _pause,
    "continue": _continue,
    "adjourn": _adjourn,
    "resume": _resume,
    "seal": _seal,
    "open": _open,
    "wait": _wait,
}
