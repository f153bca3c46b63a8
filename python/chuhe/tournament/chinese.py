"""The Chinese Swiss, 积分编排制: equal points meet, explained level by level.

>>> from chuhe.tournament.model import Player
>>> event = Event(players=tuple(Player(n) for n in range(1, 9)))
>>> options = Options(first_round=FirstRound.ADJACENT)
>>> [(board.red, board.black) for board in pair(event, 1, options).pairings]
[(1, 2), (4, 3), (5, 6), (8, 7)]

**How it is done.**  Two never meet twice, and forbidden pairs never meet; any
other wish yields to the ones above it in this list, the levels of `Cost`:

1. ``unit``: boards on which two of one unit meet, or two who should not meet;
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

from collections.abc import Container, Sequence

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament import lots
from chuhe.tournament.chinese_check import check, why_not
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
from chuhe.tournament.chinese_round import Cost, Past, Round, not_paired, said, weights
from chuhe.tournament.model import Event, Pairing, Reason, Sheet

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
    "check",
    "empty_number_score",
    "from_json",
    "not_paired",
    "pair",
    "to_json",
    "weights",
    "why_not",
]


def pair(event: Event, round: int | None = None, options: Options | None = None) -> Sheet:
    """Pair a round, with a reason for every board, its colours, the bye and who is left out.

    Args:
        event: the event; only what happened before the round counts.
        round: the round; the next one if None. One on record is paired anew
            with those who were paired in it.
        options: what was agreed.

    Raises:
        PairingError: ``no_valid_pairing``: everybody has met everybody he may meet;
            ``lots.seed``: a choice is by lot and there is no seed.
    """
    round = event.next_round if round is None else round
    this = Round(event, round, options)
    boards, bye = this.match()
    if round == 1:
        coloured = _first_colours(this, boards)
    else:
        sides = [this.sides(*board) for board in boards]
        coloured = sorted(sides, key=lambda b: _table_key(this, b[0], b[1]))
    pairings = [Pairing(red, black) for red, black, _code in coloured]
    reasons: list[Reason] = []
    odd = _odd_groups(this, boards)
    for red, black, code in coloured:
        reasons += _board_reasons(this, red, black, code, odd)
    if bye is not None:
        pairings.append(Pairing(bye))
        reasons.append(_bye_reason(this, bye))
    return Sheet(round, tuple(pairings), (*reasons, *this.left_out))


def empty_number_score(event: Event, options: Options | None = None) -> int:
    """What an empty number counts in the sum of opponents' points, in tenths.

    >>> empty_number_score(Event(), Options(empty_number="zero"))
    0
    """
    if (options or Options()).empty_number == "zero":
        return 0
    return min((event.score(player.number) for player in event.players), default=0)


# ------------------------------------------------------------ parts


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


def _odd_groups(this: Round, boards: Sequence[tuple[int, int]]) -> set[int]:
    """The points of which an odd number of players is left, those floating down to them included."""
    sizes: dict[int, int] = {}
    for board in boards:
        a, b = sorted((this.players[n].points for n in board), reverse=True)
        sizes[a] = sizes.get(a, 0) + 1
        # The lower of two different ones is counted with whom he meets in his own group.
        sizes[b] = sizes.get(b, 0) + (1 if a == b else 2)
    return {points for points, size in sizes.items() if size % 2}


def _board_reasons(
    this: Round, red: int, black: int, code: str, odd: Container[int]
) -> list[Reason]:
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
        why = "chinese.float_odd" if upper.points in odd else "chinese.float"
        reasons.append(Reason(why, {**facts, **points, **had}, both))
    cost = this.cost(red, black)
    if this.weak_pair(red, black):
        reasons.append(Reason("chinese.weak", facts, both))
    if cost.unit > this.weak_pair(red, black):
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
        "chinese.float_odd": N_(
            "{upper} with {more} points meets {lower} with {less}: "
            "an odd number was left at {more} points"
        ),
        "chinese.unit": N_("{red} and {black} are both of {unit}: it could not be avoided"),
        "chinese.weak": N_("{red} and {black} should not meet: it could not be avoided"),
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
        # The Dutch system gives this error too: one code, one sentence.
        "no_valid_pairing": N_(
            "round {round} cannot be paired: no pairing of all {players} players keeps the absolute criteria"
        ),
    }
)
