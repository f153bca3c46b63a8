"""The boards of a knock-out on the file of an event: each one is a match of several games.

A `Fixture` is the match of a board with its games so far and the chain of
deciders agreed for it.  The state of an event keeps them beside the boards of a
round; everything here is pure.

>>> from chuhe.tournament.deciders import CHAINS
>>> one = Fixture("1.1", CHAINS["rapid"], Match("1.1", 4, 9, first=4))
>>> drawn = entered(one, "cup", 1, 4, "=")
>>> next_game(drawn, "cup").stage.name, outcome(drawn, "cup")
('rapid', None)
>>> won = entered(drawn, "cup", 2, next_game(drawn, "cup").red, "1")
>>> outcome(won, "cup") in ("1", "0")
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chuhe.errors import PairingError
from chuhe.tournament import deciders
from chuhe.tournament.deciders import Chain, Decided, Game, Match, Next, Result, Stuck

__all__ = [
    "GAME_KEYS",
    "Fixture",
    "entered",
    "fixtures",
    "game_key",
    "halves_text",
    "moved",
    "next_game",
    "outcome",
    "score",
    "score_text",
]

#: Key of a result → how the game ended, and whether without play.
GAME_KEYS: Mapping[str, tuple[Result, bool]] = {
    "1": (Result.RED, False),
    "0": (Result.BLACK, False),
    "=": (Result.DRAW, False),
    "o": (Result.BOTH_LOSE, False),
    "+": (Result.RED, True),
    "-": (Result.BLACK, True),
    "x": (Result.BOTH_LOSE, True),
}


@dataclass(frozen=True, slots=True)
class Fixture:
    """The match of a board."""

    name: str
    """Its name in the plan (`chuhe.tournament.bracket_plan`)."""
    chain: Chain
    match: Match | None
    """The games; None for a bye."""

    def state(self, seed: str) -> Next | Decided | Stuck | None:
        """What comes next; None for a bye."""
        return None if self.match is None else deciders.state(self.match, self.chain, seed)


def fixtures(boards: Sequence[tuple[int, int | None]], fact: Mapping[str, Any]) -> list[Fixture]:
    """The matches of a round from the fact that paired it.

    Raises:
        ValueError, KeyError: it is not such a fact.
    """
    try:
        chains = [deciders.chain_from_json(chain) for chain in fact["chains"]]
    except PairingError as error:
        raise ValueError(str(error)) from None
    return [
        Fixture(told["name"], chains[told.get("chain", 0)], _match(told["name"], *board))
        for told, board in zip(fact["matches"], boards, strict=True)
    ]


def moved(before: Sequence[Fixture], boards: Sequence[tuple[int, int | None]]) -> list[Fixture]:
    """The matches of a round after its boards were changed: games of changed ones are gone.

    Raises:
        ValueError: there are more boards, or fewer.
    """
    changed = []
    for fixture, board in zip(before, boards, strict=True):
        old = fixture.match
        same = old is not None and (old.one, old.two) == board
        changed.append(fixture if same else replace(fixture, match=_match(fixture.name, *board)))
    return changed


def _match(name: str, red: int, black: int | None) -> Match | None:
    return None if black is None else Match(name, red, black, first=red)


def next_game(fixture: Fixture, seed: str) -> Next | None:
    """The game to be played next; None if none is."""
    step = fixture.state(seed)
    return step if isinstance(step, Next) else None


def entered(fixture: Fixture, seed: str, game: int, red: int, key: str | None) -> Fixture:
    """The match after a game was entered, corrected, or taken back.

    Args:
        fixture: the match.
        seed: what its lots are drawn from.
        game: which game, from 1.
        red: who had Red in it.
        key: of `GAME_KEYS`; None takes the last game back.

    Raises:
        ValueError: there is no such game, Red is somebody else, or later games
            could not have been played then.
    """
    match = fixture.match
    if match is None:
        raise ValueError(fixture.name)
    games = list(match.games)
    keys = [game_key(old) for old in games]
    if key is None:
        if game != len(games) or games[-1].red != red:
            raise ValueError(game)
        return replace(fixture, match=replace(match, games=match.games[:-1]))
    if not 1 <= game <= len(games) + 1:
        raise ValueError(game)
    keys[game - 1 : game] = [key]
    reds = [old.red for old in games]
    reds[game - 1 : game] = [red]
    stages: list[int | None] = [old.stage for old in games]
    stages[game - 1 : game] = [None]
    new = replace(match, games=())
    for who, told, stage in zip(reds, keys, stages, strict=True):
        step = deciders.state(new, fixture.chain, seed)
        if not isinstance(step, Next) or step.red != who or stage not in (None, step.index):
            raise ValueError(game)
        result, forfeit = GAME_KEYS[told]
        new = deciders.played(new, fixture.chain, seed, result, forfeit)
    return replace(fixture, match=new)


def game_key(game: Game) -> str:
    """The key of a game that was entered."""
    return next(key for key, told in GAME_KEYS.items() if told == (game.result, game.forfeit))


def outcome(fixture: Fixture, seed: str) -> str | None:
    """How the match ended, as the key of a result of its board; None while it is going on.

    ``1`` and ``0`` if any game was played, else ``+`` and ``-``.
    """
    step = fixture.state(seed)
    if fixture.match is None or not isinstance(step, Decided):
        return None
    played = any(not game.forfeit for game in fixture.match.games)
    if step.winner == fixture.match.one:
        return "1" if played else "+"
    return "0" if played else "-"


def score(fixture: Fixture) -> tuple[int, int]:
    """Points of the games so far in halves, of the first named and of the second.

    >>> games = (Game(4, 9, Result.DRAW, 0), Game(9, 4, Result.RED, 1))
    >>> score(Fixture("1.1", (), Match("1.1", 4, 9, 4, games)))
    (1, 3)
    """
    one = two = 0
    for game in fixture.match.games if fixture.match else ():
        match game.result:
            case Result.DRAW:
                one, two = one + 1, two + 1
            case Result.RED | Result.BLACK:
                winner = game.red if game.result is Result.RED else game.black
                if fixture.match is not None and winner == fixture.match.one:
                    one += 2
                else:
                    two += 2
            case _:
                pass
    return one, two


def score_text(round: Sequence[Fixture], board: int) -> str:
    """The points of the games of a board, where they say more than who won; else empty.

    >>> games = (Game(4, 9, Result.DRAW, 0), Game(9, 4, Result.RED, 1))
    >>> score_text([Fixture("1.1", (), Match("1.1", 4, 9, 4, games))], 1)
    '½ - 1½'
    """
    match = round[board - 1].match if board <= len(round) else None
    if match is None or len(match.games) < 2:
        return ""
    return " - ".join(halves_text(points) for points in score(round[board - 1]))


def halves_text(points: int) -> str:
    """Points in halves as they are written.

    >>> halves_text(3), halves_text(1), halves_text(0)
    ('1½', '½', '0')
    """
    whole, half = divmod(points, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
