"""What ``chuhe tournament`` prints: tables for people, objects for programs."""

import unicodedata
from collections.abc import Mapping, Sequence

from chuhe.i18n import N_, _, plural
from chuhe.tournament.checker import Report
from chuhe.tournament.model import Event, Kind, Reason, Sheet
from chuhe.tournament.standings import Standings, explain
from chuhe.tournament.tiebreaks import Tally

__all__ = [
    "report_facts",
    "report_lines",
    "sheet_facts",
    "sheet_lines",
    "standings_facts",
    "standings_lines",
    "working_lines",
]

# ---------------------------------------------------------------- a sheet


def sheet_facts(event: Event, sheet: Sheet) -> dict[str, object]:
    """A sheet for programs: ``white`` is the first mover, ``black`` null for the bye."""
    return {
        "round": sheet.round,
        "pairs": [{"white": pair.red, "black": pair.black} for pair in sheet.pairings],
        "absent": [
            {"player": number, "kind": kind} for number, kind in _absent(event, sheet).items()
        ],
        "reasons": [_reason(reason) for reason in sheet.reasons],
    }


def sheet_lines(event: Event, sheet: Sheet, *, reasons: bool = True) -> list[str]:
    """A sheet for people, with the reasons below it."""
    head = [_("board"), _("first mover"), _("points"), "", _("second mover"), _("points")]
    rows = []
    for board, pair in enumerate(sheet.pairings, 1):
        first = [_player(event, pair.red), _score(event, pair.red, sheet.round)]
        second = (
            [_("bye"), ""]
            if pair.black is None
            else [_player(event, pair.black), _score(event, pair.black, sheet.round)]
        )
        rows.append([str(board), *first, "–", *second])
    lines = [_title(event, _("Round {round}", round=sheet.round)), "", *table([head, *rows])]
    absent = _absent(event, sheet)
    if absent:
        told = (f"{_player(event, n)} ({_(_KINDS[kind])})" for n, kind in absent.items())
        lines += ["", _("Not paired: {players}", players=_(", ").join(told))]
    if reasons and sheet.reasons:
        lines += ["", *(f"* {reason}" for reason in sheet.reasons)]
    return lines


def _absent(event: Event, sheet: Sheet) -> dict[int, Kind]:
    paired = {n for pair in sheet.pairings for n in (pair.red, pair.black)}
    return {
        player.number: event.absence(player.number, sheet.round) or Kind.UNPAIRED
        for player in event.players
        if player.number not in paired
    }


def _score(event: Event, number: int, round: int) -> str:
    score = event.score(number, round - 1)
    return f"{score // 10}.{score % 10}"


#: Why somebody is not on a sheet.
_KINDS = {
    Kind.FULL_BYE: N_("bye worth a win"),
    Kind.HALF_BYE: N_("bye worth a draw"),
    Kind.ZERO_BYE: N_("absent"),
    Kind.UNPAIRED: N_("absent"),
}

# ---------------------------------------------------------------- standings


def standings_facts(
    event: Event, standings: Standings, explained: int | None = None
) -> dict[str, object]:
    """Standings for programs; the working of one player if asked for."""
    rows = []
    for row in standings.rows:
        facts: dict[str, object] = {
            "place": row.place,
            "player": row.number,
            "name": event.player(row.number).name,
            "values": {str(tally.code): _number(tally) for tally in row.tallies},
        }
        if row.dropped:
            facts["dropped"] = [_number(tally) for tally in row.dropped]
        if row.number == explained:
            facts["working"] = {str(tally.code): _working(event, tally) for tally in row.tallies}
        rows.append(facts)
    return {
        "round": standings.after,
        "tiebreaks": [str(code) for code in standings.codes],
        "standings": rows,
    }


def standings_lines(event: Event, standings: Standings) -> list[str]:
    """Standings for people."""
    codes = [str(code) for code in standings.codes]
    dropping = max((len(row.dropped) for row in standings.rows), default=0)
    head = [_("place"), _("player"), _("team"), *codes, *[_("dropped")] * bool(dropping)]
    rows = [
        [
            str(row.place),
            _player(event, row.number),
            event.player(row.number).team or event.player(row.number).federation,
            *(tally.text for tally in row.tallies),
            *[" ".join(tally.text for tally in row.dropped)] * bool(dropping),
        ]
        for row in standings.rows
    ]
    if not any(row[2] for row in rows):
        for line in [head, *rows]:
            del line[2]
    if not standings.codes:  # groups and finals: places alone (`chuhe.tournament.sections`)
        return [_title(event, _("Table over all sections")), "", *table([head, *rows])]
    title = _title(event, _("Standings after round {round}", round=standings.after))
    return [title, "", *table([head, *rows]), "", standings.legend]


def working_lines(event: Event, standings: Standings, number: int) -> list[str]:
    """Where the figures of a player come from, for people."""
    row = standings.row(number)
    lines = [_("{player}: place {place}", player=_player(event, number), place=row.place)]
    for tally in row.tallies:
        first, *parts = explain(standings, number, tally.code, lambda n: _player(event, n))
        lines += ["", first, *(f"    {part}" for part in parts)]
    return lines


def _working(event: Event, tally: Tally) -> list[dict[str, object]]:
    return [
        {
            "round": part.round or None,
            "opponent": part.opponent,
            "value": part.value if part.scale == 1 else part.value / part.scale,
            "cut": part.cut,
            "text": part.told(lambda n: _player(event, n)),
        }
        for part in tally.parts
    ]


def _number(tally: Tally) -> int | float | None:
    if tally.value is None or tally.scale == 1:
        return tally.value
    return tally.value / tally.scale


# ---------------------------------------------------------------- a check


def report_facts(report: Report) -> dict[str, object]:
    """A check for programs."""
    return {
        "rounds": report.rounds,
        "right": report.right,
        "differences": [_reason(reason) for reason in report.found],
    }


def report_lines(report: Report) -> list[str]:
    """A check for people."""
    checked = plural("{n} round paired again", "{n} rounds paired again", report.rounds)
    if report.right:
        return [_("{checked}, all points counted again: no difference", checked=checked)]
    n = len(report.found)
    differences = plural("{n} difference", "{n} differences", n)
    return [f"{checked}: {differences}", "", *(f"* {reason}" for reason in report.found)]


# ---------------------------------------------------------------- shared


def _reason(reason: Reason) -> dict[str, object]:
    return {
        "code": reason.code,
        "text": str(reason),
        "players": list(reason.players),
        "facts": _plain(reason.facts),
    }


def _plain(value: object) -> object:
    """A fact as JSON has it."""
    if isinstance(value, Mapping):
        return {str(name): _plain(fact) for name, fact in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(fact) for fact in value]
    return value if isinstance(value, int | float | str | None) else str(value)


def _player(event: Event, number: int) -> str:
    return f"{number} {event.player(number).name}".strip()


def _title(event: Event, what: str) -> str:
    return f"{event.name}  {what}" if event.name else what


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines with aligned columns; a Chinese glyph takes two of the terminal's.

    >>> table([["台次", "积分"], ["1", "2.5"]])
    ['台次  积分', '1     2.5']
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
