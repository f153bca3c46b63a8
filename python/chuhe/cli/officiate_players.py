"""What the players do, as the arbiter enters it: each command as it is given to the table."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from chuhe._core import Move
from chuhe.cli.officiate_args import (
    find_squares,
    named_side,
    nothing_more,
    only_side,
    side_in,
    split_moves,
)
from chuhe.cli.officiate_looks import bound_lines, limit_words, repetition_words
from chuhe.cli.officiate_said import ARBITER, Said, refusal, refused, shown
from chuhe.cli.officiate_words import Typed
from chuhe.clock_text import parse_duration
from chuhe.errors import (
    ChuheError,
    IllegalMoveError,
    NotationError,
    ParseError,
    add_messages,
    describe,
)
from chuhe.i18n import N_, _
from chuhe.notation import parse
from chuhe.rules import Offence, rule_set
from chuhe.scoresheet import clock_words
from chuhe.table import (
    Accept,
    Adjust,
    CallArbiter,
    ClaimDraw,
    Consent,
    Decline,
    Foul,
    OfferDraw,
    Play,
    PressClock,
    Resign,
    SetClock,
    Side,
    Touch,
    other,
)

if TYPE_CHECKING:
    from chuhe.cli.officiate_desk import Desk

__all__ = ["PLAYERS", "Deed"]

add_messages(
    {
        "desk.move_missing": N_("say which move"),
        "desk.clock_gains": N_(
            "the clock shows {time} before the move, so it cannot show that much after it;"
            " to set it: clock SIDE TIME"
        ),
        "desk.no_clock": N_("this table has no clock: start with --time"),
        "desk.legal": N_("{text} is a legal move: it is no offence"),
        "desk.one_square": N_("one piece at a time is adjusted"),
    }
)

Deed = Callable[["Desk", Typed, str], list[Said]]

_TOGETHER = ("同时", "both")
_WITHOUT = ("without", "未经同意")
_AGREED = ("agreed", "经同意", "已同意")
_DENIED = ("no", "不", "不同意", "拒绝")
_CLAIMS: Mapping[str, Literal["", "limit", "repetition"]] = {
    "": "",
    "判和": "",
    "和棋": "",
    "limit": "limit",
    "自然限着": "limit",
    "repetition": "repetition",
    "不变作和": "repetition",
    "循环": "repetition",
}
#: The arbiter finds that it was no touching: an obvious brush.
_NO_TOUCH = ("none", "不算", "无")


def _reading(text: str) -> tuple[str, float | None]:
    """A move, and what the clock showed after it: ``炮二平五 @1:29:30``."""
    move, sign, time = text.replace("＠", "@").partition("@")
    return move.strip(), parse_duration(time) if sign else None


# --- what the players do --------------------------------------------------------------


def _move(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    if not typed.rest:
        raise ParseError("desk.move_missing")
    if desk.table.outcome is not None:
        return desk.give(Play(ARBITER, desk.table.ply, ""), line)
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
        try:
            said += _one_move(desk, word, typed.side)
        except (ChuheError, OSError) as error:  # what was played before it is told all the same
            said.append(refused(error))
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
        why = str(error).replace(error.move, text)
        words = _("{why}; if the player made it on the board: illegal {text}", why=why, text=text)
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
    shown = table.clock.read(seat, now)
    main = shown.move if shown.main is None else shown.main
    if desk.hand.pass_time is None or main is None or table.clock.running != seat:
        return
    added = 0.0 if table.press_clock else table.control[seat].increment  # else with the press
    spent = main + added - reading
    if spent < 0:
        raise ParseError("desk.clock_gains", {"time": clock_words(table, side, now)})
    desk.hand.pass_time(spent)


def _illegal(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    """The player did it himself: the table punishes it, and the piece has been touched."""
    side, text = side_in(typed)
    if not text:
        raise ParseError("desk.move_missing")
    table = desk.table
    side = side or table.turn
    try:
        parse(table.board, text)
    except IllegalMoveError as error:
        uci = _uci(error.move)
        if uci is not None and side == table.turn:
            said = desk.give(Play(table.seat(side).holder, table.ply, uci), line, text)
            if said[-1].data.get("code") == "illegal_move":  # the book has no penalty for it
                words = [str(error).replace(error.move, text), describe("no_penalty", {})]
                return [refusal("no_penalty", {}, _("; ").join(words))]
            return said
        said = desk.give(Foul(ARBITER, side, Offence.ILLEGAL_MOVE.value, text), line)
        return said + _touched_by(desk, side, text)
    if side != table.turn:
        return desk.give(Foul(ARBITER, side, Offence.TWO_MOVES.value, text), line)
    raise ParseError("desk.legal", {"text": text})


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
    side, rest = side_in(typed)
    if rest.lower() in _NO_TOUCH:
        return desk.give(Touch(ARBITER, (), side=side), line)
    both = "+" in rest
    for word in _TOGETHER:
        both = both or word in rest
        rest = rest.replace(word, " ")
    squares = tuple(find_squares(desk.table.board, rest))
    if not squares:
        raise ParseError("touch_what")
    said = desk.give(Touch(ARBITER, squares, "both" if both else "in_turn", side), line)
    return said or shown(*bound_lines(desk.table))  # touched already


def _adjust(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = side_in(typed)
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
    side, rest = side_in(typed)
    denied = rest.lower() in _DENIED
    if not denied:
        nothing_more(typed, rest)
    return desk.give(Consent(ARBITER, not denied, side), line)


def _offer(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side = only_side(typed)
    if side is None:  # by the book: who has just moved, or whose clock runs
        table = desk.table
        after = rule_set(table.rules).draw_offer_when == "after_move"
        side = other(table.turn) if after and not table.unpressed else table.on_clock
    return desk.give(OfferDraw(ARBITER, side), line)


def _accept(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Accept(ARBITER, "draw", only_side(typed)), line)


def _decline(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(Decline(ARBITER, "draw", only_side(typed)), line)


def _claim(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, kind = side_in(typed)
    if kind.lower() not in _CLAIMS:
        nothing_more(typed, kind)
    of = _CLAIMS.get(kind.lower(), "")
    said = desk.give(ClaimDraw(ARBITER, side, of), line)
    untrue = any(part.data.get("event", {}).get("e") == "claim_rejected" for part in said)
    if untrue and of != "repetition" and (words := limit_words(desk.table)):
        said.append(Said("hint", [words]))
    if untrue and of != "limit":
        said.append(Said("hint", [repetition_words(desk.table)]))
    return said


def _resign(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, rest = named_side(typed)
    nothing_more(typed, rest)
    return desk.give(Resign(ARBITER, side), line)


def _press(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    return desk.give(PressClock(ARBITER, only_side(typed)), line)


def _call(desk: "Desk", typed: Typed, line: str) -> list[Said]:
    side, reason = side_in(typed)
    return desk.give(CallArbiter(ARBITER, reason, side or desk.table.turn), line)


#: Every command by its name.
PLAYERS: Mapping[str, Deed] = {
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
}
