"""What ``chuhe match`` shows: how it stands while it is played, and at its end."""

import math
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from chuhe.i18n import _
from chuhe.matches.plan import Plan
from chuhe.matches.played import FAULTS, Played, reason_text
from chuhe.matches.schedule import Fixture
from chuhe.matches.summary import summary

if TYPE_CHECKING:
    from rich.console import RenderableType

    from chuhe.board import Board
    from chuhe.matches.match import Match

__all__ = ["Shown", "print_summary"]

#: The picture is drawn anew so often a second.
_REFRESH = 4


class Shown:
    """The progress of a match, on standard error.

    A person sees a table that changes; a file gets a line a game.
    """

    def __init__(self, names: Sequence[str], plan: Plan, *, live: bool, quiet: bool) -> None:
        self._names = names
        self._plan = plan
        self._live = live
        self._quiet = quiet
        self._now: dict[int, tuple[Fixture, int, str]] = {}
        self._lock = threading.Lock()
        self._started = time.monotonic()

    def begin(self, fixture: Fixture) -> None:
        """A game begins."""
        with self._lock:
            self._now[fixture.number] = (fixture, 0, "")

    def move(self, fixture: Fixture, board: "Board", move: str) -> None:
        """A move is made."""
        if self._live:
            with self._lock:
                self._now[fixture.number] = (fixture, len(board.move_stack) + 1, move)

    @contextmanager
    def over(self, match: "Match") -> Iterator[None]:
        """Show a match as long as the block lasts."""
        before = match.tally.games
        if self._quiet:
            yield
        elif self._live:
            with self._picture(match, before):
                yield
        else:
            self._tell_lines(match)
            yield

    def _tell_lines(self, match: "Match") -> None:
        def told(played: Played) -> None:
            names = [self._names[played.red], self._names[played.black]]
            mark = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}[played.result]
            sys.stderr.write(
                _(
                    "game {number} of {total}: {red} against {black} {result}, {reason}, {plies} plies",
                    number=played.number + 1,
                    total=match.total,
                    red=names[0],
                    black=names[1],
                    result=mark,
                    reason=reason_text(played.reason),
                    plies=len(played.moves),
                )
                + (f" ({played.detail})" if played.detail else "")
                + f"; {self._so_far(match, played)}\n"
            )

        match.on_over = told

    def _so_far(self, match: "Match", played: Played) -> str:
        """How the two stand, seen from the one named first, whoever had Red in this game."""
        first, second = sorted((played.red, played.black))
        line = match.tally.between(first, second)
        value, low, high = (
            edge if math.isfinite(edge) else None
            for edge in (line.elo().value, line.elo().low, line.elo().high)
        )
        elo = f"Elo {_elo(value)} [{_elo(low, '-∞')}, {_elo(high, '+∞')}]"
        return f"+{line.won} ={line.drawn} -{line.lost}, {elo}"

    @contextmanager
    def _picture(self, match: "Match", before: int) -> Iterator[None]:
        from rich.console import Console
        from rich.live import Live

        with Live(
            get_renderable=lambda: self._draw(match, before),
            console=Console(stderr=True),
            refresh_per_second=_REFRESH,
            transient=True,
        ):
            yield

    def _draw(self, match: "Match", before: int) -> "RenderableType":
        from rich.console import Group
        from rich.text import Text

        told = summary(match.tally, self._names, match.total, self._plan)
        parts: list[RenderableType] = [table(told)]
        parts += [Text(line) for line in _lines(told)]
        with self._lock:
            going = [state for n, state in sorted(self._now.items()) if not match.is_over(n)]
        for fixture, ply, move in going:
            red, black = self._names[fixture.red], self._names[fixture.black]
            parts.append(
                Text(f"  {fixture.number + 1}. {red} – {black}  {ply} {move}", style="dim")
            )
        parts.append(Text(self._pace(match, before)))
        return Group(*parts)

    def _pace(self, match: "Match", before: int) -> str:
        done = match.tally.games
        spent = time.monotonic() - self._started
        words = _("{done} of {total} games", done=done, total=match.total)
        if done > before and match.plan.test is None:
            left = spent / (done - before) * (match.total - done)
            words += ", " + _("about {time} left", time=_duration(left))
        return words


