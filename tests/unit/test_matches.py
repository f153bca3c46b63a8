"""Matches between engines: schedules, openings, clocks, adjudication, and engines that misbehave."""

import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.unit import fake_engines

from chuhe import START_FEN, records
from chuhe.engines import Score
from chuhe.errors import ParseError, RecordError
from chuhe.matches import (
    Contestant,
    Control,
    DrawRule,
    Head,
    Keeper,
    Match,
    Opening,
    Plan,
    Played,
    Resign,
    Tally,
    encounters,
    fixtures,
    read_engine,
)
from chuhe.matches import Test as Hypotheses
from chuhe.matches.adjudicate import Adjudicator
from chuhe.matches.openings import builtin, digest, from_file, shuffled
from chuhe.matches.plan import Timer
from chuhe.pieces import RED
from chuhe.records.output import JOINABLE

FAST = Control(time=0.3)

# --- schedules


@pytest.mark.parametrize(("engines", "gauntlet"), [(2, False), (5, False), (5, True)])
def test_all_who_meet_play_each_opening_with_both_colours(engines: int, gauntlet: bool) -> None:
    games = list(fixtures(engines, 6, gauntlet=gauntlet))
    assert [game.number for game in games] == list(range(len(games)))
    for a, b in encounters(engines, gauntlet=gauntlet):
        mine = [game for game in games if {game.red, game.black} == {a, b}]
        assert len(mine) == 6
        for one, two in zip(mine[::2], mine[1::2], strict=True):
            assert (one.red, one.black) == (two.black, two.red)
            assert one.round == two.round and one.pair == two.pair
    # A longer match begins as the shorter one did, so that it can be gone on with.
    assert list(fixtures(engines, 8, gauntlet=gauntlet))[: len(games)] == games


# --- openings


def test_our_openings_are_playable_different_and_not_over() -> None:
    openings = builtin()
    seen = set()
    for opening in openings:
        board = opening.board()
        assert len(opening.moves) == 8 and board.outcome() is None
        seen.add(board.fen().split()[0])
    assert len(seen) == len(openings) > 150


