"""Knock-out: brackets and lots, matches and what decides them."""

import json
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import deciders, knockout, lots
from chuhe.tournament.brackets import arranged, bracket, meeting_round
from chuhe.tournament.deciders import Chain, Decided, Match, Next, Result, Stage, Stuck
from chuhe.tournament.knockout import Knockout, Options

ONE_GAME: Chain = (Stage("match"), Stage("lot"))


def play(cup: Knockout, results: st.DataObject | None = None) -> Knockout:
    """The knock-out played to its end: by drawn results, or the smaller number always wins."""
    while not cup.over:
        name, step = next(
            (m.name, s) for m in cup.current if not isinstance(s := cup.state(m), Decided)
        )
        if isinstance(step, Stuck):
            cup = knockout.rule(cup, name, None, "level")
            continue
        assert isinstance(step, Next)
        result = Result.RED if step.red < step.black else Result.BLACK
        if results is not None:
            result = results.draw(st.sampled_from(list(Result)))
        cup = knockout.record(cup, name, result)
    return cup


# ------------------------------------------------------------ deciders


def match_of(*results: str, chain: Chain = deciders.CLUB, first: int | None = 1) -> Match:
    match = Match("1.1", 1, 2, first)
    for result in results:
        match = deciders.played(match, chain, "S", Result(result))
    return match


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        (["red", "black"], 1),  # 1 has Red, then Black: 2-0
        (["black", "red"], 2),
        (["red", "draw"], None),  # 1.5-0.5: the third game can still level it
        (["draw", "draw"], None),
        (["red"], None),
        (["red", "red"], None),  # 1-1
    ],
)
def test_best_of_three_ends_when_it_cannot_be_level_any_more(
    results: list[str], winner: int | None
) -> None:
    step = deciders.state(match_of(*results), deciders.CLUB, "S")
    assert (step.winner if isinstance(step, Decided) else None) == winner


@pytest.mark.parametrize("results", [["red", "draw", "draw"], ["draw", "draw", "draw"]])
def test_after_three_games_the_leader_wins_or_an_extra_game_follows(results: list[str]) -> None:
    step = deciders.state(match_of(*results), deciders.CLUB, "S")
    if results[0] == "red":
        assert isinstance(step, Decided) and step.winner == 1
    else:
        assert isinstance(step, Next) and step.stage.name == "extra"
        assert step.reasons[0].code == "decider.level_extra"
        after = deciders.state(match_of(*results, "draw"), deciders.CLUB, "S")
        assert isinstance(after, Decided) and after.reason.code == "decider.lot"


def test_colours_change_and_the_last_of_three_is_by_lot() -> None:
    step = deciders.state(match_of(), deciders.CLUB, "S")
    assert isinstance(step, Next) and (step.red, step.reasons[0].code) == (1, "decider.first")
    step = deciders.state(match_of("draw"), deciders.CLUB, "S")
    assert isinstance(step, Next)
    assert (step.red, step.reasons[0].code) == (2, "decider.colours_change")
    reds = Counter()
    for seed in range(40):
        step = deciders.state(match_of("draw", "draw"), deciders.CLUB, seed)
        assert isinstance(step, Next) and step.reasons[0].code == "decider.colours_lot"
        assert step.red == lots.first_mover(1, 2, seed, "match 1.1 game 3")
        reds[step.red] += 1
    assert set(reds) == {1, 2}


def test_a_draw_in_sudden_death_wins_for_black() -> None:
    chain = (Stage("match"), Stage("sudden_death", draw_odds=True, time="6:00", black_time="5:00"))
    step = deciders.state(match_of("draw", chain=chain), chain, "S")
    assert isinstance(step, Next) and (step.red, step.black) == (2, 1)
    assert step.reasons[-1].code == "decider.draw_odds"
    end = deciders.state(match_of("draw", "draw", chain=chain), chain, "S")
    assert isinstance(end, Decided) and (end.winner, end.reason.code) == (1, "decider.odds")
    end = deciders.state(match_of("draw", "red", chain=chain), chain, "S")
    assert isinstance(end, Decided) and end.winner == 2


