"""Events over HTTP: who may ask for what; see "Addresses" in ``docs/protocol-event.md``."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any, TypeVar

from litestar import Response, get, post
from litestar.response import Stream

from chuhe.errors import ChuheError, PairingError, add_messages
from chuhe.i18n import N_
from chuhe.server import event_bodies as b
from chuhe.server import event_objects as e
from chuhe.server import event_views as views
from chuhe.server import messages as m
from chuhe.server.api import LARGE, SMALL, ApiError, Context, Req, _bytes, _json, _read
from chuhe.server.event_choices import choices
from chuhe.server.event_commands import Commands
from chuhe.server.event_desk import EventDesk
from chuhe.server.event_log import log_view
from chuhe.server.event_paper import LANGUAGES, Paper, exported, printed
from chuhe.server.event_shown import Sent
from chuhe.server.events import Events, LiveEvent
from chuhe.server.limits import Buckets
from chuhe.tournament.journal import Entry
from chuhe.tournament.model import EventError
from chuhe.tournament.players_in import read_players
from chuhe.tournament.state import State

__all__ = ["EVENT_HANDLERS", "EventContext"]

_T = TypeVar("_T")
STREAMS, STREAMS_A_PLACE = 2_000, 600
#: New events from one address: a second in the long run, and at once.
NEW_RATE, NEW_BURST = 1 / 60, 30.0
JOIN_RATE, JOIN_BURST = 0.2, 10.0

add_messages(
    {
        "events.none": N_("there is no such event"),
        "events.not_served": N_("the file of this event is not served at the moment"),
        "events.not_arbiter": N_("only the arbiters of this event may do that"),
        "events.key": N_("this key opens no event here; ask for the newest link"),
        "events.moved": N_("the event has gone on meanwhile; look again"),
        "events.round": N_("the next round to be paired is {round}, not {asked}"),
        "events.busy": N_("too much is being paired at the moment; try again soon"),
        "events.too_many_players": N_("an event has at most {most} players here"),
        "events.no_name": N_("player {place} of the list has no name"),
        "events.log_full": N_("the log of this event is full: {most} entries or {bytes} bytes"),
        "events.many": N_("this server takes no more events"),
        "events.many_arbiters": N_("this event has too many arbiters"),
        "events.after": N_("expected a round whose results are known, from 0 to {most}"),
        "events.streams": N_("too many follow events here at the moment; try again soon"),
        "events.query": N_("{name}: '{text}' cannot be used here"),
    }
)


class EventContext:
    """What the handlers share."""

    def __init__(self, events: Events, context: Context) -> None:
        self.events, self.context, self.commands = events, context, Commands(events)
        self.new = Buckets(NEW_RATE, NEW_BURST)
        self.joining = Buckets(JOIN_RATE, JOIN_BURST)
        self.asking = Buckets(rate=20, burst=100)
        self.papers = Buckets(rate=2, burst=60)
        self.following: Counter[str] = Counter()

    async def find(self, id: str) -> LiveEvent:
        """The event asked for.

        Raises:
            ApiError: ``events.none``.
        """
        try:
            return await self.events.find(id)
        except ChuheError as error:
            raise _refused(error) from None

    async def of_arbiter(self, request: Req, id: str) -> LiveEvent:
        """The event asked for, by one of its arbiters.

        Raises:
            ApiError: ``events.none``, ``events.not_arbiter``.
        """
        live = await self.find(id)
        if self.context.who(request) not in live.arbiters:
            raise ApiError(403, "events.not_arbiter")
        return live

    async def look(self, live: LiveEvent, work: Any, section: str = "") -> Any:
        """Look at an event in a thread; what is refused is told as HTTP tells it."""
        try:
            return await self.events.read(live, work, section)
        except ChuheError as error:
            raise _refused(error) from None


def _refused(error: ChuheError) -> ApiError:
    """What is refused, with its status."""
    if isinstance(error, ApiError):
        return error
    status = 409 if isinstance(error, PairingError) else 400
    if error.code == "events.round":
        status = 409
    elif error.code == "journal.busy":
        status = 503
    elif error.code in ("journal.damaged", "journal.newer", "journal.no_event", "director.log"):
        status = 500
    return ApiError(status, error.code, error.facts)


@get("/api/events/choices")
async def show_choices() -> Response[bytes]:
    """What may be chosen for an event."""
    return _json(choices())


@get("/api/events")
async def list_events(events: EventContext, request: Req) -> Response[bytes]:
    """The events the caller may know of."""
    events.context.allow(events.asking, request)
    limit = min(_number(request, "limit") or 50, 200)
    found = await events.events.summaries(events.context.who(request), limit)
    return _json(e.EventSummaries(found))


@post("/api/events")
async def new_event(events: EventContext, request: Req) -> Response[bytes]:
    """Make an event."""
    wanted = await _read(request, b.NewEvent)
    events.context.allow(events.new, request)
    who, now = events.context.who(request), events.context.tables.now()
    try:
        id, key = await events.events.create(wanted, secrets.token_hex(8), who, now)
    except ChuheError as error:
        raise _refused(error) from None
    live = await events.find(id)

    def look(desk: EventDesk) -> e.EventView:
        return events.events.full_view(live, desk, "", who)

    return _json(e.NewEventAnswer(await events.look(live, look), key), 201)


@get("/api/events/{event_id:str}")
async def show_event(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """A section of an event as the caller has it."""
    live = await events.find(event_id)
    section, who = _text(request, "section"), events.context.who(request)
    sent: Sent = await events.look(live, lambda desk: events.events.see(live, desk, section, who))
    headers = {"etag": sent.etag, "cache-control": "no-cache", "vary": "cookie, accept-encoding"}
    if sent.etag in (request.headers.get("if-none-match") or ""):
        return Response(b"", status_code=304, headers=headers, media_type="application/json")
    body = sent.body
    if "gzip" in (request.headers.get("accept-encoding") or ""):
        headers["content-encoding"], body = "gzip", sent.packed
    return Response(body, headers=headers, media_type="application/json")


@post("/api/events/{event_id:str}/join", status_code=200)
async def join_event(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Become an arbiter with the key."""
    events.context.allow(events.joining, request)
    wanted = await _read(request, b.JoinEvent)
    if not await events.events.keys.fits(event_id, wanted.key):
        raise ApiError(403, "events.key")
    live, who = await events.find(event_id), events.context.who(request)
    await events.events.join(live, who, b.one_line(wanted.name))

    def look(desk: EventDesk) -> e.EventView:
        return events.events.full_view(live, desk, "", who)

    return _json(await events.look(live, look))


