"""How a match stands: points, pairs, faults, of each engine and each encounter.

>>> from chuhe.matches.played import Played
>>> tally = Tally(2)
>>> tally.add(Played(number=0, round=0, red=0, black=1, result=1, reason="checkmate"))
>>> tally.add(Played(number=1, round=0, red=1, black=0, result=0, reason="repetition"))
>>> line = tally.between(0, 1)
>>> line.won, line.drawn, line.lost, line.pairs().counts, line.draw_ratio
(1, 1, 0, (0, 0, 0, 1, 0), 0.5)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from chuhe.matches.played import FAULTS, Played
from chuhe.matches.stats import Elo, Pairs, Singles

__all__ = ["Line", "Tally"]


@dataclass
class Line:
    """The games of one side: of an engine against all, or against one.

    Attributes:
        won: games won.
        drawn: games drawn.
        lost: games lost.
        pair_points: how often a pair of games gave 0, ½, 1, 1½, 2 points.
        reasons: why games were won, drawn, lost: ``("won", reason)`` and so on.
        plies: moves of both sides in all games.
        as_red: points with Red.
        reds: games with Red.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    pair_points: list[int] = field(default_factory=lambda: [0] * 5)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    plies: int = 0
    as_red: float = 0.0
    reds: int = 0

    @property
    def games(self) -> int:
        """How many games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.won + self.drawn / 2

    @property
    def draw_ratio(self) -> float:
        """The share of games drawn."""
        return self.drawn / self.games if self.games else 0.0

    def pairs(self) -> Pairs:
        """The pairs that are complete."""
        return Pairs(tuple(self.pair_points))

    def singles(self) -> Singles:
        """The games one by one."""
        return Singles((self.lost, self.drawn, self.won))

    def elo(self) -> Elo:
        """The difference in strength: of the pairs if all games are in pairs, else of the games."""
        pairs = self.pairs()
        return pairs.elo() if pairs.games == self.games else self.singles().elo()

    def normalized(self) -> Elo:
        """The same in normalized Elo."""
        pairs = self.pairs()
        return (pairs if pairs.games == self.games else self.singles()).normalized()

    def los(self) -> float:
        """How likely it is the stronger side."""
        pairs = self.pairs()
        return pairs.los() if pairs.games == self.games else self.singles().los()

    def _add(self, played: Played, me: int) -> None:
        points = played.score_of(me)
        word = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[points]
        setattr(self, word, getattr(self, word) + 1)
        self.reasons[word, played.reason] += 1
        self.plies += len(played.moves)
        if me == played.red:
            self.as_red += points
            self.reds += 1


class Tally:
    """How a match stands. The order in which games come does not matter.

    Args:
        engines: how many play.
    """

    def __init__(self, engines: int) -> None:
        self.games = 0
        self.seconds = 0.0
        #: What each engine did wrong, by the words of `FAULTS`.
        self.faults: list[Counter[str]] = [Counter() for _ in range(engines)]
        self._all = [Line() for _ in range(engines)]
        self._between: dict[tuple[int, int], Line] = {}
        self._half: dict[int, Played] = {}

    def add(self, played: Played) -> None:
        """Count a game."""
        self.games += 1
        self.seconds += played.seconds
        if played.fault and played.loser is not None:
            self.faults[played.loser][played.reason] += 1
        sides = ((played.red, played.black), (played.black, played.red))
        for me, other in sides:
            self._all[me]._add(played, me)
            self.between(me, other)._add(played, me)
        twin = self._half.pop(played.number // 2, None)
        if twin is None:
            self._half[played.number // 2] = played
            return
        for me, other in sides:
            points = round(2 * (played.score_of(me) + twin.score_of(me)))
            self._all[me].pair_points[points] += 1
            self.between(me, other).pair_points[points] += 1

    def of(self, engine: int) -> Line:
        """All games of an engine."""
        return self._all[engine]

    def between(self, me: int, other: int) -> Line:
        """The games of an engine against another."""
        return self._between.setdefault((me, other), Line())

    def ranking(self) -> list[int]:
        """The engines, the best share of points first."""
        lines = self._all

        def share(engine: int) -> float:
            line = lines[engine]
            return line.points / line.games if line.games else -1.0

        return sorted(range(len(lines)), key=lambda engine: (-share(engine), engine))

    def fault_count(self) -> int:
        """How many games ended by a fault of an engine."""
        return sum(faults[word] for faults in self.faults for word in FAULTS)
