"""A page for paper and its parts, as HTML: what every print is made of.

>>> grid(["No.", "player"], [[td(1, "fig"), td("<许银川>", "name")]])
'<table>\\n<thead><tr><th>No.</th><th>player</th></tr></thead>\\n<tbody>\\n<tr><td class="fig">1</td><td class="name">&lt;许银川&gt;</td></tr>\\n</tbody>\\n</table>'

A print is a `Print` in `chuhe.tournament.prints.PRINTS`: its page is made by
`page`, so that it looks like the others, becomes a PDF and, if it is fit for
everybody's eyes, a page of the web site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from chuhe.i18n import N_, _, language
from chuhe.tournament.model import Cell, Event, Kind, Score
from chuhe.tournament.standings import Standings
from chuhe.tournament.state import State

__all__ = [
    "CSS",
    "SIDES",
    "Print",
    "cell_text",
    "grid",
    "main_of",
    "open_game",
    "page",
    "points_text",
    "result_text",
    "spent",
    "td",
    "worth",
]

#: The style of all pages for paper.
CSS = """
@page { size: A4; margin: 14mm 14mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt } }
@page wide { size: A4 landscape }
* { box-sizing: border-box }
body { font: 12pt/1.45 "Noto Serif CJK SC", "Source Han Serif SC", "Noto Sans CJK SC", SimSun, serif; margin: 1.5em;
  color: #000; background: #fff }
h1 { font-size: 1.5em; text-align: center; margin: 0 }
h2 { font-size: 1.15em; text-align: center; font-weight: normal; margin: .2em 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #000; padding: .25em .45em; text-align: center; vertical-align: top }
thead { display: table-header-group }
tr { break-inside: avoid }
th { white-space: nowrap }
td { overflow-wrap: break-word; max-width: 11em }
td.name { text-align: left; overflow-wrap: anywhere; min-width: 5.5em }
td.fig { font-variant-numeric: tabular-nums; white-space: nowrap }
td.self { background: #bbb; print-color-adjust: exact; -webkit-print-color-adjust: exact }
ul { font-size: .85em; padding-left: 1.3em }
.slip { border: 1px dashed #666; padding: .8em; margin: 0 0 .8em; break-inside: avoid }
.slip td { height: 2.2em; vertical-align: middle }
.slip td:first-child, .stand td:first-child { white-space: nowrap }
.sign { display: flex; gap: 2em; margin-top: 1.4em }
.sign span { flex: 1; border-top: 1px solid #000; font-size: .85em; padding-top: .2em }
.card { break-after: page; break-inside: avoid; margin-bottom: 2em }
.card:last-child { break-after: auto }
.stand { border: 2px solid #000; padding: 1em; margin: 0 0 1em; break-inside: avoid }
.stand p { font-size: 2.4em; font-weight: bold; text-align: center; margin: 0 0 .3em }
.stand td { font-size: 1.6em }
.wide { font-size: .8em }
.landscape { page: wide }
.centre { text-align: center }
.rules h3 { font-size: 1.05em; margin: .7em 0 .15em; break-after: avoid }
.rules { font-size: .95em }
.rules li { margin: .1em 0 }
.rules ul, .rules ol { margin: 0; font-size: 1em }
.total { font-weight: bold; display: block }
.wall td { min-width: 3.2em; height: 2.9em }
.wall td.name { min-width: 6em }
@page certificate { size: A4 landscape; margin: 12mm; @bottom-right { content: none } }
.certificate { page: certificate; break-after: page; break-inside: avoid; text-align: center;
  border: 3px double #8a1c1c; outline: 1px solid #8a1c1c; outline-offset: 5px; margin: 10px;
  height: 176mm; padding: 12mm 20mm; font-size: 18pt }
.certificate:last-child { break-after: auto }
.certificate > div { position: relative; height: 100% }
.certificate h3 { font-size: 2.3em; color: #8a1c1c; letter-spacing: .25em; margin: .1em 0 .6em;
  padding-left: .25em }
.certificate:lang(en) h3 { letter-spacing: .04em }
.certificate p { margin: .5em 0 }
.certificate .who { font-size: 1.8em; font-weight: bold; margin-top: .2em }
.certificate .won { font-size: 1.8em; font-weight: bold; color: #8a1c1c }
.certificate .sign { position: absolute; bottom: 0; left: 0; right: 0; font-size: .8em }
@media print { body { margin: 0 } }
"""


@dataclass(frozen=True, slots=True)
class Print:
    """Something that can be printed. Called with a state, its standings and a round."""

    title: str
    """What it is called, a text of the catalogues."""
    made: Callable[[State, Standings, int], str]
    """The whole page in the current language."""
    of_round: bool = False
    """Whether it is of one round; others look at the whole event."""
    on_site: bool = False
    """Whether the web site has it: on a page of its own, or on that of each round."""
    fits: Callable[[State], bool] = lambda state: True
    """Whether this event has such a thing, as only a knock-out has a bracket."""

    def __call__(self, state: State, standings: Standings, number: int) -> str:
        return self.made(state, standings, number)


def page(
    state: State, heading: str, body: Iterable[str], *, landscape: bool = False, bare: bool = False
) -> str:
    """A page that stands alone.

    Args:
        state: of the event it tells of.
        heading: what it is.
        body: HTML; whoever makes it escapes what people wrote (`td`, `grid` do).
        landscape: whether paper lies on its side.
        bare: whether the name of the event and the heading are left out.
    """
    name = state.event().name if state.rules else ""
    days = " – ".join(str(state.rules[k]) for k in ("start", "end") if state.rules.get(k))
    facts = [fact for fact in (str(state.rules.get("city", "")), days) if fact]
    where = f"<h2>{escape(' · '.join(facts))}</h2>" if facts else ""
    head = f"<h1>{escape(name)}</h1>\n{where}<h2>{escape(heading)}</h2>\n"
    style = ' class="landscape"' if landscape else ""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(name)} – {escape(heading)}</title>\n<style>{CSS}</style>\n</head>\n"
        f"<body{style}>\n{'' if bare else head}<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def main_of(page: str) -> str:
    """The body of a page, without its headings.

    >>> main_of(page(State(), "x", ["<p>&lt;main&gt;</p>"]))
    '<p>&lt;main&gt;</p>'
    """
    return page.partition("<main>\n")[2].rpartition("\n</main>")[0]


def grid(head: Sequence[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """A table; cells of the body are HTML already, ``<td`` included."""
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    lines = "\n".join("<tr>" + "".join(row) + "</tr>" for row in rows)
    kind = f' class="{style}"' if style else ""
    return f"<table{kind}>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"


def td(text: object, style: str = "") -> str:
    """A cell of a table: ``name`` stands left, ``fig`` holds figures, ``self`` is grey."""
    kind = f' class="{style}"' if style else ""
    return f"<td{kind}>{escape(str(text))}</td>"


def points_text(tenths: int) -> str:
    """Points as they are said: 3, 3.5.

    >>> points_text(30), points_text(35)
    ('3', '3.5')
    """
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


_KEYS_SHOWN = {"1": "1 - 0", "0": "0 - 1", "=": "½ - ½", "+": "+ - −", "-": "− - +", "x": "− - −"}


def result_text(key: str | None) -> str:
    """A key of a result as it stands on a sheet.

    >>> result_text("="), result_text(None)
    ('½ - ½', '')
    """
    return "" if key is None else _KEYS_SHOWN.get(key, "0 - 0")


#: Side → what it is called.
SIDES = {"red": N_("first mover"), "black": N_("second mover")}
_SCORES = {Score.WIN: N_("won"), Score.DRAW: N_("drawn"), Score.LOSS: N_("lost")}


def open_game(cell: Cell) -> bool:
    """Whether a game was paired and has no result yet."""
    return cell.opponent is not None and cell.score is None


def spent(cell: Cell, idle: str) -> str:
    """How a player spent a round, in words.

    Args:
        cell: the round.
        idle: what a round without a game is called, `System.idle`.
    """
    match cell.kind:
        case Kind.GAME:
            return _(_SCORES[cell.score]) if cell.score else ""
        case Kind.FORFEIT:
            return _("win without play") if cell.score is Score.WIN else _("forfeit")
        case Kind.PAB | Kind.FULL_BYE:
            return _("bye")
        case Kind.HALF_BYE:
            return _("bye worth a draw")
        case Kind.UNPAIRED:
            return _(idle)
        case _:
            return _("absent")


def worth(event: Event, cell: Cell) -> str:
    """What a round was worth to a player; a star if it is not over."""
    if open_game(cell):
        return "*"
    points = points_text(event.points.cell(cell))
    return _("{points}f", points=points) if cell.kind is Kind.FORFEIT else points


def cell_text(event: Event, cell: Cell) -> str:
    """A round in a table: opponent, side, points."""
    if cell.opponent is None:
        return f"– {points_text(event.points.cell(cell))}"
    side = _("{opponent}r") if cell.side == "red" else _("{opponent}b")
    return f"{side.format(opponent=cell.opponent)} {worth(event, cell)}"
