"""A state seen as an event of teams: who they are, what they have, who may sit where."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import EventError, Points, tenths
from chuhe.tournament.state import RESULTS, Entrant, State
from chuhe.tournament.team_facts import TeamEntry, TeamMatch
from chuhe.tournament.team_standings import RANKING, TeamStandings, team_standings
from chuhe.tournament.teams import Match, Options, Seat, Team, TeamEvent, line_up

__all__ = [
    "bye_points",
    "default_line_up",
    "find_team",
    "grouped",
    "match_options",
    "standings_of",
    "team_event",
    "team_name",
    "team_rating",
    "who_plays",
]

#: Boards of a match where nothing is said.
BOARDS = 4
#: All rounds of a Scheveningen match are one match, so the boards decide.
_SCHEVENINGEN = ("GP", "GW", "BWG")


def match_options(state: State) -> Options:
    """What was agreed about matches.

    Raises:
        EventError: ``event.points``, ``teams.bye_points``.
    """
    agreed = state.options
    options = Options(
        boards=int(agreed.get("boards", BOARDS)),
        points=Points.of(str(state.rules["points"])),
        match=Points.of(str(agreed.get("match", "2:1:0"))),
        colours=agreed.get("colours", "alternate"),
    )
    if state.system == "scheveningen" and "boards" not in agreed:
        sizes = [len(team.members) for team in state.teams.values() if team.number]
        options = replace(options, boards=max(sizes, default=BOARDS))
    return replace(options, bye=bye_points(str(agreed["bye"]))) if "bye" in agreed else options


def bye_points(text: str) -> tuple[int, int]:
    """Match points and board points of a team that is left over.

    Raises:
        EventError: ``teams.bye_points``.

    >>> bye_points("2:4")
    (20, 40)
    """
    try:
        match, boards = (tenths(part) for part in text.split(":"))
    except ValueError:
        raise EventError("teams.bye_points", {"text": text[:40]}) from None
    return match, boards


def team_event(state: State) -> TeamEvent:
    """The event of the teams that have numbers."""
    entries = [state.teams[id] for _, id in sorted(state.by_team.items())]
    fouls: dict[int, int] = {}
    of = {id: entry.number for entry in entries for id in entry.members}
    for foul in state.fouls:
        team = of.get(foul.id)
        if team is not None:
            fouls[team] = fouls.get(team, 0) + foul.count
    return TeamEvent(
        tuple(_team(state, entry) for entry in entries),
        tuple(
            tuple(_match(match, round.results) for match in round.team_matches)
            for round in state.rounds
        ),
        match_options(state),
        {
            (team, round.number): kind
            for round in state.rounds
            for team, kind in round.teams_out.items()
        },
        frozenset(e.number for e in entries if e.annulled and e.number is not None),
        fouls,
    )


def _team(state: State, entry: TeamEntry) -> Team:
    numbers = (state.entrants[id].number for id in entry.members)
    players = tuple(number for number in numbers if number is not None)
    return Team(entry.name, players, entry.number or 0, entry.unit)


def _match(match: TeamMatch, results: Mapping[tuple[int, int], str]) -> Match:
    seats = []
    for home, away, home_first in match.seats:
        seat = Seat(home, away, home_first)
        key = results.get((seat.red, seat.black)) if seat.red and seat.black else None
        if key is not None:
            first, second, played = RESULTS[key]
            one, two = (first, second) if home_first else (second, first)
            seat = Seat(home, away, home_first, one, two, played)
        seats.append(seat)
    return Match(match.home, match.away, tuple(seats))


def standings_of(state: State, after: int | None = None, ranking: str = "") -> TeamStandings:
    """The table of the teams by what was agreed.

    Args:
        state: the event.
        after: after which round; None: the last one with all results.
        ranking: another list of codes than the one agreed.

    Raises:
        TieBreakError: as `team_standings`.
    """
    agreed = state.options
    usual = _SCHEVENINGEN if state.system == "scheveningen" else RANKING
    names = ranking or str(agreed.get("ranking", ",".join(usual)))
    return team_standings(
        team_event(state), names, after=after, unmet=str(agreed.get("unmet", "zero"))
    )


def find_team(state: State, text: str) -> TeamEntry:
    """A team by its number, by its place in the list before there are numbers, or by name.

    Raises:
        EventError: ``teams.no_team``.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    if plain.isdecimal() and len(plain) < 6:
        id = state.by_team.get(int(plain)) if state.by_team else int(plain)
        if id in state.teams:
            return state.teams[id]
    for team in state.teams.values():
        if team.name == text.strip():
            return team
    raise EventError("teams.no_team", {"text": text.strip()[:80]})


