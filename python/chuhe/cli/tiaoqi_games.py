"""``chuhe tiaoqi record`` and ``match``: games of Chinese checkers."""

from typing import Annotated

import typer

from chuhe.cli.common import FOUND, OK, open_input, progress, write_json
from chuhe.i18n import _

Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]


def register(group: typer.Typer) -> None:
    """Add the commands."""
    _record(group)
    _match(group)


def _record(group: typer.Typer) -> None:
    @group.command(
        "record", help=_("Play a record through: how it ended, or where it cannot go on.")
    )
    def record(
        file: Annotated[
            str, typer.Argument(metavar="FILE", help=_("A record; - is standard input."))
        ],
        to: Annotated[
            str,
            typer.Option(
                "--to", metavar="json|text", help=_("Print the record in this form instead.")
            ),
        ] = "",
        json: Json = False,
    ) -> None:
        from chuhe.errors import ParseError, RecordError
        from chuhe.tiaoqi import read_record, seat_name

        if to not in ("", "json", "text"):
            known = "json text"
            raise ParseError("tiaoqi.rule", {"name": "--to", "text": to, "known": known})
        with open_input(file) as opened:
            data = opened.read(4_000_001)
        game = read_record(data.decode("utf-8-sig", errors="replace"))
        problem = None
        at = game.begin()
        try:
            for position in game.positions():
                at = position
        except RecordError as error:
            problem = error
        if to and problem is None:
            typer.echo(game.json() if to == "json" else game.text(), nl=False)
            raise typer.Exit(OK)
        end = at.end
        if json:
            write_json(
                {
                    "moves": at.ply,
                    "text": at.text(),
                    "end": None
                    if end is None
                    else {"cause": end.cause, "places": end.places, "scores": end.scores},
                    "problem": None
                    if problem is None
                    else {"code": problem.code, "facts": problem.facts, "text": str(problem)},
                }
            )
        else:
            typer.echo(at.text())
            if problem is not None:
                typer.echo(str(problem))
            elif end is None:
                typer.echo(_("The game is not over."))
            else:
                typer.echo(end.text)
                for place, seat in sorted(zip(end.places, at.points, strict=True)):
                    name = game.names.get(seat, "")
                    why = at.standing(seat).text
                    told = " ".join(filter(None, (f"{place}.", seat_name(seat), name, why)))
                    typer.echo(f"  {told}")
        raise typer.Exit(OK if problem is None else FOUND)


def _match(group: typer.Typer) -> None:
    @group.command(
        "match", help=_("Let the built-in player play games against itself at chosen levels.")
    )
    def match(
        levels: Annotated[
            list[int], typer.Argument(help=_("The level of each seat, 1 to 6."), min=1, max=6)
        ],
        rules: Annotated[str, typer.Option("--rules", help=_("The rules of the game."))] = (
            "equidistant"
        ),
        games: Annotated[int, typer.Option("--games", help=_("How many games."), min=1)] = 1,
        seconds: Annotated[
            float,
            typer.Option("--seconds", help=_("The most time for a move."), min=0.001, max=3600),
        ] = 0.2,
        seed: Annotated[int, typer.Option("--seed", help=_("What lots are drawn from."))] = 0,
        out: Annotated[
            str, typer.Option("--out", "-o", help=_("Write the last game to this file."))
        ] = "",
        json: Json = False,
    ) -> None:
        from chuhe.tiaoqi import Record, start

        totals = [0.0] * len(levels)
        ends: dict[str, int] = {}
        last = Record()
        with progress(_("Games"), games) as bar:
            for number in range(games):
                at = start(rules, seats=len(levels))
                moves: list[str] = []
                while at.end is None:
                    thought = at.think(
                        level=levels[at.turn], seconds=seconds, seed=seed + 7919 * number + at.ply
                    )
                    assert thought is not None
                    moves.append(thought.best)
                    at = at.play(thought.best)
                ends[at.end.cause] = ends.get(at.end.cause, 0) + 1
                totals = [have + won for have, won in zip(totals, at.end.scores, strict=True)]
                last = Record(rules=rules, seats=len(levels), moves=tuple(moves))
                bar.advance()
        if out:
            text = last.json() if out.endswith(".json") else last.text()
            with open(out, "w", encoding="utf-8") as file:
                file.write(text)
        if json:
            write_json({"games": games, "scores": totals, "ends": ends})
            return
        for level, total in zip(levels, totals, strict=True):
            typer.echo(_("level {level}: {points} points", level=level, points=f"{total:.2f}"))
