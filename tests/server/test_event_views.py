"""The views of an event without a server: what is kept, what is worked out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.event_hands import NAMES

from chuhe.server import event_objects as e
from chuhe.server import event_views as views
from chuhe.server.event_desk import EventDesk
from chuhe.server.event_shown import Shown
from chuhe.tournament import desk as systems


@pytest.fixture
def desk(tmp_path: Path) -> EventDesk:
    one = EventDesk.create(
        tmp_path / "cup.chuhe", name="羊城杯", rounds=5, seed="cup", clock=lambda: "09:00"
    )
    one.add_players([{"name": name} for name in NAMES[:6]])
    one.number("entry")
    return one


def play(desk: EventDesk, key: str = "1") -> None:
    desk.pair_round()
    desk.results([(board, key) for board in desk.state.rounds[-1].missing])


def fresh(desk: EventDesk) -> e.EventView:
    """The view by somebody who remembers nothing."""
    return Shown("id").for_arbiter(desk, "", "", [])


def test_what_is_remembered_never_differs_from_what_is_worked_out(desk: EventDesk) -> None:
    shown = Shown("id")
    steps = [
        lambda: play(desk),
        lambda: desk.foul("1", "手机响"),
        lambda: desk.foul("2", "手机响", round=1),
        lambda: play(desk, "="),
        lambda: desk.publish(1),
        lambda: desk.results([(1, "0")], round=1, reason="抄错"),
        lambda: desk.edit("3", {"rating": 2500, "team": "广东"}),
        lambda: desk.late("新人", round=3),
        lambda: desk.pair_round(),
        lambda: desk.results([(1, "1")]),
        lambda: desk.undo(),
        lambda: desk.undo(),
        lambda: desk.withdraw("4"),
        lambda: desk.publish(2),
        lambda: play(desk, "0"),
        lambda: desk.publish(),
        lambda: desk.undo(reason="zu früh"),
    ]
    for step in steps:
        step()
        assert shown.for_arbiter(desk, "", "", []) == fresh(desk)
        kept = json.loads(shown.for_public(desk, "").body) | {"seq": 0}
        anew = json.loads(Shown("id").for_public(desk, "").body) | {"seq": 0}
        assert kept == anew


def test_a_result_of_a_running_round_leaves_the_standings_alone(
    desk: EventDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(desk)
    desk.pair_round()
    shown = Shown("id")
    first = shown.for_arbiter(desk, "", "", []).standings
    monkeypatch.setattr(systems, "table_of", lambda *_: pytest.fail("worked out again"))
    desk.results([(1, "1")])
    assert shown.for_arbiter(desk, "", "", []).standings is first
    monkeypatch.undo()
    desk.results([(2, "1"), (3, "1")])
    assert shown.for_arbiter(desk, "", "", []).standings is not first


def test_the_public_sequence_moves_only_with_what_the_public_sees(desk: EventDesk) -> None:
    shown = Shown("id")

    def seen() -> tuple[int, int]:
        shown.look(desk, public=True)
        return shown.seq, shown.public_seq

    assert seen() == (3, 3)
    desk.pair_round()
    assert seen() == (4, 3)
    desk.publish()
    assert seen() == (5, 5)
    desk.foul("1", "手机响")
    assert seen() == (6, 5)
    desk.results([(1, "1")])
    assert seen() == (7, 7)


def test_cutting_for_the_public_changes_nothing_of_the_event(desk: EventDesk) -> None:
    desk.edit("1", {"birth": "1975", "sex": "m", "fide_id": "8600000"})
    play(desk)
    desk.publish()
    play(desk)
    desk.withdraw("2")
    before = fresh(desk)
    cut = views.public_state(desk.whole)
    assert len(cut.rounds) == 1 and cut.entrants[2].gone is None
    assert "birth" not in cut.entrants[1].fields and cut.event().players[0].birth == ""
    assert desk.state.entrants[1].fields["birth"] == "1975"
    assert fresh(desk) == before and desk.state.event().rounds_paired == 2


def test_what_a_desk_may_do_follows_the_event(desk: EventDesk) -> None:
    assert "pair" in fresh(desk).can and "results" not in fresh(desk).can
    desk.pair_round()
    view = fresh(desk)
    assert "pair" not in view.can and view.next is not None
    assert view.next.code == "desk.unfinished" and "return" not in view.can
    desk.withdraw("1")
    assert "return" in fresh(desk).can


def test_a_trial_leaves_no_trace(desk: EventDesk) -> None:
    length = desk.length
    desk.speak_as("甲", dry=True)
    desk.pair_round()
    assert desk.tried[0]["do"] == "pair" and desk.length == length
    assert desk.state.rounds == []
    desk.speak_as("乙")
    desk.pair_round()
    assert desk.entries[-1].who == "乙" and desk.tried == ()
