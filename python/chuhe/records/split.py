"""An archive in files: one a game, or one for each event, player, year, opening, result.

>>> import os, tempfile
>>> games = [Game(headers=[("Event", name)]) for name in ("杯赛", "联赛", "杯赛")]
>>> with tempfile.TemporaryDirectory() as folder:
...     with Splitter(folder, Recipe("pgn"), by="event") as split:
...         losses = [loss for game in games for loss in split.add("a.pgn", game)]
...     sorted(os.listdir(folder))
['杯赛.pgn', '联赛.pgn']
>>> split.files, split.games
(2, 3)
"""

from __future__ import annotations

import io
import os
import shutil
import string
import tempfile
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from chuhe.errors import ParseError, add_messages
from chuhe.game import Game
from chuhe.i18n import N_, _, path_text
from chuhe.records import FORMATS, Loss, read
from chuhe.records.convert import Recipe
from chuhe.records.output import JOINABLE, Names, safe_name
from chuhe.records.select import dates_of, starts_as_usual

__all__ = ["BY", "FIELDS", "Splitter"]

#: What a file can be made for.
BY = ("event", "red", "black", "year", "opening", "result", "ecco")
#: What a name can be made of.
FIELDS = (
    *("number", "title", "event", "date", "year", "round", "red", "black", "result"),
    *("opening", "ecco", "file", "index"),
)
#: Files open at once.
OPEN = 64


