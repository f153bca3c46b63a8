"""Round robin: the Berger tables, double rounds, and who withdraws."""

import json
from collections import Counter
from itertools import combinations, groupby, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import roundrobin
from chuhe.tournament.model import Event, Kind, Player, Score

DATA = Path(__file__).parents[1] / "data" / "pairing" / "berger.json"
TABLES = json.loads(DATA.read_text(encoding="utf-8"))["tables"]


def field(players: int) -> Event:
    return Event(players=tuple(map(Player, range(1, players + 1))))


def played(event: Event, to: int, options: roundrobin.Options | None = None) -> Event:
    """The event with its rounds played: the smaller number always wins."""
    for round in range(event.next_round, to + 1):
        event = event.with_sheet(roundrobin.pair(event, round, options))
        event = roundrobin.settle(event, round)
        for pairing in event.sheet(round).pairings:
            red, black = pairing.red, pairing.black
            if black is not None and event.cell(red, round).score is None:
                score = Score.WIN if red < black else Score.LOSS
                event = event.with_result(round, red=red, black=black, score=score)
    return event


@pytest.mark.parametrize("players", TABLES)
def test_the_tables_are_those_of_the_federation(players: str) -> None:
    table = [[list(board) for board in boards] for boards in roundrobin.berger(int(players))]
    assert table == TABLES[players]


@given(st.integers(2, 60))
def test_everybody_meets_everybody_once_and_colours_are_even(players: int) -> None:
    boards = [board for boards in roundrobin.berger(players) for board in boards]
    last = players + players % 2
    assert sorted(tuple(sorted(board)) for board in boards) == list(
        combinations(range(1, last + 1), 2)
    )
    for round in roundrobin.berger(players):
        assert sorted(n for board in round for n in board) == list(range(1, last + 1))
    real = [board for board in boards if max(board) <= players]
    first = Counter(red for red, _black in real)
    assert all(abs(2 * first[n] - (players - 1)) <= 1 for n in range(1, players + 1))


@given(st.integers(2, 30), st.booleans())
def test_a_double_round_has_both_colours_of_every_pair(players: int, swap: bool) -> None:
    options = roundrobin.Options(cycles=2, swap_last=swap)
    table = roundrobin.schedule(players, options)
    last = players + players % 2
    assert sorted(b for boards in table for b in boards) == sorted(
        permutations(range(1, last + 1), 2)
    )
    half = len(table) // 2
    order = [*range(half - 2), half - 1, half - 2] if swap and half > 1 else list(range(half))
    assert list(table[:half]) == [roundrobin.berger(players)[i] for i in order]


@pytest.mark.parametrize("players", range(4, 21, 2))
def test_the_swapped_rounds_keep_anybody_from_a_third_same_colour_in_the_middle(
    players: int,
) -> None:
    def runs(swap: bool) -> int:
        """The longest run of a colour that bridges the halves."""
        options = roundrobin.Options(cycles=2, swap_last=swap)
        table = roundrobin.schedule(players, options)
        half, longest = len(table) // 2, 0
        for n in range(1, players + 1):
            sides = [b[0] == n for boards in table for b in boards if n in b]
            at = 0
            for _side, group in groupby(sides):
                size = len(list(group))
                if at < half < at + size:
                    longest = max(longest, size)
                at += size
        return longest

    assert runs(swap=False) == 3
    assert runs(swap=True) == 2


def test_the_free_player_of_an_odd_field_scores_nothing() -> None:
    event = played(field(5), 5)
    assert [event.score(n) for n in range(1, 6)] == [40, 30, 20, 10, 0]
    for round in range(1, 6):
        free = [n for n in range(1, 6) if event.cell(n, round).kind is Kind.UNPAIRED]
        sheet = roundrobin.pair(field(5), round)
        assert [r.players for r in sheet.reasons if r.code == "roundrobin.free"] == [tuple(free)]


