"""What the results of a match say: Elo with its error, likelihood of superiority, SPRT.

Games are played in pairs, one opening with both colours; the two games of a pair depend on each
other, pairs do not. So everything is computed from the five results a pair can have (pentanomial),
as Michel Van den Bergh set out for fishtest, and from single games only where there are no pairs.

>>> pairs = Pairs((2, 9, 40, 20, 9))
>>> pairs.games, round(pairs.score, 4)
(160, 0.5781)
>>> round(pairs.elo().value), round(pairs.elo().low), round(pairs.elo().high)
(55, 20, 91)
>>> test = Sprt(0, 10)
>>> test.decide(pairs) is None, round(test.llr(pairs), 2)
(True, 1.44)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

__all__ = ["CONFIDENCE", "Elo", "Pairs", "Singles", "Sprt", "elo_of_score", "score_of_elo"]

#: Error bars hold the true value so often.
CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
#: What an outcome that never came up counts for in the SPRT, so that no logarithm is of nothing.
_UNSEEN = 1e-3
#: Normalized Elo of a score one standard deviation of a game above one half.
_NORMALIZED = 800 / math.log(10)


def score_of_elo(elo: float) -> float:
    """The share of points expected of the side so much stronger.

    >>> round(score_of_elo(100), 3)
    0.64
    """
    return 1 / (1 + math.pow(10, -elo / 400))


def elo_of_score(score: float) -> float:
    """The difference in strength a share of points speaks for; infinite at 0 and 1.

    >>> elo_of_score(0.5), round(elo_of_score(0.64)), elo_of_score(1)
    (0.0, 100, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1) + 0.0


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in strength, and between what it lies with `CONFIDENCE`."""

    value: float
    low: float
    high: float


class _Counts:
    """Results of one kind, counted from the worst to the best."""

    counts: tuple[int, ...]
    #: Games that make one of the results counted.
    per_result: int

    @property
    def results(self) -> int:
        """How many results were counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games they are."""
        return self.results * self.per_result

    @property
    def score(self) -> float:
        """The share of points; one half without games."""
        return _mean(self.counts) if self.results else 0.5

    def elo(self) -> Elo:
        """The difference in strength, with its error.

        The score is taken as normally distributed. Where every result was the same, that says
        nothing of the error: the bounds are then where as many results as Wilson's interval allows
        might still be the worst or the best.

        >>> bars = Pairs((0, 0, 4, 0, 0)).elo()
        >>> bars.value, round(bars.low), round(bars.high)
        (0.0, -186, 186)
        """
        n = self.results
        if n == 0:
            return Elo(0.0, -math.inf, math.inf)
        score, variance = self.score, _variance(self.counts)
        if max(self.counts) == n:
            others = _Z**2 / (n + _Z**2)
            low, high = score * (1 - others), score + (1 - score) * others
        else:
            error = _Z * math.sqrt(variance / n)
            low, high = score - error, score + error
        return Elo(elo_of_score(score), elo_of_score(low), elo_of_score(high))

    def normalized(self) -> Elo:
        """The difference in standard deviations of a game, in the measure of normalized Elo.

        It says how many games it takes to be sure, and changes little with the draw rate; without
        bounds where every result was the same.

        >>> bars = Pairs((2, 9, 40, 20, 9)).normalized()
        >>> round(bars.value), round(bars.low), round(bars.high)
        (85, 31, 139)
        """
        deviation = math.sqrt(_variance(self.counts) * self.per_result) if self.results else 0.0
        if not deviation:
            side = math.copysign(math.inf, self.score - 0.5) if self.score != 0.5 else 0.0
            return Elo(side, -math.inf, math.inf)
        value = (self.score - 0.5) / deviation * _NORMALIZED
        error = _Z / math.sqrt(self.games) * _NORMALIZED
        return Elo(value, value - error, value + error)

    def los(self) -> float:
        """How likely it is that the first side is the stronger one.

        >>> round(Pairs((10, 20, 40, 30, 12)).los(), 3), Pairs((0, 0, 3, 0, 0)).los()
        (0.885, 0.5)
        """
        n = self.results
        if n == 0 or self.score == 0.5:
            return 0.5
        # Where every result was the same: as if each had been won or lost.
        variance = 0.25 if max(self.counts) == n else _variance(self.counts)
        return NormalDist().cdf((self.score - 0.5) / math.sqrt(variance / n))


@dataclass(frozen=True, slots=True)
class Pairs(_Counts):
    """Pairs of games, counted by points: 0, ½, 1, 1½, 2."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)
    per_result = 2


