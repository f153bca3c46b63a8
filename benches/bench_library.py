"""A library of 100,000 games: how fast it is filled, how large it is, how long questions take.

    python benches/bench_library.py [--records FOLDER] [--games 100000]
        [--files FOLDER] [--url URL] [--json]

The games are those of a folder of records that begin at the usual start, each once, and games
made here: a real one up to some move (or none, without the folder) and from there legal moves
at random, eighty plies in all, with made-up names, dates and ratings. They are written to PGN
files in Chinese, which are then imported. Beside it stands looking through those files with our own
reader for one position, as ``chuhe filter --position`` does on one core. Use a release build:
``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chuhe
from chuhe import _core, records
from chuhe.game import Game
from chuhe.library import Library
from chuhe.records.select import Selection

SURNAMES, NAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨", "伟芳娜敏静强磊军洋勇艳杰娟涛明超秀霞平刚"
RESULTS = ("1-0", "1/2-1/2", "1/2-1/2", "0-1")
PLIES = 80
#: How the names of events of made-up games begin.
MADE = "随机走子赛"
#: So many games stand in a file.
FILE = 5000
ROUNDS = 15


def real_games(folder: Path | None) -> list[Game]:
    """Full games of a folder, each once."""
    if folder is None or not folder.is_dir():
        return []
    paths = [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    start = Game().start_fen
    found: dict[bytes, Game] = {}
    for at in range(0, len(paths), 256):
        for games in records.read_files(paths[at : at + 256]):
            for game in games if isinstance(games, list) else []:
                if game.start_fen == start and len(game.uci_moves) >= 20:
                    found.setdefault(game._record.fingerprint(), game)
    return list(found.values())


def made_up(real: list[Game], number: int) -> Iterator[Game]:
    """Games that leave a real one somewhere, or the start, and go on at random."""
    chance = random.Random(1)
    lines = [game.mainline_moves() for game in real] or [[]]
    people = [
        chance.choice(SURNAMES) + "".join(chance.choices(NAMES, k=chance.choice((1, 2))))
        for _ in range(2000)
    ]
    for i in range(number):
        line = chance.choice(lines)
        board = chuhe.Board()
        for move in line[: chance.randrange(2, 50)]:
            board.push(move)
        while len(board.move_stack) < PLIES and (moves := board.legal_moves):
            board.push(chance.choice(list(moves)))
        game = Game(result=chance.choice(RESULTS))
        game.add_line(board.move_stack)
        year = chance.randrange(1980, 2025)
        for header, value in (
            ("Event", f"{MADE}{i % 40} {year}年"),
            ("Date", f"{year}.{chance.randrange(1, 13):02}.{chance.randrange(1, 29):02}"),
            ("Red", chance.choice(people)),
            ("Black", chance.choice(people)),
            ("RedElo", str(chance.randrange(2000, 2700))),
            ("BlackElo", str(chance.randrange(2000, 2700))),
        ):
            game.headers[header] = value
        yield game


def write_files(folder: Path, real: list[Game], number: int) -> list[Path]:
    """All games in PGN files."""
    folder.mkdir(parents=True, exist_ok=True)

    def games() -> Iterator[Game]:
        yield from real[:number]
        yield from made_up(real, number - min(len(real), number))

    source, files = games(), []
    for place in range(0, number, FILE):
        file = folder / f"{place // FILE:03}.pgn"
        with open(file, "wb") as out:
            some = [game for _, game in zip(range(min(FILE, number - place)), source, strict=False)]
            for _loss in records.write(some, out):
                pass
        files.append(file)
    return files


def milliseconds(question: Callable[[], object]) -> dict[str, float]:
    """The first time, and the medians of many more by the clock and by the processor."""
    taken, used = [], []
    for _ in range(ROUNDS):
        start, cpu = time.perf_counter(), time.process_time()
        question()
        used.append(1000 * (time.process_time() - cpu))
        taken.append(1000 * (time.perf_counter() - start))
    return {
        "first": round(taken[0], 2),
        "median": round(statistics.median(taken[1:]), 2),
        "processor": round(statistics.median(used[1:]), 2),
    }


def questions(library: Library) -> dict[str, Callable[[], object]]:
    """What is asked, by name."""
    start, opening = chuhe.Board(), chuhe.Board()
    for move in ("h2e2", "h9g7", "h0g2"):
        opening.push_uci(move)
    rows = library.search(Selection(least_plies=60), limit=500)
    row = rows[-1]
    rare = library.game(row.id).mainline()[45].fen()
    name = row.red or library.search(Selection(result="1-0"), limit=1)[0].red
    return {
        "position: the start": lambda: library.position(start),
        "position: the start, mirrored": lambda: library.position(start, mirror=True),
        "position: after three common moves": lambda: library.position(opening),
        "position: a rare middle game": lambda: library.position(rare),
        "position: the start, one player's games": lambda: library.position(
            start, selection=Selection(player=(name,))
        ),
        "material: rook against horse": lambda: library.material("R~/N~", limit=50),
        "player: everything of one": lambda: library.player(name),
        "search: a player as Red, won": lambda: library.search(
            Selection(red=(name,), result="1-0"), limit=50
        ),
        "search: first four moves, counted": lambda: library.count(
            Selection(opening="炮二平五 马8进7 马二进三 车9平8")
        ),
        "search: a word in all headers, counted": lambda: library.count(
            Selection(text=f"{MADE}7 ")
        ),
        "game: one, whole": lambda: library.game(row.id),
        "duplicates": lambda: library.duplicates(),
    }


def sizes(place: Path) -> dict[str, float]:
    """Megabytes by table and index."""
    connection = sqlite3.connect(place)
    try:
        query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC"
        return {name: round(size / 1e6, 1) for name, size in connection.execute(query)}
    except sqlite3.OperationalError:  # SQLite without dbstat
        return {}
    finally:
        connection.close()


def scan(files: list[Path], fen: str) -> tuple[int, float]:
    """Look for a position in the files themselves: games found, and seconds of the processor."""
    start = time.process_time()
    wanted = Selection(position=fen)
    found = sum(wanted.accepts(game) for file in files for game in records.read(file))
    return found, time.process_time() - start


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    files = sorted((options.files or folder).glob("*.pgn"))
    if len(files) * FILE != options.games:
        real = real_games(options.records)
        files = write_files(options.files or folder, real, options.games)
    place = options.url or folder / "bench.chuhelib"
    with Library.open(place, create=True) as library:
        start, cpu = time.perf_counter(), time.process_time()
        loaded = library.load(files)
        seconds = time.perf_counter() - start
        start_again = time.perf_counter()
        library.load(files)
        again = time.perf_counter() - start_again
        info = library.info()
        asked = questions(library)
        result: dict[str, Any] = {
            "games": loaded.games,
            "of them real": loaded.games - library.count(Selection(event=MADE)),
            "MB of PGN": round(sum(file.stat().st_size for file in files) / 1e6, 1),
            "import, games/s": round(loaded.games / seconds),
            "import, seconds": round(seconds, 1),
            "import, processor seconds": round(time.process_time() - cpu, 1),
            "import again, seconds": round(again, 3),
            "MB of library": round(info.size / 1e6, 1),
            "milliseconds": {name: milliseconds(ask) for name, ask in asked.items()},
        }
        rare = library.game(library.search(Selection(least_plies=60), limit=500)[-1].id)
        fen = rare.mainline()[45].fen()
        known = library.position(fen).total.games
    if not options.url:
        result["MB by table"] = sizes(Path(place))
    found, taken = scan(files, fen)
    if found != known:
        raise SystemExit(f"the library knows {known} games, the files have {found}")
    median = result["milliseconds"]["position: a rare middle game"]["processor"]
    result["looking through the files, seconds"] = round(taken, 1)
    result["looking through the files, times slower"] = round(1000 * taken / median)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    beside = Path(__file__).parents[2] / "shared" / "records"
    parser.add_argument("--records", type=Path, default=beside if beside.is_dir() else None)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument(
        "--files", type=Path, help="a folder where the PGN files stay for next time"
    )
    parser.add_argument("--url", default="", help="of an empty PostgreSQL database")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chuhe-bench-") as folder:
        result = measure(options, Path(folder))
    if options.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    print(f"library, chuhe {_core.__version__}, {os.cpu_count()} cores")
    for name, value in result.items():
        if not isinstance(value, dict):
            print(f"  {name:<42} {value:>12,}")
            continue
        print(f"  {name}")
        for part, number in value.items():
            text = (
                f"{number['median']:>12,}  (processor {number['processor']:,}; first {number['first']:,})"
                if isinstance(number, dict)
                else f"{number:>12,}"
            )
            print(f"    {part:<40} {text}")


if __name__ == "__main__":
    main()
