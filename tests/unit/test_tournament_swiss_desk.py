"""The desk of a Swiss: days, late entries, returns, fouls by the rule book, those who should not meet."""

from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path

import pytest
from tests.unit.desks import code_of

from chuhe.cli.main import main
from chuhe.errors import ParseError
from chuhe.i18n import use_language
from chuhe.tournament import Event, Forbidden, Player, chinese, dutch, exports
from chuhe.tournament.checker import check
from chuhe.tournament.director import Director
from chuhe.tournament.model import EventError, Kind
from chuhe.tournament.players_in import read_players
from chuhe.tournament.standings import standings
from chuhe.tournament.trf import read_trf

Make = Callable[..., Director]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """New events: players with ratings from 2000 down, by tens, with numbers."""
    made: list[Director] = []

    def new(players: int = 6, **more: object) -> Director:
        rules: dict[str, object] = {"system": "dutch", "rounds": 7, "name": "cup", "seed": "cup"}
        path = tmp_path / f"{len(made)}.chuhe"
        desk = Director.create(path, clock=lambda: "", **{**rules, **more})  # type: ignore[arg-type]
        made.append(desk)
        listed = [{"name": f"P{n}", "rating": 2010 - 10 * n} for n in range(1, players + 1)]
        desk.add_players(listed)
        desk.number("rating")
        return desk

    yield new
    for desk in made:
        desk.__exit__(None, None, None)


def play(desk: Director, rounds: int = 1, key: str = "1") -> None:
    """Pair and let the first movers win."""
    for _ in range(rounds):
        desk.pair_round()
        boards = desk.state.rounds[-1].boards
        desk.results([(at, key) for at, board in enumerate(boards, 1) if board[1] is not None])


def codes(desk_answer: object) -> list[str]:
    return [note.code for note in desk_answer.notes]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- what is agreed


def test_days_are_days_and_in_order(make: Make) -> None:
    desk = make(facts={"start": "2026年5月1日", "end": "2026/5/3"})
    assert (desk.state.rules["start"], desk.state.rules["end"]) == ("2026-05-01", "2026-05-03")
    for wrong in ("soon", "2026-02-30", "1.5.2026", "2026-13-01"):
        assert code_of(lambda wrong=wrong: make(facts={"start": wrong})) == "director.day"  # type: ignore[misc]
    facts = {"start": "2026-05-03", "end": "2026-05-01"}
    assert code_of(lambda: make(facts=facts)) == "director.days"


def test_an_event_in_a_folder_that_is_not_there_names_the_folder(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    line = ["--lang", "en", "tournament", "new", str(tmp_path / "no" / "cup.chuhe")]
    with pytest.raises(SystemExit) as stop:
        copy_context().run(main, [*line, "--name", "cup", "--rounds", "3"])
    told = capfd.readouterr().err
    assert stop.value.code == 2
    assert f"{tmp_path / 'no'}" in told and "no such folder" in told and "cup.chuhe" not in told


def test_a_message_that_asks_for_a_reason_says_where_it_is_given(make: Make) -> None:
    desk = make()
    play(desk)
    desk.publish()
    with use_language("en"), pytest.raises(EventError, match="--reason"):
        desk.results([(1, "0")])
    desk.pair_round()
    desk.publish()
    with use_language("en"), pytest.raises(EventError, match="--reason"):
        desk.swap(1, 2)


@pytest.mark.parametrize("option", ["zero", "lowest"])
def test_an_empty_number_counts_as_agreed(make: Make, option: str) -> None:
    desk = make(5, system="chinese", rounds=3, options={"empty_number": option})
    play(desk, key="=")
    bye = next(red for red, black in desk.state.rounds[0].boards if black is None)
    tally = next(t for t in desk.standings().row(bye).tallies if t.code.name == "A")
    # All who played drew: the lowest score of the field is 1.
    assert tally.value == {"zero": 0, "lowest": 10}[option]


# ---------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name,team\nA,x\n"B,y\nC,z\n', 3),
        ('name,team\n"A,x', 2),
        ('name\n"A\nB"\nC\n"D\n', 5),
    ],
)
def test_an_open_quotation_mark_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ParseError) as error:
        read_players(text)
    assert (error.value.code, error.value.facts["line"]) == ("players.quote", line)


def test_closed_quotation_marks_are_read() -> None:
    listed = read_players('name,team\n"A, B",x\n"C""D","two\nlines"\n')
    assert [player["name"] for player in listed.players] == ["A, B", 'C"D']


# ---------------------------------------------------------------- leaving and coming


def test_who_withdraws_before_a_knock_out_begins_is_not_drawn(make: Make) -> None:
    desk = make(5, system="lots", rounds=None)
    assert desk.state.rules["rounds"] == 3
    desk.withdraw("P5")
    assert desk.state.rules["rounds"] == 2
    play(desk, 2)
    assert all(5 not in board for round in desk.state.rounds for board in round.boards)
    assert code_of(desk.pair_round) in ("desk.over", "desk.won")
    assert desk.standings().rows[0].number != 5


