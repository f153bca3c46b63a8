"""``chuhe serve``: the same server for others, with the options that takes."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from chuhe.i18n import _


def register(app: typer.Typer) -> None:
    """Add ``chuhe serve``."""

    @app.command("serve", help=_("Serve the pages to others."))
    def serve(
        host: Annotated[
            str, typer.Option(help=_("The address to listen on; 0.0.0.0 for all of them."))
        ] = "127.0.0.1",
        port: Annotated[int, typer.Option(help=_("The port."), min=0, max=65535)] = 8000,
        data: Annotated[
            Path | None,
            typer.Option(help=_("Where games are kept; the usual folder if left out.")),
        ] = None,
        origin: Annotated[
            list[str] | None,
            typer.Option(
                help=_(
                    "An address the pages are reached at, such as https://example.org; may be repeated."
                )
            ),
        ] = None,
        proxy: Annotated[
            str,
            typer.Option(help=_("Addresses of proxies whose X-Forwarded headers are believed.")),
        ] = "",
        engines: Annotated[
            int, typer.Option(help=_("Searches at the same time; 0 for one a core but one."), min=0)
        ] = 0,
        log_level: Annotated[str, typer.Option(help=_("debug, info, warning or error."))] = "info",
        schema: Annotated[
            bool,
            typer.Option("--schema", help=_("Print the JSON Schema of all messages and stop.")),
        ] = False,
    ) -> None:
        if schema:
            from chuhe.cli.common import write_json
            from chuhe.server.messages import schema as make_schema

            write_json(make_schema())
            return
        if log_level not in ("debug", "info", "warning", "error"):
            raise typer.BadParameter(log_level, param_hint="--log-level")

        from chuhe.server.app import Service
        from chuhe.server.opponent import BuiltinOpponent
        from chuhe.server.run import DATABASE, claim, data_folder, listen, run
        from chuhe.server.security import LOOPBACK, Origins

        folder = data or data_folder(os.environ, sys.platform, Path.home())
        listener = listen(host, port, search=False)
        url = f"http://{host}:{listener.getsockname()[1]}/"
        extra = frozenset(name.rstrip("/") for name in origin or ())
        # Behind a name of its own only that name is answered; without one, any.
        hosts = LOOPBACK if host in LOOPBACK or extra else frozenset[str]()
        with claim(folder, url):
            service = Service(
                folder / DATABASE,
                make_opponent=BuiltinOpponent,
                origins=Origins(hosts=hosts, extra=extra),
                workers=engines or None,
            )
            run(
                service,
                listener,
                ready=lambda: typer.echo(_("Serving at {url}", url=url), err=True),
                log_level=log_level,
                trusted_proxies=proxy,
            )
