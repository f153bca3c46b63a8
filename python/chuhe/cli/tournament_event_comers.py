"""``chuhe tournament return``: players who come back."""

from typing import Annotated

import typer

from chuhe.cli.tournament_event import By, EventFile, Section, Who
from chuhe.cli.tournament_options import Json
from chuhe.i18n import _

__all__ = ["add"]


def add(group: typer.Typer) -> None:
    """Add the commands."""

    @group.command("return", help=_("Take a player in again who had withdrawn."))
    def back(
        event: EventFile,
        player: Who,
        round: Annotated[
            int,
            typer.Option(
                "--round",
                help=_("The first round he may play; the next one if left out."),
                show_default=False,
            ),
        ] = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.back(player, round or None))
