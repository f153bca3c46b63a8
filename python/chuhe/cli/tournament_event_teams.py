"""``chuhe tournament teams``, ``line-up``, ``match`` …: events of teams."""

from typing import Annotated

import typer

from chuhe.cli.tournament_options import (
    AfterRound,
    By,
    ByeKind,
    EventFile,
    Force,
    FromRound,
    Json,
    Round,
    Section,
    Why,
)
from chuhe.i18n import _

__all__ = ["add"]

Team = Annotated[str, typer.Argument(metavar="TEAM", help=_("The number or the name of a team."))]


def add(group: typer.Typer) -> None:
    """Add the commands."""
    for command in (_teams, _team_make, _team_set, _team_add, _line_up, _matches, _match):
        command(group)
    for command in (_team_table, _board_table, _team_bye, _team_withdraw, _team_return):
        command(group)
    for command in (_team_late, _team_places):
        command(group)


def _teams(group: typer.Typer) -> None:
    @group.command("teams", help=_("List the teams with their players in the order of the boards."))
    def teams(event: EventFile, section: Section = "", json: Json = False) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_team_show import teams_lines
        from chuhe.tournament.team_json import teams_facts

        with answer(event, "", json, section) as (desk, _tell):
            out(teams_facts, teams_lines, json, desk.state)


def _team_make(group: typer.Typer) -> None:
    @group.command("team-make", help=_("Make teams of the players on the list, one a unit."))
    def team_make(
        event: EventFile,
        order: Annotated[
            str,
            typer.Option(
                "--order",
                metavar="board|rating|entry",
                help=_("How they sit: by the column 台次, by rating, or as entered."),
            ),
        ] = "board",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.make_teams(order))


def _team_set(group: typer.Typer) -> None:
    @group.command(
        "team-set", help=_("Make a team, or give it another order of the boards, before numbers.")
    )
    def team_set(
        event: EventFile,
        team: Annotated[str, typer.Argument(metavar="TEAM", help=_("The name of the team."))],
        players: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="PLAYER…",
                help=_("In the order of the boards, reserves last; nobody dissolves the team."),
            ),
        ] = None,
        unit: Annotated[
            str | None,
            typer.Option(
                "--unit",
                help=_("Two teams of one unit can be kept apart in a Swiss."),
                show_default=False,
            ),
        ] = None,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.set_team(team, players or [], unit))


def _team_add(group: typer.Typer) -> None:
    @group.command("team-add", help=_("Give a team another reserve after the numbers were given."))
    def team_add(
        event: EventFile,
        team: Team,
        player: Annotated[str, typer.Argument(metavar="NAME", help=_("The name of the player."))],
        fields: Annotated[
            list[str] | None,
            typer.Argument(metavar="FIELD=VALUE…", help=_("rating, title … of a new player")),
        ] = None,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, fields_of

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.add_reserve(team, player, fields_of(fields or [])))


