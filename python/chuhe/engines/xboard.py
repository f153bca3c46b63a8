"""Engines that are programs of their own and speak the older xboard protocol."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

from chuhe._core import Move
from chuhe.board import START_FEN, Board
from chuhe.engines.dialect import MOST_SCORE
from chuhe.engines.process import Command, ProcessEngine, words_of
from chuhe.engines.words import Info, Limit, PlayResult, Score, StopSignal
from chuhe.errors import EngineError, EngineTimeout
from chuhe.pieces import BLACK, RED, Color

__all__ = ["XboardEngine"]

#: How often a waiting call looks whether it shall stop.
_GLANCE = 0.02
_MOVE = re.compile(r"(?:my )?move (?:is )?:?\s*([a-i])(\d)([a-i])(\d)\b", re.IGNORECASE)
#: Depth, score, hundredths of a second, nodes, line.
_THINKING = re.compile(r"\s*(\d{1,4})\S?\s+([+-]?\d{1,9})\s+(\d{1,15})\s+(\d{1,18})\s+(.*)")
#: A score beyond this is a mate; how far away, each program says in its own way.
_MATE = 20_000


class XboardEngine(ProcessEngine):
    """A program that speaks the xboard protocol of Xiangqi, such as HoiXiangqi.

    It is fed the moves of one game, and told ``?`` when its time is up. It knows one line at a
    time; who asks for several gets one.

    Attributes:
        name: what the program calls itself.
        features: what it says it can do, by name.
        timeout: seconds it may take to answer beyond what the limit allows.
    """

    def __init__(
        self, words: Sequence[str], name: str, timeout: float = 10.0, cwd: str | None = None
    ) -> None:
        self.features: dict[str, str] = {}
        self.options = {}
        self._ponders = False
        self._thought = 0.0
        self._fen = ""
        self._played: list[str] = []
        super().__init__(words, name, timeout, cwd)

    @classmethod
    def popen(
        cls,
        command: Command,
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        cwd: str | None = None,
        rules: object = None,
        protocol: str | None = None,
        believe: bool = True,
    ) -> Self:
        """Start a program; args as those of `Engine.popen`, ``rules`` cannot be told.

        Args:
            believe: whether a program that says nothing of itself is taken for one of the
                protocol's first version.

        Raises:
            EngineError: it cannot be started.
            EngineDied: it ended.
        """
        words = words_of(command)
        engine = cls(words, words[0] if words else "", timeout, cwd)
        try:
            engine._greet()
            variants = engine.features.get("variants", "xiangqi")
            if not believe and not engine.features:
                raise EngineError("engine.no_protocol", {"name": engine.name, "said": "-"})
            if "xiangqi" not in variants:
                raise EngineError("engine.not_xiangqi", {"name": engine.name, "move": variants})
            for name, value in (options or {}).items():
                engine.set_option(name, value)
        except BaseException:
            engine._kill()
            raise
        return engine

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        ponder: bool = False,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> PlayResult:
        """The move the program plays.

        Raises:
            EngineError: no legal move here, or an illegal one came as the answer; or ``only`` is
                given, which this protocol has no word for.
            EngineDied: it ended.
            EngineTimeout: it did not answer; it has been killed.
        """
        if not board.legal_moves:
            raise EngineError("engine.game_over", {"fen": board.fen()})
        if only is not None:
            raise EngineError("engine.cannot_choose", {"name": self.name})
        last: list[Info] = []

        def note(info: Info) -> None:
            last[:] = [info]
            if on_info is not None:
                on_info(info)

        with self._search_of_its_own():
            word = self._search(board, limit, stop, note)
        try:
            move = Move.from_uci(word)
        except ValueError:
            move = None
        if move is None or not board.is_legal(move):
            self._forget()
            raise EngineError("engine.illegal_move", {"name": self.name, "move": word})
        self._played = [*(m.uci() for m in board.move_stack), word]
        result = PlayResult(move, None, last[0] if last else None, self._thought)
        if ponder:
            self.ponder(board, limit)
        return result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        lines: int = 1,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> list[Info]:
        """The last line the program told of on its way to a move; errors as `play`."""
        if not board.legal_moves:
            return []
        found = self.play(board, limit, only=only, stop=stop, on_info=on_info).info
        return [] if found is None else [found]

    def ponder(self, board: Board, limit: Limit) -> None:
        """Let the program think until its next move: on what, it decides itself."""
        if not self._ponders:
            self._ponders = True
            self._send("hard")

    def stop_pondering(self) -> None:
        """Tell the program to wait until it is asked."""
        if self._ponders:
            self._ponders = False
            self._send("easy")
            self._send("force")

    def new_game(self) -> None:
        """Tell the program that another game begins, when it is next asked."""
        self._forget()

    def _forget(self) -> None:
        """Whatever it knows of a game, it will be told anew."""
        self.stop_pondering()
        self._fen = ""

    def set_option(self, name: str, value: object = None) -> None:
        """Set ``Hash`` (megabytes), ``Threads``, or an option the program offers."""
        known = {"hash": f"memory {value}", "threads": f"cores {value}"}
        text = "" if value is None else f"={value}"
        self._send(known.get(name.lower(), f"option {name}{text}"))

    def _greet(self) -> None:
        self._send("xboard")
        self._send("protover 2")
        # A program of the first version says nothing; it is believed after a second or two.
        deadline = time.monotonic() + min(self.timeout, 2.0)
        while (left := deadline - time.monotonic()) > 0:
            line = self._next_line(left)
            if line is None or not line.startswith("feature"):
                continue
            for name, quoted, bare in re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', line):
                self.features[name] = quoted or bare
                if name == "done" and bare == "0":
                    deadline = time.monotonic() + self.timeout
            if "myname" in self.features:
                self.name = self.features["myname"]
            if self.features.get("done") == "1":
                return

    def _ask(self, board: Board, limit: Limit) -> None:
        """Bring the program to the position, with as few words as can be, and let it think."""
        moves = [move.uci() for move in board.move_stack]
        known = board.start_fen == self._fen and moves[: len(self._played)] == self._played
        usermove = "usermove " if self.features.get("usermove") == "1" else ""
        if known and self._ponders and len(moves) == len(self._played) + 1:
            # It was never told to stop: it answers the other side's move by itself.
            self._set_limits(board, limit)
            self._send(usermove + moves[-1])
            return
        self.stop_pondering()
        if not known or not moves:
            self._send("new")
            self._send("variant xiangqi")
            for line in ("easy", "post", "force"):
                self._send(line)
            if limit.clocks is not None and limit.time is None:
                self._send(_level(limit, board.turn))
            if board.start_fen != START_FEN:
                self._send(f"setboard {board.start_fen}")
            self._fen, self._played = board.start_fen, []
        # In force mode moves are only entered; `go` makes the program think.
        self._send("force")
        for move in moves[len(self._played) :]:
            self._send(usermove + move)
        self._set_limits(board, limit)
        self._send("go")

    def _set_limits(self, board: Board, limit: Limit) -> None:
        if limit.depth is not None:
            self._send(f"sd {limit.depth}")
        if limit.clocks is not None and limit.time is None:
            own, other = board.turn, BLACK if board.turn is RED else RED
            for word, side in (("time", own), ("otim", other)):
                self._send(f"{word} {max(1, round(limit.clocks.get(side, 0.0) * 100))}")
        else:
            # Whole seconds only; `?` asks for the move at the right time.
            self._send(f"st {math.ceil(limit.time or 3600)}")

    def _search(
        self,
        board: Board,
        limit: Limit,
        stop: StopSignal | None,
        on_info: Callable[[Info], None],
    ) -> str:
        self._waiting_lines()
        self._ask(board, limit)
        seconds = limit.time
        longest = limit.most_seconds(board.turn)
        start = time.monotonic()
        asked: float | None = None
        while True:
            line = self._next_line(_GLANCE)
            now = time.monotonic()
            if line is not None:
                found = _MOVE.match(line)
                if found is not None:
                    self._thought = now - start
                    return "".join(found.groups()).lower()
                info = self._read_info(line)
                if info is not None:
                    on_info(info)
                    if limit.nodes is not None and info.nodes >= limit.nodes:
                        seconds = 0.0
            late = longest is not None and now - start > longest + self.timeout
            due = seconds is not None and now - start > seconds
            if asked is None and (due or late or (stop is not None and stop.is_set())):
                self._send("?")
                asked = now
            elif asked is not None and now - asked > self.timeout:
                self._kill()
                facts = {"name": self.name, "command": "?", "seconds": round(now - start, 1)}
                raise EngineTimeout("engine.timeout", facts)

    def _read_info(self, line: str) -> Info | None:
        found = _THINKING.fullmatch(line)
        if found is None:
            return None
        value = int(found[2])
        if int(found[1]) > 1000 or abs(value) > MOST_SCORE:
            return None  # nonsense
        score = Score(cp=value) if abs(value) < _MATE else Score(mate=1 if value > 0 else -1)
        nodes, seconds = int(found[4]), int(found[3]) / 100
        return Info(depth=int(found[1]), score=score, pv=(), nodes=nodes, time=seconds)


def _level(limit: Limit, turn: Color) -> str:
    """The kind of clock; `time` and `otim` only correct it.

    >>> _level(Limit(clocks={RED: 90.0}, increments={RED: 0.5}), RED)
    'level 0 1:30 0.5'
    """
    seconds = max(1, round((limit.clocks or {}).get(turn, 0.0)))
    increment = (limit.increments or {}).get(turn, 0.0)
    return f"level {limit.moves_to_go or 0} {seconds // 60}:{seconds % 60:02} {increment:g}"
