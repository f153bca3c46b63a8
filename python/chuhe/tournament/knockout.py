"""Knock-out: a bracket by seeds, or lots in every round as the club rules have it.

The state is a fold of a log of results: `Knockout` holds the players, what was
agreed and the log; rounds, boards and places follow from these, so taking a
result back is taking an entry off the log.

>>> cup = Knockout((1, 2, 3, 4, 5, 6), Options(chain=(deciders.Stage("match"),), seed="cup"))
>>> [(match.name, match.players) for match in cup.current]
[('1.1', (1, None)), ('1.2', (4, 5)), ('1.3', (2, None)), ('1.4', (3, 6))]
>>> cup = record(record(cup, "1.2", Result.RED), "1.4", Result.RED)
>>> cup.round, [match.name for match in cup.current]
(2, ['2.1', '2.2'])

With ``system="lots"`` whoever is left draws cards in each round
(`chuhe.tournament.lots`): 13 players, then 7, 4, 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament import deciders, lots
from chuhe.tournament.deciders import Decided, Next, Result, Ruled, Stuck
from chuhe.tournament.knockout_rounds import Entry, Fold, Match, Options, out_of, state_of
from chuhe.tournament.model import Pairing, Reason, Sheet

__all__ = [
    "MOST_PLAYERS",
    "Entry",
    "Knockout",
    "Match",
    "Options",
    "Place",
    "from_json",
    "places",
    "record",
    "round_name",
    "rule",
    "sheet",
    "to_json",
    "undo",
]

#: More players than this are refused.
MOST_PLAYERS = 4096

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the final table, shared by whoever went out in the same round."""

    first: int
    last: int
    players: tuple[int, ...]


@dataclass(frozen=True)
class Knockout:
    """A knock-out so far.

    Raises:
        PairingError: ``knockout.players``: fewer than 2, too many, or one twice;
            ``knockout.no_match``, ``knockout.decided``: an entry of the log does
            not fit; ``decider.stage``; ``lots.seed``: lots are needed and there is no seed.
    """

    players: tuple[int, ...]
    """In the order of their seeds, or in the order in which they draw."""
    options: Options = field(default_factory=Options)
    log: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS or len(set(self.players)) < len(self.players):
            raise PairingError("knockout.players", {"most": MOST_PLAYERS})
        deciders.check_chain(self.options.chain)
        lots.seed_text(self.options.seed)
        self.rounds  # noqa: B018 - a log that does not fit is refused here

    @cached_property
    def _fold(self) -> Fold:
        fold = Fold(self.players, self.options)
        for entry in self.log:
            fold.enter(entry)
        return fold

    @property
    def rounds(self) -> tuple[tuple[Match, ...], ...]:
        """All rounds drawn so far with their matches as they stand."""
        return tuple(map(tuple, self._fold.rounds))

    @property
    def draws(self) -> tuple[lots.Draw, ...]:
        """The lots of each round, card by card; empty for a bracket."""
        return tuple(self._fold.draws)

    @property
    def round(self) -> int:
        """The round being played, or the last one."""
        return len(self._fold.rounds)

    @property
    def current(self) -> tuple[Match, ...]:
        """The matches of the current round."""
        return tuple(self._fold.rounds[-1])

    @property
    def over(self) -> bool:
        """Whether everything is decided."""
        return self._fold.over

    def match(self, name: str) -> Match:
        """A match by its name.

        Raises:
            PairingError: ``knockout.no_match``.
        """
        return self._fold.find(name)[2]

    def state(self, match: Match) -> Next | Decided | Stuck:
        """What comes next in a match; a match without an opponent is decided."""
        return state_of(match, self.options)


def record(cup: Knockout, match: str, result: Result) -> Knockout:
    """The knock-out after the next game of a match.

    Raises:
        PairingError: ``knockout.no_match``: no such match in the current round;
            ``knockout.decided``: no game of it is to be played.
    """
    return replace(cup, log=(*cup.log, Entry(match, result)))


def rule(cup: Knockout, match: str, winner: int | None, note: str) -> Knockout:
    """The knock-out after an arbiter's decision of a match of the current round.

    Args:
        cup: the knock-out.
        match: which match.
        winner: who goes on; None: nobody, and his next opponent has a bye.
        note: why.

    Raises:
        PairingError: ``knockout.no_match``, ``knockout.decided``;
            ``knockout.not_in``: the winner does not play in it.
    """
    return replace(cup, log=(*cup.log, Entry(match, Ruled(winner, note))))


def undo(cup: Knockout) -> Knockout:
    """The knock-out without the last entry of its log, and the round that came of it.

    Raises:
        PairingError: ``knockout.nothing``: the log is empty.
    """
    if not cup.log:
        raise PairingError("knockout.nothing")
    return replace(cup, log=cup.log[:-1])


def sheet(cup: Knockout) -> Sheet:
    """The games to be played now in the current round, a reason or more for each.

    Matches without an opponent stand last, as byes; decided ones are left out.

    >>> cup = Knockout((1, 2, 3), Options(seed="cup"))
    >>> [reason.code for reason in sheet(cup).reasons]
    ['knockout.seeds', 'decider.colours_lot', 'knockout.bye']
    """
    pairings: list[Pairing] = []
    reasons: list[Reason] = []
    byes: list[tuple[int, Reason]] = []
    for match in cup.current:
        step = cup.state(match)
        if isinstance(step, Next):
            pairings.append(Pairing(step.red, step.black))
            reasons += [match.reason, *step.reasons]
        elif isinstance(step, Stuck):
            reasons.append(step.reason)
        elif match.games is None and isinstance(step, Decided) and step.winner is not None:
            byes.append((step.winner, match.reason))
    pairings += [Pairing(player) for player, _reason in byes]
    return Sheet(cup.round, tuple(pairings), (*reasons, *(reason for _player, reason in byes)))


