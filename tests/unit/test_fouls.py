"""Officiated games: moves, touched pieces, draws and claims, article by article."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from tests.unit.officiated import (
    MIDDLE,
    QUIET,
    SEATS,
    code,
    do,
    end,
    happened,
    illegal,
    known_as_house,
    make,
    play,
)

from chuhe import table as t
from chuhe.clock import TimeControl
from chuhe.rules import Offence, Outcome, Penalty, Termination


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Makes a book of one's own known under the name ``house``."""
    return partial(known_as_house, monkeypatch)


# --- moves ------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "most"), [("club", 2), ("club-2015", 3), ("cxa", 3), ("wxf", 4)])
def test_illegal_moves_are_fouls_until_one_too_many_loses(rules: str, most: int) -> None:
    table = make(rules)
    for count in range(1, most):
        events = table.handle(illegal(table), 1.0)
        assert isinstance(events, list)
        foul = events[0]
        assert isinstance(foul, t.FoulGiven)
        assert (foul.side, foul.offence, foul.count) == ("red", "illegal_move", count)
        table = table.after(events)
        assert (table.ply, table.turn, table.fouls("red")) == (0, "red", count)
        assert table.outcome is None
    lost = do(table, illegal(table))
    assert end(lost) == ("black", "fouls", f"{rules}.fouls")
    assert t.outcome_of(lost.outcome or pytest.fail()).result() == "0-1"


def test_fouls_of_the_two_sides_are_counted_apart() -> None:
    table = do(make(), illegal(make()))
    table = play(table, "a0a1")
    table = do(table, illegal(table))
    assert (table.fouls("red"), table.fouls("black"), table.outcome) == (1, 1, None)


def test_an_illegal_move_touches_the_piece() -> None:
    table = do(make(), illegal(make()))
    assert set(table.bound or ()) == {"a0a1", "a0a2"}
    assert code(table, t.Play("r", 0, "h2e2")) == "touched"


def test_an_illegal_move_loses_at_once_among_programs_and_is_refused_where_it_costs_nothing() -> (
    None
):
    table = do(make("engine"), illegal(make()))
    assert end(table) == ("black", "illegal_move", "engine.penalties.illegal_move")
    assert code(make("count"), illegal(make())) == "illegal_move"


def test_what_the_arbiter_types_wrongly_is_no_foul() -> None:
    assert code(make(), t.Play("arb", 0, "a0b1")) == "illegal_move"
    assert code(play(make(), "h2e2"), t.Play("arb", 1, "h0g2", "red")) == "not_your_turn"
    assert do(make(), t.Play("arb", 0, "h2e2")).ply == 1


def test_a_move_from_an_empty_point_moves_nothing() -> None:
    assert code(make(), t.Play("r", 0, "e4e5")) == "illegal_move"
    assert happened(make(), t.Play("r", 0, "a9a8"))[0] == "FoulGiven"  # the opponent's rook


def test_two_moves_in_a_row_are_a_foul() -> None:
    table = play(make(), "h2e2")
    assert code(table, t.Play("r", 0, "h0g2")) == "not_your_turn"  # sees the old position
    after = do(table, t.Play("r", 1, "h0g2"))
    assert [foul.offence for foul in after.ledger["red"]] == ["two_moves"]
    assert (after.ply, after.turn) == (1, "black")
    assert code(make(), t.Play("b", 0, "h9g7")) == "not_your_turn"  # nobody has moved
    clock = play(make(control=(TimeControl(main=60),) * 2, press_clock=True), "h2e2")
    assert happened(clock, t.Play("r", 1, "e2d2")) == ["FoulGiven"]  # 落子生根: it stood


def test_facing_kings_are_an_illegal_move_or_a_loss(house: Callable[..., str]) -> None:
    fen = "4k4/9/9/9/9/4N4/9/9/9/4K4 w"
    table = do(make(fen=fen), t.Play("r", 0, "e4d6"))
    assert (table.fouls("red"), table.outcome) == (1, None)
    lost = do(make(house(facing_kings="loss"), fen=fen), t.Play("r", 0, "e4d6"))
    assert end(lost) == ("black", "illegal_move", "house.facing_kings")


