"""The FIDE Dutch Swiss: C.04.3 in the edition in force since 1 February 2026.

>>> from chuhe.tournament import Event, Player
>>> event = Event(players=tuple(map(Player, range(1, 6))), rounds_total=4, initial_side="red")
>>> sheet = pair(event)
>>> [(pairing.red, pairing.black) for pairing in sheet.pairings]
[(1, 3), (4, 2), (5, None)]

Each board has its reasons, and so has each pairing that was not made:

>>> from chuhe.i18n import use_language
>>> with use_language("en"):
...     for reason in sheet.reasons:
...         if reason.players == (4, 2):
...             print(reason)
...     print(why_not(event, 1, 2))
4 is Red: no preference yet, so the lot and the number of the higher ranked decide (5.2.5)
1 against 2 keeps all criteria as well, but comes later in the order of pairings

The parts, from the bottom: `entrants` (what a player brings to the round),
`colours`, `criteria` (C6 to C21 as weights), `completion` (C1 to C5),
`prices` and `whole` (a big bracket), `bracket` (any one), `rounds` (all of them), `reasons` and `why`.
"""

from __future__ import annotations

from dataclasses import replace

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch.acceleration import accelerated, baku
from chuhe.tournament.dutch.colours import allocate
from chuhe.tournament.dutch.entrants import Entrant, field_of
from chuhe.tournament.dutch.reasons import bracket_reasons, bye_reason, colour_reason
from chuhe.tournament.dutch.rounds import Round, pair_round
from chuhe.tournament.dutch.why import missed
from chuhe.tournament.model import Event, Pairing, Reason, Sheet

__all__ = ["baku", "pair", "why_not"]


def pair(event: Event, round: int | None = None) -> Sheet:
    """Pair a round by the Dutch system.

    Args:
        event: the event, with all rounds before this one played. Where no lot
            for the first colours is recorded, and the first games do not show
            it, odd numbers get Red.
        round: which round; None for the next. A round on record is paired
            anew, with those who were paired then.

    Returns:
        The boards, best first: by the higher score, then by the lower score,
        then by the number of the higher ranked player; the bye comes last.

    Raises:
        PairingError: ``no_valid_pairing``: the absolute criteria leave no
            pairing of all players.
    """
    event = accelerated(event)
    round = event.next_round if round is None else round
    event, done, weak = _kept_apart(event, round)
    field = done.field
    boards = [
        allocate(one, two, field.initial)
        for _, paired in done.brackets
        for one, two in paired.pairs
    ]
    boards.sort(key=lambda board: _board(board[0], board[1]))
    pairings = [Pairing(red.number, black.number) for red, black, _ in boards]
    if done.bye:
        pairings.append(Pairing(done.bye.number))
    reasons = [
        *bracket_reasons(event, done),
        *(colour_reason(*board) for board in boards),
        *bye_reason(done),
        *weak,
    ]
    return Sheet(field.round, tuple(pairings), tuple(reasons))


def _kept_apart(event: Event, round: int) -> tuple[Event, Round, list[Reason]]:
    """The event and the round in which as many of those who should not meet are kept apart as can be.

    They are kept apart like those who may not meet; where the round cannot be paired so, the
    agreements made last are given up, one after the other.
    """
    weak = [rule for rule in event.forbidden if rule.weak and rule.holds(round)]
    if not weak:
        return event, pair_round(field_of(event, round)), []
    firm = tuple(rule for rule in event.forbidden if not rule.weak)
    for kept in range(len(weak), -1, -1):
        apart = tuple(replace(rule, weak=False) for rule in weak[:kept])
        agreed = replace(event, forbidden=firm + apart)
        try:
            done = pair_round(field_of(agreed, round))
        except PairingError:
            if not kept:
                raise
            continue
        given_up = [
            Reason("dutch.weak", {"players": ", ".join(map(str, rule.players))}, rule.players)
            for rule in weak[kept:]
        ]
        return agreed, done, given_up
    raise AssertionError("unreachable")


add_messages(
    {
        "dutch.weak": N_(
            "of {players} some may meet although they should not: otherwise the round cannot be paired"
        )
    }
)


def why_not(
    event: Event, one: int, two: int, round: int | None = None, *, most: int | None = None
) -> Reason:
    """Why two players are not paired in a round: the first criterion that it would cost.

    Args:
        event: the event.
        one: a pairing number.
        two: another one.
        round: which round; None for the next.
        most: with more players than these only an answer that is found quickly, and
            ``dutch.why.unknown`` where there is none.

    Raises:
        EventError: ``event.no_player``: one of the two is not paired in the round.
        PairingError: ``no_valid_pairing``.
    """
    event = accelerated(event)
    round = event.next_round if round is None else round
    if event.weak_pairs(round):
        event, _done, _given_up = _kept_apart(event, round)
    return missed(event, field_of(event, round), one, two, most)


def _board(one: Entrant, two: Entrant) -> tuple[int, int, int]:
    """Sorts the boards; acceleration does not count here."""
    high, low = sorted((one, two), key=lambda entrant: (-entrant.points, entrant.rank))
    return (-high.points, -low.points, high.rank)
