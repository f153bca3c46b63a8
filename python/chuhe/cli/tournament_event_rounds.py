"""``chuhe tournament pair-round``, ``result`` …: the rounds of an event."""

from typing import Annotated

import typer

from chuhe.cli.tournament_options import (
    By,
    EventFile,
    Force,
    Json,
    Round,
    Section,
    Why,
)
from chuhe.i18n import _

__all__ = ["add"]


def add(group: typer.Typer) -> None:
    """Add the commands."""
    for command in (_pair_round, _swap, _turn, _join, _result, _publish, _undo):
        command(group)


def _pair_round(group: typer.Typer) -> None:
    @group.command("pair-round", help=_("Pair the next round of an event."))
    def pair_round(
        event: EventFile, section: Section = "", by: By = "", json: Json = False
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer
        from chuhe.cli.tournament_event_show import out, round_facts, round_lines

        with answer(event, by, json, section) as (desk, _tell):
            desk.pair_round()
            out(round_facts, round_lines, json, desk.state, len(desk.state.rounds))


def _swap(group: typer.Typer) -> None:
    @group.command("swap", help=_("Exchange the places of two players in the last round."))
    def swap(
        event: EventFile,
        one: Annotated[int, typer.Argument(metavar="NUMBER")],
        two: Annotated[int, typer.Argument(metavar="NUMBER")],
        reason: Why = "",
        force: Force = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, refused

        with answer(event, by, json, section) as (desk, tell):
            done = desk.swap(one, two, reason=reason, force=force)
            tell(done)
            refused(done, json)


def _turn(group: typer.Typer) -> None:
    @group.command("turn", help=_("Exchange the colours of a board of the last round."))
    def turn(
        event: EventFile,
        board: Annotated[int, typer.Argument(metavar="BOARD")],
        reason: Why = "",
        force: Force = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, refused

        with answer(event, by, json, section) as (desk, tell):
            done = desk.turn(board, reason=reason, force=force)
            tell(done)
            refused(done, json)


def _join(group: typer.Typer) -> None:
    @group.command("join", help=_("Let two without an opponent play in the last round."))
    def join(
        event: EventFile,
        red: Annotated[int, typer.Argument(metavar="FIRST")],
        black: Annotated[int, typer.Argument(metavar="SECOND")],
        reason: Why = "",
        force: Force = False,
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer, refused

        with answer(event, by, json, section) as (desk, tell):
            done = desk.join(red, black, reason=reason, force=force)
            tell(done)
            refused(done, json)


def _result(group: typer.Typer) -> None:
    @group.command(
        "result",
        help=_(
            "Enter results by board and key: 1 first mover won, 0 lost, = draw, + and - without "
            "play, x nobody came, o both lost, . clears."
        ),
    )
    def result(
        event: EventFile,
        words: Annotated[
            list[str] | None,
            typer.Argument(metavar="BOARD KEY …", help=_("As many boards as wanted.")),
        ] = None,
        keys: Annotated[
            str,
            typer.Option(
                "--keys",
                help=_("A key a board, from board 1 on; _ passes over one."),
                show_default=False,
            ),
        ] = "",
        round: Round = 0,
        reason: Why = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            wanted = _results(words or [], keys)
            tell(desk.results(wanted, round=round or None, reason=reason))


def _results(words: list[str], keys: str) -> list[tuple[int, str]]:
    """Boards and keys.

    Raises:
        EventError: ``director.pairs``.

    >>> _results(["3", "="], "1_0")
    [(1, '1'), (3, '0'), (3, '=')]
    """
    from chuhe.tournament.model import EventError

    signs = [key for key in keys if not key.isspace()]
    found = [(board, key) for board, key in enumerate(signs, 1) if key != "_"]
    numbers = words[::2]
    bad = next((n for n in numbers if not n.isdecimal() or len(n) > 5), None)
    if len(words) % 2 or bad is not None or not (words or found):
        raise EventError("director.pairs", {"text": " ".join(words)[:40]})
    return [*found, *zip(map(int, numbers), words[1::2], strict=True)]


def _publish(group: typer.Typer) -> None:
    @group.command(
        "publish",
        help=_("Say that a round is published: from now on changes need a reason."),
    )
    def publish(
        event: EventFile, round: Round = 0, section: Section = "", by: By = "", json: Json = False
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.publish(round or None))


def _undo(group: typer.Typer) -> None:
    @group.command("undo", help=_("Undo an entry of the log; undoing an undoing brings it back."))
    def undo(
        event: EventFile,
        entry: Annotated[
            int,
            typer.Option(
                "--entry",
                help=_("Which entry; the last one by the same arbiter if left out."),
                show_default=False,
            ),
        ] = 0,
        reason: Why = "",
        section: Section = "",
        by: By = "",
        json: Json = False,
    ) -> None:
        from chuhe.cli.tournament_event_desk import answer

        with answer(event, by, json, section) as (desk, tell):
            tell(desk.undo(entry or None, reason))
