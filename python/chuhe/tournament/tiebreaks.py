"""Tie-breaks: one figure for one player, with the rounds it comes from.

Codes of FIDE (C.07) and the letters that Chinese programs use:

========  ==========  =====================================================
code      Chinese     what
========  ==========  =====================================================
PTS, Z    总分        points
BH        对手分      the opponents' points (Buchholz); ``/C1 /C2 …`` without the
                      lowest ones, ``/M1`` without the lowest and the highest
SB                    points of each opponent times what one had of him
DE        直胜        place among those tied, by their own games alone
WIN WON   胜局        rounds worth a win; games won over the board
BPG BWG               games as second mover, and those won
PS        累进分      the totals after each round, added; ``/C1`` without the first
KS                    points against opponents who have half of all or more
ARO                   mean rating of the opponents
TPR APRO              performance; mean performance of the opponents
A         对手分      the opponents' points, as Chinese events count them
B         累进分      as PS
C         胜局        rounds worth a win
D         犯规        fouls: **fewer is better**
E F       后手胜局…   games won, and played, as second mover
G         先手胜局    games won as first mover
H         直胜        the game between exactly two who are tied
I J K     胜手和…     points of the opponents beaten, drawn with, lost to
========  ==========  =====================================================

How unplayed rounds count is data (`Unplayed`): `FIDE` (C.07 in force since
March 2026, for a Swiss), `FIDE_ROUND_ROBIN`, and `CHINESE` with two readings of
the empty number: zero, or the lowest score of the field.

Sources: FIDE Handbook C.07; the Chinese letters and lists are those of Match BP
2.3 (黎柏文, 2011), a program in use in China.  That a forfeited game leaves the
opponent's points in **A**, and that a bye worth a win counts in **C**, is our
reading: the text of the rule book was not at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from typing import NamedTuple

from chuhe.tournament.model import Cell, Event, Kind, Score
from chuhe.tournament.ratings import mean, performance_difference
from chuhe.tournament.tallies import (
    CHINESE,
    CHINESE_LOWEST,
    FIDE,
    FIDE_ROUND_ROBIN,
    Code,
    Tally,
    Tenths,
    TieBreakError,
    Unplayed,
    summed,
)
from chuhe.tournament.working import Part

__all__ = [
    "CHINESE",
    "CHINESE_LOWEST",
    "CODES",
    "FIDE",
    "FIDE_ROUND_ROBIN",
    "Code",
    "Table",
    "Tally",
    "TieBreakError",
    "Unplayed",
    "parse_code",
]


def parse_code(text: str) -> Code:
    """The tie-break a text means.

    Raises:
        TieBreakError: ``tiebreak.unknown``.

    >>> parse_code("bh/c1"), parse_code("BH-C1") == parse_code("BH/C1")
    (Code(name='BH', low=1, high=0), True)
    """
    found = _CODE.fullmatch(text.strip().upper().replace(":GP", ""))
    name, cut, count = found.groups() if found else ("", None, None)
    code = Code(name)
    if cut:
        number = int(count or 1)
        code = Code(name, number, number if cut == "M" else 0)
    allowed = {"BH": "CM", "SB": "C", "A": "CM", "PS": "C", "B": "C"}
    if name not in CODES or (cut and cut not in allowed.get(name, "")):
        raise TieBreakError("tiebreak.unknown", {"text": text, "known": " ".join(CODES)})
    return code


_CODE = re.compile(r"([A-Z]{1,4})(?:[/-]?([CM])([1-9])?(?<!^.))?", re.ASCII)


@dataclass
class Table:
    """All figures of an event after a round, each computed once.

    Args:
        event: the event.
        after: the last round that counts; the last one with all results if None.
        fide: how the codes of FIDE count unplayed rounds.
        chinese: how the Chinese letters do.
    """

    event: Event
    after: int | None = None
    fide: Unplayed = FIDE
    chinese: Unplayed = CHINESE
    _known: dict[tuple[Code, int], Tally] = field(default_factory=dict)
    _told: dict[tuple[int, ...], dict[int, int]] = field(default_factory=dict)
    """Those tied → player → place among them by their own games; empty if these do not tell."""

    def __post_init__(self) -> None:
        self.rounds = self.event.rounds_finished if self.after is None else self.after
        self.rows: dict[int, tuple[Cell, ...]] = {
            player.number: tuple(
                self.event.cell(player.number, round) for round in range(1, self.rounds + 1)
            )
            for player in self.event.players
        }
        worth = self.event.points.cell
        self._worth = {n: tuple(map(worth, row)) for n, row in self.rows.items()}
        self.score = {n: sum(row) for n, row in self._worth.items()}
        self.all_rated = all(player.rating for player in self.event.players)
        self.adjusted = {n: self._adjusted(n) for n in self.rows}
        self.lowest = min(self.score.values(), default=0)

    def tally(self, code: Code, number: int, tied: Sequence[int] = ()) -> Tally:
        """The figure of one player.

        Args:
            code: the tie-break.
            number: the player.
            tied: who is still tied, for the tie-breaks that depend on it.
        """
        if code.among_tied:
            return _direct(self, code, number, tied)
        key = code, number
        if key not in self._known:
            self._known[key] = CODES[code.name](self, code, number)
        return self._known[key]

    # ------------------------------------------------------------ helpers of the codes

    def among(self, tied: tuple[int, ...]) -> dict[int, int]:
        """The places of those tied by their own games; empty if these do not tell."""
        if tied not in self._told:
            places: dict[int, int] = {}
            groups = list(_by_own_games(self, list(tied)))
            place = 1
            for group in groups if len(groups) > 1 else ():
                places.update((number, place) for number in group)
                place += len(group)
            self._told[tied] = places
        return self._told[tied]

    def rounds_of(self, number: int) -> Iterator[tuple[int, Cell, int]]:
        """Round, cell, and what it was worth."""
        yield from zip(
            range(1, self.rounds + 1), self.rows[number], self._worth[number], strict=True
        )

    def wins(self, cell: Cell) -> bool:
        """Whether a round was worth as much as a win."""
        if cell.kind is Kind.GAME:
            return cell.score is Score.WIN
        return self.event.points.cell(cell) == self.event.points.win

    def _adjusted(self, number: int) -> int:
        """The points of a player as his opponents count them (C.07, 16.3)."""
        row = self.rows[number]
        came = max((r for r, cell in enumerate(row, 1) if not _stayed_away(cell)), default=0)
        return sum(
            self.event.points.cell(cell)
            if round <= came or cell.opponent is not None
            else self.event.points.draw
            for round, cell in enumerate(row, 1)
        )


def _stayed_away(cell: Cell) -> bool:
    """Whether a round was not played of the player's own will (C.07, 16.2.5).

    A win without play, a bye of the pairing and a full bye are not of that kind.
    """
    if cell.kind in (Kind.GAME, Kind.PAB, Kind.FULL_BYE):
        return False
    return not (cell.kind is Kind.FORFEIT and cell.score is Score.WIN)


# ---------------------------------------------------------------- points


def _points(table: Table, code: Code, number: int) -> Tally:
    parts = tuple(
        Part("points", round, cell.opponent, worth, 10)
        for round, cell, worth in table.rounds_of(number)
    )
    return Tally(code, table.score[number], 10, parts)


def _progress(table: Table, code: Code, number: int) -> Tally:
    parts: list[Part] = []
    total = 0
    for round, _cell, worth in table.rounds_of(number):
        total += worth
        parts.append(Part("progress", round, None, total, 10, cut=round <= code.low))
    return summed(code, parts, 10)


def _count(
    test: Callable[[Table, Cell], bool],
) -> Callable[[Table, Code, int], Tally]:
    """A tie-break that counts rounds."""

    def count(table: Table, code: Code, number: int) -> Tally:
        parts = [
            Part("counts", round, cell.opponent, 1)
            for round, cell, _worth in table.rounds_of(number)
            if test(table, cell)
        ]
        return summed(code, parts)

    return count


def _won(_table: Table, cell: Cell) -> bool:
    return cell.played and cell.score is Score.WIN


def _fouls(table: Table, code: Code, number: int) -> Tally:
    return Tally(code, table.event.player(number).fouls)


# ---------------------------------------------------------------- points of the opponents


class _Share(NamedTuple):
    """What one round adds to a tie-break that is taken from the opponents."""

    part: Part
    points: int  # the opponent's, by which rounds are cut
    absent: bool

    @property
    def empty(self) -> bool:
        """Whether there was nobody to take points from: such a round is not cut either."""
        return self.part.kind.startswith("nobody")


def _opponents(table: Table, code: Code, number: int) -> Tally:
    rule = table.chinese if code.name == "A" else table.fide
    shares = [
        _Share(Part(kind, round, cell.opponent, points, 10, facts), points, absent)
        for round, cell, kind, points, absent, facts in _shares(table, rule, number)
    ]
    return summed(code, _cut(shares, code, rule), 10)


def _sonneborn(table: Table, code: Code, number: int) -> Tally:
    shares = []
    for round, cell, kind, points, absent, facts in _shares(table, table.fide, number):
        worth = table.event.points.cell(cell)
        more = {**facts, "points": Tenths(points), "worth": Tenths(worth)}
        part = Part(f"{kind}_times", round, cell.opponent, points * worth, 100, more)
        shares.append(_Share(part, points, absent))
    return summed(code, _cut(shares, code, table.fide), 100)


def _shares(
    table: Table, rule: Unplayed, number: int
) -> Iterator[tuple[int, Cell, str, int, bool, Mapping[str, object]]]:
    """For each round: how it counts, whose points, whether one stayed away, and the facts."""
    draws = table.event.points.draw * table.rounds
    for round, cell, _worth in table.rounds_of(number):
        met = cell.opponent
        if met is not None and (cell.kind is Kind.GAME or rule.forfeits_count):
            plain, points = table.score[met], table.score[met]
            if rule.absences_are_draws:
                points = table.adjusted[met]
            kind = "adjusted" if points != plain else "opponent"
            yield round, cell, kind, points, False, {"plain": Tenths(plain)}
            continue
        if met is None and rule.dummy == "zero":
            yield round, cell, "nobody", 0, _stayed_away(cell), {}
            continue
        if rule.dummy == "lowest":
            yield round, cell, "lowest", table.lowest, _stayed_away(cell), {}
            continue
        own = points = table.score[number]
        if rule.capped:
            points = min(own, draws if met is None else table.adjusted[met])
        kind = "dummy" if points == own else "capped"
        yield round, cell, kind, points, _stayed_away(cell), {"own": Tenths(own)}


def _cut(shares: list[_Share], code: Code, rule: Unplayed) -> list[Part]:
    """The parts in the order of the rounds, the cut ones marked."""
    left = [share for share in shares if not share.empty]
    cut: set[int] = set()
    for _ in range(min(code.low, len(left))):
        lowest = min(left, key=lambda share: (share.points, share.part.value))
        if rule.cut_absences_first:
            absent = min(left, key=lambda share: (not share.absent, share.points, share.part.value))
            if lowest.part.value <= absent.part.value:
                lowest = absent
        left.remove(lowest)
        cut.add(lowest.part.round)
    for _ in range(min(code.high, len(left))):
        highest = max(left, key=lambda share: (share.points, share.part.value))
        left.remove(highest)
        cut.add(highest.part.round)
    parts = (share.part for share in shares)
    return [replace(part, cut=True) if part.round in cut else part for part in parts]


def _koya(table: Table, code: Code, number: int) -> Tally:
    limit = table.event.points.win * table.rounds  # twice the half of all points
    parts = [
        Part(
            "koya",
            round,
            cell.opponent,
            worth,
            10,
            {"points": Tenths(table.score[cell.opponent]), "limit": Tenths(limit // 2)},
            cut=2 * table.score[cell.opponent] < limit,
        )
        for round, cell, worth in table.rounds_of(number)
        if cell.opponent is not None
    ]
    return summed(code, parts, 10)


def _by_result(*scores: Score) -> Callable[[Table, Code, int], Tally]:
    """胜手和, 和手和, 负手和: points of the opponents one had this result against."""

    def count(table: Table, code: Code, number: int) -> Tally:
        parts = [
            Part("opponent", round, cell.opponent, table.score[cell.opponent], 10)
            for round, cell, _worth in table.rounds_of(number)
            if cell.opponent is not None and cell.score in scores
        ]
        return summed(code, parts, 10)

    return count


# ---------------------------------------------------------------- ratings


def _rated(table: Table, number: int) -> list[tuple[int, int, Cell]] | None:
    """Round, rating and cell of each game played; None if somebody has no rating."""
    if not table.all_rated:
        return None
    return [
        (round, table.event.player(cell.opponent).rating, cell)
        for round, cell, _worth in table.rounds_of(number)
        if cell.opponent is not None and cell.played
    ]


def _average(table: Table, code: Code, number: int) -> Tally:
    games = _rated(table, number)
    if not games:
        return Tally(code, None)
    parts = tuple(Part("rating", round, cell.opponent, rating) for round, rating, cell in games)
    return Tally(code, mean(sum(part.value for part in parts), len(parts)), 1, parts)


def _performance(table: Table, code: Code, number: int) -> Tally:
    games = _rated(table, number)
    if not games:
        return Tally(code, None)
    average = mean(sum(rating for _, rating, _ in games), len(games))
    halves = sum(_HALVES[cell.score] for *_, cell in games if cell.score)
    difference = performance_difference(halves, len(games))
    facts = {"points": Tenths(halves * 5), "games": len(games)}
    parts = (
        Part("average", 0, None, average),
        Part("difference", 0, None, difference, 1, facts),
    )
    return Tally(code, average + difference, 1, parts)


def _average_performance(table: Table, code: Code, number: int) -> Tally:
    parts: list[Part] = []
    for round, _rating, cell in _rated(table, number) or []:
        if cell.opponent is not None:
            value = table.tally(Code("TPR"), cell.opponent).value
            if value is not None:
                parts.append(Part("performance", round, cell.opponent, value))
    if not parts:
        return Tally(code, None)
    total = sum(part.value for part in parts)
    return Tally(code, mean(total, len(parts)), 1, tuple(parts))


_HALVES = {Score.WIN: 2, Score.DRAW: 1, Score.LOSS: 0}

# ---------------------------------------------------------------- direct encounter

#: So many of those tied are named.
_NAMED = 30


def _direct(table: Table, code: Code, number: int, tied: Sequence[int]) -> Tally:
    """The place among those tied by their own games (C.07, 6), 0 if these do not tell.

    ``H`` does so only for exactly two.
    """
    if len(tied) < 2:
        return Tally(code, 0, 1, (Part("alone", 0, None, 0),))
    facts = {"others": _others(tied, number)}
    if code.name == "H" and len(tied) != 2:
        return Tally(code, 0, 1, (Part("many", 0, None, 0, 1, facts),))
    places = table.among(tuple(sorted(tied)))
    met = {cell.opponent for cell in table.rows[number]}.intersection(tied)
    games = tuple(
        Part("direct", round, cell.opponent, worth, 10)
        for round, cell, worth in table.rounds_of(number)
        if cell.opponent in met and cell.played
    )
    if not places:
        return Tally(code, 0, 1, (Part("level", 0, None, 0, 1, facts), *games))
    place = places[number]
    return Tally(code, place, 1, (Part("told", 0, None, place, 1, facts), *games))


def _others(tied: Sequence[int], number: int) -> str:
    """Those tied with a player; of very many the first.

    >>> _others([3, 1, 2], 2)
    '1, 3'
    """
    others = [str(n) for n in nsmallest(_NAMED + 2, tied) if n != number]
    return ", ".join(others if len(tied) <= _NAMED + 1 else [*others[:_NAMED], "…"])


def _by_own_games(table: Table, tied: list[int]) -> Iterator[list[int]]:
    """Those tied in groups, the best first; one group if nothing can be told."""
    if len(tied) == 1:
        yield tied
        return
    own: dict[int, int] = {}
    most: dict[int, int] = {}
    here = frozenset(tied)
    for number in tied:
        games = [
            worth
            for _round, cell, worth in table.rounds_of(number)
            if cell.played and cell.opponent in here
        ]
        own[number] = sum(games)
        most[number] = own[number] + (len(tied) - 1 - len(games)) * table.event.points.win
    if own == most:  # all have met
        values = sorted(set(own.values()), reverse=True)
        if len(values) == 1:
            yield tied
            return
        for value in values:
            yield from _by_own_games(table, [n for n in tied if own[n] == value])
        return
    # Not all have met: only who is ahead of all others whatever they might have scored.
    first = max(tied, key=lambda n: own[n])
    rest = [n for n in tied if n != first]
    if own[first] > max(most[n] for n in rest):
        yield [first]
        yield from _rest(table, rest, own, most)
    else:
        yield tied


def _rest(
    table: Table, tied: list[int], own: Mapping[int, int], most: Mapping[int, int]
) -> Iterator[list[int]]:
    """Go on down the same comparison, then compare anew those who are left."""
    while len(tied) > 1:
        first = max(tied, key=lambda n: own[n])
        rest = [n for n in tied if n != first]
        if own[first] <= max(most[n] for n in rest):
            break
        yield [first]
        tied = rest
    yield from _by_own_games(table, tied)


# ---------------------------------------------------------------- the codes


def _as_tally(table: Table, code: Code, number: int) -> Tally:
    raise AssertionError(f"{code} depends on who is tied")  # Table.tally sees to it


CODES: dict[str, Callable[[Table, Code, int], Tally]] = {
    "PTS": _points,
    "BH": _opponents,
    "SB": _sonneborn,
    "DE": _as_tally,
    "WIN": _count(Table.wins),
    "WON": _count(_won),
    "BPG": _count(lambda _, cell: cell.played and cell.side == "black"),
    "BWG": _count(lambda table, cell: _won(table, cell) and cell.side == "black"),
    "PS": _progress,
    "KS": _koya,
    "ARO": _average,
    "TPR": _performance,
    "APRO": _average_performance,
    "Z": _points,
    "A": _opponents,
    "B": _progress,
    "C": _count(Table.wins),
    "D": _fouls,
    "E": _count(lambda table, cell: _won(table, cell) and cell.side == "black"),
    "F": _count(lambda _, cell: cell.played and cell.side == "black"),
    "G": _count(lambda table, cell: _won(table, cell) and cell.side == "red"),
    "H": _as_tally,
    "I": _by_result(Score.WIN),
    "J": _by_result(Score.DRAW),
    "K": _by_result(Score.LOSS),
}
