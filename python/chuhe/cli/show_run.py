"""What ``chuhe show`` does: read, find the position, print it or draw it."""

import re
import sys
from dataclasses import dataclass, field, replace
from os.path import exists, isdir
from typing import Any

import typer

from chuhe._core import Setup, square_name
from chuhe.board import START_FEN, Board
from chuhe.cli.common import FOUND, OK, open_input, write_json
from chuhe.cli.show_board import TextLook
from chuhe.cli.show_moves import Line, line_of, ply_text
from chuhe.cli.show_page import Page, diagram_lines, head_lines, page_lines, strip_lines
from chuhe.cli.show_text import Paint, fill, terminal_width, wants_color
from chuhe.errors import ParseError, SetupError, add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_, _
from chuhe.notation import Style
from chuhe.pictures import COORDINATES, GLYPHS, THEMES, game_diagrams, setup_diagram

__all__ = ["Asked", "Shown", "facts_of", "find", "run"]

#: Rows of letters and digits with strokes between them, and what follows in a FEN.
_FEN = re.compile(
    r"\s*[kabnrcpehKABNRCPEH1-9]+(/[kabnrcpehKABNRCPEH1-9]+){5,}(\s.*)?\s*", re.DOTALL
)

#: A game as other commands name it: the file, and its number from 0.
_PLACE = re.compile(r"(.+)#(\d{1,9})", re.DOTALL)

#: Of more problems the rest is counted.
MOST_PROBLEMS = 12


@dataclass(frozen=True)
class Asked:
    """What was asked for on the command line; the meanings are those of its help."""

    source: str = ""
    game: int = 1
    ply: int | None = None
    every: bool = False
    step: int = 1
    moves: str = ""
    variation: str = ""
    unfold: bool = False
    interactive: bool = False
    black: bool = False
    glyphs: str = "zh"
    ascii: bool = False
    wide_lines: bool = False
    notation: str = ""
    width: int | None = None
    color: str = "auto"
    json: bool = False
    #: Format (empty: by the name) and file of each picture.
    files: list[tuple[str, str]] = field(default_factory=list)
    theme: str = "wood"
    size: int | None = None
    columns: int | None = None
    coordinates: str = "numerals"
    arrows: list[str] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)
    title: str | None = None
    fonts: list[str] = field(default_factory=list)
    delay: float = 1.0

    @property
    def style(self) -> str:
        """The notation: that of the letters on the pieces if none was asked for."""
        return self.notation or ("wxf" if self.ascii or self.glyphs == "letters" else "zh")


@dataclass(frozen=True)
class Shown:
    """What was found."""

    game: Game
    line: Line
    ply: int
    #: Whether the file has games after this one.
    more: bool = False

    @property
    def node(self) -> Node:
        return self.line.nodes[self.ply - 1] if self.ply else self.game.root


def run(asked: Asked) -> int:
    """Do what was asked; the exit status.

    Raises:
        ChuheError, OSError: it cannot be done, and why.
        typer.BadParameter: an option is wrong.
    """
    asked = _placed(asked)
    _check(asked)
    shown = find(asked)
    problems = _problems(shown.game)
    if asked.json:
        write_json(facts_of(asked, shown))
    elif asked.files:
        from chuhe.cli.show_pictures import write_pictures

        write_pictures(asked, shown)
    elif asked.interactive:
        from chuhe.cli.show_walk import walk

        walk(shown.game, shown.line, shown.ply, _page(asked))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(asked, shown)))
        problems = []  # they stand among the lines
    for text in problems:
        sys.stderr.write(f"! {text}\n")
    return FOUND if _problems(shown.game) else OK


def _placed(asked: Asked) -> Asked:
    """``games.pgn#2`` is the third game of the file, as other commands name it."""
    place = _PLACE.fullmatch(asked.source)
    if place is None or asked.game != 1 or exists(asked.source):
        return asked
    return replace(asked, source=place[1], game=int(place[2]) + 1)


def _check(asked: Asked) -> None:
    known: list[tuple[str, str, tuple[str, ...]]] = [
        ("--glyphs", asked.glyphs, GLYPHS),
        ("--color", asked.color, ("auto", "always", "never")),
        ("--theme", asked.theme, tuple(THEMES)),
        ("--coordinates", asked.coordinates, COORDINATES),
        ("--notation", asked.style, tuple(Style)),
    ]
    for option, value, values in known:
        if value not in values:
            raise typer.BadParameter(
                _(
                    "{option} {value}: expected one of {known}",
                    option=option,
                    value=value,
                    known=", ".join(values),
                )
            )
    if (asked.arrows or asked.circles) and not asked.files:
        raise typer.BadParameter(
            _("arrows and circles are drawn in pictures: name one with -o FILE.svg")
        )
    if asked.glyphs == "both" and not asked.files:
        raise typer.BadParameter(_("both glyphs are for pictures; in the terminal: zh or letters"))


def find(asked: Asked) -> Shown:
    """The game, the line and the place in it that were asked for.

    Raises:
        ChuheError, OSError: there is none, or it cannot be read.
    """
    game, more = _read(asked)
    if not game.is_playable:
        if asked.moves:
            raise SetupError("setup", {"fen": game.start_fen}, Setup(game.start_fen).problems())
        return Shown(game, Line([], {}), 0, more)
    line = line_of(game, asked.variation)
    count = len(line.nodes)
    ply = asked.ply
    if ply is not None:
        ply = ply if ply >= 0 else count + 1 + ply
        if not 0 <= ply <= count:
            raise ParseError("show.no_ply", {"ply": asked.ply, "count": count})
    if asked.moves:
        return Shown(*_played(game, line, count if ply is None else ply, asked.moves), more)
    if ply is None:
        full = game.start_fen.split()[0] == START_FEN.split()[0]
        ply = max(line.taken) if line.taken else count if full else 0
    return Shown(game, line, ply, more)


