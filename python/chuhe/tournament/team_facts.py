"""What the log of an event says of teams, and how the state takes it.

==================  ==========================================================
fact                what it says
==================  ==========================================================
``teams``           teams with their players in the order of the boards
``line_up``         who sits where for a team in a round
``team_bye``        that a team is not paired in a round to come
``team_withdraw``   that a team is gone from a round on
``team_return``     that it is back from a round on
``team_late``       that a team came in after numbers were given
==================  ==========================================================

``number`` tells in ``teams`` the order of the teams, ``pair`` and ``change`` in
``matches`` who meets whom and who sits where.  Facts name players and teams by
their place in the list of entries, and those of a round by their numbers, as
all facts of the log do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chuhe.i18n import N_
from chuhe.tournament.model import Kind

__all__ = [
    "APPLY",
    "WORDS",
    "TeamEntry",
    "TeamMatch",
    "boards_of",
    "matches_of",
    "numbered",
    "outs_of",
    "to_fact",
]

SeatFact = tuple[int | None, int | None, bool]
"""Numbers of the home team's and of the other team's player, whether the former moves first."""

_BYES = {"full": Kind.FULL_BYE, "half": Kind.HALF_BYE, "zero": Kind.ZERO_BYE}


@dataclass(slots=True)
class TeamEntry:
    """A team in the list of teams."""

    id: int
    """The place in the list, from 1; never changes."""
    name: str
    members: list[int]
    """Ids of the players in the order of the boards, reserves last."""
    unit: str = ""
    number: int | None = None
    """By which the systems know it, once numbers are given."""
    byes: dict[int, Kind] = field(default_factory=dict)
    """Round → the bye agreed for it."""
    gone: int | None = None
    """The first round it is not paired in any more."""
    annulled: bool = False
    """Round robin: withdrawn before half of its matches, its results are struck out."""


@dataclass(slots=True)
class TeamMatch:
    """A match of a round."""

    home: int
    """Numbers of teams."""
    away: int | None
    """None: the bye."""
    seats: list[SeatFact] = field(default_factory=list)

    def boards(self) -> list[tuple[int, int | None]]:
        """The boards where somebody sits, as a round has them."""
        found: list[tuple[int, int | None]] = []
        for home, away, home_first in self.seats:
            red, black = (home, away) if home_first else (away, home)
            one, two = (black, None) if red is None else (red, black)
            if one is not None:
                found.append((one, two))
        return found


def boards_of(matches: Iterable[TeamMatch]) -> list[tuple[int, int | None]]:
    """The boards of a round, match by match.

    >>> boards_of([TeamMatch(1, 2, [(1, 5, True), (None, 6, False), (None, None, True)])])
    [(1, 5), (6, None)]
    """
    return [board for match in matches for board in match.boards()]


def to_fact(matches: Iterable[TeamMatch]) -> list[dict[str, Any]]:
    """Matches as the log has them."""
    return [
        {"home": match.home, "away": match.away, "seats": [list(seat) for seat in match.seats]}
        for match in matches
    ]


def matches_of(state: Any, fact: Any) -> list[TeamMatch]:
    """The matches of a fact ``pair`` or ``change``; none in other events.

    Raises:
        KeyError, TypeError, ValueError: they cannot be.
    """
    matches = [
        TeamMatch(
            match["home"],
            match["away"],
            [(home, away, bool(first)) for home, away, first in match["seats"]],
        )
        for match in fact.get("matches", ())
    ]
    met = [n for match in matches for n in (match.home, match.away) if n is not None]
    if len(set(met)) != len(met) or not state.by_team.keys() >= set(met):
        raise ValueError("matches")
    if matches and boards_of(matches) != [(red, black) for red, black in fact["boards"]]:
        raise ValueError("matches and boards")
    return matches


def outs_of(fact: Any) -> dict[int, Kind]:
    """Teams not paired that have a bye of another kind."""
    return {int(team): Kind(kind) for team, kind in fact.get("teams_out", {}).items()}


def numbered(state: Any, fact: Any) -> None:
    """Give the teams the numbers of a fact ``number``."""
    for team in state.teams.values():
        team.number = None
    state.by_team = dict(enumerate(fact.get("teams", ()), 1))
    for number, id in state.by_team.items():
        state.teams[id].number = number


# ------------------------------------------------------------ facts


def _teams(state: Any, fact: Any) -> None:
    for team in fact["teams"]:
        members = [state.entrants[id].id for id in team["players"]]
        known = state.teams.get(team["id"])
        if known is None:
            if team["id"] != len(state.teams) + 1:
                raise ValueError(team["id"])
            state.teams[team["id"]] = TeamEntry(
                team["id"], team["name"], members, team.get("unit", "")
            )
        else:
            known.name, known.members = team["name"], members
            known.unit = team.get("unit", "")
    everybody = [id for team in state.teams.values() for id in team.members]
    if len(set(everybody)) != len(everybody):
        raise ValueError("twice")


def _line_up(state: Any, fact: Any) -> None:
    team = state.teams[fact["team"]]
    players = tuple(None if id is None else state.entrants[id].id for id in fact["players"])
    state.line_ups[fact["round"], team.id] = players
    if "seats" in fact:
        round = state.rounds[fact["round"] - 1]
        match = next(m for m in round.team_matches if team.number in (m.home, m.away))
        match.seats = [(home, away, bool(first)) for home, away, first in fact["seats"]]
        round.boards = state._boards({"boards": boards_of(round.team_matches)})
        left = set(round.boards)
        round.results = {board: key for board, key in round.results.items() if board in left}


def _bye(state: Any, fact: Any) -> None:
    team = state.teams[fact["team"]]
    if fact["kind"] is None:
        team.byes.pop(fact["round"], None)
    else:
        team.byes[fact["round"]] = _BYES[fact["kind"]]


def _withdraw(state: Any, fact: Any) -> None:
    team = state.teams[fact["team"]]
    team.gone, team.annulled = fact["round"], fact.get("annulled", False)
    for id in team.members:
        one = state.entrants[id]
        one.gone = fact["round"]
        if team.annulled and one.number is not None:
            one.annulled = True
            for round in state.rounds:
                round.struck.add(one.number)


def _return(state: Any, fact: Any) -> None:
    team = state.teams[fact["team"]]
    if team.gone is None or team.annulled:
        raise ValueError(team.id)
    for id in team.members:
        if state.entrants[id].gone == team.gone:
            state.entrants[id].gone = None
    for round in range(max(team.gone, len(state.rounds) + 1), fact["round"]):
        team.byes[round] = Kind.ZERO_BYE
    team.gone = None


def _late(state: Any, fact: Any) -> None:
    team, number = state.teams[fact["team"]], fact["number"]
    if number in state.by_team or team.number is not None:
        raise ValueError(number)
    team.number = number
    state.by_team[number] = team.id
    for round in range(len(state.rounds) + 1, fact["round"]):
        team.byes[round] = Kind.ZERO_BYE


#: ``do`` → how the state takes it.
APPLY: Mapping[str, Callable[[Any, Any], None]] = {
    "teams": _teams,
    "line_up": _line_up,
    "team_bye": _bye,
    "team_withdraw": _withdraw,
    "team_return": _return,
    "team_late": _late,
}

#: What the ``do`` of an entry is called.
WORDS = {
    "teams": N_("teams listed"),
    "line_up": N_("line-up"),
    "team_bye": N_("bye of a team agreed"),
    "team_withdraw": N_("withdrawal of a team"),
    "team_return": N_("return of a team"),
    "team_late": N_("late entry of a team"),
}
