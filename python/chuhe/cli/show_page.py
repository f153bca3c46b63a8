"""A game or position as the lines of text that ``chuhe show`` prints."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from chuhe.board import Board
from chuhe.cli.show_board import BOARD_COLUMNS, TextLook, board_lines
from chuhe.cli.show_moves import Line, move_lines, ply_text
from chuhe.cli.show_text import Paint, fill, padded_to
from chuhe.game import Game
from chuhe.i18n import _
from chuhe.pictures import Diagram, diagram, game_title, marks
from chuhe.pieces import RED

__all__ = [
    "Page",
    "beside",
    "diagram_lines",
    "head_lines",
    "page_lines",
    "status_lines",
    "strip_lines",
]

#: A narrower place beside the board is not used.
BESIDE = 34

#: Headers that stand in the title, or say what is seen otherwise.
_TOLD = {
    *("game", "red", "black", "redteam", "blackteam", "event", "date", "result", "fen", "setup"),
    *("format", "title", "variant"),
}


@dataclass(frozen=True)
class Page:
    """What is to be printed, and how."""

    look: TextLook = field(default_factory=TextLook)
    paint: Paint = field(default_factory=lambda: Paint(False))
    width: int = 80
    notation: str = "zh"
    unfolded: bool = False


def head_lines(game: Game, page: Page) -> list[str]:
    """Who played, where and when; and the comment on the game."""
    title, subtitle = game_title(game)
    lines = fill([(title, "title")], page.width, page.paint)
    lines += fill([(subtitle, "plain")], page.width, page.paint)
    for name, value in game.headers.items():
        if name.lower() not in _TOLD and value.strip("?.*- "):
            lines += fill([(f"{name}: {value}", "note")], page.width, page.paint, "")
    said = marks(game.root.comment).text
    for part in said.splitlines():
        lines += fill([(part, "note")], page.width, page.paint)
    return [*lines, ""] if lines else []


def diagram_lines(found: Diagram, page: Page) -> list[str]:
    """The board of a diagram."""
    return board_lines(
        found.pieces, last=found.last, check=found.check, look=page.look, paint=page.paint
    )


def status_lines(board: Board, text: str, page: Page) -> list[str]:
    """What stands on a board: the move that led there, who is to move, check, the end.

    Args:
        board: the position.
        text: the move that led there, with its number; empty at the start.
        page: colours.
    """
    parts = [text] if text else []
    if not board.legal_moves:
        parts.append(_("Red has no move") if board.turn is RED else _("Black has no move"))
    else:
        parts.append(_("Red to move") if board.turn is RED else _("Black to move"))
    if board.is_check():
        parts.append(page.paint(_("Check!"), "check"))
    return ["  ".join(parts), page.paint(board.fen(), "dim")]


def beside(left: Sequence[str], right: Sequence[str], gap: int = 3) -> list[str]:
    """Two columns of lines; the left one is a board.

    >>> beside(["12", "3"], ["a", "b", "c"], 1)[2]
    '                                        c'
    """
    wide = BOARD_COLUMNS + gap
    count = max(len(left), len(right))
    rows = zip(
        [*left, *[""] * (count - len(left))], [*right, *[""] * (count - len(right))], strict=True
    )
    return [(padded_to(a, wide) + b if b else a).rstrip() for a, b in rows]


def page_lines(game: Game, line: Line, ply: int, page: Page) -> list[str]:
    """A game: heading, board, what stands on it, and the moves beside or below.

    Args:
        game: what to print.
        line: whose moves are told.
        ply: after which the board is drawn.
        page: how.
    """
    board = game.board()
    for node in line.nodes[:ply]:
        if node.move is not None:
            board.push(node.move)
    text = ply_text(game, line, ply, page.notation)
    left = diagram_lines(diagram(board), page)
    status = status_lines(board, text, page)
    lines = head_lines(game, page)
    free = page.width - BOARD_COLUMNS - 3
    if not line.nodes:
        return [*lines, *left, "", *status]
    wide = free >= BESIDE and not page.look.wide

    def moves_of(width: int, room: int) -> list[str]:
        return move_lines(
            game,
            line,
            width,
            paint=page.paint,
            notation=page.notation,
            here=ply or None,
            unfolded=page.unfolded,
            room=room,
        )

    moves = moves_of(free, len(left)) if wide else moves_of(page.width, 12)
    if wide and len(moves) <= 3 * len(left):
        return [*lines, *beside(left, moves), "", *status]
    if wide:
        moves = moves_of(page.width, 0)
    return [*lines, *left, "", *status, "", *moves]


def strip_lines(diagrams: Sequence[Diagram], page: Page) -> list[str]:
    """Boards one after the other, as many in a row as the width has room for."""
    wide = BOARD_COLUMNS + 3
    across = 1 if page.look.wide else max(1, (page.width + 3) // wide)
    lines: list[str] = []
    for start in range(0, len(diagrams), across):
        group = diagrams[start : start + across]
        blocks = []
        for found in group:
            block = [f"    {found.caption}", *diagram_lines(found, page)]
            for part in found.comment.splitlines():
                block += fill([(part, "note")], BOARD_COLUMNS, page.paint, "    ")
            blocks.append(block)
        high = max(map(len, blocks))
        for row in range(high):
            cells = [padded_to(block[row] if row < len(block) else "", wide) for block in blocks]
            lines.append("".join(cells).rstrip())
        lines.append("")
    return lines
