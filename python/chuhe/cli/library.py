"""``chuhe library``: games by the hundred thousand, found by position, player, pieces, words."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, OK, write_json
from chuhe.cli.records_words import Encoding, Notation, To, check_notation
from chuhe.cli.selection_words import (
    Black,
    Count,
    Ecco,
    Event,
    LeastPlies,
    Material,
    Mirror,
    MostPlies,
    Opening,
    Player,
    Position,
    Red,
    Result,
    Since,
    Text,
    Until,
    Variations,
    selection_of,
)
from chuhe.i18n import N_, _

if TYPE_CHECKING:
    from chuhe.library import Library


def register(app: typer.Typer) -> None:
    """Add ``chuhe library``."""
    from chuhe.cli.typer_words import App

    group = App(
        name="library",
        help=_("A library of games, in which every position is found at once."),
        invoke_without_command=True,
        rich_markup_mode="rich",
    )

    @group.callback()
    def nothing_asked(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    for add in (_import, _info, _position, _search, _player, _game, _export, _dedupe, _remove):
        add(group)
    app.add_typer(group)


# Helps stand in English here: the language is not known yet. They are looked up when shown.
Place = Annotated[
    str,
    typer.Option(
        "--library",
        metavar="PATH|URL",
        help=N_(
            "The library: a file, or the URL of a PostgreSQL database; left out, CHUHE_LIBRARY "
            "of the environment, or your own."
        ),
    ),
]
Json = Annotated[bool, typer.Option("--json", help=N_("Print JSON."))]
Limit = Annotated[int, typer.Option("--limit", min=0, help=N_("Show so many games at most."))]
After = Annotated[
    int | None,
    typer.Option("--after", min=1, help=N_("The next page: the last number on the page before.")),
]


def _open(place: str, *, create: bool = False, write: bool = False) -> "Library":
    """The library asked for, or one's own."""
    import os
    from pathlib import Path

    from chuhe.library import Library
    from chuhe.library.place import default_place

    own = default_place(os.environ, sys.platform, Path.home())
    return Library.open(place or own, create=create, write=write or create)


