"""Glicko-2: a rating, how sure it is, and how steady, after Mark Glickman's paper.

"Example of the Glicko-2 system" (Glickman, revised 2012 to 2022).  Games of one
rating period count as played at the same time.  The paper's own example:

>>> player = Rating(1500, 200, 0.06)
>>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
>>> after = rate(player, games)
>>> round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)
(1464.05, 151.52, 0.06)

(The paper prints 1464.06, because it rounds on the way.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite, log, pi, sqrt

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import EventError

__all__ = ["Rating", "expected", "rate"]

_SCALE = 173.7178
_CENTRE = 1500.0
#: How exactly the new volatility is found (step 5 of the paper).
_TOLERANCE = 1e-6
_MOST_STEPS = 1000
#: Beyond this no number is a rating, and the formulas would overflow.
_MOST = 10_000


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation (RD) and volatility; without arguments that of a newcomer.

    Raises:
        EventError: ``glicko.value``: a rating beyond 10,000 either way, a deviation
            or volatility that is not above 0, or one above 10,000 or 10.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def __post_init__(self) -> None:
        values = (self.rating, self.deviation, self.volatility)
        fits = (
            abs(self.rating) <= _MOST and 0 < self.deviation <= _MOST and 0 < self.volatility <= 10
        )
        if not fits:
            raise EventError("glicko.value", {"values": ", ".join(map(str, values))})

    @property
    def _mu(self) -> float:
        return (self.rating - _CENTRE) / _SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / _SCALE


def expected(player: Rating, opponent: Rating) -> float:
    """The score expected of a player in one game, as step 3 of the paper has it.

    >>> round(expected(Rating(1500, 200), Rating(1400, 30)), 3)
    0.639
    """
    return 1 / (1 + exp(-_g(opponent._phi) * (player._mu - opponent._mu)))


def rate(player: Rating, games: Sequence[tuple[Rating, float]], tau: float = 0.5) -> Rating:
    """The rating after a period.

    Args:
        player: the rating before it.
        games: opponents with their ratings before it, and the score: 1, ½ or 0.
            Without games only the deviation grows.
        tau: how much the volatility may change, 0.3 to 1.2 by the paper's advice.

    Raises:
        EventError: ``glicko.score``: a score outside 0 to 1; ``glicko.tau``.
    """
    if not (isfinite(tau) and tau > 0):
        raise EventError("glicko.tau", {"value": tau})
    for _opponent, score in games:
        if not 0 <= score <= 1:
            raise EventError("glicko.score", {"value": score})
    phi, sigma = player._phi, player.volatility
    if not games:  # step 6, for who did not play
        return Rating(player.rating, _SCALE * sqrt(phi**2 + sigma**2), sigma)
    gs = [_g(opponent._phi) for opponent, _ in games]
    es = [expected(player, opponent) for opponent, _ in games]
    # An expectation of 0 or 1 to the last bit carries no information.
    information = sum(g * g * e * (1 - e) for g, e in zip(gs, es, strict=True))
    v = 1 / max(information, 1e-12)  # step 3
    surprise = sum(g * (s - e) for g, e, (_, s) in zip(gs, es, games, strict=True))
    sigma = _volatility(sigma, phi, v, v * surprise, tau)  # steps 4 and 5
    before = phi**2 + sigma**2  # step 6
    phi = 1 / sqrt(1 / before + 1 / v)  # step 7
    mu = player._mu + phi**2 * surprise
    return Rating(_SCALE * mu + _CENTRE, _SCALE * phi, sigma)  # step 8


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Step 5: where f is zero, by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        ex = exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    for _ in range(_MOST_STEPS):
        if abs(high - low) <= _TOLERANCE:
            break
        new = low + (low - high) * f_low / (f_high - f_low)
        f_new = f(new)
        if f_new * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = new, f_new
    return exp(low / 2)


add_messages(
    {
        "glicko.value": N_(
            "a Glicko-2 rating is up to 10000, its deviation above 0 and up to 10000, "
            "its volatility above 0 and up to 10, got {values}"
        ),
        "glicko.score": N_("a score is from 0 to 1, got {value}"),
        "glicko.tau": N_("tau is a number above 0, got {value}"),
    }
)
