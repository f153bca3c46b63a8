"""Hostile records: bounded time, bounded memory, an answer."""

import io
import resource
import time
from collections.abc import Iterator

import pytest

from chuhe import records
from chuhe.game import Game

DEEP = 100_000
#: Seconds allowed for a few megabytes on a busy machine; what is quadratic takes hours.
LIMIT = 20

HOSTILE = {
    "round brackets opened": "1. h2e2 " + "(" * DEEP,
    "round brackets closed": "1. h2e2 " + ")" * DEEP,
    "round brackets nested": "1. h2e2 " + "(" * DEEP + "x" + ")" * DEEP,
    "variations nested": "h2e2 (c3c4 (" * DEEP,
    "variations side by side": "h2e2 " + "(c3c4 h9g7) " * DEEP,
    "brackets on lines of their own": "h2e2\n" + "(\n" * DEEP,
    "braces opened": "{" * DEEP + " h2e2",
    "braces opened more than closed": "{{}" * DEEP + " h2e2",
    "braces around quoted headers": "{" + '[A "1"]\n' * DEEP + "}",
    "headers never closed": '[A "1\n' * DEEP,
    "headers with one name": '[A "1"]\n' * DEEP,
    "headers with many names": "".join(f'[A{i} "1"]\n' for i in range(20_000)),
    "a value without end": '[A "' + "\\" * DEEP,
    "quotation marks": '[A "' + '"' * DEEP + "]",
    "square brackets": "h2e2 " + "[" * DEEP,
    "numbers": "1. " * DEEP,
    "one long number": "1" * DEEP,
    "glyphs": "h2e2 " + "!" * DEEP + " $1" * DEEP,
    "comments": "h2e2 " + "{x}" * DEEP,
    "commands in a comment": "h2e2 {" + "[%clk 0:00:01]" * DEEP + "}",
    "commands without end": "h2e2 {" + "[%clk " * DEEP + "}",
    "moves there and back": "a0a1 a9a8 a1a0 a8a9 " * 25_000,
    "pieces without actions": "炮" * DEEP,
    "digits without pieces": "九" * DEEP,
    "stray words": "词 " * DEEP,
    "diagrams": "4k4/9/9/9/9/9/9/9/R8/3K5 w\n" * 5_000,
    "slashes": "/" * DEEP,
    "headings": "第一局\n" * DEEP,
    "labels": "红方：甲\n" * 5_000,
    "alternatives": "1. 炮二平五 马8进7\n" + "甲、2. 马二进三\n" * 3_000,
    "blank lines": "\n" * DEEP + "h2e2",
    "zeros": "h2e2\x00" * 20_000,
    "line ends of old": "1. h2e2\r2. h0g2\r" * 20_000,
}


@pytest.mark.parametrize("format", list(records.FORMATS))
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_time_is_bounded(text: str, format: str) -> None:
    start = time.perf_counter()
    games = list(records.read(text.encode(), format=format))
    assert time.perf_counter() - start < LIMIT
    assert all(len(game.problems) <= 50 for game in games)
    for game in games[:3]:
        if game.is_playable:
            game.end().board()
        assert records.dumps(game)


class Stream(io.RawIOBase):
    """A file that is made while it is read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self.parts = parts

    def read(self, size: int = -1) -> bytes:
        return next(self.parts, b"")


def megabytes(part: bytes, count: int) -> Iterator[bytes]:
    block = part * (65536 // len(part) + 1)
    return (block for _ in range(count * 2**20 // len(block)))


def peak() -> float:
    """The most memory this process had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("format", ["pgn", "text"])
def test_a_line_without_end_is_cut(format: str) -> None:
    """A file of one line: what is kept of it is bounded, and said to be cut."""
    before = peak()
    parts = megabytes(b"h2e2 h9g7 h0g2 ", 100)
    games = list(records.read(Stream(parts), format=format))
    assert peak() - before < 500
    assert [p.code for p in games[0].problems if p.code == "record.too_long"] == (
        ["record.too_long"] if format == "pgn" else []
    )


def test_reading_goes_on_after_a_game_too_long() -> None:
    def parts() -> Iterator[bytes]:
        yield b'[Red "a"]\n\n1. h2e2 {'
        yield from megabytes(b"x\n", 40)
        yield b'}\n\n[Red "b"]\n\n1. c3c4 *\n'

    games = list(records.read(Stream(parts())))
    assert [game.headers["Red"] for game in games] == ["a", "b"]
    assert [game.uci_moves for game in games] == [["h2e2"], ["c3c4"]]
    assert "record.too_long" in [problem.code for problem in games[0].problems]
    assert games[1].place.line > 20_000_000 and not games[1].problems


def test_memory_does_not_grow_with_the_file() -> None:
    game = b'[Red "a"]\n[Black "b"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 {a comment} 1-0\n\n'
    reader = records.read(Stream(megabytes(game, 60)))
    for _ in range(1000):
        next(reader)
    before = peak()
    count = sum(1 for _ in reader)
    assert count > 500_000
    assert peak() - before < 20


def test_many_games_are_kept_small() -> None:
    """A game of eighty plies takes a few kilobytes, not an object a move."""
    moves = " ".join(["a0a1 a9a8 a1a0 a8a9"] * 20)
    before = peak()
    games: list[Game] = list(records.read(f'[A ""]\n{moves} *\n'.encode() * 5000))
    assert len(games) == 5000
    assert peak() - before < 60


def test_a_header_with_a_bad_byte_for_its_quotation_mark_is_read_with_a_warning() -> None:
    (game,) = records.read(b'[Red \xff"]\n\n1. h2e2 *\n')
    assert game.headers["Red"].startswith("\ufffd")
    assert game.uci_moves == ["h2e2"]
    assert "record.bad_bytes" in [problem.code for problem in game.problems]
