"""The round robin on the file of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chuhe.i18n import N_
from chuhe.tournament import roundrobin, sections
from chuhe.tournament.model import Event, Kind, Reason, Score, Sheet
from chuhe.tournament.state import Entrant, State
from chuhe.tournament.systems import Gone, Paired, System, flags

__all__ = ["SYSTEM", "options"]


def options(state: State) -> roundrobin.Options:
    """What was agreed."""
    return roundrobin.Options(**state.options)


def _checked(options: Mapping[str, object]) -> dict[str, object]:
    checked = flags("roundrobin", {"cycles": int, "swap_last": bool}, options)
    roundrobin.schedule(2, roundrobin.Options(**options))  # type: ignore[arg-type]
    return checked


def _pair(state: State, event: Event, number: int) -> Paired:
    sheet, known = sections.carried(state, roundrobin.pair(event, number, options(state)))
    boards = {(red, black) for red, black, _key in known}
    away = (board for board in _away(event, sheet) if board[:2] not in boards)
    return Paired(sheet, {"results": [*known, *away]})


def _away(event: Event, sheet: Sheet) -> Iterator[tuple[int, int, str]]:
    """The boards that are forfeits, because somebody is away."""
    settled = roundrobin.settle(event.with_sheet(sheet), sheet.round)
    for pairing in sheet.pairings:
        if pairing.black is None:
            continue
        one, two = settled.cell(pairing.red, sheet.round), settled.cell(pairing.black, sheet.round)
        if one.kind is Kind.FORFEIT:
            key = "+" if one.score is Score.WIN else "-" if two.score is Score.WIN else "x"
            yield pairing.red, pairing.black, key


def _withdrawn(state: State, one: Entrant, round: int) -> Gone:
    """Whether the results stand or are struck out, by the half of the games."""
    if one.number is None:
        return Gone()
    ruling = roundrobin.withdrawal(state.event(), one.number, options(state))
    return Gone({"annulled": ruling.annulled}, notes=[ruling.reason])


SYSTEM = System(
    checked=_checked,
    pair=_pair,
    breaks=lambda state, event, fact, new: [Reason("desk.table", {"round": len(state.rounds)})],
    rounds=lambda state, players: roundrobin.rounds(players, options(state)),
    withdrawn=_withdrawn,
    idle=N_("no game"),  # free, or a game struck out
    all_meet=True,
)
