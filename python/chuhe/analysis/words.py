"""What is said of moves and scores, in the reader's language."""

from __future__ import annotations

from chuhe.analysis.judged import Grade
from chuhe.analysis.report import MoveReport, Report
from chuhe.engines import Score
from chuhe.i18n import _
from chuhe.pieces import RED, Color

__all__ = ["fault_text", "grades_text", "numbered", "percent", "score_text", "side_name", "style"]


def style() -> str:
    """The notation of the reader's language: Chinese, or WXF."""
    from chuhe.i18n import language

    return {"zh-Hans": "zh", "zh-Hant": "zh-hant"}.get(language(), "wxf")


def side_name(color: Color) -> str:
    """A side in the current language."""
    return _("Red") if color is RED else _("Black")


def percent(share: float) -> str:
    """A share of the point.

    >>> percent(0.417)
    '42%'
    """
    return f"{share * 100:.0f}%"


def score_text(score: Score) -> str:
    """A score in words; nothing is said of whose.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     score_text(Score(cp=-35)), score_text(Score(mate=3)), score_text(Score(mate=0))
    ('-0.35', 'mate in 3', 'mated')
    """
    if score.mate is None:
        return str(score)
    if score.mate == 0:
        return _("mated")
    if score.mate < 0:
        return _("mated in {n}", n=-score.mate)
    return _("mate in {n}", n=score.mate)


def numbered(move: MoveReport, notation: str | None = None) -> str:
    """A move with its round: ``12. 炮二平五`` or ``12… 马8进7``."""
    start_black = move.node.game.start_fen.split()[1:2] == ["b"]
    index = move.ply + (1 if start_black else 0)
    dots = "." if index % 2 else "…"
    return f"{(index + 1) // 2}{dots} {move.node.text(notation or style())}"


def fault_text(move: MoveReport, notation: str | None = None) -> str:
    """What was wrong with a move, as a comment has it."""
    judged = move.judged
    facts = {
        "grade": judged.grade.text,
        "before": percent(judged.share_before),
        "after": percent(judged.share_after),
    }
    best = move.best_line(notation or style(), 1)
    if judged.before.mate is not None and judged.before.mate > 0:
        text = _("{grade}: there was {mate}", grade=facts["grade"], mate=score_text(judged.before))
    elif judged.after.mate is not None and judged.after.mate < 0:
        text = _("{grade}: now {mate}", grade=facts["grade"], mate=score_text(judged.after))
    else:
        text = _("{grade}: expected score {before} → {after}", **facts)
    return _("{text}; better {move}", text=text, move=best[0]) if best else text


def grades_text(report: Report, color: Color) -> str:
    """How many faults a side made, and how exact it was."""
    side = report.side(color)
    parts = []
    if side.accuracy is not None and side.cp_loss is not None:
        parts.append(_("accuracy {n}%", n=f"{side.accuracy:.1f}"))
        parts.append(_("loss a move {n}", n=f"{side.cp_loss / 100:.2f}"))
    told = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER, Grade.MISSED_MATE, Grade.ONLY)
    parts += [f"{grade.text} {n}" for grade in told if (n := side.grades.get(grade))]
    return _(", ").join(parts)
