"""The rule books as data: fields, clauses, penalties, outcomes."""

import pickle
import re
from dataclasses import fields, replace
from itertools import product

import pytest

from chuhe import _core
from chuhe.errors import ParseError
from chuhe.i18n import catalogue, use_language
from chuhe.pieces import BLACK, RED
from chuhe.rules import (
    CONDUCTS,
    READING,
    RULES,
    USUAL_PENALTIES,
    Offence,
    Outcome,
    Penalty,
    RuleSet,
    Termination,
    rule_set,
)

HAN = re.compile("[\u4e00-\u9fff]")
books = pytest.mark.parametrize("book", RULES.values(), ids=list(RULES))
RULE_FIELDS = [
    field.name
    for field in fields(RuleSet)
    if field.name not in ("name", "title", "sources", "articles")
]


# ---------------------------------------------------------------- the books


def test_books_have_the_numbers_of_their_texts() -> None:
    # Their texts: two technical fouls, three violations, four fouls; rounds and checks.
    told = {
        name: (book.fouls_lose, book.natural_limit, book.counted_checks, book.touch)
        for name, book in RULES.items()
    }
    assert told["club"] == (2, 60, None, "official")
    assert told["club-2015"] == (3, 60, None, "club-2015")
    assert told["cxa-1999"] == (3, 60, None, "official")
    assert told["wxf"] == (4, 50, 10, "official")
    assert told["axf"] == (3, 50, 10, "official")
    assert told["engine"] == (None, 60, 10, "off")


def test_cxa_is_the_newest_edition_under_its_own_name() -> None:
    newest, alias = RULES["cxa-2020"], RULES["cxa"]
    for name in RULE_FIELDS:
        assert getattr(alias, name) == getattr(newest, name), name
    assert alias.name == "cxa" and alias.articles == newest.articles


def test_technical_fouls_of_the_club_are_fouls() -> None:
    # Article 8 (一) to (五) of its rules.
    for offence in (
        Offence.REPEATED_OFFER,
        Offence.DISTURBING,
        Offence.FALSE_CLAIM,
        Offence.TOUCH_CANNOT_MOVE,
        Offence.TOUCH_CANNOT_TAKE,
        Offence.TWO_MOVES,
        Offence.ILLEGAL_MOVE,
    ):
        assert RULES["club"].penalty(offence) is Penalty.FOUL
        assert RULES["club"].clause(offence).article.startswith("8(")


def test_gaps_in_the_score_sheet_cost_one_foul_or_two_under_the_world_rules() -> None:
    assert RULES["wxf"].penalty(Offence.MISSING_MOVES).fouls == 1
    assert RULES["wxf"].penalty(Offence.MISSING_MANY).fouls == 2


@books
def test_every_offence_has_a_penalty(book: RuleSet) -> None:
    assert set(book.penalties) == set(Offence)
    if book.fouls_lose is None:  # no ledger, so nothing to enter there
        assert not any(book.penalty(offence).fouls for offence in Offence)


def test_a_book_of_ones_own_may_name_few_penalties() -> None:
    house = replace(RULES["club"], penalties={Offence.PHONE_RINGS: Penalty.LOSS})
    assert house.penalty(Offence.PHONE_RINGS) is Penalty.LOSS
    assert house.penalty(Offence.TWO_MOVES) is USUAL_PENALTIES[Offence.TWO_MOVES]


@books
def test_books_can_be_told_apart_hashed_and_pickled(book: RuleSet) -> None:
    assert book.core is book.core
    assert pickle.loads(pickle.dumps(book)) == book
    assert len({hash(other) for other in RULES.values()}) == len(RULES)


def test_a_book_with_an_unknown_policy_is_a_typed_error() -> None:
    with pytest.raises(ParseError, match="perpetual"):
        _ = replace(RULES["club"], repetition="perpetual").core


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("occurrences", -1),
        ("occurrences", 1),
        ("occurrences", None),
        ("natural_limit", 0),
        ("natural_limit", 10**30),
        ("counted_checks", -1),
        ("fouls_lose", 0),
        ("fouls_lose", 2.5),
        ("fouls_lose", True),
        ("touch", "club"),
        ("facing_kings", ""),
        ("draw_offer_when", None),
        ("late_forfeit_minutes", "15" * 100_000),
    ],
)
def test_a_field_that_is_no_rule_is_a_typed_error(field: str, value: object) -> None:
    with use_language("en"):
        with pytest.raises(ParseError) as error:
            replace(RULES["club"], **{field: value})  # type: ignore[arg-type]
        assert f"as {field} of a rule book" in str(error.value) and len(str(error.value)) < 150


