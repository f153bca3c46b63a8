"""Diagrams: what is to be drawn of a position, taken from boards and games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from chuhe._core import Setup
from chuhe.board import START_FEN, Board
from chuhe.game import Game, Node
from chuhe.i18n import N_, _
from chuhe.pictures.marks import marks
from chuhe.pieces import RED, Piece
from chuhe.svg import Arrow, Circle, clean

__all__ = ["Diagram", "diagram", "game_diagrams", "game_title", "round_text", "setup_diagram"]

#: What glyphs of PGN look like behind a move.
NAGS: Mapping[int, str] = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


@dataclass(frozen=True)
class Diagram:
    """A position with all that is drawn on it and said under it."""

    pieces: Mapping[int, Piece]
    last: tuple[int, int] | None = None
    check: int | None = None
    arrows: tuple[Arrow, ...] = ()
    circles: tuple[Circle, ...] = ()
    #: What it is: the move that led here.
    caption: str = ""
    #: What is said about it.
    comment: str = ""
    #: How many plies were played.
    ply: int = field(default=0, compare=False)


def diagram(
    board: Board,
    *,
    arrows: Iterable[Arrow] = (),
    circles: Iterable[Circle] = (),
    caption: str = "",
    comment: str = "",
) -> Diagram:
    """The diagram of a board: its last move and a king in check are marked.

    Args:
        board: the position with its history.
        arrows: as of `chuhe.svg.board_svg`.
        circles: likewise.
        caption: what it is called.
        comment: what is said under it; arrows and circles of PGN in it are drawn.

    >>> board = Board()
    >>> _ = board.push_text("炮二平五")
    >>> found = diagram(board, comment="[%csl Re4]当头炮")
    >>> found.last, found.circles, found.comment
    ((25, 22), ((40, 'red'),), '当头炮')
    """
    last = board.peek() if board.ply else None
    found = marks(comment)
    return Diagram(
        board.piece_map(),
        (last.from_square, last.to_square) if last else None,
        board.king(board.turn) if board.is_check() else None,
        (*arrows, *found.arrows),
        (*circles, *found.circles),
        caption,
        found.text,
        board.ply,
    )


def setup_diagram(setup: Setup, comment: str = "") -> Diagram:
    """The diagram of a layout that cannot be played, with the reasons under it.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     setup_diagram(Setup("9/9/9/9/9/9/9/9/9/4K4")).comment
    'Not playable: black has no king'
    """
    reasons = _("; ").join(map(str, setup.problems()))
    said = _("Not playable: {reasons}", reasons=reasons)
    found = marks(comment)
    text = "\n".join(filter(None, (found.text, said)))
    return Diagram(setup.piece_map(), arrows=found.arrows, circles=found.circles, comment=text)


def game_diagrams(
    game: Game, *, line: Node | None = None, notation: str = "zh"
) -> Iterator[Diagram]:
    """A diagram a ply of a line of a game, the start first; comments and their arrows are taken.

    Args:
        game: where from.
        line: the end of the line; that of the main line if left out. A line goes on from there
            along first variations.
        notation: of the captions.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> [found.caption for found in game_diagrams(game)]
    ['', '1. 炮二平五', '1… 马8进7']
    """
    if not game.is_playable:
        yield setup_diagram(Setup(game.start_fen), game.root.comment)
        return
    board = game.board()
    caption = "" if board.fen().split()[0] == START_FEN.split()[0] else _side_first(board)
    yield diagram(board, caption=caption, comment=game.root.comment)
    nodes = game.mainline() if line is None else [*line.path(), *line.mainline()]
    texts = game.mainline_text(notation) if line is None else [n.text(notation) for n in nodes]
    for node, text in zip(nodes, texts, strict=True):
        number = round_text(board)
        move = node.move
        if move is None:
            break
        board.push(move)
        glyphs = "".join(NAGS.get(nag, "") for nag in node.nags)
        unread = node.unread and _("not read: {moves}", moves=node.unread)
        comment = "\n".join(filter(None, (node.before, node.comment, unread)))
        found = diagram(board, caption=f"{number} {text}{glyphs}", comment=comment)
        yield replace(found, ply=board.ply)


def _side_first(board: Board) -> str:
    return _("Red moves first") if board.turn is RED else _("Black moves first")


def round_text(board: Board) -> str:
    """The number before the next move: ``1.`` for Red's, ``1…`` for Black's.

    >>> round_text(Board()), round_text(Board("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 22"))
    ('1.', '22…')
    """
    return f"{board.fullmove_number}{'.' if board.turn is RED else '…'}"


_RESULTS = {"1-0": N_("Red wins"), "0-1": N_("Black wins"), "1/2-1/2": N_("draw")}


def game_title(game: Game) -> tuple[str, str]:
    """Two lines above a game: who played, and what is known besides.

    >>> from chuhe.i18n import use_language
    >>> headers = [("Red", "胡荣华"), ("Black", "杨官璘"), ("Event", "全国赛"), ("Date", "1960")]
    >>> with use_language("zh-Hans"):
    ...     game_title(Game(headers=headers, result="1-0"))
    ('胡荣华 — 杨官璘', '全国赛  1960  红胜')
    """
    headers = game.headers
    names = [
        " ".join(filter(None, (_known(headers.get(f"{side}Team")), _known(headers.get(side)))))
        for side in ("Red", "Black")
    ]
    title = " — ".join(name or "?" for name in names) if any(names) else ""
    event = _known(headers.get("Event"))
    named = _known(headers.get("Title"))
    if not title:
        title, event = (named, event) if named else (event, "")
    parts = [event, _known(headers.get("Date"))]
    if game.result in _RESULTS:
        parts.append(_(_RESULTS[game.result]))
    return title, "  ".join(filter(None, parts))


def _known(text: str | None) -> str:
    """A header's value; empty if it only says that nothing is known."""
    return "" if text is None or not text.strip("?.*- ") else " ".join(clean(text).split())
