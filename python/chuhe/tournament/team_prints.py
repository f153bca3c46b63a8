"""What is printed at an event of teams: teams, match sheets, the table, the cross table, boards."""

from __future__ import annotations

from html import escape

from chuhe.i18n import N_, _
from chuhe.tournament import desk
from chuhe.tournament.prints_page import Print, grid, page, points_text, td
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State
from chuhe.tournament.team_places import by_places, units
from chuhe.tournament.team_standings import TeamStandings, board_list
from chuhe.tournament.team_tiebreaks import code_name
from chuhe.tournament.team_view import standings_of, team_event, team_name, team_rating
from chuhe.tournament.teams import Seat, TeamEvent

__all__ = [
    "PRINTS",
    "board_lists",
    "match_sheets",
    "places_table",
    "team_cross",
    "team_sheet",
    "team_table",
    "teams_list",
]


def teams_list(state: State) -> str:
    """The teams with their players in the order of the boards, 队员名单."""
    body = []
    for entry in sorted(state.teams.values(), key=lambda e: (e.number is None, e.number or e.id)):
        rows = []
        for board, id in enumerate(entry.members, 1):
            one = state.entrants[id]
            rows.append(
                [
                    td(board, "fig"),
                    td("" if one.number is None else one.number, "fig"),
                    td(one.name, "name"),
                    td(one.fields.get("title", "")),
                    td(one.fields.get("rating") or "", "fig"),
                ]
            )
        rating = team_rating(state, entry.members)
        said = [f"{entry.number or ''} {entry.name}".strip(), entry.unit]
        if rating:
            said.append(_("mean rating {rating}", rating=rating))
        if entry.gone is not None:
            said.append(_("withdrawn from round {round}", round=entry.gone))
        title = escape(" · ".join(filter(None, said)))
        head = [_("board"), _("No."), _("player"), _("title"), _("rating")]
        body.append(f'<div class="slip"><b>{title}</b>{grid(head, rows)}</div>')
    return page(state, _("Teams"), body)


def _score(one: int, two: int) -> str:
    return f"{points_text(one)} : {points_text(two)}"


def team_sheet(state: State, number: int) -> str:
    """Who meets whom in a round, and the scores of the matches, 团体对阵表.

    Raises:
        EventError: ``director.round``.
    """
    round, event = state.round(number), team_event(state)
    rows = []
    for at, match in enumerate(round.team_matches, 1):
        home = [td(at, "fig"), *_team(state, event, match.home, number)]
        if match.away is None:
            rows.append([*home, td(_("bye")), *[td("")] * 4])
            continue
        met = event.met[match.home][number - 1]
        score = _score(sum(met.own), sum(met.other)) if met.score is not None else ""
        rows.append([*home, td(score, "fig"), *_team(state, event, match.away, number)[::-1]])
    head = [
        *(_("match no."), _("No."), _("home team"), _("match points"), _("board points")),
        *(_("result"), _("board points"), _("match points"), _("visiting team"), _("No.")),
    ]
    body = [grid(head, rows)]
    if round.reasons:
        items = "".join(f"<li>{escape(str(reason))}</li>" for reason in round.reasons)
        body.append(f"<ul>{items}</ul>")
    return page(state, _("Matches of round {round}", round=number), body)


def _team(state: State, event: TeamEvent, team: int, round: int) -> list[str]:
    points, boards = event.points(team, round - 1)
    return [
        td(team, "fig"),
        td(team_name(state, team), "name"),
        td(points_text(points), "fig"),
        td(points_text(boards), "fig"),
    ]


def match_sheets(state: State, number: int) -> str:
    """A sheet a match with its boards, for both captains to sign, 对抗表.

    Raises:
        EventError: ``director.round``.
    """
    round, event = state.round(number), team_event(state)
    body = []
    for at, match in enumerate(round.team_matches, 1):
        if match.away is None:
            continue
        home, away = team_name(state, match.home), team_name(state, match.away)
        met = event.met[match.home][number - 1]
        rows = [
            [
                td(board, "fig"),
                *_player(state, seat.home, seat.home_first),
                td(_worth(event, seat), "fig"),
                *_player(state, seat.away, not seat.home_first)[::-1],
            ]
            for board, seat in enumerate(met.seats, 1)
        ]
        total = _score(sum(met.own), sum(met.other)) if met.score is not None else ""
        rows.append([td(""), td(""), td(_("sum"), "name"), td(""), td(total, "fig"), *[td("")] * 3])
        head = [
            *(_("board"), _("No."), home, _("Side"), _("result")),
            *(_("Side"), away, _("No.")),
        ]
        title = _(
            "Round {round}, match {match}: {home} – {away}",
            round=number,
            match=at,
            home=home,
            away=away,
        )
        signs = (
            _("captain of {team} signs", team=home),
            _("captain of {team} signs", team=away),
            _("arbiter signs"),
        )
        body.append(
            f'<div class="slip"><b>{escape(title)}</b>{grid(head, rows)}<div class="sign">'
            + "".join(f"<span>{escape(sign)}</span>" for sign in signs)
            + "</div></div>"
        )
    return page(state, _("Match sheets of round {round}", round=number), body)


def _player(state: State, player: int | None, first: bool) -> list[str]:
    side = td(_("first mover") if first else _("second mover"))
    if player is None:
        return [td(""), td(_("nobody"), "name"), side]
    return [td(player, "fig"), td(state.entrant(player).name, "name"), side]


