"""An event kept on its file: reading what others wrote, writing decisions, undoing."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from chuhe.i18n import N_, _
from chuhe.tournament.journal import Entry, Fact, Journal
from chuhe.tournament.model import EventError, Reason
from chuhe.tournament.state import State, effective, fold
from chuhe.tournament.team_facts import WORDS
from chuhe.tournament.typed import one_line, published_changed

__all__ = ["ENTRY_WORDS", "Answer", "Decision", "LoggedEvent", "MovedError", "section_of"]

#: What the ``do`` of an entry is called.
ENTRY_WORDS = {
    "new": N_("event begun"),
    "players": N_("players listed"),
    "edit": N_("player edited"),
    "check_in": N_("check-in"),
    "number": N_("numbers given"),
    "late": N_("late entry"),
    "bye": N_("bye agreed"),
    "withdraw": N_("withdrawal"),
    "return": N_("return"),
    "forbid": N_("not to meet"),
    "foul": N_("foul"),
    "pair": N_("round paired"),
    "change": N_("boards changed"),
    "result": N_("result"),
    "match_game": N_("game of a match"),
    "publish": N_("publication"),
    "tables": N_("boards opened"),
    "game": N_("record of a game"),
    "section": N_("section begun"),
    "groups": N_("groups begun"),
    "close": N_("closed"),
    "pause": N_("pause"),
    **WORDS,
    "undo": N_("undoing"),
}

#: What is of the whole event, whichever section is selected.
_OF_ALL = frozenset({"new", "players", "edit", "check_in", "section", "groups", "undo"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command."""

    entries: tuple[Entry, ...]
    """What was logged; nothing if it was so already, or if it waits for a decision."""
    notes: tuple[Reason, ...] = ()
    """What the arbiter should know."""

    @property
    def done(self) -> bool:
        """Whether anything was logged."""
        return bool(self.entries)


Decision = tuple[Sequence[Fact], Sequence[Reason]]


class MovedError(Exception):
    """Somebody wrote while we were thinking."""


class LoggedEvent:
    """The file of an event and its state, kept together; commands are written by `_do`.

    Args:
        journal: the open file.
        clock: answers the time to be logged.
        who: who enters what is entered here.
        section: the section the commands act on; may be changed between them.
    """

    def __init__(
        self, journal: Journal, *, clock: Callable[[], str], who: str = "", section: str = ""
    ) -> None:
        self._journal = journal
        self.section = section
        self._clock = clock
        self._who = "".join(c for c in who if c.isprintable())[:200]
        self._entries: list[Entry] = []
        self._state = State()

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        clock: Callable[[], str],
        who: str = "",
        section: str = "",
    ) -> Self:
        """An event on its file; whether it has the section is seen when a command needs it.

        Raises:
            OSError, EventError: as `Journal`.
        """
        return cls(Journal(path), clock=clock, who=who, section=section)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._journal.close()

    @property
    def state(self) -> State:
        """What is true now of the section, whoever wrote it.

        Raises:
            EventError: ``sections.unknown``; the log cannot be read.
        """
        return self.whole.part(self.section)

    @property
    def whole(self) -> State:
        """What is true now of the event: its main section, which has the others."""
        self._take(self._journal.read(len(self._entries)))
        return self._state

    @property
    def entries(self) -> list[Entry]:
        """The whole log."""
        self._take(self._journal.read(len(self._entries)))
        return list(self._entries)

    def _take(self, entries: Sequence[Entry]) -> None:
        try:
            if any(entry.fact["do"] == "undo" for entry in entries):
                self._state = fold([*self._entries, *entries])
            else:
                for entry in entries:
                    self._state.apply(entry.fact)
        except BaseException:
            self._forget()
            raise
        self._entries += entries

    def _forget(self) -> None:
        """Read the log anew next time: the state may be half changed."""
        self._entries = []
        self._state = State()

    def undo(self, seq: int | None = None, reason: str = "") -> Answer:
        """Undo an entry of the log; undoing an undoing brings back what it undid.

        Args:
            seq: which; the last one of the same arbiter that counts if None, in the section
                if one is selected.
            reason: needed where something published changes.

        Raises:
            EventError: ``director.nothing``, ``director.no_entry``, ``director.needed``: what
                came after cannot be without it; ``director.published``.
        """

        def decide(state: State) -> Decision:
            counted = effective(self._entries)
            if seq is None:
                own = [
                    e
                    for e in counted
                    if e.fact["do"] not in ("undo", "new")
                    and e.who == self._who
                    and (not self.section or section_of(e) == self.section)
                ]
                if not own:
                    raise EventError("director.nothing")
                entry = own[-1]
            else:
                found = [e for e in counted if e.seq == seq and e.fact["do"] != "new"]
                if not found:
                    raise EventError("director.no_entry", {"seq": seq})
                entry = found[0]
            fact: dict[str, Any] = {"do": "undo", "of": [entry.seq]}
            if reason:
                fact["reason"] = one_line(reason, "reason")
            last = Entry(len(self._entries) + 1, "", self._who, fact)
            try:
                after = fold([*self._entries, last])
            except EventError:
                raise EventError("director.needed", {"seq": entry.seq}) from None
            changed = published_changed(self._state, after)
            if changed and not reason:
                raise EventError("director.published", {"round": changed})
            told = {"seq": entry.seq, "what": _(ENTRY_WORDS[str(entry.fact["do"])])}
            return [fact], [Reason("director.undone", told)]

        return self._do(decide)

    def _placed(self, fact: Fact) -> Fact:
        """A fact with the section it belongs to."""
        if not self.section or fact["do"] in _OF_ALL or "section" in fact:
            return fact
        return {"do": fact["do"], "section": self.section, **fact}

    def _do(self, decide: Callable[[State], Decision]) -> Answer:
        """Decide on what stands in the file, and write it only if the state takes it."""
        notes: Sequence[Reason] = ()
        begun = False

        def inside() -> Sequence[Fact]:
            nonlocal notes, begun
            decided, notes = decide(self.state)
            facts = [self._placed(fact) for fact in decided]
            begun = True
            for fact in facts:
                self._state.apply(fact)
            return facts

        try:
            written = self._journal.write(inside, at=self._clock(), who=self._who)
        except BaseException:
            if begun:
                self._forget()
            raise
        self._entries += written
        if any(entry.fact["do"] == "undo" for entry in written):
            self._state = fold(self._entries)
        return Answer(tuple(written), tuple(notes))


def section_of(entry: Entry) -> str:
    """The section an entry is about; empty for the main one and for the event as a whole.

    An entry that begins one section is about that one.
    """
    key = "name" if entry.fact["do"] == "section" else "section"
    return str(entry.fact.get(key, ""))
