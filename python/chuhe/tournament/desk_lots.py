"""The knock-out by lots, round by round, on the file of an event."""

from __future__ import annotations

from chuhe.errors import PairingError
from chuhe.i18n import N_
from chuhe.tournament import lots
from chuhe.tournament.bracket_lots import lots_tree
from chuhe.tournament.model import Event, Reason
from chuhe.tournament.state import Entrant, State
from chuhe.tournament.systems import Gone, Paired, System, flags

__all__ = ["SYSTEM", "still_in"]


def _pair(state: State, event: Event, number: int) -> Paired:
    here = [n for n in still_in(state) if event.absence(n, number) is None]
    if len(here) < 2:
        raise PairingError("desk.won", {"player": here[0] if here else "-"})
    byes = tuple(red for round in state.rounds for red, black in round.boards if black is None)
    agreed = lots.Options(bool(state.options.get("no_second_bye")), byes)
    drawn = lots.draw(here, str(state.rules["seed"]), number, agreed)
    return Paired(drawn.sheet(), {"lots": lots.to_json(drawn)})


def still_in(state: State) -> list[int]:
    """Who has not lost, by number."""
    if not state.rounds:
        return sorted(state.by_number)
    last = state.rounds[-1]
    left = []
    for red, black in last.boards:
        key = "+" if black is None else last.results.get((red, black), "")
        if key in ("1", "+"):
            left.append(red)
        elif key in ("0", "-") and black is not None:
            left.append(black)
    return sorted(left)


def _withdrawn(state: State, one: Entrant, round: int) -> Gone:
    """Before the first round it is as if he had not come: perhaps there is a round less."""
    left = sum(state.entrants[id].gone is None for id in state.by_number.values()) - 1
    if state.rounds or one.number is None or round > 1 or left < 1:
        return Gone()
    return Gone({"rounds": len(lots.course(left))})


SYSTEM = System(
    checked=lambda options: flags("lots", {"no_second_bye": bool}, options),
    pair=_pair,
    breaks=lambda state, event, fact, new: [Reason("desk.lots", {"round": len(state.rounds)})],
    rounds=lambda state, players: len(lots.course(players)),
    withdrawn=_withdrawn,
    tiebreaks="Z",  # those who lose in one round share a place
    draws=False,
    idle=N_("knocked out"),
    knock_out=True,
    tree=lots_tree,
)
