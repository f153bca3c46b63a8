"""What a system has besides players, rounds and standings: brackets, teams, matches.

An extra is plain JSON made of a state. The state given for the public is cut off
after its last published round, so an extra that looks at nothing else tells no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chuhe.tournament.state import State
from chuhe.tournament.team_json import team_extra

__all__ = ["EXTRAS", "extras"]

#: Name → what makes it of a section; None where the section has no such thing.
EXTRAS: dict[str, Callable[[State], object | None]] = {"teams": team_extra}


def extras(state: State, *, public: bool) -> dict[str, Any]:
    """All extras of a section."""
    found = {name: make(state) for name, make in EXTRAS.items()}
    return {name: extra for name, extra in found.items() if extra is not None}
