"""What the commands that read records share."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from chuhe.cli.common import expand, file_complaint
from chuhe.errors import ChuheError
from chuhe.game import Game, Place
from chuhe.i18n import _, path_text
from chuhe.records import FORMATS

__all__ = ["SUFFIXES", "Unreadable", "complain", "place_text", "records_of", "records_with_names"]

#: What is looked for in folders.
SUFFIXES = frozenset(suffix for module in FORMATS.values() for suffix in module.SUFFIXES)

Unreadable = ChuheError | OSError


def records_of(names: Iterable[str], output: str = "") -> list[str]:
    """The records that names on the command line mean.

    Args:
        names: files, folders, patterns, ``-``.
        output: the file or folder to write, left out where it was not named itself: what a
            command wrote into a folder it must not read there the next time.

    Raises:
        BadParameter: there are none.
    """
    return [path for _name, path in records_with_names(names, output)]


def records_with_names(names: Iterable[str], output: str = "") -> list[tuple[str, str]]:
    """The same, each after the name that means it."""
    names = list(names)
    written = None if output in ("", "-") else Path(os.path.realpath(output))
    found: list[tuple[str, str]] = []
    told = False
    for name in names:
        keeps_all = written is None or written == Path(os.path.realpath(name))
        for path in expand([name], SUFFIXES):
            if keeps_all or path == name or not _is_in(path, written):
                found.append((name, path))
            elif not told:
                told = True
                text = _("{name}: is written to, so it is not read", name=path_text(output))
                sys.stderr.write(f"chuhe: {text}\n")
    if not found:
        raise typer.BadParameter(
            _("there are no records in {names}", names=path_text(", ".join(names)))
        )
    return found


def _is_in(path: str, place: Path | None) -> bool:
    return place is not None and Path(os.path.realpath(path)).is_relative_to(place)


def place_text(game: Game, place: Place) -> str:
    """Where something stands in the file of a game: line, or byte of a file that has none, and ply."""
    facts = {"line": place.line, "byte": f"{place.offset:,}", "ply": place.ply}
    if game.format in FORMATS and not FORMATS[game.format].TEXT:
        text = _("byte {byte}", **facts)
        return text if place.ply is None else _("byte {byte}, ply {ply}", **facts)
    text = _("line {line}", **facts)
    return text if place.ply is None else _("line {line}, ply {ply}", **facts)


def complain(name: str, error: Unreadable) -> None:
    """Say on stderr what is wrong with a file."""
    if isinstance(error, OSError):
        error.filename = error.filename or name
        text = file_complaint(error)
    else:
        text = f"{_('standard input') if name == '-' else path_text(name)}: {error}"
    sys.stderr.write(f"chuhe: {text}\n")