def test_openings_come_from_games_and_positions(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. 炮二平五 马8进7 2. 马二进三 *\n\n1. 炮二平五 马8进7 *\n", encoding="utf-8")
    assert [o.text() for o in from_file(games)] == ["h2e2 h9g7 h0g2", "h2e2 h9g7"]
    # Cut to the same moves they are one opening.
    assert [o.text() for o in from_file(games, 2)] == ["h2e2 h9g7"]
    positions = tmp_path / "p.epd"
    lines = ["4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"]
    positions.write_text("\n".join(lines) + "\n", encoding="utf-8")
    # In the second one Black is stalemated: no game begins there.
    assert [o.fen for o in from_file(positions)] == [lines[0]]
    positions.write_text(lines[1] + "\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        from_file(positions)
    assert caught.value.code == "match.no_opening"


def test_the_seed_decides_the_order() -> None:
    assert shuffled(50, 1) == shuffled(50, 1) != shuffled(50, 2)
    assert digest([Opening()]) != digest([Opening(START_FEN, ("h2e2",))])


# --- clocks


def test_a_clock_adds_its_increment_and_its_time_after_so_many_moves() -> None:
    timer = Timer(Control(base=10.0, increment=1.0, moves=2), margin=0.5)
    assert timer.moves_to_go == 2 and timer.spend(4) and timer.left == 7
    assert timer.moves_to_go == 1 and timer.spend(7.4) and timer.left == 11
    assert timer.moves_to_go == 2
    limit = timer.limit(RED, Timer(Control(nodes=5), 0))
    assert limit.clocks == {RED: 11.0} and limit.increments == {RED: 1.0}
    assert not timer.spend(11.6)


def test_a_margin_is_for_being_late_and_not_added() -> None:
    timer = Timer(Control(time=1.0), margin=0.2)
    assert [timer.spend(seconds) for seconds in (1.0, 1.2, 1.21)] == [True, True, False]
    assert all(Timer(Control(nodes=5), 0).spend(1000) for _ in range(3))


# --- adjudication


def verdicts(judge: Adjudicator, scores: list[int | None]) -> list[int | None]:
    return [judge.note(None if cp is None else Score(cp=cp)) for cp in scores]


def test_a_side_resigns_only_if_it_says_so_long_enough_and_the_other_agrees() -> None:
    def fresh(both: bool = True) -> Adjudicator:
        return Adjudicator(Resign(moves=2, score=500, both=both))

    assert verdicts(fresh(), [600, -600, 600, -600]) == [None, None, None, -1]
    assert verdicts(fresh(), [-600, 600, -600, 600]) == [None, None, None, 1]
    assert set(verdicts(fresh(), [400, -600] * 5)) == {None}
    assert verdicts(fresh(both=False), [400, -600, 400, -600])[-1] == -1
    assert set(verdicts(fresh(), [600, -600, None, -600, 600, -100, 600, -600])) == {None}


def test_a_draw_needs_both_sides_and_the_moves() -> None:
    rule = DrawRule(after=3, moves=2, score=10)
    assert verdicts(Adjudicator(draw=rule), [0, 5, -5, 10, 0, 0]) == [None] * 5 + [0]
    assert set(verdicts(Adjudicator(draw=rule), [0, 11] * 6)) == {None}
    # Moves of the opening count for how far the game is.
    assert verdicts(Adjudicator(draw=rule, plies=4), [0, 0, 0, 0])[-1] == 0


# --- words


def test_an_engine_is_described_in_words() -> None:
    engine = read_engine(
        "cmd='my prog -x' name='A B' protocol=ucci dir=/tmp tc=2:00+1 margin=0 option.Hash=8 restart=on",
        "option.Hash=4 option.Threads=2 time=3",
    )
    assert engine == Contestant(
        "my prog -x",
        name="A B",
        protocol="ucci",
        dir="/tmp",
        options={"Hash": "8", "Threads": "2"},
        control=Control(base=120.0, increment=1.0),
        margin=0.0,
        restart=True,
    )
    assert read_engine("builtin:4", "nodes=50").level == 4


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("cmd=x time=never", "match.value"),
        ("cmd=x time=0", "match.value"),
        ("cmd=x time=nan", "match.value"),
        ("cmd=x tc=1:2:3", "match.value"),
        ("cmd=x protocol=html", "match.value"),
        ("cmd=x colour=red", "match.key"),
        ("cmd=x oops", "match.words"),
        ("cmd='x", "match.words"),
    ],
)
def test_words_that_make_no_sense_are_named(words: str, code: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_engine(words)
    assert caught.value.code == code


def test_a_match_that_cannot_be_is_refused() -> None:
    one = Contestant("builtin", control=FAST)
    for engines, test, code in (
        ((one,), None, "match.few_engines"),
        ((one, one, one), Hypotheses(), "match.sprt_two"),
        ((one, Contestant("builtin")), None, "match.no_limit"),
        ((one, Contestant(" ", control=FAST)), None, "match.no_command"),
        ((one, Contestant("builtin:11", control=FAST)), None, "match.level"),
    ):
        with pytest.raises(ParseError) as caught:
            Plan(engines=engines, test=test).check()
        assert caught.value.code == code


# --- games


def play(engines: list[str | Contestant], games: int = 2, **words: Any) -> list[Played]:
    """A match from the start position; its games in the order of their numbers."""
    contestants = tuple(
        e if isinstance(e, Contestant) else Contestant(e, control=FAST, margin=1.0) for e in engines
    )
    concurrency = words.pop("concurrency", 1)
    plan = Plan(**{"engines": contestants, "games": games, "timeout": 1.0, "longest": 30} | words)
    played: list[Played] = []
    match = Match(plan, [Opening()], keep=played.append, concurrency=concurrency)
    match.run()
    return sorted(played, key=lambda game: game.number)


#: What an engine does at its third move, what is said of it, and part of what is kept.
HABITS = {
    "crash": ("say('panic!'); sys.exit(3)", "crash", "panic!"),
    "hang": ("time.sleep(60)", "hang", ""),
    "illegal": ("say('bestmove a0a9')", "illegal", "a0a9"),
    "nonsense": ("say('bestmove 炮二平五')", "illegal", "炮二平五"),
    "no move": ("say('bestmove (none)')", "illegal", ""),
    "slow": ("time.sleep(1.6); answer()", "time", "1."),
}


@pytest.mark.parametrize("habit", HABITS)
def test_a_fault_loses_the_game_and_the_match_goes_on(habit: str, tmp_path: Path) -> None:
    deed, fault, said = HABITS[habit]
    bad = fake_engines.write(
        tmp_path,
        "bad",
        f"def habit(words):\n    if searches == 3:\n        {deed}\n    else:\n        answer()\n",
    )
    # Only who is about to be late has little time: others may be on a busy machine.
    timed = habit in ("hang", "slow")
    control = FAST if timed else Control(nodes=50)
    good = Contestant(fake_engines.write(tmp_path, "good", seed=3), control=Control(nodes=50))
    games = play([Contestant(bad, control=control, margin=0.2), good], games=4)
    assert len(games) == 4
    first = games[0]
    assert (first.result, first.fault) == (-1, fault)
    assert said in first.detail
    # Two moves of the bad one and two of the other stand; a late move does too.
    assert len(first.moves) == (5 if habit == "slow" else 4)
    tally = Tally(2)
    for game in games:
        tally.add(game)
        assert game.reason in {fault, "too_long"}
    assert tally.faults[1] == {} and tally.faults[0][fault] >= 1
    if habit in ("crash", "hang"):
        # Each game had a fresh process, which did it again at its third move.
        assert tally.faults[0][fault] == 4


def test_an_engine_that_never_stops_talking_is_ended(tmp_path: Path) -> None:
    habit = """
    def habit(words):
        while True:
            say("info depth 1 string nonsense " + "x" * 500)
    """
    noisy = fake_engines.write(tmp_path, "noisy", habit)
    start = time.monotonic()
    [first, _second] = play([noisy, "builtin:1"])
    assert first.fault == "hang" and time.monotonic() - start < 20


def test_a_late_reply_after_stop_is_not_taken_for_the_next_move(tmp_path: Path) -> None:
    """An engine that answers twice: the second answer must not become its next move."""
    habit = """
    def habit(words):
        say(f"bestmove {choose()}\\nbestmove a0a9")
    """
    twice = fake_engines.write(tmp_path, "twice", habit)
    games = play([twice, fake_engines.write(tmp_path, "good", seed=3)])
    assert [game.fault for game in games] == ["", ""]


def test_only_nodes_are_limited_and_an_engine_that_thinks_for_ever_still_loses(
    tmp_path: Path,
) -> None:
    habit = """
    def habit(words):
        assert "nodes" in words
        if sys.stdin.readline().strip() == "stop":
            answer()
    """
    endless = Contestant(fake_engines.write(tmp_path, "endless", habit), control=Control(nodes=50))
    other = Contestant("builtin:1", control=Control(nodes=50))
    [first, second] = play([endless, other], stall=0.5)
    assert (first.result, first.reason) == (-1, "time")
    assert (second.result, second.reason) == (1, "time")


def test_an_engine_that_cannot_be_started_any_more_ends_the_match(tmp_path: Path) -> None:
    from chuhe.errors import EngineError

    gone = Contestant("/no/such/engine", control=FAST)
    plan = Plan(engines=(gone, Contestant("builtin:1", control=FAST)), games=10)
    played: list[Played] = []
    with pytest.raises(EngineError):
        Match(plan, [Opening()], keep=played.append).run()
    assert [game.reason for game in played] == ["start", "start"]
    assert [game.result for game in played] == [-1, 1]


def test_the_old_xboard_protocol_is_spoken(tmp_path: Path) -> None:
    quick = Contestant(
        fake_engines.write_xboard(tmp_path, "quick"), protocol="xboard", control=FAST, margin=1.0
    )
    slow = Contestant(
        fake_engines.write_xboard(tmp_path, "slow", slow=True),
        protocol="xboard",
        control=Control(time=0.1),
        margin=1.0,
    )
    games = play([quick, slow], longest=14)
    assert [game.fault for game in games] == ["", ""]
    assert all(len(game.moves) > 3 for game in games)
    assert games[0].said[0].cp == 25 and games[0].said[0].depth == 4
    # The slow one thought until its time was up.
    assert games[0].said[1].seconds >= 0.1 > games[0].said[0].seconds


def test_our_arbiter_judges_under_the_rule_book() -> None:
    """A perpetual chase loses under one book, and under another the game is drawn."""
    fen = "3a5/5k3/6nC1/p5p2/4R4/6P2/7r1/3AB4/4A4/4K1B2 w - - 0 1"
    moves = ("h7i7", "h3i3", "i7h7", "i3h3") * 2
    engines = (Contestant("builtin:1", control=Control(nodes=50)),) * 2
    for rules, ends in (("axf", (1, "perpetual_chase")), ("count", (0, "repetition"))):
        played: list[Played] = []
        plan = Plan(engines=engines, games=1, rules=rules)
        Match(plan, [Opening(fen, moves)], keep=played.append).run()
        assert (played[0].result, played[0].reason) == ends
        assert played[0].said == ()


def test_many_games_at_once_are_all_played_once() -> None:
    weak = Contestant("builtin:1", control=Control(nodes=100))
    games = play([weak, weak, weak], games=4, concurrency=4, longest=16)
    assert [game.number for game in games] == list(range(12))


def test_the_built_in_engine_repeats_a_match_by_its_seed() -> None:
    weak = Contestant("builtin:2", control=Control(nodes=200))
    one, two = (play([weak, weak], games=4, longest=40) for _ in range(2))
    assert [game.moves for game in one] == [game.moves for game in two]


def test_a_test_stops_the_match_when_a_hypothesis_is_taken() -> None:
    strong = Contestant("builtin:8", control=Control(nodes=1500))
    weak = Contestant("builtin:1", control=Control(nodes=50))
    plan = Plan(engines=(strong, weak), games=1000, test=Hypotheses(elo0=0, elo1=300), seed=3)
    match = Match(plan, builtin(), concurrency=2)
    match.run()
    assert match.decision is True
    assert match.tally.games < 200
    low, high = Hypotheses(elo0=0, elo1=300).sprt().bounds
    assert match.llr is not None and match.llr >= high > low


def test_a_match_that_is_halted_counts_only_what_is_over(tmp_path: Path) -> None:
    slow = Contestant("builtin", control=Control(time=0.2))
    plan = Plan(engines=(slow, slow), games=10)
    match = Match(plan, [Opening()])
    threading.Timer(0.5, match.halt.set).start()
    start = time.monotonic()
    match.run()
    assert match.tally.games == 0 and time.monotonic() - start < 4


# --- keeping


def a_head(out: Path | None = None, format: str = "pgn", games: int = 6) -> Head:
    weak = Contestant("builtin:1", control=Control(nodes=100))
    plan = Plan(engines=(weak, weak), games=games, longest=30)
    return Head(
        plan=plan, names=("A", "B"), openings="", out=str(out) if out else "", format=format
    )


def some_games(count: int) -> list[Played]:
    weak = Contestant("builtin:1", control=Control(nodes=100))
    return play([weak, weak], games=count, longest=20)


def test_every_moment_of_a_kill_leaves_whole_games(tmp_path: Path) -> None:
    """State and records cut anywhere: what is read are the first games, whole, and no half one."""
    out, state = tmp_path / "g.pgn", str(tmp_path / "g.pgn.match")
    games = some_games(4)
    lengths = [(0, 0)]
    with Keeper.begin(state, a_head(out)) as keeper:
        lengths[0] = (Path(state).stat().st_size, 0)
        for game in games:
            keeper.add(game)
            lengths.append((Path(state).stat().st_size, out.stat().st_size))
    whole_state, whole_out = Path(state).read_bytes(), out.read_bytes()
    for done in range(4):
        (state_now, out_now), (state_then, out_then) = lengths[done : done + 2]
        # Killed while a game is written to the records, and while its line is.
        cuts = [(state_now, out_now + (out_then - out_now) // 3), (state_now, out_then)]
        cuts += [(state_now + (state_then - state_now) // 2, out_then), (state_then - 1, out_then)]
        for state_cut, out_cut in cuts:
            Path(state).write_bytes(whole_state[:state_cut])
            out.write_bytes(whole_out[:out_cut])
            with Keeper.resume(state) as keeper:
                assert keeper.games == games[:done]
                keeper.add(games[done])
            assert out.read_bytes() == whole_out[: lengths[done + 1][1]]
            assert Path(state).read_bytes() == whole_state[: lengths[done + 1][0]]


@pytest.mark.parametrize("format", ["pgn", "text", "wxf", "json", "dhtmlxq", "csv", "cbl"])
def test_games_are_kept_in_any_format_of_many(tmp_path: Path, format: str) -> None:
    out = tmp_path / "games"
    games = some_games(2)
    with Keeper.begin("", a_head(out, format)) as keeper:
        for game in games:
            keeper.add(game)
            if format in JOINABLE:
                assert out.stat().st_size > 0
    read = list(records.read(out))
    assert [tuple(game.uci_moves) for game in read] == [game.moves for game in games]
    assert read[1].headers["Red"] == "B"


def test_what_engines_said_stands_in_the_record(tmp_path: Path) -> None:
    out = tmp_path / "g.pgn"
    [game, _other] = some_games(2)
    with Keeper.begin("", a_head(out)) as keeper:
        keeper.add(game)
    [read] = records.read(out)
    for ply, (node, said) in enumerate(zip(read.mainline(), game.said, strict=True)):
        assert node.elapsed == pytest.approx(said.seconds, abs=0.001)
        if said.cp is not None:
            assert node.eval is not None and node.eval.depth == said.depth
            assert node.eval.score == (said.cp if ply % 2 == 0 else -said.cp)
    assert read.headers["Termination"] == game.reason


def test_a_state_is_checked(tmp_path: Path) -> None:
    state = tmp_path / "s"
    for content, code in (
        (b"", "match.state_empty"),
        (b"no json\n", "match.state_empty"),
        (msgspec.json.encode(a_head()) + b"\n{}\n", "match.state_bad"),
        (msgspec.json.encode(a_head()) + b"\n\xff\n", "match.state_bad"),
    ):
        state.write_bytes(content)
        with pytest.raises(ParseError) as caught:
            Keeper.resume(str(state))
        assert caught.value.code == code
    state.unlink()
    with Keeper.begin(str(state), a_head()), pytest.raises(ParseError) as caught:
        Keeper.resume(str(state))
    assert caught.value.code == "match.state_busy"
    out = tmp_path / "g.pgn"
    with Keeper.begin(str(tmp_path / "t"), a_head(out)) as keeper:
        keeper.add(Played(number=0, round=0, red=0, black=1, result=0, reason="repetition"))
    out.write_bytes(b"")
    with pytest.raises(ParseError) as caught:
        Keeper.resume(str(tmp_path / "t"))
    assert caught.value.code == "match.shrunk"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    out = tmp_path / "g.pgn"
    out.write_text("mine")
    with pytest.raises(FileExistsError):
        Keeper.begin(str(tmp_path / "s"), a_head(out))
    assert out.read_text() == "mine" and not (tmp_path / "s").exists()
    (tmp_path / "s").write_text("mine too")
    with pytest.raises(FileExistsError):
        Keeper.begin(str(tmp_path / "s"), a_head(tmp_path / "h.pgn"))
    assert not (tmp_path / "h.pgn").exists()
