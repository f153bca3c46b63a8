"""The HTTP side: make, list, show and join tables; look at records and positions.

Bodies are parsed by ``messages.parse_body`` and every answer is one of its
types, so this file only says who may ask for what. Faults become
``{"error": …}`` in one place, ``fault``.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from chuhe import Board, Problem, Setup, __version__
from chuhe import table as t
from chuhe.clock import TimeControl
from chuhe.errors import ChuheError, MoveError, ParseError, SetupError, add_messages
from chuhe.i18n import N_, _
from chuhe.library import Library
from chuhe.rules import RULES, rule_set
from chuhe.server import bodies as b
from chuhe.server import messages as m
from chuhe.server import objects as o
from chuhe.server import records, rulings, views
from chuhe.server.analysis import Analyses
from chuhe.server.limits import Buckets
from chuhe.server.security import hashed, new_secret
from chuhe.server.tables import LiveTable, Tables

__all__ = ["HANDLERS", "ApiError", "Context", "fault"]

SMALL = 64 * 1024
LARGE = 2 * 1024 * 1024
#: Records parsed at the same time; each may take a second of one core.
PARSERS = 2

Req = Request[Any, Any, State]
_T = TypeVar("_T")

add_messages(
    {
        "bad_request": N_("the request cannot be understood: {why}"),
        "not_found": N_("there is nothing at this address"),
        "method_not_allowed": N_("this cannot be done at this address"),
        "bad_key": N_("the invitation is not valid"),
        "bad_setup": N_("this position cannot be played"),
        "seats_need_a_person": N_("at least one seat must be for a person"),
        "fen_or_record": N_("give a position or a record, not both"),
        "no_such_game": N_("the record has no game of this number, or the game not so many moves"),
    }
)


class ApiError(ChuheError):
    """A request refused, with its HTTP status and, for a position or record, all problems."""

    def __init__(
        self,
        status: int,
        code: str,
        facts: dict[str, object] | None = None,
        problems: list[o.Problem] | None = None,
    ) -> None:
        super().__init__(code, facts)
        self.status = status
        self.problems = problems or []


class Context:
    """What the handlers share."""

    def __init__(
        self,
        tables: Tables,
        library: Library | None = None,
        analyses: Analyses | None = None,
    ) -> None:
        self.tables = tables
        self.library = library
        self.analyses = analyses
        self.new_tables = Buckets(rate=1, burst=100)
        self.requests = Buckets(rate=10, burst=60)
        self.parsing = asyncio.Semaphore(PARSERS)

    def who(self, request: Req) -> str:
        """The caller's hash; the application has made sure that there is one."""
        return str(request.state.who)

    def allow(self, buckets: Buckets, request: Req) -> None:
        """Count a request against a limit."""
        address = request.client.host if request.client else "?"
        if not buckets.take(address, self.tables.now()):
            raise ApiError(429, "rate_limited")


def fault(error: Exception) -> tuple[int, b.FaultAnswer]:
    """The status and body that tell of an error."""
    problems: list[o.Problem] = []
    status, code, facts = 500, "internal", {}
    if isinstance(error, ApiError):
        status, code, facts, problems = error.status, error.code, error.facts, error.problems
    elif isinstance(error, SetupError):
        status, code = 400, "bad_setup"
        problems = [views.problem_view(problem) for problem in error.problems]
    elif isinstance(error, ParseError | ValueError) and isinstance(error, ChuheError):
        status, code, facts = 400, error.code, error.facts
        if code == "too_large":
            status = 413
    elif isinstance(error, HTTPException):
        status = error.status_code
        names = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 429: "rate_limited"}
        code = names.get(status, "internal" if status >= 500 else "bad_request")
        if code == "bad_request":
            facts = {"why": error.detail}
        elif code == "too_large":
            facts = {"limit": LARGE}
    said = {name: str(value) for name, value in facts.items()}
    return status, b.FaultAnswer(b.Fault(code, o.text(code, facts), said, problems))


