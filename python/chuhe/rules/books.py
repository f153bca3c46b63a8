"""The named rule books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType

from chuhe.errors import ParseError, add_messages
from chuhe.i18n import N_
from chuhe.rules.book import READING, USUAL_PENALTIES, RuleSet
from chuhe.rules.house import differences, read_book
from chuhe.rules.offences import Offence, Penalty

__all__ = ["RULES", "book_text", "rule_set"]

add_messages(
    {
        "rules.unknown": N_("expected a rule book of {known}, got '{name}'"),
        "rules.unknown_near": N_(
            "expected a rule book of {known}, got '{name}'; did you mean '{near}'?"
        ),
        "rules.no_policy": N_("'{name}' names no policy of repetition"),
    }
)

_CLUB = N_("competition rules of a club, in the wording of the Chinese rules of 1999")
_CLUB_2015 = N_("rules of a club of 2015, on the Chinese rules of 1999 and the Asian rules")
_1999 = N_("Chinese rules of 1999, the articles we could read")
_LIST = N_("a short list of losses and draws, in the order of the Chinese rules of 1999")
_ENCYCLOPEDIA = N_("an encyclopedia article on the game")
_2011 = N_("Chinese rules of 2011, as programs quote them")
_2020 = N_("Chinese rules of 2020, by their diagrams and as programs quote them")
_EVENT_2012 = N_("regulations of a Zhejiang event of 2012, held under the Chinese rules of 2011")
_ASIAN = N_("Asian rules, by their diagrams")
_WORLD = N_("World rules, by their diagrams, which are those of the Asian rules")
_WORLD_14 = N_("supplementary rules of the 14th World Championship")
_WORLD_14_KIN = N_(
    "supplementary rules of the 14th World Championship; the Asian rules are of the same family"
)
_HEARSAY = N_("what is generally known of the Chinese rules; the text was not seen")
_ENGINE = N_("the rule that engine matches are played by, as implemented in Pikafish")
_MATCHES = N_("the custom of matches between programs")
_SITES = N_("the custom of web sites; their numbers are hearsay")
_ALL = N_("all our sources")

#: What every book but those for programs takes from the same texts.
_OFFICIAL_SOURCES = {"checkmate": _ALL, "stalemate": _ALL, "resignation": _ALL, "time": _ALL}

_club = RuleSet(
    name="club",
    title=N_("club rules"),
    repetition="club",
    fouls_lose=2,
    penalties=USUAL_PENALTIES,
    sources=_OFFICIAL_SOURCES
    | {
        "occurrences": _CLUB,
        "repetition": _ENCYCLOPEDIA,
        "agreement": _CLUB,
        "theoretical_draw": _CLUB,
        "natural_limit": _ENCYCLOPEDIA,
        "time": _CLUB,
        "limit_automatic": _CLUB,
        "fouls_lose": _CLUB,
        "penalties": READING,
        f"penalties.{Offence.REPEATED_OFFER}": _CLUB,
        f"penalties.{Offence.DISTURBING}": _CLUB,
        f"penalties.{Offence.FALSE_CLAIM}": _CLUB,
        f"penalties.{Offence.TOUCH_CANNOT_MOVE}": _CLUB,
        f"penalties.{Offence.TOUCH_CANNOT_TAKE}": _CLUB,
        f"penalties.{Offence.TWO_MOVES}": _CLUB,
        f"penalties.{Offence.ILLEGAL_MOVE}": _CLUB,
        f"penalties.{Offence.REFUSES_CHANGE}": _LIST,
        f"penalties.{Offence.SEALED_WRONG}": _LIST,
        f"penalties.{Offence.MISCONDUCT}": _LIST,
        "draw_offer_again": _CLUB,
        "touch": _CLUB,
    },
    articles={
        "checkmate": "4(一)–(二)",
        "stalemate": "4(三)",
        "theoretical_draw": "5(一)",
        "fouls_lose": "4(四)",
        "resignation": "4(五)",
        "time": "2",
        "agreement": "5(二)",
        "occurrences": "5(三)",
        f"penalties.{Offence.REPEATED_OFFER}": "8(一)",
        f"penalties.{Offence.DISTURBING}": "8(一)",
        "draw_offer_again": "8(一)",
        f"penalties.{Offence.FALSE_CLAIM}": "8(二)",
        "limit_automatic": "8(二)",
        f"penalties.{Offence.TOUCH_CANNOT_MOVE}": "8(三)",
        f"penalties.{Offence.TOUCH_CANNOT_TAKE}": "8(四)",
        f"penalties.{Offence.TWO_MOVES}": "8(五)",
        f"penalties.{Offence.ILLEGAL_MOVE}": "8(五)",
        "touch": "9(一)–(五)",
    },
)

_club_2015 = replace(
    _club,
    name="club-2015",
    title=N_("club rules of 2015"),
    fouls_lose=3,
    touch="club-2015",
    sources=_OFFICIAL_SOURCES
    | {
        "occurrences": _LIST,
        "repetition": _ENCYCLOPEDIA,
        "agreement": _LIST,
        "theoretical_draw": _LIST,
        "natural_limit": _ENCYCLOPEDIA,
        "limit_automatic": _ENCYCLOPEDIA,
        "fouls_lose": _LIST,
        "touch": _CLUB_2015,
        "adjust_needs_consent": _CLUB_2015,
        "sealed_moves": _LIST,
        f"penalties.{Offence.SEALED_WRONG}": _LIST,
        f"penalties.{Offence.REFUSES_CHANGE}": _LIST,
        f"penalties.{Offence.MISCONDUCT}": _LIST,
        f"penalties.{Offence.ADJUST_WITHOUT_CONSENT}": _1999,
        f"penalties.{Offence.ILLEGAL_MOVE}": _1999,
    },
    articles={
        "checkmate": "二.1(一)–(二)",
        "stalemate": "二.1(三)",
        "theoretical_draw": "二.2(一)",
        f"penalties.{Offence.SEALED_WRONG}": "二.1(四)",
        "sealed_moves": "二.1(四)",
        f"penalties.{Offence.REFUSES_CHANGE}": "二.1(五)",
        "fouls_lose": "二.1(六)",
        "resignation": "二.1(七)",
        f"penalties.{Offence.MISCONDUCT}": "二.1(八)",
        "agreement": "二.2(二)",
        "occurrences": "二.2(三)",
        "touch": "1.1–1.3",
        "adjust_needs_consent": "1.4",
    },
)

_cxa_1999 = RuleSet(
    name="cxa-1999",
    title=N_("Chinese rules of 1999"),
    repetition="cxa-1999",
    fouls_lose=3,
    draw_offer_when="after_move",
    sources=_OFFICIAL_SOURCES
    | {
        "occurrences": _LIST,
        "repetition": _HEARSAY,
        "agreement": _LIST,
        "theoretical_draw": _LIST,
        "natural_limit": _ENCYCLOPEDIA,
        "limit_automatic": _ENCYCLOPEDIA,
        "fouls_lose": _1999,
        "touch": _1999,
        "adjust_needs_consent": _1999,
        "draw_offer_when": _HEARSAY,
        "draw_offer_again": _HEARSAY,
        "sealed_moves": _LIST,
        f"penalties.{Offence.SEALED_WRONG}": _LIST,
        f"penalties.{Offence.REFUSES_CHANGE}": _LIST,
        f"penalties.{Offence.MISCONDUCT}": _LIST,
        f"penalties.{Offence.ADJUST_WITHOUT_CONSENT}": _1999,
        f"penalties.{Offence.ILLEGAL_MOVE}": _1999,
    },
    articles={
        "fouls_lose": "4.1.6",
        f"penalties.{Offence.ILLEGAL_MOVE}": "4.1.6, 5.8",
        "touch": "5.1–5.5, 5.7",
        "adjust_needs_consent": "5.6",
        f"penalties.{Offence.ADJUST_WITHOUT_CONSENT}": "5.6",
    },
)

_EVENT_PENALTIES = {
    Offence.PHONE_RINGS: Penalty.FOUL,
    Offence.PHONE_ANSWERED: Penalty.LOSS,
    Offence.LATE: Penalty.LOSS,
    Offence.DRAW_WITHOUT_PLAY: Penalty.BOTH_LOSE,
}
_EVENT_SOURCES = {f"penalties.{offence}": _EVENT_2012 for offence in _EVENT_PENALTIES} | {
    "late_forfeit_minutes": _EVENT_2012
}

_cxa_2011 = replace(
    _cxa_1999,
    name="cxa-2011",
    title=N_("Chinese rules of 2011"),
    repetition="cxa-2011",
    penalties=MappingProxyType({**USUAL_PENALTIES, **_EVENT_PENALTIES}),
    late_forfeit_minutes=15,
    sources=_OFFICIAL_SOURCES
    | _EVENT_SOURCES
    | {
        "occurrences": _HEARSAY,
        "repetition": _2011,
        "agreement": _HEARSAY,
        "theoretical_draw": _LIST,
        "natural_limit": _HEARSAY,
        "limit_automatic": _HEARSAY,
        "fouls_lose": _HEARSAY,
        "touch": _1999,
        "adjust_needs_consent": _1999,
        "draw_offer_when": _HEARSAY,
        "draw_offer_again": _HEARSAY,
        f"penalties.{Offence.REFUSES_CHANGE}": _LIST,
        f"penalties.{Offence.MISCONDUCT}": _LIST,
    },
    articles={"repetition.look": "28.2, 29.1–29.4"},
)

_cxa_2020 = replace(
    _cxa_2011,
    name="cxa-2020",
    title=N_("Chinese rules of 2020"),
    repetition="cxa-2020",
    sources={**_cxa_2011.sources, "repetition": _2020, "occurrences": _2020},
    articles={
        "repetition.look": "28.2, 29.1–29.4",
        "repetition.fault_check": "26.9.1",
        "repetition.joint_goes_free": "26.9.2–26.9.3",
    },
)

_cxa = replace(_cxa_2020, name="cxa", title=N_("Chinese rules"))

_SCORE_SHEET = {Offence.MISSING_MOVES: Penalty.FOUL, Offence.MISSING_MANY: Penalty.TWO_FOULS}

_wxf = RuleSet(
    name="wxf",
    title=N_("World rules"),
    repetition="wxf",
    natural_limit=50,
    counted_checks=10,
    fouls_lose=4,
    penalties=MappingProxyType({**USUAL_PENALTIES, **_SCORE_SHEET}),
    sources=_OFFICIAL_SOURCES
    | {
        "occurrences": _WORLD,
        "repetition": _WORLD,
        "natural_limit": _WORLD_14,
        "counted_checks": _WORLD_14,
        "limit_automatic": _WORLD_14,
        "fouls_lose": _WORLD_14,
        f"penalties.{Offence.MISSING_MOVES}": _WORLD_14,
        f"penalties.{Offence.MISSING_MANY}": _WORLD_14,
        f"penalties.{Offence.FALSE_CLAIM}": _WORLD_14,
    },
)

_axf = replace(
    _wxf,
    name="axf",
    title=N_("Asian rules"),
    repetition="axf",
    fouls_lose=3,
    penalties=USUAL_PENALTIES,
    sources=_OFFICIAL_SOURCES
    | {
        "occurrences": _ASIAN,
        "repetition": _ASIAN,
        "natural_limit": _WORLD_14_KIN,
        "counted_checks": _WORLD_14_KIN,
        "limit_automatic": _WORLD_14_KIN,
    },
)

_PROGRAM_PENALTIES = MappingProxyType(
    dict.fromkeys(Offence, Penalty.NONE) | {Offence.ILLEGAL_MOVE: Penalty.LOSS}
)

_engine = RuleSet(
    name="engine",
    title=N_("engine match rules"),
    repetition="engine",
    counted_checks=10,
    limit_automatic=True,
    penalties=_PROGRAM_PENALTIES,
    draw_offer_when="any",
    draw_offer_again="any",
    touch="off",
    adjust_needs_consent=False,
    sealed_moves=False,
    sources={
        "checkmate": _ENGINE,
        "stalemate": _ENGINE,
        "occurrences": _ENGINE,
        "repetition": _ENGINE,
        "natural_limit": _ENGINE,
        "counted_checks": _ENGINE,
        "limit_automatic": _ENGINE,
        "dead_position": _ENGINE,
        "penalties": _MATCHES,
        "time": _MATCHES,
        "resignation": _MATCHES,
        "fouls_lose": _MATCHES,
        "touch": _MATCHES,
        "flag_without_mating_material": _MATCHES,
        "draw_offer_when": _MATCHES,
        "draw_offer_again": _MATCHES,
    },
)

_count = RuleSet(
    name="count",
    title=N_("web site rules"),
    repetition="count",
    limit_automatic=True,
    penalties=MappingProxyType(dict.fromkeys(Offence, Penalty.NONE)),
    draw_offer_when="any",
    draw_offer_again="pause",
    touch="off",
    adjust_needs_consent=False,
    flag_without_mating_material="draw",
    sealed_moves=False,
    sources={
        "checkmate": _ALL,
        "stalemate": _ALL,
        "repetition": _SITES,
        "time": _SITES,
        "resignation": _SITES,
        "agreement": _SITES,
        "touch": _SITES,
        "fouls_lose": _SITES,
    },
)

RULES: Mapping[str, RuleSet] = MappingProxyType(
    {
        book.name: book
        for book in (
            _club,
            _club_2015,
            _cxa,
            _cxa_2020,
            _cxa_2011,
            _cxa_1999,
            _axf,
            _wxf,
            _engine,
            _count,
        )
    }
)
"""The named rule books.

