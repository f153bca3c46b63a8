"""Elo ratings: what an event does to the ratings of those who played in it.

All that differs between lists is data (`Rules`): the expected score by table
or by formula, where a difference is cut off, K, the floor, how a first rating
is found.

>>> from chuhe.tournament.model import Pairing, Sheet
>>> event = Event(players=(Player(1, "A", 2200), Player(2, "B", 2000)))
>>> event = event.with_sheet(Sheet(1, (Pairing(1, 2),)))
>>> event = event.with_result(1, red=1, black=2, score=Score.DRAW)
>>> row = report(event, RULES["fide-2024"]).row(1)
>>> row.score, float(row.expected), row.k, float(row.change), row.new
(Fraction(1, 2), 0.76, 20, -5.2, 2195)

Player 1, rated 2200, drew with one rated 2000: the table expects 0.76 of a
difference of 200, and 20 × (0.50 − 0.76) = −5.2.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from chuhe.errors import add_messages
from chuhe.i18n import N_, _
from chuhe.tournament.model import Cell, Event, EventError, Kind, Player, Reason, Score
from chuhe.tournament.ratings import mean, performance_difference

__all__ = [
    "RULES",
    "Experience",
    "Game",
    "Initial",
    "KRule",
    "Report",
    "Row",
    "Rules",
    "ages",
    "expected",
    "lines",
    "report",
    "rules_of",
    "to_json",
]

#: The difference from which the higher rated is expected to score 0.51, 0.52 … 1.00
#: (FIDE Handbook B.02, table 8.1.2).
_FROM = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69),
    *(77, 84, 92, 99, 107, 114, 122, 130, 138, 146),
    *(154, 163, 171, 180, 189, 198, 207, 216, 226, 236),
    *(246, 257, 268, 279, 291, 303, 316, 329, 345, 358),
    *(375, 392, 412, 433, 457, 485, 518, 560, 620, 736),
)
_MILLION = 10**6


@dataclass(frozen=True, slots=True)
class Experience:
    """What K depends on besides the rating."""

    games: int | None = None
    """Rated games before the event; None if not known, which counts as many."""
    peak: int = 0
    """The highest rating ever published."""
    age: int | None = None
    """By the end of the year; None if not known, which counts as grown up."""


@dataclass(frozen=True, slots=True)
class KRule:
    """A value of K and whom it is for; a condition that is None always holds."""

    k: int
    games_below: int | None = None
    rating_below: int | None = None
    peak_below: int | None = None
    """Neither the rating nor any before it has reached this."""
    age_at_most: int | None = None

    def fits(self, rating: int, experience: Experience) -> bool:
        """Whether this rule is for such a player."""
        games, age = experience.games, experience.age
        return (
            (self.games_below is None or (games is not None and games < self.games_below))
            and (self.rating_below is None or rating < self.rating_below)
            and (self.peak_below is None or max(rating, experience.peak) < self.peak_below)
            and (self.age_at_most is None or (age is not None and age <= self.age_at_most))
        )


@dataclass(frozen=True, slots=True)
class Initial:
    """How a player without a rating gets the first one, from games with rated opponents."""

    above: Literal["table", "half_points"] = "table"
    """Above half of the points: the opponents' average plus the difference of the
    table for that percentage, or plus so much for each half point."""
    half_point: Fraction = Fraction(25, 2)
    """For a half point above one half."""
    drawn_with: tuple[int, ...] = ()
    """Ratings of opponents who are added, each a draw."""
    games: int = 1
    """So many games at least."""
    zero_counts: bool = True
    """Whether an event without a single half point counts."""
    most: int | None = None
    """A first rating is at most this."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a rating list has agreed."""

    name: str
    expectation: Literal["table", "logistic"] = "table"
    cap: int | None = 400
    """A greater difference counts as this."""
    k: tuple[KRule, ...] = (KRule(20),)
    """The first that fits."""
    k_times_games: int | None = None
    """K is lowered to a whole number so that K times the games is at most this."""
    floor: int = 0
    """A lower rating is not listed."""
    step: int = 1
    """Ratings are multiples of this; halves go the way of the change."""
    initial: Initial = field(default_factory=Initial)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that counts."""

    round: int
    opponent: int
    rating: int
    """The opponent's."""
    score: Fraction
    """1, ½ or 0, whatever the points of the event are."""
    difference: int = 0
    """Own rating less the opponent's, cut off at the cap."""
    expected: Fraction | None = None
    """None for a player without a rating."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the event does to one player."""

    player: int
    old: int
    """0 for none."""
    games: tuple[Game, ...]
    k: int | None
    new: int
    """0 for none."""
    reason: Reason
    """How the new rating comes about."""

    @property
    def score(self) -> Fraction:
        """Of the games that count."""
        return sum((game.score for game in self.games), Fraction())

    @property
    def expected(self) -> Fraction:
        """What was expected of a rated player."""
        return sum((game.expected for game in self.games if game.expected is not None), Fraction())

    @property
    def change(self) -> Fraction:
        """K × (score − expected), not rounded; 0 for a player without a rating."""
        return (self.k or 0) * (self.score - self.expected)


