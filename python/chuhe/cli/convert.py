"""``chuhe convert``: records from one format to another."""

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
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe convert``."""

    @app.command(
        "convert",
        help=_("Write records in another format; what it cannot hold is told on stderr."),
    )
    def convert(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, and last the file or folder to write; "
                    "- is standard input or output."
                ),
            ),
        ],
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

        inputs, output, format = output_of(files, to)
        recipe = recipe_of(format, notation, encoding, xqf_version)
        told = Told(verbose, quiet, json and output != "-")
        run(
            inputs,
            output,
            recipe,
            told,
            title=_("Converting"),
            force=force,
            jobs=jobs,
            scheduler=scheduler,
        )
        raise typer.Exit(told.finish())
