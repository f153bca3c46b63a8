"""How games end: outcomes, and the named rule books as data.

A rule book here is what the board alone can decide with: mate, repetition,
the natural limit 自然限着, dead positions. The judge itself is in the core and
reads the numbers given here.

>>> RULES["cxa"].natural_limit, RULES["axf"].natural_limit
(60, 50)

What a book looks for in a repetition is named in `RuleSet.repetition`; the
acts of a ply, from check 将 to idle 闲, are found by the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from chuhe import _core
from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_, _
from chuhe.pieces import Color

__all__ = ["RULES", "Clause", "Outcome", "RuleSet", "Termination", "rule_set"]

add_messages(
    {
        "rules.unknown": N_("expected a rule book of {known}, got '{name}'"),
        "rules.no_policy": N_("'{name}' names no policy of repetition"),
    }
)


class Termination(StrEnum):
    """How a game ended.

    >>> Termination("stalemate")
    <Termination.STALEMATE: 'stalemate'>
    """

    CHECKMATE = "checkmate"
    """将死: in check, and nothing helps."""
    STALEMATE = "stalemate"
    """困毙: no legal move, not in check. A loss, as mate is."""
    PERPETUAL_CHECK = "perpetual_check"
    """长将: one side alone checks with every move of the repetition, and loses."""
    PERPETUAL_CHASE = "perpetual_chase"
    """长捉: one side alone chases with every move of the repetition, and loses."""
    PERPETUAL_KILL = "perpetual_kill"
    """长杀: one side alone threatens mate with every move of the repetition, and loses."""
    MIXED_FORBIDDEN = "mixed_forbidden"
    """一将一杀, 一将一捉 and the like: one side alone does nothing but what is forbidden."""
    CHECK_SERIES = "check_series"
    """Too many checks in a row."""
    REPETITION = "repetition"
    """不变作和: nobody is at fault, nobody deviates."""
    NATURAL_LIMIT = "natural_limit"
    """自然限着: too long without a capture."""
    DEAD_POSITION = "dead_position"
    """No piece is left on either side that can cross the river."""
    RESIGNATION = "resignation"
    """认输."""
    AGREEMENT = "agreement"
    """议和."""
    TIME = "time"
    """超时."""
    FORFEIT = "forfeit"
    """Lost by the arbiter's decision: fouls, absence, discipline."""

    @property
    def text(self) -> str:
        """Its name in the current language."""
        return _(_NAMES[self])


