"""The arena: who is paired with whom, streaks, and its day on the file of an event.

Expected values follow from the rules of `chuhe.tournament.arena`, worked out by hand.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from tests.unit.desks import code_of

from chuhe.errors import ChuheError
from chuhe.i18n import use_language
from chuhe.tournament import Cell, Kind, Points, Score, arena
from chuhe.tournament.arena import Free
from chuhe.tournament.director import Director
from chuhe.tournament.lots import Stream
from chuhe.tournament.prints import PRINTS
from chuhe.tournament.state import fold


def boards(free: list[Free], wave: int = 1, **more: object) -> list[tuple[int, int | None]]:
    sheet = arena.pair(free, wave, "cup", **more)  # type: ignore[arg-type]
    return [(board.red, board.black) for board in sheet.pairings]


def met(free: list[Free], **more: object) -> set[frozenset[int | None]]:
    return {frozenset(board) for board in boards(free, **more)}  # type: ignore[arg-type]


def pairs(*some: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in some}


# ---------------------------------------------------------------- who meets whom


def test_near_scores_meet() -> None:
    scores = {1: 0, 2: 60, 3: 20, 4: 80, 5: 0, 6: 20}
    assert met([Free(n, score) for n, score in scores.items()]) == pairs((2, 4), (3, 6), (1, 5))


def test_nobody_meets_his_last_opponent_at_once() -> None:
    free = [Free(1, 20, last=2), Free(2, 20, last=1), Free(3, 0, last=4), Free(4, 0, last=3)]
    found = met(free)
    assert found in (pairs((1, 3), (2, 4)), pairs((1, 4), (2, 3)))
    two = free[:2]
    assert code_of(lambda: boards(two, in_arena=4)) == "arena.nobody"
    assert met(two, in_arena=2) == pairs((1, 2))  # nobody else is there


def test_of_three_the_one_left_out_before_is_paired() -> None:
    for late in (1, 2, 3):
        free = [Free(n, 0, waited=int(n == late)) for n in (1, 2, 3)]
        assert any(late in board for board in boards(free))


def test_who_has_been_free_for_longer_is_paired_if_all_else_is_equal() -> None:
    for last in (1, 2, 3):
        free = [Free(n, 0, since=9 if n == last else n) for n in (1, 2, 3)]
        assert all(last not in board for board in boards(free))


def test_waiting_weighs_more_than_points_and_points_more_than_colours() -> None:
    # 3 has waited, so he is paired although 1 and 2 are level; nearer to him is 2.
    assert met([Free(1, 60), Free(2, 40), Free(3, 0, waited=1)]) == pairs((2, 3))
    # 1 and 2 both want the first move; still they meet, being level.
    free = [Free(1, 20, surplus=-2), Free(2, 20, surplus=-2), Free(3, 0, surplus=2), Free(4, 0)]
    assert met(free) == pairs((1, 2), (3, 4))


def test_who_have_met_less_often_meet() -> None:
    free = [Free(1, 0, met={2: 3}), Free(2, 0, met={1: 3}), Free(3, 0), Free(4, 0)]
    assert pairs((1, 2)) & met(free) == set()
    # Two boards a win apart cost 2 · 2² = 8 half wins, three meetings 3 · repeat² = 12.
    free = [Free(1, 0, met={2: 3}), Free(2, 0, met={1: 3}), Free(3, 20), Free(4, 20)]
    assert pairs((1, 2)) & met(free, options=arena.Options(repeat=2)) == set()
    assert met(free, options=arena.Options(repeat=0)) == pairs((1, 2), (3, 4))


def test_forbidden_pairs_do_not_meet() -> None:
    free = [Free(n, 0) for n in (1, 2, 3, 4)]
    assert met(free, forbidden=[(1, 2), (1, 3)]) == pairs((1, 4), (2, 3))


@pytest.mark.parametrize(
    ("one", "two", "wave", "red", "code"),
    [
        (Free(1, 0, surplus=1), Free(2, 0, surplus=0), 1, 2, "arena.less_red"),
        (Free(1, 0, last_side="red"), Free(2, 0, last_side="black"), 1, 2, "arena.was_black"),
        (Free(1, 0, last_side="black"), Free(2, 0, last_side="red"), 2, 1, "arena.was_black"),
        (Free(1, 0), Free(2, 0), 1, 1, "arena.small"),
        (Free(1, 0), Free(2, 0), 2, 2, "arena.big"),
    ],
)
def test_who_moves_first(one: Free, two: Free, wave: int, red: int, code: str) -> None:
    sheet = arena.pair([one, two], wave, "cup")
    assert sheet.pairings[0].red == red
    assert [reason.code for reason in sheet.reasons] == ["arena.pair", code]


def test_colours_are_looked_at_among_level_players() -> None:
    free = [
        Free(1, 0, surplus=2),
        Free(2, 0, surplus=2),
        Free(3, 0, surplus=-2),
        Free(4, 0, surplus=-2),
    ]
    assert pairs((1, 2)) & met(free) == set()


def test_the_same_seed_pairs_alike_and_another_otherwise() -> None:
    free = [Free(n, 0) for n in range(1, 21)]
    drawn = {tuple(arena.pair(free, 1, seed).pairings) for seed in "abcdefgh"}
    assert len(drawn) == 8
    assert arena.pair(free, 1, "a") == arena.pair(free[::-1], 1, "a")


# ---------------------------------------------------------------- streaks

W, D, L = ("win", "draw", "loss")


@pytest.mark.parametrize(
    ("results", "values"),
    [
        ((W, W, W, W), (2, 2, 4, 4)),
        ((W, W, L, W, W, W), (2, 2, 0, 2, 2, 4)),
        ((W, W, D, W), (2, 2, 2, 2)),  # a draw counts double, 2, and ends the streak
        ((W, D, W, W, W), (2, 1, 2, 2, 4)),
        ((W, W, "+", W), (2, 2, 2, 4)),  # a win without play is not doubled and ends nothing
        ((W, "+", W), (2, 2, 2)),  # nor does it begin one
        ((W, W, "-", W), (2, 2, 0, 2)),
    ],
)
def test_streaks_double(results: tuple[str, ...], values: tuple[int, ...]) -> None:
    cells = [
        Cell(2, "red", Score.WIN if key == "+" else Score.LOSS, Kind.FORFEIT)
        if key in "+-"
        else Cell(2, "red", Score(key), Kind.GAME)
        for key in results
    ]
    found = arena.worth(cells, Points.of("2:1:0"), arena.Options(streaks=True))
    assert [one.value for one in found] == [10 * value for value in values]
    plain = arena.worth(cells, Points.of("2:1:0"))
    assert not any(one.doubled for one in plain)


# ---------------------------------------------------------------- on the file


class Clock:
    def __init__(self) -> None:
        self.now = datetime.fromisoformat("2026-11-30T19:00:00+08:00")

    def __call__(self) -> str:
        return self.now.isoformat()


Make = Callable[..., Director]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    opened: list[Director] = []

    def made(players: int = 6, clock: Clock | None = None, **agreed: object) -> Director:
        agreed = {"name": "擂台", "seed": "cup", "system": "arena", **agreed}
        desk = Director.create(tmp_path / "a.chuhe", clock=clock or Clock(), **agreed)  # type: ignore[arg-type]
        opened.append(desk)
        desk.add_players([{"name": f"P{n}"} for n in range(1, players + 1)])
        desk.number("entry")
        return desk

    yield made
    for desk in opened:
        with desk:
            pass


def test_who_plays_is_left_alone_and_who_is_free_is_paired(make: Make) -> None:
    desk = make(6)
    desk.pair_round()
    first = desk.state.rounds[0].boards
    assert len(first) == 3
    assert code_of(desk.pair_round) == "arena.nobody"
    desk.results([(1, "1")])
    assert code_of(desk.pair_round) == "arena.nobody"  # the two have just met
    desk.results([(2, "0")])
    desk.pair_round()
    second = desk.state.rounds[1].boards
    assert {n for board in second for n in board} == {*first[0], *first[1]}
    assert not {frozenset(b) for b in second} & {frozenset(b) for b in first}
    # The third board of the first wave ends later; that needs no reason.
    answer = desk.results([(3, "=")], round=1)
    assert answer.done and not answer.notes
    assert code_of(lambda: desk.results([(3, "1")], round=1)) == "director.stands"


def test_the_table_counts_what_is_finished(make: Make) -> None:
    desk = make(6)
    desk.pair_round()
    desk.results([(1, "1"), (2, "=")])
    boards = desk.state.rounds[0].boards
    worth = {row.number: row.tallies[0].text for row in desk.standings().rows}
    assert worth[boards[0][0]] == "2.0" and sorted(worth.values()) == [
        "0.0",
        "0.0",
        "0.0",
        "1.0",
        "1.0",
        "2.0",
    ]


def test_streaks_count_in_the_table_and_are_explained(make: Make) -> None:
    desk = make(2, options={"streaks": True})
    for _ in range(4):
        desk.pair_round()
        red, _black = desk.state.rounds[-1].boards[0]
        desk.results([(1, "1" if red == 1 else "0")])
    row = desk.standings().row(1)
    assert row.place == 1 and row.tallies[0].text == "12.0"  # 2 + 2 + 4 + 4
    kinds = [part.kind for part in row.tallies[0].parts]
    assert kinds == ["points", "points", "streak", "streak"]
    with use_language("en"):
        assert str(row.tallies[0].parts[2]) == "round 3: 4.0 against 2, doubled by the streak"
    assert desk.standings(2).row(1).tallies[0].text == "4.0"


def test_pauses_late_comers_and_withdrawals(make: Make) -> None:
    desk = make(4)
    desk.pause("1")
    assert not desk.pause("1").done
    desk.pair_round()
    here = {n for board in desk.state.rounds[0].boards for n in board}
    assert 1 not in here and len(here) == 2
    waiting = ({2, 3, 4} - here).pop()
    assert [r.players for r in desk.state.rounds[0].reasons if r.code == "arena.waits"] == [
        (waiting,)
    ]
    desk.late("新人")
    desk.pause("1", False)
    desk.pair_round()
    # Three are free: who was left out before is one of the two that are paired.
    assert waiting in {n for board in desk.state.rounds[1].boards for n in board}
    desk.results([(1, "1")], round=1)
    desk.results([(1, "1")], round=2)
    desk.withdraw("1")
    desk.pair_round()
    here = {n for board in desk.state.rounds[2].boards for n in board}
    assert 1 not in here and len(here) == 4


def test_the_arena_ends_by_rounds_by_time_or_by_the_arbiter(make: Make, tmp_path: Path) -> None:
    clock = Clock()
    desk = make(6, clock, rounds=3, options={"minutes": 90})
    desk.pair_round()
    desk.results([(n, "1") for n in (1, 2, 3)])
    clock.now += timedelta(minutes=89)
    desk.pair_round()
    desk.results([(n, "1") for n in (1, 2, 3)])
    clock.now += timedelta(minutes=1)
    assert code_of(desk.pair_round) == "arena.over"
    clock.now -= timedelta(minutes=30)
    desk.close("closing time")
    assert code_of(desk.pair_round) == "desk.closed"
    desk.close(closed=False)
    desk.pair_round()
    desk.results([(1, "0")])  # games under way are played to their end
    desk.results([(n, "1") for n in (2, 3)])
    assert code_of(desk.pair_round) == "desk.over"


@pytest.mark.parametrize(
    "options",
    [{"minutes": -1}, {"minutes": "90"}, {"repeat": 10}, {"berserk": True}, {"streaks": 1}],
)
def test_options_are_checked(make: Make, options: dict[str, object]) -> None:
    assert code_of(lambda: make(4, options=options)) in ("arena.option", "desk.option")


def test_an_evening_keeps_the_rules_and_folds_to_the_same(make: Make) -> None:
    desk = make(11, options={"streaks": True})
    chance = Stream("evening", "test")
    for wave in range(30):
        try:
            desk.pair_round()
        except ChuheError as error:
            assert error.code == "arena.nobody"
        if wave == 7:
            desk.pause("3")
        if wave == 14:
            desk.pause("3", False)
            desk.late("新人")
        open_boards = [(r.number, board) for r in desk.state.rounds for board in r.missing]
        for number, board in open_boards:
            if chance.below(3):
                desk.results([(board, "10="[chance.below(3)])], round=number)
    event = desk.state.event()
    games = {p.number: [c for c in event.row(p.number) if c.opponent] for p in event.players}
    for row in games.values():
        assert all(one.opponent != two.opponent for one, two in pairwise(row))
        assert abs(sum(1 if c.side == "red" else -1 for c in row)) <= 2
    busy: set[int] = set()
    for at, fact in ((e.seq, e.fact) for e in desk.entries):
        if fact["do"] == "pair":
            here = {n for board in fact["boards"] for n in board}  # type: ignore[attr-defined]
            assert not here & busy, at
            busy |= here
        elif fact["do"] == "result":
            busy -= {fact["red"], fact["black"]}  # type: ignore[arg-type]
    again = fold(desk.entries)
    assert again.event() == event and again.freed == desk.state.freed
    last = desk.entries[-1]
    before = dict(desk.state.freed)
    desk.undo(last.seq, "test")
    desk.undo(desk.entries[-1].seq, "test")
    assert desk.state.freed == before and desk.state.event() == event


def test_a_board_changed_by_hand_tells_a_meeting_at_once(make: Make) -> None:
    desk = make(4)
    desk.pair_round()
    (a, b), (c, d) = desk.state.rounds[0].boards
    desk.results([(1, "1"), (2, "1")])
    desk.pair_round()
    one, two = desk.state.rounds[1].boards
    assert b is not None and d is not None
    partner = {one[0]: one[1], one[1]: one[0], two[0]: two[1], two[1]: two[0]}[a]
    assert partner in (c, d)
    notes = desk.swap(partner, b).notes
    assert {note.code for note in notes} == {"arena.again"}


@pytest.mark.parametrize("what", ["sheet", "standings", "cross", "cards"])
def test_prints(make: Make, what: str) -> None:
    desk = make(6, options={"streaks": True})
    desk.pair_round()
    desk.results([(1, "1")])
    page = PRINTS[what](desk.state, desk.standings(), 1)
    assert "P1" in page and page.endswith("</html>\n")


def test_a_big_arena_is_paired_in_time() -> None:
    free = [Free(n, 20 * (n % 9), n % 2, n, n % 3 - 1, n ^ 1, "red") for n in range(2, 302)]
    sheet = arena.pair(free, 4, "cup")
    assert len(sheet.pairings) == 150
    score = {one.player: one.score for one in free}
    far = [b for b in sheet.pairings if b.black and abs(score[b.red] - score[b.black]) > 20]
    assert not far
