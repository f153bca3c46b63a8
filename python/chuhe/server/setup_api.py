"""The HTTP side of the set-up board: read and judge what is laid out, offer what to begin with."""

from __future__ import annotations

from litestar import Response, get, post

from chuhe.errors import ParseError
from chuhe.server import setup, setup_starts
from chuhe.server import setup_bodies as b
from chuhe.server.api import Context, Req, _json, _read

__all__ = ["SETUP_HANDLERS"]


@post("/api/setup", status_code=200)
async def look_at_setup(context: Context, request: Req) -> Response[bytes]:
    """What a text means as a set-up, all that is wrong with it, and how it stands."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.SetupText)
    try:
        found, moves = setup.read(wanted.text)
    except ParseError as error:
        return _json(setup.unreadable(error))
    return _json(setup.look(found, moves))


@get("/api/setup/starts")
async def setup_to_begin_with() -> Response[bytes]:
    """Handicaps, well-known endings and mates."""
    return _json(setup_starts.starts())


SETUP_HANDLERS = [look_at_setup, setup_to_begin_with]
