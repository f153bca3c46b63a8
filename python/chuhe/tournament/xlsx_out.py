"""The event as a workbook (XLSX): players, a sheet a round, standings, cross table, working.

Texts are texts: a name that begins with ``=`` is never a formula.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Sequence

from chuhe.i18n import _
from chuhe.tournament import desk, sections
from chuhe.tournament.bracket_games import score_text
from chuhe.tournament.prints_page import cell_text, result_text, worth
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import Round, State
from chuhe.tournament.team_out import team_sheets

__all__ = ["book", "workbook"]

Value = str | int | float | None
Sheet = tuple[str, list[list[Value]]]

#: XML has no place for these.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")


def workbook(state: State, standings: Standings) -> bytes:
    """The whole event as XLSX, in the current language; a section alone if it is one.

    Args:
        state: the main section, or another.
        standings: its table; those of the other sections are made here.
    """
    sheets: list[Sheet] = [(_("Players"), _players(state)), *_sheets(state, standings)]
    if state is state.main and state.sections:
        for one in state.sections.values():
            sheets += _sheets(one, desk.table_of(one))
        sheets.append((_("Table over all sections"), _overall(state)))
    return book(sheets)


def _sheets(state: State, standings: Standings) -> list[Sheet]:
    """The sheets of a section; none if nobody plays in it."""
    if state.system == "sections":
        return []
    sheets = [(_("Round no. {n}", n=round.number), _round(state, round)) for round in state.rounds]
    sheets += [
        (_("Standings"), _standings(state, standings)),
        (_("Cross table"), _cross(state, standings)),
        (_("Working"), _working(state, standings)),
        *team_sheets(state),
    ]
    return [(f"{state.section} {name}".strip(), rows) for name, rows in sheets]


def book(sheets: Iterable[Sheet]) -> bytes:
    """A workbook of tables, each with its headings in the first row.

    >>> book([("=1+1", [["a"], ["=SUM(A1)"]])])[:2]
    b'PK'
    """
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill

    made = Workbook()
    made.remove(made.active)
    bold, grey = Font(bold=True), PatternFill("solid", fgColor="E8E8E8")
    middle = Alignment(horizontal="center")
    for title, rows in sheets:
        sheet = made.create_sheet(_NOT_IN_NAMES.sub(" ", _NOT_XML.sub("", title))[:31] or "-")
        widths: dict[int, int] = {}
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value is None or value == "":
                    continue
                cell = sheet.cell(number, column)
                if isinstance(value, str):
                    value = _NOT_XML.sub("", value)[:32_000]
                    cell.value = value
                    cell.data_type = "s"  # whatever it looks like
                    if value[:1] in ("=", "+", "-", "@"):
                        cell.quotePrefix = True
                else:
                    cell.value = value
                if number == 1:
                    cell.font, cell.fill, cell.alignment = bold, grey, middle
                widths[column] = max(widths.get(column, 0), _width(str(value)))
        for column, width in widths.items():
            letter = sheet.cell(1, column).column_letter
            sheet.column_dimensions[letter].width = min(width + 2, 60)
        sheet.freeze_panes = "A2"
        sheet.print_title_rows = "1:1"
        sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
        sheet.page_setup.orientation = "landscape" if len(widths) > 8 else "portrait"
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        sheet.page_setup.fitToHeight = 0
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def _width(text: str) -> int:
    """How wide a text is, in digits; Chinese characters are two wide."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _number(text: str) -> Value:
    """A figure as a number, if it is one."""
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() else value


def _points(tenths: int) -> Value:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _players(state: State) -> list[list[Value]]:
    fields = ("team", "rating", "title", "federation", "sex", "birth", "fide_id")
    people = sorted(
        state.entrants.values(), key=lambda one: (one.number is None, one.number or one.id)
    )
    # The words that a list of players is read by, so that the sheet can be read back.
    names = (_("team"), _("rating"), _("title"), _("federation"), _("sex"), _("birth"), "ID")
    head: list[Value] = [_("No."), _("name"), *names]
    rows: list[list[Value]] = [head]
    for one in people:
        told = [one.fields.get(field) for field in fields]
        rows.append([one.number, one.name, *told])
    return rows


def _overall(state: State) -> list[list[Value]]:
    """The table over all sections, with the reasons."""
    head: list[Value] = [_("place"), _("player"), _("team"), _("why")]
    rows = [head]
    for row in sections.overall(state, desk.table_of).rows:
        team = state.entrants[row.id].fields.get("team")
        rows.append([row.place, row.name, team, _("; ").join(map(str, row.reasons))])
    return rows


def _round(state: State, round: Round) -> list[list[Value]]:
    event = state.event()
    head: list[Value] = [
        *(_("board"), _("No."), _("first mover"), _("team"), _("points")),
        *(_("result"), _("points"), _("team"), _("second mover"), _("No.")),
    ]
    rows = [head]
    for board, (red, black) in enumerate(round.boards, 1):
        one = event.player(red)
        before = round.number - 1
        left: list[Value] = [board, red, one.name, one.team, _points(event.score(red, before))]
        if black is None:
            rows.append([*left, _("bye")])
            continue
        two = event.player(black)
        result = score_text(round.fixtures, board) or result_text(round.results.get((red, black)))
        points = _points(event.score(black, before))
        rows.append([*left, result, points, two.team, two.name, black])
    return rows


def _standings(state: State, standings: Standings) -> list[list[Value]]:
    event = state.event()
    head: list[Value] = [_("place"), _("No."), _("player"), _("team"), *map(str, standings.codes)]
    rows = [head]
    for row in standings.rows:
        player = event.player(row.number)
        figures = [_number(tally.text) for tally in row.tallies]
        rows.append([row.place, row.number, player.name, player.team, *figures])
    return rows


def _cross(state: State, standings: Standings) -> list[list[Value]]:
    event = state.event()
    places = {row.number: row.place for row in standings.rows}
    numbers = [player.number for player in event.players]
    robin = desk.system_of(state).all_meet
    columns = numbers if robin else range(1, len(state.rounds) + 1)
    head: list[Value] = [_("No."), _("player"), _("team"), *columns, _("points"), _("place")]
    rows = [head]
    for player in event.players:
        cells = event.row(player.number)
        if robin:
            met: dict[int, list[str]] = {}
            for cell in cells:
                if cell.opponent is not None:
                    met.setdefault(cell.opponent, []).append(worth(event, cell))
            middle = [
                "×" if n == player.number else _number(" ".join(met.get(n, ()))) for n in numbers
            ]
        else:
            middle = [cell_text(event, cell) for cell in cells]
        points = _points(event.score(player.number))
        row: list[Value] = [player.number, player.name, player.team, *middle]
        rows.append([*row, points, places.get(player.number)])
    return rows


def _working(state: State, standings: Standings) -> list[list[Value]]:
    """Where each figure of the standings comes from."""
    from chuhe.tournament.working import NAMES

    event = state.event()

    def called(number: int) -> str:
        return f"{number} {event.player(number).name}"

    head: list[Value] = [
        *(_("place"), _("No."), _("player"), _("tie-break"), "", _("figure"), _("working")),
    ]
    rows = [head]
    for row in standings.rows:
        name = event.player(row.number).name
        for tally in row.tallies:
            told: Sequence[str] = [part.told(called) for part in tally.parts]
            code, words = str(tally.code), _(NAMES.get(tally.code.name, ""))
            figure = _number(tally.text)
            rows.append([row.place, row.number, name, code, words, figure, _("; ").join(told)])
    return rows