def test_a_repeated_stage_is_played_again_until_it_is_not_level() -> None:
    chain = (Stage("match"), Stage("blitz", 2, repeat=2))
    level = match_of("draw", "draw", "draw", chain=chain)
    step = deciders.state(level, chain, "S")
    assert isinstance(step, Next) and step.game == 1
    end = deciders.state(match_of("draw", "draw", "draw", "red", "draw", chain=chain), chain, "S")
    assert isinstance(end, Decided) and end.reason.code == "decider.won_blitz"
    stuck = deciders.state(match_of(*["draw"] * 5, chain=chain), chain, "S")
    assert isinstance(stuck, Stuck)
    with pytest.raises(PairingError) as caught:
        deciders.played(match_of(*["draw"] * 5, chain=chain), chain, "S", Result.RED)
    assert caught.value.code == "decider.over"


@given(st.integers(1, 9), st.lists(st.sampled_from(list(Result)), min_size=9, max_size=9))
def test_a_match_stops_exactly_when_the_rest_cannot_change_who_leads(
    games: int, results: list[Result]
) -> None:
    chain = (Stage("match", games), Stage("lot"))
    match = Match("1.1", 1, 2, 1)
    points = Counter({1: 0, 2: 0})
    n = 0
    while isinstance(step := deciders.state(match, chain, "S"), Next) and step.index == 0:
        left = games - n
        assert abs(points[1] - points[2]) <= 2 * left  # half points: it can still become level
        points[step.red] += {"red": 2, "draw": 1}.get(results[n], 0)
        points[step.black] += {"black": 2, "draw": 1}.get(results[n], 0)
        match = deciders.played(match, chain, "S", results[n])
        n += 1
    assert isinstance(step, Decided)
    if points[1] != points[2]:
        assert step.winner == max(points, key=points.__getitem__)
        assert abs(points[1] - points[2]) > 2 * (games - n)
    else:
        assert n == games and step.reason.code == "decider.lot"


@pytest.mark.parametrize(
    "chain",
    [
        (),
        (Stage("lot"),),
        (Stage("rapid"), Stage("match")),
        (Stage("match"), Stage("lot"), Stage("blitz")),
        (Stage("match", 0),),
        (Stage("match", 100),),
        (Stage("match"), Stage("blitz", repeat=0)),
        (Stage("match"), Stage("sudden_death", 2, draw_odds=True)),
    ],
)
def test_a_chain_that_makes_no_sense_is_refused(chain: Chain) -> None:
    with pytest.raises(PairingError) as caught:
        deciders.check_chain(chain)
    assert caught.value.code == "decider.stage"


@pytest.mark.parametrize("name", deciders.CHAINS)
def test_chains_are_data(name: str) -> None:
    chain = deciders.CHAINS[name]
    text = json.dumps(deciders.chain_to_json(chain))
    assert deciders.chain_from_json(json.loads(text)) == chain
    assert all(stage.title for stage in chain)


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        [],
        ["match"],
        [{"name": "dice"}],
        [{"games": 3}],
        [{"name": "match", "games": "3"}],
        [{"name": "match", "games": True}],
        [{"name": "match", "colours": "any"}],
        [{"name": "match", "more": 1}],
    ],
)
def test_a_chain_in_a_file_is_checked(record: object) -> None:
    with pytest.raises(PairingError) as caught:
        deciders.chain_from_json(record)
    assert caught.value.code == "decider.stage"


# ------------------------------------------------------------ brackets


@given(st.integers(2, 200))
def test_seeds_meet_as_late_as_they_should(players: int) -> None:
    order = bracket(players)
    slot = {seed: at for at, seed in enumerate(order)}
    size = len(order)
    assert sorted(order) == list(range(1, size + 1)) and size // 2 < players <= size
    rounds = size.bit_length() - 1
    for best in (1 << n for n in range(1, rounds + 1)):
        # of the first 2, 4, 8 … seeds no two meet before so many are left
        for one in range(1, best + 1):
            for two in range(1, one):
                earliest = rounds - best.bit_length() + 2
                assert meeting_round(slot[one], slot[two]) >= earliest
        if best > 16:
            break
    for at in range(0, size, 2):
        assert order[at] + order[at + 1] == size + 1


@given(st.integers(2, 70))
def test_byes_go_to_the_best_seeds(players: int) -> None:
    cup = Knockout(tuple(range(1, players + 1)), Options(seed="S"))
    size = 1 << (players - 1).bit_length()
    byes = sorted(m.one or 0 for m in cup.current if m.two is None)
    assert byes == list(range(1, size - players + 1))
    assert all(m.reason.code == "knockout.bye" for m in cup.current if m.two is None)


