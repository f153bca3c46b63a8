"""What was wrong in an archive, and what a format could not hold, counted by kind.

>>> from chuhe.i18n import use_language
>>> from chuhe.records import read
>>> kinds = Kinds()
>>> for text in ("1. 炮二平五 马8进6", "1. 兵七进一 马2进4"):
...     game = next(read(text.encode()))
...     _ = [kinds.add("a.pgn#0", problem) for problem in game.problems]
>>> with use_language("en"):
...     [(kind.count, kind.text) for kind in kinds.most_common()]
[(2, "… is not legal here: the horse's leg is blocked at …")]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from chuhe.errors import ChuheError, describe
from chuhe.game import RecordProblem
from chuhe.records.files import Loss

__all__ = ["Found", "Kind", "Kinds", "Tally"]

#: What is told: something wrong in a record, something lost in writing, a file not read.
Found = RecordProblem | Loss | ChuheError | OSError

#: Facts that make two findings of two kinds; others stand as … in the words of the kind.
_TELLING = ("name", "encoding", "format")


@dataclass
class Kind:
    """Findings of one kind."""

    code: str
    #: One of them, with nothing left of its place.
    example: Found
    #: Where the first one was.
    place: str
    count: int = 0

    @property
    def text(self) -> str:
        """The kind as a sentence in the current language."""
        match self.example:
            case RecordProblem(facts=facts):
                return replace(self.example, facts=_general(facts)).text
            case Loss(code=code, facts=facts) | ChuheError(code=code, facts=facts):
                return describe(code, _general(facts))
            case error:
                return error.strerror or type(error).__name__


def _general(facts: dict[str, object]) -> dict[str, object]:
    return {name: value if name in _TELLING else "…" for name, value in facts.items()}


class Kinds:
    """Findings counted by kind; of each only the first is kept."""

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, ...], Kind] = {}

    def add(self, place: str, found: Found) -> Kind:
        """Count one; its kind comes back, with the count so far."""
        code, facts = _code(found)
        key = (code, *(str(facts[name]) for name in _TELLING if name in facts))
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = Kind(code, found, place)
        kind.count += 1
        return kind

    def most_common(self) -> list[Kind]:
        """The kinds, the most frequent first."""
        return sorted(self._kinds.values(), key=lambda kind: -kind.count)

    def merge(self, other: Iterable[Kind]) -> None:
        """Add what was counted elsewhere."""
        for kind in other:
            self.add(kind.place, kind.example).count += kind.count - 1

    def total(self) -> int:
        """How many findings there are."""
        return sum(kind.count for kind in self._kinds.values())

    def to_json(self) -> list[dict[str, object]]:
        """The kinds for programs."""
        return [
            {"code": kind.code, "text": kind.text, "count": kind.count, "first": kind.place}
            for kind in self.most_common()
        ]


def _code(found: Found) -> tuple[str, dict[str, object]]:
    if isinstance(found, OSError):
        return type(found).__name__, {}
    return found.code, found.facts


@dataclass
class Tally:
    """What came of work on an archive."""

    files: int = 0
    unreadable: int = 0
    #: Games read, games written, and games with something wrong.
    games: int = 0
    written: int = 0
    faulty: int = 0
    faults: Kinds = field(default_factory=Kinds)
    losses: Kinds = field(default_factory=Kinds)
    refused: Kinds = field(default_factory=Kinds)

    def to_json(self) -> dict[str, object]:
        """The tally for programs."""
        return {
            "files": self.files,
            "unreadable": self.unreadable,
            "games": self.games,
            "written": self.written,
            "faulty": self.faulty,
            "faults": self.faults.to_json(),
            "losses": self.losses.to_json(),
            "refused": self.refused.to_json(),
        }
