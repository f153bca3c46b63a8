"""What an event on a file asks of a pairing system.

A `System` is a row of a table (`chuhe.tournament.desk.TABLE`): what the system
does otherwise than the rest.  A module ``desk_<system>`` makes one each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chuhe.i18n import N_
from chuhe.tournament.bracket_tree import Tree
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Reason, Sheet
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import Entrant, Round, State

__all__ = ["Boards", "Entered", "Gone", "Paired", "System", "flags"]

Boards = list[tuple[int, int | None]]
Entered = tuple[list[Fact], list[Reason]]
"""Facts to be logged, and what the arbiter is told."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as a system pairs it."""

    sheet: Sheet
    facts: Mapping[str, Any] = field(default_factory=dict)
    """More of the fact ``pair``: results known beforehand, the record of the lots …"""


@dataclass(frozen=True, slots=True)
class Gone:
    """What a withdrawal means beyond not being paired any more."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    """More of the fact ``withdraw``."""
    facts: Sequence[Fact] = ()
    """What is logged with it, such as the forfeit of an open board."""
    notes: Sequence[Reason] = ()


@dataclass(frozen=True, slots=True)
class System:
    """A pairing system on the file of an event."""

    checked: Callable[[Mapping[str, object]], dict[str, object]]
    """The options, each known and of the right kind, else an `EventError` or `PairingError`."""
    pair: Callable[[State, Event, int], Paired]
    """A round; all earlier ones have their results. Raises `PairingError`."""
    breaks: Callable[[State, Event, Fact, Boards], list[Reason]] = lambda *_: []
    """What a change by hand breaks: the state before, its event, the fact ``change``, its new
    boards."""
    plain_breaks: bool = True
    """Whether a new board is also held against what holds for most systems: met before,
    points, colours, a second bye."""
    rounds: Callable[[State, int], int] | None = None
    """How many rounds so many players need; None where the organiser says it."""
    open_end: bool = False
    """Whether the organiser need not say how many rounds there are."""
    late: bool = False
    """Whether somebody may come in after the numbers were given."""
    withdrawn: Callable[[State, Entrant, int], Gone] | None = None
    """What it means that somebody withdraws from a round on."""
    results: Callable[[State, Round, Sequence[tuple[int, str]], str], Entered] | None = None
    """Board and key as typed, and the reason, where a board is more than one game."""
    standings: Callable[[State, int | None], Standings] | None = None
    """The table after a round, where places are not a matter of points."""
    why_place: Callable[[State, int, int | None], list[Reason]] | None = None
    """Why a player has his place after a round, beside the figures of the table."""
    points: str = "2:1:0"
    """What a result is worth where nothing is said."""
    tiebreaks: str = ""
    """The tie-breaks where none are named, as `chuhe.tournament.standings.named_list`."""
    draws: bool = True
    """Whether a board may end in a draw."""
    idle: str = N_("absent")
    """What a round without a game is called on a player's card."""
    timed: Callable[[State, str], None] | None = None
    """Raises a `PairingError` if at this time no further round may be paired; the rounds are
    logged with their time."""
    waves: bool = False
    """Whether whoever is free may be paired while others still play."""
    tree: Callable[[State], Tree] | None = None
    """The bracket, where there is one to be drawn."""
    bracket: bool = False
    """Whether the numbers are places in a bracket: a final takes them crosswise."""
    knock_out: bool = False
    """Whether who loses is out: who has no game in a round need not be listed."""
    all_meet: bool = False
    """Whether everybody meets everybody: the cross table is by opponents."""
    byes: bool = True
    """Whether a bye may be agreed for a round to come."""
    teams: bool = False
    """Whether teams are paired and a board belongs to a match."""
    numbered: Callable[[State, str, str], Entered] | None = None
    """How numbers are given, and the seed, where they are not those of players alone."""
    swapped: Callable[[State, int, int], dict[str, Any]] | None = None
    """The fact ``change`` of two numbers in each other's places, where they are not players'."""
    turned: Callable[[State, int], dict[str, Any]] | None = None
    """The same with colours exchanged."""
    joined: Callable[[State, int, int], dict[str, Any]] | None = None
    """The same with two more who meet."""


def flags(
    system: str, kinds: Mapping[str, type], options: Mapping[str, object]
) -> dict[str, object]:
    """Options that are told by their type alone.

    Raises:
        EventError: ``desk.option``.
    """
    for name, value in options.items():
        if type(value) is not kinds.get(name):
            known = " ".join(kinds)
            raise EventError("desk.option", {"name": name, "system": system, "known": known})
    return dict(options)
