"""How one engine program talks: protocol, ranks from 0 or 1, letters of the pieces."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from chuhe._core import Move
from chuhe.board import START_FEN, Board
from chuhe.engines.words import Limit, Score
from chuhe.errors import ParseError
from chuhe.pieces import Color
from chuhe.rules import RuleSet, rule_set

__all__ = ["Dialect", "Option", "Protocol", "probe_fen", "read_option"]

#: Hundredths of a pawn and moves until mate beyond which a score is taken for nonsense.
MOST_SCORE, MOST_MATE = 1_000_000, 1000

_LETTERS = str.maketrans("NBnb", "HEhe")
_SQUARES = re.compile(r"([a-i])(10|\d)-?([a-i])(10|\d)")


class Protocol(Enum):
    """The first word said to a program."""

    UCI = "uci"
    UCCI = "ucci"

    @property
    def ok(self) -> str:
        """The last word of its greeting."""
        return f"{self.value}ok"


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a program offers."""

    name: str
    kind: str
    default: str
    #: What a ``combo`` may be set to.
    choices: tuple[str, ...] = ()
    #: Between what a ``spin`` lies, if it says so.
    least: int | None = None
    most: int | None = None

    def value(self, value: object) -> str:
        """A value as it is told.

        Raises:
            ValueError: the option cannot be set to it.

        >>> Option("Hash", "spin", "16", least=1, most=64).value(32)
        '32'
        >>> Option("Ponder", "check", "false").value("on")
        'true'
        >>> Option("Style", "combo", "Solid", ("Solid", "Risky")).value("risky")
        'Risky'
        """
        text = str(value)
        if self.kind == "check":
            known = {"true": "true", "on": "true", "yes": "true", "1": "true"}
            known |= {"false": "false", "off": "false", "no": "false", "0": "false"}
            if text.lower() not in known:
                raise ValueError(text)
            return known[text.lower()]
        if self.kind == "spin":
            number = int(text)
            low = self.least is not None and number < self.least
            if low or (self.most is not None and number > self.most):
                raise ValueError(text)
            return str(number)
        if self.kind == "combo" and self.choices:
            fitting = [choice for choice in self.choices if choice.lower() == text.lower()]
            if not fitting:
                raise ValueError(text)
            return fitting[0]
        return text


def read_option(line: str) -> Option | None:
    """An option as UCI or UCCI offers it.

    >>> read_option("option name Skill Level type spin default 10 min 1 max 10")
    Option(name='Skill Level', kind='spin', default='10', choices=(), least=1, most=10)
    >>> read_option("option repetition type combo var AlwaysDraw var AsianRule").choices
    ('AlwaysDraw', 'AsianRule')
    >>> read_option("option hashsize type spin min 1 max 64 default 16").name
    'hashsize'
    >>> read_option("info depth 3")
    """
    found = re.match(r"option(?: name)? (.+?) type (\w+)", line)
    if found is None:
        return None
    default = re.search(r" default (\S+)", line)
    choices = tuple(re.findall(r" var (.+?)(?= var | default |$)", line))
    bounds = [re.search(rf" {word} (-?\d+)", line) for word in ("min", "max")]
    least, most = (int(bound[1]) if bound else None for bound in bounds)
    return Option(found[1], found[2], default[1] if default else "", choices, least, most)


#: What UCCI and other programs call our policies of repetition.
_POLICIES = {
    "draw": "AlwaysDraw",
    "checks": "CheckBan",
    "axf": "AsianRule",
    "wxf": "AsianRule",
    "cxa-1999": "ChineseRule",
    "cxa-2011": "ChineseRule",
    "cxa-2020": "ChineseRule",
    "engine": "ComputerRule",
}


