"""``chuhe dedupe``: an archive without the games that it holds twice."""

from typing import Annotated

import typer

from chuhe.cli.records_words import Encoding, Jobs, Notation, Quiet, Scheduler, To, Verbose
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe dedupe``."""

    @app.command(
        "dedupe",
        help=_(
            "Write the games without those that are there twice: same start, same moves, under "
            "whatever headers. The richest record is kept."
        ),
    )
    def dedupe(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, and last the file to write; "
                    "with --list nothing is written."
                ),
            ),
        ],
        listed: Annotated[
            bool, typer.Option("--list", help=_("Only list which games are the same."))
        ] = False,
        join: Annotated[
            bool,
            typer.Option(
                "--join", help=_("Keep headers and results that only dropped records have.")
            ),
        ] = False,
        beginnings: Annotated[
            int | None,
            typer.Option(
                "--beginnings",
                min=1,
                metavar="PLIES",
                help=_("Drop games of so many plies or more that are the beginning of another."),
            ),
        ] = None,
        short: Annotated[
            int,
            typer.Option(
                "--short",
                min=0,
                metavar="PLIES",
                help=_("Games of fewer plies are the same only if the players are."),
            ),
        ] = 30,
        to: To = "",
        notation: Notation = "zh",
        encoding: Encoding = "utf-8",
        jobs: Jobs = None,
        scheduler: Scheduler = "",
        verbose: Verbose = False,
        quiet: Quiet = False,
        json: Annotated[
            bool, typer.Option("--json", help=_("Print the summary, or the list, as JSON."))
        ] = False,
    ) -> None:
        from chuhe.cli.dedupe_run import Search, write_list, write_rest
        from chuhe.cli.records_out import Told, is_folder, output_of, recipe_of
        from chuhe.records import FORMATS

        if "-" in (files if listed else files[:-1]):
            raise typer.BadParameter(_("files are read twice, which standard input cannot be"))
        told = Told(verbose, quiet, json and not listed and files[-1] != "-")
        if listed:
            search = Search(files, told, short, beginnings, jobs, scheduler)
            raise typer.Exit(write_list(search, json))
        inputs, output, format = output_of(files, to, "pgn" if files[-1] == "-" else "")
        recipe = recipe_of(format, notation, encoding)
        if output != "-" and is_folder(output):
            raise typer.BadParameter(_("{name} is a folder: name a file to write", name=output))
        if FORMATS[format].ONE_GAME:
            raise typer.BadParameter(
                _("a file of the format {format} holds one game", format=format)
            )
        search = Search(inputs, told, short, beginnings, jobs, scheduler, output)
        raise typer.Exit(write_rest(search, output, recipe, join=join, verbose=verbose))
