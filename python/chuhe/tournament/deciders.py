"""A match between two: best of so many games, and what decides it when it is level.

The way to a decision is data: a chain of `Stage`.  The first is the match
itself; when a stage ends level the next one follows.

>>> match = Match("1.1", 4, 9, first=4)
>>> step = state(match, CLUB, "spring cup")
>>> step.red, step.black, step.stage.name, step.game
(4, 9, 'match', 1)
>>> for result in (Result.RED, Result.BLACK):
...     match = played(match, CLUB, "spring cup", result)
>>> end = state(match, CLUB, "spring cup")
>>> end.winner, end.reason.code
(4, 'decider.won_match')

A point is a game; a draw is half of one to each.  A stage ends as soon as it
cannot be level any more and the leader cannot be caught.  Colours change from
game to game; where a lot is drawn it is drawn from the recorded seed, so that
it can be drawn again (`chuhe.tournament.lots`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, get_args

from chuhe.errors import PairingError, add_messages
from chuhe.i18n import N_, _
from chuhe.tournament import lots
from chuhe.tournament.model import Reason

__all__ = [
    "CHAINS",
    "CLUB",
    "CLUB_LOT",
    "RAPID",
    "STAGES",
    "SUDDEN_DEATH",
    "Chain",
    "Decided",
    "Game",
    "Match",
    "Next",
    "Result",
    "Ruled",
    "Stage",
    "Stuck",
    "chain_from_json",
    "chain_text",
    "chain_to_json",
    "check_chain",
    "played",
    "state",
]

StageName = Literal["match", "extra", "rapid", "blitz", "sudden_death", "lot"]
Colours = Literal["alternate", "lot", "lot_last"]
_MOST = 99

#: Stage → what it is called.
STAGES: Mapping[StageName, str] = {
    "match": N_("match"),
    "extra": N_("extra game"),
    "rapid": N_("rapid game"),
    "blitz": N_("blitz game"),
    "sudden_death": N_("sudden death"),
    "lot": N_("lot"),
}


class Result(StrEnum):
    """How a game of a match ended."""

    RED = "red"
    BLACK = "black"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"
    """Neither scores, as after a double forfeit."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One link of the chain.

    >>> print(Stage("blitz", games=2, repeat=3).name)
    blitz
    """

    name: StageName
    games: int = 1
    """Best of so many."""
    colours: Colours = "alternate"
    """Who has Red: the other one than in the game before; or by lot in the first
    game of the stage; or by lot in its last, if it has an odd number of three or
    more.  The very first game of a match is by lot unless the match says."""
    draw_odds: bool = False
    """Whether a draw wins for the second mover; for stages of one game."""
    repeat: int = 1
    """How often the stage is played while it stays level."""
    time: str = ""
    """The time control, as the organiser writes it; of Red where Black has another."""
    black_time: str = ""
    """The time control of Black, where it is another."""

    @property
    def title(self) -> str:
        """The stage in the current language."""
        return _(STAGES[self.name])


Chain = tuple[Stage, ...]

#: The club rules: best of three with a lot for the colours of the third game;
#: then one extra game; then a lot.
CLUB: Chain = (Stage("match", 3, "lot_last"), Stage("extra", colours="lot"), Stage("lot"))
#: The other choice the club rules leave to the two: a lot at once.
CLUB_LOT: Chain = (Stage("match", 3, "lot_last"), Stage("lot"))
#: One game, one rapid game, a lot.
RAPID: Chain = (Stage("match"), Stage("rapid"), Stage("lot"))
#: Two games, two rapid ones, two blitz ones at most twice, then one in which a draw wins for Black.
SUDDEN_DEATH: Chain = (
    Stage("match", 2),
    Stage("rapid", 2, "lot"),
    Stage("blitz", 2, "lot", repeat=2),
    Stage("sudden_death", colours="lot", draw_odds=True),
)
#: The chains by name.
CHAINS: Mapping[str, Chain] = {
    "club": CLUB,
    "club-lot": CLUB_LOT,
    "rapid": RAPID,
    "sudden-death": SUDDEN_DEATH,
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a match that has been played."""

    red: int
    black: int
    result: Result
    stage: int
    """Which link of the chain, from 0."""
    forfeit: bool = False
    """Whether it was lost or won without play."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """An arbiter's decision of a match: who goes on, None for nobody, and why."""

    winner: int | None
    note: str


