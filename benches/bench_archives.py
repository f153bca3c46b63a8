"""Search an archive and look for games that are there twice: games a second, and memory.

    python benches/bench_archives.py [--records FOLDER] [--games 42000] [--json]

One process, its processor's time alone, over the files of a folder of records; or, if there is
none, over games made here, written as PGN, 1,000 a file. Each search is whole: reading, deciding,
and writing what was found as PGN. Use a release build: ``maturin develop --release``.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chuhe
from chuhe.game import Game
from chuhe.records import FORMATS, write
from chuhe.records.convert import Recipe, convert_files
from chuhe.records.dedupe import find_beginnings, find_twins, games_left
from chuhe.records.select import Selection

AFTER_TWO = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
SEARCHES = {
    "everything": Selection(),
    "player": Selection(player=("胡荣华", "胡榮華")),
    "opening": Selection(opening="炮二平五 马8进7", mirror=True),
    "position": Selection(position=AFTER_TWO, mirror=True),
    "position, variations": Selection(position=AFTER_TWO, variations=True),
    "material": Selection(material="RP/raa~"),
    "text": Selection(text="弃子"),
}


def made_up(folder: Path, number: int) -> list[str]:
    """Files of games of eighty random plies, a tenth of them there twice."""
    chance = random.Random(1)
    paths: list[str] = []
    games: list[Game] = []
    for count in range(number):
        if games and chance.random() < 0.1:
            games.append(chance.choice(games))
        else:
            board, game = chuhe.Board(), Game(headers=[("Red", f"player {count % 300}")])
            line = []
            for _ in range(80):
                if not (moves := list(board.legal_moves)):
                    break
                line.append(chance.choice(moves))
                board.push(line[-1])
            game.add_line(line)
            games.append(game)
        if len(games) == 1000 or count == number - 1:
            paths.append(str(folder / f"{len(paths)}.pgn"))
            with open(paths[-1], "wb") as file:
                list(write(games, file))
            games = []
    return paths


def files_in(folder: Path) -> list[str]:
    """The records of a folder."""
    known = {suffix for module in FORMATS.values() for suffix in module.SUFFIXES}
    return sorted(str(path) for path in folder.rglob("*") if path.suffix.lower() in known)


def timed(work: Callable[[], object]) -> float:
    """The processor's seconds for it."""
    start = time.process_time()
    work()
    return time.process_time() - start


def figures(paths: list[str]) -> dict[str, object]:
    """Games a second of each search, and of both passes of dedupe."""
    found: dict[str, object] = {"files": len(paths)}
    games = 0
    for name, selection in SEARCHES.items():
        out = io.BytesIO()
        start = time.process_time()
        parts = [
            part
            for _path, part in convert_files(paths, out, Recipe(selection=selection), jobs=1)
            if not isinstance(part, Exception)
        ]
        seconds = time.process_time() - start
        games = sum(part.games for part in parts)
        taken = sum(part.written for part in parts)
        found[name] = {"games_per_second": round(games / seconds), "found": taken}
    start = time.process_time()
    *_rest, (_path, twins) = list(find_twins(paths, jobs=1))
    first = time.process_time() - start
    assert not isinstance(twins, Exception)
    groups = twins.groups()
    left = timed(
        lambda: list(
            write((g for _p, g in games_left(paths, groups) if isinstance(g, Game)), io.BytesIO())
        )
    )
    start = time.process_time()
    list(find_beginnings(twins, paths))
    found["dedupe"] = {
        "games_per_second": round(games / (first + left)),
        "finding_games_per_second": round(games / first),
        "beginnings_games_per_second": round(games / (time.process_time() - start)),
        "groups": len(groups),
        "dropped": sum(len(group.dropped) for group in groups),
    }
    found["games"] = games
    found["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    shared = Path(__file__).parents[2] / "shared" / "records"
    parser.add_argument("--records", type=Path, default=shared)
    parser.add_argument("--games", type=int, default=42_000, help="to make, without a folder")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = (
            files_in(args.records) if args.records.is_dir() else made_up(Path(folder), args.games)
        )
        found = figures(paths)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
        return
    print(f"{found['games']:,} games in {found['files']:,} files, load {os.getloadavg()[0]:.1f}")
    for name, row in found.items():
        if isinstance(row, dict):
            rest = ", ".join(f"{key} {value:,}" for key, value in row.items())
            print(f"{name:22} {rest}")
    print(f"memory at most {found['memory_mb']} MB")


if __name__ == "__main__":
    main()
