"""The rules of 跳棋 as data.

What the rule text of the encyclopedia says (ten pieces, 相邻跳 and 等距跳, the
camp-leaving rule at rounds 20, 25 and 30) is the default; the rest are the ways
in which houses differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_

__all__ = ["RULES", "Rules", "rules_named"]

Stalled = Literal["nearer", "draw"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game of 跳棋 is played.

    >>> Rules(hop="adjacent").marks
    ((20, 5), (25, 8), (30, 10))
    """

    hop: Literal["adjacent", "equidistant"] = "equidistant"
    """相邻跳: over a touching piece to the cell behind it.  等距跳: over the only piece on the
    way, to the cell as far behind it as it is in front."""
    mixed: bool = True
    """Whether one chain may have hops of several lengths."""
    start_occupied: bool = False
    """Whether the moving piece still counts as standing where it started."""
    stop: Literal["free", "no_stop", "no_stop_no_leave", "no_entry"] = "no_stop_no_leave"
    """Where a move may end. ``free``: anywhere; ``no_stop``: not in a point that is neither one's
    own nor one's target, though hops may pass through; ``no_stop_no_leave``: and a piece in the
    target stays in it; ``no_entry``: and no hop touches down in a foreign point."""
    return_home: bool = True
    """Whether a piece may come back into its camp."""
    pass_allowed: bool = False
    """Whether one may pass; who cannot move is passed over under any rules."""
    marks: tuple[tuple[int, int], ...] = ((20, 5), (25, 8), (30, 10))
    """The camp-leaving rule: after a player's round so-and-so at least so many of his pieces are
    out of his camp, or he loses.  Empty: off."""
    cumulative: bool = False
    """Whether a piece that left and came back counts as out at a mark."""
    remove_out: bool = False
    """Whether the pieces of who is out are taken off while others play on."""
    win: Literal["all_own", "full_one_own"] = "all_own"
    """When one has arrived: all own pieces in the target; or the target full, one of them own."""
    full_from: int | None = 31
    """The player's round from which on a full target with one own piece is enough."""
    swap: bool = False
    """Whether a piece may change places with one at home in the target, once the rest is there."""
    repetitions: int = 2
    """How often the same position may stand: what would repeat it once more must be avoided, and
    where nothing else is left the game is drawn.  0: as often as one likes."""
    stalled_rounds: int = 10
    """So many rounds in which nobody comes nearer than he was end the game.  0: off."""
    stalled: Stalled = "nearer"
    """What such a game is worth: with two players ¾ to ¼ for who is nearer, or a draw."""
    cap: int = 200
    """The last round.  0: none."""
    capped: Stalled = "nearer"
    """What a game is worth that the last round ended."""
    play_on: bool = True
    """Whether the others play on for second place and so on."""
    partners: bool = False
    """Whether opposite seats are a team, of four or six players."""

    def fields(self) -> dict[str, Any]:
        """The fields by name, as JSON can hold them.

        >>> Rules().fields()["marks"]
        [[20, 5], [25, 8], [30, 10]]
        """
        return {**asdict(self), "marks": [list(mark) for mark in self.marks]}

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any], base: Rules | None = None) -> Rules:
        """Rules from some of their fields, the others as in ``base``.

        Raises:
            ParseError: ``tiaoqi.field``, ``tiaoqi.marks``: an unknown field, or a value of the
                wrong kind or size.

        >>> Rules.from_fields({"hop": "adjacent", "marks": []}).marks
        ()
        """
        known = asdict(base or cls())
        for name, value in fields.items():
            if name not in known or not _fits(name, value, known[name]):
                raise ParseError("tiaoqi.field", {"name": name, "text": repr(value)[:40]})
        given = dict(fields)
        if "marks" in given:
            given["marks"] = _marks(given["marks"])
        return replace(base or cls(), **given)


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "hop": ("adjacent", "equidistant"),
    "stop": ("free", "no_stop", "no_stop_no_leave", "no_entry"),
    "win": ("all_own", "full_one_own"),
    "stalled": ("nearer", "draw"),
    "capped": ("nearer", "draw"),
}
MOST_MARKS = 20
_MOST = {"repetitions": 100, "stalled_rounds": 1000, "cap": 5000, "full_from": 5000}


def _fits(name: str, value: object, now: object) -> bool:
    if name == "marks":
        return True  # looked at by `_marks`
    if name in _CHOICES:
        return value in _CHOICES[name]
    if name in _MOST:
        if name == "full_from" and value is None:
            return True
        return type(value) is int and 0 <= value <= _MOST[name]
    return type(value) is type(now)


def _marks(marks: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(marks, list | tuple) or len(marks) > MOST_MARKS:
        raise ParseError("tiaoqi.marks")
    found: list[tuple[int, int]] = []
    for mark in marks:
        whole = isinstance(mark, list | tuple) and len(mark) == 2
        if not whole or not all(type(number) is int for number in mark):
            raise ParseError("tiaoqi.marks")
        round, out = mark
        rising = not found or found[-1][0] < round
        if not rising or not 1 <= round <= 5000 or not 1 <= out <= 15:
            raise ParseError("tiaoqi.marks")
        found.append((round, out))
    return tuple(found)


#: Name → rules: 等距跳 as the encyclopedia has it, 相邻跳 with the same marks, 相邻跳 with marks
#: that a quiet game keeps, and the game as it is known in the West.
RULES: Mapping[str, Rules] = {
    "equidistant": Rules(),
    "adjacent": Rules(hop="adjacent"),
    "adjacent-late": Rules(hop="adjacent", marks=((25, 5), (32, 8), (40, 10)), full_from=41),
    "western": Rules(hop="adjacent", marks=()),
}


def rules_named(name: str) -> Rules:
    """The rules of a name.

    Raises:
        ParseError: ``tiaoqi.rules``.

    >>> rules_named("western").hop
    'adjacent'
    """
    try:
        return RULES[name]
    except KeyError:
        facts = {"text": name, "known": " ".join(RULES)}
        raise ParseError("tiaoqi.rules", facts) from None


add_messages(
    {
        "tiaoqi.field": N_("'{name}' is no field of the rules, or {text} no value of it"),
        "tiaoqi.marks": N_(
            "the marks are pairs of a round and a number of pieces, the rounds rising"
        ),
        "tiaoqi.rule": N_("'{text}' is no value of '{name}'; known are {known}"),
        "tiaoqi.rules": N_("there are no rules '{text}'; known are {known}"),
    }
)
