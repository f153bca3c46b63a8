"""Teams as plain data: line-ups, what matches are worth, the codes, the lists of the boards.

Expected values are worked out by hand in the comments, from the meaning of each
code; random events are counted again by the slow count at the end.
"""

from collections.abc import Callable

import pytest
from tests.unit.team_matches import OUTCOMES, event_of, match

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament.model import Event, Kind, Player, Points, Score
from chuhe.tournament.team_places import by_places, by_points, units
from chuhe.tournament.team_standings import (
    RANKING,
    board_list,
    explain_team,
    ranking_codes,
    team_standings,
)
from chuhe.tournament.team_tiebreaks import CODES, TeamTable, parse_code
from chuhe.tournament.teams import (
    Match,
    Options,
    Seat,
    Team,
    TeamEvent,
    as_event,
    line_up,
    line_up_breaks,
    seats,
)
from chuhe.tournament.tiebreaks import TieBreakError

HOME, AWAY = Team("沪", (1, 2, 3, 4, 9), 1), Team("粤", (5, 6, 7, 8), 2)


def refused(code: str, call: Callable[[], object]) -> None:
    with pytest.raises((PairingError, TieBreakError)) as error:
        call()
    assert error.value.code == code
    with use_language("en"):
        assert str(error.value) != code


# ---------------------------------------------------------------- boards and line-ups


def test_colours_alternate_by_board() -> None:
    four = HOME.players[:4]
    told = [(seat.red, seat.black) for seat in seats(four, AWAY.players)]
    assert told == [(1, 5), (6, 2), (3, 7), (8, 4)]
    turned = [(seat.red, seat.black) for seat in seats(four, AWAY.players, "reversed")]
    assert turned == [(5, 1), (2, 6), (7, 3), (4, 8)]
    assert all(seat.home_first for seat in seats(four, AWAY.players, "home"))


def test_those_below_an_absent_player_move_up() -> None:
    assert line_up(HOME, Options(), [1, 3, 4, 9]) == (1, 3, 4, 9)
    assert line_up(AWAY, Options(), [5, 8]) == (5, 8, None, None)


def test_the_order_of_the_boards_is_held_against_a_line_up() -> None:
    def told(players: list[int | None]) -> list[str]:
        return [reason.code for reason in line_up_breaks(HOME, Options(), players)]

    assert told([1, 3, 4, 9]) == []
    assert told([1, 4, 3, 9]) == ["teams.order"]
    assert told([9, 1, 2, 3]) == ["teams.order"]
    assert told([4, 3, 2, 1]) == ["teams.order"] * 3
    assert told([1, 2]) == [] and told([1, 2, None, None]) == []
    assert told([1, None, 2, None]) == ["teams.gap"]
    refused("teams.stranger", lambda: line_up_breaks(HOME, Options(), [1, 5]))
    refused("teams.doubled", lambda: line_up_breaks(HOME, Options(), [1, 1]))
    refused("teams.too_many", lambda: line_up_breaks(HOME, Options(), [1, 2, 3, 4, 9]))
    refused("teams.stranger", lambda: line_up(HOME, Options(), [5]))
    refused("teams.twice", lambda: seats((1, 2), (2, 3)))


def test_board_points_by_colour_and_empty_boards() -> None:
    points = Points.of("3:1:0:3:2:0")  # a draw as second mover is worth 2
    draw = OUTCOMES["="]
    assert Seat(1, 5, True, *draw).worth(points) == (10, 20)
    assert Seat(1, 5, False, *draw).worth(points) == (20, 10)
    assert Seat(1, None).worth(points) == (30, 0)
    assert Seat(None, 5).worth(points) == (0, 30)
    assert Seat(None, None).worth(points) == (0, 0)
    assert Seat(1, 5).worth(points) == (0, 0) and Seat(1, 5).open


def test_a_match_is_won_by_board_points_and_lost_by_both_if_nobody_came() -> None:
    event = event_of([match(1, 2, "10"), match(3, 4, "1=")], [match(1, 3, "xx"), match(2, 4, "+-")])
    met = {
        team: [(m.match_points, m.board_points, m.kind) for m in event.met[team]]
        for team in event.met
    }
    assert met[1] == [(10, 20, Kind.GAME), (0, 0, Kind.FORFEIT)]
    assert met[3] == [(20, 30, Kind.GAME), (0, 0, Kind.FORFEIT)]
    assert met[4] == [(0, 10, Kind.GAME), (10, 20, Kind.FORFEIT)]


