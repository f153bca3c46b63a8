"""The Dutch system: vectors of another program, and the articles one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.unit.dutch_vectors import cell_of, event_of, vectors, wanted

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import Cell, Event, EventError, Forbidden, Kind, Pairing, Player
from chuhe.tournament.dutch import baku, pair, why_not
from chuhe.tournament.dutch.acceleration import accelerated
from chuhe.tournament.dutch.entrants import Strength, field_of


@pytest.mark.parametrize("name", vectors())
def test_the_round_is_paired_as_the_other_program_pairs_it(name: str) -> None:
    vector = vectors()[name]
    event, round = event_of(vector), vector["round"]
    expected = wanted(vector)
    if expected is None:
        with pytest.raises(PairingError) as caught:
            pair(event, round)
        assert caught.value.code == "no_valid_pairing"
    else:
        assert pair(event, round).pairings == expected


def rows(*texts: str, rounds: int | None = None, **more: object) -> Event:
    """An event by the rows of its players."""
    cells = tuple(tuple(map(cell_of, text.split())) for text in texts)
    players = tuple(Player(number) for number in range(1, len(texts) + 1))
    return Event(players=players, cells=cells, rounds_total=rounds, initial_side="red", **more)  # type: ignore[arg-type]


def boards(event: Event) -> list[tuple[int, int | None]]:
    return [(board.red, board.black) for board in pair(event).pairings]


# ---------------------------------------------------------------- what a player brings


@pytest.mark.parametrize(
    ("row", "side", "strength"),
    [
        ("", None, Strength.NONE),
        ("U", None, Strength.NONE),
        ("2b+", None, Strength.NONE),
        ("2r1", "black", Strength.STRONG),
        ("2r1 3b1", "red", Strength.MILD),
        ("2r1 U", "black", Strength.STRONG),
        ("2r1 3r1", "black", Strength.ABSOLUTE),
        ("2r1 3b1 4b0", "red", Strength.ABSOLUTE),
        ("2r1 3b1 4b0 U 5r1", "black", Strength.MILD),
        ("2r1 3r1 4b1", "black", Strength.STRONG),
        ("2r1 3r1 4b1 5r1 6r1 7b0", "black", Strength.ABSOLUTE),
    ],
)
def test_a_preference_follows_from_the_games_played(
    row: str, side: str | None, strength: Strength
) -> None:
    event = Event(
        players=tuple(map(Player, range(1, 9))),
        cells=(tuple(map(cell_of, row.split())),),
        initial_side="red",
    )
    entrant = next(e for e in field_of(event, 9).entrants if e.number == 1)
    assert (entrant.due, entrant.strength) == (side, strength)


@pytest.mark.parametrize(
    ("cell", "may"),
    [
        ("2r1", True),
        ("U", False),
        ("F", False),
        ("H", True),
        ("Z", True),
        ("2r+", False),
        ("2r-", True),
    ],
)
def test_who_had_a_win_without_play_gets_no_bye(cell: str, may: bool) -> None:
    event = rows(cell, "")
    assert {e.number: e.bye for e in field_of(event, 2).entrants}[1] is may


@pytest.mark.parametrize(
    ("cell", "float"),
    [("U", "down"), ("F", "down"), ("H", "down"), ("Z", ""), ("2r+", "down"), ("2r-", "")],
)
def test_an_unplayed_round_worth_more_than_a_loss_is_a_downfloat(cell: str, float: str) -> None:
    event = rows(cell, "")
    assert {e.number: e.floats for e in field_of(event, 2).entrants}[1] == (float, "")


def test_both_of_unequal_scores_have_floated() -> None:
    event = rows("3r1 2r1", "U 1b0", "1b0 U")
    floats = {e.number: e.floats for e in field_of(event, 3).entrants}
    assert floats == {1: ("", ""), 2: ("", "down"), 3: ("down", "")}
    later = rows("3r1 2r1 3b1", "U 1b0 U", "1b0 U 1r0")
    assert {e.number: e.floats[0] for e in field_of(later, 4).entrants} == {
        1: "down",
        2: "down",
        3: "up",
    }


def test_who_has_not_come_yet_holds_no_number() -> None:
    event = rows("Z", "3r1", "2b0", absent={(1, 2): Kind.ZERO_BYE})
    assert [(e.number, e.rank) for e in field_of(event, 2).entrants] == [(2, 1), (3, 2)]
    assert {e.number: e.rank for e in field_of(replace(event, absent={}), 2).entrants}[2] == 2


# ---------------------------------------------------------------- the rules


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    event = Event(players=tuple(map(Player, range(1, 8))), initial_side="black")
    assert boards(event) == [(4, 1), (2, 5), (6, 3), (7, None)]


def test_the_lot_is_read_off_the_first_games() -> None:
    assert field_of(rows("2b1", "1r0", ""), 2).initial == "red"  # as given
    assert field_of(replace(rows("2b1", "1r0", ""), initial_side=None), 2).initial == "black"


def test_no_two_meet_twice_and_nobody_has_two_byes() -> None:
    event = rows("2r1", "1b0", "U")
    assert boards(event) == [(3, 1), (2, None)]
    both = rows("2r1 3b1", "1b0 U", "U 1r0")
    assert boards(both) == [(2, 3), (1, None)]
    with pytest.raises(PairingError, match="4"):
        pair(rows("2r1 3b1 U", "1b0 U 3b1", "U 1r0 2r0"))


def test_players_whom_the_organiser_keeps_apart_do_not_meet() -> None:
    event = Event(
        players=tuple(map(Player, range(1, 5))),
        initial_side="red",
        forbidden=(Forbidden((1, 3), first=1, last=1),),
    )
    assert boards(event) == [(1, 4), (3, 2)]


def test_only_topscorers_of_the_last_round_may_both_be_due_the_same_colour() -> None:
    texts = ("3r1 4r1", "5r1 6r1", "1b0 5r1", "6r1 1b0", "2b0 3b0", "4b0 2b0")
    with_more_to_come = rows(*texts, rounds=5)
    assert {1, 2} not in [{a, b} for a, b in boards(with_more_to_come)]
    last = rows(*texts, rounds=3)
    assert {1, 2} in [{a, b} for a, b in boards(last)]
    assert {5, 6} not in [{a, b} for a, b in boards(last)]


def test_no_valid_pairing_names_the_round() -> None:
    event = Event(players=tuple(map(Player, range(1, 5))), forbidden=(Forbidden((1, 2, 3, 4)),))
    with pytest.raises(PairingError) as caught:
        pair(event)
    assert (caught.value.code, caught.value.facts) == (
        "no_valid_pairing",
        {"round": 1, "players": 4},
    )
    with use_language("en"):
        assert str(caught.value).startswith("round 1 cannot be paired")


def test_nobody_to_pair_makes_an_empty_sheet() -> None:
    assert pair(Event()).pairings == ()


def test_one_player_has_the_bye() -> None:
    assert boards(Event(players=(Player(1),))) == [(1, None)]


def test_a_round_on_record_is_paired_anew_with_those_of_it() -> None:
    event = event_of(vectors()["c19_n20_r5"])
    sheet = pair(event, 5)
    gone = sheet.pairings[0]
    played = event.with_sheet(sheet)
    assert pair(played, 5).pairings == sheet.pairings
    without = event.with_sheet(replace(sheet, pairings=sheet.pairings[1:]))
    assert not {gone.red, gone.black} & {
        n for b in pair(without, 5).pairings for n in (b.red, b.black)
    }


def test_baku_is_added_where_the_system_says_so() -> None:
    assert baku(24, 9)[12] == (10, 10, 10, 5, 5)
    assert set(baku(22, 9)) == set(range(1, 13))
    plain = Event(players=tuple(map(Player, range(1, 9))), rounds_total=5, initial_side="red")
    named = replace(plain, system="FIDE_DUTCH_2025_BAKU")
    assert boards(plain)[0] == (1, 5)
    assert boards(named) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    stated = replace(plain, accelerated=baku(8, 5))
    assert boards(stated) == boards(named)


def test_who_comes_late_does_not_move_the_border_of_bakus_halves() -> None:
    event = Event(
        players=tuple(map(Player, range(1, 9))),
        rounds_total=5,
        initial_side="red",
        system="FIDE_DUTCH_2025_BAKU",
    )
    event = event.with_sheet(pair(event))
    late = replace(
        event,
        players=(*event.players, Player(9), Player(10)),
        cells=(*event.cells, (Cell(),), (Cell(),)),
        order=(1, 2, 9, *range(3, 9), 10),
    )
    # The upper half ends with number 4 as before, though five are in it now.
    assert sorted(accelerated(late).accelerated) == [1, 2, 3, 4, 9]
    assert pair(late, 1).pairings == pair(event, 1).pairings


# ---------------------------------------------------------------- the reasons


@pytest.mark.parametrize("name", list(vectors())[::13])
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_each_board_has_its_reasons(name: str, language: str) -> None:
    vector = vectors()[name]
    if vector["pairs"] is None:
        return
    sheet = pair(event_of(vector), vector["round"])
    about: dict[frozenset[int], list[str]] = {}
    with use_language(language):
        for reason in sheet.reasons:
            about.setdefault(frozenset(reason.players), []).append(reason.code)
            assert reason.code not in str(reason) and "{" not in str(reason)
    for board in sheet.pairings:
        codes = about[frozenset({board.red, board.black} - {None})]
        if board.black is None:
            assert codes == ["dutch.bye"]
        else:
            assert {"dutch.halves", "dutch.moved_down"} & set(codes)
            assert sum(code.startswith("dutch.colour") for code in codes) == 1


def test_what_a_missed_pairing_would_cost_is_told() -> None:
    event = rows("4r1", "5b1", "6r0", "1b0", "2r0", "3b1", rounds=5)
    assert pair(event).pairings == (Pairing(2, 1), Pairing(6, 5), Pairing(4, 3))
    assert why_not(event, 1, 4).code == "dutch.met"
    assert why_not(event, 2, 1).code == "dutch.why.paired"
    assert why_not(event, 1, 6).code == "dutch.why.order"
    assert why_not(event, 6, 2).code == "dutch.why.C12"
    assert why_not(event, 6, 2).players == (2, 6)
    four = rows("3r1", "4b1", "1b0", "2r0", rounds=5)
    assert why_not(four, 1, 4).code == "dutch.why.C6"
    with pytest.raises(EventError):
        why_not(event, 1, 7)


def test_what_is_as_good_but_later_is_told() -> None:
    event = Event(players=tuple(map(Player, range(1, 5))), initial_side="red")
    assert why_not(event, 1, 2).code == "dutch.why.order"
    forbidden = replace(event, forbidden=(Forbidden((1, 2)),))
    assert why_not(forbidden, 1, 2).code == "dutch.forbidden"
    alone = replace(event, forbidden=(Forbidden((1, 4)), Forbidden((2, 4))))
    assert why_not(alone, 1, 2).code == "dutch.why.paired"
    assert why_not(alone, 1, 3).code == "dutch.why.C4"
