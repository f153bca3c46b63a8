"""What ``chuhe library`` prints: tables for people, JSON for programs."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from chuhe.cli.common import colored, write_json
from chuhe.i18n import _, path_text

if TYPE_CHECKING:
    from chuhe.board import Board
    from chuhe.library import (
        GameRow,
        Library,
        Loaded,
        PlayedMove,
        PlayerReport,
        PositionReport,
        Tally,
    )
    from chuhe.records.select import Selection

__all__ = [
    "show_duplicates",
    "show_games",
    "show_import",
    "show_info",
    "show_player",
    "show_position",
    "write_games",
]

#: Lines of a list of what there may be very many of.
SHOWN = 12


def _table(columns: Sequence[tuple[str, bool]], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; columns by their title and whether they hold numbers."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold" if colored() else "")
    for title, number in columns:
        table.add_column(Text(title), justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    # Nothing is cut off for a program that reads the lines.
    width = None if sys.stdout.isatty() else 1000
    Console(width=width, no_color=not colored(), highlight=False).print(table)


def show_import(loaded: "Loaded", vanished: int, *, json: bool) -> None:
    """What an import has done."""
    if json:
        write_json(
            {
                "files": loaded.files,
                "unchanged": loaded.unchanged,
                "unreadable": sorted(loaded.unreadable),
                "games": loaded.games,
                "removed": loaded.removed + vanished,
                "faulty": loaded.faulty,
                "problems": dict(loaded.problems.most_common()),
            }
        )
        return
    typer.echo(
        _(
            "{games} games read from {files} files; {unchanged} files are as before",
            games=f"{loaded.games:,}",
            files=f"{loaded.files:,}",
            unchanged=f"{loaded.unchanged:,}",
        )
    )
    if removed := loaded.removed + vanished:
        typer.echo(_("{n} games removed", n=f"{removed:,}"))
    if loaded.faulty:
        typer.echo(_("{n} games with problems:", n=f"{loaded.faulty:,}"))
        for code, number in loaded.problems.most_common(SHOWN):
            problem = loaded.examples[code]
            place = path_text(f"{problem.place.path}#{problem.place.game}")
            typer.echo(f"  {number:>7,}  {problem.text}  ({place})")


def show_info(library: "Library", *, json: bool) -> None:
    """What is in a library."""
    info = library.info()
    from chuhe.library.schema import told

    if json:
        write_json({"library": told(library.place), **asdict(info)})
        return
    years = f"{info.years[0]}–{info.years[1]}" if info.years else "—"
    for title, value in (
        (_("Library"), told(library.place)),
        (_("No. of games"), f"{info.games:,}"),
        (_("Players"), f"{info.players:,}"),
        (_("Events"), f"{info.events:,}"),
        (_("Years"), years),
        (_("Files"), f"{info.files:,}"),
        (_("Files that cannot be read"), f"{info.unreadable:,}"),
        (_("Games with problems"), f"{info.faulty:,}"),
        (_("Size"), f"{info.size / 1e6:,.1f} MB"),
    ):
        typer.echo(_("{title}: {value}", title=title, value=value))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}%"


def _tally_json(tally: "Tally") -> dict[str, object]:
    return {
        "games": tally.games,
        "red": tally.red,
        "draws": tally.draws,
        "black": tally.black,
        "score": tally.score,
        "rating": tally.rating,
        "last": tally.last_date or None,
    }


def _tally_columns() -> list[tuple[str, bool]]:
    return [
        (_("No. of games"), True),
        (_("Red wins"), True),
        (_("draws"), True),
        (_("Black wins"), True),
        (_("Red's score"), True),
        (_("rating"), True),
        (_("last played"), False),
    ]


def _tally_row(tally: "Tally") -> list[str]:
    return [
        f"{tally.games:,}",
        f"{tally.red:,}",
        f"{tally.draws:,}",
        f"{tally.black:,}",
        _percent(tally.score),
        str(tally.rating or ""),
        tally.last_date,
    ]


def show_position(board: "Board", report: "PositionReport", notation: str, *, json: bool) -> None:
    """What happened at a position."""
    from chuhe.notation import write

    def text(played: "PlayedMove") -> str:
        if played.move is None:
            return _("(the game ended)")
        return write(board, played.move, notation)

    if json:
        write_json(
            {
                "fen": report.fen,
                "total": _tally_json(report.total),
                "moves": [
                    {
                        "move": played.move.uci() if played.move else None,
                        "text": text(played) if played.move else None,
                        **_tally_json(played.tally),
                    }
                    for played in report.moves
                ],
                "games": [_game_json(row) for row in report.games],
                "next": report.next,
                "aside": report.aside,
            }
        )
        return
    rows = [[text(played), *_tally_row(played.tally)] for played in report.moves]
    rows.append([_("all"), *_tally_row(report.total)])
    _table([(_("Move"), False), *_tally_columns()], rows)
    if report.games:
        typer.echo("")
        show_games(report.games, more=report.next is not None, json=False)
    if report.aside:
        typer.echo("")
        typer.echo(
            _(
                "{n} more games have it in variations: "
                'chuhe library search --variations --position "{fen}"',
                n=f"{report.aside:,}",
                fen=" ".join(report.fen.split()[:2]),
            )
        )


def _game_json(row: "GameRow") -> dict[str, Any]:
    values = asdict(row)
    values["move"] = row.move.uci() if row.move else None
    if row.ply is None:
        for name in ("ply", "move", "mirrored"):
            del values[name]
    return values


def show_games(games: Sequence["GameRow"], *, more: bool, json: bool) -> None:
    """A list of games."""
    if json:
        for row in games:
            write_json(_game_json(row))
        return
    _table(
        [
            (_("No."), True),
            (_("Red"), False),
            (_("Black"), False),
            (_("Result"), False),
            (_("Plies"), True),
            (_("Date"), False),
            (_("Event"), False),
            (_("Opening"), False),
        ],
        ([str(row.id), *_game_cells(row)] for row in games),
    )
    if more and games:
        typer.echo(_("More follow: --after {number}", number=games[-1].id))


def _game_cells(row: "GameRow") -> Iterator[str]:
    opening = " ".join(text for text in (row.ecco, row.opening) if text)
    yield from (row.red or "?", row.black or "?", row.result, str(row.plies))
    yield from (row.date, row.event, opening)


def show_player(report: "PlayerReport", *, json: bool) -> None:
    """What is known of a player."""
    if json:
        write_json(
            {
                "name": report.name,
                "games": report.games,
                "score": report.score,
                "red": _tally_json(report.red),
                "black": _tally_json(report.black),
                "years": {str(year): number for year, number in report.years.items() if year},
                "opponents": [asdict(opponent) for opponent in report.opponents],
                "openings": [
                    {"color": played.color, "name": played.name, **_tally_json(played.tally)}
                    for played in report.openings
                ],
            }
        )
        return
    red, black = report.red, report.black
    typer.echo(
        _(
            "{name}: {games} games, score {score}",
            name=report.name,
            games=f"{report.games:,}",
            score=_percent(report.score) or "—",
        )
    )
    columns = [(_("No. of games"), True), (_("won"), True), (_("drawn"), True), (_("lost"), True)]
    _table(
        [(_("Colour"), False), *columns],
        [
            [_("Red"), *map(str, (red.games, red.red, red.draws, red.black))],
            [_("Black"), *map(str, (black.games, black.black, black.draws, black.red))],
        ],
    )
    typer.echo("")
    _table(
        [(_("Opponent"), False), *columns],
        (
            [one.name or "?", *map(str, (one.games, one.won, one.drawn, one.lost))]
            for one in report.opponents[:SHOWN]
        ),
    )
    typer.echo("")
    colors = {"red": _("Red"), "black": _("Black")}
    _table(
        [(_("Colour"), False), (_("Opening"), False), *_tally_columns()],
        (
            [colors[played.color], played.name, *_tally_row(played.tally)]
            for played in report.openings[:SHOWN]
        ),
    )
    if known := [f"{year} ({number})" for year, number in report.years.items() if year]:
        typer.echo("")
        typer.echo(_("{title}: {value}", title=_("Years"), value=" ".join(known)))


def show_duplicates(
    groups: Sequence[Sequence["GameRow"]], removed: int | None, *, json: bool
) -> None:
    """Games that are there several times."""
    from chuhe.library.names import key_text

    if json:
        for group in groups:
            write_json([_game_json(row) for row in group])
        return
    if groups:
        _table(
            [
                (_("Same"), True),
                (_("No."), True),
                (_("Red"), False),
                (_("Black"), False),
                (_("Result"), False),
                (_("Plies"), True),
                (_("File"), False),
            ],
            (
                [
                    str(place) if row is group[0] else "",
                    str(row.id),
                    row.red or "?",
                    row.black or "?",
                    row.result,
                    str(row.plies),
                    f"{key_text(row.path)}#{row.number}",
                ]
                for place, group in enumerate(groups, 1)
                for row in group
            ),
        )
    more = sum(map(len, groups)) - len(groups)
    typer.echo(
        _("{groups} games are there {more} times too often", groups=len(groups), more=more)
        if removed is None
        else _("{n} games removed", n=f"{removed:,}")
    )


def write_games(
    library: "Library",
    selection: "Selection",
    name: str,
    format: str,
    notation: str,
    encoding: str,
) -> int:
    """Write games to a file, complete or not at all; the exit status."""
    from chuhe.cli.records_out import Told, open_output

    told = Told()
    told.tally.files = 1
    told.tally.games = told.tally.written = library.count(selection)
    with open_output(name) as file:
        for loss in library.export(selection, file, format, notation=notation, encoding=encoding):
            told.hear(name, loss)
    return told.finish()
