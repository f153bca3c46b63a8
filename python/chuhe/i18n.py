"""The words of Chuhe: every text a person reads passes through ``_``.

A text is written in the code in English; that English text is its key in the
catalogues ``locale/<language>/<area>.po``, one file an area so that each part
of the program keeps its own words.  All areas of a language are merged when a
text is first asked for.  The ``.po`` files themselves are read: there is no
compiled form that could be stale or missing, in a checkout or in a wheel.

>>> with use_language("zh-Hans"):
...     language()
'zh-Hans'
>>> with use_language("en"):
...     _("{n} of {total} files", n=3, total=5)
'3 of 5 files'

A text that has no translation is shown in English, never as an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextvars import ContextVar, Token
from functools import cache
from pathlib import Path
from types import TracebackType

__all__ = [
    "LANGUAGES",
    "N_",
    "_",
    "catalogue",
    "language",
    "path_text",
    "plural",
    "read_po",
    "use_language",
]

#: The languages that are complete; a test holds the catalogues to this promise.
LANGUAGES = ("zh-Hans", "en")

_LOCALE = Path(__file__).parent / "locale"
_DEFAULT = "zh-Hans"
#: Where a language looks when it lacks a text.  English is the text itself.
_FALLBACK = {"zh-Hant": "zh-Hans"}

_current: ContextVar[str | None] = ContextVar("chuhe_language", default=None)


def _(text: str, /, **facts: object) -> str:
    """``text`` in the current language, its ``{placeholders}`` filled in.

    Args:
        text: the English text, exactly as the catalogues have it.
        facts: a value for every placeholder. Without facts the text is
            returned as it stands, braces and all.

    >>> with use_language("en"):
    ...     _("expected {n} files", n=9)
    'expected 9 files'
    """
    words = _words(language()).get(text, text)
    return words.format(**facts) if facts else words


def N_(text: str, /) -> str:  # noqa: N802 - the name xgettext looks for
    """Mark ``text`` for the catalogues without translating it yet.

    For tables made at import, whose texts are looked up with ``_`` when shown.

    >>> N_("checkmate")
    'checkmate'
    """
    return text


def plural(one: str, many: str, n: int, /, **facts: object) -> str:
    """A text that depends on a number, which fills the placeholder ``{n}``.

    The catalogues hold ``many`` alone: none of our translations so far has a
    singular of its own.

    >>> with use_language("en"):
    ...     plural("{n} game", "{n} games", 1), plural("{n} game", "{n} games", 2)
    ('1 game', '2 games')
    """
    if n == 1 and language() == "en":
        return one.format(n=n, **facts)
    return _(many, n=n, **facts)


def path_text(path: str) -> str:
    r"""A path as text to read, of bytes that are no UTF-8 too: names of Chinese Windows are GBK.

    >>> path_text("games/\udcc6\udce5.pgn#0"), path_text("棋/a.pgn")
    ('games/棋.pgn#0', '棋/a.pgn')
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return os.sep.join(map(_part_text, path.split(os.sep)))
    return path


def _part_text(name: str) -> str:
    if not any("\udc80" <= sign <= "\udcff" for sign in name):
        return name
    return name.encode("utf-8", "surrogateescape").decode("gb18030", "replace")


class use_language:
    """Speak ``tag`` from now on, or for the length of a ``with`` block.

    The language belongs to the current context (thread, asyncio task), so two
    visitors of one server may be answered in two languages.

    Args:
        tag: a language tag or locale name: ``zh-Hans``, ``zh_CN.UTF-8``, ``en``.

    >>> with use_language("en_GB.UTF-8"):
    ...     language()
    'en'
    """

    def __init__(self, tag: str) -> None:
        self._token: Token[str | None] = _current.set(_normal(tag) or _DEFAULT)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _current.reset(self._token)


def language() -> str:
    """The current language: the one in use, else the environment's, else ``zh-Hans``.

    Of the environment ``CHUHE_LANG`` counts first, then ``LC_ALL`` and
    ``LANG`` if they name a language we speak.
    """
    return _current.get() or _from_environment(
        os.environ.get("CHUHE_LANG", ""), os.environ.get("LC_ALL", ""), os.environ.get("LANG", "")
    )


def catalogue(tag: str, area: str | None = None) -> Mapping[str, str]:
    """English text → translation, of one area or of all of them merged.

    >>> catalogue("en")
    {}
    """
    if area is None:
        return _words(_normal(tag) or _DEFAULT)
    path = _folder(_normal(tag) or _DEFAULT) / f"{area}.po"
    return read_po(path.read_text(encoding="utf-8")) if path.exists() else {}


def read_po(text: str) -> dict[str, str]:
    r"""The translations in a gettext catalogue; fuzzy and empty ones are left out.

    >>> read_po('#: a.py:1\nmsgid "two "\n"parts"\nmsgstr "两段"\n')
    {'two parts': '两段'}
    """
    found: dict[str, str] = {}
    for block in re.split(r"\n\s*\n", text):
        if re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE):
            continue
        fields = {
            name: "".join(_unescape(part) for part in _QUOTED.findall(value))
            for name, value in _FIELD.findall(block)
        }
        if fields.get("msgid") and fields.get("msgstr"):
            found[fields["msgid"]] = fields["msgstr"]
    return found


_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FIELD = re.compile(r'^(msg\w+)\s+("(?:[^"\\]|\\.)*"(?:\s*\n\s*"(?:[^"\\]|\\.)*")*)', re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text)


@cache
def _words(tag: str) -> dict[str, str]:
    words = dict(_words(_FALLBACK[tag])) if tag in _FALLBACK else {}
    # The page's own words come first, so that they never stand for those of the program.
    for path in sorted(_folder(tag).glob("*.po"), key=lambda path: (path.stem != "web", path)):
        words.update(read_po(path.read_text(encoding="utf-8")))
    return words


def _folder(tag: str) -> Path:
    return _LOCALE / tag.replace("-", "_")


@cache
def _from_environment(*wishes: str) -> str:
    return next(filter(None, map(_normal, wishes)), _DEFAULT)


def _normal(name: str) -> str | None:
    """The language a tag or locale name means to us, or None.

    >>> _normal("zh_TW.UTF-8"), _normal("en"), _normal("C.UTF-8")
    ('zh-Hant', 'en', None)
    """
    first, *rest = re.split(r"[-_.@]", name.lower())
    if first == "zh":
        return "zh-Hant" if {"hant", "tw", "hk", "mo"} & set(rest) else "zh-Hans"
    return first if first in ("en", "vi") else None
