"""The plan of a knock-out: all matches beforehand, and where their players come from.

A plan knows no results.  ``stage`` is the round of the event in which a match is
played; matches of one stage are independent of each other.

>>> for match in single(4, places=4):
...     print(match.stage, match.name, match.one, match.two)
1 1.1 seed 1 seed 4
1 1.2 seed 2 seed 3
2 2.1 winner of 1.1 winner of 1.2
2 3P loser of 1.1 loser of 1.2
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chuhe.tournament.brackets import bracket

__all__ = ["THIRD", "Part", "Plan", "Planned", "Source", "page", "single"]

#: The name of the match for the third place.
THIRD = "3P"

Part = Literal["main", "losers", "final", "reset", "third", "places"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where one of the two players of a match comes from.

    >>> print(Source("seed", 3), Source("winner", "1.2"), sep=", ")
    seed 3, winner of 1.2
    """

    kind: Literal["seed", "winner", "loser"]
    of: int | str
    """The seed, from 1, or the name of the match."""

    def __str__(self) -> str:
        return f"seed {self.of}" if self.kind == "seed" else f"{self.kind} of {self.of}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A match of the plan."""

    name: str
    stage: int
    """The round of the event, from 1."""
    one: Source
    """Drawn above."""
    two: Source
    part: Part = "main"
    """``main``: the bracket, or the winners' bracket where there are two; ``losers``;
    ``final``: the grand final of two brackets; ``reset``: its second match;
    ``third``: for the third place; ``places``: for lower ones."""
    round: int = 1
    """The round within its part, from 1."""
    base: int = 1
    """The best place that can be reached through this match."""
    out: int = 2
    """The first of the places of who loses it, if that is his last match."""


Plan = tuple[Planned, ...]


def single(players: int, *, places: int = 1, prefix: str = "") -> Plan:
    """A bracket with byes for the best seeds; who loses is out, but for playing for places.

    Args:
        players: how many, 2 or more. Seeds beyond them are byes.
        places: how many places are played for: 4 has the losers of the semi-finals
            play for the third, 8 those of the quarter-finals for the fifth to the eighth.
        prefix: stands before the names of the matches of the bracket.

    >>> [match.name for match in single(8)]
    ['1.1', '1.2', '1.3', '1.4', '2.1', '2.2', '3.1']
    >>> [match.name for match in single(8, places=8) if match.part != "main"]
    ['5-8.1', '5-8.2', '3P', '5-6', '7-8']
    """
    seeds = [Source("seed", seed) for seed in bracket(players)]
    plan = _block(seeds, 1, 1, places, prefix)
    return tuple(sorted(plan, key=lambda match: (match.stage, match.base)))


def _block(
    sources: list[Source], base: int, stage: int, places: int, prefix: str = ""
) -> list[Planned]:
    """The matches for the places from one on, as many as there are sources."""
    plan: list[Planned] = []
    left, round = sources, stage
    while len(left) > 1:
        half = len(left) // 2
        part: Part = "main" if base == 1 else "third" if base == 3 and half == 1 else "places"
        met = []
        for n, (one, two) in enumerate(zip(left[::2], left[1::2], strict=True), 1):
            if base == 1:
                name = f"{prefix}{round}.{n}"
            elif part == "third":
                name = THIRD
            else:
                name = f"{base}-{base + len(left) - 1}" + (f".{n}" if half > 1 else "")
            met.append(Planned(name, round, one, two, part, round, base, base + half))
        plan += met
        round += 1
        if base + half < places:
            losers = [Source("loser", match.name) for match in met]
            plan += _block(losers, base + half, round, places)
        left = [Source("winner", match.name) for match in met]
    return plan


def page() -> Plan:
    """The play-off of four by Page: the first two have a second chance.

    1 meets 2, and who wins is in the final; who loses meets the winner of 3 against 4.

    >>> for match in page():
    ...     print(match.stage, match.name, match.one, match.two, match.out, sep=", ")
    1, Q1, seed 1, seed 2, 3
    1, Q2, seed 3, seed 4, 4
    2, SF, winner of Q2, loser of Q1, 3
    3, F, winner of Q1, winner of SF, 2
    """
    return (
        Planned("Q1", 1, Source("seed", 1), Source("seed", 2), out=3),
        Planned("Q2", 1, Source("seed", 3), Source("seed", 4), out=4),
        Planned("SF", 2, Source("winner", "Q2"), Source("loser", "Q1"), round=2, out=3),
        Planned("F", 3, Source("winner", "Q1"), Source("winner", "SF"), round=3),
    )
