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
            list[int],
            typer.Argument(
                help=_("The level of each player, 1 to 6; they change seats from game to game."),
                min=1,
                max=6,
            ),
        ],
        rules: Annotated[str, typer.Option("--rules", help=_("The rules of the game."))] = (
            "equidistant"
        ),
        pieces: Annotated[
            int,
            typer.Option("--pieces", help=_("Pieces of each player: 10, or 15 with two players.")),
        ] = 10,
        games: Annotated[int, typer.Option("--games", help=_("How many games."), min=1)] = 1,
        seconds: Annotated[
            float,
            typer.Option("--seconds", help=_("The most time for a move."), min=0.001, max=3600),
        ] = 0.2,
        nodes: Annotated[
            int | None,
            typer.Option(
                "--nodes",
                help=_("The most positions for a move instead of time; the same on any machine."),
                min=1,
            ),
        ] = None,
        opening: Annotated[
            int,
            typer.Option(
                "--opening",
                help=_("Moves of each player that are drawn by lot, as level 1 plays."),
                min=0,
                max=20,
            ),
        ] = 2,
        seed: Annotated[int, typer.Option("--seed", help=_("What lots are drawn from."))] = 0,
        out: Annotated[
            str, typer.Option("--out", "-o", help=_("Write the last game to this file."))
        ] = "",
        json: Json = False,
    ) -> None:
        from chuhe.tiaoqi import Record, start

        players = len(levels)
        at = start(rules, seats=players, pieces=pieces)
        by_player = [Sum(players) for _ in levels]
        by_seat = {point: Sum(players) for point in at.points}
        ends: dict[str, int] = {}
        last = Record()
        with progress(_("Games played"), games) as bar:
            for number in range(games):
                at = start(rules, seats=players, pieces=pieces)
                # The lots of the opening stay until everybody has had every seat.
                lots = seed + 7919 * (number // players)
                moves: list[str] = []
                while at.end is None:
                    drawn = at.ply < opening * players
                    level = 1 if drawn else levels[(at.turn + number) % players]
                    thought = at.think(
                        level=level,
                        seed=(lots if drawn else lots + 104729 * number) + at.ply,
                        seconds=None if drawn or nodes is not None else seconds,
                        nodes=None if drawn else nodes,
                    )
                    assert thought is not None
                    moves.append(thought.best)
                    at = at.play(thought.best)
                ends[at.end.cause] = ends.get(at.end.cause, 0) + 1
                for seat, point in enumerate(at.points):
                    for total in (by_player[(seat + number) % players], by_seat[point]):
                        total.add(at.end.scores[seat], at.end.places[seat])
                last = Record(rules=rules, seats=players, pieces=pieces, moves=tuple(moves))
                bar.advance()
        if out:
            text = last.json() if out.endswith(".json") else last.text()
            with open(out, "w", encoding="utf-8") as file:
                file.write(text)
        if json:
            write_json(
                {
                    "games": games,
                    "players": [
                        {"level": level, **total.facts()}
                        for level, total in zip(levels, by_player, strict=True)
                    ],
                    "seats": {point: total.facts() for point, total in by_seat.items()},
                    "ends": ends,
                }
            )
            return
        _tell(levels, by_player, by_seat, ends)


class Sum:
    """Points and places of somebody over games."""

    def __init__(self, players: int) -> None:
        self.points = 0.0
        self.places = [0] * players

    def add(self, points: float, place: int) -> None:
        """Count a game."""
        self.points += points
        self.places[place - 1] += 1

    def facts(self) -> dict[str, object]:
        """What JSON says of it."""
        return {"points": self.points, "places": self.places}

    def text(self) -> str:
        """Points, and how often each place."""
        places = " ".join(str(n) for n in self.places)
        return _("{points} points; places {places}", points=f"{self.points:.2f}", places=places)


def _tell(
    levels: list[int], by_player: list[Sum], by_seat: dict[str, Sum], ends: dict[str, int]
) -> None:
    from chuhe.tiaoqi import seat_name
    from chuhe.tiaoqi.words import cause_text

    for level, total in zip(levels, by_player, strict=True):
        typer.echo(_("level {level}: {told}", level=level, told=total.text()))
    for point, total in by_seat.items():
        typer.echo(f"  {seat_name(point)}: {total.text()}")
    for cause, n in sorted(ends.items(), key=lambda end: -end[1]):
        camp = _("too few pieces had left the camp at a mark")
        typer.echo(f"  {n} × {camp if cause == 'camp' else cause_text(cause, {})}")
