"""What ``chuhe analyse`` does: read, ask the engines, tell, write."""

import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from chuhe.analysis import (
    Evaluation,
    Kept,
    Report,
    analyse,
    annotate,
    place_key,
    places,
    report_html,
)
from chuhe.analysis.words import grades_text, numbered, percent, score_text, side_name, style
from chuhe.cli.common import (
    BAD_INPUT,
    FOUND,
    OK,
    expand,
    in_background,
    open_input,
    progress,
    write_json,
)
from chuhe.cli.records_in import SUFFIXES, complain
from chuhe.cli.records_out import Told, open_output, recipe_of
from chuhe.engines import BuiltinEngine, Limit, UciEngine
from chuhe.errors import ChuheError, ParseError, add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_, _
from chuhe.pieces import BLACK, RED
from chuhe.records import format_of_name, read
from chuhe.records.convert import Recipe
from chuhe.records.output import join_games, whole_file
from chuhe.rules import rule_set

__all__ = ["Asked", "range_of", "run"]

Program = BuiltinEngine | UciEngine

#: Nodes for each position, if no limit is given.
NODES = 200_000


@dataclass(frozen=True)
class Asked:
    """What was asked for on the command line; the meanings are those of its help."""

    files: list[str]
    output: str = ""
    html: str = ""
    engine: str = ""
    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    multipv: int = 2
    game: int | None = None
    ply: str = ""
    variations: bool = False
    rules: str = "club"
    jobs: int = 1
    hash_mb: int = 64
    keep: str = ""
    comments: bool = True
    lines: bool = True
    to: str = ""
    notation: str = ""
    encoding: str = "utf-8"
    json: bool = False
    quiet: bool = False

    @property
    def limit(self) -> Limit:
        """When the engine stops at each position."""
        if self.depth is None and self.nodes is None and self.time is None:
            return Limit(nodes=NODES)
        return Limit(time=self.time, depth=self.depth, nodes=self.nodes)

    @property
    def style(self) -> str:
        """The notation of what is told."""
        return self.notation or style()


def range_of(text: str) -> range | None:
    """The plies that a text means; None for all.

    Raises:
        ParseError: it is no range.

    >>> range_of("12"), range_of("12-20"), range_of("12-"), range_of("-20"), range_of("")
    (range(12, 13), range(12, 21), range(12, 1000000), range(1, 21), None)
    """
    if not text:
        return None
    found = re.fullmatch(r"(\d{0,6})(?:(-)(\d{0,6}))?", text.replace("–", "-"))
    if found is None or not (found[1] or found[3]):
        raise ParseError("analysis.range", {"text": text})
    first = int(found[1] or 1)
    last = first if not found[2] else int(found[3]) if found[3] else 999_999
    if first > last or first < 1:
        raise ParseError("analysis.range", {"text": text})
    return range(first, last + 1)


def run(asked: Asked) -> int:
    """Do what was asked; the exit status.

    Raises:
        ChuheError, OSError: it cannot be done, and why.
        typer.BadParameter: an option is wrong.
    """
    plies = range_of(asked.ply)
    rule_set(asked.rules)
    recipe = _recipe(asked)
    told = Told()
    status = OK
    reports: list[Report] = []
    noted: list[Game] = []
    with ExitStack() as stack:
        engines: list[Program] = []
        for engine in _engines(asked):
            stack.callback(engine.close)
            engines.append(engine)
        known: Kept | None = None
        if asked.keep:
            known = stack.enter_context(Kept(Path(asked.keep), _how(asked, engines[0])))
        for path, game in _games(asked, told):
            if isinstance(game, Exception):
                complain(path, game)
                status = BAD_INPUT
                continue
            for problem in game.problems:
                told.hear(path, problem)
            if game.problems or not game.is_playable:
                status = max(status, FOUND)
            if not game.is_playable:
                sys.stderr.write(_("{path}: the start cannot be played", path=path) + "\n")
                noted.append(game)
                continue
            report = _one(asked, game, engines, plies, known)
            _tell(asked, path, report)
            if asked.html:
                reports.append(report)
            if recipe is not None:
                noted.append(
                    annotate(
                        report, comments=asked.comments, lines=asked.lines, notation=asked.style
                    )
                )
    if recipe is not None and noted:
        with open_output(asked.output) as file:
            for loss in join_games(
                noted,
                file,
                recipe.format,
                notation=asked.notation or "zh",
                encoding=asked.encoding,
            ):
                told.hear(asked.output, loss)
    if asked.html and reports:
        with whole_file(asked.html) as file:
            file.write(report_html(reports, notation=asked.style).encode("utf-8"))
    return status