def test_a_move_that_was_made_stands() -> None:
    table = play(make(), "h2e2")
    assert code(table, t.TakeBack("r", 1)) == "no_takeback"


def test_a_casual_table_gives_no_fouls_and_binds_nobody() -> None:
    table, _ = t.open_table("t", seats=SEATS, now=0.0)
    assert code(table, illegal(table)) == "illegal_move"
    assert code(table, t.Touch("r", ("a0",))) == "not_officiated"
    assert code(table, t.Adjust("r", "a0")) == "not_officiated"
    assert code(table, t.Seal("r", "0" * 64)) == "not_officiated"
    assert code(table, t.ClaimDraw("r")) == "not_claimable"
    assert code(table, t.CallArbiter("r")) == "not_officiated"
    assert code(table, t.Foul("", "red", "late")) == "not_officiated"
    assert code(make(), t.Foul("r", "red", "late")) == "not_arbiter"


# --- touching ------------------------------------------------------------------------


def test_a_touched_piece_must_be_played() -> None:
    table = do(make(fen=MIDDLE), t.Touch("r", ("a0",)))
    refused = table.handle(t.Play("r", 0, "e0f0"), 1.0)
    assert isinstance(refused, t.Refused)
    assert refused.code == "touched"
    assert "a0a5" in refused.facts["moves"]
    played = play(table, "a0a3")
    assert played.bound is None
    assert played.touched == ()


@pytest.mark.parametrize(
    ("rules", "kind", "squares", "left"),
    [
        ("club", "in_turn", ("a0", "a5"), {"a0a5"}),
        ("club", "in_turn", ("a5", "e0"), {"a0a5"}),
        ("club", "both", ("e0", "a5"), {"a0a5"}),
        ("club-2015", "both", ("e0", "a5"), {"e0d0", "e0f0", "e0e1"}),
        ("club-2015", "in_turn", ("a5", "e0"), {"e0d0", "e0f0", "e0e1"}),
    ],
)
def test_the_order_of_touching_decides(
    rules: str, kind: Any, squares: tuple[str, ...], left: set[str]
) -> None:
    table = do(make(rules, fen=MIDDLE), t.Touch("r", squares, kind))
    legal = {move.uci() for move in table.board.legal_moves}
    assert set(table.bound or ()) == left & legal
    assert table.bound


def test_touches_of_one_turn_add_up() -> None:
    table = do(make(fen=MIDDLE), t.Touch("r", ("a0",)))
    table = do(table, t.Touch("r", ("a5",)))
    assert table.touched == ("a0", "a5")
    assert table.bound == ("a0a5",)
    assert table.handle(t.Touch("r", ("a5",)), 1.0) == []  # nothing new


@pytest.mark.parametrize(
    ("square", "offence"), [("e3", "touch_cannot_move"), ("d9", "touch_cannot_take")]
)
def test_touching_what_can_neither_move_nor_be_taken_is_a_foul(square: str, offence: str) -> None:
    table = do(make(fen=MIDDLE), t.Touch("r", (square,)))
    assert [foul.offence for foul in table.ledger["red"]] == [offence]
    assert table.bound is None  # he may play freely
    again = do(table, t.Touch("r", ("d9" if square == "e3" else "e3",)))
    assert again.fouls("red") == 1  # one act, one foul


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (t.Touch("b", ("a9",)), "not_your_turn"),
        (t.Touch("r", ("e5",)), "touch.empty"),
        (t.Touch("r", ("z9",)), "bad_square"),
        (t.Touch("r", ()), "touch_what"),
        (t.Touch("r", ("a0", "a0")), "touch_what"),
        (t.Touch("nobody", ("a0",)), "not_seated"),
        (t.Adjust("r", "e5"), "touch.empty"),
        (t.Adjust("b", "a9"), "adjust_now"),
        (t.Adjust("r", "a0", True), "not_arbiter"),
        (t.Consent("b"), "nothing_to_consent"),
    ],
)
def test_touches_that_are_none(command: t.Command, expected: str) -> None:
    assert code(make(), command) == expected