@dataclass(frozen=True, slots=True)
class Singles(_Counts):
    """Single games, counted by points: lost, drawn, won.

    >>> Singles((1, 2, 1)).elo().value
    0.0
    """

    counts: tuple[int, ...] = (0, 0, 0)
    per_result = 1


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's sequential test of ``elo1`` against ``elo0``, generalized to draws and pairs.

    Attributes:
        elo0: the difference if the change is worth nothing (H0).
        elo1: the difference it is hoped for (H1).
        alpha: how often H1 may be taken although H0 is true.
        beta: how often H0 may be taken although H1 is true.
        normalized: whether the two are normalized Elo, in standard deviations of a game, which
            needs as many games at any draw rate; else they are Elo as usual.

    Raises:
        ValueError: ``elo0`` is not less than ``elo1``, or an error rate not between 0 and ½.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0: expected less than {self.elo1}, got {self.elo0}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ValueError(f"{name}: expected between 0 and 0.5, got {rate}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms at which H0 and H1 are taken.

        >>> [round(bound, 2) for bound in Sprt(0, 5).bounds]
        [-2.94, 2.94]
        """
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, results: Pairs | Singles) -> float:
        """The logarithm of how much likelier the results are under H1 than under H0."""
        if results.results == 0:
            return 0.0
        seen = [max(count, _UNSEEN) for count in results.counts]
        n = sum(seen)
        shares = [count / n for count in seen]
        if self.normalized:
            root = math.sqrt(results.per_result)
            t = [elo / _NORMALIZED * root for elo in (self.elo0, self.elo1)]
            low, high = (_likeliest_with_t(shares, value) for value in t)
        else:
            means = [score_of_elo(elo) for elo in (self.elo0, self.elo1)]
            low, high = (_likeliest_with_mean(shares, mean) for mean in means)
        return n * sum(
            share * math.log(h1 / h0) for share, h0, h1 in zip(shares, low, high, strict=True)
        )

    def decide(self, results: Pairs | Singles) -> bool | None:
        """True: H1 is taken; False: H0 is; None: more games are needed."""
        low, high = self.bounds
        llr = self.llr(results)
        return True if llr >= high else False if llr <= low else None


def _scores(count: int) -> list[float]:
    return [i / (count - 1) for i in range(count)]


def _mean(weights: Sequence[float]) -> float:
    scores = _scores(len(weights))
    return sum(w * s for w, s in zip(weights, scores, strict=True)) / sum(weights)


def _variance(weights: Sequence[float]) -> float:
    mean = _mean(weights)
    scores = _scores(len(weights))
    return sum(w * (s - mean) ** 2 for w, s in zip(weights, scores, strict=True)) / sum(weights)


def _likeliest_with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of this mean under which the shares seen are the likeliest."""
    return _tilted(shares, [score - mean for score in _scores(len(shares))])


def _likeliest_with_t(shares: Sequence[float], t: float) -> list[float]:
    """The same for a mean ``t`` standard deviations above one half.

    The condition is not linear in the distribution: it is replaced by its tangent, again and
    again, until nothing changes.
    """
    scores = _scores(len(shares))
    now = [1 / len(shares)] * len(shares)
    for _round in range(100):
        mean, sigma = _mean(now), math.sqrt(_variance(now))
        slopes = [s - 0.5 - t * sigma * (1 + ((s - mean) / sigma) ** 2) / 2 for s in scores]
        new = _tilted(shares, slopes)
        if max(abs(a - b) for a, b in zip(now, new, strict=True)) < 1e-10:
            return new
        now = new
    return now


def _tilted(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """The distribution nearest to ``shares`` under which ``values`` have mean zero.

    It is ``share / (1 + x · value)`` with the ``x`` that does it (Lagrange).
    """
    low, high = -1 / max(values), -1 / min(values)

    def slope(x: float) -> float:
        return sum(s * v / (1 + x * v) for s, v in zip(shares, values, strict=True))

    x = _falling_root(slope, low, high)
    return [s / (1 + x * v) for s, v in zip(shares, values, strict=True)]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero, between two poles, by halving."""
    for _step in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