def _read(asked: Asked) -> tuple[Game, bool]:
    """The game, and whether there are more after it."""
    from chuhe.records import read

    source: str | bytes = asked.source
    if source == "-":
        with open_input("-") as file:
            source = file.read()
        text = source[:1000].decode("utf-8", "replace").strip().lstrip("\ufeff")
        if "\n" not in text and _FEN.fullmatch(text):
            source = text
    if source == "":
        return Game(), False
    if isinstance(source, str) and _FEN.fullmatch(source) and not exists(source):
        return _of_fen(source), False
    if isinstance(source, str) and isdir(source):
        raise IsADirectoryError(21, "", source)
    games = iter(read(source))
    count = 0
    for count, game in enumerate(games, 1):
        if count == asked.game:
            return game, next(games, None) is not None
    raise ParseError("show.no_game", {"game": asked.game, "count": count})


def _of_fen(fen: str) -> Game:
    """A game without moves, as if a record gave its start: that may be a layout that cannot arise,
    as books have them, or cannot even be played.

    Raises:
        FenError: the text is no FEN.
    """
    from chuhe.records import read

    return next(read(f'[FEN "{Setup(fen.strip()).fen()}"]\n\n*\n'.encode(), format="pgn"))


def _played(game: Game, line: Line, ply: int, moves: str) -> tuple[Game, Line, int]:
    """A copy of the game in which moves were played from a place of a line."""
    texts = _texts(moves)
    game = game.copy()
    name = line.name(ply + 1)
    nodes = line_of(game, name).nodes[:ply]
    before = nodes[-1] if nodes else game.root
    k = len(before.variations)
    before.add_line(texts)
    if texts and k:
        name = f"{name}/{ply + 1}.{k}".strip("/")
    found = line_of(game, name)
    return game, found, ply + len(texts)


def _texts(moves: str) -> list[str]:
    """The moves of a text, without the numbers of rounds.

    >>> _texts("1. 炮二平五 马8进7 2.马二进三 3… 车9平8")
    ['炮二平五', '马8进7', '马二进三', '车9平8']
    """
    texts = (re.sub(r"^\d+[.、…．]+", "", word) for word in moves.replace(",", " ").split())
    return [text for text in texts if text and not re.fullmatch(r"[\d.…]+", text)]


def _page(asked: Asked) -> Page:
    return Page(
        TextLook(asked.glyphs == "letters", asked.ascii, asked.wide_lines, asked.black),
        Paint(wants_color(asked.color)),
        terminal_width(asked.width),
        asked.style,
        asked.unfold,
    )


def _lines(asked: Asked, shown: Shown) -> list[str]:
    page, game = _page(asked), shown.game
    if not game.is_playable:
        board = diagram_lines(setup_diagram(Setup(game.start_fen)), page)
        lines = [*head_lines(game, page), *board, ""]
    elif asked.every:
        nodes = shown.line.nodes
        diagrams = [
            found
            for found in game_diagrams(
                game, line=nodes[-1] if nodes else None, notation=asked.style
            )
            if found.ply % asked.step == 0
        ]
        lines = [*head_lines(game, page), *strip_lines(diagrams, page)]
    else:
        lines = page_lines(game, shown.line, shown.ply, page)
    problems = _problems(game)
    for text in problems[:MOST_PROBLEMS]:
        lines += fill([(f"! {text}", "problem")], page.width, page.paint, "  ", "")
    if len(problems) > MOST_PROBLEMS:
        lines.append(_("  ! and {n} more: chuhe info tells them", n=len(problems) - MOST_PROBLEMS))
    if shown.more:
        told = _("There are more games in the file: --game {n}", n=asked.game + 1)
        lines.append(page.paint(told, "dim"))
    return lines


def _problems(game: Game) -> list[str]:
    """What is wrong with the layout and with the record."""
    reasons = _("; ").join(map(str, Setup(game.start_fen).problems()))
    texts = []
    if reasons and game.is_playable:
        texts.append(_("This position cannot arise in a game: {reasons}", reasons=reasons))
    elif reasons:
        texts.append(_("Not playable: {reasons}", reasons=reasons))
    for problem in game.problems:
        text, ply = problem.text, problem.place.ply
        if ply is not None:
            text = _("ply {ply}: {what}", ply=ply, what=text)
        if not (problem.code.startswith("setup.") and reasons):
            texts.append(text)
    return texts


def facts_of(asked: Asked, shown: Shown) -> dict[str, Any]:
    """What ``--json`` prints; docs/show.md says it."""
    game, line = shown.game, shown.line
    facts: dict[str, Any] = {
        "path": asked.source or None,
        "game": asked.game,
        "fen": shown.node.fen() if game.is_playable else game.start_fen,
        "ply": shown.ply,
        "plies": len(line.nodes),
        "playable": game.is_playable,
        "turn": None,
        "check": None,
        "last": None,
        "move": ply_text(game, line, shown.ply, asked.style),
        "moves": [node.text(asked.style) for node in line.nodes],
        "comment": shown.node.comment,
        "headers": dict(game.headers),
        "result": game.result,
        "n_variations": game.count_variations(),
        "n_comments": game.count_comments(),
        "problems": _problems(game),
    }
    if game.is_playable:
        board: Board = shown.node.board()
        move = shown.node.move
        king = board.king(board.turn)
        facts["turn"] = str(board.turn)
        facts["check"] = square_name(king) if board.is_check() and king is not None else None
        facts["last"] = move.uci() if move else None
    return facts


add_messages(
    {
        "show.no_game": N_("there is no game {game}: the file has {count}"),
        "show.no_ply": N_("there is no ply {ply}: the line has {count}"),
    }
)
