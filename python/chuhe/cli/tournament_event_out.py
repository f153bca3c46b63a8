"""``chuhe tournament show``, ``table``, ``log``, ``print``, ``export``: an event to look at."""

from typing import Annotated

import typer

from chuhe.cli.tournament_options import (
    AfterRound,
    EventFile,
    Explain,
    Json,
    Output,
    Round,
    Section,
)
from chuhe.i18n import _

__all__ = ["add"]


#: The formats of `chuhe.tournament.exports.EXPORTS`, which is not loaded to show the help.
_KNOWN = "trf16, trf26, csv, xlsx, pgn, xqf, json"


def add(group: typer.Typer) -> None:
    """Add the commands."""
    from chuhe.cli import tournament_event_paper

    for command in (_show, _table, _log, _print, _export):
        command(group)
    tournament_event_paper.add(group)


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
        after: AfterRound = 0,
        explain: Explain = 0,
        section: Section = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_show import standings_facts, standings_lines, working_lines
        from chuhe.tournament.desk import system_of

        with answer(event, "", json, section) as (desk, _tell):
            if desk.state.by_team:  # the teams are what such an event ranks
                from chuhe.cli.tournament_team_show import show_table

                show_table(desk.state, desk.team_table(after or None), str(explain or ""), json)
                return
            made, standings = desk.state.event(), desk.standings(after or None)
            if explain:
                made.player(explain)
            if explain and not json:
                for line in working_lines(made, standings, explain):
                    typer.echo(line)
                why = system_of(desk.state).why_place
                for reason in why(desk.state, explain, standings.after) if why else ():
                    typer.echo(f"* {reason}")
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
            out(log_facts, log_lines, json, desk.entries, section, desk.whole)


def _print(group: typer.Typer) -> None:
    @group.command("print", help=_("Pages for paper, as HTML or PDF: pairings, tables, lists …"))
    def print_(
        event: EventFile,
        what: Annotated[
            str,
            typer.Argument(
                metavar="WHAT",
                help=_(
                    "sheet, tables, slips, standings, cross, wall, cards, starting, regulations, "
                    "certificates, and what the system of the event adds."
                ),
            ),
        ],
        round: Round = 0,
        pdf: Annotated[
            bool, typer.Option("--pdf", help=_("As PDF; a FILE that ends in .pdf says so too."))
        ] = False,
        places: Annotated[
            int, typer.Option("--places", help=_("Certificates: for the first so many places."))
        ] = 3,
        prize_group: Annotated[
            list[str] | None,
            typer.Option(
                "--group",
                metavar="NAME:FIELD=VALUE:PLACES",
                help=_("Certificates: a group with prizes of its own, as often as needed."),
                show_default=False,
            ),
        ] = None,
        section: Section = "",
        output: Output = "-",
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.certificates import Group, certificates
        from chuhe.tournament.prints import print_of
        from chuhe.tournament.prints_pdf import to_pdf

        with answer(event, "", False, section) as (desk, _tell):
            state = desk.state
            made = print_of(what, state)
            number = round or len(state.rounds)
            if what == "certificates":
                groups = [Group.of(text) for text in prize_group or ()]
                page = certificates(state, desk.standings(), places, groups)
            else:
                page = made(state, desk.standings(), number)
            as_pdf = pdf or output.lower().endswith(".pdf")
            write_out(to_pdf(page) if as_pdf else page.encode("utf-8"), output)


def _export(group: typer.Typer) -> None:
    @group.command("export", help=_("Write an event for other programs."))
    def export(
        event: EventFile,
        to: Annotated[
            str,
            typer.Option("--to", metavar="FORMAT", help=_("The format: {known}.", known=_KNOWN)),
        ] = "trf16",
        section: Section = "",
        output: Output = "-",
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.exports import export_of

        with answer(event, "", False, section) as (desk, _tell):
            made = export_of(to)
            if to == "xqf" and output != "-" and not output.lower().endswith(".zip"):
                from chuhe.tournament.games import games_xqf
                from chuhe.tournament.site_write import write_folder

                write_folder(output, games_xqf(desk.state))
                return
            write_out(made.make(desk.state, desk.standings(), desk.entries), output)


def write_out(data: bytes, output: str) -> None:
    """Write a file, whole or not at all; - is standard output."""
    import os
    import sys
    from pathlib import Path

    if output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    path = Path(output)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:  # about the file that was asked for, not about the draft
        draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, output) from None
