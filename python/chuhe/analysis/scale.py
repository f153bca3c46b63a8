"""From an engine's score to a share of the point, and the thresholds that are built on it.

Nothing here asks an engine: the tests do it with scores made by hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from chuhe.engines import Score

__all__ = [
    "BLUNDER",
    "DEAD_SURE",
    "INACCURACY",
    "MISTAKE",
    "ONLY",
    "UNIT",
    "accuracy",
    "centipawns",
    "move_accuracy",
    "win_share",
]

#: Hundredths of a pawn in one unit of the logistic curve. The built-in evaluation was fitted to
#: the results of recorded games with this figure (docs/engine.md); for other engines it is a guess.
UNIT = 280.0
#: From so much share lost a move is an inaccuracy, a mistake, a blunder.
INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
#: A move is the only one if the second best would lose so much.
ONLY = 0.15
#: How fast accuracy falls with the share lost.
FALL = 5.0
#: Losses in hundredths of a pawn are counted up to here: beyond it one rook more says nothing.
DEAD_SURE = 1000


def win_share(score: Score, unit: float = UNIT) -> float:
    """The share of the point that the side to move may expect, 0 to 1.

    A mate is certain.

    >>> [round(win_share(Score(cp=cp)), 2) for cp in (-280, 0, 100, 280)]
    [0.27, 0.5, 0.59, 0.73]
    >>> win_share(Score(mate=9)), win_share(Score(mate=-1)), win_share(Score(mate=0))
    (1.0, 0.0, 0.0)
    """
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    cp = max(-30_000, min(30_000, score.cp or 0))
    return 1 / (1 + math.exp(-cp / unit))


def centipawns(score: Score) -> int:
    """A score within ±`DEAD_SURE`, where mates stand at the ends.

    >>> centipawns(Score(cp=35)), centipawns(Score(mate=-3)), centipawns(Score(cp=29_000))
    (35, -1000, 1000)
    """
    if score.mate is not None:
        return DEAD_SURE if score.mate > 0 else -DEAD_SURE
    return max(-DEAD_SURE, min(DEAD_SURE, score.cp or 0))


def move_accuracy(loss: float) -> float:
    """What one move counts, of 100, by the share it lost.

    >>> [round(move_accuracy(loss)) for loss in (0, 0.05, 0.1, 0.2, 0.5)]
    [100, 78, 61, 37, 8]
    """
    return 100 * math.exp(-FALL * max(0.0, loss))


def accuracy(losses: Iterable[float]) -> float | None:
    """The mean of what moves count; None without moves.

    >>> round(accuracy([0.0, 0.1, 0.0]) or 0, 1), accuracy([])
    (86.9, None)
    """
    counted = [move_accuracy(loss) for loss in losses]
    return sum(counted) / len(counted) if counted else None
