"""Whole games of 跳棋 under rules of any kind, and every option of them against a slow generator."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, cast

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracle.slow_tiaoqi import CELLS, NUMBER, OPPOSITE, camp_of, moves_by_rules

from chuhe import roundtable as r
from chuhe.cli.tiaoqi_text import laid_out, numbered
from chuhe.errors import MoveError
from chuhe.i18n import use_language
from chuhe.server.round_views import Paths, recorded, round_view
from chuhe.tiaoqi import Position, Record, Rules, Tiaoqi, read_record, start
from chuhe.tiaoqi.position import from_text
from chuhe.tiaoqi.words import POINTS

NAMES = numbered()
NUMBERS = {name: number for number, name in enumerate(NAMES)}

MARKS = st.sampled_from([(), ((20, 5), (25, 8), (30, 10)), ((2, 1), (4, 2), (9, 6)), ((1, 2),)])


@st.composite
def rules(draw: Any, *, endless: bool = False) -> Rules:
    """Any rules; those under which a game may go on for ever only if wanted."""
    choose = {
        "hop": st.sampled_from(["adjacent", "equidistant"]),
        "stop": st.sampled_from(["free", "no_stop", "no_stop_no_leave", "no_entry"]),
        "marks": MARKS,
        "win": st.sampled_from(["all_own", "full_one_own"]),
        "full_from": st.sampled_from([None, 0, 5, 31]),
        "repetitions": st.sampled_from([0, 1, 2, 3] if endless else [1, 2]),
        "stalled_rounds": st.sampled_from([0, 1, 3, 10] if endless else [1, 3, 10]),
        "stalled": st.sampled_from(["nearer", "draw"]),
        "cap": st.sampled_from([0, 1, 8, 25] if endless else [1, 8, 25]),
        "capped": st.sampled_from(["nearer", "draw"]),
    }
    flags = ("mixed", "start_occupied", "return_home", "pass_allowed", "cumulative")
    more = ("remove_out", "swap", "play_on")
    said = {name: draw(choice) for name, choice in choose.items()}
    return Rules(**said, **{name: draw(st.booleans()) for name in flags + more})


def choices(at: Position) -> list[str]:
    found = [one + two for one, to in at.legal().items() for two in to]
    return [*found, "pass"] if at.rules.pass_allowed and at.end is None else found


def check(at: Position) -> None:
    """What must hold of every position of a game."""
    stands = [at.standing(n) for n in range(len(at.points))]
    for one in stands:
        assert (one.standing == "playing") == (one.cause is None)
        assert one.text is None or ("{" not in one.text and one.text)
        assert 0 <= one.left_home <= len(at.pieces()[one.point])
        if one.mark:
            assert one.mark.moves_left == one.mark.round - one.rounds > 0
    end = at.end
    if end is None:
        assert choices(at), "somebody can move"
        assert stands[at.turn].standing == "playing"
        return
    assert not at.legal() and end.text
    assert len(end.places) == len(end.scores) == len(stands)
    assert all(0 <= score <= 1 for score in end.scores)
    # A place is one more than those before it.
    assert all(place == 1 + sum(other < place for other in end.places) for place in end.places)
    for place, score in zip(end.places, end.scores, strict=True):
        for other, points in zip(end.places, end.scores, strict=True):
            assert place >= other or score >= points
    if not at.rules.partners:
        exact = len(stands) <= 3  # otherwise shares are cut to quarters
        total = sum(end.scores)
        assert total == len(stands) / 2 if exact else total <= len(stands) / 2
    order = {"arrived": 0, "playing": 1, "out": 2}
    if not at.rules.partners:
        by_place = sorted(zip(end.places, stands, strict=True), key=lambda pair: pair[0])
        ranks = [order[stand.standing] for _, stand in by_place]
        assert ranks == sorted(ranks)


def begun(rules: Rules, seats: int, pieces: int) -> tuple[Position, Record]:
    at = start(rules, seats=seats, pieces=pieces)
    return at, Record(rules="western", changed=rules.fields(), seats=seats, pieces=pieces)


@given(rules(), st.integers(2, 6), st.booleans(), st.booleans(), st.integers(0, 2**32))
def test_any_game_ends_and_its_record_tells_the_same(
    rules: Rules, seats: int, fifteen: bool, partners: bool, seed: int
) -> None:
    rules = replace(rules, partners=partners and seats in (4, 6))
    at, record = begun(rules, seats, 15 if fifteen and seats == 2 else 10)
    lot = random.Random(seed)
    said: list[str] = []
    while at.end is None:
        check(at)
        assert len(said) < 25 * seats + 10, "the cap ends it"
        if lot.random() < 0.01:
            seat = lot.randrange(seats)
            try:
                at = at.retire(seat, cause := lot.choice(["resigned", "time"]))
            except MoveError:
                assert at.standing(seat).standing != "playing"
                continue
            said.append(f"{'time' if cause == 'time' else 'resign'}:{at.points[seat]}")
            continue
        said.append(lot.choice(choices(at)))
        at = at.play(said[-1])
    check(at)
    with use_language("zh-Hans"):
        assert at.end.text and "{" not in at.end.text
    record = replace(record, moves=tuple(said))
    for again in (read_record(record.json()), read_record(record.text())):
        assert again == record
        last = list(again.positions())[-1]
        assert (last.text(), last.end) == (at.text(), at.end)


@given(rules(endless=True), st.integers(2, 6), st.integers(0, 2**32))
def test_any_game_can_go_on_or_is_over(rules: Rules, seats: int, seed: int) -> None:
    lot = random.Random(seed)
    at = start(rules, seats=seats)
    for _ in range(60):
        check(at)
        if at.end:
            return
        at = at.play(lot.choice(choices(at)))


def turned(text: str) -> str:
    """A cell, or a move, a sixth of a turn further, clockwise."""
    if text == "pass":
        return text
    cells = [text] if text in NUMBERS else _two(text)
    found = ""
    for cell in cells:
        x, _y, z = CELLS[NUMBERS[cell]]
        found += NAMES[NUMBER[-z, -x, x + z]]
    return found


def _two(move: str) -> list[str]:
    at = next(n for n in range(1, len(move)) if move[n].isalpha())
    return [move[:at], move[at:]]


@given(rules(endless=True), st.booleans(), st.integers(0, 2**32))
def test_a_game_of_six_is_the_same_a_sixth_of_a_turn_further(
    rules: Rules, partners: bool, seed: int
) -> None:
    at = start(replace(rules, partners=partners), seats=6)
    rows, letters, _turn, rounds, camp = at.text().split()
    then = from_text(f"{rows} {letters} B {rounds} {camp}", at.rules)
    lot = random.Random(seed)
    for _ in range(80):
        assert then.turn == (at.turn + 1) % 6
        assert {turned(move) for move in choices(at)} == set(choices(then))
        for n in range(6):
            one, two = at.standing(n), then.standing((n + 1) % 6)
            assert (one.standing, one.cause, one.rounds, one.left_home, one.distance) == (
                two.standing,
                two.cause,
                two.rounds,
                two.left_home,
                two.distance,
            )
        if at.end:
            assert then.end
            assert then.end.cause == at.end.cause
            assert then.end.places == at.end.places[-1:] + at.end.places[:-1]
            assert then.end.scores == at.end.scores[-1:] + at.end.scores[:-1]
            return
        move = lot.choice(choices(at))
        at, then = at.play(move), then.play(turned(move))
    assert then.end is None


@st.composite
def positions(draw: Any) -> tuple[dict[str, list[int]], int, int]:
    """Pieces of some seats anywhere, who is to move, and the cells of a camp.

    Now and then all but some of South's are in the north, and what is lacking there is North's.
    """
    number = draw(st.integers(2, 6))
    camp = draw(st.sampled_from([10, 15])) if number == 2 else 10
    points = start(seats=number).points
    cells = draw(st.permutations(range(121)))
    found, first = {}, 0
    for point in points:
        size = draw(st.integers(1, camp))
        found[point] = sorted(cells[first : first + size])
        first += size
    if number == 2 and draw(st.booleans()):
        target = draw(st.permutations(sorted(c for c in range(121) if "N" in camp_of(c, camp))))
        inside = draw(st.integers(camp - 3, camp - 1))
        outside = [c for c in cells if c not in target]
        south = [*target[:inside], *outside[: camp - inside]]
        north = [*target[inside:], *outside[camp - inside : camp]]
        return {"S": sorted(south), "N": sorted(north)}, 0, camp
    return found, draw(st.integers(0, number - 1)), camp


@given(rules(endless=True), positions())
def test_every_rule_of_hops_and_stops_is_that_of_the_slow_generator(
    rules: Rules, position: tuple[dict[str, list[int]], int, int]
) -> None:
    pieces, turn, camp = position
    points = list(pieces)
    for point, cells in pieces.items():  # nobody has arrived
        assume(any(OPPOSITE[point] not in camp_of(cell, camp) for cell in cells))
    said = ";".join(",".join(map(str, pieces[point])) for point in points)
    rows = laid_out("", players=len(points), cells=said, pieces=camp, seat="").rows
    letters = "".join("ABCDEF"[POINTS.index(point)] for point in points)
    plain = replace(rules, marks=(), repetitions=0, win="all_own", full_from=None)
    zeros = ",".join("0" for _ in points)
    at = from_text(f"{rows} {letters} {letters[turn]} {zeros} {camp}", plain)
    if at.end or at.turn != turn:  # who cannot move is passed over
        expected: set[tuple[int, int]] = set()
        assert not plain.pass_allowed
    else:
        expected = {(NUMBERS[one], NUMBERS[two]) for one, to in at.legal().items() for two in to}
    assert moves_by_rules(pieces, points[turn], plain, camp) == expected
    for one, two in sorted(expected)[:10]:
        path = at.path(NAMES[one] + NAMES[two])
        assert (path[0], path[-1]) == (NAMES[one], NAMES[two])


@given(rules(), st.integers(2, 6), st.integers(0, 2**32))
def test_the_record_of_a_table_is_its_game_also_after_moves_were_taken_back(
    rules: Rules, seats: int, seed: int
) -> None:
    lot = random.Random(seed)
    options = json.dumps({"rules": "western", "changed": rules.fields(), "pieces": 10})
    sitting = [r.Seat("human", "a") for _ in range(seats)]
    table, events = r.open_round("t", Tiaoqi(rules), seats=sitting, now=0.0, options=options)
    for now in range(40):
        at = cast(Position, table.position)
        wish: r.RoundCommand = r.TakeBack("a", table.ply)
        if (what := lot.random()) < 0.1:
            wish = r.Resign("a", lot.randrange(seats))
        elif what < 0.85 and at.end is None:
            wish = r.Play("a", table.ply, lot.choice(choices(at)))
        answer = table.handle(wish, float(now))
        if isinstance(answer, list):
            events += answer
            table = table.after(answer)
    at = cast(Position, table.position)
    for text in (recorded(table, text=False), recorded(table, text=True)):
        last = list(read_record(text).positions())[-1]
        assert (last.text(), last.end) == (at.text(), at.end)
    view = round_view(table, "a", 50.0, paths=Paths(table), thinking=False)
    assert len(view.moves) == table.ply
    for point, after in view.gone.items():
        assert not view.cells[point]
        assert after == 0 or cast(Position, table.past[after - 1]).pieces()[point]
