"""Prints of the whole field: standings, cross table, player cards."""

from __future__ import annotations

import re
from html import escape

from chuhe.i18n import _
from chuhe.tournament import desk
from chuhe.tournament.prints_page import (
    SIDES,
    cell_text,
    grid,
    open_game,
    page,
    points_text,
    spent,
    td,
    worth,
)
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State
from chuhe.tournament.tiebreaks import Code
from chuhe.tournament.working import NAMES

__all__ = ["cards", "column", "cross_table", "starting", "table", "wall_chart"]


def column(code: Code) -> str:
    """The head of the column of a figure: of the Chinese letters what they stand for.

    >>> from chuhe.i18n import use_language
    >>> from chuhe.tournament.standings import codes_of
    >>> with use_language("zh-Hans"):
    ...     [column(code) for code in codes_of(["Z", "A/C1", "D", "H", "BH/C1"])]
    ['总分', '对手分/C1', '犯规', '直胜', 'BH/C1']
    """
    text = str(code)
    if len(code.name) > 1:
        return text
    return re.split(r"[（(]", _(NAMES[code.name]))[0].strip() + text[1:]


def table(state: State, standings: Standings) -> str:
    """The standings, 名次表."""
    event = state.event()
    dropping = any(row.dropped for row in standings.rows)
    head = [
        *(_("place"), _("No."), _("player"), _("team")),
        *map(column, standings.codes),
        *[_("dropped")] * dropping,
    ]
    rows = [
        [
            td(row.place, "fig"),
            td(row.number, "fig"),
            td(event.player(row.number).name, "name"),
            td(event.player(row.number).team),
            *(td(tally.text, "fig") for tally in row.tallies),
            *[td(" ".join(tally.text for tally in row.dropped), "fig")] * dropping,
        ]
        for row in standings.rows
    ]
    heading = _("Standings after round {round}", round=standings.after)
    legend = f"<p>{escape(standings.legend)}</p>"
    return page(state, heading, [grid(head, rows), legend])


def cross_table(state: State, standings: Standings) -> str:
    """The cross table, 交叉表: everybody against everybody in a round robin, else by rounds."""
    event = state.event()
    places = {row.number: row.place for row in standings.rows}
    numbers = [player.number for player in event.players]
    robin = desk.system_of(state).all_meet
    columns = [str(n) for n in (numbers if robin else range(1, len(state.rounds) + 1))]
    rows = []
    for number in numbers:
        if robin:
            met: dict[int, list[str]] = {}
            for cell in event.row(number):
                if cell.opponent is not None:
                    met.setdefault(cell.opponent, []).append(worth(event, cell))
            middle = [
                td("", "self") if n == number else td(" ".join(met.get(n, ())), "fig")
                for n in numbers
            ]
        else:
            middle = [td(cell_text(event, cell), "fig") for cell in event.row(number)]
        rows.append(
            [
                td(number, "fig"),
                td(event.player(number).name, "name"),
                td(event.player(number).team),
                *middle,
                td(points_text(event.score(number)), "fig"),
                td(places.get(number, ""), "fig"),
            ]
        )
    head = [_("No."), _("player"), _("team"), *columns, _("points"), _("place")]
    return page(state, _("Cross table"), [grid(head, rows, "wide")])


def cards(state: State) -> str:
    """Player cards, 编排卡: one a player, round by round."""
    event = state.event()
    fouls: dict[int, list[str]] = {}
    for foul in state.fouls:
        told = _(
            "round {round}: {kind} ({count})", round=foul.round, kind=foul.kind, count=foul.count
        )
        fouls.setdefault(foul.id, []).append(f"{told} {foul.note}".strip())
    head = [_("round"), _("Side"), _("opponent"), "", _("result"), _("points"), _("total")]
    idle = desk.system_of(state).idle
    body = []
    for player in event.players:
        total = 0
        rows = []
        for number, cell in enumerate(event.row(player.number), 1):
            won = event.points.cell(cell)
            total += won
            other = event.player(cell.opponent).name if cell.opponent is not None else ""
            rows.append(
                [
                    td(number, "fig"),
                    td(_(SIDES[cell.side]) if cell.side else ""),
                    td("" if cell.opponent is None else cell.opponent, "fig"),
                    td(other, "name"),
                    td(spent(cell, idle)),
                    td("" if open_game(cell) else points_text(won), "fig"),
                    td(points_text(total), "fig"),
                ]
            )
        to_come = range(len(rows) + 1, (event.rounds_total or 0) + 1)
        rows += [[td(number, "fig"), *[td("")] * 6] for number in to_come]
        rating = str(player.rating) if player.rating else ""
        title = " · ".join(filter(None, (f"{player.number} {player.name}", player.team, rating)))
        ledger = "".join(
            f"<li>{escape(line)}</li>" for line in fouls.get(state.by_number[player.number], ())
        )
        body.append(
            f'<div class="card"><h2><b>{escape(title)}</b></h2>{grid(head, rows)}'
            + (f"<p>{escape(_('Fouls'))}</p><ul>{ledger}</ul>" if ledger else "")
            + "</div>"
        )
    return page(state, _("Player cards"), body)


def starting(state: State) -> str:
    """The starting list, 参赛名单: by number; before there are numbers, as entered."""
    numbered = bool(state.by_number)
    people = [one for one in state.entrants.values() if not numbered or one.number is not None]
    people.sort(key=lambda one: (one.number or 0, one.id))
    columns = [
        (name, title)
        for name, title in (
            ("team", _("team")),
            ("federation", _("federation")),
            ("title", _("title")),
            ("rating", _("rating")),
        )
        if any(one.fields.get(name) for one in people)
    ]
    rows = [
        [
            td(one.number if numbered else one.id, "fig"),
            td(one.name, "name"),
            *(td(one.fields.get(name) or "") for name, _title in columns),
        ]
        for one in people
    ]
    head = [_("No.") if numbered else _("entry"), _("player"), *(title for _name, title in columns)]
    return page(state, _("Starting list"), [grid(head, rows)])


def wall_chart(state: State) -> str:
    """The wall chart: a row a player, a column a round, with the points so far.

    Rounds to come are empty, so that the chart can hang on a wall and be filled in by hand.
    """
    event = state.event()
    total = max(event.rounds_total or 0, len(state.rounds))
    rows = []
    for player in event.players:
        sum_now = 0
        cells = []
        for cell in event.row(player.number):
            if open_game(cell):
                side = _("{opponent}r") if cell.side == "red" else _("{opponent}b")
                cells.append(td(side.format(opponent=cell.opponent), "fig"))
                continue
            sum_now += event.points.cell(cell)
            cells.append(
                f'<td class="fig">{escape(cell_text(event, cell))}'
                f'<span class="total">{points_text(sum_now)}</span></td>'
            )
        cells += [td("")] * (total - len(cells))
        rows.append(
            [
                td(player.number, "fig"),
                td(player.name, "name"),
                td(player.team),
                *cells,
                td(points_text(sum_now) if state.rounds else "", "fig"),
            ]
        )
    head = [_("No."), _("player"), _("team"), *map(str, range(1, total + 1)), _("points")]
    legend = _("Opponent and colour, points of the round; below, the points so far.")
    body = [grid(head, rows, "wide wall"), f"<p>{escape(legend)}</p>"]
    return page(state, _("Wall chart"), body, landscape=True)
