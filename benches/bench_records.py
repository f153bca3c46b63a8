"""Read records from Python on one core: megabytes and games a second.

    python benches/bench_records.py [--records FOLDER] [--stream 1024] [--json]

Reads PGN files laid end to end, by encoding; what a folder of records holds, or
games made here if there is none. Then XQF files and CBL libraries, a file after
the other: all of them, XQF of ordinary size, and the file with the most moves.
Beside them the PyPI package ``cchess``: on a PGN with one game in UTF-8, it reads
no other, and on XQF files, those it reads. First, a long PGN, made for it and read
by a process of its own, with the memory that took. Use a release build:
``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chuhe
from chuhe import records
from chuhe.game import Game
from chuhe.records import cbl, xqf

ENCODINGS = ("utf-8", "gb18030", "big5")
#: Bytes of an XQF of a game with comments and some variations; books of openings are longer.
ORDINARY = 20_000


def best(rounds: int, work: Callable[[], object]) -> float:
    """The processor's seconds for the fastest round; all work is done in one thread.

    Not those of the clock on the wall, so that others on the machine do not count.
    """
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def made_up(number: int) -> list[Game]:
    """Games of eighty random plies, without captures of interest to anyone."""
    chance = random.Random(1)
    games = []
    for i in range(number):
        board = chuhe.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        game = Game(
            headers=[("Event", f"练习赛第{i}局"), ("Red", "红方棋手"), ("Black", "黑方棋手")]
        )
        game.root.add_line(board.move_stack)
        games.append(game)
    return games


def samples(folder: Path | None) -> dict[str, bytes]:
    """PGN to read, by name."""
    if folder and (files := [p for p in sorted(folder.rglob("*")) if p.suffix.lower() == ".pgn"]):
        parts: dict[str, list[bytes]] = {}
        for path in files:
            data = path.read_bytes()
            parts.setdefault(next(records.read(data)).encoding, []).append(data)
        found = {name: b"\n\n".join(data) for name, data in parts.items()}
        # Big enough to be timed: every encoding about eight megabytes.
        found = {
            name: (data + b"\n\n") * (8_000_000 // len(data) + 1) for name, data in found.items()
        }
    else:
        games = made_up(1000)
        found = {}
        for name in ENCODINGS:
            file = io.BytesIO()
            notation = "zh-hant" if name == "big5" else "zh"
            list(records.write(games, file, notation=notation, encoding=name))
            found[name] = file.getvalue() * 5
    found["all together"] = b"\n\n".join(found.values())
    return found


def rates(data: bytes, rounds: int) -> dict[str, float]:
    """Reading one sample to trees of legal moves."""
    games = plies = 0
    for game in records.read(data, format="pgn"):
        games += 1
        plies += len(game.uci_moves)

    def work() -> None:
        for _ in records.read(data, format="pgn"):
            pass

    seconds = best(rounds, work)
    return {
        "MB/s": len(data) / 1e6 / seconds,
        "games/s": games / seconds,
        "moves/s": plies / seconds,
    }


def against_cchess(rounds: int) -> dict[str, float] | None:
    """Milliseconds for a game of eighty plies in a file of its own."""
    try:
        import cchess
    except ImportError:
        return None
    [game] = made_up(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pgn"
        path.write_text(records.dumps(game), encoding="utf-8")
        calls = range(200)
        try:
            theirs = best(1, lambda: cchess.read_from_pgn(str(path)))
        except Exception as error:  # whatever it makes of the file
            return {"cchess failed": 1.0, type(error).__name__: 1.0}
        ours = best(rounds, lambda: [list(records.read(path)) for _ in calls]) / len(calls)
    return {"chuhe ms": ours * 1e3, "cchess ms": theirs * 1e3, "ratio": theirs / ours}


def binary_samples(folder: Path | None) -> dict[str, list[bytes]]:
    """XQF and CBL files."""
    if folder:
        found = {
            kind: [
                p.read_bytes()
                for p in sorted(folder.rglob("*"))
                if p.suffix.lower() == kind and p.is_file()
            ]
            for kind in (".xqf", ".cbl")
        }
        if all(found.values()):
            return {kind[1:]: files for kind, files in found.items()}
    games = made_up(300)
    return {"xqf": [xqf.dumps(game)[0] for game in games], "cbl": [cbl.dumps(games)[0]]}


def whole_files(files: list[bytes], rounds: int) -> dict[str, float]:
    """Whole files to trees of legal moves."""
    games = moves = 0
    slowest = 0.0
    for data in files:
        start = time.process_time()
        found = list(records.read(data))
        slowest = max(slowest, time.process_time() - start)
        games += len(found)
        moves += sum(len(game.nodes()) - 1 for game in found)

    def work() -> None:
        for data in files:
            for _ in records.read(data):
                pass

    seconds = best(rounds, work)
    return {
        "MB/s": sum(map(len, files)) / 1e6 / seconds,
        "games/s": games / seconds,
        "moves/s": moves / seconds,
        "slowest file, ms": slowest * 1e3,
    }


def moves_of(data: bytes) -> int:
    return sum(len(game.nodes()) - 1 for game in records.read(data))


def xqf_against_cchess(files: list[bytes], rounds: int, most: int) -> dict[str, float] | None:
    """Milliseconds a game, over files of ordinary size that both read."""
    try:
        from cchess.read_xqf import read_from_xqf
    except ImportError:
        return None
    ordinary = [data for data in files if len(data) < ORDINARY]
    ordinary = ordinary[:: max(1, len(ordinary) // most)][:most]
    theirs = ours = 0.0
    read = failed = moves = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.xqf"
        for data in ordinary:
            path.write_bytes(data)
            start = time.process_time()
            try:
                read_from_xqf(str(path))
            except Exception:  # whatever it makes of the file
                failed += 1
                continue
            theirs += time.process_time() - start
            read += 1
            [game] = records.read(path)
            moves += len(game.nodes()) - 1
            ours += best(rounds, lambda: [list(records.read(path)) for _ in range(50)]) / 50
    return {
        "games": read,
        "not read by cchess": failed,
        "moves a game": moves / read,
        "chuhe ms": ours / read * 1e3,
        "cchess ms": theirs / read * 1e3,
        "ratio": theirs / ours,
    }


def streaming(size: int) -> dict[str, float]:
    """A file of so many megabytes, which is removed again, read by a process of its own."""
    part = io.BytesIO()
    list(records.write(made_up(400), part))
    block = part.getvalue()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pgn"
        with path.open("wb") as file:
            for _ in range(size * 10**6 // len(block) + 1):
                file.write(block)
        command = [sys.executable, __file__, "--read", str(path)]
        found: dict[str, float] = json.loads(subprocess.check_output(command))
    return found


def read_long(path: Path) -> dict[str, float]:
    """Speed, and the most memory this process had, after a hundredth of the file and at its end."""

    def peak() -> float:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    size = path.stat().st_size
    games, early = 0, 0.0
    start = time.process_time()
    for game in records.read(path):
        games += 1
        if not early and game.place.offset > size / 100:
            early = peak()
    seconds = time.process_time() - start
    return {
        "MB": size / 1e6,
        "games": games,
        "MB/s": size / 1e6 / seconds,
        "MB of memory early": early,
        "MB of memory": peak(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = Path(__file__).parents[2] / "shared" / "records"
    parser.add_argument("--records", type=Path, default=here if here.exists() else None)
    parser.add_argument("--stream", type=int, default=1024, help="megabytes; 0 to leave it out")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--beside", type=int, default=100, help="XQF files for cchess")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.read:
        print(json.dumps(read_long(args.read)))
        return
    found: dict[str, dict[str, float]] = {}
    if args.stream:
        found["a long PGN"] = streaming(args.stream)
    for name, data in samples(args.records and args.records / "pgn").items():
        found[name] = rates(data, args.rounds)
    if beside := against_cchess(args.rounds):
        found["one file, one game"] = beside
    binary = binary_samples(args.records)
    for name, files in binary.items():
        found[f"{name}, {len(files)} files"] = whole_files(files, args.rounds)
    ordinary = [data for data in binary["xqf"] if len(data) < ORDINARY]
    found[f"xqf < 20 kB, {len(ordinary)}"] = whole_files(ordinary, args.rounds)
    found["most moves"] = whole_files([max(binary["xqf"], key=moves_of)], args.rounds)
    if beside := xqf_against_cchess(binary["xqf"], args.rounds, args.beside):
        found["xqf beside cchess"] = beside
    if args.json:
        print(json.dumps(found))
        return
    print(
        f"reading records on one core ({'real games' if args.records else 'made-up games'}, {os.cpu_count()} cores here)"
    )
    for name, figures in found.items():
        print(
            f"  {name:20}" + "  ".join(f"{value:10,.2f} {unit}" for unit, value in figures.items())
        )


if __name__ == "__main__":
    main()
