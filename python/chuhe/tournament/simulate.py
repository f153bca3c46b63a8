"""Compare systems: the same players play the same kind of event by each of them, many times.

Each run draws strengths, and ratings that miss them by some points; the systems
seed by the ratings, results come from the strengths (`generate.result`), and
the final table is compared with the true order.

>>> plan = Plan(players=8, rounds=4, runs=20, seed="example", systems=("roundrobin", "knockout"))
>>> for outcome in simulate(plan):
...     print(outcome.system, outcome.games, outcome.order.mean > 0.3)
roundrobin 28.0 True
knockout 7.9 True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from typing import Literal

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_
from chuhe.tournament import chinese, deciders, desk, knockout, lots, roundrobin
from chuhe.tournament.agreed import agreed
from chuhe.tournament.deciders import Next, Result
from chuhe.tournament.dutch import pair as dutch
from chuhe.tournament.generate import Chances, normal, play, result, strengths
from chuhe.tournament.journal import Fact
from chuhe.tournament.lots import Stream
from chuhe.tournament.model import Event, EventError, Pairing, Player, Score, Sheet
from chuhe.tournament.standings import standings
from chuhe.tournament.state import State
from chuhe.tournament.state_parts import PLAYED
from chuhe.tournament.typed import result_fact

__all__ = [
    "SYSTEMS",
    "Figure",
    "Outcome",
    "Plan",
    "agreement",
    "simulate",
    "to_json",
]

_MOST_PLAYERS = 200
_MOST_RUNS = 10_000


@dataclass(frozen=True)
class Plan:
    """What is simulated.

    Raises:
        EventError: ``simulate.size``; ``simulate.system``.
        PairingError: ``lots.seed``.
    """

    players: int
    rounds: int
    """Of the Swiss systems; the others have as many as they need."""
    runs: int
    seed: str
    systems: tuple[str, ...] = ()
    """Names out of `SYSTEMS`; all of them if empty."""
    chances: Chances = field(default_factory=Chances)
    spread: float = 200
    """Standard deviation of the strengths."""
    noise: float = 0
    """Standard deviation of the ratings around the strengths."""
    tiebreaks: tuple[str, ...] = ("PTS", "BH", "SB")

    def __post_init__(self) -> None:
        sizes = 2 <= self.players <= _MOST_PLAYERS and 1 <= self.runs <= _MOST_RUNS
        widths = 0 <= self.spread <= 1000 and 0 <= self.noise <= 1000
        if not (sizes and widths and 1 <= self.rounds < 100):
            raise EventError("simulate.size", {"players": _MOST_PLAYERS, "runs": _MOST_RUNS})
        lots.seed_text(self.seed)
        lots.seed_text(f"{self.seed}|{_MOST_RUNS}|{max(SYSTEMS, key=len)}")
        for name in self.systems:
            if name not in SYSTEMS:
                raise EventError("simulate.system", {"text": name, "known": ", ".join(SYSTEMS)})


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean over all runs and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a system did."""

    system: str
    games: float
    """A run, on average."""
    order: Figure
    """Agreement of table and strengths: Kendall's tau-b, 1 for the same order, 0 for none."""
    best_wins: Figure
    """How often the strongest player comes first; a shared first place counts in part."""
    best_place: Figure
    """The place of the strongest player; of a shared one the middle."""
    top: Figure
    """How much of the strongest quarter is in the first quarter of the table."""
    stopped: int
    """Runs in which a round could not be paired; their tables are those before it."""


@dataclass(frozen=True, slots=True)
class _Run:
    groups: list[list[int]]
    """The final table: players (0 is the strongest) by shared places."""
    games: int
    stopped: bool


def simulate(plan: Plan, told: Callable[[], None] | None = None) -> tuple[Outcome, ...]:
    """Play all runs with all systems.

    Args:
        plan: what to simulate.
        told: called after each run.
    """
    names = plan.systems or tuple(SYSTEMS)
    runs: dict[str, list[_Run]] = {name: [] for name in names}
    for number in range(1, plan.runs + 1):
        stream = Stream(plan.seed, f"simulate players {number}")
        strength = strengths(plan.players, stream, spread=plan.spread)
        rated = [s + (normal(stream, 0, plan.noise) if plan.noise else 0) for s in strength]
        seeds = sorted(range(plan.players), key=lambda i: (-rated[i], i))
        for name in names:
            # Every system of a run has a stream of its own, from one seed.
            runs[name].append(SYSTEMS[name](plan, f"{plan.seed}|{number}|{name}", seeds, strength))
        if told:
            told()
    return tuple(_outcome(name, runs[name], plan) for name in names)


