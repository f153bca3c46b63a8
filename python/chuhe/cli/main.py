"""The program ``chuhe``: finds the command, speaks the user's language, reports errors.

``pyproject.toml`` names :func:`main` as the entry point; ``python -m chuhe``
calls it too.
"""

import importlib
import io
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from chuhe import _core
from chuhe.cli.common import BAD_INPUT, OK, file_complaint
from chuhe.errors import ChuheError
from chuhe.i18n import LANGUAGES, _, use_language

if TYPE_CHECKING:
    import typer

__all__ = ["COMMANDS", "build", "main"]

#: The commands, in the order of the help; each is registered by the file of its name.
COMMANDS = (
    "play",
    "serve",
    "officiate",
    "judge",
    "analyse",
    "rules",
    "tournament",
    "tiaoqi",
    "convert",
    "merge",
    "split",
    "filter",
    "dedupe",
    "info",
    "book",
    "show",
    "library",
    "notation",
    "engine",
    "match",
    "perft",
)

CLOSED_PIPE = 141
INTERRUPTED = 130


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit with the status documented in ``docs/cli.md``.

    Args:
        args: the words after ``chuhe``; those of the process if None.
    """
    words = list(sys.argv[1:] if args is None else args)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A locale without Chinese must not turn a verdict into a traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone. Nothing is left to say, and Python
        # must not try to flush at exit what nobody will read.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = CLOSED_PIPE
    except KeyboardInterrupt:
        status = INTERRUPTED
    except ChuheError as error:
        status = _complain(str(error))
    except OSError as error:
        status = _complain(file_complaint(error))
    sys.exit(status)


def build(commands: Iterable[str] = COMMANDS) -> "typer.Typer":
    """The Typer application with these commands, in the current language."""
    from chuhe.cli.typer_words import App, typer

    app = App(
        name="chuhe",
        help=_("Xiangqi: play, record, judge. Every command says more with --help."),
        epilog=_("Exit status: 0 all well, 1 something found, 2 unreadable input or wrong usage."),
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )

    @app.callback()
    def options(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=_("Print the version."))] = False,
        lang: Annotated[
            str,
            typer.Option(
                "--lang",
                metavar="|".join(LANGUAGES),
                help=_("Language of all texts; may stand anywhere on the line."),
                show_default=False,
            ),
        ] = "",
    ) -> None:
        # Both are dealt with in _run, before Typer; here they are for the help.
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    for command in commands:
        importlib.import_module(f"chuhe.cli.{command}").register(app)
    return app


def _run(words: list[str]) -> int:
    words, lang = _take_language(words)
    if lang is not None:
        if lang not in LANGUAGES:
            return _complain(
                _("--lang {lang}: expected one of {known}", lang=lang, known=", ".join(LANGUAGES))
            )
        use_language(lang)
    if words == ["--version"]:
        sys.stdout.write(f"chuhe {_core.__version__}\n")
        return OK

    from chuhe.cli.typer_words import typer, usage_error

    asked = next((word for word in words if not word.startswith("-")), None)
    app = build([asked] if asked in COMMANDS else COMMANDS)
    try:
        status = typer.main.get_command(app).main(words, prog_name="chuhe", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        if context is None:
            return _complain(usage_error(error.format_message()))
        return _complain(
            usage_error(error.format_message()),
            _("Try: {command} --help", command=context.command_path),
        )
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Typer makes it an exit with 1
            raise stop.__context__ from None
        raise
    return status if isinstance(status, int) else OK


def _take_language(words: list[str]) -> tuple[list[str], str | None]:
    """The words without ``--lang X`` or ``--lang=X``, and X, the last one given.

    >>> _take_language(["judge", "--lang", "en", "a.pgn"])
    (['judge', 'a.pgn'], 'en')
    >>> _take_language(["judge", "--", "--lang=en"])
    (['judge', '--', '--lang=en'], None)
    """
    rest: list[str] = []
    lang: str | None = None
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            return [*rest, word, *waiting], lang
        if word == "--lang":
            lang = next(waiting, "")
        elif word.startswith("--lang="):
            lang = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return rest, lang


def _complain(*lines: str) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"chuhe: {chr(10).join(lines)}\n")
    return BAD_INPUT
