"""``chuhe judge FILE…``: what the board says of recorded games, and whether they agree."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
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
    expand,
    file_complaint,
    progress,
    write_json,
)
from chuhe.cli.judge_facts import act_facts, verdict
from chuhe.cli.judge_pages import Pages
from chuhe.errors import ChuheError
from chuhe.explain import cycle_lines, explain, report_lines
from chuhe.game import Game
from chuhe.i18n import _, plural
from chuhe.records import FORMATS, read, read_files
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
) -> int:
    """Judge all games of the files; print a verdict a game and a summary.

    Args:
        names: files, folders, patterns; ``-`` is standard input.
        rules: the name of a rule book.
        json: a JSON object a game, the summary to stderr.
        quiet: leave out games in which neither a fault nor a repetition was found.
        explained: tell each ruling in full.
        html: the file for a page, or for an index of pages.

    Returns:
        the exit status.

    Raises:
        ParseError: there is no such rule book.
        OSError: the pages cannot be written.
    """
    arbiter = Arbiter(rules)
    tally = Tally()
    start = time.perf_counter()
    suffixes = frozenset(suffix for module in FORMATS.values() for suffix in module.SUFFIXES)
    paths = list(expand(names, suffixes))
    if not paths:
        raise typer.BadParameter(_("there are no records in {names}", names=" ".join(names)))
    with Pages(html) if html else nullcontext() as pages:
        with progress(_("judging"), len(paths)) as bar:
            for batch in _batches(paths):
                for path, games in _read(batch, tally):
                    for index, game, report in _reports(arbiter, games):
                        tally.add(report)
                        if quiet and not _is_notable(game, report):
                            continue
                        if json:
                            write_json(_facts(path, index, game, report, explained))
                        elif pages is None:
                            _print(path, index, game, report, explained)
                        if pages is not None:
                            pages.add(path, game, report, _complaints(game, report))
                bar.advance(len(batch))
        summary = tally.lines(time.perf_counter() - start)
        if pages is not None:
            pages.finish(summary)
    if tally.files:
        typer.echo("\n".join(summary), err=json)
    return tally.status


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
            why = file_complaint(result) if isinstance(result, OSError) else f"{path}: {result}"
            tally.unreadable += 1
            typer.echo(f"chuhe: {why}", err=True)
        else:
            tally.files += 1
            yield path, iter(result)


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


def _print(path: str, index: int, game: Game, report: Report, explained: bool) -> None:
    names = [game.headers.get(side, "") for side in ("Red", "Black")]
    title = _("{path} game {number}", path=path, number=index + 1)
    if any(names):
        title = f"{title}  {names[0] or '?'} – {names[1] or '?'}"
    typer.echo(title)
    for line, ruling in report_lines(report):
        typer.echo(f"  {line}")
        if ruling is None:
            continue
        if explained:
            more = explain(report.replay, ruling).text(color=colored()).splitlines()
        else:
            more = cycle_lines(report.replay, ruling)
        for further in more:
            typer.echo(f"    {further}")
    for complaint in _complaints(game, report):
        typer.echo(f"  {complaint}")


def _complaints(game: Game, report: Report) -> list[str]:
    """What is wrong with the record, but for what the report tells anyway."""
    illegal = report.replay.illegal
    return [
        _("record, line {line}: {text}", line=problem.place.line, text=problem.text)
        for problem in game.problems
        if not illegal or problem.code != illegal.problem.code
    ]