def agreement(groups: Sequence[Sequence[int]]) -> float:
    """Kendall's tau-b between 0, 1, 2 … and a table of them with shared places.

    >>> agreement([[0], [1], [2]]), agreement([[2], [1], [0]]), agreement([[0, 1, 2]])
    (1.0, -1.0, 0.0)
    >>> round(agreement([[0], [1, 2], [3]]), 4)  # 5 pairs of 6 are parted: 5 / √(6 × 5)
    0.9129
    """
    place = {player: i for i, group in enumerate(groups) for player in group}
    pairs = list(combinations(sorted(place), 2))
    right = sum(place[one] < place[two] for one, two in pairs)
    wrong = sum(place[one] > place[two] for one, two in pairs)
    parted = right + wrong
    return (right - wrong) / sqrt(len(pairs) * parted) if parted else 0.0


def to_json(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, object]:
    """What came out, for programs."""

    def figure(one: Figure) -> dict[str, float]:
        return {"mean": round(one.mean, 6), "error": round(one.error, 6)}

    return {
        "players": plan.players,
        "rounds": plan.rounds,
        "runs": plan.runs,
        "seed": plan.seed,
        "draws": plan.chances.draws,
        "first_move": plan.chances.first_move,
        "spread": plan.spread,
        "noise": plan.noise,
        "tiebreaks": list(plan.tiebreaks),
        "systems": [
            {
                "system": outcome.system,
                "games": round(outcome.games, 6),
                "order": figure(outcome.order),
                "best_wins": figure(outcome.best_wins),
                "best_place": figure(outcome.best_place),
                "top": figure(outcome.top),
                "stopped": outcome.stopped,
            }
            for outcome in outcomes
        ],
    }


# ------------------------------------------------------------ what is measured


def _outcome(name: str, runs: Sequence[_Run], plan: Plan) -> Outcome:
    quarter = max(1, plan.players // 4)
    tables = [run.groups for run in runs]
    return Outcome(
        name,
        sum(run.games for run in runs) / len(runs),
        _figure([agreement(groups) for groups in tables]),
        _figure([_share_within(groups, 1, 1) for groups in tables]),
        _figure([_middle(groups) for groups in tables]),
        _figure([_share_within(groups, quarter, quarter) for groups in tables]),
        sum(run.stopped for run in runs),
    )


def _figure(values: Sequence[float]) -> Figure:
    n = len(values)
    mean = sum(values) / n
    if n == 1:
        return Figure(mean, 0.0)
    return Figure(mean, sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n))


def _share_within(groups: Sequence[Sequence[int]], strongest: int, places: int) -> float:
    """How much of the strongest few is in the first places; a place shared over the edge in part."""
    share, before = 0.0, 0
    for group in groups:
        inside = max(0, min(len(group), places - before)) / len(group)
        share += inside * sum(player < strongest for player in group)
        before += len(group)
    return share / strongest


def _middle(groups: Sequence[Sequence[int]]) -> float:
    """The place of player 0; the middle of a shared one."""
    before = 0
    for group in groups:
        if 0 in group:
            break
        before += len(group)
    else:
        raise AssertionError("the table lacks the strongest player")
    return before + (len(group) + 1) / 2


# ------------------------------------------------------------ systems

_System = Callable[["Plan", str, Sequence[int], Sequence[float]], _Run]


def _event(pair: Callable[[Event, int], Sheet], rounds: Callable[[Plan], int]) -> _System:
    def run(plan: Plan, seed: str, seeds: Sequence[int], strength: Sequence[float]) -> _Run:
        total = rounds(plan)
        event = Event(
            name=seed,
            players=tuple(Player(n) for n in range(1, plan.players + 1)),
            rounds_total=total,
            initial_side="red" if Stream(seed, "simulate side").below(2) else "black",
        )
        event = play(event, [strength[i] for i in seeds], seed, plan.chances, pair)
        rows = standings(event, plan.tiebreaks).rows
        groups: list[list[int]] = []
        place = 0
        for row in rows:
            if row.place != place:
                groups.append([])
                place = row.place
            groups[-1].append(seeds[row.number - 1])
        games = sum(cell.played for cells in event.cells for cell in cells) // 2
        return _Run(groups, games, event.rounds_paired < total)

    return run


def _swiss_rounds(plan: Plan) -> int:
    return plan.rounds


def _all_rounds(plan: Plan) -> int:
    return roundrobin.rounds(plan.players)


def _chinese(event: Event, round: int) -> Sheet:
    return chinese.pair(event, round)


def _round_robin(event: Event, round: int) -> Sheet:
    return roundrobin.pair(event, round)


