"""A library of games: many files in one database, with an index of every position.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> file = Path(folder.name, "games.pgn")
>>> _ = file.write_text('''[Red "胡榮華"]
... [Black "杨官璘"]
...
... 1. 炮二平五 马8进7 2. 马二进三 1-0
...
... [Red "吕钦"]
...
... 1. 炮二平五 炮8平5 0-1
... ''', encoding="utf-8")
>>> library = Library.open(Path(folder.name, "games.chuhelib"), create=True)
>>> library.load([file]).games
2
>>> board = Board()
>>> board.push_chinese("炮二平五")
Move.from_uci('h2e2')
>>> report = library.position(board)
>>> [(board.chinese(played.move), played.tally.games) for played in report.moves]
[('炮8平5', 1), ('马8进7', 1)]
>>> library.player("胡荣华").red.games
1
>>> library.game(report.games[-1].id).mainline_text("wxf")
['C2=5', 'H8+7', 'H2+3']
>>> library.close(); folder.cleanup()

A library is one SQLite file, or lives in a PostgreSQL database; `docs/library.md` describes its
tables, which other programs may read.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import sqlalchemy as sa

from chuhe.board import Board
from chuhe.errors import add_messages
from chuhe.game import Game
from chuhe.i18n import N_
from chuhe.library import explore, load, people, removing, rows, search
from chuhe.library.explore import GameRow, PlayedMove, PositionReport, Tally
from chuhe.library.load import Loaded
from chuhe.library.names import path_key
from chuhe.library.people import Opponent, PlayedOpening, PlayerReport
from chuhe.library.schema import (
    SCHEMA,
    LibraryError,
    complaints,
    events,
    games,
    is_url,
    open_engine,
    players,
    sources,
    told,
)
from chuhe.records import Loss
from chuhe.records.output import join_games
from chuhe.records.select import Selection

__all__ = [
    "GameRow",
    "Info",
    "Library",
    "LibraryError",
    "Loaded",
    "Opponent",
    "PlayedMove",
    "PlayedOpening",
    "PlayerReport",
    "PositionReport",
    "Tally",
]


@dataclass(frozen=True)
class Info:
    """What is in a library."""

    schema: int
    games: int
    players: int
    events: int
    files: int
    #: Files that could not be read, and games in which something was wrong.
    unreadable: int
    faulty: int
    #: Bytes it takes.
    size: int
    #: First and last year of a game; None if no date is known.
    years: tuple[int, int] | None


class Library:
    """A library of games; `Library.open` makes one."""

    def __init__(self, engine: sa.Engine, place: str | os.PathLike[str]) -> None:
        self._engine = engine
        #: Where it is: a path or a URL.
        self.place = place

    @classmethod
    def open(
        cls, place: str | os.PathLike[str], *, create: bool = False, write: bool = False
    ) -> Library:
        """Open a library.

        Args:
            place: a file, or the URL of a database such as
                ``postgresql+psycopg://user@host/name``.
            create: make it if there is none.
            write: to fill or empty it; one that cannot be written to is refused now and not
                later. Without this and ``create`` it is only read.

        Raises:
            LibraryError: ``library.absent``, ``library.not_library``, ``library.newer``,
                ``library.corrupt``, ``library.busy``, ``library.read_only``,
                ``library.unreachable``, ``library.other_database``, ``library.no_driver``.
        """
        return cls(open_engine(place, create=create, write=write), place)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with complaints(self.place), self._engine.begin() as connection:
            yield connection

    # Filling it

    def load(
        self,
        files: Iterable[str | os.PathLike[str]],
        *,
        jobs: int | None = None,
        told: Callable[[str, int], None] | None = None,
    ) -> Loaded:
        """Read files of games into the library.

        A file that is as it was when it was read last is left alone; of one that has changed,
        the games are replaced. What was not read to its end, because the program was killed,
        goes on where it stopped.

        Args:
            files: of any format of `chuhe.records`.
            jobs: how many are read at the same time; as many as there are cores if left out.
            told: called after each file with its path and the number of games read so far.

        Raises:
            LibraryError: the library cannot be written to.
        """
        with complaints(self.place):
            return load.load(self._engine, files, jobs=jobs, told=told)

    def remove(self, files: Iterable[str | os.PathLike[str]]) -> int:
        """Remove files, and all files that came from a folder; how many games that were.

        Raises:
            LibraryError: as `load`.
        """
        places = [Path(path_key(os.path.abspath(file))) for file in files]
        with self._reading() as connection:
            kept = connection.execute(sa.select(sources.c.id, sources.c.path)).all()
        numbers = [
            row.id for row in kept if any(Path(row.path).is_relative_to(place) for place in places)
        ]
        with complaints(self.place):
            return removing.remove_sources(self._engine, numbers) if numbers else 0

    def remove_vanished(self, folders: Iterable[str | os.PathLike[str]]) -> int:
        """Remove the games of files in these folders that are there no more; how many.

        Raises:
            LibraryError: as `load`.
        """
        with complaints(self.place):
            numbers = removing.vanished(self._engine, folders)
            return removing.remove_sources(self._engine, numbers) if numbers else 0

    def remove_games(self, numbers: Sequence[int]) -> int:
        """Remove games; they do not come back while their files stay as they are. How many.

        Raises:
            LibraryError: as `load`.
        """
        with complaints(self.place):
            return removing.remove_some(self._engine, numbers)

    # Asking it

    def position(
        self,
        where: str | Board,
        *,
        mirror: bool = False,
        selection: Selection | None = None,
        limit: int = 20,
        before: int | None = None,
    ) -> PositionReport:
        """What happened at a position: moves played, results, and the games.

        Only what was played counts; of games that have it in variations only, their number
        (`PositionReport.aside`) is told. Counters of the FEN do not matter, nor how
        the games came here.

        Args:
            where: the position.
            mirror: also games that had it with left and right exchanged; their moves are turned
                back. One that had it both ways counts twice.
            selection: only these games; they are then counted one by one, which takes longer
                where many games are.
            limit: how many games are shown.
            before: `PositionReport.next` of the page before.

        Raises:
            FenError: the text is no FEN.
            LibraryError: the library cannot be read.
        """
        with self._reading() as connection:
            only = search.conditions(selection) if selection else []
            return explore.position(
                connection, where, mirror=mirror, only=only, limit=limit, before=before
            )

    def search(
        self, selection: Selection, *, limit: int | None = None, before: int | None = None
    ) -> list[GameRow]:
        """Games, the newest in the library first.

        Args:
            selection: which.
            limit: how many at most.
            before: only with numbers below this: that of the last one on the page before.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._reading() as connection:
            where = search.conditions(selection)
            if before is not None:
                where.append(games.c.id < before)
            return explore.game_rows(connection, where, limit=limit)

    def count(self, selection: Selection) -> int:
        """How many games there are of these; raises as `search`."""
        query = sa.select(sa.func.count()).select_from(games)
        with self._reading() as connection:
            query = query.where(*search.conditions(selection))
            return int(connection.execute(query).scalar_one())

    def material(self, pieces: str, *, limit: int | None = None) -> list[GameRow]:
        """Games with these pieces on the board at some time, such as ``RNP/rc+``.

        Args:
            pieces: as `chuhe.records.select.Material` reads them.
            limit: how many games at most.

        Raises:
            ParseError: the text is not understood.
            LibraryError: the library cannot be read.
        """
        return self.search(Selection(material=pieces), limit=limit)

    def player(self, name: str) -> PlayerReport:
        """A player's results by colour, openings, opponents and years.

        Args:
            name: in simplified or traditional characters, or part of it.

        Raises:
            LibraryError: ``library.no_player``, ``library.many_players``; or the library cannot
                be read.
        """
        with self._reading() as connection:
            return people.player(connection, name)

    def game(self, number: int) -> Game:
        """A game with all its variations, comments and headers.

        Raises:
            LibraryError: ``library.no_game``; or the library cannot be read.
        """
        return next(self.games([number]))

    def games(self, numbers: Iterable[int]) -> Iterator[Game]:
        """Games one after the other; raises as `game`."""
        for number in numbers:
            query = sa.select(games, sources.c.path).join_from(games, sources)
            with self._reading() as connection:
                row = connection.execute(query.where(games.c.id == number)).mappings().first()
            if row is None:
                raise LibraryError("library.no_game", {"number": number})
            try:
                yield rows.game_of(dict(row), row["path"])
            except (ValueError, KeyError, zlib.error) as error:
                facts = {"path": told(self.place), "why": f"{number}: {error}"}
                raise LibraryError("library.corrupt", facts) from error

    def export(
        self,
        selection: Selection,
        file: BinaryIO,
        format: str = "pgn",
        *,
        notation: str = "zh",
        encoding: str = "utf-8",
    ) -> Iterator[Loss]:
        """Write games to a file, as they are iterated over; see `chuhe.records.write`.

        Raises:
            As `search` and `chuhe.records.write`.
        """
        with self._reading() as connection:
            where = search.conditions(selection)
            query = sa.select(games.c.id).where(*where).order_by(games.c.id)
            numbers = list(connection.execute(query).scalars())
        style = {"notation": notation, "encoding": encoding}
        yield from join_games(self.games(numbers), file, format, **style)

    def duplicates(self, *, least: int = 10) -> list[list[GameRow]]:
        """Games with the same start and moves under whatever headers, in groups.

        Args:
            least: only games of so many plies.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._reading() as connection:
            groups = search.duplicates(connection, least=least)
            wanted = [number for group in groups for number in group]
            shown: dict[int, GameRow] = {}
            for at in range(0, len(wanted), 500):
                some = explore.game_rows(connection, [games.c.id.in_(wanted[at : at + 500])])
                shown.update((row.id, row) for row in some)
        return [[shown[number] for number in group] for group in groups]

    def info(self) -> Info:
        """What is in it.

        Raises:
            LibraryError: the library cannot be read.
        """
        with self._reading() as connection:

            def number(table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
                query = sa.select(sa.func.count()).select_from(table).where(*where)
                return int(connection.execute(query).scalar_one())

            dated = sa.select(sa.func.min(games.c.date), sa.func.max(games.c.date))
            first, last = connection.execute(dated.where(games.c.date > 0)).one()
            if is_url(self.place):
                size = (
                    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname = ANY(:n)"
                )
                names = [table.name for table in games.metadata.tables.values()]
                taken = int(connection.execute(sa.text(size), {"n": names}).scalar_one() or 0)
            else:
                taken = os.path.getsize(self.place)
            return Info(
                schema=SCHEMA,
                games=number(games),
                players=number(players),
                events=number(events),
                files=number(sources),
                unreadable=number(sources, sources.c.problem.is_not(None)),
                faulty=number(games, games.c.problems.is_not(None)),
                size=taken,
                years=(first // 10_000, last // 10_000) if first else None,
            )


add_messages({"library.no_game": N_("the library has no game {number}")})
