"""``chuhe tournament places``: events at tables of several, decided by places."""

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from chuhe.cli.common import write_json
from chuhe.cli.tournament_options import Json
from chuhe.i18n import _
from chuhe.tournament.places import PlacesEvent, read_places

File = Annotated[str, typer.Argument(metavar="EVENT", help=_("The file of the event."))]


def register(group: typer.Typer) -> None:
    """Add the commands."""
    from chuhe.cli.typer_words import App

    places = App(
        name="places",
        help=_(
            "Events at tables of three, four or more, decided by places, as of Chinese checkers."
        ),
        invoke_without_command=True,
        rich_markup_mode="rich",
    )

    @places.callback()
    def nothing_asked(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    for add in (_new, _draw, _result, _show):
        add(places)
    group.add_typer(places)


def _new(group: typer.Typer) -> None:
    @group.command("new", help=_("Begin an event; the players are one name a line."))
    def new(
        event: File,
        players: Annotated[
            str, typer.Argument(metavar="FILE", help=_("The list of names; - is standard input."))
        ],
        seed: Annotated[
            str, typer.Option("--seed", help=_("What the cards are drawn from; say it aloud."))
        ],
        name: Annotated[str, typer.Option("--name", help=_("What the event is called."))] = "",
        per_table: Annotated[
            int, typer.Option("--per-table", help=_("How many sit at a table."), min=2, max=6)
        ] = 4,
        advance: Annotated[
            int, typer.Option("--advance", help=_("How many of a table go on."), min=1, max=5)
        ] = 2,
        seconds: Annotated[
            int, typer.Option("--seconds", help=_("Seconds for a move; 0 for no limit."), min=0)
        ] = 60,
    ) -> None:
        from chuhe.cli.common import open_input

        with open_input(players) as opened:
            text = opened.read(1_000_000).decode("utf-8-sig", errors="replace")
        names = [line.strip() for line in text.splitlines() if line.strip()]
        made = PlacesEvent.new(
            name or Path(event).stem,
            names,
            seed=seed,
            per_table=per_table,
            advance=advance,
            seconds_a_move=seconds or None,
        )
        with open(event, "x", encoding="utf-8") as file:
            file.write(made.json())
        course = " → ".join(map(str, made.course()))
        typer.echo(_("{n} players: {course}", n=len(names), course=course))


def _draw(group: typer.Typer) -> None:
    @group.command("draw", help=_("Draw the cards of the next round, one by one."))
    def draw(event: File, json: Json = False) -> None:
        before = _read(event)
        made = before.drawn()
        _write(event, made)
        if json:
            write_json(_facts(made))
            return
        round = made.rounds[-1]
        cards = {
            one: made.card(table, seat)
            for table, row in enumerate(round.tables)
            for seat, one in enumerate(row.seats)
        }
        for one in before.going_on():
            card = cards.get(one, "K")
            typer.echo(_("{player} draws {card}", player=made.player(one), card=card))
        typer.echo("")
        _echo_round(made)


def _result(group: typer.Typer) -> None:
    @group.command("result", help=_("Enter the places of a table, seat by seat."))
    def result(
        event: File,
        table: Annotated[int, typer.Argument(help=_("The table, from 1."))],
        places: Annotated[
            list[int] | None,
            typer.Argument(help=_("The place of each seat, such as 2 1 4 3."), show_default=False),
        ] = None,
        record: Annotated[
            str,
            typer.Option(
                "--record", help=_("Take the places from this record of Chinese checkers instead.")
            ),
        ] = "",
        json: Json = False,
    ) -> None:
        found = list(places or ())
        if record:
            from chuhe.cli.common import open_input
            from chuhe.tiaoqi import read_record

            with open_input(record) as opened:
                text = opened.read(4_000_000).decode("utf-8-sig", errors="replace")
            said = read_record(text).result()
            found = [] if said == "*" else [int(place) for place in said.split("-")]
        made = _read(event).placed(table, found)
        _write(event, made)
        if json:
            write_json(_facts(made))
        else:
            _echo_round(made)


def _show(group: typer.Typer) -> None:
    @group.command("show", help=_("The tables of the last round, and the places so far."))
    def show(event: File, json: Json = False) -> None:
        made = _read(event)
        if json:
            write_json(_facts(made))
            return
        if made.rounds:
            _echo_round(made)
            typer.echo("")
        for place, one in made.standings():
            typer.echo(f"{place:>3}. {made.player(one)}")


def _echo_round(event: PlacesEvent) -> None:
    round = event.rounds[-1]
    typer.echo(_("Round {round}, tables", round=len(event.rounds)))
    for number, table in enumerate(round.tables, 1):
        places = table.places or [None] * len(table.seats)
        said = []
        for seat, (one, place) in enumerate(zip(table.seats, places, strict=True)):
            card = event.card(number - 1, seat)
            said.append(f"{card} {event.player(one)}" + (f" ({place})" if place else ""))
        typer.echo(_("table {n}: {players}", n=number, players="  ".join(said)))
    if round.byes:
        who = "  ".join(event.player(one) for one in round.byes)
        typer.echo(_("bye: {players}", players=who))


def _facts(event: PlacesEvent) -> dict[str, object]:
    return {
        "name": event.name,
        "course": list(event.course()),
        "over": event.over,
        "rounds": [
            {
                "tables": [
                    {"seats": list(table.seats), "places": table.places and list(table.places)}
                    for table in round.tables
                ],
                "byes": list(round.byes),
                "missing": round.missing,
            }
            for round in event.rounds
        ],
        "standings": [
            {"place": place, "player": one, "name": event.player(one)}
            for place, one in event.standings()
        ],
    }


def _read(name: str) -> PlacesEvent:
    with open(name, encoding="utf-8") as file:
        return read_places(file.read(10_000_000))


def _write(name: str, event: PlacesEvent) -> None:
    """Replace the file whole, or not at all."""
    path = Path(name)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        file.write(event.json())
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, path.stat().st_mode)
    os.replace(file.name, path)
