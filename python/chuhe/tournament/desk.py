"""The pairing desk: the next sheet of an event, and what a change by hand breaks.

Pure: it reads a `State` and answers facts and reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import (
    desk_arena,
    desk_chinese,
    desk_dutch,
    desk_knockout,
    desk_lots,
    desk_roundrobin,
    desk_sections,
    desk_teams,
)
from chuhe.tournament.model import Event, EventError, Kind, Reason, Score
from chuhe.tournament.standings import Standings, standings, treatment
from chuhe.tournament.state import State
from chuhe.tournament.systems import Boards, System

__all__ = [
    "SYSTEMS",
    "TABLE",
    "breaks",
    "checked_options",
    "joined",
    "knock_out",
    "named",
    "next_pairing",
    "ready",
    "swapped",
    "system_of",
    "table_of",
    "turned",
]

#: System → what it does otherwise than the rest.
TABLE: Mapping[str, System] = {
    "dutch": desk_dutch.SYSTEM,
    "chinese": desk_chinese.SYSTEM,
    "roundrobin": desk_roundrobin.SYSTEM,
    "lots": desk_lots.SYSTEM,
    "knockout": desk_knockout.KNOCKOUT,
    "double": desk_knockout.DOUBLE,
    "team-roundrobin": desk_teams.ROBIN,
    "team-swiss": desk_teams.SWISS,
    "scheveningen": desk_teams.SCHEVENINGEN,
    "sections": desk_sections.SYSTEM,
    "arena": desk_arena.SYSTEM,
}
SYSTEMS = tuple(TABLE)


def system_of(state: State) -> System:
    """The system of an event.

    Raises:
        EventError: ``desk.system``: a later program began it.
    """
    return named(state.system)


def named(system: str) -> System:
    """A system by its name.

    Raises:
        EventError: ``desk.system``.
    """
    if system not in TABLE:
        raise EventError("desk.system", {"text": system, "known": " ".join(SYSTEMS)})
    return TABLE[system]


def checked_options(system: str, options: Mapping[str, object]) -> dict[str, object]:
    """The options of a system, each of them known and of the right kind.

    Raises:
        EventError: ``desk.option``, ``desk.system``, ``chinese.option``, ``roundrobin.cycles``.
    """
    try:
        return named(system).checked(options)
    except PairingError as error:  # nothing is being paired: it is what was typed
        raise EventError(error.code, error.facts) from None


def knock_out(system: str) -> bool:
    """Whether the players of a system stand in a bracket by their numbers."""
    return named(system).bracket


def table_of(state: State, after: int | None = None) -> Standings:
    """The table of a section by what was agreed.

    Args:
        state: the section.
        after: after which round; None: the last one with all results.
    """
    own = system_of(state).standings
    if own is not None:
        return own(state, after)
    return standings(
        state.event(),
        state.rules["tiebreaks"],
        after=after,
        drop=bool(state.rules.get("drop")),
        **treatment(str(state.rules.get("unplayed", ""))),
    )


# ---------------------------------------------------------------- the next round


def ready(state: State) -> None:
    """See that the next round may be paired, as far as that shows without pairing it.

    Raises:
        PairingError: ``desk.unfinished``, ``desk.over``, ``desk.closed``.
        EventError: ``desk.no_numbers``.
    """
    if not state.by_number:
        raise EventError("desk.no_numbers")
    if state.closed:
        raise PairingError("desk.closed")
    number, system = len(state.rounds) + 1, system_of(state)
    for round in () if system.waves else state.rounds:
        for board in round.missing:
            red, black = round.boards[board - 1]
            facts = {"red": red, "black": black, "round": round.number}
            raise PairingError("desk.unfinished", facts)
    total = state.rules.get("rounds")
    if total is not None and number > total:
        raise PairingError("desk.over", {"rounds": total})


def next_pairing(state: State) -> dict[str, Any]:
    """The fact ``pair`` of the next round: boards, who is out, and why.

    Raises:
        PairingError: ``no_valid_pairing``, ``desk.unfinished``, ``desk.over``,
            ``desk.won``, ``desk.closed``.
        EventError: ``desk.no_numbers``.
    """
    ready(state)
    number, system = len(state.rounds) + 1, system_of(state)
    event = state.event()
    paired = system.pair(state, event, number)
    sheet = paired.sheet
    fact: dict[str, Any] = {"do": "pair", "round": number, **paired.facts}
    fact["boards"] = [[pairing.red, pairing.black] for pairing in sheet.pairings]
    fact["out"] = _out(event, number, [(p.red, p.black) for p in sheet.pairings])
    fact["reasons"] = [
        {"code": r.code, "facts": _plain(r.facts), "players": list(r.players)}
        for r in sheet.reasons
    ]
    return fact


def _out(event: Event, round: int, boards: Boards) -> dict[str, str]:
    """Who is not on a board and has a bye of his own; others are just not paired."""
    paired = {number for board in boards for number in board}
    return {
        str(player.number): kind.value
        for player in event.players
        if player.number not in paired and (kind := event.absence(player.number, round)) is not None
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(fact) for name, fact in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(fact) for fact in value]
    return value if type(value) in (int, float, str, bool) or value is None else str(value)


# ---------------------------------------------------------------- changes by hand


def swapped(state: State, one: int, two: int) -> dict[str, Any]:
    """The last round with two players in each other's places: boards, byes, out of it.

    Raises:
        EventError: ``desk.same``, ``desk.no_round``, ``desk.played``, ``event.no_player``.
    """
    own = system_of(state).swapped
    if own is not None:
        return own(state, one, two)
    round = _open_round(state, (one, two))
    if one == two:
        raise EventError("desk.same")
    other = {one: two, two: one}
    boards: Boards = [
        (other.get(red, red), black if black is None else other.get(black, black))
        for red, black in round.boards
    ]
    out = {other.get(number, number): kind for number, kind in round.out.items()}
    return _change(state, boards, out)


def turned(state: State, board: int) -> dict[str, Any]:
    """The last round with the colours of a board exchanged.

    Raises:
        EventError: as `Round.two` and `swapped`.
    """
    own = system_of(state).turned
    if own is not None:
        return own(state, board)
    round = _open_round(state, ())
    red, black = round.two(board)
    _open_round(state, (red, black))
    boards = list(round.boards)
    boards[board - 1] = (black, red)
    return _change(state, boards, round.out)


def joined(state: State, red: int, black: int) -> dict[str, Any]:
    """The last round with a board more, of two who had none or had the bye.

    Raises:
        EventError: ``desk.has_board``, and as `swapped`.
    """
    own = system_of(state).joined
    if own is not None:
        return own(state, red, black)
    round = _open_round(state, (red, black))
    if red == black:
        raise EventError("desk.same")
    for one, two in round.boards:
        if two is not None and {one, two} & {red, black}:
            number = one if one in (red, black) else two
            raise EventError("desk.has_board", {"player": number})
    boards: Boards = [board for board in round.boards if board[0] not in (red, black)]
    boards.insert(sum(1 for board in boards if board[1] is not None), (red, black))
    out = {n: kind for n, kind in round.out.items() if n not in (red, black)}
    return _change(state, boards, out)


def _open_round(state: State, players: Iterable[int]) -> Any:
    if not state.rounds:
        raise EventError("desk.no_round")
    round = state.rounds[-1]
    for number in players:
        state.entrant(number)
        for red, black in round.results:
            if number in (red, black):
                raise EventError("desk.played", {"red": red, "black": black})
        for fixture in round.fixtures:
            match = fixture.match
            if match is not None and match.games and number in (match.one, match.two):
                raise EventError("desk.played", {"red": match.one, "black": match.two})
    return round


def _change(state: State, boards: Boards, out: Mapping[int, Kind]) -> dict[str, Any]:
    return {
        "do": "change",
        "round": len(state.rounds),
        "boards": [list(board) for board in boards],
        "out": {str(number): kind.value for number, kind in out.items()},
    }


def breaks(state: State, fact: Mapping[str, Any]) -> list[Reason]:
    """What a change of the last round breaks, board by board; empty if nothing.

    Args:
        state: the event before the change.
        fact: as `swapped`, `turned` and `joined` give it.
    """
    round = state.rounds[-1]
    before = set(round.boards)
    new = [(red, black) for red, black in fact["boards"] if (red, black) not in before]
    event, number = state.event(), round.number
    system = system_of(state)
    found: list[Reason] = []
    for red, black in new if system.plain_breaks else ():
        if black is None:
            found += _bye_breaks(event, number, red, fact)
        else:
            found += _board_breaks(event, number, red, black)
    return found + system.breaks(state, event, fact, new)


def _board_breaks(event: Event, round: int, red: int, black: int) -> Iterator[Reason]:
    both = (red, black)
    for earlier, cell in enumerate(event.row(red)[: round - 1], 1):
        if cell.opponent == black and cell.kind is Kind.GAME:
            yield Reason("desk.met", {"red": red, "black": black, "round": earlier}, both)
    if (min(both), max(both)) in event.forbidden_pairs(round):
        yield Reason("desk.forbidden", {"red": red, "black": black}, both)
    one, two = event.player(red), event.player(black)
    if one.team and one.team == two.team:
        facts: dict[str, object] = {"red": red, "black": black, "team": one.team}
        yield Reason("desk.team", facts, both)
    points = [event.score(number, round - 1) for number in both]
    if points[0] != points[1]:
        told = [f"{value // 10}.{value % 10}" for value in points]
        facts = {"red": red, "black": black, "one": told[0], "two": told[1]}
        yield Reason("desk.points", facts, both)
    for number, side in ((red, "red"), (black, "black")):
        sides = [c.side for c in event.row(number)[: round - 1] if c.kind is Kind.GAME and c.side]
        if sides[-2:] == [side, side]:
            yield Reason("desk.third", {"player": number, "side": side}, (number,))
        more = sum(1 if s == side else -1 for s in sides) + 1
        if more > 2:
            facts = {"player": number, "side": side, "more": more}
            yield Reason("desk.surplus", facts, (number,))


def _bye_breaks(event: Event, round: int, player: int, fact: Mapping[str, Any]) -> Iterator[Reason]:
    for earlier, cell in enumerate(event.row(player)[: round - 1], 1):
        won = cell.kind is Kind.FORFEIT and cell.score is Score.WIN
        if won or cell.kind in (Kind.PAB, Kind.FULL_BYE):
            yield Reason("desk.second_bye", {"player": player, "round": earlier}, (player,))
    paired = [number for board in fact["boards"] for number in board if number is not None]
    lowest = min(event.score(number, round - 1) for number in paired)
    if event.score(player, round - 1) > lowest:
        yield Reason("desk.not_lowest", {"player": player}, (player,))


add_messages(
    {
        "desk.system": N_("'{text}' is no system; known are {known}"),
        "desk.option": N_(
            "the system {system} has no option '{name}' of this kind; it has: {known}"
        ),
        "desk.no_numbers": N_("the players have no numbers yet; give them first (number)"),
        "desk.unfinished": N_("the result of {red} against {black} in round {round} is missing"),
        "desk.closed": N_("the arbiter has closed it: no further round is paired"),
        "desk.over": N_("all {rounds} rounds have been paired"),
        "desk.won": N_("nobody is left to play: {player} has won"),
        "desk.no_round": N_("no round has been paired yet"),
        "desk.no_board": N_("there is no board {board}; the round has boards 1 to {most}"),
        "desk.bye_board": N_("nobody plays on board {board}: {player} has no opponent"),
        "desk.same": N_("two different players are needed"),
        "desk.played": N_("{red} against {black} has a result; clear it first"),
        "desk.has_board": N_("{player} has an opponent already"),
        "desk.met": N_("{red} and {black} have met in round {round}"),
        "desk.forbidden": N_("{red} and {black} may not meet"),
        "desk.team": N_("{red} and {black} are both of {team}"),
        "desk.points": N_("{red} has {one} points, {black} has {two}"),
        "desk.third": N_("{player} is {side} for the third time running"),
        "desk.surplus": N_("{player} will have been {side} {more} times more than the other"),
        "desk.second_bye": N_("{player} has had a bye or a win without play in round {round}"),
        "desk.not_lowest": N_("{player} has the bye and is not among the lowest"),
        "desk.table": N_("round {round} is not as the Berger table has it"),
        "desk.lots": N_("round {round} is not as the lots were drawn"),
    }
)
