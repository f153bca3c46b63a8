"""What stands on the pages of an event's web site: rounds, players, a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape

from chuhe.i18n import _
from chuhe.tournament import desk
from chuhe.tournament.bracket_games import score_text
from chuhe.tournament.prints_field import column
from chuhe.tournament.prints_page import (
    SIDES,
    grid,
    main_of,
    open_game,
    points_text,
    result_text,
    spent,
    td,
)
from chuhe.tournament.sections_prints import overall_page
from chuhe.tournament.standings import Row, Standings
from chuhe.tournament.state import State
from chuhe.tournament.working import NAMES

__all__ = ["boards_of", "linked", "player_body", "players_body", "round_body", "summary_body"]

#: The page of a player by number.
PlayerPage = Callable[[int], str]
#: Links to the records of a board of a round, as HTML.
GameLinks = Callable[[int, int], str]


def linked(html: str, page: PlayerPage) -> str:
    """Make a link of every name that stands beside its number in a table.

    >>> linked('<td class="fig">2</td><td class="name">吕钦</td>', "p{}.html".format)
    '<td class="fig">2</td><td class="name"><a href="p2.html">吕钦</a></td>'
    """
    return re.sub(
        r'(<td class="fig">([0-9]+)</td><td class="name">)(.*?)(</td>)',
        lambda found: f'{found[1]}<a href="{page(int(found[2]))}">{found[3]}</a>{found[4]}',
        html,
    )


def _who(state: State, number: int, page: PlayerPage) -> str:
    name = escape(state.event().player(number).name)
    return f'<td class="name"><a href="{page(number)}">{name}</a></td>'


def summary_body(
    state: State, table: Standings, page: PlayerPage, games: GameLinks
) -> Iterator[str]:
    """The last round, and the first in the standings."""
    if state.rounds:
        number = len(state.rounds)
        yield f"<h3>{escape(_('Round no. {n}', n=number))}</h3>"
        yield from round_body(state, number, page, games)
    elif state.sections:
        yield f"<h3>{escape(_('Table over all sections'))}</h3>{main_of(overall_page(state))}"
    elif not state.by_number:
        yield f"<p>{escape(_('The players have no numbers yet.'))}</p>"
    if table.after and table.rows:
        yield f"<h3>{escape(_('Standings after round {round}', round=table.after))}</h3>"
        rows = [
            [td(row.place, "fig"), _who(state, row.number, page)]
            + [td(tally.text, "fig") for tally in row.tallies]
            for row in table.rows[:10]
        ]
        yield grid([_("place"), _("player"), *map(column, table.codes)], rows)


def round_body(state: State, number: int, page: PlayerPage, games: GameLinks) -> Iterator[str]:
    """The boards of a round and their results."""
    round, event = state.round(number), state.event()
    recorded = any(games(number, board) for board in range(1, len(round.boards) + 1))
    rows = []
    for board, (red, black) in enumerate(round.boards, 1):
        points = points_text(event.score(red, number - 1))
        row = [td(board, "fig"), _who(state, red, page), td(points, "fig")]
        if black is None:
            rows.append([*row, td(_("bye")), td(""), td(""), *[td("")] * recorded])
            continue
        row += [
            td(
                score_text(round.fixtures, board) or result_text(round.results.get((red, black))),
                "fig",
            ),
            td(points_text(event.score(black, number - 1)), "fig"),
            _who(state, black, page),
        ]
        rows.append([*row, *[f"<td>{games(number, board)}</td>"] * recorded])
    head = [_("board"), _("first mover"), _("points"), _("result"), _("points"), _("second mover")]
    yield grid([*head, *[_("record of a game")] * recorded], rows)


def players_body(state: State, table: Standings, page: PlayerPage) -> Iterator[str]:
    """The players by number; as entered before there are numbers."""
    event = state.event()
    if not event.players:
        people = [
            [td(one.id, "fig"), td(one.name, "name"), td(one.fields.get("team") or "")]
            for one in state.entrants.values()
        ]
        yield grid([_("entry"), _("player"), _("team")], people)
        return
    places = {row.number: row.place for row in table.rows}
    rows = [
        [
            td(player.number, "fig"),
            _who(state, player.number, page),
            td(player.team),
            td(player.title),
            td(player.rating or "", "fig"),
            td(points_text(event.score(player.number)), "fig"),
            td(places.get(player.number, "") if table.after else "", "fig"),
        ]
        for player in event.players
    ]
    head = [_("No."), _("player"), _("team"), _("title"), _("rating"), _("points"), _("place")]
    yield grid(head, rows)


def boards_of(state: State) -> dict[tuple[int, int], int]:
    """Round and player → his board."""
    return {
        (round.number, number): board
        for round in state.rounds
        for board, pair in enumerate(round.boards, 1)
        for number in pair
        if number is not None
    }


def player_body(
    state: State,
    standing: Row | None,
    number: int,
    page: PlayerPage,
    games: GameLinks,
    boards: Mapping[tuple[int, int], int],
    after: int,
) -> Iterator[str]:
    """A player's rounds, and where his figures in the standings come from.

    Args:
        state: the section.
        standing: his row of the table, if it has him.
        number: his number.
        page, games: as `round_body`.
        boards: those of `boards_of`.
        after: after which round the table is.
    """
    event = state.event()
    player = event.player(number)
    told = (str(player.number), player.team, player.title, str(player.rating or ""))
    yield f"<p>{escape(' · '.join(filter(None, told)))}</p>"
    idle = desk.system_of(state).idle
    total, rows = 0, []
    for round, cell in enumerate(event.row(number), 1):
        won = event.points.cell(cell)
        total += won
        board = boards.get((round, number))
        links = games(round, board) if board and cell.opponent is not None else ""
        rows.append(
            [
                td(round, "fig"),
                td(_(SIDES[cell.side]) if cell.side else ""),
                td("") if cell.opponent is None else _who(state, cell.opponent, page),
                td(spent(cell, idle)),
                td("" if open_game(cell) else points_text(won), "fig"),
                td(points_text(total), "fig"),
                f"<td>{links}</td>",
            ]
        )
    head = [_("round"), _("Side"), _("opponent"), _("result"), _("points"), _("total"), ""]
    yield grid(head, rows)
    if not after or standing is None:
        return
    told_place = _("Place after round {round}: {place}", round=after, place=standing.place)
    yield f"<h3>{escape(told_place)}</h3>"

    def called(other: int) -> str:
        return event.player(other).name

    figures = [
        [
            td(f"{tally.code} {_(NAMES.get(tally.code.name, ''))}", "name"),
            td(tally.text, "fig"),
            td(_("; ").join(part.told(called) for part in tally.parts), "name"),
        ]
        for tally in standing.tallies
    ]
    yield grid([_("tie-break"), _("figure"), _("working")], figures, "working")
