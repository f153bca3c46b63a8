"""Tables of 跳棋 over HTTP; see ``docs/protocol-tiaoqi.md``."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator

import msgspec
from litestar import Response, get, post
from litestar.response import Stream

from chuhe import roundtable as r
from chuhe.server import round_objects as ro
from chuhe.server.api import LARGE, ApiError, Context, Req, _json, _read
from chuhe.server.round_views import read, recorded
from chuhe.server.rounds import LiveRound, Rounds
from chuhe.server.security import hashed, new_secret
from chuhe.tiaoqi import RULES

__all__ = ["ROUND_HANDLERS"]

STREAMS_A_TABLE = 200


async def _find(rounds: Rounds, id: str) -> LiveRound:
    live = await rounds.get(id) if len(id) <= 64 else None
    if live is None:
        raise ApiError(404, "no_such_table")
    return live


async def _shown(rounds: Rounds, live: LiveRound, who: str) -> Response[bytes]:
    async with live.lock:
        return _json(ro.RoundAnswer(live.view(who, rounds.now())))


@post("/api/rounds")
async def open_table(context: Context, rounds: Rounds, request: Req) -> Response[bytes]:
    """Make a table."""
    context.allow(context.new_tables, request)
    wanted = await _read(request, ro.NewRound)
    if "human" not in wanted.players:
        raise ApiError(400, "seats_need_a_person")
    who = context.who(request)
    keys = {n: new_secret() for n, kind in enumerate(wanted.players) if kind == "open"}
    live = await rounds.open(wanted, who, {n: hashed(key) for n, key in keys.items()})
    async with live.lock:
        view = live.view(who, rounds.now())
    return _json(ro.NewRoundAnswer(view, {str(n): key for n, key in keys.items()}), 201)


@get("/api/rounds")
async def my_tables(context: Context, rounds: Rounds, request: Req) -> Response[bytes]:
    """The tables where the caller has a seat."""
    found = await rounds.store.mine(context.who(request), 20)
    lines = [msgspec.json.decode(line, type=ro.RoundSummary) for line in found]
    return _json(ro.RoundSummaries(lines))


@get("/api/rounds/rules")
async def rules() -> Response[bytes]:
    """The named rules and their fields."""
    said = {name: rules.fields() for name, rules in RULES.items()}
    return Response(
        msgspec.json.encode(said),
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


@post("/api/rounds/read", request_max_body_size=LARGE, status_code=200)
async def read_game(context: Context, request: Req) -> Response[bytes]:
    """A record of 跳棋, ready to be walked through."""
    context.allow(context.requests, request)
    wanted = await _read(request, ro.RoundRecord, LARGE)
    async with context.parsing:
        return _json(await asyncio.to_thread(read, wanted.text))


@get("/api/rounds/{round_id:str}")
async def show_table(
    context: Context, rounds: Rounds, request: Req, round_id: str
) -> Response[bytes]:
    """A table as the caller sees it."""
    return await _shown(rounds, await _find(rounds, round_id), context.who(request))


@get("/api/rounds/{round_id:str}/record")
async def show_record(
    context: Context, rounds: Rounds, request: Req, round_id: str
) -> Response[bytes]:
    """The game as a record, JSON or text."""
    context.allow(context.requests, request)
    live = await _find(rounds, round_id)
    text = request.query_params.get("form") == "text"
    table = live.table  # a table that goes on is another one
    async with context.parsing:  # the game is played through for its result
        said = await asyncio.to_thread(lambda: recorded(table, text=text))
    ending = "txt" if text else "json"
    return Response(
        said.encode(),
        media_type="text/plain; charset=utf-8" if text else "application/json",
        headers={
            "content-disposition": f'attachment; filename="tiaoqi-{live.table.id}.{ending}"',
            "cache-control": "no-store",
        },
    )


@post("/api/rounds/{round_id:str}/do", status_code=200)
async def change_table(
    context: Context, rounds: Rounds, request: Req, round_id: str
) -> Response[bytes]:
    """Move, resign, take back, set the level, let the engine move."""
    context.allow(context.requests, request)
    wish: ro.AnyRoundWish = await _read(request, ro.AnyRoundWish)  # type: ignore[arg-type]
    live = await _find(rounds, round_id)
    who = context.who(request)
    refused = await _done(rounds, live, who, wish)
    if refused is not None:
        raise ApiError(409, refused.code, dict(refused.facts))
    return await _shown(rounds, live, who)


async def _done(
    rounds: Rounds, live: LiveRound, who: str, wish: ro.AnyRoundWish
) -> r.Refused | None:
    command: r.RoundCommand
    match wish:
        case ro.RoundMoveNow():
            return rounds.move_now(live, who)
        case ro.RoundMove():
            command = r.Play(who, wish.ply, wish.move.replace("-", ""))
        case ro.RoundResign():
            command = r.Resign(who, wish.seat)
        case ro.RoundTakeback():
            command = r.TakeBack(who, wish.ply)
        case ro.RoundLevel():
            command = r.SetLevel(who, wish.level)
    return await rounds.handle(live, command)


@post("/api/rounds/{round_id:str}/join", status_code=200)
async def join_table(
    context: Context, rounds: Rounds, request: Req, round_id: str
) -> Response[bytes]:
    """Take an open seat with its invitation."""
    context.allow(context.requests, request)
    wanted = await _read(request, ro.JoinRound)
    live = await _find(rounds, round_id)
    key = await rounds.store.invite(round_id, wanted.seat)
    if key is None or not secrets.compare_digest(key, hashed(wanted.key)):
        raise ApiError(403, "bad_key")
    who = context.who(request)
    refused = await rounds.handle(live, r.Sit(who, wanted.seat, wanted.name))
    if refused is not None:
        raise ApiError(403, refused.code, dict(refused.facts))
    return await _shown(rounds, live, who)


@get("/api/rounds/{round_id:str}/live")
async def follow(rounds: Rounds, round_id: str) -> Stream:
    """A line whenever something happens at the table."""
    live = await _find(rounds, round_id)
    if len(live.streams) >= STREAMS_A_TABLE:
        raise ApiError(429, "too_many_connections")

    async def lines() -> AsyncIterator[bytes]:
        with live.streams.joined(arbiter=False) as listener:
            listener.tell(live.table.seq)
            async for line in listener.lines():
                yield line

    return Stream(
        lines(),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


ROUND_HANDLERS = [
    open_table,
    my_tables,
    rules,
    read_game,
    show_table,
    show_record,
    change_table,
    join_table,
    follow,
]
