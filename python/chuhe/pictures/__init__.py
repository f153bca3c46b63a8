"""Pictures of positions and games: SVG, PNG, and GIF that moves.

>>> import chuhe
>>> from chuhe import pictures
>>> board = chuhe.Board()
>>> _ = board.push_text("炮二平五")
>>> picture = pictures.board_svg(board, arrows=[(82, 65, "blue")], theme="paper")
>>> pictures.png(picture, 240)[:4]
b'\\x89PNG'

Characters on boards and in moves are outlines and need no font; titles and comments in PNG and
GIF need one with Chinese. PNG and GIF need the extra ``[png]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from chuhe._core import Setup
from chuhe.board import Board
from chuhe.game import Game, Node
from chuhe.pictures.animation import frames_gif, gif
from chuhe.pictures.diagrams import (
    Diagram,
    diagram,
    game_diagrams,
    game_title,
    round_text,
    setup_diagram,
)
from chuhe.pictures.marks import Marks, marks, parse_arrow, parse_circle
from chuhe.pictures.page import Look, board_of, page_svg
from chuhe.pictures.raster import PictureError, png
from chuhe.pieces import BLACK, RED, Color, Piece
from chuhe.svg import COORDINATES, GLYPHS, THEMES, Arrow, Circle, Coordinates, Glyphs

__all__ = [
    "COORDINATES",
    "GLYPHS",
    "THEMES",
    "Diagram",
    "Look",
    "Marks",
    "PictureError",
    "board_svg",
    "diagram",
    "frames_gif",
    "game_diagrams",
    "game_svg",
    "game_title",
    "gif",
    "marks",
    "page_svg",
    "parse_arrow",
    "parse_circle",
    "png",
    "round_text",
    "setup_diagram",
]


def board_svg(
    board: Board | Setup | Mapping[int, Piece],
    *,
    last_move: tuple[int, int] | None = None,
    check: int | None = None,
    arrows: Iterable[Arrow] = (),
    circles: Iterable[Circle] = (),
    orientation: Color = RED,
    theme: str = "wood",
    glyphs: Glyphs = "zh",
    coordinates: Coordinates = "numerals",
    size: int = 480,
    title: str = "",
    caption: str = "",
    comment: str = "",
) -> str:
    """The picture of a position.

    Args:
        board: a board, a layout, or square → piece.
        last_move: the squares of a move to be marked; of a board its last one if left out.
        check: the square of a king in check; of a board found out if left out.
        arrows: pairs of squares, with a colour or kind if wanted: see `chuhe.svg.board_svg`.
        circles: squares, with a colour if wanted.
        orientation: who sits at the bottom.
        theme: ``wood``, ``paper`` or ``dark``.
        glyphs: on the pieces: ``zh``, ``letters`` or ``both``.
        coordinates: around the board: ``numerals``, ``squares`` or ``none``.
        size: the width of the board in pixels.
        title: above the board.
        caption: under it.
        comment: under that; arrows and circles of PGN in it are drawn.

    Raises:
        ParseError: there is no such theme or colour.

    >>> board_svg(Board(), orientation=BLACK, theme="dark")[:4]
    '<svg'
    """
    if isinstance(board, Board):
        found = diagram(board)
    elif isinstance(board, Setup):
        found = Diagram(board.piece_map())
    else:
        found = Diagram(board)
    said = marks(comment)
    found = replace(
        found,
        last=last_move or found.last,
        check=found.check if check is None else check,
        arrows=(*arrows, *said.arrows),
        circles=(*circles, *said.circles),
        caption=caption,
        comment=said.text,
    )
    look = Look(theme, glyphs, coordinates, orientation is BLACK, size)
    if not (title or caption or said.text):
        return board_of(found, look)
    return page_svg([found], look=look, title=title)


def game_svg(
    game: Game,
    *,
    line: Node | None = None,
    plies: Sequence[int] | None = None,
    look: Look | None = None,
    notation: str = "zh",
    columns: int | None = None,
) -> str:
    """A page of diagrams of a game, with its players, moves and comments.

    Args:
        game: what to show.
        line: the end of the line; the main line if left out.
        plies: after how many plies there is a diagram; after each if left out.
        look: of the boards.
        notation: of the moves.
        columns: how many boards stand in a row.

    Raises:
        ParseError: there is no such theme.
        ValueError: none of the plies is in the game.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> game_svg(game, plies=[0, 2]).count("<svg")
    3
    """
    wanted = None if plies is None else set(plies)
    diagrams = [
        found
        for found in game_diagrams(game, line=line, notation=notation)
        if wanted is None or found.ply in wanted
    ]
    title, subtitle = game_title(game)
    return page_svg(
        diagrams, look=look or Look(size=240), columns=columns, title=title, subtitle=subtitle
    )
