"""``chuhe judge``: which moves are legal, how games ended, whether their records agree."""

from pathlib import Path
from typing import Annotated

import typer

from chuhe.cli.common import OK, open_input, write_line
from chuhe.cli.records_words import Scheduler
from chuhe.i18n import _
from chuhe.rules import RULES


def register(app: typer.Typer) -> None:
    """Add ``chuhe judge``."""

    @app.command(
        "judge",
        help=_(
            "Judge recorded games: legal or where not, how they ended on the board, "
            "what the record claims, and whether the two agree."
        ),
    )
    def judge(
        files: Annotated[
            list[str] | None,
            typer.Argument(help=_("Record files, folders or patterns; - is standard input.")),
        ] = None,
        rules: Annotated[
            str,
            typer.Option(
                help=_("The rule book: {books}.", books=", ".join(RULES)),
                autocompletion=_complete_book,
            ),
        ] = "club",
        explain: Annotated[
            bool,
            typer.Option(
                "--explain",
                help=_("Tell each ruling in full: ply by ply, why, and what other books say."),
            ),
        ] = False,
        json: Annotated[
            bool, typer.Option("--json", help=_("Print a JSON object a game."))
        ] = False,
        html: Annotated[
            Path | None,
            typer.Option(
                "--html",
                metavar="OUT",
                help=_("Write a page with pictures; of many games an index with a page each."),
            ),
        ] = None,
        jsonl: Annotated[
            bool,
            typer.Option(
                "--jsonl",
                help=_(
                    'Read a line {"id", "fen", "moves", "rules", "explain"} a game, answer with '
                    "a line each."
                ),
            ),
        ] = False,
        quiet: Annotated[
            bool, typer.Option("--quiet", "-q", help=_("Show only games with something found."))
        ] = False,
        jobs: Annotated[
            int | None,
            typer.Option(
                "--jobs",
                "-j",
                min=1,
                help=_("So many processes; left out, one that works on all cores."),
            ),
        ] = None,
        scheduler: Scheduler = "",
    ) -> None:
        if jsonl:
            if html is not None:
                raise typer.BadParameter(_("--html goes with record files, not with --jsonl"))
            raise typer.Exit(_answer_lines(files or ["-"], rules, explain))
        if not files:
            raise typer.BadParameter(_("name a file, a folder, or - for standard input"))
        if html is not None and (jobs or scheduler):
            raise typer.BadParameter(_("--html does not go with --jobs and --scheduler"))
        from chuhe.cli.judge_files import judge_files

        raise typer.Exit(
            judge_files(
                files,
                rules,
                json=json,
                quiet=quiet,
                explained=explain,
                html=html,
                jobs=jobs,
                scheduler=scheduler,
            )
        )


def _complete_book(begun: str) -> list[tuple[str, str]]:
    """The rule books whose names begin so, for the completion of the shell."""
    return [(name, _(book.title)) for name, book in RULES.items() if name.startswith(begun)]


def _answer_lines(files: list[str], rules: str, explain: bool) -> int:
    import sys

    from chuhe.cli.judge_lines import answer_lines

    status = OK
    for name in files:
        with open_input(name) as file:
            for lines, found in answer_lines(file, rules, explain):
                for line in lines:
                    write_line(line.encode("utf-8"))
                sys.stdout.flush()
                status = max(status, found)
    return status
