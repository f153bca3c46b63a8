"""The plan of a knock-out: all matches beforehand, and where their players come from.

A plan knows no results.  ``stage`` is the round of the event in which a match is
played; matches of one stage are independent of each other.

>>> for match in single(4, third=True):
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

__all__ = ["THIRD", "Part", "Plan", "Planned", "Source", "single"]

#: The name of the match for the third place.
THIRD = "3P"

Part = Literal["main", "losers", "final", "reset", "third"]


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
    ``third``: for the third place."""
    round: int = 1
    """The round within its part, from 1."""


Plan = tuple[Planned, ...]


def single(players: int, *, third: bool = False, prefix: str = "") -> Plan:
    """A bracket with byes for the best seeds; who loses is out.

    Args:
        players: how many, 2 or more. Seeds beyond them are byes.
        third: whether the losers of the semi-finals play for the third place, in
            the round of the final.
        prefix: stands before the names of the matches.

    >>> [match.name for match in single(8)]
    ['1.1', '1.2', '1.3', '1.4', '2.1', '2.2', '3.1']
    """
    seeds = bracket(players)
    sources = [Source("seed", seed) for seed in seeds]
    plan: list[Planned] = []
    round = 0
    while len(sources) > 1:
        round += 1
        pairs = zip(sources[::2], sources[1::2], strict=True)
        plan += [
            Planned(f"{prefix}{round}.{n}", round, one, two, "main", round)
            for n, (one, two) in enumerate(pairs, 1)
        ]
        sources = [Source("winner", m.name) for m in plan if m.round == round]
    if third and round > 1:
        semis = [m.name for m in plan if m.round == round - 1]
        plan.append(
            Planned(THIRD, round, Source("loser", semis[0]), Source("loser", semis[1]), "third")
        )
    return tuple(plan)
