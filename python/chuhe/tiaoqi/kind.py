"""跳棋 as a `chuhe.protocol.GameKind`."""

from __future__ import annotations

from collections.abc import Sequence

from chuhe.protocol import GameKind
from chuhe.tiaoqi.position import Position, from_text, start
from chuhe.tiaoqi.rules import Rules

__all__ = ["KIND", "Tiaoqi"]


class Tiaoqi:
    """跳棋 under some rules.

    >>> KIND.name, KIND.seats, KIND.start(seats=4).turn
    ('tiaoqi', (2, 3, 4, 5, 6), 0)
    """

    name = "tiaoqi"
    seats: Sequence[int] = (2, 3, 4, 5, 6)

    def __init__(self, rules: Rules | str = "equidistant", *, pieces: int = 10) -> None:
        self.rules, self.pieces = rules, pieces

    def start(self, text: str | None = None, seats: int = 2) -> Position:
        """A position to start from: that of the text, or the usual one.

        Raises:
            ParseError: the text is no position of 跳棋.
        """
        if text is None:
            return start(self.rules, seats=seats, pieces=self.pieces)
        return from_text(text, self.rules)


KIND: GameKind = Tiaoqi()
