"""The score sheet as data: moves, clocks, offers, and what was ruled where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from chuhe.board import Board
from chuhe.clock_text import describe_time_control, write_duration, write_time_control
from chuhe.i18n import _
from chuhe.scoresheet.words import (
    board_explanation,
    book_words,
    ending_words,
    event_words,
    move_words,
    side_words,
    usual_style,
)
from chuhe.table import (
    AnyEvent,
    Bound,
    ChangeOrdered,
    ClockPressed,
    Corrected,
    Ended,
    FoulGiven,
    LevelSet,
    OfferClosed,
    Offered,
    Opened,
    Played,
    Seated,
    SetupCorrected,
    Side,
    Table,
    TakenBack,
    Warned,
    WentBack,
    outcome_of,
)

__all__ = ["Note", "Remark", "Row", "Sheet", "clock_words", "make_sheet"]


class Note(msgspec.Struct, frozen=True, tag_field="e", tag="note"):
    """A remark of the arbiter's; it changes nothing on the table."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A move on the sheet."""

    ply: int
    side: Side
    move: str
    """As UCI."""
    text: str
    """As written."""
    clock: float | None = None
    """Seconds left on the mover's clock after it."""
    clock_text: str = ""
    """The same as the clock shows it, 读秒 included."""
    offer: bool = False
    """Whether the mover offered a draw with it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is told between the moves."""

    ply: int
    """After how many moves."""
    kind: str
    """The tag of the event, such as ``foul_given``; ``note`` for a remark of the arbiter's."""
    text: str
    side: Side | None = None
    id: int = 0
    """The number of a ruling; 0 if it is none."""
    undone: bool = False
    """Whether the ruling was corrected later."""


