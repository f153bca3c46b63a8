"""``chuhe tournament``: pair a round, rank, check a file, draw lots, rewrite a file."""

from enum import StrEnum
from typing import Annotated

import typer

from chuhe.cli.common import FOUND, OK, write_json
from chuhe.cli.tournament_options import (
    AfterRound,
    Drop,
    Explain,
    Json,
    Seed,
    Tiebreaks,
    Unplayed,
)
from chuhe.i18n import _


class Edition(StrEnum):
    """The editions of the TRF that are written."""

    TRF16 = "16"
    TRF26 = "26"


def register(app: typer.Typer) -> None:
    """Add ``chuhe tournament``."""
    from chuhe.cli import tournament_event
    from chuhe.cli.typer_words import App

    group = App(
        name="tournament",
        help=_("Tournaments: pair a round, rank, check a file of an event, draw lots."),
        invoke_without_command=True,
        rich_markup_mode="rich",
    )

    @group.callback()
    def nothing_asked(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    from chuhe.cli import tournament_places, tournament_sim

    for add in (
        _pair,
        _standings,
        _check,
        _lots,
        _convert,
        tournament_sim.register,
        tournament_places.register,
    ):
        add(group)
    tournament_event.add(group)
    app.add_typer(group)


File = Annotated[
    str, typer.Argument(metavar="FILE", help=_("A file of an event (TRF); - is standard input."))
]


def _pair(group: typer.Typer) -> None:
    @group.command("pair", help=_("Pair the next round by the FIDE Dutch system of 2026."))
    def pair(
        file: File,
        round: Annotated[
            int,
            typer.Option(
                "--round",
                help=_("A round already on record, to be paired again. The next one if left out."),
                show_default=False,
            ),
        ] = 0,
        quiet: Annotated[
            bool, typer.Option("--quiet", help=_("Only the boards, not the reasons."))
        ] = False,
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_files import answered, read_event
        from chuhe.cli.tournament_show import sheet_facts, sheet_lines
        from chuhe.tournament.rounds import next_sheet

        with answered(json):
            event = read_event(file)
            sheet = next_sheet(event, round or None)
            if json:
                write_json(sheet_facts(event, sheet))
            else:
                _print(sheet_lines(event, sheet, reasons=not quiet))


def _standings(group: typer.Typer) -> None:
    @group.command("standings", help=_("Rank the players by an ordered list of tie-breaks."))
    def standings(
        file: File,
        tiebreaks: Tiebreaks = "",
        after: AfterRound = 0,
        unplayed: Unplayed = "",
        drop: Drop = False,
        explain: Explain = 0,
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_files import answered, read_event
        from chuhe.cli.tournament_show import standings_facts, standings_lines, working_lines
        from chuhe.tournament.standings import named_list, standings, treatment

        with answered(json):
            event = read_event(file)
            if explain:
                event.player(explain)  # or there is none
            names = named_list(event, tiebreaks)
            rules = treatment(unplayed)
            table = standings(event, names, after=after or None, drop=drop, **rules)
            if json:
                write_json(standings_facts(event, table, explain or None))
            elif explain:
                _print(working_lines(event, table, explain))
            else:
                _print(standings_lines(event, table))


def _check(group: typer.Typer) -> None:
    @group.command("check", help=_("Pair all rounds of a file again and count all points again."))
    def check(
        file: File,
        tiebreaks: Annotated[
            str,
            typer.Option(
                "--tiebreaks",
                metavar="BH,SB,…",
                help=_("The tie-breaks that gave the places of the file, to be checked too."),
                show_default=False,
            ),
        ] = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_files import answered, read_event
        from chuhe.cli.tournament_show import report_facts, report_lines
        from chuhe.tournament.checker import check
        from chuhe.tournament.standings import named_list

        with answered(json):
            event = read_event(file)
            report = check(event, named_list(event, tiebreaks) if tiebreaks else ())
            if json:
                write_json(report_facts(report))
            else:
                _print(report_lines(report))
            raise typer.Exit(OK if report.right else FOUND)


def _lots(group: typer.Typer) -> None:
    @group.command("lots", help=_("Draw lots by playing cards, from a seed anybody can repeat."))
    def lots(
        players: Annotated[int, typer.Option("--players", help=_("How many players draw."))],
        seed: Seed = "",
        round: Annotated[int, typer.Option("--round", help=_("The round."))] = 1,
        json: Json = False,
    ) -> None:
        import secrets

        from chuhe.cli.tournament_files import answered
        from chuhe.tournament import lots

        with answered(json):
            drawn = lots.draw(players, seed or secrets.token_hex(8), round)
            if json:
                write_json(lots.to_json(drawn))
            else:
                _print(lots.show(drawn))


def _convert(group: typer.Typer) -> None:
    @group.command("convert", help=_("Write a file of an event again, as TRF16 or TRF26."))
    def convert(
        file: File,
        to: Annotated[Edition, typer.Option("--to", help=_("The edition."))] = Edition.TRF16,
    ) -> None:
        from chuhe.cli.common import write_line
        from chuhe.cli.tournament_files import read_event
        from chuhe.tournament.trf import write_trf

        text = write_trf(read_event(file), edition=to.value)
        write_line(text.removesuffix("\n").encode("utf-8"))


def _print(lines: list[str]) -> None:
    for line in lines:
        typer.echo(line)
