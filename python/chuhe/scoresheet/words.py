"""What happened at a table, in sentences of the current language.

>>> from chuhe.i18n import use_language
>>> from chuhe.table import Offered
>>> with use_language("en"):
...     event_words(Offered(at=0.0, kind="draw", side="red"), Board(), "club")
'Red offers a draw.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chuhe._core import Move, parse_square
from chuhe.arbiter import Arbiter, Replay
from chuhe.board import Board
from chuhe.clock_text import write_duration
from chuhe.errors import ChuheError
from chuhe.explain import Explanation, explain
from chuhe.explain.words import and_words, is_chinese, piece_words
from chuhe.explain.words import side as color_words
from chuhe.i18n import _, plural
from chuhe.notation import Style, write
from chuhe.pieces import Color
from chuhe.rules import Offence, Penalty, Termination, rule_set
from chuhe.scoresheet.verdict import verdict_words
from chuhe.table import (
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
    OfferClosed,
    Offered,
    Paused,
    Resumed,
    Sealed,
    SealedOpened,
    SetupCorrected,
    Side,
    TakenBack,
    Touched,
    Warned,
    WentBack,
)
from chuhe.touch import Duty

__all__ = [
    "board_explanation",
    "book_words",
    "clause_words",
    "ending_words",
    "event_words",
    "move_words",
    "side_words",
    "usual_style",
]

#: More moves than these are counted and not listed.
MOST_LISTED = 12


def side_words(side: Side) -> str:
    """A side as it is named in a sentence: Red, 红方."""
    return color_words(Color(side))


def usual_style() -> Style:
    """The notation of the current language: 中文, or WXF."""
    return Style.CHINESE if is_chinese() else Style.WXF


def move_words(board: Board, uci: str, style: str | None = None) -> str:
    """A move as it is written; one that cannot be played here is given back as it is."""
    try:
        return write(board, Move.from_uci(uci), style or usual_style())
    except ChuheError:
        return uci


def book_words(rules: str) -> str:
    """What a rule book is called; one of one's own with what is different in it.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     book_words("wxf"), book_words("club fouls_lose=3")
    ('World rules', 'house rules (club fouls_lose=3)')
    """
    book = rule_set(rules)
    title = _(book.title)
    return _("{words} ({note})", words=title, note=book.name) if " " in book.name else title


def clause_words(rules: str, of: Termination | Offence | str) -> str:
    """The sentence of a rule book by which something is ruled, with its article as far as known.

    Empty where the book has no such rule.
    """
    book = rule_set(rules)
    try:
        clause = book.clause(of)
    except KeyError:
        return ""
    if clause.article:
        return _(
            "{book}, {article}: {text}",
            book=_(book.title),
            article=clause.article,
            text=clause.text,
        )
    return _("{book}: {text}", book=_(book.title), text=clause.text)


def ending_words(ended: Ended, board: Board, rules: str) -> list[str]:
    """The end of a game: the verdict, the reason, the article, for a repetition every ply of it.

    Args:
        ended: the end.
        board: the position it came about in, with its moves.
        rules: the name of the rule book.
    """
    lines = [_("{outcome}.", outcome=verdict_words(ended))]
    if ended.reason and ended.termination != Termination.FOULS:  # the verdict says it
        lines.append(_("Reason: {reason}.", reason=note_words(ended.reason).rstrip(".。")))
    if (found := board_explanation(ended, board, rules)) is not None and found.ruling.cycle:
        return lines + found.text().splitlines()[1:]  # its title is the verdict again
    if clause := clause_words(rules, _applied(ended)):
        lines.append(_("By {clause}.", clause=clause.rstrip(".。")))
    return lines


def _applied(ended: Ended) -> Termination | Offence | str:
    """What the rule book is asked for: the clause that the end names, else its kind."""
    name = ended.article.partition(".")[2]
    if name in frozenset(Offence):
        return Offence(name)
    if name and name not in frozenset(Termination):
        return name
    return Termination(ended.termination)


def board_explanation(ended: Ended, board: Board, rules: str) -> Explanation | None:
    """The end explained from the moves, where the board itself shows it.

    Args and what is explained are those of `ending_words`.
    """
    # Not a replay: the game may have gone on after an earlier end was undone.
    arbiter = Arbiter(rules)
    ruling = arbiter.rule(board, claim=True)
    if ended.cause or ruling is None or ruling.termination != ended.termination:
        return None
    moves = tuple(move.uci() for move in board.move_stack)
    return explain(Replay(arbiter.rules, board.start_fen, moves, end=ruling), ruling)


def event_words(event: AnyEvent, board: Board, rules: str, touched: Sequence[str] = ()) -> str:
    """What happened, in a sentence; empty for what needs no words.

    Args:
        event: what happened.
        board: the position before it.
        rules: the name of the rule book.
        touched: the squares touched in this turn before it.
    """
    whose: Side | None = getattr(event, "side", None)
    side = side_words(whose) if whose else ""
    match event:
        case Touched(squares=()):
            return _("{side} has only brushed the pieces: that is no touching.", side=side)
        case Touched():
            new = [square for square in event.squares if square not in touched]
            pieces = _pieces(board, new or event.squares)
            return _("{side} touches {pieces}.", side=side, pieces=pieces)
        case Bound():
            return _bound(event, board, side)
        case Adjusted():
            piece = _pieces(board, [event.square])
            return {
                "asked": _("{side} asks to adjust {piece}.", side=side, piece=piece),
                "allowed": _("{side} adjusts {piece}, with consent.", side=side, piece=piece),
                "refused": _("{side} may not adjust {piece}.", side=side, piece=piece),
                "without": _("{side} adjusts {piece} without consent.", side=side, piece=piece),
            }[event.how]
        case Offered(kind="draw"):
            return _("{side} offers a draw.", side=side)
        case Offered():
            return _("{side} asks to take a move back.", side=side)
        case OfferClosed():
            return _closed(event, side)
        case ClockPressed():
            return _("{side} presses the clock.", side=side)
        case ArbiterCalled():
            return _with(_("{side} calls the arbiter", side=side), event.reason)
        case FoulGiven():
            return _foul(event, rules, side)
        case Warned():
            note = event.note
            if event.offence == Offence.LATE and note != note_words(note):
                note = note_words(note)
            elif event.offence:
                offence = Offence(event.offence).text
                note = _("{words} ({note})", words=offence, note=note) if note else offence
            return _numbered(event.id, _with(_("a warning to {side}", side=side), note))
        case ChangeOrdered():
            words = _("{side} must change; repeating once more loses", side=side)
            return _numbered(event.id, _with(words, event.reason))
        case ClaimRejected():
            return _with(_("{side}'s claim is untrue", side=side), event.reason)
        case Sealed():
            return _(
                "{side} seals a move; the seal is {seal}….", side=side, seal=event.commitment[:12]
            )
        case SealedOpened():
            move = move_words(board, event.move)
            if event.fault:
                return _with(
                    _("the sealed move of {side}, {move}, does not stand", side=side, move=move),
                    event.fault,
                )
            return _("The sealed move of {side} is {move}.", side=side, move=move)
        case Adjourned():
            return _with(_("the game is adjourned"), event.reason)
        case Resumed():
            return _("The game is resumed.")
        case Paused():
            return _with(_("the clocks are stopped"), event.reason)
        case Continued():
            return _("The clocks go on.")
        case ClockSet():
            return _("The turn begins anew on the clock.")
        case ClockAdjusted():
            return _(
                "{side}'s clock is set to {time}.", side=side, time=write_duration(event.seconds)
            )
        case WentBack() | TakenBack():
            return _back(event, board)
        case SetupCorrected():
            words = _("the board is set up anew")
            if struck := _moves_after(board, 0):
                words = _("{words}; struck out: {moves}", words=words, moves=" ".join(struck))
            return _with(words, event.reason)
        case Corrected():
            words = _("ruling {id} is undone", id=event.id)
            if event.reopens:
                words = _("{words}, and the game goes on", words=words)
            return _with(words, event.reason)
        case Ended():
            return _numbered(event.id, verdict_words(event))
        case _:
            return ""


def _pieces(board: Board, squares: Iterable[str]) -> str:
    """Pieces in words, each with its square."""
    pieces = board.piece_map()
    words = []
    for name in squares:
        square = parse_square(name)
        if square not in pieces:
            words.append(name)
        elif is_chinese():
            words.append(f"{piece_words(pieces, square)}（{name}）")
        else:
            words.append(
                _(
                    "the {color} {piece}",
                    color=_(str(pieces[square].color)),
                    piece=piece_words(pieces, square),
                )
            )
    return and_words(words)


def _bound(event: Bound, board: Board, side: str) -> str:
    if not event.moves and event.kind:
        return _("Nothing that was touched can be followed: {side} may play freely.", side=side)
    if not event.moves:
        return ""
    duty = Duty(event.kind).text if event.kind else ""
    words = [move_words(board, uci) for uci in event.moves[:MOST_LISTED]]
    rest = len(event.moves) - len(words)
    if rest:
        words.append(plural("{n} other", "{n} others", rest))
    if len(event.moves) == 1:
        return _with(_("{side} must play {moves}", side=side, moves=words[0]), duty)
    told = _("{side} must play one of: {moves}", side=side, moves=_(", ").join(words))
    if duty:
        told = _("{words} ({note})", words=told, note=duty)
    return _("{outcome}.", outcome=told)


def _closed(event: OfferClosed, side: str) -> str:
    if event.how == "lapsed":
        return _("The offer lapses.")
    if event.how == "accepted":
        return _("{side} accepts.", side=side)
    return _("{side} declines.", side=side)


def _foul(event: FoulGiven, rules: str, side: str) -> str:
    offence, penalty = Offence(event.offence), Penalty(event.penalty)
    words = _("{side}: {offence}", side=side, offence=offence.text)
    if event.note:
        words = _("{words} ({note})", words=words, note=event.note)
    book = rule_set(rules)
    if penalty.fouls and book.fouls_lose:
        words = _(
            "{words}: {penalty}, {count} of {most} that lose",
            words=words,
            penalty=penalty.text,
            count=event.count,
            most=book.fouls_lose,
        )
    else:
        words = _("{words}: {penalty}", words=words, penalty=penalty.text)
    if article := book.clause(offence).article:
        words = _("{words} ({note})", words=words, note=f"{_(book.title)} {article}")
    return _numbered(event.id, words)


def note_words(note: str) -> str:
    """A note in the current language: a text of the catalogues, minutes, or what somebody wrote.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     note_words("15′"), note_words("a word of his own")
    ('15 minutes late', 'a word of his own')
    """
    if note.endswith("′") and note[:-1].replace(".", "", 1).isdigit():
        return _("{n} minutes late", n=note[:-1])
    return _(note)


def _back(event: WentBack | TakenBack, board: Board) -> str:
    struck = _moves_after(board, event.ply)
    words = _("back to the position after {n} moves", n=event.ply)
    if not event.ply:
        words = _("back to the first position")
    if struck:
        words = _("{words}; struck out: {moves}", words=words, moves=" ".join(struck))
    if isinstance(event, WentBack) and event.reason:
        words = _("{words} ({note})", words=words, note=_(event.reason))
    return _with(words, "")


def _moves_after(board: Board, ply: int) -> Sequence[str]:
    board = board.copy()
    words = []
    while board.ply > ply:
        move = board.pop()
        words.append(write(board, move, usual_style()))
    return words[::-1]


def _with(words: str, note: str) -> str:
    """A sentence, with what is added to it."""
    words = words[:1].upper() + words[1:]
    if not note:
        return _("{outcome}.", outcome=words)
    return _("{words}: {note}.", words=words, note=note_words(note).rstrip(".。"))


def _numbered(number: int, words: str) -> str:
    """A ruling with the number by which it may be corrected; an old journal has none."""
    if not number:
        return _with(words, "")
    words = words.rstrip(".。")
    return _("Ruling {id}. {words}.", id=number, words=words[:1].upper() + words[1:])
