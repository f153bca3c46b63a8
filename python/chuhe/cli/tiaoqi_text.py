"""Positions as they are typed on the command line."""

from dataclasses import dataclass

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.tiaoqi import Rules, start
from chuhe.tiaoqi.position import from_text
from chuhe.tiaoqi.words import POINTS

__all__ = ["LENGTHS", "Laid", "laid_out", "numbered"]

#: Cells of each row, from the north.
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Laid:
    """Rows of a layout, and whose moves are wanted."""

    rows: str
    seat: str
    pieces: int


def numbered() -> list[str]:
    """The names of the cells by their numbers.

    >>> numbered()[0], numbered()[120]
    ('q1', 'a1')
    """
    rows = zip("qponmlkjihgfedcba", LENGTHS, strict=True)
    return [f"{row}{n}" for row, length in rows for n in range(1, length + 1)]


def laid_out(position: str, *, players: int, cells: str, pieces: int, seat: str) -> Laid:
    """What was typed, as rows and a seat.

    Raises:
        ParseError: it is no position, or there is no such seat.

    >>> laid_out("", players=2, cells="60;61", pieces=10, seat="").rows
    '1/2/3/4/13/12/11/10/4AD3/10/11/12/13/4/3/2/1'
    """
    begun = start(seats=players, pieces=pieces)
    rows, whose = begun.text().split()[0], begun.turn_seat
    if cells:
        rows = _rows(cells, begun.points)
    elif " " in position.strip():
        at = from_text(position, Rules())
        rows, whose, pieces = at.text().split()[0], at.turn_seat, int(at.text().split()[4])
    elif position:
        rows = position.strip()
    if seat and seat not in POINTS:
        raise ParseError("tiaoqi.rule", {"name": "seat", "text": seat, "known": " ".join(POINTS)})
    return Laid(rows, seat or whose, pieces)


def _rows(cells: str, points: tuple[str, ...]) -> str:
    letters: dict[int, str] = {}
    groups = cells.split(";")
    if len(groups) > len(points):
        raise ParseError("tiaoqi.groups", {"groups": len(groups), "seats": len(points)})
    for point, said in zip(points, groups, strict=False):
        for number in filter(None, said.replace(" ", "").split(",")):
            if not (number.isascii() and number.isdigit() and int(number) < sum(LENGTHS)):
                raise ParseError("tiaoqi.number", {"text": number[:20]})
            if int(number) in letters:
                raise ParseError("tiaoqi.number", {"text": number})
            letters[int(number)] = "ABCDEF"[POINTS.index(point)]
    rows, first = [], 0
    for length in LENGTHS:
        row, empty = "", 0
        for cell in range(first, first + length):
            if cell in letters:
                row += (str(empty) if empty else "") + letters[cell]
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
        first += length
    return "/".join(rows)


add_messages(
    {
        "tiaoqi.number": N_("'{text}' is no number of a cell from 0 to 120, or stands there twice"),
        "tiaoqi.groups": N_("the cells are those of {groups} seats, but {seats} play"),
    }
)
