"""Events of teams on their file: round robin, Swiss, Scheveningen.

The systems pair teams; the boards follow from the line-ups.  A Swiss takes the
teams as players of the Chinese or the Dutch system, with their match points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import chinese, dutch, lots, roundrobin, scheveningen
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Kind, Pairing, Points, Reason, Sheet
from chuhe.tournament.state import State
from chuhe.tournament.systems import Paired, System
from chuhe.tournament.team_facts import TeamEntry, TeamMatch, boards_of, to_fact
from chuhe.tournament.team_hand import breaks, joined, swapped, turned
from chuhe.tournament.team_standings import ranking_codes
from chuhe.tournament.team_tiebreaks import UNMET
from chuhe.tournament.team_view import (
    bye_points,
    grouped,
    match_options,
    team_event,
    team_name,
    team_rating,
    who_plays,
)
from chuhe.tournament.teams import MOST_BOARDS, TeamEvent, as_event, seats
from chuhe.tournament.tiebreaks import TieBreakError

__all__ = ["ROBIN", "SCHEVENINGEN", "SWISS", "engine_event", "withdrawn"]

_OWN: Mapping[str, Mapping[str, type]] = {
    "team-roundrobin": {"cycles": int, "swap_last": bool},
    "team-swiss": {"pairing": str, "home": str},
    "scheveningen": {"cycles": int},
}
_ALL: Mapping[str, type] = {
    "boards": int,
    "match": str,
    "colours": str,
    "ranking": str,
    "unmet": str,
    "bye": str,
    "line_up": str,
}
_WORDS = {
    "colours": ("alternate", "reversed", "home"),
    "unmet": tuple(UNMET),
    "line_up": ("fixed", "free"),
    "pairing": ("chinese", "dutch"),
    "home": ("system", "lot"),
}


def _checked(system: str) -> Callable[[Mapping[str, object]], dict[str, object]]:
    def checked(options: Mapping[str, object]) -> dict[str, object]:
        kinds = {**_ALL, **_OWN[system]}
        for name, value in options.items():
            if name not in kinds and system == "team-swiss":
                continue
            if type(value) is not kinds.get(name) or value not in _WORDS.get(name, (value,)):
                known = " ".join(kinds)
                facts = {"name": name, "system": system, "known": known}
                raise EventError("desk.option", facts)
        most = scheveningen.MOST_BOARDS if system == "scheveningen" else MOST_BOARDS
        boards = options.get("boards", most)
        if not isinstance(boards, int) or not 1 <= boards <= most:
            raise EventError("teams.boards", {"most": most})
        Points.of(str(options.get("match", "2:1:0")))
        try:
            ranking_codes(str(options.get("ranking", "")))
        except TieBreakError as error:
            raise EventError(error.code, error.facts) from None
        if "bye" in options:
            bye_points(str(options["bye"]))
        roundrobin.schedule(2, roundrobin.Options(cycles=_cycles(options)))
        if system == "team-swiss":
            _engine_options(options)
        return dict(options)

    return checked


def _cycles(options: Mapping[str, object]) -> int:
    cycles = options.get("cycles", 1)
    return cycles if isinstance(cycles, int) else 1


def _engine_options(options: Mapping[str, object]) -> dict[str, object]:
    """What is said to the system that pairs the teams of a Swiss."""
    rest = {n: v for n, v in options.items() if n not in {**_ALL, **_OWN["team-swiss"]}}
    if options.get("pairing") == "dutch":
        for name, value in rest.items():
            if name != "baku" or type(value) is not bool:
                facts = {"name": name, "system": "dutch", "known": "baku"}
                raise EventError("desk.option", facts)
    else:
        chinese.from_json(rest)
    return rest


# ------------------------------------------------------------ numbers


def _numbered(state: State, how: str, seed: str) -> tuple[list[Fact], list[Reason]]:
    """The teams' numbers, and those of their players team by team in the order of the boards."""
    made = grouped(state)
    entries = [*state.teams.values(), *made]
    here = {
        entry.id: [i for i in entry.members if state.entrants[i].present or not state.checked_in]
        for entry in entries
    }
    entries = [entry for entry in entries if here[entry.id] and entry.gone is None]
    if state.system == "scheveningen" and len(entries) != 2:
        raise EventError("teams.two", {"n": len(entries)})
    if len(entries) < 2:
        raise EventError("teams.few")
    drawn = seed or str(state.rules["seed"])
    match how:
        case "rating":
            entries.sort(key=lambda entry: -team_rating(state, here[entry.id]))
        case "lot":
            entries = lots.shuffled(entries, drawn, "numbers")
        case "entry":
            pass
        case _:
            raise EventError("director.how", {"text": how})
    order = [id for entry in entries for id in here[entry.id]]
    fact: dict[str, Any] = {
        "do": "number",
        "how": how,
        "order": order,
        "teams": [entry.id for entry in entries],
    }
    if how == "lot":
        fact["seed"] = drawn
    if state.system == "team-roundrobin":
        fact["rounds"] = roundrobin.rounds(len(entries), _robin(state))
    elif state.system == "scheveningen":
        size = int(state.options.get("boards") or max(len(here[e.id]) for e in entries))
        fact["rounds"] = len(scheveningen.table(size)) * _cycles(state.options)
    facts: list[Fact] = []
    if made:
        listed = [{"id": e.id, "name": e.name, "players": e.members} for e in made]
        facts.append({"do": "teams", "teams": listed})
    left = len(state.entrants) - len(order)
    notes = [Reason("teams.outside", {"n": left})] if left else []
    return [*facts, fact], notes


