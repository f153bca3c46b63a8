"""``chuhe rules``: what a rule book says, and in what two of them differ."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import east_asian_width

import typer

from chuhe.cli.common import write_json
from chuhe.i18n import N_, _

if TYPE_CHECKING:
    from chuhe.rules import Clause, Conduct, RuleSet


def register(app: typer.Typer) -> None:
    """Add ``chuhe rules``."""

    @app.command("rules", help=_("Tell what a rule book says, and in what two of them differ."))
    def rules(
        name: Annotated[
            str,
            typer.Argument(
                metavar=f"[{_('BOOK')}]", help=_("A rule book; all of them if left out.")
            ),
        ] = "",
        compare: Annotated[
            tuple[str, str] | None,
            typer.Option(
                metavar=_("BOOK BOOK"), help=_("Tell only in what these two books differ.")
            ),
        ] = None,
        json: Annotated[
            bool, typer.Option("--json", help=_("Print a JSON object a book."))
        ] = False,
    ) -> None:
        from chuhe.rules import RULES, rule_set

        if compare and name:
            raise typer.BadParameter(_("a book or --compare, not both"))
        if compare:
            first, second = map(rule_set, compare)
            _say(_compared_facts(first, second), _compared(first, second), json)
            return
        if name:
            _say(_facts(rule_set(name)), _book(rule_set(name)), json)
            return
        for book in RULES.values():
            _say(_facts(book), [f"{book.name:<10} {_(book.title)}"], json)


def _say(facts: dict[str, object], lines: Iterable[str], json: bool) -> None:
    if json:
        write_json(facts)
        return
    for line in lines:
        typer.echo(line)


# ---------------------------------------------------------------- one book


def _book(book: "RuleSet") -> Iterator[str]:
    from chuhe.rules.matrix import table

    yield f"{book.name}: {_(book.title)}"
    yield _("Where no source is named, no rule book is quoted: our reading.")
    yield ""
    for name, clause in book.clauses.items():
        if not _is_conduct(name):  # the matrix says it
            yield f"* {clause.text}"
            yield from _from(clause)
    yield ""
    yield _("Repetition: who must change, or else loses")
    yield ""
    groups, verdicts = table(book.repetition)
    yield from _numbered(groups)
    yield ""
    yield _("Rows: what Red does. Columns: what Black does.")
    words = {name: _(word) for name, word in _VERDICTS.items()}
    width = max(map(_width, words.values())) + 2
    yield "   " + "".join(_padded(str(n), width) for n in range(1, len(groups) + 1))
    for i in range(len(groups)):
        row = (words[verdicts[i, j][0]] for j in range(len(groups)))
        yield f"{i + 1:>3}" + "".join(_padded(word, width) for word in row)


def _is_conduct(clause: str) -> bool:
    from chuhe.rules import CONDUCTS

    return clause.removeprefix("repetition.") in CONDUCTS


#: What stands in a field of the matrix.
_VERDICTS = {
    "red_changes": N_("Red changes"),
    "black_changes": N_("Black changes"),
    "draw": N_("draw"),
}


def _from(clause: "Clause") -> Iterator[str]:
    from chuhe.rules import READING

    if clause.article:
        yield "    " + _(
            "article {article}; {source}", article=clause.article, source=clause.origin
        )
    elif clause.source != READING:
        yield f"    {clause.origin}"


def _facts(book: "RuleSet") -> dict[str, object]:
    return {
        "name": book.name,
        "title": _(book.title),
        "fields": _fields(book),
        "clauses": [
            {"name": name, "text": c.text, "article": c.article, "source": c.origin}
            for name, c in book.clauses.items()
        ],
        "matrix": [pair._asdict() for pair in book.matrix()],
    }


def _fields(book: "RuleSet") -> dict[str, Any]:
    """The fields of a book that are rules."""
    from dataclasses import fields

    from chuhe.rules import Offence

    told = {
        field.name: getattr(book, field.name)
        for field in fields(book)
        if field.name not in ("name", "title", "sources", "articles", "penalties")
    }
    return told | {"penalties": {str(o): str(book.penalty(o)) for o in Offence}}


# ---------------------------------------------------------------- two books


def _compared(first: "RuleSet", second: "RuleSet") -> Iterator[str]:
    a, b = ({name: c.text for name, c in book.clauses.items()} for book in (first, second))
    differing = [
        name
        for name in dict.fromkeys([*a, *b])
        if a.get(name) != b.get(name) and not _is_conduct(name)
    ]
    for name in differing:
        yield name
        for book, texts in ((first, a), (second, b)):
            yield f"    {book.name}: {texts.get(name) or '–'}"
    pairs = list(_differing_groups(first, second))
    yield from pairs
    if not differing and not pairs:
        yield _("{a} and {b} do not differ.", a=first.name, b=second.name)


def _differing_groups(first: "RuleSet", second: "RuleSet") -> Iterator[str]:
    """The pairs of conducts that the books rule differently, those alike taken together."""
    from chuhe.rules.matrix import table

    groups, verdicts = table(first.repetition, second.repetition)
    pairs = [(i, j, said) for (i, j), said in verdicts.items() if i < j and said[0] != said[1]]
    if not pairs:
        return
    yield _("Repetition: who must change, or else loses")
    yield from _numbered(groups)
    for i, j, said in pairs:
        changes = {"red_changes": i + 1, "black_changes": j + 1}
        words = [_("{n} changes", n=changes[v]) if v in changes else _("draw") for v in said]
        yield f"    {i + 1} – {j + 1}  " + _("; ").join(
            f"{book.name}: {word}" for book, word in zip((first, second), words, strict=True)
        )


def _numbered(groups: Iterable["Sequence[Conduct]"]) -> Iterator[str]:
    for number, group in enumerate(groups, 1):
        yield f"{number:>3}  {_('; ').join(conduct.text for conduct in group)}"


def _compared_facts(first: "RuleSet", second: "RuleSet") -> dict[str, object]:
    a, b = _fields(first), _fields(second)
    a |= {f"penalties.{k}": v for k, v in a.pop("penalties").items()}
    b |= {f"penalties.{k}": v for k, v in b.pop("penalties").items()}
    return {
        "books": [first.name, second.name],
        "fields": {name: [a[name], b[name]] for name in a if a[name] != b[name]},
        "matrix": [
            {"red": red, "black": black, "verdicts": list(verdicts)}
            for red, black, verdicts in _differing_pairs(first, second)
        ],
    }


def _differing_pairs(first: "RuleSet", second: "RuleSet") -> list[tuple[str, str, tuple[str, str]]]:
    return [
        (p.red, p.black, (p.verdict, q.verdict))
        for p, q in zip(first.matrix(), second.matrix(), strict=True)
        if p.verdict != q.verdict
    ]


# ---------------------------------------------------------------- columns


def _width(text: str) -> int:
    """How many columns a text takes; a Chinese character takes two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, width: int) -> str:
    return " " * (width - _width(text)) + text