def team_name(state: State, number: int) -> str:
    """What the team of a number is called."""
    return state.teams[state.by_team[number]].name


def grouped(state: State, by: str = "board") -> list[TeamEntry]:
    """Teams as the list of entries has them: players of one unit, in an order of the boards.

    Args:
        state: the event; teams that are listed already are left alone.
        by: ``board``: by the column of the boards (台次), those without one after
            them as entered; ``rating``: the highest first; ``entry``: as entered.

    Raises:
        EventError: ``teams.by``.
    """
    taken = {id for team in state.teams.values() for id in team.members}
    units: dict[str, list[Entrant]] = {}
    for one in state.entrants.values():
        if one.id not in taken and one.fields.get("team"):
            units.setdefault(str(one.fields["team"]), []).append(one)
    match by:
        case "board":
            units = {name: sorted(some, key=_board) for name, some in units.items()}
        case "rating":
            units = {name: sorted(some, key=_rating) for name, some in units.items()}
        case "entry":
            pass
        case _:
            raise EventError("teams.by", {"text": by[:40]})
    names = {team.name: team.id for team in state.teams.values()}
    found: list[TeamEntry] = []
    for name, some in units.items():
        if name not in names:
            id = len(state.teams) + len(found) + 1
            found.append(TeamEntry(id, name, [one.id for one in some]))
    return found


def _board(one: Entrant) -> int:
    text = str(one.fields.get("board", "")).strip()
    return int(text) if text.isdecimal() and len(text) < 6 else 1_000_000


def _rating(one: Entrant) -> int:
    return -int(one.fields.get("rating", 0))


def team_rating(state: State, members: Sequence[int]) -> int:
    """The mean rating of those who would play, rounded; 0 if nobody has one."""
    boards = match_options(state).boards
    ratings = [int(state.entrants[id].fields.get("rating", 0)) for id in members[:boards]]
    return round(sum(ratings) / len(ratings)) if ratings else 0


def default_line_up(state: State, entry: TeamEntry, round: int) -> tuple[int | None, ...]:
    """Who plays for a team if nothing is said: numbers, the first ones in the order of the boards.

    Who has withdrawn, agreed on a bye or is not in yet is passed over.
    """
    options = match_options(state)
    team = _team(state, entry)
    if entry.gone is not None and round >= entry.gone:
        return (None,) * options.boards
    here = [
        number
        for number in team.players
        if not away(state.entrants[state.by_number[number]], round)
    ]
    return line_up(team, options, here)


def who_plays(state: State, team: int, round: int) -> tuple[int | None, ...]:
    """Who plays for a team in a round, numbers from board 1 on: as said, or `default_line_up`.

    In a Scheveningen match these are A1, A2 … whether they sit so or not: nobody moves
    up for a missing player, but a reserve may be named for him.
    """
    entry = state.teams[state.by_team[team]]
    said = state.line_ups.get((round, entry.id))
    gone = entry.gone is not None and round >= entry.gone
    if state.system == "scheveningen" and not gone:
        size = match_options(state).boards
        ids = said or tuple(entry.members[:size])
        playing = [
            None if id is None or away(state.entrants[id], round) else state.entrants[id].number
            for id in ids
        ]
        return (*playing, *[None] * (size - len(playing)))
    if said is None or gone:
        return default_line_up(state, entry, round)
    return tuple(None if id is None else state.entrants[id].number for id in said)


def away(one: Entrant, round: int) -> bool:
    """Whether a player is not to be had in a round."""
    return round in one.byes or round < one.first or (one.gone is not None and round >= one.gone)


add_messages(
    {
        "teams.no_team": N_("there is no team '{text}'"),
        "teams.by": N_("expected board, rating or entry, got '{text}'"),
        "teams.bye_points": N_("expected match points and board points, such as 2:4, got '{text}'"),
    }
)
