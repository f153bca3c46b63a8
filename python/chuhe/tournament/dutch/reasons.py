"""Why a round is paired as it is, said for each board.

These reasons cost nothing to give: they follow the steps of the pairing.
What a pairing somebody misses would have broken is `chuhe.tournament.dutch.why_not`'s answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch.bracket import Bracket, Paired
from chuhe.tournament.dutch.entrants import Entrant
from chuhe.tournament.dutch.rounds import Round
from chuhe.tournament.model import Event, Reason

__all__ = ["barred", "bracket_reasons", "bye_reason", "colour_reason", "said"]

#: So many opponents that were passed over are named on a board.
_MOST_SKIPPED = 4


def said(tenths: int) -> str:
    """Points as they are written.

    >>> said(25), said(30)
    ('2.5', '3')
    """
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths / 10:.1f}"


def bracket_reasons(event: Event, round: Round) -> Iterator[Reason]:
    """For each bracket its outline, its pairs, and who is left over."""
    for bracket, paired in round.brackets:
        score = said(bracket.residents[0].score)
        yield Reason(
            "dutch.bracket",
            {
                "score": score,
                "residents": len(bracket.residents),
                "movers": len(bracket.movers),
                "pairs": len(paired.pairs),
                "left": len(paired.floaters),
            },
        )
        yield from _pair_reasons(event, round.field.round, bracket, paired, score)
        for floater in paired.floaters:
            if floater is not round.bye:
                facts = {"player": floater.number, "score": score}
                yield Reason("dutch.left_over", facts, (floater.number,))


def _pair_reasons(
    event: Event, round: int, bracket: Bracket, paired: Paired, score: str
) -> Iterator[Reason]:
    movers = frozenset(bracket.movers)
    free = list(bracket.residents)
    above = [pair for pair in paired.pairs if pair[0] in movers]
    for high, low in above:
        facts = {"high": high.number, "low": low.number, "from": said(high.score), "score": score}
        yield Reason("dutch.moved_down", facts, (high.number, low.number))
        yield from _passed_over(event, round, high, low, free)
        free.remove(low)
    rest = [pair for pair in paired.pairs if pair[0] not in movers]
    uppers = [high for high, _ in rest]
    free = [resident for resident in free if resident not in frozenset(uppers)]
    places = {lower: place for place, lower in enumerate(free, 1)}
    for place, (high, low) in enumerate(rest, 1):
        facts = {
            "high": high.number,
            "low": low.number,
            "score": score,
            "place": place,
            "other": places[low],
        }
        yield Reason("dutch.halves", facts, (high.number, low.number))
        for player in (high, low):
            if player in paired.exchanged:
                exchanged = {"player": player.number, "score": score}
                yield Reason("dutch.exchanged", exchanged, (high.number, low.number))
        yield from _passed_over(event, round, high, low, free)
        free.remove(low)


def _passed_over(
    event: Event, round: int, high: Entrant, low: Entrant, free: Sequence[Entrant]
) -> Iterator[Reason]:
    """Those who stood before the opponent and were still free."""
    before = takewhile(lambda player: player.place < low.place, free)  # they stand in order
    skipped = (player for player in before if player is not high)
    for player in islice(skipped, _MOST_SKIPPED):
        facts = {"high": high.number, "low": player.number}
        reason = barred(event, round, high, player)
        yield Reason(
            reason.code if reason else "dutch.passed_over",
            {**facts, **(reason.facts if reason else {})},
            (high.number, low.number),
        )


def barred(event: Event, round: int, one: Entrant, two: Entrant) -> Reason | None:
    """Which absolute criterion keeps two players apart; None if they may meet."""
    if one.may_meet(two):
        return None
    facts: dict[str, object] = {"high": one.number, "low": two.number}
    players = (one.number, two.number)
    if two.number in event.met(one.number, round):
        return Reason("dutch.met", facts, players)
    if two.number in one.barred:
        return Reason("dutch.forbidden", facts, players)
    return Reason("dutch.same_colour", {**facts, "side": one.due}, players)


def colour_reason(red: Entrant, black: Entrant, article: str) -> Reason:
    """Why Red is Red."""
    facts = {"red": red.number, "black": black.number, "article": article}
    return Reason(f"dutch.colour.{article}", facts, (red.number, black.number))


def bye_reason(round: Round) -> Iterator[Reason]:
    """Who has the bye, and why he."""
    if round.bye:
        facts = {"player": round.bye.number, "score": said(round.bye.score)}
        yield Reason("dutch.bye", facts, (round.bye.number,))


add_messages(
    {
        "dutch.bracket": N_(
            "bracket of {score} points: {residents} players and {movers} moved down, {pairs} pairs, {left} left over"
        ),
        "dutch.moved_down": N_(
            "{high} comes down from {from} points and gets the highest player of {score} points that the criteria allow: {low}"
        ),
        "dutch.halves": N_(
            "{score} points: number {place} of the upper half, {high}, meets number {other} of the lower half, {low}"
        ),
        "dutch.exchanged": N_(
            "{player} changed halves: without an exchange the criteria are not met so well"
        ),
        "dutch.left_over": N_("{player} is left over at {score} points and moves down"),
        "dutch.bye": N_(
            "{player} has the bye: {score} points is the lowest score that lets all others be paired (C5)"
        ),
        "dutch.met": N_("{high} and {low} have met already (C1)"),
        "dutch.forbidden": N_("{high} and {low} are not to meet: the organiser forbids it"),
        "dutch.same_colour": N_("{high} and {low} must both get {side} (C3)"),
        "dutch.passed_over": N_(
            "{high} could meet {low}, but the bracket as a whole would keep the criteria less well"
        ),
        "dutch.colour.5.2.1": N_("{red} is Red: both get what they prefer (5.2.1)"),
        "dutch.colour.5.2.2": N_(
            "{red} is Red: the stronger of two like preferences is granted (5.2.2)"
        ),
        "dutch.colour.5.2.3": N_(
            "{red} is Red: the colours change from the last time they differed (5.2.3)"
        ),
        "dutch.colour.5.2.4": N_("{red} is Red: the higher ranked gets what he prefers (5.2.4)"),
        "dutch.colour.5.2.5": N_(
            "{red} is Red: no preference yet, so the lot and the number of the higher ranked decide (5.2.5)"
        ),
    }
)
