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

from collections.abc import Iterable

import chuhe.notation  # noqa: F401 - its messages tell what is wrong with a move's text
from chuhe import _core
from chuhe._core import Move
from chuhe.board import Board
from chuhe.errors import RecordError, add_messages
from chuhe.game.node import Node
from chuhe.game.said import Eval, Headers, Place, RecordProblem
from chuhe.i18n import N_

__all__ = ["Eval", "Game", "Headers", "Node", "Place", "RecordProblem"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""What `Game.result` may be: Red wins, Black wins, draw, unknown."""


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

    def last_comment(self) -> str:
        """The comment at the end of the main line, or of what cannot be played after it.

        >>> from chuhe import records
        >>> next(records.read("1. 炮二平五 马8进6 {认负} 1-0".encode())).last_comment()
        '认负'
        """
        end = self.end()
        unread = self._record.unread(end._id)
        return unread[-1][2] if unread else end.comment

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
        """How many alternatives the tree holds, with those that cannot be played."""
        return self._record.count_variations()

    def count_comments(self) -> int:
        """How many comments there are: on the game, after moves, before moves."""
        return self._record.count_comments()

    def count_unread(self) -> int:
        """How many moves of the file cannot be played; see `Node.unread`."""
        return self._record.count_unread()

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
        "record.unread": N_("moves that cannot be played, kept as they stood: {text}"),
        "record.variation_open": N_("variations have no end: {count}"),
        "record.wrong_side": N_(
            "the other side moves first than the header says; the moves were trusted"
        ),
    }
)
