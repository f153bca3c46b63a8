"""The report as one page of HTML that needs nothing else: curve, turning points, both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from chuhe.analysis.judged import SIGNS
from chuhe.analysis.plot import plot_svg
from chuhe.analysis.report import MoveReport, Report
from chuhe.analysis.words import (
    grades_text,
    numbered,
    percent,
    score_text,
    side_name,
    style,
    title_of,
)
from chuhe.game import Node
from chuhe.i18n import N_, _, language
from chuhe.pictures import board_svg
from chuhe.pieces import BLACK, RED

__all__ = ["report_html"]

_STYLE = """
:root{color-scheme:light dark;--ink:#241c12;--paper:#fbf7ec;--line:#d8c9a3;--soft:#6b5d48;
--red:#f3d9cf;--black:#4b4438}
@media (prefers-color-scheme:dark){:root{--ink:#efe6d3;--paper:#1b1814;--line:#4d4334;--soft:#b5a68c;
--red:#7d4a3d;--black:#0f0d0b}}
body{margin:0 auto;max-width:60rem;padding:1rem;color:var(--ink);background:var(--paper);
font:1rem/1.6 'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.3}h2,h3.part{font-size:1.2rem;border-bottom:1px solid var(--line)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dt{color:var(--soft)}dd{margin:0}
.plot{width:100%;height:auto;max-width:45rem}.plot text{font-size:11px;text-anchor:middle;
dominant-baseline:central;fill:currentColor}.plot text.y{text-anchor:end}
.plot text.mark{font-weight:bold;font-size:13px;paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.plot .field{fill:var(--black)}.plot .share{fill:var(--red)}.plot .line{fill:none;stroke:#b3261e;
stroke-width:2}.plot .grid,.plot .middle{fill:none;stroke:var(--soft);stroke-width:.5}
.plot .middle{stroke-width:1.2}.plot .dot{fill:transparent}
.turns{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));
padding:0;list-style:none}.turns li{border:1px solid var(--line);border-radius:.5rem;padding:.75rem;
break-inside:avoid}.turns svg{width:100%;height:auto;max-width:15rem;display:block;margin:.25rem auto}
.turns h3{margin:0;font-size:1.05rem}.turns p{margin:.25rem 0}.legend{color:var(--soft)}
.played{color:#b3261e}.better{color:#2f7d4f}
@media (prefers-color-scheme:dark){.played{color:#ff8b78}.better{color:#6fcf97}}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid var(--line);padding:.2rem .5rem;text-align:left}td.n{text-align:right}
a{color:inherit}.moves{columns:17rem;padding:0;list-style:none;font-size:.95rem}.moves li{display:grid;
grid-template-columns:2.5rem 1fr 1fr;gap:0 .5rem;break-inside:avoid}.moves small{color:var(--soft)}
.moves i{font-style:normal;color:var(--soft)}.moves em{font-style:normal;font-weight:bold;color:#b3261e}
@media (prefers-color-scheme:dark){.moves em{color:#ff8b78}}
@media (max-width:34rem){.plot text{font-size:21px}.plot text.mark{font-size:25px}}
@media print{body{background:#fff;color:#000;max-width:none;font-size:.85rem}section{break-after:page}
section:last-of-type{break-after:auto}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
""".replace("\n", "")

#: The headers that are told, in this order.
HEADERS = {
    "Event": N_("Event"),
    "Site": N_("Site"),
    "Date": N_("Date"),
    "Round": N_("Round"),
    "Opening": N_("Opening"),
}


def report_html(reports: Sequence[Report], *, notation: str | None = None) -> str:
    """A page with one or several games, in the current language.

    Args:
        reports: what was found.
        notation: of the moves; that of the language if left out.

    >>> from chuhe.game import Game
    >>> report_html([Report(Game(), "an engine")])[:15]
    '<!doctype html>'
    """
    title = _title(reports[0]) if len(reports) == 1 else _("Games analysed")
    wanted = notation or style()
    head = (
        f'<!doctype html>\n<html lang="{escape(language())}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )
    parts = [head]
    if len(reports) > 1:
        parts.extend(_contents(reports))
    for number, report in enumerate(reports, 1):
        parts.append(f'<section id="game{number}">\n')
        if len(reports) > 1:
            parts.append(f"<h2>{number}. {escape(_title(report))}</h2>\n")
        parts.extend(_game(report, wanted, "h2" if len(reports) == 1 else 'h3 class="part"'))
        parts.append("</section>\n")
    return "".join([*parts, "</body>\n</html>\n"])


def _title(report: Report) -> str:
    return title_of(report) or _("A game analysed")


def _contents(reports: Sequence[Report]) -> Iterator[str]:
    """The games as a table, when there are several."""
    heads = ("", "", _("Result"), *(_("{side}: accuracy", side=side_name(c)) for c in (RED, BLACK)))
    cells = "".join(
        f'<th scope="col">{escape(head)}</th>' if head else "<td></td>" for head in heads
    )
    yield f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for number, report in enumerate(reports, 1):
        exact = [report.side(color).accuracy for color in (RED, BLACK)]
        shown = "".join(f"<td>{'–' if n is None else f'{n:.1f}%'}</td>" for n in exact)
        yield (
            f'<tr><td class="n">{number}</td><td><a href="#game{number}">{escape(_title(report))}</a>'
            f"</td><td>{escape(report.game.result)}</td>{shown}</tr>\n"
        )
    yield "</tbody>\n</table>\n"


def _game(report: Report, notation: str, level: str) -> Iterator[str]:
    headers = report.game.headers
    facts = [
        (_(text), headers[name])
        for name, text in HEADERS.items()
        if headers.get(name, "").strip("?. -")
    ]
    facts.append((_("Result"), report.game.result.strip("*")))
    facts += [(side_name(color), grades_text(report, color)) for color in (RED, BLACK)]
    depth = sorted(move.before.depth for move in report.moves)
    if depth:
        told = _(
            "{name}, depth {least} to {most}", name=report.engine, least=depth[0], most=depth[-1]
        )
        facts.append((_("Engine"), told))
    yield "<dl>\n"
    yield from (
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in facts if value
    )
    yield "</dl>\n"
    if not report.complete:
        yield f"<p>{escape(_('The analysis was stopped: not all moves were looked at.'))}</p>\n"
    if not report.moves:
        yield f"<p>{escape(_('There is no move to look at.'))}</p>\n"
        return

    def head(text: str) -> str:
        return f"<{level}>{escape(text)}</{level.split()[0]}>\n"

    turns = report.turning_points()
    yield head(_("Expected score of Red after each move"))
    yield plot_svg(report.mainline, marked=turns) + "\n"
    yield head(_("Turning points"))
    if not turns:
        yield f"<p>{escape(_('No move lost much.'))}</p>\n"
    else:
        said = _(
            "Red arrow: played; green arrow: better; green squares: the move before. "
            "Scores are for whoever moved."
        )
        yield f'<p class="legend">{escape(said)}</p>\n'
        yield '<ol class="turns">\n'
        for move in turns:
            yield from _turn(move, notation)
        yield "</ol>\n"
    there = set(map(id, turns))
    rest = [m for m in report.mainline if m.judged.grade.is_fault and id(m) not in there]
    if rest:
        yield head(_("Other faults"))
        yield from _faults(rest, notation)
    yield head(_("The moves"))
    yield from _moves(report, notation)


def _turn(move: MoveReport, notation: str) -> Iterator[str]:
    judged = move.judged
    parent = move.node.parent
    assert parent is not None
    arrows = [(move.move.from_square, move.move.to_square, "red")]
    best = move.before.best
    if best is not None and best != move.move:
        arrows.append((best.from_square, best.to_square, "green"))
    picture = board_svg(parent.board(), arrows=arrows, size=240)
    sign = SIGNS.get(judged.nag or 0, "")
    yield f"<li><h3>{escape(numbered(move, notation))} {sign}</h3>{picture}\n"
    yield (
        f'<p class="played">{escape(judged.grade.text)}<br>{escape(score_text(judged.before))} → '
        f"{escape(score_text(judged.after))} "
        f"({percent(judged.share_before)} → {percent(judged.share_after)})</p>\n"
    )
    line = " ".join(move.best_line(notation))
    yield f'<p class="better">{escape(_("Better: {line}", line=line))}</p></li>\n'


def _faults(moves: Sequence[MoveReport], notation: str) -> Iterator[str]:
    """Moves that lost something, as a table."""
    heads = (_("move"), _("class"), _("expected score"), _("better"))
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for move in moves:
        judged = move.judged
        shares = f"{percent(judged.share_before)} → {percent(judged.share_after)}"
        best = " ".join(move.best_line(notation, 1))
        yield (
            f"<tr><td>{escape(numbered(move, notation))}</td><td>{escape(judged.grade.text)}</td>"
            f"<td>{shares}</td><td>{escape(best)}</td></tr>\n"
        )
    yield "</tbody>\n</table>\n"


def _moves(report: Report, notation: str) -> Iterator[str]:
    """The game, a round a line; behind each move its glyph and Red's score."""
    looked = {move.node: move for move in report.mainline}
    nodes: list[Node | None] = [*report.game.mainline()]
    if report.game.start_fen.split()[1:2] == ["b"]:
        nodes.insert(0, None)
    yield f'<p class="legend">{escape(_("Scores are for Red."))}</p>\n<ol class="moves">\n'
    for first in range(0, len(nodes), 2):
        cells = (_cell(node, looked, notation) for node in nodes[first : first + 2])
        yield f"<li><i>{first // 2 + 1}.</i>{''.join(cells)}</li>\n"
    yield "</ol>\n"


def _cell(node: Node | None, looked: Mapping[Node, MoveReport], notation: str) -> str:
    if node is None:
        return "<span>…</span>"
    move = looked.get(node)
    text = escape(node.text(notation))
    if move is None:
        return f"<span>{text}</span>"
    sign = SIGNS.get(move.judged.nag or 0, "")
    mark = f"<em>{sign}</em>" if sign else ""
    score = score_text(move.red_after) if move.after.ended is None else ""
    return f"<span>{text}{mark} <small>{escape(score)}</small></span>"
