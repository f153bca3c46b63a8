"""One game of the engine against itself, and all that can be wrong with it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec
import pyffish
from tests.oracle import slow
from tests.soak.starts import Start, Starts

from chuhe import BLACK, RED, Board, Color, _core
from chuhe.engines import BuiltinEngine, Limit
from chuhe.game import Game
from chuhe.rules import RULES, RuleSet

#: A game that the rules have not ended by then is not going to end.
LONGEST = 2000
#: What a side believes that does not know the rule book.
BELIEFS = ("draw", "checks", "axf", "engine")
#: Values kept of the last moves.
KEPT = 16


@dataclass(frozen=True)
class Plan:
    """How games are played.

    Attributes:
        nodes: positions looked at for a move.
        seed: what is left to chance.
        misled: of how many games in a hundred one side believes another book of repetition.
        clock: seconds for a side and its increment, to play on a clock instead of by nodes.
        slowly: one game in so many is looked through by the slow generator of moves.
    """

    nodes: int = 100
    seed: int = 1
    misled: int = 20
    clock: tuple[float, float] | None = None
    slowly: int = 400


class Repeated(msgspec.Struct, frozen=True, kw_only=True):
    """A game lost by repetition.

    Attributes:
        choice: what the loser could do about it with its last move: it was ``given``, it was
            ``forced`` for want of others that do not lose so, or it was ``free``.
        values: what the loser thought of its last moves, the last one at the end.
    """

    choice: Literal["given", "forced", "free"]
    values: list[int]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over.

    Attributes:
        number: which game of its book it is.
        kind: what it began with.
        fen: where it began.
        moves: all moves, those it was given first.
        given: how many those are.
        result: 1: Red won; 0: a draw; -1: Black won.
        reason: a name of `Termination`, or what went wrong: ``crash``, ``illegal``, ``too_long``.
        cycle: first and last ply of a repetition judged.
        misled: which side did not know the book.
        late: the plies that took more time than there was left, with what there was left, what the
            move took, and how much of that this process had a processor.
        faults: all else that went wrong, in words.
        repeated: more of a game lost by repetition.
    """

    number: int
    kind: str
    fen: str
    moves: list[str]
    given: int
    result: int
    reason: str
    cycle: tuple[int, int] | None = None
    misled: str = ""
    late: list[tuple[int, float, float, float]] = []
    faults: list[str] = []
    repeated: Repeated | None = None

    @property
    def loser(self) -> str:
        """The side that lost; none if it is a draw."""
        return {1: "black", 0: "", -1: "red"}[self.result]

    def record(self) -> Game:
        """The game as a record."""
        result = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[self.result]
        headers = [("Event", self.kind), ("Round", str(self.number)), ("Termination", self.reason)]
        game = Game(self.fen, headers, result)
        if self.moves:
            game.add_line(self.moves)
        return game


class Said(NamedTuple):
    """What a side thought of a position."""

    side: Color
    value: int


class Player:
    """Plays games of the engine against itself, each side with a memory of its own.

    Args:
        plan: how.
        starts: what they begin with.
    """

    def __init__(self, plan: Plan, starts: Starts) -> None:
        self.plan, self.starts = plan, starts
        self.engines = {color: BuiltinEngine(hash_mb=1) for color in (RED, BLACK)}

    def play(self, name: str, number: int) -> Played:
        """Game so-and-so under the book of this name: the same one whenever it is asked for."""
        rng = random.Random(f"{self.plan.seed} {name} {number}")
        book = RULES[name]
        while True:
            start = self.starts.choose(rng)
            board = Board(start.fen)
            if not any(
                board.judge(book, claim=True) or board.push_uci(move) is None
                for move in start.moves
            ) and not board.judge(book, claim=True):
                return _Game(self, book, rng, number, start, board).play()