def test_a_match_without_all_results_has_no_match_points_yet() -> None:
    half = Match(1, 2, (Seat(11, 21, True, *OUTCOMES["1"]), Seat(12, 22, False)))
    event = event_of([half], teams=2)
    assert event.points(1) == (0, 20) and event.finished == 0
    assert event.met[1][0].score is None


def test_what_a_team_that_is_left_over_gets_is_agreed() -> None:
    event = event_of([match(1, 2, "11"), Match(3, None)], teams=3)
    assert event.points(3) == (20, 20)  # a won match, and a draw on both boards
    agreed = Options(boards=2, bye=(10, 40))
    other = TeamEvent(event.teams, event.rounds, agreed)
    assert other.points(3) == (10, 40)
    assert as_event(other, Event()).score(3) == 10


def test_the_systems_see_teams_as_players() -> None:
    event = event_of([match(1, 2, "11"), match(4, 3, "==")], [match(2, 3, "xx"), match(1, 4, "-+")])
    seen = as_event(event, Event(rounds_total=3), {1: 2400})
    assert seen.player(1) == Player(1, "T1", rating=2400)
    assert [seen.score(n) for n in (1, 2, 3, 4)] == [30, 0, 10, 20]
    assert seen.cell(1, 1).side == "red" and seen.cell(3, 1).side == "black"
    assert seen.cell(2, 2).kind is Kind.FORFEIT and seen.cell(2, 2).score is Score.LOSS
    assert seen.met(1) == {2} and seen.next_round == 3


# ---------------------------------------------------------------- the codes

#: The Berger table for four, on two boards, points 2:1:0, keys of the home team:
#:   round 1: T1 3:1 T4 (2 1), T2 2:2 T3 (1 1);  round 2: T4 2:2 T3 (0 2), T1 1:3 T2 (0 1);
#:   round 3: T2 4:0 T4 (2 2), T3 1:3 T1 (1 0).
FOUR = event_of(
    [match(1, 4, "1="), match(2, 3, "==")],
    [match(4, 3, "01"), match(1, 2, "0=")],
    [match(2, 4, "11"), match(3, 1, "=0")],
)

#: Code → figures of T1 T2 T3 T4. Match points 4 5 2 1, board points 7 9 5 3;
#: T1 met T4 T2 T3, T2 met T3 T1 T4, T3 met T2 T4 T1, T4 met T1 T3 T2.
BY_HAND = {
    "MP": (4, 5, 2, 1),
    "GP": (7, 9, 5, 3),
    "MW": (2, 2, 0, 0),
    # after each round: 2 2 4, 1 3 5, 1 2 2, 0 1 1
    "MPS": (8, 9, 5, 2),
    "MPS/C1": (6, 8, 4, 2),
    # 1+5+2, 2+4+1, 5+1+4, 4+2+5
    "MBH": (8, 7, 10, 11),
    "MBH/C1": (7, 6, 9, 9),
    "MBH/C2": (5, 4, 5, 5),
    "MBH/M1": (2, 2, 4, 4),
    # 3+9+5, 5+7+3, 9+3+7, 7+5+9
    "GBH": (17, 15, 19, 21),
    # T1: 1·2 + 5·0 + 2·2; T2: 2·1 + 4·2 + 1·2; T3: 5·1 + 1·1 + 4·0; T4: 4·0 + 2·1 + 5·0
    "EMMSB": (6, 12, 6, 2),
    # T1: 1·3 + 5·1 + 2·3; T2: 2·2 + 4·3 + 1·4; T3: 5·2 + 1·2 + 4·1; T4: 4·1 + 2·2 + 5·0
    "EMGSB": (14, 20, 16, 8),
    # without T4 (1·3, 1·4, 1·2); of T4 without T3 (2·2)
    "EMGSB/C1": (11, 16, 14, 4),
    # T1: 3·2 + 9·0 + 5·2; T2: 5·1 + 7·2 + 3·2; T3: 9·1 + 3·1 + 7·0; T4: 7·0 + 5·1 + 9·0
    "EGMSB": (16, 25, 12, 5),
    # T1: 3·3 + 9·1 + 5·3; T2: 5·2 + 7·3 + 3·4; T3: 9·2 + 3·2 + 7·1; T4: 7·1 + 5·2 + 9·0
    "EGGSB": (33, 43, 31, 17),
    # board 1: 2+0+1, 1+2+2, 1+2+1, 0+0+0; board 2: 1+1+2, 1+1+2, 1+0+0, 1+2+0
    "B1": (3, 5, 4, 0),
    "B2": (4, 4, 1, 3),
    "TBR": ((3, 4), (5, 4), (4, 1), (0, 3)),
    "BBE": (3, 5, 4, 0),
    # 2·3+4, 2·5+4, 2·4+1, 2·0+3
    "BB": (10, 14, 9, 3),
    "W1": (1, 2, 1, 0),
    "W2": (1, 1, 0, 1),
    "GW": (2, 3, 1, 1),
    # 1·3 + 2·4, 1·5 + 2·4, 1·4 + 2·1, 1·0 + 2·3
    "BC": (11, 13, 6, 6),
    # At home one moves second on board 2, away on board 1: T2 in rounds 2 (away, 1) and 3 (home, 2),
    # T3 in round 2 (away, 1), T4 in round 2 (home, 2).
    "BWG": (0, 2, 1, 1),
}


