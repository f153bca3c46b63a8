"""What a pairing would have broken that was not made."""

from __future__ import annotations

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch.bracket import BIG, Bracket, Paired, cost_of, quality
from chuhe.tournament.dutch.entrants import Entrant, Field
from chuhe.tournament.dutch.reasons import barred
from chuhe.tournament.dutch.rounds import pairing_steps
from chuhe.tournament.model import Event, EventError, Reason

__all__ = ["missed"]


def missed(event: Event, field: Field, one: int, two: int, most: int | None = None) -> Reason:
    """Why two players are not paired with each other in a round.

    Args:
        event: the event.
        field: who is to be paired.
        one: a player.
        two: the other.
        most: with more players no answer is looked for that takes long.
    """
    by_number = {entrant.number: entrant for entrant in field.entrants}
    for number in (one, two):
        if number not in by_number:
            raise EventError("event.no_player", {"player": number})
    high, low = sorted((by_number[one], by_number[two]), key=lambda entrant: entrant.place)
    facts = {"high": high.number, "low": low.number}
    players = (high.number, low.number)
    reason = barred(event, field.round, high, low)
    if reason:
        return reason
    for bracket, paired in pairing_steps(field):
        if (high, low) in paired.pairs:
            return Reason("dutch.why.paired", facts, players)
        if high in bracket.members:
            criterion = _worse(bracket, paired, high, low, most)
            if criterion is None:
                return Reason("dutch.why.unknown", facts, players)
            if criterion:
                return Reason(f"dutch.why.{criterion}", facts, players)
            if high not in paired.floaters:
                break
    return Reason("dutch.why.order", facts, players)


def _worse(
    bracket: Bracket, paired: Paired, high: Entrant, low: Entrant, most: int | None
) -> str | None:
    """The first criterion that comes off worse with this pair; nothing if none does.

    None where the answer would take long.
    """
    many = len(bracket.members) + len(bracket.below) + len(bracket.rest)
    if many >= BIG:
        quick = cost_of(bracket, paired, high, low)
        if quick is not None or (most is not None and many > most):
            return quick
    best, forced = quality(bracket), quality(bracket, (high.number, low.number))
    if forced is None or best is None:
        return "C4"
    return next((name.split(":")[0] for name in best if best[name] != forced[name]), "")


add_messages(
    {
        "dutch.why.unknown": N_(
            "why {high} and {low} do not meet was not worked out: there are too many players"
        ),
        "dutch.why.paired": N_("{high} and {low} are paired"),
        "dutch.why.C4": N_("with {high} against {low} not everybody could be paired (C4, C5)"),
        "dutch.why.C6": N_(
            "with {high} against {low} more players would be left over in the bracket (C6)"
        ),
        "dutch.why.C7": N_("with {high} against {low} higher scores would be left over (C7)"),
        "dutch.why.C8": N_(
            "with {high} against {low} the next bracket could be paired less well (C8)"
        ),
        "dutch.why.C9": N_(
            "with {high} against {low} the bye would go to somebody with more unplayed games (C9)"
        ),
        "dutch.why.C10": N_(
            "with {high} against {low} a colour difference would go beyond two once more (C10)"
        ),
        "dutch.why.C11": N_(
            "with {high} against {low} one more would have a colour three times running (C11)"
        ),
        "dutch.why.C12": N_("with {high} against {low} fewer would get their colour (C12)"),
        "dutch.why.C13": N_(
            "with {high} against {low} fewer would get a colour they strongly prefer (C13)"
        ),
        "dutch.why.C14": N_(
            "with {high} against {low} one more would float down who did so last round (C14)"
        ),
        "dutch.why.C15": N_(
            "with {high} against {low} one more would float up who did so last round (C15)"
        ),
        "dutch.why.C16": N_(
            "with {high} against {low} one more would float down who did so two rounds ago (C16)"
        ),
        "dutch.why.C17": N_(
            "with {high} against {low} one more would float up who did so two rounds ago (C17)"
        ),
        "dutch.why.C18": N_(
            "with {high} against {low} somebody would float down further who did so last round (C18)"
        ),
        "dutch.why.C19": N_(
            "with {high} against {low} somebody would float up further who did so last round (C19)"
        ),
        "dutch.why.C20": N_(
            "with {high} against {low} somebody would float down further who did so two rounds ago (C20)"
        ),
        "dutch.why.C21": N_(
            "with {high} against {low} somebody would float up further who did so two rounds ago (C21)"
        ),
        "dutch.why.order": N_(
            "{high} against {low} keeps all criteria as well, but comes later in the order of pairings"
        ),
    }
)
