"""The opening explorer: what a library of games knows of a position."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from litestar import Response, get, post

from chuhe import Board, Move, notation, records
from chuhe import library as lib
from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.server import explorer_bodies as b
from chuhe.server import objects as o
from chuhe.server.api import ApiError, Context, Req, _json, _read

__all__ = ["EXPLORER_HANDLERS"]

_T = TypeVar("_T")

#: Games on a page of the list.
GAMES = 12

#: No library numbers its games so far.
MOST = 2**53

log = logging.getLogger("chuhe.server")

add_messages(
    {
        "no_library": N_("this server has no library of games"),
        "library_failed": N_("the library of games cannot be asked now"),
    }
)


@get("/api/explorer")
async def has_library(context: Context) -> Response[bytes]:
    """Whether there is a library here."""
    return _json(b.Explorer(context.library is not None))


@post("/api/explorer", status_code=200)
async def explore(context: Context, request: Req) -> Response[bytes]:
    """Moves played at a position, how the games ended, and a page of them."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.ExplorerAsked)
    library = _library(context)
    board = Board(wanted.fen, strict=False)
    async with context.parsing:
        report = await _work(
            partial(
                library.position, board, mirror=wanted.mirror, limit=GAMES, before=wanted.before
            )
        )
    return _json(_explored(board, report))


@get("/api/explorer/games/{number:int}")
async def library_game(context: Context, request: Req, number: int) -> Response[bytes]:
    """A game of the library as PGN, with its variations and comments."""
    context.allow(context.requests, request)
    library = _library(context)
    if not 0 < number <= MOST:
        raise ApiError(404, "library.no_game", {"number": str(number)[:20]})
    async with context.parsing:
        text = await _work(lambda: records.dumps(library.game(number), "pgn"))
    return Response(
        text.encode(),
        media_type="application/x-chess-pgn; charset=utf-8",
        headers={"cache-control": "no-store"},
    )


def _library(context: Context) -> lib.Library:
    if context.library is None:
        raise ApiError(404, "no_library")
    return context.library


async def _work(work: Callable[[], _T]) -> _T:
    """Ask the library off the loop."""
    try:
        return await asyncio.to_thread(work)
    except lib.LibraryError as error:
        if error.code == "library.no_game":
            raise ApiError(404, error.code, error.facts) from None
        # Where it lies, and what ails it, is the business of whoever serves it.
        log.error("the library cannot be asked: %s", error)
        raise ApiError(503, "library_failed") from None


def _explored(board: Board, report: lib.PositionReport) -> b.Explored:
    return b.Explored(
        _tally(report.total),
        [
            b.ExplorerMove(
                None if played.move is None else _named(board, played.move), _tally(played.tally)
            )
            for played in report.moves
            # Another position of the same key would be a wonder, a damaged library none.
            if played.move is None or board.is_legal(played.move)
        ],
        [
            b.ExplorerGame(
                row.id,
                row.red,
                row.black,
                row.event,
                row.date,
                row.result,
                row.plies,
                row.ply,
                row.mirrored,
            )
            for row in report.games
        ],
        report.next,
    )


def _named(board: Board, move: Move) -> o.NamedMove:
    names = notation.all_notations(board, move)
    return o.NamedMove(move.uci(), names["zh"], names["wxf"], names["iccs"])


def _tally(tally: lib.Tally) -> b.Tally:
    return b.Tally(tally.games, tally.red, tally.draws, tally.black, tally.score, tally.last_date)


EXPLORER_HANDLERS = [has_library, explore, library_game]