# ------------------------------------------------------------ a round


def engine_event(state: State, event: TeamEvent | None = None) -> Event:
    """The event whose players are the teams."""
    to_come = range(len(state.rounds) + 1, (state.rules.get("rounds") or len(state.rounds) + 1) + 1)
    absent: dict[tuple[int, int], Kind] = {}
    ratings = {}
    for number, id in state.by_team.items():
        entry = state.teams[id]
        ratings[number] = team_rating(state, entry.members)
        for round in to_come:
            if entry.gone is not None and round >= entry.gone:
                absent[number, round] = Kind.ZERO_BYE
            elif round in entry.byes:
                absent[number, round] = entry.byes[round]
    baku = "_BAKU" if state.options.get("baku") else ""
    base = Event(
        name=state.title,
        system=f"FIDE_DUTCH_2025{baku}",
        rounds_total=state.rules.get("rounds"),
        initial_side=state.rules.get("first_side"),
        absent=absent,
    )
    return as_event(event or team_event(state), base, ratings)


def _robin(state: State) -> roundrobin.Options:
    return roundrobin.Options(_cycles(state.options), bool(state.options.get("swap_last")))


def _pair_robin(state: State, event: Event, number: int) -> Paired:
    return _paired(state, number, roundrobin.pair(engine_event(state), number, _robin(state)))


def _pair_swiss(state: State, event: Event, number: int) -> Paired:
    of_teams = engine_event(state)
    rest = _engine_options(state.options)
    seed = str(state.rules.get("seed", ""))
    if state.options.get("pairing") == "dutch":
        sheet = dutch.pair(of_teams, number)
    else:
        sheet = chinese.pair(of_teams, number, chinese.from_json({"seed": seed, **rest}))
    reasons = list(sheet.reasons)
    if state.options.get("home") == "lot":
        pairings = []
        for at, pairing in enumerate(sheet.pairings, 1):
            turn = pairing.black is not None and lots.Stream(seed, f"home {number} {at}").below(2)
            if turn and pairing.black is not None:
                pairing = Pairing(pairing.black, pairing.red)
            if pairing.black is not None:
                facts: dict[str, object] = {"home": pairing.red, "match": at}
                reasons.append(Reason("teams.home_lot", facts))
            pairings.append(pairing)
        sheet = Sheet(number, tuple(pairings))
    return _paired(state, number, Sheet(number, sheet.pairings, tuple(reasons)))


def _paired(state: State, number: int, sheet: Sheet) -> Paired:
    """The boards of a round from the matches and the line-ups."""
    matches = []
    for pairing in sheet.pairings:
        match = TeamMatch(pairing.red, pairing.black)
        if pairing.black is not None:
            both = (pairing.red, pairing.black)
            one, two = (who_plays(state, team, number) for team in both)
            made = seats(one, two, match_options(state).colours)
            match.seats = [(seat.home, seat.away, seat.home_first) for seat in made]
        matches.append(match)
    return _told(state, number, matches, sheet.reasons)


