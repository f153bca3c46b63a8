"""Matches of teams, written as keys of boards, for tests."""

from chuhe.tournament.model import Score
from chuhe.tournament.teams import (
    Match,
    Options,
    Seat,
    Team,
    TeamEvent,
)

#: Key → what the home player and the other had, and whether it was played.
OUTCOMES = {
    "1": (Score.WIN, Score.LOSS, True),
    "=": (Score.DRAW, Score.DRAW, True),
    "0": (Score.LOSS, Score.WIN, True),
    "+": (Score.WIN, Score.LOSS, False),
    "-": (Score.LOSS, Score.WIN, False),
    "x": (Score.LOSS, Score.LOSS, False),
    "o": (Score.LOSS, Score.LOSS, True),
}


def match(home: int, away: int, keys: str) -> Match:
    """A match by keys of the home team; players are 10 × team + board."""
    return Match(
        home,
        away,
        tuple(
            Seat(10 * home + board, 10 * away + board, board % 2 == 1, *OUTCOMES[key])
            for board, key in enumerate(keys, 1)
        ),
    )


def event_of(*rounds: list[Match], boards: int = 2, teams: int = 4) -> TeamEvent:
    made = tuple(
        Team(f"T{n}", tuple(10 * n + board for board in range(1, boards + 1)), n)
        for n in range(1, teams + 1)
    )
    return TeamEvent(made, tuple(map(tuple, rounds)), Options(boards=boards))
