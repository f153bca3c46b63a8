"""Share of forced mates found in a second, beside other programs.

    python benches/bench_mates.py [--peer COMMAND ...] [--seconds 1] [--every 1] [--json]
    python benches/bench_mates.py --puzzles FILE_OR_FOLDER [--write PUZZLES]

The puzzles are those of ``tests/data/mate_puzzles.tsv``, each with a mate that was proved, or the
verified patterns of ``tests/data/mates.json`` (``--patterns``), or those of a file or folder of
records: positions whose main line leaves the other side without a move, or that have no line,
where a mate is proved by ``go mate``.

All programs get the same positions in turn, one thread and 16 MB each, and may use so many seconds
of processor time, which a busy machine does not change (where the system cannot tell: of time).
A puzzle is solved if the program tells of a mate within that time and the first move of its line
keeps a mate: it is the proved one, or after each reply there is one by ``go mate``.
Ctrl-C ends it and tells of the puzzles all have tried.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from chuhe import Board, Move
from chuhe.engines import Engine, Info, Limit
from chuhe.errors import ChuheError
from chuhe.records import read_files

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
HEADERS = ("fen", "moves", "first", "kind", "line", "source")
LONGEST = 60


@dataclass(frozen=True)
class Puzzle:
    """A position with a proved mate, in so many moves at most; ``line``: a book has one."""

    fen: str
    moves: int
    first: str
    kind: str
    line: str
    source: str


@dataclass
class Tally:
    """How one program did."""

    name: str
    solved: dict[str, float] = field(default_factory=dict)
    missed: list[Puzzle] = field(default_factory=list)
    wrong: list[Puzzle] = field(default_factory=list)

    def only(self, puzzles: list[Puzzle]) -> None:
        """Forget all but these puzzles."""
        fens = {puzzle.fen for puzzle in puzzles}
        self.solved = {fen: took for fen, took in self.solved.items() if fen in fens}
        self.missed = [puzzle for puzzle in self.missed if puzzle.fen in fens]
        self.wrong = [puzzle for puzzle in self.wrong if puzzle.fen in fens]


class Watch:
    """Stops a search when a mate has been told of, or its process has used its time."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.clock = ((~pid) << 3) | 2  # the system's clock of the processor time of a process
        self.start, self.since, self.seconds = self._used(), time.monotonic(), seconds
        self.mate: Info | None = None
        self.took = 0.0

    def _used(self) -> float:
        try:
            return time.clock_gettime(self.clock)
        except (OSError, AttributeError):
            return time.monotonic()

    def note(self, info: Info) -> None:
        if self.mate is None and info.line == 1 and (info.score.mate or 0) > 0:
            self.took = self._used() - self.start
            if self.took <= self.seconds:
                self.mate = info

    def is_set(self) -> bool:
        used = self._used() - self.start
        waited = time.monotonic() - self.since  # nothing left to search uses no time
        return self.mate is not None or used >= self.seconds or waited > 60 * self.seconds


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file of our own."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [Puzzle(**{**row, "moves": int(row["moves"])}) for row in rows]


def patterns() -> list[Puzzle]:
    """The 28 verified patterns."""
    cases = json.loads((DATA / "mates.json").read_text("utf-8"))["mates"]
    return [
        Puzzle(case["fen"], case["mate_in"], case["line"][0], "", "book", case["name"])
        for case in cases
    ]


def gather(path: Path, judge: Engine) -> Iterator[Puzzle]:
    """The mate puzzles of a file or a folder of records, proved."""
    paths = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    start, seen = Board().fen().split()[0], set()
    for place, games in zip(paths, read_files(paths), strict=True):
        for number, game in enumerate(games if isinstance(games, list) else [], 1):
            try:
                board = game.board()
            except ChuheError:
                continue
            fen, side = " ".join(board.fen().split()[:2]), board.turn
            if fen.startswith(start) or fen in seen:
                continue
            seen.add(fen)
            moves = game.mainline_moves()
            for move in moves:
                board.push(move)
            if moves and (board.turn is side or len(board.legal_moves)):
                continue
            told = proved(Board(fen), judge)
            if told is not None and told.score.mate is not None:
                line = "book" if moves else "none"
                kind = "checks" if only_checks(fen, told.pv) else "all"
                source = f"{place.parent.name}/{place.name} {number}"
                yield Puzzle(fen, told.score.mate, told.pv[0].uci(), kind, line, source)


def only_checks(fen: str, line: tuple[Move, ...]) -> bool:
    """Whether all moves of the winner but the last are checks."""
    board, checks = Board(fen), True
    for ply, move in enumerate(line[:-1]):
        board.push(move)
        checks &= ply % 2 == 1 or board.is_check()
    return checks


