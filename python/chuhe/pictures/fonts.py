"""Fonts for titles and comments in pictures made of pixels; boards and moves need none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from chuhe.errors import ChuheError, add_messages
from chuhe.i18n import N_

__all__ = ["Font", "PictureError", "covering", "font_of", "installed"]

#: Parts of the file names of fonts that have Chinese, the nicest first; then ones with signs.
KNOWN = (
    *("lxgwwenkai-regular", "lxgwwenkai", "notoserifcjk-regular", "sourcehanserif", "notoserifsc"),
    *("notosanscjk-regular", "sourcehansans", "notosanssc", "notoserifcjk", "notosanscjk"),
    *("songti", "simsun", "pingfang", "hiragino", "stheiti", "msyh", "simkai", "simhei"),
    *("kaiti", "ukai", "uming", "wqy", "droidsansfallback", "unifont"),
    *("dejavusans.", "notosanssymbols", "symbola", "segoeui", "arial"),
)


class PictureError(ChuheError):
    """A picture cannot be made here: a package or a font is missing, or it is too large."""


class Font(NamedTuple):
    """A face in a file."""

    path: str
    face: int
    family: str


def folders() -> list[Path]:
    """Where fonts are installed."""
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home))
        return [
            Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts"),
            Path(local, "Microsoft/Windows/Fonts"),
        ]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [
        Path(data, "fonts"),
        home / ".fonts",
        Path("/usr/local/share/fonts"),
        Path("/usr/share/fonts"),
    ]


def installed() -> list[str]:
    """The files of fonts that are known to be of use, the nicest first."""
    found: list[tuple[int, str]] = []
    for folder in folders():
        for here, _, files in os.walk(folder):
            for file in files:
                name = file.lower().replace(" ", "")
                if not name.endswith((".ttf", ".ttc", ".otf")):
                    continue
                rank = next((i for i, part in enumerate(KNOWN) if part in name), None)
                if rank is not None:
                    found.append((rank, os.path.join(here, file)))
    return [path for _, path in sorted(found)]


def font_of(path: str) -> Font:
    """The face of a font file to write Chinese with: the simplified one of a collection.

    Raises:
        OSError: it is no font that can be read.
    """
    from PIL import ImageFont

    first = Font(path, 0, ImageFont.truetype(path, 20).getname()[0] or "")
    if not path.lower().endswith((".ttc", ".otc")):
        return first
    for index in range(32):
        try:
            family = ImageFont.truetype(path, 20, index=index).getname()[0] or ""
        except OSError:
            break
        if family.endswith("SC"):
            return Font(path, index, family)
    return first


@lru_cache(maxsize=4096)
def _has(font: Font, char: str) -> bool:
    return _drawn(font, char) != _drawn(font, "\U0010ffff")


def _drawn(font: Font, char: str) -> tuple[tuple[int, int], bytes]:
    mask = _face(font).getmask(char)
    return mask.size, bytes(mask)


@lru_cache(maxsize=16)
def _face(font: Font):  # type: ignore[no-untyped-def] # Pillow is there when it is called
    from PIL import ImageFont

    return ImageFont.truetype(font.path, 20, index=font.face)


def covering(chars: set[str], given: Sequence[str] = ()) -> tuple[list[Font], set[str]]:
    """Fonts to write some characters with, and the characters that none of them has.

    Args:
        chars: what is to be written.
        given: files of fonts to take before those installed.

    Raises:
        PictureError: a file given is no font.
    """
    fonts: list[Font] = []
    missing = {char for char in chars if not char.isspace()}
    for font in _candidates(given):
        if not missing:
            break
        rest = {char for char in missing if not _has(font, char)}
        if len(rest) < len(missing):
            fonts.append(font)
        missing = rest
    return fonts, missing


def _candidates(given: Sequence[str]) -> Iterator[Font]:
    for path in given:
        try:
            yield font_of(path)
        except OSError as error:
            raise PictureError("picture.bad_font", {"path": path, "why": str(error)}) from None
    for path in installed():
        try:
            yield font_of(path)
        except OSError:
            continue


add_messages({"picture.bad_font": N_("{path} is no font that can be read ({why})")})
