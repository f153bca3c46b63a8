"""What all commands of arbiters share: their frame, and the kinds of their fields."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from chuhe.tournament.director import Answer, Director

__all__ = ["MOST_PLAYERS", "Command", "Fields", "given", "one_line"]

#: More players than this are not taken into an event here.
MOST_PLAYERS = 5_000
_BIG = 2**53

Line = Annotated[str, Meta(max_length=500)]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=40)]
Who = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
RoundNumber = Annotated[int, Meta(ge=1, le=1_000)]
Entry = Annotated[int, Meta(ge=0, le=_BIG)]
Players = Annotated[tuple[Who, ...], Meta(max_length=MOST_PLAYERS)]


class Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a player."""

    name: Name | None = None
    team: Name | None = None
    rating: Annotated[int, Meta(ge=0, le=9_999)] | None = None
    title: Name | None = None
    federation: Name | None = None
    sex: Word | None = None
    birth: Word | None = None
    fide_id: Word | None = None


def given(fields: Fields) -> dict[str, object]:
    """The fields that were sent, each on one line.

    >>> given(Fields(name="许银川", rating=2600))
    {'name': '许银川', 'rating': 2600}
    """
    said = {}
    for name, value in msgspec.structs.asdict(fields).items():
        if value is not None:
            said[name] = one_line(value) if isinstance(value, str) else value
    return said


def one_line(text: str) -> str:
    """A text without line breaks and other characters that do not print."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """What every command may carry."""

    section: Name = ""
    seq: Entry | None = None
    once: Annotated[str, Meta(max_length=64)] = ""
    dry: bool = False

    def run(self, desk: Director) -> Answer:
        """Do it.

        Raises:
            ChuheError: it is refused; nothing was written.
        """
        raise NotImplementedError
