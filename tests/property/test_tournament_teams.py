"""An event of teams under any commands: nothing but our errors, the log tells the state, sums hold."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from chuhe.errors import ChuheError
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.exports import csv_text, json_text, trf_text
from chuhe.tournament.journal import Journal
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.state import State, fold
from chuhe.tournament.team_json import (
    boards_facts,
    matches_facts,
    team_extra,
    team_table_facts,
    teams_facts,
)
from chuhe.tournament.team_view import team_event
from chuhe.tournament.trf import read_trf

NUMBER = st.integers(0, 7)
TEAM = st.integers(0, 5).map(str)
PLAYER = st.integers(0, 20).map(str)
KEY = st.sampled_from("10=+-xo._?")
WHY = st.sampled_from(("", "a reason"))
SYSTEMS = ("team-swiss", "team-roundrobin", "scheveningen")
BOARDS = 3


def play_on(desk: Director, keys: str = "1=0+o") -> Answer:
    """All that is missing in the last round, then the next one."""
    for round in desk.state.rounds[-1:]:
        desk.results([(board, keys[board % len(keys)]) for board in round.missing])
    return desk.pair_round()


def call(name: str, *parts: st.SearchStrategy[object], **named: st.SearchStrategy[object]):  # type: ignore[no-untyped-def]
    """A call of a method of the desk."""

    def made(args: tuple[object, ...], options: dict[str, object]):  # type: ignore[no-untyped-def]
        return lambda desk: getattr(desk, name)(*args, **options)

    return st.builds(made, st.tuples(*parts), st.fixed_dictionaries(named))


COMMANDS = st.one_of(
    *[st.just(play_on)] * 6,
    call("pair_round"),
    call("results", st.lists(st.tuples(NUMBER, KEY), max_size=3), reason=WHY),
    call("match_results", NUMBER, st.text("10=+-xo._", max_size=4), home=st.booleans(), reason=WHY),
    call("swap", NUMBER, NUMBER, force=st.booleans(), reason=WHY),
    call("turn", NUMBER, force=st.booleans(), reason=WHY),
    call("join", NUMBER, NUMBER, force=st.booleans(), reason=WHY),
    call(
        "line_up",
        TEAM,
        st.lists(st.one_of(PLAYER, st.just("-")), max_size=4),
        force=st.booleans(),
        reason=WHY,
        round=st.one_of(st.none(), NUMBER),
    ),
    call("team_withdraw", TEAM),
    call("team_back", TEAM, st.one_of(st.none(), NUMBER)),
    call("team_late", st.sampled_from(("X", "Y")), st.lists(st.sampled_from("mno"), max_size=3)),
    call("team_bye", TEAM, NUMBER, st.sampled_from(("full", "half", "zero", None))),
    call("add_reserve", TEAM, st.sampled_from(("x", "y", "p1"))),
    call("set_team", st.sampled_from(("a", "b", "1")), st.lists(PLAYER, max_size=3)),
    call("make_teams", st.sampled_from(("board", "rating", "entry"))),
    call("withdraw", PLAYER),
    call("bye", PLAYER, NUMBER, st.sampled_from(("full", None))),
    call("foul", PLAYER, st.just("late")),
    call("publish"),
    call("undo", reason=WHY),
    call("undo", st.integers(0, 40), WHY),
    call("number", st.sampled_from(("rating", "lot", "entry"))),
)


def sums_hold(state: State) -> None:
    """Match points and board points over all teams, round by round."""
    event = team_event(state)
    points, match = event.options.points, event.options.match
    for number, matches in enumerate(event.rounds, 1):
        for one in matches:
            if one.away is None or event.struck & {one.home, one.away} or one.open:
                continue
            both = [event.met[team][number - 1] for team in (one.home, one.away)]
            lost = sum(2 for seat in one.seats if seat.scores() == ("loss", "loss"))
            assert len(one.seats) == event.options.boards
            made = sum(met.board_points for met in both)
            assert made == points.win * len(one.seats) - lost * points.win // 2
            came = any("win" in seat.scores() for seat in one.seats) or one.over_the_board
            assert sum(met.match_points for met in both) == (match.win if came else 0)


@settings(max_examples=100, deadline=None)
@given(
    system=st.sampled_from(SYSTEMS),
    teams=st.integers(2, 5),
    size=st.integers(2, 4),
    dutch=st.booleans(),
    commands=st.lists(COMMANDS, max_size=25),
)
def test_any_commands_leave_a_log_that_tells_the_state(
    system: str,
    teams: int,
    size: int,
    dutch: bool,
    commands: list,  # type: ignore[type-arg]
) -> None:
    options: dict[str, object] = {"boards": BOARDS}
    if system == "team-swiss":
        options |= {"pairing": "dutch", "home": "lot"} if dutch else {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.chuhe")
        desk = Director.create(
            path,
            name="x",
            seed="s",
            clock=lambda: "",
            system=system,
            rounds=5 if system == "team-swiss" else None,
            options=options,
        )
        with desk:
            count = 2 if system == "scheveningen" else teams
            desk.add_players(
                [
                    {"name": f"p{team}{n}", "team": "abcde"[team], "rating": 2000 - 7 * n}
                    for n in range(size)
                    for team in range(count)
                ]
            )
            desk.number("entry")
            for command in commands:
                before = len(desk.entries)
                try:
                    done = command(desk)
                except ChuheError:
                    assert command is play_on or len(desk.entries) == before
                else:
                    assert command is play_on or len(desk.entries) == before + len(done.entries)
            state = desk.state
            with Journal(path) as journal:
                again = fold(journal.read())
            for name in ("entrants", "by_number", "rounds", "teams", "by_team", "line_ups"):
                assert getattr(again, name) == getattr(state, name), name
            sums_hold(state)
            for round in state.rounds:
                seated = [n for board in round.boards for n in board if n is not None]
                assert len(seated) == len(set(seated))
                matches_facts(state, round.number)
            teams_facts(state)
            team_extra(state)
            table = desk.team_table()
            assert sorted(row.team for row in table.rows) == sorted(state.by_team)
            for row in table.rows[:1]:
                team_table_facts(state, table, row.team)
            boards_facts(state, desk.board_list(), None)
            standings = desk.standings()
            csv_text(state, standings)
            json_text(state, standings, desk.entries)
            for edition in ("16", "26") if state.by_number else ():
                trf = read_trf(trf_text(state, standings, edition))
                for player in state.event().players:
                    for number in range(1, len(state.rounds) + 1):
                        cell = state.event().cell(player.number, number)
                        assert trf.cell(player.number, number) == cell
            for made in PRINTS.values():
                if made.fits(state) and (state.rounds or not made.of_round):
                    made(state, standings, len(state.rounds))
