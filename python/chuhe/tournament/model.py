"""An event as plain data: players, what each did in each round, and what was agreed beforehand.

Everything is immutable; a change makes a new `Event`.  Points are whole
**tenths** (a win of one point is 10), so that no sum is ever rounded.  Players
are named by their pairing number, rounds are counted from 1.  ``red`` moves
first and is what FIDE files call *white*.

>>> event = Event(players=(Player(1, "许银川"), Player(2, "胡荣华"), Player(3, "吕钦")))
>>> event = event.with_sheet(Sheet(1, (Pairing(1, 2), Pairing(3, None))))
>>> event = event.with_result(1, red=1, black=2, score=Score.DRAW)
>>> [event.score(player.number) for player in event.players]
[5, 5, 10]
>>> event.cell(2, 1).opponent, event.cell(3, 1).kind.value
(1, 'pab')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from chuhe.errors import describe
from chuhe.tournament.cells import EMPTY, Cell, EventError, Kind, Points, Score, Side, tenths

__all__ = [
    "Cell",
    "Event",
    "EventError",
    "Forbidden",
    "Kind",
    "Pairing",
    "Player",
    "Points",
    "Reason",
    "Score",
    "Sheet",
    "Side",
    "tenths",
]


#: What the player himself asked for or brought about by staying away.
_ABSENCES = frozenset({Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE})


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the event."""

    number: int
    """The pairing number (TPN): 1 for the first seed."""
    name: str = ""
    rating: int = 0
    """0 for none."""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    sex: str = ""
    birth: str = ""
    team: str = ""
    fouls: int = 0
    """犯规: how many in the whole event. Fewer is better where the list says so."""
    stated_points: int | None = None
    """The total a file states, in tenths; what counts is `Event.score`."""
    stated_rank: int | None = None
    """The place a file states."""
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players of whom no two may meet, from one round to another, both included."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    """None: to the end."""
    weak: bool = False
    """Whether they may meet after all where it cannot be avoided."""

    def holds(self, round: int) -> bool:
        """Whether it is in force in this round."""
        return self.first <= round and (self.last is None or round <= self.last)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A board of a sheet. ``black`` None: the bye of the pairing."""

    red: int
    black: int | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something on a sheet is so: a code, its facts, whom it is about.

    ``str()`` is the sentence in the current language, made from the template
    that the part which gives the reason has added (`chuhe.errors.add_messages`).
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    players: tuple[int, ...] = ()

    def __str__(self) -> str:
        return describe(self.code, self.facts)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The pairings of a round in the order of the boards, and why."""

    round: int
    pairings: tuple[Pairing, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Event:
    """An event: who takes part, what was agreed, and what happened so far."""

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    arbiter: str = ""
    system: str = ""
    """What the file says the system is, such as ``FIDE_DUTCH_2025``."""
    players: tuple[Player, ...] = ()
    """In order of their numbers."""
    cells: tuple[tuple[Cell, ...], ...] = ()
    """For each player of `players` his rounds; all rows are equally long."""
    rounds_total: int | None = None
    """How many rounds were announced; None if that is not known."""
    points: Points = field(default_factory=Points)
    initial_side: Side | None = None
    """The side of number 1 in round one; None: still to be drawn by lot."""
    forbidden: tuple[Forbidden, ...] = ()
    absent: Mapping[tuple[int, int], Kind] = field(default_factory=dict)
    """(player, round) → the kind of bye announced beforehand."""
    accelerated: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Player → tenths added for the pairing only, by round from the first."""
    order: tuple[int, ...] = ()
    """Numbers in the order that stands for the pairing numbers, where it is another one
    (``XXC rank``); empty: the numbers themselves."""
    head: tuple[tuple[str, str], ...] = ()
    """Lines of a file that mean nothing here, code and the rest, kept as they are."""

    def __post_init__(self) -> None:
        numbers = [player.number for player in self.players]
        if sorted(set(numbers)) != numbers:
            raise EventError("event.numbers")
        rows = [*self.cells, *((),) * (len(numbers) - len(self.cells))]
        if len(rows) > len(numbers):
            raise EventError("event.numbers")
        most = max(map(len, rows), default=0)
        padded = tuple((*row, *(EMPTY,) * (most - len(row))) for row in rows)
        object.__setattr__(self, "cells", padded)

    # ------------------------------------------------------------ looking

    @cached_property
    def _index(self) -> dict[int, int]:
        return {player.number: i for i, player in enumerate(self.players)}

    def in_order(self, numbers: Iterable[int] | None = None) -> list[int]:
        """Numbers as they rank in the pairing: by `order`, then by themselves.

        Args:
            numbers: some of the players'; all if None.
        """
        places = {number: place for place, number in enumerate(self.order)}
        some = (player.number for player in self.players) if numbers is None else numbers
        return sorted(some, key=lambda number: (places.get(number, len(places)), number))

    def player(self, number: int) -> Player:
        """The player with this pairing number.

        Raises:
            EventError: ``event.no_player``.
        """
        return self.players[self._at(number)]

    def row(self, number: int) -> tuple[Cell, ...]:
        """All rounds of a player."""
        return self.cells[self._at(number)]

    def cell(self, number: int, round: int) -> Cell:
        """A player in a round; an empty cell beyond what is recorded."""
        row = self.row(number)
        return row[round - 1] if 0 < round <= len(row) else EMPTY

    @cached_property
    def rounds_paired(self) -> int:
        """The last round for which there is any pairing, 0 before the first.

        Byes asked for in later rounds do not make a pairing.
        """
        return max(
            (round for row in self.cells for round, cell in enumerate(row, 1) if cell.paired),
            default=0,
        )

    @cached_property
    def rounds_finished(self) -> int:
        """The last round up to which all results are there."""
        for round in range(1, self.rounds_paired + 1):
            for row in self.cells:
                cell = row[round - 1]
                if cell.opponent is not None and cell.score is None:
                    return round - 1
        return self.rounds_paired

    @property
    def next_round(self) -> int:
        """The round to pair next."""
        return self.rounds_paired + 1

    def score(self, number: int, after: int | None = None) -> int:
        """Points in tenths, after a round or after the last one paired.

        A half-point bye of the coming round does not count yet.
        """
        last = self.rounds_paired if after is None else after
        return sum(map(self.points.cell, self.row(number)[:last]))

    def pairing_score(self, number: int, round: int) -> int:
        """The points by which a player is paired in a round: those before it, accelerated."""
        extra = self.accelerated.get(number, ())
        bonus = extra[round - 1] if 0 < round <= len(extra) else 0
        return self.score(number, round - 1) + bonus

    def absence(self, number: int, round: int) -> Kind | None:
        """The kind of bye a player has or asked for in a round; None: wants to be paired."""
        cell = self.cell(number, round)
        if cell.kind is Kind.FORFEIT and not cell.paired:  # 0000 with + or - in a file
            return Kind.FULL_BYE if cell.score is Score.WIN else Kind.ZERO_BYE
        return cell.kind if cell.kind in _ABSENCES else self.absent.get((number, round))

    def available(self, round: int) -> tuple[int, ...]:
        """The numbers of those to be paired in a round."""
        return tuple(p.number for p in self.players if self.absence(p.number, round) is None)

    def met(self, number: int, before: int | None = None) -> frozenset[int]:
        """Whom a player has met over the board, in all rounds or in those before one."""
        row = self.row(number)[: None if before is None else before - 1]
        return frozenset(
            cell.opponent for cell in row if cell.kind is Kind.GAME and cell.opponent is not None
        )

    def forbidden_pairs(self, round: int) -> frozenset[tuple[int, int]]:
        """All pairs, smaller number first, that may not meet in a round."""
        return self._pairs(round, weak=False)

    def weak_pairs(self, round: int) -> frozenset[tuple[int, int]]:
        """All pairs, smaller number first, that should not meet in a round if it can be avoided."""
        return self._pairs(round, weak=True)

    def _pairs(self, round: int, *, weak: bool) -> frozenset[tuple[int, int]]:
        return frozenset(
            pair
            for rule in self.forbidden
            if rule.weak is weak and rule.holds(round)
            for pair in combinations(sorted(rule.players), 2)
        )

    def sheet(self, round: int) -> Sheet:
        """The pairings of a round as recorded, by number of the first mover; the bye is last."""
        pairings = [
            Pairing(player.number, cell.opponent)
            for player in self.players
            if (cell := self.cell(player.number, round)).paired
            and (cell.side == "red" or cell.kind is Kind.PAB)
        ]
        return Sheet(round, tuple(sorted(pairings, key=lambda p: (p.black is None, p.red))))

    @cached_property
    def first_side(self) -> Side | None:
        """The side of number 1 in round one: as given, else as the first games tell.

        Who was paired up to the first round with games held the numbers 1, 2, 3 …; odd ones
        without a preference got the first side, even ones the other.
        """
        if self.initial_side:
            return self.initial_side
        rounds = range(1, self.rounds_paired + 1)
        for round in rounds:
            here = [n for n in self.in_order() if any(c.paired for c in self.row(n)[:round])]
            for place, number in enumerate(here):
                side = self.cell(number, round).side
                if side:
                    return side if place % 2 == 0 else ("black" if side == "red" else "red")
        return None

    # ------------------------------------------------------------ changing

    def before(self, round: int) -> Event:
        """The event as it stood before a round was paired.

        Byes that had been asked for in the round stay: they were known.
        """
        cells: list[tuple[Cell, ...]] = []
        for row in self.cells:
            now = row[round - 1 : round]
            cells.append((*row[: round - 1], *(c for c in now if c.kind in _ABSENCES)))
        return replace(self, cells=tuple(cells))

    def with_sheet(self, sheet: Sheet) -> Event:
        """The event with a round paired and not yet played.

        Who is not on the sheet gets the bye he asked for, or an empty cell.

        Raises:
            EventError: ``event.no_player``, or ``event.twice``: on the sheet twice.
        """
        cells: dict[int, Cell] = {}
        for pairing in sheet.pairings:
            for number, cell in _cells_of(pairing):
                self._at(number)
                if number in cells:
                    raise EventError("event.twice", {"player": number, "round": sheet.round})
                cells[number] = cell
        for player in self.players:
            if player.number not in cells:
                kind = self.absence(player.number, sheet.round) or Kind.UNPAIRED
                cells[player.number] = Cell(kind=kind)
        return self._with(sheet.round, cells)

    def with_result(
        self,
        round: int,
        *,
        red: int,
        black: int,
        score: Score,
        black_score: Score | None = None,
        forfeit: bool = False,
    ) -> Event:
        """The event with the result of a game, as often as one likes.

        Args:
            round: the round.
            red: who moved first.
            black: who moved second.
            score: what Red had of it.
            black_score: only where it does not follow from Red's: both lose.
            forfeit: whether it was not played.

        Raises:
            EventError: ``event.not_paired``: these two were not paired so in the round.
        """
        if self.cell(red, round).opponent != black or self.cell(red, round).side != "red":
            raise EventError("event.not_paired", {"red": red, "black": black, "round": round})
        kind = Kind.FORFEIT if forfeit else Kind.GAME
        other = score.reverse if black_score is None else black_score
        return self._with(
            round,
            {
                red: replace(self.cell(red, round), score=score, kind=kind),
                black: replace(self.cell(black, round), score=other, kind=kind),
            },
        )

    def _with(self, round: int, cells: Mapping[int, Cell]) -> Event:
        if round < 1:
            raise EventError("event.round", {"round": round})
        rows = [list(row) + [EMPTY] * (round - len(row)) for row in self.cells]
        for number, cell in cells.items():
            rows[self._at(number)][round - 1] = cell
        return replace(self, cells=tuple(map(tuple, rows)))

    def _at(self, number: int) -> int:
        try:
            return self._index[number]
        except KeyError:
            raise EventError("event.no_player", {"player": number}) from None


def _cells_of(pairing: Pairing) -> Iterable[tuple[int, Cell]]:
    if pairing.black is None:
        return [(pairing.red, Cell(kind=Kind.PAB))]
    return [
        (pairing.red, Cell(pairing.black, "red", None, Kind.GAME)),
        (pairing.black, Cell(pairing.red, "black", None, Kind.GAME)),
    ]
