"""The engine that comes with Chuhe."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Collection, Iterable

from chuhe import _core
from chuhe._core import Move
from chuhe.board import Board
from chuhe.engines.dialect import Option
from chuhe.engines.face import Engine
from chuhe.engines.words import STRONGEST, WEAKEST, Info, Limit, PlayResult, Score, StopSignal
from chuhe.errors import EngineError
from chuhe.rules import RuleSet, rule_set

__all__ = ["BuiltinEngine"]


#: The options that can be set later, and between what they lie.
_OPTIONS = (
    Option("Hash", "spin", "16", (), 1, 65_536),
    Option("Threads", "spin", "1", (), 1, 256),
    Option("Skill Level", "spin", str(STRONGEST), (), WEAKEST, STRONGEST),
)


class BuiltinEngine(Engine):
    """The built-in engine.

    It searches without Python's lock, so other threads go on meanwhile;
    engines in several threads search at once. Ctrl-C ends a search.

    Args:
        level: 1 (a beginner) to 10 (full strength).
        hash_mb: memory for positions looked at.
        threads: threads of one search.
        rules: the rule book, or its name, whose words on repetition 棋例 and the natural limit it
            plays by: it loses by no repetition that it can avoid, and relies on none that would
            lose.

    Raises:
        ParseError: there is no such rule book.

    >>> import chuhe
    >>> board = chuhe.Board("4k4/9/4N4/9/9/1C7/9/9/9/3K5 w")
    >>> engine = BuiltinEngine(level=10)
    >>> engine.play(board, Limit(depth=3)).move.uci()
    'b4e4'
    >>> engine.analyse(board, Limit(depth=3))[0].score
    Score(cp=None, mate=1)
    """

    name = f"Chuhe {_core.__version__}"

    def __init__(
        self,
        level: int = STRONGEST,
        hash_mb: int = 16,
        threads: int = 1,
        rules: str | RuleSet = "club",
    ) -> None:
        if not WEAKEST <= level <= STRONGEST:
            raise ValueError(f"level: expected {WEAKEST} to {STRONGEST}, got {level}")
        self.level = level
        self.options = {option.name: option for option in _OPTIONS}
        self.rules = rule_set(rules)
        self._hash_mb, self._threads = hash_mb, threads
        self._core: _core.Engine | None = _core.Engine(hash_mb, threads)
        self._pondering: tuple[threading.Event, threading.Thread] | None = None

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        level: int | None = None,
        rules: str | RuleSet | None = None,
        ponder: bool = False,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
        seed: int | None = None,
    ) -> PlayResult:
        """The move the engine plays at its level.

        Args:
            board: the position with its history, which repetitions need.
            limit: when to stop; below full strength the level's own limits hold too.
            level: another level for this move.
            rules: another rule book for this move.
            ponder: whether to think on while the other side does, see `ponder`.
            only: the moves to choose from.
            stop: when it is set, the best move so far is played at once.
            on_info: is called with each line found, in this thread.
            seed: makes the choice of the weaker levels repeatable.

        Raises:
            EngineError: there is no legal move, or none of ``only`` is; or the engine is closed.
            ParseError: there is no such rule book.
        """
        level = self.level if level is None else level
        found = self._search(board, limit, level, 1, rules, only, stop, on_info, seed)
        if found["best"] is None:
            raise EngineError("engine.game_over", {"fen": board.fen()})
        reply = found["ponder"]
        lines = found["lines"]
        result = PlayResult(
            Move.from_uci(found["best"]),
            None if reply is None else Move.from_uci(reply),
            _info(lines[0]) if lines else None,
        )
        if ponder:
            self._ponder_after(board, result, limit)
        return result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        lines: int = 1,
        rules: str | RuleSet | None = None,
        only: Collection[Move] | None = None,
        stop: StopSignal | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> list[Info]:
        """The best lines at full strength, best first; none if there is no legal move.

        Args:
            lines: how many to find. Moves that lose by repetition are left out while there are
                others.
            rules: another rule book for this search.
            only: the moves to choose from.

        Raises:
            EngineError: the engine is closed.
            ParseError: there is no such rule book.
        """
        found = self._search(board, limit, STRONGEST, lines, rules, only, stop, on_info, 0)
        return [_info(line) for line in found["lines"]]

    def __repr__(self) -> str:
        return f"<BuiltinEngine level {self.level}>"

    def ponder(self, board: Board, limit: Limit) -> None:
        """Look at a position while the other side thinks.

        What is found stays in the memory, from which the next `play` begins; its own limits
        hold in full. Below full strength nothing is done: the levels look at so much and no more.
        """
        self.stop_pondering()
        self._open()
        if self.level < STRONGEST or not board.legal_moves:
            return
        stop, seen = threading.Event(), board.copy()

        def think() -> None:
            with contextlib.suppress(EngineError):  # closed meanwhile
                self._think(seen, Limit(), STRONGEST, 1, None, None, stop, None, 0)

        thread = threading.Thread(target=think, name="ponder", daemon=True)
        thread.start()
        self._pondering = (stop, thread)

    def stop_pondering(self) -> None:
        """End what `ponder` began."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            stop, thread = pondering
            stop.set()
            thread.join()

    def new_game(self) -> None:
        """Forget what was learned in the game before."""
        self.stop_pondering()
        self._open().new_game()

    def set_option(self, name: str, value: object = None) -> None:
        """Set ``Hash``, ``Threads`` or ``Skill Level``, in any case, as the program has them.

        Raises:
            EngineError: there is no such option, it cannot have this value, or the engine is
                closed.

        >>> engine = BuiltinEngine()
        >>> engine.set_option("skill level", 3)
        >>> engine.level
        3
        """
        self.stop_pondering()
        self._open()
        option = next((o for o in _OPTIONS if o.name.lower() == name.lower()), None)
        if option is None:
            raise EngineError("engine.no_option", {"name": self.name, "option": name})
        try:
            number = int(option.value(value))
        except ValueError as error:
            facts = {"name": self.name, "option": name, "value": value}
            raise EngineError("engine.bad_option", facts) from error
        if name.lower() == "skill level":
            self.level = number
            return
        if name.lower() == "hash":
            self._hash_mb = number
        else:
            self._threads = number
        self._core = _core.Engine(self._hash_mb, self._threads)

    def close(self) -> None:
        """Give the memory back."""
        self.stop_pondering()
        self._core = None

    def _open(self) -> _core.Engine:
        if self._core is None:
            raise EngineError("engine.closed", {"name": self.name})
        return self._core

    def _search(
        self,
        board: Board,
        limit: Limit,
        level: int,
        lines: int,
        rules: str | RuleSet | None,
        only: Collection[Move] | None,
        stop: StopSignal | None,
        on_info: Callable[[Info], None] | None,
        seed: int | None,
    ) -> _core.SearchResult:
        self.stop_pondering()
        return self._think(board, limit, level, lines, rules, only, stop, on_info, seed)

    def _think(
        self,
        board: Board,
        limit: Limit,
        level: int,
        lines: int,
        rules: str | RuleSet | None,
        only: Collection[Move] | None,
        stop: StopSignal | None,
        on_info: Callable[[Info], None] | None,
        seed: int | None,
    ) -> _core.SearchResult:
        legal = None if only is None else [move for move in only if board.is_legal(move)]
        if legal == []:
            return {"best": None, "ponder": None, "lines": [], "nodes": 0, "time": 0.0}
        book = self.rules if rules is None else rule_set(rules)
        tell = None if on_info is None else (lambda line: on_info(_info(line)))
        return self._open().search(
            board.start_fen,
            uci_moves(board.move_stack),
            depth=limit.depth,
            nodes=limit.nodes,
            move_time=limit.time,
            clock=_clock(board, limit),
            mate=limit.mate,
            only=uci_moves(legal or ()),
            lines=lines,
            level=level,
            seed=secrets.randbits(64) if seed is None else seed,
            repetition=book.repetition,
            occurrences=book.occurrences,
            natural_limit=book.natural_limit,
            stop=stop,
            on_info=tell,
        )


def uci_moves(moves: Iterable[Move]) -> list[str]:
    """Moves as programs read them."""
    return [move.uci() for move in moves]


def _clock(board: Board, limit: Limit) -> tuple[float, float, int | None] | None:
    if limit.clocks is None or board.turn not in limit.clocks:
        return None
    increment = (limit.increments or {}).get(board.turn, 0.0)
    return limit.clocks[board.turn], increment, limit.moves_to_go


def _info(line: _core.SearchLine) -> Info:
    return Info(
        depth=line["depth"],
        score=Score(line["cp"], line["mate"]),
        pv=tuple(map(Move.from_uci, line["pv"])),
        line=line["line"],
        seldepth=line["seldepth"],
        nodes=line["nodes"],
        time=line["time"],
    )
