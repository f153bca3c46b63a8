"""A picture of a simulation: bars with their errors, as SVG without any library.

>>> from chuhe.tournament.simulate import Plan, simulate
>>> svg = picture(simulate(Plan(4, 2, 2, "example", ("dutch", "roundrobin"))))
>>> svg.count('class="bar"')
6
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from chuhe.i18n import N_, _
from chuhe.tournament.simulate import Figure, Outcome

__all__ = ["MEASURES", "picture"]

_LEFT, _WIDTH, _RIGHT = 150, 420, 70
_BAR, _GAP, _HEAD = 18, 6, 34

#: What is drawn, all from 0 to 1, and what it is called.
MEASURES = (
    ("order", N_("agreement of the table with the strengths (Kendall's tau)")),
    ("best_wins", N_("the strongest player comes first")),
    ("top", N_("the strongest quarter in the first quarter")),
)
#: What the systems are called.
NAMES = {
    "dutch": N_("Dutch Swiss"),
    "chinese": N_("Chinese Swiss"),
    "random": N_("pairing at random"),
    "roundrobin": N_("round robin"),
    "knockout": N_("knock-out, seeded"),
    "lots": N_("knock-out by lots"),
    "double": N_("double elimination"),
    "arena": N_("arena"),
}


def picture(outcomes: Sequence[Outcome]) -> str:
    """A bar a system and measure, with a line over two standard errors either way."""
    parts: list[str] = []
    y = 8
    for measure, title in MEASURES:
        parts.append(f'<text x="{_LEFT}" y="{y + 16}" class="head">{escape(_(title))}</text>')
        top = y + _HEAD - 8
        y = top
        for outcome in outcomes:
            parts += _row(outcome, getattr(outcome, measure), y)
            y += _BAR + _GAP
        parts.append(_axis(top, y))
        y += _HEAD
    width = _LEFT + _WIDTH + _RIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" '
        f'viewBox="0 0 {width} {y}" font-family="sans-serif" font-size="13">'
        "<style>.head{font-weight:bold}.bar{fill:#7a9cc6}.error{stroke:#222;stroke-width:1.5}"
        ".axis{stroke:#888}.name{text-anchor:end}.mark{text-anchor:middle;font-size:11px}</style>"
        f'<rect width="{width}" height="{y}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _row(outcome: Outcome, figure: Figure, y: int) -> list[str]:
    middle = y + _BAR / 2
    low, high = (_x(figure.mean + sign * 2 * figure.error) for sign in (-1, 1))
    name = escape(_(NAMES.get(outcome.system, outcome.system)))
    return [
        f'<text x="{_LEFT - 8}" y="{middle + 4:g}" class="name">{name}</text>',
        f'<rect x="{_LEFT}" y="{y}" width="{_x(figure.mean) - _LEFT:g}" height="{_BAR}" class="bar"/>',
        f'<line x1="{low:g}" y1="{middle:g}" x2="{high:g}" y2="{middle:g}" class="error"/>',
        f'<text x="{_LEFT + _WIDTH + 8}" y="{middle + 4:g}">{figure.mean:.2f}</text>',
    ]


def _axis(top: int, bottom: int) -> str:
    return "".join(
        f'<line x1="{_x(at / 4):g}" y1="{top}" x2="{_x(at / 4):g}" y2="{bottom}" class="axis" '
        f'stroke-dasharray="2 3"/><text x="{_x(at / 4):g}" y="{bottom + 12}" class="mark">{at / 4:g}</text>'
        for at in range(5)
    )


def _x(value: float) -> float:
    """Where a value from 0 to 1 is drawn; what is outside is drawn at the edge."""
    return round(_LEFT + _WIDTH * max(0.0, min(1.0, value)), 1)
