"""Scheveningen: each of team A meets each of team B, who sits where and who moves first.

>>> for board in table(3)[1]:
...     print(board)
Board(a=1, b=2, a_first=False)
Board(a=2, b=3, a_first=True)
Board(a=3, b=1, a_first=False)

The tables for 2 to 8 and for 10 boards are the ones commonly published; the one
for 9 is our own: the opponents go round in a ring as in the table for 7, and of
all ways to give out the colours it is one with the fewest repeated colours from
round to round.  With an even number of boards everybody has Red in half of the games and each
team in half of each round (but for 2 boards, where that cannot be); with an odd
number nobody is further from half than he must be.  Nobody has one colour three
times running.  Tests hold all of them to this.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import Pairing, Reason, Sheet

__all__ = ["LEAST_BOARDS", "MOST_BOARDS", "Board", "sheet", "table"]

LEAST_BOARDS, MOST_BOARDS = 2, 10


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a round: numbers within the two teams, from 1."""

    a: int
    b: int
    a_first: bool


@cache
def table(boards: int) -> tuple[tuple[Board, ...], ...]:
    """The rounds of a match of so many boards a team.

    Raises:
        PairingError: ``scheveningen.boards``: not 2 to 10.
    """
    if not LEAST_BOARDS <= boards <= MOST_BOARDS:
        raise PairingError("scheveningen.boards", {"least": LEAST_BOARDS, "most": MOST_BOARDS})
    rows = _TABLES.split("\n\n")[boards - LEAST_BOARDS].split("\n")
    return tuple(tuple(map(_board, row.split())) for row in rows if row.strip())


def sheet(a: tuple[int, ...], b: tuple[int, ...], round: int) -> Sheet:
    """The sheet of a round of a match between two teams.

    Args:
        a: the pairing numbers of team A in the order of its boards.
        b: those of team B.
        round: the round, from 1.

    Raises:
        PairingError: ``scheveningen.boards``; ``scheveningen.teams``: the teams are not
            equally large or somebody stands twice; ``scheveningen.round``.

    >>> sheet((1, 2), (3, 4), 2).pairings
    (Pairing(red=4, black=1), Pairing(red=3, black=2))
    """
    if len(a) != len(b) or len({*a, *b}) != len(a) + len(b):
        raise PairingError("scheveningen.teams", {"a": len(a), "b": len(b)})
    rounds = table(len(a))
    if not 1 <= round <= len(rounds):
        raise PairingError("scheveningen.round", {"most": len(rounds), "round": round})
    pairings, reasons = [], []
    for board in rounds[round - 1]:
        one, two = a[board.a - 1], b[board.b - 1]
        pairing = Pairing(one, two) if board.a_first else Pairing(two, one)
        pairings.append(pairing)
        code = "scheveningen.a_first" if board.a_first else "scheveningen.b_first"
        facts: dict[str, object] = {"a": board.a, "b": board.b}
        reasons.append(Reason(code, facts, (one, two)))
    return Sheet(round, tuple(pairings), tuple(reasons))


def _board(text: str) -> Board:
    """``B2-A1`` is B2 with Red against A1."""
    first, second = text.split("-")
    a, b = (first, second) if first.startswith("A") else (second, first)
    return Board(int(a[1:]), int(b[1:]), first is a)


