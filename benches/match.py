"""Play a match between two engines and report the score.

    python benches/match.py "chuhe engine" xboard:hoixiangqi --games 20 --time 0.2

An engine is a command. It speaks UCI or UCCI, or, marked ``xboard:``, the older
xboard protocol (the Debian package hoichess has such a program, hoixiangqi).
Every opening is played twice, with colours changed. Our own board is the judge:
mate, stalemate, repetition under ``--rules``, natural limit. A program that ends, hangs or plays an
illegal move loses the game, and the match goes on.
"""

from __future__ import annotations

import argparse
import math
import queue
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from chuhe import BLACK, RED, START_FEN, Board, Move
from chuhe.engines import BuiltinEngine, Limit, UciEngine
from chuhe.errors import EngineDied, EngineError, EngineTimeout

LONGEST_GAME = 400


class XboardEngine:
    """A program that speaks the xboard protocol: fed the moves of one game, told ``?`` in time."""

    def __init__(self, command: list[str]) -> None:
        self.name = command[0]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.fen = ""
        self.played: list[str] = []
        self._send("xboard", "protover 2")
        self._wait(r"feature .*done=1", 10)

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line.strip())
        self.lines.put(None)

    def _send(self, *commands: str) -> None:
        if self.process.stdin is None:
            raise AssertionError
        try:
            self.process.stdin.write("".join(f"{c}\n" for c in commands))
            self.process.stdin.flush()
        except OSError as error:
            raise EngineDied(
                "engine.died", {"name": self.name, "status": None, "said": ""}
            ) from error

    def _wait(self, pattern: str, seconds: float) -> re.Match[str] | None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self.lines.get(timeout=left)
            except queue.Empty:
                return None
            if line is None:
                status = self.process.wait()
                raise EngineDied("engine.died", {"name": self.name, "status": status, "said": ""})
            if found := re.match(pattern, line):
                return found
        return None

    def play(self, board: Board, limit: Limit) -> Played:
        moves = [move.uci() for move in board.move_stack]
        seconds = limit.time or 1.0
        if board.start_fen != self.fen or moves[: len(self.played)] != self.played or not moves:
            # Whole seconds only; `?` asks for the move at the right time.
            self._send("new", "variant xiangqi", "easy", f"st {math.ceil(seconds) or 1}", "force")
            if board.start_fen != START_FEN:
                self._send(f"setboard {board.start_fen}")
            self.fen, self.played = board.start_fen, []
        news = moves[len(self.played) :]
        # In force mode the moves are only entered; `go` makes the program think.
        self._send("force", *news, "go")
        pattern = r"move ([a-i]\d[a-i]\d)"
        found = self._wait(pattern, seconds)
        if found is None:
            self._send("?")
            found = self._wait(pattern, 5)
        if found is None:
            facts = {"name": self.name, "command": "?", "seconds": 5}
            raise EngineTimeout("engine.timeout", facts)
        self.played = [*moves, found[1]]
        return Played(Move.from_uci(found[1]))

    def new_game(self) -> None:
        self.fen = ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Played:
    move: Move


@dataclass
class Tally:
    wins: int = 0
    draws: int = 0
    losses: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def elo(self) -> tuple[float, float, float]:
        """The difference in strength and a 95 % interval, by the normal approximation."""
        n = self.wins + self.draws + self.losses
        score = (self.wins + self.draws / 2) / n
        spread = (
            self.wins * (1 - score) ** 2 + self.draws * (0.5 - score) ** 2 + self.losses * score**2
        )
        error = 1.96 * math.sqrt(spread) / n

        def elo(s: float) -> float:
            s = min(max(s, 1e-3), 1 - 1e-3)
            return -400 * math.log10(1 / s - 1)

        return elo(score), elo(score - error), elo(score + error)


