"""Engines that look at positions and games for pages, each in a thread beside the event loop.

A page has one position and one game looked at, at a time: whoever asks again ends what it asked
before, and whoever goes away ends it too.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import msgspec

from chuhe import Board, Move, Setup, notation, records
from chuhe.analysis import Evaluation, Report, analyse, win_share
from chuhe.analysis.report import MoveReport, red_score
from chuhe.analysis.words import fault_text, sentences
from chuhe.engines import BuiltinEngine, Info, Limit, Score
from chuhe.game import Game, Node
from chuhe.i18n import language
from chuhe.pieces import BLACK, RED, Color
from chuhe.rules import rule_set
from chuhe.server import analysis_bodies as b
from chuhe.server import messages as m
from chuhe.server import objects as o
from chuhe.server.records_bodies import TreeMove

__all__ = ["Analyses", "game_of", "look_at", "look_at_game"]

#: Moves of a line that are told.
LINE = 10
#: Seconds between two tellings of one position.
OFTEN = 0.15
#: Seconds that the look at a whole game may take.
LONGEST = 300.0
#: Streams open from one address, and never more than half of all.
PER_PLACE = 8

Kind = Literal["position", "game"]
Tell = Callable[[msgspec.Struct], None]
Work = Callable[[BuiltinEngine, threading.Event, Tell], b.Done]

log = logging.getLogger("chuhe.server")


class Analysis:
    """One stream: what is looked at for one page."""

    def __init__(self, who: str, place: str, kind: Kind) -> None:
        self.who, self.place, self.kind = who, place, kind
        self.stop = threading.Event()
        self.replaced = False
        self.news: asyncio.Queue[bytes | None] = asyncio.Queue()


class Analyses:
    """The pool of engines, and who has what looked at.

    Args:
        workers: how many are at work at once.
        hash_mb: memory of each.
    """

    def __init__(self, workers: int | None = None, hash_mb: int = 32) -> None:
        self.workers = workers or max(4, os.cpu_count() or 4)
        self._hash = hash_mb
        self._local = threading.local()
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="chuhe-analysis")
        self._open: set[Analysis] = set()

    def __len__(self) -> int:
        """How many are wanted now."""
        return sum(not one.stop.is_set() for one in self._open)

    def begin(self, who: str, place: str, kind: Kind, work: Work) -> Analysis | None:
        """Begin to look at something; None if too much is looked at already.

        Args:
            who: the player, whose earlier stream of this kind ends.
            place: the address.
            kind: whether it is a position or a game.
            work: is called in a thread with an engine.
        """
        for other in self._open:
            if (other.who, other.kind) == (who, kind):
                other.replaced = True
                other.stop.set()
        wanted = [one for one in self._open if not one.stop.is_set()]
        most = min(PER_PLACE, max(2, self.workers // 2))
        if len(wanted) >= self.workers or sum(o.place == place for o in wanted) >= most:
            return None
        begun = Analysis(who, place, kind)
        self._open.add(begun)
        loop = asyncio.get_running_loop()

        def send(line: bytes | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(begun.news.put_nowait, line)

        def tell(answer: msgspec.Struct) -> None:
            if not begun.stop.is_set():
                send(m.encode(answer) + b"\n")

        def run() -> None:
            done = b.Done("replaced")
            try:
                if not begun.stop.is_set():
                    done = work(self._engine(), begun.stop, tell)
            except Exception:
                log.exception("an analysis failed")
                done = b.Done("failed")
            if begun.replaced:
                done = b.Done("replaced")
            send(m.encode(done) + b"\n")
            send(None)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._open.discard, begun)

        self._pool.submit(run)
        return begun

    async def lines(self, begun: Analysis) -> AsyncIterator[bytes]:
        """What is sent. When nobody reads any more, the engine stops."""
        try:
            while (line := await begun.news.get()) is not None:
                yield line
        finally:
            begun.stop.set()
            self._open.discard(begun)

    def close(self) -> None:
        """End all."""
        for one in self._open:
            one.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _engine(self) -> BuiltinEngine:
        if not hasattr(self._local, "engine"):
            self._local.engine = BuiltinEngine(hash_mb=self._hash)
        engine: BuiltinEngine = self._local.engine
        return engine


# --- a position


def position_of(asked: b.AnalysisAsked) -> Board:
    """The position asked about, with its history.

    Raises:
        FenError, SetupError: the start cannot be read, or cannot be played.
        NotationError, IllegalMoveError: a move is none, or cannot be played there.
        ParseError: there is no such rule book.
    """
    rule_set(asked.rules)
    board = Board(asked.fen, strict=False)
    for uci in asked.moves:
        board.push(board.parse_uci(uci))
    return board


def look_at(asked: b.AnalysisAsked, board: Board) -> Work:
    """Look at a position; or, for the threat, at what the other side would do if it were to move."""

    def work(engine: BuiltinEngine, stop: threading.Event, tell: Tell) -> b.Done:
        here = board
        if here.outcome(asked.rules) is not None:
            return b.Done("over")
        if asked.threat:
            if here.is_check():
                return b.Done("check")
            here = _passed(here)
        found: dict[int, Info] = {}
        told = 0.0

        def snapshot() -> None:
            best = found.get(1)
            if best is None:
                return
            lines = [_line(here, found[n]) for n in sorted(found) if n <= asked.lines]
            tell(
                b.AnalysisLines(
                    best.depth, best.nodes, round(best.time, 2), _side(here.turn), lines
                )
            )

        def note(info: Info) -> None:
            nonlocal told
            if not info.pv:
                return
            found[info.line] = info
            now = time.monotonic()
            if now - told >= OFTEN and info.line == min(asked.lines, len(here.legal_moves)):
                told = now
                snapshot()

        limit = Limit(time=asked.seconds, depth=asked.depth)
        last = engine.analyse(
            here, limit, lines=asked.lines, rules=asked.rules, stop=stop, on_info=note
        )
        for info in last:
            found[info.line] = info
        snapshot()
        return b.Done("limit")

    return work


def _passed(board: Board) -> Board:
    """The position with the other side to move, without a history."""
    pieces, side, *_rest = board.fen().split()
    return Board(f"{pieces} {'w' if side == 'b' else 'b'} - - 0 1", strict=False)


def _side(color: Color) -> o.Side:
    return "red" if color is RED else "black"


def _line(board: Board, info: Info) -> b.AnalysisLine:
    score = red_score(info.score, board.turn)
    return b.AnalysisLine(
        score.cp, score.mate, _red_share(info.score, board.turn), _named(board, info.pv[:LINE])
    )


def _red_share(score: Score, turn: Color) -> float:
    share = win_share(score)
    return round(share if turn is RED else 1 - share, 4)


def _named(board: Board, moves: tuple[Move, ...]) -> list[o.NamedMove]:
    here = board.copy()
    named: list[o.NamedMove] = []
    for move in moves:
        names = notation.all_notations(here, move)
        named.append(o.NamedMove(move.uci(), names["zh"], names["wxf"], names["iccs"]))
        here.push(move)
    return named


# --- a game


def game_of(asked: b.GameAsked) -> Game:
    """The game asked about.

    Raises:
        FenError, SetupError: the start cannot be read, or cannot be played.
        NotationError, IllegalMoveError: a move is none, or cannot be played there.
        ParseError: there is no such rule book.
    """
    rule_set(asked.rules)
    board = Board(asked.fen, strict=False)
    moves: list[Move] = []
    for uci in asked.moves:
        move = board.parse_uci(uci)
        board.push(move)
        moves.append(move)
    # As a reader takes it: a diagram need not be one that can arise.
    text = f'[FEN "{Setup(asked.fen).fen()}"]\n\n*\n'
    game = next(records.read(text.encode(), format="pgn"))
    game.add_line(moves)
    return game


def look_at_game(asked: b.GameAsked, game: Game) -> Work:
    """Look at all moves of a game."""

    def work(engine: BuiltinEngine, stop: threading.Event, tell: Tell) -> b.Done:
        start = time.monotonic()
        first = game.board().turn

        def note(node: Node, found: Evaluation) -> None:
            turn = first if node.ply % 2 == 0 else ~first
            score = red_score(found.score, turn)
            share = found.share() if turn is RED else 1 - found.share()
            tell(b.PlyScore(node.ply, score.cp, score.mate, round(share, 4), found.depth))
            if time.monotonic() - start > LONGEST:
                late.set()

        late = threading.Event()
        engine.new_game()
        engine.rules = rule_set(asked.rules)  # the next game brings its own
        report = analyse(
            game,
            engine,
            Limit(nodes=asked.nodes),
            rules=asked.rules,
            on_found=note,
            stop=_Any(stop, late),
        )
        tell(_analysed(report))
        return b.Done("limit")

    return work


class _Any:
    def __init__(self, *signals: threading.Event) -> None:
        self._signals = signals

    def is_set(self) -> bool:
        return any(signal.is_set() for signal in self._signals)


def _analysed(report: Report) -> b.Analysed:
    sides = [report.side(color) for color in (RED, BLACK)]
    red, black = (
        b.SideFound(
            None if side.accuracy is None else round(side.accuracy, 1),
            None if side.cp_loss is None else round(side.cp_loss, 1),
            {str(grade): n for grade, n in side.grades.items()},
        )
        for side in sides
    )
    moves = [_judged(move) for move in report.moves]
    return b.Analysed(report.complete, report.engine, list(sentences()), moves, red, black)


def _judged(move: MoveReport) -> b.JudgedMove:
    judged = move.judged
    fault = judged.grade.is_fault

    def said() -> str:
        return fault_text(move, "zh" if language() == "zh-Hans" else "wxf")

    return b.JudgedMove(
        move.ply,
        str(judged.grade),
        o.both(lambda: judged.grade.text),
        judged.nag,
        round(judged.loss, 4),
        o.both(said) if fault else None,
        _better(move) if fault else [],
    )


def _better(move: MoveReport) -> list[TreeMove]:
    parent = move.node.parent
    if parent is None or not move.before.lines:
        return []
    here = parent.board()
    line: list[TreeMove] = []
    for each in move.before.lines[0].pv[:LINE]:
        names = notation.all_notations(here, each)
        here.push(each)
        line.append(TreeMove(each.uci(), names["zh"], names["wxf"], names["iccs"], here.is_check()))
    return line
