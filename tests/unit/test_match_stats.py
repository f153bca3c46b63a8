"""Elo, likelihood and SPRT, against published numbers and against another way to compute them."""

import itertools
import math
import random

import pytest

from chuhe.matches.stats import Pairs, Singles, Sprt, elo_of_score, score_of_elo


def pairs(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Pairs:
    return Pairs((ll, ld, wl + dd, wd, ww))


def singles(won: int, lost: int, drawn: int) -> Singles:
    return Singles((lost, drawn, won))


#: Results, hypotheses, model and LLR as published in the tests of fastchess
#: (Disservin/fastchess, tests of its SPRT), most of them real tests of fishtest; its tolerance is 1 %.
PUBLISHED = [
    (singles(36433, 36027, 68692), 0, 2, "normalized", 0.92),
    (singles(10871, 10650, 20431), -1.75, 0.25, "normalized", 2.30),
    (singles(4250, 0, 0), 0, 10, "normalized", 120.56),
    (singles(21404, 21184, 40708), 0.5, 2.5, "logistic", -1.57),
    (singles(57433, 57030, 106593), 0, 2, "logistic", -2.59),
    (pairs(365, 16618, 36029, 200, 16974, 390), 0, 2, "normalized", 2.25),
    (pairs(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    (pairs(0, 0, 0, 0, 0, 5550), 0, 5, "normalized", 111.82),
    (pairs(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    (pairs(871, 26175, 55003, 980, 26678, 821), 0, 2, "logistic", -4.98),
]


@pytest.mark.parametrize(("results", "elo0", "elo1", "model", "llr"), PUBLISHED)
def test_the_llr_is_the_published_one(
    results: Pairs | Singles, elo0: float, elo1: float, model: str, llr: float
) -> None:
    test = Sprt(elo0, elo1, normalized=model == "normalized")
    assert test.llr(results) == pytest.approx(llr, rel=0.01)


def by_climbing(counts: tuple[int, ...], mean: float) -> float:
    """The greatest log-likelihood of three counts over all distributions of a mean, by search.

    Another way than Lagrange's: with three outcomes and a given mean one share of draws is left to
    choose, and the likelihood has one peak in it.
    """
    lost, drawn, won = (max(count, 1e-3) for count in counts)

    def value(draws: float) -> float:
        wins = mean - draws / 2
        losses = 1 - draws - wins
        if min(wins, losses, draws) <= 0:
            return -math.inf
        return won * math.log(wins) + drawn * math.log(draws) + lost * math.log(losses)

    low, high = 1e-12, 2 * min(mean, 1 - mean) - 1e-12
    for _step in range(300):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if value(a) < value(b):
            low = a
        else:
            high = b
    return value((low + high) / 2)


def test_the_llr_of_single_games_is_that_of_a_search_for_the_peak() -> None:
    numbers = random.Random(7)
    for _case in range(60):
        counts = tuple(numbers.randrange(0, 400) for _ in range(3))
        if sum(counts) < 10:
            continue
        elo0 = numbers.uniform(-30, 20)
        elo1 = elo0 + numbers.uniform(1, 40)
        expected = by_climbing(counts, score_of_elo(elo1)) - by_climbing(counts, score_of_elo(elo0))
        assert Sprt(elo0, elo1).llr(Singles(counts)) == pytest.approx(expected, abs=1e-5)


def test_the_test_keeps_its_error_rates() -> None:
    """Where H0 is true, H1 is taken in about 5 % of the tests, and where H1 is, H0 likewise."""
    numbers = random.Random(11)
    test = Sprt(0, 80, alpha=0.05, beta=0.05)
    for true, wrong in ((0.0, True), (80.0, False)):
        win = score_of_elo(true) - 0.2
        shares = (1 - win - 0.4, 0.4, win)  # lost, drawn, won
        mistakes = 0
        for _run in range(300):
            counts = [0] * 5
            decision = None
            while decision is None:
                points = sum(numbers.choices((0, 1, 2), shares, k=2))
                counts[points] += 1
                if sum(counts) % 4 == 0:
                    decision = test.decide(Pairs(tuple(counts)))
            mistakes += decision is wrong
        # 15 expected of 300; more than 30 comes about once in ten thousand such trials.
        assert mistakes <= 30


def test_error_bars_hold_the_true_value_as_often_as_they_say() -> None:
    numbers = random.Random(5)
    held = 0
    for _run in range(400):
        counts = [0] * 5
        for _pair in range(200):
            counts[sum(numbers.choices((0, 1, 2), (0.25, 0.4, 0.35), k=2))] += 1
        bars = Pairs(tuple(counts)).elo()
        held += bars.low <= elo_of_score(0.55) <= bars.high
    # 380 expected, with a standard deviation of 4.4.
    assert 362 <= held <= 398


def test_pairs_that_depend_on_their_opening_have_narrower_bars_than_games() -> None:
    # Each opening is won by whoever has Red: every pair is 1–1, though no game is drawn.
    assert Pairs((0, 5, 90, 5, 0)).elo().high < Singles((97, 6, 97)).elo().high / 3


def test_equal_results_say_nothing_and_mirrored_ones_the_opposite() -> None:
    for counts in itertools.product(range(4), repeat=5):
        if not sum(counts):
            continue
        here, there = Pairs(counts), Pairs(counts[::-1])
        assert here.score + there.score == pytest.approx(1)
        assert here.los() + there.los() == pytest.approx(1)
        assert here.elo().value == pytest.approx(-there.elo().value)
        assert here.elo().low == pytest.approx(-there.elo().high)
        assert here.elo().low <= here.elo().value <= here.elo().high


def test_nothing_played_is_no_evidence() -> None:
    assert Sprt(0, 5).llr(Pairs()) == 0
    assert Sprt(0, 5).decide(Pairs()) is None
    assert Pairs().los() == 0.5
    assert Pairs().elo().low == -math.inf


@pytest.mark.parametrize(
    ("words", "named"),
    [((5, 0), "elo0"), ((0, 0), "elo0"), ((0, 5, 0.6), "alpha"), ((0, 5, 0.05, 0), "beta")],
)
def test_hypotheses_that_make_no_sense_are_refused(words: tuple[float, ...], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Sprt(*words)


@pytest.mark.parametrize(
    "results",
    [Pairs((2, 9, 40, 20, 9)), Pairs((365, 16618, 36229, 16974, 390)), Singles((30, 40, 50))],
)
def test_normalized_elo_is_where_its_test_is_undecided(results: Pairs | Singles) -> None:
    """Of two hypotheses as far to both sides of what was seen none is the likelier one."""
    bars = results.normalized()
    assert bars.low < bars.value < bars.high
    for apart in (0.5, 2):
        test = Sprt(bars.value - apart, bars.value + apart, normalized=True)
        assert test.llr(results) == pytest.approx(0, abs=0.01)
    # Nobody can say how far apart two are of which one always won.
    assert Pairs((0, 0, 0, 0, 9)).normalized().value == float("inf")
    assert Pairs().normalized().value == 0
