"""The HTTP side of analysis."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.response import Response, Stream

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.server import analysis as a
from chuhe.server import analysis_bodies as b
from chuhe.server.api import ApiError, Context, Req, _json, _read

__all__ = ["ANALYSIS_HANDLERS"]

add_messages(
    {
        "no_analysis": N_("this server has no engine"),
        "analysis_busy": N_("the server is looking at as many games as it can; try again later"),
    }
)


@get("/api/analysis")
async def has_analysis(context: Context) -> Response[bytes]:
    """Whether positions are looked at here."""
    return _json(b.Analyst(context.analyses is not None))


@post("/api/analysis", status_code=200)
async def analyse_position(context: Context, request: Req) -> Stream:
    """The best lines of a position, as they are found."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.AnalysisAsked)
    board = await asyncio.to_thread(a.position_of, wanted)
    return _stream(context, request, "position", a.look_at(wanted, board))


@post("/api/analysis/game", status_code=200)
async def analyse_game(context: Context, request: Req) -> Stream:
    """What each move of a game was worth."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.GameAsked)
    game = await asyncio.to_thread(a.game_of, wanted)
    return _stream(context, request, "game", a.look_at_game(wanted, game))


def _stream(context: Context, request: Req, kind: a.Kind, work: a.Work) -> Stream:
    if context.analyses is None:
        raise ApiError(501, "no_analysis")
    place = request.client.host if request.client else "?"
    begun = context.analyses.begin(context.who(request), place, kind, work)
    if begun is None:
        raise ApiError(503, "analysis_busy")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = context.analyses.lines(begun)
    return Stream(lines, media_type="application/x-ndjson", headers=headers)


ANALYSIS_HANDLERS = [has_analysis, analyse_position, analyse_game]
