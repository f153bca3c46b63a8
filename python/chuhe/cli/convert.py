"""``chuhe convert``: records from one format to another."""

import sys
from typing import TYPE_CHECKING, Annotated, cast

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, OK
from chuhe.i18n import _

if TYPE_CHECKING:
    from tempfile import _TemporaryFileWrapper
    from typing import BinaryIO


def register(app: typer.Typer) -> None:
    """Add ``chuhe convert``."""

    @app.command(
        "convert",
        help=_("Write records in another format; what it cannot hold is told on stderr."),
    )
    def convert(
        files: Annotated[
            list[str],
            typer.Argument(
                help=_(
                    "Record files, folders or patterns, and last the file to write; - is standard input or output."
                ),
            ),
        ],
        to: Annotated[
            str,
            typer.Option(
                "--to",
                help=_(
                    "The format to write, such as pgn, text, xqf or cbl; by the file's name if left out."
                ),
            ),
        ] = "",
        notation: Annotated[
            str, typer.Option(help=_("The notation to write: zh, zh-hant, wxf, iccs, uci …"))
        ] = "zh",
        encoding: Annotated[
            str, typer.Option(help=_("The encoding to write: utf-8, gb18030 or big5."))
        ] = "utf-8",
    ) -> None:
        from chuhe.notation import Style
        from chuhe.records import FORMATS, format_of_name

        if len(files) < 2:
            raise typer.BadParameter(_("name the files to read and the file to write"))
        *inputs, output = files
        format = to or format_of_name(output) or ""
        writable = [name for name, module in FORMATS.items() if module.WRITES]
        if format not in writable:
            raise typer.BadParameter(
                _("say the format with --to: {formats}", formats=", ".join(writable))
            )
        if notation not in list(Style):
            raise typer.BadParameter(
                _("no such notation; there are {notations}", notations=", ".join(Style))
            )
        if encoding.lower().replace("-", "").replace("_", "") not in ENCODINGS:
            raise typer.BadParameter(
                _("no such encoding; there are {encodings}", encodings="utf-8, gb18030, big5")
            )
        raise typer.Exit(_convert(inputs, output, format, notation, encoding))


#: Formats written a game at a time, from games read one at a time.
BY_THE_GAME = frozenset({"pgn", "text"})
#: Encodings that can be written, without their hyphens.
ENCODINGS = frozenset({"utf8", "gb18030", "gbk", "gb2312", "big5"})


def _convert(inputs: list[str], output: str, format: str, notation: str, encoding: str) -> int:
    import os
    import tempfile
    from collections.abc import Iterator

    from chuhe.cli.records_in import complain, games_in
    from chuhe.game import Game
    from chuhe.records import write

    status = OK
    # Of formats written a game at a time, only the place of the last game is kept.
    places: list[str] = []
    by_the_game = format in BY_THE_GAME

    def games() -> Iterator[Game]:
        nonlocal status
        for name, found in games_in(inputs, _("Converting")):
            if isinstance(found, Game):
                if by_the_game:
                    places.clear()
                places.append(f"{name}#{found.index}")
                for problem in found.problems:
                    status = max(status, FOUND)
                    sys.stderr.write(f"{places[-1]}: {problem.text}\n")
                yield found
            else:
                complain(name, found)
                status = BAD_INPUT

    def told(file: "BinaryIO | _TemporaryFileWrapper[bytes]") -> None:
        for loss in write(
            games(), cast("BinaryIO", file), format, notation=notation, encoding=encoding
        ):
            place = places[-1] if by_the_game else places[loss.game]
            sys.stderr.write(_("{place}: not kept: {what}", place=place, what=loss.text) + "\n")

    if output == "-":
        sys.stdout.flush()
        told(sys.stdout.buffer)
        return status
    # Written beside and moved there when complete: the file may be one of those read.
    folder = os.path.dirname(os.path.abspath(output))
    try:
        file = tempfile.NamedTemporaryFile(dir=folder, prefix=".chuhe-", delete=False)  # noqa: SIM115
    except OSError as error:
        error.filename = output
        raise
    with file:
        try:
            told(file)
        except BaseException:
            os.unlink(file.name)
            raise
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(file.name, 0o666 & ~mask)
    os.replace(file.name, output)
    return status
