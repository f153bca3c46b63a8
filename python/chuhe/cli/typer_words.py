"""Typer's own words ("Usage", "Missing argument") in the language of the rest.

What Typer takes from gettext is translated by giving it our ``_`` for it; what
it has in English only is translated by the patterns below. A sentence that is
not among them is shown in English.
"""

import gettext
import re
from typing import Any

from chuhe.i18n import N_, _

# Before Typer is imported: its modules bind gettext's function by name.
gettext.gettext = _  # type: ignore[assignment]

import typer  # noqa: E402
from typer.core import TyperCommand, TyperGroup  # noqa: E402

__all__ = ["App", "typer", "usage_error"]

#: Texts that Typer looks up, here for the catalogues.
_LOOKED_UP = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("Error"),
    N_("Aborted."),
    N_("Missing command."),
    N_("(dynamic)"),
    N_("[required]"),
    N_("[default: {}]"),
    N_("[env var: {}]"),
    N_("No such command {name!r}."),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)

#: Texts that Typer looks up once, when its module is imported: name there → text.
_FRAME = {
    "DEFAULT_STRING": "[default: {}]",
    "ENVVAR_STRING": "[env var: {}]",
    "REQUIRED_LONG_STRING": "[required]",
    "ARGUMENTS_PANEL_TITLE": "Arguments",
    "OPTIONS_PANEL_TITLE": "Options",
    "COMMANDS_PANEL_TITLE": "Commands",
    "ERRORS_PANEL_TITLE": "Error",
}

_SAID_IN_ENGLISH = (
    (r"Missing (?:argument|option) '(?P<name>.*?)'\.", N_("{name} is missing")),
    (r"No such option: (?P<name>\S+)(?s:.*)", N_("there is no option {name}")),
    (
        r"No such command '(?P<name>.*?)'\. Did you mean (?P<like>.*)\?",
        N_("there is no command {name}; {like}?"),
    ),
    (r"No such command '(?P<name>(?s:.*))'\.", N_("there is no command {name}")),
    (r"Option '(?P<name>.*?)' requires an argument\.", N_("option {name} needs a value")),
    (
        r"Option '(?P<name>.*?)' requires (?P<n>\d+) arguments\.",
        N_("option {name} needs {n} values"),
    ),
    (r"Option '(?P<name>.*?)' does not take a value\.", N_("option {name} takes no value")),
    (r"Got unexpected extra argument\S* \((?P<rest>(?s:.*))\)", N_("not understood: {rest}")),
    (
        r"(?:Invalid value for )?'(?P<name>\S+)'(?: / '\S+')?: .*valid integer.*",
        N_("{name}: expected a whole number"),
    ),
    (
        r"(?:Invalid value for )?'(?P<name>\S+)'(?: / '\S+')?: .*valid number.*",
        N_("{name}: expected a number"),
    ),
    (
        r"(?:Invalid value for )?'(?P<name>\S+)'(?: / '\S+')?: .*greater than or equal to (?P<n>\S+)",
        N_("{name}: at least {n}"),
    ),
    (
        r"(?:Invalid value for )?'(?P<name>\S+)'(?: / '\S+')?: .*less than or equal to (?P<n>\S+)",
        N_("{name}: at most {n}"),
    ),
    (
        r"(?:Invalid value for )?'(?P<name>\S+)'(?: / '\S+')?: (?:Value error, )?"
        r"(?P<got>(?s:.*)) is not one of (?P<known>.*)\.",
        N_("{name}: {got} is not one of {known}"),
    ),
)


class _Spoken:
    """What commands and the group have in common."""

    def get_usage(self, ctx: Any) -> str:
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", _("Usage:"), 1)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from rich import columns
        from rich.table import Table
        from typer import rich_utils

        class Folding(Table):
            """Chinese has no spaces to break a line at: break it anywhere, cut nothing off."""

            def add_row(self, *cells: Any, **settings: Any) -> None:
                super().add_row(*cells, **settings)
                for column in self.columns:
                    column.overflow = "fold"

        setattr(rich_utils, "Table", Folding)  # noqa: B010 - mypy takes a class for a constant
        setattr(columns, "Table", Folding)  # noqa: B010
        for name, text in _FRAME.items():  # the language may have changed since the import
            setattr(rich_utils, name, _(text))
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "help", None):
                param.help = _(param.help)
        return params


class _Command(_Spoken, TyperCommand):
    pass


class _Group(_Spoken, TyperGroup):
    pass


class App(typer.Typer):
    """A Typer application whose commands speak the current language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=_Group, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Any:
        """As ``typer.Typer.command``."""
        return super().command(name, **{"cls": _Command, **settings})


def usage_error(text: str) -> str:
    """A complaint of Typer about the command line, in the current language.

    Args:
        text: the complaint as Typer words it.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     usage_error("Missing argument 'DEPTH'.")
    'DEPTH is missing'
    """
    for pattern, template in _SAID_IN_ENGLISH:
        if found := re.fullmatch(pattern, text):
            return _(template, **found.groupdict())
    return text.removeprefix("Invalid value: ")  # what our commands say themselves
