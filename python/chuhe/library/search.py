"""Which games of a library are meant, in the words of SQL."""

from __future__ import annotations

import json

import sqlalchemy as sa

from chuhe import _core
from chuhe.library.explore import signed
from chuhe.library.names import name_key
from chuhe.library.rows import RESULTS
from chuhe.library.schema import (
    asides,
    events,
    game_materials,
    games,
    materials,
    players,
    positions,
)
from chuhe.records.select import Material, Selection

__all__ = ["conditions", "duplicates"]


def conditions(selection: Selection) -> list[sa.ColumnElement[bool]]:
    """What the rows of `schema.games` must be like."""
    found: list[sa.ColumnElement[bool]] = []
    if selection.player:
        ids = _named(players, selection.player)
        found.append(sa.or_(games.c.red.in_(ids), games.c.black.in_(ids)))
    for names, table, column in (
        (selection.red, players, games.c.red),
        (selection.black, players, games.c.black),
        (selection.event, events, games.c.event),
    ):
        if names:
            found.append(column.in_(_named(table, names)))
    if selection.result:
        found.append(games.c.result == RESULTS.index(selection.outcome))
    if selection.since or selection.until:
        found += _dated(selection)
    if selection.least_plies:
        found.append(games.c.plies >= selection.least_plies)
    if selection.most_plies is not None:
        found.append(games.c.plies <= selection.most_plies)
    if selection.opening:
        found.append(sa.or_(*map(_begins, selection.openings)))
    if selection.position:
        keys = sorted(map(signed, selection.keys))
        tables = (positions, asides) if selection.variations else (positions,)
        met = [sa.select(table.c.game).where(table.c.key.in_(keys)) for table in tables]
        found.append(games.c.id.in_(sa.union_all(*met) if len(met) > 1 else met[0]))
    if selection.material:
        found.append(_had(selection.material))
    if selection.text:
        inside = json.dumps(selection.text, ensure_ascii=False)[1:-1]  # as headers are kept
        found.append(
            sa.or_(
                games.c.headers.icontains(inside, autoescape=True),
                games.c.comments.icontains(selection.text, autoescape=True),
            )
        )
    if selection.ecco:
        found.append(
            sa.or_(
                games.c.ecco.istartswith(selection.ecco, autoescape=True),
                games.c.opening.icontains(selection.ecco, autoescape=True),
            )
        )
    return found


def _named(table: sa.Table, names: tuple[str, ...]) -> sa.Select[tuple[int]]:
    """The numbers of all whose name has one of these in it, in whatever characters."""
    keys = [key for key in map(name_key, names) if key]  # of "?" nothing is left
    patterns = [table.c.key.contains(key, autoescape=True) for key in keys]
    return sa.select(table.c.id).where(sa.or_(sa.false(), *patterns))


def _dated(selection: Selection) -> list[sa.ColumnElement[bool]]:
    """Played between two days, or perhaps so where the day or month is not known."""
    (first, last), date = selection.days, games.c.date
    latest = date + sa.case((date % 10_000 == 0, 1231), (date % 100 == 0, 31), else_=0)
    return [date > 0, date <= _number(last), latest >= _number(first)]


def _number(day: tuple[int, int, int]) -> int:
    return day[0] * 10_000 + day[1] * 100 + day[2]


def _begins(moves: tuple[str, ...]) -> sa.ColumnElement[bool]:
    """Games from the usual start with these first moves."""
    packed = b"".join(_core.move_number(move).to_bytes(2, "little") for move in moves)
    # The index finds those that came to the position in time; their moves decide.
    key = _core.unpack_record(None, packed).keys()[-1]
    came = sa.select(positions.c.game).where(
        positions.c.key == signed(key), positions.c.ply <= len(moves)
    )
    return sa.and_(
        games.c.id.in_(came),
        games.c.start.is_(None),
        sa.func.substr(games.c.moves, 1, len(packed)) == packed,
    )


def _had(text: str) -> sa.ColumnElement[bool]:
    """Games with such pieces on the board at some time."""
    match: list[sa.ColumnElement[bool]] = []
    for color, (wanted, more) in zip(("red", "black"), Material(text).sides, strict=True):
        for letter, role in _ROLES.items():
            column, number = materials.c[f"{color}_{role}"], wanted[letter]
            any_more = more == "+" or (more == "~" and letter in "AB")
            match.append(column >= number if any_more else column == number)
    ids = sa.select(materials.c.id).where(*match)
    found = sa.select(game_materials.c.game).where(game_materials.c.material.in_(ids))
    return games.c.id.in_(found)


_ROLES = {
    "A": "advisor",
    "B": "elephant",
    "N": "horse",
    "R": "rook",
    "C": "cannon",
    "P": "pawn",
}


def duplicates(connection: sa.Connection, *, least: int) -> list[list[int]]:
    """The numbers of games with the same start and moves, in groups.

    In a group, the one that tells the most stands first.

    Args:
        connection: where to ask.
        least: of so many plies at least.
    """
    query = (
        sa.select(games.c.fingerprint)
        .group_by(games.c.fingerprint)
        .having(sa.func.count() > 1)
        .scalar_subquery()
    )
    told = sa.func.length(games.c.headers) + sa.func.coalesce(sa.func.length(games.c.record), 0)
    same = sa.select(games.c.fingerprint, games.c.id)
    same = same.where(games.c.fingerprint.in_(query), games.c.plies >= least)
    groups: dict[bytes, list[int]] = {}
    for fingerprint, number in connection.execute(same.order_by(told.desc(), games.c.id)):
        groups.setdefault(bytes(fingerprint), []).append(number)
    return sorted(groups.values(), key=min)
