"""Events of teams for programs: teams, matches, the table, the lists of the boards.

All answers are plain JSON in the current language; points are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chuhe.i18n import use_language
from chuhe.tournament.state import State
from chuhe.tournament.team_places import Placed
from chuhe.tournament.team_standings import BoardLine, TeamStandings
from chuhe.tournament.team_tiebreaks import TeamTally, code_name
from chuhe.tournament.team_view import standings_of, team_event, team_name, team_rating
from chuhe.tournament.teams import Met, TeamEvent

__all__ = [
    "boards_facts",
    "match_score",
    "matches_facts",
    "places_facts",
    "team_extra",
    "team_table_facts",
    "teams_facts",
]


def number(tenths: int) -> int | float:
    """Points as a number.

    >>> number(20), number(15)
    (2, 1.5)
    """
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def teams_facts(state: State) -> dict[str, Any]:
    """The teams: by number once they have numbers, else as listed."""
    event = team_event(state)
    rows = []
    for entry in sorted(state.teams.values(), key=lambda e: (e.number is None, e.number or e.id)):
        points = event.points(entry.number) if entry.number is not None else (0, 0)
        rows.append(
            {
                "entry": entry.id,
                "team": entry.number,
                "name": entry.name,
                "unit": entry.unit,
                "rating": team_rating(state, entry.members),
                "withdrawn_from": entry.gone,
                "annulled": entry.annulled,
                "match_points": number(points[0]),
                "board_points": number(points[1]),
                "players": [
                    {
                        "entry": id,
                        "number": state.entrants[id].number,
                        "name": state.entrants[id].name,
                        "rating": state.entrants[id].fields.get("rating") or None,
                    }
                    for id in entry.members
                ],
            }
        )
    return {"teams": rows}


def match_score(event: TeamEvent, round: int, home: int) -> Met:
    """What the home team had of its match in a round."""
    return event.met[home][round - 1]


def matches_facts(state: State, round: int) -> dict[str, Any]:
    """The matches of a round with their boards.

    ``board`` is the number by which a result is entered; null where nobody sits,
    or somebody is missing.
    """
    this, event = state.round(round), team_event(state)
    running = {board: at for at, board in enumerate(this.boards, 1)}
    rows = []
    for at, match in enumerate(this.team_matches, 1):
        met = match_score(event, round, match.home)
        boards = []
        for table, seat in enumerate(met.seats, 1):
            both = seat.red is not None and seat.black is not None
            key = this.results.get((seat.red or 0, seat.black or 0)) if both else None
            own = seat.worth(event.options.points)
            boards.append(
                {
                    "table": table,
                    "board": running[seat.red, seat.black] if both else None,  # type: ignore[index]
                    "home": seat.home,
                    "away": seat.away,
                    "red": seat.red,
                    "black": seat.black,
                    "result": key,
                    "points": None if seat.open else [number(own[0]), number(own[1])],
                }
            )
        rows.append(
            {
                "match": at,
                "home": match.home,
                "away": match.away,
                "done": met.score is not None or match.away is None,
                "points": [number(sum(met.own)), number(sum(met.other))] if met.own else None,
                "boards": boards,
            }
        )
    return {
        "round": round,
        "matches": rows,
        "not_paired": {str(team): kind.value for team, kind in this.teams_out.items()},
    }


def team_table_facts(
    state: State, table: TeamStandings, explained: int | None = None
) -> dict[str, Any]:
    """The table of the teams; the working of one team if asked for."""
    rows = []
    for row in table.rows:
        facts: dict[str, Any] = {
            "place": row.place,
            "team": row.team,
            "name": team_name(state, row.team),
            "values": {str(tally.code): _value(tally) for tally in row.tallies},
        }
        if row.team == explained:
            facts["working"] = {str(t.code): _working(state, t) for t in row.tallies}
        rows.append(facts)
    return {
        "round": table.after,
        "tiebreaks": [{"code": str(code), "name": code_name(code)} for code in table.codes],
        "standings": rows,
    }


def _value(tally: TeamTally) -> int | float | list[int | float] | None:
    if tally.values is None:
        return None
    found = [v // tally.scale if v % tally.scale == 0 else v / tally.scale for v in tally.values]
    return found[0] if len(found) == 1 else found


def _working(state: State, tally: TeamTally) -> list[dict[str, Any]]:
    return [
        {
            "round": part.round or None,
            "opponent": part.opponent,
            "value": part.value if part.scale == 1 else part.value / part.scale,
            "cut": part.cut,
            "text": part.told(lambda team: team_name(state, team)),
        }
        for part in tally.parts
    ]


def boards_facts(state: State, lines: Sequence[BoardLine], board: int | None) -> dict[str, Any]:
    """The list of a board, or of all."""
    return {
        "board": board,
        "players": [
            {
                "place": line.place,
                "player": line.player,
                "name": state.entrant(line.player).name,
                "team": line.team,
                "team_name": team_name(state, line.team),
                "board": line.board,
                "points": number(line.points),
                "games": line.games,
                "won": line.won,
                "drawn": line.drawn,
                "lost": line.lost,
                "percent": line.percent,
            }
            for line in lines
        ],
    }


def places_facts(rows: Sequence[Placed], by: str) -> dict[str, Any]:
    """Teams of an individual event by the places or the points of their players."""
    return {
        "by": by,
        "teams": [
            {
                "place": row.place,
                "team": row.team,
                "players": list(row.players),
                "counted": [number(v) if by == "points" else v for v in row.counted],
                "total": number(row.total) if by == "points" else row.total,
                "text": str(row.reason),
            }
            for row in rows
        ],
    }


def team_extra(state: State) -> dict[str, Any] | None:
    """What pages show of an event of teams; None of another one. Names of codes in both languages."""
    if not state.by_team:
        return None
    table, event = standings_of(state), team_event(state)
    names = []
    for code in table.codes:
        told = {}
        for key, tag in (("zh", "zh-Hans"), ("en", "en")):
            with use_language(tag):
                told[key] = code_name(code)
        names.append({"code": str(code), "name": told})
    matches = []
    for round in state.rounds:
        running = {board: at for at, board in enumerate(round.boards, 1)}
        for at, match in enumerate(round.team_matches, 1):
            met = match_score(event, round.number, match.home)
            said = [str(number(sum(met.own))), str(number(sum(met.other)))]
            matches.append(
                {
                    "round": round.number,
                    "table": at,
                    "boards": [running[board] for board in match.boards()],
                    "home": team_name(state, match.home),
                    "away": None if match.away is None else team_name(state, match.away),
                    "points": said if met.score is not None else None,
                }
            )
    return {
        "after": table.after,
        "codes": names,
        "rows": [
            {
                "place": row.place,
                "number": row.team,
                "team": team_name(state, row.team),
                "tallies": [tally.text for tally in row.tallies],
                "players": list(event.team(row.team).players),
            }
            for row in table.rows
        ],
        "matches": matches,
    }
