"""Who is to be paired, with all that the Dutch system asks about a player.

Article numbers are those of FIDE's C.04.3 as in force since 1 February 2026,
and of C.04.1 and C.04.2 where they say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from chuhe.tournament.model import Cell, Event, Kind, Side

__all__ = ["Entrant", "Field", "Strength", "field_of", "other"]


class Strength(IntEnum):
    """How much a colour is due (article 1.7)."""

    NONE = 0
    """No game played yet: no preference (1.7.4)."""
    MILD = 1
    """Both colours equally often: the other one than last time (1.7.3)."""
    STRONG = 2
    """One colour once more than the other (1.7.2)."""
    ABSOLUTE = 3
    """A difference of two, or the same colour twice running (1.7.1)."""


@dataclass(frozen=True, slots=True, eq=False)
class Entrant:
    """A player in the round to be paired."""

    number: int
    """The number he has in the event."""
    rank: int
    """The pairing number (TPN) in this round: who has not come yet holds none (C.04.2)."""
    score: int
    """Points in tenths by which he is paired, acceleration included."""
    points: int
    """Points in tenths without acceleration; boards are sorted by these."""
    sides: tuple[Side, ...]
    """The colours of his games, the first game first."""
    barred: frozenset[int]
    """Numbers of those he may not meet: met before (C1), or forbidden."""
    bye: bool
    """Whether he may get the pairing-allocated bye (C2)."""
    floats: tuple[str, str]
    """``down``, ``up`` or nothing, one and two rounds back (article 1.4)."""
    top: bool
    """A topscorer of the last round (article 1.8): more than half of what one could have."""
    difference: int = field(init=False)
    """Games with Red less games with Black (article 1.6)."""
    repeated: Side | None = field(init=False)
    """The colour of the last two games, if it was the same."""
    due: Side | None = field(init=False)
    """The preferred colour."""
    strength: Strength = field(init=False)

    def __post_init__(self) -> None:
        difference = 2 * self.sides.count("red") - len(self.sides)
        last = self.sides[-1] if self.sides else None
        repeated = last if len(self.sides) > 1 and self.sides[-2] == last else None
        balance: Side = "black" if difference > 0 else "red"
        if abs(difference) > 1:
            due, strength = balance, Strength.ABSOLUTE
        elif repeated:
            due, strength = other(repeated), Strength.ABSOLUTE
        elif difference:
            due, strength = balance, Strength.STRONG
        elif last:
            due, strength = other(last), Strength.MILD
        else:
            due, strength = None, Strength.NONE
        object.__setattr__(self, "difference", difference)
        object.__setattr__(self, "repeated", repeated)
        object.__setattr__(self, "due", due)
        object.__setattr__(self, "strength", strength)

    @property
    def absolute(self) -> bool:
        """Whether the preference is absolute."""
        return self.strength is Strength.ABSOLUTE

    @property
    def place(self) -> tuple[int, int]:
        """Sorts entrants by score, then by number."""
        return (-self.score, self.rank)

    def may_meet(self, opponent: Entrant) -> bool:
        """Whether the absolute criteria let the two be paired: C1, C3, forbidden pairs."""
        if opponent.number in self.barred:
            return False
        return not (
            self.due == opponent.due
            and self.absolute
            and opponent.absolute
            and not (self.top or opponent.top)
        )


@dataclass(frozen=True, slots=True)
class Field:
    """All who are to be paired in a round."""

    round: int
    entrants: tuple[Entrant, ...]
    """In order: by score, then by number."""
    last_round: bool
    """Whether topscorers are favoured in this round."""
    initial: Side
    """The side that odd numbers get when nobody has a preference (article 5.2.5)."""


def other(side: Side) -> Side:
    """The other colour."""
    return "black" if side == "red" else "red"


def field_of(event: Event, round: int) -> Field:
    """The field of a round, as the rounds before it left it.

    Who asked for a bye in the round is not in it. A round that is already on
    record is paired anew with those who were paired then.
    """
    before = [row[: round - 1] for row in event.cells]
    present = set(_present(event, round))
    known = [
        player.number
        for player, row in zip(event.players, before, strict=True)
        if player.number in present or any(cell.paired for cell in row)
    ]
    ranks = {number: rank for rank, number in enumerate(event.in_order(known), 1)}
    last = event.rounds_total is not None and round >= event.rounds_total
    points = event.points
    half = (round - 1) * max(points.win, points.draw) // 2
    barred: dict[int, set[int]] = {number: set(event.met(number, round)) for number in known}
    for one, two in event.forbidden_pairs(round):
        if one in barred and two in barred:
            barred[one].add(two)
            barred[two].add(one)
    found = [
        Entrant(
            number=player.number,
            rank=ranks[player.number],
            score=(score := event.pairing_score(player.number, round)),
            points=event.score(player.number, round - 1),
            sides=tuple(c.side for c in row if c.played and c.side is not None),
            barred=frozenset(barred[player.number]),
            bye=not any(_like_a_bye(event, cell) for cell in row),
            floats=(
                _float(event, player.number, round - 1),
                _float(event, player.number, round - 2),
            ),
            top=last and score > half,
        )
        for player, row in zip(event.players, before, strict=True)
        if player.number in present
    ]
    found.sort(key=lambda entrant: entrant.place)
    return Field(round, tuple(found), last, event.first_side or "red")


def _present(event: Event, round: int) -> Iterable[int]:
    if round > event.rounds_paired:
        return event.available(round)
    return [p.number for p in event.players if event.cell(p.number, round).paired]


def _like_a_bye(event: Event, cell: Cell) -> bool:
    """C2: a pairing-allocated bye, or as many points as a win without having played."""
    if cell.played:
        return False
    return cell.kind is Kind.PAB or event.points.cell(cell) >= event.points.win


def _float(event: Event, number: int, round: int) -> str:
    """The float of a past round (1.4): against whom, or without play for more than a loss (1.4.3)."""
    if round < 1:
        return ""
    cell = event.cell(number, round)
    if not cell.played or cell.opponent is None:
        return "down" if event.points.cell(cell) > event.points.loss else ""
    own, his = event.pairing_score(number, round), event.pairing_score(cell.opponent, round)
    return "down" if own > his else "up" if own < his else ""
