"""The work of ``chuhe info``."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

import typer

from chuhe.cli.common import BAD_INPUT, FOUND, OK, dumps, progress, write_json, write_line
from chuhe.cli.records_in import complain, place_text, records_of
from chuhe.cli.records_out import kind_lines
from chuhe.errors import ChuheError
from chuhe.game import Game
from chuhe.i18n import _, path_text, plural
from chuhe.records.batch import map_files
from chuhe.records.convert import games_of, games_or_error, is_for_asker
from chuhe.records.totals import Totals

__all__ = ["info_of"]

#: Players, events and openings that are told.
TOLD = 10


@dataclass
class About:
    """What is said of a file."""

    totals: Totals = field(default_factory=Totals)
    lines: list[str] = field(default_factory=list)


def info_of(names: Iterable[str], wanted: str, jobs: int | None, scheduler: str) -> int:
    """Print ``lines`` or ``jsonl`` a game, or ``totals`` as text or ``json``; the exit status."""
    paths = records_of(names)
    totals = Totals()
    unreadable = 0
    work = partial(_about, wanted=wanted)
    with progress(_("Reading"), len(paths)) as bar:
        for path, about in map_files(work, paths, jobs=jobs, scheduler=scheduler):
            bar.advance()
            if about is None:
                error = _stream(path, wanted, totals)
            elif isinstance(about, Exception):
                error = about
            else:
                totals.merge(about.totals)
                _write(about.lines, wanted)
                error = None
            if error is None:
                totals.files += 1
            elif not _is_book(error) or (error := _tell_book(path, wanted)):
                unreadable += 1
                assert isinstance(error, ChuheError | OSError)
                complain(path, error)
    if wanted == "json":
        write_json({"unreadable": unreadable, **totals.to_json()})
    elif wanted == "totals" or (wanted == "lines" and totals.files > 1):
        typer.echo("\n".join(_sums(totals, unreadable)))
    elif wanted == "lines" and totals.games > 1:
        typer.echo(
            _(
                "{total} games, {faulty} of them with problems",
                total=totals.games,
                faulty=totals.faulty,
            )
        )
    if unreadable:
        return BAD_INPUT
    return FOUND if totals.faulty else OK


def _about(path: str, wanted: str) -> About | None:
    """What is said of a file; None if it is not for a worker."""
    if is_for_asker(path):
        return None
    about = About()
    for game in games_of(path):
        about.totals.add(path, game)
        about.lines += _said(path, game, wanted)
    return about


def _stream(path: str, wanted: str, totals: Totals) -> Exception | None:
    """The same game by game, of a large file."""
    for game in games_or_error(path):
        if isinstance(game, Exception):
            return game
        totals.add(path, game)
        _write(_said(path, game, wanted), wanted)
    return None


def _write(lines: Iterable[str], wanted: str) -> None:
    for line in lines:
        if wanted == "jsonl":
            write_line(line.encode("utf-8"))  # whatever the locale
        else:
            typer.echo(line)


def _is_book(error: Exception) -> bool:
    return isinstance(error, ChuheError) and error.code == "record.is_book"


def _tell_book(path: str, wanted: str) -> Exception | None:
    """Tell of an opening book; or the error, if it is none."""
    from chuhe.cli.book import facts, lines

    try:
        if wanted in ("json", "jsonl"):
            write_json(facts(path))
        else:
            typer.echo("\n".join(lines(path)))
    except (ChuheError, OSError) as error:
        return error
    return None


def _said(path: str, game: Game, wanted: str) -> Iterable[str]:
    if wanted == "jsonl":
        return [dumps({"path": path, **_facts(game)})]
    return _lines(path, game) if wanted == "lines" else ()


def _facts(game: Game) -> dict[str, object]:
    return {
        "index": game.index,
        "format": game.format,
        "encoding": game.encoding,
        "fen": game.start_fen,
        "moves": game.uci_moves,
        "result": game.result,
        "headers": dict(game.headers),
        "n_variations": game.count_variations(),
        "n_comments": game.count_comments(),
        "problems": [
            {
                "place": {"ply": p.place.ply, "line": p.place.line, "offset": p.place.offset},
                "code": p.code,
                "text": p.text,
            }
            for p in game.problems
        ],
    }


def _lines(name: str, game: Game) -> list[str]:
    headers = game.headers
    event = headers.get("Event", "")
    players = headers.get("Red"), headers.get("Black")
    title = " – ".join(name or "?" for name in players)
    if not any(players):
        title = headers.get("Title") or title
    counts = _(
        "{plies} plies, {variations} variations, {comments} comments",
        plies=len(game.uci_moves),
        variations=game.count_variations(),
        comments=game.count_comments(),
    )
    lines = [f"{path_text(name)}#{game.index}  {title}  {game.result}  {counts}"]
    if event:
        lines.append(f"    {event}")
    problems = game.problems
    return lines + [f"    ! {place_text(game, found.place)}: {found.text}" for found in problems]


# What all games come to


def _sums(totals: Totals, unreadable: int) -> Iterator[str]:
    games = totals.games
    yield _("files: {files}, games: {games}", files=f"{totals.files:,}", games=f"{games:,}")
    if unreadable:
        yield plural("{n} file not read", "{n} files not read", unreadable)
    if not games:
        return
    yield _("formats: {list}", list=_shares(totals.formats))
    yield _("encodings: {list}", list=_shares(totals.encodings))
    results = Counter({_(_RESULTS[name]): n for name, n in totals.results.items()})
    yield _("results: {list}", list=_shares(results))
    if totals.first_year is not None:
        yield _("years: {first} to {last}", first=totals.first_year, last=totals.last_year)
    yield _(
        "length: {mean} plies in the mean, at most {most} ({place})",
        mean=f"{totals.plies / games:.1f}",
        most=totals.longest,
        place=path_text(totals.longest_place),
    )
    yield _(
        "{variations} variations, {comments} comments",
        variations=f"{totals.variations:,}",
        comments=f"{totals.comments:,}",
    )
    yield _("from a position laid out: {n}", n=f"{totals.setups:,}")
    for counts, title in (
        (totals.players, _("players: {n}", n=f"{len(totals.players):,}")),
        (totals.events, _("events: {n}", n=f"{len(totals.events):,}")),
        (totals.openings, _("first moves: {n}", n=f"{len(totals.openings):,}")),
    ):
        if counts:
            yield title
            for name, n in counts.most_common(TOLD):
                yield f"{n:>8,}  {name}"
    if totals.faulty:
        yield plural(
            "{n} game with something wrong in the record:",
            "{n} games with something wrong in the record:",
            totals.faulty,
        )
        yield from kind_lines(totals.faults)
    sys.stdout.flush()


def _shares(counts: Counter[str]) -> str:
    return _(", ").join(f"{name or '?'} {n:,}" for name, n in counts.most_common())


_RESULTS = {"1-0": "Red wins", "0-1": "Black wins", "1/2-1/2": "draw", "*": "unknown"}
