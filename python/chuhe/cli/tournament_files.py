"""Files of events on the command line, and answers when something is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, file_complaint, open_input, write_json
from chuhe.errors import ChuheError, PairingError
from chuhe.tournament.journal import MAGIC, is_journal
from chuhe.tournament.model import Event, EventError
from chuhe.tournament.trf import SIZE_LIMIT, read_trf

__all__ = ["answered", "read_any_event", "read_event"]


def read_event(name: str) -> Event:
    """The event in a file; ``-`` is standard input.

    Raises:
        TrfError: as `read_trf`.
        EventError: ``journal.is_event``: the file of an event, which has its own commands.
        OSError: the file cannot be read.
    """
    with open_input(name) as file:
        data = file.read(SIZE_LIMIT + 1)
    if data.startswith(MAGIC):
        raise EventError("journal.is_event", {"file": Path(name).name})
    return read_trf(data)


def read_any_event(name: str, section: str = "") -> Event:
    """The event in a TRF or in a file of an event; ``-`` is standard input.

    Args:
        name: the file.
        section: of the file of an event; the main one if empty.

    Raises:
        as `read_event`; EventError: ``journal.damaged``, ``sections.unknown``.
    """
    if name == "-" or not is_journal(name):
        return read_event(name)
    from chuhe.cli.tournament_event_desk import now
    from chuhe.tournament.director import Director

    with Director.open(name, clock=now, section=section) as desk:
        return desk.state.event()


@contextmanager
def answered(json: bool) -> Iterator[None]:
    """Tell an error as JSON if JSON was asked for; no pairing is a finding, not a bad input."""
    try:
        yield
    except ChuheError as error:
        status = FOUND if isinstance(error, PairingError) else BAD_INPUT
        if json:
            write_json({"error": {"code": error.code, "text": str(error), "facts": _facts(error)}})
        else:
            typer.echo(f"chuhe: {error}", err=True)
        raise typer.Exit(status) from None
    except OSError as error:
        if not json:
            raise
        write_json(
            {"error": {"code": "file.unreadable", "text": file_complaint(error), "facts": {}}}
        )
        raise typer.Exit(BAD_INPUT) from None


def _facts(error: ChuheError) -> dict[str, object]:
    """Facts as JSON has them."""
    return {
        name: value if isinstance(value, int | str | bool | None) else _plain(value)
        for name, value in error.facts.items()
    }


def _plain(value: object) -> object:
    return [_plain(v) for v in value] if isinstance(value, list | tuple | set) else str(value)
