"""Who comes late, and who comes back: numbers and rounds of players after the numbers were given.

Pure: it reads a `State` and answers facts and notes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament import desk
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import State
from chuhe.tournament.typed import find, one_line, round_from

__all__ = ["came_back", "came_late"]

#: No pairing number is changed once the fourth round is paired (FIDE C.04.2).
_LAST_RANKING = 4

Decision = tuple[Sequence[dict[str, Any]], Sequence[Reason]]


def came_late(
    state: State,
    player: str,
    fields: Mapping[str, object],
    round: int | None,
    by_rating: bool = False,
) -> Decision:
    """The facts of a late entry.

    He has the next number.  If he is to stand by his rating, everybody gets a
    number anew before the first round; afterwards the Dutch system ranks him
    where his rating puts him and leaves the numbers as they are, as long as
    FIDE C.04.2 lets pairing numbers be changed.

    Args:
        state: the event.
        player: somebody on the list without a number, or a new name.
        fields: what is known of a new player.
        round: the first round he may play; the next one if None.
        by_rating: whether his rating gives him his place.

    Raises:
        EventError: ``director.not_numbered``, ``director.no_late``, ``director.has_number``,
            ``director.round_from``.
    """
    if not state.by_number:
        raise EventError("director.not_numbered")
    if not desk.system_of(state).late:
        raise EventError("director.no_late", {"system": state.system})
    first = round_from(state, round, len(state.rounds))
    name = player.strip()
    named = [one for one in state.main.entrants.values() if one.name == name]
    if any(one.id in state.entrants and state.entrants[one.id].number for one in named):
        raise EventError("director.has_number", {"name": name})
    facts: list[dict[str, Any]] = []
    id = named[0].id if named else len(state.main.entrants) + 1
    known = {**(named[0].fields if named else {}), **fields}
    if not named:
        facts.append(
            {"do": "players", "players": [{"id": id, "name": one_line(player, "name"), **fields}]}
        )
    rating = _rating(known)
    if by_rating and not state.rounds:
        order = _before_lower(state, list(state.by_number.values()), rating, id)
        facts.append({"do": "number", "how": "rating", "order": order})
        if first > 1:
            facts += [
                {"do": "bye", "id": id, "round": missed, "kind": "zero"}
                for missed in range(1, first)
            ]
        place = order.index(id) + 1
        told: dict[str, object] = {"name": name, "number": place}
        return facts, [Reason("director.numbered_anew", told, (place,))]
    number = max(state.by_number) + 1
    late: dict[str, Any] = {"do": "late", "id": id, "number": number, "round": first}
    notes = [Reason("director.late", {"name": name, "number": number}, (number,))]
    if by_rating and state.system == "dutch" and len(state.rounds) < _LAST_RANKING:
        ranked = list(state.ranking or sorted(state.by_number))
        ids = [state.by_number[n] for n in ranked]
        at = _before_lower(state, ids, rating, id).index(id)
        late["order"] = [*ranked[:at], number, *ranked[at:]]
        notes.append(Reason("director.ranked", {"number": number, "rank": at + 1}, (number,)))
    elif by_rating:
        why = "director.rank_closed" if state.system == "dutch" else "director.rank_last"
        notes.append(Reason(why, {"number": number, "rounds": _LAST_RANKING}, (number,)))
    return [*facts, late], notes


def came_back(state: State, player: str, round: int | None) -> Decision:
    """The fact of a player's return after he withdrew.

    He keeps his number; the rounds between count as not played, without points.

    Args:
        state: the event.
        player: number or name.
        round: the first round he plays again; the next one if None.

    Raises:
        EventError: ``director.no_return``: the system takes nobody back;
            ``director.not_gone``; ``director.round_from``.
    """
    one = find(state, player)
    if not desk.system_of(state).late:
        raise EventError("director.no_return", {"system": state.system})
    if one.gone is None:
        raise EventError("director.not_gone", {"name": one.name})
    first = round_from(state, round, max(len(state.rounds) + 1, one.gone))
    players = () if one.number is None else (one.number,)
    told = {"name": one.name, "round": first, "gone": one.gone}
    code = "director.return_missed" if first > one.gone else "director.return"
    return [{"do": "return", "id": one.id, "round": first}], [Reason(code, told, players)]


def _rating(fields: Mapping[str, object]) -> int:
    rating = fields.get("rating", 0)
    return rating if isinstance(rating, int) else 0


def _before_lower(state: State, ids: Sequence[int], rating: int, id: int) -> list[int]:
    """A list with somebody put before the first who is rated lower."""
    for place, other in enumerate(ids):
        if _rating(state.entrants[other].fields) < rating:
            return [*ids[:place], id, *ids[place:]]
    return [*ids, id]


add_messages(
    {
        "director.numbered_anew": N_(
            "{name} has number {number} by the rating; those after move down by one"
        ),
        "director.ranked": N_("number {number} is ranked {rank} in the pairing, by the rating"),
        "director.rank_closed": N_(
            "number {number} is ranked last: {rounds} rounds are paired, the ranking stays (FIDE C.04.2)"
        ),
        "director.rank_last": N_(
            "number {number} is ranked last: this system knows no other ranking than the numbers"
        ),
        "director.no_return": N_("the system {system} takes nobody back who has withdrawn"),
        "director.not_gone": N_("{name} has not withdrawn"),
        "director.return": N_("{name} is back from round {round}"),
        "director.return_missed": N_(
            "{name} is back from round {round}; the rounds from {gone} on were missed"
        ),
    }
)