class Splitter:
    """Writes games to files of a folder; they appear there when the ``with`` block ends well.

    Args:
        folder: where to; made if need be.
        recipe: in what format; its selection is not asked.
        by: a name of `BY`: a file for all games that have it in common, or, of formats
            that hold one game, a folder.
        every: so many games a file (or folder), if ``by`` is empty; 0 is a file a game.
        template: the name of a game's file, such as ``{number:05} {red} - {black}``, of
            the fields in `FIELDS`.
        force: write over files that are there.

    Raises:
        ParseError: the template has another field, or there is no such ``by``.
        FileExistsError: a file is there already.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        recipe: Recipe,
        *,
        by: str = "",
        every: int = 0,
        template: str = "{number:05} {title}",
        force: bool = False,
    ) -> None:
        if by and by not in BY:
            raise ParseError("split.by", {"text": by, "known": ", ".join(BY)})
        _check(template)
        self.folder = Path(folder)
        self.games = self.files = 0
        self._recipe, self._by, self._every = recipe, by, every
        self._template, self._force = template, force
        self._suffix = FORMATS[recipe.format].SUFFIXES[0]
        self._is_grouped = bool(by or every)
        self._one_game = FORMATS[recipe.format].ONE_GAME
        # Files that cannot be joined are kept as JSON until all their games are there.
        self._is_kept = self._is_grouped and not self._one_game and recipe.format not in JOINABLE
        self._groups: dict[str, str] = {}
        self._names: dict[str, Names] = {"": Names()}
        self._open: OrderedDict[str, BinaryIO] = OrderedDict()
        self._made = False

    def __enter__(self) -> Self:
        self._made = not self.folder.exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._work = Path(tempfile.mkdtemp(dir=self.folder, prefix=".chuhe-"))
        return self

    def add(self, path: str, game: Game) -> list[Loss]:
        """Write a game.

        Args:
            path: the file it is from.
            game: the game.

        Returns:
            What the format cannot hold, with the number of the game in its file.
        """
        self.games += 1
        name = self._name_of(path, game)
        data = io.BytesIO()
        recipe = replace(self._recipe, format="json", version=0) if self._is_kept else self._recipe
        losses = [Loss(code, facts, game.index) for code, facts, _n in recipe.write([game], data)]
        if self._is_grouped and not self._one_game:
            self._file(name).write(data.getvalue())
        else:
            (self._work / name).write_bytes(data.getvalue())
        return losses

    def _name_of(self, path: str, game: Game) -> str:
        fields = _fields(path, game, self.games)
        if not self._is_grouped:
            return self._new(safe_name(_filled(self._template, fields)))
        if self._by:
            key = str(fields[self._by]) or _("unknown")
        else:
            key = f"{(self.games - 1) // self._every + 1:04}"
        group = self._groups.get(key)
        if self._one_game:
            if group is None:
                group = self._groups[key] = self._names[""].new(safe_name(key), "")
                self._names[group] = Names()
                (self._work / group).mkdir()
            return self._new(safe_name(_filled(self._template, fields)), group)
        if group is None:
            group = self._groups[key] = self._new(safe_name(key))
        return group

    def _new(self, name: str, group: str = "") -> str:
        """A name that no file has yet."""
        full = os.path.join(group, self._names[group].new(name, self._suffix))
        if not self._force and (self.folder / full).exists():
            raise FileExistsError(17, "File exists", str(self.folder / full))
        self.files += 1
        return full

    def _file(self, name: str) -> BinaryIO:
        """The file of a group, open; of many, those used last stay open."""
        file = self._open.pop(name, None)
        if file is None:
            if len(self._open) >= OPEN:
                self._open.popitem(last=False)[1].close()
            file = open(self._work / name, "ab")  # noqa: SIM115 - closed below
        self._open[name] = file
        return file

    def _close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()

    def finish(self) -> list[tuple[str, Loss]]:
        """Write what had to wait for its last game; names of files, and what they cannot hold."""
        self._close()
        found = []
        if self._is_kept:
            self._is_kept = False
            for name in self._groups.values():
                games = list(read(self._work / name, format="json"))
                with open(self._work / name, "wb") as file:
                    found += [(name, loss) for loss in self._recipe.write(games, file)]
        return found

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._close()
            if kind is None:
                self.finish()
                for here, _folders, files in os.walk(self._work):
                    target = self.folder / os.path.relpath(here, self._work)
                    target.mkdir(exist_ok=True)
                    for name in files:
                        os.replace(os.path.join(here, name), target / name)
        finally:
            shutil.rmtree(self._work, ignore_errors=True)
            if kind is not None and self._made and not any(self.folder.iterdir()):
                self.folder.rmdir()


def _fields(path: str, game: Game, number: int) -> dict[str, object]:
    """What a name can be made of."""
    said = game._record.header
    header = {name: (said(name) or "").strip("?* ") for name in _HEADERS}
    players = [header["Red"], header["Black"]]
    stem = "" if path == "-" else Path(path_text(path)).stem
    title = f"{players[0] or '_'} - {players[1] or '_'}" if any(players) else header["Title"]
    days = dates_of(game)
    moves = game.mainline_text()[:2] if starts_as_usual(game) else []
    return {
        "number": number,
        "title": title or header["Event"] or stem,
        "event": header["Event"],
        "date": header["Date"],
        "year": f"{days[0][0]}" if days else "",
        "round": header["Round"],
        "red": header["Red"],
        "black": header["Black"],
        "result": _(_RESULTS[game.result]),
        "opening": " ".join(moves),
        "ecco": header["ECCO"],
        "file": stem,
        "index": game.index,
    }


_HEADERS = ("Title", "Event", "Date", "Round", "Red", "Black", "ECCO")
_RESULTS = {
    "1-0": N_("Red wins"),
    "0-1": N_("Black wins"),
    "1/2-1/2": N_("draw"),
    "*": N_("unknown"),
}


def _check(template: str) -> None:
    """Raises ParseError if the template cannot be filled."""
    try:
        fields = {name for _text, name, _form, _turn in string.Formatter().parse(template) if name}
        if fields <= set(FIELDS):
            template.format(**dict.fromkeys(FIELDS, "") | {"number": 1, "index": 0})
            return
    except (ValueError, IndexError, KeyError):
        pass
    raise ParseError("split.template", {"text": template, "known": ", ".join(FIELDS)})


def _filled(template: str, fields: dict[str, object]) -> str:
    return template.format(**fields)


add_messages(
    {
        "split.by": N_("files are not made by '{text}'; expected one of {known}"),
        "split.template": N_("not the template of a name: '{text}'; its fields are {known}"),
    }
)
