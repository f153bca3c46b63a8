"""What the commands on a file of an event share: the desk, the answer, fields."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import typer

from chuhe.cli.common import FOUND, write_json
from chuhe.cli.tournament_files import answered
from chuhe.i18n import _
from chuhe.tournament.director import Answer, Director
from chuhe.tournament.journal import Entry
from chuhe.tournament.log_text import sentence
from chuhe.tournament.model import Reason
from chuhe.tournament.players_in import read_players
from chuhe.tournament.state import State

__all__ = ["answer", "fields_of", "now", "refused", "told"]

#: So many entries are told in words.
_SHOWN = 40

Tell = Callable[..., None]


def now() -> str:
    """The time for the log, with its offset."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


@contextmanager
def answer(event: str, by: str, json: bool, section: str = "") -> Iterator[tuple[Director, Tell]]:
    """The desk at a file, and how to tell what came of a command; errors are told too."""
    with answered(json), Director.open(event, clock=now, who=by, section=section) as desk:

        def tell(done: Answer, more: Sequence[Reason] = ()) -> None:
            told(done.entries, [*done.notes, *more], json, desk.whole)

        yield desk, tell


def told(entries: Sequence[Entry], notes: Sequence[Reason], json: bool, main: State) -> None:
    """Tell what was logged, and the notes."""
    if json:
        write_json(
            {
                "entries": [entry.seq for entry in entries],
                "notes": [
                    {"code": note.code, "text": str(note), "players": list(note.players)}
                    for note in notes
                ],
            }
        )
        return
    for note in notes:
        typer.echo(f"* {note}")
    if entries:
        first, last = entries[0].seq, entries[-1].seq
        numbers = str(first) if first == last else f"{first}–{last}"
        typer.echo(_("in the log: {numbers}", numbers=numbers))
        for entry in entries[:_SHOWN]:
            typer.echo(f"  {sentence(entry, main)}")
        if len(entries) > _SHOWN:
            typer.echo("  …")


def refused(done: Answer, json: bool) -> None:
    """End with "found" for a change that waits for ``--force``."""
    if not done.done:
        if not json:
            typer.echo(_("not changed; to do it all the same, add --force"))
        raise typer.Exit(FOUND)


def fields_of(words: Sequence[str]) -> dict[str, object]:
    """``team=广东`` words as fields of a player, checked as those of a list are.

    Raises:
        ParseError: as `read_players`; ``players.field``: no such field.

    >>> fields_of(["rating=2500", "单位=广东"])
    {'rating': 2500, 'team': '广东'}
    """
    from chuhe.errors import ParseError

    pairs = [word.partition("=") for word in words]
    for name, equals, _value in pairs:
        if not equals:
            raise ParseError("players.field", {"text": name[:40]})
    if not pairs:
        return {}
    named = any(name.strip().lower() in ("name", "姓名") for name, _equals, _value in pairs)
    heads = [name for name, _equals, _value in pairs] + [""] * named + ["name"] * (not named)
    cells = [value for _name, _equals, value in pairs] + [""] * named + ["?"] * (not named)
    clean = ["\t".join(" ".join(cell.split()) for cell in row) for row in (heads, cells)]
    try:
        listed = read_players("\n".join(clean))
    except ParseError as error:  # there is no list, so no line of it
        facts = {name: fact for name, fact in error.facts.items() if name != "line"}
        raise ParseError(error.code + "_field" * ("line" in error.facts), facts) from None
    if listed.unknown:
        raise ParseError("players.field", {"text": listed.unknown[0][:40]})
    fields = dict(listed.players[0])
    if not named:
        fields.pop("name")
    return fields
