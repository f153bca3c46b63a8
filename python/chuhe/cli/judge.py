"""``chuhe judge``: which moves are legal, how games ended, whether their records agree."""

from typing import Annotated

import typer

from chuhe.cli.common import OK, open_input, write_line
from chuhe.i18n import _


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
            str, typer.Option(help=_("The rule book: club, cxa, axf, wxf or engine."))
        ] = "club",
        json: Annotated[
            bool, typer.Option("--json", help=_("Print a JSON object a game."))
        ] = False,
        jsonl: Annotated[
            bool,
            typer.Option(
                "--jsonl",
                help=_(
                    'Read a line {"id", "fen", "moves", "rules"} a game, answer with a line each.'
                ),
            ),
        ] = False,
        quiet: Annotated[
            bool, typer.Option("--quiet", "-q", help=_("Show only games with something found."))
        ] = False,
    ) -> None:
        if jsonl:
            raise typer.Exit(_answer_lines(files or ["-"]))
        if not files:
            raise typer.BadParameter(_("name a file, a folder, or - for standard input"))
        from chuhe.cli.judge_files import judge_files

        raise typer.Exit(judge_files(files, rules, json=json, quiet=quiet))


def _answer_lines(files: list[str]) -> int:
    import sys

    from chuhe.cli.judge_lines import answer_lines

    status = OK
    for name in files:
        with open_input(name) as file:
            for lines, found in answer_lines(file):
                for line in lines:
                    write_line(line.encode("utf-8"))
                sys.stdout.flush()
                status = max(status, found)
    return status
