"""What the commands share: exit statuses, input, output, progress."""

import errno
import json
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeVar

from chuhe.i18n import N_, _, path_text

__all__ = [
    "BAD_INPUT",
    "FOUND",
    "OK",
    "colored",
    "dumps",
    "expand",
    "file_complaint",
    "in_background",
    "input_lines",
    "open_input",
    "progress",
    "write_json",
    "write_line",
]

T = TypeVar("T")

#: All is well.
OK = 0
#: The command ran, and found something wrong in what it was given.
FOUND = 1
#: The input could not be read, or the command was used wrongly.
BAD_INPUT = 2

#: Pages are looked for in folders too, if they hold games.
PAGES = frozenset({".htm", ".html"})
#: Bytes of a page that are looked into for them.
PAGE_BEGIN = 4_000_000
#: A longer line is refused: the text of a thousand-move game needs 10 kB.
LINE_LIMIT = 16 * 1024 * 1024


def dumps(value: Any) -> str:
    r"""One line of JSON, in readable characters wherever UTF-8 has them.

    >>> dumps({"text": "红胜"})
    '{"text": "红胜"}'
    >>> dumps("\ud800")
    '"\\ud800"'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can say and UTF-8 cannot
        return json.dumps(value, allow_nan=False)
    return text


def colored() -> bool:
    """Whether what is printed may be coloured: only for a person at a terminal who allows it."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def write_json(value: Any) -> None:
    """Print ``value`` as one line of JSON, in UTF-8 whatever the locale."""
    write_line(dumps(value).encode("utf-8"))


def write_line(line: bytes) -> None:
    """Write bytes and a line end to stdout."""
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")


@contextmanager
def open_input(name: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The file ``name`` opened for reading bytes; ``-`` is stdin, which stays open.

    Raises:
        OSError: as ``open``.
    """
    if str(name) == "-":
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as file:
            yield file


def file_complaint(error: OSError) -> str:
    """What is wrong with a file, in the current language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     file_complaint(FileNotFoundError(2, "No such file or directory", "a.pgn"))
    'a.pgn: there is no such file'
    """
    match error:
        case FileNotFoundError() if str(error.filename or "").endswith(os.sep):
            why = _("there is no such folder")
        case FileNotFoundError():
            why = _("there is no such file")
        case PermissionError():
            why = _("no permission")
        case IsADirectoryError():
            why = _("is a folder")
        case FileExistsError():
            why = _("is there already")
        case NotADirectoryError():
            why = _("is no folder")
        case _ if error.errno in _REASONS:
            why = _(_REASONS[error.errno])
        case _:
            why = error.strerror or str(error)
    name = error.filename
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    return f"{path_text(str(name))}: {why}" if name else why


#: What else may be wrong with a file.
_REASONS = {
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.EFBIG: N_("the file would be too large"),
    errno.EROFS: N_("can only be read"),
    errno.ELOOP: N_("links that lead round in a circle"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EMFILE: N_("too many files are open"),
    errno.EIO: N_("the disk does not answer as it should"),
}


def input_lines(file: BinaryIO, limit: int = LINE_LIMIT) -> Iterator[list[bytes]]:
    """The lines of ``file``, in groups of as many as have arrived.

    So a long file is worked on in large groups, while somebody who writes one
    line into a pipe and waits for the answer gets it.  Of a line longer than
    ``limit`` bytes only the first ``limit + 1`` are handed on.

    >>> import io
    >>> list(input_lines(io.BytesIO(b"one\\r\\ntwo\\n\\nlast")))
    [[b'one', b'two', b''], [b'last']]
    """
    read = getattr(file, "read1", file.read)
    rest = b""
    while chunk := read(1 << 18):
        *lines, tail = chunk.split(b"\n")
        if not lines:
            if len(rest) <= limit:  # else what comes now is of a line already too long
                rest += tail
            continue
        lines[0] = (rest + lines[0])[: limit + 1]
        rest = tail
        yield [line.removesuffix(b"\r") for line in lines]
    if rest:
        yield [rest[: limit + 1].removesuffix(b"\r")]


def expand(names: Iterable[str], suffixes: frozenset[str] = frozenset()) -> Iterator[str]:
    """The files that ``names`` mean: a file itself, all files in a folder, a glob.

    Args:
        names: as given on the command line; ``-`` is handed on.
        suffixes: in folders, only files ending so (lower case, with the dot);
            empty for all. A file named outright is never left out.

    Hidden files and folders are passed over, and what is no file, such as a
    named pipe. The order is that of ``names``, and by name inside a folder. A
    name that means nothing, and a folder that cannot be looked into, is handed
    on, for the reader to complain about.
    """
    for name in names:
        path = Path(name)
        if name == "-" or path.is_file():
            yield name
        elif path.is_dir():
            yield from _walk(path, suffixes)
        elif any(sign in name for sign in "*?["):
            import glob

            found = sorted(glob.glob(name, recursive=True))
            yield from expand(found, suffixes) if found else [name]
        else:
            yield name


def _walk(folder: Path, suffixes: frozenset[str]) -> Iterator[str]:
    closed: list[OSError] = []
    for here, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for file in sorted(files):
            if file.startswith("."):
                continue
            path = os.path.join(here, file)
            suffix = Path(file).suffix.lower()
            if suffixes and suffix not in suffixes:
                if suffix in PAGES and _holds_games(path):
                    yield path
            elif not _is_device(path):
                yield path
    for error in closed:
        yield str(error.filename)


def _is_device(path: str) -> bool:
    """Whether to read a file may mean to wait for ever; a link to nothing is no device."""
    return os.path.exists(path) and not os.path.isfile(path)


def _holds_games(path: str) -> bool:
    """Whether a page, as there are many in folders, holds games of DhtmlXQ."""
    if _is_device(path):
        return False
    try:
        with open(path, "rb") as file:
            begin = file.read(PAGE_BEGIN).lower()
    except OSError:
        return True  # for the reader to complain about
    return b"htmlxq]" in begin or b"htmlxq_" in begin


class Progress(Protocol):
    """What ``progress`` hands out."""

    def advance(self, steps: int = 1) -> None:
        """So many more are done."""
        ...


class _Silent:
    def advance(self, steps: int = 1) -> None:
        pass


def in_background(work: Callable[[], T]) -> T:
    """``work()``, done so that Ctrl-C is obeyed at once.

    Python looks at signals between its own steps only; a long call into Rust
    would not let it. The call is left to a daemon thread, which ends with the
    program.

    >>> in_background(lambda: 6 * 7)
    42
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # handed to the caller below
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def progress(title: str, total: int) -> Iterator[Progress]:
    """A progress bar on stderr, shown only to a person and only for many steps."""
    if total < 20 or not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)

        class Shown:
            def advance(self, steps: int = 1) -> None:
                bar.advance(task, steps)

        yield Shown()
