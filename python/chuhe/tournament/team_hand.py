"""Changes by hand in the last round of a team event, and what they break.

`chuhe.tournament.desk` answers so for players; here the numbers are those of teams,
and a board of the command ``turn`` is a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Kind, Reason
from chuhe.tournament.state import Round, State
from chuhe.tournament.systems import Boards
from chuhe.tournament.team_facts import TeamMatch, boards_of, to_fact
from chuhe.tournament.team_view import find_team, match_options, team_event, team_name, who_plays
from chuhe.tournament.teams import Team, line_up_breaks, seats

__all__ = ["breaks", "joined", "line_up_fact", "swapped", "turned"]


def swapped(state: State, one: int, two: int) -> dict[str, Any]:
    """The last round with two teams in each other's places.

    Raises:
        EventError: ``desk.same``, ``desk.no_round``, ``teams.played``, ``teams.no_team``,
            ``teams.no_swap``: there are only two teams.
    """
    round = _open_round(state, (one, two))
    if state.system == "scheveningen":
        raise EventError("teams.no_swap")
    if one == two:
        raise EventError("desk.same")
    other = {one: two, two: one}
    matches = []
    for match in round.team_matches:
        if {match.home, match.away} & {one, two}:
            away = None if match.away is None else other.get(match.away, match.away)
            match = _seated(state, other.get(match.home, match.home), away, round.number)
        matches.append(match)
    out = {other.get(number, number): kind for number, kind in round.teams_out.items()}
    return _change(state, matches, out)


def turned(state: State, board: int) -> dict[str, Any]:
    """The last round with home and away of a match exchanged, and so all its colours.

    Raises:
        EventError: ``teams.no_match``, and as `swapped`.
    """
    round = _open_round(state, ())
    most = len(round.team_matches)
    if not 1 <= board <= most or round.team_matches[board - 1].away is None:
        raise EventError("teams.no_match", {"match": board, "most": most})
    matches = list(round.team_matches)
    match = matches[board - 1]
    assert match.away is not None
    _open_round(state, (match.home, match.away))
    matches[board - 1] = TeamMatch(
        match.away, match.home, [(away, home, first) for home, away, first in match.seats]
    )
    if state.system == "scheveningen":  # team A stays team A, the colours turn
        turned = [(home, away, not first) for home, away, first in match.seats]
        matches[board - 1] = TeamMatch(match.home, match.away, turned)
    return _change(state, matches, round.teams_out)


def joined(state: State, red: int, black: int) -> dict[str, Any]:
    """The last round with a match more, of two teams that had none or had the bye.

    Raises:
        EventError: ``teams.has_match``, and as `swapped`.
    """
    round = _open_round(state, (red, black))
    if red == black:
        raise EventError("desk.same")
    for match in round.team_matches:
        if match.away is not None and {match.home, match.away} & {red, black}:
            team = match.home if match.home in (red, black) else match.away
            raise EventError("teams.has_match", {"team": team_name(state, team)})
    matches = [match for match in round.team_matches if match.home not in (red, black)]
    at = sum(1 for match in matches if match.away is not None)
    matches.insert(at, _seated(state, red, black, round.number))
    out = {n: kind for n, kind in round.teams_out.items() if n not in (red, black)}
    return _change(state, matches, out)


def _open_round(state: State, teams: Iterable[int]) -> Round:
    if not state.rounds:
        raise EventError("desk.no_round")
    round = state.rounds[-1]
    for team in teams:
        find_team(state, str(team))
        for match in round.team_matches:
            if team in (match.home, match.away) and round.results.keys() & set(match.boards()):
                raise EventError("teams.played", {"team": team_name(state, team)})
    return round


def _seated(state: State, home: int, away: int | None, round: int) -> TeamMatch:
    match = TeamMatch(home, away)
    if away is not None:
        one, two = (who_plays(state, team, round) for team in (home, away))
        made = seats(one, two, match_options(state).colours)
        match.seats = [(seat.home, seat.away, seat.home_first) for seat in made]
    return match


def _change(
    state: State, matches: Sequence[TeamMatch], teams_out: Mapping[int, Kind]
) -> dict[str, Any]:
    round = state.rounds[-1]
    boards = boards_of(matches)
    paired = {number for board in boards for number in board}
    return {
        "do": "change",
        "round": round.number,
        "matches": to_fact(matches),
        "boards": [list(board) for board in boards],
        "out": {str(n): kind.value for n, kind in round.out.items() if n not in paired},
        "teams_out": {str(number): kind.value for number, kind in teams_out.items()},
    }


# ------------------------------------------------------------ what breaks


def breaks(state: State, event: Event, fact: Fact, new: Boards) -> list[Reason]:
    """What a change by hand breaks between teams: met before, points, one unit, a second bye."""
    round = state.rounds[-1]
    before = {frozenset((match.home, match.away)) for match in round.team_matches}
    played = team_event(state)
    found: list[Reason] = []
    for match in fact["matches"]:  # type: ignore[attr-defined]
        home, away = match["home"], match["away"]
        if frozenset((home, away)) in before:
            continue
        earlier = played.met[home][: round.number - 1]
        if away is None:
            found += [
                Reason("teams.second_bye", {"team": team_name(state, home), "round": met.round})
                for met in earlier
                if met.kind in (Kind.PAB, Kind.FULL_BYE)
            ]
            continue
        names: dict[str, object] = {
            "home": team_name(state, home),
            "away": team_name(state, away),
        }
        found += [
            Reason("teams.met", {**names, "round": met.round})
            for met in earlier
            if met.opponent == away
        ]
        points = [played.points(team, round.number - 1)[0] for team in (home, away)]
        if points[0] != points[1] and state.system == "team-swiss":
            told = [f"{value // 10}.{value % 10}" for value in points]
            found.append(Reason("teams.unequal", {**names, "one": told[0], "two": told[1]}))
        units = {played.team(home).unit, played.team(away).unit}
        if len(units) == 1 and units != {""}:
            found.append(Reason("teams.unit", {**names, "unit": units.pop()}))
    if state.system == "team-roundrobin":
        found.append(Reason("desk.table", {"round": round.number}))
    return found


# ------------------------------------------------------------ line-ups


def line_up_fact(
    state: State, text: str, players: Sequence[int | None], round: int
) -> tuple[dict[str, Any], list[Reason], list[Reason]]:
    """The fact of a line-up, what it breaks, and what else the arbiter is told.

    Args:
        state: the event; teams have numbers.
        text: the team, by number or name.
        players: ids of its players from board 1 on; None for an empty board.
        round: the last round paired, or a later one.

    Raises:
        EventError: ``teams.no_team``, ``teams.no_match``, ``teams.played``, ``teams.stranger``,
            ``teams.doubled``, ``teams.too_many``.
    """
    entry = find_team(state, text)
    options = match_options(state)
    team = Team(entry.name, tuple(entry.members))
    try:
        broken = line_up_breaks(team, options, players)
    except PairingError as error:  # it is what was typed; ids are said as names
        raise EventError(error.code, _named(state, Reason(error.code, error.facts)).facts) from None
    if state.options.get("line_up") == "free" or state.system == "scheveningen":
        broken = []
    filled = [*players, *[None] * (options.boards - len(players))]
    fact: dict[str, Any] = {"do": "line_up", "round": round, "team": entry.id, "players": filled}
    broken = [_named(state, reason) for reason in broken]
    notes = [
        Reason("teams.board_empty", {"team": entry.name, "board": board})
        for board, id in enumerate(filled, 1)
        if id is None
    ]
    if round <= len(state.rounds):
        fact["seats"] = _changed_seats(state, entry.number or 0, filled)
    return fact, broken, notes


def _named(state: State, reason: Reason) -> Reason:
    """A reason about ids with the names of the players in their stead."""
    named = {
        name: state.entrants[value].name
        for name, value in reason.facts.items()
        if name in ("above", "below", "player") and isinstance(value, int)
    }
    return Reason(reason.code, {**reason.facts, **named})


def _changed_seats(state: State, team: int, ids: Sequence[int | None]) -> list[list[object]]:
    """The seats of a team's match in the last round with another line-up."""
    round = _open_round(state, (team,))
    match = next((m for m in round.team_matches if team in (m.home, m.away)), None)
    if match is None or match.away is None:
        raise EventError("teams.no_match_of", {"team": team_name(state, team)})
    numbers = [None if id is None else state.entrants[id].number for id in ids]
    if state.system == "scheveningen":
        now = who_plays(state, team, round.number)
        instead = dict(zip(now, numbers, strict=True))
        return [
            [instead.get(home, home), away, first]
            if team == match.home
            else [home, instead.get(away, away), first]
            for home, away, first in match.seats
        ]
    return [
        [number, away, first] if team == match.home else [home, number, first]
        for number, (home, away, first) in zip(numbers, match.seats, strict=True)
    ]


add_messages(
    {
        "teams.no_swap": N_("two teams meet in every round; there is nothing to exchange"),
        "teams.played": N_("{team} has results in this round; clear them first"),
        "teams.no_match": N_("expected a match of two teams from 1 to {most}, got {match}"),
        "teams.no_match_of": N_("{team} has no match in this round"),
        "teams.has_match": N_("{team} has an opponent already"),
        "teams.second_bye": N_("{team} has had a bye in round {round}"),
        "teams.met": N_("{home} and {away} have met in round {round}"),
        "teams.unequal": N_("{home} has {one} match points, {away} has {two}"),
        "teams.unit": N_("{home} and {away} are both of {unit}"),
        "teams.board_empty": N_("{team} has nobody on board {board}: lost without play"),
    }
)