@given(st.integers(2, 40), st.booleans())
def test_when_the_better_seed_always_wins_the_table_is_the_order_of_the_seeds(
    players: int, third: bool
) -> None:
    cup = play(
        Knockout(tuple(range(1, players + 1)), Options("bracket", ONE_GAME, "S", "higher", third))
    )
    table = knockout.places(cup)
    assert [p for place in table for p in sorted(place.players)] == list(range(1, players + 1))
    assert table[0].players == (1,) and table[1].players == (2,)
    if third and players >= 4:
        assert (table[2].first, table[2].players, table[3].players) == (3, (3,), (4,))
    for one, two in pairwise(table):
        assert two.first == one.last + 1


@given(st.integers(2, 24), st.data())
def test_units_are_kept_apart_no_worse_than_by_the_seeds_alone(
    players: int, data: st.DataObject
) -> None:
    units = {p: data.draw(st.sampled_from("ABCDE ")).strip() for p in range(1, players + 1)}
    seeds = list(range(1, players + 1))
    order = arranged(seeds, units)
    assert sorted(order) == seeds
    size = len(bracket(players))
    for seed, player in enumerate(order, 1):  # groups and byes are kept
        assert (seed - 1).bit_length() == (player - 1).bit_length()
        assert (seed <= size - players) == (player <= size - players)
    assert clashes(order, units) <= clashes(seeds, units)


def clashes(order: list[int], units: dict[int, str]) -> list[int]:
    """How many pairs of one unit could meet in each round, counted plainly."""
    slots = [order[s - 1] if s <= len(order) else None for s in bracket(len(order))]
    count = [0] * 8
    for i, one in enumerate(slots):
        for j, two in enumerate(slots[:i]):
            if one and two and units.get(one) and units.get(one) == units.get(two):
                round = 1
                while i >> round != j >> round:
                    round += 1
                count[round] += 1
    return count


@given(st.lists(st.sampled_from("ABCD "), min_size=8, max_size=8))
def test_eight_players_of_one_unit_do_not_meet_first_where_that_can_be_avoided(
    units: list[str],
) -> None:
    unit = {n: u.strip() for n, u in enumerate(units, 1)}
    best = min(
        clashes([1, 2, *three, *five], unit)[1]
        for three in permutations((3, 4))
        for five in permutations((5, 6, 7, 8))
    )
    assert clashes(arranged(list(range(1, 9)), unit), unit)[1] == best


def test_players_moved_apart_are_told_so() -> None:
    units = {1: "沪", 8: "沪"}
    cup = Knockout(tuple(range(1, 9)), Options(seed="S", units=units))
    codes = {m.reason.code for m in cup.current}
    assert codes == {"knockout.seeds", "knockout.seeds_apart"}
    assert all(set(m.players) != {1, 8} for m in cup.current)


# ------------------------------------------------------------ the course of a knock-out


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 20), st.sampled_from(["bracket", "lots"]), st.booleans(), st.data())
def test_any_course_comes_to_an_end_with_everybody_placed_once(
    players: int, system: str, third: bool, data: st.DataObject
) -> None:
    chain = data.draw(st.sampled_from([*deciders.CHAINS.values(), (Stage("match"),)]))
    options = Options(system, chain, "S", third_place=third, no_second_bye=True)  # type: ignore[arg-type]
    cup = play(Knockout(tuple(range(1, players + 1)), options), data)
    table = knockout.places(cup)
    assert sorted(p for place in table for p in place.players) == list(range(1, players + 1))
    assert table[0].first == 1 and table[-1].last == players
    assert knockout.from_json(json.loads(json.dumps(knockout.to_json(cup)))) == cup


def test_thirteen_players_by_lots_go_down_to_seven_four_and_two() -> None:
    options = Options("lots", deciders.CLUB, "S", third_place=True, no_second_bye=True)
    cup = play(Knockout(tuple(range(1, 14)), options))
    assert [len(draw.drawn) for draw in cup.draws] == [13, 7, 4, 2]
    assert [draw.bye is None for draw in cup.draws] == [False, False, True, True]
    assert cup.draws[0].bye != cup.draws[1].bye
    with use_language("en"):
        names = [knockout.round_name(cup, r) for r in range(1, 5)]
    assert names == ["round 1, 13 left", "quarter-final", "semi-final", "final"]
    assert [m.name for m in cup.current] == ["4.1", "4.third"]
    assert [len(place.players) for place in knockout.places(cup)] == [1, 1, 1, 1, 3, 6]