def _json(answer: msgspec.Struct, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(
        m.encode(answer), status_code=status, media_type="application/json", headers=headers
    )


async def _read(request: Req, type: type[_T], limit: int = SMALL) -> _T:
    """The body as ``type``."""
    return m.parse_body(await _bytes(request, limit), type)


async def _bytes(request: Req, limit: int) -> bytes:
    if (request.content_length or 0) > limit:
        raise ApiError(413, "too_large", {"limit": limit})
    body = await request.body()
    if len(body) > limit:
        raise ApiError(413, "too_large", {"limit": limit})
    return body


async def _find(context: Context, table_id: str) -> LiveTable:
    live = await context.tables.get(table_id) if len(table_id) <= 64 else None
    if live is None:
        raise ApiError(404, "no_such_table")
    return live


@get("/api/info")
async def info(context: Context) -> Response[bytes]:
    """What this server can do."""
    has_engine = context.tables.jobs is not None
    books = [b.Book(name, o.both(partial(_, book.title))) for name, book in RULES.items()]
    return _json(b.Info(__version__, len(t.LEVELS), list(RULES), books, has_engine))


@get("/api/schema")
async def schema() -> Response[bytes]:
    """The JSON Schema of all messages."""
    return Response(msgspec.json.encode(m.schema()), media_type="application/schema+json")


@post("/api/tables", request_max_body_size=LARGE)
async def open_table(context: Context, request: Req) -> Response[bytes]:
    """Make a table."""
    context.allow(context.new_tables, request)
    wanted = await _read(request, b.NewTable, LARGE)
    who = context.who(request)
    kinds = (wanted.seats.red, wanted.seats.black)
    if "human" not in kinds:
        raise ApiError(400, "seats_need_a_person")
    if wanted.fen is not None and wanted.record is not None:
        raise ApiError(400, "fen_or_record")
    rule_set(wanted.rules)  # is there such a book?
    fen: str | None = wanted.fen
    moves: list[str] = []
    if wanted.record is not None:
        fen, moves = await _recorded(context, wanted.record)
    holders = {"human": who, "engine": t.ENGINE, "open": ""}
    keys: dict[str, str] = {
        side: new_secret() for side, kind in zip(t.SIDES, kinds, strict=True) if kind == "open"
    }
    table, events = t.open_table(
        secrets.token_urlsafe(9),
        seats=(t.Seat(kinds[0], holders[kinds[0]]), t.Seat(kinds[1], holders[kinds[1]])),
        now=context.tables.now(),
        fen=fen,
        moves=moves,
        rules=wanted.rules,
        level=wanted.level,
        control=_control(wanted.clock),
        # An engine is asked only about positions that can arise.
        diagram=wanted.diagram and "engine" not in kinds,
    )
    live = await context.tables.open(table, events, {s: hashed(key) for s, key in keys.items()})
    async with live.lock:
        view = live.view(who, context.tables.now())
        return _json(b.NewTableAnswer(view, live.table.seq, keys), 201)


@get("/api/tables")
async def my_tables(context: Context, request: Req) -> Response[bytes]:
    """The tables where the caller has a seat."""
    limit = str(request.query_params.get("limit", "20"))
    count = int(limit) if limit.isascii() and limit.isdigit() and len(limit) < 6 else 20
    who = context.who(request)
    found = []
    for row in await context.tables.store.mine(who, min(count, 100)):
        summary = msgspec.json.decode(row.summary, type=b.Summary)
        you = [s for s, holder in zip(t.SIDES, (row.red, row.black), strict=True) if holder == who]
        found.append(msgspec.structs.replace(summary, you=you))
    return _json(b.Summaries(found))


@get("/api/tables/{table_id:str}")
async def show_table(context: Context, request: Req, table_id: str) -> Response[bytes]:
    """A table as the caller sees it."""
    live = await _find(context, table_id)
    async with live.lock:
        view = live.view(context.who(request), context.tables.now())
        return _json(b.TableAnswer(view, live.table.seq))


@get("/api/tables/{table_id:str}/pgn")
async def table_pgn(context: Context, request: Req, table_id: str) -> Response[bytes]:
    """The game as PGN."""
    live = await _find(context, table_id)
    style = str(request.query_params.get("style", "zh"))
    if style not in records.STYLES:
        raise ApiError(400, "bad_request", {"why": f"style: {', '.join(records.STYLES)}"})
    async with live.lock:
        text = records.pgn_of(live.table, style)
    return Response(
        text.encode(),
        media_type="application/x-chess-pgn; charset=utf-8",
        headers={
            "content-disposition": f'attachment; filename="chuhe-{live.table.id}.pgn"',
            "cache-control": "no-store",
        },
    )


@post("/api/tables/{table_id:str}/join", status_code=200)
async def join_table(context: Context, request: Req, table_id: str) -> Response[bytes]:
    """Take an open seat with its invitation."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.Join)
    live = await _find(context, table_id)
    key = await context.tables.store.invite(table_id, wanted.side)
    if key is None or not secrets.compare_digest(key, hashed(wanted.key)):
        raise ApiError(403, "bad_key")
    who = context.who(request)
    refused = await context.tables.handle(live, t.Sit(who, wanted.side))
    if refused is not None:
        raise ApiError(403, refused.code, dict(refused.facts))
    async with live.lock:
        return _json(b.TableAnswer(live.view(who, context.tables.now()), live.table.seq))


@post("/api/records", request_max_body_size=LARGE, status_code=200)
async def show_record(context: Context, request: Req) -> Response[bytes]:
    """A record, ready to be stepped through."""
    context.allow(context.requests, request)
    if (request.headers.get("content-type") or "").startswith("application/octet-stream"):
        data = await _bytes(request, LARGE)
        number = str(request.query_params.get("game", "0"))
        game = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    else:
        wanted = await _read(request, b.RecordText, LARGE)
        data, game = wanted.text.encode("utf-8", "replace"), wanted.game
    async with context.parsing:
        return _json(await asyncio.to_thread(records.view, data, game))


@post("/api/rulings", status_code=200)
async def judge_game(context: Context, request: Req) -> Response[bytes]:
    """What a rule book says of a game."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.RulingsAsked)
    async with context.parsing:
        said = await asyncio.to_thread(rulings.found, wanted.fen, wanted.moves, wanted.rules)
    return _json(said)


@post("/api/positions", status_code=200)
async def check_position(context: Context, request: Req) -> Response[bytes]:
    """Whether a FEN can be played, with all reasons if not."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.PositionText)
    try:
        setup = Setup(wanted.fen)
    except ParseError as error:
        return _json(b.Checked(False, None, [views.problem_view(error_problem(error))], None))
    problems = [views.problem_view(problem) for problem in setup.problems()]
    if problems:
        return _json(b.Checked(False, setup.fen(), problems, None))
    line = views.Line(Board(setup.position_fen()))
    return _json(b.Checked(True, line.start.fen, [], line.start))


@post("/api/moves", status_code=200)
async def read_move(context: Context, request: Req) -> Response[bytes]:
    """Which legal move a text in any notation means, or why none."""
    context.allow(context.requests, request)
    wanted = await _read(request, b.MoveText)
    board = Board(wanted.fen)
    try:
        move = board.parse(wanted.text)
    except (ParseError, MoveError) as error:
        return _json(b.MoveRead(None, views.problem_view(error_problem(error))))
    return _json(b.MoveRead(move.uci(), None))


def error_problem(error: ChuheError) -> Problem:
    """An error as something that is reported."""
    return Problem(error.code, error.facts)


async def _recorded(context: Context, wanted: b.RecordStart) -> tuple[str, list[str]]:
    async with context.parsing:
        data = wanted.text.encode("utf-8", "replace")
        found = await asyncio.to_thread(records.start_of, data, wanted.game, wanted.ply)
    if found is None:
        raise ApiError(400, "no_such_game")
    return found


def _control(wanted: o.Control | None) -> tuple[TimeControl, TimeControl] | None:
    if wanted is None:
        return None
    control = TimeControl(
        wanted.main, wanted.increment, wanted.per_move, wanted.byoyomi, wanted.periods
    )
    return control, control


HANDLERS = [
    info,
    schema,
    open_table,
    my_tables,
    show_table,
    table_pgn,
    join_table,
    show_record,
    judge_game,
    check_position,
    read_move,
]
