"""What a page is told of a game: positions, moves in three notations, ends in words.

Everything a page shows is made here, from the board; see "Objects" in
``docs/protocol.md``.
"""

from __future__ import annotations

from msgspec import structs

from chuhe import Board, Color, notation, square_name
from chuhe import table as journal
from chuhe.clock import Clock, TimeControl
from chuhe.errors import Problem
from chuhe.rules import Outcome, Termination
from chuhe.server import objects as o
from chuhe.server import rulings

__all__ = ["Line", "clock_view", "end_of_table", "problem_view", "seats_view"]

_SIDES: tuple[o.Side, o.Side] = ("red", "black")


class Line:
    """A line of moves from a start position, kept as a page wants to see it.

    Args:
        start: where the line starts; its moves are not looked at.
        rules: the rule book that says what may be claimed, and warns.
        ruled: whether positions carry what the arbiter says: the warning before a fatal
            repetition, and the ruling of a draw that may be claimed.

    >>> line = Line(Board())
    >>> line.push("h2e2").zh, line.position().turn
    ('炮二平五', 'black')
    """

    def __init__(self, start: Board, rules: str = "club", *, ruled: bool = False) -> None:
        # A diagram in a record need not be one that can arise.
        self.board = Board(start.start_fen, strict=False)
        self.rules, self.ruled = rules, ruled
        self.moves: list[o.MoveEntry] = []
        self._captured: list[str] = []
        #: The last position made, which may be asked for by many; it costs more where a game repeats.
        self._position: o.Position | None = None
        self.start = self.position()

    def push(
        self,
        uci: str,
        comment: str | None = None,
        nags: list[int] | None = None,
        variations: int = 0,
    ) -> o.MoveEntry:
        """Play a legal move and say all about it.

        Raises:
            IllegalMoveError: nothing has changed.
        """
        board = self.board
        move = board.parse_uci(uci)
        piece = board.piece_at(move.from_square)
        taken = board.piece_at(move.to_square)
        assert piece is not None
        names = notation.all_notations(board, move)
        side = _side(board.turn)
        board.push(move)
        entry = o.MoveEntry(
            len(self.moves) + 1,
            uci,
            names["zh"],
            names["wxf"],
            names["iccs"],
            side,
            piece.letter,
            None if taken is None else taken.letter,
            _check(board),
            board.fen(),
            comment,
            nags or [],
            variations,
        )
        self.moves.append(entry)
        self._position = None
        if taken is not None:
            self._captured.append(taken.letter)
        return entry

    def cut(self, ply: int) -> None:
        """Take back to the position after ``ply`` moves."""
        self._position = None
        while len(self.moves) > ply:
            self.board.pop()
            if self.moves.pop().captured is not None:
                self._captured.pop()

    def position(self, *, over: bool = False) -> o.Position:
        """The position at the end of the line; without targets when the game is ``over``."""
        if self._position is None:
            self._position = self._made()
        if over:
            return structs.replace(self._position, dests={}, claimable=None, warning=None)
        return self._position

    def _made(self) -> o.Position:
        board = self.board
        uci = self.moves[-1].uci if self.moves else None
        return o.Position(
            ply=len(self.moves),
            fen=board.fen(),
            turn=_side(board.turn),
            dests=board.dests(),
            check=_check(board),
            checkers=[square_name(square) for square in board.checkers()],
            last=None if uci is None else (uci[:2], uci[2:]),
            captured=o.Captured(
                red=[x for x in self._captured if x.isupper()],
                black=[x.upper() for x in self._captured if x.islower()],
            ),
            claimable=rulings.claimable(board, self.rules, ruled=self.ruled),
            warning=rulings.warning_view(board, self.rules) if self.ruled else None,
        )


def end_of_table(
    end: journal.Ended | None, board: Board | None = None, rules: str = "club"
) -> o.Outcome | None:
    """The outcome of a table that has ended.

    Args:
        end: the event that ended it.
        board: how the table stands; with it comes the ruling, if the board has ended the game.
        rules: the rule book of the table.
    """
    if end is None:
        return None
    termination = Termination(end.termination)
    color = None if end.winner is None else Color(end.winner)
    outcome = Outcome(color, termination, end.both_lose)
    if board is not None:
        # What the players or the clock decided is not the board's; a claim is known by its kind.
        ruled = rulings.of_board(board, rules, claim=True)
        if ruled is not None and (ruled.winner, ruled.termination) == (end.winner, end.termination):
            return ruled
    return rulings.outcome_view(outcome, reason=end.reason)


def clock_view(
    clock: Clock | None, controls: tuple[TimeControl, TimeControl] | None, now: float
) -> o.Clock | None:
    """Both clocks as they read at ``now``."""
    if clock is None or controls is None:
        return None
    control = controls[0]
    readings = (clock.read(seat, now) for seat in (0, 1))
    red, black = (o.Reading(r.main, r.periods, r.period, r.move) for r in readings)
    return o.Clock(
        control=o.Control(
            control.main, control.increment, control.per_move, control.byoyomi, control.periods
        ),
        running=None if clock.running is None else _SIDES[clock.running],
        at=now,
        red=red,
        black=black,
    )


def seats_view(seats: tuple[journal.Seat, journal.Seat]) -> o.Seats:
    """The seats without their secrets."""
    red, black = (o.SeatView(seat.kind, seat.name) for seat in seats)
    return o.Seats(red, black)


def problem_view(problem: Problem) -> o.Problem:
    """A problem with its sentence in both languages."""
    facts = {name: str(value) for name, value in problem.facts.items()}
    return o.Problem(problem.code, o.text(problem.code, problem.facts), facts)


def _check(board: Board) -> str | None:
    return square_name(board.king(board.turn)) if board.is_check() else None


def _side(color: Color) -> o.Side:
    return "red" if color is Color.RED else "black"
