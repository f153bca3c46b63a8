"""Everything that Chuhe raises.

::

    ChuheError                        .code, .facts; str() is a sentence in the current language
    ├── ParseError       (ValueError) a text is not what it should be
    │   ├── FenError                  … not a FEN
    │   ├── NotationError             … not a move in any notation
    │   ├── RecordError               … a record of a game is damaged: .offset, .ply
    │   ├── TrfError                  … a file of an event is damaged: .line, .column, .player, .round
    │   └── MessageError              … not a message of the protocol
    ├── MoveError        (ValueError) a well-written move that cannot be played
    │   ├── IllegalMoveError          … not legal here: .move, .fen, .reason
    │   └── AmbiguousMoveError        … several moves could be meant: .candidates
    ├── SetupError       (ValueError) pieces laid out as they can never stand: .problems
    ├── PairingError                  no pairing keeps the rules
    └── EngineError                   an engine program
        ├── EngineDied                … ended by itself
        └── EngineTimeout             … did not answer in time

An error carries a stable ``code`` for programs and the ``facts`` of the case;
its sentence is made from the template of the code when it is shown, so one
error can be told in two languages:

>>> from chuhe.i18n import use_language
>>> error = FenError("fen.files", {"rank": "7", "got": "8", "text": "1c4c1"})
>>> with use_language("en"):
...     print(error)
expected 9 files in rank 7 of the FEN, got 8: '1c4c1'
>>> with use_language("zh-Hans"):
...     print(error)
FEN 的第 7 横线应有 9 个点，实有 8 个：'1c4c1'

Ordinary happenings of a game (a flag, a refused draw, a foul) are events, not
errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chuhe.i18n import N_, _

__all__ = [
    "AmbiguousMoveError",
    "ChuheError",
    "EngineDied",
    "EngineError",
    "EngineTimeout",
    "FenError",
    "IllegalMoveError",
    "MessageError",
    "MoveError",
    "NotationError",
    "PairingError",
    "ParseError",
    "Problem",
    "RecordError",
    "SetupError",
    "TrfError",
    "add_messages",
    "describe",
]


class ChuheError(Exception):
    """The root of all errors of Chuhe.

    Args:
        code: a stable name of what is wrong, the key of its message template.
        facts: what the template's placeholders stand for, and whatever else
            a program may want to know.

    >>> ChuheError("fen.empty").code
    'fen.empty'
    """

    def __init__(self, code: str, facts: Mapping[str, object] | None = None) -> None:
        self.code = code
        self.facts: dict[str, object] = dict(facts or {})
        super().__init__(code, self.facts)

    def __str__(self) -> str:
        return describe(self.code, self.facts)


class ParseError(ChuheError, ValueError):
    """A text is not what it should be."""


class FenError(ParseError):
    """A text is not a FEN. Whether its pieces can stand so is `SetupError`'s business."""


class NotationError(ParseError):
    """A text is not a move in any notation known here."""

    @property
    def candidates(self) -> list[str]:
        """Moves that may have been meant, as UCI."""
        return _texts(self.facts.get("candidates"))


class RecordError(ParseError):
    """A record of a game is damaged at some place."""

    @property
    def offset(self) -> int | None:
        """Where in the file: bytes, or characters of a text already decoded."""
        return _number(self.facts.get("offset"))

    @property
    def ply(self) -> int | None:
        """At which ply of the main line, counted from 1; None if outside the moves."""
        return _number(self.facts.get("ply"))


class TrfError(ParseError):
    """A file of an event (TRF) is damaged at some place."""

    @property
    def line(self) -> int | None:
        """In which line, counted from 1; None if it is about no line."""
        return _number(self.facts.get("line"))

    @property
    def column(self) -> int | None:
        """At which character of the line, counted from 1."""
        return _number(self.facts.get("column"))

    @property
    def player(self) -> int | None:
        """The pairing number of the player it is about."""
        return _number(self.facts.get("player"))

    @property
    def round(self) -> int | None:
        """The round it is about."""
        return _number(self.facts.get("round"))

    def __str__(self) -> str:
        reason = super().__str__()
        if self.line is None:
            return reason
        where = {"line": self.line, "column": self.column, "reason": reason}
        if self.column is None:
            return _("line {line}: {reason}", **where)
        return _("line {line}, column {column}: {reason}", **where)


