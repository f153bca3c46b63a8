#!/usr/bin/env python3
"""Write the tables in the pages of ``docs/rules`` anew from the rule books themselves.

A table stands between two comments, ``<!-- made: matrix club -->`` and ``<!-- end -->``; what is
between them is made, what is outside is written by hand. ``--check`` writes nothing and exits 1
when a page is not what would be written.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

from chuhe import _core
from chuhe.i18n import use_language
from chuhe.rules import CONDUCTS, READING, RULES, Conduct, Offence, RuleSet
from chuhe.rules.matrix import table, verdict

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
_PLACE = re.compile(r"(<!-- made: ([^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str) -> str:
    """A page with its tables made anew.

    Raises:
        KeyError: a comment names a table or a book that is not there.
    """

    def made(place: re.Match[str]) -> str:
        kind, *names = place[2].split()
        with use_language("en"):
            rows = MAKERS[kind](*(RULES[name] for name in names))
        return "\n".join([place[1], *rows, "", place[3]])

    return _PLACE.sub(made, page)


def matrix(*books: RuleSet) -> list[str]:
    """Who changes, for every pair of conducts: one book, or several where each cell has all."""
    groups, verdicts = table(*(book.repetition for book in books))
    rows = [["Red ↓ Black →", *(str(n) for n in range(1, len(groups) + 1))]]
    for i, group in enumerate(groups):
        rows.append([f"**{i + 1}** {_named(group)}"])
        for j in range(len(groups)):
            words = [_CHANGES[found] for found in verdicts[i, j]]
            rows[-1].append(" / ".join(dict.fromkeys(words) if len(set(words)) == 1 else words))
    return _table(rows)


def clauses(book: RuleSet) -> list[str]:
    """Every rule of a book in both languages, with article and source."""
    rows = [["rule", "says", "", "article", "source"]]
    for name, clause in book.clauses.items():
        if name.removeprefix("repetition.") in CONDUCTS:  # these are the matrix
            continue
        with use_language("zh-Hans"):
            chinese = clause.text
        source = "our reading" if clause.source == READING else clause.origin
        rows.append([f"`{name}`", clause.text, chinese, clause.article, source])
    return _table(rows)


def books() -> list[str]:
    """The fields in which the books differ, a column a book."""
    rows = [["", *(f"`{name}`" for name in RULES)]]
    values = {
        field.name: [_value(getattr(book, field.name)) for book in RULES.values()]
        for field in fields(RuleSet)
        if field.name not in ("name", "title", "sources", "articles", "penalties")
    }
    values |= {
        f"penalties.{offence}": [book.penalty(offence).text for book in RULES.values()]
        for offence in Offence
    }
    rows += [[f"`{name}`", *row] for name, row in values.items() if len(set(row)) > 1]
    return _table(rows)


def conducts() -> list[str]:
    """What each conduct is worth against idle moves, a column a policy."""
    policies = dict.fromkeys(book.repetition for book in RULES.values())
    rows = [["one side, against idle moves", *(f"`{policy}`" for policy in policies)]]
    idle = CONDUCTS["idle"]
    for conduct in CONDUCTS.values():
        found = (verdict(policy, conduct, idle) for policy in policies)
        rows.append([_named([conduct]), *("–" if v == "draw" else "loses" for v in found)])
    return _table(rows)


def faults() -> list[str]:
    """The breaches of each policy, and what else it says, as the core has it."""
    rows = [["policy", "each ply of a side", "degree"]]
    for policy in dict.fromkeys(["draw", "checks", *(book.repetition for book in RULES.values())]):
        data = _core.repetition_policy(policy)
        for fault in data["faults"]:
            kinds = ", ".join(f"{kind} {_ACTS[kind]}" for kind in fault["kinds"])
            if fault["horse_pinned"]:
                kinds += " of one rook that is the leg between a horse and its own king"
            elif fault["one_target"]:
                kinds += " of one and the same piece"
            rows.append([f"`{policy}`", kinds, str(fault["level"])])
        if series := data["check_series"]:
            told = "{}, {}, {} checks in a row by one, two, more pieces".format(*series)
            rows.append([f"`{policy}`", f"no breach, but more than {told} lose", "–"])
        elif not data["faults"]:
            rows.append([f"`{policy}`", "no breach: always a draw", "–"])
    return _table(rows)


_ACTS = {"check": "将", "kill": "杀", "chase": "捉"}

MAKERS: dict[str, Callable[..., list[str]]] = {
    "matrix": matrix,
    "clauses": clauses,
    "books": books,
    "conducts": conducts,
    "faults": faults,
}

_CHANGES = {"red_changes": "Red", "black_changes": "Black", "draw": "draw"}


def _named(conducts: Iterable[Conduct]) -> str:
    return "; ".join(f"{conduct.title} {conduct.chinese}" for conduct in conducts)


def _value(value: object) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _table(rows: list[list[str]]) -> list[str]:
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * len(rows[0]), *body]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare only")
    check = parser.parse_args().check
    stale = []
    for path in sorted(PAGES.glob("*.md")):
        page = path.read_text(encoding="utf-8")
        if (made := filled(page)) != page:
            stale.append(path.name)
            if not check:
                path.write_text(made, encoding="utf-8")
    for name in stale:
        print(f"{name}: {'stale' if check else 'written'}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
