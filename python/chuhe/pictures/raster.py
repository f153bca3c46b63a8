"""Pictures of pixels from SVG, by resvg, which comes with the extra ``[png]``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape, unescape
from typing import Any

from chuhe.errors import add_messages
from chuhe.i18n import N_
from chuhe.pictures.fonts import Font, PictureError, covering

__all__ = ["MOST_PIXELS", "PictureError", "Pixels", "png"]

#: A larger picture is refused.
MOST_PIXELS = 100_000_000

#: What stands for a character that no font here has: the printers' mark for missing type.
GETA = "〓"

_TEXT = re.compile(r"(<text[^>]*>)([^<]*)(</text>)")


def png(
    svg: str,
    width: int | None = None,
    *,
    fonts: Sequence[str] = (),
    notice: Callable[[PictureError], None] | None = None,
) -> bytes:
    """A picture as PNG.

    Boards, pieces and moves are outlines; other texts are written with an installed font that
    has Chinese.

    Args:
        svg: the picture.
        width: in pixels; its own if left out.
        fonts: files of fonts to use before those installed.
        notice: called with what is missing if no font has some characters, which are then
            written as 〓.

    Raises:
        PictureError: ``picture.no_png``: the packages of the extra ``[png]`` are not installed;
            ``picture.no_font``: no font has some characters, and there is no ``notice``;
            ``picture.bad_font``: a file of ``fonts`` is none; ``picture.too_large``.

    >>> import chuhe
    >>> png(chuhe.Board().svg(), 120)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    return Pixels(fonts, notice).png(svg, width)


class Pixels:
    """Makes pixels of pictures, and remembers the fonts it found for the next one."""

    def __init__(
        self,
        fonts: Sequence[str] = (),
        notice: Callable[[PictureError], None] | None = None,
    ) -> None:
        try:
            import PIL.Image
            import resvg_py
        except ImportError as error:
            raise PictureError("picture.no_png", {"why": str(error)}) from None
        self._resvg: Any = resvg_py
        self._image = PIL.Image
        self._given, self._notice = fonts, notice
        self._known: dict[str, bool] = {}
        self._fonts: list[Font] = []

    def png(self, svg: str, width: int | None = None) -> bytes:
        """As the function `png`."""
        _check_size(svg, width)
        svg = self._written(svg)
        fonts = self._fonts if "<text" in svg else []  # loading them takes time
        family = fonts[0].family if fonts else None
        return bytes(
            self._resvg.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=[font.path for font in fonts] or None,
                font_family=family,
                serif_family=family,
                sans_serif_family=family,
            )
        )

    def image(self, svg: str) -> Any:
        """The picture as an image of Pillow, opaque."""
        from io import BytesIO

        with self._image.open(BytesIO(self.png(svg))) as image:
            return image.convert("RGB")

    def _written(self, svg: str) -> str:
        """The picture with 〓 for characters that no font has; and fonts found for the others."""
        chars = set(unescape("".join(text for _, text, _ in _TEXT.findall(svg))))
        unknown = {char for char in chars if char not in self._known and not char.isspace()}
        if unknown:
            fonts, missing = covering(unknown | self._has(), self._given)
            if missing:
                self._miss(missing)
                fonts, _ = covering((unknown - missing) | self._has() | {GETA}, self._given)
            self._fonts = fonts
            self._known.update(dict.fromkeys(unknown - missing, True))
            self._known.update(dict.fromkeys(missing, False))
        lost = {char for char in chars if self._known.get(char) is False}
        if not lost:
            return svg

        def replaced(found: re.Match[str]) -> str:
            text = "".join(GETA if c in lost else c for c in unescape(found[2]))
            return found[1] + escape(text) + found[3]

        return _TEXT.sub(replaced, svg)

    def _has(self) -> set[str]:
        return {char for char, there in self._known.items() if there}

    def _miss(self, missing: set[str]) -> None:
        error = PictureError("picture.no_font", {"characters": "".join(sorted(missing))[:60]})
        if self._notice is None:
            raise error
        self._notice(error)


def _check_size(svg: str, width: int | None) -> None:
    """Refuse what would take gigabytes.

    >>> _check_size('<svg width="20000" height="20000">', None)
    Traceback (most recent call last):
    chuhe.pictures.fonts.PictureError: ...
    """
    found = re.search(r'<svg[^>]*? width="(\d+)" height="(\d+)"', svg)
    if found:
        wide, high = int(found[1]), int(found[2])
        if width:
            wide, high = width, high * width // max(wide, 1)
        if wide * high > MOST_PIXELS:
            facts = {"width": wide, "height": high, "most": MOST_PIXELS // 1_000_000}
            raise PictureError("picture.too_large", facts)


add_messages(
    {
        "picture.no_png": N_(
            "PNG and GIF need resvg and Pillow ({why}); install them with: pip install 'chuhe[png]'"
        ),
        "picture.no_font": N_(
            "no font here has the characters {characters}; name one with --font FILE, or install"
            " one with Chinese, such as, on Debian: apt-get install fonts-noto-cjk"
        ),
        "picture.too_large": N_(
            "a picture of {width} × {height} pixels is too large; at most {most} million are made"
        ),
    }
)
