"""Games as rows of the tables, and back, without a loss."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from chuhe import _core
from chuhe.game import Game
from chuhe.library.names import rating_number
from chuhe.records.select import dates_of

__all__ = ["RESULTS", "game_of", "material_row", "record_of", "row_of"]

#: By the number in the column ``result``.
RESULTS = ("*", "1-0", "1/2-1/2", "0-1")
_START = _core.Record().start_fen
#: Bytes of a record, unpacked; there is no larger one, but what is damaged might say so.
LARGEST = 256 * 1024 * 1024

#: What is read of the headers before anything else: rating and date.
Facts = tuple[int, int]


def facts_of(game: Game) -> Facts:
    """Rating and date of a game."""
    header = game._record.header
    rating = rating_number(header("RedElo") or "", header("BlackElo") or "")
    return rating, _date(game)


def _date(game: Game) -> int:
    """When it was played, as 20030512; zeros for what is not known."""
    days = dates_of(game)
    if days is None:
        return 0
    (year, month, day), last = days
    if (year, month, day) == last:
        return year * 10_000 + month * 100 + day
    return year * 10_000 + (month * 100 if month == last[1] else 0)


def row_of(
    game: Game, facts: Facts, entry: tuple[bytes, bytes, Sequence[tuple[str, int]], bool, str]
) -> dict[str, Any]:
    """A game's row, with the names of players and event in the place of their numbers."""
    moves, fingerprint, _, annotated, comments = entry
    record = game._record
    header = record.header
    problems = record.problems()
    start = record.start_fen
    return {
        "number": game.index,
        "red": header("Red") or "",
        "black": header("Black") or "",
        "event": header("Event") or "",
        "result": RESULTS.index(record.result),
        "date": facts[1],
        "rating": facts[0],
        "plies": len(moves) // 2,
        "ecco": _clean(header("ECCO") or header("ECO") or "") or None,
        "opening": _clean(" ".join(filter(None, map(header, ("Opening", "Variation"))))) or None,
        "start": None if start == _START else start,
        "moves": moves,
        "fingerprint": fingerprint,
        "headers": _dumps(record.headers()),
        "comments": _clean(comments) or None,
        "record": zlib.compress(_whole(record), 6) if annotated else None,
        "problems": _dumps([list(problem) for problem in problems]) if problems else None,
        "format": game.format,
        "encoding": game.encoding,
    }


def _dumps(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    # PostgreSQL takes no zero byte in a text, and half a pair is none in UTF-8.
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), default=str)
    return text


def _clean(text: str) -> str:
    """Without the one character that PostgreSQL cannot keep."""
    return text.replace("\0", " ")


def _whole(record: _core.Record) -> bytes:
    written = _core.write_file("json", [record])
    assert written is not None
    return written[0]


def game_of(row: Mapping[str, Any], path: str) -> Game:
    """The game of a row, as it was read.

    Raises:
        ValueError: the row holds no game.
    """
    record = record_of(row["start"], row["moves"], row["record"])
    for name, _ in record.headers():
        record.remove_header(name)
    for name, value in json.loads(row["headers"]):
        record.set_header(name, value)
    record.set_result(RESULTS[row["result"]])
    return Game._of(record, path, row["number"])


def record_of(start: str | None, moves: bytes, whole: bytes | None) -> _core.Record:
    """The tree of a game, by those columns of its row.

    Raises:
        ValueError, zlib.error: they hold none.
    """
    if whole is None:
        return _core.unpack_record(start, bytes(moves))
    record = next(_core.RecordReader(_unpacked(whole), "json"), None)
    if record is None:
        raise ValueError("no record")
    return record


def _unpacked(data: bytes) -> bytes:
    inflate = zlib.decompressobj()
    found = inflate.decompress(data, LARGEST)
    if inflate.unconsumed_tail:
        raise ValueError(f"a record of more than {LARGEST} bytes")
    return found


def material_row(pieces: str) -> list[int]:
    """The counts of a material, in the order of `schema.PIECES`.

    >>> material_row("KRP/kaab")
    [1, 0, 0, 0, 1, 0, 1, 1, 2, 1, 0, 0, 0, 0]
    """
    return [pieces.count(sign) for sign in "KABNRCPkabnrcp"]
