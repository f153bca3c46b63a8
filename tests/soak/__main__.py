"""Let the engine play itself under every rule book, and ask the judge about every game.

    python -m tests.soak [--games 10000] [--out build/soak] [--books club,axf] [--jobs 1] [--stop-after 600]
    python -m tests.soak --games 20 --clock 1+0.01 --out build/soak-clock

Run it at the root of the project. Games are kept by the hundred in OUT/BOOK, as records
(PGN) and as they were played (JSON lines); what is there is not played again. They depend on seed,
nodes and engine alone, but for those played on a clock. Books that say the same of what the board
can show share their games. Then ``chuhe judge`` is run over all that is there under each book, and
what it says is compared. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import msgspec
from tests.soak.judged import Report, report, write_records
from tests.soak.play import Plan, Played, Player
from tests.soak.starts import Starts

from chuhe import _core
from chuhe.rules import RULES, RuleSet

#: Games kept in a file.
SHARD = 100
#: Random repetitions to begin with.
LOOPS = 400


@cache
def player(plan: Plan) -> Player:
    """Makes its starts once in each process."""
    return Player(plan, Starts(LOOPS))


def play_shard(plan: Plan, book: str, first: int, count: int, path: Path) -> None:
    """Play some games, and write them whole."""
    games = [player(plan).play(book, first + n) for n in range(count)]
    records, kept = path.with_suffix(".pgn.part"), path.with_suffix(".part")
    write_records(games, records)
    kept.write_bytes(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
    records.replace(path.with_suffix(".pgn"))
    kept.replace(path)


def read_shard(path: Path) -> list[Played]:
    """The games of a file."""
    return [msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines()]


def shards(out: Path, book: str, games: int) -> Iterator[tuple[int, Path]]:
    """The first game of each file, and its path."""
    for first in range(0, games, SHARD):
        yield first, out / book / f"{first:06}.jsonl"


def board_rules(book: RuleSet) -> tuple[object, ...]:
    """What a book says of ends that the board shows."""
    policy = sorted(_core.repetition_policy(book.repetition).items())
    limit = (book.natural_limit, book.counted_checks, book.limit_automatic)
    return (str(policy), book.occurrences, limit, book.dead_position)


def first_alike(name: str) -> str:
    """The first book that says the same of the board."""
    same = board_rules(RULES[name])
    return next(other for other, book in RULES.items() if board_rules(book) == same)


def keep_plan(plan: Plan, out: Path) -> None:
    """Write the plan beside the games, or see that it is the same."""
    kept, now = out / "plan.json", msgspec.json.encode(plan)
    if not kept.exists():
        out.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(now)
    elif kept.read_bytes() != now:
        sys.exit(f"{kept}: the games there were played otherwise; name another --out")


def play_all(plan: Plan, books: list[str], games: int, out: Path, jobs: int, until: float) -> None:
    """Play what has not been played, all books alike."""
    todo = [
        (path, book, first)
        for each in zip(*(shards(out, book, games) for book in books), strict=True)
        for book, (first, path) in zip(books, each, strict=True)
        if not path.exists()
    ]
    for book in books:
        (out / book).mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for n in range(0, len(todo), jobs):
            if time.monotonic() - began > until:
                print(f"stopped: {len(todo) - n} of {len(todo)} files are not played")
                return
            doing = [
                pool.submit(play_shard, plan, book, first, min(SHARD, games - first), path)
                for path, book, first in todo[n : n + jobs]
            ]
            for done in doing:
                done.result()


#: The columns of the table.
LOST = ("perpetual_check", "perpetual_chase", "perpetual_kill", "mixed_forbidden", "check_series")
ENDS = ("checkmate", "stalemate", *LOST, "repetition", "natural_limit", "dead_position")
CHOICES = ("given", "misled", "forced", "free")
HEAD = ("book", "games", "plies", *ENDS, *CHOICES, "slow judge agrees", "late", "machine", "wrong")


def row(name: str, found: Report) -> list[str]:
    """A line of the table."""
    return [
        name,
        f"{found.games:,}",
        f"{found.plies:,}",
        *(f"{found.ends[end]:,}" for end in ENDS),
        *(f"{found.lost[choice]:,}" for choice in CHOICES),
        f"{found.slow[True]} of {found.slow.total()}",
        f"{found.late}",
        f"{found.machine}",
        f"{len(found.wrong)}",
    ]


def main() -> int:
    """Play, judge, tell."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=10_000, help="games under each book")
    parser.add_argument("--out", type=Path, default=Path("build/soak"))
    parser.add_argument("--books", default=",".join(RULES))
    parser.add_argument("--nodes", type=int, default=Plan.nodes)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--clock", help="SECONDS+INCREMENT, instead of nodes")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stop-after", type=float, default=1e9, help="seconds of play")
    words = parser.parse_args()
    books = words.books.split(",")
    os.environ["CHUHE_LANG"] = "en"
    clock = None
    if words.clock:
        first, _plus, more = words.clock.partition("+")
        clock = (float(first), float(more or 0))
    plan = Plan(nodes=words.nodes, seed=words.seed, clock=clock)
    keep_plan(plan, words.out)
    played = list(dict.fromkeys(map(first_alike, books)))
    play_all(plan, played, words.games, words.out, words.jobs, words.stop_after)
    good, rows = True, []
    for book in books:
        files = shards(words.out, first_alike(book), words.games)
        there = [path for _, path in files if path.exists()]
        found = report(book, [(read_shard(path), path.with_suffix(".pgn")) for path in there])
        good &= found.good
        rows.append(row(book, found))
        for game, what in found.wrong[:20]:
            print(f"{book} game {game.number} ({game.kind}): {what}")
        for game in found.free[:20]:
            values = game.repeated.values if game.repeated else []
            print(
                f"{book} game {game.number} ({game.kind}): {game.reason} by {game.loser} {values}"
            )
    for column in zip(HEAD, *rows, strict=True):  # a line a column: it fits a screen
        print(f"{column[0]:18}", *(f"{cell:>14}" for cell in column[1:]))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
