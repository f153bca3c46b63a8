"""``chuhe play``: the board in the browser, for one person at one computer."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe play``."""

    @app.command(
        "play",
        help=_("Play in the browser, against the computer or by yourselves."),
        epilog=_(
            "The level of the engine is chosen in the page; what the levels are: "
            "chuhe engine --levels"
        ),
    )
    def play(
        port: Annotated[
            int,
            typer.Option(help=_("The port; the next free one if it is taken."), min=0, max=65535),
        ] = 8000,
        browser: Annotated[
            bool,
            typer.Option("--browser/--no-browser", help=_("Whether to open the page.")),
        ] = True,
        game: Annotated[
            str,
            typer.Option(
                "--game", metavar="xiangqi|tiaoqi", help=_("Which game the page opens with.")
            ),
        ] = "xiangqi",
        data: Annotated[
            Path | None,
            typer.Option(help=_("Where games are kept; the usual folder if left out.")),
        ] = None,
    ) -> None:
        from chuhe.server.app import Service
        from chuhe.server.opponent import BuiltinOpponent
        from chuhe.server.run import DATABASE, InUse, claim, data_folder, listen, run
        from chuhe.server.security import LOOPBACK, Origins

        if game not in ("xiangqi", "tiaoqi"):
            raise typer.BadParameter(_("expected xiangqi or tiaoqi"), param_hint="--game")
        page = "#tiaoqi" if game == "tiaoqi" else ""
        folder = data or data_folder(os.environ, sys.platform, Path.home())
        listener = listen("127.0.0.1", port, search=True)
        url = f"http://localhost:{listener.getsockname()[1]}/"

        def ready() -> None:
            if not service.pages.built:
                typer.echo(_("The pages have not been built: run make setup."), err=True)
            typer.echo(_("Chuhe is ready: {url}  (Ctrl-C to stop)", url=url + page))
            sys.stdout.flush()
            if browser:
                _open(url + page)

        try:
            with claim(folder, url):
                service = Service(
                    folder / DATABASE,
                    make_opponent=BuiltinOpponent,
                    origins=Origins(hosts=LOOPBACK),
                )
                run(service, listener, ready=ready)
        except InUse as error:
            listener.close()
            typer.echo(_("Chuhe is running already: {url}", url=error.url))
            if browser:
                _open(error.url + page)
            return
        typer.echo(_("Stopped. The games are kept."))


def _open(url: str) -> None:
    """Open the page where there is a screen to show it."""
    import threading
    import webbrowser

    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen and url.startswith("http"):
        # Some browsers do not come back until they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
