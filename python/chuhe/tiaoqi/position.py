"""A game of 跳棋 as it stands: a value; playing a move gives another.

>>> game = start("equidistant", seats=3)
>>> game.points
('S', 'NW', 'NE')
>>> game.play("d1-e5").text()
'1/2/3/4/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/10/11/12/4A8/1AAA/AAA/AA/A ACE C 1,0,0 10'
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from chuhe._core import TiaoqiGame
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.tiaoqi.rules import Rules, rules_named
from chuhe.tiaoqi.words import POINTS, cause_text

__all__ = ["Mark", "Outcome", "Position", "Standing", "Thought", "start"]

_LETTERS = dict(zip("ABCDEF", POINTS, strict=True))


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of the camp-leaving rule that a player comes to next."""

    round: int
    """After which of his rounds it is looked at."""
    need: int
    """How many pieces must be out by then."""
    moves_left: int
    """How many moves he still has until then."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands."""

    point: str
    standing: str
    """``playing``, ``arrived`` or ``out``."""
    cause: str | None
    """Why he arrived or is out: ``arrived``, ``filled``, ``camp``, ``resigned``, ``time``."""
    text: str | None
    """The same as a sentence."""
    facts: Mapping[str, object]
    """What the sentence is made of."""
    rounds: int
    """Rounds he has had."""
    left_home: int
    """Pieces that count as out of the camp."""
    distance: int
    """Steps that his pieces have to go at least."""
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    cause: str
    places: tuple[int, ...]
    """The place of each seat, from 1, in the order of play; equal ones are shared."""
    scores: tuple[float, ...]
    """Points of each seat: the share of the others it is before, in quarters."""
    text: str
    """What ended it, as a sentence."""
    facts: Mapping[str, object]
    """What the sentence is made of."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the built-in player found."""

    best: str
    score: int
    """For who is to move, in hundredths of a step; from 20 000 on it is won."""
    depth: int
    nodes: int
    pv: tuple[str, ...]
    race: tuple[int, bool] | None
    """Once the armies have passed: moves that the way home takes, and whether none is shorter."""


