"""``chuhe filter --list`` and ``--count``: where the games are, without writing them."""

import sys
from collections.abc import Iterable, Iterator
from functools import partial

import typer

from chuhe.cli.common import BAD_INPUT, OK, progress, write_json
from chuhe.cli.records_in import records_of
from chuhe.cli.records_out import Told
from chuhe.game import Game
from chuhe.i18n import _, path_text
from chuhe.records.batch import map_files
from chuhe.records.convert import games_or_error, is_for_asker
from chuhe.records.select import Selection

__all__ = ["list_games"]

#: Of a game: its number, the number of plies, result, Red, Black, event, date.
Row = tuple[int, int, str, str, str, str, str]


def list_games(
    names: Iterable[str],
    selection: Selection,
    inverted: bool,
    *,
    count: bool,
    json: bool,
    jobs: int | None,
    scheduler: str,
) -> int:
    """Print the places of the games, or how many there are; the exit status."""
    told = Told(quiet=True)
    paths = records_of(names)
    found = 0
    work = partial(_rows_of, selection=selection, inverted=inverted)
    with progress(_("Searching"), len(paths)) as bar:
        for path, rows in map_files(work, paths, jobs=jobs, scheduler=scheduler):
            bar.advance()
            if isinstance(rows, Exception):
                told.refuse(path, rows)
                continue
            for row in _rows(path, selection, inverted) if rows is None else rows:
                if isinstance(row, Exception):
                    told.refuse(path, row)
                    continue
                found += 1
                if not count:
                    _print(path, row, json)
    if count and json:
        write_json({"count": found, "unreadable": told.tally.unreadable})
    elif count:
        typer.echo(str(found))
    elif not json:
        sys.stderr.write(_("{n} games", n=f"{found:,}") + "\n")
    return BAD_INPUT if told.tally.unreadable else OK


def _rows_of(path: str, selection: Selection, inverted: bool) -> list[Row | Exception] | None:
    """The games of a file; None if it is not for a worker."""
    return None if is_for_asker(path) else list(_rows(path, selection, inverted))


def _rows(path: str, selection: Selection, inverted: bool) -> Iterator[Row | Exception]:
    for game in games_or_error(path):
        if isinstance(game, Exception):
            yield game
        elif selection.accepts(game) is not inverted:
            yield _row(game)


def _row(game: Game) -> Row:
    said = game.headers
    return (
        game.index,
        len(game._record.line(0)),
        game.result,
        said.get("Red", ""),
        said.get("Black", ""),
        said.get("Event", "") or said.get("Title", ""),
        said.get("Date", ""),
    )


def _print(path: str, row: Row, json: bool) -> None:
    index, plies, result, red, black, event, date = row
    if json:
        names = ("index", "plies", "result", "red", "black", "event", "date")
        write_json({"path": path, **dict(zip(names, row, strict=True))})
        return
    players = f"{red or '?'} – {black or '?'}"
    length = _("{n} plies", n=plies)
    typer.echo(
        "  ".join(
            filter(None, (f"{path_text(path)}#{index}", players, result, length, date, event))
        )
    )