_NAMES: Mapping[Termination, str] = {
    Termination.CHECKMATE: N_("checkmate"),
    Termination.STALEMATE: N_("stalemate"),
    Termination.PERPETUAL_CHECK: N_("perpetual check"),
    Termination.PERPETUAL_CHASE: N_("perpetual chase"),
    Termination.PERPETUAL_KILL: N_("perpetual threat of mate"),
    Termination.MIXED_FORBIDDEN: N_("forbidden moves throughout"),
    Termination.CHECK_SERIES: N_("too many checks in a row"),
    Termination.REPETITION: N_("repetition"),
    Termination.NATURAL_LIMIT: N_("natural limit"),
    Termination.DEAD_POSITION: N_("dead position"),
    Termination.RESIGNATION: N_("resignation"),
    Termination.AGREEMENT: N_("agreement"),
    Termination.TIME: N_("time"),
    Termination.FORFEIT: N_("forfeit"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    >>> from chuhe.i18n import use_language
    >>> outcome = Outcome(Color.RED, Termination.CHECKMATE)
    >>> outcome.result(), outcome.verdict
    ('1-0', 'red_wins')
    >>> with use_language("en"):
    ...     print(outcome)
    Red wins: checkmate
    """

    winner: Color | None
    """None is a draw."""
    termination: Termination

    def result(self) -> str:
        """The result as records write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner is Color.RED else "0-1"

    @property
    def verdict(self) -> str:
        """``red_wins``, ``black_wins`` or ``draw``: the word of the machine-readable doors."""
        return "draw" if self.winner is None else f"{self.winner}_wins"

    def __str__(self) -> str:
        reason = self.termination.text
        match self.winner:
            case None:
                return _("Draw: {reason}", reason=reason)
            case Color.RED:
                return _("Red wins: {reason}", reason=reason)
            case Color.BLACK:
                return _("Black wins: {reason}", reason=reason)


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a rule book, and where we have it from."""

    template: str
    facts: Mapping[str, object]
    source: str

    @property
    def text(self) -> str:
        """The sentence in the current language."""
        return _(self.template, **self.facts)


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A rule book, as far as the board alone can decide.

    Every field is a rule; `clauses` says each as a sentence with its source.
    A book of one's own is made with ``dataclasses.replace``:

    >>> from dataclasses import replace
    >>> from chuhe.i18n import use_language
    >>> house = replace(RULES["club"], name="house", natural_limit=40)
    >>> with use_language("en"):
    ...     house.clauses["natural_limit"].text
    'after 40 rounds without a capture the game is drawn'
    """

    name: str
    """How it is asked for."""
    title: str
    """What it is called, in English; ``_(title)`` in the current language."""
    occurrences: int = 3
    """Which occurrence of a position decides; 0 switches repetition off."""
    repetition: str = "checks"
    """What the core looks for in a repetition: checks alone, or all that the book
    ``axf``, ``wxf``, ``cxa-2020``, ``engine``, ``club`` or ``count`` looks for."""
    perpetual_check_loses: bool = True
    """Whether the only side that checks with every move of the repetition loses. If
    not, no other act is a breach either, and every repetition is a draw."""
    natural_limit: int | None = 60
    """Rounds without a capture after which the game is drawn; None: no limit."""
    counted_checks: int | None = None
    """How many checks of a side count towards its rounds; None: all of them."""
    limit_automatic: bool = False
    """Whether the limit ends the game by itself; else a player must claim it."""
    dead_position: bool = True
    """Whether a game ends that has no piece left to cross the river."""
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Field → where its value is from; what is not named is our reading."""

    @cached_property
    def core(self) -> _core.Rules:
        """The same rules as the core reads them."""
        return _core.Rules(
            occurrences=self.occurrences,
            perpetual_check_loses=self.perpetual_check_loses,
            natural_limit=self.natural_limit,
            counted_checks=self.counted_checks,
            limit_automatic=self.limit_automatic,
            dead_position=self.dead_position,
            repetition=self.repetition,
        )

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Every rule of this book as a sentence, by field; what all books share by termination."""
        found = {}

        def say(name: str, template: str, **facts: object) -> None:
            found[name] = Clause(template, facts, self.sources.get(name, ""))

        say("checkmate", N_("a side that is in check and has no answer loses"))
        say("stalemate", N_("a side that has no legal move loses, in check or not"))
        if self.occurrences:
            say(
                "occurrences",
                N_("a position that occurs {n} times ends the game as a draw"),
                n=self.occurrences,
            )
        if self.occurrences and self.perpetual_check_loses:
            say(
                "perpetual_check_loses",
                N_("a side that alone checks with every move of the repetition loses"),
            )
        if self.occurrences and self.repetition != "checks":
            say(
                "repetition",
                N_("a side that alone breaks the rules of repetition with every move loses"),
            )
        if self.natural_limit is not None:
            say(
                "natural_limit",
                N_("after {rounds} rounds without a capture the game is drawn"),
                rounds=self.natural_limit,
            )
            if self.counted_checks is not None:
                say(
                    "counted_checks",
                    N_("at most {n} checks of a side count towards these rounds"),
                    n=self.counted_checks,
                )
            if self.limit_automatic:
                say("limit_automatic", N_("the natural limit ends the game by itself"))
            else:
                say("limit_automatic", N_("the natural limit must be claimed by a player"))
        if self.dead_position:
            say(
                "dead_position",
                N_("the game is drawn when no rook, horse, cannon or pawn is left"),
            )
        say("resignation", N_("a side that resigns loses"))
        say("agreement", N_("the game is drawn when one side offers a draw and the other accepts"))
        say("time", N_("a side that oversteps the time loses"))
        say("forfeit", N_("a side that the arbiter declares lost loses"))
        return found

    def clause(self, termination: Termination) -> Clause:
        """The sentence by which a game ends so.

        Raises:
            KeyError: no game ends so under this book.

        >>> from chuhe.i18n import use_language
        >>> with use_language("en"):
        ...     RULES["club"].clause(Termination.STALEMATE).text
        'a side that has no legal move loses, in check or not'
        """
        return self.clauses[_DECIDED_BY.get(termination, termination)]


#: The field that decides an end; other ends are the same in every book.
_DECIDED_BY = {
    Termination.PERPETUAL_CHECK: "perpetual_check_loses",
    Termination.PERPETUAL_CHASE: "repetition",
    Termination.PERPETUAL_KILL: "repetition",
    Termination.MIXED_FORBIDDEN: "repetition",
    Termination.CHECK_SERIES: "repetition",
    Termination.REPETITION: "occurrences",
    Termination.NATURAL_LIMIT: "natural_limit",
    Termination.DEAD_POSITION: "dead_position",
}

_READING = "our reading: no rule book is quoted for it"
_CLUB = "club competition rules based on the Chinese rules of 1999"
_WORLD = "supplementary rules of the 14th World Xiangqi Championship"
_ENGINE = "the rule that engine matches are played by (as implemented in Pikafish)"

RULES: Mapping[str, RuleSet] = MappingProxyType(
    {
        book.name: book
        for book in (
            RuleSet(
                name="club",
                repetition="club",
                title=N_("club rules"),
                sources={
                    "occurrences": _CLUB + ": a cycle played three times",
                    "perpetual_check_loses": _CLUB,
                    "natural_limit": _CLUB + ": 60 rounds, if a side applies",
                    "limit_automatic": _CLUB,
                    "dead_position": _READING + "; a club's arbiter confirms such a draw",
                },
            ),
            RuleSet(
                name="cxa",
                repetition="cxa-2020",
                title=N_("Chinese rules"),
                sources={
                    "occurrences": "Chinese rules of 2020 as far as their text is known",
                    "perpetual_check_loses": "Chinese rules of 2020 as far as their text is known",
                    "natural_limit": "Chinese rules of 1999: 60 rounds; later editions limit the"
                    " checks counted, by a number we could not confirm and leave out",
                    "limit_automatic": "Chinese rules of 1999",
                    "dead_position": _READING,
                },
            ),
            RuleSet(
                name="axf",
                repetition="axf",
                title=N_("Asian rules"),
                natural_limit=50,
                counted_checks=10,
                sources={
                    "occurrences": "Asian rules: the third occurrence",
                    "perpetual_check_loses": "Asian rules: perpetual check against anything else",
                    "natural_limit": _WORLD + "; the Asian rules are of the same family",
                    "counted_checks": _WORLD,
                    "limit_automatic": _WORLD,
                    "dead_position": _READING,
                },
            ),
            RuleSet(
                name="wxf",
                repetition="wxf",
                title=N_("World rules"),
                natural_limit=50,
                counted_checks=10,
                sources={
                    "occurrences": "World rules: the third occurrence",
                    "perpetual_check_loses": "World rules: perpetual check against anything else",
                    "natural_limit": _WORLD,
                    "counted_checks": _WORLD,
                    "limit_automatic": _WORLD,
                    "dead_position": _READING,
                },
            ),
            RuleSet(
                name="engine",
                repetition="engine",
                title=N_("engine match rules"),
                counted_checks=10,
                limit_automatic=True,
                sources={
                    "occurrences": _ENGINE,
                    "perpetual_check_loses": _ENGINE,
                    "natural_limit": _ENGINE + ": 120 plies",
                    "counted_checks": _ENGINE,
                    "limit_automatic": _ENGINE,
                    "dead_position": _ENGINE,
                },
            ),
        )
    }
)
"""The named rule books.

``club``
    What the rules of a club say, on the Chinese rules of 1999: 60 rounds
    without a capture draw if a side claims it.
``cxa``
    The Chinese rules, as far as their text is known. The limit on counted
    checks of the editions after 1999 is left out.
``axf``, ``wxf``
    The Asian and the World rules: 50 rounds, of which at most ten may be
    checks, on claim.
``engine``
    As engine matches do: 60 rounds with at most ten checks a side, by itself.

Each rules repetition in its own way: see `RuleSet.repetition`.
"""


def rule_set(rules: str | RuleSet) -> RuleSet:
    """The rule book of a name; a rule book is given back as it is.

    Raises:
        ParseError: no book has this name.

    >>> rule_set("wxf").counted_checks
    10
    """
    if isinstance(rules, RuleSet):
        return rules
    try:
        return RULES[rules]
    except KeyError:
        known = ", ".join(RULES)
        raise ParseError("rules.unknown", {"name": rules, "known": known}) from None
