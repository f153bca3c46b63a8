"""What the commands that write records share: where to, in what, and what is told of it."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, OK, dumps
from chuhe.cli.records_in import complain, records_with_names
from chuhe.cli.records_words import check_notation
from chuhe.game import RecordProblem
from chuhe.i18n import _, path_text, plural
from chuhe.records import FORMATS, Loss, format_of_name
from chuhe.records.convert import Part, Recipe
from chuhe.records.output import Names, whole_file
from chuhe.records.report import Found, Kinds, Tally
from chuhe.records.select import Selection

__all__ = [
    "NothingToWrite",
    "Told",
    "is_folder",
    "open_output",
    "output_of",
    "recipe_of",
    "targets_in",
]

#: Findings of a kind that are told one by one, unless all are asked for.
SHOWN = 3
#: Encodings that can be written, without their hyphens.
ENCODINGS = frozenset({"utf8", "gb18030", "gbk", "gb2312", "big5"})
#: Kinds told in a summary.
MOST_KINDS = 12


def recipe_of(
    format: str,
    notation: str = "zh",
    encoding: str = "utf-8",
    version: int = 0,
    selection: Selection | None = None,
    inverted: bool = False,
) -> Recipe:
    """What the options say, checked.

    Raises:
        BadParameter: there is no such format, notation or encoding.
    """
    writable = [name for name, module in FORMATS.items() if module.WRITES]
    if format not in writable:
        raise typer.BadParameter(
            _("say the format with --to: {formats}", formats=", ".join(writable))
        )
    check_notation(notation)
    if encoding.lower().replace("-", "").replace("_", "") not in ENCODINGS:
        raise typer.BadParameter(
            _("no such encoding; there are {encodings}", encodings="utf-8, gb18030, big5")
        )
    if version and (format, version) not in (("xqf", 10), ("xqf", 18)):
        raise typer.BadParameter(_("--xqf-version is 10 or 18, and goes with the format xqf"))
    return Recipe(format, notation, encoding, version, selection, inverted)


def output_of(files: Sequence[str], to: str, standard: str = "") -> tuple[list[str], str, str]:
    """The names to read, the one to write, and the format: by ``to`` or the name.

    Raises:
        BadParameter: there are not two names.
    """
    if len(files) < 2:
        raise typer.BadParameter(_("name the files to read and the file to write"))
    *inputs, output = files
    return inputs, output, to or format_of_name(output) or standard


def is_folder(output: str) -> bool:
    """Whether a name to write to means a folder."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


@contextmanager
def open_output(output: str) -> Iterator[BinaryIO]:
    """The file to write, which appears when it is complete; ``-`` is standard output."""
    if output == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
    else:
        with whole_file(output) as file:
            yield file


def targets_in(
    inputs: Sequence[str], folder: str, format: str, force: bool
) -> list[tuple[str, str]]:
    """Each file to read, and the one to write: in the folder, as it stood in its own.

    Two files that would become one keep their whole names, with a number if need be.

    Raises:
        BadParameter: standard input has no name; or files are there already.
    """
    suffix = FORMATS[format].SUFFIXES[0]
    names: dict[Path, Names] = {}
    targets: list[tuple[str, str]] = []
    taken: set[str] = set()
    for path, relative in _with_places(inputs, folder):
        here = Path(folder, relative).parent
        used = names.setdefault(here, Names())
        source = Path(relative)
        name = source.stem
        if str(here / (name + suffix)).casefold() in taken:
            name = source.name
        target = str(here / used.new(name, suffix))
        taken.add(target.casefold())
        targets.append((path, target))
    there = [(path, target) for path, target in targets if os.path.exists(target)]
    if force and there:
        ours = {os.path.realpath(path) for path, _target in targets}
        read = [
            target
            for path, target in there
            if (real := os.path.realpath(target)) in ours and real != os.path.realpath(path)
        ]
        if read:
            raise typer.BadParameter(
                _("{name} is read from, and not written over", name=path_text(read[0]))
            )
    if there and not force:
        raise typer.BadParameter(
            plural(
                "{n} file is there already, {name}; --force writes over it",
                "{n} files are there already, such as {name}; --force writes over them",
                len(there),
                name=path_text(there[0][1]),
            )
        )
    return targets


def _with_places(inputs: Sequence[str], folder: str) -> Iterator[tuple[str, str]]:
    """The files that names mean, each with its path below the folder or pattern it is from."""
    if "-" in inputs:
        raise typer.BadParameter(_("- is written to a file and not to a folder"))
    for name, path in records_with_names(inputs, folder):
        root = Path(name)
        if not root.is_dir():
            parts = root.parts
            fixed = [part for part in parts if any(sign in part for sign in "*?[")]
            root = root.parent if not fixed else Path(*parts[: parts.index(fixed[0])])
        yield path, os.path.relpath(path, root)


