"""``chuhe analyse``: whole games looked at by an engine."""

from typing import Annotated

import typer

from chuhe.cli.records_words import Encoding, Notation, To
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe analyse``."""

    @app.command(
        "analyse",
        help=_(
            "Let an engine look at games: what each move was worth, better lines, a page to print."
        ),
    )
    def analyse(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_("Record files, folders or patterns; - is standard input."),
            ),
        ],
        output: Annotated[
            str,
            typer.Option(
                "--output",
                "-o",
                help=_("Write the games with what was found, - to standard output."),
            ),
        ] = "",
        html: Annotated[
            str,
            typer.Option("--html", metavar="OUT", help=_("Write a page with curve and boards.")),
        ] = "",
        engine: Annotated[
            str,
            typer.Option(
                "--engine",
                metavar="COMMAND",
                help=_("Another engine, a program that speaks UCI or UCCI."),
            ),
        ] = "",
        depth: Annotated[
            int | None, typer.Option("--depth", min=1, help=_("So many plies for each position."))
        ] = None,
        nodes: Annotated[
            int | None,
            typer.Option(
                "--nodes",
                min=1,
                help=_("So many nodes for each position; 200,000 if nothing is said."),
            ),
        ] = None,
        time: Annotated[
            float | None,
            typer.Option("--time", min=0.001, help=_("So many seconds for each position.")),
        ] = None,
        multipv: Annotated[
            int, typer.Option("--multipv", min=1, max=10, help=_("Lines looked at, at once."))
        ] = 2,
        game: Annotated[
            int | None, typer.Option("--game", "-g", min=1, help=_("Only this game of each file."))
        ] = None,
        ply: Annotated[
            str,
            typer.Option(
                "--ply", metavar="RANGE", help=_("Only these moves: 20, 20-40, 20-, -40.")
            ),
        ] = "",
        variations: Annotated[
            bool, typer.Option("--variations", help=_("Look at the variations, too."))
        ] = False,
        rules: Annotated[
            str, typer.Option("--rules", help=_("The rule book that says where a game has ended."))
        ] = "club",
        jobs: Annotated[
            int, typer.Option("--jobs", "-j", min=1, max=256, help=_("So many engines at once."))
        ] = 1,
        hash_mb: Annotated[
            int, typer.Option("--hash", min=1, max=65536, help=_("Memory of the engine, in MB."))
        ] = 64,
        keep: Annotated[
            str,
            typer.Option(
                "--keep", metavar="FILE", help=_("Keep what is found there, and go on with it.")
            ),
        ] = "",
        comments: Annotated[bool, typer.Option(help=_("Write sentences into the games."))] = True,
        lines: Annotated[bool, typer.Option(help=_("Write better lines as variations."))] = True,
        to: To = "",
        notation: Notation = "",
        encoding: Encoding = "utf-8",
        json: Annotated[
            bool, typer.Option("--json", help=_("Print an object for each game."))
        ] = False,
        quiet: Annotated[
            bool, typer.Option("--quiet", "-q", help=_("Print no summary of the games."))
        ] = False,
    ) -> None:
        from chuhe.cli.analyse_run import Asked, run

        raise typer.Exit(
            run(
                Asked(
                    files=files,
                    output=output,
                    html=html,
                    engine=engine,
                    depth=depth,
                    nodes=nodes,
                    time=time,
                    multipv=multipv,
                    game=game,
                    ply=ply,
                    variations=variations,
                    rules=rules,
                    jobs=jobs,
                    hash_mb=hash_mb,
                    keep=keep,
                    comments=comments,
                    lines=lines,
                    to=to,
                    notation=notation,
                    encoding=encoding,
                    json=json,
                    quiet=quiet,
                )
            )
        )
