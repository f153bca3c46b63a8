"""What is agreed about a Chinese Swiss, 积分编排制, as data.

>>> Options().first_round, Options(units="first").units
(<FirstRound.HALF: 'half'>, 'first')
>>> from_json(to_json(Options(seed="cup", leader_points=120))) == Options(
...     seed="cup", leader_points=120
... )
True

The choices are those a complete Chinese program offers its organisers, and
those named in the supplementary rules of the 14th World Championship.  The
text of the chapter of the Chinese rule book could not be read; where a choice
is our reading, its line says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_

__all__ = [
    "Bye",
    "Colours",
    "FirstColours",
    "FirstRound",
    "Options",
    "SameHistory",
    "from_json",
    "to_json",
]


class FirstRound(StrEnum):
    """How numbers are put together in round one, and within a score group later."""

    HALF = "half"
    """拦腰: the first of the upper half meets the first of the lower half."""
    ADJACENT = "adjacent"
    """临近: 1 meets 2, 3 meets 4."""
    ENDS = "ends"
    """首尾: 1 meets the last, 2 the last but one."""
    RANDOM = "random"
    """随机: by lot."""
    HALVES = "halves"
    """上下半区: one of the upper half meets one of the lower half, by lot (our reading)."""


class FirstColours(StrEnum):
    """Who has Red in round one."""

    SMALL = "small"
    """The smaller number, which in 拦腰 is the upper half."""
    BIG = "big"
    """The bigger number."""
    TABLES = "tables"
    """Odd table: the smaller number; even table: the bigger one. 1-2, 4-3, 5-6, 8-7."""
    TABLES_REVERSED = "tables_reversed"
    """Odd table: the bigger number; even table: the smaller one."""
    ODD = "odd"
    """The odd number; of two alike the smaller."""
    EVEN = "even"
    """The even number; of two alike the smaller."""
    LOT = "lot"
    """By lot at every table."""
    LOT_TABLES = "lot_tables"
    """By lot at table one, then by turns: smaller and bigger number."""


class Colours(StrEnum):
    """How colours are given after round one."""

    BALANCE = "balance"
    """Who has had Red less often has Red."""
    NATURAL = "natural"
    """Colours change from game to game."""


class SameHistory(StrEnum):
    """Who has Red if both have had the same colours throughout."""

    ROUNDS = "rounds"
    """Odd round: the smaller number; even round: the bigger one."""
    SUM = "sum"
    """The smaller number if the sum of the two is odd, otherwise the bigger one."""


class Bye(StrEnum):
    """Who has the bye where the number is odd."""

    FEWEST = "fewest"
    """Of those with the fewest byes the lowest in the table."""
    ONCE = "once"
    """The lowest who has had none; if everybody has had one there is no pairing."""


@dataclass(frozen=True)
class Options:
    """All that is agreed beforehand. Points are those of the event; thresholds are in tenths."""

    first_round: FirstRound = FirstRound.HALF
    first_colours: FirstColours = FirstColours.TABLES
    within: FirstRound = FirstRound.HALF
    """How those of equal points are put together after round one."""
    colours: Colours = Colours.BALANCE
    no_third_first: bool = True
    """禁3先: nobody moves first three times running, if it can be avoided."""
    no_third_second: bool = True
    """禁3后: nor second."""
    same_history: SameHistory = SameHistory.ROUNDS
    last_rounds: int = 3
    """In so many last rounds the colours of leaders come before equal points …"""
    leader_points: int | None = None
    """… where one of the two has at least so many points. None: never."""
    units: Literal["never", "first", "always"] = "always"
    """同队不相遇: whether those of one unit are kept apart, in round one or always, if possible."""
    unit: Literal["team", "federation"] = "team"
    """What the unit of a player is."""
    floats: bool = True
    """上下浮控制: whether who has floated lately is spared doing it again the same way."""
    bye: Bye = Bye.FEWEST
    unplayed_win_is_bye: bool = True
    """Whether a win without play counts as a bye when the next bye is given."""
    empty_number: Literal["zero", "lowest"] = "lowest"
    """空号: what the opponent in a bye counts in the sum of opponents' points."""
    missed_rounds: int | None = 2
    """Who has missed so many rounds running is not paired any more. None: no such rule."""
    kept: tuple[int, ...] = ()
    """Players to whom the arbiter does not apply that rule, such as one who has come back."""
    out_below: tuple[tuple[int, int], ...] = ()
    """(round, tenths): who has fewer points after this round is out."""
    enough: tuple[tuple[int, int], ...] = ()
    """(round, tenths): who has so many points by this round is not paired any more."""
    seed: str = ""
    """What all lots are drawn from; needed where a choice is by lot."""


