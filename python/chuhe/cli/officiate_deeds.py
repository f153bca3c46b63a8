"""What can be done from the arbiter's desk: each command as it is given to the table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from chuhe._core import Move
from chuhe.board import Board
from chuhe.cli.officiate_args import (
    find_offence,
    find_squares,
    split_moves,
    take_number,
    take_side,
)
from chuhe.cli.officiate_looks import LOOKS, clocks, limit_words, standing_lines
from chuhe.cli.officiate_said import ARBITER, Said, refusal, shown
from chuhe.cli.officiate_words import Typed
from chuhe.clock_text import parse_duration
from chuhe.errors import ChuheError, IllegalMoveError, NotationError, ParseError, add_messages
from chuhe.i18n import N_, _
from chuhe.notation import parse
from chuhe.pieces import Color
from chuhe.rules import Offence, Termination, rule_set
from chuhe.scoresheet import Note, clock_words, side_words
from chuhe.table import (
    Accept,
    Adjourn,
    Adjust,
    CallArbiter,
    ClaimDraw,
    Consent,
    Continue,
    Correct,
    CorrectSetup,
    Declare,
    Decline,
    Foul,
    GoBack,
    Late,
    OfferDraw,
    OpenSealed,
    OrderChange,
    Pause,
    Play,
    PressClock,
    Resign,
    ResumeGame,
    Seal,
    SetClock,
    Side,
    Table,
    Tick,
    Touch,
    Warn,
    commitment,
    other,
)

if TYPE_CHECKING:
    from chuhe.cli.officiate_desk import Desk

__all__ = ["DEEDS"]

add_messages(
    {
        "desk.move_missing": N_("say which move"),
        "desk.reason": N_("an arbiter's decision needs a reason"),
        "desk.winner": N_("say who wins: red, black, draw or both (both lose); got '{text}'"),
        "desk.clock_gains": N_(
            "the clock shows {time} before the move, so it cannot show that much after it;"
            " to set it: clock SIDE TIME"
        ),
        "desk.no_clock": N_("this table has no clock: start with --time"),
        "desk.live": N_("the clocks run by themselves here: wait is for scripts and --by-hand"),
        "desk.not_sealed": N_("no sealed move lies here"),
        "desk.seal_differs": N_(
            "this move and this code do not fit the seal: look at both once more;"
            " if the paper says so: open wrong REASON"
        ),
        "desk.note": N_("say what is to be noted"),
        "desk.no_help": N_("there is no command '{text}': help lists them"),
        "desk.legal": N_("{text} is a legal move: it is no offence"),
        "desk.fen": N_("say the position as a FEN"),
        "desk.extra": N_("after {command}, '{text}' is not understood"),
        "desk.one_square": N_("one piece at a time is adjusted"),
    }
)

Deed = Callable[["Desk", Typed, str], list[Said]]

_TOGETHER = ("同时", "both")
_WITHOUT = ("without", "未经同意")
_AGREED = ("agreed", "经同意", "已同意")
_DENIED = ("no", "不", "不同意", "拒绝")
_WRONG = ("wrong", "有误")
_CLAIMS = ("", "limit", "自然限着", "repetition", "不变作和", "循环", "判和", "和棋")


def _side(typed: Typed) -> tuple[Side | None, str]:
    """The side that is named, before the command or after it, and what follows."""
    side, rest = take_side(typed.rest)
    return side or typed.side, rest


def _named(typed: Typed) -> tuple[Side, str]:
    """As `_side`, where a side must be named."""
    side, rest = _side(typed)
    if side is None:
        raise ParseError("desk.side")
    return side, rest


def _nothing_more(typed: Typed, rest: str) -> None:
    """That nothing follows: what is not understood is not passed over."""
    if rest:
        raise ParseError("desk.extra", {"command": typed.word.name, "text": rest[:40]})


def _only_side(typed: Typed) -> Side | None:
    """The side, where nothing else may be said."""
    side, rest = _side(typed)
    _nothing_more(typed, rest)
    return side


def _reading(text: str) -> tuple[str, float | None]:
    """A move, and what the clock showed after it: ``炮二平五 @1:29:30``."""
    move, sign, time = text.replace("＠", "@").partition("@")
    return move.strip(), parse_duration(time) if sign else None


# --- what the players do --------------------------------------------------------------


def _move(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    if not typed.rest:
        raise ParseError("desk.move_missing")
    words = split_moves(typed.rest)
    if len(words) > 1:
        try:  # one move with blanks in it, or several
            parse(desk.table.board, _reading(typed.rest)[0])
            words = [typed.rest]
        except NotationError:
            pass
        except ChuheError:
            words = [typed.rest]
    said: list[Said] = []
    for word in words or [typed.rest]:
        said += _one_move(desk, word, typed.side)
        if said and said[-1].kind == "refused":
            break
    return said


def _one_move(desk: "Desk", word: str, side: Side | None) -> list[Said]:
    text, reading = _reading(word)
    table = desk.table
    mover = table.turn
    try:
        move = parse(table.board, text)
    except IllegalMoveError as error:
        # A slip of the keyboard must not cost a player anything.
        words = _("{why}; if the player made it on the board: illegal {text}", why=error, text=text)
        return [refusal(error.code, error.facts, words)]
    if reading is not None:
        _let_clock_show(desk, mover, reading)
    said = desk.give(Play(ARBITER, table.ply, move.uci(), side), word)
    if reading is not None and desk.hand.pass_time is None and said[-1].kind != "refused":
        said += desk.give(SetClock(ARBITER, mover, reading), "")
    return said


def _let_clock_show(desk: "Desk", side: Side, reading: float) -> None:
    """Let so much time go by that the clock shows ``reading`` after the move."""
    table, now = desk.table, desk.hand.now()
    if table.clock is None or table.control is None:
        raise ParseError("desk.no_clock")
    seat = 0 if side == "red" else 1
    main = table.clock.read(seat, now).main
    if desk.hand.pass_time is None or main is None or table.clock.running != seat:
        return
    spent = main + table.control[seat].increment - reading
    if spent < 0:
        raise ParseError("desk.clock_gains", {"time": clock_words(table, side, now)})
    desk.hand.pass_time(spent)


def _illegal(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    """The player did it himself: the table punishes it, and the piece has been touched."""
    side, text = _side(typed)
    table = desk.table
    side = side or table.turn
    try:
        move = parse(table.board, text)
    except IllegalMoveError as error:
        uci = _uci(error.move)
        if uci is not None and side == table.turn:
            return desk.give(Play(table.seat(side).holder, table.ply, uci), line)
        said = desk.give(Foul(ARBITER, side, Offence.ILLEGAL_MOVE.value, text), line)
        return said + _touched_by(desk, side, text)
    if side != table.turn:
        return desk.give(Foul(ARBITER, side, Offence.TWO_MOVES.value, text), line)
    raise ParseError("desk.legal", {"text": move.uci()})


def _touched_by(desk: "Desk", side: Side, text: str) -> list[Said]:
    """The piece that 仕四进六 would move has been touched, wherever it was put."""
    table = desk.table
    if table.outcome is not None or side != table.turn:
        return []
    try:
        squares = find_squares(table.board, text[:2])
    except ChuheError:
        return []
    said = desk.give(Touch(ARBITER, tuple(squares), "in_turn", side), "")
    return [part for part in said if part.kind != "refused"]


def _uci(text: str) -> str | None:
    try:
        return Move.from_uci(text).uci()
    except ChuheError:
        return None


def _touch(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _side(typed)
    both = "+" in rest
    for word in _TOGETHER:
        both = both or word in rest
        rest = rest.replace(word, " ")
    squares = tuple(find_squares(desk.table.board, rest))
    return desk.give(Touch(ARBITER, squares, "both" if both else "in_turn", side), line)


def _adjust(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _side(typed)
    consent: bool | None = None
    for words, meaning in ((_WITHOUT, False), (_AGREED, True)):
        for word in words:
            if rest.endswith(word):
                rest, consent = rest.removesuffix(word).strip(), meaning
    squares = find_squares(desk.table.board, rest)
    if len(squares) != 1:
        raise ParseError("desk.one_square")
    return desk.give(Adjust(ARBITER, squares[0], consent, side), line)


def _consent(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _side(typed)
    denied = rest.lower() in _DENIED
    if not denied:
        _nothing_more(typed, rest)
    return desk.give(Consent(ARBITER, not denied, side), line)


def _offer(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side = _only_side(typed)
    if side is None:  # by the book: who has just moved, or whose clock runs
        table = desk.table
        after = rule_set(table.rules).draw_offer_when == "after_move"
        side = other(table.turn) if after and not table.unpressed else table.on_clock
    return desk.give(OfferDraw(ARBITER, side), line)


def _accept(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Accept(ARBITER, "draw", _only_side(typed)), line)


def _decline(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Decline(ARBITER, "draw", _only_side(typed)), line)


def _claim(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, kind = _side(typed)
    if kind.lower() not in _CLAIMS:
        _nothing_more(typed, kind)
    said = desk.give(ClaimDraw(ARBITER, side), line)
    untrue = any(part.data.get("event", {}).get("e") == "claim_rejected" for part in said)
    if untrue and (words := limit_words(desk.table)):
        said.append(Said("hint", [words]))
    return said


def _resign(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _named(typed)
    _nothing_more(typed, rest)
    return desk.give(Resign(ARBITER, side), line)


def _press(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(PressClock(ARBITER, _only_side(typed)), line)


def _call(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, reason = _side(typed)
    return desk.give(CallArbiter(ARBITER, reason, side or desk.table.turn), line)


# --- what the arbiter does ------------------------------------------------------------


def _foul(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _named(typed)
    offence, note = find_offence(rest)
    return desk.give(Foul(ARBITER, side, offence.value, note), line)


def _warn(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, note = _named(typed)
    return desk.give(Warn(ARBITER, side, note), line)


def _change(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, reason = _named(typed)
    return desk.give(OrderChange(ARBITER, side, reason), line)


def _flag(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    """Where the clocks run here, they are looked at; else the arbiter has seen it."""
    side, reason = _side(typed)
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
    side, rest = _named(typed)
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
    side, reason = _named(typed)
    reason = reason or usual_reason
    if not reason:
        raise ParseError("desk.reason")
    return desk.give(Declare(ARBITER, other(side), how.value, reason), line)


def _declare(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    winner, both, reason = _decided(typed)
    if not reason:
        raise ParseError("desk.reason")
    how = Termination.DECISION.value
    return desk.give(Declare(ARBITER, winner, how, reason, both_lose=both), line)


#: How a decision may be said, the longer words first.
_DECISIONS: Mapping[str, tuple[Side | None, bool]] = {
    "both": (None, True),
    "双方判负": (None, True),
    "双方负": (None, True),
    "draw": (None, False),
    "和棋": (None, False),
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
    return _standing(desk, desk.give(Correct(ARBITER, number, reason), line))


def _back(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    ply, reason = take_number(typed.rest)
    reason = reason or N_("an irregularity arose there")
    return _standing(desk, desk.give(GoBack(ARBITER, ply, reason), line))


def _undo(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    _nothing_more(typed, typed.rest)
    paused = desk.table.paused
    reason = N_("the move was entered wrongly")
    said = desk.give(GoBack(ARBITER, max(0, desk.table.ply - 1), reason), line)
    if desk.table.paused and not paused:
        said += desk.give(Continue(ARBITER), "")
    return said


def _setup(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    fen, reason = _fen(typed.rest)
    reason = reason or N_("the pieces had been set up wrongly")
    return _standing(desk, desk.give(CorrectSetup(ARBITER, fen, reason), line))


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


def _standing(desk: "Desk", said: list[Said]) -> list[Said]:
    """After a game was reopened its clocks stand: that must not be forgotten."""
    if said and said[-1].kind != "refused" and desk.table.outcome is None:
        said += [Said("hint", [line]) for line in standing_lines(desk.table)]
    return said


def _note(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    if not typed.rest:
        raise ParseError("desk.note")
    return desk.keep([Note(desk.hand.now(), typed.rest)], line)


# --- clocks and interruptions ---------------------------------------------------------


def _clock(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = _side(typed)
    if side is None and not rest:
        return shown(*clocks(desk.table, desk.hand.now()))
    if side is None:
        raise ParseError("desk.side")
    return desk.give(SetClock(ARBITER, side, parse_duration(rest)), line)


def _pause(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Pause(ARBITER, typed.rest), line)


def _continue(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    _nothing_more(typed, typed.rest)
    return desk.give(Continue(ARBITER), line)


def _adjourn(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Adjourn(ARBITER, typed.rest), line)


def _resume(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    _nothing_more(typed, typed.rest)
    return desk.give(ResumeGame(ARBITER), line)


def _seal(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, text = _side(typed)
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
    return _standing(desk, desk.give(OpenSealed(ARBITER, text, code), line))


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
DEEDS: Mapping[str, Deed] = {
    "move": _move,
    "illegal": _illegal,
    "touch": _touch,
    "adjust": _adjust,
    "consent": _consent,
    "offer": _offer,
    "accept": _accept,
    "decline": _decline,
    "claim": _claim,
    "resign": _resign,
    "press": _press,
    "call": _call,
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
    **LOOKS,
}
