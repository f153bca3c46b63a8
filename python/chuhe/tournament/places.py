"""Events at tables of several, decided by places: the four-handed event of 跳棋.

The custom of the club: players draw cards, the suit being the table and the
number the seat; who draws a king has a bye.  Fourteen players draw 1–4 of three
suits and two kings; the first two of every table go on, so eight draw 1–4 of
two suits, and four play the final.

>>> event = PlacesEvent.new("星形杯", [f"{n}号" for n in range(1, 15)], seed="spring cup")
>>> event = event.drawn()
>>> len(event.rounds[0].tables), len(event.rounds[0].byes), event.course()
(3, 2, (14, 8, 4))
>>> for table in (1, 2, 3):
...     event = event.placed(table, (2, 1, 4, 3))
>>> len(event.going_on())
8

Lots are drawn by the algorithm ``chuhe-lots/1`` (`chuhe.tournament.lots`): the
purpose is ``places`` and the number of the round, the deck before shuffling is
the seats of table 1, then of table 2 and so on, then the kings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.lots import Stream, seed_text
from chuhe.tournament.model import EventError

__all__ = ["FORMAT", "PlacesEvent", "PlacesRound", "PlacesTable", "read_places"]

FORMAT = "chuhe-places/1"
MOST_PLAYERS = 1_000
_SUITS = "♥♠♣♦"


@dataclass(frozen=True, slots=True)
class PlacesTable:
    """A table of a round."""

    seats: tuple[int, ...]
    """Players by number, in the order of play."""
    places: tuple[int, ...] | None = None
    """The place of each seat; equal ones are shared."""

    def ranked(self) -> list[list[int]]:
        """The players from the first place down, those who share one together."""
        assert self.places is not None
        pairs = sorted(zip(self.places, self.seats, strict=True), key=lambda pair: pair[0])
        return [[p for _, p in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]


@dataclass(frozen=True, slots=True)
class PlacesRound:
    """A round as it was drawn."""

    tables: tuple[PlacesTable, ...]
    byes: tuple[int, ...] = ()

    @property
    def missing(self) -> list[int]:
        """Tables without places, counted from 1."""
        return [n for n, table in enumerate(self.tables, 1) if table.places is None]


@dataclass(frozen=True, slots=True)
class PlacesEvent:
    """An event: who plays, how many sit at a table, how many of each go on."""

    name: str
    players: tuple[str, ...]
    seed: str
    per_table: int = 4
    advance: int = 2
    seconds_a_move: int | None = 60
    """What is agreed about time; the boards keep it."""
    rounds: tuple[PlacesRound, ...] = ()

    @classmethod
    def new(
        cls,
        name: str,
        players: Sequence[str],
        *,
        seed: str | int,
        per_table: int = 4,
        advance: int = 2,
        seconds_a_move: int | None = 60,
    ) -> PlacesEvent:
        """An event before its first round.

        Args:
            name: what it is called.
            players: their names, in the order in which they draw.
            seed: what all lots are drawn from.
            per_table: how many sit at a table, 2 to 6.
            advance: how many of a table go on.
            seconds_a_move: time for a move; None for none.

        Raises:
            EventError: ``places.players``, ``places.twice``, ``places.sizes``.
            PairingError: ``lots.seed``.
        """
        names = tuple(name.strip() for name in players)
        if not 2 <= per_table <= 6 or not 1 <= advance < per_table:
            raise EventError("places.sizes")
        if not 2 <= len(names) <= MOST_PLAYERS or not all(names):
            raise EventError("places.players", {"most": MOST_PLAYERS})
        seen: set[str] = set()
        for one in names:
            if one in seen:
                raise EventError("places.twice", {"name": one})
            seen.add(one)
        Stream(seed, "places 1")  # is it a seed?
        return cls(name, names, seed_text(seed), per_table, advance, seconds_a_move)

    # ------------------------------------------------------------ looking

    def player(self, number: int) -> str:
        """The name of a player."""
        return self.players[number - 1]

    def course(self) -> tuple[int, ...]:
        """How many play in each round up to the final."""
        left = [len(self.players)]
        while left[-1] > self.per_table:
            tables, byes = divmod(left[-1], self.per_table)
            left.append(tables * self.advance + byes)
        return tuple(left)

    @property
    def over(self) -> bool:
        """Whether the final has been played."""
        return bool(self.rounds) and self._final(self.rounds[-1]) and not self.rounds[-1].missing

    def going_on(self) -> tuple[int, ...]:
        """Who plays the next round: the first of every table, then those who had a bye.

        Raises:
            EventError: ``places.missing``; ``places.tied``: a place that goes on is shared.
        """
        if not self.rounds:
            return tuple(range(1, len(self.players) + 1))
        last = self.rounds[-1]
        if last.missing:
            raise EventError("places.missing", {"table": last.missing[0]})
        through: list[int] = []
        for number, table in enumerate(last.tables, 1):
            taken: list[int] = []
            for group in table.ranked():
                if len(taken) + len(group) > self.advance and len(taken) < self.advance:
                    who = ", ".join(self.player(one) for one in group)
                    raise EventError("places.tied", {"table": number, "players": who})
                if len(taken) < self.advance:
                    taken += group
            through += taken
        return (*through, *last.byes)

    def standings(self) -> list[tuple[int, int]]:
        """(place, player) of everybody so far, the best first.

        Those still in share the first place until the final is played; who went
        out in a later round is before who went out earlier, in one round by the
        place at the table, and the same place at other tables is shared.
        """
        groups: list[list[int]] = []
        inside = set(range(1, len(self.players) + 1))
        for round in self.rounds:
            if round.missing:
                break
            if self._final(round):
                ranked = round.tables[0].ranked()
                inside -= {one for group in ranked for one in group}
                groups = ranked + groups
                break
            stay = self._through(round)
            out: dict[int, list[int]] = {}
            for table in round.tables:
                for place, group in enumerate(table.ranked(), 1):
                    out.setdefault(place, []).extend(one for one in group if one not in stay)
            groups = [sorted(out[place]) for place in sorted(out) if out[place]] + groups
            inside &= stay
        if inside:
            groups.insert(0, sorted(inside))
        standing: list[tuple[int, int]] = []
        for group in groups:
            place = len(standing) + 1
            standing += [(place, one) for one in group]
        return standing

    def _through(self, round: PlacesRound) -> set[int]:
        chosen = set(round.byes)
        for table in round.tables:
            flat = [one for group in table.ranked() for one in group]
            chosen.update(flat[: self.advance])
        return chosen

    def _final(self, round: PlacesRound) -> bool:
        return len(round.tables) == 1 and not round.byes

    # ------------------------------------------------------------ changing

    def drawn(self) -> PlacesEvent:
        """The event with the next round drawn.

        Raises:
            EventError: ``places.over``, ``places.missing``, ``places.tied``.
        """
        if self.over:
            raise EventError("places.over")
        here = list(self.going_on())
        number = len(self.rounds) + 1
        if len(here) <= self.per_table:
            order = Stream(self.seed, f"places {number}").shuffled(here)
            round = PlacesRound((PlacesTable(tuple(order)),))
        else:
            round = self._cards(here, number)
        return replace(self, rounds=(*self.rounds, round))

    def _cards(self, here: Sequence[int], number: int) -> PlacesRound:
        tables, kings = divmod(len(here), self.per_table)
        deck: list[tuple[int, int] | None] = [
            (table, seat) for table in range(tables) for seat in range(self.per_table)
        ]
        deck += [None] * kings
        stream = Stream(self.seed, f"places {number}")
        cards = stream.shuffled(deck)
        held: dict[int, tuple[int, int] | None] = dict(zip(here, cards, strict=True))
        # Nobody has a second bye while somebody has had none: he changes cards by lot.
        had = {one for round in self.rounds for one in round.byes}
        for one in [one for one in here if held[one] is None and one in had]:
            free = [other for other in here if held[other] is not None and other not in had]
            if free:
                other = free[stream.below(len(free))]
                held[one], held[other] = held[other], None
        seats: list[list[int]] = [[0] * self.per_table for _ in range(tables)]
        for one, card in held.items():
            if card is not None:
                seats[card[0]][card[1]] = one
        byes = tuple(one for one in here if held[one] is None)
        return PlacesRound(tuple(PlacesTable(tuple(row)) for row in seats), byes)

    def placed(self, table: int, places: Sequence[int]) -> PlacesEvent:
        """The event with the places of a table of the last round.

        Args:
            table: counted from 1.
            places: of each seat in the order of play: ``(2, 1, 3, 3)``.

        Raises:
            EventError: ``places.no_round``, ``places.no_table``, ``places.places``.
        """
        if not self.rounds:
            raise EventError("places.no_round")
        last = self.rounds[-1]
        if not 1 <= table <= len(last.tables):
            raise EventError("places.no_table", {"table": table, "most": len(last.tables)})
        seats = last.tables[table - 1].seats
        if not _are_places(places, len(seats)):
            said = " ".join(map(str, places))
            raise EventError("places.places", {"text": said[:40], "seats": len(seats)})
        tables = list(last.tables)
        tables[table - 1] = PlacesTable(seats, tuple(places))
        round = replace(last, tables=tuple(tables))
        return replace(self, rounds=(*self.rounds[:-1], round))

    # ------------------------------------------------------------ files

    def json(self) -> str:
        """The event as a file: plain JSON."""
        said = {
            "format": FORMAT,
            "name": self.name,
            "seed": self.seed,
            "per_table": self.per_table,
            "advance": self.advance,
            "seconds_a_move": self.seconds_a_move,
            "players": list(self.players),
            "rounds": [
                {
                    "tables": [
                        {"seats": list(t.seats), "places": t.places and list(t.places)}
                        for t in round.tables
                    ],
                    "byes": list(round.byes),
                }
                for round in self.rounds
            ],
        }
        return json.dumps(said, ensure_ascii=False, indent=1) + "\n"

    def card(self, table: int, seat: int) -> str:
        """What the card of a seat is called: ♥1 is the first seat of the first table."""
        suit = _SUITS[table] if table < len(_SUITS) else f"{table + 1}·"
        return f"{suit}{seat + 1}"


def _are_places(places: Sequence[int], seats: int) -> bool:
    """Whether they are 1, 2, 3 …, equal ones shared: after two firsts comes the third."""
    if len(places) != seats:
        return False
    return all(place == 1 + sum(other < place for other in places) for place in places)


def read_places(text: str) -> PlacesEvent:
    """An event from its file; the rounds are drawn again and compared.

    Raises:
        EventError: ``places.file``: it is none, or a round is not what its seed draws.
    """
    try:
        said: Any = json.loads(text)
        if said["format"] != FORMAT:
            raise ValueError(said["format"])
        event = PlacesEvent.new(
            str(said["name"]),
            [str(name) for name in said["players"]],
            seed=str(said["seed"]),
            per_table=said["per_table"],
            advance=said["advance"],
            seconds_a_move=said["seconds_a_move"],
        )
        for kept in said["rounds"]:
            event = _again(event, kept)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        if isinstance(error, EventError):
            raise
        raise EventError("places.file", {"why": f"{type(error).__name__} {error}"[:120]}) from None
    return event


def _again(event: PlacesEvent, kept: Mapping[str, Any]) -> PlacesEvent:
    then = event.drawn()
    round = then.rounds[-1]
    drawn = [list(table.seats) for table in round.tables], list(round.byes)
    if drawn != ([table["seats"] for table in kept["tables"]], kept["byes"]):
        raise EventError("places.other_draw", {"round": len(then.rounds)})
    for number, table in enumerate(kept["tables"], 1):
        if table["places"] is not None:
            then = then.placed(number, table["places"])
    return then


add_messages(
    {
        "places.sizes": N_("2 to 6 sit at a table, and at least one of them does not go on"),
        "places.players": N_("expected 2 to {most} names"),
        "places.twice": N_("{name} is on the list twice"),
        "places.missing": N_("the places of table {table} are missing"),
        "places.tied": N_(
            "table {table}: {players} share a place that goes on; let them play it off"
        ),
        "places.over": N_("the final has been played"),
        "places.no_round": N_("no round has been drawn yet"),
        "places.no_table": N_("expected a table from 1 to {most}, got {table}"),
        "places.places": N_("'{text}': expected the places of {seats} seats, such as 2 1 3 3"),
        "places.file": N_("this is no file of an event by places: {why}"),
        "places.other_draw": N_("round {round} is not what its seed draws"),
    }
)
