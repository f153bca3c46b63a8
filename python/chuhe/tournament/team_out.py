"""An event of teams for other programs: sheets of a workbook, lines of a TRF, the whole as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from chuhe.i18n import _
from chuhe.tournament.model import Kind, Score
from chuhe.tournament.prints_page import result_text
from chuhe.tournament.state import State
from chuhe.tournament.team_json import (
    boards_facts,
    matches_facts,
    number,
    team_table_facts,
    teams_facts,
)
from chuhe.tournament.team_standings import board_list
from chuhe.tournament.team_tiebreaks import code_name
from chuhe.tournament.team_view import standings_of, team_event, team_name

__all__ = ["team_lines", "team_sheets", "whole"]

Value = str | int | float | None
Sheet = tuple[str, list[list[Value]]]

#: Columns of a TRF: the name of a team, and each of its players.
_NAME, _PLAYER = 32, 4


def whole(state: State) -> dict[str, Any]:
    """What the JSON of an event has of its teams; nothing in other events."""
    if not state.by_team:
        return {}
    table = standings_of(state)
    return {
        **teams_facts(state),
        "matches": [matches_facts(state, round.number) for round in state.rounds],
        "team_standings": team_table_facts(state, table),
        "boards": boards_facts(state, board_list(team_event(state)), None)["players"],
    }


def team_lines(state: State, edition: Literal["16", "26"] = "16") -> tuple[tuple[str, str], ...]:
    """Lines of a TRF that tell of the teams, code and rest; none in other events.

    TRF16 has ``013``: a team and the numbers of its players in the order of the
    boards.  TRF26 has ``310`` in its place, with points and place, ``320`` who was
    left over, ``330`` matches to which a team did not come, ``352`` the colours of
    the boards and ``362`` what a match is worth.
    """
    if not state.by_team:
        return ()
    event = team_event(state)
    if edition == "16":
        return tuple(
            ("013", f" {team.name[:_NAME]:<{_NAME}}{_numbers(team.players)}")
            for team in event.teams
        )
    places = {row.team: row.place for row in standings_of(state).rows}
    lines = []
    for team in event.teams:
        points = [number(value) for value in event.points(team.number)]
        lines.append(
            (
                "310",
                f" {team.number:>3} {team.name[:_NAME]:<{_NAME}} {'':5} {'':6}"
                f" {points[0]:>6} {points[1]:>6} {places[team.number]:>3}"
                f"  {_numbers(team.players)}",
            )
        )
    left = [[m.home for m in matches if m.away is None] for matches in event.rounds]
    if any(left):
        worth = [number(value) for value in event.options.left_over]
        byes = " ".join(f"{teams[0] if teams else '000':>3}" for teams in left)
        lines.append(("320", f" {worth[0]:>4} {worth[1]:>4} {byes}"))
    for at, matches in enumerate(event.rounds, 1):
        for match in matches:
            met = event.met[match.home][at - 1]
            if match.away is not None and met.kind is Kind.FORFEIT and met.score is not None:
                other = event.met[match.away][at - 1].score
                signs = "".join("+" if s is Score.WIN else "-" for s in (met.score, other))
                lines.append(("330", f" {signs} {at:>3} {match.home:>3} {match.away:>3}"))
    seats = next((m.seats for row in event.rounds for m in row if m.seats), ())
    if seats and state.system != "scheveningen":
        lines.append(("352", " " + "".join("W" if seat.home_first else "B" for seat in seats)))
    match_points = event.options.match
    told = (("W", match_points.win), ("D", match_points.draw), ("L", match_points.loss))
    values = "    ".join(f"{sign}{value / 10:>4.1f}" for sign, value in told)
    lines.append(("362", f"  {values}"))
    return tuple(lines)


def _numbers(players: Sequence[int]) -> str:
    return " ".join(f"{player:>{_PLAYER}}" for player in players)


def team_sheets(state: State) -> list[Sheet]:
    """Sheets of a workbook: the table of the teams, their matches, the lists of the boards."""
    if not state.by_team:
        return []
    return [
        (_("Team standings"), _table(state)),
        (_("Matches"), _matches(state)),
        (_("Lists of the boards"), _boards(state)),
    ]


def _table(state: State) -> list[list[Value]]:
    table = standings_of(state)
    rows: list[list[Value]] = [
        [_("place"), _("No."), _("team name"), *(code_name(code) for code in table.codes)]
    ]
    for row in table.rows:
        figures: list[Value] = []
        for tally in row.tallies:
            plain = tally.values is not None and len(tally.values) == 1
            figures.append(tally.values[0] / tally.scale if plain and tally.values else tally.text)
        rows.append([row.place, row.team, team_name(state, row.team), *figures])
    return rows


def _matches(state: State) -> list[list[Value]]:
    event = team_event(state)
    rows: list[list[Value]] = [
        [
            *(_("round"), _("match no."), _("board"), _("home team"), _("player"), _("Side")),
            *(_("result"), _("visiting team"), _("player"), _("points"), _("points")),
        ]
    ]
    for round in state.rounds:
        for at, match in enumerate(round.team_matches, 1):
            home = team_name(state, match.home)
            if match.away is None:
                rows.append([round.number, at, None, home, None, None, _("bye")])
                continue
            away = team_name(state, match.away)
            for board, seat in enumerate(event.met[match.home][round.number - 1].seats, 1):
                key = round.results.get((seat.red or 0, seat.black or 0))
                worth = seat.worth(event.options.points)
                rows.append(
                    [
                        *(round.number, at, board, home, _who(state, seat.home)),
                        _("first mover") if seat.home_first else _("second mover"),
                        *(result_text(key), away, _who(state, seat.away)),
                        *((None, None) if seat.open else map(number, worth)),
                    ]
                )
    return rows


def _who(state: State, player: int | None) -> str | None:
    return None if player is None else state.entrant(player).name


def _boards(state: State) -> list[list[Value]]:
    event = team_event(state)
    rows: list[list[Value]] = [
        [
            *(_("board"), _("place"), _("No."), _("player"), _("team name"), _("points")),
            *(_("games"), _("won"), _("drawn"), _("lost"), "%"),
        ]
    ]
    for board in range(1, event.options.boards + 1):
        rows += [
            [
                *(board, line.place, line.player, state.entrant(line.player).name),
                *(team_name(state, line.team), number(line.points), line.games),
                *(line.won, line.drawn, line.lost, line.percent),
            ]
            for line in board_list(event, board)
        ]
    return rows
