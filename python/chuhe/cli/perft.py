"""``chuhe perft``: count the positions a number of plies ahead."""

import time
from typing import Annotated

import typer

from chuhe.cli.common import in_background, write_json
from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe perft``."""

    @app.command(
        "perft", help=_("Count the move sequences of a length: a test of move generation.")
    )
    def perft(
        depth: Annotated[int, typer.Argument(help=_("How many plies."), min=0, max=20)],
        fen: Annotated[
            str, typer.Option(help=_("The position; the opening position if left out."))
        ] = "",
        divide: Annotated[
            bool, typer.Option("--divide", help=_("Also say the number for each first move."))
        ] = False,
        json: Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))] = False,
    ) -> None:
        from chuhe import Board

        board = Board(fen, strict=False) if fen else Board()
        shares: dict[str, int] = {}
        start = time.perf_counter()
        if divide and depth > 0:
            for move in board.legal_moves:
                board.push(move)
                shares[move.uci()] = in_background(lambda: board.perft(depth - 1))
                board.pop()
            nodes = sum(shares.values())
        else:
            nodes = in_background(lambda: board.perft(depth))
        seconds = time.perf_counter() - start
        nps = round(nodes / seconds) if seconds > 0 else 0

        if json:
            report: dict[str, object] = {
                "fen": board.fen(),
                "depth": depth,
                "nodes": nodes,
                "seconds": round(seconds, 6),
                "nps": nps,
            }
            if divide:
                report["divide"] = shares
            write_json(report)
            return
        for move_text, share in shares.items():
            typer.echo(f"{move_text} {share}")
        typer.echo(
            _(
                "{nodes} nodes, {seconds} s, {nps} nodes/s",
                nodes=f"{nodes:,}",
                seconds=f"{seconds:.3f}",
                nps=f"{nps:,}",
            )
        )