@pytest.mark.parametrize(
    ("name", "near"),
    [("cxa2020", "cxa-2020"), ("CLUB", "club"), ("wfx", "wxf"), ("club2015", "club-2015")],
)
def test_an_unknown_book_is_told_with_what_may_have_been_meant(name: str, near: str) -> None:
    with use_language("en"):
        with pytest.raises(ParseError) as error:
            rule_set(name)
        assert f"did you mean '{near}'?" in str(error.value)
        assert all(known in str(error.value) for known in RULES)


def test_nothing_is_suggested_for_a_name_like_none() -> None:
    with use_language("en"):
        with pytest.raises(ParseError) as error:
            rule_set("!" * 100_000)
        assert "did you mean" not in str(error.value) and len(str(error.value)) < 300


# ---------------------------------------------------------------- clauses


@books
def test_every_field_has_a_clause(book: RuleSet) -> None:
    unsaid = set(RULE_FIELDS) - {name.partition(".")[0] for name in book.clauses}
    assert unsaid <= {"draw_offer_pause"}  # said with draw_offer_again, where it has a bearing


@books
def test_sources_and_articles_belong_to_clauses(book: RuleSet) -> None:
    names = set(book.clauses) | {name.partition(".")[0] for name in book.clauses}
    assert set(book.sources) <= names
    assert set(book.articles) <= set(book.clauses)
    for name, clause in book.clauses.items():
        if clause.article:
            assert clause.source != READING, name


@books
def test_clauses_are_said_in_both_languages(book: RuleSet) -> None:
    words = catalogue("zh-Hans")
    for name, clause in book.clauses.items():
        assert clause.template in words and clause.source in words, name
        with use_language("en"):
            english, origin = clause.text, clause.origin
        with use_language("zh-Hans"):
            chinese, source = clause.text, clause.origin
        assert not HAN.search(english + origin) and HAN.search(chinese) and HAN.search(source)
        assert "{" not in english + chinese
        assert not re.search("[a-z_]{4,}", chinese), (name, chinese)


@pytest.mark.parametrize("a,b", [p for p in product(RULES, repeat=2) if p[0] < p[1]])
def test_books_that_differ_in_a_field_differ_in_a_clause(a: str, b: str) -> None:
    first, second = RULES[a], RULES[b]
    with use_language("en"):
        said = [{name: c.text for name, c in book.clauses.items()} for book in (first, second)]
    for name in RULE_FIELDS:
        if name in ("repetition", "penalties", "draw_offer_pause"):
            continue
        if getattr(first, name) != getattr(second, name):
            assert said[0].get(name) != said[1].get(name), name
    for offence in Offence:
        if first.penalty(offence) != second.penalty(offence):
            key = f"penalties.{offence}"
            assert said[0][key] != said[1][key]


POLICIES = ["checks", "draw", *sorted({book.repetition for book in RULES.values()})]


@pytest.mark.parametrize("policy", POLICIES)
def test_each_fault_of_a_policy_is_a_clause(policy: str) -> None:
    rules = RuleSet(name="x", title="x", repetition=policy)
    faults = _core.repetition_policy(policy)["faults"]
    with use_language("en"):
        said = [rules.clause(fault["article"]).text for fault in faults]
    assert len(set(said)) == len(faults)
    for fault, text in zip(faults, said, strict=True):
        assert ("chase" in text) == ("chase" in fault["kinds"])
        assert ("is a check" in text) == ("check" in fault["kinds"])
        assert ("one and the same" in text) == fault["one_target"]


