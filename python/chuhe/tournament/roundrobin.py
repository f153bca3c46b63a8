"""Round robin: everybody meets everybody, by the Berger tables.

>>> for board in berger(5)[1]:
...     print(board)
(6, 4)
(5, 3)
(1, 2)

There are five players, so who meets number 6 is free.  In a double round robin
the second half is the first with colours reversed; `Options.swap_last` says
whether the last two rounds of the first half change places, so that nobody has
one colour three times running where the halves meet.

Who withdraws is treated by the half of the games (article 20 of the Chinese
rules of 1999): with fewer than half of his games played all his results are
annulled, otherwise they stand and the rest are forfeits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament.model import (
    Cell,
    Event,
    Kind,
    Pairing,
    Reason,
    Score,
    Sheet,
)

__all__ = [
    "MOST_PLAYERS",
    "Board",
    "Options",
    "Withdrawal",
    "berger",
    "pair",
    "rounds",
    "schedule",
    "settle",
    "withdraw",
    "withdrawal",
]

#: More players than this are refused.
MOST_PLAYERS = 500
_MOST_CYCLES = 8

Board = tuple[int, int]
"""Who moves first, who moves second."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed about a round robin."""

    cycles: int = 1
    """How often everybody meets everybody; colours are reversed from one cycle to the next."""
    swap_last: bool = False
    """With two cycles or more: the last two rounds of every cycle but the last change places."""


