"""Seats and endings in words."""

from __future__ import annotations

from collections.abc import Mapping

from chuhe.errors import add_messages
from chuhe.i18n import N_, _

__all__ = ["POINTS", "cause_text", "seat_name"]

#: The points of the star in the order of play, clockwise.
POINTS = ("S", "SW", "NW", "N", "NE", "SE")
_NAMES = {
    "S": N_("south"),
    "SW": N_("south-west"),
    "NW": N_("north-west"),
    "N": N_("north"),
    "NE": N_("north-east"),
    "SE": N_("south-east"),
}
_CAUSES = {
    "arrived": N_("all pieces are in the opposite camp"),
    "filled": N_("the opposite camp is full, with a piece of one's own in it"),
    "camp": N_("after round {round} {out} pieces had left the camp; {need} must have"),
    "deadlock": N_("nobody came nearer for too long"),
    "cap": N_("the last round has been played"),
    "repetition": N_("every move would repeat a position too often"),
    "no_moves": N_("nobody can move"),
    "resigned": N_("resigned"),
    "time": N_("out of time"),
}


def seat_name(point: str) -> str:
    """A seat in the reader's language.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     seat_name("S")
    'south'
    """
    return _(_NAMES[point])


def cause_text(cause: str, facts: Mapping[str, object]) -> str:
    """Why somebody is done, or the game over, as a sentence.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     cause_text("camp", {"round": 20, "out": 4, "need": 5})
    'after round 20 4 pieces had left the camp; 5 must have'
    """
    return _(_CAUSES[cause]).format(**facts)


add_messages(
    {
        "tiaoqi.cell": N_("'{text}' is no cell; a cell is a letter a to q and a number, as e5"),
        "tiaoqi.move": N_("'{text}' is no move; a move is two cells, as d1e5"),
        "tiaoqi.rows": N_("expected 17 rows, got {rows}"),
        "tiaoqi.row": N_("row {row}: expected {expected} cells, got {cells}"),
        "tiaoqi.piece": N_("'{text}' is no seat's piece; expected A to F or a number"),
        "tiaoqi.setup": N_(
            "such a game cannot be: 2 to 6 players with 10 pieces each, or 2 with 15"
        ),
        "tiaoqi.pairs": N_("partners sit opposite each other: four or six players"),
        "tiaoqi.over": N_("the game is over"),
        "tiaoqi.not_yours": N_("{move}: no piece of the player to move stands there"),
        "tiaoqi.unreachable": N_("{move}: the piece cannot go there"),
        "tiaoqi.repeats": N_("{move} would repeat the position once too often"),
        "tiaoqi.no_pass": N_("one may pass only when one cannot move"),
    }
)