def proved(board: Board, judge: Engine) -> Info | None:
    """A mate of the side to move, or None if none is found."""
    judge.new_game()
    lines = judge.analyse(board, Limit(mate=LONGEST, nodes=1_000_000))
    return lines[0] if lines and (lines[0].score.mate or 0) > 0 else None


def keeps_mate(puzzle: Puzzle, move: Move, judge: Engine) -> bool:
    """Whether the side that played the move still mates, whatever is replied."""
    if move.uci() == puzzle.first:
        return True
    board = Board(puzzle.fen)
    board.push(move)
    for reply in board.legal_moves:
        board.push(reply)
        mate = proved(Board(board.fen()), judge)
        board.pop()
        if mate is None:
            return False
    return True


def try_one(engine: Engine, puzzle: Puzzle, seconds: float, judge: Engine, tally: Tally) -> None:
    """Give one puzzle to one program."""
    engine.new_game()
    watch = Watch(engine.pid, seconds)  # type: ignore[attr-defined]
    engine.play(Board(puzzle.fen), Limit(), stop=watch, on_info=watch.note)
    if watch.mate is None:
        tally.missed.append(puzzle)
    elif keeps_mate(puzzle, watch.mate.pv[0], judge):
        tally.solved[puzzle.fen] = watch.took
    else:
        tally.wrong.append(puzzle)


def start(command: str | list[str]) -> Engine:
    """A program with one thread and 16 MB, as far as it can be told."""
    engine = Engine.popen(command, timeout=60.0)
    for name, value in (("Threads", 1), ("Hash", 16)):
        try:
            engine.set_option(name, value)
        except ChuheError:
            continue
    return engine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", help="another build of the engine than the one installed")
    parser.add_argument("--peer", action="append", default=[], help="another program, UCI or UCCI")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--puzzles", type=Path, default=DATA / "mate_puzzles.tsv")
    parser.add_argument("--patterns", action="store_true", help="the 28 patterns instead")
    parser.add_argument("--every", type=int, default=1, help="take every so manieth puzzle")
    parser.add_argument("--write", type=Path, help="keep the proved puzzles of --puzzles here")
    parser.add_argument("--list", action="store_true", help="say which puzzles were not solved")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    own = args.engine or [sys.executable, "-m", "chuhe", "engine"]
    judge = start(own)
    if args.patterns:
        puzzles = patterns()
    elif args.puzzles.suffix == ".tsv":
        puzzles = read_puzzles(args.puzzles)
    else:
        puzzles = list(gather(args.puzzles, judge))
    if args.write:
        rows = ["\t".join(str(getattr(p, name)) for name in HEADERS) for p in puzzles]
        args.write.write_text("\n".join(["\t".join(HEADERS), *rows, ""]), encoding="utf-8")
    puzzles = puzzles[:: args.every]
    engines = [start(command) for command in (own, *args.peer)]
    tallies = [Tally(engine.name) for engine in engines]
    tried = 0
    try:
        for puzzle in puzzles:
            for engine, tally in zip(engines, tallies, strict=True):
                try_one(engine, puzzle, args.seconds, judge, tally)
            tried += 1
            if tried % 5 == 0 or tried == len(puzzles):
                counts = ", ".join(f"{t.name} {len(t.solved)}" for t in tallies)
                print(f"\r{tried}/{len(puzzles)}: {counts}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        puzzles = puzzles[:tried]  # of the one begun nothing counts
        for tally in tallies:
            tally.only(puzzles)
    print(file=sys.stderr)
    for engine in (*engines, judge):
        engine.close()
    report(puzzles, tallies, args.seconds, args.list, args.json)


def report(
    puzzles: list[Puzzle], tallies: list[Tally], seconds: float, names: bool, as_json: bool
) -> None:
    """Say who solved what."""
    found = [
        {
            "engine": tally.name,
            "solved": len(tally.solved),
            "wrong": len(tally.wrong),
            "share": round(len(tally.solved) / max(len(puzzles), 1), 4),
            "median_ms": round(1000 * statistics.median(tally.solved.values() or [0.0]), 1),
        }
        for tally in tallies
    ]
    if as_json:
        print(
            json.dumps(
                {"bench": "mates", "puzzles": len(puzzles), "seconds": seconds, "engines": found}
            )
        )
        return
    print(f"{len(puzzles)} puzzles, {seconds:g} s of processor time each")
    for row in found:
        rest = f"{row['wrong']} wrong mates told of, median {row['median_ms']} ms"
        print(f"{row['engine']:24} {row['solved']:5} {row['share']:7.1%}  {rest}")
    for tally in tallies if names else []:
        for word, some in (("missed", tally.missed), ("wrong", tally.wrong)):
            for puzzle in some:
                print(f"{tally.name} {word}: {puzzle.fen} #{puzzle.moves} {puzzle.source}")


if __name__ == "__main__":
    main()
