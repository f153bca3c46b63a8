"""Elo and Glicko-2: expected values from the tables, the regulations and the paper."""

from fractions import Fraction
from math import exp, log, pi, sqrt

import pytest

from chuhe.i18n import use_language
from chuhe.tournament import (
    Cell,
    Event,
    EventError,
    Kind,
    Pairing,
    Player,
    Score,
    Sheet,
    elo,
    glicko,
)
from chuhe.tournament.elo import RULES, Experience, KRule, Rules

FIDE, OLD = RULES["fide-2024"], RULES["cxa-old"]


def match(own: int, results: list[tuple[int, str]]) -> Event:
    """Player 1 with this rating against one opponent a round; ``1 = 0`` from his side."""
    others = [Player(n, f"o{n}", rating) for n, (rating, _) in enumerate(results, 2)]
    event = Event(players=(Player(1, "one", own), *others))
    scores = {"1": Score.WIN, "=": Score.DRAW, "0": Score.LOSS}
    for round, (_, result) in enumerate(results, 1):
        event = event.with_sheet(Sheet(round, (Pairing(1, round + 1),)))
        event = event.with_result(round, red=1, black=round + 1, score=scores[result])
    return event


#: FIDE Handbook B.02, table 8.1.2: the last difference of each expected score of the stronger one.
LAST = (
    "3:50 10:51 17:52 25:53 32:54 39:55 46:56 53:57 61:58 68:59 76:60 83:61 91:62 98:63 106:64 "
    "113:65 121:66 129:67 137:68 145:69 153:70 162:71 170:72 179:73 188:74 197:75 206:76 215:77 "
    "225:78 235:79 245:80 256:81 267:82 278:83 290:84 302:85 315:86 328:87 344:88 357:89 374:90 "
    "391:91 411:92 432:93 456:94 484:95 517:96 559:97 619:98 735:99"
)


@pytest.mark.parametrize("line", LAST.split())
def test_table_of_expected_scores(line: str) -> None:
    last, percent = map(int, line.split(":"))
    uncapped = Rules("table", cap=None)
    assert elo.expected(2000 + last, 2000, uncapped) == Fraction(percent, 100)
    assert elo.expected(2001 + last, 2000, uncapped) == Fraction(percent + 1, 100)
    assert elo.expected(2000, 2000 + last, uncapped) == Fraction(100 - percent, 100)


def test_a_great_difference_counts_as_400_or_350() -> None:
    assert elo.expected(2600, 1600, FIDE) == Fraction(92, 100)
    assert elo.expected(2600, 1600, OLD) == Fraction(89, 100)
    assert elo.expected(1600, 2600, FIDE) == Fraction(8, 100)


def test_the_logistic_curve() -> None:
    assert float(elo.expected(1900, 1500, RULES["logistic"])) == pytest.approx(10 / 11, abs=1e-6)
    both = elo.expected(1900, 1512, RULES["logistic"]) + elo.expected(1512, 1900, RULES["logistic"])
    assert both == 1
    assert elo.expected(9999, 1, RULES["logistic"]) <= 1


def test_a_report_counted_by_hand() -> None:
    # +100: 0.64, −100: 0.36, +450 → 400: 0.92; K 20: 20 × (2.5 − 1.92) = +11.6 → 2012.
    row = elo.report(match(2000, [(1900, "1"), (2100, "="), (1550, "1")]), FIDE).row(1)
    assert [game.expected for game in row.games] == [Fraction(n, 100) for n in (64, 36, 92)]
    assert (row.score, row.k, row.change, row.new) == (Fraction(5, 2), 20, Fraction(58, 5), 2012)
    with use_language("en"):
        assert str(row.reason) == "1: 2000 +11.6 = 2012 (K 20, scored 2.5, expected 1.92)"


def test_halves_go_the_way_of_the_change() -> None:
    rules = Rules("k 5", k=(KRule(5),))
    assert elo.report(match(2000, [(2000, "1")]), rules).row(1).new == 2003  # +2.5
    assert elo.report(match(2000, [(2000, "0")]), rules).row(1).new == 1997  # −2.5