@dataclass(frozen=True, slots=True)
class Report:
    """The rating report of an event."""

    rules: Rules
    rows: tuple[Row, ...]

    def row(self, player: int) -> Row:
        """The row of a player.

        Raises:
            KeyError: no such player.
        """
        for row in self.rows:
            if row.player == player:
                return row
        raise KeyError(player)


def expected(own: int, other: int, rules: Rules) -> Fraction:
    """The score expected of one game.

    The logistic curve is rounded to a millionth, so that every machine gets the same.

    >>> float(expected(2000, 1900, RULES["fide-2024"])), float(expected(1900, 2000, RULES["logistic"]))
    (0.64, 0.359935)
    """
    difference = _difference(own, other, rules)
    high = abs(difference)
    if rules.expectation == "table":
        share = Fraction(50 + bisect_right(_FROM, high), 100)
    else:
        share = Fraction(round(_MILLION / (1 + 10.0 ** (-min(high, 4000) / 400))), _MILLION)
    return share if difference >= 0 else 1 - share


def report(
    event: Event, rules: Rules, experience: Mapping[int, Experience] | None = None
) -> Report:
    """What an event does to the ratings of its players.

    Only games over the board between players with a result count, and only
    those with a rated opponent; all with the ratings before the event.

    Args:
        event: the event; ratings are those of its players.
        rules: of the list.
        experience: what K depends on, by player; nothing is known of others.
    """
    known = experience or {}
    return Report(
        rules,
        tuple(_row(event, p, rules, known.get(p.number, Experience())) for p in event.players),
    )


def ages(event: Event) -> dict[int, Experience]:
    """What an event itself tells of experience: the age at the end of the year it began in.

    >>> event = Event(start="2026/05/01", players=(Player(1, birth="2009/12/24"), Player(2)))
    >>> ages(event)
    {1: Experience(games=None, peak=0, age=17)}
    """
    began = _year(event.start)
    born = {player.number: _year(player.birth) for player in event.players}
    return {
        number: Experience(age=began - year)
        for number, year in born.items()
        if began is not None and year is not None and year <= began
    }


def rules_of(name: str) -> Rules:
    """Rules by name.

    Raises:
        EventError: ``elo.rules``.
    """
    if name not in RULES:
        raise EventError("elo.rules", {"text": name, "known": ", ".join(RULES)})
    return RULES[name]


def to_json(report: Report) -> dict[str, object]:
    """A report for programs; fractions as decimal numbers."""
    return {
        "rules": report.rules.name,
        "players": [
            {
                "player": row.player,
                "old": row.old or None,
                "new": row.new or None,
                "k": row.k,
                "score": float(row.score),
                "expected": float(row.expected) if row.old else None,
                "change": round(float(row.change), 6) if row.old else None,
                "code": row.reason.code,
                "text": str(row.reason),
                "games": [
                    {
                        "round": game.round,
                        "opponent": game.opponent,
                        "rating": game.rating,
                        "score": float(game.score),
                        "expected": None if game.expected is None else float(game.expected),
                    }
                    for game in row.games
                ],
            }
            for row in report.rows
        ],
    }


def lines(report: Report, event: Event) -> list[str]:
    """A report for people: one sentence a player, in the order of the numbers."""
    names = (event.player(row.player).name for row in report.rows)
    title = _("Ratings by the rules {rules}", rules=report.rules.name)
    return [
        title,
        "",
        *(
            f"{name + ' ' if name else ''}{row.reason}"
            for name, row in zip(names, report.rows, strict=True)
        ),
    ]


# ------------------------------------------------------------ parts

_SCORES = {Score.WIN: Fraction(1), Score.DRAW: Fraction(1, 2), Score.LOSS: Fraction(0)}


def _year(date: str) -> int | None:
    """The year of a date that begins with it and is not 0000."""
    found = re.match(r"(?!0000)[0-9]{4}(?![0-9])", date.strip())
    return int(found[0]) if found else None


def _difference(own: int, other: int, rules: Rules) -> int:
    difference = own - other
    if rules.cap is None:
        return difference
    return max(-rules.cap, min(rules.cap, difference))


def _counted(event: Event, player: Player, rules: Rules) -> Iterator[Game]:
    for round, cell in enumerate(event.row(player.number), 1):
        if not _rateable(cell) or cell.opponent is None or cell.score is None:
            continue
        other = event.player(cell.opponent).rating
        if not other:
            continue
        score = _SCORES[cell.score]
        if not player.rating:
            yield Game(round, cell.opponent, other, score)
            continue
        difference = _difference(player.rating, other, rules)
        share = expected(player.rating, other, rules)
        yield Game(round, cell.opponent, other, score, difference, share)


def _rateable(cell: Cell) -> bool:
    return cell.kind is Kind.GAME and cell.rated


