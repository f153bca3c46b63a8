"""The HTTP side of the page that edits records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from litestar import Response, get, post

from chuhe.server import bodies, records_tree
from chuhe.server import messages as m
from chuhe.server import records_bodies as b
from chuhe.server.api import Context, Req, _bytes, _json, _read

__all__ = ["RECORD_HANDLERS"]

#: A file that is opened.
FILE = 8 * 1024 * 1024
#: A file, as base64, and the games of it that were edited.
EDITED = 24 * 1024 * 1024


@post("/api/records/open", request_max_body_size=FILE, status_code=200)
async def open_record(context: Context, request: Req) -> Response[bytes]:
    """A record with all its variations."""
    context.allow(context.requests, request)
    raw = await _bytes(request, FILE)
    if (request.headers.get("content-type") or "").startswith("application/octet-stream"):
        number = str(request.query_params.get("game", "0"))
        game = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    else:
        wanted = m.parse_body(raw, bodies.RecordText)
        raw, game = wanted.text.encode("utf-8", "replace"), wanted.game
    return await _apart(context, records_tree.opened, raw, game)


@post("/api/records/position", status_code=200)
async def show_position(context: Context, request: Req) -> Response[bytes]:
    """What may be played after the moves of a record."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.LineAsked)
    return await _apart(context, records_tree.position_at, wanted.fen, wanted.moves)


@get("/api/records/formats")
async def list_formats() -> Response[bytes]:
    """The formats that records are written in."""
    return _json(records_tree.formats())


@post("/api/records/save", request_max_body_size=EDITED, status_code=200)
async def save_record(context: Context, request: Req) -> Response[bytes]:
    """Games as a file."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.SaveAsked, EDITED)
    return await _apart(context, records_tree.saved, wanted)


async def _apart(
    context: Context, work: Callable[..., msgspec.Struct], *args: object
) -> Response[bytes]:
    """What ``work`` answers, beside the event loop, and so many at a time."""
    async with context.parsing:
        return await asyncio.to_thread(lambda: _json(work(*args)))


RECORD_HANDLERS = [open_record, show_position, list_formats, save_record]
