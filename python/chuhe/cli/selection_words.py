"""Options that say which games are meant, and the selection they come to."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chuhe.i18n import N_

if TYPE_CHECKING:
    from chuhe.records.select import Selection

__all__ = [
    "Black",
    "Count",
    "Ecco",
    "Event",
    "LeastPlies",
    "Material",
    "Mirror",
    "MostPlies",
    "Opening",
    "Player",
    "Position",
    "Red",
    "Result",
    "Since",
    "Text",
    "Until",
    "Variations",
    "selection_of",
]

# Helps stand in English here: the language is not known yet. They are looked up when shown.
Player = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        help=N_(
            "A player of either side, or part of the name; given several times, one of them is "
            "enough."
        ),
    ),
]
Red = Annotated[list[str] | None, typer.Option("--red", help=N_("Who plays Red."))]
Black = Annotated[list[str] | None, typer.Option("--black", help=N_("Who plays Black."))]
Event = Annotated[list[str] | None, typer.Option("--event", help=N_("In the name of the event."))]
Result = Annotated[
    str,
    typer.Option(
        "--result",
        help=N_("red, black, draw, unknown, or 1-0, 0-1, 1/2-1/2, *."),
        autocompletion=lambda: ["red", "black", "draw", "unknown"],
    ),
]
LeastPlies = Annotated[
    int, typer.Option("--min-plies", min=0, help=N_("At least so many moves of either side."))
]
MostPlies = Annotated[
    int | None,
    typer.Option("--max-plies", min=0, help=N_("At most so many moves of either side.")),
]
Opening = Annotated[
    str,
    typer.Option(
        "--opening",
        help=N_('The first moves from the usual start, in any notation: "C2=5 H8+7".'),
    ),
]
Ecco = Annotated[
    str,
    typer.Option(
        "--ecco", help=N_("How the ECCO code begins, or part of the name of the opening.")
    ),
]
Position = Annotated[
    str,
    typer.Option(
        "--position",
        metavar="FEN",
        help=N_("A position that was reached; without a side to move, of either."),
    ),
]
Material = Annotated[
    str,
    typer.Option(
        "--material",
        metavar="RED/BLACK",
        help=N_(
            "Pieces that were left, kings aside: RP/raa; + after a side allows others, "
            "~ advisors and elephants."
        ),
    ),
]
Text = Annotated[str, typer.Option("--text", help=N_("In comments and headers."))]
Since = Annotated[
    str, typer.Option("--since", metavar="DATE", help=N_("From 1980, 1980-11 or 1980-11-03 on."))
]
Until = Annotated[
    str, typer.Option("--until", metavar="DATE", help=N_("Up to this day, month or year."))
]
Mirror = Annotated[bool, typer.Option("--mirror", help=N_("Also with left and right exchanged."))]
Variations = Annotated[
    bool, typer.Option("--variations", help=N_("Look for the position in variations, too."))
]
Count = Annotated[bool, typer.Option("--count", help=N_("Only say how many."))]


def selection_of(given: Mapping[str, Any]) -> "Selection":
    """The selection that the parameters of a command come to; others among them are passed over.

    Raises:
        ParseError: as `Selection`.

    >>> selection_of({"player": ["胡荣华"], "red": None, "least_plies": 20, "json": True}).player
    ('胡荣华',)
    """
    from chuhe.records.select import Selection

    said = {field.name: given[field.name] for field in fields(Selection) if field.name in given}
    for name in ("player", "red", "black", "event"):
        said[name] = tuple(said.get(name) or ())
    return Selection(**said)
