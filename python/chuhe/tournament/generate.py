"""Random events: players with strengths, results with draws, absences, all from a seed.

>>> event = generate(6, 3, "spring cup")
>>> [player.rating for player in event.players]
[1953, 1848, 1841, 1828, 1749, 1563]
>>> [event.score(player.number) for player in event.players]
[25, 15, 25, 15, 10, 0]

The random numbers are those of `chuhe.tournament.lots.Stream`, so the same
seed gives the same event on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.dutch import pair as dutch
from chuhe.tournament.lots import Stream
from chuhe.tournament.model import Event, EventError, Kind, Player, Points, Score, Sheet

__all__ = [
    "MOST_PLAYERS",
    "MOST_ROUNDS",
    "Chances",
    "generate",
    "normal",
    "play",
    "result",
    "strengths",
]

MOST_PLAYERS = 10_000
MOST_ROUNDS = 99
_FINE = 1 << 53
#: A rating of a file has four digits.
_LOWEST, _HIGHEST = 1, 3999


@dataclass(frozen=True, slots=True)
class Chances:
    """How results come about. All chances are from 0 to 1."""

    draws: float = 0.3
    """Of a draw between equals; with unequal strengths it shrinks with the weaker one's chances."""
    first_move: float = 0.0
    """By how many rating points moving first counts as stronger."""
    forfeits: float = 0.0
    """Of a game not being played, for each side."""
    absent: float = 0.0
    """Of asking for a bye in a round; worth half a point or nothing, equally often."""
    late: float = 0.0
    """Of a player entering only in the second or third round."""
    withdraws: float = 0.0
    """Of a player leaving for good after a round."""

    def __post_init__(self) -> None:
        shares = (self.draws, self.forfeits, self.absent, self.late, self.withdraws)
        if not all(0 <= share <= 1 for share in shares) or not abs(self.first_move) <= 1000:
            raise EventError("generate.chance")


def strengths(players: int, stream: Stream, mean: float = 1800, spread: float = 200) -> list[float]:
    """Normally distributed strengths, best first."""
    return sorted((normal(stream, mean, spread) for _ in range(players)), reverse=True)


def result(red: float, black: float, chances: Chances, stream: Stream) -> Score:
    """What Red has of a game between players of these strengths.

    The expected score is Elo's, 1 / (1 + 10^(−difference/400)); how much of it
    comes from draws is a matter of `Chances.draws`.

    >>> from collections import Counter
    >>> stream = Stream("games", "example")
    >>> count = Counter(result(1900, 1800, Chances(), stream).value for _ in range(1000))
    >>> count["win"] + count["draw"] / 2  # 640 are expected
    637.0
    """
    difference = max(-4000.0, min(4000.0, red + chances.first_move - black))
    share = 1 / (1 + 10 ** (-difference / 400))
    draw = chances.draws * 2 * min(share, 1 - share)
    at = _uniform(stream)
    if at < share - draw / 2:
        return Score.WIN
    return Score.DRAW if at < share + draw / 2 else Score.LOSS


def generate(
    players: int,
    rounds: int,
    seed: str | int,
    *,
    chances: Chances | None = None,
    points: Points | None = None,
    mean: float = 1800,
    spread: float = 200,
    pair: Callable[[Event, int], Sheet] = dutch,
) -> Event:
    """A random event, paired and played.

    Args:
        players: how many.
        rounds: how many; the event ends earlier if a round cannot be paired.
        seed: of all random numbers.
        chances: of results and absences.
        points: of the event.
        mean: of the ratings, which are the strengths.
        spread: their standard deviation.
        pair: the system.

    Raises:
        EventError: ``generate.size``: not 2 to 10,000 players, 1 to 99 rounds, a
            mean up to 4000 and a spread up to 1000.
        PairingError: ``lots.seed``.
    """
    sizes = 2 <= players <= MOST_PLAYERS and 1 <= rounds <= MOST_ROUNDS
    if not (sizes and 0 <= spread <= 1000 and 0 <= mean <= 4000):
        raise EventError("generate.size", {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS})
    chances = chances or Chances()
    drawn = strengths(players, Stream(seed, "generate players"), mean, spread)
    ratings = [max(_LOWEST, min(_HIGHEST, round(strength))) for strength in drawn]
    event = Event(
        name=f"{seed}"[:80],
        system="FIDE_DUTCH_2025" if pair is dutch else "",
        players=tuple(Player(n, f"#{n}", rating) for n, rating in enumerate(ratings, 1)),
        rounds_total=rounds,
        points=points or Points(),
        initial_side="red" if Stream(seed, "generate side").below(2) else "black",
        absent=_absences(players, rounds, chances, Stream(seed, "generate absences")),
    )
    return play(event, [float(rating) for rating in ratings], seed, chances, pair)