def _at_random(event: Event, round: int) -> Sheet:
    """Whoever the lot brings together, as often as it does: what a system must be better than."""
    stream = Stream(event.name, f"simulate random {round}")
    order = stream.shuffled([player.number for player in event.players])
    pairs = [Pairing(*order[i : i + 2]) for i in range(0, len(order), 2)]
    return Sheet(round, tuple(pairs))


def _knockout(system: Literal["bracket", "lots"]) -> _System:
    def run(plan: Plan, seed: str, seeds: Sequence[int], strength: Sequence[float]) -> _Run:
        chain = (deciders.Stage("match"), deciders.Stage("rapid"), deciders.Stage("lot"))
        options = knockout.Options(
            system=system,
            chain=chain,
            seed=seed,
            no_second_bye=True,
        )
        cup = knockout.Knockout(tuple(range(1, plan.players + 1)), options)
        stream = Stream(seed, "simulate results")
        games = 0
        while not cup.over:
            for name, step in _open(cup):
                red, black = (strength[seeds[n - 1]] for n in (step.red, step.black))
                score = result(red, black, plan.chances, stream)
                cup = knockout.record(cup, name, _RESULTS[score])
                games += 1
        groups = [[seeds[n - 1] for n in place.players] for place in knockout.places(cup)]
        return _Run(groups, games, False)

    return run


_RESULTS = {Score.WIN: Result.RED, Score.DRAW: Result.DRAW, Score.LOSS: Result.BLACK}


def _open(cup: knockout.Knockout) -> Iterator[tuple[str, Next]]:
    for match in cup.current:
        step = cup.state(match)
        if isinstance(step, Next):
            yield match.name, step


def _desk(system: str) -> _System:
    """A system as it is run on the file of an event, without a file."""

    def run(plan: Plan, seed: str, seeds: Sequence[int], strength: Sequence[float]) -> _Run:
        row = desk.TABLE[system]
        state = _begun(plan, system, seed)
        stream = Stream(seed, "simulate results")
        games = 0
        while row.rounds is not None or len(state.rounds) < plan.rounds:
            try:
                state.apply(desk.next_pairing(state))
            except PairingError:
                break
            while missing := state.rounds[-1].missing:
                round = state.rounds[-1]
                keys = []
                for board in missing:
                    pair = round.boards[board - 1]
                    red, black = (strength[seeds[n - 1]] for n in pair if n is not None)
                    keys.append((board, PLAYED[result(red, black, plan.chances, stream)]))
                for fact in _entered(state, keys):
                    state.apply(fact)
                games += len(keys)
        places: dict[int, list[int]] = {}
        for line in desk.table_of(state).rows:
            places.setdefault(line.place, []).append(seeds[line.number - 1])
        groups = [places[place] for place in sorted(places)]
        return _Run(groups, games, False)

    return run


def _begun(plan: Plan, system: str, seed: str) -> State:
    """An event with numbers, the seeds in their order."""
    row, state = desk.TABLE[system], State()
    state.apply(
        agreed(
            name="simulation",
            seed=seed,
            system=system,
            rounds=plan.rounds if row.rounds is None else None,
            points="",
            tiebreaks="",
            unplayed="",
            drop=False,
            first_side="",
            options={},
            facts={},
        )
    )
    ids = range(1, plan.players + 1)
    state.apply({"do": "players", "players": [{"id": id, "name": str(id)} for id in ids]})
    fact: dict[str, object] = {"do": "number", "how": "entry", "order": list(ids)}
    if row.rounds is not None:
        fact["rounds"] = row.rounds(state, plan.players)
    state.apply(fact)
    return state


def _entered(state: State, keys: Sequence[tuple[int, str]]) -> list[Fact]:
    """The facts of results; where a board is a match, of its next games."""
    row, round = desk.system_of(state), state.rounds[-1]
    if row.results is not None:
        facts, _notes = row.results(state, round, keys, "")
        return list(facts)
    found = (result_fact(state, round, round.results, board, key, "") for board, key in keys)
    return [fact for fact in found if fact is not None]


#: The systems that can be compared.
SYSTEMS: Mapping[str, _System] = {
    "dutch": _event(dutch, _swiss_rounds),
    "chinese": _event(_chinese, _swiss_rounds),
    "random": _event(_at_random, _swiss_rounds),
    "roundrobin": _event(_round_robin, _all_rounds),
    "knockout": _knockout("bracket"),
    "lots": _knockout("lots"),
    "double": _desk("double"),
    "arena": _desk("arena"),
}

add_messages(
    {
        "simulate.size": N_(
            "a simulation has 2 to {players} players, 1 to 99 rounds and 1 to {runs} runs, "
            "spread and noise from 0 to 1000"
        ),
        "simulate.system": N_("no system is called '{text}'; known are {known}"),
    }
)
