"""Rulings in words, in the current language, with pictures.

>>> from chuhe.arbiter import Arbiter
>>> from chuhe.i18n import use_language
>>> replay = Arbiter("club").replay(
...     ["i8i9", "e9e8", "i9i8", "e8e9"] * 2,
...     fen="4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w",
... )
>>> with use_language("en"):
...     print(explain(replay, replay.end).sides[0])
Red gives check with every move, perpetual check: forbidden.
>>> with use_language("zh-Hans"):
...     print(explain(replay, replay.end).acts[0].text)
第1着 红方 车一进一：将军

`explain` tells a ruling in full, ply by ply, as text, JSON, picture or page; `explain_ruling` in
one sentence; `explain_report` all that is to be said of a recorded game; `explain_warning` what
is to be said before a repetition becomes fatal.
"""

from chuhe.explain.acts import ActLine, Arrow
from chuhe.explain.explanation import Explanation, explain, explain_warning
from chuhe.explain.page import head_html, page_html
from chuhe.explain.sentences import (
    cycle_lines,
    explain_illegal,
    explain_report,
    explain_ruling,
    explain_setup,
    report_lines,
)
from chuhe.explain.words import result_words, side

__all__ = [
    "ActLine",
    "Arrow",
    "Explanation",
    "cycle_lines",
    "explain",
    "explain_illegal",
    "explain_report",
    "explain_ruling",
    "explain_setup",
    "explain_warning",
    "head_html",
    "page_html",
    "report_lines",
    "result_words",
    "side",
]