def test_who_withdraws_before_the_numbers_gets_none(make: Make) -> None:
    desk = make(5, system="lots", rounds=None)
    desk.withdraw("P2")
    desk.number("rating")
    assert [desk.state.entrant(n).name for n in sorted(desk.state.by_number)] == [
        *("P1", "P3", "P4", "P5")
    ]


@pytest.mark.parametrize("system", ["dutch", "chinese"])
def test_who_comes_back_keeps_number_and_points_and_missed_the_rounds_between(
    make: Make, system: str
) -> None:
    desk = make(10, system=system)
    play(desk)
    before = desk.state.event().score(1)
    desk.withdraw("1")
    play(desk, 3)
    assert code_of(lambda: desk.back("2")) == "director.not_gone"
    assert codes(desk.back("1")) == ["director.return_missed"]
    play(desk)
    event = desk.state.event()
    assert [event.cell(1, r).paired for r in range(1, 6)] == [True, False, False, False, True]
    assert event.score(1, 4) == before
    assert [event.cell(1, r).kind for r in (2, 3, 4)] == [Kind.ZERO_BYE] * 3


def test_who_comes_back_later_misses_more_and_an_undone_return_is_none(make: Make) -> None:
    desk = make()
    play(desk)
    desk.withdraw("3")
    desk.back("3", 4)
    assert [desk.state.event().absence(3, r) for r in (2, 3, 4)] == [Kind.ZERO_BYE] * 2 + [None]
    desk.undo()
    assert desk.state.event().absence(3, 4) is Kind.ZERO_BYE


def test_a_knock_out_takes_nobody_back(make: Make) -> None:
    desk = make(system="lots", rounds=None)
    desk.withdraw("P5")
    assert code_of(lambda: desk.back("P5")) == "director.no_return"


# ---------------------------------------------------------------- late, by the rating


@pytest.mark.parametrize("system", ["dutch", "chinese"])
def test_before_the_first_round_a_late_player_is_numbered_by_the_rating(
    make: Make, system: str
) -> None:
    desk = make(system=system)
    assert codes(desk.late("New", {"rating": 1985}, by_rating=True)) == ["director.numbered_anew"]
    names = [desk.state.entrant(n).name for n in range(1, 8)]
    assert names == ["P1", "P2", "New", "P3", "P4", "P5", "P6"]
    desk.pair_round()


def test_dutch_ranks_a_late_player_by_the_rating_and_the_checker_agrees(make: Make) -> None:
    desk = make(8)
    play(desk)
    assert codes(desk.late("New", {"rating": 1985}, by_rating=True)) == [
        *("director.late", "director.ranked")
    ]
    event = desk.state.event()
    assert event.order == (1, 2, 9, 3, 4, 5, 6, 7, 8)
    play(desk, 3)
    desk.late("Last")
    assert desk.state.event().order[-1] == 10
    play(desk)
    text = exports.trf_text(desk.state, desk.standings(), "16")
    read = read_trf(text)
    assert read.order == desk.state.event().order
    assert check(read).found == ()
    note = desk.late("Too late", {"rating": 2500}, by_rating=True).notes[-1]
    assert note.code == "director.rank_closed"


def test_elsewhere_a_late_player_is_last_and_told_so(make: Make) -> None:
    desk = make(system="chinese")
    play(desk)
    assert codes(desk.late("New", {"rating": 2500}, by_rating=True))[-1] == "director.rank_last"
    assert desk.state.event().order == ()


# ---------------------------------------------------------------- fouls


@pytest.mark.parametrize(("book", "loses_at"), [("club", 2), ("cxa-2020", 3), ("wxf", 4)])
def test_the_foul_that_loses_is_told_and_the_loss_offered(
    make: Make, book: str, loses_at: int
) -> None:
    desk = make(rules=book)
    play(desk)
    desk.pair_round()
    red, black = desk.state.rounds[1].boards[0]
    for n in range(1, loses_at):
        assert codes(desk.foul(str(red), "talked")) == ["director.fouls"], n
    assert "director.fouls_offer" in codes(desk.foul(str(red), "talked"))
    assert desk.state.rounds[1].results == {}
    note = desk.foul(str(red), "talked", lose=True).notes[-1]
    assert (note.code, note.facts["board"], note.facts["key"]) == ("director.fouls_lost", 1, "0")
    assert desk.state.rounds[1].results == {(red, black): "0"}


def test_fouls_are_counted_by_the_game_and_told_by_the_event(make: Make) -> None:
    desk = make(rules="club")
    for _ in range(3):
        play(desk)
        answer = desk.foul("1", "talked")
    assert codes(answer) == ["director.fouls"]
    assert answer.notes[0].facts["n"] == 3