def test_touching_binds_nobody_where_the_book_has_no_touch_move() -> None:
    assert code(make("engine"), t.Touch("r", ("a0",))) == "touch_off"


def test_adjusting_with_consent_binds_to_nothing() -> None:
    table = do(make(), t.Adjust("r", "a0"))
    assert code(table, t.Adjust("r", "b0")) == "adjust_pending"
    assert code(table, t.Consent("r")) == "nothing_to_consent"
    table = do(table, t.Consent("b"))
    assert table.handle(t.Touch("r", ("a0",)), 1.0) == []
    assert play(table, "h2e2").may_adjust == ()


def test_adjusting_that_was_refused_or_not_waited_for_is_touching() -> None:
    asked = do(make(), t.Adjust("r", "a0"))
    refused = do(asked, t.Consent("b", granted=False))
    assert do(refused, t.Touch("r", ("a0",))).bound
    assert happened(asked, t.Touch("r", ("a0",))) == ["Adjusted", "Touched", "Bound"]


def test_adjusting_without_consent_counts_as_touching_and_may_be_punished(
    house: Callable[..., str],
) -> None:
    without = t.Adjust("arb", "a0", consent=False, side="red")
    assert happened(make(), without) == ["Adjusted", "Touched", "Bound"]
    costs = house(penalties={Offence.ADJUST_WITHOUT_CONSENT: Penalty.FOUL})
    assert happened(make(costs), without) == ["Adjusted", "FoulGiven", "Touched", "Bound"]
    free = house(adjust_needs_consent=False)
    assert happened(make(free), without) == ["Adjusted"]
    assert do(make(free), t.Adjust("r", "a0")).may_adjust == ("a0",)


# --- draws ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "red_before", "red_after"),
    [
        ("own_time", None, "offer_own_time"),
        ("after_move", "offer_after_move", None),
        ("any", None, None),
    ],
)
def test_when_a_draw_may_be_offered(
    house: Callable[..., str], when: str, red_before: str | None, red_after: str | None
) -> None:
    table = make(house(draw_offer_when=when))
    assert code(table, t.OfferDraw("r")) == red_before
    assert code(play(table, "h2e2"), t.OfferDraw("r")) == red_after


def test_after_the_move_means_before_the_clock_is_pressed(house: Callable[..., str]) -> None:
    rules = house(draw_offer_when="after_move")
    table = make(rules, control=(TimeControl(main=60),) * 2, press_clock=True)
    table = play(table, "h2e2")
    assert code(table, t.OfferDraw("r")) is None
    assert code(do(table, t.PressClock("r")), t.OfferDraw("r")) == "offer_after_move"


def test_an_agreed_draw() -> None:
    table = do(make(), t.OfferDraw("r"))
    assert code(table, t.Accept("r", "draw")) == "no_offer"
    assert code(table, t.Decline("r", "draw")) == "offer_stands"  # nor taken back
    assert end(do(table, t.Accept("b", "draw"))) == (None, "agreement", "club.agreement")
    assert play(table, "h2e2", "h9g7").offer is None  # it lapses when the other moves
    by_arbiter = do(make(), t.OfferDraw("arb", "red"))
    assert by_arbiter.outcome is None
    assert do(by_arbiter, t.Accept("arb", "draw")).outcome


def test_a_repeated_offer_is_a_foul_until_the_other_side_has_offered() -> None:
    table = do(do(make(), t.OfferDraw("r")), t.Decline("b", "draw"))
    fouled = do(play(table, "h2e2", "h9g7"), t.OfferDraw("r"))
    assert [foul.offence for foul in fouled.ledger["red"]] == ["repeated_offer"]
    assert fouled.offer is None
    table = play(table, "h2e2")
    table = do(do(table, t.OfferDraw("b")), t.Decline("r", "draw"))
    assert code(play(table, "h9g7"), t.OfferDraw("r")) is None
    assert do(play(table, "h9g7"), t.OfferDraw("r")).offer
    still = do(make(), t.OfferDraw("r"))
    assert happened(still, t.OfferDraw("r")) == ["FoulGiven"]  # while it lies on the table


