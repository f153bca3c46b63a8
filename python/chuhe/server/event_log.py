"""The log of an event as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chuhe.i18n import N_, _
from chuhe.server import event_objects as e
from chuhe.server import objects as o
from chuhe.tournament.journal import Entry
from chuhe.tournament.logged import ENTRY_WORDS, section_of
from chuhe.tournament.model import EventError
from chuhe.tournament.state import State, effective

__all__ = ["HOW", "log_view"]

#: How numbers are given.
HOW = {
    "rating": N_("by rating, the highest first"),
    "lot": N_("by lot"),
    "entry": N_("in the order of entry"),
}


def log_view(
    entries: Sequence[Entry], main: State, after: int | None, limit: int
) -> list[e.LogEntry]:
    """Entries of the log.

    Args:
        entries: the whole log.
        main: the event now, for names.
        after: those after this one; None: the last ones.
        limit: at most so many.
    """
    counted = {entry.seq for entry in effective(entries)}
    some = entries[-limit:] if after is None else entries[after : after + limit]
    return [
        e.LogEntry(
            seq=entry.seq,
            at=entry.at,
            who=entry.who,
            section=section_of(entry),
            do=str(entry.fact["do"]),
            what=o.both(lambda entry=entry: _sentence(entry, main)),  # type: ignore[misc]
            undone=entry.seq not in counted,
            undoes=list(_seqs(entry.fact.get("of"))) if entry.fact["do"] == "undo" else [],
            fact=dict(entry.fact),
        )
        for entry in some
    ]


def _seqs(of: object) -> list[int]:
    return [seq for seq in of if type(seq) is int] if isinstance(of, list) else []


def _sentence(entry: Entry, main: State) -> str:
    """What an entry says: its word, then whom and what it is about."""
    fact: Mapping[str, Any] = entry.fact
    do = str(fact["do"])
    word = _(ENTRY_WORDS[do]) if do in ENTRY_WORDS else do
    try:
        parts = [part for part in _about(fact, main, section_of(entry)) if part]
    except (KeyError, TypeError, EventError, AttributeError):  # undone, and no longer there
        parts = []
    return _("{what}: {about}", what=word, about=_(", ").join(parts)) if parts else word


def _about(fact: Mapping[str, Any], main: State, section: str) -> list[str]:
    people = main.entrants
    state = main.part(section) if section in main.sections else main

    def number(n: int) -> str:
        return f"{n} {state.entrant(n).name}"

    round = _("round {round}", round=fact["round"]) if type(fact.get("round")) is int else ""
    match fact["do"]:
        case "players":
            return _some([str(player["name"]) for player in fact["players"]])
        case "check_in" | "forbid":
            return _some([people[id].name for id in fact["ids"]])
        case "number":
            return [_(HOW.get(str(fact["how"]), str(fact["how"])))] if fact.get("how") else []
        case "result":
            boards = f"{number(fact['red'])} – {number(fact['black'])}"
            return [round, boards, str(fact["result"] or ".")]
        case "undo":
            return [str(seq) for seq in fact["of"]]
        case "foul":
            return [people[fact["id"]].name, round, str(fact["kind"])]
        case _ if type(fact.get("id")) is int and fact["id"] in people:
            return [people[fact["id"]].name, round]
        case "section":
            return [str(fact["name"])]
        case _:
            return [round]


def _some(names: list[str]) -> list[str]:
    most = 5
    more = [_("{n} more", n=len(names) - most)] if len(names) > most else []
    return names[:most] + more
