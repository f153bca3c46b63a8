"""A game as it is written down: a tree of moves with variations and notes, and headers.

>>> game = Game()
>>> game.headers["Red"], game.headers["Black"] = "胡荣华", "杨官璘"
>>> node = game.add_line(["炮二平五", "马8进7"])
>>> node = game.root.add_variation("兵七进一", comment="仙人指路")
>>> game.mainline()[0].zh, len(game.root.variations), game.count_variations()
('炮二平五', 2, 1)
>>> [move.uci() for move in game.mainline_moves()]
['h2e2', 'h9g7']
>>> game.end().board().fen()
'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2'

A game that was read from a file tells in `Game.problems` what was wrong there.
`Node` objects are made when they are asked for; two that stand for one place
are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from typing import NamedTuple

import chuhe.notation  # noqa: F401 - its messages tell what is wrong with a move's text
from chuhe import _core
from chuhe._core import Move
from chuhe.board import Board
from chuhe.errors import RecordError, add_messages, describe
from chuhe.i18n import N_, _

__all__ = ["Eval", "Game", "Headers", "Node", "Place", "RecordProblem"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""What `Game.result` may be: Red wins, Black wins, draw, unknown."""


MISSES = frozenset(
    f"notation.{what}"
    for what in (
        "none_on_file",
        "none_left",
        "no_tandem",
        "off_board",
        "sideways",
        "file_out_of_reach",
    )
)
"""Codes of moves that name no piece or no target."""


class Place(NamedTuple):
    """Where in a file something stands."""

    #: The file's name; empty if there was none.
    path: str
    #: Which game of the file, from 0.
    game: int
    #: The ply of the line that stands there or comes next, from 1; None outside the moves.
    ply: int | None
    #: Line of the file, from 1.
    line: int
    #: Byte of the file, from 0.
    offset: int


@dataclass(frozen=True)
class RecordProblem:
    """Something wrong in a record, which was read all the same.

    ``str()`` is a sentence in the current language.
    """

    code: str
    facts: dict[str, object]
    place: Place

    @property
    def text(self) -> str:
        """What is wrong, as a sentence in the current language."""
        reason = describe(self.code, self.facts)
        move = self.facts.get("text")
        if move and (self.code.startswith("illegal.") or self.code in MISSES):
            return _("{move} is not legal here: {reason}", move=move, reason=reason)
        return reason

    def __str__(self) -> str:
        return self.text


class Eval(NamedTuple):
    """An engine's opinion, seen from Red.

    ``score`` counts hundredths of a pawn; with ``mate`` it counts moves until
    mate, negative if Red is mated.
    """

    score: int
    mate: bool = False
    depth: int | None = None


class Headers(MutableMapping[str, str]):
    """What a record says about a game, in the order of the file.

    Names are PGN's, and compared without case: ``Event``, ``Site``, ``Date``,
    ``Round``, ``Red``, ``RedTeam``, ``RedElo``, ``Black`` …, ``Result``,
    ``ECCO``, ``Opening``, ``Variation``, ``Annotator``. Others are kept as
    they are.

    >>> headers = Game().headers
    >>> headers["Red"] = "许银川"
    >>> headers["RED"], "red" in headers, list(headers)
    ('许银川', True, ['Red'])
    """

    __slots__ = ("_record",)

    def __init__(self, record: _core.Record) -> None:
        self._record = record

    def __getitem__(self, name: str) -> str:
        value = self._record.header(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        self._record.set_header(name, value)

    def __delitem__(self, name: str) -> None:
        if not self._record.remove_header(name):
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._record.headers())

    def __len__(self) -> int:
        return len(self._record.headers())

    def __repr__(self) -> str:
        return f"Headers({dict(self._record.headers())})"


