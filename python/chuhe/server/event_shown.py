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
        self._tables = views.Tables()
        self._public: dict[str, _Public] = {}
        self._full: dict[str, e.EventView] = {}

    def look(self, desk: EventDesk, *, public: bool) -> None:
        """See what is new; with ``public`` also whether the public sees anything new."""
        main = desk.whole
        self.seq = len(desk._entries)
        if not public or self._looked == self.seq:
            return
        self._looked = self.seq
        for section in ("", *views.public_state(main).sections):
            self._shown(desk, section)
        self.public_seq = max(kept.seq for kept in self._public.values())

    def for_public(self, desk: EventDesk, section: str) -> Sent:
        """The view of a section for the public.

        Raises:
            EventError: ``sections.unknown``.
        """
        return self._shown(desk, section).sent

    def _shown(self, desk: EventDesk, section: str) -> _Public:
        main, kept = desk.whole, self._public.get(section)
        seq = len(desk._entries)
        if kept is not None and kept.looked == seq:
            return kept
        view = views.event_view(self.id, 0, main, section, self._tables, public=True)
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
        main = desk.whole
        seq, view = len(desk._entries), self._full.get(section)
        if view is None or view.seq != seq:
            if any(kept.seq != seq for kept in self._full.values()):
                self._full.clear()
            view = views.event_view(self.id, seq, main, section, self._tables, public=False)
            self._full[section] = view
        return msgspec.structs.replace(view, who=who, arbiters=arbiters)

    def summary(self, desk: EventDesk, you: e.You) -> e.EventSummary:
        """The line of the event in the list of events."""
        main = desk.whole
        return views.summary_view(self.id, main if you else views.public_state(main), you)


def sent(view: e.EventView) -> Sent:
    """A view made for one caller, ready to be sent."""
    body = _encode(view)
    return _sent(view, hashlib.sha256(body).hexdigest()[:20])


def _sent(view: e.EventView, digest: str) -> Sent:
    body = _encode(view)
    return Sent(body, gzip.compress(body, 5, mtime=0), f'"{digest}"')
