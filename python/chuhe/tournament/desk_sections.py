"""An event played in sections only: its main section has no rounds, its table is that over all."""

from __future__ import annotations

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import sections
from chuhe.tournament.model import Event
from chuhe.tournament.standings import Row, Standings
from chuhe.tournament.state import State
from chuhe.tournament.systems import Paired, System, flags

__all__ = ["SYSTEM"]


def _pair(state: State, event: Event, number: int) -> Paired:
    raise PairingError("desk.sections", {"known": ", ".join(state.sections) or "–"})


def _standings(state: State, after: int | None) -> Standings:
    """The table over all sections, by the numbers of the event."""
    from chuhe.tournament.desk import table_of  # which has this system in its table

    rows = sections.overall(state, table_of).rows
    numbered = [(row.place, state.entrants[row.id].number) for row in rows]
    return Standings(0, (), tuple(Row(place, n, ()) for place, n in numbered if n is not None))


SYSTEM = System(
    checked=lambda options: flags("sections", {}, options),
    pair=_pair,
    standings=_standings,
    open_end=True,
    byes=False,
)

add_messages(
    {
        "desk.sections": N_("rounds are played in sections: name one of them ({known})"),
    }
)
