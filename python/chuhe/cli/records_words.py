"""Options that the commands of records share, and how the shell completes them."""

from typing import Annotated, Any

import typer

from chuhe.i18n import N_, _

__all__ = [
    "Encoding",
    "Jobs",
    "Json",
    "Notation",
    "Quiet",
    "Scheduler",
    "To",
    "Verbose",
    "XqfVersion",
    "check_notation",
    "complete_notation",
]


def _complete_format(begun: str) -> list[str]:
    from chuhe.records import FORMATS

    return [name for name, module in FORMATS.items() if module.WRITES and name.startswith(begun)]


def complete_notation(begun: str) -> list[str]:
    """The notations whose names begin so."""
    from chuhe.notation import Style

    return [style for style in Style if style.startswith(begun)]


def _complete_encoding(begun: str) -> list[str]:
    return [name for name in ("utf-8", "gb18030", "big5") if name.startswith(begun)]


def _option(*names: str, help: str, **settings: Any) -> Any:
    return typer.Option(*names, help=help, **settings)


# Helps stand in English here: the language is not known yet. They are looked up when shown.
To = Annotated[
    str,
    _option(
        "--to",
        help=N_(
            "The format to write, such as pgn, text, xqf or cbl; by the file's name if left out."
        ),
        autocompletion=_complete_format,
    ),
]
Notation = Annotated[
    str,
    _option(
        "--notation",
        help=N_("The notation to write: zh, zh-hant, wxf, iccs, uci …"),
        autocompletion=complete_notation,
    ),
]
Encoding = Annotated[
    str,
    _option(
        "--encoding",
        help=N_("The encoding to write: utf-8, gb18030 or big5."),
        autocompletion=_complete_encoding,
    ),
]
XqfVersion = Annotated[
    int,
    _option(
        "--xqf-version",
        help=N_("Of xqf: 10, which all programs read, or 18."),
        metavar="10|18",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    _option(
        "--jobs",
        "-j",
        min=1,
        help=N_("So many processes; left out, as many as there are cores, or one for a few files."),
    ),
]
Scheduler = Annotated[
    str,
    _option(
        "--scheduler",
        metavar="tcp://HOST",
        help=N_("Let the workers of this Dask scheduler do it; they must see the same files."),
    ),
]
Verbose = Annotated[
    bool,
    _option("--verbose", "-v", help=N_("Tell all that is wrong or lost, not the first of a kind.")),
]
Quiet = Annotated[
    bool, _option("--quiet", "-q", help=N_("Tell nothing but files that cannot be read."))
]
Json = Annotated[bool, _option("--json", help=N_("Print the summary as JSON."))]


def check_notation(notation: str) -> None:
    """Raises BadParameter if there is no such notation."""
    from chuhe.notation import Style

    if notation not in list(Style):
        raise typer.BadParameter(
            _("no such notation; there are {notations}", notations=", ".join(Style))
        )
