"""The event for other programs: TRF, CSV, XLSX, JSON, its games as PGN and XQF.  `EXPORTS` names them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from chuhe.errors import add_messages
from chuhe.i18n import N_, _
from chuhe.tournament.games import games_pgn, games_xqf, zipped
from chuhe.tournament.journal import Entry
from chuhe.tournament.model import EventError
from chuhe.tournament.prints import points_text
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State
from chuhe.tournament.team_out import team_lines
from chuhe.tournament.team_out import whole as whole_of_teams
from chuhe.tournament.trf import write_trf
from chuhe.tournament.xlsx_out import workbook

__all__ = ["EXPORTS", "Export", "csv_text", "export_of", "json_text", "trf_text"]


def trf_text(state: State, standings: Standings, edition: Literal["16", "26"] = "16") -> str:
    """A TRF with the places of a table.

    Raises:
        EventError: ``trf.too_wide``; ``desk.no_numbers``.
    """
    event = state.event()
    if not event.players:
        raise EventError("desk.no_numbers")
    last = event.rounds_total or 0
    absent = {(n, r): kind for (n, r), kind in event.absent.items() if not last or r <= last}
    event = replace(event, absent=absent, head=(*event.head, *team_lines(state, edition)))
    if standings.after < event.rounds_paired or not standings.rows:
        # The points of a TRF have the results of an unfinished round in them, so the places
        # of the table, which has not, would contradict them: places by these points instead.
        return write_trf(event, edition=edition, cut=True)
    places = {row.number: row.place for row in standings.rows}
    ranked = tuple(replace(p, stated_rank=places[p.number]) for p in event.players)
    return write_trf(replace(event, players=ranked), edition=edition, cut=True)


def csv_text(state: State, standings: Standings) -> str:
    """The table, a player a line; begins with a mark by which spreadsheets know UTF-8.

    A text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    event = state.event()
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    head = [_("place"), _("No."), _("player"), _("team"), _("rating")]
    writer.writerow(["\ufeff" + head[0], *head[1:], *map(str, standings.codes)])
    for row in standings.rows:
        player = event.player(row.number)
        writer.writerow(
            [
                row.place,
                row.number,
                _harmless(player.name),
                _harmless(player.team),
                player.rating or "",
                *(tally.text for tally in row.tallies),
            ]
        )
    return file.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def json_text(state: State, standings: Standings, entries: Sequence[Entry]) -> str:
    """Everything: what was agreed, players, rounds, fouls, table, and the whole log."""
    event = state.event()
    whole: dict[str, Any] = {
        "rules": {k: v for k, v in state.rules.items() if k != "do"},
        "players": [
            {
                "entry": one.id,
                "number": one.number,
                "name": one.name,
                **one.fields,
                "withdrawn_from": one.gone,
                "annulled": one.annulled,
            }
            for one in state.entrants.values()
        ],
        "rounds": [
            {
                "round": round.number,
                "published": round.published or None,
                "boards": [
                    {
                        "red": red,
                        "black": black,
                        "result": None if black is None else round.results.get((red, black)),
                    }
                    for red, black in round.boards
                ],
                "not_paired": {str(n): kind.value for n, kind in round.out.items()},
                "lots": round.lots,
            }
            for round in state.rounds
        ],
        "fouls": [
            {
                "entry": foul.id,
                "round": foul.round,
                "kind": foul.kind,
                "count": foul.count,
                "note": foul.note,
            }
            for foul in state.fouls
        ],
        "standings": [
            {
                "place": row.place,
                "player": row.number,
                "points": points_text(event.score(row.number, standings.after)),
                "values": {str(tally.code): tally.text for tally in row.tallies},
            }
            for row in standings.rows
        ],
        **whole_of_teams(state),
        "log": [{"entry": e.seq, "at": e.at, "who": e.who, "fact": dict(e.fact)} for e in entries],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True, slots=True)
class Export:
    """A format an event is written in."""

    title: str
    """What it is called, a text of the catalogues."""
    make: Callable[[State, Standings, Sequence[Entry]], bytes]
    """The file, from the state, its standings and the log."""
    media: str
    suffix: str
    """How the names of its files end."""


#: Name → format.
EXPORTS: dict[str, Export] = {
    "trf16": Export(
        "TRF16",
        lambda state, table, log: trf_text(state, table, "16").encode(),
        "text/plain; charset=utf-8",
        ".trf",
    ),
    "trf26": Export(
        "TRF26",
        lambda state, table, log: trf_text(state, table, "26").encode(),
        "text/plain; charset=utf-8",
        ".trf",
    ),
    "csv": Export(
        N_("Standings as CSV"),
        lambda state, table, log: csv_text(state, table).encode(),
        "text/csv; charset=utf-8",
        ".csv",
    ),
    "xlsx": Export(
        N_("Workbook (XLSX)"),
        lambda state, table, log: workbook(state, table),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ".xlsx",
    ),
    "pgn": Export(
        N_("Games as PGN"),
        lambda state, table, log: games_pgn(state).encode(),
        "application/x-chess-pgn; charset=utf-8",
        ".pgn",
    ),
    "xqf": Export(
        N_("Games as XQF files (ZIP)"),
        lambda state, table, log: zipped(games_xqf(state)),
        "application/zip",
        ".zip",
    ),
    "json": Export(
        N_("All of it as JSON"),
        lambda state, table, log: json_text(state, table, log).encode(),
        "application/json",
        ".json",
    ),
}


def export_of(name: str) -> Export:
    """The format of a name.

    Raises:
        EventError: ``exports.unknown``.
    """
    if name not in EXPORTS:
        raise EventError("exports.unknown", {"text": name[:40], "known": ", ".join(EXPORTS)})
    return EXPORTS[name]


add_messages({"exports.unknown": N_("an event is not written as '{text}'; it is as: {known}")})
