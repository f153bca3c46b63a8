"""Any book one can make: it has all its clauses in both languages, and the core can read it."""

import pickle
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from chuhe import Board
from chuhe.i18n import use_language
from chuhe.rules import RULES, USUAL_PENALTIES, Offence, Penalty, RuleSet

POLICIES = ["off", "draw", "checks", *sorted({book.repetition for book in RULES.values()})]
NUMBERS = st.integers(1, 1_000_000)

books = st.builds(
    RuleSet,
    name=st.just("house"),
    title=st.just("house rules"),
    occurrences=st.just(0) | st.integers(2, 1_000_000),
    repetition=st.sampled_from(POLICIES),
    natural_limit=st.none() | NUMBERS,
    counted_checks=st.none() | st.integers(0, 1_000_000),
    limit_automatic=st.booleans(),
    dead_position=st.booleans(),
    fouls_lose=st.none() | NUMBERS,
    penalties=st.dictionaries(st.sampled_from(Offence), st.sampled_from(Penalty)),
    draw_offer_when=st.sampled_from(["own_time", "after_move", "any"]),
    draw_offer_again=st.sampled_from(["alternate", "pause", "any"]),
    draw_offer_pause=st.integers(0, 1_000_000),
    draw_min_rounds=st.none() | NUMBERS,
    touch=st.sampled_from(["official", "club-2015", "off"]),
    adjust_needs_consent=st.booleans(),
    facing_kings=st.sampled_from(["illegal", "loss"]),
    flag_without_mating_material=st.sampled_from(["loss", "draw"]),
    late_forfeit_minutes=st.none() | NUMBERS,
    sealed_moves=st.booleans(),
)


@given(books)
def test_every_book_has_its_clauses_and_works(book: RuleSet) -> None:
    texts = []
    for tag in ("en", "zh-Hans"):
        with use_language(tag):
            texts.append({name: clause.text for name, clause in book.clauses.items()})
    english, chinese = texts
    assert english.keys() == chinese.keys()
    for name in english:
        assert english[name] and chinese[name] and english[name] != chinese[name]
    for offence in Offence:
        penalty = book.penalties.get(offence, USUAL_PENALTIES[offence])
        assert book.penalty(offence) is penalty
    assert Board().outcome(book) is None
    assert pickle.loads(pickle.dumps(book)) == book


@given(books, books)
def test_books_with_the_same_fields_say_the_same(one: RuleSet, other: RuleSet) -> None:
    copy = replace(other)
    assert copy == other and copy.clauses == other.clauses and copy.matrix() == other.matrix()
    if one.repetition == other.repetition:
        assert one.matrix() == other.matrix()
