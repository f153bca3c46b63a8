"""``chuhe engine``: the built-in engine for other programs."""

import signal
from typing import Annotated

import typer

from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe engine``."""

    @app.command(
        "engine",
        help=_("Be an engine: speak UCI or UCCI on standard input and output until quit."),
    )
    def engine(
        bench: Annotated[
            bool,
            typer.Option("--bench", help=_("Do a fixed amount of work and say how many nodes.")),
        ] = False,
        levels: Annotated[
            bool,
            typer.Option(
                "--levels", help=_("Say what the levels are called and what they are like.")
            ),
        ] = False,
    ) -> None:
        if levels:
            from chuhe.engines.levels import LEVELS

            for level in LEVELS:
                typer.echo(f"{level.number:>2}  {level.name}  {level.about}")
            return
        from chuhe import _core

        # The loop waits outside Python, where Ctrl-C would not be heard.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if bench:
            _core.engine_bench(typer.echo)
        else:
            _core.run_uci()
