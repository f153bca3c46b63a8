"""The rules of a book as sentences, each with its article and source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chuhe import _core
from chuhe.i18n import N_, _
from chuhe.rules.book import READING, RuleSet
from chuhe.rules.matrix import CONDUCTS, verdict
from chuhe.rules.offences import Offence
from chuhe.rules.outcome import Termination

__all__ = ["Clause", "clause_name", "clauses"]


class _Word(str):
    """A fact that is a text of the catalogues itself."""

    __slots__ = ()


class _Words(tuple[str, ...]):
    """A fact that is a list of such texts."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a rule book, its article, and where we have it from."""

    template: str
    facts: Mapping[str, object]
    source: str = READING
    """In English; `origin` says it in the current language."""
    article: str = ""
    """The number of the article in the book; empty where we do not know it."""

    @property
    def text(self) -> str:
        """The sentence in the current language."""
        return _(self.template, **{name: _said(value) for name, value in self.facts.items()})

    @property
    def origin(self) -> str:
        """The source in the current language."""
        return _(self.source)


def _said(fact: object) -> object:
    match fact:
        case _Word():
            return _(fact)
        case _Words():
            return _(" / ").join(map(_, fact))
        case _:
            return fact


def clauses(rules: RuleSet) -> dict[str, Clause]:
    """Every rule of a book as a sentence: name → clause; see `RuleSet.clauses`."""
    found = {}
    for name, template, facts in (*_ends(), *_repetition(rules), *_limits(rules), *_table(rules)):
        source = rules.sources.get(name) or rules.sources.get(name.partition(".")[0], READING)
        found[name] = Clause(template, facts, source, rules.articles.get(name, ""))
    return found


def clause_name(rules: RuleSet, of: Termination | Offence | str) -> str:
    """Under which name `clauses` has the rule for an end, an offence, or a fault of the policy.

    Raises:
        KeyError: the book has no such rule.
    """
    if isinstance(of, Offence):
        return f"penalties.{of}"
    if isinstance(of, Termination):
        wanted = _FAULTS.get(of)
        if wanted is None:
            return _DECIDED_BY.get(of, str(of))
        for fault in _core.repetition_policy(rules.repetition)["faults"]:
            if wanted & set(fault["kinds"]) and not fault["horse_pinned"]:
                if of is Termination.MIXED_FORBIDDEN and len(fault["kinds"]) == 1:
                    continue
                if of is Termination.PERPETUAL_CHECK and len(fault["kinds"]) > 1:
                    continue
                return _fault_name(fault["article"])
        raise KeyError(of)
    return next(
        (
            _fault_name(fault["article"])
            for fault in _core.repetition_policy(rules.repetition)["faults"]
            if fault["article"] == of
        ),
        of,
    )


#: The rule that decides an end, where its name is another.
_DECIDED_BY = {
    Termination.REPETITION: "occurrences",
    Termination.CHECK_SERIES: "repetition.check_series",
    Termination.FOULS: "fouls_lose",
    Termination.ILLEGAL_MOVE: f"penalties.{Offence.ILLEGAL_MOVE}",
    Termination.SEALED_MOVE: f"penalties.{Offence.SEALED_WRONG}",
    Termination.ABSENCE: "late_forfeit_minutes",
    Termination.DISCIPLINE: f"penalties.{Offence.MISCONDUCT}",
}

#: Which kinds of ply the fault has that ends a game so.
_FAULTS = {
    Termination.PERPETUAL_CHECK: {"check"},
    Termination.PERPETUAL_CHASE: {"chase"},
    Termination.PERPETUAL_KILL: {"kill"},
    Termination.MIXED_FORBIDDEN: {"check", "kill", "chase"},
}

_Said = Iterator[tuple[str, str, Mapping[str, object]]]


def _ends() -> _Said:
    """The ends that are the same in every book."""
    yield "checkmate", N_("a side that is in check and has no answer loses"), {}
    yield "stalemate", N_("a side that has no legal move loses, in check or not"), {}
    yield "resignation", N_("a side that resigns loses"), {}
    yield (
        "agreement",
        N_(
            "the game is drawn when one side offers a draw and the other accepts; "
            "neither may take it back"
        ),
        {},
    )
    yield "time", N_("a side that oversteps the time loses"), {}
    yield "theoretical_draw", N_("a position that neither side can win in theory is drawn"), {}
    yield "abandonment", N_("a side that leaves the game loses"), {}
    yield "decision", N_("the arbiter decides what no article decides, and says why"), {}
    yield "forfeit", N_("a side that the arbiter declares lost loses"), {}