def play(
    event: Event,
    strength: Sequence[float],
    seed: str | int,
    chances: Chances,
    pair: Callable[[Event, int], Sheet],
) -> Event:
    """Pair and play an event to its end, or to the first round that cannot be paired.

    Args:
        event: the event before its first round.
        strength: of the players, in their order.
        seed: of the results.
        chances: of the results; absences are those of the event.
        pair: the system.
    """
    place = {player.number: i for i, player in enumerate(event.players)}
    for round in range(1, (event.rounds_total or 0) + 1):
        if not any(event.absence(player.number, round) is None for player in event.players):
            break
        try:
            sheet = pair(event, round)
        except PairingError as error:
            if error.code != "no_valid_pairing":
                raise
            break
        event = event.with_sheet(sheet)
        stream = Stream(seed, f"generate round {round}")
        for pairing in sheet.pairings:
            red, black = pairing.red, pairing.black
            if black is None:
                continue
            here = [_uniform(stream) >= chances.forfeits for _ in range(2)]
            score = result(strength[place[red]], strength[place[black]], chances, stream)
            if all(here):
                event = event.with_result(round, red=red, black=black, score=score)
            else:
                event = event.with_result(
                    round,
                    red=red,
                    black=black,
                    score=Score.WIN if here[0] else Score.LOSS,
                    black_score=Score.WIN if here[1] else Score.LOSS,
                    forfeit=True,
                )
    return replace(
        event,
        absent={key: kind for key, kind in event.absent.items() if key[1] > event.rounds_paired},
    )


def normal(stream: Stream, mean: float, spread: float) -> float:
    """A normally distributed number.

    >>> round(normal(Stream("cup", "example"), 1800, 200), 3)
    1629.005
    """
    at = (stream.below(_FINE) + 0.5) / _FINE
    return mean + spread * NormalDist().inv_cdf(at)


# ------------------------------------------------------------ parts


def _uniform(stream: Stream) -> float:
    """A number from 0 up to, and without, 1."""
    return stream.below(_FINE) / _FINE


def _absences(
    players: int, rounds: int, chances: Chances, stream: Stream
) -> dict[tuple[int, int], Kind]:
    absent: dict[tuple[int, int], Kind] = {}
    if not (chances.absent or chances.late or chances.withdraws):
        return absent
    for player in range(1, players + 1):
        first = 1 + (1 + stream.below(2) if _uniform(stream) < chances.late else 0)
        gone = False
        for round in range(1, rounds + 1):
            away = _uniform(stream) < chances.absent
            half = stream.below(2)
            if round < first or gone:
                absent[player, round] = Kind.ZERO_BYE
            elif away:
                absent[player, round] = Kind.HALF_BYE if half else Kind.ZERO_BYE
            gone = gone or _uniform(stream) < chances.withdraws
    return absent


add_messages(
    {
        "generate.size": N_(
            "a random event has 2 to {players} players and 1 to {rounds} rounds, "
            "its ratings a mean of 0 to 4000 and a spread of 0 to 1000"
        ),
        "generate.chance": N_(
            "chances are from 0 to 1, the worth of the first move at most 1000 rating points"
        ),
    }
)
