"""What the state of an event is made of: entrants, rounds, fouls, and the keys of results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chuhe.tournament import team_facts
from chuhe.tournament.bracket_games import Fixture
from chuhe.tournament.model import (
    Cell,
    EventError,
    Kind,
    Pairing,
    Reason,
    Score,
    Sheet,
)

__all__ = ["BYES", "PLAYED", "RESULTS", "TURNED", "Entrant", "Foul", "Round"]

#: Key of a result → what Red had, what Black had, whether it was played.
RESULTS: Mapping[str, tuple[Score, Score, bool]] = {
    "1": (Score.WIN, Score.LOSS, True),
    "0": (Score.LOSS, Score.WIN, True),
    "=": (Score.DRAW, Score.DRAW, True),
    "+": (Score.WIN, Score.LOSS, False),
    "-": (Score.LOSS, Score.WIN, False),
    "x": (Score.LOSS, Score.LOSS, False),
    "o": (Score.LOSS, Score.LOSS, True),
}

#: What Red had of a game over the board → its key.
PLAYED = {Score.WIN: "1", Score.DRAW: "=", Score.LOSS: "0"}

#: The key of a result → that of the same one with the colours the other way round; else as it is.
TURNED = {"1": "0", "0": "1", "+": "-", "-": "+"}

BYES = {"full": Kind.FULL_BYE, "half": Kind.HALF_BYE, "zero": Kind.ZERO_BYE}


@dataclass(slots=True)
class Entrant:
    """Somebody on the list of entries."""

    id: int
    """The place in the list, from 1; never changes."""
    name: str
    fields: dict[str, Any] = field(default_factory=dict)
    """What else is known: the fields of `chuhe.tournament.Player`."""
    number: int | None = None
    """The pairing number, once numbers are given."""
    present: bool = False
    byes: dict[int, Kind] = field(default_factory=dict)
    """Round → the bye agreed for it."""
    first: int = 1
    """The first round he may be paired in: a late entry has a later one."""
    gone: int | None = None
    """The first round he is not paired in any more."""
    annulled: bool = False
    """Round robin: withdrawn before half of his games, his results are struck out."""
    moved: int | None = None
    """From this round on he plays in another section."""
    paused: bool = False
    """Arena: not to be paired until he is back."""


@dataclass(slots=True)
class Round:
    """A round as it was paired, changed and played."""

    number: int
    boards: list[tuple[int, int | None]]
    """First mover and second, in the order of the boards; None for the bye."""
    out: dict[int, Kind]
    """Those not paired who have a bye of another kind."""
    reasons: tuple[Reason, ...] = ()
    results: dict[tuple[int, int], str] = field(default_factory=dict)
    """(first mover, second) → key of `RESULTS`."""
    published: str = ""
    """Empty, ``boards``, or ``results``: how much of it the players have seen."""
    lots: Mapping[str, object] | None = None
    """The record of the lots, if the round was drawn."""
    tables: dict[tuple[int, int], str] = field(default_factory=dict)
    """(first mover, second) → the table of a server where they play (`chuhe.tournament.tables`)."""
    games: dict[tuple[int, int, int], tuple[str, bool]] = field(default_factory=dict)
    """(first mover, second, number of the game) → its record as PGN, and whether the colours
    were the other way round in it (`chuhe.tournament.games`)."""
    fixtures: list[Fixture] = field(default_factory=list)
    """Knock-out: the match of each board, with its games."""
    corrected: set[tuple[int, int]] = field(default_factory=set)
    """Boards whose result was another one before, when the players could see it."""
    struck: set[int] = field(default_factory=set)
    """Round robin: whose boards were struck out later, and need no result."""
    team_matches: list[team_facts.TeamMatch] = field(default_factory=list)
    """Events of teams: the matches the boards belong to."""
    teams_out: dict[int, Kind] = field(default_factory=dict)
    """Events of teams: numbers of teams not paired that have a bye of another kind."""

    def two(self, board: int) -> tuple[int, int]:
        """The two players of a board.

        Raises:
            EventError: ``desk.no_board``; ``desk.bye_board``: nobody plays there.
        """
        if not 1 <= board <= len(self.boards):
            raise EventError("desk.no_board", {"board": board, "most": len(self.boards)})
        red, black = self.boards[board - 1]
        if black is None:
            raise EventError("desk.bye_board", {"board": board, "player": red})
        return red, black

    @property
    def missing(self) -> list[int]:
        """Boards without a result, counted from 1."""
        return [
            board
            for board, (red, black) in enumerate(self.boards, 1)
            if black is not None
            and (red, black) not in self.results
            and not self.struck & {red, black}
        ]

    def sheet(self) -> Sheet:
        """The round as a sheet, with its reasons."""
        return Sheet(self.number, tuple(Pairing(*board) for board in self.boards), self.reasons)

    def cells(self) -> dict[int, Cell]:
        """Who did what in the round."""
        cells = {number: Cell(kind=kind) for number, kind in self.out.items()}
        for red, black in self.boards:
            if self.struck & {red, black}:
                continue
            if black is None:
                # In an event of teams somebody is missing; elsewhere somebody is left over.
                won = Cell(score=Score.WIN, kind=Kind.FORFEIT)
                cells[red] = won if self.team_matches else Cell(kind=Kind.PAB)
                continue
            key = self.results.get((red, black))
            if key is None:
                cells[red] = Cell(black, "red", None, Kind.GAME)
                cells[black] = Cell(red, "black", None, Kind.GAME)
                continue
            first, second, played = RESULTS[key]
            kind = Kind.GAME if played else Kind.FORFEIT
            cells[red] = Cell(black, "red", first, kind)
            cells[black] = Cell(red, "black", second, kind)
        return cells


@dataclass(frozen=True, slots=True)
class Foul:
    """犯规 or a warning, in the ledger."""

    id: int
    round: int
    kind: str
    count: int
    """How many it counts as; 0 for a warning."""
    note: str = ""