def test_graver_faults_come_first_where_they_differ() -> None:
    with use_language("en"):
        said = {
            name: book.clauses["repetition.order"].text.partition(": ")[2]
            for name, book in RULES.items()
            if "repetition.order" in book.clauses
        }
    assert said["axf"] == (
        "perpetual check / perpetual chase of a rook pinned by a horse"
        " / perpetual chase of one piece"
    )
    assert said["cxa-2020"] == "perpetual check / all else forbidden"
    assert said["engine"] == "perpetual check / perpetual chase of one piece"
    assert "club" not in said and "count" not in said


ENDS_BY_REPETITION = {
    Termination.PERPETUAL_CHECK: {"club", "cxa", "axf", "engine"},
    Termination.PERPETUAL_CHASE: {"club", "cxa", "axf", "engine"},
    Termination.PERPETUAL_KILL: {"club", "cxa"},
    Termination.MIXED_FORBIDDEN: {"club", "cxa"},
    Termination.CHECK_SERIES: {"count"},
}


@pytest.mark.parametrize("termination", Termination)
@pytest.mark.parametrize("name", ["club", "cxa", "axf", "engine", "count"])
def test_every_end_has_its_clause_in_the_books_that_have_it(
    termination: Termination, name: str
) -> None:
    if name in ENDS_BY_REPETITION.get(termination, {name}):
        assert RULES[name].clause(termination).text
    else:
        with pytest.raises(KeyError):
            RULES[name].clause(termination)


def test_an_unknown_clause_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        RULES["club"].clause("no such rule")


def test_facing_kings_and_the_flag_may_be_set_otherwise() -> None:
    house = replace(
        RULES["club"], facing_kings="loss", flag_without_mating_material="draw", draw_min_rounds=10
    )
    with use_language("en"):
        assert "loses at once" in house.clause("facing_kings").text
        assert "draws" in house.clause("flag_without_mating_material").text
        assert "round 10" in house.clause("draw_min_rounds").text


# ---------------------------------------------------------------- words and outcomes


@pytest.mark.parametrize("kind", [Termination, Offence, Penalty])
def test_words_are_there_and_different(
    kind: type[Termination] | type[Offence] | type[Penalty],
) -> None:
    for tag in ("en", "zh-Hans"):
        with use_language(tag):
            words = [member.text for member in kind]
        assert all(words) and len(set(words)) == len(words)
        assert all(HAN.search(word) for word in words) == (tag == "zh-Hans")


def test_conducts_are_named_as_the_chinese_rules_name_them() -> None:
    with use_language("zh-Hans"):
        for conduct in CONDUCTS.values():
            assert conduct.text.startswith(conduct.chinese[:2])


def test_both_sides_may_lose() -> None:
    both = Outcome(None, Termination.DISCIPLINE, both_lose=True)
    draw = Outcome(None, Termination.AGREEMENT)
    assert (both.result(), both.verdict, both.is_draw) == ("0-0", "both_lose", False)
    assert (draw.result(), draw.verdict, draw.is_draw) == ("1/2-1/2", "draw", True)
    for outcome in (both, draw):
        assert eval(re.sub("<([A-Za-z.]+): '[^']*'>", r"\1", repr(outcome))) == outcome
    with use_language("zh-Hans"):
        assert str(both) == "双方判负：违纪"
    with use_language("en"):
        assert str(both) == "Both sides lose: breach of discipline"


@pytest.mark.parametrize("winner", [RED, BLACK])
def test_nobody_wins_a_game_that_both_lose(winner: object) -> None:
    with pytest.raises(ValueError, match="both"):
        Outcome(winner, Termination.DISCIPLINE, both_lose=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("offence", Offence)
def test_every_offence_has_an_end_it_may_lead_to(offence: Offence) -> None:
    assert Outcome(RED, offence.termination).result() == "1-0"
    assert offence.termination not in (Termination.CHECKMATE, Termination.AGREEMENT)


def test_a_policy_that_nobody_knows_is_refused_with_the_book() -> None:
    with pytest.raises(ParseError, match="nope"):
        replace(RULES["club"], repetition="nope")


@pytest.mark.parametrize("what", [3, None, ["club"]])
def test_what_is_no_book_and_no_name_is_a_type_error(what: object) -> None:
    with pytest.raises(TypeError, match="rule book or its name"):
        rule_set(what)  # type: ignore[arg-type]
