"""What is asked of an engine and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from chuhe._core import Move
from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.pieces import Color

__all__ = [
    "STRONGEST",
    "WEAKEST",
    "Info",
    "Limit",
    "PlayResult",
    "Score",
    "StopSignal",
]

#: The level of a beginner.
WEAKEST = 1
#: The level of full strength.
STRONGEST = 10

add_messages(
    {
        "engine.not_started": N_("the engine '{name}' could not be started: {reason}"),
        "engine.died": N_("the engine '{name}' ended by itself (status {status}): {said}"),
        "engine.timeout": N_("the engine '{name}' did not answer '{command}' in {seconds} s"),
        "engine.no_protocol": N_(
            "the program '{name}' speaks none of UCI, UCCI and xboard; it said: {said}"
        ),
        "engine.not_xiangqi": N_("the engine '{name}' does not play Xiangqi: it answered '{move}'"),
        "engine.no_move": N_(
            "the engine '{name}' gave no move in a position with {count} legal moves"
        ),
        "engine.illegal_move": N_("the engine '{name}' played '{move}', which is not legal here"),
        "engine.no_option": N_("the engine '{name}' has no option '{option}'"),
        "engine.busy": N_("the engine '{name}' is searching already"),
        "engine.bad_option": N_("the option '{option}' of '{name}' cannot be '{value}'"),
        "engine.closed": N_("the engine '{name}' has been closed"),
        "engine.game_over": N_("there is no legal move here"),
        "engine.no_choice": N_("none of the moves '{name}' may choose from is legal here"),
        "engine.cannot_choose": N_("'{name}' cannot be told which moves to choose from"),
    }
)


class StopSignal(Protocol):
    """Anything that can be asked whether it is set, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search shall end."""
        ...


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: at the first of the limits that are given. None at all is no limit.

    Attributes:
        time: seconds for this move.
        depth: plies.
        nodes: positions looked at.
        mate: stop when a mate in so many moves is found.
        clocks: seconds left, by colour; the engine divides its own.
        increments: seconds added after each move, by colour.
        moves_to_go: moves until more time is added.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    clocks: dict[Color, float] | None = None
    increments: dict[Color, float] | None = None
    moves_to_go: int | None = None

    def most_seconds(self, turn: Color) -> float | None:
        """The time after which the side to move must have answered; None if nothing says."""
        if self.time is not None:
            return self.time
        if self.clocks is not None and turn in self.clocks:
            return self.clocks[turn]
        return None

    def is_endless(self) -> bool:
        """Whether the search ends only when it is stopped.

        >>> Limit().is_endless(), Limit(depth=3).is_endless()
        (True, False)
        """
        limits = (self.time, self.depth, self.nodes, self.mate, self.clocks)
        return all(limit is None for limit in limits)


@dataclass(frozen=True, slots=True)
class Score:
    """What a line is worth to the side to move: hundredths of a pawn, or a mate.

    Exactly one is set. ``mate`` counts moves; negative when being mated.

    >>> str(Score(cp=35)), str(Score(mate=-2)), Score(mate=3).value() > Score(cp=900).value()
    ('+0.35', '#-2', True)
    """

    cp: int | None = None
    mate: int | None = None

    def value(self) -> int:
        """One number to compare: mates count near ±30000."""
        if self.mate is None:
            return self.cp or 0
        return 30_001 - 2 * self.mate if self.mate > 0 else -30_000 - 2 * self.mate

    def __str__(self) -> str:
        return f"#{self.mate}" if self.mate is not None else f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Info:
    """One line an engine found.

    Attributes:
        depth: plies looked ahead.
        score: for the side to move.
        pv: the moves of the line, legal one after the other.
        line: 1 for the best line, 2 for the next …
        seldepth: the deepest ply reached, 0 if unknown.
        nodes: positions looked at so far.
        time: seconds so far.
    """

    depth: int
    score: Score
    pv: tuple[Move, ...]
    line: int = 1
    seldepth: int = 0
    nodes: int = 0
    time: float = 0.0

    @property
    def nps(self) -> int | None:
        """Positions a second so far; None where it is not known.

        >>> Info(3, Score(cp=1), (), nodes=500, time=0.25).nps
        2000
        """
        return round(self.nodes / self.time) if self.nodes and self.time else None


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move chosen.

    Attributes:
        move: legal in the position asked about.
        ponder: the reply expected, if any.
        info: the last line found, if the engine told of one.
        seconds: from the word to think to the answer of a program; None of the built-in engine.
    """

    move: Move
    ponder: Move | None = None
    info: Info | None = None
    seconds: float | None = None