@dataclass(frozen=True, slots=True)
class Match:
    """Two players and their games."""

    name: str
    """Part of what every lot of the match is drawn from."""
    one: int
    two: int
    first: int | None = None
    """Who has Red in the first game; None: by lot."""
    games: tuple[Game, ...] = ()
    ruled: Ruled | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """A game is to be played."""

    red: int
    black: int
    stage: Stage
    game: int
    """Which one of its stage, from 1; a repeated stage counts from 1 again."""
    index: int
    """The link of the chain, from 0."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The match is over."""

    winner: int | None
    """None where an arbiter sends nobody on."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class Stuck:
    """The chain is at its end and the match still level: an arbiter must rule."""

    reason: Reason


def check_chain(chain: Sequence[Stage]) -> None:
    """See whether a chain makes sense.

    Raises:
        PairingError: ``decider.stage``: a stage with impossible numbers, draw odds
            over several games, no stage at all, or a stage after a lot.

    >>> check_chain(CLUB)
    """
    for n, stage in enumerate(chain, 1):
        counts = 1 <= stage.games <= _MOST and 1 <= stage.repeat <= _MOST
        odds = not stage.draw_odds or (stage.games == 1 and stage.repeat == 1)
        place = (stage.name == "match") == (n == 1) and (stage.name != "lot" or n == len(chain))
        if not (counts and odds and place):
            raise PairingError("decider.stage", {"n": n})
    if not chain:
        raise PairingError("decider.stage", {"n": 1})


def state(match: Match, chain: Chain, seed: str | int) -> Next | Decided | Stuck:
    """What comes next in a match.

    Args:
        match: the match so far.
        chain: the way to a decision.
        seed: what the lots of the event are drawn from.

    Raises:
        PairingError: ``decider.stage``: the chain makes no sense.

    >>> level = Match("1.1", 1, 2, 1, (Game(1, 2, Result.DRAW, 0), Game(2, 1, Result.DRAW, 1)))
    >>> state(level, RAPID, 7).reason.code
    'decider.lot'
    """
    check_chain(chain)
    if match.ruled:
        facts = {"winner": match.ruled.winner, "note": match.ruled.note}
        code = "decider.ruled_none" if match.ruled.winner is None else "decider.ruled"
        return Decided(match.ruled.winner, Reason(code, facts, (match.one, match.two)))
    at = 0
    for index, stage in enumerate(chain):
        if stage.name == "lot":
            return _by_lot(match, seed)
        for _attempt in range(stage.repeat):
            lead = 0
            for number in range(1, stage.games + 1):
                if abs(lead) > stage.games - number + 1:
                    break
                if at == len(match.games):
                    return _next(match, stage, index, number, seed)
                lead += _swing(match, match.games[at])
                at += 1
            if lead:
                return _won(match, stage, lead)
            if stage.draw_odds and match.games[at - 1].result is Result.DRAW:
                winner = match.games[at - 1].black
                return Decided(winner, Reason("decider.odds", {"winner": winner}, (winner,)))
    return Stuck(Reason("decider.stuck", {"match": match.name}, (match.one, match.two)))


def played(
    match: Match, chain: Chain, seed: str | int, result: Result, forfeit: bool = False
) -> Match:
    """The match after its next game.

    Args:
        match: the match so far.
        chain: the way to a decision.
        seed: what the lots of the event are drawn from.
        result: of the game.
        forfeit: whether it was lost or won without play.

    Raises:
        PairingError: ``decider.over``: no game is to be played.
    """
    step = state(match, chain, seed)
    if not isinstance(step, Next):
        raise PairingError("decider.over", {"match": match.name})
    game = Game(step.red, step.black, result, step.index, forfeit)
    return replace(match, games=(*match.games, game))


def chain_text(chain: Chain) -> str:
    """A chain in the current language, stage by stage.

    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     chain_text(CLUB)
    'match ×3, first mover of the last game by lot; extra game, first mover by lot; lot'
    """
    stages = []
    for stage in chain:
        told = [stage.title + (f" ×{stage.games}" if stage.games > 1 else "")]
        if stage.black_time:
            facts = {"time": stage.time or "–", "black_time": stage.black_time}
            told.append(_("first mover {time}, second mover {black_time}", **facts))
        elif stage.time:
            told.append(stage.time)
        if stage.colours == "lot":
            told.append(_("first mover by lot"))
        elif stage.colours == "lot_last":
            told.append(_("first mover of the last game by lot"))
        if stage.draw_odds:
            told.append(_("a draw wins for the second mover"))
        if stage.repeat > 1:
            told.append(_("{n} times at most while it stays level", n=stage.repeat))
        stages.append(_(", ").join(told))
    return _("; ").join(stages)


# ------------------------------------------------------------ files


def chain_to_json(chain: Chain) -> list[dict[str, object]]:
    """A chain as JSON, a field for whatever is not the default.

    >>> chain_to_json(CLUB_LOT)
    [{'name': 'match', 'games': 3, 'colours': 'lot_last'}, {'name': 'lot'}]
    """
    blank = Stage("match")
    return [
        {
            name: getattr(stage, name)
            for name in _FIELDS
            if name == "name" or getattr(stage, name) != getattr(blank, name)
        }
        for stage in chain
    ]


def chain_from_json(record: object) -> Chain:
    """A chain from its JSON.

    Raises:
        PairingError: ``decider.stage``: a stage is not one.

    >>> chain_from_json(chain_to_json(SUDDEN_DEATH)) == SUDDEN_DEATH
    True
    """
    stages: list[Stage] = []
    for n, entry in enumerate(record if isinstance(record, list) else [None], 1):
        if not isinstance(entry, dict) or not entry.keys() <= _FIELDS.keys():
            raise PairingError("decider.stage", {"n": n})
        if any(type(entry[name]) is not _FIELDS[name] for name in entry):
            raise PairingError("decider.stage", {"n": n})
        if entry.get("name") not in get_args(StageName) or entry.get(
            "colours", "lot"
        ) not in get_args(Colours):
            raise PairingError("decider.stage", {"n": n})
        stages.append(Stage(**entry))
    check_chain(stages)
    return tuple(stages)


_FIELDS: dict[str, type] = {
    "name": str,
    "games": int,
    "colours": str,
    "draw_odds": bool,
    "repeat": int,
    "time": str,
    "black_time": str,
}


# ------------------------------------------------------------ parts


def _swing(match: Match, game: Game) -> int:
    """1 for a game that the first named won, −1 for one that he lost, 0 for any other."""
    if game.result in (Result.DRAW, Result.BOTH_LOSE):
        return 0
    winner = game.red if game.result is Result.RED else game.black
    return 1 if winner == match.one else -1


def _won(match: Match, stage: Stage, lead: int) -> Decided:
    winner = match.one if lead > 0 else match.two
    facts = {"winner": winner, "lead": abs(lead)}
    return Decided(winner, Reason(f"decider.won_{stage.name}", facts, (winner,)))


def _by_lot(match: Match, seed: str | int) -> Decided:
    winner = lots.first_mover(match.one, match.two, seed, f"match {match.name} decision")
    return Decided(winner, Reason("decider.lot", {"winner": winner}, (match.one, match.two)))


def _next(match: Match, stage: Stage, index: int, number: int, seed: str | int) -> Next:
    """The next game: who moves first, and why."""
    count = len(match.games) + 1
    last = stage.colours == "lot_last" and number == stage.games >= 3 and stage.games % 2 == 1
    if count == 1 and match.first is not None:
        red, code = match.first, "decider.first"
    elif count == 1 or last or (stage.colours == "lot" and number == 1):
        red = lots.first_mover(match.one, match.two, seed, f"match {match.name} game {count}")
        code = "decider.colours_lot"
    else:
        red, code = match.games[-1].black, "decider.colours_change"
    black = match.two if red == match.one else match.one
    reasons = [Reason(code, {"red": red, "game": count}, (red, black))]
    if index and number == 1:
        reasons.insert(0, Reason(f"decider.level_{stage.name}", {}, (red, black)))
    if stage.draw_odds:
        reasons.append(Reason("decider.draw_odds", {"black": black}, (red, black)))
    return Next(red, black, stage, number, index, tuple(reasons))


add_messages(
    {
        "decider.stage": N_(
            "stage {n} of the deciders makes no sense: the match comes first, a lot last, "
            "games and repetitions are 1 to 99, and draw odds are for a single game"
        ),
        "decider.over": N_("no game is to be played in match {match}"),
        "decider.stuck": N_("match {match} is level and no decider is left: the arbiter rules"),
        "decider.first": N_("{red} has Red in the first game"),
        "decider.colours_lot": N_("{red} drew Red for game {game}"),
        "decider.colours_change": N_("colours change: {red} has Red in game {game}"),
        "decider.draw_odds": N_("a draw wins for {black}, who has Black"),
        "decider.level_extra": N_("the match is level: an extra game decides"),
        "decider.level_rapid": N_("the match is level: rapid games decide"),
        "decider.level_blitz": N_("the match is level: blitz games decide"),
        "decider.level_sudden_death": N_("the match is level: sudden death decides"),
        "decider.won_match": N_("{winner} won the match by {lead}"),
        "decider.won_extra": N_("{winner} won the extra game"),
        "decider.won_rapid": N_("{winner} won the rapid games"),
        "decider.won_blitz": N_("{winner} won the blitz games"),
        "decider.won_sudden_death": N_("{winner} won the sudden death game"),
        "decider.odds": N_(
            "the sudden death game was drawn, which wins for {winner}, who had Black"
        ),
        "decider.lot": N_("the match is level to the end: the lot is for {winner}"),
        "decider.ruled": N_("the arbiter sends {winner} on: {note}"),
        "decider.ruled_none": N_("the arbiter sends nobody on: {note}"),
    }
)