@cache
def berger(players: int) -> tuple[tuple[Board, ...], ...]:
    """The Berger table: rounds of boards, each the first mover and the second.

    For an odd number of players the number after the last is nobody: whoever
    meets it is free.

    Raises:
        PairingError: ``roundrobin.players``: fewer than 2, or more than 500.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if not 2 <= players <= MOST_PLAYERS:
        raise PairingError("roundrobin.players", {"most": MOST_PLAYERS})
    last = players + players % 2
    half, ring = last // 2, last - 1

    def turned(number: int, round: int) -> int:
        """Everybody but the last goes on by half the field from round to round, in a ring."""
        return (number - 1 + round * half) % ring + 1

    table = []
    for round in range(ring):
        one = turned(1, round)
        boards = [(last, one) if round % 2 else (one, last)]
        boards += [
            (turned(number, round), turned(last + 1 - number, round))
            for number in range(2, half + 1)
        ]
        table.append(tuple(boards))
    return tuple(table)


def schedule(players: int, options: Options | None = None) -> tuple[tuple[Board, ...], ...]:
    """All rounds, in the order they are played.

    Raises:
        PairingError: ``roundrobin.players``; ``roundrobin.cycles``: not 1 to 8.

    >>> schedule(4, Options(cycles=2, swap_last=True))[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    options = options or Options()
    if not 1 <= options.cycles <= _MOST_CYCLES:
        raise PairingError("roundrobin.cycles", {"most": _MOST_CYCLES})
    played: list[tuple[Board, ...]] = []
    for cycle in range(options.cycles):
        table = list(berger(players))
        if cycle % 2:
            table = [tuple((second, first) for first, second in boards) for boards in table]
        if options.swap_last and cycle < options.cycles - 1:
            table[-2:] = table[-2:][::-1]
        played += table
    return tuple(played)


def rounds(players: int, options: Options | None = None) -> int:
    """How many rounds there are.

    >>> rounds(5), rounds(6, Options(cycles=2))
    (5, 10)
    """
    return len(schedule(players, options))


def pair(event: Event, round: int | None = None, options: Options | None = None) -> Sheet:
    """The boards of a round, the next one if None, for the players in the order of their numbers.

    Who is free, because nobody or somebody annulled would be his opponent, is
    not on the sheet, which scores nothing; a reason says so.  Boards of a
    player who is away stand on the sheet: they are forfeits (`settle`).

    Raises:
        PairingError: ``roundrobin.round``: there is no such round;
            ``roundrobin.players``, ``roundrobin.cycles``.

    >>> from chuhe.tournament.model import Player
    >>> event = Event(players=tuple(map(Player, (11, 12, 13))))
    >>> pair(event, 2).pairings
    (Pairing(red=11, black=12),)
    """
    round = event.next_round if round is None else round
    table = schedule(len(event.players), options)
    if not 1 <= round <= len(table):
        raise PairingError("roundrobin.round", {"most": len(table)})
    numbers = [player.number for player in event.players]
    gone = {n for n in numbers if _annulled(event, n, round, len(table))}
    pairings: list[Pairing] = []
    reasons: list[Reason] = []
    for first, second in table[round - 1]:
        met = [numbers[n - 1] for n in (first, second) if n <= len(numbers)]
        here = [number for number in met if number not in gone]
        if len(here) == 2:
            pairings.append(Pairing(*here))
            reasons.append(_board_reason(event, here[0], here[1], (first, second), round))
        elif here:
            away = next((number for number in met if number in gone), None)
            code = "roundrobin.free" if away is None else "roundrobin.free_withdrawn"
            reasons.append(Reason(code, {"player": here[0], "away": away}, (here[0],)))
    return Sheet(round, tuple(pairings), tuple(reasons))


def settle(event: Event, round: int) -> Event:
    """Enter the forfeits of a paired round: boards on which somebody is away.

    Where both are away both lose.
    """
    for pairing in event.sheet(round).pairings:
        red, black = pairing.red, pairing.black
        if black is None or event.cell(red, round).score is not None:
            continue
        away = [number for number in (red, black) if (number, round) in event.absent]
        if away:
            score = Score.LOSS if red in away else Score.WIN
            both = Score.LOSS if len(away) == 2 else None
            event = event.with_result(
                round, red=red, black=black, score=score, black_score=both, forfeit=True
            )
    return event


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What becomes of the results of a player who withdraws."""

    player: int
    played: int
    """Games he has played over the board; byes and forfeits do not count."""
    games: int
    """Games he would have had in the whole event."""

    @property
    def annulled(self) -> bool:
        """Whether his results are taken out: fewer than half of the games were played."""
        return 2 * self.played < self.games

    @property
    def reason(self) -> Reason:
        """The ruling as a sentence."""
        code = "roundrobin.annulled" if self.annulled else "roundrobin.stands"
        facts = {"player": self.player, "played": self.played, "games": self.games}
        return Reason(code, facts, (self.player,))


def withdrawal(event: Event, player: int, options: Options | None = None) -> Withdrawal:
    """What would become of a player's results if he withdrew now."""
    played = sum(cell.played for cell in event.row(player))
    cycles = (options or Options()).cycles
    return Withdrawal(player, played, (len(event.players) - 1) * cycles)


def withdraw(event: Event, player: int, options: Options | None = None) -> Event:
    """The event after a player has withdrawn for good.

    A game of the current round that has no result yet is a forfeit, unless
    everything is annulled; the rounds to come are marked as absences.

    Raises:
        EventError: ``event.no_player``.
        PairingError: ``roundrobin.players``, ``roundrobin.cycles``.
    """
    ruling = withdrawal(event, player, options)
    last = rounds(len(event.players), options)
    open_rounds = [r for r, cell in enumerate(event.row(player), 1) if _open(cell)]
    away = {*open_rounds, *range(event.next_round, last + 1)}
    absent = {**event.absent, **{(player, round): Kind.ZERO_BYE for round in away}}
    event = replace(event, absent=absent)
    if ruling.annulled:
        return _without(event, player)
    for round in open_rounds:
        event = settle(event, round)
    return event


# ------------------------------------------------------------ parts


def _open(cell: Cell) -> bool:
    return cell.opponent is not None and cell.score is None


def _annulled(event: Event, player: int, round: int, last: int) -> bool:
    """Whether a player's results have been taken out: away to the end, and nothing is left."""
    away = all((player, r) in event.absent for r in range(round, last + 1))
    return away and not any(cell.paired for cell in event.row(player))


def _without(event: Event, player: int) -> Event:
    """All games of a player struck out, on both sides of the board."""
    rows = []
    for one, row in zip(event.players, event.cells, strict=True):
        struck = [
            Cell() if player in (one.number, cell.opponent) and cell.opponent else cell
            for cell in row
        ]
        rows.append(tuple(struck))
    return replace(event, cells=tuple(rows))


def _board_reason(event: Event, red: int, black: int, board: Board, round: int) -> Reason:
    away = [number for number in (red, black) if (number, round) in event.absent]
    if away:
        facts: dict[str, object] = {"player": away[0], "red": red, "black": black}
        code = "roundrobin.away" if len(away) == 1 else "roundrobin.both_away"
        return Reason(code, facts, (red, black))
    first, second = board
    return Reason("roundrobin.table", {"first": first, "second": second}, (red, black))


add_messages(
    {
        "roundrobin.players": N_("a round robin needs 2 to {most} players"),
        "roundrobin.cycles": N_("a round robin has 1 to {most} cycles"),
        "roundrobin.round": N_("this round robin has rounds 1 to {most}"),
        "roundrobin.table": N_(
            "Berger table: {first} against {second}, the first named moves first"
        ),
        "roundrobin.free": N_("{player} is free: the number of players is odd"),
        "roundrobin.free_withdrawn": N_("{player} is free: {away} has withdrawn"),
        "roundrobin.away": N_("{player} is away: the game {red} against {black} is a forfeit"),
        "roundrobin.both_away": N_("{red} and {black} are both away: both lose by forfeit"),
        "roundrobin.annulled": N_(
            "{player} played {played} of {games} games, fewer than half: all results are annulled"
        ),
        "roundrobin.stands": N_(
            "{player} played {played} of {games} games, half or more: "
            "results stand, the rest are forfeits"
        ),
    }
)
