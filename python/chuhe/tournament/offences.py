"""Fouls of an event by its rule book: what is entered, and the foul that loses a game.

Every rule book counts the fouls of a side in one game; the ledger of the event
has their sum, which the tie-break D compares.

>>> limit("club"), limit("cxa-2020"), limit("wxf"), limit("")
(2, 3, 4, None)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.rules import rule_set
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import State
from chuhe.tournament.typed import find, one_line, result_fact, round_from

__all__ = ["entered", "limit"]

_MOST = 9

Decision = tuple[Sequence[dict[str, Any]], Sequence[Reason]]


def limit(book: str) -> int | None:
    """How many fouls of a side in one game lose it; None if no number does, or no book is agreed."""
    return rule_set(book).fouls_lose if book else None


def entered(
    state: State,
    player: str,
    kind: str,
    *,
    round: int | None,
    count: int,
    note: str,
    lose: bool,
    reason: str,
) -> Decision:
    """The facts of a foul, and of the lost game if it is the one that loses and that is wanted.

    Args:
        state: the event.
        player: number or name.
        kind: what it was, in the arbiter's words.
        round: in which round; the last one paired if None.
        count: how many fouls it counts as; 0 is a warning.
        note: anything more.
        lose: whether the loss is entered if this foul is one too many.
        reason: needed if the board has another result.

    Raises:
        EventError: ``director.count``, ``director.round_from``, ``director.stands``.
    """
    one = find(state, player)
    if not 0 <= count <= _MOST:
        raise EventError("director.count", {"most": _MOST})
    number = max(len(state.rounds), 1) if round is None else round
    round_from(state, number, 1)
    fact: dict[str, Any] = {
        "do": "foul",
        "id": one.id,
        "round": number,
        "kind": one_line(kind, "kind"),
        "count": count,
    }
    if note:
        fact["note"] = one_line(note, "note")
    own = [foul for foul in state.fouls if foul.id == one.id]
    total = sum(foul.count for foul in own) + count
    here = sum(foul.count for foul in own if foul.round == number) + count
    facts, notes = [fact], [Reason("director.fouls", {"name": one.name, "n": total})]
    book = str(state.rules.get("rules", ""))
    most = limit(book)
    if most is None or not count or here < most:
        return facts, notes
    told: dict[str, object] = {"name": one.name, "n": here, "round": number, "rules": book}
    board = _board(state, number, one.number)
    if board is None:
        return facts, [*notes, Reason("director.fouls_lose", {**told, "most": most})]
    at, key = board
    told |= {"most": most, "board": at, "key": key}
    if lose:
        this = state.round(number)
        lost = result_fact(state, this, this.results, at, key, reason)
        facts += [lost] if lost else []
        return facts, [*notes, Reason("director.fouls_lost", told)]
    return facts, [*notes, Reason("director.fouls_offer", told)]


def _board(state: State, round: int, number: int | None) -> tuple[int, str] | None:
    """The board of a player in a round, and the key by which he loses it."""
    if number is None or not 1 <= round <= len(state.rounds):
        return None
    for at, (red, black) in enumerate(state.rounds[round - 1].boards, 1):
        if black is not None and number in (red, black):
            return at, "0" if number == red else "1"
    return None


add_messages(
    {
        "director.fouls_lose": N_(
            "{name} has {n} fouls in round {round}; by the rules {rules} {most} in one game lose it"
        ),
        "director.fouls_offer": N_(
            "{name} has {n} fouls in round {round}; by the rules {rules} {most} in one game lose it: "
            "enter {key} for board {board}"
        ),
        "director.fouls_lost": N_(
            "{name} has {n} fouls in round {round}; by the rules {rules} {most} in one game lose it: "
            "board {board} is entered as {key}"
        ),
    }
)
