"""``chuhe split``: an archive in files of a folder."""

from typing import Annotated

import typer

from chuhe.cli.records_words import Encoding, Json, Notation, Quiet, To, Verbose, XqfVersion
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe split``."""

    @app.command(
        "split", help=_("Write a file a game, or one for each event, player, year, opening …")
    )
    def split(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, - for standard input, and last the folder "
                    "to write to."
                ),
            ),
        ],
        by: Annotated[
            str,
            typer.Option(
                "--by",
                metavar="WHAT",
                help=_("A file for each event, red, black, year, opening, result or ecco."),
                autocompletion=_complete_by,
            ),
        ] = "",
        every: Annotated[
            int | None, typer.Option("--every", min=1, metavar="N", help=_("So many games a file."))
        ] = None,
        name: Annotated[
            str,
            typer.Option(
                "--name",
                metavar="TEMPLATE",
                help=_("The name of a game's file: {example}.", example='"{date} {red}-{black}"'),
            ),
        ] = "{number:05} {title}",
        to: To = "pgn",
        notation: Notation = "zh",
        encoding: Encoding = "utf-8",
        xqf_version: XqfVersion = 0,
        force: Annotated[
            bool, typer.Option("--force", help=_("Write over files in the folder."))
        ] = False,
        verbose: Verbose = False,
        quiet: Quiet = False,
        json: Json = False,
    ) -> None:
        from chuhe.cli.records_out import Told, recipe_of
        from chuhe.cli.split_run import split_files
        from chuhe.records.split import Splitter

        if len(files) < 2:
            raise typer.BadParameter(_("name the files to read and the folder to write to"))
        if by and every:
            raise typer.BadParameter(_("--by and --every do not go together"))
        *inputs, folder = files
        recipe = recipe_of(to, notation, encoding, xqf_version)
        splitter = Splitter(folder, recipe, by=by, every=every or 0, template=name, force=force)
        told = Told(verbose, quiet, json)
        raise typer.Exit(split_files(inputs, splitter, told))


def _complete_by(begun: str) -> list[str]:
    from chuhe.records.split import BY

    return [name for name in BY if name.startswith(begun)]
