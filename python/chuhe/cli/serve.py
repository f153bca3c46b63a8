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
        event: Annotated[
            list[str] | None,
            typer.Option(
                metavar="EVENT",
                help=_("The file of an event to be served besides; may be repeated."),
            ),
        ] = None,
        library: Annotated[
            str | None,
            typer.Option(
                metavar="LIBRARY",
                help=_("The library of games that the opening explorer asks: a file or a URL."),
            ),
        ] = None,
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

        from chuhe.library import Library
        from chuhe.server.app import Service
        from chuhe.server.opponent import BuiltinOpponent
        from chuhe.server.run import DATABASE, claim, data_folder, listen, run
        from chuhe.server.security import LOOPBACK, Origins
        from chuhe.tournament.journal import Journal

        files = list(dict.fromkeys(Path(name).resolve() for name in event or ()))
        for file in files:
            Journal(file).close()  # is it one?
        games = None if library is None else Library.open(library)
        folder = data or data_folder(os.environ, sys.platform, Path.home())
        listener = listen(host, port, search=False)
        url = f"http://{host}:{listener.getsockname()[1]}/"
        extra = frozenset(name.rstrip("/") for name in origin or ())
        # Behind a name of its own only that name is answered; without one, any.
        hosts = LOOPBACK if host in LOOPBACK or extra else frozenset[str]()
        public = min(extra, default=url.rstrip("/"))

        def ready() -> None:
            typer.echo(_("Serving at {url}", url=url), err=True)
            for file, id, key in service.served:
                link = f"{public}/#event/{id}"
                typer.echo(_("{file} for everybody: {url}", file=file.name, url=link), err=True)
                desk = f"{link}/desk/{key}"
                typer.echo(_("{file} for arbiters only: {url}", file=file.name, url=desk), err=True)

        with claim(folder, url):
            service = Service(
                folder / DATABASE,
                make_opponent=BuiltinOpponent,
                origins=Origins(hosts=hosts, extra=extra),
                workers=engines or None,
                serve_events=files,
                library=games,
            )
            run(
                service,
                listener,
                ready=ready,
                log_level=log_level,
                trusted_proxies=proxy,
            )
