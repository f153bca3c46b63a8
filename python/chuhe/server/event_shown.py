"""The views of an event as they were last made, so that many who look cost little.

All of this runs in a thread, one at a time for an event.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, replace

import msgspec

from chuhe.server import event_objects as e
from chuhe.server import event_views as views
from chuhe.server.event_desk import EventDesk
from chuhe.tournament.state import State

__all__ = ["Sent", "Shown"]

_encode = msgspec.json.Encoder(order="deterministic").encode


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer ready to be sent."""

    body: bytes
    packed: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class _Public:
    looked: int
    """How long the log was when it was made, or found unchanged."""
    digest: str
    seq: int
    sent: Sent


class Shown:
    """What was last shown of an event."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        """How long the log was at the last look."""
        self.public_seq = 0
        """The last entry that changed what the public sees."""
        self._looked = -1
        self.tables = views.Tables()
        self._cut: tuple[int, State] | None = None
        self._public: dict[str, _Public] = {}
        self._full: dict[str, e.EventView] = {}

    def look(self, desk: EventDesk, *, public: bool) -> None:
        """See what is new; with ``public`` also whether the public sees anything new."""
        self.seq = self.length(desk)
        if not public or self._looked == self.seq:
            return
        self._looked = self.seq
        for section in ("", *self.public(desk).sections):
            self._shown(desk, section)
        self.public_seq = max(kept.seq for kept in self._public.values())

    def length(self, desk: EventDesk) -> int:
        """How long the log is, all of it taken into account."""
        _ = desk.whole
        self.tables.length = len(desk._entries)
        return self.tables.length

    def public(self, desk: EventDesk) -> State:
        """The event as the public may know it."""
        seq = self.length(desk)
        if self._cut is None or self._cut[0] != seq:
            self._cut = (seq, views.public_state(desk.whole))
        return self._cut[1]

    def for_public(self, desk: EventDesk, section: str) -> Sent:
        """The view of a section for the public.

        Raises:
            EventError: ``sections.unknown``.
        """
        return self._shown(desk, section).sent

    def _shown(self, desk: EventDesk, section: str) -> _Public:
        seq, kept = self.length(desk), self._public.get(section)
        if kept is not None and kept.looked == seq:
            return kept
        shown = self.public(desk)
        view = views.event_view(self.id, 0, desk.whole, section, self.tables, shown=shown)
        digest = hashlib.sha256(_encode(view)).hexdigest()[:20]
        if kept is not None and kept.digest == digest:
            new = replace(kept, looked=seq)
        else:
            sent = _sent(msgspec.structs.replace(view, seq=seq), digest)
            new = _Public(seq, digest, seq, sent)
        self._public[section] = new
        return new

    def for_arbiter(
        self, desk: EventDesk, section: str, who: str, arbiters: list[str]
    ) -> e.EventView:
        """The view of a section for an arbiter.

        Raises:
            EventError: ``sections.unknown``.
        """
        seq, view = self.length(desk), self._full.get(section)
        if view is None or view.seq != seq:
            if any(kept.seq != seq for kept in self._full.values()):
                self._full.clear()
            view = views.event_view(self.id, seq, desk.whole, section, self.tables)
            self._full[section] = view
        return msgspec.structs.replace(view, who=who, arbiters=arbiters)

    def summary(self, desk: EventDesk, you: e.You) -> e.EventSummary:
        """The line of the event in the list of events."""
        return views.summary_view(self.id, desk.whole if you else self.public(desk), you)


def sent(view: e.EventView) -> Sent:
    """A view made for one caller, ready to be sent."""
    body = _encode(view)
    return _sent(view, hashlib.sha256(body).hexdigest()[:20])


def _sent(view: e.EventView, digest: str) -> Sent:
    body = _encode(view)
    return Sent(body, gzip.compress(body, 5, mtime=0), f'"{digest}"')