def to_json(options: Options) -> dict[str, object]:
    """The options as JSON, every field.

    >>> to_json(Options(out_below=((3, 20),)))["out_below"]
    [[3, 20]]
    """
    record: dict[str, object] = {}
    for field in fields(Options):
        value = getattr(options, field.name)
        if isinstance(value, tuple):
            record[field.name] = [list(row) if isinstance(row, tuple) else row for row in value]
        else:
            record[field.name] = value.value if isinstance(value, StrEnum) else value
    return record


def from_json(record: Mapping[str, object]) -> Options:
    """Options from their JSON; what is left out has its default.

    Raises:
        PairingError: ``chinese.option``: no such option, or a value it cannot have.
    """
    values: dict[str, object] = {}
    for name, value in record.items():
        try:
            values[name] = _READERS[name](value)
        except (KeyError, TypeError, ValueError):
            known = _VALUES.get(name) or " ".join(_READERS)
            raise PairingError("chinese.option", {"name": name, "known": known}) from None
    return Options(**values)  # type: ignore[arg-type]


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 1_000_000:
        raise TypeError
    return value


def _maybe(value: object) -> int | None:
    return None if value is None else _count(value)


def _thresholds(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple((_count(round), _count(points)) for round, points in value)


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_count, value))


def _word(name: str, *known: str) -> str:
    if name not in known:
        raise ValueError(name)
    return name


_READERS = {
    "first_round": lambda value: FirstRound(_text(value)),
    "first_colours": lambda value: FirstColours(_text(value)),
    "within": lambda value: FirstRound(_text(value)),
    "colours": lambda value: Colours(_text(value)),
    "no_third_first": _flag,
    "no_third_second": _flag,
    "same_history": lambda value: SameHistory(_text(value)),
    "last_rounds": _count,
    "leader_points": _maybe,
    "units": lambda value: _word(_text(value), "never", "first", "always"),
    "unit": lambda value: _word(_text(value), "team", "federation"),
    "floats": _flag,
    "bye": lambda value: Bye(_text(value)),
    "unplayed_win_is_bye": _flag,
    "empty_number": lambda value: _word(_text(value), "zero", "lowest"),
    "missed_rounds": _maybe,
    "kept": _numbers,
    "out_below": _thresholds,
    "enough": _thresholds,
    "seed": _text,
}

#: What may stand after the name of an option, as it is typed.
_VALUES = {
    **dict.fromkeys(("first_round", "within"), " ".join(FirstRound)),
    "first_colours": " ".join(FirstColours),
    "colours": " ".join(Colours),
    **dict.fromkeys(
        ("no_third_first", "no_third_second", "floats", "unplayed_win_is_bye"), "true false"
    ),
    "same_history": " ".join(SameHistory),
    **dict.fromkeys(("last_rounds", "leader_points", "missed_rounds"), "0 1 2 …"),
    "units": "never first always",
    "unit": "team federation",
    "bye": " ".join(Bye),
    "empty_number": "zero lowest",
    "kept": "[1,2,…]",
    **dict.fromkeys(("out_below", "enough"), "[[3,20],…]"),
    "seed": "…",
}

add_messages(
    {"chinese.option": N_("the Chinese Swiss has no such option or value: {name}; known: {known}")}
)