def _duration(seconds: float) -> str:
    """
    >>> _duration(3725)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def table(told: dict[str, Any]) -> "RenderableType":
    """The engines, the best one first."""
    from rich.table import Table

    # Of two engines the first one's line says all; of more each has its own.
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("")
    shown.add_column(_("Engine"), overflow="fold")
    for title in ("Elo", "±", _("games"), "+", "=", "-", _("score"), _("draws"), _("faults")):
        shown.add_column(title, justify="right")
    for place, line in enumerate(told["engines"], 1):
        shown.add_row(
            str(place),
            line["name"],
            _elo(line["elo"]),
            _error(line),
            *(str(line[key]) for key in ("games", "won", "drawn", "lost")),
            _percent(line["score"]),
            _percent(line["draw_ratio"]),
            str(sum(line["faults"].values())),
        )
    return shown


def print_summary(told: dict[str, Any]) -> None:
    """The end of a match, on standard output."""
    from rich.console import Console

    # Into a file as wide as it takes: a table cut short is of no use there.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 200)
    console.print(table(told))
    for line in (*_lines(told), *_reasons(told)):
        typer.echo(line)


def _lines(told: dict[str, Any]) -> Iterator[str]:
    """Each encounter in a line; and the test."""
    for line in told["encounters"]:
        if not line["games"]:
            continue
        yield _(
            "{first} against {second}: +{won} ={drawn} -{lost}, Elo {elo} [{low}, {high}], "
            "nElo {nelo}, LOS {los}, pairs {pairs}",
            first=line["first"],
            second=line["second"],
            won=line["won"],
            drawn=line["drawn"],
            lost=line["lost"],
            elo=_elo(line["elo"]),
            low=_elo(line["elo_low"], "-∞"),
            high=_elo(line["elo_high"], "+∞"),
            nelo=_elo(line["normalized_elo"]),
            los=_percent(line["los"]),
            pairs=" ".join(map(str, line["pentanomial"])),
        )
    test = told.get("sprt")
    if test:
        verdict = {
            None: _("open"),
            "H1": _("H1 is taken ({elo} Elo)", elo=f"{test['elo1']:g}"),
            "H0": _("H0 is taken ({elo} Elo)", elo=f"{test['elo0']:g}"),
        }[test["accepted"]]
        yield _(
            "SPRT of {elo0} against {elo1} ({model}): LLR {llr} [{low}, {high}], {verdict}",
            elo0=f"{test['elo0']:g}",
            elo1=f"{test['elo1']:g}",
            model=test["model"],
            llr=f"{test['llr']:.2f}",
            low=f"{test['low']:.2f}",
            high=f"{test['high']:.2f}",
            verdict=verdict,
        )


def _reasons(told: dict[str, Any]) -> Iterator[str]:
    """How the games ended; and what engines did wrong."""
    for line in told["encounters"]:
        for key, count in line["reasons"].items():
            word, reason = key.split(" ", 1)
            sign = {"won": "+", "drawn": "=", "lost": "-"}[word]
            yield f"  {count:5} {sign} {reason_text(reason)}" + (
                f"  ({line['first']} – {line['second']})" if len(told["encounters"]) > 1 else ""
            )
    for line in told["engines"]:
        if line["faults"]:
            words = ", ".join(
                f"{_(FAULTS[fault])} {count}" for fault, count in sorted(line["faults"].items())
            )
            yield _("faults of {name}: {faults}", name=line["name"], faults=words)


def _elo(value: float | None, endless: str = "–") -> str:
    return endless if value is None else f"{value:+.0f}"


def _error(line: dict[str, Any]) -> str:
    low, high = line["elo_low"], line["elo_high"]
    return "–" if low is None or high is None else f"{(high - low) / 2:.0f}"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"
