"""The board: a position with its history."""

from __future__ import annotations

from chuhe import _core
from chuhe.pieces import Piece
from chuhe.rules import Outcome, RuleSet, Termination, rule_set
from chuhe.svg import board_svg

__all__ = ["START_FEN", "Board"]

START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
"""The position every full game starts from."""


class Board(_core.Board):
    """A position with its history.

    Moves are pushed and popped; what can be played, what gives check and how
    the game stands is asked of it. Those who know python-chess find the same
    names.

    Args:
        fen: the position to start from, in any dialect of FEN; the start of a
            full game if left out.

    Raises:
        FenError: the text is no FEN.
        SetupError: the pieces can never stand so; all reasons are given.

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
    >>> board.pop() == Move.from_uci("h2e2")
    True
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

    def unicode(self, *, flipped: bool = False) -> str:
        """The board as the characters on the pieces, with the river.

        >>> print(Board().unicode())
        車馬象士將士象馬車
        ＋＋＋＋＋＋＋＋＋
        ＋砲＋＋＋＋＋砲＋
        卒＋卒＋卒＋卒＋卒
        ＋＋＋＋＋＋＋＋＋
        楚河　　　漢界
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
        return "\n".join([*rows[:5], "　楚河　　　漢界", *rows[5:]])

    def svg(
        self,
        *,
        flipped: bool = False,
        arrows: tuple[tuple[int, int], ...] = (),
        size: int = 480,
    ) -> str:
        """The board as a picture, the last move and a king in check marked.

        Args:
            flipped: whether Black sits at the bottom.
            arrows: pairs of squares to draw an arrow between.
            size: the width in pixels.

        >>> Board().svg()[:4]
        '<svg'
        """
        last = self.move_stack[-1] if self.ply else None
        return board_svg(
            self.piece_map(),
            last=(last.from_square, last.to_square) if last else None,
            check=self.king(self.turn) if self.is_check() else None,
            arrows=arrows,
            flipped=flipped,
            size=size,
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def _glyph(piece: Piece | None) -> str:
    return piece.glyph if piece else "＋"
