"""Random events and simulations, and their commands."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from contextvars import copy_context
from pathlib import Path

import pytest

from chuhe.cli.main import main
from chuhe.errors import ChuheError
from chuhe.tournament import Event, Kind, Points, Score
from chuhe.tournament.checker import check
from chuhe.tournament.generate import Chances, generate, result, strengths
from chuhe.tournament.lots import Stream
from chuhe.tournament.plots import picture
from chuhe.tournament.simulate import SYSTEMS, Plan, agreement, simulate
from chuhe.tournament.trf import read_trf, write_trf

ALL = Chances(forfeits=0.04, absent=0.06, late=0.1, withdraws=0.03)


def refused(code: str, call: object, *args: object, **named: object) -> None:
    with pytest.raises(ChuheError) as error:
        call(*args, **named)  # type: ignore[operator]
    assert error.value.code == code


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("red", "black", "draws", "win", "draw"),
    [
        # Elo expects 0.5, 10/11, 1/11 of differences 0, 400, −400.
        (1800, 1800, 0.3, 0.35, 0.3),
        (2200, 1800, 0.0, 10 / 11, 0.0),
        (2200, 1800, 0.3, 10 / 11 - 0.3 / 11, 0.6 / 11),
        (1800, 2200, 1.0, 0.0, 2 / 11),
    ],
)
def test_results_come_as_often_as_they_should(
    red: float, black: float, draws: float, win: float, draw: float
) -> None:
    stream = Stream("example", f"{red} {black} {draws}")
    n = 20_000
    count = Counter(result(red, black, Chances(draws), stream) for _ in range(n))
    for score, share in ((Score.WIN, win), (Score.DRAW, draw), (Score.LOSS, 1 - win - draw)):
        deviation = (share * (1 - share) / n) ** 0.5
        assert abs(count[score] / n - share) <= 4.5 * deviation + 1e-9


def test_moving_first_counts_as_stronger() -> None:
    with_it = [result(1800, 1800, Chances(0, 400), Stream("example", str(i))) for i in range(300)]
    assert with_it.count(Score.WIN) > 250  # 273 are expected


def test_strengths_are_normal() -> None:
    drawn = strengths(4000, Stream("example", "strengths"), 1800, 200)
    mean = sum(drawn) / len(drawn)
    deviation = (sum((s - mean) ** 2 for s in drawn) / len(drawn)) ** 0.5
    assert drawn == sorted(drawn, reverse=True)
    assert abs(mean - 1800) < 15 and abs(deviation - 200) < 10


# ---------------------------------------------------------------- random events


def test_the_same_seed_gives_the_same_event() -> None:
    assert generate(9, 4, "cup", chances=ALL) == generate(9, 4, "cup", chances=ALL)
    assert generate(9, 4, "cup").cells != generate(9, 4, "other").cells


@pytest.mark.parametrize("seed", range(12))
def test_random_events_pass_the_checker_also_as_files(seed: int) -> None:
    points = Points.of("2:1:0") if seed % 2 else Points()
    event = generate(4 + 3 * seed, 2 + seed % 8, seed, chances=ALL, points=points)
    assert event.rounds_paired > 0
    for edition in ("16", "26"):
        again = read_trf(write_trf(event, edition=edition))  # type: ignore[arg-type]
        assert check(again).right
        assert [again.score(p.number) for p in again.players] == [
            event.score(p.number) for p in event.players
        ]


def test_random_events_hold_what_was_asked_for() -> None:
    event = generate(60, 9, "example", chances=ALL)
    kinds = Counter(cell.kind for row in event.cells for cell in row)
    assert {Kind.GAME, Kind.FORFEIT, Kind.HALF_BYE, Kind.ZERO_BYE} <= kinds.keys()
    plain = generate(10, 5, "example")
    assert {cell.kind for row in plain.cells for cell in row} == {Kind.GAME}


def test_an_event_ends_where_no_round_can_be_paired() -> None:
    event = generate(4, 5, "example")
    assert event.rounds_paired == 3  # each of four has met all others


def test_impossible_events_are_refused() -> None:
    refused("generate.size", generate, 1, 3, "s")
    refused("generate.size", generate, 8, 0, "s")
    refused("generate.size", generate, 8, 3, "s", spread=float("nan"))
    refused("generate.chance", Chances, 1.5)
    refused("generate.chance", Chances, float("nan"))
    refused("lots.seed", generate, 8, 3, "")


# ---------------------------------------------------------------- simulations


def test_agreement_is_kendalls_tau() -> None:
    assert agreement([[0], [2], [1], [3]]) == pytest.approx(4 / 6)  # 5 right, 1 wrong
    assert agreement([[0, 1], [2, 3]]) == pytest.approx(4 / (6 * 4) ** 0.5)


def test_all_systems_put_much_stronger_players_in_order() -> None:
    # Steps of some hundred points and no draws: upsets are rare.
    plan = Plan(8, 3, 4, "example", chances=Chances(0), spread=1000)
    for outcome in simulate(plan):
        assert outcome.system in SYSTEMS and outcome.stopped == 0
        assert outcome.order.mean > 0.5, outcome
        assert outcome.best_place.mean < 2.5, outcome
    games = {outcome.system: outcome.games for outcome in simulate(plan)}
    assert games["roundrobin"] == 28 and games["dutch"] == 12
    assert games["knockout"] == games["lots"] == 7


def test_without_differences_everybody_wins_as_often() -> None:
    plan = Plan(8, 3, 60, "example", ("dutch", "roundrobin", "lots"), spread=0)
    for outcome in simulate(plan):
        error = outcome.best_wins.error
        assert abs(outcome.best_wins.mean - 1 / 8) < 4 * error + 0.01
        assert abs(outcome.order.mean) < 4 * outcome.order.error + 0.01


def test_a_round_that_cannot_be_paired_is_counted() -> None:
    (outcome,) = simulate(Plan(4, 4, 2, "example", ("dutch",)))
    assert (outcome.stopped, outcome.games) == (2, 6)


def test_impossible_plans_are_refused() -> None:
    refused("simulate.size", Plan, 201, 3, 1, "s")
    refused("simulate.size", Plan, 8, 3, 0, "s")
    refused("simulate.system", Plan, 8, 3, 1, "s", ("swiss",))
    refused("lots.seed", Plan, 8, 3, 1, "")
    refused("lots.seed", Plan, 8, 3, 1, "s" * 995)


def test_the_picture_is_svg_with_a_bar_a_figure() -> None:
    outcomes = simulate(Plan(6, 3, 3, "example", ("dutch", "lots")))
    root = ET.fromstring(picture(outcomes))
    bars = [one for one in root.iter() if one.get("class") == "bar"]
    assert len(bars) == 6
    longest = max(float(bar.get("width", "0")) for bar in bars)
    shares = [f.mean for o in outcomes for f in (o.order, o.best_wins, o.top)]
    assert longest == pytest.approx(420 * max(shares), abs=0.2)


# ---------------------------------------------------------------- commands


def chuhe(capfd: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, ["--lang", "en", "tournament", *map(str, words)])
    told = capfd.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, told.out, told.err


def test_generate_writes_a_file_that_check_approves(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("generate", "--players", 11, "--rounds", 4, "--seed", "cup", "--absent", 0.1)
    status, out, err = chuhe(capfd, *words)
    assert (status, err) == (0, "")
    file = tmp_path / "cup.trf"
    file.write_text(out, encoding="utf-8")
    assert chuhe(capfd, "check", file)[0] == 0
    status, told, _ = chuhe(capfd, *words, "--json")
    assert json.loads(told) == {"seed": "cup", "rounds": 4, "trf": out}


def test_generate_tells_a_seed_it_took(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = chuhe(capfd, "generate", "--players", 6, "--rounds", 2)
    seed = err.removeprefix("seed: ").strip()
    assert status == 0
    again = chuhe(capfd, "generate", "--players", 6, "--rounds", 2, "--seed", seed)
    assert again == (0, out, "")


def test_simulate_speaks_json_and_draws(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg = tmp_path / "out.svg"
    words = ("simulate", "--players", 6, "--rounds", 3, "--runs", 3, "--seed", "s")
    status, out, _ = chuhe(capfd, *words, "--systems", "dutch,lots", "--svg", svg, "--json")
    told = json.loads(out)
    assert status == 0 and [one["system"] for one in told["systems"]] == ["dutch", "lots"]
    assert set(told["systems"][0]["order"]) == {"mean", "error"}
    ET.fromstring(svg.read_text(encoding="utf-8"))
    status, out, _ = chuhe(capfd, *words)
    assert status == 0 and "knock-out by lots" in out


def test_ratings_of_a_file(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    event: Event = generate(6, 3, "cup")
    file = tmp_path / "cup.trf"
    file.write_text(write_trf(event), encoding="utf-8")
    status, out, _ = chuhe(capfd, "ratings", file, "--rules", "logistic", "--k", 32, "--json")
    players = json.loads(out)["players"]
    assert status == 0 and {player["k"] for player in players} == {32}
    # With one K for all nothing is won or lost in sum.
    assert sum(player["change"] for player in players) == pytest.approx(0, abs=1e-4)
    status, out, _ = chuhe(capfd, "ratings", file)
    assert status == 0 and "fide-2024" in out


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (("generate", "--players", 1), 2, "generate.size"),
        (("generate", "--draws", 2), 2, "generate.chance"),
        (("generate", "--points", "x"), 2, "event.points"),
        (("simulate", "--systems", "x"), 2, "simulate.system"),
        (("ratings", "/no/such/file"), 2, "file.unreadable"),
        (("ratings", "-", "--rules", "x"), 2, "elo.rules"),
    ],
)
def test_bad_words_are_told(
    capfd: pytest.CaptureFixture[str], words: tuple[object, ...], status: int, code: str
) -> None:
    told, out, _ = chuhe(capfd, *words, "--json")
    assert (told, json.loads(out)["error"]["code"]) == (status, code)
