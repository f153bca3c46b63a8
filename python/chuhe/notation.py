"""Moves in words: 中文, WXF, ICCS, UCI, SAN — read any of them, write each of them.

>>> import chuhe
>>> board = chuhe.Board()
>>> move = parse(board, "炮二平五")
>>> move
Move.from_uci('h2e2')
>>> write(board, move, Style.WXF), write(board, move, Style.CHINESE_TRADITIONAL)
('C2=5', '炮二平五')
>>> all(parse(board, text) == move for text in ("包２平５", "C2.5", "H2-E2", "h3e3", "Che2"))
True

What the reader takes:

* **中文** in simplified and traditional glyphs, digits of any kind for both
  sides, 上 and 下, the piece first (炮前平三) or last, pawns by 前 中 后 or
  一 to 五. Two files with two or more pawns each: numbered through from the
  mover's right (三兵进一, the computer standard of xqbase), or place and file
  (前七进一, 前兵七进一, 二卒7平6, the older custom), or plain 前兵 where only
  one can go.
* **WXF**: ``C2=5`` ``C2.5`` ``c2.5`` ``C25``, tandems ``C+=1`` ``+C=1``, pawns
  ``P+`` ``P3`` ``P-``, ``++`` ``--``, ``3+`` ``33`` ``3-`` by the Federation's
  rules, ``17+1`` (first pawn of file 7) as Fairy-Stockfish writes, ``Pa`` to
  ``Pe`` as ElephantEye writes; E or B, H or N.
* **Coordinates** with ranks from 0 (``h2e2`` ``H2-E2``) or from 1 (``h3e3``
  ``a10a9``).
* **SAN** such as ``Che2`` ``Hxe5+``, ranks from 0 or from 1.

All moves a text may mean are gathered, and the legal ones kept. If several
remain, the notation's own rules come first (numbering through before the
older custom, the Federation before Fairy-Stockfish, ranks from 0 before ranks
from 1); if they do not decide, the text is ambiguous. `read` tells what else
was possible, and a ``hint`` — the style the record is known to be in — settles
it beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from chuhe import _core
from chuhe._core import Move
from chuhe.errors import MoveError, NotationError, add_messages
from chuhe.i18n import N_

if TYPE_CHECKING:
    from chuhe.board import Board

__all__ = [
    "Line",
    "Reading",
    "Style",
    "all_notations",
    "parse",
    "parse_batch",
    "parse_line",
    "read",
    "write",
    "write_batch",
    "write_line",
]


class Style(StrEnum):
    """A notation to write, or to expect when reading.

    The two Chinese conventions differ only where four or five pawns share a
    file, or two files hold two or more each.
    """

    #: 炮二平五; pawns of two doubled files numbered through: 三兵进一.
    CHINESE = "zh"
    #: 馬8進7; likewise.
    CHINESE_TRADITIONAL = "zh-hant"
    #: 炮二平五; pawns of two doubled files by place and file: 前七进一.
    CHINESE_BY_FILE = "zh-b"
    #: 馬8進7; likewise.
    CHINESE_TRADITIONAL_BY_FILE = "zh-hant-b"
    #: C2=5, as the World Xiangqi Federation has it.
    WXF = "wxf"
    #: C2=5, with crowded pawns as place and file, 17+1, as Fairy-Stockfish has it.
    WXF_DIGITS = "wxf-digits"
    #: H2-E2.
    ICCS = "iccs"
    #: h2e2, ranks 0 to 9.
    UCI = "uci"
    #: h3e3, ranks 1 to 10.
    UCI10 = "uci10"
    #: Che2, ranks 0 to 9.
    SAN = "san"
    #: Che3, ranks 1 to 10.
    SAN10 = "san10"


#: Where a line starts: a board as it stands, a FEN, or None for the start of a game.
Start: TypeAlias = "Board | str | None"


class Reading(NamedTuple):
    """What a text means."""

    #: The move.
    move: Move
    #: Other legal moves the text could have meant; empty unless only a
    #: convention decided.
    others: list[Move]


class Line(NamedTuple):
    """What a line of texts means."""

    #: The moves, as far as they could be read.
    moves: list[Move]
    #: What is wrong with the text after them, None if nothing is.
    error: MoveError | NotationError | None


def parse(board: Board, text: str, hint: str | None = None) -> Move:
    """The legal move that ``text`` names, in whatever notation.

    Args:
        board: the position it is to be played in.
        text: one move. Blanks in it and marks such as ``+`` ``!`` after it
            do not matter.
        hint: the `Style` of the record, if it is known.

    Raises:
        NotationError: the text is not a move in any notation.
        IllegalMoveError: it is one, but not legal here; the message says why.
        AmbiguousMoveError: several legal moves fit; ``candidates`` names them.
        ValueError: no style has the name ``hint``.

    >>> import chuhe
    >>> from chuhe.i18n import use_language
    >>> board = chuhe.Board()
    >>> for text in ("马八进七", "马八进六", "马八平七", "将相和"):
    ...     with use_language("en"):
    ...         try:
    ...             print(parse(board, text))
    ...         except ValueError as error:
    ...             print(type(error).__name__, error)
    b0c2
    IllegalMoveError b0d1 is not legal here: the horse's leg is blocked at c0
    IllegalMoveError 马八平七 is not legal here: the horse never moves sideways
    NotationError character 3 of '将相和' belongs to no notation: '和'
    """
    return _core.parse_move(board, text, hint)


def read(board: Board, text: str, hint: str | None = None) -> Reading:
    """As `parse`, and tell whether only a convention decided.

    >>> import chuhe
    >>> board = chuhe.Board("3k5/9/9/3P1P3/3P1P3/9/9/9/9/4K4 w - - 0 1")
    >>> read(board, "一兵平五")      # the first of all; the first of the other file could, too
    Reading(move=Move.from_uci('f6e6'), others=[Move.from_uci('d6e6')])
    """
    return Reading(*_core.read_move(board, text, hint))


def write(board: Board, move: Move, style: str = Style.CHINESE) -> str:
    """A legal move in words.

    Raises:
        IllegalMoveError: the move is not legal on this board.
        ValueError: there is no such style.

    >>> import chuhe
    >>> board = chuhe.Board("3k5/9/9/2P3P2/2P3P2/9/9/9/9/4K4 w - - 0 1")
    >>> move = Move.from_uci("c6c7")
    >>> [write(board, move, style) for style in ("zh", "zh-b", "wxf", "wxf-digits")]
    ['三兵进一', '前七进一', '7++1', '17+1']
    """
    return _core.write_move(board, move, style)


def all_notations(board: Board, move: Move) -> dict[str, str]:
    """A legal move in every style: name of the style → text.

    Raises:
        IllegalMoveError: the move is not legal on this board.

    >>> import chuhe
    >>> texts = all_notations(chuhe.Board(), Move.from_uci("b0c2"))
    >>> texts["zh"], texts["wxf"], texts["iccs"], texts["uci10"], texts["san"]
    ('马八进七', 'H8+7', 'B0-C2', 'b1c3', 'Hc2')
    """
    return _core.write_all(board, move)


def parse_line(start: Start, texts: Sequence[str], hint: str | None = None) -> list[Move]:
    """The moves of a line of texts, one after the other from ``start``.

    A line counts ranks in one way: if its coordinates or SAN may be counted
    from 0 or from 1, the whole line decides.

    Args:
        start: a board as it stands, a FEN, or None for the start of a game.
        texts: the moves, in any notations.
        hint: the `Style` of the record, if it is known.

    Raises:
        NotationError, IllegalMoveError, AmbiguousMoveError: as `parse`, for the
            first text that gives no move; ``facts["ply"]`` says which, from 1.
        FenError, SetupError: ``start`` is no position.

    >>> [move.uci() for move in parse_line(None, ["炮二平五", "马8进7", "H2+3"])]
    ['h2e2', 'h9g7', 'h0g2']
    >>> parse_line(None, ["炮二平五", "马8进8"])    # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    chuhe.errors.IllegalMoveError: ...
    """
    ((moves, error),) = _core.parse_batch([(start, texts)], hint)
    if error is not None:
        raise error
    return moves


def write_line(start: Start, moves: Sequence[Move], style: str = Style.CHINESE) -> list[str]:
    """A line of moves in words, one text a move.

    Raises:
        IllegalMoveError: a move is not legal in its place; ``facts["ply"]``
            says which, from 1.
        FenError, SetupError: ``start`` is no position.

    >>> write_line(None, parse_line(None, ["h2e2", "h9g7", "h0g2"]))
    ['炮二平五', '马8进7', '马二进三']
    """
    return _core.write_batch([(start, moves)], style)[0]


def parse_batch(
    lines: Iterable[tuple[Start, Sequence[str]]], hint: str | None = None
) -> list[Line]:
    """Many lines at once, on all cores and without Python's lock.

    Each line is a start and its texts, as for `parse_line`. A line with an
    error does not stop the others: it gives what came before and the error.

    >>> good, bad = parse_batch([(None, ["炮二平五", "马8进7"]), (None, ["炮二平五", "马8进8"])])
    >>> good.moves, good.error
    ([Move.from_uci('h2e2'), Move.from_uci('h9g7')], None)
    >>> len(bad.moves), bad.error.code, bad.error.facts["ply"]
    (1, 'notation.file_out_of_reach', '2')
    """
    return [Line(*line) for line in _core.parse_batch(lines, hint)]


def write_batch(
    lines: Iterable[tuple[Start, Sequence[Move]]], style: str = Style.CHINESE
) -> list[list[str]]:
    """Many lines at once in words, on all cores and without Python's lock.

    Raises:
        IllegalMoveError: as `write_line`, for the first line that has one.

    >>> write_batch([(None, [Move.from_uci("h2e2")]), (None, [Move.from_uci("c3c4")])], "wxf")
    [['C2=5'], ['P7+1']]
    """
    return _core.write_batch(lines, style)


add_messages(
    {
        "notation.not_a_move": N_("'{text}' is not a move in any notation known here"),
        "notation.bad_character": N_(
            "character {at} of '{text}' belongs to no notation: '{character}'"
        ),
        "notation.none_on_file": N_("{color} has no {role} on file {file}"),
        "notation.none_left": N_("{color} has no {role}"),
        "notation.no_tandem": N_(
            "no file holds so many of the kind ({role}) that front, rear or a number tells"
            " them apart"
        ),
        "notation.off_board": N_("the {role} would leave the board"),
        "notation.sideways": N_("the {role} never moves sideways"),
        "notation.file_out_of_reach": N_("the {role} does not get to file {file} in one move"),
        "notation.ambiguous": N_("'{text}' fits several legal moves: {candidates}"),
    }
)