``club``
    The competition rules of a club, in the wording of the Chinese rules of
    1999: two technical fouls lose, touched pieces in the official order. The
    default.
``club-2015``
    Those of another club, of 2015: three violations lose, one order for all
    touched pieces.
``cxa-1999``, ``cxa-2011``, ``cxa-2020``, ``cxa``
    The Chinese rules, by edition, as far as their text is known; ``cxa`` is
    the newest of them.
``axf``, ``wxf``
    The Asian and the World rules: 50 rounds, of which at most ten may be
    checks, on claim.
``engine``
    As matches between programs are played: 60 rounds with at most ten checks
    a side, by itself; no fouls, no touching.
``count``
    As web sites do: too many checks in a row lose.

Each has a page in ``docs/rules``.
"""


#: No book of one's own needs a longer line.
LONGEST = 2000


@lru_cache(maxsize=64)
def _house(base: str, different: str) -> RuleSet:
    return read_book(RULES[base], different)


def rule_set(rules: str | RuleSet) -> RuleSet:
    """The rule book of a name; a rule book is given back as it is.

    After the name may stand what is different in a book of one's own, ``FIELD=VALUE``:
    see `chuhe.rules.house`.

    Raises:
        ParseError: no book has this name, or none can be so.
        TypeError: it is neither a book nor a text.

    >>> rule_set("wxf").counted_checks
    10
    >>> from chuhe.i18n import use_language
    >>> with use_language("en"):
    ...     try:
    ...         rule_set("cxa2020")
    ...     except ParseError as error:
    ...         print(str(error).partition("; ")[2])
    did you mean 'cxa-2020'?
    """
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, str):
        raise TypeError(f"expected a rule book or its name, got {type(rules).__name__}")
    try:
        return RULES[rules]
    except KeyError:
        pass
    base, _blank, different = rules.partition(" ")
    if base in RULES and different.strip() and len(rules) <= LONGEST:
        return _house(base, different)
    facts = {"name": rules if len(rules) <= 40 else f"{rules[:40]}…", "known": ", ".join(RULES)}
    if near := get_close_matches(rules[:40].lower(), RULES, 1):
        raise ParseError("rules.unknown_near", facts | {"near": near[0]})
    raise ParseError("rules.unknown", facts)


def book_text(book: RuleSet) -> str:
    """The line for a book: its name if it is a known one, else the nearest one and the difference.

    What is not a rule is left out: its name, title, sources and articles.

    >>> book_text(replace(RULES["club"], natural_limit=40))
    'club natural_limit=40'
    """
    if RULES.get(book.name) == book:
        return book.name
    lines: list[list[str]] = [[base.name, *differences(base, book)] for base in RULES.values()]
    nearest = min(lines, key=len)
    return " ".join(nearest)
