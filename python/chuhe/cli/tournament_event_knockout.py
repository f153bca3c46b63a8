"""``chuhe tournament games``, ``decide``, ``bracket``: knock-outs whose boards are matches."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from chuhe.cli.tournament_options import (
    By,
    EventFile,
    Json,
    Output,
    Round,
    Section,
    Why,
)
from chuhe.i18n import _

__all__ = ["add"]

Board = Annotated[int, typer.Argument(metavar="BOARD", help=_("The board of the match."))]


def add(group: typer.Typer) -> None:
    """Add the commands."""
    for command in (_games, _decide, _bracket):
        command(group)


def _games(group: typer.Typer) -> None:
    @group.command(
        "games",
        help=_(
            "The games of a match of a knock-out: those played and the next one; with keys, "
            "enter one game after the other."
        ),
    )
    def games(
        event: EventFile,
        board: Board,
        keys: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="KEY …", help=_("A key a game, by the first mover of it, as with result.")
            ),
        ] = None,
        game: Annotated[
            int,
            typer.Option(
                "--game", metavar="N", help=_("Correct game N instead."), show_default=False
            ),
        ] = 0,
        round: Round = 0,
        reason: Why = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out
        from chuhe.tournament.bracket_view import match_facts
        from chuhe.tournament.model import EventError

        typed = keys or []
        with answer(event, by, json, section) as (desk, tell):
            if game and len(typed) != 1:
                raise EventError("knockout.one_key", {"game": game})
            if game:
                done = desk.match_game(board, game, typed[0], round=round or None, reason=reason)
                tell(done)
            elif typed:
                entered = [(board, key) for key in typed]
                tell(desk.results(entered, round=round or None, reason=reason))
            else:
                state = desk.state
                this = state.round(round or len(state.rounds))
                facts = match_facts(state, this, board)
                names = {n: state.entrant(n).name for n in facts["players"]}
                out(lambda f, _n: f, _game_lines, json, facts, names)


def _game_lines(facts: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """A match for people."""
    from chuhe.cli.tournament_show import table
    from chuhe.tournament.deciders import STAGES
    from chuhe.tournament.prints_page import result_text

    one, two = facts["players"]
    points = " : ".join(f"{value:g}" for value in facts["score"])
    title = _("match {match}, board {board}", match=facts["match"], board=facts["board"])
    lines = [title, f"{one} {names[one]}  {points}  {two} {names[two]}", ""]
    rows = [["", _("first mover"), "", _("second mover"), ""]]
    rows += [
        [
            str(game["game"]),
            f"{game['first']} {names[game['first']]}",
            result_text(game["result"]),
            f"{game['second']} {names[game['second']]}",
            _(STAGES[game["stage"]]),
        ]
        for game in facts["games"]
    ]
    if facts["games"]:
        lines += [*table(rows), ""]
    elif facts["result"]:
        lines += [_("decided without play: {result}", result=result_text(facts["result"])), ""]
    return lines + [f"* {reason['text']}" for reason in facts["reasons"]]


def _decide(group: typer.Typer) -> None:
    @group.command(
        "decide", help=_("Say who goes on in a match of a knock-out, whatever its games say.")
    )
    def decide(
        event: EventFile,
        board: Board,
        winner: Annotated[
            str, typer.Argument(metavar="NUMBER", help=_("Who goes on; 'none' for nobody."))
        ],
        reason: Annotated[str, typer.Option("--reason", help=_("Why; kept in the log."))],
        round: Round = 0,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.tournament.typed import find

        with answer(event, by, json, section) as (desk, tell):
            who = None if winner == "none" else find(desk.state, winner).number
            tell(desk.decide(board, who, round=round or None, reason=reason))


def _bracket(group: typer.Typer) -> None:
    @group.command(
        "bracket",
        help=_("The picture of a knock-out as SVG; with --json the facts of its matches."),
    )
    def bracket(
        event: EventFile,
        section: Section = "",
        output: Output = "-",
        json: Json = False,
    ) -> None:
        from chuhe.cli.common import write_json
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_out import write_out
        from chuhe.tournament.bracket_view import bracket_facts, bracket_svg
        from chuhe.tournament.model import EventError

        with answer(event, "", json, section) as (desk, _tell):
            svg = bracket_svg(desk.state)
            if svg is None:
                raise EventError("knockout.no_bracket")
            if json:
                write_json(bracket_facts(desk.state) or {})
            else:
                write_out(svg.encode("utf-8"), output)
