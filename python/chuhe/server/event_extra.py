"""What a system has besides players, rounds and standings: brackets, teams, matches.

An extra is plain JSON made of a state. The state given for the public is cut off
after its last published round, so an extra that looks at nothing else tells no more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from chuhe.i18n import _
from chuhe.server import objects as o
from chuhe.tournament.bracket_view import bracket_facts, bracket_svg, match_facts
from chuhe.tournament.deciders import STAGES
from chuhe.tournament.state import State
from chuhe.tournament.team_json import team_extra

__all__ = ["EXTRAS", "extras"]
#: With more players the picture is for paper only.
MOST_DRAWN = 256


def _bracket(state: State) -> object | None:
    """The matches of a knock-out with their games, and their picture in both languages."""
    facts = bracket_facts(state)
    if facts is None:
        return None
    for match in facts["matches"]:
        if match["score"] is not None:
            match |= _games(state, match["round"], match["board"])
    small = len(state.by_number) <= MOST_DRAWN
    return {**facts, "svg": o.both(lambda: bracket_svg(state) or "") if small else None}


def _games(state: State, round: int, board: int) -> dict[str, Any]:
    """The games of a match, and the one that its next key is entered for."""
    facts = match_facts(state, state.round(round), board)

    def told(game: dict[str, Any]) -> dict[str, Any]:
        return {**game, "stage": o.both(partial(_, STAGES[game["stage"]]))}

    return {
        "games": [told(game) for game in facts["games"]],
        "next": facts["next"] and told(facts["next"]),
    }


#: Name → what makes it of a section; None where the section has no such thing.
EXTRAS: dict[str, Callable[[State], object | None]] = {"bracket": _bracket, "teams": team_extra}


def extras(state: State, *, public: bool) -> dict[str, Any]:
    """All extras of a section."""
    found = {name: make(state) for name, make in EXTRAS.items()}
    return {name: extra for name, extra in found.items() if extra is not None}
