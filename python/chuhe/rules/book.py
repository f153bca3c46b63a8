"""A rule book as data: one field a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from chuhe import _core
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.rules.offences import Offence, Penalty
from chuhe.rules.outcome import Termination

if TYPE_CHECKING:
    from chuhe.rules.clauses import Clause
    from chuhe.rules.matrix import Pair

__all__ = ["READING", "USUAL_PENALTIES", "RuleSet"]

add_messages({"rules.field": N_("expected {expected} as {field} of a rule book, got {got}")})

#: The source of what no rule book we could read says.
READING = N_("our reading: no rule book is quoted for it")

#: What offences cost where a book says nothing of them: the arbiter warns. Late arrival costs only
#: time, and adjusting without consent counts as touching.
USUAL_PENALTIES: Mapping[Offence, Penalty] = MappingProxyType(
    dict.fromkeys(Offence, Penalty.WARNING)
    | {
        Offence.ILLEGAL_MOVE: Penalty.FOUL,
        Offence.TWO_MOVES: Penalty.FOUL,
        Offence.TOUCH_CANNOT_MOVE: Penalty.FOUL,
        Offence.TOUCH_CANNOT_TAKE: Penalty.FOUL,
        Offence.ADJUST_WITHOUT_CONSENT: Penalty.NONE,
        Offence.FALSE_CLAIM: Penalty.FOUL,
        Offence.REPEATED_OFFER: Penalty.FOUL,
        Offence.DISTURBING: Penalty.FOUL,
        Offence.LATE: Penalty.NONE,
        Offence.SEALED_WRONG: Penalty.LOSS,
        Offence.REFUSES_CHANGE: Penalty.LOSS,
        Offence.DRAW_WITHOUT_PLAY: Penalty.NONE,
        Offence.MISCONDUCT: Penalty.LOSS,
    }
)


#: The greatest number a field may have.
MOST = 1_000_000

_CHOICES = {
    "draw_offer_when": ("own_time", "after_move", "any"),
    "draw_offer_again": ("alternate", "pause", "any"),
    "touch": ("official", "club-2015", "off"),
    "facing_kings": ("illegal", "loss"),
    "flag_without_mating_material": ("loss", "draw"),
}
_LEAST = {
    "occurrences": 0,
    "natural_limit": 1,
    "counted_checks": 0,
    "fouls_lose": 1,
    "draw_offer_pause": 0,
    "draw_min_rounds": 0,
    "late_forfeit_minutes": 0,
}
_MAY_BE_NONE = _LEAST.keys() - {"occurrences", "draw_offer_pause"}


def _wrong(field: str, expected: str, value: object) -> ParseError:
    got = repr(value)
    facts = {"field": field, "expected": expected, "got": got if len(got) <= 40 else f"{got[:40]}…"}
    return ParseError("rules.field", facts)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A rule book.

    Every field is a rule; `clauses` says each as a sentence with its article and source.
    A book of one's own is made with ``dataclasses.replace``:

    >>> from dataclasses import replace
    >>> from chuhe.i18n import use_language
    >>> from chuhe.rules import RULES
    >>> house = replace(RULES["club"], name="house", natural_limit=40)
    >>> with use_language("en"):
    ...     house.clauses["natural_limit"].text
    'after 40 rounds without a capture the game is drawn'
    """

    name: str
    """How it is asked for."""
    title: str
    """What it is called, in English; ``_(title)`` in the current language."""

    # What the board alone decides.
    occurrences: int = 3
    """Which occurrence of a position decides; 0 switches repetition off."""
    repetition: str = "checks"
    """The policy 棋例 by which the core judges a repetition, one of those that
    ``_core.repetition_policy`` knows: ``off``, ``draw``, ``checks``, ``axf``, ``wxf``,
    ``cxa-1999``, ``cxa-2011``, ``cxa-2020``, ``engine``, ``club``, ``count``."""
    natural_limit: int | None = 60
    """自然限着: rounds without a capture after which the game is drawn; None: no limit."""
    counted_checks: int | None = None
    """How many checks of a side count towards its rounds; None: all of them."""
    limit_automatic: bool = False
    """Whether the limit ends the game by itself; else a player must claim it."""
    dead_position: bool = True
    """Whether a game ends that has no piece left to cross the river."""

    # What is decided at the table.
    fouls_lose: int | None = None
    """犯规: the number of fouls of one side in one game that loses it; None: fouls are not kept."""
    penalties: Mapping[Offence, Penalty] = field(
        default_factory=lambda: USUAL_PENALTIES, hash=False
    )
    """What each offence costs; one that is left out costs what it usually does, see `penalty`."""
    draw_offer_when: Literal["own_time", "after_move", "any"] = "own_time"
    """提和: when a draw may be offered. ``own_time``: while one's own clock runs. ``after_move``:
    after one's own move, before the opponent has moved. ``any``: whenever."""
    draw_offer_again: Literal["alternate", "pause", "any"] = "alternate"
    """When a draw may be offered anew. ``alternate``: not twice before the other side has offered.
    ``pause``: after `draw_offer_pause` plies. ``any``: whenever."""
    draw_offer_pause: int = 10
    """Plies between two offers of one side, where `draw_offer_again` is ``pause``."""
    draw_min_rounds: int | None = None
    """Rounds to be played before a draw may be agreed; None: none."""
    touch: Literal["official", "club-2015", "off"] = "official"
    """摸子走子: in which order touched pieces must be moved and taken; see `chuhe.touch`. ``off``:
    a move is made when it is played."""
    adjust_needs_consent: bool = True
    """摆正棋子: whether pieces may be adjusted only with the opponent's consent."""
    facing_kings: Literal["illegal", "loss"] = "illegal"
    """将帅照面: whether a move that leaves the kings facing is an illegal move like others, or
    loses at once."""
    flag_without_mating_material: Literal["loss", "draw"] = "loss"
    """超时: what it is to overstep the time against a side with no piece that can cross the river."""
    late_forfeit_minutes: int | None = None
    """迟到: minutes after which a player who has not come loses; None: the arbiter decides."""
    sealed_moves: bool = True
    """封棋: whether a game may be adjourned with a sealed move."""

    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Field or name of a clause → where it is from; what is not named is our reading."""
    articles: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Field or name of a clause → the number of its article in the book, as far as known."""

    def __post_init__(self) -> None:
        """Refuse values that are no rule.

        Raises:
            ParseError: of the first field that has one.
        """
        for name, choices in _CHOICES.items():
            if (value := getattr(self, name)) not in choices:
                raise _wrong(name, " | ".join(choices), value)
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is None and name in _MAY_BE_NONE:
                continue
            if type(value) is not int or not least <= value <= MOST:
                raise _wrong(name, f"{least} … {MOST}", value)
        if self.occurrences == 1:  # every position would decide
            raise _wrong("occurrences", f"0 | 2 … {MOST}", 1)
        self.core  # noqa: B018  # a policy that nobody knows is refused here, not at the first game

    @cached_property
    def core(self) -> _core.Rules:
        """The same rules as the core reads them."""
        return _core.Rules(
            occurrences=self.occurrences,
            repetition=self.repetition,
            natural_limit=self.natural_limit,
            counted_checks=self.counted_checks,
            limit_automatic=self.limit_automatic,
            dead_position=self.dead_position,
        )

    def __getstate__(self) -> dict[str, object]:
        made = ("core", "clauses")
        state = {name: value for name, value in self.__dict__.items() if name not in made}
        return state | {"penalties": dict(self.penalties)}

    def penalty(self, offence: Offence) -> Penalty:
        """What an offence costs under this book.

        >>> from chuhe.rules import RULES
        >>> RULES["club"].penalty(Offence.TWO_MOVES), RULES["engine"].penalty(Offence.ILLEGAL_MOVE)
        (<Penalty.FOUL: 'foul'>, <Penalty.LOSS: 'loss'>)
        """
        return self.penalties.get(offence, USUAL_PENALTIES[offence])

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """Every rule of this book as a sentence.

        The names are those of the fields; those of terminations; ``penalties.<offence>``; and
        ``repetition.<…>`` for what the policy of repetition says.
        """
        from chuhe.rules.clauses import clauses

        return MappingProxyType(clauses(self))

    def clause(self, of: Termination | Offence | str) -> Clause:
        """The sentence by which a game ends so, an offence is punished, or a field is read.

        Args:
            of: a termination, an offence, or the name of a clause.

        Raises:
            KeyError: this book has no such rule.

        >>> from chuhe.i18n import use_language
        >>> from chuhe.rules import RULES
        >>> with use_language("en"):
        ...     RULES["club"].clause(Termination.STALEMATE).text
        ...     RULES["club"].clause(Offence.TWO_MOVES).text
        'a side that has no legal move loses, in check or not'
        'two moves in a row: a foul'
        """
        from chuhe.rules.clauses import clause_name

        return self.clauses[clause_name(self, of)]

    def matrix(self) -> tuple[Pair, ...]:
        """The verdict on every pair of conducts in a repetition, from the data of the policy.

        >>> from chuhe.rules import RULES
        >>> verdicts = {(pair.red, pair.black): pair.verdict for pair in RULES["axf"].matrix()}
        >>> verdicts["perpetual_kill", "idle"], verdicts["perpetual_chase", "perpetual_kill"]
        ('draw', 'red_changes')
        """
        from chuhe.rules.matrix import matrix

        return matrix(self.repetition)