class MessageError(ParseError):
    """A text is not a message of the protocol."""


class MoveError(ChuheError, ValueError):
    """A well-written move that cannot be played here."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid here, and why.

    The board it was tried on is unchanged.

    >>> import chuhe
    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     try:
    ...         chuhe.Board().push_uci("b0d1")
    ...     except chuhe.IllegalMoveError as error:
    ...         print(error)
    b0d1 is not legal here: the horse's leg is blocked at c0
    """

    @property
    def move(self) -> str:
        """The move tried, as UCI."""
        return str(self.facts.get("move", ""))

    @property
    def fen(self) -> str:
        """The position it was tried in."""
        return str(self.facts.get("fen", ""))

    @property
    def reason(self) -> str:
        """Why, as a sentence in the current language."""
        return describe(self.code, self.facts)

    def __str__(self) -> str:
        return _("{move} is not legal here: {reason}", move=self.move, reason=self.reason)


class AmbiguousMoveError(MoveError):
    """A move text that several legal moves fit."""

    @property
    def candidates(self) -> list[str]:
        """The moves it fits, as UCI."""
        return _texts(self.facts.get("candidates"))


class SetupError(ChuheError, ValueError):
    """Pieces laid out as they can never stand in a game.

    All reasons are given at once in `problems`; `fen` is the layout, which
    `chuhe.Setup` still holds for those who want to show or mend it.

    >>> import chuhe
    >>> try:
    ...     chuhe.Board("4k4/9/9/9/9/9/9/9/9/B3K4")
    ... except chuhe.SetupError as error:
    ...     sorted(problem.code for problem in error.problems)
    ['setup.kings_face', 'setup.misplaced']
    """

    def __init__(
        self,
        code: str,
        facts: Mapping[str, object] | None = None,
        problems: Sequence[Problem] = (),
    ) -> None:
        super().__init__(code, facts)
        self.problems = list(problems)
        self.args = (code, self.facts, self.problems)

    @property
    def fen(self) -> str:
        """The layout refused."""
        return str(self.facts.get("fen", ""))

    def __str__(self) -> str:
        return _("; ").join(map(str, self.problems)) or super().__str__()


class PairingError(ChuheError):
    """No pairing of the round keeps the rules."""


class EngineError(ChuheError):
    """An engine program misbehaved."""


class EngineDied(EngineError):
    """An engine program ended by itself."""


class EngineTimeout(EngineError):
    """An engine program did not answer in time."""


@dataclass(frozen=True)
class Problem:
    """Something wrong that is reported, not raised: a code and its facts.

    ``str()`` is the sentence in the current language.

    >>> Problem("fen.empty").code
    'fen.empty'
    """

    code: str
    facts: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return describe(self.code, self.facts)


def describe(code: str, facts: Mapping[str, object] | None = None) -> str:
    """The sentence for a code in the current language.

    An unknown code is shown as it is, with its facts: a message must never
    hide the error it tells of.

    >>> describe("no.such.code", {"n": 1})
    'no.such.code (n=1)'
    """
    facts = facts or {}
    try:
        template = _(_MESSAGES[code])
        return template.format(**{name: _said(value) for name, value in facts.items()})
    except (KeyError, IndexError, ValueError):
        rest = ", ".join(f"{name}={value}" for name, value in facts.items())
        return f"{code} ({rest})" if rest else code


def add_messages(templates: Mapping[str, str]) -> None:
    """Add the message templates of another part: code → English text, marked with ``N_``.

    Raises:
        ValueError: a code already has another text.
    """
    for code, text in templates.items():
        if _MESSAGES.setdefault(code, text) != text:
            raise ValueError(f"two messages for {code!r}")


