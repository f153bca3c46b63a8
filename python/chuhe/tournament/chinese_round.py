"""A round of the Chinese Swiss to be paired: what each brings, what each board would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from chuhe.errors import PairingError
from chuhe.tournament import lots
from chuhe.tournament.chinese_near import MANY, can_pair, near
from chuhe.tournament.chinese_options import Bye, Colours, FirstRound, Options, SameHistory
from chuhe.tournament.matching import heaviest
from chuhe.tournament.model import Event, Kind, Reason, Score

__all__ = ["Cost", "Past", "Round", "not_paired", "said", "weights"]


#: So far from the scheme boards of a big field are looked at.
_WIDTH = 20


class Cost(NamedTuple):
    """What a board costs, from the most important level down; less is better."""

    unit: int = 0
    third: int = 0
    leaders: int = 0
    points: int = 0
    floats: int = 0
    colours: int = 0
    order: int = 0


@dataclass(frozen=True)
class Past:
    """What a player brings into a round."""

    number: int
    points: int
    """Tenths."""
    sides: str
    """``r`` and ``b`` for each game played, in order; games without play do not count."""
    floats: tuple[int, ...]
    """For each round before: 1 met somebody with more points, −1 with fewer or had a bye, or 0."""
    byes: int
    met: frozenset[int]
    unit: str

    @property
    def surplus(self) -> int:
        """How often more Red than Black."""
        return self.sides.count("r") - self.sides.count("b")


class Round:
    """A round to be paired: who takes part, what each brings, what each board would cost.

    Raises:
        PairingError: ``lots.seed``: a choice is by lot and there is no seed.
    """

    def __init__(self, event: Event, round: int, options: Options | None = None) -> None:
        self.event = event.before(round)
        self.number = round
        self.options = options or Options()
        self.left_out = not_paired(self.event, round, self.options)
        out = {reason.players[0] for reason in self.left_out}
        here = [n for n in self.event.available(round) if n not in out]
        if round <= event.rounds_paired:  # on record: those who were paired are paired anew
            here = [p.number for p in event.players if event.cell(p.number, round).paired]
        self.players = {n: _past(self.event, n, round, self.options) for n in here}
        self._forbidden = self.event.forbidden_pairs(round)
        self.weak = self.event.weak_pairs(round)

    @cached_property
    def lot(self) -> dict[int, int]:
        """Player → place by lot, for schemes that want one."""
        order = lots.shuffled(self.players, self.options.seed, f"chinese round {self.number}")
        return {number: place for place, number in enumerate(order)}

    @property
    def scheme(self) -> FirstRound:
        """How those of equal points are put together in this round."""
        return self.options.first_round if self.number == 1 else self.options.within

    def may_meet(self, one: int, two: int) -> bool:
        """Whether these two may meet at all."""
        pair = (min(one, two), max(one, two))
        return two not in self.players[one].met and pair not in self._forbidden

    def weak_pair(self, one: int, two: int) -> bool:
        """Whether these two should not meet if it can be avoided."""
        return bool(self.weak) and (min(one, two), max(one, two)) in self.weak

    # ------------------------------------------------------------ colours

    def sides(self, one: int, two: int) -> tuple[int, int, str]:
        """Who of two has Red, who Black, and the code of the reason; for rounds after the first."""
        a, b = sorted((self.players[one], self.players[two]), key=lambda p: p.number)
        straight, turned = self._thirds(a, b), self._thirds(b, a)
        if straight != turned:
            return _board(a, b, straight < turned, "chinese.red_third")
        balance = self.options.colours is Colours.BALANCE or self.led(one, two)
        if balance and a.surplus != b.surplus:
            return _board(a, b, a.surplus < b.surplus, "chinese.red_balance")
        if a.sides[-1:] != b.sides[-1:]:
            # Who has not played yet takes what the other one's change leaves.
            red = a.sides[-1:] == "b" or b.sides[-1:] == "r"
            return _board(a, b, red, "chinese.red_change")
        for x, y in zip(reversed(a.sides), reversed(b.sides), strict=False):
            if x != y:
                return _board(a, b, x == "b", "chinese.red_back")
        if self.options.same_history is SameHistory.ROUNDS:
            return _board(a, b, self.number % 2 == 1, "chinese.red_round")
        return _board(a, b, (a.number + b.number) % 2 == 1, "chinese.red_sum")

    def led(self, one: int, two: int) -> bool:
        """Whether a board is one of leaders in the last rounds."""
        total, least = self.event.rounds_total, self.options.leader_points
        if total is None or least is None or self.number <= total - self.options.last_rounds:
            return False
        return max(self.players[one].points, self.players[two].points) >= least

    def thirds(self, red: int, black: int) -> int:
        """How many of two would have a banned third colour."""
        return self._thirds(self.players[red], self.players[black])

    def _thirds(self, red: Past, black: Past) -> int:
        options = self.options
        first = options.no_third_first and red.sides.endswith("rr")
        return first + (options.no_third_second and black.sides.endswith("bb"))

    # ------------------------------------------------------------ costs

    def cost(self, one: int, two: int) -> Cost:
        """What a board of these two would cost, level by level."""
        a, b = self.players[one], self.players[two]
        options = self.options
        apart = options.units == "always" or (options.units == "first" and self.number == 1)
        unit = int(apart and bool(a.unit) and a.unit == b.unit)
        unit += self.weak_pair(one, two)
        order = self._order(one, two)
        if self.number == 1:
            return Cost(unit=unit, points=(a.points - b.points) ** 2, order=order)
        red, black, _code = self.sides(one, two)
        first, second = self.players[red], self.players[black]
        after = (first.surplus + 1) ** 2 + (second.surplus - 1) ** 2
        same = first.sides.endswith("r") + second.sides.endswith("b")
        led = self.led(one, two)
        if options.colours is Colours.BALANCE or led:
            colours = 2 * after + same
        else:
            far = (abs(first.surplus + 1) > 1) + (abs(second.surplus - 1) > 1)
            colours = 2 * same + far
        return Cost(
            unit=unit,
            third=self._thirds(first, second),
            leaders=after if led else 0,
            points=(a.points - b.points) ** 2,
            floats=_floats(a, b) + _floats(b, a) if options.floats else 0,
            colours=colours,
            order=order,
        )

    def total(self, boards: Sequence[tuple[int, int]]) -> Cost:
        """What boards cost together."""
        costs = [self.cost(*board) for board in boards]
        return Cost(*map(sum, zip(*costs, strict=True))) if costs else Cost()

    @cached_property
    def _standing(self) -> dict[int, tuple[int, int]]:
        """Player → place among those of equal points, from 0, and how many these are.

        Who has the bye is not counted.
        """
        groups: dict[int, list[int]] = {}
        for number, past in self.players.items():
            if number != self.bye:
                groups.setdefault(past.points, []).append(number)
        by_lot = self.scheme is FirstRound.RANDOM
        standing = {}
        for group in groups.values():
            if by_lot:
                group.sort(key=self.lot.__getitem__)
            elif self.scheme is FirstRound.HALVES:
                half = len(group) // 2
                group[half:] = sorted(group[half:], key=self.lot.__getitem__)
            standing.update({number: (at, len(group)) for at, number in enumerate(group)})
        if self.bye is not None:  # for whoever wants to see what his board would have cost
            many = len(groups.get(self.players[self.bye].points, ()))
            standing[self.bye] = (many, many + 1)
        return standing

    def _order(self, one: int, two: int) -> int:
        """The square of how far two stand from whom the scheme would give them."""
        a, b = self.players[one], self.players[two]
        (i, many), (j, _many) = self._standing[one], self._standing[two]
        if a.points != b.points:
            # From the end of the upper group to the head of the lower one.
            upper, lower = (one, two) if a.points > b.points else (two, one)
            at, size = self._standing[upper]
            return int((size - 1 - at + self._standing[lower][0]) ** 2)
        match self.scheme:
            case FirstRound.HALF | FirstRound.HALVES:
                return int((abs(i - j) - many // 2) ** 2)
            case FirstRound.ENDS:
                return int((i + j - (many - 1)) ** 2)
            case _:
                return int((abs(i - j) - 1) ** 2)

    # ------------------------------------------------------------ pairing

    def bye_order(self) -> list[int]:
        """Who would have the bye, the first to be asked first; empty for an even number."""
        if len(self.players) % 2 == 0:
            return []
        by_lot = self.number == 1 and self.scheme is FirstRound.RANDOM
        asked = [
            past
            for past in self.players.values()
            if self.options.bye is Bye.FEWEST or past.byes == 0
        ]
        asked.sort(key=lambda p: (p.byes, p.points, -(self.lot[p.number] if by_lot else p.number)))
        return [past.number for past in asked]

    @cached_property
    def bye(self) -> int | None:
        """Who has the bye; None where the number is even.

        Raises:
            PairingError: ``no_valid_pairing``: the rest cannot be paired without anybody.
        """
        if len(self.players) % 2 == 0:
            return None
        taker = self._first_bye()
        if taker is None:
            raise self._impossible()
        return taker

    def match(self) -> tuple[list[tuple[int, int]], int | None]:
        """The boards of least cost, without colours, and who has the bye.

        Raises:
            PairingError: ``no_valid_pairing``.
        """
        boards = self.least([number for number in self.players if number != self.bye])
        if boards is None:
            raise self._impossible()
        return boards, self.bye

    def _first_bye(self) -> int | None:
        """The first in the order of the bye without whom the rest can be paired."""
        asked = self.bye_order()
        here = list(self.players)
        if asked and self._can_pair([number for number in here if number != asked[0]]):
            return asked[0]
        # Nobody is the one more vertex: his partner costs the more the later he is asked.
        edges = [(i, j, 1) for i, j in self._edges(here)]
        nobody, most = len(here), len(here) + 1
        edges = [(i, j, most * most) for i, j, _one in edges]
        at = {number: i for i, number in enumerate(here)}
        edges += [(at[number], nobody, most * most - n) for n, number in enumerate(asked)]
        mates = heaviest(len(here) + 1, edges)
        if any(mate is None for mate in mates):
            return None
        mate = mates[nobody]
        return None if mate is None else here[mate]

    def _edges(self, here: Sequence[int]) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i in range(len(here))
            for j in range(i + 1, len(here))
            if self.may_meet(here[i], here[j])
        ]

    def _can_pair(self, here: Sequence[int]) -> bool:
        apart = {number: set(self.players[number].met) for number in here}
        for one, two in self._forbidden:
            if one in apart and two in apart:
                apart[one].add(two)
                apart[two].add(one)
        return can_pair(here, {number: frozenset(some) for number, some in apart.items()})

    def least(self, here: Sequence[int]) -> list[tuple[int, int]] | None:
        """The boards whose costs sum least, level by level; None where there are none.

        Of a big field only near boards are looked at (`chuhe.tournament.chinese_near`), as
        long as these can pair everybody.
        """
        width = _WIDTH
        while len(here) > MANY and width < len(here):
            boards = self._best(here, self._near(here, width))
            if boards is not None:
                return boards
            width *= 4
        return self._best(here, self._edges(here))

    def _near(self, here: Sequence[int], width: int) -> list[tuple[int, int]]:
        place = {number: i for i, number in enumerate(here)}
        groups: dict[int, list[int]] = {}
        for number in sorted(here, key=lambda n: self._standing[n][0]):
            groups.setdefault(self.players[number].points, []).append(place[number])
        ordered = [groups[points] for points in sorted(groups, reverse=True)]
        return near(ordered, self.scheme, width, lambda i, j: self.may_meet(here[i], here[j]))

    def _best(
        self, here: Sequence[int], edges: Sequence[tuple[int, int]]
    ) -> list[tuple[int, int]] | None:
        costs = {(i, j): self.cost(here[i], here[j]) for i, j in edges}
        scales = weights(list(costs.values()), len(here) // 2)
        sums = {edge: _weight(cost, scales) for edge, cost in costs.items()}
        # More than all boards together can cost: no board is left out to save something.
        top = max(sums.values(), default=0) * (len(here) // 2) + 1
        mates = heaviest(len(here), [(i, j, top - sums[i, j]) for i, j in costs])
        if any(mate is None for mate in mates):
            return None
        return [(here[i], here[j]) for i, j in enumerate(mates) if j is not None and i < j]

    def _impossible(self) -> PairingError:
        facts = {"round": self.number, "players": len(self.players)}
        return PairingError("no_valid_pairing", facts)


def not_paired(event: Event, round: int, options: Options | None = None) -> tuple[Reason, ...]:
    """Who is not paired in a round by the rules of the event, and why; not those who asked.

    Rounds missed are those of an announced absence, of no game, and those lost
    without play; a half-point bye is not one, nor are rounds before the first
    in which a player was paired: that is a late entry.
    """
    options = options or Options()
    reasons = []
    for number in event.available(round):
        missed = _missed(event, number, round)
        most = None if number in options.kept else options.missed_rounds
        if most and missed >= most:
            facts: dict[str, object] = {"player": number, "rounds": missed}
            reasons.append(Reason("chinese.missed", facts, (number,)))
            continue
        for code, after, points in [
            *(("chinese.out", after, points) for after, points in options.out_below),
            *(("chinese.enough", after, points) for after, points in options.enough),
        ]:
            if round <= after and code == "chinese.out":
                continue
            has = event.score(number, min(after, round - 1))
            if has < points if code == "chinese.out" else has >= points:
                facts = {"player": number, "points": said(has), "round": after}
                reasons.append(Reason(code, facts, (number,)))
                break
    return tuple(reasons)


def weights(costs: Sequence[Cost], boards: int) -> tuple[int, ...]:
    """The factor of each level: more than all that the levels below can sum to.

    >>> weights([Cost(1, 0, 0, 0, 0, 5, 2), Cost(0, 0, 0, 0, 0, 3, 4)], 10)
    (2091, 2091, 2091, 2091, 2091, 41, 1)
    """
    most = [max((cost[level] for cost in costs), default=0) for level in range(len(Cost._fields))]
    scales = [1]
    for level in range(len(most) - 1, 0, -1):
        scales.append(scales[-1] * (most[level] * boards + 1))
    return tuple(reversed(scales))


def said(points: int) -> str:
    """Tenths as they are written.

    >>> said(60), said(55)
    ('6', '5.5')
    """
    return str(points // 10) if points % 10 == 0 else f"{points / 10:.1f}"


# ------------------------------------------------------------ parts


def _past(event: Event, number: int, round: int, options: Options) -> Past:
    row = event.row(number)[: round - 1]
    sides = "".join((cell.side or "-")[0] for cell in row if cell.played)
    floats = []
    byes = 0
    for r, cell in enumerate(row, 1):
        won = cell.kind is Kind.FORFEIT and cell.score is Score.WIN
        if cell.kind in (Kind.PAB, Kind.FULL_BYE) or (won and options.unplayed_win_is_bye):
            byes += 1
        if cell.opponent is None:
            floats.append(-1 if cell.kind is Kind.PAB else 0)
        else:
            own, other = event.pairing_score(number, r), event.pairing_score(cell.opponent, r)
            floats.append((other > own) - (other < own))
    player = event.player(number)
    return Past(
        number=number,
        points=event.pairing_score(number, round),
        sides=sides.replace("-", ""),
        floats=tuple(floats),
        byes=byes,
        met=event.met(number, round),
        unit=player.team if options.unit == "team" else player.federation,
    )


def _floats(player: Past, opponent: Past) -> int:
    way = (opponent.points > player.points) - (opponent.points < player.points)
    if not way:
        return 0
    last, before = ([0, 0, *player.floats])[-1], ([0, 0, *player.floats])[-2]
    return 2 * (last == way) + (before == way)


def _weight(cost: Cost, scales: Sequence[int]) -> int:
    return sum(value * scale for value, scale in zip(cost, scales, strict=True))


def _board(a: Past, b: Past, a_red: bool, code: str) -> tuple[int, int, str]:
    red, black = (a, b) if a_red else (b, a)
    return red.number, black.number, code


def _missed(event: Event, number: int, round: int) -> int:
    """How many rounds running before this one a player was not there, once he had come."""
    row = event.row(number)[: round - 1]
    if not any(cell.paired for cell in row):
        return 0
    missed = 0
    for cell in reversed(row):
        lost = cell.kind is Kind.FORFEIT and cell.score is Score.LOSS
        if not (lost or cell.kind in (Kind.UNPAIRED, Kind.ZERO_BYE)):
            break
        missed += 1
    return missed
