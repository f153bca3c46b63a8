"""What is printed at an event, as HTML pages that stand alone, with CSS for paper.

Each function answers a whole page in the current language.  `PRINTS` names
them for the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from chuhe.i18n import N_, _, language
from chuhe.tournament.model import Cell, Event, Kind, Score
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State

__all__ = [
    "PRINTS",
    "cards",
    "cross_table",
    "result_text",
    "sheet",
    "slips",
    "table",
    "table_cards",
]

_CSS = """
@page { size: A4; margin: 14mm }
* { box-sizing: border-box }
body { font: 12pt/1.45 "Noto Serif CJK SC", "Source Han Serif SC", SimSun, serif; margin: 1.5em;
  color: #000; background: #fff }
h1 { font-size: 1.5em; text-align: center; margin: 0 }
h2 { font-size: 1.15em; text-align: center; font-weight: normal; margin: .2em 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #000; padding: .25em .45em; text-align: center; vertical-align: top }
thead { display: table-header-group }
tr { break-inside: avoid }
td.name { text-align: left }
td.fig { font-variant-numeric: tabular-nums; white-space: nowrap }
td.self { background: #bbb; print-color-adjust: exact; -webkit-print-color-adjust: exact }
ul { font-size: .85em; padding-left: 1.3em }
.slip { border: 1px dashed #666; padding: .8em; margin: 0 0 .8em; break-inside: avoid }
.slip td { height: 2.2em; vertical-align: middle }
.sign { display: flex; gap: 2em; margin-top: 1.4em }
.sign span { flex: 1; border-top: 1px solid #000; font-size: .85em; padding-top: .2em }
.card { break-after: page; break-inside: avoid; margin-bottom: 2em }
.card:last-child { break-after: auto }
.stand { border: 2px solid #000; padding: 1em; margin: 0 0 1em; break-inside: avoid }
.stand p { font-size: 2.4em; font-weight: bold; text-align: center; margin: 0 0 .3em }
.stand td { font-size: 1.6em }
.wide { font-size: .8em }
@media print { body { margin: 0 } }
"""


def _page(state: State, heading: str, body: Iterable[str]) -> str:
    name = str(state.rules.get("name", ""))
    facts = [str(state.rules[k]) for k in ("city", "start", "end") if state.rules.get(k)]
    where = f"<h2>{escape(' · '.join(facts))}</h2>" if facts else ""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(name)} – {escape(heading)}</title>\n<style>{_CSS}</style>\n</head>\n<body>\n"
        f"<h1>{escape(name)}</h1>\n{where}<h2>{escape(heading)}</h2>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table; cells of the body are HTML already, ``<td`` included."""
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    lines = "\n".join("<tr>" + "".join(row) + "</tr>" for row in rows)
    kind = f' class="{style}"' if style else ""
    return f"<table{kind}>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"


def _td(text: object, style: str = "") -> str:
    return (
        f'<td class="{style}">{escape(str(text))}</td>'
        if style
        else f"<td>{escape(str(text))}</td>"
    )


def points_text(tenths: int) -> str:
    """Points as they are said: 3, 3.5.

    >>> points_text(30), points_text(35)
    ('3', '3.5')
    """
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


_KEYS_SHOWN = {"1": "1 - 0", "0": "0 - 1", "=": "½ - ½", "+": "+ - −", "-": "− - +", "x": "− - −"}


def result_text(key: str | None) -> str:
    """A key of a result as it stands on a sheet.

    >>> result_text("="), result_text(None)
    ('½ - ½', '')
    """
    return "" if key is None else _KEYS_SHOWN.get(key, "0 - 0")


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
            _td(board, "fig"),
            _td(red, "fig"),
            _td(one.team),
            _td(one.name, "name"),
            _td(points_text(event.score(red, number - 1)), "fig"),
        ]
        if black is None:
            rows.append([*left, _td(_("bye")), *[_td("")] * 4])
            continue
        two = event.player(black)
        rows.append(
            [
                *left,
                _td(result_text(round.results.get((red, black))), "fig"),
                _td(points_text(event.score(black, number - 1)), "fig"),
                _td(two.name, "name"),
                _td(two.team),
                _td(black, "fig"),
            ]
        )
    head = [
        *(_("board"), _("No."), _("team"), _("first mover"), _("points")),
        *(_("result"), _("points"), _("second mover"), _("team"), _("No.")),
    ]
    body = [_table(head, rows)]
    if round.reasons:
        items = "".join(f"<li>{escape(str(reason))}</li>" for reason in round.reasons)
        body.append(f"<ul>{items}</ul>")
    return _page(state, _("Pairings of round {round}", round=number), body)


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
                _td(_(side)),
                _td(n, "fig"),
                _td(event.player(n).name, "name"),
                _td(event.player(n).team),
                _td(""),
            ]
            for side, n in ((N_("first mover"), red), (N_("second mover"), black))
        ]
        head = ["", _("No."), _("player"), _("team"), _("result")]
        signs = (_("first mover signs"), _("second mover signs"), _("arbiter signs"))
        title = _("Round {round}, board {board}", round=number, board=board)
        body.append(
            f'<div class="slip"><b>{escape(title)}</b>{_table(head, rows)}<div class="sign">'
            + "".join(f"<span>{escape(sign)}</span>" for sign in signs)
            + "</div></div>"
        )
    return _page(state, _("Score slips of round {round}", round=number), body)


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
                _td(_(side)),
                _td(event.player(n).name, "name"),
                _td(event.player(n).team),
            ]
            for side, n in ((N_("first mover"), red), (N_("second mover"), black))
        ]
        title = _("Board {board}", board=board)
        head = ["", _("player"), _("team")]
        body.append(f'<div class="stand"><p>{escape(title)}</p>{_table(head, sides)}</div>')
    return _page(state, _("Table cards of round {round}", round=number), body)


def table(state: State, standings: Standings) -> str:
    """The standings, 名次表."""
    event = state.event()
    dropping = any(row.dropped for row in standings.rows)
    head = [
        *(_("place"), _("No."), _("player"), _("team")),
        *map(str, standings.codes),
        *[_("dropped")] * dropping,
    ]
    rows = [
        [
            _td(row.place, "fig"),
            _td(row.number, "fig"),
            _td(event.player(row.number).name, "name"),
            _td(event.player(row.number).team),
            *(_td(tally.text, "fig") for tally in row.tallies),
            *[_td(" ".join(tally.text for tally in row.dropped), "fig")] * dropping,
        ]
        for row in standings.rows
    ]
    heading = _("Standings after round {round}", round=standings.after)
    legend = f"<p>{escape(standings.legend)}</p>"
    return _page(state, heading, [_table(head, rows), legend])


def cross_table(state: State, standings: Standings) -> str:
    """The cross table, 交叉表: everybody against everybody in a round robin, else by rounds."""
    event = state.event()
    places = {row.number: row.place for row in standings.rows}
    numbers = [player.number for player in event.players]
    robin = state.system == "roundrobin"
    columns = [str(n) for n in (numbers if robin else range(1, len(state.rounds) + 1))]
    rows = []
    for number in numbers:
        if robin:
            met: dict[int, list[str]] = {}
            for cell in event.row(number):
                if cell.opponent is not None:
                    met.setdefault(cell.opponent, []).append(_worth(event, cell))
            middle = [
                _td("", "self") if n == number else _td(" ".join(met.get(n, ())), "fig")
                for n in numbers
            ]
        else:
            middle = [_td(_cell_text(event, cell), "fig") for cell in event.row(number)]
        rows.append(
            [
                _td(number, "fig"),
                _td(event.player(number).name, "name"),
                _td(event.player(number).team),
                *middle,
                _td(points_text(event.score(number)), "fig"),
                _td(places[number], "fig"),
            ]
        )
    head = [_("No."), _("player"), _("team"), *columns, _("points"), _("place")]
    return _page(state, _("Cross table"), [_table(head, rows, "wide")])


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
    body = []
    for player in event.players:
        total = 0
        rows = []
        for number, cell in enumerate(event.row(player.number), 1):
            worth = event.points.cell(cell)
            total += worth
            other = event.player(cell.opponent).name if cell.opponent is not None else ""
            rows.append(
                [
                    _td(number, "fig"),
                    _td(_(_SIDES[cell.side]) if cell.side else ""),
                    _td("" if cell.opponent is None else cell.opponent, "fig"),
                    _td(other, "name"),
                    _td(_spent(cell, state.system)),
                    _td("" if _open(cell) else points_text(worth), "fig"),
                    _td(points_text(total), "fig"),
                ]
            )
        to_come = range(len(rows) + 1, (event.rounds_total or 0) + 1)
        rows += [[_td(number, "fig"), *[_td("")] * 6] for number in to_come]
        rating = str(player.rating) if player.rating else ""
        title = " · ".join(filter(None, (f"{player.number} {player.name}", player.team, rating)))
        ledger = "".join(
            f"<li>{escape(line)}</li>" for line in fouls.get(state.by_number[player.number], ())
        )
        body.append(
            f'<div class="card"><h2><b>{escape(title)}</b></h2>{_table(head, rows)}'
            + (f"<p>{escape(_('Fouls'))}</p><ul>{ledger}</ul>" if ledger else "")
            + "</div>"
        )
    return _page(state, _("Player cards"), body)


_SIDES = {"red": N_("first mover"), "black": N_("second mover")}
_SCORES = {Score.WIN: N_("won"), Score.DRAW: N_("drawn"), Score.LOSS: N_("lost")}


def _open(cell: Cell) -> bool:
    return cell.opponent is not None and cell.score is None


def _spent(cell: Cell, system: str) -> str:
    """How a player spent a round, in words."""
    match cell.kind:
        case Kind.GAME:
            return _(_SCORES[cell.score]) if cell.score else ""
        case Kind.FORFEIT:
            return _("win without play") if cell.score is Score.WIN else _("forfeit")
        case Kind.PAB | Kind.FULL_BYE:
            return _("bye")
        case Kind.HALF_BYE:
            return _("bye worth a draw")
        case Kind.UNPAIRED if system == "lots":
            return _("knocked out")
        case Kind.UNPAIRED if system == "roundrobin":  # free, or a game struck out
            return _("no game")
        case _:
            return _("absent")


def _worth(event: Event, cell: Cell) -> str:
    if _open(cell):
        return "*"
    points = points_text(event.points.cell(cell))
    return _("{points}f", points=points) if cell.kind is Kind.FORFEIT else points


def _cell_text(event: Event, cell: Cell) -> str:
    """A round in a table: opponent, side, points."""
    if cell.opponent is None:
        return f"– {points_text(event.points.cell(cell))}"
    side = _("{opponent}r") if cell.side == "red" else _("{opponent}b")
    return f"{side.format(opponent=cell.opponent)} {_worth(event, cell)}"


#: Name → page of a state, a table and a round.
PRINTS: dict[str, Callable[[State, Standings, int], str]] = {
    "sheet": lambda state, standings, number: sheet(state, number),
    "tables": lambda state, standings, number: table_cards(state, number),
    "slips": lambda state, standings, number: slips(state, number),
    "standings": lambda state, standings, number: table(state, standings),
    "cross": lambda state, standings, number: cross_table(state, standings),
    "cards": lambda state, standings, number: cards(state),
}
