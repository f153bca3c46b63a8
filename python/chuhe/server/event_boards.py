"""Games of a round at our own tables: opened for the pairings, their results written to the event.

Each pairing of a published round gets a table whose seats nobody but the two
players can take, each by a link of his own.  A game that ends is on disk before
its result goes to the file of the event; what a crash leaves between the two is
made up for at the next start.  Exactly once: the fact in the file names the
table (`chuhe.tournament.tables`).  The arbiter's word goes first: a result he
enters ends the game at the table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from chuhe import table as t
from chuhe.clock import TimeControl
from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_
from chuhe.rules import Termination, rule_set
from chuhe.server import event_boards_bodies as b
from chuhe.server import event_boards_desk as at_desk
from chuhe.server import objects as o
from chuhe.server import records
from chuhe.server.event_boards_desk import EventTable, Place
from chuhe.server.events import Events
from chuhe.server.security import hashed, new_secret
from chuhe.server.store import EVENT_LINKS, EVENT_TABLES
from chuhe.server.tables import LiveTable, Tables
from chuhe.tournament.model import EventError, Score
from chuhe.tournament.state import RESULTS, Entrant, State
from chuhe.tournament.tables import open_tables, sides, table_result

__all__ = ["EventBoards"]

log = logging.getLogger("chuhe.server")


#: The rule book where none was agreed.
BOOK = "club"
#: Who enters what a table tells.
WHO = "table"
#: The holder who ends a game at a table when the arbiter has entered its result.
ARBITER = "event"
#: Seconds until a result that could not be written is tried again.
AGAIN = 5.0
#: Seconds between two looks for results that the arbiter entered, and how many events a look takes.
LOOK, EVENTS = 2.0, 20

#: Refusals after which a table has nothing more to say.
SETTLED = ("director.needs_winner", "knockout.stuck", "sections.unknown", "events.none")

add_messages(
    {
        "boards.not_published": N_("round {round} is not published: its boards are not opened yet"),
        "boards.bad_link": N_("this link is not valid, or a newer one was given out"),
        "boards.no_board": N_("that is not your board"),
        "boards.entered": N_("the arbiter has entered the result"),
    }
)


class EventBoards:
    """The boards of all events that are played here.

    Args:
        tables: the tables of this server.
        events: its events.
    """

    def __init__(self, tables: Tables, events: Events) -> None:
        self.tables, self.events = tables, events
        self._rows: dict[str, EventTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()
        tables.on_end = self._ended

    async def wake(self) -> None:
        """At the start: write the results of games that ended unheard."""
        query = sa.select(EVENT_TABLES).where(~EVENT_TABLES.c.told)
        for row in await self.tables.store.read(query):
            fields = {name: value for name, value in row._mapping.items() if name != "told"}
            self._rows[row.table_id] = EventTable(**fields)
        for table_id in list(self._rows):
            table = await self._table(table_id)
            if table is not None and table.outcome is not None:
                self._spawn(self._tell(table_id))
        self._spawn(self._watch())

    async def close(self) -> None:
        """Stop trying; what was not written is found at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ------------------------------------------------------------ opening

    async def open(self, event: str, wanted: b.OpenBoards, who: str = "") -> b.BoardsOpened:
        """Open tables for the pairings of a round that have neither a table nor a result.

        Args:
            event: which event.
            wanted: which round, with which time and rule book.
            who: the arbiter, as he signs.

        Raises:
            EventError: ``boards.not_published``, ``director.round``.
            ParseError: there is no such rule book.
        """
        if wanted.rules:
            rule_set(wanted.rules)
        control = None if wanted.clock is None else (_control(wanted.clock),) * 2
        look = partial(self.events.work, event, section=wanted.section, reading=True)
        async with self._opening:
            unheard = set(self._rows)  # before the file is looked at: what is told since is in it
            state, this = await look(partial(at_desk.round_of, number=wanted.round))
            if not this.published:
                raise EventError("boards.not_published", {"round": this.number})
            known = await self._known(event, wanted.section, this.number)
            book = wanted.rules or str(state.main.rules.get("rules") or BOOK)
            noted: list[tuple[int, str]] = []
            fresh: list[LiveTable] = []
            for board in this.missing:
                pair, movers = this.boards[board - 1], sides(state, this, board)
                if movers is None or pair[1] is None:
                    continue  # no game to be played: the arbiter must rule
                red, black = movers
                used = this.tables.get((pair[0], pair[1])) or known.get(movers, "")
                table = await self._table(used) if used else None
                if table is not None and table.outcome is not None and used in unheard:
                    continue  # its result is on its way to the file
                if table is None or table.outcome is not None:
                    row = EventTable(
                        secrets.token_urlsafe(9), event, wanted.section, this.number, red, black
                    )
                    fresh.append(await self._open(row, state, control, book))
                    used = row.table_id
                noted.append((board, used))
            if noted:
                note = partial(open_tables, round=this.number, tables=noted)
                await self.events.work(event, note, who=who, section=wanted.section)
            players = [state.entrant(n).id for n in state.by_number]
            links = await self._make_links(event, players, renew=False)
        return b.BoardsOpened(this.number, len(fresh), links)

    async def _open(
        self,
        row: EventTable,
        state: State,
        control: tuple[TimeControl, TimeControl] | None,
        rules: str,
    ) -> LiveTable:
        red, black = (state.entrant(number).name for number in (row.red, row.black))
        table, events = t.open_table(
            row.table_id,
            seats=(t.Seat("open", name=red), t.Seat("open", name=black)),
            now=self.tables.now(),
            rules=rules,
            control=control,
            arbiter=ARBITER,
            takebacks=False,
        )
        values = {name: getattr(row, name) for name in EventTable.__slots__} | {"told": False}

        def also(connection: sa.Connection) -> None:
            connection.execute(EVENT_TABLES.insert().values(values))

        live = await self.tables.open(table, events, {}, also)
        self._rows[row.table_id] = row
        return live

    async def _known(self, event: str, section: str, round: int) -> dict[tuple[int, int], str]:
        """Tables made for a round that have nothing told, whether or not the file knows them."""
        query = sa.select(EVENT_TABLES).where(
            EVENT_TABLES.c.event == event,
            EVENT_TABLES.c.section == section,
            EVENT_TABLES.c.round == round,
            ~EVENT_TABLES.c.told,
        )
        rows = await self.tables.store.read(query)
        return {(row.red, row.black): row.table_id for row in rows}

    # ------------------------------------------------------------ links

    async def links(self, event: str, players: Sequence[int]) -> list[b.PlayerLink]:
        """New links for some players; their old ones are worth nothing any more.

        Raises:
            EventError: ``director.no_player``.
        """
        async with self._opening:
            return await self._make_links(event, players, renew=True)

    async def _make_links(
        self, event: str, players: Sequence[int], *, renew: bool
    ) -> list[b.PlayerLink]:
        entrants = await self.events.work(
            event, lambda desk: dict(desk.whole.entrants), reading=True
        )
        unknown = [id for id in players if id not in entrants]
        if unknown:
            raise EventError("director.no_player", {"text": str(unknown[0])})
        query = sa.select(EVENT_LINKS.c.player).where(EVENT_LINKS.c.event == event)
        had = {row.player for row in await self.tables.store.read(query)}
        keys = {id: new_secret() for id in players if renew or id not in had}
        if not keys:
            return []

        def write(connection: sa.Connection) -> None:
            mine = EVENT_LINKS.c.event == event
            for id in keys.keys() & had:
                connection.execute(EVENT_LINKS.delete().where(mine, EVENT_LINKS.c.player == id))
            rows = [{"event": event, "player": id, "key": hashed(key)} for id, key in keys.items()]
            connection.execute(EVENT_LINKS.insert(), rows)

        await self.tables.store.submit(write)
        return [_link(entrants[id], key) for id, key in keys.items()]

    # ------------------------------------------------------------ sitting down

    async def seat(self, event: str, asked: b.Seating, who: str) -> b.Seats:
        """Where a player plays; with ``asked.sit`` he sits down there, in the seat that is his.

        Args:
            event: which event.
            asked: his key.
            who: the browser he has come with.

        Raises:
            EventError: ``boards.bad_link``, ``boards.no_board``.
        """
        query = sa.select(EVENT_LINKS.c.player).where(
            EVENT_LINKS.c.event == event, EVENT_LINKS.c.key == hashed(asked.key)
        )
        rows = await self.tables.store.read(query)
        if not rows:
            raise EventError("boards.bad_link")
        look = partial(at_desk.places, id=rows[0].player)
        name, one, places = await self.events.work(event, look, reading=True)
        boards = [await self._place(place, who) for place in places]
        if asked.sit is not None:
            mine = [board for board in boards if board.table == asked.sit and board.side]
            if not mine:
                raise EventError("boards.no_board")
            live = await self.tables.get(asked.sit)
            if live is None:
                raise EventError("boards.no_board")
            if live.table.outcome is None:
                side = mine[0].side
                assert side is not None
                refused = await self.tables.handle(live, t.Sit(who, side, one.name, again=True))
                if refused is not None:
                    raise ChuheError(refused.code, dict(refused.facts))
            boards = [await self._place(place, who) for place in places]
        team = str(one.fields.get("team", ""))
        return b.Seats(one.id, one.number, one.name, team, name, boards)

    async def _place(self, place: Place, who: str) -> b.SeatBoard:
        table = await self._table(place.table) if place.table else None
        status, here, side = "none", False, place.side
        if table is not None:
            side = await self._side(table.id, place)
            here = side is not None and table.seat(side).holder == who
            waiting = any(seat.kind == "open" for seat in table.seats)
            status = "over" if table.outcome else "waiting" if waiting else "playing"
        return b.SeatBoard(
            section=place.section,
            round=place.round,
            board=place.board,
            side=side,
            opponent=place.opponent,
            opponent_name=place.name,
            opponent_team=place.team,
            table=place.table if table is not None else None,
            status=status,  # type: ignore[arg-type]
            here=here,
            result=place.result,
        )

    async def _side(self, table_id: str, place: Place) -> o.Side | None:
        """Which side a player has at a table."""
        query = sa.select(EVENT_TABLES.c.red).where(EVENT_TABLES.c.table_id == table_id)
        rows = await self.tables.store.read(query)
        if not rows:
            return place.side
        return "red" if rows[0].red == place.number else "black"

    async def _table(self, table_id: str) -> t.Table | None:
        live = await self.tables.get(table_id)
        return None if live is None else live.table

    # ------------------------------------------------------------ results

    def _ended(self, live: LiveTable) -> None:
        if live.table.id in self._rows:
            self._spawn(self._tell(live.table.id))

    async def _tell(self, table_id: str) -> None:
        """Write how a game ended to its event, however often it takes."""
        while (row := self._rows.get(table_id)) is not None:
            table = await self._table(table_id)
            if table is None or table.outcome is None:
                return
            result, why = _result(table.outcome)
            write = partial(
                table_result,
                table=table_id,
                result=result,
                why=why,
                pgn=records.pgn_of(table, "zh"),
            )
            try:
                await self.events.work(row.event, write, who=WHO, section=row.section)
            except ChuheError as error:
                if error.code == "events.not_served":
                    return  # it is written when the file is served again
                settled = error.code in SETTLED
                level = logging.INFO if settled else logging.WARNING
                log.log(level, "event %s, table %s: %s", row.event, table_id, error)
                if not settled:
                    await asyncio.sleep(AGAIN)
                    continue
            except Exception:  # such as a full disk
                log.exception("event %s: the result of table %s", row.event, table_id)
                await asyncio.sleep(AGAIN)
                continue
            await self._done(table_id)

    async def _done(self, table_id: str) -> None:
        def write(connection: sa.Connection) -> None:
            mine = EVENT_TABLES.c.table_id == table_id
            connection.execute(EVENT_TABLES.update().where(mine).values(told=True))

        await self.tables.store.submit(write)
        self._rows.pop(table_id, None)

    async def _watch(self) -> None:
        """Now and then look what arbiters have entered, whatever they wrote it with."""
        at = 0
        while True:
            await asyncio.sleep(LOOK)
            events = sorted({row.event for row in self._rows.values()})
            for event in (events[at:] + events[:at])[:EVENTS]:
                try:
                    await self.entered(event)
                except ChuheError as error:
                    if error.code not in ("events.none", "events.not_served"):
                        log.warning("event %s: %s", event, error)
                except Exception:
                    log.exception("event %s: its boards", event)
            at = (at + EVENTS) % max(1, len(events))

    async def entered(self, event: str) -> None:
        """End the games at tables of an event whose result an arbiter has entered."""
        rows = [row for row in self._rows.values() if row.event == event]
        for section in {row.section for row in rows}:
            mine = [row for row in rows if row.section == section]
            look = partial(at_desk.entered, rows=mine)
            for row, key in await self.events.work(event, look, section=section, reading=True):
                await self._declare(row, key)

    async def _declare(self, row: EventTable, key: str) -> None:
        live = await self.tables.get(row.table_id)
        if live is None or live.table.outcome is not None:
            return
        first, second, played = RESULTS[key]
        winner: o.Side | None = None
        if first is not second:
            winner = "red" if first is Score.WIN else "black"
        lost = not winner and key != "="
        how = Termination.DECISION if played else Termination.FORFEIT
        why = o.text("boards.entered", {})
        command = t.Declare(ARBITER, winner, how.value, f"{why.zh} / {why.en}", lost)
        refused = await self.tables.handle(live, command)
        if refused is not None:
            log.warning("table %s was not closed: %s", row.table_id, refused.code)

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _result(end: t.Ended) -> tuple[str, str]:
    """The key of a result, and how the game ended in both languages."""
    key = "o" if end.both_lose else {"red": "1", "black": "0", None: "="}[end.winner]
    how = o.both(lambda: Termination(end.termination).text)
    return key, f"{how.zh} {how.en}"


def _link(one: Entrant, key: str) -> b.PlayerLink:
    return b.PlayerLink(one.id, one.number, one.name, str(one.fields.get("team", "")), key)


def _control(wanted: o.Control) -> TimeControl:
    return TimeControl(
        wanted.main, wanted.increment, wanted.per_move, wanted.byoyomi, wanted.periods
    )
