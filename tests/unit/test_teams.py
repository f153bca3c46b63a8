"""Teams by places, Scheveningen and groups: expected values worked out by hand from the rules named."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import (
    Event,
    Kind,
    Pairing,
    Player,
    Points,
    Score,
    Sheet,
    groups,
    knockout,
    roundrobin,
    scheveningen,
)
from chuhe.tournament.brackets import bracket, meeting_round
from chuhe.tournament.standings import standings
from chuhe.tournament.team_places import by_places
from chuhe.tournament.teams import Team


def refused(code: str, call: object, *args: object, **named: object) -> None:
    with pytest.raises(PairingError) as error:
        call(*args, **named)  # type: ignore[operator]
    assert error.value.code == code
    with use_language("en"):
        assert str(error.value) != code


# ---------------------------------------------------------------- teams by places


def test_teams_by_individual_places() -> None:
    # The lower sum is better; equal sums: the best place; fewer than two: not ranked (WXC-18).
    places = {n: n for n in range(1, 9)}
    rows = by_places(
        places,
        [
            Team("a", (3, 4)),
            Team("b", (2, 5)),
            Team("c", (1, 8, 7)),
            Team("d", (6,)),
            Team("e", (9, 10)),
        ],
    )
    assert [(r.place, r.team, r.total) for r in rows if r.place] == [
        (1, "b", 7),
        (2, "a", 7),
        (3, "c", 8),
    ]
    assert [(r.team, r.counted) for r in rows if r.place is None] == [("d", (6,)), ("e", ())]
    with use_language("en"):
        assert str(rows[0].reason) == "b: places 2 + 5 = 7, the best is 2"


def test_shared_individual_places_can_leave_teams_equal() -> None:
    rows = by_places({1: 1, 2: 1, 3: 3, 4: 3}, [Team("a", (1, 3)), Team("b", (2, 4))])
    assert [r.place for r in rows] == [1, 1]


# ---------------------------------------------------------------- Scheveningen


@pytest.mark.parametrize("n", range(2, 11))
def test_scheveningen_tables_are_complete_and_balanced(n: int) -> None:
    rounds = scheveningen.table(n)
    everybody = set(range(1, n + 1))
    assert len(rounds) == n
    assert Counter((b.a, b.b) for r in rounds for b in r) == Counter(
        (a, b) for a in everybody for b in everybody
    )
    for r in rounds:
        assert [b.a for b in r] == sorted(everybody)
        assert {b.b for b in r} == everybody
        if n > 2:
            assert sum(b.a_first for b in r) in (n // 2, (n + 1) // 2)
    lines = [[b.a_first for r in rounds for b in r if b.a == one] for one in everybody]
    lines += [[not b.a_first for r in rounds for b in r if b.b == one] for one in everybody]
    for line in lines:
        assert sum(line) in (n // 2, (n + 1) // 2)
        assert not any(x == y == z for x, y, z in zip(line, line[1:], line[2:], strict=False))
    assert abs(2 * sum(b.a_first for r in rounds for b in r) - n * n) == n % 2


def test_repeated_colours_of_the_table_for_nine() -> None:
    # 16 is the least for these pairings (proven by OR-tools CP-SAT).
    rounds = scheveningen.table(9)
    lines = [[b.a_first for r in rounds for b in r if b.a == one] for one in range(1, 10)]
    lines += [[b.a_first for r in rounds for b in r if b.b == one] for one in range(1, 10)]
    assert sum(x == y for line in lines for x, y in pairwise(line)) == 16


def test_scheveningen_sheet() -> None:
    # Round 2 of the published table for 4 boards: B2-A1 B1-A2 A3-B4 A4-B3.
    sheet = scheveningen.sheet((1, 2, 3, 4), (5, 6, 7, 8), 2)
    assert sheet.pairings == (Pairing(6, 1), Pairing(5, 2), Pairing(3, 8), Pairing(4, 7))
    refused("scheveningen.boards", scheveningen.table, 11)
    refused("scheveningen.boards", scheveningen.table, 1)
    refused("scheveningen.teams", scheveningen.sheet, (1, 2), (2, 3), 1)
    refused("scheveningen.round", scheveningen.sheet, (1, 2), (3, 4), 3)


# ---------------------------------------------------------------- groups


@pytest.mark.parametrize("how", ["lot", "pots"])
@pytest.mark.parametrize("seed", range(20))
def test_units_are_parted_wherever_that_is_possible(how: str, seed: int) -> None:
    # Four players of one unit for four groups, two each of others, in a row as the entries come.
    units = dict(enumerate("沪沪沪沪粤粤桂桂京京津津", 1))
    drawn = groups.draw(range(1, 13), 4, seed, how=how, units=units)  # type: ignore[arg-type]
    assert sorted(p for group in drawn.groups for p in group) == list(range(1, 13))
    assert [len(group) for group in drawn.groups] == [3, 3, 3, 3]
    assert drawn.mates == 0
    for group in drawn.groups:
        assert len({units[p] for p in group}) == 3


def test_by_pots_one_of_each_pot_is_in_each_group() -> None:
    for seed in range(20):
        for group in groups.draw(range(1, 17), 4, seed, how="pots").groups:
            assert [(p - 1) // 4 for p in group] == [0, 1, 2, 3]


def test_by_lot_a_big_unit_is_spread_evenly() -> None:
    units = dict.fromkeys(range(1, 8), "沪")  # 7 into 3 groups: 3, 2, 2 = 3 + 1 + 1 pairs
    for seed in range(20):
        drawn = groups.draw(range(1, 13), 3, seed, units=units)
        assert drawn.mates == 5 and drawn.attempt == 1
        assert any(reason.code == "groups.mates" for reason in drawn.reasons)


def test_a_draw_is_the_same_again_and_another_seed_is_another_draw() -> None:
    assert groups.draw(range(1, 13), 3, "cup") == groups.draw(range(1, 13), 3, "cup")
    drawn = {groups.draw(range(1, 13), 3, seed).groups for seed in range(50)}
    assert len(drawn) == 50


def test_lots_favour_no_group() -> None:
    at = Counter(
        next(g for g, group in enumerate(groups.draw(range(1, 9), 4, seed).groups) if 1 in group)
        for seed in range(400)
    )
    # 100 expected each, standard deviation 8.7: five of them either way.
    assert set(at) == {0, 1, 2, 3} and all(56 <= n <= 144 for n in at.values())


def test_snake() -> None:
    assert groups.draw(range(1, 13), 3, how="snake").groups == (
        (1, 6, 7, 12),
        (2, 5, 8, 11),
        (3, 4, 9, 10),
    )


def test_impossible_groups_are_refused() -> None:
    refused("groups.players", groups.draw, range(1, 6), 3, "s")
    refused("groups.players", groups.draw, [1, 1, 2, 3], 2, "s")
    refused("groups.number", groups.draw, range(1, 99), 0, "s")
    refused("groups.number", groups.draw, range(1, 99), 33, "s")
    refused("lots.seed", groups.draw, range(1, 9), 2, "")


@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_crosswise_with_two_from_each_group(count: int) -> None:
    going = [(10 * g + 1, 10 * g + 2) for g in range(1, count + 1)]
    seeds = groups.crosswise(going)
    order = [seeds[seed - 1] for seed in bracket(len(seeds))]
    met = {frozenset(order[i : i + 2]) for i in range(0, len(order), 2)}
    for g in range(1, count + 1, 2):
        assert {frozenset((10 * g + 1, 10 * g + 12)), frozenset((10 * g + 11, 10 * g + 2))} <= met
    for one, two in going:  # the two of a group can meet in the final only
        assert meeting_round(order.index(one), order.index(two)) == len(bin(len(order))) - 3


def test_crosswise_with_four_from_each_of_two_groups() -> None:
    seeds = groups.crosswise([(11, 12, 13, 14), (21, 22, 23, 24)])
    order = [seeds[seed - 1] for seed in bracket(8)]
    met = {frozenset(order[i : i + 2]) for i in range(0, 8, 2)}
    assert met == {frozenset(pair) for pair in ((11, 24), (12, 23), (13, 22), (14, 21))}


@pytest.mark.parametrize(
    ("count", "places"), [(3, 2), (2, 3), (5, 2), (6, 2), (3, 1), (1, 4), (12, 2)]
)
def test_other_numbers_keep_a_group_apart_in_the_first_round(count: int, places: int) -> None:
    going = [tuple(10 * g + p for p in range(1, places + 1)) for g in range(1, count + 1)]
    seeds = groups.crosswise(going)
    assert sorted(seeds) == sorted(p for group in going for p in group)
    assert {p % 10 for p in seeds[: min(2, count)]} == {1}
    if count > 1:
        slots = [seeds[s - 1] if s <= len(seeds) else 0 for s in bracket(len(seeds))]
        for one, two in zip(slots[::2], slots[1::2], strict=True):
            assert not one or not two or one // 10 != two // 10


def test_uneven_groups_are_refused() -> None:
    refused("groups.uneven", groups.crosswise, [(1, 2), (3,)])
    refused("groups.uneven", groups.crosswise, [])


def test_a_whole_event_of_groups_and_a_final() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 9)), points=Points.of("2:1:0"))
    drawn = groups.draw(range(1, 9), 2, "cup", how="snake")
    assert drawn.groups == ((1, 4, 5, 8), (2, 3, 6, 7))
    tables = []
    for members in drawn.groups:
        inside = groups.part(event, members)
        for round in range(1, roundrobin.rounds(len(members)) + 1):
            inside = inside.with_sheet(roundrobin.pair(inside, round))
            for pairing in inside.sheet(round).pairings:
                assert pairing.black is not None
                score = Score.WIN if pairing.red < pairing.black else Score.LOSS
                inside = inside.with_result(
                    round, red=pairing.red, black=pairing.black, score=score
                )
        tables.append(standings(inside, ["PTS", "DE"]))
    going = groups.first_of(tables, 2)
    assert going == ((1, 4), (2, 3))
    cup = knockout.Knockout(groups.crosswise(going), knockout.Options(seed="cup"))
    assert [match.players for match in cup.current] == [(1, 3), (2, 4)]


def test_shared_places_stop_the_way_to_the_final() -> None:
    event = Event(players=(Player(1), Player(2)))
    event = event.with_sheet(Sheet(1, (Pairing(1, 2),)))
    event = event.with_result(1, red=1, black=2, score=Score.DRAW)
    refused("groups.tied", groups.first_of, [standings(event, ["PTS"])], 1)
    refused("groups.few", groups.first_of, [standings(event, ["PTS"])], 3)


def test_the_part_of_a_group_holds_its_games_alone() -> None:
    event = Event(
        players=tuple(Player(n) for n in range(1, 5)),
        absent={(1, 2): Kind.ZERO_BYE, (4, 2): Kind.ZERO_BYE},
    )
    event = event.with_sheet(Sheet(1, (Pairing(1, 2), Pairing(3, 4))))
    event = event.with_result(1, red=1, black=2, score=Score.WIN)
    inside = groups.part(event, (1, 3))
    assert [player.number for player in inside.players] == [1, 3]
    assert inside.score(1) == 0 and inside.cell(3, 1).opponent is None
    assert dict(inside.absent) == {(1, 2): Kind.ZERO_BYE}


def test_names_of_groups_are_unlike() -> None:
    names = [groups.letter(n) for n in range(800)]
    assert names[25:29] == ["Z", "AA", "AB", "AC"]
    assert not any(one == two for one, two in combinations(names, 2))
