"""What all parts of the table's procedure share: limits, answers, the ends they give."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chuhe.board import Board
from chuhe.errors import IllegalMoveError, ParseError, add_messages
from chuhe.i18n import N_
from chuhe.pieces import Color
from chuhe.rules import Clause, Outcome, Termination, rule_set
from chuhe.table.events import SIDES, AnyEvent, Ended, Refused, Side

if TYPE_CHECKING:
    from chuhe.table.state import Table

LEVELS = range(1, 11)
#: No game may grow without end in our memory.
MAX_PLIES = 2000
#: Nor may the rulings of a game, or what people write.
MAX_RULINGS = 1000
MAX_TEXT = 500

Answer = list[AnyEvent] | Refused

add_messages(
    {
        "game_over": N_("the game is over"),
        "not_seated": N_("you have no seat at this table"),
        "not_your_turn": N_("it is not your turn"),
        "wrong_ply": N_("the position has changed meanwhile ({ply} moves have been played)"),
        "side_needed": N_("you hold both seats: say for which side"),
        "not_officiated": N_("no arbiter officiates at this table"),
        "not_arbiter": N_("only the arbiter of this table may do that"),
        "paused": N_("the game is paused"),
        "text_too_long": N_("a text of at most {limit} characters is expected"),
        "reason_needed": N_("a ruling needs a reason"),
        "bad_square": N_("'{square}' is no square: a file a to i and a rank 0 to 9 are expected"),
    }
)


def side_of(color: Color) -> Side:
    """The side of a colour."""
    return "red" if color is Color.RED else "black"


def color_of(side: Side) -> Color:
    """The colour of a side."""
    return Color.RED if side == "red" else Color.BLACK


def index_of(board: Board) -> int:
    """The seat whose turn it is."""
    return SIDES.index(side_of(board.turn))


def choose(side: Side | None, mine: Sequence[Side]) -> Side | Refused:
    """The side a command is given for; it must be named by who may act for both."""
    if side is None:
        return mine[0] if len(mine) == 1 else Refused("side_needed")
    return side if side in mine else Refused("not_seated")


def ended(
    table: Table,
    now: float,
    winner: Side | None,
    termination: Termination,
    *,
    article: str = "",
    reason: str = "",
    both_lose: bool = False,
    cause: int = 0,
) -> Ended:
    """The end of the game: ruling number ``cause + 1`` if a foul ends it, else the next.

    Args:
        article: the clause applied, if it is not that of the termination.
        reason: a text of the catalogues, or the arbiter's words.
    """
    return Ended(
        at=now,
        winner=winner,
        termination=termination.value,
        article=f"{table.rules}.{article or termination.value}",
        reason=reason,
        both_lose=both_lose,
        id=cause + 1 if cause else table.next_ruling,
        cause=cause,
    )


def ended_as(table: Table, outcome: Outcome, now: float) -> Ended:
    """The end that the board or the book gives."""
    winner = None if outcome.winner is None else side_of(outcome.winner)
    return ended(table, now, winner, outcome.termination, both_lose=outcome.both_lose)


def outcome_of(end: Ended) -> Outcome:
    """The outcome that an end of the game is.

    Raises:
        ValueError: ``termination`` is none of ours.

    >>> outcome_of(Ended(at=0.0, winner="red", termination="resignation")).result()
    '1-0'
    """
    winner = None if end.winner is None else color_of(end.winner)
    return Outcome(winner, Termination(end.termination), end.both_lose)


def clause_of(article: str) -> Clause | None:
    """The sentence of the rule book behind the ``article`` of an event, with its number there.

    Returns:
        None if ``article`` is empty, or the book has no such rule.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     clause_of("club.penalties.two_moves").text
    'two moves in a row: a foul'
    """
    of: Termination | str
    book, _, name = article.partition(".")
    try:
        of = Termination(name)
    except ValueError:
        of = name
    try:
        return rule_set(book).clause(of)
    except (KeyError, ParseError):
        return None


def claimable(board: Board, rules: str) -> Outcome | None:
    """The end that a player may claim now, or None.

    >>> claimable(Board(), "club") is None
    True
    """
    found = board.judge(rules, claim=True)
    return board.outcome(rules, claim=True) if found is not None and found.claimable else None


def commitment(salt: str, move: str) -> str:
    """What is kept of a sealed move until it is opened: the hash of salt and move, in hex.

    The salt keeps the move from being guessed: let it be long and random.

    >>> commitment("a salt of sixteen", "h2e2")[:16]
    '7f686135a9091c7b'
    """
    return hashlib.sha256((salt + move).encode()).hexdigest()


def illegal_facts(move: str, error: IllegalMoveError) -> dict[str, str]:
    """The facts of a refusal: the rule that forbids the move, and what it speaks of."""
    facts = {name: str(value) for name, value in error.facts.items() if name != "fen"}
    return facts | {"move": move, "reason": error.code}