def _repetition(rules: RuleSet) -> _Said:
    policy = _core.repetition_policy(rules.repetition)
    if n := rules.occurrences:
        yield "occurrences", _occurrences(policy), {"n": n}
        for fault in policy["faults"]:
            yield _fault_name(fault["article"]), *_fault_sentence(fault)
        if len({fault["level"] for fault in policy["faults"]}) > 1:
            yield "repetition.order", _ORDER, {"order": _graver_first(policy)}
        yield "repetition.look", _LOOK[policy["look"]], {}
        for whom, sentence in _ABOVE.items():
            if roles := policy.get(whom):
                yield f"repetition.{whom}", sentence, {"roles": _Words(roles)}
        for name, conduct in CONDUCTS.items():
            forbidden = verdict(rules.repetition, conduct, CONDUCTS["idle"]) != "draw"
            facts = {"conduct": _Word(conduct.title)}
            yield f"repetition.{name}", _FORBIDDEN if forbidden else _ALLOWED, facts
        for switch, sentence in _SWITCHES.items():
            if policy.get(switch):
                yield f"repetition.{switch}", sentence, {}
    if series := policy["check_series"]:
        numbers = dict(zip(("one", "two", "more"), series, strict=True))
        yield "repetition.check_series", _SERIES, numbers


def _occurrences(policy: Mapping[str, Any]) -> str:
    if policy["check_series"]:
        return N_(
            "a position that occurs {n} times ends the game as a draw, unless one side has "
            "checked with every move of the repetition: its checks are counted on"
        )
    if not policy["faults"]:
        return N_("a position that occurs {n} times ends the game as a draw")
    return N_(
        "a position that occurs {n} times decides the game: who is more at fault in the "
        "repetition has to change or else loses; if neither is, it is a draw"
    )


_SERIES = N_("more than {one} checks in a row by one piece, {two} by two or {more} by several lose")


def _fault_name(article: str) -> str:
    return f"repetition.fault_{article.rpartition('.')[2]}"


def _which(fault: Mapping[str, Any]) -> tuple[frozenset[str], str]:
    which = "pinned" if fault["horse_pinned"] else "one" if fault["one_target"] else "any"
    return frozenset(fault["kinds"]), which


def _fault_sentence(fault: Mapping[str, Any]) -> tuple[str, Mapping[str, object]]:
    if known := _FAULT_SENTENCES.get(_which(fault)):
        return known, {}
    return _OTHER_FAULT, {"kinds": _Words(fault["kinds"])}


def _graver_first(policy: Mapping[str, Any]) -> _Words:
    """The faults of a policy by name, the graver first."""
    faults = sorted(policy["faults"], key=lambda fault: -int(fault["level"]))
    return _Words(_FAULT_NAMES.get(_which(fault), N_("all else forbidden")) for fault in faults)


_ORDER = N_("where both sides are at fault, the graver fault loses, in this order: {order}")

_FAULT_NAMES = {
    (frozenset({"check"}), "any"): N_("perpetual check"),
    (frozenset({"chase"}), "one"): N_("perpetual chase of one piece"),
    (frozenset({"chase"}), "pinned"): N_("perpetual chase of a rook pinned by a horse"),
}

_ALLOWED = N_("{conduct} against idle moves: allowed, a draw")
_FORBIDDEN = N_("{conduct} against idle moves: forbidden, change or lose")

_FAULT_SENTENCES = {
    (frozenset({"check"}), "any"): N_(
        "a side whose every move in the repetition is a check must change or loses, unless the "
        "other is as much at fault"
    ),
    (frozenset({"chase"}), "any"): N_(
        "a side whose every move in the repetition is a chase must change or loses, unless the "
        "other is as much at fault"
    ),
    (frozenset({"chase"}), "one"): N_(
        "a side whose every move in the repetition chases one and the same piece must change or "
        "loses, unless the other is as much at fault"
    ),
    (frozenset({"chase"}), "pinned"): N_(
        "a side whose every move in the repetition chases one and the same rook, pinned by a "
        "horse, must change or loses, unless the other is as much at fault"
    ),
    (frozenset({"kill"}), "any"): N_(
        "a side whose every move in the repetition threatens mate must change or loses, unless the "
        "other is as much at fault"
    ),
    (frozenset({"check", "kill"}), "any"): N_(
        "a side whose every move in the repetition is a check or a threat of mate must change or "
        "loses, unless the other is as much at fault"
    ),
    (frozenset({"check", "kill", "chase"}), "any"): N_(
        "a side whose every move in the repetition is a check, a threat of mate or a chase, in any "
        "mixture, must change or loses, unless the other is as much at fault"
    ),
}

_OTHER_FAULT = N_(
    "a side whose every move in the repetition is of these kinds must change or loses, unless the "
    "other is as much at fault: {kinds}"
)

_LOOK = {
    "checks": N_("nothing but a check counts"),
    "captures": N_(
        "a chase is a new threat to take at once what then nobody can legally take back; "
        "a threat of mate is idle"
    ),
    "play": N_(
        "a chase is a new threat to win something, by a capture and the exchange that follows or "
        "at the end of a series of checks; a threat of mate, at once or by checks, is a kill"
    ),
}

_ABOVE = {
    "above_rook": N_("by these pieces a rook is chased even if it has a root: {roles}"),
    "above_minor": N_("by these pieces a horse or cannon is chased even if it has a root: {roles}"),
}

