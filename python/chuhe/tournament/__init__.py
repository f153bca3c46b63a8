"""Tournaments: pairing, ranking, and files of events.

An `Event` is plain data (`chuhe.tournament.model`).  The systems make a
`Sheet` of it, files are read and written by `chuhe.tournament.trf`.  Nothing
here knows a board or a rule of the game: it deals in players, results and
pairings.
"""

from chuhe.tournament.model import (
    Cell,
    Event,
    EventError,
    Forbidden,
    Kind,
    Pairing,
    Player,
    Points,
    Reason,
    Score,
    Sheet,
    Side,
)

__all__ = [
    "Cell",
    "Event",
    "EventError",
    "Forbidden",
    "Kind",
    "Pairing",
    "Player",
    "Points",
    "Reason",
    "Score",
    "Sheet",
    "Side",
]
