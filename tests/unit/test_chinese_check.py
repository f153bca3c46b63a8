"""Sheets made by hand, held against the Chinese Swiss, and why two do not meet."""

import pytest
from hypothesis import given, settings
from tests.unit.chinese_fields import AFTER_ONE, ANY, EVENTS, an_event, possible, told

from chuhe.errors import PairingError
from chuhe.tournament import chinese
from chuhe.tournament.chinese import (
    Cost,
    Options,
    pair,
)
from chuhe.tournament.model import (
    Event,
    Forbidden,
    Kind,
    Pairing,
    Sheet,
)


def by_hand(*pairs: tuple[int, int | None], round: int = 2) -> Sheet:
    return Sheet(round, tuple(Pairing(*pair) for pair in pairs))


@settings(max_examples=150, deadline=None)
@given(EVENTS)
def test_nothing_is_said_against_the_sheet_of_the_program(
    case: tuple[Event, int, Options],
) -> None:
    event, round, options = case
    try:
        sheet = pair(event, round, options)
    except PairingError:
        return
    assert chinese.check(event, sheet, options) == ()


@pytest.mark.parametrize(
    ("sheet", "codes"),
    [
        (by_hand((1, 4), (2, 3), (5, 6)), {"check_met"}),
        (by_hand((1, 2), (3, 5), (4, 6)), {"check_forbidden"}),
        (by_hand((2, 1), (3, 1), (4, 6)), {"check_twice", "check_left"}),
        (by_hand((2, 1), (4, 6)), {"check_left"}),
        (by_hand((2, 1), (4, 6), (3, None), (5, None)), {"check_byes"}),
        (by_hand((6, 2), (4, 3), (5, 1)), {"check_points"}),
    ],
)
def test_what_a_sheet_made_by_hand_breaks_is_told(sheet: Sheet, codes: set[str]) -> None:
    event = told(*AFTER_ONE, forbidden=(Forbidden((3, 5)),))
    found = {reason.code.removeprefix("chinese.") for reason in chinese.check(event, sheet, ANY)}
    assert found - {"check_colours"} == codes


def test_colours_the_wrong_way_round_are_told_and_a_third_one_named() -> None:
    rows = ("3r1 4r1", "4b½ 3b½", "1b0 2r½", "2r½ 1b0")
    found = chinese.check(told(*rows), by_hand((1, 2), (4, 3), round=3), ANY)
    assert [r.code for r in found] == ["chinese.check_colours", "chinese.third"]
    assert not chinese.check(told(*rows), by_hand((2, 1), (4, 3), round=3), ANY)


def test_somebody_who_is_away_is_not_to_be_on_a_sheet_made_by_hand() -> None:
    event = told(*AFTER_ONE, absent={(6, 2): Kind.ZERO_BYE, (5, 2): Kind.ZERO_BYE})
    found = chinese.check(event, by_hand((2, 1), (4, 3), (5, 6)), ANY)
    assert [(r.code, r.players) for r in found if r.code == "chinese.check_out"] == [
        ("chinese.check_out", (5,)),
        ("chinese.check_out", (6,)),
    ]


def test_a_bye_out_of_line_is_told() -> None:
    event = told("2r1", "1b0", "4r1", "3b0", "*")
    codes = [r.code for r in chinese.check(event, by_hand((2, 3), (4, 1), (5, None)), ANY)]
    assert "chinese.check_bye" in codes


@pytest.mark.parametrize("level", ["unit", "third", "leaders", "floats", "order"])
def test_the_first_level_on_which_a_sheet_is_worse_is_told(level: str) -> None:
    """Of all sheets of random events, some are worse on each level; each is told as counted."""
    for number in range(400):
        event, round, options = an_event(number, 6)
        this = chinese.Round(event, round, options)
        try:
            best, bye = this.match()
        except PairingError:
            continue
        for pairs in possible(event, [n for n in this.players if n != bye]):
            better, worse = this.total(best), this.total(pairs)
            differ = [n for n in Cost._fields if getattr(better, n) != getattr(worse, n)]
            if round == 1 or not differ or differ[0] != level:
                continue
            boards = [Pairing(*this.sides(*board)[:2]) for board in pairs]
            boards += [Pairing(bye)] if bye else []
            found = chinese.check(event, Sheet(round, tuple(boards)), options)
            assert [reason.code for reason in found] == [f"chinese.check_{level}"]
            assert found[0].facts["has"] > found[0].facts["least"]  # type: ignore[operator]
            return
    pytest.fail(f"no sheet is worse on {level} first")


@settings(max_examples=60, deadline=None)
@given(EVENTS)
def test_why_two_do_not_meet_agrees_with_the_sheets_they_would_meet_on(
    case: tuple[Event, int, Options],
) -> None:
    event, round, options = case
    this = chinese.Round(event, round, options)
    try:
        best, bye = this.match()
    except PairingError:
        return
    here = [n for n in this.players if n != bye]
    every = possible(event, here)
    for one in here:
        for two in (n for n in here if n > one):
            why = chinese.why_not(event, round, one, two, options)
            with_them = [this.total(m) for m in every if {one, two} in map(set, m)]
            if two in event.met(one):
                assert why.code == "chinese.check_met"
            elif not with_them:
                assert why.code == "chinese.why_rest"
            elif min(with_them) == this.total(best):
                assert why.code == "chinese.why_equal"
            else:
                worse = next(
                    n
                    for n, a, b in zip(Cost._fields, min(with_them), this.total(best), strict=True)
                    if a != b
                )
                assert why.code.removeprefix("chinese.check_").removesuffix("_sum") == worse
    if bye:
        assert chinese.why_not(event, round, bye, here[0], options).code in (
            "chinese.why_bye",
            "chinese.check_met",
        )
