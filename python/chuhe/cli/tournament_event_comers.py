"""``chuhe tournament return``: players who come back."""

import typer

from chuhe.cli.tournament_options import By, EventFile, FirstRound, Json, Section, Who
from chuhe.i18n import _

__all__ = ["add"]


def add(group: typer.Typer) -> None:
    """Add the commands."""

    @group.command("return", help=_("Take a player in again who had withdrawn."))
    def back(
        event: EventFile,
        player: Who,
        round: FirstRound = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.back(player, round or None))
