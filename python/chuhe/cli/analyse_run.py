"""What ``chuhe analyse`` does: read, ask the engines, tell, write."""

import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Self

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
from chuhe.analysis.words import (
    grades_text,
    numbered,
    percent,
    score_text,
    side_name,
    style,
    title_of,
)
from chuhe.cli.common import (
    BAD_INPUT,
    FOUND,
    OK,
    in_background,
    open_input,
    progress,
    write_json,
)
from chuhe.cli.records_in import complain, records_of
from chuhe.cli.records_out import Told, open_output, recipe_of
from chuhe.engines import BuiltinEngine, Limit, UciEngine
from chuhe.errors import ChuheError, EngineError, ParseError, add_messages
from chuhe.game import Game, Node
from chuhe.i18n import N_, _, path_text, plural
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

    Ctrl-C, and a program that fails and fails again, end the analysis but not the writing: what was
    found is told and written, the other games as they were.

    Raises:
        ChuheError, OSError: it cannot be done, and why.
        KeyboardInterrupt: it was stopped; all is written.
        typer.BadParameter: an option is wrong.
    """
    plies = range_of(asked.ply)
    rule_set(asked.rules)
    recipe = _recipe(asked)
    paths = ["-"] if asked.files == ["-"] else records_of(asked.files, asked.output)
    with ExitStack() as stack:
        team = stack.enter_context(_Team(asked))
        kept: Kept | None = None
        if asked.keep:
            kept = stack.enter_context(Kept(Path(asked.keep), _how(asked, team.engines[0])))
        work = _Work(asked, team, plies, kept, stack.enter_context(_interrupts()))
        noted = work.games(paths)
        if recipe is None:
            for _game in noted:
                pass
        # No file is begun, and none replaced, unless there is a game.
        elif (first := next(noted, None)) is not None:
            with open_output(asked.output) as file:
                for loss in join_games(
                    chain([first], noted),
                    file,
                    recipe.format,
                    notation=asked.notation or "zh",
                    encoding=asked.encoding,
                ):
                    work.told.hear(asked.output, loss)
    if asked.html and work.reports:
        with whole_file(asked.html) as file:
            file.write(report_html(work.reports, notation=asked.style).encode("utf-8"))
    if work.failed is not None:
        raise work.failed
    if work.stop.is_set():
        raise KeyboardInterrupt
    return work.status


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C; the next one is as ever."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def first(_signal: int, _frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, first)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class _Team:
    """The engines, which can be started again."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self.engines: list[Program] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        for engine in self.engines:
            engine.close()

    def start(self) -> None:
        """Start them; those there were are closed."""
        self.__exit__()
        self.engines = []
        for engine in _engines(self._asked):
            self.engines.append(engine)


