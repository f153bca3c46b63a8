"""``chuhe judge FILE…``: what the board says of recorded games, and whether they agree."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import typer

from chuhe.arbiter import Agreement, Arbiter, Report
from chuhe.cli.common import (
    BAD_INPUT,
    FOUND,
    OK,
    colored,
    dumps,
    file_complaint,
    progress,
    write_line,
)
from chuhe.cli.judge_facts import act_facts, verdict
from chuhe.cli.judge_pages import Pages
from chuhe.cli.records_in import place_text, records_of
from chuhe.errors import ChuheError
from chuhe.explain import cycle_lines, explain, report_lines
from chuhe.game import Game
from chuhe.i18n import _, path_text, plural
from chuhe.records import read, read_files
from chuhe.records.batch import map_files
from chuhe.rules import Termination

__all__ = ["judge_files"]

#: Files read at once, on all cores.
FILES_AT_ONCE = 64
#: Games judged at once.
GAMES_AT_ONCE = 512
#: A larger file is read game by game: memory must not depend on the input.
LARGE_FILE = 32 * 1024 * 1024


@dataclass(slots=True)
class Tally:
    """What was found in all games."""

    games: int = 0
    files: int = 0
    unreadable: int = 0
    plies: int = 0
    faulty: int = 0
    ends: Counter[Termination | None] = field(default_factory=Counter)
    agreements: Counter[Agreement] = field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """Count one game."""
        replay = report.replay
        self.games += 1
        self.plies += len(replay.moves)
        self.faulty += not replay.is_legal
        self.ends[replay.end.termination if replay.end else None] += 1
        self.agreements[report.agreement] += 1

    def merge(self, other: "Tally") -> None:
        """Count what was found elsewhere."""
        for name in ("games", "files", "unreadable", "plies", "faulty"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ends.update(other.ends)
        self.agreements.update(other.agreements)

    @property
    def status(self) -> int:
        """The exit status."""
        if self.unreadable:
            return BAD_INPUT
        differing = self.agreements[Agreement.DIFFERS] + self.agreements[Agreement.PLAYED_ON]
        return FOUND if self.faulty or differing else OK

    def lines(self, seconds: float) -> list[str]:
        """The summary."""
        ends = [
            f"{termination.text if termination else _('no end')} {count}"
            for termination, count in self.ends.most_common()
        ]
        lines = [
            _(
                "{games} games in {files} files, {plies} plies; {seconds} s, {rate} games/s",
                games=self.games,
                files=self.files,
                plies=f"{self.plies:,}",
                seconds=f"{seconds:.2f}",
                rate=f"{self.games / seconds:,.0f}" if seconds else "∞",
            ),
            _("legal {legal}, not {faulty}", legal=self.games - self.faulty, faulty=self.faulty),
            _("on the board: {ends}", ends=_(", ").join(ends) or "-"),
            _(
                "the records: {agrees} agree, {differs} differ, {on} were played on after the "
                "end, {open} are not decided by the board, {none} claim nothing",
                agrees=self.agreements[Agreement.AGREES],
                differs=self.agreements[Agreement.DIFFERS],
                on=self.agreements[Agreement.PLAYED_ON],
                open=self.agreements[Agreement.OPEN],
                none=self.agreements[Agreement.NO_CLAIM],
            ),
        ]
        if self.unreadable:
            lines.append(plural("{n} file not read", "{n} files not read", self.unreadable))
        return lines


def judge_files(
    names: Sequence[str],
    rules: str,
    *,
    json: bool = False,
    quiet: bool = False,
    explained: bool = False,
    html: Path | None = None,
    jobs: int | None = None,
    scheduler: str = "",
) -> int:
    """Judge all games of the files; print a verdict a game and a summary.

    Args:
        names: files, folders, patterns; ``-`` is standard input.
        rules: the name of a rule book.
        json: a JSON object a game, the summary to stderr.
        quiet: leave out games in which neither a fault nor a repetition was found.
        explained: tell each ruling in full.
        html: the file for a page, or for an index of pages; by this process alone.
        jobs: so many processes; None for one that works on all cores.
        scheduler: the address of a Dask scheduler.

    Returns:
        the exit status.

    Raises:
        ParseError: there is no such rule book.
        OSError: the pages cannot be written.
    """
    arbiter = Arbiter(rules)
    style = Style(json, quiet, explained, colored())
    tally = Tally()
    start = time.perf_counter()
    paths = records_of(names)
    with Pages(html) if html else nullcontext() as pages:
        with progress(_("judging"), len(paths)) as bar:
            if jobs is None and not scheduler:
                for batch in _batches(paths):
                    _judge(batch, arbiter, style, tally, pages)
                    bar.advance(len(batch))
            else:
                work = partial(judge_one, rules=rules, style=style)
                for path, found in map_files(work, paths, jobs=jobs, scheduler=scheduler):
                    _take(path, found, arbiter, style, tally)
                    bar.advance()
        summary = tally.lines(time.perf_counter() - start)
        if pages is not None:
            pages.finish(summary)
    if tally.files:
        typer.echo("\n".join(summary), err=json)
    return tally.status


@dataclass(frozen=True)
class Style:
    """How games are told of."""

    json: bool
    quiet: bool
    explained: bool
    color: bool


@dataclass
class Judged:
    """What is said of a file."""

    tally: Tally = field(default_factory=Tally)
    lines: list[str] = field(default_factory=list)


def judge_one(path: str, rules: str, style: Style) -> Judged | None:
    """What is said of one file; None if it is too large for a worker, or standard input."""
    if path == "-" or _size(path) > LARGE_FILE:
        return None
    judged = Judged()
    judged.tally.files = 1
    for index, game, report in _reports(_arbiter(rules), read(path)):
        judged.tally.add(report)
        judged.lines += _said(path, index, game, report, style)
    return judged


_arbiter = lru_cache(maxsize=4)(Arbiter)


def _take(
    path: str, found: Judged | Exception | None, arbiter: Arbiter, style: Style, tally: Tally
) -> None:
    """Print and count what a worker found in a file."""
    if found is None:
        _judge([path], arbiter, style, tally, None)
    elif isinstance(found, Exception):
        _complain(path, found, tally)
    else:
        tally.merge(found.tally)
        _write(found.lines, style)


def _judge(
    paths: list[str], arbiter: Arbiter, style: Style, tally: Tally, pages: Pages | None
) -> None:
    """Judge files here, on all cores."""
    for path, games in _read(paths, tally):
        for index, game, report in _reports(arbiter, games):
            tally.add(report)
            if style.quiet and not _is_notable(game, report):
                continue
            if style.json or pages is None:
                _write(_said(path, index, game, report, style), style)
            if pages is not None:
                pages.add(path, game, report, _complaints(game, report))


def _write(lines: list[str], style: Style) -> None:
    for line in lines:
        if style.json:
            write_line(line.encode("utf-8"))  # whatever the locale
        else:
            typer.echo(line)


def _said(path: str, index: int, game: Game, report: Report, style: Style) -> list[str]:
    """The lines about a game."""
    if style.quiet and not _is_notable(game, report):
        return []
    if style.json:
        return [dumps(_facts(path, index, game, report, style.explained))]
    return _lines(path, index, game, report, style)


def _is_notable(game: Game, report: Report) -> bool:
    """Whether something was found: a fault in the moves or the record, or a repetition."""
    end = report.replay.end
    return bool(not report.is_clean or game.problems or (end and end.cycle))


def _batches(paths: Sequence[str]) -> Iterator[list[str]]:
    """Paths in groups to be read at once; a large file, and stdin, by itself."""
    group: list[str] = []
    for path in paths:
        if path == "-" or _size(path) > LARGE_FILE:
            yield [path]
        else:
            group.append(path)
            if len(group) == FILES_AT_ONCE:
                yield group
                group = []
    if group:
        yield group


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _read(paths: list[str], tally: Tally) -> Iterator[tuple[str, Iterator[Game]]]:
    """The games of each file; what cannot be read is told and counted."""
    if len(paths) == 1:
        try:
            source = sys.stdin.buffer if paths[0] == "-" else paths[0]
            results: list[Any] = [read(source)]
        except (ChuheError, OSError) as error:
            results = [error]
    else:
        results = read_files(paths)
    for path, result in zip(paths, results, strict=True):
        if isinstance(result, Exception):
            _complain(path, result, tally)
        else:
            tally.files += 1
            yield path, iter(result)


def _complain(path: str, error: Exception, tally: Tally) -> None:
    why = file_complaint(error) if isinstance(error, OSError) else f"{path_text(path)}: {error}"
    tally.unreadable += 1
    typer.echo(f"chuhe: {why}", err=True)


def _reports(arbiter: Arbiter, games: Iterator[Game]) -> Iterator[tuple[int, Game, Report]]:
    index = 0
    while batch := list(islice(games, GAMES_AT_ONCE)):
        for game, report in zip(batch, arbiter.reports(batch), strict=True):
            yield index, game, report
            index += 1


def _facts(path: str, index: int, game: Game, report: Report, explained: bool) -> dict[str, Any]:
    replay = report.replay
    ruling = replay.end
    if ruling is None and report.agreement is Agreement.AGREES:
        ruling = replay.last  # a draw that was there to be claimed
    facts: dict[str, Any] = {
        "path": path,
        "index": index,
        "red": game.headers.get("Red", ""),
        "black": game.headers.get("Black", ""),
        "plies": len(replay.moves),
        **verdict(replay, ruling),
    }
    if replay.end and replay.last:
        facts["last"] = {
            "outcome": replay.last.outcome.verdict,
            "termination": replay.last.termination,
        }
    if ruling and ruling.cycle:
        facts["cycle"] = ruling.cycle
        facts["acts"] = [act_facts(act) for act in ruling.evidence]
        facts["undecided"] = ruling.undecided
    if ruling and explained:
        facts["explanation"] = explain(replay, ruling).to_json()
    return facts | {
        "recorded": {
            "result": report.recorded.result,
            "termination": report.recorded.termination,
            "words": report.recorded.words,
        },
        "agreement": report.agreement,
        "problems": [
            {"place": {"ply": p.place.ply, "line": p.place.line}, "code": p.code, "text": p.text}
            for p in game.problems
        ],
    }


def _lines(path: str, index: int, game: Game, report: Report, style: Style) -> list[str]:
    names = [game.headers.get(side, "") for side in ("Red", "Black")]
    title = _("{path} game {number}", path=path_text(path), number=index + 1)
    if any(names):
        title = f"{title}  {names[0] or '?'} – {names[1] or '?'}"
    lines = [title]
    for line, ruling in report_lines(report):
        lines.append(f"  {line}")
        if ruling is None:
            continue
        if style.explained:
            more = explain(report.replay, ruling).text(color=style.color).splitlines()
        else:
            more = cycle_lines(report.replay, ruling)
        lines += [f"    {further}" for further in more]
    lines += [f"  {complaint}" for complaint in _complaints(game, report)]
    return lines


def _complaints(game: Game, report: Report) -> list[str]:
    """What is wrong with the record, but for what the report tells anyway."""
    illegal = report.replay.illegal
    return [
        _("record, {place}: {text}", place=place_text(game, problem.place), text=problem.text)
        for problem in game.problems
        if not illegal or problem.code != illegal.problem.code
    ]