def openings(count: int, plies: int, seed: int) -> list[list[str]]:
    """Random but even openings: a few plies, none of which loses anything at depth 6."""
    numbers = random.Random(seed)
    judge = BuiltinEngine()
    found: list[list[str]] = []
    while len(found) < count:
        board = Board()
        for _ in range(plies):
            board.push(numbers.choice(list(board.legal_moves)))
        value = judge.analyse(board, Limit(depth=8))
        line = [move.uci() for move in board.move_stack]
        if value and abs(value[0].score.value()) < 80 and line not in found:
            found.append(line)
    return found


def start(command: str, options: dict[str, str], rules: str) -> UciEngine | XboardEngine:
    if command.startswith("xboard:"):
        return XboardEngine(command.removeprefix("xboard:").split())
    return UciEngine.popen(command, options=options, rules=rules)


def play_game(
    red: object, black: object, opening: list[str], limits: tuple[Limit, Limit], rules: str
) -> tuple[int, str, Board]:
    """1, 0 or -1 for Red, why, and the board at the end."""
    board = Board()
    for text in opening:
        board.push_uci(text)
    while True:
        outcome = board.outcome(rules)
        if outcome is not None:
            value = {RED: 1, BLACK: -1, None: 0}[outcome.winner]
            return value, outcome.termination.value, board
        if len(board.move_stack) >= LONGEST_GAME:
            return 0, "too long", board
        to_move = board.turn is RED
        engine, limit = (red, limits[0]) if to_move else (black, limits[1])
        try:
            move = engine.play(board, limit).move  # type: ignore[attr-defined]
            board.push(move)
        except (EngineError, ValueError) as error:
            return -1 if to_move else 1, f"{type(error).__name__}: {error}", board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", help="command of the engine whose score is told")
    parser.add_argument(
        "second", help="command of the other; xboard:COMMAND for the xboard protocol"
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, help="seconds a move", default=None)
    parser.add_argument("--nodes", type=int, default=None)
    parser.add_argument("--plies", type=int, default=6, help="random plies before the engines play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="engine", help="the rule book the games are judged by")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="for both"
    )
    parser.add_argument("--out", help="a file that gets a line a game: Red, Black, why, moves")
    args = parser.parse_args()

    limit = Limit(time=args.time, nodes=args.nodes)
    options = dict(option.split("=", 1) for option in args.option)
    engines = [start(command, options, args.rules) for command in (args.first, args.second)]
    tally = Tally()
    lines = openings((args.games + 1) // 2, args.plies, args.seed)
    try:
        for game in range(args.games):
            opening = lines[game // 2]
            for i, engine in enumerate(engines):
                try:
                    engine.new_game()
                except EngineError:
                    engines[i] = start([args.first, args.second][i], options, args.rules)
            turned = game % 2
            red, black = engines[turned], engines[1 - turned]
            value, why, board = play_game(red, black, opening, (limit, limit), args.rules)
            value = -value if turned else value
            tally.wins += value > 0
            tally.draws += value == 0
            tally.losses += value < 0
            if args.out:
                names = args.second if turned else args.first, args.first if turned else args.second
                with open(args.out, "a", encoding="utf-8") as out:
                    moves = " ".join(move.uci() for move in board.move_stack)
                    print(*names, why, moves, sep="\t", file=out)
            tally.reasons[f"{'+' if value > 0 else '-' if value < 0 else '='} {why}"] += 1
            print(
                f"game {game + 1}: {'win' if value > 0 else 'loss' if value < 0 else 'draw'} "
                f"({why}, {len(board.move_stack)} plies); so far +{tally.wins} ={tally.draws} -{tally.losses}",
                flush=True,
            )
    finally:
        for engine in engines:
            engine.close()
    elo, low, high = tally.elo()
    print(f"{args.first} against {args.second}: +{tally.wins} ={tally.draws} -{tally.losses}")
    print(f"Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]")
    for reason, count in tally.reasons.most_common():
        print(f"  {count} {reason}")


if __name__ == "__main__":
    if len(sys.argv) > 1 and shutil.which(sys.argv[1].split()[0]) is None:
        print(f"no program {sys.argv[1].split()[0]!r} here", file=sys.stderr)
    main()
