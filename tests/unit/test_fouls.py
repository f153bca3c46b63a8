"""Games that are officiated: each article of procedure, and what it leads to."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from chuhe import table as t
from chuhe.clock import TimeControl
from chuhe.errors import describe
from chuhe.i18n import use_language
from chuhe.rules import RULES, Offence, Outcome, Penalty, Termination, books

SEATS = (t.Seat("human", "r"), t.Seat("human", "b"))
SALT = "0123456789abcdef"
#: Red to move: rook a0 can take the horse a5; the pawn e3 cannot move (its own cannon stands before it).
MIDDLE = "3k5/9/9/9/n8/4C4/4P4/9/9/R3K4 w"
QUIET = ["b0c2", "b9c7", "c2b0", "c7b9"]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a book of one's own known under the name ``house``."""

    def make(of: str = "club", **fields: Any) -> str:
        if "penalties" in fields:
            known = dict(RULES[of].penalties)
            fields["penalties"] = MappingProxyType(known | fields["penalties"])
        book = replace(RULES[of], name="house", **fields)
        monkeypatch.setattr(books, "RULES", MappingProxyType({**RULES, "house": book}))
        return "house"

    return make


def make(rules: str = "club", **more: Any) -> t.Table:
    table, _ = t.open_table(
        "t", seats=SEATS, now=0.0, rules=rules, officiated=True, arbiter="arb", **more
    )
    return table


def do(table: t.Table, command: t.Command, now: float = 1.0) -> t.Table:
    """The table after a command that must be granted."""
    events = table.handle(command, now)
    assert not isinstance(events, t.Refused), events
    return table.after(events)


def happened(table: t.Table, command: t.Command, now: float = 1.0) -> list[str]:
    """The kinds of events a command leads to."""
    events = table.handle(command, now)
    assert not isinstance(events, t.Refused), events
    return [type(event).__name__ for event in events]


def code(table: t.Table, command: t.Command, now: float = 1.0) -> str | None:
    """The code of the refusal, None if granted; a refusal has words."""
    answer = table.handle(command, now)
    if not isinstance(answer, t.Refused):
        return None
    for language in ("zh-Hans", "en"):
        with use_language(language):
            assert describe(answer.code, answer.facts) != answer.code
    return answer.code


def play(table: t.Table, *moves: str, now: float = 1.0) -> t.Table:
    for move in moves:
        table = do(table, t.Play(table.seat(table.turn).holder, table.ply, move), now)
    return table


def end(table: t.Table) -> tuple[t.Side | None, str, str]:
    """Who won, how, by which article."""
    assert table.outcome is not None
    return table.outcome.winner, table.outcome.termination, table.outcome.article


def illegal(table: t.Table) -> t.Play:
    """A move of the side to move that its rook on the corner cannot make."""
    return t.Play(
        table.seat(table.turn).holder, table.ply, "a0b1" if table.turn == "red" else "a9b8"
    )


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


def test_facing_kings_are_an_illegal_move_or_a_loss(house: Any) -> None:
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


def test_adjusting_without_consent_counts_as_touching_and_may_be_punished(house: Any) -> None:
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
    house: Any, when: str, red_before: str | None, red_after: str | None
) -> None:
    table = make(house(draw_offer_when=when))
    assert code(table, t.OfferDraw("r")) == red_before
    assert code(play(table, "h2e2"), t.OfferDraw("r")) == red_after


def test_after_the_move_means_before_the_clock_is_pressed(house: Any) -> None:
    rules = house(draw_offer_when="after_move")
    table = make(rules, control=(TimeControl(main=60),) * 2, press_clock=True)
    table = play(table, "h2e2")
    assert code(table, t.OfferDraw("r")) is None
    assert code(do(table, t.PressClock("r")), t.OfferDraw("r")) == "offer_after_move"


def test_an_agreed_draw() -> None:
    table = do(make(), t.OfferDraw("r"))
    assert code(table, t.Accept("r", "draw")) == "no_offer"
    assert code(table, t.Decline("r", "draw")) == "no_offer"  # nor taken back
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