class Game:
    """A game: headers, a tree of moves, a result.

    Args:
        fen: where it starts; the start of a full game if left out.
        headers: names and values.
        result: one of ``1-0``, ``0-1``, ``1/2-1/2``, ``*``.

    Raises:
        FenError: the text is no FEN.
        SetupError: the pieces can never stand so. (A game read from a file may
            have such a start and no moves; `is_playable` tells.)

    Two games are equal if trees, results and headers are.
    """

    __slots__ = ("_path", "_record", "index")

    def __init__(
        self,
        fen: str | None = None,
        headers: Iterable[tuple[str, str]] = (),
        result: str = "*",
    ) -> None:
        record = _core.Record(fen)
        if fen is not None and not record.is_playable:
            Board(fen)  # raises, and tells all reasons
        self._record = record
        self._path = ""
        #: Which game of its file this is, from 0.
        self.index = 0
        for name, value in headers:
            record.set_header(name, value)
        self.result = result

    @classmethod
    def _of(cls, record: _core.Record, path: str = "", index: int = 0) -> Game:
        game = cls.__new__(cls)
        game._record, game._path, game.index = record, path, index
        return game

    @property
    def headers(self) -> Headers:
        """What is said about the game; changes to it change the game."""
        return Headers(self._record)

    @property
    def result(self) -> str:
        """What the record says of the end: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``."""
        return self._record.result

    @result.setter
    def result(self, text: str) -> None:
        if not self._record.set_result(text):
            raise RecordError("record.bad_result", {"text": text})

    @property
    def start_fen(self) -> str:
        """The position the game starts from."""
        return self._record.start_fen

    @property
    def is_playable(self) -> bool:
        """False if a file gave a layout that cannot be played, such as one without kings."""
        return self._record.is_playable

    @property
    def problems(self) -> list[RecordProblem]:
        """What was wrong with the record in the file; empty for games made here."""
        return [
            RecordProblem(code, facts, Place(self._path, self.index, ply, line, offset))
            for code, facts, ply, line, offset in self._record.problems()
        ]

    @property
    def place(self) -> Place:
        """Where in its file the game begins."""
        record = self._record
        return Place(self._path, self.index, None, record.line_number, record.offset)

    @property
    def format(self) -> str | None:
        """The format of the file it was read from, such as ``pgn``; None if made here."""
        return self._record.format

    @property
    def encoding(self) -> str:
        """What the bytes of the file were read as, such as ``gb18030``."""
        return self._record.encoding

    @property
    def root(self) -> Node:
        """The place before the first move."""
        return Node(self, 0)

    def end(self) -> Node:
        """The last node of the main line."""
        line = self._record.line(0)
        return Node(self, line[-1] if line else 0)

    def mainline(self) -> list[Node]:
        """The nodes of the game itself, without its variations."""
        return [Node(self, node) for node in self._record.line(0)]

    def mainline_moves(self) -> list[Move]:
        """The moves of the game itself."""
        return self._record.line_moves(0)

    @property
    def uci_moves(self) -> list[str]:
        """The moves of the game itself as ``h2e2``."""
        return self._record.line_uci(0)

    def mainline_text(self, notation: str = "zh") -> list[str]:
        """The moves of the game itself in a notation named as in `chuhe.notation`.

        >>> Game().mainline_text("wxf")
        []
        """
        return self._record.line_text(0, notation)

    def nodes(self) -> list[Node]:
        """All nodes as they are written: a node, its main continuation, then its others."""
        return [Node(self, node) for node in self._record.walk()]

    def add_line(self, moves: Iterable[Move | str]) -> Node:
        """Add moves at the end of the main line; see `Node.add_line`."""
        return self.end().add_line(moves)

    def board(self) -> Board:
        """The start position.

        Raises:
            SetupError: it cannot be played.
        """
        return Board(self.start_fen, strict=False)

    def _repr_svg_(self) -> str:
        """The last position, for notebooks."""
        if not self.is_playable:
            from chuhe.svg import board_svg

            return board_svg(_core.Setup(self.start_fen).piece_map())
        return self.end().board().svg()

    def count_variations(self) -> int:
        """How many alternatives the tree holds."""
        return self._record.count_variations()

    def count_comments(self) -> int:
        """How many comments there are: on the game, after moves, before moves."""
        return self._record.count_comments()

    def same_tree(self, other: Game) -> bool:
        """Whether another game has the same start, moves, variations and notes.

        >>> Game().same_tree(Game(result="1-0")), Game() == Game(result="1-0")
        (True, False)
        """
        return self._record.same_tree(other._record)

    def copy(self) -> Game:
        """A game of its own with the same content."""
        return Game._of(self._record.copy(), self._path, self.index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._record == other._record

    __hash__ = None  # type: ignore[assignment] # a game changes

    def __repr__(self) -> str:
        red, black = self.headers.get("Red", "?"), self.headers.get("Black", "?")
        return f"<Game {red} – {black} {self.result}, {len(self._record.line(0))} plies>"


class Node:
    """A place in a game: the position after a move.

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


add_messages(
    {
        "record.after_result": N_("moves after the result were not read: {text}"),
        "record.bad_bytes": N_(
            "some bytes are not {encoding}; they were replaced by \N{REPLACEMENT CHARACTER}"
        ),
        "record.bad_result": N_("not a result: '{text}'; expected 1-0, 0-1, 1/2-1/2 or *"),
        "record.bracket_closed": N_("a closing bracket without an opening one"),
        "record.comment_open": N_("a comment has no end"),
        "record.format_not_read": N_("files of the format {format} are not read yet"),
        "record.header_open": N_("the header {name} has no end"),
        "record.header_twice": N_("the header {name} stands there twice; the second says '{text}'"),
        "record.many_headers": N_("more than {most} headers; the rest were not kept"),
        "record.no_game": N_("nothing of a record of games is found here"),
        "record.no_start": N_("no move can be added: the start position cannot be played ({fen})"),
        "record.not_written": N_("games are not written in the format '{format}'"),
        "record.root_stays": N_("the start of a game cannot be removed"),
        "record.stray_text": N_("text among the moves that is neither move nor comment: '{text}'"),
        "record.too_deep": N_("variations nested more than {most} deep were kept as comments"),
        "record.too_long": N_("a game longer than {most} bytes was cut short"),
        "record.two_results": N_("the header says {header}, the end of the moves {moves}"),
        "record.unknown_format": N_("no format has the name '{format}'"),
        "record.variation_open": N_("variations have no end: {count}"),
        "record.wrong_side": N_(
            "the other side moves first than the header says; the moves were trusted"
        ),
    }
)