def _line_up(group: typer.Typer) -> None:
    @group.command("line-up", help=_("Say who sits where for a team in a round."))
    def line_up(
        event: EventFile,
        team: Team,
        players: Annotated[
            list[str],
            typer.Argument(
                metavar="PLAYER…", help=_("From board 1 on; a dash (after --) is an empty board.")
            ),
        ],
        round: Annotated[
            int,
            typer.Option(
                "--round",
                help=_(
                    "Which round; the last one while the team has no result in it, else the next."
                ),
                show_default=False,
            ),
        ] = 0,
        reason: Why = "",
        force: Force = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, refused

        with answer(event, by, json, section) as (desk, tell):
            done = desk.line_up(team, players, round=round or None, reason=reason, force=force)
            tell(done)
            refused(done, json)


def _matches(group: typer.Typer) -> None:
    @group.command("matches", help=_("Show the matches of a round board by board."))
    def matches(
        event: EventFile, round: Round = 0, section: Section = "", json: Json = False
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_team_show import matches_lines
        from chuhe.tournament.team_json import matches_facts

        with answer(event, "", json, section) as (desk, _tell):
            number = round or len(desk.state.rounds)
            out(matches_facts, matches_lines, json, desk.state, number)


def _match(group: typer.Typer) -> None:
    @group.command(
        "match", help=_("Enter the results of a match, a key a board; keys as with result.")
    )
    def match(
        event: EventFile,
        match: Annotated[int, typer.Argument(metavar="MATCH", help=_("Which match of the round."))],
        keys: Annotated[
            str, typer.Argument(metavar="KEYS", help=_("From board 1 on; _ passes over one."))
        ],
        home: Annotated[
            bool,
            typer.Option("--home", help=_("The keys are the home team's, not the first movers'.")),
        ] = False,
        round: Round = 0,
        reason: Why = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.match_results(match, keys, home=home, round=round or None, reason=reason))


def _team_table(group: typer.Typer) -> None:
    @group.command("team-table", help=_("The table of the teams, by what was agreed beforehand."))
    def team_table(
        event: EventFile,
        after: AfterRound = 0,
        explain: Annotated[
            str,
            typer.Option(
                "--explain",
                metavar="TEAM",
                help=_("Tell where each figure of a team comes from."),
                show_default=False,
            ),
        ] = "",
        ranking: Annotated[
            str,
            typer.Option(
                "--tiebreaks",
                metavar="CODES",
                help=_("Other codes than those agreed, such as MP,GP,EMGSB/C1."),
                show_default=False,
            ),
        ] = "",
        section: Section = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_team_show import show_table

        with answer(event, "", json, section) as (desk, _tell):
            show_table(desk.state, desk.team_table(after or None, ranking), explain, json)


def _board_table(group: typer.Typer) -> None:
    @group.command(
        "board-table", help=_("The individual list of a board, or of all: points and percentage.")
    )
    def board_table(
        event: EventFile,
        board: Annotated[
            int,
            typer.Option(
                "--board", help=_("Which board; everybody if left out."), show_default=False
            ),
        ] = 0,
        least: Annotated[
            int, typer.Option("--least", help=_("Who has played fewer games has no place."))
        ] = 1,
        after: AfterRound = 0,
        section: Section = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_team_show import boards_lines
        from chuhe.tournament.team_json import boards_facts

        with answer(event, "", json, section) as (desk, _tell):
            lines = desk.board_list(board or None, least=least, after=after or None)
            out(boards_facts, boards_lines, json, desk.state, lines, board or None)


def _team_bye(group: typer.Typer) -> None:
    @group.command("team-bye", help=_("Agree on a bye of a team in a round to come of a Swiss."))
    def team_bye(
        event: EventFile,
        team: Team,
        round: Annotated[int, typer.Argument(metavar="ROUND", help=_("The round."))],
        kind: ByeKind = "half",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.team_bye(team, round, None if kind == "none" else kind))


def _team_withdraw(group: typer.Typer) -> None:
    @group.command("team-withdraw", help=_("Take a team out of all rounds to come."))
    def team_withdraw(
        event: EventFile,
        team: Team,
        round: FromRound = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.team_withdraw(team, round or None))


def _team_return(group: typer.Typer) -> None:
    @group.command("team-return", help=_("Take a team in again that had withdrawn."))
    def team_return(
        event: EventFile,
        team: Team,
        round: FromRound = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.team_back(team, round or None))


def _team_late(group: typer.Typer) -> None:
    @group.command("team-late", help=_("Take a team into a Swiss after the numbers were given."))
    def team_late(
        event: EventFile,
        team: Annotated[str, typer.Argument(metavar="TEAM", help=_("The name of the team."))],
        players: Annotated[
            list[str],
            typer.Argument(
                metavar="NAME…", help=_("Its players in the order of the boards, reserves last.")
            ),
        ],
        round: FromRound = 0,
        unit: Annotated[
            str,
            typer.Option(
                "--unit",
                help=_("Two teams of one unit can be kept apart in a Swiss."),
                show_default=False,
            ),
        ] = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.team_late(team, players, round or None, unit))


def _team_places(group: typer.Typer) -> None:
    @group.command(
        "team-places",
        help=_("The teams of an individual event by the places or the points of their players."),
    )
    def team_places(
        event: EventFile,
        size: Annotated[
            int, typer.Option("--size", help=_("How many players of each team count."))
        ] = 2,
        missing: Annotated[
            str,
            typer.Option(
                "--missing",
                metavar="out|last",
                help=_("A team with fewer is not ranked, or each counts as after the last."),
            ),
        ] = "out",
        tie: Annotated[
            str,
            typer.Option(
                "--tie",
                metavar="best|next",
                help=_("Equal sums: the best player decides, or him and then the next ones."),
            ),
        ] = "best",
        count: Annotated[
            str, typer.Option("--count", metavar="places|points", help=_("What is added up."))
        ] = "places",
        after: AfterRound = 0,
        section: Section = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.cli.tournament_team_show import places_lines
        from chuhe.tournament.team_json import places_facts

        with answer(event, "", json, section) as (desk, _tell):
            rows = desk.team_places(
                size=size, missing=missing, tie=tie, count=count, after=after or None
            )
            out(places_facts, places_lines(desk.state), json, rows, count)
