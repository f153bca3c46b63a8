"""The knock-out with a bracket, and the double elimination, on the file of an event.

The numbers of the players are their seeds: ``number --how rating`` or ``lot``
seeds them so.  A round of the event is a stage of the bracket and a board is a
match, whose games are entered one by one (`chuhe.tournament.bracket_entry`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import bracket_entry, deciders, lots
from chuhe.tournament.bracket_places import placed, why_place
from chuhe.tournament.bracket_plan import Plan, page, single
from chuhe.tournament.bracket_tree import Node, Tree, grown
from chuhe.tournament.brackets import arranged
from chuhe.tournament.deciders import Chain, Match, Next
from chuhe.tournament.doubleelim import double
from chuhe.tournament.journal import Fact
from chuhe.tournament.model import Event, EventError, Pairing, Reason, Sheet
from chuhe.tournament.standings import Standings, standings, treatment
from chuhe.tournament.state import Entrant, State
from chuhe.tournament.systems import Boards, Gone, Paired, System, flags

__all__ = ["DOUBLE", "KNOCKOUT", "MOST_PLAYERS", "chain_of", "plan_of", "seeds_of", "tree_of"]

#: More players than this are refused.
MOST_PLAYERS = 1024

_FIRST = ("lot", "higher", "lower")
_COMMON: Mapping[str, type] = {"final_games": int, "first": str, "apart": bool}
_OWN: Mapping[str, Mapping[str, type]] = {
    "knockout": {"third_place": bool, "places": int, "page": bool},
    "double": {"reset": bool},
}


def _checked(system: str, options: Mapping[str, object]) -> dict[str, object]:
    """The options: ``chain`` and ``games`` are looked at closely, the rest by type."""
    kinds = {"chain": object, "games": object, **_COMMON, **_OWN[system]}
    typed = {name: value for name, value in options.items() if name not in ("chain", "games")}
    try:
        flags(system, {name: kind for name, kind in kinds.items() if kind is not object}, typed)
    except EventError as error:
        raise EventError(error.code, {**error.facts, "known": " ".join(kinds)}) from None
    if options.get("page") and (options.get("third_place") or "places" in options):
        raise EventError("knockout.page_places")
    if options.get("first", "lot") not in _FIRST:
        raise EventError("knockout.first", {"text": str(options["first"])[:40]})
    chain_of(options, 1, final=False)
    for round in range(len(_games(options))):
        chain_of(options, round + 1, final=False)
    chain_of(options, 1, final=True)
    return dict(options)


def _games(options: Mapping[str, object]) -> list[int]:
    asked = options.get("games", [])
    listed: list[Any] = asked if isinstance(asked, list) else [asked]
    if any(type(number) is not int for number in listed):
        raise EventError("knockout.games", {"text": str(asked)[:40]})
    return listed


def chain_of(options: Mapping[str, Any], round: int, *, final: bool) -> Chain:
    """The games of a match and what decides it.

    Args:
        options: of the system: ``chain`` is a name of `chuhe.tournament.deciders.CHAINS`
            or a list of stages; ``games`` says best of how many, one number or one a
            round, the last of which goes on; ``final_games`` the same for the final.
        round: of its bracket, from 1.
        final: whether the first place is played for.

    Raises:
        EventError: ``knockout.chain``, ``knockout.games``.
        PairingError: ``decider.stage``.
    """
    asked = options.get("chain", "rapid")
    if isinstance(asked, str):
        if asked not in deciders.CHAINS:
            known = " ".join(deciders.CHAINS)
            raise EventError("knockout.chain", {"text": asked[:40], "known": known})
        chain = deciders.CHAINS[asked]
    else:
        chain = deciders.chain_from_json(asked)
    games = _games(options)
    number = games[min(round, len(games)) - 1] if games else chain[0].games
    if final:
        number = options.get("final_games", number)
    chain = (replace(chain[0], games=number), *chain[1:])
    deciders.check_chain(chain)
    return chain


# ---------------------------------------------------------------- the bracket


def plan_of(state: State, players: int | None = None) -> Plan:
    """All matches of the event."""
    number = len(_numbers(state)) if players is None else players
    if number > MOST_PLAYERS:
        raise EventError("knockout.most", {"most": MOST_PLAYERS, "got": number})
    if state.system == "double":
        return double(number, reset=bool(state.options.get("reset", True)))
    if state.options.get("page"):
        if number != 4:
            raise EventError("knockout.page", {"got": number})
        return page()
    places = int(state.options.get("places", 4 if state.options.get("third_place") else 1))
    return single(number, places=places)


def _numbers(state: State) -> list[int]:
    """Who takes part: not those who withdrew before the first round, if two are left."""
    everybody = sorted(state.by_number)
    here = [number for number in everybody if state.entrant(number).gone != 1]
    return here if len(here) > 1 else everybody


def seeds_of(state: State) -> list[int]:
    """The players by seed: by number, changed where units are kept apart."""
    numbers = _numbers(state)
    if not state.options.get("apart"):
        return numbers
    teams = {n: str(state.entrant(n).fields.get("team") or "") for n in numbers}
    return arranged(numbers, {n: team for n, team in teams.items() if team})


def tree_of(state: State, after: int | None = None) -> Tree:
    """The bracket as it stands, or as it stood after a round."""
    return grown(plan_of(state), seeds_of(state), state.rounds[:after])


# ---------------------------------------------------------------- a round


def _pair(state: State, event: Event, number: int) -> Paired:
    tree = tree_of(state)
    ready = tree.ready
    if not ready:
        raise PairingError("desk.won", {"player": tree.champion or "-"})
    ready = tuple(sorted(ready, key=lambda node: len(node.players) < 2))
    chains: list[Chain] = []
    told: list[dict[str, Any]] = []
    pairings: list[Pairing] = []
    reasons: list[Reason] = []
    results: list[tuple[int, int, str]] = []
    for node in ready:
        chain = _chain(state, tree, node)
        if chain not in chains:
            chains.append(chain)
        told.append({"name": node.planned.name, "chain": chains.index(chain)})
        reasons.append(_origin(state, node))
        if len(node.players) < 2:
            pairings.append(Pairing(node.players[0]))
            continue
        red, black, why = _colours(state, node)
        pairings.append(Pairing(red, black))
        reasons.append(why)
        key = _walkover(event, number, red, black)
        if key:
            results.append((red, black, key))
            reasons.append(_absent(red, black, key))
        else:
            first = Match(node.planned.name, red, black, first=red)
            step = deciders.state(first, chain, state.lot_seed)
            assert isinstance(step, Next)
            reasons += bracket_entry.what_next(first, chain, state.lot_seed, step)
    facts = {
        "results": [list(result) for result in results],
        "bracket": {"matches": told, "chains": [deciders.chain_to_json(c) for c in chains]},
    }
    return Paired(Sheet(number, tuple(pairings), tuple(reasons)), facts)


def _chain(state: State, tree: Tree, node: Node) -> Chain:
    final = node.planned.part in ("final", "reset")
    if state.system == "knockout":
        final = node.planned.name == tree.last.planned.name
    return chain_of(state.options, node.planned.round, final=final)


def _colours(state: State, node: Node) -> tuple[int, int, Reason]:
    """Who moves first in the first game."""
    one, two = node.players
    how = state.options.get("first", "lot")
    if how == "lot":
        purpose = f"match {node.planned.name} game 1"
        red = lots.first_mover(one, two, state.lot_seed, purpose)
        code = "decider.colours_lot"
    else:
        better, worse = sorted((one, two))
        red = better if how == "higher" else worse
        code = f"knockout.first_{how}"
    black = two if red == one else one
    return red, black, Reason(code, {"red": red, "game": 1}, (red, black))


def _walkover(event: Event, round: int, red: int, black: int) -> str:
    """The result of a match somebody does not come to, because he has withdrawn."""
    away = [event.absence(player, round) is not None for player in (red, black)]
    return "" if not any(away) else "x" if all(away) else "-" if away[0] else "+"


def _absent(red: int, black: int, key: str) -> Reason:
    if key == "x":
        return Reason("knockout.both_away", {"one": red, "two": black}, (red, black))
    winner, away = (red, black) if key == "+" else (black, red)
    return Reason("knockout.walkover", {"winner": winner, "away": away}, (winner, away))


def _origin(state: State, node: Node) -> Reason:
    """Why these two meet."""
    planned, players = node.planned, node.players
    ones, twos = planned.one, planned.two
    if ones.kind == "seed":
        return _seeded(state, node)
    facts: dict[str, object] = {"match": planned.name, "one": ones.of, "two": twos.of}
    if len(players) < 2:
        return Reason("knockout.alone", {**facts, "player": players[0]}, players)
    facts |= {"first": players[0], "second": players[1]}
    match planned.part:
        case "third":
            code = "knockout.for_third"
        case "final":
            code = "knockout.grand_final"
        case "reset":
            code = "knockout.reset"
        case _:
            code = f"knockout.{ones.kind}_{twos.kind}"
    return Reason(code, facts, players)


def _seeded(state: State, node: Node) -> Reason:
    """A match of the first round: its seeds, or the bye of one."""
    players = node.players
    seeds = [int(s.of) for s in (node.planned.one, node.planned.two)]
    if len(players) < 2:
        seed = seeds[0] if node.one is not None else seeds[1]
        return Reason("knockout.bye", {"player": players[0], "seed": seed}, players)
    numbers = _numbers(state)
    moved = players != tuple(numbers[seed - 1] for seed in seeds)
    code = "knockout.seeds_apart" if moved else "knockout.seeds"
    one, two = players
    facts = {"player": one, "seed": seeds[0], "opponent": two, "other": seeds[1]}
    return Reason(code, facts, players)


# ---------------------------------------------------------------- changes


def _breaks(state: State, event: Event, fact: Fact, new: Boards) -> list[Reason]:
    """Who plays where the bracket has somebody else."""
    round = state.rounds[-1]
    boards: Any = fact["boards"]
    found = []
    before = tree_of(state, round.number - 1)
    for fixture, board in zip(round.fixtures, boards, strict=False):
        due = before.by_name[fixture.name].players
        for player in board:
            if player is not None and player not in due:
                facts = {"match": fixture.name, "player": player}
                found.append(Reason("knockout.stray", facts, (player,)))
    return found


def _joined(state: State, one: int, two: int) -> dict[str, Any]:
    """No board can be added: the bracket has a place for each match."""
    raise EventError("knockout.no_join")


def _withdrawn(state: State, one: Entrant, round: int) -> Gone:
    """Who withdraws loses the match he is in, and those to come.

    Before the first round it is as if he had not come: the bracket is made without him.
    """
    if one.number is None or round > len(state.rounds) + 1:
        return Gone()
    if not state.rounds:
        left = [n for n in _numbers(state) if n != one.number]
        return Gone({"rounds": _stages(state, len(left))}) if len(left) > 1 else Gone()
    this, number = state.rounds[-1], one.number
    for red, black in this.boards:
        if number not in (red, black) or black is None or (red, black) in this.results:
            continue
        key = "-" if number == red else "+"
        fact = {"do": "result", "round": this.number, "red": red, "black": black}
        note = _absent(red, black, key)
        return Gone(facts=[{**fact, "result": key, "was": None}], notes=[note])
    return Gone()


def _standings(state: State, after: int | None) -> Standings:
    rules = state.rules
    unplayed = treatment(str(rules.get("unplayed", "")))
    table = standings(state.event(), rules["tiebreaks"], after=after, **unplayed)  # type: ignore[arg-type]
    return placed(table, tree_of(state, table.after)) if state.by_number else table


def _stages(state: State, players: int) -> int:
    return max(match.stage for match in plan_of(state, players))


def _system(name: str) -> System:
    return System(
        checked=lambda options: _checked(name, options),
        pair=_pair,
        breaks=_breaks,
        plain_breaks=False,
        rounds=_stages,
        withdrawn=_withdrawn,
        joined=_joined,
        results=bracket_entry.results,
        standings=_standings,
        why_place=lambda state, player, after: why_place(tree_of(state, after), player),
        tiebreaks="Z",  # those who go out in one stage share a place
        idle=N_("no match") if name == "double" else N_("knocked out"),
        knock_out=True,
        tree=tree_of,
        bracket=True,
        byes=False,
    )


KNOCKOUT = _system("knockout")
DOUBLE = _system("double")
add_messages(
    {
        "knockout.first": N_("option first: expected lot, higher or lower, got '{text}'"),
        "knockout.games": N_("option games: expected a number, or one a round, got '{text}'"),
        "knockout.chain": N_(
            "option chain: '{text}' is none; known are {known}, or a list of stages"
        ),
        "knockout.most": N_("a bracket takes at most {most} players, got {got}"),
        "knockout.page": N_("a Page play-off is for four players, got {got}"),
        "knockout.page_places": N_("a Page play-off has no other matches for places"),
        "knockout.alone": N_("match {match}: {player} has no opponent and goes on"),
        "knockout.winner_winner": N_(
            "match {match}: {first} and {second} won matches {one} and {two}"
        ),
        "knockout.loser_loser": N_(
            "match {match}: {first} and {second} lost matches {one} and {two}"
        ),
        "knockout.winner_loser": N_(
            "match {match}: {first} won match {one}, {second} lost match {two}"
        ),
        "knockout.for_third": N_(
            "for the third place: {first} and {second} lost matches {one} and {two}"
        ),
        "knockout.grand_final": N_(
            "grand final: {first} has not lost, {second} won the losers' bracket"
        ),
        "knockout.reset": N_("second grand final: {first} and {second} have both lost once"),
        "knockout.first_higher": N_("{red}, the better seed, moves first in game {game}"),
        "knockout.first_lower": N_("{red}, the lower seed, moves first in game {game}"),
        "knockout.walkover": N_("{winner} goes on without play: {away} has withdrawn"),
        "knockout.both_away": N_("{one} and {two} have withdrawn: nobody goes on"),
        "knockout.no_join": N_("a bracket has a place for each match; exchange players instead"),
        "knockout.stray": N_("match {match}: by the bracket {player} does not play in it"),
    }
)
