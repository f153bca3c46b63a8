"""The checker: pair every round of a file again, count every figure again.

>>> from chuhe.tournament import Event, Pairing, Player, Sheet
>>> event = Event(players=tuple(map(Player, range(1, 5))), rounds_total=2, initial_side="red")
>>> [str(found) for found in check(event.with_sheet(Sheet(1, (Pairing(1, 3), Pairing(4, 2))))).found]
[]
>>> report = check(event.with_sheet(Sheet(1, (Pairing(1, 2), Pairing(3, 4)))))
>>> [(found.code, found.players) for found in report.found]
[('check.pair', (1, 2)), ('check.pair', (3, 4))]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch import pair as dutch
from chuhe.tournament.model import Event, Pairing, Reason, Sheet
from chuhe.tournament.standings import standings

__all__ = ["Report", "check", "checkable", "compare", "wrong_points"]

#: Lines of a file that change the pairing in ways not followed here.
_TEAMS = ("013", "310")
#: Names (``192``) of the Dutch system in the edition paired here.
_DUTCH = ("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026")


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found."""

    rounds: int
    """How many rounds were paired again."""
    sheets: tuple[Sheet, ...]
    """What they should have been; empty for a round that cannot be paired."""
    found: tuple[Reason, ...]
    """Every difference; none if the file is right."""

    @property
    def right(self) -> bool:
        """Whether nothing differs."""
        return not self.found


def check(
    event: Event,
    names: Sequence[str] = (),
    pair: Callable[[Event, int], Sheet] = dutch,
) -> Report:
    """Pair all rounds on record again, and count points and places again.

    Args:
        event: the event.
        names: the tie-breaks by which the places of the file were given; without
            them only more points must not have a lower place.
        pair: the system.

    Raises:
        PairingError: the file asks for something that is not followed here:
            `checkable`.
        TieBreakError: as `standings`.
    """
    checkable(event)
    sheets: list[Sheet] = []
    found: list[Reason] = []
    for round in range(1, event.rounds_paired + 1):
        try:
            sheet = pair(event, round)
        except PairingError as error:
            found.append(Reason("check.no_pairing", {"round": round, "why": str(error)}))
            sheet = Sheet(round, ())
        else:
            found += compare(event.sheet(round), sheet)
        sheets.append(sheet)
    found += wrong_points(event)
    found += _places(event, names)
    return Report(len(sheets), tuple(sheets), tuple(found))


def checkable(event: Event) -> None:
    """Whether the Dutch system pairs this event.

    Raises:
        PairingError: ``pairing.system``: another system is named;
            ``pairing.teams``; ``pairing.abnormal``: points given by an arbiter (``299``).
    """
    if event.system and event.system.removesuffix("_BAKU") not in _DUTCH:
        raise PairingError("pairing.system", {"system": event.system})
    for code, _ in event.head:
        if code == "299":
            raise PairingError("pairing.abnormal", {"line": code})
        if code in _TEAMS:
            raise PairingError("pairing.teams", {"line": code})


def compare(recorded: Sheet, expected: Sheet) -> Iterator[Reason]:
    """In what a sheet differs from the one it should be; the order of the boards is not compared."""
    meant = {number: pairing for pairing in expected.pairings for number in _players(pairing)}
    for pairing in recorded.pairings:
        should = meant.get(pairing.red)
        if should == pairing:
            continue
        facts = {"round": recorded.round, "red": pairing.red, "black": pairing.black}
        players = tuple(_players(pairing))
        if should is not None and set(_players(should)) == set(players):
            yield Reason("check.colors", facts, players)
        elif pairing.black is None:
            yield Reason("check.bye", facts | {"should": _told(should, pairing.red)}, players)
        else:
            others = (_told(meant.get(number), number) for number in players)
            yield Reason(
                "check.pair", facts | dict(zip(("first", "second"), others, strict=True)), players
            )
    there = {number for pairing in recorded.pairings for number in _players(pairing)}
    for number in sorted(meant.keys() - there):
        yield Reason("check.left_out", {"round": recorded.round, "player": number}, (number,))


def _players(pairing: Pairing) -> Iterable[int]:
    return (pairing.red,) if pairing.black is None else (pairing.red, pairing.black)


def _told(pairing: Pairing | None, number: int) -> str:
    """Whom a player should have met: a number, or ``–`` for nobody."""
    others = [n for n in _players(pairing) if n != number] if pairing else []
    return str(others[0]) if others else "–"


def wrong_points(event: Event) -> Iterator[Reason]:
    """The totals of the file; with or without a bye of the coming round, or the acceleration."""
    for player in event.players:
        if player.stated_points is None:
            continue
        score = event.score(player.number)
        coming = event.points.cell(event.cell(player.number, event.next_round))
        extra = event.accelerated.get(player.number, ())
        bonus = extra[event.next_round - 1] if event.next_round <= len(extra) else 0
        if player.stated_points not in {
            score,
            score + coming,
            score + bonus,
            score + coming + bonus,
        }:
            facts = {
                "player": player.number,
                "stated": _text(player.stated_points),
                "counted": _text(score),
            }
            yield Reason("check.points", facts, (player.number,))


def _places(event: Event, names: Sequence[str]) -> Iterator[Reason]:
    stated = {p.number: p.stated_rank for p in event.players if p.stated_rank}
    if names:
        table = standings(event, names, after=event.rounds_paired)
        sizes = [row.place for row in table.rows]
        for row in table.rows:
            place = stated.get(row.number)
            last = row.place + sizes.count(row.place) - 1
            if place is not None and not row.place <= place <= last:
                facts = {"player": row.number, "stated": place, "counted": row.place}
                yield Reason("check.place", facts, (row.number,))
        return
    order = sorted(stated, key=lambda number: stated[number] or 0)
    for one, two in pairwise(order):
        if stated[one] != stated[two] and event.score(one) < event.score(two):
            facts = {"one": one, "two": two, "place": stated[one], "other": stated[two]}
            yield Reason("check.order", facts, (one, two))


def _text(value: int) -> str:
    return f"{value // 10}.{value % 10}"


add_messages(
    {
        "check.pair": N_(
            "round {round}: {red} (first mover) met {black}; {red} should have met {first},"
            " {black} {second}"
        ),
        "check.colors": N_("round {round}: {red} should have been second mover against {black}"),
        "check.bye": N_("round {round}: {red} had the bye and should have met {should}"),
        "check.left_out": N_("round {round}: {player} was not paired and should have been"),
        "check.no_pairing": N_("round {round}: {why}"),
        "check.points": N_("player {player} has {counted} points, the file says {stated}"),
        "check.place": N_("player {player} is in place {counted}, the file says {stated}"),
        "check.order": N_(
            "the file has {one} in place {place} before {two} in place {other}, who has more points"
        ),
        "pairing.system": N_("the file asks for the system {system}, which is not known here"),
        "pairing.teams": N_("the file is of a team event (line {line}), which is not paired here"),
        "pairing.abnormal": N_(
            "the file gives points by decision (line {line}), which is not counted here"
        ),
        "pairing.points": N_(
            "player {player} has {counted} points by his results, the file says {stated}: does the"
            " file say what a win is worth?"
        ),
        "pairing.unfinished": N_("the result of {red} against {black} in round {round} is missing"),
        "pairing.over": N_("all {rounds} rounds have been paired"),
        "pairing.round": N_("expected a round from 1 to {most}, got {round}"),
    }
)