#: From 2 boards upward, a line a round.
_TABLES = """\
A1-B1 A2-B2
B2-A1 B1-A2

A1-B1 A2-B2 B3-A3
B2-A1 A2-B3 B1-A3
A1-B3 B1-A2 A3-B2

A1-B1 A2-B2 B3-A3 B4-A4
B2-A1 B1-A2 A3-B4 A4-B3
A1-B3 A2-B4 B1-A3 B2-A4
B4-A1 B3-A2 A3-B2 A4-B1

A1-B1 A2-B2 A3-B3 B4-A4 B5-A5
B2-A1 B3-A2 A3-B4 A4-B5 B1-A5
A1-B3 A2-B4 B5-A3 B1-A4 A5-B2
B4-A1 A2-B5 A3-B1 B2-A4 B3-A5
A1-B5 B1-A2 B2-A3 A4-B3 A5-B4

A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6
B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6
A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6
B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5
A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6
B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7
B2-A1 B3-A2 B4-A3 A4-B5 A5-B6 A6-B7 B1-A7
A1-B3 A2-B4 A3-B5 B6-A4 B7-A5 B1-A6 A7-B2
B4-A1 B5-A2 A3-B6 A4-B7 A5-B1 B2-A6 B3-A7
A1-B5 A2-B6 B7-A3 B1-A4 B2-A5 A6-B3 A7-B4
B6-A1 A2-B7 A3-B1 A4-B2 B3-A5 B4-A6 B5-A7
A1-B7 B1-A2 B2-A3 B3-A4 A5-B4 A6-B5 A7-B6

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8
B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5
A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8
B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7
A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8
B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1
A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8
B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3

A1-B1 A2-B2 A3-B3 A4-B4 A5-B5 B6-A6 B7-A7 B8-A8 B9-A9
B2-A1 B3-A2 B4-A3 B5-A4 A5-B6 A6-B7 A7-B8 A8-B9 B1-A9
A1-B3 A2-B4 A3-B5 A4-B6 B7-A5 B8-A6 B9-A7 B1-A8 A9-B2
B4-A1 B5-A2 B6-A3 B7-A4 A5-B8 A6-B9 A7-B1 A8-B2 B3-A9
A1-B5 A2-B6 A3-B7 A4-B8 B9-A5 B1-A6 B2-A7 B3-A8 A9-B4
B6-A1 B7-A2 B8-A3 B9-A4 A5-B1 A6-B2 A7-B3 A8-B4 B5-A9
A1-B7 A2-B8 A3-B9 A4-B1 B2-A5 B3-A6 B4-A7 B5-A8 A9-B6
B8-A1 B9-A2 B1-A3 B2-A4 A5-B3 A6-B4 A7-B5 A8-B6 B7-A9
A1-B9 A2-B1 A3-B2 B3-A4 B4-A5 B5-A6 B6-A7 A8-B7 A9-B8

A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 A8-B8 B9-A9 B10-A10
B2-A1 B1-A2 B8-A3 B3-A4 A5-B10 A6-B5 A7-B6 B4-A8 A9-B7 A10-B9
A1-B3 A2-B8 A3-B4 A4-B10 B6-A5 B7-A6 B9-A7 A8-B1 B2-A9 B5-A10
B4-A1 B3-A2 B10-A3 A4-B6 A5-B7 B8-A6 A7-B5 A8-B9 B1-A9 A10-B2
A1-B5 A2-B4 B9-A3 B7-A4 B1-A5 A6-B10 B8-A7 B2-A8 A9-B3 A10-B6
B6-A1 A2-B7 A3-B1 A4-B9 A5-B8 A6-B2 B10-A7 B5-A8 B4-A9 B3-A10
A1-B7 B5-A2 B2-A3 B1-A4 B4-A5 B9-A6 A7-B3 A8-B10 A9-B6 A10-B8
B8-A1 B6-A2 A3-B5 A4-B2 A5-B9 A6-B1 A7-B4 B3-A8 B10-A9 B7-A10
A1-B9 A2-B10 A3-B7 B5-A4 B2-A5 B3-A6 B1-A7 A8-B6 A9-B8 B4-A10
B10-A1 B9-A2 B6-A3 B8-A4 A5-B3 A6-B4 A7-B2 B7-A8 A9-B5 A10-B1"""

add_messages(
    {
        "scheveningen.boards": N_("a Scheveningen match has {least} to {most} boards a team"),
        "scheveningen.teams": N_(
            "both teams need the same number of players, each once, got {a} and {b}"
        ),
        "scheveningen.round": N_("this match has rounds 1 to {most}"),
        "scheveningen.a_first": N_("Scheveningen table: A{a} against B{b}, A moves first"),
        "scheveningen.b_first": N_("Scheveningen table: A{a} against B{b}, B moves first"),
    }
)