def test_forfeits_byes_and_unrated_opponents_do_not_count() -> None:
    event = match(2000, [(2000, "1"), (0, "1"), (2000, "1")])
    row = list(event.row(1))
    other = list(event.row(4))
    row[2] = Cell(4, "red", Score.WIN, Kind.FORFEIT)
    other[2] = Cell(1, "black", Score.LOSS, Kind.FORFEIT)
    cells = (tuple(row), event.row(2), event.row(3), tuple(other))
    event = Event(players=event.players, cells=cells)
    report = elo.report(event, FIDE)
    assert [game.opponent for game in report.row(1).games] == [2]
    assert report.row(4).reason.code == "elo.none" and report.row(4).new == 2000


@pytest.mark.parametrize(
    ("rating", "known", "k"),
    [
        (2000, Experience(), 20),
        (2000, Experience(games=29), 40),
        (2000, Experience(games=30), 20),
        (2299, Experience(games=100, age=18), 40),
        (2299, Experience(games=100, age=19), 20),
        (2300, Experience(games=100, age=12), 20),
        (2400, Experience(games=100), 10),
        (2350, Experience(games=100, peak=2405), 10),
    ],
)
def test_k_of_the_regulations_of_2024(rating: int, known: Experience, k: int) -> None:
    report = elo.report(match(rating, [(rating, "=")]), FIDE, {1: known})
    assert report.row(1).k == k


@pytest.mark.parametrize(
    ("start", "birth", "age"),
    [
        ("2026/05/01", "2008.12.31", 18),
        ("2026-05-01", "2008", 18),
        ("2026/05/01", "0000/00/00", None),
        ("", "2008", None),
        ("01.05.2026", "2008", None),
        ("2026/05/01", "2031", None),
    ],
)
def test_the_age_an_event_tells_of(start: str, birth: str, age: int | None) -> None:
    event = Event(start=start, players=(Player(1, birth=birth),))
    assert elo.ages(event) == ({} if age is None else {1: Experience(age=age)})


def test_k_times_games_is_at_most_700() -> None:
    games = [(2000, "=")] * 18
    assert elo.report(match(2000, games), FIDE, {1: Experience(games=0)}).row(1).k == 38


def test_who_falls_below_the_floor_is_no_longer_listed() -> None:
    row = elo.report(match(1405, [(1405, "0")]), FIDE).row(1)  # 1405 − 10 = 1395
    assert (row.new, row.reason.code, row.reason.facts["new"]) == (0, "elo.below_floor", 1395)


@pytest.mark.parametrize(
    ("score", "new"),
    [
        ("1==0", 2200),  # half of the points: the average
        ("1===", 2215),  # a half point more: 2212.5, up to a multiple of 5
        ("11=0", 2215),
        ("11==", 2225),
        ("1111", 2250),
        ("===0", 2115),  # 1.5 of 4, 38 %: 2200 − 87 = 2113
        ("0==0", 2005),  # 25 %: 2200 − 193 = 2007
    ],
)
def test_first_rating_of_the_old_chinese_list(score: str, new: int) -> None:
    results = list(zip((2100, 2150, 2250, 2300), score, strict=True))
    assert elo.report(match(0, results), OLD).row(1).new == new


def test_first_ratings_below_2005_are_not_listed() -> None:
    row = elo.report(match(0, [(2100, "0"), (2100, "="), (2100, "0")]), OLD).row(1)
    # 0.5 of 3, 17 %: 2100 − 273 = 1827, to the nearest 5 1825.
    assert (row.new, row.reason.facts["new"]) == (0, 1825)


def test_first_rating_of_fide_adds_two_draws_with_1800() -> None:
    row = elo.report(match(0, [(1900, s) for s in "11=00"]), FIDE).row(1)
    # (5 × 1900 + 2 × 1800) / 7 = 1871.4; 2.5 + 1 of 7 is 50 %.
    assert row.new == 1871
    row = elo.report(match(0, [(1900, s) for s in "11110"]), FIDE).row(1)
    # 5 of 7, 71 %: + 158.
    assert row.new == 2029
    row = elo.report(match(0, [(2700, "1")] * 9), FIDE).row(1)
    assert row.new == 2200  # no first rating is higher


