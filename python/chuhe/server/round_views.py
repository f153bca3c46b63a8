"""How a table of 跳棋 is told to a page."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from functools import partial
from typing import cast

from chuhe.errors import RecordError
from chuhe.roundtable import Played, Retired, RoundTable, Seat, open_round
from chuhe.server import objects as o
from chuhe.server import round_objects as ro
from chuhe.tiaoqi import Position, Record, Tiaoqi, read_record, seat_name
from chuhe.tiaoqi.words import cause_text

__all__ = ["Paths", "read", "recorded", "round_view", "summary"]


class Paths:
    """The cells that every move of a game touched, kept beside the table."""

    def __init__(self, table: RoundTable) -> None:
        self._found: list[list[str]] = []
        self.follow(table)

    def follow(self, table: RoundTable) -> list[list[str]]:
        """The paths of all moves; those not known yet are looked up."""
        del self._found[table.ply :]
        for ply in range(len(self._found), table.ply):
            move = table.moves[ply][1]
            before = cast(Position, table.past[ply])
            self._found.append([] if move == "pass" else list(before.path(move)))
        return self._found

    def cut(self, ply: int) -> None:
        """Moves from ``ply`` on were taken back."""
        del self._found[ply:]


def round_view(
    table: RoundTable, who: str, now: float, *, paths: Paths, thinking: bool
) -> ro.RoundView:
    """A table as ``who`` sees it."""
    at = cast(Position, table.position)
    options = json.loads(table.options)
    mine = table.seats_of(who)
    end = at.end
    followed = paths.follow(table)
    playable = table.turn in mine and end is None
    others = [s for n, s in enumerate(table.seats) if n not in mine and s.kind != "engine"]
    moved = any(seat in mine for seat, _ in table.moves)
    return ro.RoundView(
        id=table.id,
        seq=table.seq,
        created=table.created,
        updated=table.updated,
        rules=options["rules"],
        changed=options["changed"],
        hop=at.rules.hop,
        pieces=options["pieces"],
        level=table.level,
        seats=[_seat(table, at, n, seat, now) for n, seat in enumerate(table.seats)],
        you=mine,
        turn=table.turn,
        start=_cells(cast(Position, table.past[0])),
        gone=_gone(table, at),
        cells=_cells(at),
        may_pass=playable and at.rules.pass_allowed,
        paths=_paths(at) if playable else {},
        moves=[
            ro.RoundPly(seat, move, path)
            for (seat, move), path in zip(table.moves, followed, strict=True)
        ],
        text=at.text(),
        end=None
        if end is None
        else ro.RoundEnd(
            end.cause, _cause(end.cause, end.facts), list(end.places), list(end.scores)
        ),
        thinking=thinking,
        may_take_back=bool(mine) and not others and moved,
        running=None if table.clock is None else table.clock.running,
        at=now,
    )


def read(text: str) -> ro.RoundRead:
    """A record as a table at which nobody sits.

    Raises:
        ParseError: it is no record.
    """
    record = read_record(text)
    options = {"rules": record.rules, "changed": dict(record.changed), "pieces": record.pieces}
    at = record.begin()
    seats = [Seat("human", "", record.names.get(point, "")[:40]) for point in at.points]
    table, _ = open_round(
        "",
        Tiaoqi(record.agreed(), pieces=record.pieces),
        seats=seats,
        now=0.0,
        options=json.dumps(options),
        start=record.setup,
    )
    problem = None
    try:
        for move, then in zip(record.moves, record.positions_after(), strict=False):
            seat = at.turn
            cause, _, point = move.partition(":")
            if point:
                number = at.points.index(point)
                why = Retired(
                    at=0.0, seat=number, cause="resigned" if cause == "resign" else "time"
                )
                table.apply(why)
            else:
                table.apply(Played(at=0.0, seat=seat, move=move))
            at = then
    except RecordError as error:
        problem = o.text(error.code, error.facts)
    view = round_view(table, "", 0.0, paths=Paths(table), thinking=False)
    return ro.RoundRead(view, problem)


def recorded(table: RoundTable, *, text: bool) -> str:
    """The game of a table as a record: a list that people read, or JSON."""
    options = json.loads(table.options)
    points = cast(Position, table.past[0]).points
    retired = [
        (f"{'resign' if cause == 'resigned' else cause}:{points[seat]}", ply)
        for seat, cause, ply in table.retired
    ]
    moves: list[str] = []
    for ply, (_seat, move) in enumerate(table.moves):
        moves += [said for said, at in retired if at == ply]
        moves.append(move)
    moves += [said for said, at in retired if at == table.ply]
    record = Record(
        rules=options["rules"],
        changed=options["changed"],
        seats=len(points),
        pieces=options["pieces"],
        names={
            point: seat.name for point, seat in zip(points, table.seats, strict=True) if seat.name
        },
        moves=tuple(moves),
    )
    return record.text() if text else record.json()


def summary(table: RoundTable) -> ro.RoundSummary:
    """The line of a table in lists."""
    return ro.RoundSummary(
        id=table.id,
        updated=table.updated,
        players=[seat.kind for seat in table.seats],
        rules=json.loads(table.options)["rules"],
        plies=table.ply,
        over=table.over,
    )


def _seat(table: RoundTable, at: Position, number: int, seat: Seat, now: float) -> ro.RoundSeat:
    stands = at.standing(number)
    mark = stands.mark
    reading = None
    if table.clock is not None:
        said = table.clock.read(number, now)
        reading = o.Reading(said.main, said.periods, said.period, said.move)
    return ro.RoundSeat(
        point=stands.point,
        name=o.both(partial(seat_name, stands.point)),
        kind=seat.kind,
        player=seat.name,
        standing=stands.standing,  # type: ignore[arg-type]
        text=None if stands.cause is None else _cause(stands.cause, stands.facts),
        rounds=stands.rounds,
        left_home=stands.left_home,
        distance=stands.distance,
        mark=None if mark is None else ro.MarkView(mark.round, mark.need, mark.moves_left),
        reading=reading,
    )


def _cells(at: Position) -> dict[str, list[str]]:
    return {point: list(cells) for point, cells in at.pieces().items()}


def _gone(table: RoundTable, at: Position) -> dict[str, int]:
    """Seats whose pieces were taken off, and after how many moves."""
    return {
        point: bisect_left(
            table.past, True, key=lambda past: not cast(Position, past).pieces()[point]
        )
        for point, cells in at.pieces().items()
        if not cells
    }


def _paths(at: Position) -> dict[str, dict[str, list[str]]]:
    """Cell → cell → the way between, for all moves."""
    return {
        one: {two: list(at.path(one + two)) for two in targets}
        for one, targets in at.legal().items()
    }


def _cause(cause: str, facts: Mapping[str, object]) -> o.Text:
    return o.both(partial(cause_text, cause, facts))