class _Game:
    """A game being played."""

    def __init__(
        self,
        player: Player,
        book: RuleSet,
        rng: random.Random,
        number: int,
        start: Start,
        board: Board,
    ) -> None:
        self.plan, self.engines, self.book, self.rng = player.plan, player.engines, book, rng
        self.number, self.start, self.board = number, start, board
        self.misled: Color | None = None
        if rng.randrange(100) < self.plan.misled:
            self.misled = rng.choice((RED, BLACK))
        belief = replace(book, name="belief", repetition=rng.choice(BELIEFS))
        self.books = {side: belief if side is self.misled else book for side in (RED, BLACK)}
        first, self.increment = self.plan.clock or (0.0, 0.0)
        self.left = dict.fromkeys((RED, BLACK), first)
        self.late: list[tuple[int, float, float, float]] = []
        self.faults: list[str] = []
        self.said: list[Said] = []
        for engine in self.engines.values():
            engine.new_game()

    def play(self) -> Played:
        """Play it."""
        end = None
        while end is None and not self.faults and self.board.ply < LONGEST:
            self.move()
            end = self.board.judge(self.book, claim=True)
        if self.faults:
            return self.played(0, self.faults[0].partition(":")[0], None)
        if end is None:
            return self.played(0, "too_long", None)
        result = 0 if end.winner is None else 1 if end.winner is RED else -1
        self.faults += self.doubts()
        return self.played(result, end.termination, end)

    def move(self) -> None:
        """One move, or what was wrong with it."""
        board, side = self.board, self.board.turn
        limit = Limit(nodes=self.plan.nodes)
        if self.plan.clock:
            more = dict.fromkeys((RED, BLACK), self.increment)
            limit = Limit(clocks=dict(self.left), increments=more)
        seed = self.rng.getrandbits(32)
        wall, busy = time.perf_counter(), time.process_time()
        try:
            found = self.engines[side].play(board, limit, rules=self.books[side], seed=seed)
        except Exception as error:
            self.faults.append(f"crash: {error!r} at {board.fen()}")
            return
        took, worked = time.perf_counter() - wall, time.process_time() - busy
        if self.plan.clock:
            if took > self.left[side]:
                self.late.append((board.ply + 1, self.left[side], took, worked))
            self.left[side] = max(0.0, self.left[side] - took) + self.increment
        if not board.is_legal(found.move):
            self.faults.append(f"illegal: {found.move} at {board.fen()}")
            return
        self.said.append(Said(side, found.info.score.value() if found.info else 0))
        board.push(found.move)

    def played(self, result: int, reason: str, end: _core.Judgement | None) -> Played:
        """What is kept of it."""
        repeated = None
        if end is not None and end.winner is not None and end.cycle is not None:
            repeated = self.lost_by_repetition(~end.winner)
        return Played(
            number=self.number,
            kind=self.start.kind,
            fen=self.start.fen,
            moves=[move.uci() for move in self.board.move_stack],
            given=len(self.start.moves),
            result=result,
            reason=reason,
            cycle=end.cycle if end else None,
            misled=self.misled.value if self.misled else "",
            late=self.late,
            faults=self.faults,
            repeated=repeated,
        )

    def lost_by_repetition(self, loser: Color) -> Repeated:
        """Whether its last move left it a choice, and what it thought of its position."""
        board = self.board.copy()
        board.pop()
        if board.turn is not loser:
            board.pop()
        values = [value for side, value in self.said if side is loser]
        if board.ply < len(self.start.moves):
            return Repeated(choice="given", values=values)
        found = _core.warning(board, self.book.core)
        forced = found is not None and not found.ways_out
        return Repeated(choice="forced" if forced else "free", values=values[-KEPT:])

    def doubts(self) -> list[str]:
        """What others have to say against its moves."""
        start = Board(self.start.fen)
        moves = [move.uci() for move in self.board.move_stack]
        found = []
        try:
            end = pyffish.get_fen("xiangqi", start.fen(), [from_one(move) for move in moves])
        except SystemError as error:
            found.append(f"pyffish: {error.__cause__!r}")
        else:
            if end.split()[:2] != self.board.fen().split()[:2]:
                found.append(f"pyffish: {end} instead of {self.board.fen()}")
        if self.number % self.plan.slowly == 0:
            place, red = slow.read(start.fen())
            for ply, move in enumerate(moves, 1):
                legal = {slow.uci(*step): step for step in slow.legal(place, red)}
                if move not in legal:
                    found.append(f"slow: {move} at ply {ply}")
                    break
                place, red = slow.after(place, *legal[move]), not red
        return found


def from_one(move: str) -> str:
    """A move with ranks from 1, as pyffish has it: ``h9h8`` is ``h10h9``."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"
