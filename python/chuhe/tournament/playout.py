"""A random event on a file, by any system: players, rounds, results, all from a seed.

What `chuhe.tournament.generate` is for files of other programs.  Every command is
one that an organiser gives, so such an event is also a test of its system.

>>> import tempfile, pathlib
>>> folder = tempfile.TemporaryDirectory()
>>> plan = Plan("knockout", 6, seed="cup", chances=Chances(draws=0.5))
>>> with make(pathlib.Path(folder.name, "cup.chuhe"), plan, clock=lambda: "") as desk:
...     [len(round.boards) for round in desk.state.rounds]
[4, 2, 1]
>>> folder.cleanup()
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.desk import TABLE
from chuhe.tournament.director import Director
from chuhe.tournament.generate import MOST_PLAYERS, MOST_ROUNDS, Chances, result, strengths
from chuhe.tournament.lots import Stream
from chuhe.tournament.model import EventError, Score
from chuhe.tournament.state_parts import PLAYED

__all__ = ["SYSTEMS", "Plan", "make", "play"]

#: Systems of which an event can be made without further agreements.
SYSTEMS = tuple(name for name in TABLE if name != "sections")

#: So often the games of a match are entered before it counts as stuck.
_MOST_GAMES = 40
_ENDS = ("desk.over", "desk.won", "no_valid_pairing")


@dataclass(frozen=True)
class Plan:
    """What is made.

    Raises:
        EventError: ``generate.size``; ``playout.system``.
    """

    system: str
    players: int
    """In an event of teams, of all teams together."""
    rounds: int = 5
    """Where the system does not know them itself."""
    seed: str = "1"
    chances: Chances = field(default_factory=Chances)
    """Of draws and forfeits; nobody is absent, late or withdraws."""
    spread: float = 200
    boards: int = 4
    """Of a team; in a Scheveningen match the players are halved."""
    options: Mapping[str, object] = field(default_factory=dict)
    name: str = "chuhe"

    def __post_init__(self) -> None:
        sizes = 2 <= self.players <= MOST_PLAYERS and 1 <= self.rounds <= MOST_ROUNDS
        if not sizes or not 0 <= self.spread <= 1000 or not 1 <= self.boards <= 20:
            raise EventError("generate.size", {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS})
        if self.system not in SYSTEMS:
            known = " ".join(SYSTEMS)
            raise EventError("playout.system", {"text": self.system, "known": known})


def make(path: str | os.PathLike[str], plan: Plan, *, clock: Callable[[], str]) -> Director:
    """A new file with an event that is played out; to be closed by the caller.

    Args:
        path: the file, which must not exist.
        plan: what is made.
        clock: answers the time to be logged.

    Raises:
        as `Director.create`.
    """
    row = TABLE[plan.system]
    desk = Director.create(
        path,
        name=plan.name,
        seed=plan.seed,
        clock=clock,
        system=plan.system,
        rounds=plan.rounds if row.rounds is None else None,
        options=plan.options,
    )
    try:
        rated = strengths(plan.players, Stream(plan.seed, "generate players"), spread=plan.spread)
        two = plan.system == "scheveningen"
        teams = 2 if two else max(2, plan.players // plan.boards)
        desk.add_players(
            [
                {
                    "name": f"P{n:04}",
                    "rating": round(max(1, rating)),
                    **({"team": f"T{(n - 1) % teams + 1:03}"} if row.teams else {}),
                }
                for n, rating in enumerate(rated, 1)
            ]
        )
        if row.teams:
            desk.make_teams("rating")
        desk.number("rating")
        play(desk, plan.seed, plan.chances, plan.rounds)
    except BaseException:
        desk.__exit__(None, None, None)
        raise
    return desk


def play(desk: Director, seed: str, chances: Chances, most: int) -> None:
    """Pair and play an event with numbers to its end.

    Args:
        desk: the event.
        seed: of the results.
        chances: of draws and forfeits.
        most: so many rounds where there is no end by itself.

    Raises:
        EventError, PairingError: a command is refused, but for the end of the event.
    """
    endless = TABLE[desk.state.system].rounds is None
    while not endless or len(desk.state.rounds) < most:
        try:
            desk.pair_round()
        except PairingError as error:
            if error.code in _ENDS:
                return
            raise
        number = len(desk.state.rounds)
        stream = Stream(seed, f"generate round {number}")
        for _ in range(_MOST_GAMES):
            missing = desk.state.rounds[-1].missing
            if not missing:
                break
            desk.results([(at, _key(desk, at, chances, stream)) for at in missing])
        else:
            raise EventError("playout.stuck", {"round": number})


def _key(desk: Director, board: int, chances: Chances, stream: Stream) -> str:
    """A result of a board of the last round, or of the next game of its match."""
    red, black = desk.state.rounds[-1].boards[board - 1]
    assert black is not None
    row = TABLE[desk.state.system]
    here = [stream.below(10_000) >= 10_000 * chances.forfeits for _ in range(2)]
    if not all(here) and (any(here) or row.draws):
        return "+" if here[0] else "-" if here[1] else "x"
    one, two = (int(desk.state.event().player(n).rating) for n in (red, black))
    score = result(one, two, chances, stream)
    if score is Score.DRAW and not row.draws and row.results is None:
        score = (Score.WIN, Score.LOSS)[stream.below(2)]
    return PLAYED[score]


add_messages(
    {
        "playout.system": N_("of the system '{text}' no event can be made; known are {known}"),
        "playout.stuck": N_("round {round} does not come to an end"),
    }
)
