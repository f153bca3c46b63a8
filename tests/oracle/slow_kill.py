"""杀, the threat of mate, by trying every check and every answer (CXA 2020, clause 28.2).

"The ply is not check, but if the opponent passed, the mover could mate next move or by an
unbroken series of checks." Our readings:

* Mate is check that cannot be answered; a threat to leave the opponent without a move (困毙) is none.
* As of a chase, the ply must have made the threat: a mate that stood already before it, just as
  near, is not threatened by it (a rook that could have mated instead of attacking a cannon).
* A series longer than `LONGEST` is not looked for.
"""

from __future__ import annotations

from functools import lru_cache

from .slow_play import REMEMBERED, Place, checks, legal, made

LONGEST = 5


@lru_cache(REMEMBERED)
def mates(place: Place, red: bool, series: int = LONGEST) -> bool:
    """Whether a side to move mates by at most so many checks in a row."""
    return any(
        all(
            series > 1 and mates(made(then, reply), red, series - 1)
            for reply in legal(then, not red)
        )
        for then in (made(place, check) for check in checks(place, red))
    )


def nearest(place: Place, red: bool) -> int:
    """With how many checks a side to move mates; one more than `LONGEST` if it does not."""
    return next((n for n in range(1, LONGEST + 1) if mates(place, red, n)), LONGEST + 1)


def threatens(before: Place, then: Place, red: bool) -> bool:
    """Whether a ply threatens mate, nearer than it was before it."""
    return nearest(then, red) < nearest(before, red)
