"""What a game holds besides its moves: headers, evaluations, and what was wrong in its file."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from typing import NamedTuple

from chuhe import _core
from chuhe.errors import describe
from chuhe.i18n import _

__all__ = ["Eval", "Headers", "Place", "RecordProblem"]

MISSES = frozenset(
    f"notation.{what}"
    for what in (
        "none_on_file",
        "none_left",
        "no_tandem",
        "off_board",
        "sideways",
        "file_out_of_reach",
    )
)
"""Codes of moves that name no piece or no target."""


class Place(NamedTuple):
    """Where in a file something stands."""

    #: The file's name; empty if there was none.
    path: str
    #: Which game of the file, from 0.
    game: int
    #: The ply of the line that stands there or comes next, from 1; None outside the moves.
    ply: int | None
    #: Line of the file, from 1.
    line: int
    #: Byte of the file, from 0.
    offset: int


@dataclass(frozen=True)
class RecordProblem:
    """Something wrong in a record, which was read all the same.

    ``str()`` is a sentence in the current language.
    """

    code: str
    facts: dict[str, object]
    place: Place

    @property
    def text(self) -> str:
        """What is wrong, as a sentence in the current language."""
        reason = describe(self.code, self.facts)
        move = self.facts.get("text")
        if move and (self.code.startswith("illegal.") or self.code in MISSES):
            return _("{move} is not legal here: {reason}", move=move, reason=reason)
        return reason

    def __str__(self) -> str:
        return self.text


class Eval(NamedTuple):
    """An engine's opinion, seen from Red.

    ``score`` counts hundredths of a pawn; with ``mate`` it counts moves until
    mate, negative if Red is mated.
    """

    score: int
    mate: bool = False
    depth: int | None = None


class Headers(MutableMapping[str, str]):
    """What a record says about a game, in the order of the file.

    Names are PGN's, and compared without case: ``Event``, ``Site``, ``Date``,
    ``Round``, ``Red``, ``RedTeam``, ``RedElo``, ``Black`` …, ``Result``,
    ``ECCO``, ``Opening``, ``Variation``, ``Annotator``. Others are kept as
    they are.

    >>> from chuhe.game import Game
    >>> headers = Game().headers
    >>> headers["Red"] = "许银川"
    >>> headers["RED"], "red" in headers, list(headers)
    ('许银川', True, ['Red'])
    """

    __slots__ = ("_record",)

    def __init__(self, record: _core.Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        value = self._record.header(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        self._record.set_header(name, value)

    def __delitem__(self, name: str) -> None:
        if not self._record.remove_header(name):
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._record.headers())

    def __len__(self) -> int:
        return len(self._record.headers())

    def __repr__(self) -> str:
        return f"Headers({dict(self._record.headers())})"