class Position:
    """A position with what the rules need of its past.  Made by `start` and `play`.

    It is the `chuhe.protocol.Position` of 跳棋: moves are texts such as ``d1e5``.
    """

    __slots__ = ("_game", "rules")

    def __init__(self, game: TiaoqiGame, rules: Rules) -> None:
        self._game = game
        self.rules = rules

    def __repr__(self) -> str:
        return f"<tiaoqi.Position {self.text()}>"

    # ------------------------------------------------------------ looking

    @property
    def points(self) -> tuple[str, ...]:
        """The points of the star where the players sit, in the order of play."""
        return tuple(self._game.points)

    @property
    def turn(self) -> int:
        """The seat to move, counted from 0 in the order of play."""
        return self._game.turn

    @property
    def turn_seat(self) -> str:
        """The point of the seat to move."""
        return self.points[self.turn]

    @property
    def ply(self) -> int:
        """Moves made."""
        return self._game.ply

    def legal(self) -> Mapping[str, Sequence[str]]:
        """Where each piece of the player to move may go: cell → cells; empty when it is over."""
        return self._game.legal()

    def path(self, move: str) -> tuple[str, ...]:
        """The cells that a move touches, start and end included, by the fewest hops.

        Raises:
            ParseError, MoveError: it is no move, or the piece cannot go there.

        >>> start("adjacent").path("c1e5")
        ('c1', 'e5')
        """
        return tuple(self._game.path(move))

    def pieces(self) -> Mapping[str, tuple[str, ...]]:
        """Point → the cells where its pieces stand.

        >>> start().pieces()["S"][-3:]
        ('b1', 'b2', 'a1')
        """
        found: dict[str, list[str]] = {point: [] for point in self.points}
        for row, said in zip("qponmlkjihgfedcba", self._game.rows.split("/"), strict=True):
            number, digits = 1, ""
            for letter in said:
                if letter.isdigit():
                    digits += letter
                    continue
                number += int(digits or 0)
                digits = ""
                found[_LETTERS[letter]].append(f"{row}{number}")
                number += 1
        return {point: tuple(cells) for point, cells in found.items()}

    def standing(self, seat: int | str) -> Standing:
        """How a player stands.

        Args:
            seat: his number in the order of play, or his point.

        Raises:
            ParseError: ``tiaoqi.rule``: nobody sits there.
        """
        points = self.points
        number = points.index(seat) if seat in points else seat
        if not isinstance(number, int) or not 0 <= number < len(points):
            facts = {"name": "seat", "text": str(seat)[:20], "known": " ".join(points)}
            raise ParseError("tiaoqi.rule", facts)
        known = self._game.seat(number)
        cause = known.get("cause")
        return Standing(
            point=known["point"],
            standing=known["standing"],
            cause=cause,
            text=None if cause is None else cause_text(cause, known),
            facts=_facts(known),
            rounds=known["rounds"],
            left_home=known["left_home"],
            distance=known["distance"],
            mark=None if known["mark"] is None else Mark(*known["mark"]),
        )

    @property
    def end(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        end = self._game.end
        if end is None:
            return None
        scores = tuple(quarters / 4 for quarters in end["quarters"])
        text = cause_text(end["cause"], end)
        return Outcome(end["cause"], tuple(end["places"]), scores, text, _facts(end))

    def outcome(self) -> Sequence[float] | None:
        """A score for every seat, or None while the game goes on."""
        end = self.end
        return None if end is None else end.scores

    def text(self) -> str:
        """Rows, seats, seat to move, rounds, cells of a camp; see docs/tiaoqi.md."""
        letters = "".join("ABCDEF"[POINTS.index(point)] for point in self.points)
        rounds = ",".join(str(self.standing(n).rounds) for n in range(len(letters)))
        camp = self._game.camp
        return f"{self._game.rows} {letters} {letters[self.turn]} {rounds} {camp}"

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> Position:
        """The position after a move, ``pass`` where the rules allow it.

        Raises:
            ParseError: ``tiaoqi.move``: the text is no move.
            MoveError: it cannot be played, and why.
        """
        game = self._game.copy()
        if move == "pass":
            game.pass_turn()
        else:
            game.play(move)
        return Position(game, self.rules)

    def retire(self, seat: int, cause: str) -> Position:
        """The position after a player resigned or ran out of time.

        Args:
            seat: his number.
            cause: ``resigned`` or ``time``.

        Raises:
            MoveError: ``tiaoqi.over``: he is done, or the game is.
        """
        game = self._game.copy()
        game.retire(seat, cause)
        return Position(game, self.rules)

    def think(
        self,
        *,
        level: int = 6,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
        stop: threading.Event | None = None,
    ) -> Thought | None:
        """Let the built-in player choose a move; None when the game is over.

        Args:
            level: 1, which plays greedily and carelessly, to 6.
            seconds: the most time; that of the level if None.
            depth: how deep; that of the level if None.
            nodes: how many positions; those of the level if None.
            seed: what the choice among equals is drawn from at level 1.
            stop: once set, the best move so far comes back soon.

        >>> start("adjacent").think(level=2).depth
        1
        """
        found = self._game.think(
            level=level, seconds=seconds, depth=depth, nodes=nodes, seed=seed, stop=stop
        )
        if found["best"] is None:
            return None
        return Thought(**{**found, "pv": tuple(found["pv"])})


def _agreed(rules: Rules | str) -> Rules:
    """The rules of a name, or those given, looked at once more: anybody may have made them."""
    return rules_named(rules) if isinstance(rules, str) else Rules.from_fields(asdict(rules))


def _facts(known: Mapping[str, object]) -> dict[str, object]:
    return {name: known[name] for name in ("round", "out", "need") if name in known}


def start(rules: Rules | str = "equidistant", *, seats: int = 2, pieces: int = 10) -> Position:
    """A new game.

    Args:
        rules: how it is played, or the name of one of `RULES`.
        seats: players, 2 to 6.
        pieces: 10 each, or 15 with two players.

    Raises:
        ParseError: ``tiaoqi.rules``, ``tiaoqi.setup``, ``tiaoqi.pairs``; ``tiaoqi.field``,
            ``tiaoqi.marks``: the rules have a value that is none.
    """
    rules = _agreed(rules)
    if not 2 <= seats <= 6 or pieces not in (10, 15):
        raise ParseError("tiaoqi.setup")
    return Position(TiaoqiGame(seats, pieces, asdict(rules)), rules)


def from_text(text: str, rules: Rules | str = "equidistant") -> Position:
    """A position from its text; what went before it is not known.

    Raises:
        ParseError: with the field and what was expected.

    >>> text = start(seats=6).text()
    >>> from_text(text).text() == text
    True
    """
    rules = _agreed(rules)
    fields = text.split()
    if len(fields) != 5:
        raise ParseError("tiaoqi.fields", {"fields": len(fields)})
    rows, letters, turn, rounds, camp = fields
    numbers = rounds.split(",")
    sound = (
        set(letters) <= set(_LETTERS)
        and len(turn) == 1
        and turn in letters
        and camp in ("10", "15")
        and len(numbers) == len(letters)
        and all(n.isascii() and n.isdigit() and len(n) <= 4 for n in numbers)
    )
    if not sound:
        raise ParseError("tiaoqi.text", {"text": " ".join(fields[1:])[:60]})
    game = TiaoqiGame.from_layout(
        rows,
        [_LETTERS[letter] for letter in letters],
        int(camp),
        letters.index(turn),
        [int(n) for n in numbers],
        asdict(rules),
    )
    return Position(game, rules)


add_messages(
    {
        "tiaoqi.fields": N_(
            "expected rows, seats, seat to move, rounds and cells of a camp, got {fields} fields"
        ),
        "tiaoqi.text": N_(
            "'{text}': expected seats such as AD, one of them to move, "
            "as many rounds such as 0,0, and 10 or 15"
        ),
    }
)
