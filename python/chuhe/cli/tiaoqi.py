"""``chuhe tiaoqi``: Chinese checkers on the command line."""

from typing import Annotated

import typer

from chuhe.cli.common import in_background, write_json
from chuhe.i18n import _

Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]


def register(app: typer.Typer) -> None:
    """Add ``chuhe tiaoqi``."""
    from chuhe.cli import tiaoqi_games
    from chuhe.cli.typer_words import App

    group = App(
        name="tiaoqi",
        help=_("Chinese checkers: rules, moves, counts, records, games between players."),
        invoke_without_command=True,
        rich_markup_mode="rich",
    )

    @group.callback()
    def nothing_asked(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    for add in (_perft, _moves, _rules, tiaoqi_games.register):
        add(group)
    app.add_typer(group)


Players = Annotated[int, typer.Option("--players", help=_("How many play."), min=2, max=6)]
Pieces = Annotated[
    int, typer.Option("--pieces", help=_("Pieces of each player: 10, or 15 with two players."))
]
Hop = Annotated[
    str, typer.Option("--hop", metavar="adjacent|equidistant", help=_("How far a hop goes."))
]
Stop = Annotated[
    str,
    typer.Option(
        "--stop",
        metavar="free|no_stop|no_stop_no_leave|no_entry",
        help=_("Where a move may end."),
    ),
]


def _perft(group: typer.Typer) -> None:
    @group.command("perft", help=_("Count the move sequences of a length."))
    def perft(
        depth: Annotated[int, typer.Argument(help=_("How many moves."), min=0, max=12)],
        players: Players = 2,
        pieces: Pieces = 10,
        hop: Hop = "equidistant",
        stop: Stop = "free",
        json: Json = False,
    ) -> None:
        import time

        import chuhe.tiaoqi  # noqa: F401  (its errors in words)
        from chuhe import _core

        start = time.perf_counter()
        nodes = in_background(lambda: _core.tiaoqi_perft(players, pieces, hop, stop, depth))
        seconds = time.perf_counter() - start
        rate = round(nodes / seconds) if seconds > 0 else 0
        if json:
            write_json(
                {
                    "players": players,
                    "pieces": pieces,
                    "hop": hop,
                    "stop": stop,
                    "depth": depth,
                    "nodes": nodes,
                    "seconds": round(seconds, 6),
                    "nps": rate,
                }
            )
            return
        typer.echo(
            _(
                "{nodes} nodes, {seconds} s, {nps} nodes/s",
                nodes=f"{nodes:,}",
                seconds=f"{seconds:.3f}",
                nps=f"{rate:,}",
            )
        )


def _moves(group: typer.Typer) -> None:
    @group.command(
        "moves",
        help=_("The moves of a position, by the hop and stop rules: as cells and as numbers."),
    )
    def moves(
        position: Annotated[
            str,
            typer.Argument(
                help=_("The position as text, or its rows; the start if left out."),
                show_default=False,
            ),
        ] = "",
        players: Players = 2,
        seat: Annotated[
            str,
            typer.Option("--seat", help=_("Whose moves; the player to move if left out.")),
        ] = "",
        cells: Annotated[
            str,
            typer.Option(
                "--cells",
                metavar="31,41;5,6",
                help=_("Instead of a position: the cells of each seat by number, from the north."),
            ),
        ] = "",
        pieces: Pieces = 10,
        hop: Hop = "equidistant",
        stop: Stop = "no_stop_no_leave",
        json: Json = False,
    ) -> None:
        from chuhe import _core
        from chuhe.cli.tiaoqi_text import laid_out, numbered

        layout = laid_out(position, players=players, cells=cells, pieces=pieces, seat=seat)
        found = _core.tiaoqi_moves(layout.rows, layout.pieces, layout.seat, hop, stop)
        names = numbered()
        if json:
            write_json(
                {
                    "rows": layout.rows,
                    "seat": layout.seat,
                    "hop": hop,
                    "stop": stop,
                    "moves": [list(move) for move in found],
                    "texts": [names[one] + names[two] for one, two in found],
                }
            )
            return
        for one, two in found:
            typer.echo(f"{names[one]}-{names[two]}")


def _rules(group: typer.Typer) -> None:
    @group.command("rules", help=_("The named rules, and what each field of them is."))
    def rules(
        name: Annotated[
            str, typer.Argument(help=_("One of them; all if left out."), show_default=False)
        ] = "",
        json: Json = False,
    ) -> None:
        from chuhe.tiaoqi import RULES, rules_named

        chosen = {name: rules_named(name)} if name else RULES
        if json:
            write_json({name: rules.fields() for name, rules in chosen.items()})
            return
        for title, rules in chosen.items():
            typer.echo(title)
            for field, value in rules.fields().items():
                typer.echo(f"  {field} = {value}")
