"""The boards of an event as its desk sees them: done at the desk, off the loop.

`chuhe.server.event_boards` has these carried out by `Events.work`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chuhe.server import objects as o
from chuhe.tournament.director import Director
from chuhe.tournament.model import EventError
from chuhe.tournament.state import Entrant, Round, State
from chuhe.tournament.state_parts import TURNED

__all__ = ["EventTable", "Place", "entered", "places", "round_of"]


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of an event that may still have something to tell."""

    table_id: str
    event: str
    section: str
    round: int
    red: int
    """The number of the first mover at the table: in a later game of a match it may be the other."""
    black: int

    @property
    def pairs(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two of which one is the board of the round."""
        return (self.red, self.black), (self.black, self.red)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player plays, by the file."""

    number: int
    section: str
    round: int
    board: int
    side: o.Side | None
    opponent: int | None
    name: str
    team: str
    table: str | None
    result: str | None


def round_of(desk: Director, number: int | None) -> tuple[State, Round]:
    """The section of the desk, and a round of it; None: the last one.

    Raises:
        EventError: ``director.round``, ``director.no_rounds``.
    """
    state = desk.state
    return state, state.round(len(state.rounds) if number is None else number)


def places(desk: Director, id: int) -> tuple[str, Entrant, list[Place]]:
    """The name of the event, a player, and his boards in the last published rounds.

    Raises:
        EventError: ``boards.bad_link``: there is no such player any more.
    """
    whole = desk.whole
    if id not in whole.entrants:
        raise EventError("boards.bad_link")
    parts = {"": whole, **whole.sections}
    found = (_place(name, state, id) for name, state in parts.items())
    here = [place for place in found if place is not None]
    return str(whole.rules.get("name", "")), whole.entrants[id], here


def _place(section: str, state: State, id: int) -> Place | None:
    """His board in the last published round, or in one before where he still plays."""
    number = next((n for n, one in state.by_number.items() if one == id), None)
    last = max((round.number for round in state.rounds if round.published), default=0)
    if number is None or not last:
        return None
    shown = state.rounds[:last]
    playing = [
        round
        for round in shown
        if any(number in round.boards[board - 1] for board in round.missing)
    ]
    this = (playing or shown)[-1]
    for board, (red, black) in enumerate(this.boards, 1):
        if number not in (red, black):
            continue
        if black is None:
            break
        other = state.entrant(black if number == red else red)
        return Place(
            number,
            section,
            this.number,
            board,
            "red" if number == red else "black",
            other.number,
            other.name,
            str(other.fields.get("team", "")),
            this.tables.get((red, black)),
            this.results.get((red, black)),
        )
    return Place(number, section, this.number, 0, None, None, "", "", None, None)


def entered(desk: Director, rows: Iterable[EventTable]) -> list[tuple[EventTable, str]]:
    """Of these tables those whose result somebody else has entered."""
    state, found = desk.state, []
    for row in rows:
        if row.round > len(state.rounds):
            continue
        this = state.rounds[row.round - 1]
        for pair in row.pairs:
            key = this.results.get(pair)
            if key is not None and this.tables.get(pair) == row.table_id:
                found.append((row, key if pair == row.pairs[0] else TURNED.get(key, key)))
    return found
