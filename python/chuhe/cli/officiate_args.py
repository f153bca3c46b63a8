"""What follows a command: sides, squares and pieces, offences, times, moves with numbers."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from chuhe._core import square_file, square_name, square_rank
from chuhe.board import Board
from chuhe.cli.officiate_words import SIDES, Typed
from chuhe.errors import ParseError, add_messages
from chuhe.explain.words import is_chinese
from chuhe.i18n import N_, use_language
from chuhe.pieces import BLACK, RED, Color, Piece, Role
from chuhe.rules import Offence
from chuhe.table import Side

__all__ = [
    "find_offence",
    "find_squares",
    "named_side",
    "nothing_more",
    "offence_lines",
    "only_side",
    "side_in",
    "split_moves",
    "take_number",
    "take_side",
]

add_messages(
    {
        "desk.side": N_("say which side: red or black"),
        "desk.extra": N_("after {command}, '{text}' is not understood"),
        "desk.number": N_("expected a number, got '{text}'"),
        "desk.square": N_("expected a square such as e3 or a piece such as 炮二, got '{text}'"),
        "desk.no_piece": N_("no piece '{text}' stands on the board"),
        "desk.which_piece": N_("'{text}' may be the one on {squares}: name the square"),
        "desk.offence": N_("no offence is called '{text}': help foul lists them"),
        "desk.which": N_("say which offence: help foul lists them"),
        "desk.which_offence": N_("'{text}' may be one of {known}"),
    }
)

#: What arbiters say for an offence, besides its name in the code and in both languages.
_ALSO: Mapping[str, Offence] = {
    "illegal": Offence.ILLEGAL_MOVE,
    "违例": Offence.ILLEGAL_MOVE,
    "违例着法": Offence.ILLEGAL_MOVE,
    "连走两着": Offence.TWO_MOVES,
    "多走一步": Offence.TWO_MOVES,
    "摸子不能走": Offence.TOUCH_CANNOT_MOVE,
    "摸子不能吃": Offence.TOUCH_CANNOT_TAKE,
    "摆子": Offence.ADJUST_WITHOUT_CONSENT,
    "申请不实": Offence.FALSE_CLAIM,
    "连续提和": Offence.REPEATED_OFFER,
    "干扰": Offence.DISTURBING,
    "漏记": Offence.MISSING_MOVES,
    "漏记八着": Offence.MISSING_MANY,
    "phone": Offence.PHONE_RINGS,
    "手机响": Offence.PHONE_RINGS,
    "铃响": Offence.PHONE_RINGS,
    "接电话": Offence.PHONE_ANSWERED,
    "clock": Offence.CLOCK_MISUSE,
    "按钟": Offence.CLOCK_MISUSE,
    "迟到": Offence.LATE,
    "不变着": Offence.REFUSES_CHANGE,
    "假和": Offence.DRAW_WITHOUT_PLAY,
    "违纪": Offence.MISCONDUCT,
}

_SQUARE = re.compile(r"[a-i][0-9]", re.IGNORECASE)
_PIECE = re.compile(
    r"([前中后後]?)([帅帥将將仕士相象马馬傌车車俥炮砲包兵卒])([一二三四五六七八九1-9]?)"
)
_ROLES: Mapping[str, Role] = {
    glyph: role
    for role, glyphs in (
        (Role.KING, "帅帥将將"),
        (Role.ADVISOR, "仕士"),
        (Role.ELEPHANT, "相象"),
        (Role.HORSE, "马馬傌"),
        (Role.ROOK, "车車俥"),
        (Role.CANNON, "炮砲包"),
        (Role.PAWN, "兵卒"),
    )
    for glyph in glyphs
}
_NUMERALS = "一二三四五六七八九"
#: A move's number as books print it: 1. or 12、 or 3...
_MOVE_NUMBER = re.compile(r"\d{1,4}\s*(?:\.{1,3}|、|…+)\s*")


def take_side(rest: str) -> tuple[Side | None, str]:
    """The side a text begins with, and what follows.

    >>> take_side("红 手机响"), take_side("h2e2"), take_side("黑方")
    (('red', '手机响'), (None, 'h2e2'), ('black', ''))
    """
    first, *others = rest.split(maxsplit=1) or [""]
    side = SIDES.get(first.lower())
    if side is None:
        return None, rest
    return side, others[0] if others else ""


def side_in(typed: Typed) -> tuple[Side | None, str]:
    """The side that is named, before the command or after it, and what follows."""
    side, rest = take_side(typed.rest)
    return side or typed.side, rest


def named_side(typed: Typed) -> tuple[Side, str]:
    """As `side_in`, where a side must be named."""
    side, rest = side_in(typed)
    if side is None:
        raise ParseError("desk.side")
    return side, rest


def nothing_more(typed: Typed, rest: str) -> None:
    """That nothing follows: what is not understood is not passed over."""
    if rest:
        raise ParseError("desk.extra", {"command": typed.word.names()[0], "text": rest[:40]})


def only_side(typed: Typed) -> Side | None:
    """The side, where nothing else may be said."""
    side, rest = side_in(typed)
    nothing_more(typed, rest)
    return side


def take_number(rest: str) -> tuple[int, str]:
    """The number a text begins with, and what follows.

    Raises:
        ParseError: ``desk.number``.

    >>> take_number("12 错摆")
    (12, '错摆')
    """
    first, *others = rest.split(maxsplit=1) or [""]
    plain = unicodedata.normalize("NFKC", first).strip("#.")
    if not (plain.isascii() and plain.isdigit() and len(plain) < 7):
        raise ParseError("desk.number", {"text": first[:40]})
    return int(plain), others[0] if others else ""


def find_squares(board: Board, text: str) -> list[str]:
    """The squares of the pieces that a text names: by square, or in Chinese by piece and file.

    The digits tell whose piece it is: 炮二 is Red's, 马8 Black's; without digits it is of
    the side to move.

    Raises:
        ParseError: ``desk.square``, ``desk.no_piece``, ``desk.which_piece``.

    >>> find_squares(Board(), "e3 马8"), find_squares(Board(), "炮二+b9")
    (['e3', 'h9'], ['h2', 'b9'])
    """
    words = re.split(r"[\s+，,、]+", text.strip())
    return [_square(board, word) for word in words if word]


def _square(board: Board, text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    if _SQUARE.fullmatch(plain):
        return plain.lower()
    found = _PIECE.fullmatch(plain)
    if not found:
        raise ParseError("desk.square", {"text": text[:40]})
    place, glyph, number = found.groups()
    color = board.turn if not number else RED if number in _NUMERALS else BLACK
    squares = [
        square
        for square, piece in board.piece_map().items()
        if piece == Piece(_ROLES[glyph], color) and (not number or _file(square, color) == number)
    ]
    squares.sort(key=square_rank, reverse=color is RED)
    if place and len(squares) > 1:
        squares = [squares[{"前": 0, "中": len(squares) // 2}.get(place, -1)]]
    if not squares:
        raise ParseError("desk.no_piece", {"text": text[:40]})
    if len(squares) > 1:
        names = ", ".join(square_name(square) for square in squares)
        raise ParseError("desk.which_piece", {"text": text[:40], "squares": names})
    return square_name(squares[0])


def _file(square: int, color: Color) -> str:
    file = square_file(square)
    return _NUMERALS[8 - file] if color is RED else str(file + 1)


def find_offence(text: str) -> tuple[Offence, str]:
    """The offence a text begins with, and the note that follows.

    Its name, a beginning of it that no other has, or its words in either language.

    Raises:
        ParseError: ``desk.which``, ``desk.offence``, ``desk.which_offence``.

    >>> find_offence("illegal_move h0h3"), find_offence("手机响")
    ((<Offence.ILLEGAL_MOVE: 'illegal_move'>, 'h0h3'), (<Offence.PHONE_RINGS: 'phone_rings'>, ''))
    """
    if not text:
        raise ParseError("desk.which")
    for name, offence in _names():
        after = text[len(name) : len(name) + 1]
        if text.lower().startswith(name.lower()) and not (name.isascii() and after.isalnum()):
            return offence, text[len(name) :].strip(" :：,，")
    first, *others = text.split(maxsplit=1) or [""]
    note = others[0] if others else ""
    start = first.lower().replace("-", "_")
    known = [offence for offence in Offence if start and offence.value.startswith(start)]
    if len(known) == 1:
        return known[0], note
    if known:
        names = ", ".join(offence.value for offence in known)
        raise ParseError("desk.which_offence", {"text": first[:40], "known": names})
    raise ParseError("desk.offence", {"text": first[:40]})


def _names() -> Sequence[tuple[str, Offence]]:
    """All that offences are called, the longest first."""
    names = [(offence.value, offence) for offence in Offence] + list(_ALSO.items())
    for tag in ("en", "zh-Hans"):
        with use_language(tag):
            names += [(offence.text, offence) for offence in Offence]
    return sorted(names, key=lambda pair: -len(pair[0]))


def offence_lines() -> list[str]:
    """Every offence with its name to be typed, a line each."""
    pairs = [(offence.value, offence.text) for offence in Offence]
    return ["  ".join(pair[::-1] if is_chinese() else pair) for pair in pairs]


def split_moves(text: str) -> list[str]:
    """The moves of a line as books print it.

    >>> split_moves("1. 炮二平五 马8进7 2.马二进三")
    ['炮二平五', '马8进7', '马二进三']
    >>> split_moves("1. h2e2 @1:29:30 h9g7")
    ['h2e2 @1:29:30', 'h9g7']
    """
    moves: list[str] = []
    for word in _MOVE_NUMBER.sub(" ", text).split():
        if word.startswith(("@", "＠")) and moves:
            moves[-1] += f" {word}"
        else:
            moves.append(word)
    return moves
