"""The arena: whoever is free is paired again and again, until it is closed.

A *wave* pairs those who are free at that moment; others may still be playing.
A player is in no more than one game at a time.  In the order of weight:

1. as many boards as can be;
2. who has been left out in more waves is paired first;
3. players of near scores meet, and rather those who have met less often
   (`Options.repeat` half wins of distance for each time they have met);
4. colours: who has had the first move less often gets it, then who was second
   mover in the last game, then the smaller number in odd waves and the bigger
   one in even waves; rather two whose colours can be balanced;
5. who has been free for longer is paired first; the rest is by lot from the seed.

Nobody meets the opponent of his last game again at once, unless no more than
two are left in the arena.

>>> here = [Free(1, 20), Free(2, 20, last=3), Free(3, 0, last=2), Free(4, 0)]
>>> sheet = pair(here, 3, "spring cup")
>>> [(board.red, board.black) for board in sheet.pairings]
[(1, 2), (3, 4)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import lots
from chuhe.tournament.matching import heaviest
from chuhe.tournament.model import Cell, Event, Kind, Pairing, Points, Reason, Score, Sheet

__all__ = ["MOST_FREE", "Free", "Options", "Worth", "free_of", "pair", "worth"]

#: More players are not paired in one wave.
MOST_FREE = 2_000
#: With whom of those next to him in the order of scores somebody may be paired.
_WINDOW = 40
#: Colours further apart than this count alike.
_MOST_SURPLUS = 7
_MOST_WAITED = 15


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed about an arena."""

    streaks: bool = False
    """Whether after two wins running wins and draws count double until the next game not won."""
    minutes: int = 0
    """How long after the first wave another one may be paired; 0: without end."""
    repeat: int = 2
    """What an earlier meeting counts, in half wins of distance."""


@dataclass(frozen=True, slots=True)
class Free:
    """Somebody to be paired."""

    player: int
    score: int
    """In tenths."""
    waited: int = 0
    """In how many waves he has been left out since his last game."""
    since: int = 0
    """When he became free: anything that grows."""
    surplus: int = 0
    """How often more he has been first mover than second."""
    last: int | None = None
    """The opponent of his last game."""
    last_side: str = ""
    met: Mapping[int, int] = field(default_factory=dict)
    """Opponent → how often."""


def pair(
    free: Iterable[Free],
    wave: int,
    seed: str,
    *,
    in_arena: int | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
    win: int = 20,
    options: Options | None = None,
) -> Sheet:
    """A wave.

    Args:
        free: who is free.
        wave: its number, from 1.
        seed: for the lots; the purpose is ``arena`` and the number of the wave.
        in_arena: how many are in the arena, those who play included; as many as are
            free if None.
        forbidden: pairs, smaller number first, that may not meet.
        win: what a win is worth, in tenths.
        options: what is agreed.

    Raises:
        PairingError: ``arena.nobody``: no two who may meet are free; ``arena.most``.

    >>> pair([Free(1, 0, last=2), Free(2, 0, last=1)], 2, "cup").pairings
    (Pairing(red=2, black=1),)
    """
    some = sorted(free, key=lambda one: one.player)
    if len(some) > MOST_FREE:
        raise PairingError("arena.most", {"most": MOST_FREE})
    order = lots.shuffled(some, seed, f"arena {wave}")
    order.sort(key=lambda one: -one.score)
    again = (len(some) if in_arena is None else in_arena) <= 2
    barred = set(forbidden)
    edges = _edges(order, again, barred, max(win, 1), (options or Options()).repeat)
    mates = heaviest(len(order), edges)
    boards = [(order[i], order[j]) for i, j in enumerate(mates) if j is not None and i < j]
    if not boards:
        raise PairingError("arena.nobody", {"free": len(some)})
    pairings: list[Pairing] = []
    reasons: list[Reason] = []
    for one, two in boards:
        red, black, why = _sides(one, two, wave)
        pairings.append(Pairing(red.player, black.player))
        told = {
            "red": red.player,
            "black": black.player,
            "one": _text(red.score),
            "two": _text(black.score),
        }
        reasons.append(Reason("arena.met" if one.met.get(two.player) else "arena.pair", told))
        reasons.append(Reason(why, {"red": red.player, "black": black.player, "wave": wave}))
    reasons = [Reason(r.code, r.facts, (r.facts["red"], r.facts["black"])) for r in reasons]  # type: ignore[arg-type]
    paired = {number for board in pairings for number in (board.red, board.black)}
    for one in some:
        if one.player not in paired:
            facts = {"player": one.player, "waited": one.waited + 1}
            reasons.append(Reason("arena.waits", facts, (one.player,)))
    return Sheet(wave, tuple(pairings), tuple(reasons))


