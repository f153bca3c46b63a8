"""All that was found in a game: a move after the other, both sides, the turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chuhe._core import Move
from chuhe.analysis.judged import Evaluation, Grade, Judged, judge_move
from chuhe.analysis.scale import UNIT, accuracy
from chuhe.engines import Score
from chuhe.game import Game, Node
from chuhe.pieces import BLACK, RED, Color

__all__ = ["MoveReport", "Report", "SideReport", "red_score"]

#: So much of the point changes hands at a turning point, at the least.
TURN = 0.10
#: So many are told, the largest.
MOST_TURNS = 10


def red_score(score: Score, turn: Color) -> Score:
    """A score of the side to move, seen from Red.

    >>> red_score(Score(cp=35), BLACK), red_score(Score(mate=-2), BLACK)
    (Score(cp=-35, mate=None), Score(cp=None, mate=2))
    """
    if turn is RED:
        return score
    return Score(
        None if score.cp is None else -score.cp, None if score.mate is None else -score.mate
    )


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move of the game.

    Attributes:
        node: its place in the game.
        side: who made it.
        before: what was known of the position before it.
        after: what was known of the position after it.
        judged: what it was worth.
        main: whether it is of the game itself and not of a variation.
    """

    node: Node
    side: Color
    before: Evaluation
    after: Evaluation
    judged: Judged
    main: bool

    @property
    def ply(self) -> int:
        """The number of the move, from 1."""
        return self.node.ply

    @property
    def move(self) -> Move:
        """The move."""
        move = self.node.move
        assert move is not None
        return move

    @property
    def red_share(self) -> float:
        """Red's share of the point after it."""
        share = self.judged.share_after
        return share if self.side is RED else 1 - share

    @property
    def red_after(self) -> Score:
        """The score of the position after it, seen from Red."""
        return red_score(self.after.score, ~self.side)

    def best_line(self, notation: str = "zh", most: int = 8) -> list[str]:
        """The best line in its place, in a notation named as in `chuhe.notation`."""
        return line_text(self.node.parent or self.node.game.root, self.before, notation, most)


def line_text(node: Node, found: Evaluation, notation: str = "zh", most: int = 8) -> list[str]:
    """The best line from a place of a game, in some notation."""
    from chuhe import _core

    if not found.lines:
        return []
    board = node.board()
    words: list[str] = []
    for move in found.lines[0].pv[:most]:
        words.append(_core.write_move(board, move, notation))
        board.push(move)
    return words


@dataclass(frozen=True, slots=True)
class SideReport:
    """One side of the game itself.

    Attributes:
        accuracy: the mean of what its moves count, 0 to 100; forced moves are left out. None if
            no move is left.
        cp_loss: hundredths of a pawn lost a move, forced moves left out.
        grades: how many moves of each class.
    """

    accuracy: float | None
    cp_loss: float | None
    grades: dict[Grade, int]


@dataclass
class Report:
    """All that was found in a game.

    Attributes:
        game: the game.
        engine: who looked at it.
        moves: the moves looked at, in the order in which they are written.
        complete: False if it was stopped before the end.
        evaluations: what is known of each position, by the place.
    """

    game: Game
    engine: str
    moves: list[MoveReport] = field(default_factory=list)
    complete: bool = True
    evaluations: dict[Node, Evaluation] = field(default_factory=dict)

    @property
    def mainline(self) -> list[MoveReport]:
        """The moves of the game itself."""
        return [move for move in self.moves if move.main]

    def side(self, color: Color) -> SideReport:
        """How a side played."""
        moves = [move for move in self.mainline if move.side is color]
        free = [move.judged for move in moves if move.judged.grade is not Grade.FORCED]
        mean = sum(judged.cp_loss for judged in free) / len(free) if free else None
        counted = Counter(move.judged.grade for move in moves)
        return SideReport(
            accuracy(judged.loss for judged in free),
            mean,
            {grade: counted[grade] for grade in Grade if counted[grade]},
        )

    def turning_points(self, most: int = MOST_TURNS) -> list[MoveReport]:
        """The moves of the game that lost most of the point, in the order of the game."""
        lost = [move for move in self.mainline if move.judged.loss >= TURN]
        lost.sort(key=lambda move: -move.judged.loss)
        return sorted(lost[:most], key=lambda move: move.ply)

    def to_json(self, notation: str = "zh") -> dict[str, Any]:
        """The report as facts; docs/analysis.md names them."""
        sides = {str(color): self.side(color) for color in (RED, BLACK)}
        return {
            "engine": self.engine,
            "complete": self.complete,
            "headers": dict(self.game.headers),
            "result": self.game.result,
            "start": self.game.start_fen,
            "sides": {
                name: {
                    "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
                    "cp_loss": None if side.cp_loss is None else round(side.cp_loss, 1),
                    "grades": {str(grade): n for grade, n in side.grades.items()},
                }
                for name, side in sides.items()
            },
            "turning_points": [move.ply for move in self.turning_points()],
            "moves": [self._move(move, notation) for move in self.moves],
        }

    def _move(self, move: MoveReport, notation: str) -> dict[str, Any]:
        judged = move.judged
        best = move.before.best
        return {
            "ply": move.ply,
            "main": move.main,
            "side": str(move.side),
            "move": move.move.uci(),
            "text": move.node.text(notation),
            "grade": str(judged.grade),
            "nag": judged.nag,
            "before": {"cp": judged.before.cp, "mate": judged.before.mate},
            "after": {"cp": judged.after.cp, "mate": judged.after.mate},
            "share_before": round(judged.share_before, 4),
            "share_after": round(judged.share_after, 4),
            "loss": round(judged.loss, 4),
            "cp_loss": judged.cp_loss,
            "depth": move.before.depth,
            "best": best.uci() if best else None,
            "lines": [
                {
                    "cp": line.score.cp,
                    "mate": line.score.mate,
                    "depth": line.depth,
                    "pv": [each.uci() for each in line.pv],
                }
                for line in move.before.lines
            ],
        }


def report_of(
    game: Game,
    engine: str,
    evaluations: dict[Node, Evaluation],
    nodes: Sequence[Node],
    *,
    complete: bool = True,
    unit: float = UNIT,
) -> Report:
    """The report made of evaluations.

    Moves without both of theirs are left out, and those played on after the end stood on the board.
    """
    report = Report(game, engine, [], complete, evaluations)
    main = set(game.mainline())
    for node in nodes:
        parent, move = node.parent, node.move
        if parent is None or move is None:
            continue
        before, after = evaluations.get(parent), evaluations.get(node)
        if before is None or after is None or not before.lines:
            continue
        last = parent.move
        retakes = last is not None and last.to_square == move.to_square
        board = parent.board()
        side = board.turn
        judged = judge_move(
            before, after, move, recapture=retakes, checked=board.is_check(), unit=unit
        )
        report.moves.append(MoveReport(node, side, before, after, judged, node in main))
    return report
