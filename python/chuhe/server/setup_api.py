"""The HTTP side of the set-up board: read and judge what is laid out, offer what to begin with."""

from __future__ import annotations

import asyncio
from functools import partial

from litestar import Response, get, post

from chuhe.errors import ParseError
from chuhe.pictures import PictureError
from chuhe.server import setup, setup_picture, setup_starts
from chuhe.server import setup_bodies as b
from chuhe.server.api import ApiError, Context, Req, _json, _read

__all__ = ["SETUP_HANDLERS"]

#: So much of a text in an address is looked at.
MOST_TEXT = 4000


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


@get("/api/setup/picture")
async def draw_setup(context: Context, request: Req) -> Response[bytes]:
    """A set-up as a picture."""
    context.allow(context.requests, request)
    query = {name: str(value) for name, value in request.query_params.items()}
    found, _moves = setup.read(query.get("text", "")[:MOST_TEXT])
    format = query.get("format", "svg")
    draw = partial(
        setup_picture.picture,
        found,
        format,
        below=query.get("below", "red"),
        glyphs=query.get("glyphs", "zh"),
    )
    try:
        async with context.parsing:
            data = await asyncio.to_thread(draw)
    except PictureError as error:
        raise ApiError(501, error.code, error.facts) from None
    return Response(
        data,
        media_type=setup_picture.TYPES[format],
        headers={
            "content-disposition": f'attachment; filename="chuhe.{format}"',
            "cache-control": "no-store",
        },
    )


SETUP_HANDLERS = [look_at_setup, setup_to_begin_with, draw_setup]
