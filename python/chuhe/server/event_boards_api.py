"""The HTTP side of the boards of an event; see "Boards" in ``docs/protocol-event.md``."""

from __future__ import annotations

from litestar import Response, post

from chuhe.server import event_boards_bodies as b
from chuhe.server.api import LARGE, ApiError, Context, Req, _json, _read
from chuhe.server.event_api import EventContext
from chuhe.server.event_boards import EventBoards
from chuhe.server.limits import Buckets
from chuhe.tournament.model import EventError

__all__ = ["HANDLERS"]

#: A whole hall may ask from one address; nobody guesses a key of 256 bits at any rate.
_ASKING = Buckets(rate=50, burst=500)


def _boards(request: Req) -> EventBoards:
    boards: EventBoards = request.app.state.boards
    return boards


async def _arbiter(events: EventContext, request: Req, event: str) -> str:
    """The name under which the caller, an arbiter of the event, enters things."""
    live = await events.of_arbiter(request, event)
    return live.arbiters[events.context.who(request)]


@post("/api/events/{event_id:str}/boards", request_max_body_size=LARGE, status_code=200)
async def open_boards(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Open tables for the pairings of a round."""
    events.context.allow(events.asking, request)
    who = await _arbiter(events, request, event_id)
    wanted = await _read(request, b.OpenBoards)
    return _json(await _boards(request).open(event_id, wanted, who))


@post("/api/events/{event_id:str}/links", request_max_body_size=LARGE, status_code=200)
async def new_links(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Give players new links."""
    events.context.allow(events.asking, request)
    await _arbiter(events, request, event_id)
    wanted = await _read(request, b.NewLinks, LARGE)
    return _json(b.LinksMade(await _boards(request).links(event_id, wanted.players)))


@post("/api/events/{event_id:str}/seat", status_code=200)
async def take_seat(context: Context, request: Req, event_id: str) -> Response[bytes]:
    """Show a player his board, and let him sit down."""
    context.allow(_ASKING, request)
    asked = await _read(request, b.Seating)
    try:
        return _json(await _boards(request).seat(event_id, asked, context.who(request)))
    except EventError as error:
        if error.code == "boards.bad_link":
            raise ApiError(403, error.code) from None
        raise


HANDLERS = [open_boards, new_links, take_seat]