@pytest.mark.parametrize("code", BY_HAND)
def test_codes_as_counted_by_hand(code: str) -> None:
    table = TeamTable(FOUR)
    for team, expected in enumerate(BY_HAND[code], 1):
        tally = table.tally(parse_code(code), team)
        figures = expected if isinstance(expected, tuple) else (expected,)
        assert tally.values is not None
        assert tuple(value / tally.scale for value in tally.values) == figures, team


def test_direct_encounter_among_the_tied() -> None:
    # T3 and T4 have won one game each and drew their match 2:2, T3 on board 1, T4 on board 2:
    # board count 2·1 against 2·2, and fewer is better.
    table = team_standings(FOUR, "GW,DE,DEG,DEB")
    assert [(row.place, row.team, row.tallies[1].text) for row in table.rows] == [
        (1, 2, "–"),
        (2, 1, "–"),
        (3, 3, "1"),
        (4, 4, "1"),
    ]
    assert [row.tallies[3].text for row in table.rows] == ["–", "–", "2", "4"]


def test_direct_encounter_waits_until_all_tied_have_met() -> None:
    two = event_of(*[list(matches) for matches in FOUR.rounds[:1]])
    table = team_standings(two, "BWG,DE,DEG,DEB")  # nobody has won as second mover
    assert [row.place for row in table.rows] == [1, 1, 1, 1]
    assert {tally.text for row in table.rows for tally in row.tallies[1:]} == {"–"}
    with use_language("en"):
        assert explain_team(table, 1, "DE")[1] == "tied with 2 3 4: they have not all met"


def test_three_who_beat_each_other_in_a_ring() -> None:
    # 1 beats 2 4:0, 2 beats 3 3:1, 3 beats 1 3:1: match points alike, board points 5, 3, 4.
    event = event_of([match(1, 2, "11")], [match(2, 3, "1=")], [match(3, 1, "1=")], teams=3)
    table = team_standings(event, "MP,DE,DEG")
    told = [(row.team, [tally.text for tally in row.tallies]) for row in table.rows]
    assert told == [(1, ["2", "2", "5"]), (3, ["2", "2", "4"]), (2, ["2", "2", "3"])]
    # Board count is not asked where the board points are not level.
    count = team_standings(event, "MP,DEB")
    assert {row.tallies[1].text for row in count.rows} == {"–"}


