"""What the commands that read records share."""

import os
import sys
from collections.abc import Iterable, Iterator

from chuhe.cli.common import expand, file_complaint, open_input, progress
from chuhe.errors import ChuheError
from chuhe.game import Game
from chuhe.i18n import _
from chuhe.records import FORMATS, read, read_files

__all__ = ["Unreadable", "complain", "games_in"]

#: What is looked for in folders.
SUFFIXES = frozenset(suffix for module in FORMATS.values() for suffix in module.SUFFIXES)

#: Files up to this size are read on all cores, this many at a time; longer ones game by game.
SMALL = 1_000_000
BATCH = 64

Unreadable = ChuheError | OSError


def games_in(names: Iterable[str], title: str) -> Iterator[tuple[str, Game | Unreadable]]:
    """Every game of the files, folders and patterns, in order; for what cannot be read, the error.

    A file without a game counts as one that cannot be read.
    """
    files = list(expand(names, SUFFIXES))
    with progress(title, len(files)) as bar:
        for group in _groups(files):
            if len(group) > 1:
                for name, found in zip(group, read_files(group), strict=True):
                    if isinstance(found, list):
                        yield from ((name, game) for game in found)
                    else:
                        yield name, found
                    bar.advance()
            else:
                yield from _stream(group[0])
                bar.advance()


def _groups(files: list[str]) -> Iterator[list[str]]:
    """Small files together, everything else alone."""
    group: list[str] = []
    for name in files:
        if _is_small(name):
            group.append(name)
            if len(group) == BATCH:
                yield group
                group = []
        else:
            if group:
                yield group
            group = []
            yield [name]
    if group:
        yield group


def _is_small(name: str) -> bool:
    try:
        return name != "-" and os.path.isfile(name) and os.path.getsize(name) <= SMALL
    except OSError:
        return False


def _stream(name: str) -> Iterator[tuple[str, Game | Unreadable]]:
    try:
        if name == "-":
            with open_input(name) as file:
                yield from ((name, game) for game in read(file))
        else:
            yield from ((name, game) for game in read(name))
    except (ChuheError, OSError) as error:
        yield name, error


def complain(name: str, error: Unreadable) -> None:
    """Say on stderr what is wrong with a file."""
    if isinstance(error, OSError):
        error.filename = error.filename or name
        text = file_complaint(error)
    else:
        text = f"{_('standard input') if name == '-' else name}: {error}"
    sys.stderr.write(f"chuhe: {text}\n")
