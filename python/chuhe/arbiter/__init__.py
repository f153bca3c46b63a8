"""The arbiter: replays a game and says what stands on the board.

>>> arbiter = Arbiter("club")
>>> replay = arbiter.replay(
...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
...     fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w",
... )
>>> replay.end.outcome.result(), replay.end.termination.value, replay.end.ply
('0-1', 'perpetual_check', 8)

Everything here is a pure function of the moves and the rule book; the legality
and the ends of the game come from the core, in one call for many games.  A
`Replay` is what the board says, a `Recorded` what the record claims, and a
`Report` holds the two against each other.  `chuhe.explain` puts them in words.

Draw offers, touched pieces, fouls and the clock are the business of `chuhe.table`.
"""

from chuhe.arbiter.judging import Arbiter
from chuhe.arbiter.recorded import Agreement, Recorded, Report, agreement, termination_of
from chuhe.arbiter.values import (
    Attack,
    CycleAct,
    Illegal,
    RepetitionWarning,
    Replay,
    Ruling,
)

__all__ = [
    "Agreement",
    "Arbiter",
    "Attack",
    "CycleAct",
    "Illegal",
    "Recorded",
    "RepetitionWarning",
    "Replay",
    "Report",
    "Ruling",
    "agreement",
    "termination_of",
]
