"""The application: what ``uvicorn`` runs.

Everything is put together here: store, tables, engines, sockets, pages. One
thin layer around all HTTP checks the host and origin, knows the player and adds the
headers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from chuhe.library import Library
from chuhe.server import messages as m
from chuhe.server.analysis import Analyses
from chuhe.server.analysis_api import ANALYSIS_HANDLERS
from chuhe.server.api import HANDLERS, ApiError, Context, fault
from chuhe.server.event_api import EVENT_HANDLERS, EventContext
from chuhe.server.event_boards import EventBoards
from chuhe.server.event_boards_api import HANDLERS as BOARD_HANDLERS
from chuhe.server.events import Events
from chuhe.server.explorer import EXPLORER_HANDLERS
from chuhe.server.hub import Hub
from chuhe.server.jobs import Jobs, Opponent
from chuhe.server.pages import MISSING, STATIC, Pages
from chuhe.server.records_api import RECORD_HANDLERS
from chuhe.server.round_api import ROUND_HANDLERS
from chuhe.server.round_store import RoundStore
from chuhe.server.rounds import Rounds
from chuhe.server.security import HEADERS, Origins, cookie_header, hashed, new_secret, player_of
from chuhe.server.setup_api import SETUP_HANDLERS
from chuhe.server.store import Store
from chuhe.server.tables import Tables

__all__ = ["Service", "make_app", "steady_clock"]

log = logging.getLogger("chuhe.server")

#: Seconds between two looks for tables that nobody needs in memory.
TIDY = 60.0
BODY_LIMIT = 64 * 1024
READING = ("GET", "HEAD", "OPTIONS")


def steady_clock() -> Callable[[], float]:
    """Unix time that runs evenly: read once, then counted by the monotonic clock.

    So a change of the computer's clock moves no chess clock.
    """
    offset = time.time() - time.monotonic()
    return lambda: time.monotonic() + offset


class Service:
    """All parts of one running server.

    Args:
        data: the database file.
        make_opponent: makes an engine in each worker thread; None for no engines.
        origins: who may connect.
        static: the folder of built pages.
        serve_events: files of events that are served besides those made here.
        library: what the opening explorer asks; it is closed with the server.
    """

    def __init__(
        self,
        data: Path,
        *,
        make_opponent: Callable[[], Opponent] | None = None,
        origins: Origins | None = None,
        static: Path = STATIC,
        workers: int | None = None,
        serve_events: Sequence[Path] = (),
        library: Library | None = None,
    ) -> None:
        self.store = Store(data)
        self.jobs = None if make_opponent is None else Jobs(make_opponent, workers)
        self.analyses = None if make_opponent is None else Analyses()
        self.origins = origins or Origins()
        self.tables = Tables(self.store, self.jobs, steady_clock())
        self.hub = Hub(self.tables, self.origins)
        self.events = Events(self.store)
        self.boards = EventBoards(self.tables, self.events)
        self.rounds = Rounds(RoundStore(self.store), self.jobs, self.tables.now)
        self.pages = Pages(static)
        self._serve_events = serve_events
        self.library = library
        self.served: list[tuple[Path, str, str]] = []
        """File, id and new key of each event served besides, once the server is ready."""

    @asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """From the first request to the last."""
        app.state.context = Context(self.tables, self.library, self.analyses)
        app.state.events = EventContext(self.events, app.state.context)
        app.state.rounds = self.rounds
        await self.tables.wake()
        await self.rounds.wake()
        for path in self._serve_events:
            self.served.append((path, *await self.events.serve(path, self.tables.now())))
        app.state.boards = self.boards
        await self.boards.wake()
        tidy = asyncio.create_task(self._tidy())
        try:
            yield
        finally:
            tidy.cancel()
            await self.hub.close()
            await self.boards.close()
            await self.tables.close()
            await self.rounds.close()
            await self.events.close()
            if self.analyses is not None:
                self.analyses.close()
            if self.jobs is not None:
                self.jobs.close()
            self.store.close()
            if self.library is not None:
                self.library.close()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            self.tables.forget_idle()
            self.rounds.forget_idle()
            await self.events.forget_idle()


def make_app(service: Service) -> ASGIApp:
    """The ASGI application of a service."""

    @websocket("/ws")
    async def ws(socket: WebSocket[Any, Any, Any]) -> None:
        await service.hub.serve(socket)

    @get(["/", "/{path:path}"], media_type=MediaType.HTML, sync_to_thread=False)
    def page(request: Request[Any, Any, State], path: str = "") -> Response[bytes]:
        return _page(service.pages, request, path)

    app = Litestar(
        [
            ws,
            page,
            *HANDLERS,
            *EVENT_HANDLERS,
            *BOARD_HANDLERS,
            *ROUND_HANDLERS,
            *RECORD_HANDLERS,
            *SETUP_HANDLERS,
            *EXPLORER_HANDLERS,
            *ANALYSIS_HANDLERS,
        ],
        lifespan=[service.lifespan],
        dependencies={
            "context": Provide(_context, sync_to_thread=False),
            "events": Provide(_events, sync_to_thread=False),
            "rounds": Provide(_rounds, sync_to_thread=False),
        },
        exception_handlers={Exception: _fault},
        request_max_body_size=BODY_LIMIT,
        openapi_config=None,
        logging_config=None,
    )
    return _front(app, service.origins)


def _context(state: State) -> Context:
    context: Context = state.context
    return context


def _events(state: State) -> EventContext:
    context: EventContext = state.events
    return context


def _rounds(state: State) -> Rounds:
    rounds: Rounds = state.rounds
    return rounds


def _page(pages: Pages, request: Request[Any, Any, State], path: str) -> Response[bytes]:
    if path.startswith(("/api/", "api/")):
        raise ApiError(404, "not_found")
    found = pages.find(path)
    if found is None:
        if pages.built or path not in ("", "/"):
            raise ApiError(404, "not_found")
        return Response(MISSING.encode(), status_code=503, media_type=MediaType.HTML)
    headers = {
        "etag": found.etag,
        "cache-control": "public, max-age=31536000, immutable" if found.forever else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, headers=headers, media_type=found.type)
    body = found.body
    if found.packed is not None and "gzip" in (request.headers.get("accept-encoding") or ""):
        headers["content-encoding"] = "gzip"
        body = found.packed
    return Response(body, headers=headers, media_type=found.type)


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    status, answer = fault(error)
    if isinstance(error, ApiError):
        if status == 500:  # told to the asker as well as we know it, such as a damaged file
            log.error("a request failed: %s", error)
    elif status >= 500:
        log.error("a request failed", exc_info=error)
    return Response(m.encode(answer), status_code=status, media_type=MediaType.JSON)


def _front(app: ASGIApp, origins: Origins) -> ASGIApp:
    """Around all HTTP: who may ask, who asks, and the headers of the answer."""

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope)
        extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        host = request.headers.get("host", "")
        who = player_of(dict(request.cookies))
        if who is None:
            secret = new_secret()
            who = hashed(secret)
            if _makes_players(request):
                secure = scope["scheme"] == "https"
                extra.append((b"set-cookie", cookie_header(secret, secure=secure).encode()))
        request.state.who = who

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        if not origins.host_ok(host) or not (
            request.method in READING or origins.origin_ok(request.headers.get("origin"), host)
        ):
            status, body = fault(ApiError(403, "bad_origin"))
            response = Response(m.encode(body), status_code=status, media_type=MediaType.JSON)
            await response.to_asgi_response(None, request)(scope, receive, answer)
            return
        await app(scope, receive, answer)

    return front


def _makes_players(request: Request[Any, Any, Any]) -> bool:
    """Whether an answer may make its asker a player.

    Not every answer: the requests that a page makes at once would each bring
    another cookie, and the last to arrive would win.
    """
    path = request.scope["path"]
    is_page = not path.startswith("/api/") and "." not in path.rsplit("/", 1)[-1]
    return request.method == "POST" or is_page
