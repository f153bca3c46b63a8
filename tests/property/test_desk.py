"""Random lines at the arbiter's desk: always an answer, and what is kept makes the same game."""

import random

import msgspec
import pytest

from chuhe import records
from chuhe.cli.officiate_desk import DEEDS, Desk
from chuhe.cli.officiate_journal import Entry
from chuhe.cli.officiate_said import ARBITER, Hand
from chuhe.clock_text import parse_time_controls
from chuhe.i18n import use_language
from chuhe.rules import RULES, Offence
from chuhe.scoresheet import SHEET_FORMATS, Note, make_sheet, write_sheet
from chuhe.table import Seat, Table, open_table

CHECKING = "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"
#: Files are another test's business.
COMMANDS = sorted(set(DEEDS) - {"sheet", "quit"})


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def let_pass(self, seconds: float) -> None:
        self.now += seconds


def desk_for(rules: str, time: str, press: bool) -> Desk:
    clock = Time()
    table, opened = open_table(
        "t",
        seats=(Seat("human", "red", "甲"), Seat("human", "black", "乙")),
        now=0.0,
        rules=rules,
        control=parse_time_controls(time) if time else None,
        officiated=True,
        arbiter=ARBITER,
        press_clock=press,
    )
    hand = Hand(now=lambda: clock.now, pass_time=clock.let_pass, code=lambda: "c0de")
    return Desk(table, opened, {"Red": "甲", "Black": "乙", "Event": "{杯}"}, hand)


TEXTS = ("", "因为", "a reason", "{}", "。", "<b>", "x" * 600, "*/ } -- 1-0")
SIDE_WORDS = ("red", "black", "红", "黑", "")
ODD = (
    "",
    "#",
    "？",
    "1.",
    "@",
    "move @0:10",
    "touch",
    "+",
    "a0a0 a0a0",
    "炮",
    "\x00",
    "😀",
    "红",
    "０",
)


def line_for(desk: Desk, rng: random.Random) -> str:
    """A line that fits more often than not; most are moves."""
    table = desk.table
    if table.outcome is not None and rng.random() < 0.7:
        return rng.choice([f"correct {table.outcome.id} {rng.choice(TEXTS)}", "undo"])
    if table.sealed is not None and rng.random() < 0.7:
        move = rng.choice(["炮二平五", "h2e2", "马八进八"])
        return rng.choice([f"open {move} c0de", "open wrong 字迹不清", "adjourn"])
    if table.paused and rng.random() < 0.7:
        return rng.choice(["continue", "resume"])
    if table.unpressed and rng.random() < 0.8:
        return "press"
    side, text = rng.choice(SIDE_WORDS), rng.choice(TEXTS)
    square = rng.choice("abcdefghi") + rng.choice("0123456789")
    if rng.random() < 0.6:
        moves = table.bound or [move.uci() for move in table.board.legal_moves]
        move = rng.choice(moves) if moves else "undo"
        return rng.choice([move, move, move, f"1. {move} ;", f"{move} @4:00", f"{move} 炮8平5"])
    return rng.choice(
        [
            f"touch {side} {square} {rng.choice(['', 'e3', 'h7+b7', '同时'])}",
            f"illegal {side} {square}{square[0]}5",
            f"adjust {side} {square} {rng.choice(['', 'agreed', 'without'])}",
            f"foul {side} {rng.choice(list(Offence))} {text}",
            f"{rng.choice(COMMANDS)} {text}",
            f"{rng.choice(COMMANDS)} {side} {text}",
            f"back {rng.randrange(30)} {text}",
            f"correct {rng.randrange(9)} {text}",
            f"clock {side} {rng.choice(['0:30', '5:00', '0', '9999h'])}",
            f"wait {rng.choice(['0:10', '0:20', '3:00'])}",
            f"late {side} {rng.randrange(90)}",
            f"seal {rng.choice(['炮二平五', 'h2e2', '马八进八'])}",
            f"setup {CHECKING} {text}",
            rng.choice(
                ["touch none", "摸 不算", "declare theory", "absent both", "claim repetition"]
            ),
            rng.choice(["offer", "accept", "decline", "consent", "consent no", "自然限着"]),
            rng.choice(ODD),
        ]
    )


@pytest.mark.parametrize("seed", range(120))
def test_any_lines_are_answered_and_make_a_game_that_can_be_kept(seed: int) -> None:
    rng = random.Random(seed)
    time = rng.choice(["", "5", "5+3 1x10", "3/5,5", "60s/move"])
    rules = rng.choice([*sorted(RULES), "club facing_kings=loss phone_rings=two_fouls"])
    desk = desk_for(rules, time, rng.random() < 0.3)
    with use_language(rng.choice(["en", "zh-Hans"])):
        told = 0
        for _ in range(rng.randrange(10, 120)):
            for said in desk.do(line_for(desk, rng)):
                assert all(isinstance(text, str) for text in said.lines)
                assert said.kind in ("event", "refused", "warning", "hint", "shown")
                told += said.kind == "event"
        assert told == len(desk.events) - 1  # nothing happens that is not told
        kept = msgspec.json.encode(Entry(0.0, "", tuple(desk.events)))
        events = msgspec.json.decode(kept, type=Entry).events
        played = [event for event in events if not isinstance(event, Note)]
        assert Table.replay("t", played) == desk.table
        sheet = make_sheet(events, desk.headers)
        assert [row.move for row in sheet.rows] == [m.uci() for m in desk.table.board.move_stack]
        for format in SHEET_FORMATS:
            assert write_sheet(sheet, format)
        (game,) = records.read(write_sheet(sheet, "pgn").encode())
    assert game.uci_moves == [row.move for row in sheet.rows]
    assert game.result == ("*" if sheet.result == "0-0" else sheet.result)
    assert game.problems == []
