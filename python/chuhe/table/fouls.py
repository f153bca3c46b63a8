"""The ledger of fouls: what an offence costs by the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chuhe.i18n import N_
from chuhe.rules import Offence, Penalty, Termination, rule_set
from chuhe.table.common import MAX_RULINGS, MAX_TEXT, ended
from chuhe.table.events import AnyEvent, FoulGiven, Side, Warned, other

if TYPE_CHECKING:
    from chuhe.table.state import Table


def penalise(
    table: Table,
    side: Side,
    offence: Offence,
    now: float,
    note: str = "",
    *,
    ends_as: Termination | None = None,
) -> list[AnyEvent]:
    """What ``offence`` of ``side`` costs: the foul, and the end of the game if it is one too many.

    Args:
        note: what happened, for the ledger.
        ends_as: how a game ends that is lost by this alone, if not as usual.

    Returns:
        Nothing if the book does not punish it.
    """
    book = rule_set(table.rules)
    penalty = book.penalty(offence)
    if penalty is Penalty.NONE or table.next_ruling > MAX_RULINGS:
        return []
    id, article = table.next_ruling, f"{book.name}.penalties.{offence.value}"
    note = note[:MAX_TEXT]
    if penalty is Penalty.WARNING:
        warned = Warned(at=now, side=side, note=note, id=id, offence=offence.value, article=article)
        return [warned]
    count = table.fouls(side) + penalty.fouls
    events: list[AnyEvent] = [
        FoulGiven(
            at=now,
            id=id,
            side=side,
            offence=offence.value,
            penalty=penalty.value,
            count=count,
            article=article,
            note=note,
            ply=table.ply,
        )
    ]
    if penalty in (Penalty.LOSS, Penalty.BOTH_LOSE):
        both = penalty is Penalty.BOTH_LOSE
        winner = None if both else other(side)
        how = ends_as or offence.termination
        events.append(
            ended(
                table,
                now,
                winner,
                how,
                article=f"penalties.{offence.value}",
                both_lose=both,
                cause=id,
            )
        )
    elif book.fouls_lose is not None and count >= book.fouls_lose:
        why = N_("the fouls of one side have reached the number that loses")
        events.append(ended(table, now, other(side), Termination.FOULS, reason=why, cause=id))
    return events
