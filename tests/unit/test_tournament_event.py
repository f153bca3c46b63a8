"""An event on its file: the director's commands, the log, two arbiters, prints, exports."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.desks import Make, clock, code_of, of_names, play

from chuhe.errors import PairingError
from chuhe.i18n import use_language
from chuhe.tournament import EventError, Kind
from chuhe.tournament.checker import check
from chuhe.tournament.director import Director
from chuhe.tournament.exports import json_text, trf_text
from chuhe.tournament.journal import Journal
from chuhe.tournament.lots import Stream, from_json
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.state import fold
from chuhe.tournament.trf import read_trf


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    yield from of_names(tmp_path)


def boards(desk: Director, round: int = 0) -> list[tuple[int, int | None]]:
    return desk.state.rounds[round - 1].boards


# ---------------------------------------------------------------- systems


@pytest.mark.parametrize("system", ["dutch", "chinese"])
def test_a_swiss_runs_from_the_list_to_the_table(make: Make, system: str) -> None:
    desk = make(7, system=system)
    for _ in range(4):
        play(desk)
    assert code_of(desk.pair_round) == "desk.over"
    event = desk.state.event()
    met = [frozenset((r, b)) for round in desk.state.rounds for r, b in round.boards if b]
    assert len(met) == len(set(met)) == 12
    byes = [r for round in desk.state.rounds for r, b in round.boards if b is None]
    assert len(set(byes)) == 4
    win = 10 if system == "dutch" else 20
    assert sum(event.score(p.number) for p in event.players) == 16 * win
    assert desk.standings().rows[0].place == 1


def test_round_robin_knows_its_rounds_and_is_complete(make: Make) -> None:
    desk = make(5, system="roundrobin", rounds=None)
    assert desk.state.rules["rounds"] == 5
    for _ in range(5):
        play(desk, "=")
    met = {frozenset((r, b)) for round in desk.state.rounds for r, b in round.boards}
    assert len(met) == 10
    assert {desk.state.event().score(n) for n in range(1, 6)} == {40}


def test_lots_take_thirteen_to_seven_to_four_to_two_to_one(make: Make) -> None:
    desk = make(13, system="lots", rounds=None, options={"no_second_bye": True})
    sizes = []
    for _ in range(4):
        play(desk)
        last = desk.state.rounds[-1]
        sizes.append(sum(1 if b is None else 2 for _r, b in last.boards))
        assert last.lots is not None
        assert from_json(last.lots).seed == "cup"  # drawn again from the seed: the same
    assert sizes == [13, 7, 4, 2]
    places = [row.place for row in desk.standings().rows]
    assert places == [1, 2, 3, 3, 5, 5, 5, 8, 8, 8, 8, 8, 8]
    assert code_of(desk.pair_round) == "desk.over"


def test_knock_out_refuses_a_draw(make: Make) -> None:
    desk = make(4, system="lots", rounds=None)
    desk.pair_round()
    assert code_of(lambda: desk.results([(1, "=")])) == "director.needs_winner"


def test_numbers_by_lot_come_from_the_recorded_seed(make: Make) -> None:
    desk = make(8)
    desk.number("lot", "first try")
    one = desk.entries[-1].fact
    desk.number("lot", "second try")
    desk.number("lot", "first try")
    again = desk.entries[-1].fact
    assert one["order"] == again["order"] != list(range(1, 9))
    assert sorted(again["order"]) == list(range(1, 9)) and again["seed"] == "first try"


@pytest.mark.parametrize("baku", [False, True])
def test_thirty_players_nine_rounds_as_the_checker_pairs_them(make: Make, baku: bool) -> None:
    """Byes, a late player, a withdrawal and a correction; then all is paired again."""
    desk = make(30, system="dutch", rounds=9, options={"baku": baku})
    keys = Stream("results", "test")
    for number in range(1, 10):
        if number == 2 and not baku:  # Baku's halves are those of the first round
            desk.late("陶汉明", {"rating": 2500})
        if number == 3:
            desk.bye("7", 4, "half")
            desk.bye("12", 4, "zero")
        if number == 5:
            desk.withdraw("20")
        desk.pair_round()
        missing = desk.state.rounds[-1].missing
        desk.results([(board, "1110==+-"[keys.below(8)]) for board in missing])
        desk.publish()
        if number == 6:
            desk.results([(2, "=")], reason="复核")
    report = check(
        read_trf(trf_text(desk.state, desk.standings())), ["PTS", "BH/C1", "BH", "SB", "DE"]
    )
    assert (report.rounds, [str(found) for found in report.found]) == (9, [])
    assert {cell.kind for row in desk.state.event().cells for cell in row} >= {
        Kind.GAME,
        Kind.FORFEIT,
        Kind.HALF_BYE,
        Kind.ZERO_BYE,
    }


# ---------------------------------------------------------------- players


def test_only_those_checked_in_get_a_number(make: Make) -> None:
    desk = make(6)
    assert code_of(lambda: desk.check_in(["1"])) == "director.numbered"
    desk.undo()
    desk.check_in([])
    desk.check_in(["2", "王天一"], present=False)
    desk.number("rating")
    assert [one.number for one in desk.state.entrants.values()] == [1, None, 2, 3, 4, None]
    desk.pair_round()
    desk.late("吕钦")  # who was on the list keeps his entry
    assert desk.state.entrants[2].number == 5 and desk.state.entrants[2].first == 2
    assert len(desk.state.entrants) == 6


def test_late_player_is_paired_from_his_round_on(make: Make) -> None:
    desk = make(4, system="dutch")
    play(desk)
    note = desk.late("陶汉明", {"team": "吉林"}).notes
    assert note[0].facts["number"] == 5
    assert code_of(lambda: desk.late("陶汉明")) == "director.has_number"
    desk.pair_round()
    assert any(5 in board for board in boards(desk))
    assert desk.state.event().cell(5, 1).kind is Kind.UNPAIRED


def test_bye_and_withdrawal_keep_a_player_off_the_sheet(make: Make) -> None:
    desk = make(6, system="dutch")
    play(desk)
    desk.bye("2", 2, "half")
    assert desk.bye("2", 2, "half").done is False
    desk.withdraw("许银川")
    desk.pair_round()
    assert not {1, 2} & {n for board in boards(desk) for n in board}
    event = desk.state.event()
    assert (event.cell(2, 2).kind, event.cell(1, 2).kind) == (Kind.HALF_BYE, Kind.ZERO_BYE)
    assert code_of(lambda: desk.bye("2", 2, None)) == "director.round_from"


def test_round_robin_strikes_out_who_leaves_before_half(make: Make) -> None:
    desk = make(6, system="roundrobin", rounds=None)
    play(desk)
    before = desk.state.event()
    assert before.cell(1, 1).opponent is not None
    answer = desk.withdraw("1")
    assert answer.notes[0].code == "roundrobin.annulled"
    assert desk.state.event().cell(1, 1).opponent is None
    desk.pair_round()
    assert all(1 not in board for board in boards(desk))


def test_numbers_given_again_take_in_a_late_player_and_the_rest(make: Make) -> None:
    desk = make(4, system="dutch")
    desk.late("陶汉明", {"rating": 2700})
    desk.number("rating")
    assert desk.state.entrant(1).name == "陶汉明"


def test_an_open_board_of_who_is_struck_out_needs_no_result(make: Make) -> None:
    desk = make(6, system="roundrobin", rounds=None)
    desk.pair_round()
    desk.withdraw("1")
    assert len(desk.state.round(1).missing) == 2
    desk.results([(board, "=") for board in desk.state.round(1).missing])
    desk.publish()
    assert desk.state.round(1).published == "results"
    assert desk.pair_round().done


def test_round_robin_forfeits_the_rest_of_who_leaves_after_half(make: Make) -> None:
    desk = make(4, system="roundrobin", rounds=None)
    play(desk, "=")
    play(desk, "=")
    assert desk.withdraw("1").notes[0].code == "roundrobin.stands"
    desk.pair_round()
    (board,) = [board for board in boards(desk) if 1 in board]
    assert desk.state.rounds[-1].results[board] == ("-" if board[0] == 1 else "+")  # type: ignore[index]


def test_forbidden_pair_is_not_paired(make: Make) -> None:
    desk = make(4, system="dutch")
    desk.forbid(["1", "3"])
    desk.pair_round()
    assert all({1, 3} != set(board) for board in boards(desk))


def test_fouls_rank_in_the_chinese_list(make: Make) -> None:
    desk = make(4, tiebreaks="Z,D", rounds=2)
    play(desk, "=")
    assert {row.place for row in desk.standings().rows} == {1}
    desk.foul("2", "一步两着", note="第 14 回合")
    desk.foul("2", "提醒", count=0)
    assert [(row.place, row.number) for row in desk.standings().rows][-1] == (4, 2)
    assert "一步两着" in PRINTS["cards"](desk.state, desk.standings(), 1)


# ---------------------------------------------------------------- results


def test_each_key_of_a_result_scores_as_it_says(make: Make) -> None:
    desk = make(14, rounds=1)
    desk.pair_round()
    desk.results([(board, key) for board, key in enumerate("10=+-xo", 1)])
    event = desk.state.event()
    scores = [(event.score(r), event.score(b or 0)) for r, b in boards(desk)]
    assert scores == [(20, 0), (0, 20), (10, 10), (20, 0), (0, 20), (0, 0), (0, 0)]
    kinds = [event.cell(r, 1).kind for r, _b in boards(desk)]
    assert kinds == [Kind.GAME] * 3 + [Kind.FORFEIT] * 3 + [Kind.GAME]


def test_the_same_result_twice_is_one_entry(make: Make) -> None:
    desk = make()
    desk.pair_round()
    assert desk.results([(1, "1")]).done
    many = len(desk.entries)
    again = desk.results([(1, "红胜")])
    assert not again.done and again.notes[0].code == "director.result_already"
    assert len(desk.entries) == many


def test_a_result_that_stands_is_changed_with_a_reason_only(make: Make) -> None:
    desk = make()
    play(desk)
    assert code_of(lambda: desk.results([(1, "0")])) == "director.stands"
    answer = desk.results([(1, "0")], reason="成绩单写错")
    assert answer.notes[0].facts == {"board": 1, "was": "1", "now": "0"}
    assert desk.entries[-1].fact["reason"] == "成绩单写错"
    play(desk)
    late = desk.results([(1, "1")], round=1, reason="复核")
    assert [note.code for note in late.notes][-1] == "director.paired_since"


def test_results_are_entered_all_or_none(make: Make) -> None:
    desk = make()
    desk.pair_round()
    assert code_of(lambda: desk.results([(1, "1"), (9, "1")])) == "desk.no_board"
    assert code_of(lambda: desk.results([(1, "1"), (2, "?")])) == "director.result"
    assert desk.state.rounds[0].results == {}


def test_next_round_waits_for_the_results(make: Make) -> None:
    desk = make()
    desk.pair_round()
    assert code_of(desk.pair_round) == "desk.unfinished"


# ---------------------------------------------------------------- changes by hand


@pytest.mark.parametrize("system", ["dutch", "chinese", "roundrobin", "lots"])
def test_change_is_answered_by_what_it_breaks_and_made_only_if_forced(
    make: Make, system: str
) -> None:
    desk = make(6, system=system, rounds=4 if system in ("dutch", "chinese") else None)
    if system != "lots":
        play(desk)
    desk.pair_round()
    before = boards(desk)
    one, two = before[0][0], before[1][0]
    answer = desk.swap(one, two)
    assert not answer.done and answer.notes
    assert boards(desk) == before
    for language in ("en", "zh-Hans"):
        with use_language(language):
            assert all("{" not in str(note) and str(note)[0] != "(" for note in answer.notes)
    assert desk.swap(one, two, force=True).done
    assert boards(desk)[0][0] == two and boards(desk)[1][0] == one


def test_a_second_meeting_is_named(make: Make) -> None:
    for_dutch = make(4, system="dutch")
    play(for_dutch)
    for_dutch.pair_round()
    (red, black), (other, _last) = boards(for_dutch, 1)[0], boards(for_dutch)[0]
    partner = next(b if r == red else r for r, b in boards(for_dutch) if red in (r, b))
    assert other and partner and black and black != partner
    notes = for_dutch.swap(partner, black).notes
    assert ("desk.met", 1) in [(note.code, note.facts.get("round")) for note in notes]


def test_turning_a_board_and_joining_two(make: Make) -> None:
    desk = make(5, system="dutch")
    desk.pair_round()
    red, black = boards(desk)[0]
    desk.turn(1, force=True)
    assert boards(desk)[0] == (black, red)
    bye = boards(desk)[-1][0]
    desk.late("陶汉明", round=1)
    assert desk.join(bye, 6, force=True).done
    assert boards(desk)[-1] == (bye, 6)
    assert code_of(lambda: desk.join(bye, 6)) == "desk.has_board"
    desk.results([(1, "1")])
    assert code_of(lambda: desk.turn(1)) == "desk.played"


def test_a_published_round_is_not_changed_silently(make: Make) -> None:
    desk = make(6, system="dutch")
    desk.pair_round()
    desk.publish()
    assert not desk.publish().done
    assert code_of(lambda: desk.turn(1, force=True)) == "director.published"
    assert code_of(desk.undo) == "director.published"  # of the publishing
    paired = next(e.seq for e in desk.entries if e.fact["do"] == "pair")
    assert code_of(lambda: desk.undo(paired)) == "director.needed"
    assert desk.turn(1, force=True, reason="抽签有误").done
    desk.results([(1, "1"), (2, "1"), (3, "1")])
    desk.publish()
    assert desk.state.rounds[0].published == "results"
    assert code_of(lambda: desk.results([(1, ".")])) == "director.stands"
    seq = next(e.seq for e in desk.entries if e.fact["do"] == "result")
    assert code_of(lambda: desk.undo(seq)) == "director.published"
    assert desk.undo(seq, reason="第 1 台未弈完").done


# ---------------------------------------------------------------- undo


def test_undo_goes_back_entry_by_entry_and_can_be_undone(make: Make) -> None:
    desk = make()
    desk.pair_round()
    desk.results([(1, "1")])
    desk.results([(2, "=")])
    desk.undo()
    desk.undo()
    assert desk.state.rounds[0].results == {}
    undoing = desk.entries[-1].seq
    desk.undo(undoing)
    assert list(desk.state.rounds[0].results.values()) == ["1"]
    assert len(desk.entries) == 9  # nothing was ever taken out of the log


def test_what_later_entries_rest_on_cannot_be_undone(make: Make) -> None:
    desk = make()
    play(desk)
    number = next(e.seq for e in desk.entries if e.fact["do"] == "number")
    assert code_of(lambda: desk.undo(number)) == "director.needed"
    assert code_of(lambda: desk.undo(1)) == "director.no_entry"
    assert code_of(lambda: desk.undo(99)) == "director.no_entry"


def test_the_fold_of_the_file_is_the_state_of_the_desk(make: Make, tmp_path: Path) -> None:
    desk = make(7, system="dutch")
    play(desk)
    desk.undo()
    desk.results([(3, "=")])
    desk.withdraw("5")
    desk.foul("2", "late")
    play(desk, "0")
    with Journal(tmp_path / "cup.chuhe") as journal:
        again = fold(journal.read())
    assert again.event() == desk.state.event()
    assert json_text(again, desk.standings(), desk.entries) == json_text(
        desk.state, desk.standings(), desk.entries
    )


# ---------------------------------------------------------------- two desks


def test_two_desks_see_each_other_and_decide_on_what_stands(make: Make, tmp_path: Path) -> None:
    one = make()
    one.pair_round()
    with Director.open(tmp_path / "cup.chuhe", clock=clock, who="李") as two:
        two.results([(1, "1")])
        assert code_of(lambda: one.results([(1, "0")])) == "director.stands"
        one.results([(2, "0")])
        assert [e.who for e in two.entries][-2:] == ["李", ""]
        two.undo()  # his own last entry, not the other's
        assert list(one.state.rounds[0].results.values()) == ["0"]


def test_pairing_is_worked_out_again_if_somebody_wrote_meanwhile(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chuhe.tournament import desk as pairing

    desk = make(6, system="dutch")
    real, calls = pairing.next_pairing, []

    def slow(state: object) -> dict[str, object]:
        fact = real(state)  # type: ignore[arg-type]
        if not calls:
            with Director.open(tmp_path / "cup.chuhe", clock=clock) as other:
                other.withdraw("6")
        calls.append(fact)
        return fact

    monkeypatch.setattr(pairing, "next_pairing", slow)
    desk.pair_round()
    assert len(calls) == 2
    assert all(6 not in board for board in boards(desk))


def test_the_log_cannot_be_changed_even_by_sqlite(make: Make, tmp_path: Path) -> None:
    make()
    db = sqlite3.connect(tmp_path / "cup.chuhe")
    for statement in ("UPDATE log SET who = 'x'", "DELETE FROM log WHERE seq = 3"):
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            db.execute(statement)
    db.close()


# ---------------------------------------------------------------- bad files


def test_half_a_surrogate_is_no_traceback(make: Make, tmp_path: Path) -> None:
    make()
    with Director.open(tmp_path / "cup.chuhe", clock=clock, who="\udcff李\n") as desk:
        desk.foul("1", "x\udcff")
        assert (desk.entries[-1].who, desk.entries[-1].fact["kind"]) == ("李", "x")
    odd = {"do": "new", "name": "\udcff"}
    Journal.create(tmp_path / "odd.chuhe", [odd]).close()
    with Journal(tmp_path / "odd.chuhe") as journal:
        assert journal.read()[0].fact == odd


def test_other_files_are_refused(tmp_path: Path) -> None:
    text, other, broken = (tmp_path / name for name in ("a.txt", "b.db", "c.chuhe"))
    text.write_text("hello")
    assert code_of(lambda: Journal(text)) == "journal.no_event"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE t (x)")
    db.close()
    assert code_of(lambda: Journal(other)) == "journal.no_event"
    broken.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    assert code_of(lambda: Journal(broken)) in ("journal.damaged", "journal.no_event")
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "none")


def test_a_log_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    rules = {"do": "new", "name": "x", "system": "dutch", "rounds": 3, "points": "2:1:0"}
    facts: list[dict[str, object]] = [
        {"do": "pair", "round": 1, "boards": [[1, 2]], "out": {}},
        {"do": "result", "round": 1, "red": 1, "black": 2, "result": "1"},
        {"do": "players", "players": [{"id": 7, "name": "x"}]},
        {"do": "no such thing"},
        {"do": "number", "order": [4]},
    ]
    for n, fact in enumerate(facts):
        Journal.create(tmp_path / f"{n}.chuhe", [rules, fact]).close()
        with Director.open(tmp_path / f"{n}.chuhe", clock=clock) as desk:
            assert code_of(lambda desk=desk: desk.state) == "director.log"
            assert code_of(lambda desk=desk: desk.state) == "director.log"


def test_a_fact_that_the_state_refuses_is_not_written(make: Make) -> None:
    desk = make()
    desk.pair_round()
    many = len(desk.entries)
    wrong = {"do": "result", "round": 1, "red": 1, "black": 1, "result": "1"}
    assert code_of(lambda: desk._do(lambda state: ([wrong], []))) == "director.log"
    assert len(desk.entries) == many and desk.state.rounds[0].missing == [1, 2, 3]
    assert desk.results([(1, "1")]).done


def test_the_last_one_left_has_won(make: Make) -> None:
    desk = make(4, system="lots", rounds=None)
    play(desk)
    desk.withdraw(str(boards(desk)[0][0]))
    assert code_of(desk.pair_round) == "desk.won"


def test_an_event_is_never_written_over(make: Make, tmp_path: Path) -> None:
    make()
    with pytest.raises(FileExistsError):
        Director.create(tmp_path / "cup.chuhe", name="x", seed="x", rounds=3, clock=clock)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("agreed", "code"),
    [
        ({"system": "keizer"}, "desk.system"),
        ({"rounds": None}, "director.rounds"),
        ({"rounds": 100}, "director.rounds"),
        ({"system": "lots"}, "director.rounds_known"),
        ({"points": "2:1"}, "event.points"),
        ({"tiebreaks": "Z,QQ"}, "tiebreak.unknown"),
        ({"unplayed": "no"}, "tiebreak.unplayed"),
        ({"first_side": "white"}, "director.first_side"),
        ({"name": "  "}, "director.text"),
        ({"seed": ""}, "lots.seed"),
        ({"options": {"colours": "mauve"}}, "chinese.option"),
        ({"system": "dutch", "options": {"baku": 1}}, "desk.option"),
    ],
)
def test_what_cannot_be_agreed_is_refused(
    tmp_path: Path, agreed: dict[str, object], code: str
) -> None:
    wanted = {"name": "x", "seed": "x", "rounds": 3, **agreed}
    path = tmp_path / "x.chuhe"
    assert code_of(lambda: Director.create(path, clock=clock, **wanted)) == code  # type: ignore[arg-type]
    assert not path.exists()


def test_errors_of_the_desk_are_ours(make: Make) -> None:
    desk = make()
    for call in (
        lambda: desk.state.round(1),
        lambda: desk.results([(1, "1")]),
        lambda: desk.swap(1, 2),
        lambda: desk.publish(),
        lambda: desk.withdraw("nobody"),
        lambda: desk.number("age"),
        lambda: desk.foul("1", "x", count=10),
        lambda: desk.withdraw("1", 9),
        lambda: desk.bye("1", 1, "double"),
        lambda: desk.forbid(["1", "1"]),
    ):
        with pytest.raises((EventError, PairingError)) as caught:
            call()
        assert "(" not in str(caught.value)[:1]