def test_who_has_too_few_games_or_no_half_point_gets_no_rating() -> None:
    assert elo.report(match(0, [(1900, "1")] * 4), FIDE).row(1).reason.code == "elo.few"
    assert elo.report(match(0, [(1900, "0")] * 5), FIDE).row(1).reason.code == "elo.zero"


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(EventError) as error:
        elo.rules_of("elo")
    assert error.value.code == "elo.rules"


# ---------------------------------------------------------------- Glicko-2

PAPER = [
    (glicko.Rating(1400, 30), 1.0),
    (glicko.Rating(1550, 100), 0.0),
    (glicko.Rating(1700, 300), 0.0),
]


def test_the_example_of_the_paper() -> None:
    after = glicko.rate(glicko.Rating(1500, 200, 0.06), PAPER, tau=0.5)
    # The paper rounds on the way: 1464.06, 151.52, 0.05999.
    assert after.rating == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    # Its table of step 3.
    player = glicko.Rating(1500, 200)
    shares = [round(glicko.expected(player, opponent), 3) for opponent, _ in PAPER]
    assert shares == [0.639, 0.432, 0.303]


@pytest.mark.parametrize(
    ("player", "games", "rating", "deviation"),
    [  # from the package glicko2 2.1.0, which agrees with the paper in these two figures
        (
            glicko.Rating(1850, 60, 0.05),
            [(1900, 50, 1), (1700, 80, 1), (2000, 350, 0.5), (1500, 40, 0)],
            1851.507,
            58.380,
        ),
        (glicko.Rating(), [(1500, 60, 1)] * 3, 1763.924, 176.394),
    ],
)
def test_against_another_program(
    player: glicko.Rating, games: list[tuple[float, float, float]], rating: float, deviation: float
) -> None:
    after = glicko.rate(player, [(glicko.Rating(r, d), s) for r, d, s in games])
    assert after.rating == pytest.approx(rating, abs=0.001)
    assert after.deviation == pytest.approx(deviation, abs=0.001)


@pytest.mark.parametrize("surprise", [0, 1, 2, 5])
def test_the_new_volatility_solves_the_equation_of_the_paper(surprise: int) -> None:
    # Found again by bisection, which shares nothing with the search of the code.
    player = glicko.Rating(1500, 80, 0.06)
    games = [(glicko.Rating(1500 + 150 * surprise, 60), 1.0)] * 4
    after = glicko.rate(player, games, tau=0.8)
    phi, scale = 80 / 173.7178, 173.7178
    g = 1 / sqrt(1 + 3 * (60 / scale) ** 2 / pi**2)
    e = 1 / (1 + exp(g * 150 * surprise / scale))
    v = 1 / (4 * g * g * e * (1 - e))
    delta = v * 4 * g * (1 - e)

    def f(x: float) -> float:
        return (
            exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2)
            - (x - log(0.06**2)) / 0.8**2
        )

    low, high = -40.0, 5.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    assert after.volatility == pytest.approx(exp(low / 2), rel=1e-6)


def test_without_games_only_the_deviation_grows() -> None:
    after = glicko.rate(glicko.Rating(1600, 50, 0.06), [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(sqrt(50**2 + (0.06 * 173.7178) ** 2))


@pytest.mark.parametrize(
    "values", [(float("nan"), 1, 1), (1500, 0, 0.06), (1500, 50, -1), (1e9, 1, 1)]
)
def test_impossible_ratings_are_refused(values: tuple[float, float, float]) -> None:
    with pytest.raises(EventError) as error:
        glicko.Rating(*values)
    assert error.value.code == "glicko.value"


def test_impossible_scores_are_refused() -> None:
    for score, tau, code in ((2.0, 0.5, "glicko.score"), (1.0, 0.0, "glicko.tau")):
        with pytest.raises(EventError) as error:
            glicko.rate(glicko.Rating(), [(glicko.Rating(), score)], tau)
        assert error.value.code == code


def test_extreme_ratings_do_not_overflow() -> None:
    far = glicko.rate(glicko.Rating(-10_000, 1, 0.06), [(glicko.Rating(10_000, 1), 1.0)])
    assert far.rating >= -10_000
