"""How games end: the kinds of end, and the outcome of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from chuhe.i18n import N_, _
from chuhe.pieces import Color

__all__ = ["Outcome", "Termination"]


class Termination(StrEnum):
    """How a game ended.

    >>> Termination("stalemate")
    <Termination.STALEMATE: 'stalemate'>
    """

    CHECKMATE = "checkmate"
    """将死: in check, and nothing helps."""
    STALEMATE = "stalemate"
    """困毙: no legal move, not in check. A loss, as mate is."""
    PERPETUAL_CHECK = "perpetual_check"
    """长将: one side alone checks with every move of the repetition, and loses."""
    PERPETUAL_CHASE = "perpetual_chase"
    """长捉: one side alone chases with every move of the repetition, and loses."""
    PERPETUAL_KILL = "perpetual_kill"
    """长杀: one side alone threatens mate with every move of the repetition, and loses."""
    MIXED_FORBIDDEN = "mixed_forbidden"
    """一将一杀, 一将一捉 and the like: one side alone does nothing but what is forbidden."""
    CHECK_SERIES = "check_series"
    """Too many checks in a row."""
    REPETITION = "repetition"
    """不变作和: nobody is at fault, nobody deviates."""
    NATURAL_LIMIT = "natural_limit"
    """自然限着: too long without a capture."""
    DEAD_POSITION = "dead_position"
    """No piece is left on either side that can cross the river."""
    RESIGNATION = "resignation"
    """认输."""
    AGREEMENT = "agreement"
    """议和."""
    TIME = "time"
    """超时."""
    FOULS = "fouls"
    """犯规满次: as many fouls as the book allows no longer."""
    ILLEGAL_MOVE = "illegal_move"
    """违例着法: a move against the rules of movement, where the book lets it lose at once."""
    SEALED_MOVE = "sealed_move"
    """封棋着法有误: the sealed move is illegal, unclear, or not the one sealed."""
    ABSENCE = "absence"
    """迟到、缺席: not at the board in time."""
    DISCIPLINE = "discipline"
    """违纪: a breach of discipline."""
    ABANDONMENT = "abandonment"
    """弃局: a player left the game."""
    DECISION = "decision"
    """裁判员裁定: the arbiter decided, for a reason given."""
    FORFEIT = "forfeit"
    """判负: lost by a decision of which a record says no more."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_NAMES[self])


_NAMES: Mapping[Termination, str] = {
    Termination.CHECKMATE: N_("checkmate"),
    Termination.STALEMATE: N_("stalemate"),
    Termination.PERPETUAL_CHECK: N_("perpetual check"),
    Termination.PERPETUAL_CHASE: N_("perpetual chase"),
    Termination.PERPETUAL_KILL: N_("perpetual threat of mate"),
    Termination.MIXED_FORBIDDEN: N_("forbidden moves throughout"),
    Termination.CHECK_SERIES: N_("too many checks in a row"),
    Termination.REPETITION: N_("repetition"),
    Termination.NATURAL_LIMIT: N_("natural limit"),
    Termination.DEAD_POSITION: N_("dead position"),
    Termination.RESIGNATION: N_("resignation"),
    Termination.AGREEMENT: N_("agreement"),
    Termination.TIME: N_("time"),
    Termination.FOULS: N_("too many fouls"),
    Termination.ILLEGAL_MOVE: N_("illegal move"),
    Termination.SEALED_MOVE: N_("faulty sealed move"),
    Termination.ABSENCE: N_("late or absent"),
    Termination.DISCIPLINE: N_("breach of discipline"),
    Termination.ABANDONMENT: N_("game abandoned"),
    Termination.DECISION: N_("arbiter's decision"),
    Termination.FORFEIT: N_("forfeit"),
}


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The end of a game.

    >>> from chuhe.i18n import use_language
    >>> outcome = Outcome(Color.RED, Termination.CHECKMATE)
    >>> outcome.result(), outcome.verdict
    ('1-0', 'red_wins')
    >>> with use_language("en"):
    ...     print(outcome)
    Red wins: checkmate

    An arbiter may declare a game lost for both:

    >>> both = Outcome(None, Termination.DISCIPLINE, both_lose=True)
    >>> both.result(), both.verdict, both.is_draw
    ('0-0', 'both_lose', False)

    Raises:
        ValueError: both lose, and yet one wins.
    """

    winner: Color | None
    """None: a draw, or `both_lose`."""
    termination: Termination
    both_lose: bool = False
    """双方判负: nobody wins, and it is no draw."""

    def __post_init__(self) -> None:
        if self.both_lose and self.winner is not None:
            raise ValueError(f"both sides lose, and {self.winner} wins")

    def __repr__(self) -> str:
        both = ", both_lose=True" if self.both_lose else ""
        return f"Outcome(winner={self.winner!r}, termination={self.termination!r}{both})"

    @property
    def is_draw(self) -> bool:
        """Whether the point is shared."""
        return self.winner is None and not self.both_lose

    def result(self) -> str:
        """The result as records write it: ``1-0``, ``0-1``, ``1/2-1/2``, or ``0-0`` for both lost."""
        if self.winner is None:
            return "0-0" if self.both_lose else "1/2-1/2"
        return "1-0" if self.winner is Color.RED else "0-1"

    @property
    def verdict(self) -> str:
        """``red_wins``, ``black_wins``, ``draw`` or ``both_lose``: the word of the
        machine-readable doors.
        """
        if self.winner is None:
            return "both_lose" if self.both_lose else "draw"
        return f"{self.winner}_wins"

    def __str__(self) -> str:
        reason = self.termination.text
        match self.verdict:
            case "red_wins":
                return _("Red wins: {reason}", reason=reason)
            case "black_wins":
                return _("Black wins: {reason}", reason=reason)
            case "both_lose":
                return _("Both sides lose: {reason}", reason=reason)
            case _:
                return _("Draw: {reason}", reason=reason)