def test_without_a_rule_book_no_number_of_fouls_loses(make: Make) -> None:
    desk = make()
    play(desk)
    assert codes(desk.foul("1", "talked", count=9)) == ["director.fouls"]
    assert code_of(lambda: make(rules="no such book")).startswith("rules")


# ---------------------------------------------------------------- who should not meet


def test_dutch_keeps_apart_who_should_not_meet_as_long_as_it_can() -> None:
    players = tuple(Player(n) for n in range(1, 5))
    weak = (
        Forbidden((1, 3), weak=True),
        Forbidden((1, 2), weak=True),
        Forbidden((1, 4), weak=True),
    )
    event = Event(players=players, rounds_total=3, initial_side="red", forbidden=weak)
    sheet = dutch.pair(event)
    met = {frozenset((p.red, p.black)) for p in sheet.pairings}
    # The first two are kept: 1 can meet 4 only, and that agreement was made last.
    assert frozenset((1, 4)) in met
    assert [r.players for r in sheet.reasons if r.code == "dutch.weak"] == [(1, 4)]
    firm = Event(players=players, rounds_total=3, initial_side="red", forbidden=weak[:1])
    assert frozenset((1, 3)) not in {frozenset((p.red, p.black)) for p in dutch.pair(firm).pairings}
    assert dutch.why_not(firm, 1, 3).code == "dutch.forbidden"


def test_the_chinese_swiss_keeps_apart_who_should_not_meet_if_it_can() -> None:
    players = tuple(Player(n) for n in range(1, 5))
    event = Event(players=players, forbidden=(Forbidden((1, 3), weak=True),))
    assert frozenset((1, 3)) not in {
        frozenset((p.red, p.black)) for p in chinese.pair(event, 1).pairings
    }
    two = Event(players=players[:2], forbidden=(Forbidden((1, 2), weak=True),))
    sheet = chinese.pair(two, 1)
    assert "chinese.weak" in [reason.code for reason in sheet.reasons]
    assert "chinese.unit" not in [reason.code for reason in sheet.reasons]


def test_a_weak_agreement_is_kept_on_the_file(make: Make) -> None:
    desk = make(4, rounds=3)
    desk.forbid(["1", "3"], weak=True)
    desk.pair_round()
    assert (1, 3) not in {tuple(sorted(board)) for board in desk.state.rounds[0].boards}  # type: ignore[type-var]
    assert "XXP" not in exports.trf_text(desk.state, desk.standings(), "16")


# ---------------------------------------------------------------- exports, ratings


def test_places_and_points_of_a_half_finished_round_agree(make: Make) -> None:
    desk = make()
    play(desk)
    desk.pair_round()
    last = len(desk.state.rounds[1].boards)
    desk.results([(last, "1")])
    read = read_trf(exports.trf_text(desk.state, desk.standings(), "16"))
    ranked = sorted(read.players, key=lambda p: p.stated_rank or 0)
    points = [read.score(player.number) for player in ranked]
    assert points == sorted(points, reverse=True)


def test_ratings_are_reported_from_the_file_of_an_event(
    make: Make, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    desk = make(4, rounds=3)
    play(desk, 2)
    for words in ([], ["--json"]):
        with pytest.raises(SystemExit) as stop:
            line = ["--lang", "en", "tournament", "ratings", str(tmp_path / "0.chuhe"), *words]
            copy_context().run(main, line)
        told = capfd.readouterr().out
        assert stop.value.code == 0
        assert "fide-2024" in told and "2000" in told


# ---------------------------------------------------------------- many players


def test_of_very_many_tied_players_the_first_are_named() -> None:
    event = Event(players=tuple(Player(n) for n in range(1, 41)))
    tally = next(t for t in standings(event, ["PTS", "DE"]).row(1).tallies if t.code.name == "DE")
    assert tally.parts[0].facts["others"] == ", ".join(map(str, range(2, 32))) + ", …"


def test_an_event_of_many_players_is_paired_and_ranked_on_its_file(make: Make) -> None:
    desk = make(1200, rounds=3)
    play(desk, 3)
    table = desk.standings()
    assert len(table.rows) == 1200
    assert table.rows[0].tallies[0].text == "3.0"
    assert all(row.place <= nth for nth, row in enumerate(table.rows, 1))


def test_a_name_is_changed_for_a_name_only(make: Make) -> None:
    desk = make(4)
    for nothing in ("", " \n\u202e"):
        assert code_of(lambda name=nothing: desk.edit("1", {"name": name})) == "director.text"  # type: ignore[misc]
    desk.edit("1", {"name": " 许\u0000银\n川 "})
    assert desk.state.entrant(1).name == "许 银 川"
