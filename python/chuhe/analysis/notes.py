"""A report written into the record: evaluations, glyphs, better lines."""

from __future__ import annotations

from chuhe.analysis.judged import GLYPHS, Grade
from chuhe.analysis.report import MoveReport, Report, red_score
from chuhe.analysis.words import fault_text, style, without_sentences
from chuhe.board import Board
from chuhe.engines import Score
from chuhe.game import Eval, Game, Node
from chuhe.pieces import Color

__all__ = ["annotate"]

#: Glyphs that grade a move; one that stands there is left as it is.
GRADES = frozenset(range(1, 7))
#: Moves of a better line that are written.
LINE = 8


def annotate(
    report: Report,
    *,
    comments: bool = True,
    lines: bool = True,
    most: int = LINE,
    notation: str | None = None,
) -> Game:
    """A copy of the game with what was found.

    Each move looked at gets the evaluation of the position after it. Moves that lost something, and
    only moves, get a glyph, unless one of ``!`` to ``?!`` stands there; a fault gets a sentence
    behind its comment, in the current language, and the better line as a variation, unless one
    begins with that move; its first move has the evaluation, too. What an earlier analysis said of
    the moves looked at is replaced, with its glyphs and lines, as far as its sentences tell of them.

    Args:
        report: what was found.
        comments: whether sentences are written.
        lines: whether variations are written.
        most: so many moves of a line at most.
        notation: of moves in sentences; that of the language if left out.

    >>> from chuhe.analysis import analyse
    >>> from chuhe.engines import BuiltinEngine, Limit
    >>> game = Game("3aka3/9/4C4/9/9/7C1/9/9/9/3K5 w")
    >>> _ = game.add_line(["h4h5"])
    >>> noted = annotate(analyse(game, BuiltinEngine(), Limit(depth=4)))
    >>> [node.zh for node in noted.root.variations], noted.mainline()[0].nags
    (['炮二进一', '炮二平五'], [4])
    """
    game = report.game.copy()
    twins = dict(zip(report.game.nodes(), game.nodes(), strict=True))
    for node, found in report.evaluations.items():
        twin = twins[node]
        if found.ended is None and found.lines:
            turn = _turn(report, node)
            twin.eval = _eval(red_score(found.score, turn), found.depth)
    for move in report.moves:
        _forget(twins[move.node])
        _note(twins[move.node], move, comments, lines, most, notation or style())
    if report.moves and not game.headers.get("Annotator", "").strip("?- "):
        game.headers["Annotator"] = report.engine
    return game


def _turn(report: Report, node: Node) -> Color:
    start = Board(report.game.start_fen, strict=False).turn
    return start if node.ply % 2 == 0 else ~start


def _eval(score: Score, depth: int) -> Eval:
    if score.mate is not None:
        return Eval(score.mate, True, depth or None)
    return Eval(score.cp or 0, False, depth or None)


def _forget(node: Node) -> None:
    """Take back what an earlier analysis said of a move."""
    comment, said = without_sentences(node.comment)
    if not said:
        return
    node.comment = comment
    nags = {nag for each in said for nag in _nags_of(each.grade)}
    node.nags = [nag for nag in node.nags if nag not in nags]
    parent = node.parent
    if parent is None:
        return
    better = {each.better for each in said}
    for other in parent.variations:
        if other != node and _is_line(other) and better & _names(other):
            other.remove()


def _nags_of(grade: Grade) -> set[int]:
    return set(GLYPHS.values()) - {1} if grade is Grade.MISSED_MATE else {GLYPHS[grade]}


def _names(node: Node) -> set[str]:
    return {node.text(notation) for notation in ("zh", "zh-hant", "wxf", "iccs", "uci")}


def _is_line(node: Node) -> bool:
    """Whether it is as `_note` writes a better line, and nobody has put anything into it."""
    steps = [node, *node.mainline()]
    return (
        node.eval is not None
        and not node.is_main_line
        and not any(s.comment or s.before or s.nags or len(s.variations) > 1 for s in steps)
    )


def _note(
    node: Node, move: MoveReport, comments: bool, lines: bool, most: int, notation: str
) -> None:
    judged = move.judged
    if judged.nag is not None and not GRADES & set(node.nags):
        node.nags = [*node.nags, judged.nag]
    if not judged.grade.is_fault:
        return
    if comments:
        said = fault_text(move, notation)
        if said not in node.comment:
            node.comment = "\n".join(filter(None, [node.comment, said]))
    best, parent = move.before.best, node.parent
    if not lines or best is None or parent is None or parent.find(best) is not None:
        return
    line = move.before.lines[0]
    parent.add_line(line.pv[:most])
    first = parent.find(best)
    assert first is not None
    first.eval = _eval(red_score(line.score, move.side), line.depth)