def test_a_pause_between_offers(house: Any) -> None:
    rules = house(draw_offer_again="pause", draw_offer_pause=2)
    table = do(do(make(rules), t.OfferDraw("r")), t.Decline("b", "draw"))
    assert happened(table, t.OfferDraw("r")) == ["FoulGiven"]
    assert happened(play(table, "h2e2", "h9g7"), t.OfferDraw("r")) == ["Offered"]


def test_no_draw_before_enough_rounds(house: Any) -> None:
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
    assert code(table, t.ClaimDraw("b")) == "not_your_turn"
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


def test_an_order_stands_until_the_side_changes(house: Any) -> None:
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


# --- time ----------------------------------------------------------------------------


def test_the_flag_of_a_side_that_has_moved_but_not_pressed_falls() -> None:
    table = make(control=(TimeControl(main=60),) * 2, press_clock=True)
    table = play(table, "h2e2", now=10.0)
    assert table.deadline() == 60.0
    assert code(table, t.Play("b", 1, "h9g7"), 11.0) == "clock_not_pressed"
    assert code(table, t.PressClock("b"), 11.0) == "nothing_to_press"
    assert end(do(table, t.Tick(), 60.0)) == ("black", "time", "club.time")
    pressed = do(table, t.PressClock("r"), 59.0)
    assert pressed.deadline() == 119.0
    assert play(pressed, "h9g7", now=60.0).ply == 2
    assert code(make(), t.PressClock("r")) == "no_press"


@pytest.mark.parametrize(("policy", "winner"), [("loss", "black"), ("draw", None)])
def test_the_flag_against_a_side_that_cannot_win(
    house: Any, policy: str, winner: t.Side | None
) -> None:
    rules = house(flag_without_mating_material=policy)
    control = (TimeControl(main=60),) * 2
    table = make(rules, fen="3k5/9/9/9/9/9/9/9/9/R3K4 w", control=control)
    over = do(table, t.Tick(), 60.0)
    assert end(over)[:2] == (winner, "time")
    armed = make(rules, fen="3kr4/9/9/9/9/9/9/9/9/R4K3 w", control=control)
    assert end(do(armed, t.Tick(), 60.0))[0] == "black"


def test_the_arbiter_pauses_and_sets_clocks() -> None:
    table = make(control=(TimeControl(main=60),) * 2)
    paused = do(table, t.Pause("arb"), 10.0)
    assert paused.deadline() is None
    assert code(paused, t.Play("r", 0, "h2e2"), 500.0) == "paused"
    assert code(paused, t.Pause("arb"), 500.0) == "already_paused"
    assert do(paused, t.Resign("r"), 500.0).outcome
    going = do(paused, t.Continue("arb"), 500.0)
    assert going.deadline() == 550.0
    assert do(going, t.SetClock("arb", "red", 300.0), 510.0).deadline() == 810.0
    assert code(going, t.SetClock("arb", "red", float("nan")), 510.0) == "bad_clock_time"
    assert code(make(), t.SetClock("arb", "red", 10.0)) == "no_clock"
    assert code(going, t.Continue("arb"), 510.0) == "not_paused"


# --- adjournment and the sealed move ----------------------------------------------------


def sealed(move: str, rules: str = "club") -> t.Table:
    """A game broken off after 10 seconds with that move sealed."""
    table = make(rules, control=(TimeControl(main=60),) * 2)
    table = do(table, t.Seal("r", t.commitment(SALT, move)), 10.0)
    return do(table, t.Adjourn("arb"), 12.0)


def test_a_sealed_move_is_opened_and_played() -> None:
    table = sealed("h2e2")
    assert b"h2e2" not in table.to_json()
    assert code(table, t.Play("r", 0, "h2e2")) == "paused"
    assert code(table, t.ResumeGame("arb")) == "sealed_unopened"
    assert code(table, t.Continue("arb")) == "adjourned"
    table = do(table, t.OpenSealed("arb", "h2e2", SALT), 5000.0)
    assert (table.ply, table.paused, table.deadline()) == (1, True, None)
    table = do(table, t.ResumeGame("arb"), 6000.0)
    assert table.deadline() == 6060.0
    assert table.clock is not None
    assert table.clock.read(0, 6000.0).main == 50.0