def round_name(cup: Knockout, round: int) -> str:
    """What a round is called in the current language, by how many take part in it.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     round_name(Knockout((1, 2, 3), Options(seed="cup")), 1)
    'semi-final'
    """
    matches = [match for match in cup.rounds[round - 1] if not match.is_third]
    if cup.options.system == "bracket":
        left = 2 * len(matches)
    else:
        left = sum(player is not None for match in matches for player in match.players)
    match left:
        case 1 | 2:
            return _("final")
        case 3 | 4:
            return _("semi-final")
        case 5 | 6 | 7 | 8:
            return _("quarter-final")
        case _:
            return _("round {n}, {left} left", n=round, left=left)


def places(cup: Knockout) -> tuple[Place, ...]:
    """The final table as far as it is decided, from the top of what is known.

    Who goes out in the same round shares the places, but for the third one
    where it is played.
    """
    groups: list[list[int]] = []
    for matches in cup.rounds:
        out = [p for match in matches if not match.is_third for p in out_of(match, cup.options)]
        groups.insert(0, out)
    third = next((match for match in cup.current if match.is_third), None)
    if third and isinstance(step := cup.state(third), Decided) and step.winner is not None:
        losers = [p for p in third.players if p is not None and p != step.winner]
        at = next(i for i, group in enumerate(groups) if step.winner in group)
        groups[at : at + 1] = [[step.winner], losers]
    if cup.over:
        out = [player for group in groups for player in group]
        groups.insert(0, [player for player in cup.players if player not in out])
    left = len(cup.players) - sum(map(len, groups))
    table: list[Place] = []
    for group in filter(None, groups):
        table.append(Place(left + 1, left + len(group), tuple(group)))
        left += len(group)
    return tuple(table)


# ------------------------------------------------------------ files


def to_json(cup: Knockout) -> dict[str, object]:
    """The knock-out as JSON: players, options and log, from which the rest is made again."""
    options = cup.options
    return {
        "players": list(cup.players),
        "system": options.system,
        "chain": deciders.chain_to_json(options.chain),
        "seed": options.seed,
        "first": options.first,
        "third_place": options.third_place,
        "no_second_bye": options.no_second_bye,
        "units": [[player, unit] for player, unit in options.units.items()],
        "log": [
            [entry.match, entry.what.value]
            if isinstance(entry.what, Result)
            else [entry.match, {"winner": entry.what.winner, "note": entry.what.note}]
            for entry in cup.log
        ],
    }


def from_json(record: Mapping[str, object]) -> Knockout:
    """The knock-out from its JSON.

    Raises:
        PairingError: ``knockout.record``: a field is missing or wrong; whatever
            `Knockout` refuses.

    >>> cup = Knockout((1, 2, 3), Options(system="lots", seed="cup", third_place=True))
    >>> from_json(to_json(cup)) == cup
    True
    """
    options = Options(
        system=_one_of(record, "system", ("bracket", "lots")),  # type: ignore[arg-type]
        chain=deciders.chain_from_json(record.get("chain")),
        seed=_typed(record, "seed", str),
        first=_one_of(record, "first", ("lot", "higher", "lower")),  # type: ignore[arg-type]
        third_place=_typed(record, "third_place", bool),
        no_second_bye=_typed(record, "no_second_bye", bool),
        units={player: str(unit) for player, unit in _rows(record, "units", int)},
    )
    players = _typed(record, "players", list)
    if any(type(player) is not int for player in players):
        raise PairingError("knockout.record", {"field": "players"})
    log = tuple(Entry(match, _what(what)) for match, what in _rows(record, "log", str))
    return Knockout(tuple(players), options, log)


# ------------------------------------------------------------ the fold


# ------------------------------------------------------------ parts


def _typed(record: Mapping[str, object], name: str, kind: type[T]) -> T:
    value = record.get(name)
    if not isinstance(value, kind):
        raise PairingError("knockout.record", {"field": name})
    return value


def _one_of(record: Mapping[str, object], name: str, known: tuple[str, ...]) -> str:
    value = record.get(name)
    if value not in known:
        raise PairingError("knockout.record", {"field": name})
    return str(value)


def _rows(record: Mapping[str, object], name: str, first: type[T]) -> Iterable[tuple[T, object]]:
    """A list of pairs whose first member is of some type."""
    for row in _typed(record, name, list):
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], first)):
            raise PairingError("knockout.record", {"field": name})
        yield row[0], row[1]


def _what(value: object) -> Result | Ruled:
    if isinstance(value, str) and value in list(Result):
        return Result(value)
    if isinstance(value, dict) and value.keys() == {"winner", "note"}:
        winner, note = value["winner"], value["note"]
        if (winner is None or type(winner) is int) and isinstance(note, str):
            return Ruled(winner, note)
    raise PairingError("knockout.record", {"field": "log"})


add_messages(
    {
        "knockout.players": N_("a knock-out needs 2 to {most} players, each of them once"),
        "knockout.no_match": N_("there is no match {match}"),
        "knockout.decided": N_("match {match} is decided: no result can be entered"),
        "knockout.not_in": N_("player {player} does not play in this match"),
        "knockout.nothing": N_("there is no result to take back"),
        "knockout.record": N_(
            "the field '{field}' of the record of the knock-out is missing or wrong"
        ),
        "knockout.winners": N_("the winners of matches {one} and {two} meet"),
        "knockout.no_opponent": N_(
            "nobody came out of one of the matches {one} and {two}: no game is played"
        ),
        "knockout.third": N_("for the third place: {one} and {two} lost their semi-finals"),
    }
)
