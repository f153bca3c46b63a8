"""One game of a match that was played: what is kept of it, and the record made of it.

>>> played = Played(number=0, round=0, red=0, black=1, result=1, reason="crash", moves=("h2e2",))
>>> played.fault, played.score_of(1)
('crash', 0.0)
>>> game = record(played, ("One", "Two"), event="Match")
>>> game.headers["Red"], game.result
('One', '1-0')
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from chuhe.board import START_FEN
from chuhe.game import Eval, Game
from chuhe.i18n import N_, _
from chuhe.rules import Termination

__all__ = ["FAULTS", "Played", "Said", "reason_text", "record"]

#: What an engine can do wrong, by the words kept of it.
FAULTS = {
    "crash": N_("its program ended"),
    "hang": N_("it did not answer"),
    "illegal": N_("illegal move"),
    "time": N_("loss on time"),
    "start": N_("it could not be started"),
}
#: How else a game ends that the rules do not end.
_REASONS = {
    "resigns": N_("adjudicated: the loser called it lost"),
    "level": N_("adjudicated: level for long"),
    "too_long": N_("drawn by its length"),
}


class Said(msgspec.Struct, frozen=True, array_like=True):
    """What an engine said with one of its moves, from its own side.

    Attributes:
        seconds: what the move took, by our clock.
        cp: hundredths of a pawn.
        mate: moves until mate, if it sees one.
        depth: plies looked ahead.
        nodes: positions looked at.
        left: seconds left on its clock after the move.
        book: whether the move came from its own book of openings.
    """

    seconds: float
    cp: int | None = None
    mate: int | None = None
    depth: int = 0
    nodes: int = 0
    left: float | None = None
    book: bool = False


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over.

    Attributes:
        number: its number in the schedule.
        round: which opening.
        red: which engine had Red.
        black: which one had Black.
        result: 1: Red won; 0: a draw; -1: Black won.
        reason: a name of `Termination`, a word of `FAULTS`, or how it was adjudicated.
        detail: what is known of a fault.
        fen: where it began.
        moves: all moves, those of the opening first.
        opening: how many those are.
        said: what the engines said, a move each, after the opening.
        date: the day.
        seconds: how long it took.
    """

    number: int
    round: int
    red: int
    black: int
    result: int
    reason: str
    detail: str = ""
    fen: str = START_FEN
    moves: tuple[str, ...] = ()
    opening: int = 0
    said: tuple[Said, ...] = ()
    date: str = ""
    seconds: float = 0.0

    @property
    def fault(self) -> str:
        """The word of `FAULTS` for what the loser did wrong; empty if nothing."""
        return self.reason if self.reason in FAULTS else ""

    @property
    def loser(self) -> int | None:
        """Which engine lost."""
        return {1: self.black, 0: None, -1: self.red}[self.result]

    def score_of(self, engine: int) -> float:
        """The points of an engine that played: 0, ½ or 1."""
        return (1 + (self.result if engine == self.red else -self.result)) / 2


def reason_text(reason: str) -> str:
    """Why a game ended, in the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     reason_text("repetition"), reason_text("hang")
    ('repetition', 'it did not answer')
    """
    known = FAULTS.get(reason) or _REASONS.get(reason)
    return _(known) if known else Termination(reason).text


def record(played: Played, names: Sequence[str], event: str = "", control: str = "") -> Game:
    """The game as a record, with what the engines said as evaluations and times."""
    headers = [
        ("Event", event),
        ("Date", played.date),
        ("Round", f"{played.round + 1}.{played.number + 1}"),
        ("Red", names[played.red]),
        ("Black", names[played.black]),
        ("TimeControl", control),
        ("Termination", played.reason),
    ]
    fen = None if played.fen == START_FEN else played.fen
    result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[played.result]
    game = Game(fen, [(name, value) for name, value in headers if value], result)
    if not played.moves:
        return game
    game.add_line(played.moves)
    board = Game(fen).board()
    red_begins = board.turn.value == "red"
    for ply, node in enumerate(game.mainline()):
        said = _at(played, ply)
        if said is None:
            continue
        node.elapsed = said.seconds
        node.clock = said.left
        sign = 1 if (ply % 2 == 0) == red_begins else -1
        if said.book:
            node.comment = _("its own book")
        if said.mate is not None:
            node.eval = Eval(sign * said.mate, True, said.depth or None)
        elif said.cp is not None:
            node.eval = Eval(sign * said.cp, False, said.depth or None)
    detail = f" ({played.detail})" if played.detail else ""
    game.end().comment = reason_text(played.reason) + detail
    return game


def _at(played: Played, ply: int) -> Said | None:
    index = ply - played.opening
    return played.said[index] if 0 <= index < len(played.said) else None
