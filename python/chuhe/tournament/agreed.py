"""What is agreed before an event begins: the first fact of its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chuhe.rules import rule_set
from chuhe.tournament import chinese, desk, lots
from chuhe.tournament.model import Event, EventError, Points
from chuhe.tournament.standings import codes_of, named_list, treatment
from chuhe.tournament.typed import MOST_ROUNDS, one_day, one_line

__all__ = ["agreed"]


def agreed(
    *,
    name: str,
    seed: str,
    system: str,
    rounds: int | None,
    points: str,
    tiebreaks: str,
    unplayed: str,
    drop: bool,
    first_side: str,
    options: Mapping[str, object],
    facts: Mapping[str, str],
    rules: str = "",
) -> dict[str, Any]:
    """The fact ``new``, all of it checked; the arguments are those of `Director.create`.

    Raises:
        EventError, TieBreakError: something is not as it can be.
        PairingError: ``lots.seed``.
    """
    checked = desk.checked_options(system, options)
    row = desk.TABLE[system]
    if row.teams and tiebreaks:  # what decides such an event is the table of the teams
        checked = desk.checked_options(system, {"ranking": tiebreaks, **options})
        tiebreaks = ""
    points = points or row.points
    worth = Points.of(points)
    names = list(named_list(Event(points=worth), tiebreaks or row.tiebreaks))
    codes = codes_of(names)
    treatment(unplayed)
    if system == "chinese" and not unplayed and all(len(code.name) == 1 for code in codes):
        # Codes of one letter are the Chinese ones: what an empty number counts is an option there.
        zero = chinese.from_json(checked).empty_number == "zero"
        unplayed = "chinese" if zero else "chinese-lowest"
    if row.rounds is None:
        unsaid = rounds is None and row.open_end
        if not unsaid and not 1 <= (rounds or 0) <= MOST_ROUNDS:
            raise EventError("director.rounds", {"most": MOST_ROUNDS})
    elif rounds is not None:
        raise EventError("director.rounds_known", {"system": system})
    if first_side not in ("", "red", "black"):
        raise EventError("director.first_side", {"text": first_side})
    if rules:
        rule_set(rules)
    told = {k: one_line(v, k) for k, v in facts.items() if v}
    told |= {k: one_day(told[k], k) for k in ("start", "end") if k in told}
    if "start" in told and "end" in told and told["end"] < told["start"]:
        raise EventError("director.days", {"start": told["start"], "end": told["end"]})
    lot = ("red", "black")[lots.Stream(seed, "first side").below(2)]
    return {
        "do": "new",
        "name": one_line(name, "name"),
        "system": system,
        "rounds": rounds,
        "points": points,
        "tiebreaks": names,
        "unplayed": unplayed,
        "drop": drop,
        "first_side": first_side or lot,
        "first_side_by_lot": not first_side,
        "seed": lots.seed_text(seed),
        "lots": lots.ALGORITHM,
        "options": checked,
        **({"rules": rules} if rules else {}),
        **told,
    }