_SWITCHES = {
    "check_may_chase": N_("a check that also attacks a piece chases it as well"),
    "check_excuses_chase": N_("a check anywhere in the repetition excuses every chase"),
    "joint_goes_free": N_(
        "where both sides are at fault alike, a side that chases only singly has to change before "
        "one that also chases jointly or what has too few roots"
    ),
    "every_loop": N_("a repetition of several loops is lost only if each loop by itself is"),
    "nine_moves": N_(
        "nine forbidden moves in a row by one piece, to at least three points, lose without a "
        "repetition"
    ),
}


def _limits(rules: RuleSet) -> _Said:
    if rules.natural_limit is not None:
        yield (
            "natural_limit",
            N_("after {rounds} rounds without a capture the game is drawn"),
            {"rounds": rules.natural_limit},
        )
        if rules.counted_checks is not None:
            yield (
                "counted_checks",
                N_("at most {n} checks of a side count towards these rounds"),
                {"n": rules.counted_checks},
            )
        else:
            yield "counted_checks", N_("all checks count towards these rounds"), {}
        yield (
            "limit_automatic",
            N_("the natural limit ends the game by itself")
            if rules.limit_automatic
            else N_("the natural limit must be claimed by a player"),
            {},
        )
    if rules.dead_position:
        yield (
            "dead_position",
            N_("the game is drawn when no rook, horse, cannon or pawn is left"),
            {},
        )


def _table(rules: RuleSet) -> _Said:
    if rules.fouls_lose is None:
        yield "fouls_lose", N_("fouls are not kept"), {}
    else:
        yield "fouls_lose", N_("{n} fouls of a side in one game lose"), {"n": rules.fouls_lose}
    for offence in Offence:
        facts = {"offence": _name(offence), "penalty": _name(rules.penalty(offence))}
        yield f"penalties.{offence}", N_("{offence}: {penalty}"), facts
    yield "draw_offer_when", _OFFER_WHEN[rules.draw_offer_when], {}
    again = {"n": rules.draw_offer_pause} if rules.draw_offer_again == "pause" else {}
    yield "draw_offer_again", _OFFER_AGAIN[rules.draw_offer_again], again
    if rules.draw_min_rounds is None:
        yield "draw_min_rounds", N_("a draw may be agreed at any time"), {}
    else:
        yield (
            "draw_min_rounds",
            N_("no draw may be agreed before round {n} has been played"),
            {"n": rules.draw_min_rounds},
        )
    yield "touch", _TOUCH[rules.touch], {}
    yield (
        "adjust_needs_consent",
        N_(
            "pieces are adjusted with the opponent's consent and on one's own time; else it counts "
            "as touching"
        )
        if rules.adjust_needs_consent
        else N_("pieces may be adjusted without asking"),
        {},
    )
    yield (
        "facing_kings",
        N_("a move that leaves the kings facing each other is illegal, like any other illegal move")
        if rules.facing_kings == "illegal"
        else N_("a side whose move leaves the kings facing each other loses at once"),
        {},
    )
    yield (
        "flag_without_mating_material",
        N_("a side that oversteps the time loses, whatever the opponent has left")
        if rules.flag_without_mating_material == "loss"
        else N_(
            "a side that oversteps the time draws if the opponent has no piece that can cross the "
            "river"
        ),
        {},
    )
    if rules.late_forfeit_minutes is None:
        yield (
            "late_forfeit_minutes",
            N_("how long a late player is waited for is for the arbiter"),
            {},
        )
    else:
        yield (
            "late_forfeit_minutes",
            N_("a player who is {n} minutes late loses"),
            {"n": rules.late_forfeit_minutes},
        )
    yield (
        "sealed_moves",
        N_("a game may be adjourned with a sealed move")
        if rules.sealed_moves
        else N_("games are not adjourned"),
        {},
    )


def _name(thing: Offence | object) -> _Word:
    from chuhe.rules.offences import _OFFENCES, _PENALTIES

    return _Word(_OFFENCES[thing] if isinstance(thing, Offence) else _PENALTIES[thing])  # type: ignore[index]


_OFFER_WHEN = {
    "own_time": N_("a draw is offered while one's own clock runs"),
    "after_move": N_("a draw is offered after one's own move, before the opponent has moved"),
    "any": N_("a draw may be offered at any time"),
}
_OFFER_AGAIN = {
    "alternate": N_("a side that has offered a draw may not offer again before the other side has"),
    "pause": N_("a side that has offered a draw may offer again after {n} plies"),
    "any": N_("a draw may be offered again and again"),
}
_TOUCH = {
    "official": N_(
        "a piece touched must be moved, or taken; touched first one's own and then the opponent's: "
        "take the one with the other, else move one's own, else take with another piece; touched "
        "the other way round, or both at once: take the one with the other, else take with another "
        "piece, else move one's own; if none of it can be done, the move is free"
    ),
    "club-2015": N_(
        "a piece touched must be moved, or taken; touched one's own and the opponent's, in whatever "
        "order: take the one with the other, else move one's own, else take with another piece; if "
        "none of it can be done, the move is free"
    ),
    "off": N_("a move is made when it is played; touching binds to nothing"),
}