@post("/api/events/{event_id:str}/key", status_code=200)
async def new_key(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Another key in place of the old one."""
    events.context.allow(events.asking, request)
    wanted = await _read(request, b.NewKey)
    live = await events.of_arbiter(request, event_id)
    alone = events.context.who(request) if wanted.alone else ""
    return _json(e.KeyAnswer(await events.events.new_key(live, alone)))


@post("/api/events/{event_id:str}/do", status_code=200, request_max_body_size=LARGE)
async def do_command(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Carry out a command of an arbiter."""
    live = await events.of_arbiter(request, event_id)
    events.context.allow(events.asking, request)
    raw = await _bytes(request, LARGE)
    command: b.Command = await _parsed(events, raw)
    return await _done(events, request, live, command)


@post("/api/events/{event_id:str}/players", status_code=200, request_max_body_size=LARGE)
async def upload_players(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Put the players of a file on the list, or see what would come of it."""
    live = await events.of_arbiter(request, event_id)
    events.context.allow(events.asking, request)
    data = await _bytes(request, LARGE)
    dry = _text(request, "dry") in ("1", "true")
    try:
        read = await events.events.thread(lambda: read_players(data))
    except ChuheError as error:
        raise _refused(error) from None
    return await _done(events, request, live, b.ReadPlayers(read=read, dry=dry))


@get("/api/events/{event_id:str}/standings")
async def show_standings(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """The standings after a round, and where a player's figures come from."""
    events.context.allow(events.asking, request)
    live = await events.find(event_id)
    public = events.context.who(request) not in live.arbiters
    section, after, number = _text(request, "section"), *_numbers(request, "after", "explain")

    def look(desk: EventDesk) -> e.StandingsAnswer:
        live.shown.length(desk)
        state = (live.shown.public(desk) if public else desk.whole).part(section)
        most = _most(state)
        if after is not None and after > most:
            raise EventError("events.after", {"most": most})
        table = live.shown.tables.table(state, public, after)
        told = None if number is None else views.explained(state, table, number)
        return e.StandingsAnswer(views.standings_view(table), told)

    return _json(await events.look(live, look))


@get("/api/events/{event_id:str}/log")
async def show_log(events: EventContext, request: Req, event_id: str) -> Response[bytes]:
    """Entries of the log."""
    events.context.allow(events.asking, request)
    live = await events.of_arbiter(request, event_id)
    after, limit = _numbers(request, "after", "limit")

    def look(desk: EventDesk) -> list[e.LogEntry]:
        entries: list[Entry] = desk.entries
        return log_view(entries, desk.whole, after, min(limit or 1_000, 5_000))

    return _json(e.LogAnswer(await events.look(live, look)))


@get("/api/events/{event_id:str}/print/{what:str}")
async def show_print(
    events: EventContext, request: Req, event_id: str, what: str
) -> Response[bytes]:
    """A page for paper."""
    events.context.allow(events.papers, request)
    live, lang = await events.of_arbiter(request, event_id), _language(request)
    (round,), pdf = _numbers(request, "round"), _text(request, "format") == "pdf"

    def look(desk: EventDesk) -> Paper:
        return printed(desk, what, round, lang)

    paper: Paper = await events.look(live, look, _text(request, "section"))
    if pdf:
        try:
            paper = Paper(await events.commands.pdf(paper.body), "application/pdf", ".pdf")
        except ChuheError as error:
            raise _refused(error) from None
    return _file(paper, f"{what}{paper.suffix}", "inline")


@get("/api/events/{event_id:str}/export/{format:str}")
async def show_export(
    events: EventContext, request: Req, event_id: str, format: str
) -> Response[bytes]:
    """The event for other programs."""
    events.context.allow(events.papers, request)
    live, lang = await events.of_arbiter(request, event_id), _language(request)

    def look(desk: EventDesk) -> Paper:
        return exported(desk, format, lang)

    paper: Paper = await events.look(live, look, _text(request, "section"))
    return _file(paper, f"{live.id}{paper.suffix}", "attachment")


@get("/api/events/{event_id:str}/live")
async def follow(events: EventContext, request: Req, event_id: str) -> Stream:
    """A line whenever there is something new."""
    live = await events.find(event_id)
    place = request.client.host if request.client else "?"
    if events.following.total() >= STREAMS or events.following[place] >= STREAMS_A_PLACE:
        raise ApiError(503, "events.streams")
    who = events.context.who(request)
    arbiter = who in live.arbiters

    async def lines() -> AsyncIterator[bytes]:
        events.following[place] += 1
        try:
            with live.streams.joined(arbiter, who) as listener:
                events.events.watch(live)
                async for line in listener.lines():
                    yield line
        finally:
            events.following[place] -= 1
            if not events.following[place]:
                del events.following[place]

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(lines(), media_type="text/event-stream", headers=headers)


async def _done(
    events: EventContext, request: Req, live: LiveEvent, command: b.Command
) -> Response[bytes]:
    try:
        return _json(await events.commands.do(live, command, events.context.who(request)))
    except ChuheError as error:
        raise _refused(error) from None


async def _parsed(events: EventContext, raw: bytes) -> b.Command:
    """The command in a body; a big one is read in a thread."""
    if len(raw) <= SMALL:
        return m.parse_body(raw, b.AnyCommand)  # type: ignore[arg-type]
    return await events.events.thread(lambda: m.parse_body(raw, b.AnyCommand))  # type: ignore[arg-type]


def _most(state: State) -> int:
    """The last round after which there can be a table."""
    return state.event().rounds_finished


def _file(paper: Paper, name: str, how: str) -> Response[bytes]:
    headers = {
        "content-disposition": f'{how}; filename="{name}"',
        "cache-control": "no-store",
    }
    return Response(paper.body, media_type=paper.media, headers=headers)


def _text(request: Req, name: str) -> str:
    return str(request.query_params.get(name, ""))[:200]


def _number(request: Req, name: str) -> int | None:
    """A number in the query; None if it is not there.

    Raises:
        ApiError: ``events.query``: it is no number.
    """
    text = _text(request, name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ApiError(400, "events.query", {"name": name, "text": text[:40]})
    return int(text)


def _numbers(request: Req, *names: str) -> list[int | None]:
    return [_number(request, name) for name in names]


def _language(request: Req) -> str:
    lang = _text(request, "lang") or "zh"
    if lang not in LANGUAGES:
        raise ApiError(400, "events.query", {"name": "lang", "text": lang[:40]})
    return lang


EVENT_HANDLERS = [
    show_choices,
    list_events,
    new_event,
    show_event,
    join_event,
    new_key,
    do_command,
    upload_players,
    show_standings,
    show_log,
    show_print,
    show_export,
    follow,
]
