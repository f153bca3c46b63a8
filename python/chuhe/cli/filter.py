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
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe filter``."""
    names = _("Part of a name; given several times, one of them is enough.")

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
        player: Annotated[
            list[str] | None, typer.Option(help=_("A player of either side. {names}", names=names))
        ] = None,
        red: Annotated[list[str] | None, typer.Option(help=_("Who plays Red."))] = None,
        black: Annotated[list[str] | None, typer.Option(help=_("Who plays Black."))] = None,
        event: Annotated[
            list[str] | None, typer.Option(help=_("In the event, the title or the round."))
        ] = None,
        result: Annotated[
            str,
            typer.Option(
                help=_("red, black, draw, unknown, or 1-0, 0-1, 1/2-1/2, *."),
                autocompletion=lambda: ["red", "black", "draw", "unknown"],
            ),
        ] = "",
        min_plies: Annotated[
            int, typer.Option(min=0, help=_("At least so many moves of either side."))
        ] = 0,
        max_plies: Annotated[
            int | None, typer.Option(min=0, help=_("At most so many moves of either side."))
        ] = None,
        opening: Annotated[
            str,
            typer.Option(
                help=_('The first moves from the usual start, in any notation: "C2=5 H8+7".')
            ),
        ] = "",
        ecco: Annotated[
            str,
            typer.Option(help=_("How the ECCO code begins, or part of the name of the opening.")),
        ] = "",
        position: Annotated[
            str,
            typer.Option(
                metavar="FEN",
                help=_("A position that was reached; without a side to move, of either."),
            ),
        ] = "",
        material: Annotated[
            str,
            typer.Option(
                metavar="RED/BLACK",
                help=_(
                    "Pieces that were left, kings aside: RP/raa; + after a side allows others, "
                    "~ advisors and elephants."
                ),
            ),
        ] = "",
        text: Annotated[str, typer.Option(help=_("In comments and headers."))] = "",
        since: Annotated[
            str, typer.Option(metavar="DATE", help=_("From 1980, 1980-11 or 1980-11-03 on."))
        ] = "",
        until: Annotated[
            str, typer.Option(metavar="DATE", help=_("Up to this day, month or year."))
        ] = "",
        mirror: Annotated[
            bool, typer.Option("--mirror", help=_("Opening and position left for right, too."))
        ] = False,
        variations: Annotated[
            bool, typer.Option("--variations", help=_("Look for the position in variations, too."))
        ] = False,
        inverted: Annotated[
            bool, typer.Option("--not", help=_("The games that are not so."))
        ] = False,
        count: Annotated[bool, typer.Option("--count", help=_("Only say how many."))] = False,
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
        from chuhe.records.select import Selection

        selection = Selection(
            player=tuple(player or ()),
            red=tuple(red or ()),
            black=tuple(black or ()),
            event=tuple(event or ()),
            result=result,
            least_plies=min_plies,
            most_plies=max_plies,
            opening=opening,
            position=position,
            material=material,
            text=text,
            since=since,
            until=until,
            ecco=ecco,
            mirror=mirror,
            variations=variations,
        )
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
