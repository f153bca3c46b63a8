"""The work of ``chuhe dedupe``."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import typer

from chuhe.cli.common import BAD_INPUT, OK, progress, write_json
from chuhe.cli.records_in import records_of
from chuhe.cli.records_out import NothingToWrite, Told, open_output
from chuhe.game import Game
from chuhe.i18n import _, path_text
from chuhe.records import BY_THE_GAME, Loss
from chuhe.records.convert import Recipe
from chuhe.records.dedupe import (
    Group,
    Head,
    Place,
    Twins,
    find_beginnings,
    find_twins,
    games_left,
    heads_of,
)

__all__ = ["Search", "write_list", "write_rest"]


class Search:
    """Reads all files and finds the games that are there twice.

    Args:
        names: files, folders, patterns.
        told: hears of files that cannot be read.
        short: as in `chuhe.records.dedupe.identity`.
        least: drop beginnings of so many plies; None for none.
        jobs: processes.
        scheduler: of Dask.
        output: the file to write, which is not read.
    """

    def __init__(
        self,
        names: Sequence[str],
        told: Told,
        short: int,
        least: int | None,
        jobs: int | None,
        scheduler: str,
        output: str = "",
    ) -> None:
        self.told = told
        paths = records_of(names, output)
        #: The files that could be read; each once.
        self.paths: list[str] = []
        twins = Twins()
        paths = list(dict.fromkeys(paths))
        with progress(_("Comparing"), len(paths)) as bar:
            for path, found in find_twins(paths, short=short, jobs=jobs, scheduler=scheduler):
                bar.advance()
                if isinstance(found, Exception):
                    told.refuse(path, found)
                else:
                    self.paths.append(path)
                    twins = found
        if least is not None:
            with progress(_("Comparing beginnings"), len(self.paths)) as bar:
                for path, error in find_beginnings(twins, self.paths, max(least, short)):
                    bar.advance()
                    if error is not None:
                        told.refuse(path, error)
        self.groups = twins.groups()
        self.dropped = sum(len(group.dropped) for group in self.groups)


def write_list(search: Search, json: bool) -> int:
    """Print the groups; the exit status."""
    heads = heads_of(search.groups)
    for number, group in enumerate(search.groups, 1):
        if json:
            write_json(
                {
                    "kept": _facts(group.kept, heads),
                    "dropped": [_facts(place, heads) for place in group.dropped],
                }
            )
            continue
        typer.echo(_("{n}. the same game:", n=number))
        typer.echo("  " + _("kept     {game}", game=_line(group.kept, heads)))
        for place in group.dropped:
            typer.echo("  " + _("dropped  {game}", game=_line(place, heads)))
    sys.stderr.write(_sum(search) + "\n")
    return BAD_INPUT if search.told.tally.unreadable else OK


def write_rest(search: Search, output: str, recipe: Recipe, *, join: bool, verbose: bool) -> int:
    """Write the games that are left; the exit status."""
    told, tally = search.told, search.told.tally
    heads = heads_of(search.groups) if join else None
    if verbose:
        for line in _dropped_lines(search.groups):
            sys.stderr.write(line + "\n")
    places: list[Place] = []
    by_the_game = recipe.format in BY_THE_GAME

    def games() -> Iterator[Game]:
        last = ""
        for path, game in games_left(search.paths, search.groups, heads):
            if path != last:
                last = path
                bar.advance()
            if isinstance(game, Exception):
                told.refuse(path, game)
                continue
            tally.written += 1
            problems = game.problems
            tally.faulty += bool(problems)
            for problem in problems:
                told.hear(path, problem)
            if by_the_game:
                places.clear()
            places.append((path, game.index))
            yield game

    with (
        suppress(NothingToWrite),
        open_output(output) as file,
        progress(_("Writing"), len(search.paths)) as bar,
    ):
        for code, facts, number in recipe.write(games(), file):
            path, index = places[0 if by_the_game else number]
            told.hear(path, Loss(code, facts, index))
        told.need_games(recipe.format)
    tally.files = len(search.paths)
    tally.games = tally.written + search.dropped
    return told.finish([_sum(search)], groups=len(search.groups), dropped=search.dropped)


def _sum(search: Search) -> str:
    return _(
        "games that are there more than once: {groups}; records dropped: {dropped}",
        groups=f"{len(search.groups):,}",
        dropped=f"{search.dropped:,}",
    )


def _dropped_lines(groups: Sequence[Group]) -> Iterator[str]:
    for group in groups:
        for path, number in group.dropped:
            yield _(
                "dropped {dropped}: the same as {kept}",
                dropped=path_text(f"{path}#{number}"),
                kept=path_text("#".join(map(str, group.kept))),
            )


def _line(place: Place, heads: dict[Place, Head]) -> str:
    head = heads[place]
    said = {name.casefold(): value for name, value in head.headers}
    players = f"{said.get('red') or '?'} – {said.get('black') or '?'}"
    event = said.get("event") or said.get("title") or ""
    length = _("{n} plies", n=head.plies)
    parts = (
        path_text(f"{place[0]}#{place[1]}"),
        players,
        head.result,
        length,
        said.get("date"),
        event,
    )
    return "  ".join(filter(None, parts))


def _facts(place: Place, heads: dict[Place, Head]) -> dict[str, object]:
    head = heads[place]
    return {
        "path": place[0],
        "index": place[1],
        "plies": head.plies,
        "result": head.result,
        "headers": dict(head.headers),
    }
