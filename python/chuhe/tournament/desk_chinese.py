"""The Chinese Swiss, 积分编排制, on the file of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chuhe.tournament import chinese
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, Pairing, Reason, Sheet
from chuhe.tournament.state import State
from chuhe.tournament.systems import Boards, Paired, System

__all__ = ["SYSTEM", "options"]


def options(state: State) -> chinese.Options:
    """What was agreed; lots are drawn from the seed of the event.

    Who withdrew and came back is not left out for the rounds he missed.
    """
    agreed = chinese.from_json({"seed": str(state.rules.get("seed", "")), **state.options})
    returned = {n for n, id in state.by_number.items() if id in state.returned}
    return replace(agreed, kept=tuple(sorted({*agreed.kept, *returned})))


def _checked(options: Mapping[str, object]) -> dict[str, object]:
    chinese.from_json(options)
    return dict(options)


def _breaks(state: State, event: Event, fact: Fact, new: Boards) -> list[Reason]:
    """What is to be said of the sheet now and was not before."""
    agreed = options(state)
    round = state.rounds[-1]
    changed = Sheet(round.number, tuple(Pairing(*board) for board in fact["boards"]))  # type: ignore[attr-defined]
    known = [(r.code, r.players) for r in chinese.check(event, round.sheet(), agreed)]
    return [r for r in chinese.check(event, changed, agreed) if (r.code, r.players) not in known]


SYSTEM = System(
    checked=_checked,
    pair=lambda state, event, number: Paired(chinese.pair(event, number, options(state))),
    breaks=_breaks,
    plain_breaks=False,
    late=True,
)
