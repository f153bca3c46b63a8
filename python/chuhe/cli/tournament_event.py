"""``chuhe tournament new``, ``players`` …: an event from the list of entries to the numbers."""

import json as json_format
from typing import Annotated, Any

import typer

from chuhe.cli.tournament_options import (
    By,
    ByeKind,
    Drop,
    EventFile,
    FirstRound,
    FromRound,
    Json,
    Section,
    Tiebreaks,
    Unplayed,
    Who,
)
from chuhe.i18n import _

__all__ = ["add", "options_of"]


def add(group: typer.Typer) -> None:
    """Add the commands of the organiser's day to ``chuhe tournament``."""
    from chuhe.cli import (
        tournament_event_comers,
        tournament_event_knockout,
        tournament_event_out,
        tournament_event_rounds,
        tournament_event_sections,
        tournament_event_teams,
    )

    for command in (_new, _players, _list, _edit, _check_in, _number, _late):
        command(group)
    for command in (_bye, _withdraw, _forbid, _foul):
        command(group)
    tournament_event_comers.add(group)
    tournament_event_rounds.add(group)
    tournament_event_out.add(group)
    tournament_event_knockout.add(group)
    tournament_event_sections.add(group)
    tournament_event_teams.add(group)


def _new(group: typer.Typer) -> None:
    @group.command("new", help=_("Begin an event: its file, and what is agreed beforehand."))
    def new(
        event: EventFile,
        name: Annotated[str, typer.Option("--name", help=_("The name of the event."))],
        system: Annotated[
            str,
            typer.Option(
                "--system",
                metavar="NAME",
                help=_("chinese, dutch, roundrobin, knockout, lots, sections …"),
            ),
        ] = "chinese",
        rounds: Annotated[
            int,
            typer.Option(
                "--rounds", help=_("How many rounds; for a Swiss only."), show_default=False
            ),
        ] = 0,
        points: Annotated[
            str,
            typer.Option(
                "--points",
                metavar="W:D:L",
                help=_("2:1:0 if left out, 1:0.5:0 for dutch; six numbers tell by colours."),
                show_default=False,
            ),
        ] = "",
        tiebreaks: Tiebreaks = "",
        unplayed: Unplayed = "",
        drop: Drop = False,
        seed: Annotated[
            str,
            typer.Option(
                "--seed",
                help=_("What all lots are drawn from, any text; a random one if left out."),
                show_default=False,
            ),
        ] = "",
        first_side: Annotated[
            str,
            typer.Option(
                "--first-side",
                metavar="red|black",
                help=_("The side of number 1 in round one; by lot if left out."),
                show_default=False,
            ),
        ] = "",
        option: Annotated[
            list[str] | None,
            typer.Option(
                "--option",
                metavar="NAME=VALUE",
                help=_("An option of the system, as often as needed."),
                show_default=False,
            ),
        ] = None,
        rules: Annotated[
            str,
            typer.Option(
                "--rules",
                metavar="club|cxa|wxf…",
                help=_("The rule book of the games: how many fouls lose one."),
            ),
        ] = "club",
        city: Annotated[
            str, typer.Option("--city", help=_("Where it is played."), show_default=False)
        ] = "",
        start: Annotated[
            str,
            typer.Option("--start", metavar="DATE", help=_("The first day."), show_default=False),
        ] = "",
        end: Annotated[
            str, typer.Option("--end", metavar="DATE", help=_("The last day."), show_default=False)
        ] = "",
        arbiter: Annotated[
            str, typer.Option("--arbiter", help=_("The chief arbiter."), show_default=False)
        ] = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        import secrets

        from chuhe.cli.tournament_event_desk import now, told
        from chuhe.cli.tournament_files import answered
        from chuhe.tournament.director import Director

        with answered(json):
            desk = Director.create(
                event,
                name=name,
                seed=seed or secrets.token_hex(8),
                clock=now,
                system=system,
                rounds=rounds or None,
                points=points,
                tiebreaks=tiebreaks,
                unplayed=unplayed,
                drop=drop,
                first_side=first_side,
                options=options_of(option or []),
                facts={"city": city, "start": start, "end": end, "arbiter": arbiter},
                rules=rules,
                who=by,
            )
            with desk:
                told(desk.entries, (), json, desk.whole)


def options_of(words: list[str]) -> dict[str, Any]:
    """``name=value`` words; a value is JSON if it can be, else a text.

    >>> options_of(["cycles=2", "colours=natural"])
    {'cycles': 2, 'colours': 'natural'}
    """
    options: dict[str, Any] = {}
    for word in words:
        name, _equals, value = word.partition("=")
        try:
            options[name.strip()] = json_format.loads(value)
        except ValueError:
            options[name.strip()] = value.strip()
    return options


def _players(group: typer.Typer) -> None:
    @group.command(
        "players",
        help=_("Put players on the list, from XLSX, CSV or lines pasted from a spreadsheet."),
    )
    def players(
        event: EventFile,
        file: Annotated[
            str, typer.Argument(metavar="FILE", help=_("XLSX, CSV or TSV; - is standard input."))
        ] = "-",
        sheet: Annotated[
            str,
            typer.Option(
                "--sheet",
                metavar="NAME",
                help=_("Which sheet of a workbook; the first one if left out."),
                show_default=False,
            ),
        ] = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import open_input
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.model import Reason
        from chuhe.tournament.players_in import SIZE_LIMIT, read_players

        with answer(event, by, json) as (desk, tell):
            with open_input(file) as source:
                listed = read_players(source.read(SIZE_LIMIT + 1), sheet)
            done = desk.add_players(listed.players)
            passed = [Reason("players.column", {"name": name}) for name in listed.unknown]
            tell(done, passed)


def _list(group: typer.Typer) -> None:
    @group.command("list", help=_("List the players with their numbers."))
    def listed(event: EventFile, section: Section = "", json: Json = False) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import list_facts, list_lines, out

        with answer(event, "", json, section) as (desk, _tell):
            out(list_facts, list_lines, json, desk.state)


def _edit(group: typer.Typer) -> None:
    @group.command("edit", help=_("Change what is known of a player."))
    def edit(
        event: EventFile,
        player: Who,
        fields: Annotated[
            list[str],
            typer.Argument(
                metavar="FIELD=VALUE…",
                help=_("name, rating, team, title, federation, sex, birth, fide_id, board"),
            ),
        ],
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, fields_of

        with answer(event, by, json) as (desk, tell):
            tell(desk.edit(player, fields_of(fields)))


def _check_in(group: typer.Typer) -> None:
    @group.command("check-in", help=_("Note who is here; everybody if nobody is named."))
    def check_in(
        event: EventFile,
        players: Annotated[
            list[str] | None, typer.Argument(metavar="PLAYER…", help=_("Numbers or names."))
        ] = None,
        away: Annotated[
            bool, typer.Option("--away", help=_("They are not here after all."))
        ] = False,
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json) as (desk, tell):
            tell(desk.check_in(players or [], present=not away))


def _number(group: typer.Typer) -> None:
    @group.command("number", help=_("Give the numbers: by rating, by lot, or as entered."))
    def number(
        event: EventFile,
        how: Annotated[str, typer.Option("--how", metavar="rating|lot|entry")] = "rating",
        seed: Annotated[
            str,
            typer.Option(
                "--seed",
                help=_("For the lot; the seed of the event if left out."),
                show_default=False,
            ),
        ] = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.number(how, seed))


def _late(group: typer.Typer) -> None:
    @group.command("late", help=_("Take a player in after the numbers were given."))
    def late(
        event: EventFile,
        player: Annotated[str, typer.Argument(metavar="NAME", help=_("The name."))],
        fields: Annotated[
            list[str] | None,
            typer.Argument(metavar="FIELD=VALUE…", help=_("rating, team … of a new player")),
        ] = None,
        round: FirstRound = 0,
        by_rating: Annotated[
            bool,
            typer.Option(
                "--by-rating",
                help=_(
                    "Give him his place by the rating: new numbers before round 1, "
                    "for dutch another order up to round 4."
                ),
            ),
        ] = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, fields_of

        with answer(event, by, json, section) as (desk, tell):
            known = fields_of(fields or [])
            tell(desk.late(player, known, round or None, by_rating=by_rating))


def _bye(group: typer.Typer) -> None:
    @group.command("bye", help=_("Agree on a bye in a round to come."))
    def bye(
        event: EventFile,
        player: Who,
        round: Annotated[int, typer.Argument(metavar="ROUND", help=_("The round."))],
        kind: ByeKind = "half",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.bye(player, round, None if kind == "none" else kind))


def _withdraw(group: typer.Typer) -> None:
    @group.command("withdraw", help=_("Take a player out of all rounds to come."))
    def withdraw(
        event: EventFile,
        player: Who,
        round: FromRound = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.withdraw(player, round or None))


def _forbid(group: typer.Typer) -> None:
    @group.command("forbid", help=_("Agree that of these players no two meet."))
    def forbid(
        event: EventFile,
        players: Annotated[
            list[str], typer.Argument(metavar="PLAYER…", help=_("Numbers or names."))
        ],
        first: Annotated[int, typer.Option("--from", help=_("From which round."))] = 1,
        last: Annotated[
            int,
            typer.Option(
                "--to", help=_("To which round; to the end if left out."), show_default=False
            ),
        ] = 0,
        weak: Annotated[
            bool, typer.Option("--weak", help=_("Only where it can be avoided."))
        ] = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.forbid(players, first, last or None, weak=weak))


def _foul(group: typer.Typer) -> None:
    @group.command("foul", help=_("Enter a foul or a warning; fouls count in the tie-break D."))
    def foul(
        event: EventFile,
        player: Who,
        kind: Annotated[str, typer.Argument(metavar="KIND", help=_("What it was, in words."))],
        round: Annotated[
            int,
            typer.Option(
                "--round", help=_("In which round; the last one if left out."), show_default=False
            ),
        ] = 0,
        count: Annotated[
            int, typer.Option("--count", help=_("How many fouls it counts as; 0 for a warning."))
        ] = 1,
        note: Annotated[
            str, typer.Option("--note", help=_("Anything more."), show_default=False)
        ] = "",
        lose: Annotated[
            bool,
            typer.Option(
                "--lose", help=_("Enter the loss too if it is the foul that loses the game.")
            ),
        ] = False,
        reason: Annotated[
            str,
            typer.Option(
                "--reason",
                help=_("With --lose, if the board has another result."),
                show_default=False,
            ),
        ] = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            done = desk.foul(
                player,
                kind,
                round=round or None,
                count=count,
                note=note,
                lose=lose,
                reason=reason,
            )
            tell(done)