@dataclass(frozen=True)
class Sheet:
    """A game as the arbiter hands it in; made by `make_sheet`."""

    headers: Mapping[str, str] = field(default_factory=dict)
    """As in a record: ``Event``, ``Date``, ``Red``, ``Black`` …"""
    rules: str = "club"
    time: tuple[str, str] | None = None
    """The time control of Red and Black, as text; None without a clock."""
    time_words: str = ""
    """The same in the words of the language."""
    fen: str = ""
    """Where the game starts."""
    final_fen: str = ""
    """How it stands."""
    rows: tuple[Row, ...] = ()
    remarks: tuple[Remark, ...] = ()
    result: str = "*"
    """``1-0``, ``0-1``, ``1/2-1/2``, ``0-0`` for both lost, ``*`` while it goes on."""
    termination: str = ""
    article: str = ""
    verdict: tuple[str, ...] = ()
    """The end in words: who won, why, by which article."""
    strip: str = ""
    """Of an end by repetition: its plies as a picture, an ``<svg>`` element."""
    fouls: Mapping[Side, int] = field(default_factory=dict)

    @property
    def rules_title(self) -> str:
        """The rule book's name in the current language."""
        return book_words(self.rules)

    def told(self, ply: int) -> list[Remark]:
        """What is told after so many moves; the end in force stands below the moves instead."""
        return [
            remark
            for remark in self.remarks
            if remark.ply == ply and (remark.kind != "ended" or remark.undone)
        ]

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain data."""
        return {
            "headers": dict(self.headers),
            "rules": self.rules,
            "time": list(self.time) if self.time else None,
            "fen": self.fen,
            "final_fen": self.final_fen,
            "moves": [
                {
                    "ply": row.ply,
                    "side": row.side,
                    "move": row.move,
                    "text": row.text,
                    "clock": row.clock,
                    "offer": row.offer,
                }
                for row in self.rows
            ],
            "remarks": [
                {
                    "ply": remark.ply,
                    "kind": remark.kind,
                    "side": remark.side,
                    "text": remark.text,
                    "ruling": remark.id or None,
                    "undone": remark.undone,
                }
                for remark in self.remarks
            ],
            "fouls": dict(self.fouls),
            "result": self.result,
            "termination": self.termination or None,
            "article": self.article or None,
            "verdict": list(self.verdict),
        }


#: What needs no words on the sheet: it shows in the moves, or belongs to the machine.
_SILENT = (Opened, Played, ClockPressed, LevelSet, Seated)


def make_sheet(
    events: Iterable[AnyEvent | Note],
    headers: Mapping[str, str] | None = None,
    style: str | None = None,
) -> Sheet:
    """The score sheet of the game that these events made.

    Args:
        events: the table's events from its opening, with remarks of the arbiter's among them.
        headers: what is known of the game: ``Event``, ``Date``, ``Red`` …
        style: the notation of the moves, as in `chuhe.notation`; that of the language if None.

    >>> from chuhe.table import Play, Seat, open_table
    >>> table, events = open_table("t", seats=(Seat("human", "a"), Seat("human", "b")), now=0.0)
    >>> events += table.handle(Play("a", ply=0, move="h2e2"), now=5.0)
    >>> sheet = make_sheet(events, {"Red": "甲"}, style="zh")
    >>> [row.text for row in sheet.rows], sheet.result
    (['炮二平五'], '*')
    """
    folding = _Folding(style or usual_style())
    for event in events:
        folding.add(event)
    return folding.sheet(dict(headers or {}))


class _Folding:
    """The sheet being written, beside the table it is the sheet of."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.table = Table("sheet")
        self.fen = ""
        self.rows: list[Row] = []
        self.remarks: list[Remark] = []
        self.verdict: tuple[str, ...] = ()
        self.strip = ""
        self.offering: Side | None = None
        """Who has offered a draw in his own time, before his move."""

    def add(self, event: AnyEvent | Note) -> None:
        if isinstance(event, Note):
            self._remark(Remark(self.table.ply, "note", event.text))
            return
        board = self.table.board
        if isinstance(event, Ended):
            self.verdict = tuple(ending_words(event, board, self.table.rules))
            found = board_explanation(event, board, self.table.rules)
            self.strip = found.svg() if found is not None and found.ruling.cycle else ""
        self._tell(event, board)
        text = move_words(board, event.move, self.style) if isinstance(event, Played) else ""
        self.table.apply(event)
        match event:
            case Opened():
                self._start(event.fen, event.moves)
            case SetupCorrected():
                self._start(event.fen, ())
                self.remarks = [replace(remark, ply=0) for remark in self.remarks]
            case Played():
                self.rows.append(self._row(event, text))
                self.offering = None
            case WentBack() | TakenBack():
                del self.rows[event.ply :]
                self.offering = None
                self.remarks = [
                    replace(remark, ply=min(remark.ply, event.ply)) for remark in self.remarks
                ]
                self.verdict = ()
            case Corrected():
                self.remarks = [
                    replace(remark, undone=True) if remark.id == event.id else remark
                    for remark in self.remarks
                ]
                if event.reopens:
                    self.verdict = ()
            case Offered(kind="draw"):
                self._mark_offer(event.side)

    def _start(self, fen: str, moves: Iterable[str]) -> None:
        self.fen = fen
        board = Board(fen)
        self.rows = []
        for uci in moves:
            side: Side = "red" if board.turn == "red" else "black"
            text = move_words(board, uci, self.style)
            board.push_uci(uci)
            self.rows.append(Row(board.ply, side, uci, text))

    def _row(self, event: Played, text: str) -> Row:
        clock = self.table.clock
        shown = clock.read(0 if event.side == "red" else 1, event.at) if clock else None
        return Row(
            ply=self.table.ply,
            side=event.side,
            move=event.move,
            text=text,
            clock=shown.main if shown else None,
            clock_text=clock_words(self.table, event.side, event.at) if shown else "",
            offer=self.offering == event.side,
        )

    def _mark_offer(self, side: Side) -> None:
        """The move it was offered with is marked: the one just made, or the one thought about."""
        if self.rows and self.rows[-1].side == side:
            self.rows[-1] = replace(self.rows[-1], offer=True)
        else:
            self.offering = side

    def _tell(self, event: AnyEvent, board: Board) -> None:
        if isinstance(event, _SILENT) or (isinstance(event, Bound) and not event.moves):
            return
        if isinstance(event, OfferClosed) and event.how == "lapsed":
            return
        text = event_words(event, board, self.table.rules, self.table.touched)
        if text:
            id = event.id if isinstance(event, FoulGiven | Warned | ChangeOrdered | Ended) else 0
            side: Side | None = getattr(event, "side", None)
            tag = str(type(event).__struct_config__.tag)
            self._remark(Remark(board.ply, tag, text, side, id))

    def _remark(self, remark: Remark) -> None:
        self.remarks.append(remark)

    def sheet(self, headers: Mapping[str, str]) -> Sheet:
        table, ended = self.table, self.table.outcome
        time: tuple[str, str] | None = None
        words = ""
        if table.control:
            red, black = table.control
            time = (write_time_control(red), write_time_control(black))
            words = describe_time_control(red)
            if red != black:
                words = _(
                    "{red}: {first}; {black}: {second}",
                    red=side_words("red"),
                    first=words,
                    black=side_words("black"),
                    second=describe_time_control(black),
                )
        return Sheet(
            headers=headers,
            rules=table.rules,
            time=time,
            time_words=words,
            fen=self.fen,
            final_fen=table.board.fen(),
            rows=tuple(self.rows),
            remarks=tuple(self.remarks),
            result=outcome_of(ended).result() if ended else "*",
            termination=ended.termination if ended else "",
            article=ended.article if ended else "",
            verdict=self.verdict if ended else (),
            strip=self.strip if ended else "",
            fouls={side: table.fouls(side) for side in ("red", "black")} if ended else {},
        )


def clock_words(table: Table, side: Side, now: float) -> str:
    """What a side's clock shows: ``1:29:30``; ``0:00 1x30`` in 读秒; empty without a clock."""
    if table.clock is None:
        return ""
    shown = table.clock.read(0 if side == "red" else 1, now)
    words = []
    if shown.main is not None:
        words.append(write_duration(shown.main))
        if not shown.main and shown.period is not None:
            words.append(f"{shown.periods}x{write_duration(shown.period)}")
    if shown.move is not None:
        words.append(f"[{write_duration(shown.move)}]")
    return " ".join(words)
