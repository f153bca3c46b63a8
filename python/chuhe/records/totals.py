"""An archive in numbers: games, results, players, openings, length.

>>> totals = Totals()
>>> game = Game(headers=[("Red", "胡荣华")], result="1-0")
>>> node = game.add_line(["炮二平五", "马8进7", "马二进三"])
>>> totals.add("a.pgn", game)
>>> totals.games, totals.plies, totals.players["胡荣华"], totals.results
(1, 3, 1, Counter({'1-0': 1}))
>>> totals.openings
Counter({'炮二平五 马8进7': 1})
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from chuhe.game import Game
from chuhe.records.report import Kinds
from chuhe.records.select import dates_of, starts_as_usual

__all__ = ["Totals"]

#: Of players, events and openings the most frequent are told to programs.
MOST = 100


@dataclass
class Totals:
    """Sums over games; two can be added up."""

    files: int = 0
    games: int = 0
    faulty: int = 0
    #: Games from a position laid out.
    setups: int = 0
    plies: int = 0
    longest: int = 0
    longest_place: str = ""
    variations: int = 0
    comments: int = 0
    first_year: int | None = None
    last_year: int | None = None
    results: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    encodings: Counter[str] = field(default_factory=Counter)
    players: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    #: The first two moves of games from the usual start.
    openings: Counter[str] = field(default_factory=Counter)
    faults: Kinds = field(default_factory=Kinds)

    def add(self, path: str, game: Game) -> None:
        """Count one game."""
        record = game._record
        plies = len(record.line(0))
        self.games += 1
        self.plies += plies
        if plies > self.longest:
            self.longest, self.longest_place = plies, f"{path}#{game.index}"
        self.variations += record.count_variations()
        self.comments += record.count_comments()
        self.results[game.result] += 1
        self.formats[record.format or ""] += 1
        self.encodings[record.encoding] += 1
        for side in ("Red", "Black"):
            if name := (record.header(side) or "").strip("?* "):
                self.players[name] += 1
        if event := (record.header("Event") or "").strip("?* "):
            self.events[event] += 1
        if days := dates_of(game):
            self._take_years(days[0][0], days[0][0])
        if not starts_as_usual(game):
            self.setups += 1
        elif plies:
            self.openings[" ".join(record.line_text(0, "zh")[:2])] += 1
        problems = game.problems
        self.faulty += bool(problems)
        for problem in problems:
            self.faults.add(f"{path}#{game.index}", problem)

    def merge(self, other: Totals) -> None:
        """Add the sums of other games."""
        for name in ("files", "games", "faulty", "setups", "plies", "variations", "comments"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _COUNTED:
            getattr(self, name).update(getattr(other, name))
        if other.longest > self.longest:
            self.longest, self.longest_place = other.longest, other.longest_place
        if other.first_year is not None and other.last_year is not None:
            self._take_years(other.first_year, other.last_year)
        self.faults.merge(other.faults.most_common())

    def _take_years(self, first: int, last: int) -> None:
        self.first_year = min(first, self.first_year or first)
        self.last_year = max(last, self.last_year or last)

    def to_json(self) -> dict[str, object]:
        """The sums for programs."""
        return {
            "files": self.files,
            "games": self.games,
            "faulty": self.faulty,
            "setups": self.setups,
            "plies": self.plies,
            "longest": {"plies": self.longest, "place": self.longest_place},
            "variations": self.variations,
            "comments": self.comments,
            "years": [self.first_year, self.last_year],
            **{name: dict(getattr(self, name).most_common(MOST)) for name in _COUNTED},
            "n_players": len(self.players),
            "n_events": len(self.events),
            "faults": self.faults.to_json(),
        }


_COUNTED = ("results", "formats", "encodings", "players", "events", "openings")
