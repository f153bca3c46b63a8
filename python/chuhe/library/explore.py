"""What happened at a position: moves played, how the games ended, and the games themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from chuhe import _core
from chuhe._core import Move
from chuhe.board import Board
from chuhe.library import sums
from chuhe.library.names import date_text
from chuhe.library.rows import RESULTS
from chuhe.library.schema import asides, events, games, moves, players, positions, sources

__all__ = ["GameRow", "PlayedMove", "PositionReport", "Tally", "game_rows", "position"]


@dataclass(frozen=True)
class Tally:
    """How games ended."""

    games: int = 0
    red: int = 0
    draws: int = 0
    black: int = 0
    #: How many of the games have a rating, and the sum of them.
    rated: int = 0
    ratings: int = 0
    #: The latest date, as in `Tally.last_date`.
    last: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.red + other.red,
            self.draws + other.draws,
            self.black + other.black,
            self.rated + other.rated,
            self.ratings + other.ratings,
            max(self.last, other.last),
        )

    @property
    def score(self) -> float | None:
        """Red's share of the points in games with a result; None if there is none.

        >>> Tally(games=5, red=2, draws=1, black=1).score
        0.625
        """
        ended = self.red + self.draws + self.black
        return (self.red + self.draws / 2) / ended if ended else None

    @property
    def rating(self) -> int | None:
        """The mean rating of the players; None if none is known."""
        return round(self.ratings / self.rated) if self.rated else None

    @property
    def last_date(self) -> str:
        """When it was last played, such as ``2003-05-12`` or ``2003``; empty if not known."""
        return date_text(self.last)


@dataclass(frozen=True)
class PlayedMove:
    """A move played at a position."""

    #: None: the game ended here.
    move: Move | None
    tally: Tally


@dataclass(frozen=True)
class GameRow:
    """What a list of games shows of one."""

    id: int
    red: str
    black: str
    event: str
    date: str
    result: str
    plies: int
    ecco: str
    opening: str
    path: str
    #: In its file, from 0.
    number: int
    #: Where it was asked for games at a position: the ply, the move that followed, and whether
    #: it stood there in a mirror.
    ply: int | None = None
    move: Move | None = None
    mirrored: bool = False


@dataclass(frozen=True)
class PositionReport:
    """What happened at a position."""

    fen: str
    #: Games that had the position; a game counts once.
    total: Tally
    #: The most frequent first. A game that came here again and went another way counts in both.
    moves: tuple[PlayedMove, ...]
    #: The newest in the library first; a page of them.
    games: tuple[GameRow, ...]
    #: Where the next page begins; None on the last one.
    next: int | None
    #: How many more games have the position, but in variations only.
    aside: int = 0


def position(
    connection: sa.Connection,
    where: str | Board,
    *,
    mirror: bool = False,
    only: Sequence[sa.ColumnElement[bool]] = (),
    limit: int = 20,
    before: int | None = None,
) -> PositionReport:
    """See `Library.position`."""
    fen = where.fen() if isinstance(where, Board) else where
    key = signed(_core.position_key(fen))
    other = signed(_core.position_key(_core.Setup(fen).mirror().fen()))
    keys = [key, other] if mirror and other != key else [key]
    total, by_move = Tally(), dict[int, Tally]()
    for of, move, *numbers in _sums(connection, keys, only):
        tally = Tally(*numbers)
        if move == sums.ALL:
            total += tally
            continue
        move = _mirrored(move) if of != key else move
        by_move[move] = by_move.get(move, Tally()) + tally
    if mirror and key == other:  # left and right are one and the same
        for move, tally in sorted(by_move.items(), key=lambda item: (item[1].games, item[0])):
            if (twin := _mirrored(move)) != move and twin in by_move:
                by_move[twin] += tally
                del by_move[move]
    played = sorted(by_move.items(), key=lambda item: (item[0] == 0, -item[1].games, item[0]))
    found, following = _games(connection, keys, only, limit, before)
    return PositionReport(
        fen,
        total,
        tuple(PlayedMove(_move(move), tally) for move, tally in played),
        tuple(found),
        following,
        _aside(connection, keys, only),
    )


def signed(key: int) -> int:
    """A key as the databases hold it.

    >>> signed(2**64 - 1), signed(5)
    (-1, 5)
    """
    return key - 2**64 if key >= 2**63 else key


def _move(number: int) -> Move | None:
    return Move.from_uci(_core.move_of_number(number)) if number else None


def _mirrored(number: int) -> int:
    """The number of a move seen in a mirror; 0 stays."""
    if not number:
        return 0
    there, here = divmod(number, 128)
    return _mirror(here) + 128 * _mirror(there)


def _mirror(square: int) -> int:
    rank, file = divmod(square, 9)
    return 9 * rank + 8 - file


def _sums(
    connection: sa.Connection, keys: Sequence[int], only: Sequence[sa.ColumnElement[bool]]
) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    if not only:
        kept = connection.execute(sa.select(moves).where(moves.c.key.in_(keys)))
        found += [tuple(row) for row in kept]
    rest = [key for key in keys if not any(row[0] == key for row in found)]
    return found + (list(sums.count(connection, rest, only)) if rest else [])


def _aside(
    connection: sa.Connection, keys: Sequence[int], only: Sequence[sa.ColumnElement[bool]]
) -> int:
    """How many games have such a position, and only in variations."""
    at = asides.c
    query = sa.select(sa.func.count(sa.distinct(at.game))).where(at.key.in_(keys))
    if len(keys) > 1:  # one of the two may stand in the main line
        played = sa.select(positions.c.game).where(positions.c.key.in_(keys))
        query = query.where(at.game.not_in(played))
    if only:
        query = query.join(games, games.c.id == at.game).where(*only)
    return int(connection.execute(query).scalar_one())


def _games(
    connection: sa.Connection,
    keys: Sequence[int],
    only: Sequence[sa.ColumnElement[bool]],
    limit: int,
    before: int | None,
) -> tuple[list[GameRow], int | None]:
    """A page of games; each once, with the ply it first came here, and the way it went on."""
    met: dict[int, tuple[int, int, bool]] = {}
    at = positions.c
    for key in keys:
        query = sa.select(at.game).where(at.key == key)
        if before is not None:
            query = query.where(at.game < before)
        if only:
            query = query.join(games, games.c.id == at.game).where(*only)
        query = query.group_by(at.game).order_by(at.game.desc()).limit(limit + 1)
        page = list(connection.execute(query).scalars())
        if not page:
            continue
        # A range of the index; of a list PostgreSQL looks through all games of the position.
        there = sa.select(at.game, at.ply, at.move)
        there = there.where(at.key == key, at.game >= page[-1], at.game <= page[0])
        if only:
            there = there.where(at.game.in_(page))
        for row in connection.execute(there):
            now = (row.ply, row.move, key != keys[0])
            met[row.game] = min(met.get(row.game, now), now)
    page = sorted(met, reverse=True)[:limit]
    more = len(met) > limit
    places = {
        game: {"ply": ply, "move": _move(move), "mirrored": mirrored}
        for game, (ply, move, mirrored) in met.items()
    }
    shown = game_rows(connection, [games.c.id.in_(page)], places=places)
    return shown, page[-1] if more and page else None


def game_rows(
    connection: sa.Connection,
    where: Sequence[sa.ColumnElement[bool]],
    *,
    limit: int | None = None,
    places: dict[int, dict[str, Any]] | None = None,
) -> list[GameRow]:
    """Games for a list, the newest in the library first."""
    red, black = players.alias("red_player"), players.alias("black_player")
    query = (
        sa.select(
            games.c.id,
            red.c.name.label("red"),
            black.c.name.label("black"),
            events.c.name.label("event"),
            games.c.date,
            games.c.result,
            games.c.plies,
            games.c.ecco,
            games.c.opening,
            sources.c.path,
            games.c.number,
        )
        .join_from(games, sources, sources.c.id == games.c.source)
        .outerjoin(red, red.c.id == games.c.red)
        .outerjoin(black, black.c.id == games.c.black)
        .outerjoin(events, events.c.id == games.c.event)
        .where(*where)
        .order_by(games.c.id.desc())
        .limit(limit)
    )
    return [
        GameRow(
            id=row.id,
            red=row.red or "",
            black=row.black or "",
            event=row.event or "",
            date=date_text(row.date),
            result=RESULTS[row.result],
            plies=row.plies,
            ecco=row.ecco or "",
            opening=row.opening or "",
            path=row.path,
            number=row.number,
            **((places or {}).get(row.id, {})),
        )
        for row in connection.execute(query)
    ]