class _Work:
    """One game after the other, until it is stopped or the engine fails."""

    def __init__(
        self,
        asked: Asked,
        team: _Team,
        plies: range | None,
        kept: Kept | None,
        stop: threading.Event,
    ) -> None:
        self._asked, self._team, self._plies, self._kept = asked, team, plies, kept
        self.stop = stop
        self.told = Told()
        self.status = OK
        self.reports: list[Report] = []
        self.failed: EngineError | None = None
        self._games = 0

    def _ended(self) -> bool:
        return self.stop.is_set() or self.failed is not None

    def games(self, paths: Sequence[str]) -> Iterator[Game]:
        """All games, those looked at with what was found."""
        asked = self._asked
        for path, game in _games(asked, paths):
            if isinstance(game, Exception):
                complain(path, game)
                self.status = BAD_INPUT
                continue
            for problem in game.problems:
                self.told.hear(path, problem)
            if game.problems or not game.is_playable:
                self.status = max(self.status, FOUND)
            if self._ended():
                yield game
                continue
            if not game.is_playable:
                text = _("{path}: the start cannot be played", path=path_text(path))
                sys.stderr.write(text + "\n")
                yield game
                continue
            self._games += 1
            report = self._look(path, game)
            if report.moves or not self._ended():
                _tell(asked, path, report)
                if asked.html:
                    self.reports.append(report)
                game = annotate(
                    report, comments=asked.comments, lines=asked.lines, notation=asked.style
                )
            if self._ended():
                self._say_it_ended(report)
            yield game

    def _say_it_ended(self, report: Report) -> None:
        done = self._games - (not report.complete)
        text = plural(
            "the analysis was stopped; {n} game was looked at to its end",
            "the analysis was stopped; {n} games were looked at to their ends",
            done,
        )
        sys.stderr.write(f"chuhe: {text}\n")

    def _look(self, path: str, game: Game) -> Report:
        """What is found in a game. A program that fails is started again, unless it finds nothing then."""
        asked, kept = self._asked, self._kept
        found: dict[str, Evaluation] = dict(kept or {})
        many = len(places(game, variations=asked.variations, plies=self._plies)) + 1
        title = _("Analysing {name}, game {n}", name=path_text(Path(path).name), n=game.index + 1)
        with progress(title, many) as bar:

            def take(node: Node, evaluation: Evaluation) -> None:
                bar.advance()
                key = place_key(node)
                found[key] = evaluation
                if kept is not None:
                    kept.add(key, evaluation)

            def work(stop: threading.Event) -> Report:
                return analyse(
                    game,
                    self._team.engines,
                    asked.limit,
                    lines=asked.multipv,
                    variations=asked.variations,
                    plies=self._plies,
                    rules=asked.rules,
                    known=found,
                    on_found=take,
                    stop=stop,
                )

            before = -1
            while True:
                try:
                    for engine in self._team.engines:
                        engine.new_game()  # so that a game's figures are its own
                    return in_background(lambda: work(self.stop))
                except EngineError as error:
                    again = bool(asked.engine) and len(found) > before
                    sys.stderr.write(f"chuhe: {error}\n")
                    if again:
                        before = len(found)
                        again = self._start_again()
                    if not again:
                        self.failed = error
                        ended = threading.Event()
                        ended.set()
                        return work(ended)

    def _start_again(self) -> bool:
        try:
            self._team.start()
        except EngineError:
            return False
        sys.stderr.write("chuhe: " + _("the engine is started again") + "\n")
        return True


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


def _games(asked: Asked, paths: Sequence[str]) -> Iterator[tuple[str, Game | ChuheError | OSError]]:
    """The games asked for, each with its file; or the error of a file."""
    for path in paths:
        count = 0
        found = False
        games: Iterator[Game] = iter(())
        try:
            if path == "-":
                with open_input(path) as file:
                    games = iter(read(file.read()))
            else:
                games = iter(read(path))
            while (game := next(games, None)) is not None:
                count += 1
                if asked.game in (None, count):
                    found = True
                    yield path, game
                    if asked.game is not None:
                        break
        except (ChuheError, OSError) as error:
            yield path, error
            continue
        if not found and asked.game is not None:
            yield path, ParseError("show.no_game", {"game": asked.game, "count": count})


def _tell(asked: Asked, path: str, report: Report) -> None:
    if asked.json:
        facts = {"path": path, "game": report.game.index + 1, **report.to_json(asked.style)}
        write_json(facts)
        return
    if asked.quiet or asked.output == "-":
        return
    sys.stdout.write("".join(f"{line}\n" for line in _lines(asked, path, report)))
    sys.stdout.flush()


def _lines(asked: Asked, path: str, report: Report) -> Iterator[str]:
    head = _(
        "{path}, game {n}: {title} {result}",
        path=path_text(path),
        n=report.game.index + 1,
        title=title_of(report) or "?",
        result=report.game.result,
    )
    yield head
    if not report.complete:
        yield "  " + _("The analysis was stopped: not all moves were looked at.")
    for color in (RED, BLACK):
        said = grades_text(report, color)
        if said:
            yield "  " + _("{name}: {text}", name=side_name(color), text=said)
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
