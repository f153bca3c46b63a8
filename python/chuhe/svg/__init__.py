"""A board as an SVG picture: small, plain, without any other file.

>>> import chuhe
>>> picture = board_svg(chuhe.Board().piece_map(), last=(64, 67), flipped=True)
>>> picture[:4], picture.count("<circle")
('<svg', 32)
"""

from chuhe.svg.drawing import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    COORDINATES,
    GLYPHS,
    TEXT_STYLE,
    Arrow,
    Circle,
    Coordinates,
    Glyphs,
    board_svg,
)
from chuhe.svg.glyphs import clean, definitions, line, text_width
from chuhe.svg.themes import ARROWS, COLORS, THEMES, Theme, theme_of

__all__ = [
    "ARROWS",
    "BOARD_HEIGHT",
    "BOARD_WIDTH",
    "COLORS",
    "COORDINATES",
    "GLYPHS",
    "TEXT_STYLE",
    "THEMES",
    "Arrow",
    "Circle",
    "Coordinates",
    "Glyphs",
    "Theme",
    "board_svg",
    "clean",
    "definitions",
    "line",
    "text_width",
    "theme_of",
]
