"""What is printed at an event, as HTML pages that stand alone, with CSS for paper.

`PRINTS` names them for the command line, the server and the web site.  Here are
those of a round; `chuhe.tournament.prints_field` has those of the whole field.
"""

from __future__ import annotations

from html import escape

from chuhe.i18n import N_, _
from chuhe.tournament.bracket_games import score_text
from chuhe.tournament.bracket_view import PRINTS as BRACKET_PRINTS
from chuhe.tournament.certificates import certificates
from chuhe.tournament.model import EventError
from chuhe.tournament.prints_field import cards, cross_table, starting, table, wall_chart
from chuhe.tournament.prints_page import Print, grid, page, points_text, result_text, td
from chuhe.tournament.prints_rules import regulations
from chuhe.tournament.sections_prints import PRINTS as SECTIONS_PRINTS
from chuhe.tournament.state import State
from chuhe.tournament.team_prints import PRINTS as TEAM_PRINTS

__all__ = [
    "PRINTS",
    "cards",
    "certificates",
    "cross_table",
    "points_text",
    "print_of",
    "regulations",
    "result_text",
    "sheet",
    "slips",
    "starting",
    "table",
    "table_cards",
    "wall_chart",
]


def sheet(state: State, number: int) -> str:
    """The pairing sheet of a round, 对阵表, with its reasons.

    Raises:
        EventError: ``director.round``.
    """
    round, event = state.round(number), state.event()
    rows = []
    for board, (red, black) in enumerate(round.boards, 1):
        one = event.player(red)
        left = [
            td(board, "fig"),
            td(red, "fig"),
            td(one.team),
            td(one.name, "name"),
            td(points_text(event.score(red, number - 1)), "fig"),
        ]
        if black is None:
            rows.append([*left, td(_("bye")), *[td("")] * 4])
            continue
        two = event.player(black)
        rows.append(
            [
                *left,
                td(
                    score_text(round.fixtures, board)
                    or result_text(round.results.get((red, black))),
                    "fig",
                ),
                td(points_text(event.score(black, number - 1)), "fig"),
                td(two.name, "name"),
                td(two.team),
                td(black, "fig"),
            ]
        )
    head = [
        *(_("board"), _("No."), _("team"), _("first mover"), _("points")),
        *(_("result"), _("points"), _("second mover"), _("team"), _("No.")),
    ]
    body = [grid(head, rows)]
    if round.reasons:
        items = "".join(f"<li>{escape(str(reason))}</li>" for reason in round.reasons)
        body.append(f"<ul>{items}</ul>")
    return page(state, _("Pairings of round {round}", round=number), body)


def slips(state: State, number: int) -> str:
    """Score slips, one a board, for both players to sign.

    Raises:
        EventError: ``director.round``.
    """
    round, event = state.round(number), state.event()
    body = []
    for board, (red, black) in enumerate(round.boards, 1):
        if black is None:
            continue
        rows = [
            [
                td(_(side)),
                td(n, "fig"),
                td(event.player(n).name, "name"),
                td(event.player(n).team),
                td(""),
            ]
            for side, n in ((N_("first mover"), red), (N_("second mover"), black))
        ]
        head = ["", _("No."), _("player"), _("team"), _("result")]
        signs = (_("first mover signs"), _("second mover signs"), _("arbiter signs"))
        title = _("Round {round}, board {board}", round=number, board=board)
        body.append(
            f'<div class="slip"><b>{escape(title)}</b>{grid(head, rows)}<div class="sign">'
            + "".join(f"<span>{escape(sign)}</span>" for sign in signs)
            + "</div></div>"
        )
    return page(state, _("Score slips of round {round}", round=number), body)


def table_cards(state: State, number: int) -> str:
    """Cards to stand on the tables, 台卡, one a board.

    Raises:
        EventError: ``director.round``.
    """
    round, event = state.round(number), state.event()
    body = []
    for board, (red, black) in enumerate(round.boards, 1):
        if black is None:
            continue
        sides = [
            [
                td(_(side)),
                td(event.player(n).name, "name"),
                td(event.player(n).team),
            ]
            for side, n in ((N_("first mover"), red), (N_("second mover"), black))
        ]
        title = _("Board {board}", board=board)
        head = ["", _("player"), _("team")]
        body.append(f'<div class="stand"><p>{escape(title)}</p>{grid(head, sides)}</div>')
    return page(state, _("Table cards of round {round}", round=number), body)


def _plays(state: State) -> bool:
    """Whether there are rounds here, not in the sections alone."""
    return state.system != "sections"


#: Name → print. More are added here by who makes them.
PRINTS: dict[str, Print] = {
    "sheet": Print(N_("Pairings"), lambda state, standings, n: sheet(state, n), of_round=True),
    "tables": Print(
        N_("Table cards"), lambda state, standings, n: table_cards(state, n), of_round=True
    ),
    "slips": Print(N_("Score slips"), lambda state, standings, n: slips(state, n), of_round=True),
    "standings": Print(
        N_("Standings"), lambda state, standings, n: table(state, standings), fits=_plays
    ),
    "cross": Print(
        N_("Cross table"),
        lambda state, standings, n: cross_table(state, standings),
        on_site=True,
        fits=_plays,
    ),
    "wall": Print(
        N_("Wall chart"), lambda state, standings, n: wall_chart(state), on_site=True, fits=_plays
    ),
    "cards": Print(N_("Player cards"), lambda state, standings, n: cards(state)),
    "starting": Print(N_("Starting list"), lambda state, standings, n: starting(state)),
    "regulations": Print(
        N_("Regulations"), lambda state, standings, n: regulations(state), on_site=True
    ),
    "certificates": Print(
        N_("Certificates"), lambda state, standings, n: certificates(state, standings)
    ),
    **BRACKET_PRINTS,
    **TEAM_PRINTS,
    **SECTIONS_PRINTS,
}


def print_of(name: str, state: State) -> Print:
    """The print of a name, which this event must have.

    Raises:
        EventError: ``prints.unknown``, ``prints.not_here``.
    """
    if name not in PRINTS:
        raise EventError("prints.unknown", {"text": name[:40], "known": ", ".join(PRINTS)})
    if not PRINTS[name].fits(state):
        raise EventError("prints.not_here", {"text": name})
    return PRINTS[name]
