"""The curve of a game as an inline SVG, without anything else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from chuhe.analysis.judged import SIGNS, Grade
from chuhe.analysis.report import MoveReport
from chuhe.analysis.words import numbered, percent, score_text
from chuhe.i18n import _

__all__ = ["plot_svg"]

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 54, 12, 12, 30
_COLORS = {
    Grade.INACCURACY: "#b98300",
    Grade.MISTAKE: "#d4600b",
    Grade.BLUNDER: "#b3261e",
    Grade.MISSED_MATE: "#7b1fa2",
}


def plot_svg(moves: Sequence[MoveReport], *, marked: Sequence[MoveReport] = ()) -> str:
    """Red's share of the point after each move.

    Args:
        moves: the moves of the game itself, in order.
        marked: those that are marked with their glyph.

    >>> plot_svg([])
    ''
    """
    if not moves:
        return ""
    first, last = moves[0].ply - 1, moves[-1].ply
    across = (WIDTH - LEFT - RIGHT) / max(1, last - first)

    def x(ply: int) -> float:
        return round(LEFT + (ply - first) * across, 1)

    def y(share: float) -> float:
        return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)

    start = moves[0]
    before = (
        start.judged.share_before if start.side.value == "red" else 1 - start.judged.share_before
    )
    points = [(x(first), y(before)), *((x(move.ply), y(move.red_share)) for move in moves)]
    path = "L".join(f"{a} {b}" for a, b in points)
    middle, floor = y(0.5), y(0)
    parts = [
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{escape(_("Expected score of Red after each move"))}">',
        f'<rect class="field" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{HEIGHT - TOP - BOTTOM}"/>',
        f'<path class="share" d="M{points[0][0]} {floor}L{path}L{points[-1][0]} {floor}Z"/>',
    ]
    parts += [
        f'<path class="grid" d="M{LEFT} {y(share)}H{WIDTH - RIGHT}"/>'
        f'<text class="y" x="{LEFT - 6}" y="{y(share)}">{percent(share)}</text>'
        for share in (0.25, 0.5, 0.75)
    ]
    parts += [f'<text x="{x(ply)}" y="{HEIGHT - 14}">{ply}</text>' for ply in _ticks(first, last)]
    parts.append(f'<path class="middle" d="M{LEFT} {middle}H{WIDTH - RIGHT}"/>')
    parts.append(f'<path class="line" d="M{path}"/>')
    chosen = {move.ply for move in marked}
    for move in moves:
        told = f"{numbered(move)} {score_text(move.red_after)} {percent(move.red_share)}"
        title = f"<title>{escape(told)}</title>"
        a, b = x(move.ply), y(move.red_share)
        if move.ply in chosen:
            color = _COLORS.get(move.judged.grade, "#5f6368")
            sign = SIGNS.get(move.judged.nag or 0, "")
            above = b - 12 if b > TOP + 22 else b + 14
            parts.append(
                f'<g>{title}<circle cx="{a}" cy="{b}" r="5" fill="{color}"/>'
                f'<text class="mark" x="{a}" y="{above}" fill="{color}">{sign}</text></g>'
            )
        else:
            parts.append(f'<circle class="dot" cx="{a}" cy="{b}" r="5">{title}</circle>')
    parts.append("</svg>")
    return "".join(parts)


def _ticks(first: int, last: int) -> range:
    step = next((n for n in (1, 2, 5, 10, 20, 50, 100, 200) if (last - first) / n <= 12), 500)
    return range(-(-max(1, first) // step) * step, last + 1, step)
