"""A rule book of one's own as a line of text, so that a journal can keep it.

The line names a known book and what is different: fields of `RuleSet`, and offences
with what they cost. ``chuhe.rules.rule_set`` reads it wherever a book is asked for.

>>> from dataclasses import replace
>>> from chuhe.rules import RULES, book_text, rule_set
>>> book_text(replace(RULES["club"], natural_limit=40, draw_min_rounds=10))
'club natural_limit=40 draw_min_rounds=10'
>>> house = rule_set("club fouls_lose=3 phone_rings=foul")
>>> house.fouls_lose, house.penalty(Offence.PHONE_RINGS)
(3, <Penalty.FOUL: 'foul'>)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.rules.book import RuleSet
from chuhe.rules.offences import Offence, Penalty

__all__ = ["differences", "read_book"]

add_messages(
    {
        "rules.house": N_(
            "after the name of a rule book FIELD=VALUE is expected, such as fouls_lose=3 or "
            "phone_rings=foul; got '{text}'"
        )
    }
)

_FIELDS = [
    field.name
    for field in fields(RuleSet)
    if field.name not in ("name", "title", "penalties", "sources", "articles")
]
_TITLE = N_("house rules")
_SOURCE = N_("the rules of this event itself")


def differences(base: RuleSet, book: RuleSet) -> Iterator[str]:
    """In what a book differs from another, as `read_book` reads it."""
    for name in _FIELDS:
        value = getattr(book, name)
        if value != getattr(base, name):
            yield f"{name}={str(value).lower()}"
    for offence in Offence:
        if book.penalty(offence) is not base.penalty(offence):
            yield f"{offence.value}={book.penalty(offence).value}"


def read_book(base: RuleSet, text: str) -> RuleSet:
    """The book that differs from ``base`` in what ``text`` says.

    Raises:
        ParseError: ``rules.house``: it says nothing of the kind; ``rules.field``,
            ``rules.no_policy``: a field cannot have this value.
    """
    changes: dict[str, Any] = {}
    penalties = dict(base.penalties)
    for word in text.split():
        name, _sign, value = word.partition("=")
        if name in _FIELDS and value:
            changes[name] = _value(value)
            wanted = type(getattr(base, name))
            if wanted is bool and not isinstance(changes[name], bool):
                raise ParseError("rules.house", {"text": word[:40]})
        elif name in frozenset(Offence) and value in frozenset(Penalty):
            penalties[Offence(name)] = Penalty(value)
            changes[f"penalties.{name}"] = value
        else:
            raise ParseError("rules.house", {"text": word[:40]})
    book = replace(
        base,
        **{name: value for name, value in changes.items() if name in _FIELDS},
        name=f"{base.name} {' '.join(text.split())}",
        title=_TITLE,
        penalties=MappingProxyType(penalties),
        sources={**base.sources, **dict.fromkeys(changes, _SOURCE)},
        articles={name: no for name, no in base.articles.items() if name not in changes},
    )
    assert book.core is not None  # the policy exists
    return book


def _value(text: str) -> Any:
    known = {"none": None, "true": True, "false": False}
    if text in known:
        return known[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text
