"""``chuhe filter``: the games of an archive that one wants."""

import sys
from typing import Annotated

import typer

from chuhe.cli.records_words import (
    Encoding,
    Jobs,
    Json,
    Notation,
    Quiet,
    Scheduler,
    To,
    Verbose,
    XqfVersion,
)
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
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe filter``."""

    @app.command(
        "filter",
        help=_(
            "Write the games one wants: by players, event, result, length, moves, position, "
            "pieces, texts, dates."
        ),
    )
    def filter(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, and last the file or folder to write, "
                    "- for standard output; with --list or --count nothing is written."
                ),
            ),
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
        inverted: Annotated[
            bool, typer.Option("--not", help=_("The games that are not so."))
        ] = False,
        count: Count = False,
        places: Annotated[
            bool,
            typer.Option("--list", help=_("Only list them: file and number, players, result.")),
        ] = False,
        to: To = "",
        notation: Notation = "zh",
        encoding: Encoding = "utf-8",
        xqf_version: XqfVersion = 0,
        force: Annotated[
            bool, typer.Option("--force", help=_("Write over files in the folder."))
        ] = False,
        jobs: Jobs = None,
        scheduler: Scheduler = "",
        verbose: Verbose = False,
        quiet: Quiet = False,
        json: Json = False,
    ) -> None:
        from chuhe.cli.records_out import Told, output_of, recipe_of
        from chuhe.cli.records_run import run

        selection = selection_of(locals())
        if count or places:
            from chuhe.cli.filter_list import list_games

            raise typer.Exit(
                list_games(
                    files,
                    selection,
                    inverted,
                    count=count,
                    json=json,
                    jobs=jobs,
                    scheduler=scheduler,
                )
            )
        if len(files) < 2:
            raise typer.BadParameter(
                _("name the file to write last, - for standard output; or say --list or --count")
            )
        inputs, output, format = output_of(files, to, "pgn" if files[-1] == "-" else "")
        recipe = recipe_of(format, notation, encoding, xqf_version, selection, inverted)
        told = Told(verbose, quiet, json and output != "-")
        run(
            inputs,
            output,
            recipe,
            told,
            title=_("Searching"),
            force=force,
            jobs=jobs,
            scheduler=scheduler,
        )
        if told.tally.written == 0 and not quiet:
            sys.stderr.write(_("no game is so") + "\n")
        raise typer.Exit(told.finish())
