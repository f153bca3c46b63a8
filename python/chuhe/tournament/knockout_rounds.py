"""The rounds of a knock-out, made from its log entry by entry (`chuhe.tournament.knockout`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from chuhe.errors import PairingError
from chuhe.tournament import deciders, lots
from chuhe.tournament.brackets import arranged, bracket
from chuhe.tournament.deciders import Chain, Decided, Next, Result, Ruled, Stuck
from chuhe.tournament.model import Reason

__all__ = ["Entry", "Fold", "Match", "Options", "out_of", "state_of"]


@dataclass(frozen=True)
class Options:
    """What is agreed about a knock-out."""

    system: Literal["bracket", "lots"] = "bracket"
    chain: Chain = deciders.RAPID
    """The match and what decides it when it is level."""
    seed: str = ""
    """What all lots are drawn from."""
    first: Literal["lot", "higher", "lower"] = "lot"
    """In a bracket: who has Red in the first game, by lot or by seed. Where lots
    are drawn the red card moves first."""
    third_place: bool = False
    """Whether the losers of the semi-finals play for the third place."""
    no_second_bye: bool = False
    """With lots: whether the bye goes to one of those who have had the fewest."""
    units: Mapping[int, str] = field(default_factory=dict)
    """In a bracket: player → unit; those of one unit are kept apart as long as can be."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: the result of the next game of a match, or an arbiter's decision."""

    match: str
    what: Result | Ruled


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a round."""

    name: str
    """Round and number, ``2.1``; ``3.third`` for the third place."""
    one: int | None
    """None: nobody came out of the match before."""
    two: int | None
    """None: a bye, or nobody came out of the match before."""
    reason: Reason
    games: deciders.Match | None = None
    """The games; None where there is nobody to play."""

    @property
    def players(self) -> tuple[int | None, int | None]:
        """Both players."""
        return self.one, self.two

    @property
    def is_third(self) -> bool:
        """Whether it is for the third place."""
        return self.name.endswith(".third")


class Fold:
    """Rounds made from the log, entry by entry."""

    def __init__(self, players: Sequence[int], options: Options) -> None:
        self.options = options
        self.rounds: list[list[Match]] = []
        self.draws: list[lots.Draw] = []
        self.over = False
        self._open = 0  # matches of the last round that are not decided
        self._places: list[dict[str, int]] = []
        self._seeds = {player: n for n, player in enumerate(players, 1)}
        if options.system == "lots":
            self._begin(self._drawn(players))
        else:
            self._begin(self._seeded(players))
        self._go_on()

    def find(self, name: str) -> tuple[int, int, Match]:
        """Round and place in it, from 0, and the match of this name.

        Raises:
            PairingError: ``knockout.no_match``.
        """
        for r, places in enumerate(self._places):
            if name in places:
                return r, places[name], self.rounds[r][places[name]]
        raise PairingError("knockout.no_match", {"match": name})

    def _begin(self, matches: list[Match]) -> None:
        """A new round."""
        self.rounds.append(matches)
        self._places.append({match.name: n for n, match in enumerate(matches)})
        self._open = sum(not isinstance(state_of(m, self.options), Decided) for m in matches)

    def enter(self, entry: Entry) -> None:
        """Take a line of the log.

        Raises:
            PairingError: ``knockout.no_match``, ``knockout.decided``, ``knockout.not_in``.
        """
        r, n, match = self.find(entry.match)
        if r != len(self.rounds) - 1:
            raise PairingError("knockout.decided", {"match": entry.match})
        if match.games is None or isinstance(state_of(match, self.options), Decided):
            raise PairingError("knockout.decided", {"match": entry.match})
        if isinstance(entry.what, Ruled):
            if entry.what.winner not in (*match.players, None):
                raise PairingError("knockout.not_in", {"player": entry.what.winner})
            games = replace(match.games, ruled=entry.what)
        else:
            games = deciders.played(match.games, self.options.chain, self.options.seed, entry.what)
        self.rounds[r][n] = replace(match, games=games)
        self._open -= isinstance(state_of(self.rounds[r][n], self.options), Decided)
        self._go_on()

    def _go_on(self) -> None:
        """The next rounds, as long as nothing is left to play in the last one."""
        while not self.over and not self._open:
            matches = [m for m in self.rounds[-1] if not m.is_third]
            winners = [step.winner for step in map(self._decided, matches)]
            if len(matches) == 1:
                self.over = True
            elif self.options.system == "lots":
                left = [winner for winner in winners if winner is not None]
                if len(left) < 2:
                    self.over = True
                else:
                    self._begin(self._drawn(left) + self._third(matches, len(left) == 2))
            else:
                self._begin(
                    self._advanced(matches, winners) + self._third(matches, len(matches) == 2)
                )

    def _decided(self, match: Match) -> Decided:
        step = state_of(match, self.options)
        assert isinstance(step, Decided)
        return step

    def _seeded(self, players: Sequence[int]) -> list[Match]:
        """The first round of a bracket."""
        slots = bracket(len(players))
        order = arranged(players, self.options.units)
        at: list[int | None] = [order[s - 1] if s <= len(order) else None for s in slots]
        seeds = self._seeds
        matches = []
        for n in range(0, len(at), 2):
            one, two = at[n], at[n + 1]
            here = [player for player in (one, two) if player is not None]
            facts: dict[str, object] = {"seed": seeds[here[0]], "player": here[0]}
            code = "knockout.bye"
            if len(here) == 2:
                moved = any(order[seeds[player] - 1] != player for player in here)
                code = "knockout.seeds_apart" if moved else "knockout.seeds"
                facts |= {"opponent": here[1], "other": seeds[here[1]]}
            matches.append(self._match(n // 2 + 1, one, two, Reason(code, facts, tuple(here))))
        return matches

    def _advanced(self, before: list[Match], winners: list[int | None]) -> list[Match]:
        """The next round of a bracket: neighbours meet."""
        matches = []
        for n in range(0, len(winners), 2):
            one, two = winners[n], winners[n + 1]
            facts = {"one": before[n].name, "two": before[n + 1].name}
            code = "knockout.no_opponent" if None in (one, two) else "knockout.winners"
            here = tuple(player for player in (one, two) if player is not None)
            matches.append(self._match(n // 2 + 1, one, two, Reason(code, facts, here)))
        return matches

    def _drawn(self, players: Sequence[int]) -> list[Match]:
        """A round by lots: whoever is left draws, in the order of the matches before."""
        byes = tuple(draw.bye for draw in self.draws if draw.bye is not None)
        options = lots.Options(self.options.no_second_bye, byes)
        draw = lots.draw(players, self.options.seed, len(self.rounds) + 1, options)
        self.draws.append(draw)
        return [
            self._match(n, pairing.red, pairing.black, reason, first=pairing.red)
            for n, (pairing, reason) in enumerate(
                zip(draw.sheet().pairings, draw.sheet().reasons, strict=True), 1
            )
        ]

    def _third(self, semis: list[Match], final: bool) -> list[Match]:
        """The match for the third place, beside the final, if two lost in the round before."""
        losers = [p for match in semis for p in out_of(match, self.options)]
        if not (self.options.third_place and final and len(losers) == 2):
            return []
        reason = Reason("knockout.third", {"one": losers[0], "two": losers[1]}, tuple(losers))
        return [self._match("third", losers[0], losers[1], reason)]

    def _match(
        self,
        number: int | str,
        one: int | None,
        two: int | None,
        reason: Reason,
        first: int | None = None,
    ) -> Match:
        name = f"{len(self.rounds) + 1}.{number}"
        if one is None or two is None:
            return Match(name, one, two, reason)
        if first is None and self.options.first != "lot":
            # In a bracket the better seed stands first only in round one: compare seeds.
            better = min(one, two, key=self._seeds.__getitem__)
            first = better if self.options.first == "higher" else one + two - better
        return Match(name, one, two, reason, deciders.Match(name, one, two, first))


def state_of(match: Match, options: Options) -> Next | Decided | Stuck:
    """What comes next in a match; a match without an opponent is decided."""
    if match.games is None:
        winner = match.two if match.one is None else match.one
        return Decided(winner, match.reason)
    return deciders.state(match.games, options.chain, options.seed)


def out_of(match: Match, options: Options) -> list[int]:
    """Who goes out in a match: nobody while it is not decided."""
    step = state_of(match, options)
    if not isinstance(step, Decided):
        return []
    return [player for player in match.players if player not in (None, step.winner)]
