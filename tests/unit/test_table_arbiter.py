"""Officiated games: time, the sealed move, the arbiter's rulings and their correction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from tests.unit.officiated import (
    MIDDLE,
    QUIET,
    code,
    do,
    end,
    known_as_house,
    make,
    play,
)

from chuhe import table as t
from chuhe.clock import TimeControl
from chuhe.rules import Offence, Penalty

SALT = "0123456789abcdef"


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Makes a book of one's own known under the name ``house``."""
    return partial(known_as_house, monkeypatch)


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
    house: Callable[..., str], policy: str, winner: t.Side | None
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


def test_where_a_faulty_sealed_move_is_a_foul_another_move_is_made(
    house: Callable[..., str],
) -> None:
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


# --- what was touched, after going back ------------------------------------------------


def test_what_was_touched_binds_again_after_going_back() -> None:
    table = play(do(make(), t.Touch("r", ("h2",))), "h2e2", "h9g7")
    assert table.bound is None and set(table.past_turns) == {0}
    assert t.Table.from_json(table.to_json()) == table
    back = do(table, t.GoBack("arb", 0, "the horse stood wrongly"))
    assert back.touched == ("h2",) and "h2e2" in (back.bound or ())
    assert code(back, t.Play("r", 0, "h0g2")) == "touched"
    assert do(table, t.GoBack("arb", 1, "the horse stood wrongly")).touched == ()


def test_the_arbiter_finds_that_it_was_no_touching() -> None:
    table = do(make(), t.Touch("r", ("h2",)))
    assert code(table, t.Touch("r", ())) == "touch_what"  # the player himself cannot
    free = do(table, t.Touch("arb", ()))
    assert (free.touched, free.bound) == ((), None)
    assert code(make(), t.Touch("arb", ())) == "touch_what"


def test_the_arbiter_finds_that_nobody_can_win() -> None:
    drawn = do(make(), t.Declare("arb", None, "dead_position", "a cannon against two advisors"))
    assert end(drawn) == (None, "dead_position", "club.theoretical_draw")
    assert code(drawn, t.GoBack("arb", 0, "no")) == "game_over"
    again = do(drawn, t.Correct("arb", 1, "it can be won"))
    assert again.outcome is None and again.paused


def test_an_end_on_the_board_is_still_not_corrected() -> None:
    table = play(make(fen="3k5/9/9/9/9/9/9/3r5/4A4/4K4 w"), "e1d2")
    assert end(table) == (None, "dead_position", "club.dead_position")
    assert code(table, t.Correct("arb", 1, "no")) == "on_the_board"


def test_an_order_to_change_stands_after_going_back() -> None:
    table = do(play(make(), *QUIET), t.OrderChange("arb", "red", "told"))
    changed = play(table, "h2e2")
    assert changed.order is None
    back = do(changed, t.GoBack("arb", 4, "entered wrongly"))
    assert back.order == table.order
    assert end(play(back, QUIET[0]))[2] == "club.penalties.refuses_change"
    undone = do(do(changed, t.Correct("arb", 1, "no")), t.GoBack("arb", 4, "entered wrongly"))
    assert undone.order is None


def test_an_offer_lies_on_the_table_again_after_going_back() -> None:
    table = do(play(make("cxa"), "h2e2"), t.OfferDraw("r"))
    lapsed = play(table, "h9g7")
    assert lapsed.offer is None
    back = do(lapsed, t.GoBack("arb", 1, "entered wrongly"))
    assert back.offer == table.offer
    assert t.Table.from_json(back.to_json()) == back
    assert end(do(back, t.Accept("b", "draw")))[1] == "agreement"
    declined = play(do(table, t.Decline("b", "draw")), "h9g7")
    assert do(declined, t.GoBack("arb", 1, "entered wrongly")).offer is None
