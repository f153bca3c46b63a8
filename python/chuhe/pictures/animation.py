"""A game as a moving picture: GIF, of which each frame holds only what changed."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from chuhe.game import Game, Node
from chuhe.pictures.diagrams import Diagram, game_diagrams, game_title
from chuhe.pictures.page import Look, Page, board_of
from chuhe.pictures.raster import PictureError, Pixels
from chuhe.svg import BOARD_HEIGHT, BOARD_WIDTH, definitions
from chuhe.svg.drawing import CELL, MARGIN

__all__ = ["frames_gif", "gif"]

#: Colours of the palette, and those of them that are used: flat surfaces and their soft edges.
COLORS, USED = 128, 96
#: The one that leaves a pixel as it was.
NOTHING = COLORS - 1

Rect = tuple[int, int, int, int]


def gif(
    game: Game,
    *,
    line: Node | None = None,
    look: Look | None = None,
    notation: str = "zh",
    delay: float = 1.0,
    rest: float = 3.0,
    fonts: Sequence[str] = (),
    notice: Callable[[PictureError], None] | None = None,
) -> bytes:
    """A line of a game as an animated GIF, which begins again after its end.

    Args:
        game: what to show.
        line: the end of the line; the main line if left out.
        look: of the boards.
        notation: of the captions.
        delay: seconds a position stands.
        rest: seconds the last one stands.
        fonts: as in `png`.
        notice: likewise.

    Raises:
        PictureError: as `png`.
        ParseError: there is no such theme.

    >>> game = Game()
    >>> _ = game.add_line(["炮二平五", "马8进7"])
    >>> gif(game, look=Look(size=160))[:6]
    b'GIF89a'
    """
    diagrams = list(game_diagrams(game, line=line, notation=notation))
    title, subtitle = game_title(game)
    return frames_gif(
        diagrams,
        look=look,
        title=title,
        subtitle=subtitle,
        delay=delay,
        rest=rest,
        fonts=fonts,
        notice=notice,
    )


def frames_gif(
    diagrams: Sequence[Diagram],
    *,
    look: Look | None = None,
    title: str = "",
    subtitle: str = "",
    delay: float = 1.0,
    rest: float = 3.0,
    fonts: Sequence[str] = (),
    notice: Callable[[PictureError], None] | None = None,
) -> bytes:
    """Diagrams one after the other as an animated GIF; args and errors as of `gif`."""
    if not diagrams:
        raise ValueError("a moving picture needs a diagram")
    film = _Film(diagrams, look or Look(), title, subtitle, Pixels(fonts, notice))
    times = [delay] * (len(diagrams) - 1) + [rest]
    return _written(film.images(), [max(20, round(1000 * seconds)) for seconds in times])


def _written(images: Iterator[Any], times: Sequence[int]) -> bytes:
    """Frames with one palette as a file; each holds the box that changed, and in it the pixels.

    Pillow's own writer gives each frame a palette and all pixels of its box.
    """
    from PIL import Image, ImageChops
    from PIL.GifImagePlugin import getdata

    first = next(images)
    palette = first.getpalette()[: 3 * COLORS]
    palette += [0] * (3 * COLORS - len(palette))
    width, height = first.size
    parts = [
        b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF6, 0, 0) + bytes(palette),
        b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
        *getdata(first, duration=times[0], disposal=1),
    ]
    before = Image.frombytes("L", first.size, first.tobytes())
    for image, time in zip(images, times[1:], strict=True):
        after = Image.frombytes("L", image.size, image.tobytes())
        changed = ImageChops.difference(before, after).point([0] + [255] * 255)
        box = changed.getbbox() or (0, 0, 1, 1)
        part = Image.new("L", image.size, NOTHING)
        part.paste(after, mask=changed)
        part = part.crop(box)
        shown = Image.frombytes("P", part.size, part.tobytes())
        shown.putpalette(palette)
        parts += getdata(shown, box[:2], duration=time, disposal=1, transparency=NOTHING)
        before = after
    return b"".join([*parts, b";"])


class _Film:
    """The frames of a moving picture: the first in full, of the others what changed."""

    def __init__(
        self, diagrams: Sequence[Diagram], look: Look, title: str, subtitle: str, pixels: Pixels
    ) -> None:
        self.diagrams, self.look, self.pixels = diagrams, look, pixels
        # All frames are planned alike: as high as the longest comment needs.
        plan = Page(diagrams, look, len(diagrams), "", "")
        lines = max(map(len, plan.comments))
        captioned = any(one.caption for one in diagrams)
        self.pages = [Page([one], look, 1, title, subtitle, (lines, captioned)) for one in diagrams]
        self.scale = look.size / BOARD_WIDTH
        page = self.pages[0]
        self.width, self.height = round(page.width * self.scale), round(page.height * self.scale)

    def images(self) -> Iterator[Any]:
        """The frames, with one palette."""
        whole = self.pixels.image(self.pages[0].svg())
        palette = self._palette(whole)
        yield whole.quantize(palette=palette, dither=0)
        for before, page in zip(self.diagrams, self.pages[1:], strict=False):
            for rect, inside in self._changes(before, page):
                if rect[2] > rect[0] and rect[3] > rect[1]:
                    part = self.pixels.image(self._part(page, rect, inside))
                    whole.paste(part, rect[:2])
            yield whole.quantize(palette=palette, dither=0)

    def _palette(self, whole: Any) -> Any:
        """The colours of the first frame, and of one with all that others may have."""
        page = self.pages[0]
        arrows = {arrow[2:] for one in self.diagrams for arrow in one.arrows}
        circles = {c[1] if isinstance(c, tuple) else "" for d in self.diagrams for c in d.circles}
        more = Diagram(
            page.diagrams[0].pieces,
            last=(40, 49),
            check=43 if any(one.check is not None for one in self.diagrams) else None,
            arrows=tuple((36, 44, *kind) for kind in sorted(arrows)),
            circles=tuple((41, color) if color else 41 for color in sorted(circles)),
        )
        both = self.pixels.image(Page([more], self.look, 1, "", "").svg())
        sample = whole.copy().crop((0, 0, self.width, self.height + both.height))
        sample.paste(both, (0, self.height))
        return sample.quantize(USED)

    def _changes(self, before: Diagram, page: Page) -> Iterator[tuple[Rect, str]]:
        """The parts in which a page differs from the one before, and what is to be drawn there."""
        after = page.diagrams[0]
        x, y = page.places[0]
        below = y + BOARD_HEIGHT + 1 / self.scale
        yield self._pixels(0, below, page.width, page.height), page.words(0)
        if (before.arrows, before.circles) != (after.arrows, after.circles):
            yield self._pixels(x, y, x + BOARD_WIDTH, y + BOARD_HEIGHT), page.board(0)
            return
        for square in range(90):
            if _at(before, square) != _at(after, square):
                a, b = self._place(square)
                rect = self._pixels(
                    x + a - CELL / 2, y + b - CELL / 2, x + a + CELL / 2, y + b + CELL / 2
                )
                # Neighbours touch the part; all others need not be drawn.
                near = {
                    other: piece
                    for other, piece in after.pieces.items()
                    if abs(other // 9 - square // 9) < 2 and abs(other % 9 - square % 9) < 2
                }
                yield rect, board_of(replace(after, pieces=near), self.look, (x, y))

    def _place(self, square: int) -> tuple[int, int]:
        rank, file = divmod(square, 9)
        if self.look.flipped:
            file, rank = 8 - file, 9 - rank
        return MARGIN + CELL * file, MARGIN + CELL * (9 - rank)

    def _pixels(self, left: float, top: float, right: float, bottom: float) -> Rect:
        """Whole pixels around a part of the page."""
        return (
            max(0, int(left * self.scale)),
            max(0, int(top * self.scale)),
            min(self.width, int(right * self.scale) + 1),
            min(self.height, int(bottom * self.scale) + 1),
        )

    def _part(self, page: Page, rect: Rect, inside: str) -> str:
        """A part of a page as a picture of its own."""
        left, top, right, bottom = (value / self.scale for value in rect)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg"'
            f' viewBox="{left:.4f} {top:.4f} {right - left:.4f} {bottom - top:.4f}"'
            f' width="{rect[2] - rect[0]}" height="{rect[3] - rect[1]}">'
            f"{definitions(inside)}{page.ground()}{inside}</svg>"
        )


def _at(found: Diagram, square: int) -> tuple[object, ...]:
    """What is drawn on a square."""
    return found.pieces.get(square), square in (found.last or ()), square == found.check