def _said(value: object) -> object:
    """A fact as it is said: colours and pieces in the current language."""
    return _(value) if isinstance(value, str) and value in _WORDS else value


def _texts(value: object) -> list[str]:
    return value.split() if isinstance(value, str) else list(map(str, value or ()))  # type: ignore[call-overload]


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))


#: Facts that are words of the game, translated wherever they stand in a sentence.
_WORDS = frozenset(
    {
        N_("red"),
        N_("black"),
        N_("king"),
        N_("advisor"),
        N_("elephant"),
        N_("horse"),
        N_("rook"),
        N_("cannon"),
        N_("pawn"),
    }
)

#: The sentence of each code; parts above this one add their own.
_MESSAGES: dict[str, str] = {
    "fen.empty": N_("expected a FEN, got nothing"),
    "fen.too_long": N_("a FEN has at most {most} bytes, this text has {len}"),
    "fen.ranks": N_("expected 10 ranks in the FEN, got {got}"),
    "fen.files": N_("expected 9 files in rank {rank} of the FEN, got {got}: '{text}'"),
    "fen.letter": N_("'{letter}' is no piece in rank {rank} of the FEN (byte {at})"),
    "fen.side": N_("expected w, r or b as the side to move, got '{text}' (byte {at} of the FEN)"),
    "fen.counter": N_("expected a number of moves, got '{text}' (byte {at} of the FEN)"),
    "fen.extra": N_("the FEN goes on after its last field: '{text}' (byte {at})"),
    "setup.impossible": N_("these pieces can never stand so"),
    "setup.king_missing": N_("{color} has no king"),
    "setup.too_many": N_(
        "{color} has {count} pieces of the kind {role}, at most {most} are possible"
    ),
    "setup.misplaced": N_("{color} {role} can never stand on {square}"),
    "setup.pawns_doubled": N_(
        "{color} has two pawns on file {file} that have not crossed the river"
    ),
    "setup.kings_face": N_("the kings on {red} and {black} face each other"),
    "setup.opponent_in_check": N_(
        "{color} is in check by the piece on {by}, but it is the other side's turn"
    ),
    "illegal.no_piece": N_("there is no piece on {square}"),
    "illegal.not_your_piece": N_("the {role} on {square} is {color}'s"),
    "illegal.no_movement": N_("the piece on {square} must go to another square"),
    "illegal.own_piece": N_("one's own {role} stands on {square}"),
    "illegal.geometry": N_("the {role} does not move so"),
    "illegal.leaves_palace": N_("the {role} would leave the palace"),
    "illegal.crosses_river": N_("an elephant does not cross the river"),
    "illegal.pawn_backward": N_("a pawn does not go backward"),
    "illegal.pawn_sideways": N_("a pawn goes sideways only beyond the river"),
    "illegal.leg_blocked": N_("the horse's leg is blocked at {square}"),
    "illegal.eye_blocked": N_("the elephant's eye is blocked at {square}"),
    "illegal.path_blocked": N_("the {role}'s way is blocked at {square}"),
    "illegal.no_screen": N_("a cannon takes over a piece, and there is none between"),
    "illegal.too_many_screens": N_("a cannon takes over one piece, and there are {count} between"),
    "illegal.kings_face": N_("the kings would face each other"),
    "illegal.takes_king": N_("a king is not taken: the game ends with mate"),
    "illegal.king_in_check": N_("the king would be in check by the {role} on {square}"),
    "move.uci": N_("expected a move like h2e2, got '{text}'"),
    "perft.depth": N_("expected a depth from 0 to {most}, got {depth}"),
    "square.name": N_("expected a square from a0 to i9, got '{text}'"),
    "square.number": N_("expected a square from 0 to 89, got {square}"),
    "square.place": N_("expected a file from 0 to 8 and a rank from 0 to 9, got {file} and {rank}"),
}
