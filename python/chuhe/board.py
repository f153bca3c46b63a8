"""The board: a position with its history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from chuhe import _core
from chuhe._core import Move
from chuhe.pieces import Piece
from chuhe.rules import Outcome, RuleSet, Termination, rule_set

if TYPE_CHECKING:
    from chuhe.svg import Arrow, Circle, Coordinates, Glyphs

__all__ = ["START_FEN", "Board", "is_start"]

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
"""The position every full game starts from."""


def is_start(fen: str) -> bool:
    """Whether a FEN is `START_FEN`, whatever its counters.

    >>> is_start(START_FEN), is_start("3k5/4P4/9/9/9/9/9/9/9/4K4 w")
    (True, False)
    """
    return fen.split()[:2] == START_FEN.split()[:2]


class Board(_core.Board):
    """A position with its history.

    Moves are pushed and popped; what can be played, what gives check and how
    the game stands is asked of it. Those who know python-chess find the same
    names.

    Args:
        fen: the position to start from, in any dialect of FEN; the start of a
            full game if left out.
        strict: whether only positions are taken that can arise in a game. Old
            books have a pawn too many, or the wrong side to move; without
            ``strict`` moves can be tried there too.

    Raises:
        FenError: the text is no FEN.
        SetupError: the pieces can never stand so, or, if not ``strict``, a side
            has not one king; all reasons are given.

    Two boards are equal if their pieces, the side to move and the counters
    are; how they came about does not matter. Boards are independent: each may
    be used in a thread of its own.

    >>> board = Board()
    >>> board.push_uci("h2e2")
    Move.from_uci('h2e2')
    >>> print(board)
    r n b a k a b n r
    . . . . . . . . .
    . c . . . . . c .
    p . p . p . p . p
    . . . . . . . . .
    . . . . . . . . .
    P . P . P . P . P
    . C . . C . . . .
    . . . . . . . . .
    R N B A K A B N R
    >>> board.pop().uci()
    'h2e2'
    """

    __slots__ = ()

    def judge(
        self, rules: str | RuleSet = "club", *, claim: bool = False
    ) -> _core.Judgement | None:
        """The end that stands on the board now, with its evidence.

        Args:
            rules: a rule book or its name.
            claim: whether a player claims: some ends do not come by themselves.

        Returns:
            None while the game goes on.

        Raises:
            ParseError: no rule book has this name.

        >>> board = Board("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
        >>> for text in ["i8i9", "e9e8", "i9i8", "e8e9"] * 2:
        ...     _ = board.push_uci(text)
        >>> judgement = board.judge()
        >>> judgement.termination, judgement.cycle, judgement.evidence[0]
        ('perpetual_check', (1, 8), (1, 'check'))
        """
        return _core.judge(self, rule_set(rules).core, claim)

    def outcome(self, rules: str | RuleSet = "club", *, claim: bool = False) -> Outcome | None:
        """How the game has ended under a rule book, or None while it goes on.

        Args and errors are those of `judge`.

        >>> Board("3k5/4P4/9/9/9/9/9/9/9/4K4 b").outcome()
        Outcome(winner=<Color.RED: 'red'>, termination=<Termination.STALEMATE: 'stalemate'>)
        >>> old = Board("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 120 90")
        >>> old.outcome() is None, old.outcome(claim=True).termination.value
        (True, 'natural_limit')
        """
        found = self.judge(rules, claim=claim)
        return found and Outcome(found.winner, Termination(found.termination))

    def is_game_over(self, rules: str | RuleSet = "club", *, claim: bool = False) -> bool:
        """Whether the game has ended under a rule book; args and errors as `judge`."""
        return self.outcome(rules, claim=claim) is not None

    def result(self, rules: str | RuleSet = "club", *, claim: bool = False) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on; args as `judge`.

        >>> Board().result(), Board("3k5/4P4/9/9/9/9/9/9/9/4K4 b").result()
        ('*', '1-0')
        """
        outcome = self.outcome(rules, claim=claim)
        return outcome.result() if outcome else "*"

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any notation: 中文, WXF, ICCS, UCI.

        Raises:
            NotationError: the text is no move in any notation.
            IllegalMoveError: it cannot be played here, and why.
            AmbiguousMoveError: several legal moves fit.

        >>> Board().parse("炮二平五"), Board().parse("H2+3"), Board().parse("h2-e2")
        (Move.from_uci('h2e2'), Move.from_uci('h0g2'), Move.from_uci('h2e2'))
        """
        return _core.parse_move(self, text)

    def push_text(self, text: str) -> Move:
        """Play the move that a text means in any notation, and return it.

        Raises:
            NotationError, IllegalMoveError, AmbiguousMoveError: as `parse`; the
                board is unchanged.
        """
        move = self.parse(text)
        self.push(move)
        return move

    def push_chinese(self, text: str) -> Move:
        """Play a move in Chinese notation, and return it; other notations are read too.

        Raises:
            NotationError, IllegalMoveError, AmbiguousMoveError: as `parse`; the
                board is unchanged.

        >>> board = Board()
        >>> board.push_chinese("炮二平五")
        Move.from_uci('h2e2')
        >>> board.push_chinese("马8进7").uci()
        'h9g7'
        """
        return self.push_text(text)

    def chinese(self, move: Move, *, traditional: bool = False) -> str:
        """A legal move in Chinese notation.

        Raises:
            IllegalMoveError: it cannot be played here.

        >>> board = Board()
        >>> board.chinese(board.parse_uci("h2e2")), board.wxf(board.parse_uci("h2e2"))
        ('炮二平五', 'C2=5')
        """
        return _core.write_move(self, move, "zh-hant" if traditional else "zh")

    def wxf(self, move: Move) -> str:
        """A legal move as the World Xiangqi Federation writes it: ``C2=5``.

        Raises:
            IllegalMoveError: it cannot be played here.
        """
        return _core.write_move(self, move, "wxf")

    def iccs(self, move: Move) -> str:
        """A legal move as ``H2-E2``.

        Raises:
            IllegalMoveError: it cannot be played here.
        """
        return _core.write_move(self, move, "iccs")

    def unicode(self, *, flipped: bool = False) -> str:
        """The board as the characters on the pieces, with the river.

        >>> print(Board().unicode())
        車馬象士將士象馬車
        ＋＋＋＋＋＋＋＋＋
        ＋砲＋＋＋＋＋砲＋
        卒＋卒＋卒＋卒＋卒
        ＋＋＋＋＋＋＋＋＋
        ・楚河・・・漢界・
        ＋＋＋＋＋＋＋＋＋
        兵＋兵＋兵＋兵＋兵
        ＋炮＋＋＋＋＋炮＋
        ＋＋＋＋＋＋＋＋＋
        俥傌相仕帥仕相傌俥
        """
        pieces = self.piece_map()
        rows = [
            "".join(_glyph(pieces.get(9 * rank + file)) for file in range(9)) for rank in range(10)
        ]
        if not flipped:
            rows.reverse()
        else:
            rows = [row[::-1] for row in rows]
        return "\n".join([*rows[:5], "・楚河・・・漢界・", *rows[5:]])

    def svg(
        self,
        *,
        flipped: bool = False,
        arrows: Iterable[Arrow] = (),
        circles: Iterable[Circle] = (),
        size: int = 480,
        theme: str = "wood",
        glyphs: Glyphs = "zh",
        coordinates: Coordinates = "numerals",
    ) -> str:
        """The board as a picture, the last move and a king in check marked.

        Args:
            flipped: whether Black sits at the bottom.
            arrows: pairs of squares to draw an arrow between, with a colour if wanted.
            circles: squares to draw a ring around, likewise.
            size: the width in pixels.
            theme: ``wood``, ``paper`` or ``dark``.
            glyphs: on the pieces: ``zh``, ``letters`` or ``both``.
            coordinates: around the board: ``numerals``, ``squares`` or ``none``.

        Raises:
            ParseError: there is no such theme or colour.

        >>> Board().svg(theme="paper", arrows=[(25, 22, "blue")])[:4]
        '<svg'
        """
        from chuhe.svg import board_svg  # only who wants a picture waits for the outlines

        last = self.move_stack[-1] if self.ply else None
        return board_svg(
            self.piece_map(),
            last=(last.from_square, last.to_square) if last else None,
            check=self.king(self.turn) if self.is_check() else None,
            arrows=arrows,
            circles=circles,
            flipped=flipped,
            size=size,
            theme=theme,
            glyphs=glyphs,
            coordinates=coordinates,
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def _glyph(piece: Piece | None) -> str:
    return piece.glyph if piece else "＋"
