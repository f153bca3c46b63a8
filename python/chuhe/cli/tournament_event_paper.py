"""``chuhe tournament game``, ``site``: records of games, and a web site of an event."""

from typing import Annotated

import typer

from chuhe.cli.tournament_options import By, EventFile, Json, Round, Section
from chuhe.i18n import _

__all__ = ["add"]


def add(group: typer.Typer) -> None:
    """Add the commands."""
    _game(group)
    _site(group)


def _game(group: typer.Typer) -> None:
    @group.command("game", help=_("Attach the record of a game to a board, or take it away."))
    def game(
        event: EventFile,
        board: Annotated[int, typer.Argument(metavar="BOARD", help=_("The board, from 1."))],
        file: Annotated[
            str,
            typer.Argument(metavar="FILE", help=_("A record in any format; - is standard input.")),
        ] = "-",
        round: Round = 0,
        number: Annotated[
            int, typer.Option("--game", help=_("Which game of a match of several."))
        ] = 1,
        pick: Annotated[
            int,
            typer.Option("--pick", help=_("Which game of a file of several."), show_default=False),
        ] = 0,
        remove: Annotated[bool, typer.Option("--remove", help=_("Take the record away."))] = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import open_input
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.games import SIZE_LIMIT

        with answer(event, by, json, section) as (desk, tell):
            data = None
            if not remove:
                with open_input(file) as source:
                    data = source.read(SIZE_LIMIT + 1)
            tell(desk.game(board, data, round=round or None, number=number, pick=pick))


def _site(group: typer.Typer) -> None:
    @group.command(
        "site", help=_("Write a web site of an event into a folder: plain pages, no scripts.")
    )
    def site_(
        event: EventFile,
        folder: Annotated[
            str,
            typer.Argument(
                metavar="FOLDER", help=_("The folder; files of others in it are left alone.")
            ),
        ],
        everything: Annotated[
            bool, typer.Option("--all", help=_("Rounds that are not published, too."))
        ] = False,
        refresh: Annotated[
            int,
            typer.Option(
                "--refresh",
                metavar="SECONDS",
                help=_("Pages load themselves again after so long."),
                show_default=False,
                min=0,
                max=86400,
            ),
        ] = 0,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.site import left_out, site
        from chuhe.tournament.site_write import write_folder

        with answer(event, "", False) as (desk, _tell):
            state, entries = desk.whole, desk.entries
            as_of = entries[-1].at.replace("T", " ")[:16]
            files = site(state, as_of=as_of, everything=everything, refresh=refresh)
            changed = write_folder(folder, files)
            typer.echo(_("{n} files, {changed} of them changed", n=len(files), changed=changed))
            for note in () if everything else left_out(state):
                typer.echo(f"* {note}")