def test_a_pause_between_offers(house: Callable[..., str]) -> None:
    rules = house(draw_offer_again="pause", draw_offer_pause=2)
    table = do(do(make(rules), t.OfferDraw("r")), t.Decline("b", "draw"))
    assert happened(table, t.OfferDraw("r")) == ["FoulGiven"]
    assert happened(play(table, "h2e2", "h9g7"), t.OfferDraw("r")) == ["Offered"]


def test_no_draw_before_enough_rounds(house: Callable[..., str]) -> None:
    table = make(house(draw_min_rounds=2))
    assert code(play(table, "h2e2", "h9g7"), t.OfferDraw("r")) == "draw_too_early"
    assert code(play(table, "h2e2", "h9g7", "h0g2", "i9h9"), t.OfferDraw("r")) is None


def test_a_draw_without_play_may_be_lost_by_both() -> None:
    table = do(make("cxa-2020"), t.Foul("arb", "red", "draw_without_play"))
    assert table.outcome is not None
    assert t.outcome_of(table.outcome) == Outcome(None, Termination.DISCIPLINE, both_lose=True)
    assert t.outcome_of(table.outcome).result() == "0-0"


# --- claims --------------------------------------------------------------------------


def test_a_claim_is_counted_and_an_untrue_one_is_a_foul() -> None:
    old = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - {} 90"
    true = do(make(fen=old.format(120)), t.ClaimDraw("r"))
    assert end(true) == (None, "natural_limit", "club.natural_limit")
    table = make(fen=old.format(119))
    untrue = do(table, t.ClaimDraw("r"))
    assert [foul.offence for foul in untrue.ledger["red"]] == ["false_claim"]
    assert happened(table, t.ClaimDraw("r")) == ["ClaimRejected", "FoulGiven"]
    assert end(do(untrue, t.ClaimDraw("r"))) == ("black", "fouls", "club.fouls")


def test_who_is_told_to_change_and_repeats_loses() -> None:
    checking = ["i8i9", "e9e8", "i9i8", "e8e9"]
    table = make(fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w")
    table = play(table, *checking)
    table = do(table, t.OrderChange("arb", "red"))
    lost = play(table, "i8i9")
    assert end(lost)[0] == "black"
    assert end(lost)[2] == "club.penalties.refuses_change"
    changed = play(table, "i8h8")
    assert changed.outcome is None
    assert changed.order is None


def test_the_order_goes_before_what_the_judge_would_say() -> None:
    table = play(make(), *QUIET, *QUIET[:3])
    assert end(play(table, QUIET[3]))[:2] == (None, "repetition")
    lost = play(do(table, t.OrderChange("arb", "black", "3rd time")), QUIET[3])
    assert end(lost)[::2] == ("red", "club.penalties.refuses_change")


def test_an_order_stands_until_the_side_changes(house: Callable[..., str]) -> None:
    rules = house(penalties={Offence.REFUSES_CHANGE: Penalty.FOUL}, repetition="off")
    table = play(make(rules), *QUIET)
    table = do(table, t.OrderChange("arb", "red"))
    for count, move in enumerate(QUIET[::2], 1):  # Red goes on as before
        table = play(table, move)
        assert table.fouls("red") == count
        assert table.order is not None
        if table.outcome is None:
            table = play(table, QUIET[1])
    assert end(table) == ("black", "fouls", "house.fouls")


def test_the_order_to_change_names_what_the_judge_sees() -> None:
    checking = ["i8i9", "e9e8", "i9i8", "e8e9"]
    table = play(make(fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"), *checking[:4])
    table = do(play(table, *checking[:3]), t.OrderChange("arb", "red"))
    assert table.order is not None
    assert table.order.termination == "perpetual_check"
