"""The moves of 跳棋 against a slow generator, and what must hold of any rules."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle.slow_tiaoqi import CELLS, NUMBER, moves

from chuhe._core import tiaoqi_moves
from chuhe.cli.tiaoqi_text import laid_out
from chuhe.errors import ChuheError
from chuhe.tiaoqi import Position, Record, read_record, start
from chuhe.tiaoqi.position import from_text
from chuhe.tiaoqi.words import POINTS

HOPS = st.sampled_from(["adjacent", "equidistant"])
STOPS = st.sampled_from(["free", "no_stop", "no_stop_no_leave"])


@st.composite
def layouts(draw: Any) -> dict[str, list[int]]:
    """Up to ten pieces each of six seats, anywhere."""
    cells = draw(st.permutations(range(121)))
    sizes = draw(st.lists(st.integers(0, 10), min_size=6, max_size=6))
    found, first = {}, 0
    for point, size in zip(POINTS, sizes, strict=True):
        found[point] = sorted(cells[first : first + size])
        first += size
    return found


def rows(pieces: dict[str, list[int]]) -> str:
    said = ";".join(",".join(map(str, pieces[point])) for point in POINTS)
    return laid_out("", players=6, cells=said, pieces=10, seat="").rows


@given(layouts(), st.sampled_from(POINTS), HOPS, STOPS)
def test_moves_are_those_of_the_slow_generator(
    pieces: dict[str, list[int]], seat: str, hop: str, stop: str
) -> None:
    found = tiaoqi_moves(rows(pieces), 10, seat, hop, stop)
    assert len(set(found)) == len(found)
    assert set(found) == moves(pieces, seat, hop, stop)


def turned(cell: int) -> int:
    """A cell a sixth of a turn further, clockwise."""
    x, y, z = CELLS[cell]
    return NUMBER[-z, -x, -y]


@given(layouts(), st.sampled_from(POINTS), HOPS, STOPS)
def test_the_star_may_be_turned(
    pieces: dict[str, list[int]], seat: str, hop: str, stop: str
) -> None:
    then = {
        POINTS[(n + 1) % 6]: [turned(cell) for cell in pieces[point]]
        for n, point in enumerate(POINTS)
    }
    next_seat = POINTS[(POINTS.index(seat) + 1) % 6]
    before = tiaoqi_moves(rows(pieces), 10, seat, hop, stop)
    after = tiaoqi_moves(rows(then), 10, next_seat, hop, stop)
    assert {(turned(one), turned(two)) for one, two in before} == set(after)


@given(layouts(), st.sampled_from(POINTS), HOPS)
def test_a_free_move_can_be_taken_back_by_a_move(
    pieces: dict[str, list[int]], seat: str, hop: str
) -> None:
    found = tiaoqi_moves(rows(pieces), 10, seat, hop, "free")
    for one, two in found[:6]:
        then = {**pieces, seat: [two if cell == one else cell for cell in pieces[seat]]}
        assert (two, one) in tiaoqi_moves(rows(then), 10, seat, hop, "free")


@st.composite
def games(draw: Any) -> tuple[list[str], Position]:
    """Some random moves from a start."""
    at = start(draw(st.sampled_from(["equidistant", "western"])), seats=draw(st.integers(2, 6)))
    said = []
    for pick in draw(st.lists(st.integers(0, 10_000), max_size=40)):
        choices = [one + two for one, to in at.legal().items() for two in to]
        if not choices:
            break
        said.append(choices[pick % len(choices)])
        at = at.play(said[-1])
    return said, at


@given(games())
def test_positions_and_records_are_read_back(game: tuple[list[str], Position]) -> None:
    said, at = game
    rules = "western" if at.rules.hop == "adjacent" else "equidistant"
    if at.end is None and all(at.standing(n).standing == "playing" for n in range(len(at.points))):
        again = from_text(at.text(), at.rules)
        assert again.text() == at.text()
    record = Record(rules=rules, seats=len(at.points), moves=tuple(said))
    assert read_record(record.json()) == record
    assert read_record(record.text()) == record
    assert list(record.positions())[-1].text() == at.text()


@given(games())
def test_every_move_has_a_path_of_single_hops(game: tuple[list[str], Position]) -> None:
    at = game[1]
    for one, to in list(at.legal().items())[:4]:
        for two in list(to)[:4]:
            path = at.path(one + two)
            assert (path[0], path[-1]) == (one, two)
            assert len(set(path)) == len(path)


PIECES = st.sampled_from(
    ['[Game "tiaoqi"]\n', '[Seats "S N"]\n', "d1-e5 ", "n1m5 ", "resign:S ", "1. ", "*", "{", "}"]
)


@given(st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=9))).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_record, from_text):
        try:
            found = read(text)
        except ChuheError as error:
            assert str(error)
        else:
            if isinstance(found, Record):
                with contextlib.suppress(ChuheError):
                    found.result()


def test_the_oracle_knows_the_board() -> None:
    assert len(CELLS) == 121
    with pytest.raises(KeyError):
        NUMBER[9, -9, 0]