@pytest.mark.parametrize(
    ("opened", "salt", "was"),
    [
        ("h2d2", SALT, "h2e2"),  # another move
        ("h2e2", "other salt", "h2e2"),  # another salt
        ("a0b1", SALT, "a0b1"),  # sealed, but illegal
        ("nonsense", SALT, "nonsense"),
    ],
)
def test_a_faulty_sealed_move_loses(opened: str, salt: str, was: str) -> None:
    table = do(sealed(was), t.OpenSealed("arb", opened, salt))
    assert table.ply == 0
    assert end(table) == ("black", "sealed_move", "club.penalties.sealed_wrong")


def test_where_a_faulty_sealed_move_is_a_foul_another_move_is_made(house: Any) -> None:
    rules = house(penalties={Offence.SEALED_WRONG: Penalty.FOUL})
    table = do(sealed("a0b1", rules), t.OpenSealed("arb", "a0b1", SALT), 100.0)
    assert (table.fouls("red"), table.outcome, table.sealed) == (1, None, None)
    assert play(do(table, t.ResumeGame("arb"), 200.0), "h2e2", now=201.0).ply == 1


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (t.Seal("b", "0" * 64), "not_your_turn"),
        (t.Seal("r", "h2e2"), "bad_commitment"),
        (t.OpenSealed("arb", "h2e2", ""), "nothing_sealed"),
        (t.ResumeGame("arb"), "not_adjourned"),
    ],
)
def test_sealing_that_is_refused(command: t.Command, expected: str) -> None:
    assert code(make(), command) == expected
    assert code(make("engine"), t.Seal("r", "0" * 64)) == "no_sealing"


def test_a_game_adjourned_without_a_sealed_move_goes_on_where_it_was() -> None:
    table = make(control=(TimeControl(main=60, per_move=30),) * 2)
    table = do(table, t.Adjourn("arb"), 20.0)
    assert code(table, t.Adjourn("arb"), 21.0) == "adjourned"
    assert do(table, t.ResumeGame("arb"), 1000.0).deadline() == 1010.0


# --- the arbiter --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "offence", "fouls", "ended"),
    [
        ("club", "disturbing", 1, None),
        ("club", "misconduct", 0, "discipline"),
        ("wxf", "missing_moves", 1, None),
        ("wxf", "missing_many", 2, None),
        ("cxa-2020", "phone_rings", 1, None),
        ("cxa-2020", "phone_answered", 0, "discipline"),
        ("cxa-2020", "late", 0, "absence"),
    ],
)
def test_what_offences_cost(rules: str, offence: str, fouls: int, ended: str | None) -> None:
    table = do(make(rules), t.Foul("arb", "black", offence, "seen by all"))
    assert table.fouls("black") == fouls
    assert table.ledger["black"][-1].note == "seen by all"
    assert (table.outcome and table.outcome.termination) == ended
    assert table.outcome is None or table.outcome.winner == "red"


def test_two_fouls_at_once_are_counted_as_two() -> None:
    table = do(make("wxf"), t.Foul("arb", "red", "missing_many"))
    table = do(table, t.Foul("arb", "red", "missing_moves"))
    assert [foul.count for foul in table.ledger["red"]] == [2, 3]


@pytest.mark.parametrize(
    "command",
    [
        t.Foul("arb", "red", "disturbing"),
        t.Declare("arb", "red", "decision", "why"),
        t.Pause("arb"),
        t.Warn("arb", "red", "why"),
        t.Late("arb", "black", 20),
        t.OrderChange("arb", "red"),
        t.CorrectSetup("arb", MIDDLE, "why"),
        t.Adjourn("arb"),
        t.Touch("b", ("a9",)),
        t.OfferDraw("b"),
        t.ClaimDraw("b"),
        t.Play("b", 0, "h9g7"),
    ],
)
def test_nothing_but_a_correction_is_heard_after_the_end(command: t.Command) -> None:
    assert code(do(make(), t.Resign("r")), command) == "game_over"


