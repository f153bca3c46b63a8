"""What the tests of officiated games share: a table, and short ways to ask it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from chuhe import table as t
from chuhe.errors import describe
from chuhe.i18n import use_language
from chuhe.rules import RULES, books

SEATS = (t.Seat("human", "r"), t.Seat("human", "b"))
#: Red to move: rook a0 can take the horse a5; the pawn e3 cannot move (its own cannon stands before it).
MIDDLE = "3k5/9/9/9/n8/4C4/4P4/9/9/R3K4 w"
QUIET = ["b0c2", "b9c7", "c2b0", "c7b9"]


def known_as_house(monkeypatch: pytest.MonkeyPatch, of: str = "club", **fields: Any) -> str:
    """A book that differs in these fields, known as ``house`` while the test runs."""
    if "penalties" in fields:
        known = dict(RULES[of].penalties)
        fields["penalties"] = MappingProxyType(known | fields["penalties"])
    book = replace(RULES[of], name="house", **fields)
    monkeypatch.setattr(books, "RULES", MappingProxyType({**RULES, "house": book}))
    return "house"


def make(rules: str = "club", **more: Any) -> t.Table:
    table, _ = t.open_table(
        "t", seats=SEATS, now=0.0, rules=rules, officiated=True, arbiter="arb", **more
    )
    return table


def do(table: t.Table, command: t.Command, now: float = 1.0) -> t.Table:
    """The table after a command that must be granted."""
    events = table.handle(command, now)
    assert not isinstance(events, t.Refused), events
    return table.after(events)


def happened(table: t.Table, command: t.Command, now: float = 1.0) -> list[str]:
    """The kinds of events a command leads to."""
    events = table.handle(command, now)
    assert not isinstance(events, t.Refused), events
    return [type(event).__name__ for event in events]


def code(table: t.Table, command: t.Command, now: float = 1.0) -> str | None:
    """The code of the refusal, None if granted; a refusal has words."""
    answer = table.handle(command, now)
    if not isinstance(answer, t.Refused):
        return None
    for language in ("zh-Hans", "en"):
        with use_language(language):
            assert describe(answer.code, answer.facts) != answer.code
    return answer.code


def play(table: t.Table, *moves: str, now: float = 1.0) -> t.Table:
    for move in moves:
        table = do(table, t.Play(table.seat(table.turn).holder, table.ply, move), now)
    return table


def end(table: t.Table) -> tuple[t.Side | None, str, str]:
    """Who won, how, by which article."""
    assert table.outcome is not None
    return table.outcome.winner, table.outcome.termination, table.outcome.article


def illegal(table: t.Table) -> t.Play:
    """A move of the side to move that its rook on the corner cannot make."""
    return t.Play(
        table.seat(table.turn).holder, table.ply, "a0b1" if table.turn == "red" else "a9b8"
    )