def test_the_red_card_moves_first_in_the_first_game_of_a_match() -> None:
    cup = Knockout(tuple(range(1, 14)), Options("lots", deciders.CLUB, "S"))
    boards = [(p.red, p.black) for p in knockout.sheet(cup).pairings if p.black]
    assert boards == [(red, black) for _n, red, black in cup.draws[0].pairs]


@pytest.mark.parametrize("first", ["higher", "lower"])
def test_the_first_colour_of_a_bracket_may_be_by_seed(first: str) -> None:
    cup = Knockout((5, 3, 9, 1), Options(seed="S", first=first))  # type: ignore[arg-type]
    boards = [(p.red, p.black) for p in knockout.sheet(cup).pairings]
    assert boards == ([(5, 1), (3, 9)] if first == "higher" else [(1, 5), (9, 3)])


def test_a_result_taken_back_takes_back_the_round_it_made() -> None:
    cup = Knockout((1, 2, 3, 4), Options("bracket", ONE_GAME, "S", "higher"))
    once = knockout.record(cup, "1.1", Result.RED)
    twice = knockout.record(once, "1.2", Result.RED)
    assert twice.round == 2 and knockout.undo(twice) == once and once.round == 1
    with pytest.raises(PairingError) as caught:
        knockout.undo(cup)
    assert caught.value.code == "knockout.nothing"


def test_nobody_sent_on_leaves_the_next_opponent_without_a_game() -> None:
    cup = Knockout((1, 2, 3, 4), Options("bracket", ONE_GAME, "S", "higher"))
    cup = knockout.rule(cup, "1.1", None, "neither came")
    cup = knockout.record(cup, "1.2", Result.RED)
    assert cup.over and cup.current[0].reason.code == "knockout.no_opponent"
    assert [place.players for place in knockout.places(cup)] == [(2,), (1, 4, 3)]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (("9.9", Result.RED), "knockout.no_match"),
        (("1.1", Result.RED), "knockout.decided"),
        (("1.2", deciders.Ruled(4, "")), "knockout.not_in"),
    ],
)
def test_a_result_that_does_not_fit_is_refused(entry: tuple[str, object], code: str) -> None:
    cup = Knockout((1, 2, 3, 4), Options("bracket", ONE_GAME, "S"))
    cup = knockout.record(cup, "1.1", Result.RED)
    with pytest.raises(PairingError) as caught:
        Knockout(cup.players, cup.options, (*cup.log, knockout.Entry(*entry)))  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize("players", [(), (1,), (1, 1), tuple(range(5000))])
def test_a_field_that_is_none_is_refused(players: tuple[int, ...]) -> None:
    with pytest.raises(PairingError) as caught:
        Knockout(players, Options(seed="S"))
    assert caught.value.code == "knockout.players"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("system", "swiss"),
        ("seed", 7),
        ("first", None),
        ("third_place", 1),
        ("players", [1, "2", 3]),
        ("units", [[1]]),
        ("units", {"1": "A"}),
        ("log", [["1.1", "won"]]),
        ("log", [["1.1", {"winner": "1", "note": ""}]]),
        ("log", [[1, "red"]]),
        ("log", None),
    ],
)
def test_a_file_with_a_wrong_field_is_refused_by_name(field: str, value: object) -> None:
    record = knockout.to_json(Knockout((1, 2, 3), Options(seed="S")))
    with pytest.raises(PairingError) as caught:
        knockout.from_json({**record, field: value})
    assert (caught.value.code, caught.value.facts) == ("knockout.record", {"field": field})


def test_every_board_has_its_reasons_in_both_languages() -> None:
    cup = Knockout(tuple(range(1, 14)), Options("lots", deciders.CLUB, "S", third_place=True))
    seen = set()
    while not cup.over:
        sheet = knockout.sheet(cup)
        for pairing in sheet.pairings:
            here = {pairing.red} | ({pairing.black} if pairing.black else set())
            assert any(here <= set(reason.players) for reason in sheet.reasons)
        for tag in ("en", "zh-Hans"):
            with use_language(tag):
                assert all(reason.code not in str(reason) for reason in sheet.reasons)
        seen |= {reason.code for reason in sheet.reasons}
        match = next(m for m in cup.current if isinstance(cup.state(m), Next))
        cup = knockout.record(cup, match.name, Result.DRAW)
    assert {"lots.pair", "lots.bye", "decider.level_extra", "knockout.third"} <= seen
