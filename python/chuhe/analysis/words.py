"""What is said of moves and scores, in the reader's language."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from chuhe.analysis.judged import Grade
from chuhe.analysis.report import MoveReport, Report
from chuhe.engines import Score
from chuhe.i18n import LANGUAGES, N_, _, use_language
from chuhe.pieces import RED, Color

__all__ = [
    "FAULTS",
    "Said",
    "fault_text",
    "grades_text",
    "numbered",
    "percent",
    "score_text",
    "sentences",
    "side_name",
    "style",
    "title_of",
    "without_sentences",
]

#: Faults in the order in which they are told.
FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER, Grade.MISSED_MATE)
#: A score beyond this many hundredths of a pawn is no count of material: engines tell so of games
#: that are decided, as by repetition.
DECIDED = 9_000

_MATED = N_("mated")
_MATED_IN = N_("mated in {n}")
_MATE_IN = N_("mate in {n}")
_THERE_WAS = N_("{grade}: there was {mate}")
_NOW = N_("{grade}: now {mate}")
_EXPECTED = N_("{grade}: expected score {before} → {after}")
_BETTER = N_("{text}; better {move}")


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
    >>> with use_language("en"):
    ...     score_text(Score(cp=-29_990))
    'certain loss'
    """
    if score.mate is None:
        cp = score.cp or 0
        if abs(cp) >= DECIDED:
            return _("certain win") if cp > 0 else _("certain loss")
        return str(score)
    if score.mate == 0:
        return _(_MATED)
    if score.mate < 0:
        return _(_MATED_IN, n=-score.mate)
    return _(_MATE_IN, n=score.mate)


def title_of(report: Report) -> str:
    """Who played, or what the game is called; an empty text if nothing is known.

    >>> from chuhe.game import Game
    >>> title_of(Report(Game(headers=[("Title", "七星聚会")]), ""))
    '七星聚会'
    """
    headers = report.game.headers
    red, black = (headers.get(name, "").strip("? ") for name in ("Red", "Black"))
    if red or black:
        return f"{red or _('Red')} – {black or _('Black')}"
    return next(
        (text for name in ("Title", "Event") if (text := headers.get(name, "").strip("? "))), ""
    )


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
        text = _(_THERE_WAS, grade=facts["grade"], mate=score_text(judged.before))
    elif judged.after.mate is not None and judged.after.mate < 0:
        text = _(_NOW, grade=facts["grade"], mate=score_text(judged.after))
    else:
        text = _(_EXPECTED, **facts)
    return _(_BETTER, text=text, move=best[0]) if best else text


class Said(NamedTuple):
    """What a sentence of `fault_text` said: the class, and the better move as it was written."""

    grade: Grade
    better: str


@cache
def sentences() -> tuple[str, ...]:
    """Regular expressions of what `fault_text` writes, in all languages.

    Python and JavaScript read them alike. Groups 1 to 4 are the classes, in the order of `FAULTS`;
    group 5 is the better move.
    """
    found: list[str] = []
    for tag in LANGUAGES:
        with use_language(tag):
            classes = "|".join(f"({re.escape(grade.text)})" for grade in FAULTS)
            mates = "|".join(_pattern(_(text)) for text in (_MATE_IN, _MATED_IN, _MATED))
            found += [
                _pattern(_(_BETTER).replace("{text}", _(text)), classes, mates)
                for text in (_THERE_WAS, _NOW, _EXPECTED)
            ]
    return tuple(found)


def _pattern(template: str, classes: str = "", mates: str = "") -> str:
    slots = {
        "grade": f"(?:{classes})",
        "mate": f"(?:{mates})",
        "before": r"\d+%",
        "after": r"\d+%",
        "n": r"\d+",
        "move": r"([^\s;,.]{2,8})",
    }
    parts = re.split(r"\{(\w+)\}", template)
    return "".join(slots[part] if i % 2 else re.escape(part) for i, part in enumerate(parts))


def without_sentences(comment: str) -> tuple[str, list[Said]]:
    """A comment without what `fault_text` wrote into it, in whatever language; and what that said.

    >>> without_sentences("妙手 失误：预期得分 50% → 38%；更好的是炮二平五")
    ('妙手', [Said(grade=<Grade.MISTAKE: 'mistake'>, better='炮二平五')])
    >>> without_sentences("a mistake, I think")
    ('a mistake, I think', [])
    """
    said: list[Said] = []

    def take(found: re.Match[str]) -> str:
        said.append(Said(FAULTS[next(i for i in range(4) if found[i + 1])], found[5]))
        return ""

    for pattern in _patterns():
        comment = pattern.sub(take, comment)
    return (comment.strip() if said else comment), said


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?:^|\s+)(?:{text})(?=\s|$)") for text in sentences())


def grades_text(report: Report, color: Color) -> str:
    """How many faults a side made, and how exact it was."""
    side = report.side(color)
    parts = []
    if side.accuracy is not None and side.cp_loss is not None:
        parts.append(_("accuracy {n}%", n=f"{side.accuracy:.1f}"))
        parts.append(_("loss a move {n}", n=f"{side.cp_loss / 100:.2f}"))
    told = (*FAULTS, Grade.ONLY)
    parts += [f"{grade.text} {n}" for grade in told if (n := side.grades.get(grade))]
    return _(", ").join(parts)