def _row(event: Event, player: Player, rules: Rules, experience: Experience) -> Row:
    games = tuple(_counted(event, player, rules))
    if not player.rating:
        return _first(player, games, rules)
    if not games:
        reason = Reason("elo.none", {"player": player.number}, (player.number,))
        return Row(player.number, player.rating, games, None, player.rating, reason)
    k = _k(player.rating, len(games), rules, experience)
    row = Row(player.number, player.rating, games, k, 0, Reason("elo.none"))
    new = _rounded(player.rating, row.change, rules.step)
    listed = new >= rules.floor
    facts: dict[str, object] = {
        "player": player.number,
        "old": player.rating,
        "k": k,
        "score": _decimal(row.score),
        "expected": _decimal(row.expected),
        "change": _decimal(row.change, sign=True),
        "new": new,
        "floor": rules.floor,
    }
    code = "elo.changed" if listed else "elo.below_floor"
    reason = Reason(code, facts, (player.number,))
    return Row(player.number, player.rating, games, k, new if listed else 0, reason)


def _k(rating: int, games: int, rules: Rules, experience: Experience) -> int:
    k = next((rule.k for rule in rules.k if rule.fits(rating, experience)), rules.k[-1].k)
    if rules.k_times_games is not None:
        k = min(k, rules.k_times_games // games)
    return k


def _first(player: Player, games: tuple[Game, ...], rules: Rules) -> Row:
    """The first rating of a player, or why there is none."""
    rule = rules.initial
    halves = int(2 * sum(game.score for game in games))

    def row(new: int, code: str, /, **facts: object) -> Row:
        told = {"player": player.number, "games": len(games), **facts}
        return Row(player.number, 0, games, None, new, Reason(code, told, (player.number,)))

    if len(games) < max(1, rule.games):
        return row(0, "elo.few", least=max(1, rule.games))
    if not halves and not rule.zero_counts:
        return row(0, "elo.zero")
    ratings = [*(game.rating for game in games), *rule.drawn_with]
    halves += len(rule.drawn_with)
    average = mean(sum(ratings), len(ratings))
    above = halves - len(ratings)
    if above > 0 and rule.above == "half_points":
        added = above * rule.half_point
    else:
        added = Fraction(performance_difference(halves, len(ratings)))
    new = _rounded(average, added, rules.step)
    if rule.most is not None:
        new = min(new, rule.most)
    code = "elo.first" if new >= rules.floor else "elo.first_below"
    facts = {
        "average": average,
        "score": _decimal(Fraction(halves, 2)),
        "count": len(ratings),
        "change": _decimal(added, sign=True),
        "new": new,
        "floor": rules.floor,
    }
    return row(new if new >= rules.floor else 0, code, **facts)


def _rounded(old: int, change: Fraction, step: int) -> int:
    """The multiple of ``step`` nearest to old + change; halves go the way of the change."""
    exact = (old + change) / step
    low = exact.numerator // exact.denominator
    rest = exact - low
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and change >= 0)
    return (low + up) * step


def _decimal(value: Fraction, *, sign: bool = False) -> str:
    """At most two decimals, without needless zeros.

    >>> _decimal(Fraction(7, 2)), _decimal(Fraction(-26, 5), sign=True), _decimal(Fraction(1), sign=True)
    ('3.5', '-5.2', '+1')
    """
    text = f"{float(value):{'+' if sign else ''}.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "+0") else text


#: The rules known by name.
RULES: Mapping[str, Rules] = {
    # FIDE Handbook B.02 as in force since 1 March 2024.
    "fide-2024": Rules(
        "fide-2024",
        k=(
            KRule(40, games_below=30),
            KRule(40, rating_below=2300, age_at_most=18),
            KRule(20, peak_below=2400),
            KRule(10),
        ),
        k_times_games=700,
        floor=1400,
        initial=Initial(drawn_with=(1800, 1800), games=5, zero_counts=False, most=2200),
    ),
    # The old Chinese list. Its values of K are not known: those of FIDE at the time stand in.
    "cxa-old": Rules(
        "cxa-old",
        cap=350,
        k=(KRule(25, games_below=30), KRule(15, peak_below=2400), KRule(10)),
        floor=2005,
        step=5,
        initial=Initial(above="half_points"),
    ),
    # Elo's formula and nothing else.
    "logistic": Rules("logistic", expectation="logistic", cap=None),
}

add_messages(
    {
        "elo.rules": N_("no rating rules are called '{text}'; known are {known}"),
        "elo.none": N_("{player}: no game counts, the rating stays"),
        "elo.changed": N_(
            "{player}: {old} {change} = {new} (K {k}, scored {score}, expected {expected})"
        ),
        "elo.below_floor": N_(
            "{player}: {old} {change} = {new} (K {k}, scored {score}, expected {expected}), "
            "below {floor} and no longer listed"
        ),
        "elo.few": N_("{player}: no rating yet: {games} games count, {least} are needed"),
        "elo.zero": N_("{player}: no rating yet: no half point in {games} games"),
        "elo.first": N_(
            "{player}: first rating {new}: opponents' average {average}, "
            "{score} of {count} points: {change}"
        ),
        "elo.first_below": N_(
            "{player}: no rating yet: {new} is below {floor} (opponents' average {average}, "
            "{score} of {count} points: {change})"
        ),
    }
)
