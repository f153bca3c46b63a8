"""The plan of a double elimination: who has lost twice is out.

The winners' bracket is that of a knock-out.  Who loses there goes over to the
losers' bracket: the losers of the first round meet each other, those of a later
round meet whoever is left there.  They come in crosswise (upside down, or the
halves exchanged, in turn), so that two who have met meet again as late as
possible.  In the grand final the winner of the winners' bracket has not lost
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


def double(players: int, *, reset: bool = True) -> Plan:
    """A double elimination.

    Args:
        players: how many, 2 or more.
        reset: whether a second final is played if the first is lost by the one
            who had not lost before.
    """
    winners = single(players, prefix="W")
    rounds = max(match.round for match in winners)
    plan = [replace(match, stage=max(1, 2 * match.round - 2)) for match in winners]
    left = [Source("loser", match.name) for match in winners if match.round == 1]
    number = 0
    for round in range(2, rounds + 1):
        number += 1
        met = _pairs(number, left[::2], left[1::2])
        number += 1
        fallen = [Source("loser", match.name) for match in winners if match.round == round]
        come = _pairs(number, [Source("winner", m.name) for m in met], _crossed(fallen, round))
        plan += [*met, *come]
        left = [Source("winner", match.name) for match in come]
    top = Source("winner", winners[-1].name)
    plan.sort(key=lambda match: match.stage)
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


def _crossed(fallen: list[Source], round: int) -> list[Source]:
    """Those who come over from a round of the winners' bracket, away from whom they have met.

    >>> four = [Source("loser", f"W2.{n}") for n in range(1, 5)]
    >>> [str(source.of) for source in _crossed(four, 2)], [str(s.of) for s in _crossed(four, 3)]
    (['W2.4', 'W2.3', 'W2.2', 'W2.1'], ['W2.3', 'W2.4', 'W2.1', 'W2.2'])
    """
    if round % 2 == 0:
        return fallen[::-1]
    half = len(fallen) // 2
    return fallen[half:] + fallen[:half]
