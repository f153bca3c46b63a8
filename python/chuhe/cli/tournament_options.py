"""Options that several commands of ``chuhe tournament`` share.

Imported only once the language is known: the help is written in it.
"""

from typing import Annotated

import typer

from chuhe.i18n import _

__all__ = [
    "AfterRound",
    "By",
    "ByeKind",
    "Drop",
    "EventFile",
    "Explain",
    "FirstRound",
    "Force",
    "FromRound",
    "Json",
    "Output",
    "Round",
    "Section",
    "Seed",
    "Tiebreaks",
    "Unplayed",
    "Who",
    "Why",
]

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
AfterRound = Annotated[
    int,
    typer.Option(
        "--after",
        help=_("After which round; the last one with all results if left out."),
        show_default=False,
    ),
]
By = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="NAME",
        envvar="CHUHE_ARBITER",
        help=_("Who enters it, for the log."),
        show_default=False,
    ),
]
ByeKind = Annotated[
    str,
    typer.Option(
        "--kind",
        metavar="full|half|zero|none",
        help=_("What it is worth: a win, a draw, nothing; none takes it back."),
    ),
]
EventFile = Annotated[str, typer.Argument(metavar="EVENT", help=_("The file of the event."))]
Explain = Annotated[
    int,
    typer.Option(
        "--explain",
        metavar="N",
        help=_("Tell where each figure of player N comes from."),
        show_default=False,
    ),
]
FirstRound = Annotated[
    int,
    typer.Option(
        "--round",
        help=_("The first round he may play; the next one if left out."),
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help=_("Do it although something breaks."))]
FromRound = Annotated[
    int,
    typer.Option(
        "--round", help=_("From which round; the next one if left out."), show_default=False
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help=_("The file to write; - is standard output.")
    ),
]
Round = Annotated[
    int,
    typer.Option("--round", help=_("Which round; the last one if left out."), show_default=False),
]
Section = Annotated[
    str,
    typer.Option(
        "--section",
        metavar="NAME",
        help=_("Which section; the main one if left out."),
        show_default=False,
    ),
]
Seed = Annotated[
    str,
    typer.Option(
        "--seed",
        help=_("The seed, any text; a random one, which is told, if left out."),
        show_default=False,
    ),
]
Who = Annotated[str, typer.Argument(metavar="PLAYER", help=_("A number or a name."))]
Why = Annotated[
    str,
    typer.Option("--reason", help=_("Why; kept in the log."), show_default=False),
]
