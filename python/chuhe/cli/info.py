"""``chuhe info``: what stands in records."""

from typing import Annotated

import typer

from chuhe.cli.records_words import Jobs, Scheduler
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe info``."""

    @app.command(
        "info",
        help=_("Tell what stands in records: players, moves, variations, and what is wrong there."),
    )
    def info(
        files: Annotated[
            list[str],
            typer.Argument(help=_("Record files, folders or patterns; - is standard input.")),
        ],
        jsonl: Annotated[
            bool, typer.Option("--jsonl", help=_("Print a JSON object a game."))
        ] = False,
        totals: Annotated[
            bool, typer.Option("--totals", "-t", help=_("Print only what all games come to."))
        ] = False,
        json: Annotated[
            bool, typer.Option("--json", help=_("Print what all games come to as a JSON object."))
        ] = False,
        jobs: Jobs = None,
        scheduler: Scheduler = "",
    ) -> None:
        from chuhe.cli.info_run import info_of

        wanted = "jsonl" if jsonl else "json" if json else "totals" if totals else "lines"
        raise typer.Exit(info_of(files, wanted, jobs, scheduler))
