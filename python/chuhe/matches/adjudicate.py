"""Ending a game early where nobody doubts how it will end.

Only what the engines say of the position counts, and it must hold for some time.

>>> from chuhe.engines import Score
>>> judge = Adjudicator(resign=Resign(moves=2, score=500))
>>> for said in (10, -520, 480, -510):   # Red, Black, Red, Black: each from its own side
...     verdict = judge.note(Score(cp=said))
>>> verdict                              # Black has said it twice in a row, and Red once
>>> judge.note(Score(cp=530)), judge.note(Score(cp=-600))
(None, None)
>>> judge.note(Score(cp=620))            # now both, twice: Black resigns
1
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from chuhe.engines import Score

__all__ = ["Adjudicator", "DrawRule", "Resign"]


class Resign(msgspec.Struct, frozen=True):
    """A side resigns for which all is lost.

    Attributes:
        moves: so many moves in a row it must say so.
        score: hundredths of a pawn it must be behind by.
        both: whether the other side must say as much.
    """

    moves: int = 4
    score: int = 800
    both: bool = True


class DrawRule(msgspec.Struct, frozen=True):
    """A game is drawn in which nothing happens.

    Attributes:
        after: not before so many moves of each side.
        moves: so many moves in a row both sides must say so.
        score: hundredths of a pawn neither may be ahead by.
    """

    after: int = 60
    moves: int = 10
    score: int = 10


@dataclass
class Adjudicator:
    """Follows what the engines say of one game, from its first searched move on.

    Attributes:
        resign: when a side resigns; None: never.
        draw: when a draw is agreed; None: never.
        plies: moves made before the engines began, which count for `DrawRule.after`.
    """

    resign: Resign | None = None
    draw: DrawRule | None = None
    plies: int = 0
    #: How many moves in a row the side on turn, the other one, called itself lost, won, level.
    _lost: list[int] = field(default_factory=lambda: [0, 0])
    _won: list[int] = field(default_factory=lambda: [0, 0])
    _level: list[int] = field(default_factory=lambda: [0, 0])
    _mover: int = 0

    def note(self, score: Score | None) -> int | None:
        """Take in what the mover says of its position, seen from its side.

        Returns:
            None: the game goes on; 0: it is drawn; 1: the mover has won; -1: it resigns.
        """
        mover, self._mover = self._mover, 1 - self._mover
        self.plies += 1
        value = None if score is None else score.value()
        self._count(mover, value)
        if self.resign is not None:
            moves, both = self.resign.moves, self.resign.both
            for side in (mover, 1 - mover):
                told = self._lost[side] >= moves
                if told and (not both or self._won[1 - side] >= moves):
                    return -1 if side == mover else 1
        if self.draw is not None and self.plies >= 2 * self.draw.after:
            return 0 if min(self._level) >= self.draw.moves else None
        return None

    def _count(self, mover: int, value: int | None) -> None:
        def go_on(counts: list[int], holds: bool) -> None:
            counts[mover] = counts[mover] + 1 if holds else 0

        if self.resign is not None:
            go_on(self._lost, value is not None and value <= -self.resign.score)
            go_on(self._won, value is not None and value >= self.resign.score)
        if self.draw is not None:
            go_on(self._level, value is not None and abs(value) <= self.draw.score)
