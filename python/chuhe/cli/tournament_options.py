"""Options that several commands of ``chuhe tournament`` share.

Imported only once the language is known: the help is written in it.
"""

from typing import Annotated

import typer

from chuhe.i18n import _

__all__ = ["Drop", "Json", "Tiebreaks", "Unplayed"]

Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]
Tiebreaks = Annotated[
    str,
    typer.Option(
        "--tiebreaks",
        metavar="BH,SB,…",
        help=_("The tie-breaks in their order, after the points, or the name of a list."),
        show_default=False,
    ),
]
Unplayed = Annotated[
    str,
    typer.Option(
        "--unplayed",
        help=_(
            "How unplayed rounds count: fide, fide-round-robin, chinese, chinese-lowest. "
            "By the code if left out."
        ),
        show_default=False,
    ),
]
Drop = Annotated[
    bool, typer.Option("--drop", help=_("Compare those still tied with rounds taken off."))
]
