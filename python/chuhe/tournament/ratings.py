"""The rating tables of FIDE that tie-breaks need (Handbook B.02, 8.1)."""

__all__ = ["mean", "performance_difference"]

#: Percentage of points above 50 → difference of ratings it stands for (table 8.1.1).
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def mean(total: int, count: int) -> int:
    """A mean as a whole number, halves upward.

    >>> mean(4601, 2)
    2301
    """
    return (2 * total + count) // (2 * count)


def performance_difference(halves: int, games: int) -> int:
    """By how much a score stands above (or below) the mean of the opponents.

    Args:
        halves: half points won, so 3 for one and a half.
        games: out of so many games.

    >>> performance_difference(8, 5), performance_difference(5, 5), performance_difference(0, 3)
    (240, 0, -800)
    """
    percent = mean(halves * 100, games * 2)
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]
