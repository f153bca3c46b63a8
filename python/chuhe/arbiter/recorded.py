"""What a record claims, and whether it agrees with the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from chuhe.arbiter.values import Illegal, Replay
from chuhe.errors import Problem
from chuhe.rules import Termination

if TYPE_CHECKING:
    from chuhe.game import Game

__all__ = ["Agreement", "Recorded", "Report", "agreement", "report_of", "termination_of"]


class Agreement(StrEnum):
    """How what a record claims stands to what the board says."""

    AGREES = "agrees"
    """The result is the one on the board."""
    DIFFERS = "differs"
    """The board says another result."""
    PLAYED_ON = "played_on"
    """Another result stood on the board, and play went on after it."""
    OPEN = "open"
    """The board decides nothing: resignation, agreement or the clock may have."""
    NO_CLAIM = "no_claim"
    """The record does not say a result."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a record claims about its end."""

    result: str = "*"
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for none."""
    termination: Termination | None = None
    """How, where the record says it in a word known here (绝杀, 认负, 超时 …)."""
    words: str = ""
    """The words it says it in."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the board says of a recorded game, and whether the record agrees."""

    replay: Replay
    """What the board says."""
    recorded: Recorded
    """What the record claims."""
    agreement: Agreement
    """How the two stand to each other."""

    @property
    def is_clean(self) -> bool:
        """Every move legal, and no other result claimed than the board's."""
        differs = self.agreement in (Agreement.DIFFERS, Agreement.PLAYED_ON)
        return self.replay.is_legal and not differs


def report_of(game: Game, replay: Replay) -> Report:
    """Hold a record against the replay of its moves."""
    words = game.headers.get("Termination") or game.last_comment().strip().rpartition("\n")[2]
    termination = termination_of(words)
    recorded = Recorded(game.result, termination, words if termination else "")
    replay = replace(replay, illegal=_where_it_breaks_off(game, len(replay.moves)))
    return Report(replay, recorded, agreement(replay, recorded))


def _where_it_breaks_off(game: Game, plies: int) -> Illegal | None:
    """The move of the record that its reader could not play.

    A reader stops the main line there, so it is not among the moves replayed.
    """
    for problem in game.problems:
        if problem.place.ply == plies + 1 and problem.code.startswith(("illegal.", "notation.")):
            move = str(problem.facts.get("text", ""))
            return Illegal(plies + 1, move, Problem(problem.code, problem.facts))
    return None


def agreement(replay: Replay, recorded: Recorded) -> Agreement:
    """Whether a record claims the result that stands on the board.

    A draw that may be claimed at the last ply counts for a record that says draw.
    """
    if recorded.result == "*":
        return Agreement.NO_CLAIM
    ruling = replay.end
    if ruling is None and replay.last and replay.last.outcome.result() == recorded.result:
        ruling = replay.last
    if ruling is None:
        return Agreement.OPEN
    if ruling.outcome.result() == recorded.result:
        return Agreement.AGREES
    return Agreement.PLAYED_ON if len(replay.moves) > ruling.ply else Agreement.DIFFERS


def termination_of(words: str) -> Termination | None:
    """How a game ended, in the words that records use; None if these are not among them.

    >>> termination_of("认负"), termination_of("{ 絕殺 }"), termination_of("好棋")
    (<Termination.RESIGNATION: 'resignation'>, <Termination.CHECKMATE: 'checkmate'>, None)
    """
    return _TERMINATIONS.get(words.strip(" \t\r\n{}()（）。.!！").casefold())


_TERMINATIONS = {
    word: termination
    for termination, words in {
        Termination.CHECKMATE: "绝杀 絕殺 将死 將死 杀 殺 checkmate mate",
        Termination.STALEMATE: "困毙 困斃 困死 stalemate",
        Termination.PERPETUAL_CHECK: "长将 長將 长将判负 長將判負",
        Termination.RESIGNATION: "认负 認負 认输 認輸 投了 resignation resigns resigned",
        Termination.AGREEMENT: "议和 議和 同意和棋 agreement",
        Termination.TIME: "超时 超時 逾时 逾時 超时判负 超時判負 time timeout",
        Termination.FORFEIT: "弃权 棄權 判负 判負 forfeit abandoned",
    }.items()
    for word in words.split()
} | {"time forfeit": Termination.TIME}
