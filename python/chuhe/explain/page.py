"""A ruling, or all that was found in a game, as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from chuhe.explain.picture import strip_html
from chuhe.explain.words import side
from chuhe.i18n import _, language
from chuhe.svg import TEXT_STYLE

if TYPE_CHECKING:
    from chuhe.explain.explanation import Explanation

__all__ = ["head_html", "page_html"]

_STYLE = (
    """
:root{color-scheme:light dark;--ink:#241c12;--paper:#fbf7ec;--line:#d8c9a3;--soft:#6b5d48}
@media (prefers-color-scheme:dark){:root{--ink:#efe6d3;--paper:#1b1814;--line:#4d4334;--soft:#b5a68c}}
body{margin:0 auto;max-width:68rem;padding:1rem;color:var(--ink);background:var(--paper);
font:1rem/1.6 'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.2rem;border-bottom:1px solid var(--line)}
.strip{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr))}
.strip svg,.legend{background:#fffdf5;border:1px solid #cbb98d;border-radius:.5rem}
.legend{padding:.25rem .75rem;margin:.75rem 0}.legend:empty{display:none}
.verdict{font-weight:bold;font-size:1.1rem}.clause{color:var(--soft)}
table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--soft)}
th,td{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}
td.n,td.s{white-space:nowrap;width:1%}td.n{text-align:right}td.f{overflow-wrap:anywhere;width:25%}
a{color:inherit}
@media (max-width:36rem){.index :is(th,td):nth-child(3){display:none}}
""".replace("\n", "")
    + TEXT_STYLE
)


def head_html(title: str) -> str:
    """The beginning of a page, up to its heading."""
    return (
        f'<!doctype html>\n<html lang="{escape(language())}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
    )


def page_html(explanations: Sequence[Explanation], *, title: str, lines: Sequence[str] = ()) -> str:
    """A page with some rulings.

    Args:
        explanations: each a part of the page.
        title: its heading.
        lines: what is to be said before them.
    """
    return "".join(
        [
            head_html(title),
            *(f"<p>{escape(line)}</p>\n" for line in lines),
            *(part for found in explanations for part in _part(found, title)),
            "</body>\n</html>\n",
        ]
    )


def _part(found: Explanation, title: str) -> Iterator[str]:
    yield "<section>\n"
    if found.title != title:
        yield f"<h2>{escape(found.title)}</h2>\n"
    yield f'<p class="verdict">{escape(found.verdict)}</p>\n'
    if found.cycle:
        yield f"<p>{escape(found.cycle)}</p>\n"
    yield strip_html(found)
    if found.acts:
        yield from _table(found)
    yield from _list(found.sides)
    yield f'<p class="clause">{escape(found.clause)}</p>\n'
    if found.others:
        yield f"<h2>{escape(_('Other rule books'))}</h2>\n"
        yield from _list(found.others)
    yield "</section>\n"


def _table(found: Explanation) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col">{escape(head)}</th>'
        for head in (_("ply"), _("side"), _("move"), _("what it does"))
    )
    yield f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
    for act in found.acts:
        if act.repeats:
            yield f'<tr><td class="n">{act.repeats[0]}–{act.repeats[1]}</td>'
            yield f'<td colspan="3">{escape(act.words)}</td></tr>\n'
        else:
            yield f'<tr><td class="n">{act.ply}</td><td class="s">{escape(side(act.side))}</td>'
            yield f'<td class="s">{escape(act.move)}</td><td>{escape(act.words)}</td></tr>\n'
    yield "</tbody>\n</table>\n"


def _list(lines: Iterable[str]) -> Iterator[str]:
    yield "<ul>\n"
    yield from (f"<li>{escape(line)}</li>\n" for line in lines)
    yield "</ul>\n"
