"""Set-ups: whatever somebody pastes as a position, what is wrong with it, and how it stands.

The reasons are those of `chuhe.Setup`, each with the squares it is about and whether it
forbids play altogether or only says that the position cannot arise.
"""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import unquote

from chuhe import Board, Color, Problem, Setup, square_name
from chuhe.errors import (
    ChuheError,
    FenError,
    IllegalMoveError,
    ParseError,
    add_messages,
    describe,
)
from chuhe.i18n import N_, _, plural
from chuhe.server import objects as o
from chuhe.server import setup_bodies as b

__all__ = ["look", "read", "unreadable"]

add_messages(
    {
        "setup.not_found": N_("no position is found in this text; paste a FEN"),
        "setup.move": N_("move {number} behind the position, {text}: {why}"),
        "setup.no_moves": N_("no moves can follow a position that cannot be played"),
        "setup.choice": N_("{name} may be {known}, not '{value}'"),
        "setup.many_moves": N_("there are more than {most} moves behind the position"),
    }
)

#: More moves than this behind a position are not played.
MOST_MOVES = 2000

_TAG = re.compile(r'\[\s*FEN\s+"([^"]*)"', re.IGNORECASE)
_IN_LINK = re.compile(r"[?&#]fen=([^&#\s]+)", re.IGNORECASE)
#: What engines are told before a position, and what one editor writes before its own.
_BEFORE = re.compile(r"(?:(?:position|fen|v1)[\s:=]+)*", re.IGNORECASE)
#: One blank is looked for, not all: runs of them would be tried from each of their places.
_MOVES = re.compile(r"\smoves\b", re.IGNORECASE)


def read(text: str) -> tuple[Setup, int]:
    """The set-up that a text means, and how many moves were played to reach it.

    Read are a FEN of any dialect and ``startpos``; either as engines are told it (UCI and
    UCCI): behind ``position`` or ``fen``, with ``moves …`` after it; a link with a FEN in it;
    and the FEN tag of a record.

    Raises:
        FenError: the text is no such thing.
        ParseError: a move behind the position cannot be played.

    >>> setup, moves = read("position startpos moves h2e2 h9g7")
    >>> setup.fen().split()[1], moves
    ('w', 2)
    >>> read("http://localhost:8000/#setup?fen=4k4/9/9/9/9/9/9/9/9/4K4_b")[0].fen()
    '4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1'
    """
    fen, moves = _parts(text)
    setup = Setup.start() if fen.lower() == "startpos" else Setup(fen)
    if not moves:
        return setup, 0
    if len(moves) > MOST_MOVES:
        raise ParseError("setup.many_moves", {"most": MOST_MOVES})
    if setup.barriers():
        raise ParseError("setup.no_moves", {})
    board = Board(setup.fen(), strict=False)
    for number, move in enumerate(moves, 1):
        try:
            board.push_uci(move.replace("-", "").lower())
        except (ParseError, IllegalMoveError) as error:
            raise _bad_move(number, move, error) from None
    return board.setup(), len(moves)


def _bad_move(number: int, move: str, error: ChuheError) -> ParseError:
    facts: dict[str, object] = {"number": number, "text": move[:20]}
    # The reason is said in the language of whoever reads it.
    return ParseError("setup.move", facts | {"why": _Said(error)})


class _Said:
    """A sentence within a sentence."""

    def __init__(self, error: ChuheError) -> None:
        self.error = error

    def __str__(self) -> str:
        return describe(self.error.code, self.error.facts)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _parts(text: str) -> tuple[str, list[str]]:
    """The FEN, or ``startpos``, and the moves in a text."""
    text = text.strip().strip("\"'`“”")
    if found := _TAG.search(text):
        return found[1], []
    if found := _IN_LINK.search(text):
        text = unquote(found[1]).replace("_", " ").replace("+", " ")
    before = _BEFORE.match(text)
    rest = text[before.end() :] if before else text
    fen, *tail = _MOVES.split(rest, maxsplit=1)
    fen = fen.strip()
    if fen.lower() != "startpos" and "/" not in fen.split(" ")[0]:
        raise FenError("setup.not_found" if fen else "fen.empty", {})
    return fen, tail[0].split() if tail else []


def look(setup: Setup, moves: int = 0) -> b.SetupView:
    """All there is to say of a set-up, which ``moves`` moves have led to.

    >>> view = look(Setup("4k4/9/9/9/9/9/9/9/9/4K4 w"))
    >>> view.playable, view.legal, [(r.code, r.squares, r.bars) for r in view.reasons]
    (True, False, [('setup.kings_face', ['e0', 'e9'], False)])
    """
    barriers = setup.barriers()
    reasons = [
        b.Reason(
            problem.code,
            o.text(problem.code, problem.facts),
            _squares(problem, setup),
            problem in barriers,
        )
        for problem in setup.problems()
    ]
    fen = setup.fen()
    standing = None if barriers else _standing(Board(fen, strict=False))
    return b.SetupView(fen, moves, None, reasons, not barriers, not reasons, standing)


def unreadable(error: ChuheError) -> b.SetupView:
    """The answer for a text that is no set-up."""
    facts = {name: str(value) for name, value in error.facts.items() if name != "why"}
    problem = o.Problem(error.code, o.text(error.code, error.facts), facts)
    return b.SetupView(None, 0, problem, [], False, False, None)


def _squares(problem: Problem, setup: Setup) -> list[str]:
    """Where on the board the reason is to be seen."""
    facts = {name: str(value) for name, value in problem.facts.items()}
    pieces = setup.piece_map()

    def of(color: str, role: str) -> list[str]:
        return [
            square_name(at)
            for at, p in sorted(pieces.items())
            if (p.color, p.role) == (color, role)
        ]

    match problem.code:
        case "setup.misplaced":
            return [facts["square"]]
        case "setup.too_many":
            return of(facts["color"], facts["role"])
        case "setup.pawns_doubled":
            home = "01234" if facts["color"] == Color.RED else "56789"
            pawns = of(facts["color"], "pawn")
            return [pawn for pawn in pawns if pawn[0] == facts["file"] and pawn[1] in home]
        case "setup.kings_face":
            return [facts["red"], facts["black"]]
        case "setup.opponent_in_check":
            return [facts["by"], *of(facts["color"], "king")]
    return []


def _standing(board: Board) -> b.Standing:
    mated, stalemated, check = board.is_checkmate(), board.is_stalemate(), board.is_check()
    moves = len(board.legal_moves)
    return b.Standing(
        turn="red" if board.turn is Color.RED else "black",
        state="checkmate" if mated else "stalemate" if stalemated else "check" if check else "free",
        text=o.both(partial(_said, board, moves)),
        moves=moves,
        king=square_name(board.king(board.turn)),
        checkers=[square_name(at) for at in board.checkers()],
        winnable=not board.is_insufficient_material(),
    )


def _said(board: Board, moves: int) -> str:
    """How the side to move stands, as a sentence."""
    side, checkers = _(str(board.turn)), board.checkers()
    if board.is_checkmate():
        return _("{side} is to move and is checkmated", side=side)
    if board.is_stalemate():
        return _("{side} is to move and has no legal move: stalemate, which loses", side=side)
    count = plural("{n} legal move", "{n} legal moves", moves)
    if checkers:
        return _(
            "{side} is to move and in check by the piece on {square}; {count}",
            side=side,
            square=_(", ").join(map(square_name, checkers)),
            count=count,
        )
    return _("{side} is to move; {count}", side=side, count=count)