def test_rounds_without_a_match_count_as_agreed() -> None:
    # Round 1: T1 4:0 T2, T3 is left over (2 match points). Round 2: T3 0:4 T1, nobody of T3 came;
    # T2 is left over. Match points 4 2 2.
    event = event_of(
        [match(1, 2, "11"), Match(3, None)], [match(3, 1, "--"), Match(2, None)], teams=3
    )

    def opponents(unmet: str) -> list[float]:
        table = TeamTable(event, unmet=unmet)
        tallies = (table.tally(parse_code("MBH"), team) for team in (1, 2, 3))
        return [tally.values[0] / 10 for tally in tallies if tally.values]

    assert opponents("zero") == [2 + 2, 4 + 0, 0 + 4]
    assert opponents("lowest") == [2 + 2, 4 + 2, 2 + 4]
    # As one's own points, and T1's match against nobody as well: 2 + 4, 4 + 2, 2 + 2.
    assert opponents("self") == [6, 6, 4]
    refused("tiebreak.unplayed", lambda: TeamTable(event, unmet="x"))
    # A round without an opponent is not cut.
    cut = TeamTable(event).tally(parse_code("MBH/C1"), 2)
    assert cut.values == (0,)


def test_fouls_of_the_players_put_a_team_back() -> None:
    event = TeamEvent(FOUR.teams, FOUR.rounds, FOUR.options, fouls={3: 1})
    table = team_standings(event, "GW,D")
    assert [row.team for row in table.rows] == [2, 1, 4, 3]


def test_places_are_shared_by_who_is_equal_in_everything() -> None:
    event = event_of([match(1, 2, "=="), match(3, 4, "==")])
    assert [row.place for row in team_standings(event).rows] == [1, 1, 1, 1]
    assert [str(code) for code in team_standings(event).codes] == list(RANKING)


def test_an_annulled_team_leaves_no_trace() -> None:
    # FOUR without T4: T1 1:3 T2, T2 2:2 T3, T3 1:3 T1.
    event = TeamEvent(FOUR.teams, FOUR.rounds, FOUR.options, struck=frozenset({4}))
    assert [event.points(team) for team in (1, 2, 3, 4)] == [(20, 40), (30, 50), (10, 30), (0, 0)]
    assert TeamTable(event).tally(parse_code("MBH"), 1).values == (40,)


def test_every_figure_is_explained_and_its_parts_make_it() -> None:
    names = [*(set(CODES) - {"Bn", "Wn"}), "B1", "W2", "EMGSB/C1", "MBH/M1", "MPS/C1"]
    for language in ("en", "zh-Hans"):
        with use_language(language):
            for name in names:
                table = team_standings(FOUR, f"GW,{name}" if name != "GW" else name)
                for team in (1, 2, 3, 4):
                    first, *parts = explain_team(table, team, name, lambda n: f"<T{n}>")
                    tally = next(t for t in table.row(team).tallies if str(t.code) == name)
                    assert tally.text in first and "tiebreak." not in " ".join(parts)
                    assert name == "D" or parts or tally.values == (0,)
    with use_language("en"):
        table = team_standings(FOUR, "MP,EMGSB/C1")
        assert explain_team(table, 2, "emgsb/c1", lambda n: f"T{n}") == [
            "EMGSB/C1 opponents' match points × own board points: 16",
            "round 1: 2 against T3, who has 2: 4.00",
            "round 2: 3 against T1, who has 4: 12.00",
            "round 3: 4 against T4, who has 1: 4.00 (cut)",
        ]
        assert explain_team(team_standings(FOUR, "BB"), 1, "BB") == [
            "BB Berlin, upper boards count more: 10",
            "board 1: 3 × 2 = 6.0",
            "board 2: 4 × 1 = 4.0",
        ]


def test_lists_of_codes() -> None:
    assert [str(code) for code in ranking_codes("mp, sb/c1，w2")] == ["MP", "EMGSB/C1", "W2"]
    assert [str(code) for code in ranking_codes(["BP", "WON", "BH"])] == ["GP", "MW", "MBH"]
    fide = [str(code) for code in ranking_codes("MPTS,GPTS,BH:GP/C1,ESB:MM,ESB:GM")]
    assert fide == ["MP", "GP", "GBH/C1", "EMMSB", "EGMSB"]
    refused("tiebreak.twice", lambda: ranking_codes("GP,BP"))
    for bad in (
        "XX",
        "MP/C1",
        "B0",
        "MBH/C0",
        "MPS/M1",
        "MBH/C1/C1",
        "BH:XX",
        "MP:MP",
        "BN",
        "WN",
        "B",
    ):
        refused("tiebreak.unknown", lambda bad=bad: ranking_codes(bad))
    refused("tiebreak.unknown", lambda: explain_team(team_standings(FOUR, "MP"), 1, "GP"))
    refused("teams.unknown", lambda: explain_team(team_standings(FOUR, "MP"), 9, "MP"))


