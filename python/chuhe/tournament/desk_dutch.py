"""The Dutch Swiss on the file of an event."""

from __future__ import annotations

from collections.abc import Iterator

from chuhe.errors import PairingError
from chuhe.tournament import dutch
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Reason
from chuhe.tournament.state import State
from chuhe.tournament.systems import Boards, Paired, System, flags

__all__ = ["SYSTEM"]

#: With more players a change is tried against the criteria only where that is quick.
_TRIED = 200


def _breaks(state: State, event: Event, fact: Fact, new: Boards) -> list[Reason]:
    """Which criterion stands against a new board."""
    round = state.rounds[-1]
    old = {frozenset(board) for board in round.boards}
    found: list[Reason] = []
    for red, black in new[:4]:
        if black is not None and frozenset((red, black)) not in old:
            found += _criterion(event, round.number, red, black)
    return found


def _criterion(event: Event, round: int, red: int, black: int) -> Iterator[Reason]:
    try:
        reason = dutch.why_not(event, red, black, round, most=_TRIED)
        if reason.code != "dutch.why.unknown":
            yield reason
    except (EventError, PairingError):  # one of the two was not to be paired
        return


SYSTEM = System(
    checked=lambda options: flags("dutch", {"baku": bool}, options),
    pair=lambda state, event, number: Paired(dutch.pair(event, number)),
    breaks=_breaks,
    late=True,
    points="1:0.5:0",
)
