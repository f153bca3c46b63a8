"""``chuhe merge``: the games of many files in one."""

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
)
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe merge``."""

    @app.command("merge", help=_("Put the games of many files into one, in their order."))
    def merge(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, and last the file to write; "
                    "- is standard input or output."
                ),
            ),
        ],
        to: To = "",
        notation: Notation = "zh",
        encoding: Encoding = "utf-8",
        jobs: Jobs = None,
        scheduler: Scheduler = "",
        verbose: Verbose = False,
        quiet: Quiet = False,
        json: Json = False,
    ) -> None:
        from chuhe.cli.records_out import Told, is_folder, output_of, recipe_of
        from chuhe.cli.records_run import run
        from chuhe.records import FORMATS

        inputs, output, format = output_of(files, to)
        if output != "-" and is_folder(output):
            raise typer.BadParameter(_("{name} is a folder: name a file to write", name=output))
        recipe = recipe_of(format, notation, encoding)
        if FORMATS[format].ONE_GAME:
            raise typer.BadParameter(
                _("a file of the format {format} holds one game", format=format)
            )
        told = Told(verbose, quiet, json and output != "-")
        run(inputs, output, recipe, told, title=_("Merging"), jobs=jobs, scheduler=scheduler)
        raise typer.Exit(told.finish())
