"""The arena on the file of an event: its waves are the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import arena
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Reason
from chuhe.tournament.standings import Row, Standings, codes_of, standings, treatment
from chuhe.tournament.state import State
from chuhe.tournament.systems import Boards, Paired, System, flags
from chuhe.tournament.tiebreaks import CHINESE, FIDE, Table, Tally
from chuhe.tournament.working import Part

__all__ = ["SYSTEM", "options"]

_MOST_MINUTES = 10_000


def options(state: State) -> arena.Options:
    """What was agreed."""
    return arena.Options(**state.options)


def _checked(options: Mapping[str, object]) -> dict[str, object]:
    kinds = {"streaks": bool, "minutes": int, "repeat": int}
    checked = flags("arena", kinds, options)
    minutes, repeat = checked.get("minutes", 0), checked.get("repeat", 0)
    assert isinstance(minutes, int) and isinstance(repeat, int)
    if not 0 <= minutes <= _MOST_MINUTES or not 0 <= repeat <= 9:
        raise EventError("arena.option", {"minutes": _MOST_MINUTES, "repeat": 9})
    return checked


def _scores(state: State, event: Event, after: int | None = None) -> dict[int, int]:
    agreed = options(state)
    return {
        player.number: sum(
            one.value for one in arena.worth(event.row(player.number)[:after], event.points, agreed)
        )
        for player in event.players
    }


def _pair(state: State, event: Event, number: int) -> Paired:
    busy = [
        player
        for round in state.rounds
        for board in round.missing
        for player in round.boards[board - 1]
        if player is not None
    ]
    left_out: dict[int, list[int]] = {}
    for round in state.rounds:
        for reason in round.reasons:
            if reason.code == "arena.waits":
                left_out.setdefault(reason.players[0], []).append(round.number)
    free = arena.free_of(event, busy, state.freed, _scores(state, event), left_out)
    sheet = arena.pair(
        free,
        number,
        str(state.rules["seed"]),
        in_arena=len(free) + len(set(busy)),
        forbidden=event.forbidden_pairs(number),
        win=event.points.win,
        options=options(state),
    )
    return Paired(sheet)


def _timed(state: State, now: str) -> None:
    """Refuse a wave once the time is up."""
    minutes = options(state).minutes
    if not minutes or not state.begun:
        return
    try:
        gone = datetime.fromisoformat(now) - datetime.fromisoformat(state.begun)
    except (ValueError, TypeError):  # a clock that tells no date
        return
    if gone >= timedelta(minutes=minutes):
        raise PairingError("arena.over", {"minutes": minutes})


def _breaks(state: State, event: Event, fact: Fact, new: Boards) -> list[Reason]:
    """Who would meet the opponent of his last game again at once."""
    found = []
    number = len(state.rounds)
    for red, black in new:
        for one, two in ((red, black), (black, red)):
            if one is None or two is None:
                continue
            games = [c.opponent for c in event.row(one)[: number - 1] if c.opponent is not None]
            if games[-1:] == [two]:
                found.append(Reason("arena.again", {"player": one, "other": two}, (one, two)))
                break
    return found


def _standings(state: State, after: int | None) -> Standings:
    """The table now, games that are still played left out; streaks count in the points only."""
    rules, event = state.rules, state.event()
    last = len(state.rounds) if after is None else after
    treated = treatment(str(rules.get("unplayed", "")))
    agreed = options(state)
    if not agreed.streaks:
        drop = bool(rules.get("drop"))
        return standings(event, rules["tiebreaks"], after=last, drop=drop, **treated)
    codes = codes_of(rules["tiebreaks"])
    table = Table(event, last, treated.get("fide", FIDE), treated.get("chinese", CHINESE))
    rows: dict[int, list[Tally]] = {}
    for player in event.players:
        games = arena.worth(event.row(player.number)[:last], event.points, agreed)
        parts = tuple(
            Part("streak" if one.doubled else "points", one.wave, one.opponent, one.value, 10)
            for one in games
        )
        rows[player.number] = [Tally(codes[0], sum(one.value for one in games), 10, parts)]
    groups = _ordered([list(rows)], rows, -1)
    for code in codes[1:]:
        for group in groups:
            for number in group:
                rows[number].append(table.tally(code, number, group))
        groups = _ordered(groups, rows, -1)
    ranked: list[Row] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [Row(place, number, tuple(rows[number])) for number in sorted(group)]
    return Standings(last, tuple(codes), tuple(ranked))


def _ordered(groups: list[list[int]], rows: Mapping[int, list[Tally]], at: int) -> list[list[int]]:
    parted = []
    for group in groups:
        keys = sorted({rows[number][at].key for number in group}, reverse=True)
        parted += [[number for number in group if rows[number][at].key == key] for key in keys]
    return parted


SYSTEM = System(
    checked=_checked,
    pair=_pair,
    breaks=_breaks,
    plain_breaks=False,
    open_end=True,
    late=True,
    standings=_standings,
    tiebreaks="Z,C,E,D",
    idle=N_("no game"),
    waves=True,
    timed=_timed,
)

add_messages(
    {
        "arena.option": N_("an arena has 0 to {minutes} minutes and a repeat of 0 to {repeat}"),
        "arena.over": N_("the {minutes} minutes are over: results can still be entered"),
        "arena.again": N_("{player} has met {other} in the game before"),
        "tiebreak.streak": N_("round {round}: {value} against {opponent}, doubled by the streak"),
    }
)
