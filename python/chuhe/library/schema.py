"""The tables of a library, and opening what holds them.

`docs/library.md` describes them for other programs.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_

__all__ = [
    "APPLICATION",
    "PIECES",
    "SCHEMA",
    "LibraryError",
    "asides",
    "events",
    "game_materials",
    "games",
    "is_url",
    "materials",
    "moves",
    "open_engine",
    "players",
    "positions",
    "sources",
    "told",
]

#: In the head of the file, so that other SQLite files are not taken for libraries.
APPLICATION = 0x4348554C  # "CHUL"
#: The version of the tables.
SCHEMA = 1
#: For so long a command waits for another one to finish writing.
PATIENCE = 20.0

add_messages(
    {
        "library.absent": N_("there is no library at {path}"),
        "library.busy": N_("another program is writing to the library {path}"),
        "library.corrupt": N_("the library {path} is damaged: {why}"),
        "library.newer": N_(
            "the library {path} was written by a newer version of Chuhe (schema {schema})"
        ),
        "library.no_driver": N_("PostgreSQL needs another package: pip install 'chuhe[postgres]'"),
        "library.not_library": N_("{path} is not a library of games"),
        "library.other_database": N_(
            "a library is a file or a database of PostgreSQL, which {path} is not"
        ),
        "library.read_only": N_("the library {path} cannot be written to"),
        "library.unreachable": N_("the library {path} cannot be opened: {why}"),
    }
)


class LibraryError(ChuheError):
    """A library cannot be used; ``code`` and ``facts`` say why."""


#: Columns of `materials`: how many there are of each kind, in the order of `_core.material_of`.
PIECES = tuple(
    f"{color}_{role}"
    for color in ("red", "black")
    for role in ("king", "advisor", "elephant", "horse", "rook", "cannon", "pawn")
)

_meta = sa.MetaData()
#: The version of the tables, under the name "schema".
info = sa.Table(
    "info",
    _meta,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
sources = sa.Table(
    "sources",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("path", sa.Text, nullable=False, unique=True),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("mtime", sa.BigInteger, nullable=False),  # nanoseconds
    sa.Column("hash", sa.Text, nullable=False),  # BLAKE2b of 128 bits
    sa.Column("games", sa.Integer, nullable=False),  # so many of it are in the library
    sa.Column("complete", sa.SmallInteger, nullable=False),  # 0 while it is being read
    sa.Column("problem", sa.Text),  # why it could not be read: JSON of code and facts
)
players = sa.Table(
    "players",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False, unique=True),  # names.name_key
    sa.Column("name", sa.Text, nullable=False),  # as first met
)
events = sa.Table(
    "events",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
)
games = sa.Table(
    "games",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("source", sa.Integer, sa.ForeignKey("sources.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # in its file, from 0
    sa.Column("red", sa.Integer, sa.ForeignKey("players.id")),
    sa.Column("black", sa.Integer, sa.ForeignKey("players.id")),
    sa.Column("event", sa.Integer, sa.ForeignKey("events.id")),
    sa.Column("result", sa.SmallInteger, nullable=False),  # a place in RESULTS
    sa.Column("date", sa.Integer, nullable=False),  # 20030512, 0 for what is not known
    sa.Column("rating", sa.Integer, nullable=False),  # of both players, 0 if not known
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("ecco", sa.Text),
    sa.Column("opening", sa.Text),
    sa.Column("start", sa.Text),  # FEN; NULL for the standard one
    sa.Column("moves", sa.LargeBinary, nullable=False),  # from + 128 × to, two bytes each
    sa.Column("fingerprint", sa.LargeBinary, nullable=False),
    sa.Column("headers", sa.Text, nullable=False),  # JSON [[name, value], …]
    sa.Column("comments", sa.Text),
    sa.Column("record", sa.LargeBinary),  # zlib of our JSON, where there is more than moves
    sa.Column("problems", sa.Text),  # JSON [[code, facts, ply, line, offset], …]
    sa.Column("format", sa.Text),
    sa.Column("encoding", sa.Text, nullable=False),
)
sa.Index("games_source", games.c.source, games.c.number)
sa.Index("games_red", games.c.red)
sa.Index("games_black", games.c.black)
sa.Index("games_event", games.c.event)
sa.Index("games_date", games.c.date)
sa.Index("games_fingerprint", games.c.fingerprint)
materials = sa.Table(
    "materials",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pieces", sa.Text, nullable=False, unique=True),  # _core.material_of
    *(sa.Column(name, sa.SmallInteger, nullable=False) for name in PIECES),
)
game_materials = sa.Table(
    "game_materials",
    _meta,
    sa.Column("material", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ply", sa.SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
positions = sa.Table(
    "positions",
    _meta,
    sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("move", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("ply", sa.SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
#: Positions that a game has in its variations only.
asides = sa.Table(
    "asides",
    _meta,
    sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ply", sa.SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)
#: Sums of `positions`, only where many games are; move -1 is the sum over all moves.
moves = sa.Table(
    "moves",
    _meta,
    sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("move", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("red", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("black", sa.Integer, nullable=False),
    sa.Column("rated", sa.Integer, nullable=False),
    sa.Column("ratings", sa.BigInteger, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)


def is_url(place: str | os.PathLike[str]) -> bool:
    """Whether a place is a database's URL and no path.

    >>> is_url("postgresql+psycopg://localhost/xiangqi"), is_url("games.chuhelib")
    (True, False)
    """
    return "://" in os.fspath(place)


def told(place: str | os.PathLike[str]) -> str:
    """A place as it may be shown: without a password."""
    text = os.fspath(place)
    if not is_url(text):
        return text
    try:
        return sa.make_url(text).render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ValueError):
        return f"{text.partition('://')[0]}://"


def open_engine(place: str | os.PathLike[str], *, create: bool, write: bool) -> sa.Engine:
    """The database at a place, its tables made if need be.

    Raises:
        LibraryError: it cannot be used; see `Library.open`.
    """
    with complaints(place):
        if is_url(place):
            return _open_server(os.fspath(place), create=create, write=write)
        return _open_file(Path(place), create=create, write=write)


@contextmanager
def complaints(place: str | os.PathLike[str]) -> Iterator[None]:
    """What the database says, as errors of ours."""
    facts = {"path": told(place)}
    try:
        yield
    except sa.exc.NoSuchModuleError as error:
        raise LibraryError("library.unreachable", facts | {"why": str(error)}) from error
    except Exception as error:
        # Rows by the thousand go past SQLAlchemy, and so do errors over them.
        original: Any = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        if not (isinstance(original, sqlite3.Error) or _is_psycopg(original)):
            raise
        why = str(original).strip().split("\n")[0]
        name = str(getattr(original, "sqlite_errorname", "") or "")
        state = str(getattr(original, "sqlstate", "") or "")
        code = "library.unreachable"
        for start, meaning in _MEANINGS.items():
            if name.startswith(start) or (state and state.startswith(start)):
                code = meaning
        raise LibraryError(code, facts | {"why": why}) from error


def _is_psycopg(error: object) -> bool:
    return type(error).__module__.split(".")[0] == "psycopg"


#: By the names of SQLite's errors and by PostgreSQL's states.
_MEANINGS = {
    "SQLITE_BUSY": "library.busy",
    "SQLITE_LOCKED": "library.busy",
    "SQLITE_READONLY": "library.read_only",
    "SQLITE_CORRUPT": "library.corrupt",
    "SQLITE_NOTADB": "library.not_library",
    "SQLITE_ERROR": "library.corrupt",  # a table or column that should be there is not
    "55P03": "library.busy",
    "25006": "library.read_only",
    "42501": "library.read_only",
    "42P01": "library.corrupt",
    "42703": "library.corrupt",
}


def _open_file(path: Path, *, create: bool, write: bool) -> sa.Engine:
    facts = {"path": str(path)}
    if path.is_dir():
        raise LibraryError("library.not_library", facts)
    if not path.exists():
        if not create:
            raise LibraryError("library.absent", facts)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError as error:
            raise LibraryError("library.read_only", facts | {"why": str(error)}) from error
    elif 0 < path.stat().st_size < 100 or (path.stat().st_size and not _is_sqlite(path)):
        raise LibraryError("library.not_library", facts)
    if write and not os.access(path, os.W_OK):
        raise LibraryError("library.read_only", facts)
    engine = _sqlite(path, reading=not (create or write))
    try:
        _check_file(engine, path, create=create, write=write)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _is_sqlite(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _sqlite(path: Path, *, reading: bool) -> sa.Engine:
    # A journal of changes (WAL) cannot be made in a folder that cannot be written to.
    folder_open = os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)
    journal = path.with_name(path.name + "-wal")
    mode = "rw" if folder_open else "ro" if journal.exists() else "ro&immutable=1"
    name = path.absolute().as_uri() + f"?mode={mode}&uri=true"
    engine = sa.create_engine(
        f"sqlite:///{name}",
        connect_args={"timeout": PATIENCE, "check_same_thread": False},
    )

    @sa.event.listens_for(engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        # What was committed is whole after kill -9; after a loss of power the last may be gone.
        pragmas = ["synchronous=NORMAL", "cache_size=-131072", "mmap_size=1073741824"]
        if reading:
            pragmas.append("query_only=1")
        elif folder_open:
            pragmas.insert(0, "journal_mode=WAL")
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def _(connection: sa.Connection) -> None:
        writing = connection.get_execution_options().get("chuhe_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _check_file(engine: sa.Engine, path: Path, *, create: bool, write: bool) -> None:
    facts = {"path": str(path)}
    with engine.execution_options(chuhe_write=create or write).begin() as connection:

        def pragma(name: str) -> int:
            return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())

        if pragma("application_id") == 0 and not sa.inspect(connection).get_table_names():
            if not create:
                raise LibraryError("library.not_library", facts)
            _make(connection)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        elif pragma("application_id") != APPLICATION:
            raise LibraryError("library.not_library", facts)
        elif (version := pragma("user_version")) > SCHEMA:
            raise LibraryError("library.newer", facts | {"schema": version})
        elif version < 1:
            raise LibraryError("library.corrupt", facts | {"why": f"schema {version}"})


def _open_server(url: str, *, create: bool, write: bool) -> sa.Engine:
    facts = {"path": told(url)}
    kind, _, rest = url.partition("://")
    if kind in ("postgres", "postgresql"):  # without a word on how to reach it
        url = f"postgresql+psycopg://{rest}"
    elif not kind.startswith("postgresql+"):
        raise LibraryError("library.other_database", facts)
    try:
        reading = {} if create or write else {"postgresql_readonly": True}
        engine = sa.create_engine(url, execution_options=reading)
    except ModuleNotFoundError as error:
        raise LibraryError("library.no_driver", facts) from error
    except (sa.exc.ArgumentError, ValueError) as error:
        raise LibraryError("library.unreachable", facts | {"why": str(error)}) from error
    try:
        with engine.begin() as connection:
            found = sa.inspect(connection).get_table_names()
            if info.name not in found:
                if set(found) & set(_meta.tables):
                    raise LibraryError("library.not_library", facts)
                if not create:
                    raise LibraryError("library.absent", facts)
                _make(connection)
                return engine
            query = sa.select(info.c.value).where(info.c.name == "schema")
            version = connection.execute(query).scalar_one_or_none()
            if version is None or not version.isdigit():
                raise LibraryError("library.not_library", facts)
            if int(version) > SCHEMA:
                raise LibraryError("library.newer", facts | {"schema": version})
    except BaseException:
        engine.dispose()
        raise
    return engine


def _make(connection: sa.Connection) -> None:
    _meta.create_all(connection)
    connection.execute(info.insert().values(name="schema", value=str(SCHEMA)))
