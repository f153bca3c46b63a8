"""The built-in engine as a table's opponent."""

from __future__ import annotations

from collections.abc import Callable

from chuhe.server.jobs import Opponent

__all__ = ["opponent_maker"]


def opponent_maker() -> Callable[[], Opponent] | None:
    """What makes an opponent for a worker thread; None if there is no engine."""
    return None
