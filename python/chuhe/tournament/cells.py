"""What a player did in one round, and what it is worth in whole **tenths** of a point.

>>> Points.of("2:1:0").cell(Cell(2, "red", Score.WIN, Kind.GAME))
20
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from chuhe.errors import ChuheError

__all__ = ["EMPTY", "Cell", "EventError", "Kind", "Points", "Score", "Side", "tenths"]


Side = Literal["red", "black"]


class Score(StrEnum):
    """What a player had of a round, seen from that player."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def reverse(self) -> Score:
        """The same game seen from the other side."""
        return _REVERSE[self]


_REVERSE = {Score.WIN: Score.LOSS, Score.DRAW: Score.DRAW, Score.LOSS: Score.WIN}


class Kind(StrEnum):
    """How a player spent a round."""

    GAME = "game"
    """Paired and played, or still playing while there is no score."""
    FORFEIT = "forfeit"
    """Paired and not played: a win or a loss without play."""
    PAB = "pab"
    """The bye of the pairing: nobody was left to play."""
    FULL_BYE = "full_bye"
    """A bye the organiser gave, worth a win."""
    HALF_BYE = "half_bye"
    """A bye the player asked for, worth a draw."""
    ZERO_BYE = "zero_bye"
    """A bye the player asked for, worth nothing; also a withdrawal."""
    UNPAIRED = "unpaired"
    """Nothing is recorded: not yet in the event, absent without a word, or still to be paired."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one round."""

    opponent: int | None = None
    """Pairing number; None without one."""
    side: Side | None = None
    """None where nobody sat opposite and no side was drawn."""
    score: Score | None = None
    """None while the game is not finished, and where a bye's kind says it all."""
    kind: Kind = Kind.UNPAIRED
    rated: bool = True
    """False for a game that was begun but counts for no rating (``W D L`` in a TRF)."""

    @property
    def played(self) -> bool:
        """Whether a game was played to its end here, over the board."""
        return self.kind is Kind.GAME and self.score is not None

    @property
    def paired(self) -> bool:
        """Whether the pairing of the round gave this: an opponent, or its bye."""
        return self.opponent is not None or self.kind is Kind.PAB


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Points:
    """What a round is worth, in tenths.

    ``black_win`` and the two after it are given where the second mover's games
    are worth something else, as some Chinese events have it; None where not.

    >>> Points.of("2:1:0").draw, Points.of("3:1:0:3:2:0").game("black", Score.DRAW)
    (10, 20)
    >>> Points().cell(Cell(kind=Kind.HALF_BYE))
    5
    """

    win: int = 10
    draw: int = 5
    loss: int = 0
    pab: int = 10
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    black_win: int | None = None
    black_draw: int | None = None
    black_loss: int | None = None

    def __post_init__(self) -> None:
        for name in ("win", "draw", "loss"):
            if getattr(self, f"black_{name}") == getattr(self, name):
                object.__setattr__(self, f"black_{name}", None)

    @classmethod
    def of(cls, text: str) -> Points:
        """Points from ``win:draw:loss``, or those of the first and then of the second mover.

        Byes and forfeits follow: a bye is worth a win, half a bye a draw.

        Raises:
            EventError: ``event.points``: not three or six numbers with at most one decimal.
        """
        try:
            values = [tenths(part) for part in text.split(":")]
        except ValueError:
            values = []
        if len(values) not in (3, 6):
            raise EventError("event.points", {"text": text})
        win, draw, loss = values[:3]
        black: list[int] | list[None] = values[3:] or [None] * 3
        return cls(
            win=win,
            draw=draw,
            loss=loss,
            pab=win,
            full_bye=win,
            half_bye=draw,
            zero_bye=0,
            forfeit_win=win,
            forfeit_loss=loss,
            black_win=black[0],
            black_draw=black[1],
            black_loss=black[2],
        )

    def game(self, side: Side | None, score: Score) -> int:
        """What a game over the board is worth to the player of this side."""
        other: Mapping[Score, int | None] = (
            {Score.WIN: self.black_win, Score.DRAW: self.black_draw, Score.LOSS: self.black_loss}
            if side == "black"
            else {}
        )
        own = other.get(score)
        if own is not None:
            return own
        return {Score.WIN: self.win, Score.DRAW: self.draw, Score.LOSS: self.loss}[score]

    def cell(self, cell: Cell) -> int:
        """What a round is worth; 0 while it is not decided."""
        match cell.kind:
            case Kind.GAME:
                return self.game(cell.side, cell.score) if cell.score else 0
            case Kind.FORFEIT if cell.score is Score.WIN:
                return self.forfeit_win
            case Kind.FORFEIT if cell.score is Score.DRAW:
                return self.draw
            case Kind.FORFEIT:
                return self.forfeit_loss
            case Kind.PAB:
                return self.pab
            case Kind.FULL_BYE:
                return self.full_bye
            case Kind.HALF_BYE:
                return self.half_bye
            case _:
                return self.zero_bye


class EventError(ChuheError, ValueError):
    """Something that cannot be in this event: no such player, a game nobody was paired for."""


def tenths(text: str) -> int:
    """A number with at most one decimal, in tenths.

    Raises:
        ValueError: it is not one.

    >>> tenths("1.5"), tenths("2"), tenths("½")
    (15, 20, 5)
    """
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise ValueError(text)
    whole, part, half = found.groups()
    return int(whole or 0) * 10 + (5 if half else int(part or 0))


_NUMBER = re.compile(r"(?=.)([0-9]{0,6})(?:[.,]([0-9])0*|(½))?", re.ASCII)
