"""A figure that players are ranked by, the code it is asked for with, and how rounds without a game count.

>>> str(Code("BH", 1, 1)), Tally(Code("BH"), None).text
('BH/M1', '–')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from chuhe.errors import ChuheError
from chuhe.tournament.working import Part

__all__ = [
    "CHINESE",
    "CHINESE_LOWEST",
    "FIDE",
    "FIDE_ROUND_ROBIN",
    "Code",
    "Tally",
    "Tenths",
    "TieBreakError",
    "Unplayed",
    "summed",
]


class TieBreakError(ChuheError, ValueError):
    """A tie-break that is not known, or cannot be computed for this event."""


@dataclass(frozen=True, slots=True)
class Unplayed:
    """How rounds without a game count in what is taken from the opponents."""

    name: str
    dummy: str = "self"
    """Whose points an unplayed round counts: ``self``, ``zero``, ``lowest`` of the field."""
    forfeits_count: bool = False
    """Whether an opponent who did not come counts like any other."""
    absences_are_draws: bool = False
    """Whether an opponent's last rounds, if he stayed away from all of them, count as draws."""
    cut_absences_first: bool = False
    """Whether a cut takes a round one stayed away from, before the lowest."""
    capped: bool = False
    """Whether the dummy has no more than the opponent who did not come, or than draws make."""


FIDE = Unplayed("fide", absences_are_draws=True, cut_absences_first=True, capped=True)

FIDE_ROUND_ROBIN = Unplayed("fide-round-robin", dummy="zero", forfeits_count=True)

CHINESE = Unplayed("chinese", dummy="zero", forfeits_count=True)

CHINESE_LOWEST = Unplayed("chinese-lowest", dummy="lowest", forfeits_count=True)


class Code(NamedTuple):
    """A tie-break as asked for: its name and what is cut."""

    name: str
    low: int = 0
    high: int = 0

    @property
    def fewer_is_better(self) -> bool:
        """Whether the smaller figure is the better one."""
        return self.name in ("D", "DE", "H")

    @property
    def among_tied(self) -> bool:
        """Whether the figure depends on who is still tied."""
        return self.name in ("DE", "H")

    def __str__(self) -> str:
        if self.low and self.low == self.high:
            return f"{self.name}/M{self.low}"
        return f"{self.name}/C{self.low}" if self.low else self.name


@dataclass(frozen=True, slots=True)
class Tally:
    """A figure of a tie-break and where it comes from."""

    code: Code
    value: int | None
    """In units of ``1/scale``; None: cannot be computed for this player."""
    scale: int = 1
    parts: tuple[Part, ...] = ()
    """What it is the sum (or the mean) of; what was cut is there too, marked."""

    @property
    def key(self) -> float:
        """By which players are ordered: the greater the better, no figure last."""
        if self.value is None:
            return float("-inf")
        return -self.value if self.code.fewer_is_better else self.value

    @property
    def text(self) -> str:
        """The figure as it is printed.

        >>> Tally(Code("SB"), 1325, 100).text, Tally(Code("BH"), 270, 10).text
        ('13.25', '27.0')
        """
        if self.value is None:
            return "–"
        if self.scale == 1:
            return str(self.value)
        digits = len(str(self.scale)) - 1
        return f"{self.value // self.scale}.{self.value % self.scale:0{digits}}"


def summed(code: Code, parts: Iterable[Part], scale: int = 1) -> Tally:
    """The sum of the parts that are not cut."""
    parts = tuple(parts)
    return Tally(code, sum(part.value for part in parts if not part.cut), scale, parts)


class Tenths(int):
    """A number of tenths that is told as points."""

    def __format__(self, spec: str) -> str:
        return str(self)

    def __str__(self) -> str:
        return f"{int(self) // 10}.{int(self) % 10}"