def _worth(event: TeamEvent, seat: Seat) -> str:
    if seat.open:
        return ""
    return _score(*seat.worth(event.options.points))


def team_table(state: State, table: TeamStandings) -> str:
    """The table of the teams, 团体名次表."""
    rows = [
        [
            td(row.place, "fig"),
            td(row.team, "fig"),
            td(team_name(state, row.team), "name"),
            *(td(tally.text, "fig") for tally in row.tallies),
        ]
        for row in table.rows
    ]
    head = [_("place"), _("No."), _("team name"), *map(code_name, table.codes)]
    heading = _("Team standings after round {round}", round=table.after)
    return page(state, heading, [grid(head, rows), f"<p>{escape(table.legend)}</p>"])


def team_cross(state: State, table: TeamStandings) -> str:
    """The cross table of the teams, 团体交叉表: by opponents, or by rounds in a Swiss."""
    event = team_event(state)
    places = {row.team: row.place for row in table.rows}
    numbers = [team.number for team in event.teams]
    swiss = state.system == "team-swiss"
    columns = [str(n) for n in (range(1, len(state.rounds) + 1) if swiss else numbers)]
    rows = []
    for team in numbers:
        against: dict[int, list[str]] = {}
        by_round = []
        for met in event.met[team]:
            own = points_text(met.board_points) if met.score is not None else "*"
            if met.opponent is not None:
                against.setdefault(met.opponent, []).append(own)
                side = _("home") if met.home else _("away")
                by_round.append(f"{met.opponent} {side} {own}")
            else:
                by_round.append(f"– {points_text(met.board_points)}")
        middle = (
            [td(text, "fig") for text in by_round]
            if swiss
            else [
                td("", "self") if n == team else td(" ".join(against.get(n, ())), "fig")
                for n in numbers
            ]
        )
        points, boards = event.points(team)
        rows.append(
            [
                td(team, "fig"),
                td(team_name(state, team), "name"),
                *middle,
                td(points_text(points), "fig"),
                td(points_text(boards), "fig"),
                td(places[team], "fig"),
            ]
        )
    head = [_("No."), _("team name"), *columns, _("match points"), _("board points"), _("place")]
    return page(state, _("Cross table of the teams"), [grid(head, rows, "wide")], landscape=True)


def board_lists(state: State) -> str:
    """The individual list of each board, for the board prizes, 台次名次表."""
    event = team_event(state)
    head = [
        *(_("place"), _("No."), _("player"), _("team name"), _("points"), _("games")),
        *(_("won"), _("drawn"), _("lost"), "%"),
    ]
    body = []
    for board in range(1, event.options.boards + 1):
        rows = [
            [
                td("" if line.place is None else line.place, "fig"),
                td(line.player, "fig"),
                td(state.entrant(line.player).name, "name"),
                td(team_name(state, line.team)),
                *(
                    td(text, "fig")
                    for text in (
                        points_text(line.points),
                        line.games,
                        line.won,
                        line.drawn,
                        line.lost,
                        "" if line.percent is None else line.percent,
                    )
                ),
            ]
            for line in board_list(event, board)
        ]
        body.append(f"<h2>{escape(_('Board {board}', board=board))}</h2>{grid(head, rows)}")
    return page(state, _("Lists of the boards"), body)


def places_table(state: State, standings: Standings) -> str:
    """Teams of an individual event by the sum of their players' places, 团体总名次."""
    places = {row.number: row.place for row in standings.rows}
    teams = units(state.event().players)
    rows = [
        [
            td("–" if row.place is None else row.place, "fig"),
            td(row.team, "name"),
            td(", ".join(f"{state.entrant(p).name} {places[p]}" for p in row.players), "name"),
            td(row.total if row.place is not None else "", "fig"),
        ]
        for row in by_places(places, teams)
    ]
    head = [_("place"), _("team name"), _("players and their places"), _("sum")]
    heading = _("Teams by individual places after round {round}", round=standings.after)
    return page(state, heading, [grid(head, rows)])


def _of_teams(state: State) -> bool:
    return desk.system_of(state).teams


def _numbered(state: State) -> bool:
    return _of_teams(state) and bool(state.by_team)


#: Name → print, for `chuhe.tournament.prints.PRINTS`.
PRINTS: dict[str, Print] = {
    "teams": Print(
        N_("Teams"), lambda state, standings, n: teams_list(state), on_site=True, fits=_of_teams
    ),
    "team-sheet": Print(
        N_("Matches"),
        lambda state, standings, n: team_sheet(state, n),
        of_round=True,
        on_site=True,
        fits=_of_teams,
    ),
    "match": Print(
        N_("Match sheets"),
        lambda state, standings, n: match_sheets(state, n),
        of_round=True,
        fits=_of_teams,
    ),
    "team-standings": Print(
        N_("Team standings"),
        lambda state, standings, n: team_table(state, standings_of(state)),
        on_site=True,
        fits=_numbered,
    ),
    "team-cross": Print(
        N_("Cross table of the teams"),
        lambda state, standings, n: team_cross(state, standings_of(state)),
        on_site=True,
        fits=_numbered,
    ),
    "boards": Print(
        N_("Lists of the boards"), lambda state, standings, n: board_lists(state), fits=_numbered
    ),
    "team-places": Print(
        N_("Teams by individual places"),
        lambda state, standings, n: places_table(state, standings),
        fits=lambda state: (
            not _of_teams(state) and any(one.fields.get("team") for one in state.entrants.values())
        ),
    ),
}
