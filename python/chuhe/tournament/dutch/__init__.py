"""The FIDE Dutch Swiss, C.04.3 in the edition in force since 1 February 2026.

>>> from chuhe.tournament import Event, Player
>>> event = Event(players=tuple(map(Player, range(1, 6))), rounds_total=4, initial_side="red")
>>> [(pairing.red, pairing.black) for pairing in pair(event).pairings]
[(1, 3), (4, 2), (5, None)]
"""

from __future__ import annotations

from itertools import groupby

from chuhe.errors import PairingError
from chuhe.tournament.dutch.bracket import Bracket, Paired, pair_bracket
from chuhe.tournament.dutch.colours import allocate
from chuhe.tournament.dutch.completion import bye_score
from chuhe.tournament.dutch.entrants import Entrant, entrants
from chuhe.tournament.model import Event, Pairing, Sheet

__all__ = ["pair"]


def pair(event: Event, round: int | None = None) -> Sheet:
    """Pair a round."""
    round = event.next_round if round is None else round
    field = entrants(event, round)
    score = bye_score(field.entrants)
    if score is None:
        raise PairingError("no_valid_pairing", {"round": round, "players": len(field.entrants)})
    odd = len(field.entrants) % 2
    takers = tuple(e for e in field.entrants if odd and e.bye and e.score == score)
    groups = [tuple(g) for _, g in groupby(field.entrants, key=lambda e: e.score)]
    floaters: tuple[Entrant, ...] = ()
    done: list[Paired] = []
    for k, residents in enumerate(groups):
        below = groups[k + 1] if k + 1 < len(groups) else ()
        rest = tuple(e for group in groups[k + 2 :] for e in group)
        if len(floaters) + len(residents) < 2 and not below:
            floaters += residents
            break
        paired = pair_bracket(Bracket(floaters, residents, below, rest, takers, field.last_round))
        done.append(paired)
        floaters = paired.floaters
    boards = []
    for bracket in done:
        for one, two in bracket.pairs:
            red, black, article = allocate(one, two, field.initial)
            boards.append((red, black))
    def key(b):
        hi, lo = sorted(b, key=lambda e: (-e.points, e.rank))
        return (-hi.points, -lo.points, hi.rank)
    boards.sort(key=key)
    return Sheet(round, tuple(Pairing(r.number, b.number) for r, b in boards) + tuple(Pairing(e.number) for e in floaters))