def repetition_choice(option: Option, rules: str | RuleSet) -> str | None:
    """What an option for the rule of repetition is to be set to; None if it knows no such rule.

    >>> option = Option("repetition", "combo", "", ("AlwaysDraw", "AsianRule"))
    >>> repetition_choice(option, "axf"), repetition_choice(option, "club")
    ('AsianRule', None)
    """
    policy = rule_set(rules).repetition
    names = {policy.lower(), _POLICIES.get(policy, policy).lower()}
    return next((choice for choice in option.choices if choice.lower() in names), None)


def probe_fen() -> str:
    """A position with one legal move, that of a horse, i0 to h2.

    Whoever reads the letters otherwise, counts ranks otherwise or plays another
    game gives another answer.

    >>> from chuhe import Board
    >>> [move.uci() for move in Board(probe_fen()).legal_moves]
    ['i0h2']
    """
    return "3rrk3/9/9/9/9/9/9/9/1p1pA4/2B1K2pN w - - 0 1"


@dataclass
class Dialect:
    """The habits of one program. `learn_from_probe` finds them out."""

    protocol: Protocol = Protocol.UCI
    #: 0: the move of the horse above is i0h2; 1: it is i1h3.
    first_rank: int = 0
    #: How horse and elephant are written in FEN.
    letters: str = "NB"

    def learn_from_probe(self, answer: str) -> bool:
        """Note how ranks are counted, from the answer to `probe_fen`; False if it makes no sense.

        >>> dialect = Dialect()
        >>> dialect.learn_from_probe("bestmove i1h3"), dialect.first_rank
        (True, 1)
        >>> dialect.learn_from_probe("bestmove e2e4")
        False
        """
        words = answer.split()
        if len(words) < 2:
            return False
        for first_rank in (0, 1):
            self.first_rank = first_rank
            move = self.read_move(words[1])
            if move is not None and move.uci() == "i0h2":
                return True
        self.first_rank = 0
        return False

    def read_move(self, word: str) -> Move | None:
        """A move in this program's words; None if it is none."""
        found = _SQUARES.fullmatch(word.lower())
        if found is None:
            return None
        ranks = [int(found[2]) - self.first_rank, int(found[4]) - self.first_rank]
        try:
            return Move.from_uci(f"{found[1]}{ranks[0]}{found[3]}{ranks[1]}")
        except ParseError:
            return None

    def write_move(self, move: Move) -> str:
        """A move in this program's words.

        >>> Dialect(first_rank=1).write_move(Move.from_uci("i9i0"))
        'i10i1'
        """
        text = move.uci()
        if self.first_rank == 0:
            return text
        return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"

    def fen(self, fen: str) -> str:
        """A FEN with this program's letters."""
        if self.letters == "NB":
            return fen
        pieces, _, rest = fen.partition(" ")
        return f"{pieces.translate(_LETTERS)} {rest}"

    def position(
        self, board: Board, rules: str | RuleSet = "club", only: Collection[Move] | None = None
    ) -> list[str]:
        """The commands that set up a board with its history.

        UCCI programs leave forbidden repetitions to us: what would lose by the rules
        is told as ``banmoves``, and so is all that is not among ``only``.
        """
        start, moves = board.start_fen, board.move_stack
        if self.protocol is Protocol.UCCI:
            start, moves = since_last_capture(board)
        words = (
            ["position", "startpos"] if start == START_FEN else ["position fen", self.fen(start)]
        )
        if moves:
            words += ["moves", *map(self.write_move, moves)]
        commands = [" ".join(words)]
        if self.protocol is Protocol.UCCI:
            banned = losing_repetitions(board, rules)
            if only is not None:
                banned = [move for move in board.legal_moves if move not in only]
            if banned:
                commands.append(" ".join(["banmoves", *map(self.write_move, banned)]))
        return commands

    def go(
        self,
        board: Board,
        limit: Limit,
        *,
        ponder: bool = False,
        only: Collection[Move] | None = None,
    ) -> str:
        """The command that starts the search.

        >>> Dialect().go(Board(), Limit(time=0.5, depth=9))
        'go depth 9 movetime 500'
        >>> Dialect().go(Board(), Limit(depth=9), ponder=True, only=[Move.from_uci("h2e2")])
        'go ponder depth 9 searchmoves h2e2'
        """
        words = ["go", "ponder"] if ponder else ["go"]
        chosen: list[str] = []
        if only is not None and self.protocol is Protocol.UCI:
            chosen = ["searchmoves", *map(self.write_move, only)]
        if limit.is_endless():
            return " ".join([*words, *([] if ponder else ["infinite"]), *chosen])
        for name, value in (("depth", limit.depth), ("nodes", limit.nodes), ("mate", limit.mate)):
            if value is not None:
                words += [name, str(value)]
        if limit.time is not None:
            # UCCI has no time for one move: a clock for one move is the same.
            ms = str(max(1, round(limit.time * 1000)))
            uci = self.protocol is Protocol.UCI
            words += ["movetime", ms] if uci else ["time", ms, "movestogo", "1"]
        elif limit.clocks is not None:
            words += self._clock_words(board, limit)
        return " ".join(words + chosen)

    def _clock_words(self, board: Board, limit: Limit) -> list[str]:
        clocks, increments = limit.clocks or {}, limit.increments or {}
        words: list[str] = []
        if self.protocol is Protocol.UCI:
            names = {"red": ("wtime", "winc"), "black": ("btime", "binc")}
            for color in Color:
                for name, source in zip(names[str(color)], (clocks, increments), strict=True):
                    if color in source:
                        words += [name, str(max(0, round(source[color] * 1000)))]
        else:
            own = board.turn
            words += ["time", str(max(0, round(clocks.get(own, 0.0) * 1000)))]
            words += ["increment", str(max(0, round(increments.get(own, 0.0) * 1000)))]
        if limit.moves_to_go is not None:
            words += ["movestogo", str(limit.moves_to_go)]
        return words

    def set_option(self, name: str, value: object) -> str:
        """The command that sets an option."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.protocol is Protocol.UCI:
            return f"setoption name {name}" + ("" if value is None else f" value {text}")
        return f"setoption {name}" + ("" if value is None else f" {text}")

    def score(self, words: list[str]) -> Score | None:
        """The score in a line of ``info``.

        >>> Dialect().score("info depth 3 score mate -2 pv".split())
        Score(cp=None, mate=-2)
        >>> Dialect(Protocol.UCCI).score("info depth 3 score 40 pv".split())
        Score(cp=40, mate=None)
        >>> Dialect().score("info score cp 123456789123456789".split())  # no score
        """
        try:
            at = words.index("score") + 1
            told = words[at] if words[at].lstrip("+-").isdigit() else words[at + 1]
            value = int(told)
        except (ValueError, IndexError):
            return None
        if words[at] == "mate":
            return Score(mate=value) if abs(value) <= MOST_MATE else None
        return Score(cp=value) if abs(value) <= MOST_SCORE else None


def since_last_capture(board: Board) -> tuple[str, list[Move]]:
    """The FEN after the last capture and the moves since.

    >>> board = Board()
    >>> for text in ("h2e2", "h9g7", "e2e6", "g7e6", "b0c2"):
    ...     _ = board.push_uci(text)
    >>> fen, moves = since_last_capture(board)
    >>> fen.split()[0], [move.uci() for move in moves]
    ('rnbakab1r/9/1c5c1/p1p1n1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR', ['b0c2'])
    """
    past = board.copy()
    later: list[Move] = []
    while past.move_stack and past.halfmove_clock > 0:
        later.append(past.pop())
    later.reverse()
    return past.fen(), later


def losing_repetitions(board: Board, rules: str | RuleSet = "club") -> list[Move]:
    """The moves that would lose at once by a repetition, under a rule book."""
    banned: list[Move] = []
    if board.halfmove_clock < 4 or len(board.move_stack) < 4:
        return banned
    after = board.copy()
    for move in board.legal_moves:
        after.push(move)
        outcome = after.outcome(rules)
        if outcome is not None and outcome.winner is after.turn:
            banned.append(move)
        after.pop()
    return banned
