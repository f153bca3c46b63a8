"""The Chinese Swiss: schemes, colours, byes, and the least cost against an enumeration."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.chinese_fields import (
    AFTER_ONE,
    ANY,
    CHINESE_POINTS,
    EVENTS,
    boards,
    field,
    possible,
    told,
)

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import chinese, lots
from chuhe.tournament.chinese import (
    Bye,
    Colours,
    Cost,
    FirstColours,
    FirstRound,
    Options,
    SameHistory,
    pair,
)
from chuhe.tournament.model import (
    Cell,
    Event,
    Forbidden,
    Kind,
    Player,
    Points,
    Score,
)

# ------------------------------------------------------------ round one


@pytest.mark.parametrize(
    ("scheme", "pairs"),
    [
        ("half", [(1, 5), (2, 6), (3, 7), (4, 8)]),
        ("adjacent", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("ends", [(1, 8), (2, 7), (3, 6), (4, 5)]),
    ],
)
def test_round_one_by_number(scheme: str, pairs: list[tuple[int, int]]) -> None:
    options = Options(first_round=FirstRound(scheme), first_colours=FirstColours.SMALL)
    assert boards(pair(field(8), 1, options)) == pairs


@pytest.mark.parametrize("scheme", ["half", "adjacent", "ends"])
@pytest.mark.parametrize("players", [2, 6, 8, 14])
def test_an_odd_field_meets_as_it_would_without_the_bye(scheme: str, players: int) -> None:
    options = Options(first_round=FirstRound(scheme))
    odd = boards(pair(field(players + 1), 1, options))
    assert odd == [*boards(pair(field(players), 1, options)), (players + 1, None)]


def test_units_kept_apart_change_the_scheme_as_little_as_can_be() -> None:
    options = Options(first_round=FirstRound.ADJACENT, first_colours=FirstColours.SMALL)
    sheet = pair(field(8, "AABBCDEF"), 1, options)
    assert boards(sheet) == [(1, 3), (2, 4), (5, 6), (7, 8)]
    assert [r.code for r in sheet.reasons if "scheme" in r.code] == [
        *["chinese.scheme_moved"] * 2,
        *["chinese.scheme_adjacent"] * 2,
    ]


@given(st.integers(1, 20), st.text("abc", min_size=1, max_size=5))
def test_round_one_by_lot(half: int, seed: str) -> None:
    players = 2 * half
    sheet = pair(field(players), 1, Options(first_round=FirstRound.RANDOM, seed=seed))
    order = lots.shuffled(range(1, players + 1), seed, "chinese round 1")
    assert {frozenset(board) for board in boards(sheet)} == {
        frozenset(order[i : i + 2]) for i in range(0, players, 2)
    }
    sheet = pair(field(players), 1, Options(first_round=FirstRound.HALVES, seed=seed))
    assert all(min(b) <= half < max(b) for b in boards(sheet) if b[1])  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("colours", "reds"),
    [
        ("small", [1, 3, 5, 7]),
        ("big", [2, 4, 6, 8]),
        ("tables", [1, 4, 5, 8]),  # 1-2, 4-3, 5-6, 8-7
        ("tables_reversed", [2, 3, 6, 7]),
        ("odd", [1, 3, 5, 7]),
        ("even", [2, 4, 6, 8]),
    ],
)
def test_colours_of_round_one(colours: str, reds: list[int]) -> None:
    options = Options(first_round=FirstRound.ADJACENT, first_colours=FirstColours(colours))
    assert [red for red, _black in boards(pair(field(8), 1, options))] == reds


def test_odd_and_even_numbers_fall_back_on_the_smaller_one() -> None:
    for colours in (FirstColours.ODD, FirstColours.EVEN):
        sheet = pair(field(8), 1, Options(first_colours=colours))  # 1-5 2-6 3-7 4-8
        assert [red for red, _black in boards(sheet)] == [1, 2, 3, 4]


def test_colours_of_round_one_by_lot() -> None:
    one, tables = set(), set()
    for seed in "abcdefgh":
        options = Options(
            first_round=FirstRound.ADJACENT, first_colours=FirstColours.LOT_TABLES, seed=seed
        )
        tables.add(tuple(red for red, _black in boards(pair(field(8), 1, options))))
        lot = Options(first_round=FirstRound.ADJACENT, first_colours=FirstColours.LOT, seed=seed)
        one |= {red for red, _black in boards(pair(field(8), 1, lot))}
    assert tables == {(1, 4, 5, 8), (2, 3, 6, 7)}
    assert one == set(range(1, 9))


def test_the_last_number_has_the_first_bye_and_it_stands_last() -> None:
    sheet = pair(field(5), 1, ANY)
    assert boards(sheet)[-1] == (5, None) and sheet.reasons[-1].code == "chinese.bye"
    byes = {
        boards(pair(field(5), 1, Options(first_round=FirstRound.RANDOM, seed=s)))[-1][0]
        for s in "abcdefghijkl"
    }
    assert len(byes) > 2


@pytest.mark.parametrize(("units", "apart"), [("never", False), ("first", True), ("always", True)])
def test_one_unit_is_kept_apart_in_round_one(units: str, apart: bool) -> None:
    event = field(8, "ABCDABCD")  # 拦腰 would pair A with A, B with B …
    sheet = pair(event, 1, Options(units=units))  # type: ignore[arg-type]
    met = [event.player(r).team == event.player(b or 0).team for r, b in boards(sheet)]
    assert any(met) is not apart
    assert all(met) is not apart


def test_one_unit_is_kept_apart_later_only_if_always() -> None:
    event = told("3r1", "4r1", "1b0", "2b0", units="AACD")
    assert {1, 2} in [set(b) for b in boards(pair(event, 2, Options(units="first")))]
    sheet = pair(event, 2, Options(units="always"))
    assert {1, 2} not in [set(b) for b in boards(sheet)]
    # Where only one unit is left it meets, and the sheet says that it had to.
    event = field(2, "AA")
    assert "chinese.unit" in [reason.code for reason in pair(event, 1).reasons]


def test_a_unit_may_be_the_federation() -> None:
    players = tuple(Player(n, federation="CHN" if n in (1, 3) else "VIE") for n in (1, 2, 3, 4))
    event = Event(players=players)
    assert {1, 3} in [set(b) for b in boards(pair(event, 1))]
    assert {1, 3} not in [set(b) for b in boards(pair(event, 1, Options(unit="federation")))]


# ------------------------------------------------------------ colours later


@pytest.mark.parametrize(
    ("rows", "options", "red", "code"),
    [
        # Three games each against players who do not matter: the colours of 1 and of 2.
        (("rrb", "brb"), {}, 2, "red_balance"),
        (("brr", "rbr"), {"no_third_first": True}, 2, "red_third"),
        (("rbb", "bb"), {}, 2, "red_third_both"),
        (("rbr", "rrb"), {}, 2, "red_change"),
        (("rrb", "rbr"), {}, 1, "red_change"),
        (("rbrb", "brrb"), {}, 1, "red_back"),
        (("rb", "rb"), {}, 1, "red_round"),
        (("rbr", "rbr"), {}, 2, "red_round"),
        (("rb", "rb"), {"same_history": SameHistory.SUM}, 1, "red_sum"),
        (("rrrb", "bbbr"), {"colours": Colours.NATURAL}, 1, "red_change"),
        (("rrrb", "bbbr"), {}, 2, "red_balance"),
    ],
)
def test_who_has_red(
    rows: tuple[str, str], options: dict[str, object], red: int, code: str
) -> None:
    length = max(map(len, rows))
    others = iter(range(3, 40))
    cells = [
        tuple(
            Cell(next(others), "red" if s == "r" else "black", Score.DRAW, Kind.GAME) for s in row
        )
        for row in rows
    ]
    event = Event(
        players=tuple(map(Player, range(1, 40))), cells=tuple(cells), points=CHINESE_POINTS
    )
    this = chinese.Round(event, length + 1, Options(**options))  # type: ignore[arg-type]
    if code == "red_third_both":  # both want Red for it: one of them must have a third Black
        first, second = (
            this._thirds(this.players[1], this.players[2]),
            this._thirds(this.players[2], this.players[1]),
        )
        assert first == second == 1
        return
    assert this.sides(1, 2) == this.sides(2, 1) == (red, 3 - red, f"chinese.{code}")


def test_sum_of_the_numbers_even_gives_red_to_the_bigger() -> None:
    event = told("4b0", "-", "5b0", "1r1", "3r1")
    this = chinese.Round(event, 2, Options(same_history=SameHistory.SUM))
    assert this.sides(1, 3) == (3, 1, "chinese.red_sum")
    assert this.sides(4, 5) == (4, 5, "chinese.red_sum")


def test_who_has_not_played_takes_what_is_left() -> None:
    event = told("2r1", "1b0", "-", "-")
    this = chinese.Round(event, 2, Options(colours=Colours.NATURAL))
    assert this.sides(1, 3)[0] == 3 and this.sides(2, 3)[0] == 2


def test_bans_may_be_lifted_one_by_one() -> None:
    rows = ("3r1 5r1", "4b1 6b1", "1b0 4r1", "2r0 3b0", "6r1 1b0", "5b0 2r0")
    this = chinese.Round(told(*rows), 3, Options())
    assert this.cost(1, 2).third == 0 and this.sides(1, 2)[0] == 2
    free = Options(no_third_first=False, no_third_second=False, colours=Colours.NATURAL)
    assert chinese.Round(told(*rows), 3, free).sides(1, 2) == (2, 1, "chinese.red_change")


def test_leaders_of_the_last_rounds_are_balanced_before_points_are_equal() -> None:
    rows = ("3r1 5r1", "4r1 6r1", "1b0 4b1", "2b0 3r0", "6b1 1b0", "5r0 2b0")
    options = Options(leader_points=40, last_rounds=1, no_third_first=False)
    early = chinese.Round(told(*rows, rounds_total=4), 3, options)
    late = chinese.Round(told(*rows, rounds_total=3), 3, options)
    assert not early.led(1, 2) and late.led(1, 2) and not late.led(3, 5)
    assert early.cost(1, 2).leaders == 0 and late.cost(1, 2).leaders == 3**2 + 1
    assert {1, 2} in [set(b) for b in boards(pair(told(*rows, rounds_total=4), 3, options))]
    assert {1, 2} not in [set(b) for b in boards(pair(told(*rows, rounds_total=3), 3, options))]


# ------------------------------------------------------------ floats, byes, who is left out


def test_who_floated_down_is_spared_the_next_time() -> None:
    # In round two 3 met 4, who had fewer points; 1 and 2, 5 and 6 were level.
    rows = ("4r1 2b½", "5r1 1r½", "6r1 4b1", "1b0 3r0", "2b0 6r1", "3b0 5b0")
    this = chinese.Round(told(*rows), 3, Options(floats=True))
    assert [this.players[n].floats for n in (1, 3, 4)] == [(0, 0), (0, -1), (0, 1)]
    floats = {(a, b): this.cost(a, b).floats for a, b in [(1, 5), (3, 5), (1, 4), (3, 1)]}
    assert floats == {(1, 5): 0, (3, 5): 2, (1, 4): 2, (3, 1): 2}
    assert chinese.Round(told(*rows), 3, Options(floats=False)).cost(3, 5).floats == 0
    # Two rounds back counts half: 3 met level opponents since.
    rows = ("4r1 2b½ 5r0", "5r1 1r½ 6r0", "6r1 4b1 -", "1b0 3r0 -", "2b0 6r1 1b1", "3b0 5b0 2b1")
    assert chinese.Round(told(*rows), 4, ANY).cost(3, 1).floats == 1


def test_the_bye_goes_to_the_lowest_of_those_with_the_fewest() -> None:
    event = told("2r1", "1b0", "4r1", "3b0", "*")
    sheet = pair(event, 2, ANY)
    assert boards(sheet)[-1] == (4, None)
    event = told("2r1 *", "1b0 3r0", "* 2b1")
    assert boards(pair(event, 3, ANY))[-1] == (2, None)


def test_a_win_without_play_counts_as_a_bye_if_so_agreed() -> None:
    event = told("2r1", "1b0", "4r0f", "3b1f", "*")
    assert boards(pair(event, 2, ANY))[-1] == (3, None)
    event = told("2r1", "1b0", "4r1f", "3b0f", "*")
    assert boards(pair(event, 2, ANY))[-1] == (4, None)
    assert chinese.Round(event, 2, ANY).players[3].byes == 1
    other = Options(unplayed_win_is_bye=False)
    assert chinese.Round(event, 2, other).players[3].byes == 0


def test_no_second_bye_at_all_if_so_agreed() -> None:
    event = told("* 2r1 3b1", "3r1 1b0 *", "2b0 * 1r0")
    with pytest.raises(PairingError) as caught:
        pair(event, 4, Options(bye=Bye.ONCE))
    assert caught.value.code == "no_valid_pairing"


def test_the_bye_goes_on_to_another_where_the_rest_could_not_be_paired() -> None:
    # Without 5 there are 1 to 4, and 1 may meet none of the others.
    event = field(5, forbidden=(Forbidden((1, 2)), Forbidden((1, 3)), Forbidden((1, 4))))
    sheet = pair(event, 1, ANY)
    assert boards(sheet)[-1] == (4, None)
    assert sheet.reasons[-1].code == "chinese.bye_other"
    assert {1, 5} in [set(b) for b in boards(sheet)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_when_everybody_has_met_everybody_there_is_no_pairing(players: int) -> None:
    event = field(players)
    for round in range(1, players + players % 2):
        event = event.with_sheet(pair(event, round, ANY))
        for red, black in boards(event.sheet(round)):
            if black:
                event = event.with_result(round, red=red, black=black, score=Score.DRAW)
    with pytest.raises(PairingError) as caught:
        pair(event, players + players % 2, ANY)
    assert caught.value.code == "no_valid_pairing" and "{" not in str(caught.value)


@pytest.mark.parametrize(
    ("row", "missed"),
    [
        ("3r1 4b0f 5r0f", 2),
        ("3r1 - -", 2),
        ("3r0f 4b1 5r0f", 1),
        ("- - -", 0),  # a late entry has not been there yet
        ("- - 5r1", 0),
        ("3r1 4b0f *", 0),
    ],
)
def test_who_misses_two_rounds_running_is_not_paired(row: str, missed: int) -> None:
    event = told(row, *["- - -"] * 5)
    left = chinese.not_paired(event, 4, Options(missed_rounds=2))
    assert [reason.players for reason in left] == ([(1,)] if missed >= 2 else [])
    assert not chinese.not_paired(event, 4, Options(missed_rounds=None))
    assert not chinese.not_paired(event, 4, Options(missed_rounds=3))
    assert not chinese.not_paired(event, 4, Options(kept=(1,)))


def test_thresholds_take_players_out() -> None:
    event = told("2r1 3r1", "1b0 4b0", "4r1 1b0", "3b0 2r1")
    below = Options(out_below=((2, 20),))
    assert [r.players for r in chinese.not_paired(event, 3, below)] == [(2,)]
    assert not chinese.not_paired(event, 2, below)
    enough = Options(enough=((3, 40),))
    assert [r.players for r in chinese.not_paired(event, 3, enough)] == [(1,)]
    gone = {p for board in boards(pair(event, 3, below)) for p in board}
    assert 2 not in gone


def test_the_empty_number_counts_nothing_or_the_lowest_score() -> None:
    event = told("2r1", "1b0", "4r½", "3b½", "*")
    assert chinese.empty_number_score(event, Options(empty_number="zero")) == 0
    assert chinese.empty_number_score(event, Options(empty_number="lowest")) == 0
    event = told("2r½", "1b½", "*")
    assert chinese.empty_number_score(event) == 10


# ------------------------------------------------------------ against an enumeration


def colours_of(event: Event, number: int) -> str:
    return "".join(c.side[0] for c in event.row(number) if c.played and c.side)


def plain_cost(
    event: Event, round: int, options: Options, pairs: list[tuple[int, int]]
) -> tuple[int, int]:
    """Unit meetings and third colours of a matching at best, counted from the event alone."""
    units = thirds = 0
    for a, b in pairs:
        team, other = event.player(a).team, event.player(b).team
        apart = options.units == "always" or (options.units == "first" and round == 1)
        units += apart and team != "" and team == other
        ways = []
        for red, black in ((a, b), (b, a)):
            third = options.no_third_first and colours_of(event, red)[-2:] == "rr"
            ways.append(third + (options.no_third_second and colours_of(event, black)[-2:] == "bb"))
        thirds += min(ways)
    return units, thirds


@settings(max_examples=150, deadline=None)
@given(EVENTS)
def test_no_rematch_nobody_twice_and_the_bye_to_one_with_the_fewest(
    case: tuple[Event, int, Options],
) -> None:
    event, round, options = case
    numbers = [player.number for player in event.players]
    byes = {
        n: sum(
            c.kind is Kind.PAB or (c.kind is Kind.FORFEIT and c.score is Score.WIN)
            for c in event.row(n)
        )
        for n in numbers
    }
    odd = len(numbers) % 2
    takers = [n for n in numbers if odd and possible(event, [p for p in numbers if p != n])]
    if (odd and not takers) or (not odd and not possible(event, numbers)):
        with pytest.raises(PairingError):
            pair(event, round, options)
        return
    sheet = pair(event, round, options)
    assert sorted(p for board in boards(sheet) for p in board if p) == numbers
    assert all(b is None or b not in event.met(a) for a, b in boards(sheet))
    if odd:
        bye = boards(sheet)[-1][0]
        assert boards(sheet)[-1][1] is None
        fewest = min(byes[n] for n in takers)
        lowest = min(event.score(n) for n in takers if byes[n] == fewest)
        assert (byes[bye], event.score(bye)) == (fewest, lowest)
    for board in sheet.pairings:  # every board has its reasons
        here = {p for p in (board.red, board.black) if p}
        assert any(here <= set(reason.players) for reason in sheet.reasons)


@settings(max_examples=150, deadline=None)
@given(EVENTS)
def test_the_sheet_costs_the_least_of_all_possible_ones(
    case: tuple[Event, int, Options],
) -> None:
    event, round, options = case
    try:
        sheet = pair(event, round, options)
    except PairingError:
        return
    this = chinese.Round(event, round, options)
    found = [(a, b) for a, b in boards(sheet) if b is not None]
    every = possible(event, sorted(p for board in found for p in board))

    def total(pairs: list[tuple[int, int]]) -> list[int]:
        costs = [this.cost(*board) for board in pairs]
        return [sum(level) for level in zip(*costs, strict=True)]

    assert total(found) == min(map(total, every)) if found else True

    # The first levels once more, counted from the event alone; the colours are those given.
    given_thirds = sum(
        (options.no_third_first and colours_of(event, a)[-2:] == "rr")
        + (options.no_third_second and colours_of(event, b)[-2:] == "bb")
        for a, b in found
    )
    least = min((plain_cost(event, round, options, pairs) for pairs in every), default=(0, 0))
    assert (plain_cost(event, round, options, found)[0], given_thirds) == least


@given(
    st.lists(
        st.tuples(*[st.integers(0, 40)] * len(Cost._fields)).map(lambda t: Cost(*t)),
        min_size=2,
        max_size=6,
    )
)
def test_one_number_orders_sums_as_the_levels_do(costs: list[Cost]) -> None:
    half = len(costs) // 2
    scales = chinese.weights(costs, len(costs))

    def both(some: list[Cost]) -> tuple[list[int], int]:
        levels = [sum(level) for level in zip(*some, strict=True)]
        weight = sum(v * s for cost in some for v, s in zip(cost, scales, strict=True))
        return levels, weight

    (one, w1), (two, w2) = both(costs[:half]), both(costs[half:])
    assert (one < two) == (w1 < w2) and (one == two) == (w1 == w2)


def test_a_round_on_record_is_paired_anew_with_those_who_were_there() -> None:
    event = field(4).with_sheet(pair(field(4)))
    late = Event(players=(*event.players, Player(5)), cells=event.cells, points=CHINESE_POINTS)
    assert boards(pair(late, 1)) == boards(pair(field(4), 1))
    assert 5 in [n for board in boards(pair(late)) for n in board]


def test_a_float_out_of_an_odd_group_is_told_so() -> None:
    event = told(*AFTER_ONE)
    sheet = pair(event, 2, ANY)
    floats = [r for r in sheet.reasons if r.code.startswith("chinese.float")]
    assert [r.code for r in floats] == ["chinese.float_odd"]


# ------------------------------------------------------------ the rest


def test_points_may_differ_by_colour() -> None:
    event = told("2r½", "1b½", "4r1", "3b0")
    event = Event(players=event.players, cells=event.cells, points=Points.of("3:1:0:3:2:0"))
    this = chinese.Round(event, 2, ANY)
    assert [this.players[n].points for n in (1, 2, 3, 4)] == [10, 20, 30, 0]


def test_a_choice_by_lot_needs_a_seed() -> None:
    with pytest.raises(PairingError) as caught:
        pair(field(4), 1, Options(first_round=FirstRound.RANDOM))
    assert caught.value.code == "lots.seed"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("no_such", 1),
        ("first_round", "middle"),
        ("first_round", 3),
        ("floats", 1),
        ("units", "sometimes"),
        ("missed_rounds", -1),
        ("missed_rounds", True),
        ("out_below", [[1]]),
        ("out_below", 5),
        ("kept", 5),
        ("kept", ["1"]),
        ("seed", None),
    ],
)
def test_an_option_that_is_none_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(PairingError) as caught:
        chinese.from_json({name: value})
    assert (caught.value.code, caught.value.facts["name"]) == ("chinese.option", name)
    assert caught.value.facts["known"]


@given(EVENTS)
def test_options_are_data(case: tuple[Event, int, Options]) -> None:
    options = replace(case[2], kept=(3, 4), out_below=((3, 20),), enough=((5, 90), (6, 100)))
    assert chinese.from_json(json.loads(json.dumps(chinese.to_json(options)))) == options


def test_a_later_round_is_paired_the_same_after_it_was_played() -> None:
    event = field(9)
    sheets = []
    for round in range(1, 5):
        sheets.append(pair(event, round, ANY))
        event = event.with_sheet(sheets[-1])
        for red, black in boards(sheets[-1]):
            if black:
                event = event.with_result(round, red=red, black=black, score=Score.WIN)
    assert [pair(event, sheet.round, ANY) for sheet in sheets] == sheets


def test_every_reason_is_a_sentence_in_both_languages() -> None:
    seen = set()
    for scheme in FirstRound:
        for colours in FirstColours:
            for seed in "ab":
                options = Options(
                    first_round=scheme,
                    first_colours=colours,
                    seed=seed,
                    colours=list(Colours)[seed == "a"],
                    same_history=list(SameHistory)[seed == "a"],
                )
                event = field(7, "AABBAAA")
                for round in range(1, 6):
                    sheet = pair(event, round, options)
                    event = event.with_sheet(sheet)
                    for red, black in boards(sheet):
                        if black:
                            event = event.with_result(round, red=red, black=black, score=Score.DRAW)
                    seen |= {reason.code for reason in sheet.reasons}
                    for tag in ("en", "zh-Hans"):
                        with use_language(tag):
                            for reason in sheet.reasons:
                                assert not str(reason).startswith("chinese."), reason
                                assert "{" not in str(reason)
    assert {"chinese.bye", "chinese.float", "chinese.unit", "chinese.red_back"} <= seen
