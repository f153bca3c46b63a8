"""What every engine can do, in one thread or in ``async`` code.

>>> import asyncio, chuhe
>>> async def ask() -> str:
...     async with Engine.builtin() as engine:
...         return (await engine.play_async(chuhe.Board(), Limit(depth=3))).move.uci()
>>> asyncio.run(ask()) in [move.uci() for move in chuhe.Board().legal_moves]
True
"""

from __future__ import annotations

import asyncio
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from chuhe._core import Move
from chuhe.board import Board
from chuhe.engines.dialect import Option
from chuhe.engines.words import STRONGEST, Info, Limit, PlayResult, StopSignal
from chuhe.errors import EngineDied, EngineError
from chuhe.rules import RuleSet

if TYPE_CHECKING:
    from chuhe.engines.analysis import Analysis
    from chuhe.engines.builtin import BuiltinEngine

__all__ = ["Engine"]

T = TypeVar("T")


class Engine(ABC):
    """An engine. One search at a time; several engines may search at once.

    `builtin` and `popen` make one. In a ``with`` or ``async with`` block it is closed at the end.

    Attributes:
        name: what the engine calls itself.
        options: the options it offers, by name; none if its protocol does not say.

    >>> [f"{name} {o.least}-{o.most}" for name, o in Engine.builtin().options.items()]
    ['Hash 1-65536', 'Threads 1-256', 'Skill Level 1-10']
    """

    name: str
    options: dict[str, Option]

    @staticmethod
    def builtin(
        level: int = STRONGEST,
        hash_mb: int = 16,
        threads: int = 1,
        rules: str | RuleSet = "club",
    ) -> BuiltinEngine:
        """The engine that comes with Chuhe; args and errors are those of `BuiltinEngine`.

        >>> Engine.builtin(level=3).level
        3
        """
        from chuhe.engines.builtin import BuiltinEngine

        return BuiltinEngine(level, hash_mb, threads, rules)

    @classmethod
    def popen(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        cwd: str | None = None,
        rules: str | RuleSet = "club",
        protocol: str | None = None,
    ) -> Engine:
        """Start a program that speaks UCI, UCCI or the xboard protocol.

        Args:
            protocol: ``uci``, ``ucci`` or ``xboard``; found out if left out.

        The other args and the errors are those of `UciEngine.popen`.
        """
        from chuhe.engines.program import UciEngine
        from chuhe.engines.xboard import XboardEngine

        if protocol == "xboard":
            return XboardEngine.popen(command, options=options, timeout=timeout, cwd=cwd)
        try:
            return UciEngine.popen(
                command, options=options, timeout=timeout, cwd=cwd, rules=rules, protocol=protocol
            )
        except EngineError as error:
            if protocol is not None or error.code != "engine.no_protocol":
                raise
            try:
                return XboardEngine.popen(
                    command, options=options, timeout=timeout, cwd=cwd, believe=False
                )
            except EngineDied:
                raise error from None
            except EngineError as other:
                raise (error if other.code == "engine.no_protocol" else other) from None

    @classmethod
    async def popen_async(
        cls,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        cwd: str | None = None,
        rules: str | RuleSet = "club",
        protocol: str | None = None,
    ) -> Engine:
        """As `popen`, while other tasks go on. If cancelled, the program is ended."""
        given_up = threading.Event()

        def start() -> Engine:
            engine = cls.popen(
                command, options=options, timeout=timeout, cwd=cwd, rules=rules, protocol=protocol
            )
            if given_up.is_set():
                engine.close()
            return engine

        return await _in_thread(start, given_up)

    @abstractmethod
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
        """The move the engine would play.

        Args:
            board: the position with its history.
            limit: when it shall stop.
            ponder: whether it shall go on thinking while the other side does, as `ponder` says.
            only: the moves it may choose from; all, if left out.
            stop: when it is set, the engine moves at once.
            on_info: is called with each line found, in this thread.
        """

    @abstractmethod
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
        """The best lines, best first.

        Args:
            lines: how many to find.
            only: the moves it may choose from; all, if left out.
        """

    @abstractmethod
    def ponder(self, board: Board, limit: Limit) -> None:
        """Let the engine think while the other side does; returns at once.

        When `play` is asked for the same position next, the engine goes on with it; whatever
        else it is asked ends it first. An engine that cannot ponder does nothing.

        Args:
            board: the position after the move that is expected, such as `PlayResult.ponder`.
            limit: what will hold for the move: its clocks are those that stand then.

        >>> import chuhe
        >>> board, limit = chuhe.Board(), Limit(nodes=500)
        >>> with Engine.builtin() as engine:
        ...     found = engine.play(board, limit)
        ...     board.push(found.move)
        ...     board.push(found.ponder)
        ...     engine.ponder(board, limit)
        ...     engine.play(board, limit).move in board.legal_moves
        True
        """

    @abstractmethod
    def stop_pondering(self) -> None:
        """End what `ponder` began, if it goes on."""

    def _ponder_after(self, board: Board, result: PlayResult, limit: Limit) -> None:
        """Ponder on the reply the engine expects, if it expects one."""
        if result.ponder is not None:
            after = board.copy()
            after.push(result.move)
            after.push(result.ponder)
            self.ponder(after, limit)

    @abstractmethod
    def new_game(self) -> None:
        """Tell the engine that another game begins."""

    @abstractmethod
    def set_option(self, name: str, value: object = None) -> None:
        """Set an option of the engine, whatever its case.

        Raises:
            EngineError: the engine does not have it.
        """

    @abstractmethod
    def close(self) -> None:
        """End the engine. It cannot be used any more."""

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        only: Collection[Move] | None = None,
    ) -> Analysis:
        """Begin a search whose lines are read while it goes on; `Analysis` tells how.

        Args:
            board: the position with its history.
            limit: when it shall stop; by itself never, if left out.
            lines: how many to find.
            only: the moves it may choose from; all, if left out.
        """
        from chuhe.engines.analysis import Analysis

        return Analysis(self, board, Limit() if limit is None else limit, lines, only)

    async def play_async(
        self,
        board: Board,
        limit: Limit,
        *,
        ponder: bool = False,
        only: Collection[Move] | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> PlayResult:
        """As `play`, while other tasks go on.

        If cancelled, the engine is stopped first, so that it can be used again. ``on_info`` is
        called in the event loop.
        """
        stop, seen, tell = threading.Event(), board.copy(), _in_loop(on_info)
        return await _in_thread(
            lambda: self.play(seen, limit, ponder=ponder, only=only, stop=stop, on_info=tell), stop
        )

    async def analyse_async(
        self,
        board: Board,
        limit: Limit,
        *,
        lines: int = 1,
        only: Collection[Move] | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> list[Info]:
        """As `analyse`, while other tasks go on; cancelled as `play_async` is."""
        stop, seen, tell = threading.Event(), board.copy(), _in_loop(on_info)
        return await _in_thread(
            lambda: self.analyse(seen, limit, lines=lines, only=only, stop=stop, on_info=tell),
            stop,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await _in_thread(self.close, threading.Event())


def _in_loop(on_info: Callable[[Info], None] | None) -> Callable[[Info], None] | None:
    if on_info is None:
        return None
    loop, call = asyncio.get_running_loop(), on_info
    return lambda info: _call(loop, lambda: call(info))


def _call(loop: asyncio.AbstractEventLoop, callback: Callable[[], object]) -> None:
    if not loop.is_closed():  # the program may end while a search does
        loop.call_soon_threadsafe(callback)


async def _in_thread(work: Callable[[], T], stop: threading.Event) -> T:
    """``work()`` in a thread of its own; if cancelled, ``stop`` is set and its end waited for.

    The loop's own threads are few, and a search holds one as long as it lasts.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # handed to the task that waits
            _call(loop, lambda error=error: finish(None, error))  # type: ignore[misc]
        else:
            _call(loop, lambda: finish(result, None))

    threading.Thread(target=run, name="engine", daemon=True).start()
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([done])
        if not done.cancelled():
            done.exception()  # looked at, so that nobody warns of it
        raise