class NothingToWrite(Exception):
    """There is no game that could make a file; what stands there is left as it is."""


class Told:
    """Tells on stderr what is wrong and lost, the first few of each kind, and sums up.

    Args:
        verbose: tell all.
        quiet: tell nothing but files that cannot be read, and errors.
        json: sum up in JSON.
    """

    def __init__(self, verbose: bool = False, quiet: bool = False, json: bool = False) -> None:
        self.tally = Tally()
        self._verbose, self._quiet, self._json = verbose, quiet, json
        self._hidden = 0

    def hear(self, path: str, found: RecordProblem | Loss) -> None:
        """Take in something wrong or lost."""
        if isinstance(found, Loss):
            place = path_text(f"{path}#{found.game}")
            kind = self.tally.losses.add(place, found)
            text = _("{place}: not kept: {what}", place=place, what=found.text)
        else:
            place = path_text(f"{path}#{found.place.game}")
            kind = self.tally.faults.add(place, found)
            text = f"{place}: {found.text}"
            if found.place.ply is not None:
                text = _("{text} (ply {ply})", text=text, ply=found.place.ply)
        if self._quiet:
            return
        if self._verbose or kind.count <= SHOWN:
            sys.stderr.write(text + "\n")
        else:
            self._hidden += 1

    def part(self, path: str, part: Part | Exception) -> None:
        """Take in what came of a file."""
        if isinstance(part, Exception):
            self.refuse(path, part)
            return
        self.tally.files += 1
        self.tally.games += part.games
        self.tally.written += part.written
        self.tally.faulty += part.faulty
        for found in part.found:
            self.hear(path, found)

    def refuse(self, path: str, error: Exception) -> None:
        """Take in a file that cannot be read."""
        self.tally.unreadable += 1
        assert isinstance(error, Found)
        self.tally.refused.add(path, error)
        if self._verbose or self.tally.unreadable <= SHOWN * 4:
            complain(path, error)
        else:
            self._hidden += 1

    def need_games(self, format: str) -> None:
        """Before a file takes its place: an empty one is no answer to inputs that failed.

        Raises:
            NothingToWrite: no game was written, and files could not be read, or the
                format has no file without games.
        """
        tally = self.tally
        if not tally.written and (tally.unreadable or FORMATS[format].ONE_GAME):
            raise NothingToWrite

    def finish(self, more: Sequence[str] = (), **facts: object) -> int:
        """Sum up; the exit status.

        Args:
            more: further lines.
            facts: further facts, for JSON.
        """
        tally = self.tally
        if self._json:
            sys.stdout.write(dumps({**tally.to_json(), **facts}) + "\n")
        elif not self._quiet and (tally.files + tally.unreadable > 1 or self._hidden):
            lines = [*self._lines(), *more]
            sys.stderr.write("\n".join(lines) + "\n")
        elif not self._quiet and more:
            sys.stderr.write("\n".join(more) + "\n")
        if tally.unreadable:
            return BAD_INPUT
        return FOUND if tally.faulty else OK

    def _lines(self) -> Iterator[str]:
        tally = self.tally
        yield _(
            "files: {files}, games: {games}, written: {written}",
            files=f"{tally.files:,}",
            games=f"{tally.games:,}",
            written=f"{tally.written:,}",
        )
        if tally.unreadable:
            yield plural("{n} file left out", "{n} files left out", tally.unreadable)
            if tally.unreadable > SHOWN * 4:
                yield from kind_lines(tally.refused)
        if tally.faulty:
            yield plural(
                "{n} game with something wrong in the record:",
                "{n} games with something wrong in the record:",
                tally.faulty,
            )
            yield from kind_lines(tally.faults)
        if tally.losses.total():
            yield _("not kept, because the format has no place for it:")
            yield from kind_lines(tally.losses)
        if self._hidden:
            yield _("(the first of each kind were told; --verbose tells all)")


def kind_lines(kinds: Kinds) -> Iterator[str]:
    """The kinds with their numbers, the most frequent first."""
    found = kinds.most_common()
    for kind in found[:MOST_KINDS]:
        yield _(
            "{count:>8} × {what} (first: {place})",
            count=f"{kind.count:,}",
            what=kind.text,
            place=path_text(kind.place),
        )
    if rest := found[MOST_KINDS:]:
        yield plural(
            "         and {n} of other kinds",
            "         and {n} of other kinds",
            sum(kind.count for kind in rest),
        )
