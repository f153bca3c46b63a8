"""The log of an event as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from chuhe.server import event_objects as e
from chuhe.server import objects as o
from chuhe.tournament.journal import Entry
from chuhe.tournament.log_text import sentence
from chuhe.tournament.logged import section_of
from chuhe.tournament.state import State, effective

__all__ = ["log_view"]


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
            what=o.both(lambda entry=entry: sentence(entry, main)),  # type: ignore[misc]
            undone=entry.seq not in counted,
            undoes=list(_seqs(entry.fact.get("of"))) if entry.fact["do"] == "undo" else [],
            fact=dict(entry.fact),
        )
        for entry in some
    ]


def _seqs(of: object) -> list[int]:
    return [seq for seq in of if type(seq) is int] if isinstance(of, list) else []
