"""The Chinese Swiss, 积分编排制: equal points meet, explained level by level.

>>> from chuhe.tournament.model import Player
>>> event = Event(players=tuple(Player(n) for n in range(1, 9)))
>>> options = Options(first_round=FirstRound.ADJACENT)
>>> [(board.red, board.black) for board in pair(event, 1, options).pairings]
[(1, 2), (4, 3), (5, 6), (8, 7)]

**How it is done.**  Two never meet twice, and forbidden pairs never meet; any
other wish yields to the ones above it in this list, the levels of `Cost`:

1. ``unit``: boards on which two of one unit meet;
2. ``third``: players who have one colour three times running, where that is banned;
3. ``leaders``: in the last rounds, on boards of leaders, the squares of what
   each will then have had more of one colour;
4. ``points``: the squares of the differences in points (tenths), so that two
   small floats are better than one big one;
5. ``floats``: for each of the two, 2 if he floats the way he did in the round
   before, 1 if the way he did two rounds before;
6. ``colours``: for each of the two, in ``balance`` twice the square of what he
   will have had more of one colour, and 1 for the same colour as before; in
   ``natural`` 2 for the same colour as before, and 1 if he will have had two or
   more of one colour more;
7. ``order``: the square of how far the two stand from whom the scheme would give them.

The sum over all boards is made as small as can be on level 1, then on level 2,
and so on: each level is multiplied by a whole number greater than all that the
levels below can sum to, and a matching of least weight is found exactly
(`chuhe.tournament.matching`).  The bye is given first: to the first in the
order of the bye rule without whom the rest can be paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import lots
from chuhe.tournament.chinese_options import (
    Bye,
    Colours,
    FirstColours,
    FirstRound,
    Options,
    SameHistory,
    from_json,
    to_json,
)
from chuhe.tournament.matching import heaviest
from chuhe.tournament.model import Event, Kind, Pairing, Reason, Score, Sheet

__all__ = [
    "Bye",
    "Colours",
    "Cost",
    "FirstColours",
    "FirstRound",
    "Options",
    "Past",
    "Round",
    "SameHistory",
    "empty_number_score",
    "from_json",
    "not_paired",
    "pair",
    "to_json",
]


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
        self.players = {n: _past(self.event, n, round, self.options) for n in here}
        self._forbidden = self.event.forbidden_pairs(round)

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

    def _thirds(self, red: Past, black: Past) -> int:
        """How many of two would have a banned third colour."""
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
        boards = self._least([number for number in self.players if number != self.bye])
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
        mates = heaviest(len(here), [(i, j, 1) for i, j in self._edges(here)])
        return None not in mates

    def _least(self, here: Sequence[int]) -> list[tuple[int, int]] | None:
        """The boards whose costs sum least, level by level; None where there are none."""
        costs = {(i, j): self.cost(here[i], here[j]) for i, j in self._edges(here)}
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


def pair(event: Event, round: int, options: Options | None = None) -> Sheet:
    """Pair a round, with a reason for every board, its colours, the bye and who is left out.

    Args:
        event: the event; only what happened before the round counts.
        round: the round, from 1.
        options: what was agreed.

    Raises:
        PairingError: ``no_valid_pairing``: everybody has met everybody he may meet;
            ``lots.seed``: a choice is by lot and there is no seed.
    """
    this = Round(event, round, options)
    boards, bye = this.match()
    if round == 1:
        coloured = _first_colours(this, boards)
    else:
        sides = [this.sides(*board) for board in boards]
        coloured = sorted(sides, key=lambda b: _table_key(this, b[0], b[1]))
    pairings = [Pairing(red, black) for red, black, _code in coloured]
    reasons: list[Reason] = []
    for red, black, code in coloured:
        reasons += _board_reasons(this, red, black, code)
    if bye is not None:
        pairings.append(Pairing(bye))
        reasons.append(_bye_reason(this, bye))
    return Sheet(round, tuple(pairings), (*reasons, *this.left_out))


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
        if options.missed_rounds and missed >= options.missed_rounds:
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


def empty_number_score(event: Event, options: Options | None = None) -> int:
    """What an empty number counts in the sum of opponents' points, in tenths.

    >>> empty_number_score(Event(), Options(empty_number="zero"))
    0
    """
    if (options or Options()).empty_number == "zero":
        return 0
    return min((event.score(player.number) for player in event.players), default=0)


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


def _table_key(this: Round, one: int, two: int) -> tuple[int, int, int]:
    """Tables: the highest points first, then the highest sum, then the smallest number."""
    a, b = this.players[one].points, this.players[two].points
    return -max(a, b), -(a + b), min(one, two)


def _first_colours(this: Round, boards: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    options = this.options
    tables = sorted((min(board), max(board)) for board in boards)
    coloured = []
    lead = 0
    for table, (small, big) in enumerate(tables, 1):
        match options.first_colours:
            case FirstColours.SMALL:
                red = small
            case FirstColours.BIG:
                red = big
            case FirstColours.TABLES:
                red = small if table % 2 else big
            case FirstColours.TABLES_REVERSED:
                red = big if table % 2 else small
            case FirstColours.ODD:
                red = big if big % 2 > small % 2 else small
            case FirstColours.EVEN:
                red = big if big % 2 < small % 2 else small
            case FirstColours.LOT:
                red = lots.first_mover(small, big, options.seed, f"chinese colours {table}")
            case FirstColours.LOT_TABLES:
                if table == 1:
                    lead = lots.first_mover(0, 1, options.seed, "chinese colours 1")
                red = (small, big)[(table - 1 + lead) % 2]
        coloured.append((red, small + big - red, f"chinese.first_{options.first_colours.value}"))
    return coloured


def _board_reasons(this: Round, red: int, black: int, code: str) -> list[Reason]:
    """Why these two meet, what could not be kept, and why Red has Red."""
    a, b = this.players[red], this.players[black]
    both = (red, black)
    facts: dict[str, object] = {"red": red, "black": black}
    reasons = []
    if this.number == 1 and a.points == b.points:
        moved = this.cost(red, black).order > 0
        code_met = "chinese.scheme_moved" if moved else f"chinese.scheme_{this.scheme.value}"
        reasons.append(Reason(code_met, facts, both))
    elif a.points == b.points:
        reasons.append(Reason("chinese.equal", {**facts, "points": said(a.points)}, both))
    else:
        upper, lower = (a, b) if a.points > b.points else (b, a)
        points = {"upper": upper.number, "lower": lower.number}
        had = {"more": said(upper.points), "less": said(lower.points)}
        reasons.append(Reason("chinese.float", {**facts, **points, **had}, both))
    cost = this.cost(red, black)
    if cost.unit:
        reasons.append(Reason("chinese.unit", {**facts, "unit": a.unit}, both))
    if cost.third:
        reasons.append(Reason("chinese.third", facts, both))
    reasons.append(Reason(code, facts, both))
    return reasons


def _bye_reason(this: Round, player: int) -> Reason:
    past = this.players[player]
    facts: dict[str, object] = {"player": player, "points": said(past.points), "byes": past.byes}
    first = this.bye_order()[0]
    if first != player:
        return Reason("chinese.bye_other", {**facts, "first": first}, (player,))
    by_lot = this.number == 1 and this.scheme is FirstRound.RANDOM
    return Reason("chinese.bye_lot" if by_lot else "chinese.bye", facts, (player,))


add_messages(
    {
        "chinese.scheme_half": N_("{red} and {black}: upper half against lower half"),
        "chinese.scheme_adjacent": N_("{red} and {black}: neighbouring numbers"),
        "chinese.scheme_ends": N_("{red} and {black}: from both ends of the list"),
        "chinese.scheme_random": N_("{red} and {black}: by lot"),
        "chinese.scheme_halves": N_("{red} and {black}: upper against lower half, by lot"),
        "chinese.scheme_moved": N_("{red} and {black}: away from the scheme, as some may not meet"),
        "chinese.equal": N_("{red} and {black} have {points} points each and have not met"),
        "chinese.float": N_(
            "{upper} with {more} points meets {lower} with {less}: no better pairing of all boards"
        ),
        "chinese.unit": N_("{red} and {black} are both of {unit}: it could not be avoided"),
        "chinese.third": N_(
            "one colour for the third time running, {red} Red or {black} Black: "
            "it could not be avoided"
        ),
        "chinese.first_small": N_("{red} has Red: the smaller number moves first"),
        "chinese.first_big": N_("{red} has Red: the bigger number moves first"),
        "chinese.first_tables": N_(
            "{red} has Red: the smaller number at odd tables, the bigger one at even tables"
        ),
        "chinese.first_tables_reversed": N_(
            "{red} has Red: the bigger number at odd tables, the smaller one at even tables"
        ),
        "chinese.first_odd": N_("{red} has Red: odd numbers first, else the smaller one"),
        "chinese.first_even": N_("{red} has Red: even numbers first, else the smaller one"),
        "chinese.first_lot": N_("{red} has Red by lot"),
        "chinese.first_lot_tables": N_("{red} has Red: by lot at table one, then by turns"),
        "chinese.red_third": N_("{red} has Red: otherwise one colour for the third time running"),
        "chinese.red_balance": N_("{red} has Red: has had it less often than {black}"),
        "chinese.red_change": N_("{red} has Red: colours change from the last game"),
        "chinese.red_back": N_(
            "{red} has Red: had Black where the colours of the two last differed"
        ),
        "chinese.red_round": N_(
            "{red} has Red: equal colours so far; odd round the smaller number, even round the bigger"
        ),
        "chinese.red_sum": N_(
            "{red} has Red: equal colours so far; "
            "the smaller number if the sum of both is odd, else the bigger"
        ),
        "chinese.bye": N_("bye for {player}: the lowest with {byes} byes so far, {points} points"),
        "chinese.bye_lot": N_("bye for {player} by lot"),
        "chinese.bye_other": N_(
            "bye for {player} with {points} points: without {first}, first in line, "
            "the rest could not be paired"
        ),
        "chinese.missed": N_("{player} is not paired: missed {rounds} rounds running"),
        "chinese.out": N_("{player} is out: {points} points after round {round}"),
        "chinese.enough": N_("{player} is not paired any more: {points} points by round {round}"),
        "no_valid_pairing": N_("no valid pairing of round {round} exists for {players} players"),
    }
)
