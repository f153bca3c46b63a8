"""A place in a game: looking around from it, and editing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from chuhe._core import Move
from chuhe.board import Board
from chuhe.errors import RecordError
from chuhe.game.said import Eval

if TYPE_CHECKING:
    from chuhe.game import Game

__all__ = ["Node"]


class Node:
    """A place in a game: the position after a move.

    >>> from chuhe.game import Game
    >>> game = Game()
    >>> node = game.root.add_variation("h2e2")
    >>> node.zh, node.move, node.ply, node.parent == game.root
    ('炮二平五', Move.from_uci('h2e2'), 1, True)
    >>> node.comment = "中炮"
    >>> other = game.root.add_variation("兵七进一")
    >>> other.promote_to_main()
    >>> game.root.next().zh, game.root.variations[1].comment
    ('兵七进一', '中炮')
    """

    __slots__ = ("_id", "_record", "game")

    def __init__(self, game: Game, id: int) -> None:
        self.game = game
        self._record = game._record
        self._id = id

    # Where it stands

    @property
    def move(self) -> Move | None:
        """The move that leads here; None at the root."""
        return self._record.move(self._id)

    @property
    def parent(self) -> Node | None:
        """The place before the move; None at the root and where a line was cut off."""
        parent = self._record.parent(self._id)
        return None if parent is None else Node(self.game, parent)

    @property
    def variations(self) -> list[Node]:
        """What may follow: the first goes on with the line, the others are alternatives to it."""
        return [Node(self.game, child) for child in self._record.children(self._id)]

    def next(self) -> Node | None:
        """The place after the move that goes on with the line; None at its end."""
        child = self._record.next(self._id)
        return None if child is None else Node(self.game, child)

    def mainline(self) -> list[Node]:
        """The nodes after this one along first variations."""
        return [Node(self.game, node) for node in self._record.line(self._id)]

    def mainline_moves(self) -> list[Move]:
        """Their moves."""
        return self._record.line_moves(self._id)

    def path(self) -> list[Node]:
        """The nodes from the first move to this one."""
        return [Node(self.game, node) for node in self._record.path(self._id)]

    @property
    def ply(self) -> int:
        """How many moves lead here."""
        return self._record.ply(self._id)

    @property
    def is_main_line(self) -> bool:
        """Whether the node belongs to the game itself and not to a variation."""
        return self._id == 0 or self._id in self._record.line(0)

    @property
    def is_attached(self) -> bool:
        """False after `remove` of this node or of one before it."""
        return self._record.is_attached(self._id)

    def board(self) -> Board:
        """The position here, with the moves that led to it.

        Raises:
            SetupError: the start of the game cannot be played.
        """
        board = Board(self.game.start_fen, strict=False)
        for move in self._record.path_moves(self._id):
            board.push(move)
        return board

    def _repr_svg_(self) -> str:
        """The position here, for notebooks."""
        return self.board().svg()

    def fen(self) -> str:
        """The position here."""
        return self._record.fen(self._id)

    def text(self, notation: str = "zh") -> str:
        """The move that leads here, in a notation named as in `chuhe.notation`."""
        return self._record.text(self._id, notation)

    @property
    def zh(self) -> str:
        """The move that leads here in Chinese; empty at the root."""
        return self.text("zh")

    # Editing

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        before: str = "",
        nags: Iterable[int] = (),
    ) -> Node:
        """Add a variation, the main continuation if it is the first, even if another has its move.

        Args:
            move: a move, or its text in any notation.
            comment: after the move.
            before: a comment before it, at the start of a variation.
            nags: numeric glyphs; 1 is ``!``, 2 is ``?``.

        Raises:
            NotationError: the text is no move.
            IllegalMoveError, AmbiguousMoveError: it cannot be played here.
            RecordError: the start of the game cannot be played.
        """
        return self.add_line([move], comment=comment, before=before, nags=nags)

    def add_line(
        self,
        moves: Iterable[Move | str],
        *,
        comment: str = "",
        before: str = "",
        nags: Iterable[int] = (),
    ) -> Node:
        """Add moves one after the other, all of them or none, and return the last node.

        Args:
            moves: moves, or texts in any notation.
            comment: after the last.
            before: before the first.
            nags: glyphs of the last.

        Raises:
            As `add_variation`.
        """
        if not self.game.is_playable:
            raise RecordError("record.no_start", {"fen": self.game.start_fen})
        known = self._parse(moves)
        last = self._record.add_line(self._id, known)
        node = Node(self.game, last)
        if comment:
            node.comment = comment
        if nags:
            node.nags = list(nags)
        if before and known:
            self.variations[-1].before = before
        return node

    def _parse(self, moves: Iterable[Move | str]) -> list[Move]:
        """Moves of moves and texts, each read where the ones before it lead."""
        board: Board | None = None
        known: list[Move] = []
        for move in moves:
            if isinstance(move, str):
                if board is None:
                    board = self.board()
                    for earlier in known:
                        board.push(earlier)
                known.append(board.push_text(move))
            else:
                known.append(move)
                if board is not None:
                    board.push(move)
        return known

    def find(self, move: Move | str) -> Node | None:
        """The variation that begins with this move (a text is UCI), or None.

        >>> from chuhe.game import Game
        >>> Game().root.find("h2e2") is None
        True
        """
        wanted = Move.from_uci(move) if isinstance(move, str) else move
        return next((child for child in self.variations if child.move == wanted), None)

    def remove(self) -> None:
        """Cut this node and all that follows off the game.

        Raises:
            RecordError: the root cannot be removed.
        """
        if not self._record.remove(self._id):
            raise RecordError("record.root_stays", {})

    def promote(self) -> None:
        """Change places with the alternative before."""
        self._record.move_to(self._id, max(0, self._record.index(self._id) - 1))

    def demote(self) -> None:
        """Change places with the alternative after."""
        self._record.move_to(self._id, self._record.index(self._id) + 1)

    def promote_to_main(self) -> None:
        """Become the continuation, and the old one an alternative."""
        self._record.move_to(self._id, 0)

    # Notes

    @property
    def comment(self) -> str:
        """The comment after the move; at the root, on the game."""
        return self._record.comment(self._id)

    @comment.setter
    def comment(self, text: str) -> None:
        self._record.set_comment(self._id, text)

    @property
    def before(self) -> str:
        """The comment before the move, at the start of a variation."""
        return self._record.before(self._id)

    @before.setter
    def before(self, text: str) -> None:
        self._record.set_before(self._id, text)

    @property
    def unread(self) -> str:
        """What the file goes on with here that cannot be played; empty if all can.

        Comments stand in braces, lines of alternatives are parted by bars. JSON files and those
        that tell squares keep such moves.

        >>> from chuhe import records
        >>> game = next(records.read("1. 炮二平五 马8进7 2. 马二进九 {?} 车9平8".encode()))
        >>> game.uci_moves, game.end().unread, game.count_unread()
        (['h2e2', 'h9g7'], '马二进九 {?} 车9平8', 2)
        """
        return self._record.unread_text(self._id)

    @property
    def nags(self) -> list[int]:
        """Numeric glyphs as in PGN: 1 ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, 5 ``!?``, 6 ``?!`` …"""
        return self._record.nags(self._id)

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._record.set_nags(self._id, list(nags))

    @property
    def clock(self) -> float | None:
        """Seconds left on the mover's clock after the move."""
        return _seconds(self._record.times(self._id)[0])

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        elapsed = self._record.times(self._id)[1]
        self._record.set_times(self._id, _milliseconds(seconds), elapsed)

    @property
    def elapsed(self) -> float | None:
        """Seconds the move took."""
        return _seconds(self._record.times(self._id)[1])

    @elapsed.setter
    def elapsed(self, seconds: float | None) -> None:
        clock = self._record.times(self._id)[0]
        self._record.set_times(self._id, clock, _milliseconds(seconds))

    @property
    def eval(self) -> Eval | None:
        """An engine's opinion of the position."""
        found = self._record.eval(self._id)
        return None if found is None else Eval(*found)

    @eval.setter
    def eval(self, eval: Eval | None) -> None:
        self._record.set_eval(self._id, eval)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._record is other._record and self._id == other._id

    def __hash__(self) -> int:
        return hash((id(self._record), self._id))

    def __repr__(self) -> str:
        return f"<Node {self._id}: {self.zh or 'root'}>"


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, round(seconds * 1000))
