"""``chuhe tournament game``, ``site``: records of games, and a web site of an event."""

from typing import Annotated

import typer

from chuhe.cli.tournament_event import By, EventFile, Section
from chuhe.cli.tournament_event_rounds import Round
from chuhe.cli.tournament_options import Json
from chuhe.i18n import _

__all__ = ["add"]


def add(group: typer.Typer) -> None:
    """Add the commands."""
    _game(group)


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
