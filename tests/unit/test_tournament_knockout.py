"""Knock-outs and double eliminations on the file of an event.

Expected values come from the rules: a bracket of 2^k with byes for the best seeds; best of n;
a chain of deciders ending in a lot, or in a game whose draw wins for the second mover; a match
for the third place; who has lost twice is out of a double elimination.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, better_wins, code_of, codes, of_knockouts

from chuhe.i18n import use_language
from chuhe.tournament import deciders
from chuhe.tournament.bracket_plan import single
from chuhe.tournament.bracket_view import (
    bracket_facts,
    bracket_svg,
    match_facts,
)
from chuhe.tournament.desk import system_of
from chuhe.tournament.desk_knockout import chain_of, tree_of
from chuhe.tournament.director import Director
from chuhe.tournament.doubleelim import double
from chuhe.tournament.journal import Journal
from chuhe.tournament.state import fold


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_knockouts(tmp_path)


def boards(desk: Director) -> dict[str, tuple[int, int | None]]:
    round = desk.state.rounds[-1]
    return {f.name: board for f, board in zip(round.fixtures, round.boards, strict=True)}


def places(desk: Director) -> dict[int, int]:
    return {row.number: row.place for row in desk.standings().rows}


# ---------------------------------------------------------------- the bracket


def test_the_best_seeds_of_six_have_the_byes(make: Make) -> None:
    desk = make(6)
    desk.pair_round()
    assert boards(desk) == {"1.1": (1, None), "1.2": (4, 5), "1.3": (2, None), "1.4": (3, 6)}
    assert desk.state.rounds[0].boards == [(4, 5), (3, 6), (1, None), (2, None)]  # byes last
    assert codes(desk.state.rounds[0].reasons).count("knockout.bye") == 2


def test_seeds_as_they_should_meet(make: Make) -> None:
    desk = make(8)
    for _round in range(3):
        better_wins(desk)
    assert [round.boards for round in desk.state.rounds] == [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3)],
        [(1, 2)],
    ]
    assert code_of(desk.pair_round) == "desk.over"
    assert places(desk) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    assert tree_of(desk.state).champion == 1


def test_numbers_by_rating_seed_the_players(make: Make) -> None:
    desk = make(4)
    desk.edit("3", {"rating": 2500})
    desk.number("rating")
    desk.pair_round()
    assert desk.state.entrant(1).name == "P3"
    assert boards(desk)["1.1"] == (1, 4)


def test_those_of_one_unit_are_kept_apart(make: Make) -> None:
    desk = make(4, teams="AbcA", apart=True)  # seeds 1 and 4 are of A
    desk.pair_round()
    assert boards(desk) == {"1.1": (1, 3), "1.2": (2, 4)}
    assert "knockout.seeds_apart" in codes(desk.state.rounds[0].reasons)


def test_the_third_place_is_played_in_the_round_of_the_final(make: Make) -> None:
    desk = make(4, third_place=True)
    better_wins(desk)
    assert places(desk) == {1: 1, 2: 1, 3: 3, 4: 3}  # not played yet: shared
    desk.pair_round()
    assert boards(desk) == {"2.1": (1, 2), "3P": (3, 4)}
    assert "knockout.for_third" in codes(desk.state.rounds[1].reasons)
    desk.results([(1, "0"), (2, "0")])
    assert places(desk) == {2: 1, 1: 2, 4: 3, 3: 4}


def test_with_three_players_the_only_loser_of_the_semi_finals_is_third(make: Make) -> None:
    desk = make(3, third_place=True)
    better_wins(desk)
    better_wins(desk)
    assert boards(desk) == {"2.1": (1, 2)}
    assert places(desk) == {1: 1, 2: 2, 3: 3}


def test_two_players_are_a_final(make: Make) -> None:
    desk = make(2, third_place=True)
    better_wins(desk)
    assert places(desk) == {1: 1, 2: 2}


def test_tie_breaks_part_those_who_go_out_together(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "sno.chuhe"
    with Director.create(
        path, name="x", seed="s", system="knockout", tiebreaks="Z,D", clock=lambda: ""
    ) as desk:
        desk.add_players([{"name": f"P{n}"} for n in range(1, 5)])
        desk.number("entry")
        better_wins(desk)
        desk.foul("3", "illegal move")  # fewer fouls are better
        better_wins(desk)
        assert places(desk) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_all_eight_places_are_played_for(make: Make) -> None:
    desk = make(8, places=8)
    better_wins(desk)
    assert places(desk) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 5, 6: 5, 7: 5, 8: 5}
    better_wins(desk)
    assert boards(desk) == {"2.1": (1, 4), "2.2": (2, 3), "5-8.1": (5, 8), "5-8.2": (6, 7)}
    better_wins(desk)
    assert boards(desk) == {"3.1": (1, 2), "3P": (3, 4), "5-6": (5, 6), "7-8": (7, 8)}
    assert places(desk) == {n: n for n in range(1, 9)}
    with use_language("en"):
        svg = bracket_svg(desk.state) or ""
    assert "Places 5–8" in svg and "Places 7–8" in svg


def test_six_places_are_played_for(make: Make) -> None:
    desk = make(8, places=6)
    for _round in range(3):
        better_wins(desk)
    assert "7-8" not in tree_of(desk.state).by_name
    assert places(desk) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 7}


def test_a_page_play_off(make: Make) -> None:
    desk = make(4, page=True)
    desk.pair_round()
    assert boards(desk) == {"Q1": (1, 2), "Q2": (3, 4)}
    desk.results([(1, "1"), (2, "1")])
    assert places(desk) == {1: 1, 2: 1, 3: 1, 4: 4}  # 2 has a second chance
    desk.pair_round()
    assert boards(desk) == {"SF": (2, 3)}
    desk.results([(1, "1")])
    desk.pair_round()
    assert boards(desk) == {"F": (1, 2)}
    desk.results([(1, "0")])
    assert places(desk) == {2: 1, 1: 2, 3: 3, 4: 4}
    assert code_of(lambda: make(5, page=True)) == "knockout.page"
    assert code_of(lambda: make(4, page=True, places=4)) == "knockout.page_places"


# ---------------------------------------------------------------- matches of several games


def test_a_match_of_two_games_and_its_deciders_are_told_step_by_step(make: Make) -> None:
    chain = [
        {"name": "match", "games": 2, "time": "60+30"},
        {"name": "rapid", "games": 2, "time": "15+10"},
        {"name": "sudden_death", "draw_odds": True, "time": "5+0", "black_time": "4+0"},
    ]
    desk = make(2, chain=chain)
    desk.pair_round()
    assert codes(desk.state.rounds[0].reasons) == [
        "knockout.seeds",
        "knockout.first_higher",
        "knockout.time",
        "knockout.draw_half",
    ]
    assert codes(desk.results([(1, "=")])) == [
        "knockout.next_match",
        "decider.colours_change",
        "knockout.time",
        "knockout.draw_rapid",
    ]
    answer = desk.results([(1, "=")])
    assert codes(answer) == [
        "knockout.next_rapid",
        "decider.level_rapid",
        "decider.colours_change",
        "knockout.time",
        "knockout.draw_half",
    ]
    assert answer.notes[0].facts["red"] == 1  # 2 had Red in game 2
    desk.results([(1, "1")])
    answer = desk.results([(1, "1")])  # 2 has Red and wins: level again
    assert codes(answer) == [
        "knockout.next_sudden_death",
        "decider.level_sudden_death",
        "decider.colours_change",
        "decider.draw_odds",
        "knockout.times",
    ]
    with use_language("zh-Hans"):
        assert [str(note) for note in (answer.notes[0], answer.notes[-1])] == [
            "1.1 场第 5 局（突然死亡）：1 号先走，对 2 号",
            "用时：1 号 5+0，2 号 4+0",
        ]
    assert codes(desk.results([(1, "=")])) == ["decider.odds"]  # the draw wins for Black
    assert desk.state.rounds[0].results == {(1, 2): "0"}
    assert places(desk) == {2: 1, 1: 2}
    facts = match_facts(desk.state, desk.state.rounds[0], 1)
    assert facts["score"] == [2.5, 2.5] and facts["next"] is None
    assert [game["first"] for game in facts["games"]] == [1, 2, 1, 2, 1]


def test_a_match_ends_when_it_is_decided(make: Make) -> None:
    desk = make(2, games=3)
    desk.pair_round()
    desk.results([(1, "1"), (1, "0")])  # 1 wins as first mover, then as second
    assert desk.state.rounds[0].missing == []
    assert code_of(lambda: desk.results([(1, "=")])) == "director.stands"


def test_the_chain_at_its_end_leaves_it_to_the_arbiter(make: Make) -> None:
    desk = make(2, chain=[{"name": "match"}, {"name": "rapid"}])
    desk.pair_round()
    assert codes(desk.results([(1, "=")]))[-1] == "knockout.draw_stuck"
    assert codes(desk.results([(1, "=")])) == ["decider.stuck"]
    assert code_of(lambda: desk.results([(1, "1")])) == "knockout.stuck"
    assert code_of(lambda: desk.decide(1, 3, reason="x")) == "knockout.not_on_board"
    assert codes(desk.decide(1, 2, reason="fewer fouls")) == ["decider.ruled"]
    assert places(desk) == {2: 1, 1: 2}
    # clearing the decision leaves the games as they were
    assert code_of(lambda: desk.results([(1, ".")])) == "director.stands"
    desk.results([(1, ".")], reason="too early")
    assert desk.state.rounds[0].missing == [1]


def test_a_lot_decides_from_the_seed_of_the_event(make: Make) -> None:
    ends = set()
    for _again in range(2):
        desk = make(2, chain=[{"name": "match"}, {"name": "lot"}])
        desk.pair_round()
        answer = desk.results([(1, "=")])
        assert codes(answer) == ["decider.lot"]
        ends.add(answer.notes[0].facts["winner"])
    assert len(ends) == 1


def test_games_by_round_and_in_the_final(make: Make) -> None:
    options = {"games": [1, 3], "final_games": 5, "chain": "club-lot"}
    made = [chain_of(options, round, final=round == 3)[0].games for round in (1, 2, 3, 4)]
    assert made == [1, 3, 5, 3]
    desk = make(4, games=[1], final_games=3)
    better_wins(desk)
    desk.pair_round()
    desk.results([(1, "1")])
    assert desk.state.rounds[1].missing == [1]


def test_a_correction_of_a_game(make: Make) -> None:
    desk = make(2, games=3)
    desk.pair_round()
    desk.results([(1, "1"), (1, "1")])  # each has won with Red
    assert code_of(lambda: desk.match_game(1, 1, "=")) == "director.stands"
    assert code_of(lambda: desk.match_game(1, 3, "1", reason="x")) == "knockout.no_game"
    assert codes(desk.match_game(1, 1, "1", reason="x")) == ["director.result_already"]
    answer = desk.match_game(1, 1, "=", reason="wrong slip")
    assert codes(answer)[:2] == ["knockout.game_changed", "knockout.next_match"]
    assert match_facts(desk.state, desk.state.rounds[0], 1)["score"] == [0.5, 1.5]
    desk.results([(1, "0")])  # 1 moves first and loses: 2 has 2.5 of 3
    assert desk.state.rounds[0].results == {(1, 2): "0"}
    # With two games lost the third would not have been played.
    assert code_of(lambda: desk.match_game(1, 1, "0", reason="x")) == "knockout.later"
    answer = desk.results([(1, ".")], reason="no such game")
    assert answer.done and desk.state.rounds[0].missing == [1]
    desk.match_game(1, 1, "0", reason="x")
    assert desk.state.rounds[0].results == {(1, 2): "0"}


def test_undoing_games_and_their_corrections(make: Make) -> None:
    desk = make(2, games=3)
    desk.pair_round()
    first = desk.results([(1, "1")]).entries[0].seq
    desk.results([(1, "1")])
    assert code_of(lambda: desk.undo(first)) == "director.needed"  # game 2 rests on it
    changed = desk.match_game(1, 1, "0", reason="slip").entries[0].seq
    assert desk.state.rounds[0].results == {(1, 2): "0"}
    desk.undo(changed)
    assert desk.state.rounds[0].results == {}
    desk.undo()
    assert match_facts(desk.state, desk.state.rounds[0], 1)["score"] == [1, 0]
    assert fold(desk.entries).rounds == desk.state.rounds


def test_a_published_round_changes_only_with_a_reason(make: Make) -> None:
    desk = make(4, games=2)
    desk.pair_round()
    desk.results([(1, "1"), (1, "0"), (2, "1")])
    seq = desk.results([(2, "0")]).entries[-1].seq
    desk.publish()
    assert desk.state.rounds[0].published == "results"
    assert code_of(lambda: desk.undo(seq)) == "director.published"
    assert code_of(lambda: desk.results([(2, "1")])) == "director.stands"
    assert desk.results([(2, "1")], reason="slip").done
    assert desk.state.rounds[0].missing == [2]


def test_a_winner_who_changes_after_the_next_round_was_paired(make: Make) -> None:
    desk = make(4)
    better_wins(desk)
    desk.pair_round()
    assert boards(desk) == {"2.1": (1, 2)}
    answer = desk.results([(1, "0")], round=1, reason="the sheet was read upside down")
    assert "knockout.paired_since" in codes(answer)
    # Seed 4 is the right one now; putting him in breaks nothing.
    assert desk.swap(1, 4).done
    assert boards(desk) == {"2.1": (4, 2)}
    wrong = desk.swap(2, 3)
    assert not wrong.done and codes(wrong) == ["knockout.stray"]
    assert desk.swap(2, 3, force=True).done
    desk.results([(1, "1")])
    assert tree_of(desk.state).champion == 4


def test_boards_with_games_are_not_changed_and_none_is_added(make: Make) -> None:
    desk = make(6, games=2)
    desk.pair_round()
    desk.results([(1, "=")])
    assert code_of(lambda: desk.swap(4, 3)) == "desk.played"
    assert code_of(lambda: desk.turn(1)) == "desk.played"
    assert code_of(lambda: desk.join(1, 2)) == "knockout.no_join"
    assert code_of(lambda: desk.bye("1", 2, "half")) == "director.no_bye"
    assert code_of(lambda: desk.late("P9")) == "director.no_late"
    assert desk.turn(2).done and desk.state.rounds[0].boards[1] == (6, 3)
    assert match_facts(desk.state, desk.state.rounds[0], 2)["next"]["first"] == 6


# ---------------------------------------------------------------- withdrawals


def test_who_withdraws_loses_the_match_he_is_in_and_those_to_come(make: Make) -> None:
    desk = make(4, third_place=True, games=2)
    desk.pair_round()
    desk.results([(1, "="), (2, "1"), (2, "0")])
    answer = desk.withdraw("1")
    assert codes(answer) == ["knockout.walkover"]
    assert desk.state.rounds[0].results == {(1, 4): "-", (2, 3): "1"}
    desk.pair_round()
    round = desk.state.rounds[1]
    assert boards(desk) == {"2.1": (2, 4), "3P": (1, 3)}
    assert round.results == {(1, 3): "-"} and round.missing == [1]
    assert "knockout.walkover" in codes(round.reasons)
    desk.results([(1, "1"), (1, "0")])
    assert places(desk) == {2: 1, 4: 2, 3: 3, 1: 4}


def test_who_withdraws_before_the_first_round_has_no_place_in_the_bracket(make: Make) -> None:
    desk = make(5)
    assert desk.state.rules["rounds"] == 3
    desk.withdraw("2")
    assert desk.state.rules["rounds"] == 2
    desk.pair_round()
    assert boards(desk) == {"1.1": (1, 5), "1.2": (3, 4)}  # the seeds are 1 3 4 5
    assert code_of(lambda: desk.pair_round()) == "desk.unfinished"
    desk.results([(1, "1"), (2, "1")])
    better_wins(desk)
    assert places(desk) == {1: 1, 3: 2, 4: 3, 5: 3, 2: 5}
    why = system_of(desk.state).why_place
    assert why is not None and codes(why(desk.state, 2, None)) == ["knockout.not_here"]


def test_one_of_two_who_withdraws_gives_the_other_the_match(make: Make) -> None:
    desk = make(2)
    desk.withdraw("1")
    desk.pair_round()
    assert desk.state.rounds[0].results == {(1, 2): "-"}
    assert places(desk) == {2: 1, 1: 2}


def test_if_neither_comes_nobody_goes_on(make: Make) -> None:
    desk = make(4)
    desk.pair_round()
    desk.decide(1, None, reason="neither came")
    assert desk.state.rounds[0].results == {(1, 4): "x"}
    desk.results([(2, "1")])
    desk.pair_round()
    assert desk.state.rounds[1].boards == [(2, None)]
    assert codes(desk.state.rounds[1].reasons) == ["knockout.alone"]
    assert places(desk) == {2: 1, 3: 2, 1: 2, 4: 2}


def test_both_have_withdrawn(make: Make) -> None:
    desk = make(4)
    better_wins(desk)
    desk.withdraw("1")
    desk.withdraw("2")
    desk.pair_round()
    assert desk.state.rounds[1].results == {(1, 2): "x"}
    assert "knockout.both_away" in codes(desk.state.rounds[1].reasons)
    assert tree_of(desk.state).champion is None
    assert places(desk) == {1: 1, 2: 1, 3: 3, 4: 3}


# ---------------------------------------------------------------- double elimination


def test_a_double_elimination_of_four_by_hand(make: Make) -> None:
    desk = make(4, "double")
    better_wins(desk)  # 1–4, 2–3
    better_wins(desk, 2)  # W2.1: 2 beats 1; L1.1: 3 beats 4, who is out
    assert boards(desk) == {"W2.1": (1, 2), "L1.1": (3, 4)}
    assert places(desk)[4] == 4
    better_wins(desk)  # L2.1: 1 beats 3
    assert boards(desk) == {"L2.1": (1, 3)}
    better_wins(desk)  # F1: 1, who came through the losers' bracket, beats 2
    assert boards(desk) == {"F1": (1, 2)}
    desk.pair_round()
    assert boards(desk) == {"F2": (1, 2)}
    assert "knockout.reset" in codes(desk.state.rounds[4].reasons)
    desk.results([(1, "0")])
    assert places(desk) == {2: 1, 1: 2, 3: 3, 4: 4}
    assert code_of(desk.pair_round) == "desk.over"


def test_no_second_final_if_the_unbeaten_one_wins(make: Make) -> None:
    desk = make(4, "double")
    for _round in range(4):
        better_wins(desk)
    assert code_of(desk.pair_round) == "desk.won"
    assert places(desk) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_no_second_final_where_none_was_agreed(make: Make) -> None:
    desk = make(2, "double", reset=False)
    better_wins(desk)
    better_wins(desk, 2)
    assert code_of(desk.pair_round) == "desk.over"
    assert places(desk) == {2: 1, 1: 2}


def test_losers_come_over_away_from_whom_they_have_met() -> None:
    plan = {match.name: match for match in double(8)}
    assert [plan[f"L1.{n}"].two.of for n in (1, 2)] == ["W1.2", "W1.4"]
    # W2.1 is played by winners of W1.1 and W1.2, whose losers meet in L1.1.
    assert [str(plan[f"L2.{n}"].two) for n in (1, 2)] == ["loser of W2.2", "loser of W2.1"]


@pytest.mark.parametrize("players", range(2, 65))
def test_plans_have_as_many_matches_as_losses_are_needed(players: int) -> None:
    size = 1 << (players - 1).bit_length()
    assert len(single(players)) == size - 1
    assert len(double(players, reset=False)) == 2 * size - 2
    assert len(double(players)) == 2 * size - 1


def test_who_withdraws_from_a_double_elimination_forfeits_twice(make: Make) -> None:
    desk = make(4, "double")
    desk.pair_round()
    desk.withdraw("1")
    desk.results([(2, "1")])
    better_wins(desk)
    assert desk.state.rounds[1].results[(1, 3)] == "-"
    assert places(desk)[1] == 4


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ({"games": "many"}, "knockout.games"),
        ({"games": [1, "3"]}, "knockout.games"),
        ({"games": 0}, "decider.stage"),
        ({"games": [1, 100]}, "decider.stage"),
        ({"final_games": -1}, "decider.stage"),
        ({"chain": "no such"}, "knockout.chain"),
        ({"chain": [{"name": "rapid"}]}, "decider.stage"),
        ({"chain": 7}, "decider.stage"),
        ({"first": "white"}, "knockout.first"),
        ({"third_place": "yes"}, "desk.option"),
        ({"reset": True}, "desk.option"),
        ({"baku": True}, "desk.option"),
    ],
)
def test_options_that_make_no_sense(make: Make, option: dict[str, object], code: str) -> None:
    assert code_of(lambda: make(4, **option)) == code


def test_chains_of_the_library_are_options(make: Make) -> None:
    for name, chain in deciders.CHAINS.items():
        assert chain_of({"chain": name}, 1, final=False) == chain


def test_other_systems_have_no_matches(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "robin.chuhe"
    with Director.create(path, name="x", seed="s", system="roundrobin", clock=str) as desk:
        desk.add_players([{"name": "A"}, {"name": "B"}])
        desk.number("entry")
        desk.pair_round()
        assert code_of(lambda: desk.decide(1, 1, reason="x")) == "knockout.no_matches"
        assert code_of(lambda: desk.match_game(1, 1, "1", reason="x")) == "knockout.no_matches"
        assert bracket_svg(desk.state) is None and bracket_facts(desk.state) is None


def test_too_many_for_a_bracket(make: Make) -> None:
    assert code_of(lambda: make(1025)) == "knockout.most"


def test_a_log_with_an_impossible_game_is_refused(make: Make) -> None:
    desk = make(2)
    desk.pair_round()
    bad = {"do": "match_game", "round": 1, "red": 1, "black": 2, "game": 2, "first": 2}
    with Journal(desk._journal.path) as journal:
        journal.write(lambda: [{**bad, "result": "1"}], at="", who="")
    assert code_of(lambda: desk.state) == "director.log"
