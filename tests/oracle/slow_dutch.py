"""The Dutch system by trying everything: all pairings of a round, compared by the articles.

Nothing of chuhe.tournament.dutch is used.  Every pairing of all players that
keeps C1 to C3 is written down; bracket by bracket those stay that are best by
C6 to C21, then by the order of article 4.  Good for ten players at most.

A pair is made in the bracket of its lower player, so a pairing of the round
falls into brackets in one way only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chuhe.tournament.model import Event, Kind

Pair = tuple[int, int]
Pairing = tuple[tuple[Pair, ...], int | None]


@dataclass
class Card:
    """A player's card."""

    number: int
    tpn: int
    score: int
    colours: str
    met: set[int]
    bye: bool
    unplayed: int
    floats: list[int]
    top: bool

    @property
    def balance(self) -> int:
        return self.colours.count("r") - self.colours.count("b")

    @property
    def wish(self) -> tuple[str, int]:
        """The colour due, and how much: 3 absolute, 2 strong, 1 mild, 0 none."""
        if self.balance >= 2 or (self.balance > -2 and self.colours.endswith("rr")):
            return "b", 3
        if self.balance <= -2 or self.colours.endswith("bb"):
            return "r", 3
        if self.balance:
            return ("b" if self.balance > 0 else "r"), 2
        if self.colours:
            return ("b" if self.colours[-1] == "r" else "r"), 1
        return "", 0


def cards(event: Event, round: int) -> list[Card]:
    found = []
    tpn = 0
    for player in event.players:
        row = event.row(player.number)[: round - 1]
        here = event.absence(player.number, round) is None
        tpn += here or any(c.opponent is not None or c.kind is Kind.PAB for c in row)
        if not here:
            continue
        score = event.pairing_score(player.number, round)
        met = {c.opponent for c in row if c.kind is Kind.GAME and c.opponent}
        for rule in event.forbidden:
            if rule.holds(round) and player.number in rule.players:
                met |= set(rule.players)
        without = [c for c in row if c.kind is not Kind.GAME]
        found.append(
            Card(
                number=player.number,
                tpn=tpn,
                score=score,
                colours="".join(c.side[0] for c in row if c.kind is Kind.GAME and c.side),
                met=met,
                bye=all(
                    c.kind is not Kind.PAB and event.points.cell(c) < event.points.win
                    for c in without
                ),
                unplayed=len(without),
                floats=[floated(event, player.number, round - back) for back in (1, 2)],
                top=round == event.rounds_total and 2 * score > (round - 1) * event.points.win,
            )
        )
    return sorted(found, key=lambda card: (-card.score, card.tpn))


def floated(event: Event, number: int, round: int) -> int:
    """1 for a downfloat, -1 for an upfloat, 0 for none."""
    if round < 1:
        return 0
    cell = event.cell(number, round)
    if cell.kind is not Kind.GAME or cell.opponent is None:
        return int(event.points.cell(cell) > event.points.loss)
    own, other = event.pairing_score(number, round), event.pairing_score(cell.opponent, round)
    return (own > other) - (own < other)


def may_meet(one: Card, two: Card) -> bool:
    """C1 and C3."""
    if two.number in one.met:
        return False
    same = one.wish == two.wish and one.wish[1] == 3
    return not same or one.top or two.top


def everything(places: tuple[int, ...], field: list[Card]) -> Iterator[Pairing]:
    """All pairings of the round, by places in the field: C1 to C3."""
    if not places:
        yield (), None
        return
    first, rest = places[0], places[1:]
    if len(places) % 2 and field[first].bye:
        for pairs, _ in everything(rest, field):
            yield pairs, first
    for k, second in enumerate(rest):
        if may_meet(field[first], field[second]):
            for pairs, bye in everything(rest[:k] + rest[k + 1 :], field):
                yield ((first, second), *pairs), bye


