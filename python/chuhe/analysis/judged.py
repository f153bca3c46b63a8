"""What a move was worth, by the evaluations before and after it. No engine is asked here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from chuhe._core import Move
from chuhe.analysis.scale import BLUNDER, INACCURACY, MISTAKE, ONLY, UNIT, centipawns, win_share
from chuhe.engines import Info, Score
from chuhe.i18n import N_, _

__all__ = ["GLYPHS", "Evaluation", "Grade", "Judged", "judge_move"]


class Grade(StrEnum):
    """The class of a move.

    >>> Grade.BLUNDER.glyph, Grade.BLUNDER.nag, Grade.GOOD.nag
    ('??', 4, None)
    """

    #: Whoever moved had no choice.
    FORCED = "forced"
    #: The best move, and the only one that kept what there was.
    ONLY = "only"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    #: There was a forced mate; now there is none.
    MISSED_MATE = "missed_mate"

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_NAMES[self])

    @property
    def nag(self) -> int | None:
        """The glyph of PGN that it always has; a missed mate has one by what it lost."""
        return GLYPHS.get(self)

    @property
    def glyph(self) -> str:
        """The glyph as a sign, or an empty text."""
        return SIGNS.get(self.nag or 0, "")

    @property
    def is_fault(self) -> bool:
        """Whether something was lost by it."""
        return self in _FAULTS


_NAMES = {
    Grade.FORCED: N_("forced move"),
    Grade.ONLY: N_("only move"),
    Grade.BEST: N_("best move"),
    Grade.GOOD: N_("good move"),
    Grade.INACCURACY: N_("inaccuracy"),
    Grade.MISTAKE: N_("mistake"),
    Grade.BLUNDER: N_("blunder"),
    Grade.MISSED_MATE: N_("missed mate"),
}
_FAULTS = frozenset({Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER, Grade.MISSED_MATE})
GLYPHS: Mapping[Grade, int] = {
    Grade.ONLY: 1,
    Grade.INACCURACY: 6,
    Grade.MISTAKE: 2,
    Grade.BLUNDER: 4,
}
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is known of a position, for the side to move.

    Attributes:
        lines: the best lines, best first; none where the game has ended.
        ended: where it has ended, the share of the point the side to move got: 0, 0.5 or 1.
        choices: how many legal moves there are.
        asked: how many lines were asked for; some programs tell of one only.

    >>> Evaluation((Info(9, Score(cp=-40), (Move.from_uci("h2e2"),)),)).score
    Score(cp=-40, mate=None)
    >>> Evaluation((), ended=0.0).score, Evaluation((), ended=0.5).share()
    (Score(cp=None, mate=0), 0.5)
    """

    lines: tuple[Info, ...]
    ended: float | None = None
    choices: int = 0
    asked: int = 0

    @property
    def score(self) -> Score:
        """The score of the best line, or of the end."""
        if self.ended is not None:
            if self.ended == 0.5:
                return Score(cp=0)
            return Score(mate=0) if self.ended == 0 else Score(mate=1)
        return self.lines[0].score if self.lines else Score(cp=0)

    @property
    def best(self) -> Move | None:
        """The best move."""
        return self.lines[0].pv[0] if self.lines and self.lines[0].pv else None

    @property
    def depth(self) -> int:
        """How deep the engine looked, in plies."""
        return self.lines[0].depth if self.lines else 0

    def share(self, unit: float = UNIT) -> float:
        """The share of the point the side to move may expect."""
        return self.ended if self.ended is not None else win_share(self.score, unit)

    def to_json(self) -> dict[str, Any]:
        """For a file; `from_json` reads it."""
        return {
            "lines": [
                {
                    "depth": line.depth,
                    "cp": line.score.cp,
                    "mate": line.score.mate,
                    "pv": [move.uci() for move in line.pv],
                }
                for line in self.lines
            ],
            "ended": self.ended,
            "choices": self.choices,
            "asked": self.asked,
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Evaluation:
        """What `to_json` wrote.

        Raises:
            KeyError, TypeError, ValueError: it is something else.

        >>> there = Evaluation((Info(5, Score(mate=2), (Move.from_uci("a0a1"),)),), None, 7)
        >>> Evaluation.from_json(there.to_json()) == there
        True
        """
        lines = tuple(
            Info(
                int(line["depth"]),
                Score(_whole(line["cp"]), _whole(line["mate"])),
                tuple(map(Move.from_uci, line["pv"])),
                number,
            )
            for number, line in enumerate(facts["lines"], 1)
        )
        ended = facts["ended"]
        ended = None if ended is None else float(ended)
        return cls(lines, ended, int(facts["choices"]), int(facts.get("asked", 0)))


def _whole(value: object) -> int | None:
    return None if value is None else int(str(value))


def _turned(score: Score) -> Score:
    """The score for the other side; a side that is mated has been mated by the other."""
    if score.mate is not None:
        return Score(mate=-score.mate if score.mate else 1)
    return Score(cp=-(score.cp or 0))


@dataclass(frozen=True, slots=True)
class Judged:
    """What a move was worth to whoever made it.

    Attributes:
        grade: its class.
        before: the score before the move, with the best play.
        after: the score after it.
        share_before: the share of the point before it.
        share_after: the share after it.
        cp_loss: hundredths of a pawn lost.
        loss: share of the point lost, never below 0.
        nag: the glyph of PGN for it, if any.
    """

    grade: Grade
    before: Score
    after: Score
    share_before: float
    share_after: float
    cp_loss: int
    loss: float
    nag: int | None


def judge_move(
    before: Evaluation,
    after: Evaluation,
    move: Move,
    *,
    recapture: bool = False,
    checked: bool = False,
    unit: float = UNIT,
) -> Judged:
    """What a move was worth.

    The best move loses nothing, whatever a later look says. Of another move that was among the
    lines looked at before, the better of both looks counts, so that the deeper look after the
    move blames nobody for what the engine itself did not see.

    Args:
        before: of the position it was made in.
        after: of the position it led to.
        move: the move.
        recapture: whether it takes back on the square of the last move: nobody is praised for it.
        checked: whether it answers a check: nor for that.
        unit: see `chuhe.analysis.win_share`.

    >>> one, other = Move.from_uci("h2e2"), Move.from_uci("a0a1")
    >>> before = Evaluation((Info(9, Score(cp=30), (one,)),), None, 44)
    >>> judge_move(before, Evaluation((Info(9, Score(cp=-25), (other,)),)), one).grade.value
    'best'
    >>> bad = judge_move(before, Evaluation((Info(9, Score(cp=220), (one,)),)), other)
    >>> bad.grade.value, bad.cp_loss, round(bad.loss, 2), bad.nag
    ('blunder', 250, 0.21, 4)
    """
    told = before.score
    result = _turned(after.score)
    share_before = before.share(unit)
    share_after = 1 - after.share(unit)
    is_best = move == before.best
    for line in before.lines:
        if line.pv[:1] == (move,) and after.ended is None:
            seen = win_share(line.score, unit)
            if seen > share_after:
                share_after, result = seen, line.score
    loss = 0.0 if is_best else max(0.0, share_before - share_after)
    cp_loss = 0 if is_best else max(0, centipawns(told) - centipawns(result))
    if is_best:
        share_after = max(share_after, share_before) if after.ended is None else share_after
    grade = _grade(before, told, result, loss, is_best, recapture or checked, unit)
    nag = grade.nag
    if grade is Grade.MISSED_MATE:
        nag = 4 if loss >= BLUNDER else 2 if loss >= MISTAKE else 6
    return Judged(grade, told, result, share_before, share_after, cp_loss, loss, nag)


def _grade(
    before: Evaluation,
    told: Score,
    result: Score,
    loss: float,
    is_best: bool,
    plain: bool,
    unit: float,
) -> Grade:
    if before.choices == 1:
        return Grade.FORCED
    if is_best:
        if len(before.lines) > 1 and not plain:
            second = win_share(before.lines[1].score, unit)
            if before.share(unit) - second >= ONLY:
                return Grade.ONLY
        return Grade.BEST
    mating = told.mate is not None and told.mate > 0
    if mating and not (result.mate is not None and result.mate > 0):
        return Grade.MISSED_MATE
    for least, grade in (
        (BLUNDER, Grade.BLUNDER),
        (MISTAKE, Grade.MISTAKE),
        (INACCURACY, Grade.INACCURACY),
    ):
        if loss >= least:
            return grade
    return Grade.GOOD