def _text(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"


def _edges(
    order: Sequence[Free], again: bool, barred: set[tuple[int, int]], win: int, repeat: int
) -> Iterator[tuple[int, int, int]]:
    """Edges of the graph of all who may meet; one weight holds all aims, the first in front."""
    count = len(order)
    by_wait = sorted(order, key=lambda one: one.since)
    rank = {one.player: place for place, one in enumerate(reversed(by_wait))}
    # Each step outweighs all that the following ones can add up to.
    lot_most = count * _WINDOW + 1
    since_step = lot_most
    since_most = since_step * (2 * count * count + 1)
    colour_step = since_most
    colour_most = colour_step * (count * (2 * _MOST_SURPLUS + 2) + 1)
    distance_step = colour_most
    farthest = (2 * (order[0].score - order[-1].score) // win) ** 2 if order else 0
    most_met = max((n for one in order for n in one.met.values()), default=0)
    distance_most = distance_step * (count * (farthest + repeat * repeat * most_met + 1) + 1)
    wait_step = distance_most
    board_step = wait_step * (2 * _MOST_WAITED * count + 1)
    for i, one in enumerate(order):
        for j in range(i + 1, min(count, i + 1 + _WINDOW)):
            two = order[j]
            both = (min(one.player, two.player), max(one.player, two.player))
            if both in barred or (not again and (one.last == two.player or two.last == one.player)):
                continue
            distance = (2 * (one.score - two.score) // win) ** 2
            distance += repeat * repeat * one.met.get(two.player, 0)
            waited = min(one.waited, _MOST_WAITED) + min(two.waited, _MOST_WAITED)
            weight = (
                board_step
                + wait_step * waited
                - distance_step * distance
                - colour_step * _colour_cost(one, two)
                + since_step * (rank[one.player] + rank[two.player])
                + _WINDOW
                - (j - i)
            )
            yield i, j, weight


def _colour_cost(one: Free, two: Free) -> int:
    """How far from balance the better choice of colours leaves the two."""
    first = abs(one.surplus + 1) + abs(two.surplus - 1)
    second = abs(one.surplus - 1) + abs(two.surplus + 1)
    return min(first, second, 2 * _MOST_SURPLUS)


def _sides(one: Free, two: Free, wave: int) -> tuple[Free, Free, str]:
    """First mover, second mover, and the code of the reason."""
    if one.surplus != two.surplus:
        red, black = (one, two) if one.surplus < two.surplus else (two, one)
        return red, black, "arena.less_red"
    if one.last_side != two.last_side and "" not in (one.last_side, two.last_side):
        red, black = (one, two) if one.last_side == "black" else (two, one)
        return red, black, "arena.was_black"
    small, big = (one, two) if one.player < two.player else (two, one)
    return (small, big, "arena.small") if wave % 2 else (big, small, "arena.big")


# ---------------------------------------------------------------- what games are worth


@dataclass(frozen=True, slots=True)
class Worth:
    """What a wave was worth to somebody."""

    wave: int
    opponent: int | None
    value: int
    """In tenths."""
    doubled: bool = False


def worth(row: Sequence[Cell], points: Points, options: Options | None = None) -> list[Worth]:
    """What each game of a player was worth, in the order he played them.

    With streaks, after two wins running over the board, wins and draws count double
    until the first game he does not win, that one included.  Wins without play neither
    count double nor for the two.

    >>> won, drew = (Cell(2, "red", score, Kind.GAME) for score in (Score.WIN, Score.DRAW))
    >>> row = [won, won, won, drew, won]
    >>> [one.value for one in worth(row, Points.of("2:1:0"), Options(streaks=True))]
    [20, 20, 40, 20, 20]
    """
    streaks = options is not None and options.streaks
    found: list[Worth] = []
    running = 0
    for wave, cell in enumerate(row, 1):
        value = points.cell(cell)
        if cell.opponent is None:
            if value:
                found.append(Worth(wave, None, value))
            continue
        if cell.score is None:
            continue
        doubled = streaks and cell.kind is Kind.GAME and running >= 2
        found.append(Worth(wave, cell.opponent, 2 * value if doubled else value, doubled))
        if cell.kind is Kind.GAME:
            running = running + 1 if cell.score is Score.WIN else 0
        elif cell.score is not Score.WIN:
            running = 0
    return found


def free_of(
    event: Event,
    busy: Iterable[int],
    since: Mapping[int, int],
    scores: Mapping[int, int],
    left_out: Mapping[int, Sequence[int]],
) -> list[Free]:
    """Who is free, from what has been played.

    Args:
        event: the event, waves as its rounds.
        busy: who is playing.
        since: player → when he became free.
        scores: the points, streaks included.
        left_out: player → the waves in which he was free and not paired.
    """
    taken = set(busy)
    wave = event.next_round
    free = []
    for player in event.players:
        number = player.number
        if number in taken or event.absence(number, wave) is not None:
            continue
        row = event.row(number)
        games = [cell for cell in row if cell.opponent is not None]
        played = [cell for cell in games if cell.kind is Kind.GAME and cell.side]
        last = max((r for r, cell in enumerate(row, 1) if cell.opponent is not None), default=0)
        waited = sum(1 for round in left_out.get(number, ()) if round > last)
        free.append(
            Free(
                number,
                scores[number],
                waited,
                since.get(number, 0),
                sum(1 if cell.side == "red" else -1 for cell in played),
                games[-1].opponent if games else None,
                (played[-1].side or "") if played else "",
                Counter(cell.opponent for cell in games if cell.opponent is not None),
            )
        )
    return free


add_messages(
    {
        "arena.most": N_("more than {most} players cannot be paired at once"),
        "arena.nobody": N_(
            "no two who may meet are free ({free} free): enter results and pair again"
        ),
        "arena.pair": N_("{red} ({one} points) meets {black} ({two} points)"),
        "arena.met": N_("{red} ({one} points) meets {black} ({two} points) once more"),
        "arena.less_red": N_("{red} has been first mover less often than {black}"),
        "arena.was_black": N_("{red} was second mover last, {black} first mover"),
        "arena.small": N_("colours alike; in wave {wave} the smaller number, {red}, moves first"),
        "arena.big": N_("colours alike; in wave {wave} the bigger number, {red}, moves first"),
        "arena.waits": N_("{player} waits for the next wave, left out {waited} times running"),
    }
)