# ---------------------------------------------------------------- the boards


def test_lists_of_the_boards() -> None:
    # Board 1: T2 drew, won, won: 5 of 6; T3 = 1 =: 4 of 6; T1 1 0 =: 3 of 6; T4 lost all.
    told = [(line.place, line.player, line.percent) for line in board_list(FOUR, 1)]
    assert told == [(1, 21, 83.3), (2, 31, 66.7), (3, 11, 50.0), (4, 41, 0.0)]
    assert len(board_list(FOUR)) == 8
    refused("teams.board", lambda: board_list(FOUR, 3))


def test_games_without_play_bring_points_and_no_percentage() -> None:
    event = event_of([match(1, 2, "+1")], [match(2, 1, "=0")], teams=2)
    first = {line.player: line for line in board_list(event, 1, least=2)}
    # T1's first board: a win without play and a draw.
    assert (first[11].points, first[11].games, first[11].percent) == (30, 1, 50.0)
    assert first[11].place is None  # one game only
    second = board_list(event, 2, least=2)
    assert [(line.place, line.player) for line in second] == [(1, 12), (2, 22)]


def test_a_player_belongs_to_the_board_he_played_most() -> None:
    def seat(home: int, away: int) -> Seat:
        return Seat(home, away, True, *OUTCOMES["="])

    teams = (Team("a", (1, 2, 3), 1), Team("b", (4, 5), 2))
    rounds = (
        (Match(1, 2, (seat(1, 4), seat(2, 5))),),
        (Match(1, 2, (seat(2, 4), seat(3, 5))),),  # 1 is away: 2 moves up
    )
    event = TeamEvent(teams, rounds, Options(boards=2))
    assert {line.player: line.board for line in board_list(event)} == {1: 1, 2: 1, 3: 2, 4: 1, 5: 2}


# ---------------------------------------------------------------- teams of an individual event


def test_missing_players_and_sums_of_points() -> None:
    # Regulations of the 18th World Championship, VIII.a: see test_teams. Options beyond it here.
    places = {1: 1, 2: 2, 3: 3, 4: 4}
    teams = [Team("甲", (1,)), Team("乙", (2, 3)), Team("丙", (4, 9)), Team("丁", ())]
    rows = by_places(places, teams, missing="last")  # a missing one is fifth: 1 + 5, 2 + 3, 4 + 5
    assert [(r.place, r.team, r.total) for r in rows] == [
        (1, "乙", 5),
        (2, "甲", 6),
        (3, "丙", 9),
        (None, "丁", 0),
    ]
    points = {1: 50, 2: 45, 3: 20, 4: 40, 5: 25}
    rows = by_points(points, [Team("甲", (1, 3)), Team("乙", (2, 5)), Team("丙", (4,))])
    # 50 + 20 = 45 + 25: the best player decides.
    assert [(r.place, r.team, r.counted) for r in rows[:2]] == [
        (1, "甲", (50, 20)),
        (2, "乙", (45, 25)),
    ]
    assert rows[2].place is None
    # 1 + 6 + 7 and 1 + 5 + 8 after a shared first place: with "next" the second player decides.
    shared = {1: 1, 2: 1, 5: 5, 6: 6, 7: 7, 8: 8}
    three = [Team("甲", (1, 6, 7)), Team("乙", (2, 5, 8))]
    assert [r.place for r in by_places(shared, three, 3)] == [1, 1]
    assert [r.team for r in by_places(shared, three, 3, tie="next")] == ["乙", "甲"]
    refused("teams.counted", lambda: by_places(places, teams, 0))
    assert units([Player(1, team="沪"), Player(2), Player(3, team="沪")])[0].players == (1, 3)
