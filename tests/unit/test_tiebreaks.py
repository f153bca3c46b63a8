"""Tie-breaks against those of an independent program, and by hand."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chuhe.i18n import use_language
from chuhe.tournament import Event, Kind, Pairing, Player, Points, Score, Sheet
from chuhe.tournament.standings import LISTS, codes_of, explain, named_list, standings
from chuhe.tournament.tiebreaks import (
    CHINESE_LOWEST,
    CODES,
    FIDE_ROUND_ROBIN,
    Table,
    TieBreakError,
    parse_code,
)
from chuhe.tournament.trf import read_trf

DATA = Path(__file__).parents[1] / "data" / "tiebreaks"
EVENTS, UNPLAYED = (
    [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    for name in ("fide.jsonl", "unplayed.jsonl")
)


def play(players: int, *rounds: str, points: str = "1:0.5:0") -> Event:
    """An event from texts such as ``1-2 1, 3-4 =, 5 bye``."""
    event = Event(
        players=tuple(Player(n, f"P{n}") for n in range(1, players + 1)), points=Points.of(points)
    )
    scores = {"1": Score.WIN, "=": Score.DRAW, "0": Score.LOSS, "+": Score.WIN, "-": Score.LOSS}
    for number, text in enumerate(rounds, 1):
        games = [game.split() for game in text.split(", ")]
        sheet = [
            Pairing(int(who)) if what == "bye" else Pairing(*map(int, who.split("-")))
            for who, what in games
        ]
        event = event.with_sheet(Sheet(number, tuple(sheet)))
        for pairing, (_, what) in zip(sheet, games, strict=True):
            if pairing.black is not None:
                event = event.with_result(
                    number,
                    red=pairing.red,
                    black=pairing.black,
                    score=scores[what],
                    forfeit=what in "+-",
                )
    return event


def figures(event: Event, code: str, **options: object) -> list[str]:
    table = standings(event, ["PTS", code], **options)  # type: ignore[arg-type]
    return [table.row(player.number).tallies[1].text for player in event.players]


@pytest.mark.parametrize("case", EVENTS, ids=lambda case: case["event"])
def test_all_figures_and_places_of_an_independent_program(case: dict) -> None:
    event = read_trf(case["trf"])
    table = standings(event, case["codes"])
    ours = {str(row.number): [tally.text for tally in row.tallies] for row in table.rows}
    assert ours == case["figures"]
    assert {str(row.number): row.place for row in table.rows} == case["places"]


@pytest.mark.parametrize("case", UNPLAYED, ids=lambda case: case["event"])
def test_absences_forfeits_and_other_points_as_an_independent_program(case: dict) -> None:
    table = standings(read_trf(case["trf"]), case["codes"])
    for row in table.rows:
        for tally, theirs in zip(row.tallies, case["figures"][str(row.number)], strict=True):
            same = tally.text == theirs == "–" or float(tally.text) == float(theirs)
            assert same, (row.number, str(tally.code), tally.text, theirs)
        assert row.place == case["places"][str(row.number)]


def test_the_vectors_have_what_they_should() -> None:
    assert len(EVENTS) == 6
    assert {len(case["codes"]) for case in EVENTS} == {17}
    assert sum(len(case["figures"]) for case in EVENTS) == 84
    assert len(UNPLAYED) == 24
    kinds = {cell.kind for case in UNPLAYED for row in read_trf(case["trf"]).cells for cell in row}
    assert kinds >= {Kind.FORFEIT, Kind.PAB, Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE}


@pytest.mark.parametrize("case", EVENTS, ids=lambda case: case["event"])
def test_every_sum_is_the_sum_of_the_parts_it_tells(case: dict) -> None:
    event = read_trf(case["trf"])
    table = Table(event)
    means = {"ARO", "APRO", "DE", "H"}
    for name in CODES:
        for player in event.players:
            tally = table.tally(parse_code(name), player.number, [player.number])
            if name not in means and tally.parts:
                assert tally.value == sum(part.value for part in tally.parts if not part.cut)


@pytest.mark.parametrize("case", [EVENTS[0], EVENTS[4], EVENTS[5]], ids=lambda case: case["event"])
def test_sonneborn_berger_is_half_of_twice_the_beaten_and_once_the_drawn(case: dict) -> None:
    event = read_trf(case["trf"])  # no unplayed rounds in these
    table = Table(event)
    for player in event.players:
        beaten, drawn, lost, sb, bh = (
            table.tally(parse_code(code), player.number).value
            for code in ("I", "J", "K", "SB", "A")
        )
        assert sb == 10 * beaten + 5 * drawn
        assert bh == beaten + drawn + lost


def test_points_of_two_one_nil_make_twice_the_buchholz() -> None:
    rounds = ["1-3 1, 2-4 =", "4-1 0, 3-2 ="]
    single = figures(play(4, *rounds), "BH")
    double = figures(play(4, *rounds, points="2:1:0"), "BH")
    assert [2 * float(figure) for figure in single] == [float(figure) for figure in double]


def test_fewer_fouls_are_better() -> None:
    event = play(2, "1-2 =")
    event = replace(
        event, players=(replace(event.players[0], fouls=2), replace(event.players[1], fouls=1))
    )
    table = standings(event, ["Z", "A", "D"])
    assert [(row.place, row.number) for row in table.rows] == [(1, 2), (2, 1)]


def test_the_empty_number_counts_nothing_or_the_lowest_score() -> None:
    event = play(3, "1-2 1, 3 bye", "3-1 0, 2 bye")  # 1: 2 points, 2 and 3: 1 each
    assert figures(event, "A") == ["2.0", "2.0", "2.0"]
    assert figures(event, "A", chinese=CHINESE_LOWEST) == ["2.0", "3.0", "3.0"]


def test_who_does_not_come_still_counts_for_his_opponent_in_china() -> None:
    event = play(4, "1-3 +, 2-4 1", "1-2 1, 3-4 1")
    assert figures(event, "A")[0] == "2.0"  # 3 has one point, 2 has one


def test_an_absence_is_cut_before_a_lower_opponent() -> None:
    event = play(4, "1-2 1, 3-4 1", "1-3 1, 2-4 1")
    absent = {(1, 3): Kind.ZERO_BYE, (2, 3): Kind.ZERO_BYE}
    event = replace(event, absent=absent).with_sheet(Sheet(3, (Pairing(3, 4),)))
    event = event.with_result(3, red=3, black=4, score=Score.WIN)
    # 1 has 2 points: opponents 2 (1, adjusted 1.5) and 3 (2), and the dummy 1.5 (draws of 3 rounds)
    assert figures(event, "BH")[0] == "5.0"
    assert figures(event, "BH/C1")[0] == "3.5"


def test_a_round_robin_counts_who_did_not_come_and_nobody_for_a_bye() -> None:
    event = play(3, "2-3 +, 1 bye", "3-1 0, 2 bye", "1-2 =, 3 bye")
    table = standings(event, ["PTS", "BH"], fide=FIDE_ROUND_ROBIN)
    assert [table.row(n).tallies[1].text for n in (1, 2, 3)] == ["3.5", "3.5", "5.0"]


def test_direct_encounter_places_those_tied_alone() -> None:
    event = play(4, "1-2 0, 3-4 1", "1-3 1, 2-4 0")  # all have one point
    assert figures(event, "DE") == ["0", "0", "0", "0"]  # a circle: 2 > 1 > 3 > 4 > 2
    event = play(4, "1-2 0, 3-4 =", "1-3 1, 2-4 0", "4-1 0, 3-2 1")
    # points: 1 has 2, 2 has 1, 3 has 1½, 4 has 1½; 3 and 4 drew
    table = standings(event, ["PTS", "DE"])
    assert [(row.place, row.number) for row in table.rows] == [(1, 1), (2, 3), (2, 4), (4, 2)]


def test_the_chinese_direct_win_is_for_exactly_two() -> None:
    circle = play(4, "1-2 1, 3-4 1", "2-3 1, 1-4 1", "3-1 1, 2-4 1")  # three have two points
    assert figures(circle, "H") == ["0", "0", "0", "0"]
    pair = play(4, "1-3 1, 2-4 1", "1-2 1, 3-4 1", "4-1 1, 2-3 1")
    # 1 and 2 have two points each, and 1 beat 2; 3 and 4 have one, and 3 beat 4
    assert figures(pair, "H") == ["1", "2", "1", "2"]


def test_rounds_are_dropped_until_the_tie_is_broken() -> None:
    # 1 and 2 met the same opponents, 3 and 4, the other way round; 3 has a point, 4 has none.
    event = play(4, "1-3 1, 2-4 1", "1-4 1, 2-3 1", "1-2 =, 3-4 1")
    assert [row.place for row in standings(event, ["Z", "A"]).rows] == [1, 1, 3, 4]
    table = standings(event, ["Z", "A"], drop=True)
    assert [(row.place, row.number) for row in table.rows][:2] == [(1, 1), (2, 2)]
    # From the last round on: 3 and 4 are left for both, then only 3 for 1, and 4 for 2.
    assert [tally.text for tally in table.row(1).dropped] == ["1.0", "1.0"]
    assert [tally.text for tally in table.row(2).dropped] == ["1.0", "0.0"]


def test_running_totals_are_dropped_from_the_first_round() -> None:
    # 1: ½ 1½ 1½, and 2: 1 1 1½. The same sum, and from the second round on 1 is ahead.
    event = play(6, "1-3 =, 2-4 1, 5-6 1", "1-4 1, 2-5 0, 3-6 =", "1-5 0, 2-3 =, 4-6 =")
    table = standings(event, ["Z", "B"], drop=True)
    assert [tally.text for tally in table.row(1).tallies] == ["1.5", "3.5"]
    assert [tally.text for tally in table.row(2).tallies] == ["1.5", "3.5"]
    assert [tally.text for tally in table.row(1).dropped] == ["3.0"]
    assert [tally.text for tally in table.row(2).dropped] == ["2.5"]
    assert table.row(1).place < table.row(2).place


def test_places_are_shared_by_those_whom_nothing_separates() -> None:
    table = standings(play(4, "1-3 =, 2-4 ="), ["PTS", "BH", "SB"])
    assert [row.place for row in table.rows] == [1, 1, 1, 1]


def test_results_still_missing_keep_the_round_out() -> None:
    event = play(4, "1-3 1, 2-4 1").with_sheet(Sheet(2, (Pairing(1, 2), Pairing(3, 4))))
    assert standings(event, ["PTS"]).after == 1
    event = event.with_result(2, red=1, black=2, score=Score.WIN)
    assert standings(event, ["PTS"]).after == 1
    event = event.with_result(2, red=3, black=4, score=Score.DRAW)
    assert standings(event, ["PTS"]).after == 2


def test_a_field_with_an_unrated_player_has_no_mean_rating() -> None:
    event = play(2, "1-2 1")
    assert figures(event, "ARO") == ["–", "–"]
    rated = replace(event, players=tuple(replace(p, rating=2000 + p.number) for p in event.players))
    assert figures(rated, "ARO") == ["2002", "2001"]
    assert figures(rated, "TPR") == ["2802", "1201"]


@pytest.mark.parametrize("name", [*CODES, "BH/C1", "BH/M1", "PS/C1", "A/C2", "bh-c1"])
def test_every_code_is_explained_in_both_languages(name: str) -> None:
    event = read_trf(EVENTS[3]["trf"])
    table = standings(event, ["PTS", *([] if name == "PTS" else [name])])
    for language in ("zh-Hans", "en"):
        with use_language(language):
            for player in event.players:
                lines = explain(table, player.number, name)
                assert lines
                assert not any("tiebreak." in line or "{" in line for line in lines), lines


def test_an_explanation_names_the_rounds_and_what_was_cut() -> None:
    table = standings(read_trf(EVENTS[0]["trf"]), ["BH/C1"])
    with use_language("en"):
        lines = explain(table, 1, "BH/C1")
    assert lines[0] == "BH/C1 Buchholz: 25.0"
    assert lines[1:][0].startswith("round 1: ")
    assert len(lines) == 8
    assert [line for line in lines if line.endswith("(cut)")] == [
        line for line in lines if "has 2.0" in line
    ]


def test_a_direct_encounter_is_explained_also_where_it_tells_nothing() -> None:
    pair = play(4, "1-3 1, 2-4 1", "1-2 1, 3-4 =", "4-1 1, 2-3 1")
    table = standings(pair, ["PTS", "DE", "H"])
    with use_language("en"):
        assert explain(table, 1, "DE")[1:] == [
            "tied with 2: place 1 among them by their own games",
            "round 2: 1.0 against 2, who is tied",
        ]
        assert explain(table, 1, "H")[1:] == ["nobody is tied"]
        circle = play(4, "1-2 1, 3-4 1", "2-3 1, 1-4 1", "3-1 1, 2-4 1")
        table = standings(circle, ["PTS", "H", "DE"])
        assert explain(table, 1, "H")[1] == "tied with 2, 3: more than two, so it is not asked"
        assert explain(table, 1, "DE")[1] == "tied with 2, 3: their own games do not tell"


@pytest.mark.parametrize("text", ["", "XX", "BH/C0", "DE/C1", "BH/X1", "BHC1C1", "对手分", "/C1"])
def test_unknown_codes_are_refused(text: str) -> None:
    with pytest.raises(TieBreakError) as caught:
        parse_code(text)
    assert caught.value.code == "tiebreak.unknown"


def test_a_file_may_name_its_tie_breaks() -> None:
    event = read_trf(EVENTS[0]["trf"] + "212 PTS,BH:GP/C1,SB\n")
    assert [str(code) for code in codes_of(named_list(event, ""))] == ["PTS", "BH/C1", "SB"]
    assert named_list(event, "running") == LISTS["running"]
    assert named_list(read_trf(EVENTS[0]["trf"]), "") == LISTS["fide"]


def test_a_list_begins_with_points_and_names_nothing_twice() -> None:
    assert [str(code) for code in codes_of(["BH", "SB"])] == ["PTS", "BH", "SB"]
    with pytest.raises(TieBreakError):
        codes_of(["BH", "bh"])
    for names in LISTS.values():
        assert len(codes_of(names)) == len(names)
