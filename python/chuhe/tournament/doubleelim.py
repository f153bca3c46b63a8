"""The plan of a double elimination: who has lost twice is out.

The winners' bracket is that of a knock-out.  Who loses there goes over to the
losers' bracket: the losers of the first round meet each other, those of a later
round meet whoever is left there.  They come in upside down, or with the halves
exchanged, or each half upside down, whichever keeps those apart longest who may
have met.  In the grand final the winner of the winners' bracket has not lost
yet: if he loses, a second match may decide (``reset``).

>>> for match in double(4, reset=True):
...     print(match.stage, match.name, match.one, match.two, sep=", ")
1, W1.1, seed 1, seed 4
1, W1.2, seed 2, seed 3
2, W2.1, winner of W1.1, winner of W1.2
2, L1.1, loser of W1.1, loser of W1.2
3, L2.1, winner of L1.1, loser of W2.1
4, F1, winner of W2.1, winner of L2.1
5, F2, winner of F1, loser of F1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chuhe.tournament.bracket_plan import Plan, Planned, Source, single

__all__ = ["double"]

_Reach = dict[int | str, frozenset[int | str]]


def double(players: int, *, reset: bool = True) -> Plan:
    """A double elimination.

    Args:
        players: how many, 2 or more.
        reset: whether a second final is played if the first is lost by the one
            who had not lost before.
    """
    winners = single(players, prefix="W")
    rounds = max(match.round for match in winners)
    plan: list[Planned] = []
    reach = _reach({}, winners)
    left = [Source("loser", match.name) for match in winners if match.round == 1]
    number = 0
    for round in range(2, rounds + 1):
        number += 1
        met = _pairs(number, left[::2], left[1::2])
        number += 1
        fallen = [Source("loser", match.name) for match in winners if match.round == round]
        waiting = [Source("winner", match.name) for match in met]
        reach = _reach(reach, met)
        come = _pairs(number, waiting, _crossed(waiting, fallen, reach))
        reach = _reach(reach, come)
        plan += [*met, *come]
        left = [Source("winner", match.name) for match in come]
    plan = _placed(plan)
    fall = {match.round: match.out for match in plan}
    for match in winners:
        stage = max(1, 2 * match.round - 2)
        plan.append(replace(match, stage=stage, out=fall.get(stage, 2)))
    top = Source("winner", winners[-1].name)
    plan.sort(key=lambda match: (match.stage, match.part == "losers"))
    plan.append(Planned("F1", 2 * rounds, top, left[0], "final"))
    if reset:
        again = Source("winner", "F1"), Source("loser", "F1")
        plan.append(Planned("F2", 2 * rounds + 1, *again, "reset"))
    return tuple(plan)


def _pairs(round: int, ones: Sequence[Source], twos: Sequence[Source]) -> list[Planned]:
    """A round of the losers' bracket."""
    return [
        Planned(f"L{round}.{n}", round + 1, one, two, "losers", round)
        for n, (one, two) in enumerate(zip(ones, twos, strict=True), 1)
    ]


def _placed(losers: list[Planned]) -> list[Planned]:
    """The matches of the losers' bracket with the places of who goes out in them."""
    placed: list[Planned] = []
    first = 3
    for round in range(max((match.round for match in losers), default=0), 0, -1):
        met = [replace(match, out=first) for match in losers if match.round == round]
        placed = [*met, *placed]
        first += len(met)
    return placed


def _reach(known: _Reach, matches: Sequence[Planned]) -> _Reach:
    """Which seeds can come into each match, those known before included."""
    reach = dict(known)
    for match in matches:
        sources = (match.one, match.two)
        some = [frozenset([s.of]) if s.kind == "seed" else reach[s.of] for s in sources]
        reach[match.name] = some[0] | some[1]
    return reach


def _crossed(waiting: list[Source], fallen: list[Source], reach: _Reach) -> list[Source]:
    """Those who come over from the winners' bracket, in the order that keeps them away longest.

    >>> four = [Source("loser", f"W2.{n}") for n in range(1, 5)]
    >>> left = [Source("winner", f"L1.{n}") for n in range(1, 5)]
    >>> some = {s.of: frozenset([n // 2]) for n, s in [*enumerate(four), *enumerate(left)]}
    >>> [str(source.of) for source in _crossed(left, four, some)]
    ['W2.4', 'W2.3', 'W2.2', 'W2.1']
    """
    half = len(fallen) // 2
    low, high = fallen[:half], fallen[half:]
    orders = (fallen[::-1], high + low, low[::-1] + high[::-1], fallen)

    def met(order: list[Source]) -> int:
        """How many of those who may meet may have met."""
        pairs = zip(waiting, order, strict=True)
        return sum(len(reach[one.of] & reach[two.of]) for one, two in pairs)

    return min(orders, key=met)
