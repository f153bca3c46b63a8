"""The pictures that ``chuhe show`` writes."""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import typer

from chuhe._core import Setup
from chuhe.cli.common import progress
from chuhe.cli.show_run import Asked, Shown
from chuhe.i18n import _
from chuhe.pictures import (
    Diagram,
    Look,
    PictureError,
    frames_gif,
    game_diagrams,
    game_title,
    page_svg,
    parse_arrow,
    parse_circle,
    setup_diagram,
)
from chuhe.pictures.page import board_of
from chuhe.pictures.raster import Pixels
from chuhe.records.output import whole_file
from chuhe.svg import Coordinates, Glyphs

__all__ = ["write_pictures"]

FORMATS = ("svg", "png", "gif")
_NUMBERED = re.compile(r"%0?\d*d")


def write_pictures(asked: Asked, shown: Shown) -> None:
    """Write all pictures that were asked for.

    Raises:
        typer.BadParameter: a file's name promises no picture.
        ChuheError: an arrow, circle or colour is none; packages or fonts are missing.
        OSError: a file cannot be written.
    """
    plans = [(_format(format, name), name) for format, name in asked.files]
    diagrams = _diagrams(asked, shown)
    for format, name in plans:
        found = diagrams
        if format == "gif" and not asked.every:
            found = _all(asked, shown)
        _write(asked, shown, format, name, found)


def _format(format: str, name: str) -> str:
    """The format of a picture, by its name if it was not said."""
    format = format or Path(name).suffix.lower().lstrip(".")
    if format not in FORMATS:
        raise typer.BadParameter(
            _("{name}: the name of a picture ends in .svg, .png or .gif", name=name)
        )
    return format


def _write(asked: Asked, shown: Shown, format: str, name: str, diagrams: list[Diagram]) -> None:
    if format != "gif" and asked.every and _NUMBERED.search(name):
        pixels = _pixels(asked) if format == "png" else None
        with progress(_("Drawing"), len(diagrams)) as bar:
            for found in diagrams:
                file = _NUMBERED.sub(lambda sign, ply=found.ply: sign[0] % ply, name)  # type: ignore[misc]
                _put(file, _picture(asked, shown, pixels, [found]))
                bar.advance()
        return
    if format == "gif":
        title, subtitle = _titles(asked, shown)
        _put(
            name,
            frames_gif(
                diagrams,
                look=_look(asked, 1),
                title=title,
                subtitle=subtitle,
                delay=asked.delay,
                rest=max(3.0, asked.delay),
                fonts=asked.fonts,
                notice=_notice,
            ),
        )
        return
    pixels = _pixels(asked) if format == "png" else None
    _put(name, _picture(asked, shown, pixels, diagrams))


def _pixels(asked: Asked) -> Pixels:
    return Pixels(asked.fonts, _notice)


def _notice(error: PictureError) -> None:
    sys.stderr.write(f"chuhe: {error}\n")


def _picture(
    asked: Asked, shown: Shown, pixels: Pixels | None, diagrams: Sequence[Diagram]
) -> bytes:
    """One picture of some diagrams: SVG, or PNG if there is something that makes pixels."""
    look = _look(asked, len(diagrams))
    title, subtitle = _titles(asked, shown)
    only = diagrams[0] if len(diagrams) == 1 else None
    if only and not (title or subtitle or only.caption or only.comment):
        svg = board_of(only, look)
    else:
        svg = page_svg(diagrams, look=look, columns=asked.columns, title=title, subtitle=subtitle)
    return pixels.png(svg) if pixels else svg.encode()


def _look(asked: Asked, boards: int) -> Look:
    return Look(
        asked.theme,
        cast("Glyphs", asked.glyphs),
        cast("Coordinates", asked.coordinates),
        asked.black,
        asked.size or (480 if boards == 1 else 240),
    )


def _titles(asked: Asked, shown: Shown) -> tuple[str, str]:
    return game_title(shown.game) if asked.title is None else (asked.title, "")


def _diagrams(asked: Asked, shown: Shown) -> list[Diagram]:
    """What is to be drawn: a diagram a ply, or the one asked for."""
    found = _all(asked, shown)
    if asked.every:
        return found
    return [one for one in found if one.ply == shown.ply]


def _all(asked: Asked, shown: Shown) -> list[Diagram]:
    """The diagrams of the line, with the arrows and circles that were asked for."""
    game, nodes = shown.game, shown.line.nodes
    if game.is_playable:
        line = nodes[-1] if nodes else None
        found = list(game_diagrams(game, line=line, notation=asked.style))
    else:
        found = [setup_diagram(Setup(game.start_fen), game.root.comment)]
    arrows = tuple(map(parse_arrow, asked.arrows))
    circles = tuple(map(parse_circle, asked.circles))
    step = asked.step if asked.every else 1
    return [
        replace(one, arrows=(*one.arrows, *arrows), circles=(*one.circles, *circles))
        for one in found
        if one.ply % step == 0
    ]


def _put(name: str, data: bytes) -> None:
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        with whole_file(name) as file:
            file.write(data)
