#!/usr/bin/env python3
"""Draw the fourteen pieces, plain and with letters, and the river lettering as SVG outlines.

The page has them as files; ``chuhe.svg`` has the characters alone, with those of moves and
the letters of ASCII, in a module.

The glyphs come from LXGW WenKai Bold (Debian: ``fonts-lxgw-wenkai``, SIL Open
Font License 1.1), so that every reader sees the same characters whatever fonts
are installed. The outlines are committed; run this only to redraw them::

    apt-get install -y fonts-lxgw-wenkai
    pip install fonttools
    python tools/make_pieces.py
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FONT = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")
OUT = Path(__file__).resolve().parent.parent / "web" / "src" / "board"

ROLES = "kabnrcp"
#: As WXF notation names the pieces, for those who do not read Chinese yet.
LETTERS = "KAEHRCP"
GLYPHS = {"red": "帥仕相傌俥炮兵", "black": "將士象馬車砲卒"}
INK = {"red": "#ab1d13", "black": "#1d262b"}
RIVER = "楚河漢界"
#: What moves are written with, in both scripts, results, and the letters of ASCII.
WORDS = (
    "车马炮兵帅仕相象士将卒包進进退平前中後后一二三四五六七八九十红黑紅胜勝和负負先局未"
    + "·–—…（）：，。！？"
    + "".join(map(chr, range(33, 127)))
)
PACKAGE = Path(__file__).resolve().parent.parent / "python" / "chuhe" / "svg" / "outlines.py"
OUTLINES = '''"""Characters as outlines, so that a picture looks alike whatever fonts are installed.

Drawn by tools/make_pieces.py from LXGW WenKai Bold (SIL Open Font License 1.1).
"""

# fmt: off
OUTLINES: dict[str, tuple[float, float, float, float, str]] = {
    # character: advance, middle of the ink (x, y), its longer side, path; the em is 100 and y points down
%s}
'''

PIECE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<defs>
<radialGradient id="f" cx=".38" cy=".3" r=".8"><stop offset="0" stop-color="#fffaf0"/><stop offset=".62" stop-color="#f6e6c6"/><stop offset="1" stop-color="#dcbd8a"/></radialGradient>
<radialGradient id="s"><stop offset=".8" stop-color="#3a1f06" stop-opacity=".42"/><stop offset="1" stop-color="#3a1f06" stop-opacity="0"/></radialGradient>
</defs>
<circle cx="51" cy="53" r="47" fill="url(#s)"/>
<circle cx="50" cy="49.5" r="44" fill="url(#f)" stroke="#a97f47" stroke-width="1.4"/>
<circle cx="50" cy="49.5" r="37.2" fill="none" stroke="{ink}" stroke-width="1.9"/>
<path fill="{ink}" d="{path}"/>
</svg>
"""


class Number(float):
    """A coordinate printed with at most one decimal, to keep the files small."""

    def __str__(self) -> str:
        return f"{self:.1f}".rstrip("0").rstrip(".")


def outline(font: TTFont, char: str, centre: tuple[float, float], size: float) -> str:
    """Return the SVG path of ``char``, its ink centred on ``centre``.

    ``size`` is the em size; ink wider or taller than 0.94 em is scaled down, so
    that all characters fill the disc alike.
    """
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(char)]
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    x0, y0, x1, y1 = bounds.bounds
    em = font["head"].unitsPerEm
    scale = min(size / em, 0.94 * size / max(x1 - x0, y1 - y0))
    dx = centre[0] - scale * (x0 + x1) / 2
    dy = centre[1] + scale * (y0 + y1) / 2
    path = SVGPathPen(glyphs, ntos=lambda v: str(Number(v)))
    glyphs[name].draw(TransformPen(path, (scale, 0, 0, -scale, dx, dy)))
    return path.getCommands()


def in_em(font: TTFont, char: str) -> str:
    """A line of the module: ``char`` on its base line, in an em of 100."""
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(char)]
    scale = 100 / font["head"].unitsPerEm
    bounds = BoundsPen(glyphs)
    glyphs[name].draw(bounds)
    x0, y0, x1, y1 = (scale * value for value in bounds.bounds)
    path = SVGPathPen(glyphs, ntos=lambda v: str(Number(v)))
    glyphs[name].draw(TransformPen(path, (scale, 0, 0, -scale, 0, 0)))
    numbers = (scale * glyphs[name].width, (x0 + x1) / 2, -(y0 + y1) / 2, max(x1 - x0, y1 - y0))
    return (
        f'    {char!r}: ({", ".join(str(Number(n)) for n in numbers)}, "{path.getCommands()}"),\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--font", type=Path, default=FONT)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--module", type=Path, default=PACKAGE)
    options = parser.parse_args()
    if not options.font.exists():
        parser.error(f"no font at {options.font}: apt-get install -y fonts-lxgw-wenkai")
    font = TTFont(options.font)

    pieces = options.out / "pieces"
    pieces.mkdir(parents=True, exist_ok=True)
    for color, glyphs in GLYPHS.items():
        for role, char, letter in zip(ROLES, glyphs, LETTERS, strict=True):
            plain = outline(font, char, (50, 49.5), 56)
            lettered = outline(font, char, (50, 40.5), 43) + outline(font, letter, (50, 73.5), 25)
            for name, path in ((f"{color}-{role}", plain), (f"{color}-{role}-letter", lettered)):
                (pieces / f"{name}.svg").write_text(PIECE.format(ink=INK[color], path=path))

    river = "".join(f'  "{outline(font, char, (0, 0), 72)}",\n' for char in RIVER)
    (options.out / "river.ts").write_text(
        "// Drawn by tools/make_pieces.py from LXGW WenKai Bold (OFL-1.1): 楚 河 漢 界, each centred on 0,0.\n"
        f"// biome-ignore format: generated\nexport const RIVER = [\n{river}];\n"
    )

    chars = dict.fromkeys("".join(GLYPHS.values()) + RIVER + WORDS)
    options.module.write_text(OUTLINES % "".join(in_em(font, char) for char in chars))


if __name__ == "__main__":
    main()