def test_a_warning_is_kept_and_counts_nothing() -> None:
    table = do(make(), t.Foul("arb", "red", "clock_misuse"))
    table = do(table, t.Warn("arb", "red", "do not speak"))
    assert [type(ruled.event).__name__ for ruled in table.rulings] == ["Warned", "Warned"]
    assert table.fouls("red") == 0


@pytest.mark.parametrize(
    ("rules", "minutes", "ended"),
    [("cxa-2020", 14.9, None), ("cxa-2020", 15, "absence"), ("club", 60, None)],
)
def test_late_arrival(rules: str, minutes: float, ended: str | None) -> None:
    table = do(make(rules), t.Late("arb", "black", minutes))
    assert (table.outcome and table.outcome.termination) == ended
    assert code(play(make(rules), "h2e2"), t.Late("arb", "red", 5)) == "late_after_start"
    assert code(play(make(rules), "h2e2"), t.Late("arb", "black", 5)) is None
    assert code(make(rules), t.Late("arb", "red", -1)) == "bad_minutes"


@pytest.mark.parametrize(
    ("winner", "termination", "both", "result"),
    [
        ("red", "abandonment", False, "1-0"),
        ("black", "decision", False, "0-1"),
        (None, "decision", False, "1/2-1/2"),
        (None, "absence", True, "0-0"),
        (None, "repetition", False, "1/2-1/2"),
        ("red", "time", False, "1-0"),
    ],
)
def test_the_arbiter_decides_a_game(
    winner: t.Side | None, termination: str, both: bool, result: str
) -> None:
    table = do(make(), t.Declare("arb", winner, termination, "the reason", both))
    assert table.outcome is not None
    assert table.outcome.reason == "the reason"
    assert t.clause_of(table.outcome.article) is not None
    assert t.outcome_of(table.outcome).result() == result


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (t.Declare("arb", "red", "checkmate", "why"), "bad_outcome"),
        (t.Declare("arb", "red", "agreement", "why"), "bad_outcome"),
        (t.Declare("arb", None, "resignation", "why"), "bad_outcome"),
        (t.Declare("arb", "red", "absence", "why", True), "bad_outcome"),
        (t.Declare("arb", "red", "no such", "why"), "bad_termination"),
        (t.Declare("arb", "red", "decision", " "), "reason_needed"),
        (t.Declare("arb", "red", "decision", "x" * 501), "text_too_long"),
        (t.Declare("arb", "green", "decision", "why"), "bad_side"),  # type: ignore[arg-type]
        (t.Foul("arb", "red", "no such"), "bad_offence"),
        (t.Foul("arb", "red", "late"), "no_penalty"),
        (t.Correct("arb", 1, "why"), "no_such_ruling"),
        (t.GoBack("arb", 0, "why"), "nothing_to_go_back"),
        (t.CorrectSetup("arb", "nonsense", "why"), "setup_unplayable"),
        (t.CorrectSetup("arb", "9/9/9/9/9/9/9/9/9/9 w", "why"), "setup_unplayable"),
        (t.Pause("r"), "not_arbiter"),
    ],
)
def test_rulings_that_cannot_be(command: t.Command, expected: str) -> None:
    assert code(make(), command) == expected


def test_the_arbiter_is_called_once() -> None:
    table = do(make(), t.CallArbiter("b", "he speaks"))
    assert table.called == "black"
    assert code(table, t.CallArbiter("r")) == "already_called"
    assert do(table, t.Warn("arb", "red", "silence")).called is None


def test_the_board_was_set_up_wrongly() -> None:
    table = do(play(make(), "h2e2"), t.CorrectSetup("arb", MIDDLE, "the horse was missing"))
    assert (table.ply, table.turn, table.outcome) == (0, "red", None)
    assert play(table, "a0a5").ply == 1
    mated = do(make(), t.CorrectSetup("arb", "1R2k4/R8/9/9/9/9/9/9/9/5K3 b", "why"))
    assert end(mated)[:2] == ("red", "checkmate")