@pytest.mark.parametrize(("rounds", "annulled"), [(0, True), (2, True), (3, False), (5, False)])
def test_withdrawal_is_judged_by_half_of_the_games(rounds: int, annulled: bool) -> None:
    event = played(field(7), rounds)  # six games each
    player = next(n for n in (2, 3, 4, 5) if sum(c.played for c in event.row(n)) == rounds)
    ruling = roundrobin.withdrawal(event, player)
    assert (ruling.annulled, ruling.played, ruling.games) == (annulled, rounds, 6)
    before = {n: event.score(n) for n in range(1, 8)}
    after = roundrobin.withdraw(event, player)
    if annulled:
        assert after.score(player) == 0
        assert not any(cell.opponent == player for row in after.cells for cell in row)
    else:
        assert {n: after.score(n) for n in range(1, 8)} == before
    end = played(after, 7)
    rest = [cell for n in range(1, 8) if n != player for cell in end.row(n)]
    forfeits = [cell for cell in rest if cell.opponent == player and cell.kind is Kind.FORFEIT]
    assert len(forfeits) == (0 if annulled else 6 - rounds)
    assert all(cell.score is Score.WIN for cell in forfeits)
    others = [n for n in range(1, 8) if n != player]
    for one, two in combinations(others, 2):  # all the other games are played
        assert two in end.met(one)


def test_exactly_half_of_the_games_is_enough_to_stand() -> None:
    assert not roundrobin.Withdrawal(1, 3, 6).annulled
    assert roundrobin.Withdrawal(1, 2, 5).annulled
    assert not roundrobin.Withdrawal(1, 3, 5).annulled


def test_an_unfinished_game_of_who_withdraws_is_a_forfeit_if_the_results_stand() -> None:
    event = played(field(4), 2)
    event = event.with_sheet(roundrobin.pair(event, 3))
    opponent = event.cell(4, 3).opponent
    assert opponent is not None
    event = roundrobin.withdraw(event, 4)
    assert event.cell(4, 3).kind is Kind.FORFEIT
    assert event.cell(opponent, 3).score is Score.WIN


def test_two_that_are_away_both_lose() -> None:
    event = Event(
        players=tuple(map(Player, (1, 2, 3, 4))),
        absent={(1, 1): Kind.ZERO_BYE, (4, 1): Kind.ZERO_BYE},
    )
    sheet = roundrobin.pair(event, 1)
    assert sheet.reasons[0].code == "roundrobin.both_away"
    event = roundrobin.settle(event.with_sheet(sheet), 1)
    assert event.cell(1, 1).score is event.cell(4, 1).score is Score.LOSS


def test_who_is_away_for_a_round_loses_it_and_plays_the_next() -> None:
    event = Event(players=tuple(map(Player, (1, 2, 3, 4))), absent={(1, 1): Kind.ZERO_BYE})
    event = played(event, 3)
    assert [event.cell(1, r).kind for r in (1, 2, 3)] == [Kind.FORFEIT, Kind.GAME, Kind.GAME]
    assert event.score(4) == 10


@pytest.mark.parametrize(
    ("players", "round", "options", "code"),
    [
        (1, 1, roundrobin.Options(), "roundrobin.players"),
        (501, 1, roundrobin.Options(), "roundrobin.players"),
        (4, 0, roundrobin.Options(), "roundrobin.round"),
        (4, 4, roundrobin.Options(), "roundrobin.round"),
        (4, 1, roundrobin.Options(cycles=0), "roundrobin.cycles"),
        (4, 1, roundrobin.Options(cycles=9), "roundrobin.cycles"),
    ],
)
def test_what_is_no_round_robin_is_refused(
    players: int, round: int, options: roundrobin.Options, code: str
) -> None:
    with pytest.raises(PairingError) as caught:
        roundrobin.pair(field(players), round, options)
    assert caught.value.code == code


def test_reasons_are_sentences_in_both_languages() -> None:
    event = roundrobin.withdraw(played(field(5), 1), 2)
    reasons = [*roundrobin.pair(event, 2).reasons, roundrobin.withdrawal(event, 3).reason]
    for tag in ("en", "zh-Hans"):
        with use_language(tag):
            assert all(reason.code not in str(reason) for reason in reasons)
