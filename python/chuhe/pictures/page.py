"""Diagrams laid out on a page: boards side by side, each with its caption and its comment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from chuhe.pictures.diagrams import Diagram
from chuhe.svg import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    Coordinates,
    Glyphs,
    board_svg,
    clean,
    definitions,
    line,
    text_width,
    theme_of,
)

__all__ = ["Look", "page_svg"]

#: Measures in the units of a board 480 wide.
GAP = 20
TITLE, SUBTITLE, CAPTION, COMMENT = 26, 18, 22, 18
LEADING = 1.4

#: No line of text begins with these, or ends in those.
NOT_FIRST, NOT_LAST = "，。、；：！？）》」』”’…,.;:!?)]}", "（《「『“‘([{"


@dataclass(frozen=True)
class Look:
    """How boards are drawn.

    Args:
        theme: ``wood``, ``paper`` or ``dark``.
        glyphs: on the pieces: ``zh``, ``letters`` or ``both``.
        coordinates: around the board: ``numerals``, ``squares`` or ``none``.
        flipped: whether Black sits at the bottom.
        size: the width of a board in pixels.
    """

    theme: str = "wood"
    glyphs: Glyphs = "zh"
    coordinates: Coordinates = "numerals"
    flipped: bool = False
    size: int = 480


def page_svg(
    diagrams: Sequence[Diagram],
    *,
    look: Look | None = None,
    columns: int | None = None,
    title: str = "",
    subtitle: str = "",
) -> str:
    """A page of diagrams.

    Args:
        diagrams: at least one.
        look: of the boards.
        columns: how many boards stand in a row; chosen by their number if left out.
        title: above all.
        subtitle: under the title.

    Raises:
        ParseError: there is no such theme or colour.
        ValueError: there is no diagram.

    >>> from chuhe.pictures import Diagram
    >>> page = page_svg([Diagram({}, caption="1. 炮二平五")] * 3, columns=2, look=Look(size=240))
    >>> page.count("<svg"), page[51:100]
    (4, 'viewBox="0 0 1020 1202" width="510" height="601">')
    """
    if not diagrams:
        raise ValueError("a page needs a diagram")
    return Page(diagrams, look or Look(), columns, title, subtitle).svg()


def board_of(found: Diagram, look: Look, at: tuple[float, float] | None = None) -> str:
    """The board of a diagram alone."""
    return board_svg(
        found.pieces,
        last=found.last,
        check=found.check,
        arrows=found.arrows,
        circles=found.circles,
        flipped=look.flipped,
        theme=look.theme,
        glyphs=look.glyphs,
        coordinates=look.coordinates,
        size=look.size if at is None else BOARD_WIDTH,
        at=at,
    )


class Page:
    """The plan of a page: where its boards and lines go.

    ``room`` is what is left free at least under each board: lines of a comment, and whether
    there is a caption.
    """

    def __init__(
        self,
        diagrams: Sequence[Diagram],
        look: Look,
        columns: int | None,
        title: str,
        subtitle: str,
        room: tuple[int, bool] = (0, False),
    ) -> None:
        self.diagrams, self.look, self.theme = diagrams, look, theme_of(look.theme)
        count = len(diagrams)
        wanted = columns or (count if count < 4 else max(3, min(6, round(count**0.5))))
        self.columns = max(1, min(wanted, count))
        self.comments = [broken(found.comment, COMMENT, BOARD_WIDTH) for found in diagrams]
        self.width = self.columns * (BOARD_WIDTH + GAP) + GAP
        inside = self.width - 2 * GAP
        self.head = [(part, TITLE) for part in broken(title, TITLE, inside)]
        self.head += [(part, SUBTITLE) for part in broken(subtitle, SUBTITLE, inside)]
        y = float(GAP) + sum(size * LEADING for _, size in self.head)
        y += GAP / 2 if self.head else 0
        #: Where each board stands, and how high it is with what is under it.
        self.places: list[tuple[float, float]] = []
        for row in range(0, count, self.columns):
            members = range(row, min(row + self.columns, count))
            self.places += [(GAP + (i - row) * (BOARD_WIDTH + GAP), y) for i in members]
            lines = max(room[0], *(len(self.comments[i]) for i in members))
            captioned = room[1] or any(diagrams[i].caption for i in members)
            y += BOARD_HEIGHT + self.under(lines, captioned) + GAP
        self.height = round(y)

    @staticmethod
    def under(lines: int, captioned: bool) -> float:
        """How much room a caption and lines of a comment take."""
        room = CAPTION * LEADING * captioned + COMMENT * LEADING * lines
        return room + GAP / 2 if room else 0

    def svg(self) -> str:
        scale = self.look.size / BOARD_WIDTH
        inside = self.heading() + "".join(map(self.figure, range(len(self.diagrams))))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
            f' viewBox="0 0 {self.width} {self.height}"'
            f' width="{round(self.width * scale)}" height="{round(self.height * scale)}">'
            f"{self.name()}{definitions(inside)}{self.ground()}{inside}</svg>"
        )

    def name(self) -> str:
        words = " ".join(part for part, _ in self.head)
        return f"<title>{escape(words)}</title>" if words else ""

    def ground(self) -> str:
        return f'<rect width="{self.width}" height="{self.height}" fill="{self.theme.page}"/>'

    def heading(self) -> str:
        parts, y = [], float(GAP)
        for text, size in self.head:
            y += size * LEADING
            fill = self.theme.text if size == TITLE else self.theme.soft
            parts.append(line(text, self.width / 2, y - size * 0.35, size, fill))
        return "".join(parts)

    def figure(self, index: int) -> str:
        """A board and what stands under it."""
        return self.board(index) + self.words(index)

    def board(self, index: int) -> str:
        """A board in its place."""
        return board_of(self.diagrams[index], self.look, self.places[index])

    def words(self, index: int) -> str:
        """What stands under a board."""
        found = self.diagrams[index]
        x, y = self.places[index]
        y += BOARD_HEIGHT + GAP / 4
        parts = []
        if found.caption:
            middle = x + BOARD_WIDTH / 2
            y += CAPTION * LEADING
            parts.append(line(found.caption, middle, y - CAPTION * 0.35, CAPTION, self.theme.text))
        for text in self.comments[index]:
            y += COMMENT * LEADING
            parts.append(line(text, x, y - COMMENT * 0.35, COMMENT, self.theme.soft, start=True))
        return "".join(parts)


def broken(text: str, size: float, width: float) -> list[str]:
    """A text broken into lines: at spaces between words, anywhere in Chinese.

    >>> broken("this is a comment", 20, 110), broken("红方先手。", 20, 80)
    (['this is a', 'comment'], ['红方先', '手。'])
    """
    lines: list[str] = []
    for paragraph in clean(text).splitlines():
        current = ""
        for word in words(paragraph):
            if current and text_width(current + word.rstrip(), size) > width:
                lines.append(current.rstrip())
                current = word.lstrip()
            else:
                current += word
            while text_width(current.rstrip(), size) > width and len(current) > 1:
                fits = max(1, int(len(current) * width / text_width(current, size)))
                lines.append(current[:fits])
                current = current[fits:]
        if current.strip():
            lines.append(current.rstrip())
    return lines


def words(text: str) -> list[str]:
    """What a line is made of: words with the space after them, single characters of Chinese.

    >>> words("炮 takes e5（好）。")
    ['炮 ', 'takes ', 'e5', '（好）。']
    """
    found: list[str] = []
    for char in text:
        before = found[-1][-1] if found else ""
        glued = before and (
            char == " "
            or char in NOT_FIRST
            or before in NOT_LAST
            or (ord(char) < 0x2E80 and ord(before) < 0x2E80 and before != " ")
        )
        if glued:
            found[-1] += char
        else:
            found.append(char)
    return found