def _import(group: typer.Typer) -> None:
    @group.command(
        "import",
        help=_("Read files and folders into the library; what is as before is left alone."),
    )
    def import_(
        files: Annotated[list[str], typer.Argument(help=_("Record files, folders or patterns."))],
        prune: Annotated[
            bool,
            typer.Option("--prune", help=_("Remove the games of files that are there no more.")),
        ] = False,
        jobs: Annotated[
            int | None,
            typer.Option("--jobs", "-j", min=1, help=_("Read so many files at the same time.")),
        ] = None,
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import expand, progress
        from chuhe.cli.library_show import show_import
        from chuhe.cli.records_in import SUFFIXES, complain

        paths = list(expand(files, SUFFIXES))
        with _open(library, create=True) as opened:
            with progress(_("Importing"), len(paths)) as bar:
                loaded = opened.load(paths, jobs=jobs, told=lambda path, games: bar.advance())
            vanished = opened.remove_vanished(files) if prune else 0
        for path, error in loaded.unreadable.items():
            complain(path, error)
        show_import(loaded, vanished, json=json)
        status = FOUND if loaded.faulty else OK
        raise typer.Exit(BAD_INPUT if loaded.unreadable else status)


def _info(group: typer.Typer) -> None:
    @group.command("info", help=_("What is in the library."))
    def info(library: Place = "", json: Json = False) -> None:
        from chuhe.cli.library_show import show_info

        with _open(library) as opened:
            show_info(opened, json=json)


def _position(group: typer.Typer) -> None:
    @group.command(
        "position",
        help=_("What was played at a position, how it ended, and the games that had it."),
    )
    def position(
        fen: Annotated[
            str, typer.Argument(metavar="[FEN]", help=_("The position; the start if left out."))
        ] = "",
        moves: Annotated[
            str, typer.Option("--moves", help=_("Moves from there, in any notation."))
        ] = "",
        mirror: Mirror = False,
        player: Player = None,
        red: Red = None,
        black: Black = None,
        event: Event = None,
        result: Result = "",
        since: Since = "",
        until: Until = "",
        limit: Limit = 10,
        after: After = None,
        notation: Notation = "zh",
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.board import Board
        from chuhe.cli.library_show import show_position
        from chuhe.records.select import Selection

        check_notation(notation)
        board = Board(fen or None, strict=False)
        for word in moves.split():
            board.push(board.parse(word))
        # Whether left and right count alike is asked of the position, not of the games.
        selection: Selection | None = selection_of({**locals(), "mirror": False})
        if selection == Selection():
            selection = None
        with _open(library) as opened:
            report = opened.position(
                board, mirror=mirror, selection=selection, limit=limit, before=after
            )
        show_position(board, report, notation, json=json)
        raise typer.Exit(OK if report.total.games else FOUND)


def _search(group: typer.Typer) -> None:
    @group.command(
        "search",
        help=_("The games one wants: by players, event, result, length, moves, pieces, dates."),
    )
    def search(
        player: Player = None,
        red: Red = None,
        black: Black = None,
        event: Event = None,
        result: Result = "",
        least_plies: LeastPlies = 0,
        most_plies: MostPlies = None,
        opening: Opening = "",
        ecco: Ecco = "",
        position: Position = "",
        material: Material = "",
        text: Text = "",
        since: Since = "",
        until: Until = "",
        mirror: Mirror = False,
        variations: Variations = False,
        count: Count = False,
        limit: Limit = 50,
        after: After = None,
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.library_show import show_games

        selection = selection_of(locals())
        with _open(library) as opened:
            if count:
                number = opened.count(selection)
                write_json({"count": number}) if json else typer.echo(str(number))
                raise typer.Exit(OK if number else FOUND)
            found = opened.search(selection, limit=limit + 1, before=after)
        show_games(found[:limit], more=len(found) > limit, json=json)
        raise typer.Exit(OK if found else FOUND)


def _player(group: typer.Typer) -> None:
    @group.command("player", help=_("A player's results by colour, openings, opponents and years."))
    def player(
        name: Annotated[
            str,
            typer.Argument(help=_("The name in either kind of characters, or part of it.")),
        ],
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.library_show import show_player

        with _open(library) as opened:
            report = opened.player(name)
        show_player(report, json=json)


def _game(group: typer.Typer) -> None:
    @group.command("game", help=_("Print a game as PGN, with all that stands in it."))
    def game(
        number: Annotated[int, typer.Argument(metavar="ID", min=1, help=_("Its number."))],
        notation: Notation = "zh",
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import write_line
        from chuhe.records import dumps
        from chuhe.records import json as our_json

        check_notation(notation)
        with _open(library) as opened:
            found = opened.game(number)
        if json:
            data, _losses = our_json.dumps([found])
            write_line(data.rstrip(b"\n"))
        else:
            typer.echo(dumps(found, notation=notation))


def _export(group: typer.Typer) -> None:
    @group.command("export", help=_("Write the games one wants to a file of any format."))
    def export(
        file: Annotated[
            str, typer.Argument(help=_("The file to write, - for standard output, then as PGN."))
        ],
        player: Player = None,
        red: Red = None,
        black: Black = None,
        event: Event = None,
        result: Result = "",
        least_plies: LeastPlies = 0,
        most_plies: MostPlies = None,
        opening: Opening = "",
        ecco: Ecco = "",
        position: Position = "",
        material: Material = "",
        text: Text = "",
        since: Since = "",
        until: Until = "",
        mirror: Mirror = False,
        variations: Variations = False,
        to: To = "",
        notation: Notation = "zh",
        encoding: Encoding = "utf-8",
        library: Place = "",
    ) -> None:
        from chuhe.cli.library_show import write_games
        from chuhe.cli.records_out import recipe_of
        from chuhe.records import format_of_name

        format = to or ("pgn" if file == "-" else format_of_name(file) or "")
        recipe_of(format, notation, encoding)  # are there such?
        selection = selection_of(locals())
        with _open(library) as opened:
            status = write_games(opened, selection, file, format, notation, encoding)
        raise typer.Exit(status)


def _dedupe(group: typer.Typer) -> None:
    @group.command("dedupe", help=_("Games with the same moves under other headers."))
    def dedupe(
        min_plies: Annotated[
            int, typer.Option("--min-plies", min=1, help=_("Only games of so many moves."))
        ] = 10,
        remove: Annotated[
            bool,
            typer.Option("--remove", help=_("Keep of each only the one that tells the most.")),
        ] = False,
        library: Place = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.library_show import show_duplicates

        with _open(library, write=remove) as opened:
            groups = opened.duplicates(least=min_plies)
            removed = 0
            if remove:
                removed = opened.remove_games([row.id for group in groups for row in group[1:]])
        show_duplicates(groups, removed if remove else None, json=json)
        raise typer.Exit(FOUND if groups else OK)


def _remove(group: typer.Typer) -> None:
    @group.command(
        "remove", help=_("Remove the games of files and folders from the library; files stay.")
    )
    def remove(
        files: Annotated[list[str], typer.Argument(help=_("Files and folders once imported."))],
        library: Place = "",
        json: Json = False,
    ) -> None:
        with _open(library, write=True) as opened:
            removed = opened.remove(files)
        if json:
            write_json({"removed": removed})
        else:
            typer.echo(_("{n} games removed", n=f"{removed:,}"))
        raise typer.Exit(OK if removed else FOUND)