def pair(event: Event, round: int) -> tuple[set[frozenset[int]], int | None] | None:
    """The pairs and the bye, by number; None if nothing is possible."""
    field = cards(event, round)
    left = list(everything(tuple(range(len(field))), field))
    if not left:
        return None
    lowest = min(field[bye].score if bye is not None else 0 for _, bye in left)
    left = [p for p in left if p[1] is None or field[p[1]].score == lowest]  # C5
    scores = sorted({card.score for card in field}, reverse=True)
    for k, score in enumerate(scores):
        below = scores[k + 1] if k + 1 < len(scores) else None
        values = [(quality(p, field, score, below), p) for p in left]
        best = min(value for value, _ in values)
        left = [p for value, p in values if value == best]
        orders = [(order(p, field, score), p) for p in left]
        first = min(value for value, _ in orders)
        left = [p for value, p in orders if value == first]
    [(pairs, bye)] = left
    numbers = {frozenset({field[a].number, field[b].number}) for a, b in pairs}
    return numbers, None if bye is None else field[bye].number


def made(pairing: Pairing, field: list[Card], score: int) -> list[Pair]:
    """The pairs of a bracket."""
    return [pair for pair in pairing[0] if field[pair[1]].score == score]


def floaters(pairing: Pairing, field: list[Card], score: int) -> list[int]:
    """Who is left over after a bracket."""
    paired = {i for pair in pairing[0] if field[pair[1]].score >= score for i in pair}
    return [i for i, card in enumerate(field) if card.score >= score and i not in paired]


def quality(pairing: Pairing, field: list[Card], score: int, below: int | None) -> list[object]:
    """C6 to C21 of a bracket; less is better."""
    pairs, left = made(pairing, field, score), floaters(pairing, field, score)
    after = [] if below is None else floaters(pairing, field, below)
    games = [(field[a], field[b]) for a, b in pairs]
    denied = [loser for high, low in games for loser in [loses(high, low)] if loser]
    final = [card for card in denied if any(c.top for game in games if card in game for c in game)]
    value: list[object] = [
        len(left),
        [field[i].score for i in left],
        (len(after), [field[i].score for i in after]),
        field[left[0]].unplayed if left == [pairing[1]] else 0,
        sum(abs(card.balance) >= 2 for card in final),
        sum(
            card.colours[-2:] in ("rr", "bb") and card.colours[-1] != card.wish[0] for card in final
        ),
        len(denied),
        sum(card.wish[1] == 2 for card in denied),
    ]
    residents = [field[i] for i in left if field[i].score == score]
    rising = [(low, high.score) for high, low in games if high.score > low.score]
    sinking = [(high, low.score) for high, low in games if high.score > low.score]
    sinking += [(field[i], score - 10) for i in left]
    for back in (0, 1):
        value.append(sum(card.floats[back] == 1 for card in residents))
        value.append(sum(card.floats[back] == -1 for card, _ in rising))
    for back in (0, 1):
        again = [card.score - other for card, other in sinking if card.floats[back] == 1]
        value.append(sorted(again, reverse=True))
        again = [other - card.score for card, other in rising if card.floats[back] == -1]
        value.append(sorted(again, reverse=True))
    return value


def loses(high: Card, low: Card) -> Card | None:
    """Who of a pair does not get his colour (5.2); None if nobody is refused."""
    (mine, much), (his, more) = high.wish, low.wish
    if not mine or not his or mine != his:
        return None
    if much != more:
        return low if much > more else high
    if much == 3 and abs(high.balance) != abs(low.balance):
        return low if abs(high.balance) > abs(low.balance) else high
    for one, two in zip(reversed(high.colours), reversed(low.colours), strict=False):
        if one != two:
            return low if two == mine else high
    return low


def order(pairing: Pairing, field: list[Card], score: int) -> list[object]:
    """Where a pairing of a bracket stands in the order of article 4; less is earlier."""
    pairs = sorted(made(pairing, field, score))
    movers = [pair for pair in pairs if field[pair[0]].score > score]
    taken = {low for _, low in movers}
    remainder = [i for i, card in enumerate(field) if card.score == score and i not in taken]
    uppers = [high for high, _ in pairs if field[high].score == score]
    half = set(remainder[: len(uppers)])
    down, up = sorted(half - set(uppers), reverse=True), sorted(set(uppers) - half)
    return [
        [high for high, _ in movers],
        [low for _, low in movers],
        len(up),
        sum(up) - sum(down),
        [-i for i in down],
        up,
        [low for high, low in pairs if high in uppers],
    ]
