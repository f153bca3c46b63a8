"""What `chuhe judge` says of games that were played, and whether the slow judge says the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.oracle import slow_judge
from tests.soak.play import Played

from chuhe.records import write
from chuhe.rules import RULES, Termination

#: Where the slow judge and ours read the rules alike: it must agree. In the other books, which play
#: exchanges out, it is asked about some games, and how often it agrees is counted.
EXACT = ("axf", "engine")
#: One repetition in so many is shown to the slow judge where it need not agree.
SOME = 25


def write_records(games: Iterable[Played], path: Path) -> None:
    """Write games as PGN, in Chinese notation."""
    with path.open("wb") as file:
        for _loss in write([game.record() for game in games], file, "pgn"):
            pass


def judge(paths: Sequence[Path], book: str) -> Iterator[dict[str, Any]]:
    """What the program says of all games of the files, in order."""
    words = [sys.executable, "-m", "chuhe", "judge", "--json", "--rules", book]
    done = subprocess.run([*words, *map(str, paths)], capture_output=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(done.stderr.decode())
    yield from map(json.loads, done.stdout.splitlines())


def differences(game: Played, said: dict[str, Any]) -> list[str]:
    """In what the judge differs from the game as it was played."""
    verdict = {1: "red_wins", 0: "draw", -1: "black_wins"}[game.result]
    limit = game.reason == Termination.NATURAL_LIMIT
    expected = {
        "legal": True,
        "plies": len(game.moves),
        "at_ply": len(game.moves),
        "outcome": verdict,
        "termination": game.reason,
        "cycle": list(game.cycle) if game.cycle else None,
        "agreement": "agrees",
        "problems": [],
    }
    found = [
        f"{name}: {said.get(name)!r} instead of {value!r}"
        for name, value in expected.items()
        if said.get(name) != value
    ]
    # Nobody plays on when a draw may be claimed.
    claims = [claim["at_ply"] for claim in said.get("claimable", ())]
    if claims and not (limit and claims == [len(game.moves)]):
        found.append(f"claims at {claims}")
    return found


def slow_opinion(game: Played, book: str) -> bool | None:
    """Whether the slow judge says who won as well; None if it is not asked.

    It knows nothing of moves counted by number, 九着 and series of checks.
    """
    if game.cycle is None or game.reason == Termination.CHECK_SERIES:
        return None
    name = RULES[book].repetition
    name = {"wxf": "axf", "cxa-1999": "", "cxa-2011": "cxa-2020"}.get(name, name)
    if name not in slow_judge.BOOKS or len(slow_judge.occurrences(plies(game))) < 3:
        return None
    if name not in EXACT and name != "count" and game.number % SOME:
        return None
    loser = slow_judge.loser(game.fen, game.moves, name)
    return {None: "", True: "red", False: "black"}[loser] == game.loser


def plies(game: Played) -> list[slow_judge.Ply]:
    """The game for the slow judge."""
    return slow_judge.plies(game.fen, game.moves)


class Report:
    """What became of the games of a book."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.games = self.plies = self.late = self.machine = 0
        self.ends: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.slow: Counter[bool] = Counter()
        #: What is wrong: the game and the words.
        self.wrong: list[tuple[Played, str]] = []
        #: Games lost by repetition by a side that knew the book and might have played otherwise.
        self.free: list[Played] = []

    def add(self, game: Played, said: dict[str, Any] | None) -> None:
        """Count a game and what the judge said of it."""
        self.games += 1
        self.plies += len(game.moves) - game.given
        self.ends[game.reason] += 1
        for _ply, left, _took, worked in game.late:
            self.late += worked > left
            self.machine += worked <= left
        found = list(game.faults)
        if said is None:
            found.append("the judge says nothing")
        elif not game.faults:
            found += differences(game, said)
        agrees = slow_opinion(game, self.book)
        if agrees is not None:
            self.slow[agrees] += 1
            if not agrees and RULES[self.book].repetition in (*EXACT, "wxf", "count"):
                found.append("the slow judge says otherwise")
        self.wrong += [(game, words) for words in found]
        if game.repeated:
            knew = "misled" if game.misled == game.loser else game.repeated.choice
            self.lost[knew] += 1
            if knew == "free":
                self.free.append(game)

    @property
    def good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong and not self.late


def report(
    book: str,
    shards: Sequence[tuple[Sequence[Played], Path]],
    judge: Callable[[Sequence[Path], str], Iterator[dict[str, Any]]] = judge,
) -> Report:
    """Hold games against the judge; each shard is the games and the file of their records."""
    found = Report(book)
    said = {
        (facts["path"], facts["index"]): facts
        for facts in judge([path for _, path in shards], book)
    }
    for games, path in shards:
        for index, game in enumerate(games):
            found.add(game, said.get((str(path), index)))
    return found
