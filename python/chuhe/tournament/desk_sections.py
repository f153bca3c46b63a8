"""An event played in sections only: its main section has no rounds, its table is that over all."""

from __future__ import annotations

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import sections
from chuhe.tournament.model import Event, EventError
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import Entrant, State
from chuhe.tournament.systems import Gone, Paired, System, flags

__all__ = ["SYSTEM"]


def _pair(state: State, event: Event, number: int) -> Paired:
    raise PairingError("desk.sections", {"known": ", ".join(state.sections) or "–"})


def _standings(state: State, after: int | None) -> Standings:
    """The table over all sections, by the numbers of the event."""
    from chuhe.tournament.desk import table_of  # which has this system in its table

    return sections.final_table(state, table_of)


def _withdrawn(state: State, one: Entrant, round: int) -> Gone:
    """Before groups are drawn he is left out of them; afterwards he leaves his own section."""
    if state.sections:
        raise EventError("desk.sections", {"known": ", ".join(state.sections)})
    return Gone()


SYSTEM = System(
    checked=lambda options: flags("sections", {}, options),
    pair=_pair,
    standings=_standings,
    withdrawn=_withdrawn,
    late=True,
    open_end=True,
    byes=False,
)

add_messages(
    {
        "desk.sections": N_("players play in sections: name one of them ({known})"),
    }
)
