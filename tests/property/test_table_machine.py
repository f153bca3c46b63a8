"""Whatever is asked of a table, in whatever order: what must always hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from chuhe import table as t
from chuhe.clock import Reading, Stage, TimeControl
from chuhe.errors import describe
from chuhe.i18n import use_language
from chuhe.rules import RULES, Offence, Penalty, RuleSet, books

MATE_IN_ONE = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1"
OLD = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90"
FEW = "3ak4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"
FENS = st.sampled_from([None, None, None, MATE_IN_ONE, OLD, FEW])

sides = st.sampled_from(["red", "black"])
maybe_side = st.none() | sides
people = st.sampled_from(["a", "b", "arbiter", "nobody", ""])
texts = st.sampled_from(["", "why", "x" * 501])
squares = st.builds("{}{}".format, st.sampled_from("abcdefghi"), st.integers(0, 9))
salts = st.sampled_from(["", "some long salt"])
offences = st.sampled_from([*[offence.value for offence in Offence], "none such"])
penalties = st.fixed_dictionaries({}, optional={o: st.sampled_from(Penalty) for o in Offence})
controls = (
    st.none()
    | st.builds(
        TimeControl,
        main=st.integers(1, 60).map(float),
        increment=st.integers(0, 10).map(float),
        per_move=st.none() | st.integers(5, 40).map(float),
    )
    | st.builds(
        TimeControl,
        main=st.integers(0, 30).map(float),
        byoyomi=st.integers(1, 20).map(float),
        periods=st.integers(1, 3),
    )
    | st.builds(
        TimeControl,
        main=st.integers(20, 60).map(float),
        moves=st.integers(1, 4),
        stages=st.sampled_from([(), (Stage(2, 30.0),), (Stage(1, 20.0), Stage(None, 60.0))]),
    )
)


@st.composite
def rule_books(draw: st.DrawFn) -> RuleSet:
    """A book that is named, or one of its own."""
    book = RULES[draw(st.sampled_from(sorted(RULES)))]
    if draw(st.booleans()):
        return book
    return replace(
        book,
        name="house",
        fouls_lose=draw(st.none() | st.integers(1, 4)),
        penalties=MappingProxyType(dict(book.penalties) | draw(penalties)),
        draw_offer_when=draw(st.sampled_from(["own_time", "after_move", "any"])),
        draw_offer_again=draw(st.sampled_from(["alternate", "pause", "any"])),
        draw_min_rounds=draw(st.sampled_from([None, 0, 2])),
        touch=draw(st.sampled_from(["official", "club-2015", "off"])),
        adjust_needs_consent=draw(st.booleans()),
        facing_kings=draw(st.sampled_from(["illegal", "loss"])),
        flag_without_mating_material=draw(st.sampled_from(["loss", "draw"])),
        late_forfeit_minutes=draw(st.sampled_from([None, 15])),
        sealed_moves=draw(st.booleans()),
    )


class TableMachine(RuleBasedStateMachine):
    """Random people ask random things; a slow bookkeeper beside the table checks it."""

    @initialize(
        book=rule_books(),
        officiated=st.sampled_from([True, True, True, False]),
        press=st.booleans(),
        control=controls,
        odds=st.booleans(),
        fen=FENS,
        alone=st.booleans(),
    )
    def open(
        self,
        book: RuleSet,
        officiated: bool,
        press: bool,
        control: TimeControl | None,
        odds: bool,
        fen: str | None,
        alone: bool,
    ) -> None:
        self.patched = books.RULES
        books.RULES = MappingProxyType({**RULES, book.name: book})
        self.book = book
        both = None
        if control is not None:
            other = TimeControl(main=30, per_move=20) if odds else control
            both = (control, other)
        second = "a" if alone else "b"
        self.table, self.journal = t.open_table(
            "t",
            seats=(t.Seat("human", "a"), t.Seat("human", second)),
            now=0.0,
            fen=fen,
            rules=book.name,
            control=both,
            officiated=officiated,
            arbiter="arbiter" if officiated else "",
            press_clock=press and officiated,
        )
        self.now = 0.0
        self.bound: set[str] | None = None
        self.was_bound: dict[int, set[str] | None] = {}
        self.offered: t.Side | None = None
        self.salt = ""
        self.sealed_move = ""
        self.standing: dict[int, t.FoulGiven] = {}

    def teardown(self) -> None:
        if hasattr(self, "patched"):
            again = t.Table.replay("t", self.journal)
            assert again == self.table
            assert again.board.move_stack == self.table.board.move_stack
            assert again.seq == len(self.journal)
            books.RULES = self.patched

    # --- asking ---------------------------------------------------------------------

    def ask(self, command: t.Command) -> None:
        """Ask, and hold the answer against what must be true of every answer."""
        before = self.table
        kept = before.to_json()
        answer = before.handle(command, self.now)
        assert before.to_json() == kept, "deciding has changed something"
        if isinstance(answer, t.Refused):
            event("refused")
            self.check_words(answer)
            return
        readings = self.readings()
        self.check_events(before, answer)
        self.table = before.after(answer)
        assert before.to_json() == kept, "the table of before has changed"
        self.journal += answer
        self.check_clocks(readings, answer)
        for happened in answer:
            event(type(happened).__name__)

    def check_words(self, refused: t.Refused) -> None:
        said = set()
        for language in ("zh-Hans", "en"):
            with use_language(language):
                said.add(describe(refused.code, refused.facts))
        assert len(said) == 2
        assert refused.code not in said
        assert not any("{" in text for text in said), said

    def check_events(self, before: t.Table, events: list[t.AnyEvent]) -> None:
        over = before.outcome is not None
        ply = before.ply
        for happened in events:
            assert happened.at == self.now
            match happened:
                case t.Played():
                    assert not over, "a move after the end"
                    assert self.bound is None or happened.move in self.bound
                    self.was_bound[ply], self.bound = self.bound, None
                    ply += 1
                case t.TakenBack() | t.WentBack() | t.SetupCorrected():
                    over, self.bound, self.offered = False, None, None
                    if isinstance(happened, t.WentBack):  # what was touched there binds again
                        self.bound = self.was_bound.get(happened.ply)
                case t.Offered(kind="draw") if before.officiated:
                    if self.book.draw_offer_again == "alternate":
                        assert happened.side != self.offered, "the same side twice running"
                    self.offered = happened.side
                case t.Ended():
                    assert not over, "two ends"
                    over = True
                    assert t.outcome_of(happened).termination.value == happened.termination
                    assert happened.article.startswith(f"{self.book.name}.")
                    assert t.clause_of(happened.article) is not None, happened
                case t.Corrected():
                    assert over or not happened.reopens
                    over = over and not happened.reopens
                    self.standing.pop(happened.id, None)
                case t.Bound():
                    self.bound = set(happened.moves) or None
                    legal = {move.uci() for move in before.board.legal_moves}
                    assert set(happened.moves) <= legal
                case t.FoulGiven():
                    assert before.officiated
                    self.standing[happened.id] = happened

    def readings(self) -> list[Reading] | None:
        clock = self.table.clock
        return None if clock is None else [clock.read(seat, self.now) for seat in (0, 1)]

    def check_clocks(self, before: list[Reading] | None, events: list[t.AnyEvent]) -> None:
        """A clock gains by its increment, its next stage, its next period, or the arbiter."""
        after, clock = self.readings(), self.table.clock
        if before is None or after is None or clock is None:
            return
        if any(isinstance(e, t.ClockSet) for e in events):
            return
        assert self.table.control is not None
        for seat, side in enumerate(t.SIDES):
            if any(isinstance(e, t.ClockAdjusted) and e.side == side for e in events):
                continue
            control = self.table.control[seat]
            was, now = before[seat], after[seat]
            moved = any(isinstance(e, t.Played | t.ClockPressed) and e.side == side for e in events)
            gain = 0.0
            if moved:
                gain = control.increment
                if was.moves == 1:
                    stage = clock.left[seat].stage
                    added = control.stage(stage)
                    gain += added.seconds if added is not None else 0.0
            if was.main is not None and now.main is not None:
                assert now.main <= was.main + gain + 1e-6
                assert now.periods <= was.periods
            turn = moved or any(
                isinstance(
                    e, t.Played | t.ClockPressed | t.TakenBack | t.WentBack | t.SetupCorrected
                )
                for e in events
            )
            if not turn:
                assert (now.period or 0) <= (was.period or 0) + 1e-6
                assert (now.move or 0) <= (was.move or 0) + 1e-6

    # --- what must hold at every moment ---------------------------------------------

    @invariant()
    def the_state_is_written_and_read(self) -> None:
        if not hasattr(self, "table"):
            return
        again = t.Table.from_json(self.table.to_json())
        assert again == self.table
        assert again.board.move_stack == self.table.board.move_stack

    @invariant()
    def the_ledger_is_the_sum_of_its_entries(self) -> None:
        if not hasattr(self, "table"):
            return
        for side in t.SIDES:
            mine = [foul for foul in self.standing.values() if foul.side == side]
            assert list(self.table.ledger[side]) == mine
            count = sum({"foul": 1, "two_fouls": 2}.get(foul.penalty, 0) for foul in mine)
            assert self.table.fouls(side) == count
            if self.table.outcome is None and self.book.fouls_lose is not None:
                assert count < self.book.fouls_lose

    @invariant()
    def nothing_runs_that_should_stand(self) -> None:
        if not hasattr(self, "table"):
            return
        table = self.table
        if table.outcome is not None or table.paused:
            assert table.deadline() is None
        if table.outcome is not None:
            assert table.offer is None
        if table.sealed is not None or table.adjourned:
            assert table.paused
        assert set(table.bound or ()) == (self.bound or set())
        if table.clock is not None and table.clock.running is not None:
            assert t.SIDES[table.clock.running] == table.on_clock
        if not table.officiated:
            assert not table.rulings or all(isinstance(r.event, t.Ended) for r in table.rulings)

    # --- what people do -------------------------------------------------------------

    @rule(seconds=st.sampled_from([0.0, 0.25, 1.0, 4.0, 15.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    def play_well(self, data: st.DataObject, number: int, press: bool, by_arbiter: bool) -> None:
        for _ in range(number):
            self.play_one(data, press, by_arbiter)

    # Most of what happens at a table is play: the same rule eight times over.
    played = rule(
        data=st.data(), number=st.integers(1, 4), press=st.booleans(), by_arbiter=st.booleans()
    )
    p1, p2, p3, p4 = played(play_well), played(play_well), played(play_well), played(play_well)
    p5, p6, p7, p8 = played(play_well), played(play_well), played(play_well), played(play_well)

    def play_one(self, data: st.DataObject, press: bool, by_arbiter: bool) -> None:
        moves = [move.uci() for move in self.table.board.legal_moves]
        if self.bound is not None and data.draw(st.booleans()):
            moves = sorted(self.bound)
        if moves:
            who = self.table.seat(self.table.turn).holder
            if by_arbiter and self.table.arbiter:
                who = "arbiter"
            self.ask(t.Play(who, self.table.ply, data.draw(st.sampled_from(moves))))
        self.now += 0.5
        if press and self.table.unpressed:
            side = self.table.on_clock
            self.ask(t.PressClock(self.table.seat(side).holder, side))

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """Back and forth, so that repetitions and orders to change come about."""
        stack = self.table.board.move_stack
        if len(stack) >= 2:
            last = stack[-2].uci()
            who = self.table.seat(self.table.turn).holder
            self.ask(t.Play(who, self.table.ply, last[2:] + last[:2]))

    @rule(who=people, side=maybe_side, move=st.builds("{}{}".format, squares, squares))
    def play_badly(self, who: str, side: t.Side | None, move: str) -> None:
        self.ask(t.Play(who, self.table.ply, move, side))

    @rule(who=people, ply=st.integers(-1, 3), move=st.text(max_size=5))
    def play_nonsense(self, who: str, ply: int, move: str) -> None:
        self.ask(t.Play(who, ply, move))

    @rule(data=st.data(), kind=st.sampled_from(["in_turn", "both"]), anywhere=st.booleans())
    def touch(self, data: st.DataObject, kind: Literal["in_turn", "both"], anywhere: bool) -> None:
        there = sorted(self.table.board.piece_map())
        named = st.sampled_from([f"{'abcdefghi'[s % 9]}{s // 9}" for s in there])
        chosen = data.draw(st.lists(squares if anywhere else named, max_size=3))
        who = self.table.seat(self.table.turn).holder
        self.ask(t.Touch(who, tuple(chosen), kind))

    @rule(who=people, square=squares, consent=st.none() | st.booleans(), side=maybe_side)
    def adjust(self, who: str, square: str, consent: bool | None, side: t.Side | None) -> None:
        self.ask(t.Adjust(who, square, consent, side))

    @rule(data=st.data(), granted=st.booleans(), answers=st.booleans())
    def adjust_and_answer(self, data: st.DataObject, granted: bool, answers: bool) -> None:
        there = sorted(self.table.board.piece_map())
        square = data.draw(st.sampled_from(there))
        side = self.table.turn
        name = f"{'abcdefghi'[square % 9]}{square // 9}"
        self.ask(t.Adjust(self.table.seat(side).holder, name, None, side))
        if answers:
            opposite = t.other(side)
            self.ask(t.Consent(self.table.seat(opposite).holder, granted, opposite))
        self.ask(t.Touch(self.table.seat(side).holder, (name,), "in_turn", side))

    @rule(
        who=people,
        side=maybe_side,
        make=st.sampled_from([t.Resign, t.ClaimDraw, t.OfferDraw, t.CallArbiter, t.PressClock]),
    )
    def ask_simply(self, who: str, side: t.Side | None, make: Callable[..., t.Command]) -> None:
        if make is t.Resign and self.table.ply % 4:
            return  # not all the time
        self.ask(make(who, side=side))

    @rule(
        who=people, kind=st.sampled_from(["draw", "takeback"]), side=maybe_side, yes=st.booleans()
    )
    def answer(self, who: str, kind: Literal["draw", "takeback"], side: t.Side, yes: bool) -> None:
        self.ask((t.Accept if yes else t.Decline)(who, kind, side))

    @rule(side=sides)
    def offer(self, side: t.Side) -> None:
        self.ask(t.OfferDraw(self.table.seat(side).holder, side))

    @rule(who=people)
    def take_back(self, who: str) -> None:
        self.ask(t.TakeBack(who, self.table.ply))

    @rule(who=people, wake=st.booleans())
    def look_at_the_clock(self, who: str, wake: bool) -> None:
        self.ask(t.Wake() if wake else t.Tick(who))

    @rule(who=people, granted=st.booleans(), side=maybe_side)
    def consent(self, who: str, granted: bool, side: t.Side | None) -> None:
        self.ask(t.Consent(who, granted, side))

    # --- what arbiters do ------------------------------------------------------------

    @rule(
        who=st.sampled_from(["arbiter", "arbiter", "a"]), side=sides, offence=offences, note=texts
    )
    def foul(self, who: str, side: t.Side, offence: str, note: str) -> None:
        self.ask(t.Foul(who, side, offence, note))

    @rule(side=sides, reason=texts, warn=st.booleans())
    def order_or_warn(self, side: t.Side, reason: str, warn: bool) -> None:
        self.ask((t.Warn if warn else t.OrderChange)("arbiter", side, reason))

    @rule(
        winner=maybe_side,
        termination=st.sampled_from(["decision", "abandonment", "agreement", "checkmate", "no"]),
        reason=texts,
        both=st.booleans(),
        really=st.integers(0, 3),
    )
    def declare(
        self, winner: t.Side | None, termination: str, reason: str, both: bool, really: int
    ) -> None:
        if not really:
            self.ask(t.Declare("arbiter", winner, termination, reason, both))

    @rule(make=st.sampled_from([t.Pause, t.Continue, t.Adjourn, t.ResumeGame]), who=people)
    def stop_or_go(self, make: Callable[..., t.Command], who: str) -> None:
        self.ask(make(who))

    @rule()
    def go_on(self) -> None:
        if self.table.paused:
            self.ask((t.ResumeGame if self.table.adjourned else t.Continue)("arbiter"))

    @rule(
        side=sides,
        seconds=st.sampled_from([0.0, 5.0, 60.0, -1.0, float("nan"), float("inf")]),
        periods=st.sampled_from([None, None, 0, 1, 99]),
    )
    def set_clock(self, side: t.Side, seconds: float, periods: int | None) -> None:
        self.ask(t.SetClock("arbiter", side, seconds, periods))

    @rule(back=st.integers(1, 4), reason=texts)
    def go_back(self, back: int, reason: str) -> None:
        self.ask(t.GoBack("arbiter", self.table.ply - back, reason))

    @rule(
        fen=st.sampled_from(
            [MATE_IN_ONE, OLD, "nonsense", "9/9/9/9/9/9/9/9/9/9 w", MATE_IN_ONE[:-12] + " b"]
        )
    )
    def correct_setup(self, fen: str) -> None:
        if self.table.ply % 3 == 2:
            self.ask(t.CorrectSetup("arbiter", fen, "set up wrongly"))

    @rule(side=sides, minutes=st.sampled_from([0.0, 10.0, 15.0, 1e9, float("nan")]))
    def late(self, side: t.Side, minutes: float) -> None:
        self.ask(t.Late("arbiter", side, minutes))

    @rule(data=st.data(), reason=texts)
    def correct(self, data: st.DataObject, reason: str) -> None:
        id = data.draw(st.integers(0, len(self.table.rulings) + 1))
        self.ask(t.Correct("arbiter", id, reason))

    @precondition(lambda self: hasattr(self, "table") and self.table.outcome is not None)
    @rule(then=st.booleans())
    def correct_the_end(self, then: bool) -> None:
        assert self.table.outcome is not None
        self.ask(t.Correct("arbiter", self.table.outcome.id, "it was wrong"))
        if then:
            self.ask(t.SetClock("arbiter", self.table.turn, 30.0))
            self.ask(t.Continue("arbiter"))

    @rule(data=st.data(), salt=salts, who=people, honest=st.integers(0, 3))
    def seal(self, data: st.DataObject, salt: str, who: str, honest: int) -> None:
        moves = [move.uci() for move in self.table.board.legal_moves] or ["a0a0"]
        self.sealed_move = data.draw(st.sampled_from(moves)) if honest else "a0a9"
        self.salt = salt
        hashed = t.commitment(salt, self.sealed_move)
        self.ask(t.Seal(who, hashed if honest != 1 else "no hash"))

    @rule(right=st.booleans())
    def open_sealed(self, right: bool) -> None:
        if self.table.sealed is not None:
            move = self.sealed_move if right else "b0c2"
            self.ask(t.OpenSealed("arbiter", move, self.salt))


TestTable: Any = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=400,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