def test_moves_in_the_wrong_order_are_taken_back() -> None:
    table = make(control=(TimeControl(main=60, moves=3),) * 2)
    table = play(table, "h2e2", "h9g7", "h0g2", now=10.0)
    back = do(table, t.GoBack("arb", 1, "Black's cannon stood on h7"), 20.0)
    assert (back.ply, back.turn) == (1, "black")
    assert back.clock is not None
    assert back.clock.read(0, 20.0).moves == 2  # one of the three is made
    assert back.clock.read(1, 20.0).moves == 3
    assert back.clock.read(1, 20.0).main == 50.0  # what was used is used


def test_an_end_that_came_with_a_move_goes_with_it() -> None:
    mate = make(fen="4k4/R8/9/9/9/9/9/9/9/1R3K3 w")
    over = play(mate, "b0b9")
    back = do(over, t.GoBack("arb", 0, "the other rook was played"))
    assert (back.outcome, back.paused, back.ply) == (None, True, 0)
    assert play(do(back, t.Continue("arb")), "b0b8").ply == 1
    resigned = do(play(mate, "b0b8"), t.Resign("b"))
    assert code(resigned, t.GoBack("arb", 0, "why")) == "game_over"


# --- corrections ------------------------------------------------------------------------


def test_a_foul_that_is_corrected_counts_no_more() -> None:
    table = do(make(), t.Foul("arb", "red", "disturbing"))
    table = do(table, t.Correct("arb", 1, "it was the neighbour"))
    assert (table.fouls("red"), table.ledger["red"]) == (0, ())
    assert table.rulings[0].corrected == "it was the neighbour"
    assert code(table, t.Correct("arb", 1, "why")) == "already_corrected"


@pytest.mark.parametrize("wrong", [1, 2, 3])
def test_a_game_lost_by_fouls_is_reopened_with_any_of_them(wrong: int) -> None:
    table = make(control=(TimeControl(main=60),) * 2)
    for _ in range(2):
        table = do(table, t.Foul("arb", "red", "disturbing"), 10.0)
    assert [type(ruled.event).__name__ for ruled in table.rulings] == [
        "FoulGiven",
        "FoulGiven",
        "Ended",
    ]
    back = do(table, t.Correct("arb", wrong, "not he"), 20.0)
    assert (back.outcome, back.paused, back.fouls("red"), back.deadline()) == (None, True, 1, None)
    assert do(back, t.Continue("arb"), 100.0).deadline() == 150.0
    assert do(back, t.Foul("arb", "red", "disturbing"), 110.0).outcome


def test_a_foul_more_than_enough_is_corrected_and_the_game_stays_lost() -> None:
    table = do(make("wxf"), t.Foul("arb", "red", "missing_many"))
    table = do(table, t.Foul("arb", "red", "disturbing"))
    table = do(table, t.Foul("arb", "red", "missing_many"))  # five, where four lose
    still = do(table, t.Correct("arb", 2, "not he"))
    assert still.fouls("red") == 4
    assert end(still) == ("black", "fouls", "wxf.fouls")


def test_a_flag_is_corrected_once_the_clock_is_set() -> None:
    table = make(control=(TimeControl(main=60),) * 2)
    over = do(table, t.Tick(), 60.0)
    back = do(over, t.Correct("arb", 1, "the clock was faulty"), 70.0)
    assert code(back, t.Continue("arb"), 80.0) == "clock_empty"
    back = do(back, t.SetClock("arb", "red", 30.0), 80.0)
    assert do(back, t.Continue("arb"), 100.0).deadline() == 130.0


def test_what_the_board_says_is_not_corrected() -> None:
    over = play(make(fen="4k4/R8/9/9/9/9/9/9/9/1R3K3 w"), "b0b9")
    assert code(over, t.Correct("arb", 1, "why")) == "on_the_board"
    drawn = play(make(), *QUIET * 2)
    assert end(drawn)[:2] == (None, "repetition")
    assert do(drawn, t.Correct("arb", 1, "my ruling is another")).outcome is None


# --- keeping -----------------------------------------------------------------------------


def test_every_kind_of_end_has_its_article_and_words() -> None:
    assert t.clause_of("") is None
    assert t.clause_of("no-book.time") is None
    for article in ["club.time", "club.fouls", "club.penalties.two_moves", "wxf.natural_limit"]:
        clause = t.clause_of(article)
        assert clause is not None
        assert clause.text