def _told(
    state: State, number: int, matches: Sequence[TeamMatch], reasons: Sequence[Reason]
) -> Paired:
    """A round as the desk wants it. Reasons tell of teams, so they name these and no players."""
    met = {team for match in matches for team in (match.home, match.away)}
    out = {
        str(team): kind.value
        for (team, round), kind in engine_event(state).absent.items()
        if round == number and team not in met
    }
    pairings = tuple(Pairing(red, black) for red, black in boards_of(matches))
    told = list(reasons)
    for match in matches:
        short = [
            (team, board)
            for board, (home, other, _) in enumerate(match.seats, 1)
            for team, player in ((match.home, home), (match.away, other))
            if player is None
        ]
        told += [Reason("teams.empty", {"team": team, "board": board}) for team, board in short]
    told = [Reason(reason.code, _named(state, reason.facts)) for reason in told]
    facts = {"matches": to_fact(matches), "teams_out": out}
    return Paired(Sheet(number, pairings, tuple(told)), facts)


#: What a team is called in the facts of a reason.
_TEAMS = frozenset(
    [
        "player",
        "red",
        "black",
        "high",
        "low",
        "upper",
        "lower",
        "first",
        "second",
        "away",
        "team",
        "home",
    ]
)


def _named(state: State, facts: Mapping[str, object]) -> dict[str, object]:
    """Facts with the names of teams behind their numbers."""
    return {
        name: f"{value} {team_name(state, value)}"
        if name in _TEAMS and isinstance(value, int) and value in state.by_team
        else value
        for name, value in facts.items()
    }


def _pair_scheveningen(state: State, event: Event, number: int) -> Paired:
    size = match_options(state).boards
    table = scheveningen.table(size)
    again, at = divmod(number - 1, len(table))
    sides = [who_plays(state, team, number) for team in (1, 2)]
    match = TeamMatch(1, 2)
    reasons = []
    for board in table[at]:
        a_first = board.a_first == (again % 2 == 0)
        match.seats.append((sides[0][board.a - 1], sides[1][board.b - 1], a_first))
        code = "scheveningen.a_first" if a_first else "scheveningen.b_first"
        reasons.append(Reason(code, {"a": board.a, "b": board.b}))
    return _told(state, number, [match], reasons)


# ------------------------------------------------------------ withdrawal of a team


def withdrawn(state: State, entry: TeamEntry) -> tuple[dict[str, Any], list[Reason]]:
    """More of the fact of a team's withdrawal, and what the arbiter is told."""
    notes = []
    fields: dict[str, Any] = {}
    if state.system == "team-roundrobin" and entry.number is not None:
        event = engine_event(state)
        ruling = roundrobin.withdrawal(event, entry.number, _robin(state))
        fields["annulled"] = ruling.annulled
        code = "teams.annulled" if ruling.annulled else "teams.stands"
        told = {"team": entry.name, "played": ruling.played, "matches": ruling.games}
        notes.append(Reason(code, told))
    if state.rounds and not fields.get("annulled"):
        last = state.rounds[-1]
        for at, match in enumerate(last.team_matches, 1):
            missing = {last.boards[board - 1] for board in last.missing}
            if entry.number in (match.home, match.away) and missing & set(match.boards()):
                notes.append(Reason("teams.still_open", {"match": at, "round": last.number}))
    return fields, notes


def _system(
    name: str,
    pair: Callable[[State, Event, int], Paired],
    known: Callable[[State, int], int] | None,
) -> System:
    return System(
        checked=_checked(name),
        pair=pair,
        breaks=breaks,
        plain_breaks=False,
        rounds=known,
        numbered=_numbered,
        swapped=swapped,
        turned=turned,
        joined=joined,
        tiebreaks="Z,C",
        teams=True,
        idle=N_("did not play"),
    )


def _no_rounds(state: State, players: int) -> int:
    raise PairingError("teams.few")  # the numbers of the teams tell, see `_numbered`


ROBIN = _system("team-roundrobin", _pair_robin, _no_rounds)
SWISS = _system("team-swiss", _pair_swiss, None)
SCHEVENINGEN = _system("scheveningen", _pair_scheveningen, _no_rounds)

add_messages(
    {
        "teams.boards": N_("a match has 1 to {most} boards"),
        "teams.two": N_("a Scheveningen match needs two teams, there are {n}"),
        "teams.few": N_("at least two teams are needed"),
        "teams.outside": N_("in no team, and so without a number: {n}"),
        "teams.home_lot": N_("match {match}: the lot makes {home} the home team"),
        "teams.empty": N_("{team} has nobody on board {board}: lost without play"),
        "teams.annulled": N_(
            "{team} played {played} of {matches} matches, fewer than half: all results are annulled"
        ),
        "teams.stands": N_(
            "{team} played {played} of {matches} matches, half or more: "
            "results stand, the rest are forfeits"
        ),
        "teams.still_open": N_("match {match} of round {round} has boards without a result"),
    }
)
