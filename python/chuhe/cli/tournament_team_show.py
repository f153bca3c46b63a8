"""How an event of teams is shown on the terminal: teams, matches, tables."""

from collections.abc import Callable, Sequence

import typer

from chuhe.cli.common import write_json
from chuhe.cli.tournament_show import table
from chuhe.i18n import _
from chuhe.tournament.prints_page import points_text, result_text
from chuhe.tournament.state import State
from chuhe.tournament.team_json import match_score, team_table_facts, teams_facts
from chuhe.tournament.team_places import Placed
from chuhe.tournament.team_standings import BoardLine, TeamStandings, explain_team
from chuhe.tournament.team_view import find_team, team_event, team_name

__all__ = [
    "boards_lines",
    "matches_lines",
    "places_lines",
    "show_table",
    "table_lines",
    "teams_lines",
]


def teams_lines(state: State) -> list[str]:
    """The teams with their players."""
    lines = []
    for team in teams_facts(state)["teams"]:
        number = "" if team["team"] is None else f"{team['team']} "
        said = [f"{number}{team['name']}", team["unit"]]
        if team["withdrawn_from"] is not None:
            said.append(_("withdrawn from round {round}", round=team["withdrawn_from"]))
        lines += ["", " · ".join(filter(None, said))]
        rows = [
            [
                f"  {board}",
                str(one["number"] if state.by_number else one["entry"]),
                one["name"],
                str(one["rating"] or ""),
            ]
            for board, one in enumerate(team["players"], 1)
        ]
        lines += table([[f"  {_('board')}", _("No."), _("player"), _("rating")], *rows])
    return lines[1:] or [_("There are no teams yet; team-make makes them of the units.")]


def matches_lines(state: State, number: int) -> list[str]:
    """The matches of a round, their boards, and the reasons."""
    round, event = state.round(number), team_event(state)
    running = {board: at for at, board in enumerate(round.boards, 1)}
    lines = [f"{state.title}  {_('Round {round}', round=number)}"]
    for at, match in enumerate(round.team_matches, 1):
        home = f"{match.home} {team_name(state, match.home)}"
        if match.away is None:
            lines += ["", f"{at}. {home}  {_('bye')}"]
            continue
        away = f"{match.away} {team_name(state, match.away)}"
        met = match_score(event, number, match.home)
        score = f"{points_text(sum(met.own))} : {points_text(sum(met.other))}"
        done = score if met.score is not None else f"({score})"
        lines += ["", f"{at}. {home}  {done}  {away}"]
        rows = []
        for board, seat in enumerate(met.seats, 1):
            at_board = running.get((seat.red or 0, seat.black))
            key = round.results.get((seat.red or 0, seat.black or 0))
            rows.append(
                [
                    f"   {board}",
                    "" if at_board is None else f"[{at_board}]",
                    _said(state, seat.red),
                    result_text(key) or "–",
                    _said(state, seat.black),
                ]
            )
        lines += table(rows)
    out = [team_name(state, team) for team in round.teams_out]
    if out:
        lines += ["", _("Not paired: {players}", players=_(", ").join(out))]
    if round.reasons:
        lines += ["", *(f"* {reason}" for reason in round.reasons)]
    if round.missing:
        boards = ", ".join(map(str, round.missing))
        lines += ["", _("results missing: {boards}", boards=boards)]
    return lines


def _said(state: State, player: int | None) -> str:
    return _("nobody") if player is None else f"{player} {state.entrant(player).name}"


def show_table(state: State, standings: TeamStandings, explain: str, json: bool) -> None:
    """Print the table of the teams, or where the figures of one team come from."""
    number = find_team(state, explain).number if explain else None
    if json:
        write_json(team_table_facts(state, standings, number))
        return
    if number is None:
        lines = table_lines(state, standings)
    else:
        row = standings.row(number)
        told = f"{number} {team_name(state, number)}"
        lines = [_("{player}: place {place}", player=told, place=row.place)]
        for tally in row.tallies:
            first, *parts = explain_team(
                standings, number, tally.code, lambda team: f"{team} {team_name(state, team)}"
            )
            lines += ["", first, *(f"    {part}" for part in parts)]
    for line in lines:
        typer.echo(line)


def table_lines(state: State, standings: TeamStandings) -> list[str]:
    """The table of the teams."""
    head = [_("place"), _("team name"), *map(str, standings.codes)]
    rows = [
        [
            str(row.place),
            f"{row.team} {team_name(state, row.team)}",
            *(tally.text for tally in row.tallies),
        ]
        for row in standings.rows
    ]
    title = f"{state.title}  {_('Team standings after round {round}', round=standings.after)}"
    return [title, "", *table([head, *rows]), "", standings.legend]


def boards_lines(state: State, lines: Sequence[BoardLine], board: int | None) -> list[str]:
    """The list of a board, or of all."""
    head = [
        *(_("place"), _("player"), _("team name"), _("board"), _("points"), _("games")),
        *(_("won"), _("drawn"), _("lost"), "%"),
    ]
    rows = [
        [
            "" if line.place is None else str(line.place),
            f"{line.player} {state.entrant(line.player).name}",
            team_name(state, line.team),
            "" if line.board is None else str(line.board),
            points_text(line.points),
            *map(str, (line.games, line.won, line.drawn, line.lost)),
            "" if line.percent is None else str(line.percent),
        ]
        for line in lines
    ]
    what = _("All boards") if board is None else _("Board {board}", board=board)
    return [f"{state.title}  {what}", "", *table([head, *rows])]


def places_lines(state: State) -> Callable[[Sequence[Placed], str], list[str]]:
    """The teams of an individual event by their players."""

    def lines(placed: Sequence[Placed], by: str) -> list[str]:
        rows = [
            [
                "–" if row.place is None else str(row.place),
                row.team,
                points_text(row.total) if by == "points" else str(row.total),
                str(row.reason),
            ]
            for row in placed
        ]
        return [state.title, "", *table([[_("place"), _("team name"), _("sum"), ""], *rows])]

    return lines
