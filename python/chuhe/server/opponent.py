"""The built-in engine as a table's opponent."""

from __future__ import annotations

import threading
from collections.abc import Callable

from chuhe import Board
from chuhe.engines import BuiltinEngine, Limit
from chuhe.engines import Info as Found
from chuhe.server.jobs import Info, Task

__all__ = ["LONGEST", "BuiltinOpponent"]

#: Seconds for a move when no clock says otherwise; weaker levels stop long before.
LONGEST = 3.0


class BuiltinOpponent:
    """One engine for one worker thread. Satisfies `chuhe.server.jobs.Opponent`."""

    def __init__(self) -> None:
        self._engine = BuiltinEngine(hash_mb=32)

    def think(self, task: Task, stop: threading.Event, tell: Callable[[Info], None]) -> str:
        """The engine's move at the table's level, under the table's rules."""
        board = Board(task.fen)
        for move in task.moves:
            board.push_uci(move)

        def told(found: Found) -> None:
            if found.line == 1:
                pv = tuple(move.uci() for move in found.pv)
                tell(Info(found.depth, found.score.value(), pv))

        seconds = LONGEST if task.seconds is None else min(LONGEST, task.seconds)
        limit = Limit(time=seconds)
        found = self._engine.play(
            board, limit, level=task.level, rules=task.rules, stop=stop, on_info=told
        )
        return found.move.uci()
