"""``chuhe tournament show``, ``table``, ``log``, ``print``, ``export``: an event to look at."""

from enum import StrEnum
from typing import Annotated

import typer

from chuhe.cli.tournament_event import EventFile, Section
from chuhe.cli.tournament_event_rounds import Round
from chuhe.cli.tournament_options import Json
from chuhe.i18n import _

__all__ = ["add"]

Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help=_("The file to write; - is standard output.")
    ),
]


class Print(StrEnum):
    """What can be printed."""

    SHEET = "sheet"
    TABLES = "tables"
    SLIPS = "slips"
    CROSS = "cross"
    STANDINGS = "standings"
    CARDS = "cards"


class Format(StrEnum):
    """What can be exported."""

    TRF16 = "trf16"
    TRF26 = "trf26"
    CSV = "csv"
    JSON = "json"


def add(group: typer.Typer) -> None:
    """Add the commands."""
    for command in (_show, _table, _log, _print, _export):
        command(group)


def _show(group: typer.Typer) -> None:
    @group.command("show", help=_("Show a round of an event, its results and what is missing."))
    def show(event: EventFile, round: Round = 0, section: Section = "", json: Json = False) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out, round_facts, round_lines

        with answer(event, "", json, section) as (desk, _tell):
            number = round or len(desk.state.rounds)
            desk.state.round(number)
            out(round_facts, round_lines, json, desk.state, number)


def _table(group: typer.Typer) -> None:
    @group.command("table", help=_("The standings of an event, by what was agreed beforehand."))
    def table(
        event: EventFile,
        after: Annotated[
            int,
            typer.Option(
                "--after",
                help=_("After which round; the last one with all results if left out."),
                show_default=False,
            ),
        ] = 0,
        explain: Annotated[
            int,
            typer.Option(
                "--explain",
                metavar="N",
                help=_("Tell where each figure of player N comes from."),
                show_default=False,
            ),
        ] = 0,
        section: Section = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_show import standings_facts, standings_lines, working_lines

        with answer(event, "", json, section) as (desk, _tell):
            made, standings = desk.state.event(), desk.standings(after or None)
            if explain:
                made.player(explain)
            if explain and not json:
                for line in working_lines(made, standings, explain):
                    typer.echo(line)
                return
            out(
                lambda e, s: standings_facts(e, s, explain or None),
                standings_lines,
                json,
                made,
                standings,
            )


def _log(group: typer.Typer) -> None:
    @group.command("log", help=_("The log of an event: every entry, those undone too."))
    def log(event: EventFile, section: Section = "", json: Json = False) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import log_facts, log_lines, out

        with answer(event, "", json, section) as (desk, _tell):
            out(log_facts, log_lines, json, desk.entries, section)


def _print(group: typer.Typer) -> None:
    @group.command(
        "print",
        help=_(
            "Pages for paper as HTML: pairings, table cards, score slips, cross table, standings, cards."
        ),
    )
    def print_(
        event: EventFile,
        what: Annotated[Print, typer.Argument(metavar="WHAT", help=_("What."))],
        round: Round = 0,
        section: Section = "",
        output: Output = "-",
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.prints import PRINTS

        with answer(event, "", False, section) as (desk, _tell):
            number = round or len(desk.state.rounds)
            page = PRINTS[what.value](desk.state, desk.standings(), number)
            _write(page, output)


def _export(group: typer.Typer) -> None:
    @group.command("export", help=_("Write an event for other programs."))
    def export(
        event: EventFile,
        to: Annotated[Format, typer.Option("--to", help=_("The format."))] = Format.TRF16,
        section: Section = "",
        output: Output = "-",
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament import exports

        with answer(event, "", False, section) as (desk, _tell):
            state, standings = desk.state, desk.standings()
            match to:
                case Format.TRF16:
                    text = exports.trf_text(state, standings, "16")
                case Format.TRF26:
                    text = exports.trf_text(state, standings, "26")
                case Format.CSV:
                    text = exports.csv_text(state, standings)
                case Format.JSON:
                    text = exports.json_text(state, standings, desk.entries)
            _write(text, output)


def _write(text: str, output: str) -> None:
    """Write a text, whole or not at all."""
    import os
    from pathlib import Path

    from chuhe.cli.common import write_line

    data = text.encode("utf-8")
    if output == "-":
        write_line(data.removesuffix(b"\n"))
        return
    path = Path(output)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:  # about the file that was asked for, not about the draft
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, output) from None