def _recipe(asked: Asked) -> Recipe | None:
    if not asked.output:
        return None
    if asked.output == "-" and asked.json:
        raise typer.BadParameter(_("--json and -o - both write to standard output"))
    standard = "pgn" if asked.output == "-" else ""
    format = asked.to or format_of_name(asked.output) or standard
    return recipe_of(format, asked.notation or "zh", asked.encoding)


def _engines(asked: Asked) -> Iterator[Program]:
    for _index in range(asked.jobs):
        if asked.engine:
            program = UciEngine.popen(asked.engine, rules=asked.rules)
            memory = {"Hash", "hashsize"} & program.options.keys()
            for name in memory:
                program.set_option(name, asked.hash_mb)
            yield program
        else:
            yield BuiltinEngine(hash_mb=asked.hash_mb, rules=asked.rules)


def _how(asked: Asked, engine: Program) -> dict[str, Any]:
    limit = asked.limit
    return {
        "engine": engine.name,
        "depth": limit.depth,
        "nodes": limit.nodes,
        "time": limit.time,
        "rules": asked.rules,
    }


def _games(asked: Asked, told: Told) -> Iterator[tuple[str, Game | ChuheError | OSError]]:
    """The games asked for, each with its file; or the error of a file."""
    for path in expand(asked.files, SUFFIXES):
        count = 0
        found = False
        try:
            if path == "-":
                with open_input(path) as file:
                    games = iter(read(file.read()))
            else:
                games = iter(read(path))
            for count, game in enumerate(games, 1):
                if asked.game in (None, count):
                    found = True
                    yield path, game
                    if asked.game is not None:
                        break
        except (ChuheError, OSError) as error:
            if isinstance(error, ChuheError) and error.code.startswith("engine."):
                raise
            yield path, error
            continue
        if not found and asked.game is not None:
            yield path, ParseError("show.no_game", {"game": asked.game, "count": count})


def _one(
    asked: Asked,
    game: Game,
    engines: list[Program],
    plies: range | None,
    kept: Kept | None,
) -> Report:
    many = len(places(game, variations=asked.variations, plies=plies)) + 1
    with progress(_("Analysing"), many) as bar:

        def found(node: Node, evaluation: Evaluation) -> None:
            bar.advance()
            if kept is not None:
                kept.add(place_key(node), evaluation)

        known: Mapping[str, Evaluation] | None = kept
        for engine in engines:
            engine.new_game()  # so that a game's figures are its own
        stop = threading.Event()

        def work() -> Report:
            return analyse(
                game,
                engines,
                asked.limit,
                lines=asked.multipv,
                variations=asked.variations,
                plies=plies,
                rules=asked.rules,
                known=known,
                on_found=found,
                stop=stop,
            )

        try:
            return in_background(work)
        finally:
            stop.set()  # with Ctrl-C it is still at work


def _tell(asked: Asked, path: str, report: Report) -> None:
    if asked.json:
        facts = {"path": path, "game": report.game.index + 1, **report.to_json(asked.style)}
        write_json(facts)
        return
    if asked.quiet or asked.output == "-":
        return
    sys.stdout.write("".join(f"{line}\n" for line in _lines(asked, path, report)))


def _lines(asked: Asked, path: str, report: Report) -> Iterator[str]:
    headers = report.game.headers
    names = [headers.get(name, "") or "?" for name in ("Red", "Black")]
    yield f"{path}#{report.game.index + 1}: {' – '.join(names)} {report.game.result}"
    for color in (RED, BLACK):
        said = grades_text(report, color)
        if said:
            yield f"  {side_name(color)}: {said}"
    turns = report.turning_points()
    if turns:
        yield "  " + _("Turning points:")
    for move in turns:
        judged = move.judged
        text = _(
            "{move}: {grade}, {before} → {after} ({share} → {now}); better {line}",
            move=numbered(move, asked.style),
            grade=judged.grade.text,
            before=score_text(judged.before),
            after=score_text(judged.after),
            share=percent(judged.share_before),
            now=percent(judged.share_after),
            line=" ".join(move.best_line(asked.style, 4)),
        )
        yield f"    {text}"
    if not report.moves:
        yield "  " + _("There is no move to look at.")


add_messages(
    {
        "analysis.range": N_("'{text}' is no range of moves; expected 20, 20-40, 20- or -40"),
        "show.no_game": N_("there is no game {game}: the file has {count}"),
    }
)
