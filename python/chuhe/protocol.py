"""What a game must offer to be played at a table: two small protocols.

Table, clock, server and store see only these, so a second game needs no change
in them. Seats are numbered from 0 in the order of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, Self

__all__ = ["GameKind", "Position"]


class Position(Protocol):
    """Where a game stands. Values: playing a move gives another position.

    Moves and places are texts, as they stand in messages and files.
    """

    @property
    def turn(self) -> int:
        """The seat to move."""

    def play(self, move: str, /) -> Self:
        """The position after a move.

        Raises:
            MoveError: it cannot be played, and why.
        """

    def legal(self) -> Mapping[str, Sequence[str]]:
        """Where each piece that can move may go: origin → targets."""

    def outcome(self) -> Sequence[float] | None:
        """A score for every seat, or None while the game goes on."""

    def retire(self, seat: int, cause: str, /) -> Self:
        """The position after a player is out: ``resigned``, or out of ``time``.

        Raises:
            MoveError: he is done already, or the game is over.
        """

    def text(self) -> str:
        """The position as a text from which ``GameKind.start`` makes it again."""


class GameKind(Protocol):
    """A game: what it is called, how many play it, how it starts."""

    @property
    def name(self) -> str:
        """Its name in messages and files: ``xiangqi``."""

    @property
    def seats(self) -> Sequence[int]:
        """How many may play it: ``(2,)`` for Xiangqi."""

    def start(self, text: str | None = None, seats: int = 2) -> Position:
        """A position to start from: that of the text, or the usual one.

        Raises:
            ParseError: the text is no position of this game.
        """
